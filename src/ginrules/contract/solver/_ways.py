"""All ways to lay a contract, one after the other: nothing is kept but the way at hand. Ints and tuples only."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import attrs

from ginrules.contract.solver._fewest import enough_jokers
from ginrules.contract.solver._layout import JOKER, Problem, RawMeld, adjoin
from ginrules.contract.solver._suits import LONGEST

_ROOM: Final = 2


def ways(problem: Problem, *, every: bool) -> Iterator[tuple[RawMeld, ...]]:
    """Yield the ways to lay the contract, each once.

    Melds are put down one by one, in their order: the sets before the runs; the shorter before the longer; then
    by rank or suit; then by the lowest position; then by kinds. So every collection of melds comes in one order
    only. Lengths in that order fill the places if each is at least as long as the place that is as far up.
    """
    leasts = [(False, least) for least in sorted(problem.sets)] + [(True, least) for least in sorted(problem.runs)]
    yield from _go_on(problem, leasts, bytearray(problem.counts), (), every=every)


def _go_on(
    problem: Problem,
    leasts: list[tuple[bool, int]],
    counts: bytearray,
    laid: tuple[RawMeld, ...],
    *,
    every: bool,
) -> Iterator[tuple[RawMeld, ...]]:
    """Yield the ways that begin with these melds; *counts* are the cards left, and are as before afterwards."""
    at = len(laid)
    if at == len(leasts):
        if every or _matters(problem, leasts, counts, laid):
            yield laid
        return
    if at + 1 < len(leasts) and not _can_go_on(problem, leasts[at:], counts):
        return
    is_run, least = leasts[at]
    before = laid[-1] if laid and leasts[at - 1][0] is is_run else None
    if before is not None:
        least = max(least, len(before[2]))
    found = (
        _runs(problem, counts, least, _longest(problem, every=every))
        if is_run
        else _sets(problem, counts, least, sum(counts) if every or not problem.build else leasts[at][1])
    )
    for meld in found:
        if before is not None and _order(meld) < _order(before):
            continue
        if is_run and any(_one_run(meld, other) for other in laid):
            continue
        for kind in meld[2]:
            counts[kind] -= 1
        yield from _go_on(problem, leasts, counts, (*laid, meld), every=every)
        for kind in meld[2]:
            counts[kind] += 1


def _order(meld: RawMeld) -> tuple[object, ...]:
    return (len(meld[2]), *meld)


def _can_go_on(problem: Problem, leasts: list[tuple[bool, int]], counts: bytearray) -> bool:
    """Return whether the places left can be filled from the cards left, if not always in this order."""
    rest = attrs.evolve(
        problem,
        counts=bytes(counts),
        sets=tuple(least for is_run, least in reversed(leasts) if not is_run),
        runs=tuple(least for is_run, least in reversed(leasts) if is_run),
        build=False,
    )
    return enough_jokers(rest, counts[JOKER])


def _longest(problem: Problem, *, every: bool) -> int:
    """Return the length beyond which a run does not matter.

    A run shorter by so many cards as there are others, at one end or the other, is in nobody's way, and where a
    meld needs one natural card only, it is found at one end or the other of a run that is long enough.
    """
    if every or not problem.build or problem.naturals > 1:
        return LONGEST
    others = len(problem.runs) - 1
    return min(LONGEST, max(problem.runs) + (_ROOM * len(problem.runs) if others else 0))


def _sets(problem: Problem, counts: bytearray, least: int, most: int) -> Iterator[RawMeld]:
    """Yield the sets that could be laid from these cards, in their order."""
    held = [[kind for kind in range(rank, 52, 13) for _ in range(counts[kind])] for rank in range(13)]
    for length in range(least, min(most, max(map(len, held)) + counts[JOKER]) + 1):
        for rank in range(13):
            naturals = range(max(problem.naturals, length - counts[JOKER]), min(length, len(held[rank])) + 1)
            lots = {kinds for number in naturals for kinds in combinations(held[rank], number)}
            for kinds in sorted((*kinds, *[JOKER] * (length - len(kinds))) for kinds in lots):
                yield -1, rank, kinds


def _runs(problem: Problem, counts: bytearray, least: int, most: int) -> Iterator[RawMeld]:
    """Yield the runs that could be laid from these cards, in their order."""
    for length in range(least, most + 1):
        for suit in range(4):
            for low in range(problem.top - length + 2):
                kinds = [13 * suit + position % 13 for position in range(low, low + length)]
                held = [place for place, kind in enumerate(kinds) if counts[kind]]
                lacking = length - len(held)
                rows: list[tuple[int, ...]] = []
                for wild in range(min(counts[JOKER] - lacking, len(held) - problem.naturals) + 1):
                    for given in combinations(held, wild):
                        used = set(held).difference(given)
                        rows.append(tuple(kind if place in used else JOKER for place, kind in enumerate(kinds)))
                for row in sorted(rows):
                    yield suit, low, row


def _one_run(meld: RawMeld, other: RawMeld) -> bool:
    """Return whether two melds are runs that adjoin."""
    suit, low, kinds = meld
    of_suit, of_low, of_kinds = other
    return suit == of_suit >= 0 and adjoin(low, low + len(kinds) - 1, of_low, of_low + len(of_kinds) - 1)


def _matters(
    problem: Problem, leasts: list[tuple[bool, int]], counts: bytearray, laid: tuple[RawMeld, ...]
) -> bool:
    """Return whether no joker lies where a card left could, and, with building, no meld is too long."""
    for suit, low, kinds in laid:
        for place, kind in enumerate(kinds):
            if kind == JOKER:
                if suit >= 0 and counts[13 * suit + (low + place) % 13]:
                    return False
                if suit < 0 and any(counts[low:52:13]):
                    return False
    return not problem.build or not any(
        _fills(leasts, (*laid[:number], part, *laid[number + 1 :]))
        for number, meld in enumerate(laid)
        if meld[0] >= 0
        for part in _parts(problem, meld)
    )


def _parts(problem: Problem, meld: RawMeld) -> Iterator[RawMeld]:
    """Yield the shorter runs within a run that have enough natural cards."""
    suit, low, kinds = meld
    shortest = min(problem.runs)
    for begin in range(len(kinds) - shortest + 1):
        for end in range(begin + shortest, len(kinds) + 1):
            part = kinds[begin:end]
            if len(part) < len(kinds) and len(part) - part.count(JOKER) >= problem.naturals:
                yield suit, low + begin, part


def _fills(leasts: list[tuple[bool, int]], laid: tuple[RawMeld, ...]) -> bool:
    """Return whether the runs among these melds are as long as asked for and none adjoin."""
    runs = [meld for meld in laid if meld[0] >= 0]
    lengths = sorted(len(meld[2]) for meld in runs)
    wanted = [least for is_run, least in leasts if is_run]
    if any(length < least for length, least in zip(lengths, wanted, strict=True)):
        return False
    return not any(_one_run(meld, other) for number, meld in enumerate(runs) for other in runs[number + 1 :])
