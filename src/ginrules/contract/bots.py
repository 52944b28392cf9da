"""Bots for the two-deck game: a random one, and one that collects toward the contract.

A bot chooses from a view, so it knows what its seat may know and no more.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol, final

from ginrules.cards import Card, RandomSource
from ginrules.contract import solver
from ginrules.contract.actions import BUY, DRAW, PASS, TAKE, Action, Build, Discard, Lay
from ginrules.contract.cards import AnyCard, Hand, shuffled
from ginrules.contract.match import Match
from ginrules.contract.play import Round
from ginrules.contract.state import Phase
from ginrules.contract.transitions import reshuffle
from ginrules.contract.view import RoundView, view

_NEVER: Final = 1_000
"""How far a hand is from a contract that no number of jokers would fill."""
_MOST_BOUGHT_TO: Final = 16
"""With so many cards in hand nothing more is bought: each costs something if another goes out."""
_NEAR: Final = 3
"""How many ranks apart cards of a suit may lie that could meet in a run."""


class Bot(Protocol):
    """Whoever plays a seat."""

    def choose(self, view: RoundView) -> Action:
        """Return a legal action; the view is that of the seat whose decision is due."""
        ...


@final
class RandomBot:
    """Does anything that is legal, all of it with the same chance."""

    def __init__(self, rng: RandomSource) -> None:
        self._rng = rng

    def choose(self, view: RoundView) -> Action:
        """Return any of the legal actions; only ``rng.random()`` is called."""
        actions = view.legal_actions
        return actions[int(self._rng.random() * len(actions))]


@final
class CollectorBot:
    """Collects toward the contract, lays it as soon as it is held, and builds all it can.

    It takes or buys a discard that brings the contract nearer, or that it can build at once. It discards what
    least sets it back: of such cards the one that goes with fewest others, then the dearest. It looks at nobody
    else's hand, and never gives a joker away while there is something else. Two of it play alike: it has no
    chance and no memory.

    >>> import random
    >>> from ginrules.contract import Round, presets, shuffled
    >>> rng = random.Random(7)
    >>> begun = Round.start(presets.SVENSK_7, 1, shuffled(rng, presets.SVENSK_7.deck), players=3)
    >>> play_round(begun, [CollectorBot()] * 3, rng).result.out is not None
    True
    """

    def choose(self, view: RoundView) -> Action:
        """Return what to do now."""
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        match view.phase:
            case Phase.DRAW:
                return TAKE if TAKE in view.legal_actions and self._wants(view) else DRAW
            case Phase.BUY:
                return BUY if len(view.hand) < _MOST_BOUGHT_TO and self._wants(view) else PASS
            case _:
                return self._play(view)

    def _wants(self, view: RoundView) -> bool:
        """Return whether the top discard is worth having."""
        top = view.top
        assert top is not None  # noqa: S101  it is offered
        if _is_down(view):
            aces = view.rules.aces
            return view.phase is Phase.DRAW and any(laid.meld.ways(top, aces=aces) for laid in view.table)
        return _distance(view, view.hand.add(top)) < _distance(view, view.hand)

    def _play(self, view: RoundView) -> Action:
        """Return what to lay, to build or to discard."""
        laying = next((action for action in view.legal_actions if isinstance(action, Lay)), None)
        if laying is not None:
            return _best_laying(view) or laying
        if any(isinstance(action, Build) for action in view.legal_actions):
            build = _best_build(view)
            if build in view.legal_actions:
                return build
        return self._discard(view)

    def _discard(self, view: RoundView) -> Action:
        able = [action for action in view.legal_actions if isinstance(action, Discard)]
        if _is_down(view):
            return max(able, key=lambda action: view.rules.points(action.card))
        return min(able, key=lambda action: self._worth(view, action.card))

    def _worth(self, view: RoundView, card: AnyCard) -> tuple[int, bool, int, int]:
        """Return what it would cost to give a card away: what is least goes first."""
        rest = view.hand.remove(card)
        return _distance(view, rest), not isinstance(card, Card), _company(card, rest), -view.rules.points(card)


def _is_down(view: RoundView) -> bool:
    return view.seat is not None and view.is_down(view.seat)


def _distance(view: RoundView, hand: Hand) -> int:
    """Return how many jokers a hand lacks to fill the contract."""
    missing = solver.missing(hand, view.contract, rules=view.rules)
    return _NEVER if missing is None else missing


def _company(card: AnyCard, rest: Hand) -> int:
    """Return with how many other cards one could come together in a meld that the contract may ask for."""
    if not isinstance(card, Card):
        return len(rest)
    return sum(
        rest.count(other)
        for other in rest.kinds
        if isinstance(other, Card)
        and (other.rank is card.rank or (other.suit is card.suit and abs(other.rank - card.rank) <= _NEAR))
    )


def _keep(view: RoundView, *, lays: bool) -> int:
    """Return how many cards have to stay in the hand before the discard."""
    if lays and not view.rules.out_on_contract_turn:
        return 2
    return 0 if view.rules.go_out_without_discard else 1


def _barred(view: RoundView) -> tuple[AnyCard, ...]:
    return () if view.taken is None else (view.taken,)


def _best_laying(view: RoundView) -> Lay | None:
    """Return the contract laid so that least is left; None where that is not the question."""
    if _is_down(view) or view.contract.all_out:
        return None
    plan = solver.best_laying(
        view.hand,
        view.contract,
        tuple(laid.meld for laid in view.table),
        rules=view.rules,
        build=view.rules.build_same_turn,
        keep=_keep(view, lays=True),
        barred=_barred(view),
    )
    return None if plan is None else Lay(plan.melds)


def _best_build(view: RoundView) -> Build | None:
    """Return the first card to build of those that leave least."""
    table = tuple(laid.meld for laid in view.table)
    keep = _keep(view, lays=view.laid)
    plan = solver.best_builds(view.hand, table, rules=view.rules, keep=keep, barred=_barred(view))
    if plan is None or not plan.builds:
        return None
    first = plan.builds[0]
    ways = table[first.meld].ways(first.card, aces=view.rules.aces)
    # An end that goes without saying is left out, as in the listed actions.
    return Build(first.card, first.meld + 1, first.end if first.end in ways else ways[0])


def play_round(begun: Round, bots: Sequence[Bot], rng: RandomSource) -> Round:
    """Return the round played to its end, each bot choosing for its seat.

    Args:
        begun: a round in progress.
        bots: one a seat.
        rng: makes new stocks; only ``rng.random()`` is called.

    Raises:
        ginrules.contract.IllegalAction: a bot chose what it may not do.

    """
    while begun.state.phase is not Phase.OVER:
        seat = begun.state.actor
        action = reshuffle(begun.state, rng) if seat is None else bots[seat].choose(view(begun.state, seat))
        begun = begun.play(action)
    return begun


def play_match(match: Match, bots: Sequence[Bot], rng: RandomSource) -> Iterator[tuple[Match, Round]]:
    """Yield the match after each round, with the round, until it is over.

    Args:
        match: a match in progress.
        bots: one a seat.
        rng: shuffles the decks, and makes new stocks; only ``rng.random()`` is called.

    """
    while match.number is not None:
        begun = match.new_round(shuffled(rng, match.rules.deck))
        finished = play_round(begun, bots, rng)
        match = match.enter(finished)
        yield match, finished
