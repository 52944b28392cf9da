"""Exact counts over all hands of a size."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import comb
from typing import Final

from ginrules.cards import DECK_SIZE, Hand
from ginrules.errors import LimitError
from ginrules.melds import Aces
from ginrules.solver import _kernel
from ginrules.solver.arrange import table_for

MAX_CARDS: Final = 13
"""The largest hands that are counted: each card more takes about four times as long."""

Progress = Callable[[int, int], None]
"""Called with the number of hands counted so far and the number of all."""


def deadwood_distribution(
    cards: int = 10, *, aces: Aces = Aces.LOW, ace_pips: int = 1, progress: Progress | None = None
) -> Mapping[int, int]:
    """Return how many hands of *cards* cards have each least deadwood, by ascending deadwood.

    Walks all combinations of four suit masks up to the order of the suits, each counted with its multiplicity.
    Ten cards take some fifteen to twenty seconds with the compiled kernel and the better part of an hour without.

    >>> counts = deadwood_distribution(3)
    >>> counts[0], sum(counts.values())
    (96, 22100)

    Raises:
        LimitError: *cards* is not from 0 to 13, or *ace_pips* not from 1 to 40.

    """
    _check_cards(cards)
    table = table_for(aces, ace_pips)
    # Equal answers side by side let the kernel count them in one go.
    by_length = [
        sorted((mask for mask in range(8192) if mask.bit_count() == length), key=lambda mask: (table[mask], mask))
        for length in range(14)
    ]
    packed = [b"".join(mask.to_bytes(2, "little") for mask in masks) for masks in by_length]
    counts: Counter[int] = Counter()
    total = comb(DECK_SIZE, cards)
    done = 0
    for shape in _shapes(cards):
        for first in by_length[shape[0]]:
            found = _kernel.census_walk(first, shape, packed, table)
            counts.update({pips: hands for pips, hands in enumerate(found) if hands})
            done += sum(found)
            if progress is not None:
                progress(done, total)
    return dict(sorted(counts.items()))


def melded_hands(cards: int, *, aces: Aces = Aces.LOW) -> tuple[Hand, ...]:
    """Return every hand of *cards* cards that melds leave nothing of, by ascending mask.

    Of ten cards these are the 136,694 gin hands, of eleven the 147,204 big-gin hands. Rules: CORE-13, CORE-14.

    >>> len(melded_hands(4)), len(melded_hands(6))
    (53, 4010)

    Raises:
        LimitError: *cards* is not from 0 to 13.

    """
    _check_cards(cards)
    all_melds: dict[int, list[int]] = {}
    for meld in _kernel.melds(Hand.full().mask, _CODE[aces]):
        all_melds.setdefault(meld.bit_count(), []).append(meld)
    by_length: list[set[int]] = [{0}]
    for length in range(1, cards + 1):
        by_length.append(
            {
                melded | meld
                for size, melds in all_melds.items()
                if size <= length
                for melded in by_length[length - size]
                for meld in melds
                if not melded & meld
            }
        )
    return tuple(map(Hand, sorted(by_length[cards])))


def gin_after_discard(cards: int = 11, *, aces: Aces = Aces.LOW, progress: Progress | None = None) -> int:
    """Return how many hands of *cards* cards, a drawn one included, hold gin after some discard. Rule: CORE-13.

    >>> gin_after_discard(4)
    4625

    Raises:
        LimitError: *cards* is not from 1 to 13.

    """
    _check_cards(cards, least=1)
    table = table_for(aces, 1)
    melded = melded_hands(cards - 1, aces=aces)
    found_by: Counter[int] = Counter()
    for done, gin in enumerate(melded, start=1):
        for card in _bits(Hand.full().mask ^ gin.mask):
            # A hand is met once for each discard that leaves gin.
            found_by[_kernel.after_discard(gin.mask | card, table).count(0)] += 1
        if progress is not None:
            progress(done, len(melded))
    return sum(times // discards for discards, times in found_by.items())


_CODE: Final = {aces: code for code, aces in enumerate(Aces)}


def _check_cards(cards: int, *, least: int = 0) -> None:
    if not least <= cards <= MAX_CARDS:
        msg = f"cards is {cards}; expected {least} to {MAX_CARDS}"
        raise LimitError(msg)


def _shapes(cards: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ways to spread so many cards over four suits, ascending within each."""
    for a in range(cards // 4 + 1):
        for b in range(a, cards + 1):
            for c in range(b, cards + 1):
                d = cards - a - b - c
                if c <= d <= MAX_CARDS:
                    yield a, b, c, d


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
