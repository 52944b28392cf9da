"""The states of a suit with each run in its place, so that none adjoin: for the few hands where that decides.

:mod:`._suits` leaves open where exactly a run lies. Here every place for it is tried, and a state remembers where
the runs laid begin and end, as far as runs still to come could adjoin them. That makes many states; but this
search only runs when the other one has found what the answer costs at least, and goes on only with states from
which so few jokers can suffice.

Shapes, beside those of :mod:`._suits`
    *placed row*: ``(least, low, high, naturals, laid low, laid high)``: the positions of a run in the end, and of
    the part of it that is laid at first; the rest is built on.
    *borders*: where runs laid end and begin, as four masks of :data:`_SPAN` bits, lowest first: ends of those that
    do not begin with a low ace, ends of those that do, beginnings of those that do not end with a high ace,
    beginnings of those that do. Two runs that together are all fourteen positions do not adjoin. Rule: SVENSK-08.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Final, TypeAlias

import attrs

from ginrules.contract.solver._ahead import Ahead
from ginrules.contract.solver._layout import parts
from ginrules.contract.solver._suits import (
    ANYWHERE,
    FROM,
    HIGH_ACE,
    KEY,
    LONGEST,
    NEVER,
    RANK,
    SHIFT,
    Row,
    State,
    Suit,
    codes,
    grown,
    settled_ranks,
    steps_of,
)

_SPAN: Final = HIGH_ACE + 1
_Partial: TypeAlias = tuple[int, int, int, tuple[Row, ...], int]
"""As in :mod:`._suits`, and the borders."""
_Table: TypeAlias = dict[int, _Partial]
_Place: TypeAlias = tuple[int, Row, int, int]
"""The jokers a run needs in a place, its placed row, the borders it bars, and its own."""


@attrs.frozen(kw_only=True)
class Limits:
    """What narrows the search in a suit."""

    build: bool
    """Whether a part of a run may be laid and the rest built on."""
    extra: int
    """How many jokers more than it needs a run may have."""
    spare_joker_is_free: bool
    """Whether jokers left can always be laid."""
    most: list[int]
    """By code: the most jokers; below 0 where there can be no such state."""
    below: list[int]
    """By code: what the cards left have to cost less than, those included that a set takes."""


def placed_states(suit: Suit, limits: Limits, ahead: Ahead) -> list[list[State]]:
    """Return the states of a suit by code, with placed rows; *ahead* is of the same runs and of jokers enough."""
    return _Placing(suit, limits, ahead).states()


class _Placing:
    """One search for the states of a suit; what it has found out once stands in its slots."""

    __slots__ = (
        "ahead", "budget", "code_of", "known_open", "known_places", "limits", "listed", "suit", "targets",
    )  # fmt: skip

    def __init__(self, suit: Suit, limits: Limits, ahead: Ahead) -> None:
        self.suit = suit
        self.limits = limits
        self.ahead = ahead
        self.listed, self.code_of = codes(suit.classes)
        self.targets = [
            [
                (lacking, limits.most[target], limits.below[target])
                for target, counts in enumerate(self.listed)
                if limits.most[target] >= 0
                and min(lacking := tuple(a - b for a, b in zip(counts, having, strict=True)), default=0) >= 0
            ]
            for having in self.listed
        ]
        self.budget = max(limits.most)
        self.known_open: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}
        self.known_places: dict[Row, list[_Place]] = {}

    def states(self) -> list[list[State]]:
        """Return the states by code."""
        suit = self.suit
        tables: list[_Table] = [{} for _ in self.listed]
        if self.budget >= 0:
            tables[0][0] = (0, 0, suit.held, (), 0)
        settled = settled_ranks(suit, max(0, self.budget), 0)
        matters = -1
        for number in range(len(suit.classes) - 1, -1, -1):
            steps = steps_of(number, suit, self.listed, self.code_of)
            for first in range(suit.top + 1):
                if not suit.held >> SHIFT[first] & RANK:
                    continue
                for code, following in steps:
                    self._place(tables[code], tables[following], following, (number, first), matters)
                if number == 0:
                    price = 0
                    if settled >> SHIFT[first] & RANK:
                        price = 0 if suit.costs is None else suit.costs[first]
                        if not suit.wanted >> SHIFT[first] & RANK:
                            matters &= ~(RANK << SHIFT[first])
                    tables = [self._merged(table, first, price, matters) for table in tables]
        states: list[list[State]] = []
        for code, table in enumerate(tables):
            most = self.limits.most[code]
            partial = [state[:4] for state in table.values() if state[0] <= most]
            states.append(grown(suit, partial, most, settled & ~suit.wanted))
        return states

    def _place(self, table: _Table, following: _Table, code: int, begin: tuple[int, int], matters: int) -> None:
        """Place one run more, of the class and with the first natural card that *begin* says; *code* follows."""
        number, first = begin
        shift = SHIFT[first]
        for jokers, cost, rest, rows, borders in table.values():
            if not rest >> shift & RANK:
                continue
            for _, taken, row in self.ahead.takings.of(number, first, rest):
                left = rest - taken
                room = self._room(code, number, first, left, cost)
                if room < jokers:
                    continue
                rest_key = (left & matters) << 4 * _SPAN + KEY
                for more, placed, bars, own in self._places(row):
                    total = jokers + more
                    if total > room:
                        break  # the places after it need no fewer jokers
                    if borders & bars:
                        continue
                    having = borders | own
                    key = rest_key | having << KEY | total
                    other = following.get(key)
                    if other is None or cost < other[1]:
                        following[key] = (total, cost, left, (*rows, placed), having)

    def _merged(self, table: _Table, first: int, price: int, matters: int) -> _Table:
        """Return the table once the runs that begin at a position are placed, with what still matters."""
        merged: _Table = {}
        cheapest: dict[int, int] = {}
        free = self.limits.spare_joker_is_free
        near = _near(first + 1, self.suit.classes[0][0] + self.limits.extra, self.suit.top)
        shift = SHIFT[first]
        for jokers, cost, rest, rows, borders in sorted(table.values(), key=itemgetter(0)):
            total, having = cost + (rest >> shift & RANK) * price, borders & near
            key = ((rest & matters) << 4 * _SPAN | having) << KEY | (0 if free else jokers)
            if total < cheapest.get(key, NEVER):
                cheapest[key] = total
                merged[key << KEY | jokers] = (jokers, total, rest, rows, having)
        return merged

    def _room(self, code: int, number: int, first: int, rest: int, cost: int) -> int:
        """Return how many jokers a state that costs so much may have by then; below 0 where none leads further."""
        room = -1
        for most, below in self._open(code, number, first, rest):
            if most > room and cost < below:
                room = most
        return room

    def _open(self, code: int, number: int, first: int, rest: int) -> list[tuple[int, int]]:
        """Return for each target within reach how many jokers a state may have by then, and its cost's bound."""
        asked = (code, number, first, rest if number else rest & FROM[first])
        found = self.known_open.get(asked)
        if found is None:
            found = self.known_open[asked] = []
            for lacking, most, below in self.targets[code]:
                room = most - self.ahead.least(number, first, rest, lacking)
                if room >= 0:
                    found.append((room, below))
        return found

    def _places(self, row: Row) -> list[_Place]:
        """Return the places of a run with such natural cards, those that need the fewest jokers first."""
        found = self.known_places.get(row)
        if found is None:
            found = self.known_places[row] = list(self._every_place(row))
        return found

    def _every_place(self, row: Row) -> Iterator[_Place]:
        suit, limits = self.suit, self.limits
        least, first, last, mask = row
        many = mask.bit_count()
        shortest = max(least, last - first + 1)
        seen: set[tuple[int, int]] = set()
        for length in range(shortest, min(LONGEST, shortest + limits.extra, many + self.budget) + 1):
            for low in range(max(0, last - length + 1), min(first, suit.top - length + 1) + 1):
                for laid in parts(least, low, low + length - 1, mask, suit.naturals, build=limits.build):
                    if laid not in seen:
                        seen.add(laid)
                        placed = (least, low, low + length - 1, mask, *laid)
                        yield length - many, placed, barred_by(*laid), borders_of(*laid)


def borders_of(low: int, high: int) -> int:
    """Return the borders of a run."""
    end = 1 << high if low else 1 << high + _SPAN
    begin = 1 << low + 2 * _SPAN if high < HIGH_ACE else 1 << low + 3 * _SPAN
    return end | begin


def barred_by(low: int, high: int) -> int:
    """Return the borders of runs that a run would adjoin."""
    ends = 1 << low >> 1
    begins = 1 << high + 1 if high < HIGH_ACE else 0
    return (
        ends
        | (ends << _SPAN if high < HIGH_ACE else 0)
        | begins << 2 * _SPAN
        | (begins << 3 * _SPAN if low else 0)
    )


def _near(first: int, reach: int, top: int) -> int:
    """Return the mask of the borders that a run can adjoin that has its first natural card there or above."""
    if first > top:
        return 0
    ends = ANYWHERE & -1 << max(0, first - reach)
    begins = ANYWHERE & -1 << first
    return ends | ends << _SPAN | begins << 2 * _SPAN | begins << 3 * _SPAN
