"""From a choice of cards to melds on the table: where runs lie, which jokers go where, what is left.

Shapes
    *kind*: 0 to 51 a natural card, ``13 * suit + rank - 1``; 52 a joker.
    *raw meld*: ``(suit, position of the lowest card, kinds upward)`` for a run, ``(-1, rank from 0, kinds)`` for a
    set, the jokers last.
    *raw build*: ``(number of the meld, end, kind)``, one card at a time in the order of play. Melds of the table
    are numbered first, then those laid; the end is -1 for a set, 0 for the low and 1 for the high end of a run.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

import attrs

from ginrules.contract.solver._suits import LONGEST, RANK, SHIFT, Row, State

JOKER: Final = 52
_MASK: Final = 3
"""Where in a row the mask of its natural cards stands."""
RawMeld: TypeAlias = tuple[int, int, tuple[int, ...]]
RawBuild: TypeAlias = tuple[int, int, int]
TableMeld: TypeAlias = tuple[int, int, int]
"""A meld on the table: suit, position of its lowest card, length; for a set -1, rank, length."""


@attrs.frozen
class Problem:
    """What is asked: the cards, the places, the table, and what a card left costs."""

    counts: bytes
    """How many are held of each of the 53 kinds."""
    sets: tuple[int, ...]
    """The least lengths of the sets, the greatest first."""
    runs: tuple[int, ...]
    """The least lengths of the runs, the greatest first."""
    naturals: int
    """How many natural cards a meld has at least."""
    top: int
    """The highest position of a run: 13 where an ace may be high, else 12."""
    table: tuple[TableMeld, ...]
    build: bool
    """Whether cards may be built on melds after laying: on those of the table and on one's own."""
    costs: tuple[int, ...]
    """By rank, and last for a joker: what a card left costs; 0 for ranks with a set on the table to build on."""
    prices: tuple[int, ...]
    """The same for a card that is held back on purpose."""


@attrs.frozen
class Layout:
    """An answer, laid out."""

    cost: int
    melds: tuple[RawMeld, ...]
    builds: tuple[RawBuild, ...]
    left: tuple[int, ...]
    """The kinds of the cards left, ascending, each as often as it is left."""


@attrs.define
class _Run:
    """A run in the making: how it lies in the end, and how much of that is laid at first."""

    suit: int
    least: int
    low: int
    high: int
    naturals: int
    laid_low: int
    laid_high: int


@attrs.define
class _Growth:
    """A run on the table in the making."""

    meld: int
    suit: int
    core_low: int
    core_high: int
    low: int
    high: int
    naturals: int


def _grow(run: _Run | _Growth, top: int) -> bool:
    """Take one joker more at an end, the high one first; return whether there was room."""
    if run.high - run.low + 1 >= LONGEST:
        return False
    if run.high < top:
        run.high += 1
    else:
        run.low -= 1
    return True


def lay_out(problem: Problem, states: list[State], ranks: tuple[int, ...], jokers: int) -> Layout | None:
    """Return the answer for the states of the four suits and the rank of each set, or None if it cannot be laid.

    Cards left of the ranks of sets go onto these, jokers wherever there is room.

    Args:
        problem: what is asked.
        states: the states of the suits c d h s.
        ranks: the rank of each set, from 0, in the order of ``problem.sets``.
        jokers: how many jokers are held.

    """
    left = [(state[1] >> SHIFT[rank]) & RANK for state in states for rank in range(13)]
    rows = [list(state[2]) for state in states]
    grown = {growth[0]: growth for state in states for growth in state[3]}
    if not _hand_over(problem, rows, grown, left, ranks):
        return None
    sets, jokers = _sets(problem, left, ranks, jokers)
    growing = [
        _Growth(number, suit, low, low + length - 1, *grown.get(number, (0, low, low + length - 1, 0))[1:])
        for number, (suit, low, length) in enumerate(problem.table)
        if suit >= 0
    ]
    jokers -= sum(
        each.core_low - each.low + each.high - each.core_high - each.naturals.bit_count() for each in growing
    )
    spare = jokers - sum(
        max(row[0], row[2] - row[1] + 1) - row[_MASK].bit_count() for suit in rows for row in suit
    )
    if spare < 0:
        return None
    on_sets = bool(sets) or any(suit < 0 for suit, _, _ in problem.table)
    runs, spare = _runs(problem, rows, spare, sink=not on_sets)
    if runs is None:
        return None
    loose: list[RawBuild] = []
    if sets:
        rank, kinds = sets[0]
        sets[0] = (rank, kinds + [JOKER] * spare)
        spare = 0
    elif on_sets:
        number = next(number for number, (suit, _, _) in enumerate(problem.table) if suit < 0)
        loose = [(number, -1, JOKER)] * spare
        spare = 0
    else:
        spare = _sink(problem, runs, growing, spare)
        if spare:
            spare = _exchange(problem, runs, growing, left, spare)
    return _written(problem, sets, runs, growing, left, loose, spare)


def _hand_over(
    problem: Problem,
    rows: list[list[Row]],
    grown: dict[int, tuple[int, int, int, int]],
    left: list[int],
    ranks: tuple[int, ...],
) -> bool:
    """Give sets that lack natural cards some from runs, and jokers their places; return whether it can be."""
    for rank in sorted(set(ranks)):
        lacking = problem.naturals * ranks.count(rank) - sum(left[rank::13])
        for _ in range(lacking):
            if not _hand_over_one(problem, rows, grown, left, rank):
                return False
    return True


def _hand_over_one(
    problem: Problem,
    rows: list[list[Row]],
    grown: dict[int, tuple[int, int, int, int]],
    left: list[int],
    rank: int,
) -> bool:
    bits = 1 << rank | (1 << LONGEST if rank == 0 else 0)
    for number, (meld, low, high, mask) in grown.items():
        if mask & bits:
            grown[number] = (meld, low, high, mask & ~bits)
            left[13 * problem.table[number][0] + rank] += 1
            return True
    # The run with the most natural cards can best spare one.
    able = [
        (row[_MASK].bit_count(), suit, number)
        for suit, of_suit in enumerate(rows)
        for number, row in enumerate(of_suit)
        if row[_MASK] & bits and _can_spare(problem, row, bits)
    ]
    if not able:
        return False
    _, suit, number = max(able)
    row = rows[suit][number]
    rows[suit][number] = (*row[:_MASK], row[_MASK] & ~bits, *row[_MASK + 1 :])
    left[13 * suit + rank] += 1
    return True


def _can_spare(problem: Problem, row: Row, bits: int) -> bool:
    """Return whether a run has natural cards enough without one; where it is placed, in the part that is laid."""
    mask = row[_MASK] & ~bits
    if len(row) > _MASK + 1:
        laid_low, laid_high = row[_MASK + 1 :]
        mask &= (2 << laid_high) - (1 << laid_low)
    return mask.bit_count() >= problem.naturals


def _sets(
    problem: Problem, left: list[int], ranks: tuple[int, ...], jokers: int
) -> tuple[list[tuple[int, list[int]]], int]:
    """Return the sets as rank and kinds, and the jokers left; takes all cards of their ranks from *left*."""
    sets: list[tuple[int, list[int]]] = [(rank, []) for rank in ranks]
    for rank in sorted(set(ranks)):
        cards = [13 * suit + rank for suit in range(4) for _ in range(left[13 * suit + rank])]
        places = [place for place, each in enumerate(ranks) if each == rank]
        need = [problem.naturals] * len(places)
        for number, place in enumerate(places):  # what is beyond the least goes to the places in turn
            spare = len(cards) - sum(need)
            need[number] += max(0, min(spare, problem.sets[place] - problem.naturals))
        need[0] += max(0, len(cards) - sum(need))
        for place, count in zip(places, need, strict=True):
            sets[place][1].extend(cards[:count])
            del cards[:count]
            wild = max(0, problem.sets[place] - count)
            sets[place][1].extend([JOKER] * wild)
            jokers -= wild
        for suit in range(4):
            left[13 * suit + rank] = 0
    return sets, jokers


def _runs(problem: Problem, rows: list[list[Row]], spare: int, *, sink: bool) -> tuple[list[_Run] | None, int]:
    """Return the runs where they lie, and the jokers still to spare; None where two cannot but adjoin."""
    runs: list[_Run] = []
    crowded: list[tuple[int, list[Row]]] = []
    for suit, of_suit in enumerate(rows):
        if of_suit and len(of_suit[0]) > _MASK + 1:
            runs += [_Run(suit, *row) for row in of_suit]
        elif len(of_suit) == 1:
            alone: list[_Run] = []  # it has room somewhere
            runs += next(_windows(problem, suit, of_suit, 0), alone)
        elif of_suit:
            crowded.append((suit, of_suit))
    if sink and not problem.build and crowded:
        room = sum(LONGEST - (run.high - run.low + 1) for run in runs)
    else:
        room = spare
    for suit, of_suit in crowded:
        # With no building, the jokers that nothing else takes have to lie in these runs from the first.
        wanted = [*range(max(0, spare - room), -1, -1), *range(max(0, spare - room) + 1, spare + 1)]
        for more in wanted:
            placed = next(_windows(problem, suit, of_suit, more), None)
            if placed is not None:
                runs += placed
                spare -= more
                break
        else:
            return None, spare
    return runs, spare


def _windows(problem: Problem, suit: int, rows: list[Row], more: int) -> Iterator[list[_Run]]:
    """Yield the ways to lay the runs of a suit with exactly so many jokers more than they need."""
    if not rows:
        if not more:
            yield []
        return
    (least, first, last, mask), others = rows[0], rows[1:]
    for extra in range(more + 1) if others else (more,):
        length = max(least, last - first + 1) + extra
        if length > LONGEST:
            return
        lows = range(max(0, last - length + 1), min(first, problem.top - length + 1) + 1)
        for rest in _windows(problem, suit, others, more - extra):
            for low in reversed(lows):
                laid = parts(least, low, low + length - 1, mask, problem.naturals, build=problem.build)
                for laid_low, laid_high in laid:
                    if not any(adjoin(laid_low, laid_high, run.laid_low, run.laid_high) for run in rest):
                        run = _Run(suit, least, low, low + length - 1, mask, laid_low, laid_high)
                        yield [run, *rest]


def adjoin(low: int, high: int, other_low: int, other_high: int) -> bool:
    """Return whether two runs are one run; all fourteen positions are none. Rule: SVENSK-08."""
    if high + 1 == other_low:
        return other_high - low < LONGEST
    return other_high + 1 == low and high - other_low < LONGEST


def parts(  # noqa: PLR0913  plain numbers, for speed
    least: int, low: int, high: int, mask: int, naturals: int, *, build: bool
) -> Iterator[tuple[int, int]]:
    """Yield the parts of a run that may be laid at first, the whole before all others."""
    yield low, high
    if not build:
        return
    for length in range(high - low, least - 1, -1):
        for start in range(low, high - length + 2):
            part = (1 << length) - 1 << start
            if (mask & part).bit_count() >= naturals:
                yield start, start + length - 1


def _sink(problem: Problem, runs: list[_Run], growing: list[_Growth], spare: int) -> int:
    """Let the runs take as many jokers as they can; return how many are left."""
    of_suit = [run.suit for run in runs]
    for run in runs:
        alone = of_suit.count(run.suit) == 1
        while spare and (alone or problem.build) and _grow(run, problem.top):
            spare -= 1
            if alone:
                run.laid_low, run.laid_high = run.low, run.high
    for growth in growing:
        while spare and _grow(growth, problem.top):
            spare -= 1
    return spare


def _exchange(problem: Problem, runs: list[_Run], growing: list[_Growth], left: list[int], spare: int) -> int:
    """Put jokers that have no room in the places of natural cards that cost less; return how many are left."""
    able: list[tuple[int, int, int]] = []
    every: list[_Run | _Growth] = [*runs, *growing]
    for number, run in enumerate(every):
        for position in range(problem.top + 1):
            cost = problem.costs[position % 13]
            if run.naturals >> position & 1 and cost < problem.costs[13]:
                able.append((cost, number, position))
    for _, number, position in sorted(able):
        if not spare:
            break
        run = every[number]
        if isinstance(run, _Run):
            laid = (1 << run.laid_high + 1) - (1 << run.laid_low)
            if (run.naturals & laid & ~(1 << position)).bit_count() < problem.naturals:
                continue
        run.naturals &= ~(1 << position)
        left[13 * run.suit + position % 13] += 1
        spare -= 1
    return spare


def _written(  # noqa: PLR0913, PLR0917  all that was decided
    problem: Problem,
    sets: list[tuple[int, list[int]]],
    runs: list[_Run],
    growing: list[_Growth],
    left: list[int],
    loose: list[RawBuild],
    spare: int,
) -> Layout:
    """Return the answer in its shape."""
    melds: list[RawMeld] = [(-1, rank, tuple(kinds)) for rank, kinds in sets]
    builds: list[RawBuild] = []
    for growth in growing:
        builds += _ends(growth.meld, growth, growth.core_low, growth.core_high)
    for number, (suit, rank, _) in enumerate(problem.table):
        if suit < 0:
            for kind in range(rank, 52, 13):
                builds += [(number, -1, kind)] * left[kind]
                left[kind] = 0
    builds += loose
    for run in sorted(runs, key=lambda run: (run.suit, run.laid_low, run.laid_high, run.naturals)):
        builds += _ends(len(problem.table) + len(melds), run, run.laid_low, run.laid_high)
        kinds = tuple(_kind(run, position) for position in range(run.laid_low, run.laid_high + 1))
        melds.append((run.suit, run.laid_low, kinds))
    remaining = [kind for kind, count in enumerate(left) for _ in range(count)] + [JOKER] * spare
    cost = sum(problem.costs[13 if kind == JOKER else kind % 13] for kind in remaining)
    return Layout(cost, tuple(melds), tuple(builds), tuple(remaining))


def _ends(number: int, run: "_Run | _Growth", low: int, high: int) -> Iterator[RawBuild]:
    """Yield what a run gets beyond the positions it has, outward from there."""
    for position in range(low - 1, run.low - 1, -1):
        yield number, 0, _kind(run, position)
    for position in range(high + 1, run.high + 1):
        yield number, 1, _kind(run, position)


def _kind(run: "_Run | _Growth", position: int) -> int:
    return 13 * run.suit + position % 13 if run.naturals >> position & 1 else JOKER
