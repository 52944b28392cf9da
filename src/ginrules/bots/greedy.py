"""A bot that looks one draw ahead and minds what the opponent picked."""

from typing import Final, final

import attrs

from ginrules import solver
from ginrules.bots.defense import answer_double, defend
from ginrules.bots.simple import best_ending, draw
from ginrules.cards import Card, Hand
from ginrules.deal import Action, Discard, Double, Knock, Phase, PlayerView

_SAFE_KNOCK: Final = 5
"""With less one knocks at any time."""
_EARLY: Final = 12
"""While the stock has more cards one knocks with anything allowed."""
_TELL: Final = 1.0
"""What taking a discard gives away, in pips."""
_GIFT: Final = 1.0
"""What it costs to discard a card that fits one the opponent picked, in pips."""


_SURE: Final = 12
"""With so little deadwood before the draw one doubles, where the table plays that."""


@final
@attrs.frozen
class GreedyBot:
    """Weighs each discard by what the next draw may make of the rest and by what the opponent picked.

    It plays the same way every time and needs no generator.
    """

    def choose(self, view: PlayerView) -> Action:
        """Return the choice."""
        if view.phase is Phase.DISCARD:
            return self._end_turn(view)
        if view.phase is Phase.LAYOFF:
            return defend(view)
        if view.phase is Phase.DOUBLE:
            return answer_double(view)
        if Double() in view.legal_actions and _left(view) <= _SURE:
            return Double()
        return draw(view, take=view.top is not None and self._wants(view, view.top))

    def _wants(self, view: PlayerView, top: Card) -> bool:
        """Return whether the discard is better than an unseen card, a tell included."""
        rules = view.rules
        left = solver.after_discard(view.hand.add(top), aces=rules.aces, ace_pips=rules.ace_pips)
        with_top = min(pips for card, pips in left.items() if card is not top)
        return with_top + _TELL < _expected(view, view.hand)

    def _end_turn(self, view: PlayerView) -> Action:
        rules = view.rules
        ending = best_ending(view)
        discards = [action for action in view.legal_actions if isinstance(action, Discard)]
        if ending is not None and (not discards or self._knocks(view, ending)):
            return ending
        left = solver.after_discard(view.hand, aces=rules.aces, ace_pips=rules.ace_pips)
        promising = sorted(discards, key=lambda action: left[action.card])[:6]
        return min(
            promising,
            key=lambda action: (
                _expected(view, view.hand.remove(action.card)) + _gift(view, action.card),
                -action.card.pips,
            ),
        )

    def _knocks(self, view: PlayerView, ending: Action) -> bool:
        """Return whether to end the deal now: always with little left, early with whatever is allowed."""
        if not isinstance(ending, Knock):
            return True
        left = solver.deadwood(
            view.hand.remove(ending.discard), aces=view.rules.aces, ace_pips=view.rules.ace_pips
        )
        return left < _SAFE_KNOCK or view.stock_count > _EARLY


def _left(view: PlayerView) -> int:
    return solver.deadwood(view.hand, aces=view.rules.aces, ace_pips=view.rules.ace_pips)


def _expected(view: PlayerView, kept: Hand) -> float:
    """Return the mean deadwood after one unseen card more and the best discard."""
    unseen = view.unseen
    if not unseen:
        return float(solver.deadwood(kept, aces=view.rules.aces, ace_pips=view.rules.ace_pips))
    total = sum(
        solver.least_after_discard(kept | Hand(card.mask), aces=view.rules.aces, ace_pips=view.rules.ace_pips)
        for card in unseen
    )
    return total / len(unseen)


def _gift(view: PlayerView, card: Card) -> float:
    """Return how welcome a discard may be to an opponent, by the cards that he is known to hold."""
    near = sum(
        other.rank == card.rank or (other.suit == card.suit and abs(other.rank - card.rank) <= 2)  # noqa: PLR2004
        for other in view.known[view.opponent]
    )
    return _GIFT * near
