"""The solver's kernel: ints in, ints out, no objects of the library.

This one file runs as plain Python and, where a C compiler was at hand when the package was built, as an
extension made from it by mypyc. Nothing here may import another module of the package, and nothing may call
``i64(...)``: annotations alone give the compiled code its machine integers and cost plain Python nothing.

Shapes
    *hand*, *meld*: 52-bit mask, bit ``13*suit + rank-1``, suits in the order c d h s.
    *suit mask*: 13 bits, bit 0 the ace, bit 12 the king.
    *aces*: ``LOW``, ``HIGH_OR_LOW`` or ``ROUND_THE_CORNER``.
    *table*: bytes made by :func:`run_table`. ``table[m]`` is the least deadwood of suit mask ``m`` when only
    runs are used; ``table[8192]`` repeats *aces* and ``table[8193]`` the pips of a loose ace, so that a table
    says all that a solve must know of the rules.

How a hand is solved. Sets are the only thing that ties suits together. Without a rank of three or four cards
the answer is four look-ups. Otherwise each such rank is tried without a set, with the whole set, and, when all
four cards are there, with each set of three. A rank none of whose cards can be part of a run is no choice: its
set is always taken. Where five or more ranks are contested, branching would explode and a sweep over the ranks
takes its place, whose time is bounded for the whole deck too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

    # Needed to compile, never to run: annotations stay unevaluated.
    from mypy_extensions import i64

C = TypeVar("C")

SOURCE_HASH: Final = ""
"""SHA-256 of this file's text, written in by the build; empty when the file itself runs."""

LOW: Final = 0
HIGH_OR_LOW: Final = 1
ROUND_THE_CORNER: Final = 2

TABLE_SIZE: Final = 8194
_SUIT: Final = 0x1FFF
_FACE_PIPS: Final = 10
# Ranks at which a run of three may begin, in each of the four suits: ace to jack.
_RUN_STARTS: Final = 0x7FF | 0x7FF << 13 | 0x7FF << 26 | 0x7FF << 39
_ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_WIDE: Final = 5  # contested ranks from which the sweep takes over
_INFINITY: Final = 1 << 20


def runs(aces: int) -> list[int]:
    """Return the suit masks of all runs, ascending: 66 with aces low, 76 high or low, 131 round the corner.

    Rule: CORE-08.
    """
    found: set[int] = set()
    for length in range(3, 14):
        arc = (1 << length) - 1
        for start in range(13):
            end = start + length  # one past the last card; 14 is the ace above the king
            if end <= 13:
                found.add(arc << start)
            elif aces == ROUND_THE_CORNER or (aces == HIGH_OR_LOW and end == 14):
                wrapped = arc << start
                found.add((wrapped & _SUIT) | wrapped >> 13)
    return sorted(found)


_RUNS: Final = [runs(LOW), runs(HIGH_OR_LOW), runs(ROUND_THE_CORNER)]


def run_table(aces: int, ace_pips: int) -> bytes:
    """Return the table for this way with aces and this price of a loose ace (1 to 40, so that bytes suffice)."""
    pips = [ace_pips, 2, 3, 4, 5, 6, 7, 8, 9, 10, _FACE_PIPS, _FACE_PIPS, _FACE_PIPS]
    starting: list[list[int]] = [[] for _ in range(13)]
    for run in _RUNS[aces]:
        lowest = 0
        while not run >> lowest & 1:
            lowest += 1
        starting[lowest].append(run)
    least = [0] * 8192
    for lowest in range(12, -1, -1):
        # All masks whose lowest card this is: the card is loose or in one of the runs in which it is lowest.
        bit = 1 << lowest
        candidates = starting[lowest]
        price = pips[lowest]
        for mask in range(bit, 8192, bit << 1):
            best = least[mask ^ bit] + price
            for run in candidates:
                if not run & ~mask and least[mask ^ run] < best:
                    best = least[mask ^ run]
            least[mask] = best
    return bytes([*least, aces, ace_pips])


def deadwood(hand: i64, table: bytes) -> i64:
    """Return the least deadwood of any hand, the whole deck included. Rules: CORE-08, CORE-09, CORE-10."""
    c: i64 = hand & _SUIT
    d: i64 = hand >> 13 & _SUIT
    h: i64 = hand >> 26 & _SUIT
    s: i64 = hand >> 39
    cd: i64 = c & d
    hs: i64 = h & s
    sets: i64 = (cd & (h | s)) | (hs & (c | d))
    if sets == 0:
        of_c: i64 = table[c]
        of_d: i64 = table[d]
        of_h: i64 = table[h]
        of_s: i64 = table[s]
        return of_c + of_d + of_h + of_s
    return _with_sets(hand, sets, table)


def _with_sets(hand: i64, sets: i64, table: bytes) -> i64:
    """Return the least deadwood of a hand, *sets* being its ranks of three or four cards."""
    aces: i64 = table[8192]
    runnable: i64 = _in_runs(hand, aces)
    if runnable == 0:
        settled = sets
    else:
        ranks: i64 = (runnable | runnable >> 13 | runnable >> 26 | runnable >> 39) & sets
        ranks_left: i64 = ranks
        contested: i64 = 0
        while ranks_left:
            bit: i64 = ranks_left & -ranks_left
            ranks_left ^= bit
            contested += 1
        if contested >= _WIDE:
            return _sweep(hand, table)
        settled = sets & ~ranks
    keep: i64 = ~settled
    c: i64 = hand & _SUIT & keep
    d: i64 = hand >> 13 & _SUIT & keep
    h: i64 = hand >> 26 & _SUIT & keep
    s: i64 = hand >> 39 & keep
    return _branch(c, d, h, s, sets & keep, runnable, table)


def _in_runs(hand: i64, aces: i64) -> i64:
    """Return the cards of a hand that are part of at least one run in it."""
    starts: i64 = hand & hand >> 1 & hand >> 2 & _RUN_STARTS
    found: i64 = starts | starts << 1 | starts << 2
    if aces != LOW:
        ace: i64 = hand & _ACES
        # Q-K-A, and round the corner K-A-2; bits 11 and 12 of a suit are its queen and king.
        ace_high: i64 = ace & hand >> 11 & hand >> 12
        found |= ace_high | ace_high << 11 | ace_high << 12
        if aces == ROUND_THE_CORNER:
            between: i64 = ace & hand >> 12 & hand >> 1
            found |= between | between << 12 | between << 1
    return found


def _branch(c: i64, d: i64, h: i64, s: i64, sets: i64, runnable: i64, table: bytes) -> i64:
    """Try every set in each of the ranks *sets*; *runnable* marks cards that a run could use instead."""
    if sets == 0:
        of_c: i64 = table[c]
        of_d: i64 = table[d]
        of_h: i64 = table[h]
        of_s: i64 = table[s]
        return of_c + of_d + of_h + of_s
    rank: i64 = sets & -sets
    rest: i64 = sets ^ rank
    without: i64 = ~rank
    best: i64 = _branch(c & without, d & without, h & without, s & without, rest, runnable, table)
    other: i64 = 0
    if c & d & h & s & rank:
        # Leaving a card out of the set pays only if a run can use it.
        if runnable & rank:
            other = _branch(c, d & without, h & without, s & without, rest, runnable, table)
            if other < best:
                best = other
        if runnable >> 13 & rank:
            other = _branch(c & without, d, h & without, s & without, rest, runnable, table)
            if other < best:
                best = other
        if runnable >> 26 & rank:
            other = _branch(c & without, d & without, h, s & without, rest, runnable, table)
            if other < best:
                best = other
        if runnable >> 39 & rank:
            other = _branch(c & without, d & without, h & without, s, rest, runnable, table)
            if other < best:
                best = other
    other = _branch(c, d, h, s, rest, runnable, table)
    if other < best:
        best = other
    return best


def _sweep(hand: i64, table: bytes) -> i64:
    """Return the least deadwood by one pass over the ranks, for hands with many contested ranks.

    A pass knows nothing of runs that close round the ace. With aces high or low each held ace is tried at
    either end. Round the corner, each suit is tried with the four ways in which a run may come over from its
    king: not at all, or with one, two, or three and more cards before the ace.
    """
    aces: i64 = table[8192]
    ace_pips: i64 = table[8193]
    if aces == LOW:
        return _pass(hand, 0, 0x9999, ace_pips)
    best: i64 = _INFINITY
    found: i64 = 0
    choice: i64 = 0
    suit: i64 = 0
    if aces == HIGH_OR_LOW:
        while choice < 16:
            moved: i64 = 0
            accepted: i64 = 0
            ace: i64 = 1  # walks along with the suit: mypyc would shift a literal as a 32-bit integer
            suit = 0
            while suit < 4:
                if choice >> suit & 1:
                    moved |= ace
                    accepted |= 0xC << 4 * suit  # the run of queen and king, or longer, takes the ace
                else:
                    accepted |= 0x9 << 4 * suit
                ace <<= 13
                suit += 1
            if moved & ~hand == 0:
                found = _pass(hand ^ moved, 0, accepted, ace_pips)
                if found < best:
                    best = found
            choice += 1
        return best
    while choice < 256:
        entering: i64 = choice
        accepted = 0
        possible: bool = True
        suit = 0
        while suit < 4:
            cards: i64 = hand >> 13 * suit & _SUIT
            length: i64 = entering >> 2 * suit & 3
            if length == 0:
                accepted |= 0x9 << 4 * suit
            else:
                top: i64 = (0x1FFF << 13 - length) & _SUIT
                if cards & 1 == 0 or top & ~cards:
                    possible = False
                accepted |= 1 << 4 * suit + length
            suit += 1
        if possible:
            found = _pass(hand, entering, accepted, ace_pips)
            if found < best:
                best = found
                if best == 0:
                    return best
        choice += 1
    return best


def _pass(hand: i64, entering: i64, accepted: i64, ace_pips: i64) -> i64:
    """Return the least deadwood over one sweep from ace to king.

    A state holds two bits a suit: the cards so far in the run that the last rank left open, three standing for
    three and more. *entering* is the state before the ace; *accepted* holds four bits a suit, those of the
    states in which the suit may stand after the king.
    """
    cost: list[int] = [_INFINITY] * 256
    cost[entering] = 0
    reached: list[int] = [entering]
    rank: i64 = 0
    while rank < 13:
        held: i64 = (
            (hand >> rank & 1) | (hand >> rank + 12 & 2) | (hand >> rank + 24 & 4) | (hand >> rank + 36 & 8)
        )
        pips: i64 = rank + 1 if rank < 10 else _FACE_PIPS
        if rank == 0:
            pips = ace_pips
        options: list[int] = _sets_of(held)
        next_cost: list[int] = [_INFINITY] * 256
        next_reached: list[int] = []
        for state in reached:
            spent: i64 = cost[state]
            for taken in options:
                _advance(state, spent, held & ~taken, pips, next_cost, next_reached)
        cost = next_cost
        reached = next_reached
        rank += 1
    best: i64 = _INFINITY
    for state in reached:
        suit: i64 = 0
        fits: bool = True
        while suit < 4:
            final: i64 = state >> 2 * suit & 3
            if not accepted >> 4 * suit + final & 1:
                fits = False
            suit += 1
        total: i64 = cost[state]
        if fits and total < best:
            best = total
    return best


def _sets_of(held: i64) -> list[int]:
    """Return the sets (four-bit suit masks) that a rank's cards can make, 0 for none first."""
    if held == 15:
        return [0, 15, 14, 13, 11, 7]
    if held == 14 or held == 13 or held == 11 or held == 7:
        return [0, held]
    return [0]


def _advance(state: i64, spent: i64, free: i64, pips: i64, next_cost: list[int], next_reached: list[int]) -> None:
    """Carry one state over one rank, *free* being the suits whose card of this rank no set has taken.

    An open run takes its card: short of three it must, and beyond three it may as well. So the only choice is
    whether a suit without an open run begins one or leaves its card loose.
    """
    forced: i64 = 0
    idle: i64 = 0
    suit: i64 = 0
    while suit < 4:
        length: i64 = state >> 2 * suit & 3
        if free >> suit & 1:
            if length == 0:
                idle |= 1 << suit
            else:
                forced |= (length + 1 if length < 3 else length) << 2 * suit
        elif length == 1 or length == 2:
            return  # a run of one or two cards cannot end here
        suit += 1
    loose: i64 = idle
    while True:
        # Every subset of the idle suits stays loose; the others begin a run.
        reached: i64 = forced
        price: i64 = spent
        suit = 0
        while suit < 4:
            if loose >> suit & 1:
                price += pips
            elif idle >> suit & 1:
                reached |= 1 << 2 * suit
            suit += 1
        known: i64 = next_cost[reached]
        if price < known:
            if known == _INFINITY:
                next_reached.append(reached)
            next_cost[reached] = price
        if loose == 0:
            return
        loose = (loose - 1) & idle


def after_discard(hand: i64, table: bytes) -> list[int]:
    """Return the least deadwood after each discard, in the order of the cards. Each hand is solved anew."""
    out: list[int] = []
    left: i64 = hand
    while left:
        bit: i64 = left & -left
        left ^= bit
        out.append(deadwood(hand ^ bit, table))
    return out


def least_after_discard(hand: i64, table: bytes) -> i64:
    """Return the least of :func:`after_discard`; 0 for the empty hand."""
    best: i64 = _INFINITY if hand else 0
    left: i64 = hand
    while left:
        bit: i64 = left & -left
        left ^= bit
        found: i64 = deadwood(hand ^ bit, table)
        if found < best:
            best = found
            if best == 0:
                return best
    return best


def discards(hand: i64, table: bytes, cards: list[C]) -> dict[C, int]:
    """Return :func:`after_discard` by what stands for each card: ``cards[index]``, whatever that is."""
    out: dict[C, int] = {}
    index: i64 = 0
    bit: i64 = 1
    left: i64 = hand
    while left:
        if left & 1:
            out[cards[index]] = deadwood(hand ^ bit, table)
        left >>= 1
        bit <<= 1
        index += 1
    return out


def melds(hand: int, aces: int) -> list[int]:
    """Return the masks of all melds that a hand contains, ascending. Rule: CORE-08."""
    found: list[int] = []
    for rank in range(13):
        four = _ACES << rank
        held = hand & four
        if held == four:
            found.extend([four, *(four ^ 1 << 13 * suit + rank for suit in range(4))])
        elif held.bit_count() == 3:
            found.append(held)
    every_run = _RUNS[aces]
    runnable = _in_runs(hand, aces)
    for suit in range(4):
        cards = runnable >> 13 * suit & _SUIT
        if cards:
            shift = 13 * suit
            for run in every_run:
                if run > cards:
                    break
                if not run & ~cards:
                    found.append(run << shift)
    found.sort()
    return found


def arrangements(hand: int, limit: int, table: bytes) -> Iterator[tuple[int, ...]]:
    """Yield every set of disjoint melds whose deadwood is at most *limit*, each once.

    The lowest undecided card is loose or in one of the melds in which it is lowest. A branch is entered only
    if the cards still undecided can be arranged within the limit, so every step leads to an answer.
    """
    starting = _by_lowest_card(hand, table[8192])
    stack: list[tuple[int, int, tuple[int, ...]]] = [(hand, 0, ())]
    if deadwood(hand, table) > limit:
        return
    while stack:
        undecided, loose_pips, chosen = stack.pop()
        if not undecided:
            yield chosen
            continue
        card = undecided & -undecided
        without = undecided ^ card
        price = loose_pips + _pips_of(card, table)
        if price + deadwood(without, table) <= limit:
            stack.append((without, price, chosen))
        for meld in starting.get(card, ()):
            if not meld & ~undecided and loose_pips + deadwood(undecided ^ meld, table) <= limit:
                stack.append((undecided ^ meld, loose_pips, (*chosen, meld)))  # noqa: PERF401  mypyc


def best(hand: int, table: bytes, invites: dict[int, int], max_steps: int) -> tuple[int, ...]:
    """Return the meld masks, ascending, of the best of the arrangements with the least deadwood.

    ``invites[meld]`` are the cards outside the hand that could be laid off on a meld. Best is: fewest invited
    cards, then fewest melds, then fewest sets, then the least ascending masks. The first three only grow with
    every meld, so a branch that is already worse than the best so far is left.

    Returns ``(-1,)`` if that took more than *max_steps* steps.
    """
    starting = _by_lowest_card(hand, table[8192])
    for candidates in starting.values():
        candidates.sort(key=_length)  # the longest is tried first, and soon gives a bound
    limit = deadwood(hand, table)
    best_key = (53, 0, 0)
    best_melds: tuple[int, ...] = ()
    stack: list[tuple[int, int, int, int, tuple[int, ...]]] = [(hand, 0, 0, 0, ())]
    steps = 0
    while stack:
        undecided, loose_pips, invited, sets, chosen = stack.pop()
        # A loose card costs at least one pip and a meld takes thirteen cards at most.
        to_meld = undecided.bit_count() - (limit - loose_pips)
        melds_more = (to_meld + 12) // 13 if to_meld > 0 else 0
        key = (invited.bit_count(), len(chosen) + melds_more, sets)
        if key > best_key:
            continue
        if not undecided:
            found = tuple(sorted(chosen))
            if key < best_key or found < best_melds:
                best_key, best_melds = key, found
            continue
        steps += 1
        if steps > max_steps:
            return (-1,)
        card = undecided & -undecided
        without = undecided ^ card
        price = loose_pips + _pips_of(card, table)
        if price + deadwood(without, table) <= limit:
            stack.append((without, price, invited, sets, chosen))
        for meld in starting.get(card, ()):
            if not meld & ~undecided and loose_pips + deadwood(undecided ^ meld, table) <= limit:
                of_two_suits = 1 if meld >> 13 and meld & (meld >> 13 | meld >> 26 | meld >> 39) else 0
                stack.append(
                    (
                        undecided ^ meld,
                        loose_pips,
                        invited | invites[meld],
                        sets + of_two_suits,
                        (*chosen, meld),
                    )
                )
    return best_melds


def _by_lowest_card(hand: int, aces: int) -> dict[int, list[int]]:
    """Return the melds of a hand by the bit of their lowest card."""
    starting: dict[int, list[int]] = {}
    for meld in melds(hand, aces):
        starting.setdefault(meld & -meld, []).append(meld)
    return starting


def _length(meld: int) -> int:
    return meld.bit_count()


def _pips_of(card: int, table: bytes) -> int:
    """Return what the card with this bit counts when it is loose."""
    rank = (card.bit_length() - 1) % 13
    return table[8193] if rank == 0 else min(rank + 1, _FACE_PIPS)


def many(hands: bytes, table: bytes) -> bytes:
    """Return one byte of deadwood for each hand; *hands* holds eight little-endian bytes a hand."""
    out: list[int] = []
    size: i64 = len(hands)
    at: i64 = 0
    while at < size:
        out.append(deadwood(_read(hands, at), table))
        at += 8
    return bytes(out)


def many_after_discard(hands: bytes, table: bytes) -> bytes:
    """Return 52 bytes for each hand: the deadwood after discarding each card, 255 where it is not held."""
    out: list[int] = []
    size: i64 = len(hands)
    at: i64 = 0
    while at < size:
        hand: i64 = _read(hands, at)
        bit: i64 = 1
        for _ in range(52):
            out.append(deadwood(hand ^ bit, table) if hand & bit else 255)
            bit <<= 1
        at += 8
    return bytes(out)


def _read(buffer: bytes, at: i64) -> i64:
    """Return the hand in the eight little-endian bytes from *at* on; the eighth is always zero."""
    b0: i64 = buffer[at]
    b1: i64 = buffer[at + 1]
    b2: i64 = buffer[at + 2]
    b3: i64 = buffer[at + 3]
    b4: i64 = buffer[at + 4]
    b5: i64 = buffer[at + 5]
    b6: i64 = buffer[at + 6]
    return b0 | b1 << 8 | b2 << 16 | b3 << 24 | b4 << 32 | b5 << 40 | b6 << 48


def census_walk(c: i64, shape: tuple[int, int, int, int], masks: list[bytes], table: bytes) -> list[int]:
    """Return how many hands have each least deadwood among those whose first suit mask is *c*.

    *shape* is the number of cards a suit, ascending, and ``masks[n]`` the suit masks of n cards as pairs of
    little-endian bytes. Hands that differ only in the names of their suits are walked once and counted with
    their multiplicity: within a shape, suits of equal length are taken in the order of *masks*.
    """
    counts: list[int] = [0] * 256
    k0, k1, k2, k3 = shape
    lengths_equal: i64 = (1 if k0 == k1 else 0) | (2 if k1 == k2 else 0) | (4 if k2 == k3 else 0)
    second: bytes = masks[k1]
    third: bytes = masks[k2]
    fourth: bytes = masks[k3]
    of_c: i64 = table[c]
    i: i64 = 0
    if lengths_equal & 1:
        while second[i] + 256 * second[i + 1] != c:
            i += 2
    end_i: i64 = len(second)
    end_j: i64 = len(third)
    end_k: i64 = len(fourth)
    while i < end_i:
        low: i64 = second[i]
        high: i64 = second[i + 1]
        d: i64 = low | high << 8
        of_cd: i64 = table[d]
        of_cd += of_c
        cd: i64 = c & d
        c_or_d: i64 = c | d
        j: i64 = i if lengths_equal & 2 else 0
        while j < end_j:
            low = third[j]
            high = third[j + 1]
            h: i64 = low | high << 8
            of_cdh: i64 = table[h]
            of_cdh += of_cd
            pairs: i64 = cd | (h & c_or_d)
            threes: i64 = cd & h
            three_suits: i64 = c | d << 13 | h << 26
            k: i64 = j if lengths_equal & 4 else 0
            # In runs of equal answers the count stays in a register; most hands have no rank of three.
            value: i64 = 0
            count: i64 = 0
            while k < end_k:
                low = fourth[k]
                high = fourth[k + 1]
                s: i64 = low | high << 8
                found: i64 = table[s]
                if threes | (pairs & s):
                    found = _with_sets(three_suits | s << 39, threes | (pairs & s), table)
                else:
                    found += of_cdh
                weight: i64 = 24
                if (
                    (lengths_equal & 1 and c == d)
                    or (lengths_equal & 2 and d == h)
                    or (lengths_equal & 4 and h == s)
                ):
                    weight = _multiplicity(c, d, h, s)
                if found != value:
                    counts[value] += count
                    value = found
                    count = 0
                count += weight
                k += 2
            counts[value] += count
            j += 2
        i += 2
    return counts


def _multiplicity(c: i64, d: i64, h: i64, s: i64) -> i64:
    """Return in how many ways four suit masks, equal ones side by side, can be given to the four suits."""
    if c == d:
        if d == h:
            return 1 if h == s else 4
        return 6 if h == s else 12
    if d == h:
        return 4 if h == s else 12
    return 12 if h == s else 24
