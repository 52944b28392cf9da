"""The same decks and actions through OpenSpiel's gin rummy and through ours under the `OPENSPIEL` ruleset.

The tests play some thousands of deals; the command plays as many as one likes::

    PYTHONPATH=tests python -m peers.openspiel_deal --deals 20000 --seed 1

Their game, as its source tells: player 0 always begins, so our dealer is seat 1; player 0 is dealt all his cards,
then player 1; every card from the stock is a chance action. A knock is declared first, then its card is laid, then
the melds one by one; the defender lays off cards, then his own melds, one by one.

Every difference that may turn up is a :class:`Difference`, with what explains it; any other is an error.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from random import Random
from typing import Final

import attrs
import pyspiel
from pyspiel.gin_rummy import GinRummyUtils

from ginrules import (
    Action,
    Arrangement,
    Card,
    Discard,
    DrawStock,
    Ending,
    GameState,
    Hand,
    Knock,
    LayOff,
    Meld,
    MeldKind,
    Pass,
    Phase,
    Rules,
    TakeDiscard,
    apply,
    knock_spreads,
    legal_actions,
    new_deal,
    presets,
    shuffled_deck,
    solver,
)

TAKE, DRAW, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
THEIR_SUITS: Final = "scdh"
LONGEST_RUN: Final = 5
"""Their longest meld; longer runs are laid in parts."""
MOST_PIPS: Final = 10

_UTILS: Final = GinRummyUtils(13, 4, 10)
_MELD_ACTIONS: Final[dict[frozenset[int], int]] = {
    frozenset(cards): FIRST_MELD + i for i, cards in _UTILS.int_to_meld.items()
}


class Difference(Enum):
    """What OpenSpiel does otherwise, though our ruleset is meant to play its game."""

    KNOCK_DENIED = "it denies a legal knock"
    """It solves all eleven cards and drops the dearest loose one; another discard may leave less."""
    THIRD_OF_A_CHAIN_DENIED = "it denies the third card laid off at one end of a run"
    """It looks for the cards laid off once, so a chain has two links."""
    LAID_ON_BOTH = "it lets a laid-off card lie on two melds"
    """A layoff names no meld, so a card that fills a set lets the next one follow on a run, too."""


@attrs.define
class Report:
    """What happened in some deals."""

    deals: int = 0
    decisions: int = 0
    endings: Counter[str] = attrs.Factory(Counter)
    differences: Counter[Difference] = attrs.Factory(Counter)
    examples: dict[Difference, str] = attrs.Factory(dict)
    seconds: float = 0.0

    def note(self, difference: Difference, state: GameState, what: object) -> None:
        """Count a difference and keep its first example."""
        self.differences[difference] += 1
        hand = state.hands[state.turn]
        lying = "" if state.spread is None else f" against {' | '.join(map(str, state.spread.melds))}"
        self.examples.setdefault(difference, f"{hand}{lying}: {what}")


def number_of(card: Card) -> int:
    """Return their number of a card."""
    return 13 * THEIR_SUITS.index(card.suit.letter) + card.rank - 1


def numbers_of(cards: Iterable[Card]) -> set[int]:
    """Return their numbers of cards."""
    return set(map(number_of, cards))


def meld_action(meld: Meld) -> int:
    """Return their action of laying a meld."""
    return _MELD_ACTIONS[frozenset(numbers_of(meld.cards))]


def parts(meld: Meld) -> list[Meld]:
    """Return the meld in the lengths that they lay."""
    if meld.kind is MeldKind.SET or len(meld) <= LONGEST_RUN:
        return [meld]
    first = min(LONGEST_RUN, len(meld) - 3)
    return [Meld.of(meld.cards[:first]), *parts(Meld.of(meld.cards[first:]))]


Policy = Callable[[GameState, Sequence[Action], Random], Action]


def at_random(_state: GameState, actions: Sequence[Action], rng: Random) -> Action:
    """Choose with equal chances."""
    return rng.choice(actions)


def taking(state: GameState, actions: Sequence[Action], rng: Random) -> Action:
    """Take the discard nearly always, so that the limits on takes and returns are met."""
    if TakeDiscard() in actions and rng.random() < 0.93:
        return TakeDiscard()
    return sensible(state, actions, rng)


def sensible(state: GameState, actions: Sequence[Action], rng: Random) -> Action:
    """Keep little deadwood, knock at times, lay off mostly."""
    endings = [action for action in actions if isinstance(action, Knock | LayOff)]
    if endings and rng.random() < 0.7:
        return rng.choice(endings)
    discards = [action for action in actions if isinstance(action, Discard)]
    if discards and rng.random() < 0.9:
        left = solver.after_discard(state.hands[state.turn])
        return min(discards, key=lambda action: (left[action.card], -action.card.pips))
    if DrawStock() in actions and rng.random() < 0.7:
        return DrawStock()
    return rng.choice(actions)


def patient(state: GameState, actions: Sequence[Action], rng: Random) -> Action:
    """Wait for gin, as far as possible."""
    knocks = [action for action in actions if isinstance(action, Knock)]
    if knocks:
        left = solver.after_discard(state.hands[state.turn])
        best = min(knocks, key=lambda knock: left[knock.discard])
        if left[best.discard] == 0:
            return best
    return sensible(state, [action for action in actions if action not in knocks] or knocks, rng)


POLICIES: Final[tuple[Policy, ...]] = (sensible, sensible, patient, at_random, taking)


@attrs.define
class Lockstep:
    """One deal on both sides."""

    ours: GameState
    theirs: pyspiel.State
    report: Report

    @classmethod
    def start(
        cls, deck: Sequence[Card], report: Report, *, rules: Rules = presets.OPENSPIEL, **parameters: object
    ) -> "Lockstep":
        """Deal a deck on both sides."""
        ours = new_deal(rules, deck, dealer=1)
        theirs = pyspiel.load_game("gin_rummy", parameters).new_initial_state()
        dealt = 2 * rules.hand_size
        for card in (*deck[0:dealt:2], *deck[1:dealt:2], deck[dealt]):
            theirs.apply_action(number_of(card))
        return cls(ours, theirs, report)

    @property
    def their_legal(self) -> set[int]:
        """What they say is legal."""
        return set(self.theirs.legal_actions())

    def choices(self) -> list[Action]:
        """Return what is legal on both sides, after checking that it is the same up to known differences."""
        self._check_cards()
        actions = list(legal_actions(self.ours))
        match self.ours.phase:
            case Phase.UPCARD:
                assert self.their_legal == {TAKE, PASS}
                return actions
            case Phase.DRAW:
                expected = {DRAW} if self.ours.must_draw_stock else {TAKE, DRAW}
                assert self.their_legal == expected
                return actions
            case Phase.DISCARD:
                return self._turn_endings(actions)
            case Phase.LAST_TAKE:
                return self._last_takes(actions)
            case _:
                return self._layoffs(actions)

    def play(self, action: Action, rng: Random) -> None:
        """Do an action on both sides."""
        before = self.ours
        match action:
            case Pass():
                self._do(PASS)
            case TakeDiscard():
                self._do(KNOCK if before.phase is Phase.LAST_TAKE else TAKE)
            case DrawStock():
                self._do(DRAW)
                self.theirs.apply_action(number_of(before.stock[0]))
            case Discard():
                self._do(number_of(action.card))
            case Knock():
                action = self._knock(action, rng)
            case LayOff():
                self._do(number_of(action.card))
            case _:
                self._do(PASS)
        self.ours = apply(before, action)
        if self.ours.spread is not None and self.ours.phase is Phase.OVER:
            self._show()

    def check_end(self) -> Ending:
        """Check that both sides are over and pay the same, and return how the deal ended."""
        assert self.theirs.is_terminal()
        result = self.ours.result
        assert result is not None
        score = self.ours.rules.scoring.price(result)
        points = float(score.points)
        expected = {None: [0.0, 0.0], 0: [points, -points], 1: [-points, points]}[score.winner]
        assert self.theirs.returns() == expected
        return result.ending

    def _do(self, number: int) -> None:
        assert number in self.their_legal
        self.theirs.apply_action(number)

    def _check_cards(self) -> None:
        assert not self.theirs.is_terminal()
        assert self.theirs.current_player() == self.ours.turn
        if self.ours.spread is None:
            assert list(map(set, self.theirs.hands())) == list(map(numbers_of, self.ours.hands))
            upcard = self.theirs.upcard()
            pile = [*self.theirs.discard_pile(), *([] if upcard is None else [upcard])]
            assert pile == list(map(number_of, self.ours.discards))
        assert self.theirs.stock_size() == len(self.ours.stock)

    def _knock_offered(self, knocks: Sequence[Action], hand: Hand) -> bool:
        """Return whether they offer a knock, which they may deny for the known reason only."""
        offered = KNOCK in self.their_legal
        if not knocks:
            assert not offered
        elif not offered:
            assert may_be_denied(hand, self.ours.rules.knock_limit)
            self.report.note(Difference.KNOCK_DENIED, self.ours, ", ".join(map(str, knocks)))
        return offered

    def _turn_endings(self, actions: list[Action]) -> list[Action]:
        knocks = [action for action in actions if isinstance(action, Knock)]
        others: list[Action] = [action for action in actions if not isinstance(action, Knock)]
        if self.ours.must_knock:  # they have declared it, and are laying the card by now
            assert self.their_legal == numbers_of(knock.discard for knock in knocks)
            return actions
        offered = self._knock_offered(knocks, self.ours.hands[self.ours.turn])
        assert self.their_legal - {KNOCK} == numbers_of(self.ours.hands[self.ours.turn])
        assert len(others) == len(self.ours.hands[self.ours.turn])
        return actions if offered else others

    def _last_takes(self, actions: list[Action]) -> list[Action]:
        assert self.their_legal - {KNOCK} == {PASS}
        takes = [action for action in actions if isinstance(action, TakeDiscard)]
        hand = self.ours.hands[self.ours.turn].add(self.ours.discards[-1])
        return actions if self._knock_offered(takes, hand) else [Pass()]

    def _knock(self, knock: Knock, rng: Random) -> Knock:
        """Declare the knock there, lay its card and the melds of one of the spreads that both sides know."""
        before = self.ours
        if not before.must_knock:
            self._do(KNOCK)
            legal = [action for action in legal_actions(before) if isinstance(action, Knock)]
            assert self.their_legal == numbers_of(action.discard for action in legal)
        self._do(number_of(knock.discard))
        spreads = [
            frozenset(spread.melds)
            for spread in knock_spreads(before, knock.discard)
            if all(len(meld) <= LONGEST_RUN or meld.kind is MeldKind.SET for meld in spread.melds)
        ]
        chosen = rng.choice(spreads) if rng.random() < 0.5 else _best(before, knock, spreads)
        laid: frozenset[Meld] = frozenset()
        for meld in (*chosen, None):
            reachable = {more for spread in spreads if spread >= laid for more in spread - laid}
            assert self.their_legal == set(map(meld_action, reachable)) | ({PASS} if laid in spreads else set())
            if meld is not None:
                laid |= {meld}
            self._do(PASS if meld is None else meld_action(meld))
        return Knock(knock.discard, tuple(chosen))

    def _layoffs(self, actions: list[Action]) -> list[Action]:
        spread = self.ours.spread
        assert spread is not None
        legal = [action for action in actions if isinstance(action, LayOff)]
        offered = self.their_legal
        assert PASS in offered
        denied = [layoff for layoff in legal if number_of(layoff.card) not in offered]
        for layoff in denied:
            assert is_third_of_a_chain(layoff, spread.arrangement.melds)
            self.report.note(Difference.THIRD_OF_A_CHAIN_DENIED, self.ours, layoff)
        extra = offered - {PASS} - numbers_of(layoff.card for layoff in legal)
        for number in extra:
            card = next(card for card in self.ours.hands[self.ours.turn] if number_of(card) == number)
            assert would_follow_on_a_run(card, spread.arrangement.melds, [done.card for done in spread.layoffs])
            self.report.note(Difference.LAID_ON_BOTH, self.ours, card)
        return [action for action in actions if action not in denied]

    def _show(self) -> None:
        """Let the defender there lay the melds of his best arrangement and be done."""
        result = self.ours.result
        assert result is not None
        assert result.defense is not None
        for meld in result.defense.arrangement.melds:
            for part in parts(meld):
                self._do(meld_action(part))
        self._do(PASS)


def _best(state: GameState, knock: Knock, spreads: Sequence[frozenset[Meld]]) -> frozenset[Meld]:
    """Return the first of the spreads that leaves the least."""
    kept = state.hands[state.turn].remove(knock.discard)
    return min(spreads, key=lambda melds: kept.pips - sum(meld.pips for meld in melds))


def may_be_denied(hand: Hand, limit: int) -> bool:
    """Return whether some best arrangement of all cards held leaves too much without its dearest loose card."""
    return any(dropped(arrangement) > limit for arrangement in solver.optimal_arrangements(hand))


def dropped(arrangement: Arrangement) -> int:
    """Return the deadwood without the dearest loose card."""
    return arrangement.deadwood - max((card.pips for card in arrangement.loose), default=0)


def is_third_of_a_chain(layoff: LayOff, shown: Iterable[Meld]) -> bool:
    """Return whether two cards laid off lie between the card and the run as it was shown."""
    original = next(meld for meld in shown if meld.hand <= layoff.meld.hand)
    ranks = [card.rank for card in original.cards]
    distance = max(ranks[0] - layoff.card.rank, layoff.card.rank - ranks[-1])
    return original.kind is MeldKind.RUN and distance >= 3


def would_follow_on_a_run(card: Card, shown: Iterable[Meld], laid: Sequence[Card]) -> bool:
    """Return whether the card would extend a run if a card that was laid elsewhere lay there."""
    return any(
        card in Meld.of([*run.cards, link]).extensions()
        for run in shown
        for link in laid
        if link in run.extensions()
    )


def play_deal(deck: Sequence[Card], policy: Policy, rng: Random, report: Report, hand_size: int = 10) -> None:
    """Play one deal on both sides to its end."""
    rules = presets.OPENSPIEL.replace(hand_size=hand_size)
    lockstep = Lockstep.start(deck, report, rules=rules, hand_size=hand_size)
    while lockstep.ours.phase is not Phase.OVER:
        action = policy(lockstep.ours, lockstep.choices(), rng)
        lockstep.play(action, rng)
        report.decisions += 1
    ending = lockstep.check_end()
    report.deals += 1
    report.endings[ending.value] += 1


def compare(deals: int, seed: object, *, hand_size: int = 10) -> Report:
    """Play so many deals on both sides; an unknown difference raises AssertionError."""
    rng = Random(str(seed))
    report = Report()
    begun = time.perf_counter()
    for number in range(deals):
        deck = shuffled_deck(rng)
        policy = POLICIES[number % len(POLICIES)]
        try:
            play_deal(deck, policy, rng, report, hand_size)
        except AssertionError as error:
            error.add_note(f"in deal {number} of seed {seed!r}: {' '.join(map(str, deck))}")
            raise
    report.seconds = time.perf_counter() - begun
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print what happened, each known difference with an example."""
    parser = argparse.ArgumentParser(prog="python -m peers.openspiel_deal", description=__doc__.split("\n\n")[0])
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hand-size", type=int, default=10)
    chosen = parser.parse_args(arguments)
    report = compare(chosen.deals, chosen.seed, hand_size=chosen.hand_size)
    _print(
        f"{report.deals:,} deals, {report.decisions:,} decisions, {report.seconds:.1f} s, {dict(report.endings)}"
    )
    for difference, count in report.differences.items():
        _print(f"{count:6,} times {difference.value}\n       {report.examples[difference]}")
    return 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
