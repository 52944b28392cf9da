"""Ask the library and the oracle the same questions and report where their answers differ.

This is the comparer, not the oracle, so it imports both. The tests compare some thousands of hands; the command
compares as many as one likes::

    PYTHONPATH=tests python -m oracles.compare --hands 50000 --seed 1

Hands are *uniform* (from the whole deck) or *banded* (from five neighbouring ranks), of 1 to 13 cards; *layoffs*
are defenders' hands of ten cards against a spread. Kernels are asked directly; the façade, which alone knows
layoffs, runs on the kernel that is installed.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from types import ModuleType

import attrs
from kernels import KERNELS, code, table

from ginrules import Aces, Hand, Meld, solver
from oracles import solver as oracle

KINDS = ("uniform", "banded", "layoffs")
HAND_SIZES = range(1, 14)
MAX_STEPS = 2_000
SHOWN = 10  # differences that the command spells out


@attrs.frozen(kw_only=True)
class Question:
    """A hand in the words of the oracle, the rules, and perhaps a spread to lay off on."""

    cards: tuple[str, ...]
    spread: tuple[frozenset[str], ...] = ()
    aces: Aces = Aces.LOW
    ace_pips: int = 1

    @property
    def hand(self) -> Hand:
        """The cards in the words of the library."""
        return Hand.parse(" ".join(self.cards))

    def __str__(self) -> str:
        """Return what was asked, in one line."""
        spread = f" against {' | '.join(' '.join(sorted(meld)) for meld in self.spread)}" if self.spread else ""
        return f"{' '.join(self.cards)}{spread} (aces {self.aces.value}, a loose ace {self.ace_pips})"


@attrs.frozen(kw_only=True)
class Answer:
    """What a solver says of a hand; melds are masks, and an arrangement is its melds in ascending order."""

    melds: tuple[int, ...]
    deadwood: int
    optimal: frozenset[tuple[int, ...]]
    best: tuple[int, ...]
    after_discard: tuple[int, ...]
    """In the order of the cards' indices."""


Asked = Callable[[Question], object]


def ask_oracle(question: Question) -> Answer:
    """Let the oracle answer."""
    cards, aces, ace_pips = question.cards, question.aces.value, question.ace_pips
    left = oracle.after_discard(cards, aces, ace_pips)
    return Answer(
        melds=_masks(oracle.all_melds(cards, aces)),
        deadwood=oracle.least_deadwood(cards, aces, ace_pips),
        optimal=frozenset(map(_masks, oracle.optimal_arrangements(cards, aces, ace_pips))),
        best=_masks(oracle.best_arrangement(cards, aces, ace_pips)),
        after_discard=tuple(left[card] for card in oracle.DECK if card in left),
    )


def ask_kernel(kernel: ModuleType, question: Question) -> Answer:
    """Let a kernel answer; the cards that a meld invites, which it has to be told, come from the oracle."""
    hand, aces = question.hand.mask, question.aces
    rules = table(kernel, aces, question.ace_pips)
    melds = kernel.melds(hand, code(kernel, aces))
    least = kernel.deadwood(hand, rules)
    invites = {
        oracle.mask_of(meld): _mask(oracle.unseen_layoffs(question.cards, frozenset([meld]), aces.value))
        for meld in oracle.all_melds(question.cards, aces.value)
    }
    after_discard = tuple(kernel.after_discard(hand, rules))
    assert kernel.least_after_discard(hand, rules) == min(after_discard, default=0)
    return Answer(
        melds=tuple(melds),
        deadwood=least,
        optimal=_distinct(tuple(sorted(chosen)) for chosen in kernel.arrangements(hand, least, rules)),
        best=kernel.best(hand, rules, invites, MAX_STEPS),
        after_discard=after_discard,
    )


def ask_facade(question: Question) -> Answer:
    """Let the typed calls answer."""
    hand, aces, ace_pips = question.hand, question.aces, question.ace_pips
    optimal = solver.optimal_arrangements(hand, aces=aces, ace_pips=ace_pips)
    best = solver.best_arrangement(hand, aces=aces, ace_pips=ace_pips)
    assert optimal[0] == best
    left = solver.after_discard(hand, aces=aces, ace_pips=ace_pips)
    assert tuple(left) == hand.cards
    return Answer(
        melds=tuple(meld.mask for meld in solver.melds(hand, aces=aces)),
        deadwood=solver.deadwood(hand, aces=aces, ace_pips=ace_pips),
        optimal=_distinct(tuple(meld.mask for meld in arrangement.melds) for arrangement in optimal),
        best=tuple(meld.mask for meld in best.melds),
        after_discard=tuple(left.values()),
    )


def ask_oracle_for_layoffs(question: Question) -> int:
    """Let the oracle say what the defender is left with."""
    return oracle.least_after_layoffs(question.cards, question.spread, question.aces.value, question.ace_pips)


def ask_facade_for_layoffs(question: Question) -> int:
    """Let the library say what the defender is left with."""
    spread = [Meld.parse(" ".join(meld)) for meld in question.spread]
    plan = solver.best_layoffs(question.hand, spread, aces=question.aces, ace_pips=question.ace_pips)
    return plan.deadwood


def _mask(cards: Iterable[str]) -> int:
    return oracle.mask_of(frozenset(cards))


def _masks(melds: Iterable[oracle.Meld]) -> tuple[int, ...]:
    return tuple(sorted(map(oracle.mask_of, melds)))


def _distinct(arrangements: Iterable[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    """Collect arrangements, each of which must come once."""
    listed = list(arrangements)
    distinct = frozenset(listed)
    assert len(listed) == len(distinct), "an arrangement comes twice"
    return distinct


def solvers(kind: str) -> dict[str, Asked]:
    """Return the library's solvers that can be asked about questions of a kind, by their names."""
    facade = f"façade, {solver.KERNEL}"
    if kind == "layoffs":
        return {facade: ask_facade_for_layoffs}
    kernels: dict[str, Asked] = {
        f"kernel, {name}": partial(ask_kernel, kernel) for name, kernel in KERNELS.items()
    }
    return {**kernels, facade: ask_facade}


def questions(
    kind: str, count: int, rng: Random, *, aces: Aces = Aces.LOW, ace_pips: int = 1
) -> Iterator[Question]:
    """Yield so many questions of a kind; sizes of hands take turns."""
    wrap = aces is not Aces.LOW
    for number in range(count):
        size = HAND_SIZES[number % len(HAND_SIZES)]
        spread: Sequence[frozenset[str]] = ()
        if kind == "layoffs":
            spread, cards = oracle.knock_pair(rng, aces=aces.value)
        elif kind == "banded":
            cards = oracle.banded_hand(rng, size, wrap=wrap)
        else:
            cards = oracle.uniform_hand(rng, size)
        yield Question(cards=tuple(cards), spread=tuple(spread), aces=aces, ace_pips=ace_pips)


@attrs.define
class Tally:
    """How one solver did."""

    name: str
    hands: int = 0
    seconds: float = 0.0
    differences: list[str] = attrs.Factory(list)


def compare(kind: str, asked: Iterable[Question]) -> list[Tally]:
    """Ask the oracle and every solver; the first tally is the oracle's own."""
    oracle_asked: Asked = ask_oracle_for_layoffs if kind == "layoffs" else ask_oracle
    of_oracle = Tally("oracle")
    of_solvers = [(ask, Tally(name)) for name, ask in solvers(kind).items()]
    for question in asked:
        right = _timed(oracle_asked, question, of_oracle)
        for ask, tally in of_solvers:
            answer = _timed(ask, question, tally)
            if answer != right:
                tally.differences.append(f"{tally.name} on {question}: {answer}, but the oracle {right}")
    return [of_oracle, *(tally for _, tally in of_solvers)]


def _timed(ask: Asked, question: Question, tally: Tally) -> object:
    begun = time.perf_counter()
    answer = ask(question)
    tally.seconds += time.perf_counter() - begun
    tally.hands += 1
    return answer


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print a table; return 1 if there was any difference."""
    parser = argparse.ArgumentParser(prog="python -m oracles.compare", description=__doc__.split("\n\n")[0])
    parser.add_argument("--hands", type=int, default=3_000, help="hands of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--aces", choices=[aces.value for aces in Aces], action="append", help="default: low; may be repeated"
    )
    parser.add_argument("--ace-pips", type=int, default=1)
    chosen = parser.parse_args(arguments)
    found: list[str] = []
    _print(f"{'aces':18}{'kind':10}{'asked':20}{'hands':>8}{'differences':>13}{'seconds':>9}")
    for aces in map(Aces, chosen.aces or ["low"]):
        for kind in KINDS:
            rng = Random(f"{chosen.seed} {aces.value} {kind}")
            asked = questions(kind, chosen.hands, rng, aces=aces, ace_pips=chosen.ace_pips)
            of_oracle, *of_solvers = compare(kind, asked)
            for tally in of_solvers:
                found += tally.differences
                _print(
                    f"{aces.value:18}{kind:10}{tally.name:20}{tally.hands:8,}"
                    f"{len(tally.differences):13,}{tally.seconds:9.1f}"
                )
            _print(
                f"{aces.value:18}{kind:10}{of_oracle.name:20}{of_oracle.hands:8,}{'':13}{of_oracle.seconds:9.1f}"
            )
    for difference in found[:SHOWN]:
        _print(difference)
    return 1 if found else 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
