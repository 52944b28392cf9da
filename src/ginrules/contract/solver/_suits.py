"""One suit at a time: every way to place runs on its cards that can matter. Ints and tuples only.

Shapes
    *held*: the cards of a suit, or of all suits summed by rank, packed: eight bits a rank, the ace lowest.
    *position*: 0 for a low ace, 1 to 12 for two to king, 13 for a high ace. *top* is the highest one in play:
    12 where aces are low, else 13.
    *row*: a run to be laid, as ``(least, first, last, naturals)``: the positions of its outermost natural cards
    and the mask of all of them. Where exactly it lies, with its jokers, is decided when it is laid out.
    *growth*: what a run on the table gets, as ``(number of the meld, low, high, naturals)``: its positions
    afterwards and the mask of the natural cards added.
    *state*: ``(jokers, rest, rows, growths)``: the jokers needed, the cards left (packed), the rows, the growths.
    *code*: how many runs of each length are placed, as one number; see :func:`codes`.

Runs of the shorter lengths are placed before those of the longer, and runs of one length by their first natural
card. Each takes, of the cards that those before it left, all from its first to its last, and jokers for the gaps.
That is enough where one natural card makes a run: of two runs that cover the same single card one takes it, and
what they take together can always be dealt out so that each in its turn skips nothing. Where a run needs more
natural cards, it may have to leave some to the next, so there it may skip any.

Once all runs that begin at a position are placed, the cards left there can only go to sets or be left for good.
Where no set wants them and no run on the table reaches them, they are *settled*: only what they cost counts, and
of states that differ in nothing else the cheapest is kept. That is what makes the lists short.
"""

from operator import itemgetter
from typing import Final, TypeAlias

import attrs

NEVER: Final = 1 << 40
"""A cost beyond every cost."""
BITS: Final = 8
RANK: Final = (1 << BITS) - 1
LONGEST: Final = 13
SUITS: Final = 4
HIGH_ACE: Final = 13
SHIFT: Final = (*range(0, 13 * BITS, BITS), 0)
"""By position: where its rank begins in a packed number."""
ONE: Final = tuple(1 << shift for shift in SHIFT)
FROM: Final = (*(-1 << shift | RANK for shift in SHIFT[:13]), RANK)
"""By position: the packed mask of the cards that can lie there or above."""
_HIGH_BITS: Final = sum(1 << shift + BITS - 1 for shift in SHIFT[:13])
_LOW_BITS: Final = sum((RANK >> 1) << shift for shift in SHIFT[:13])
KEY: Final = 8
"""How many bits the number of jokers takes in a key."""
ANYWHERE: Final = (1 << HIGH_ACE + 1) - 1
"""The mask of all positions."""

Row: TypeAlias = tuple[int, ...]
Growth: TypeAlias = tuple[int, int, int, int]
State: TypeAlias = tuple[int, int, tuple[Row, ...], tuple[Growth, ...]]
Classes: TypeAlias = tuple[tuple[int, int], ...]
Partial: TypeAlias = tuple[int, int, int, tuple[Row, ...]]
"""A state on the way: the jokers, what the settled cards cost, the cards left, the rows."""
_Table: TypeAlias = dict[int, Partial]
_Grown: TypeAlias = tuple[int, int, int, tuple[Row, ...], tuple[Growth, ...]]
Counts: TypeAlias = tuple[int, ...]
"""How many runs of each class."""
Taking: TypeAlias = tuple[int, int, Row]
"""What a run may take: the jokers it needs, the cards taken (packed), its row."""
Core: TypeAlias = tuple[int, int, int]
"""A run on the table: its number and the positions of its ends."""


@attrs.frozen(kw_only=True)
class Suit:
    """What is asked of a suit."""

    held: int
    """Its cards, packed."""
    classes: Classes
    least_runs: int
    """How many of the runs are in it at least, since the other suits have too few cards for them."""
    cores: list[Core]
    naturals: int
    """How many natural cards a run has at least."""
    top: int
    costs: tuple[int, ...] | None
    """What a card left costs, by rank; None where only the number of jokers counts."""
    wanted: int
    """The packed mask of the ranks that a set may take."""


def pack(counts: bytes) -> int:
    """Return the 13 counts of a suit, packed."""
    packed = 0
    for rank, count in enumerate(counts):
        packed |= count << SHIFT[rank]
    return packed


def classes_of(leasts: list[int]) -> Classes:
    """Return each length asked for with the number of runs that it is asked of."""
    return tuple((least, leasts.count(least)) for least in sorted(set(leasts), reverse=True))


def codes(classes: Classes) -> tuple[list[Counts], dict[Counts, int]]:
    """Return the numbers of runs of each class by code, the smaller first, and the codes by them."""
    listed: list[Counts] = [()]
    for _, many in classes:
        listed = [(*counts, count) for counts in listed for count in range(many + 1)]
    return listed, {counts: code for code, counts in enumerate(listed)}


def splits_of(listed: list[Counts], code_of: dict[Counts, int]) -> list[list[tuple[int, int]]]:
    """Return for each code, in order, every code of a part of its runs, with the code of the others."""
    return [
        [
            (part, code_of[tuple(a - b for a, b in zip(whole, taken, strict=True))])
            for part, taken in enumerate(listed)
            if all(a >= b for a, b in zip(whole, taken, strict=True))
        ]
        for whole in listed
    ]


def steps_of(number: int, suit: Suit, listed: list[Counts], code_of: dict[Counts, int]) -> list[tuple[int, int]]:
    """Return the codes before and after one run more of a class, when no longer ones are placed yet."""
    classes = suit.classes
    due = suit.least_runs - sum(many for _, many in classes[: number + 1])
    return [
        (
            code_of[(*counts[:number], many, *counts[number + 1 :])],
            code_of[(*counts[:number], many + 1, *counts[number + 1 :])],
        )
        for many in range(classes[number][1])
        for counts in listed
        if not any(counts[: number + 1]) and sum(counts[number + 1 :]) >= due
    ]


class Takings:
    """What runs of some lengths may take, of any cards: many states leave the same, so each is found once."""

    __slots__ = ("budget", "classes", "known", "naturals", "skips", "top")

    def __init__(self, classes: Classes, budget: int, naturals: int, top: int, skips: int = 0) -> None:
        """Take what does not depend on the cards.

        Args:
            classes: the runs.
            budget: the most jokers.
            naturals: the least number of natural cards of a run.
            top: the highest position.
            skips: the mask of the positions where a run may leave a natural card and have a joker.

        """
        self.classes = classes
        self.budget = budget
        self.naturals = naturals
        self.top = top
        self.skips = ANYWHERE if naturals > 1 else skips
        self.known: dict[tuple[int, int, int], list[Taking]] = {}

    def of(self, number: int, first: int, held: int) -> list[Taking]:
        """Return what a run of a class may take that has its first natural card there."""
        # How many cards of a rank there are makes no difference: its highest bit tells whether there are any.
        able = ((held & _LOW_BITS) + _LOW_BITS | held) & _HIGH_BITS & FROM[first]
        asked = (number, first, able)
        found = self.known.get(asked)
        if found is None:
            found = self.known[asked] = self._find(number, first, held)
        return found

    def _find(self, number: int, first: int, held: int) -> list[Taking]:
        least = self.classes[number][0]
        found: list[Taking] = []
        end = min(self.top, first + LONGEST - 1)
        begun = [(first, ONE[first], 1 << first, 1)]
        while begun:
            last, taken, mask, many = begun.pop()
            jokers = max(least, last - first + 1) - many
            if many >= self.naturals and jokers <= self.budget:
                found.append((jokers, taken, (least, first, last, mask)))
            for after in range(last + 1, min(end, first + many + self.budget) + 1):
                if held >> SHIFT[after] & RANK:
                    begun.append((after, taken + ONE[after], mask | 1 << after, many + 1))
                    if not self.skips >> after & 1:
                        break
        return found


def growths(held: int, core: Core, budget: int, top: int) -> list[tuple[int, int, Growth | None]]:
    """Return how a run on the table may grow: the jokers, the cards left, and the growth, None for no growth."""
    number, low, high = core
    found: list[tuple[int, int, Growth | None]] = []
    lows = [(0, held, low, 0)]
    rest, mask, jokers = held, 0, 0
    for position in range(low - 1, max(-1, high - LONGEST), -1):
        if rest >> SHIFT[position] & RANK:
            rest -= ONE[position]
            mask |= 1 << position
            lows.append((jokers, rest, position, mask))
        else:
            jokers += 1
            if jokers > budget:
                break
    for jokers_below, rest_below, bottom, mask_below in lows:
        found.append((jokers_below, rest_below, (number, bottom, high, mask_below) if mask_below else None))
        rest, mask, jokers = rest_below, mask_below, jokers_below
        for position in range(high + 1, min(top, bottom + LONGEST - 1) + 1):
            if rest >> SHIFT[position] & RANK:
                rest -= ONE[position]
                mask |= 1 << position
                found.append((jokers, rest, (number, bottom, position, mask)))
            else:
                jokers += 1
                if jokers > budget:
                    break
    return found


def settled_ranks(suit: Suit, budget: int, wanted: int) -> int:
    """Return the packed mask of the ranks whose cards left are left for good, unless they are wanted."""
    settled = ~(wanted | RANK)  # an ace left low may yet be taken high
    for core in suit.cores:
        for _, _, growth in growths(suit.held, core, budget, suit.top):
            if growth is not None:
                for position in range(suit.top + 1):
                    if growth[3] >> position & 1:
                        settled &= ~(RANK << SHIFT[position])
    return settled


def suit_states(suit: Suit, budget: int, takings: Takings) -> list[list[State]]:
    """Return the states of a suit with so many jokers at most, by code.

    Of equal states the cheapest is listed or, without costs, the one with the fewest jokers.

    Args:
        suit: what is asked.
        budget: the most jokers.
        takings: those of the same runs with as many jokers or more.

    """
    listed, code_of = codes(suit.classes)
    tables: list[_Table] = [{} for _ in listed]
    tables[0][suit.held] = (0, 0, suit.held, ())
    settled = settled_ranks(suit, budget, suit.wanted)
    matters = -1
    priced = False  # as long as no card is settled, equal cards left cost the same, and only jokers count
    for number in range(len(suit.classes) - 1, -1, -1):
        steps = steps_of(number, suit, listed, code_of)
        for first in range(suit.top + 1):
            shift = SHIFT[first]
            if not suit.held >> shift & RANK:
                continue
            for code, following in steps:
                _place(budget, tables[code], tables[following], number, first, matters, takings, priced=priced)
            if number == 0 and settled >> shift & RANK:
                matters &= ~(RANK << shift)
                if suit.costs is None:
                    tables = [_merged(table, matters) for table in tables]
                else:
                    priced = True
                    tables = [_priced(table, shift, suit.costs[first], matters) for table in tables]
    return [
        grown(suit, list(table.values()), budget, settled) if sum(counts) >= suit.least_runs else []
        for counts, table in zip(listed, tables, strict=True)
    ]


def _place(  # noqa: PLR0913, PLR0917  plain numbers, for speed
    budget: int,
    table: _Table,
    following: _Table,
    number: int,
    first: int,
    matters: int,
    takings: Takings,
    *,
    priced: bool,
) -> None:
    """Place one run more of a class that has its first natural card there."""
    shift = SHIFT[first]
    for jokers, cost, rest, rows in table.values():
        if not rest >> shift & RANK:
            continue
        for more, taken, row in takings.of(number, first, rest):
            total, left = jokers + more, rest - taken
            if total > budget:
                continue
            key = left & matters
            if priced:
                key = key << KEY | total
            other = following.get(key)
            if other is None or (cost < other[1] if priced else total < other[0]):
                following[key] = (total, cost, left, (*rows, row))


def _merged(table: _Table, matters: int) -> _Table:
    """Return the table once the cards left of a rank do not matter."""
    merged: _Table = {}
    for state in table.values():
        key = state[2] & matters
        other = merged.get(key)
        if other is None or state[0] < other[0]:
            merged[key] = state
    return merged


def _priced(table: _Table, shift: int, price: int, matters: int) -> _Table:
    """Return the table once the cards left of a rank are settled.

    A state goes where another one with as few jokers leaves the same for no more.
    """
    priced: _Table = {}
    least: dict[int, int] = {}
    for jokers, cost, rest, rows in sorted(table.values(), key=itemgetter(0)):
        total = cost + (rest >> shift & RANK) * price
        key = rest & matters
        if total < least.get(key, NEVER):
            least[key] = total
            priced[key << KEY | jokers] = (jokers, total, rest, rows)
    return priced


def grown(suit: Suit, partial: list[Partial], budget: int, settled: int) -> list[State]:
    """Return the states after runs on the table have grown."""
    states: list[_Grown] = [(*state, ()) for state in partial]
    for core in suit.cores:
        table: dict[int, _Grown] = {}
        for jokers, cost, rest, rows, given in states:
            for more, left, growth in growths(rest, core, budget - jokers, suit.top):
                key = (left & ~settled) << KEY | jokers + more
                other = table.get(key)
                if other is None or cost < other[1]:
                    table[key] = (jokers + more, cost, left, rows, (*given, growth) if growth else given)
        states = list(table.values())
    return [(jokers, rest, rows, given) for jokers, _, rest, rows, given in states]
