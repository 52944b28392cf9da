"""One suit at a time: every way to place runs on its cards that can matter. Ints and tuples only.

Shapes
    *held*: the cards of a suit, or of all suits summed by rank, packed: six bits a rank, the ace lowest.
    *position*: 0 for a low ace, 1 to 12 for two to king, 13 for a high ace. *top* is the highest one in play:
    12 where aces are low, else 13.
    *row*: a run to be laid, as ``(least, first, last, naturals)``: the positions of its outermost natural cards
    and the mask of all of them. Where exactly it lies, with its jokers, is decided when it is laid out.
    *growth*: what a run on the table gets, as ``(number of the meld, low, high, naturals)``: its positions
    afterwards and the mask of the natural cards added.
    *state*: ``(jokers, rest, rows, growths)``: the jokers needed, the cards left (packed), the rows, the growths.
    *code*: how many runs of each length are placed, as one number; see :func:`codes`.

A run takes, of the cards that the runs before it left, all from its first to its last, and jokers for the gaps.
That is enough where one natural card makes a run: of two runs that cover the same single card one takes it, and
what they take together can always be dealt out so that each in its turn skips nothing. Where a run needs more
natural cards, it may have to leave some to the next, so there it may skip any.
"""

from typing import Final, TypeAlias

BITS: Final = 6
RANK: Final = (1 << BITS) - 1
LONGEST: Final = 13
SUITS: Final = 4
HIGH_ACE: Final = 13
SHIFT: Final = (*range(0, 13 * BITS, BITS), 0)
"""By position: where its rank begins in a packed number."""
ONE: Final = tuple(1 << shift for shift in SHIFT)

Row: TypeAlias = tuple[int, int, int, int]
Growth: TypeAlias = tuple[int, int, int, int]
State: TypeAlias = tuple[int, int, tuple[Row, ...], tuple[Growth, ...]]
Classes: TypeAlias = tuple[tuple[int, int], ...]
Core: TypeAlias = tuple[int, int, int]
"""A run on the table: its number and the positions of its ends."""


def pack(counts: bytes) -> int:
    """Return the 13 counts of a suit, packed."""
    packed = 0
    for rank, count in enumerate(counts):
        packed |= count << SHIFT[rank]
    return packed


def classes_of(leasts: list[int]) -> Classes:
    """Return each length asked for with the number of runs that it is asked of."""
    return tuple((least, leasts.count(least)) for least in sorted(set(leasts), reverse=True))


def codes(classes: Classes) -> tuple[list[tuple[int, ...]], dict[tuple[int, ...], int]]:
    """Return the numbers of runs of each class by code, the smaller first, and the codes by them."""
    listed: list[tuple[int, ...]] = [()]
    for _, many in classes:
        listed = [(*counts, count) for counts in listed for count in range(many + 1)]
    return listed, {counts: code for code, counts in enumerate(listed)}


def blocks(  # noqa: PLR0913  plain numbers, for speed
    held: int, least: int, budget: int, naturals: int, top: int, *, short: bool
) -> list[tuple[int, int, Row]]:
    """Return what one run may take: the jokers it needs, the cards left, and its row.

    With *short*, no block that a shorter one makes superfluous where only jokers count.
    """
    if naturals > 1:
        return _sparse_blocks(held, least, budget, naturals, top)
    at = [position for position in range(top + 1) if held >> SHIFT[position] & RANK]
    found: list[tuple[int, int, Row]] = []
    for number, first in enumerate(at):
        rest, mask = held, 0
        for taken, last in enumerate(at[number:], start=1):
            span = last - first + 1
            if span > LONGEST or span - taken > budget or (short and span > least and taken > naturals):
                break
            rest -= ONE[last]
            mask |= 1 << last
            jokers = max(least, span) - taken
            if taken >= naturals and jokers <= budget:
                found.append((jokers, rest, (least, first, last, mask)))
    return found


def _sparse_blocks(held: int, least: int, budget: int, naturals: int, top: int) -> list[tuple[int, int, Row]]:
    """Return the same for a run that may skip cards which it could take, and put jokers there."""
    at = [position for position in range(top + 1) if held >> SHIFT[position] & RANK]
    found: list[tuple[int, int, Row]] = []
    for number, first in enumerate(at):
        begun = [(number, held - ONE[first], 1 << first, 1)]
        while begun:
            reached, rest, mask, taken = begun.pop()
            span = at[reached] - first + 1
            jokers = max(least, span) - taken
            if taken >= naturals and jokers <= budget:
                found.append((jokers, rest, (least, first, at[reached], mask)))
            for following in range(reached + 1, len(at)):
                last = at[following]
                if last - first + 1 > LONGEST or last - first - taken > budget:
                    break
                begun.append((following, rest - ONE[last], mask | 1 << last, taken + 1))
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


def suit_states(  # noqa: PLR0913, PLR0917  the same
    held: int,
    classes: Classes,
    cores: list[Core],
    budget: int,
    naturals: int,
    top: int,
    *,
    short: bool,
    strict: bool,
) -> list[list[State]]:
    """Return the states of a suit by code.

    Of states with the same cards left only one with the fewest jokers is listed; *strict* lists every one.
    """
    listed, code_of = codes(classes)
    tables: list[dict[object, State]] = [{} for _ in listed]
    tables[0][held] = (0, held, (), ())
    known: dict[tuple[int, int, int], list[tuple[int, int, Row]]] = {}  # many states leave the same cards
    for code in range(1, len(listed)):
        counts, table = listed[code], tables[code]
        for number, (least, _) in enumerate(classes):
            if not counts[number]:
                continue
            before = tables[code_of[(*counts[:number], counts[number] - 1, *counts[number + 1 :])]]
            for jokers, rest, rows, _ in before.values():
                asked = (rest, least, budget - jokers)
                found = known.get(asked)
                if found is None:
                    found = known[asked] = blocks(*asked, naturals, top, short=short)
                for more, left, row in found:
                    key: object = left
                    taken = (*rows, row)
                    if strict:
                        taken = tuple(sorted(taken))
                        key = (left, taken)
                    other = table.get(key)
                    if other is None or jokers + more < other[0]:
                        table[key] = (jokers + more, left, taken, ())
    return [_grown(table, cores, budget, top, strict=strict) for table in tables]


def _grown(table: dict[object, State], cores: list[Core], budget: int, top: int, *, strict: bool) -> list[State]:
    """Return the states after runs on the table have grown."""
    for core in cores:
        grown: dict[object, State] = {}
        for jokers, rest, rows, given in table.values():
            for more, left, growth in growths(rest, core, budget - jokers, top):
                total = (*given, growth) if growth else given
                key: object = (left, rows) if strict else left
                known = grown.get(key)
                if known is None or jokers + more < known[0]:
                    grown[key] = (jokers + more, left, rows, total)
        table = grown
    return list(table.values())
