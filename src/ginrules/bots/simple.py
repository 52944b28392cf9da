"""Two yardsticks: random play, and the simple policy that bots of the field are measured by."""

from collections.abc import Sequence
from typing import TypeVar, final

import attrs

from ginrules import solver
from ginrules.bots.defense import answer_double, defend
from ginrules.cards import Card, RandomSource
from ginrules.deal import Action, BigGin, Discard, DrawStock, Knock, Pass, Phase, PlayerView, TakeDiscard
from ginrules.deal.actions import DISCARDS

T = TypeVar("T")


@final
@attrs.frozen
class RandomBot:
    """Chooses among the legal actions with equal chances.

    Args:
        rng: only ``rng.random()`` is called, once a choice.

    """

    rng: RandomSource

    def choose(self, view: PlayerView) -> Action:
        """Return any legal action."""
        return pick(view.legal_actions, self.rng)


@final
@attrs.frozen
class SimpleBot:
    """The simple policy of the gin rummy challenge at EAAI 2021, by Todd Neller.

    It takes a discard only if it makes a meld, discards for the least deadwood and never the card just taken,
    ends the deal as soon as it may, and answers a knock as well as can be. The challenge knows no doubles: it
    offers none, and refuses them only with a hopeless hand.

    Args:
        rng: chooses among discards that leave equally little; one ``rng.random()`` a discard.

    """

    rng: RandomSource

    def choose(self, view: PlayerView) -> Action:
        """Return what the policy says."""
        if view.phase is Phase.DISCARD:
            return self._end_turn(view)
        if view.phase is Phase.LAYOFF:
            return defend(view)
        if view.phase is Phase.DOUBLE:
            return answer_double(view)
        wants = view.top is not None and makes_meld(view, view.top)
        return draw(view, take=wants)

    def _end_turn(self, view: PlayerView) -> Action:
        ending = best_ending(view)
        if ending is not None:
            return ending
        free = [
            card for card in view.hand if DISCARDS[card.index] in view.legal_actions and card is not taken(view)
        ]
        left = solver.after_discard(view.hand, aces=view.rules.aces, ace_pips=view.rules.ace_pips)
        least = min(left[card] for card in free)
        return Discard(pick([card for card in free if left[card] == least], self.rng))


def pick(choices: Sequence[T], rng: RandomSource) -> T:
    """Return one of the choices, with equal chances and one call of the generator."""
    return choices[int(rng.random() * len(choices))]


def makes_meld(view: PlayerView, card: Card) -> bool:
    """Return whether a card would be part of any meld with those in hand."""
    return any(card in meld for meld in solver.melds(view.hand.add(card), aces=view.rules.aces))


def taken(view: PlayerView) -> Card | None:
    """Return the card that the turn took from the pile, if it did."""
    return view.drawn if view.from_pile else None


def draw(view: PlayerView, *, take: bool) -> Action:
    """Return the legal way to begin a turn: the discard if it is wanted and allowed."""
    if take and TakeDiscard() in view.legal_actions:
        return TakeDiscard()
    return DrawStock() if DrawStock() in view.legal_actions else Pass()


def best_ending(view: PlayerView) -> Action | None:
    """Return the ending of the deal that leaves the least deadwood, big gin before all, or None."""
    if BigGin() in view.legal_actions:
        return BigGin()
    knocks = [action for action in view.legal_actions if isinstance(action, Knock)]
    if not knocks:
        return None
    left = solver.after_discard(view.hand, aces=view.rules.aces, ace_pips=view.rules.ace_pips)
    return min(knocks, key=lambda knock: left[knock.discard])
