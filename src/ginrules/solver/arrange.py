"""Deadwood, arrangements and discards of one hand: the typed face of the kernel."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Final, Literal

from ginrules.cards import DECK_SIZE, Card, Hand
from ginrules.errors import LimitError
from ginrules.melds import Aces, Arrangement, Meld, MeldKind, extension_mask, structural_meld
from ginrules.solver import _kernel

# Bound here because an attribute look-up on the module at every call halves the speed.
from ginrules.solver._kernel import deadwood as _kernel_deadwood
from ginrules.solver._kernel import discards as _kernel_discards
from ginrules.solver._kernel import least_after_discard as _kernel_least

KERNEL: Final[Literal["compiled", "python"]] = "python" if _kernel.__file__.endswith(".py") else "compiled"
"""Which kernel runs: the compiled extension, or the same file as plain Python."""

MAX_ARRANGEMENTS: Final = 10_000
"""The most arrangements that :func:`optimal_arrangements` returns."""

MAX_STEPS: Final = 2_000
"""The most branches that :func:`best_arrangement` looks into."""

MAX_ACE_PIPS: Final = 40
"""The most that a loose ace may count, so that every answer fits into a byte."""

_CODES: Final = {
    Aces.LOW: _kernel.LOW,
    Aces.HIGH_OR_LOW: _kernel.HIGH_OR_LOW,
    Aces.ROUND_THE_CORNER: _kernel.ROUND_THE_CORNER,
}
_GAVE_UP: Final = (-1,)
_LOW: Final = Aces.LOW
_LOW_TABLE: Final = _kernel.run_table(_kernel.LOW, 1)
_CARDS: Final = list(Hand.full().cards)


def deadwood(hand: Hand, *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> int:
    """Return the least deadwood of a hand of any size, in pips. Rules: CORE-08, CORE-09, CORE-10.

    >>> deadwood(Hand.parse("7h 8h 9h 9s 9c"))
    15
    >>> deadwood(Hand.full())
    0

    Raises:
        LimitError: *ace_pips* is not from 1 to 40.

    """
    if aces is _LOW and ace_pips == 1:
        return _kernel_deadwood(hand.mask, _LOW_TABLE)
    return _kernel_deadwood(hand.mask, table_for(aces, ace_pips))


def after_discard(hand: Hand, *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> Mapping[Card, int]:
    """Return, for each card of the hand in index order, the least deadwood of the hand without it.

    Each of the smaller hands is solved on its own: the best discard need not be a loose card of the best
    arrangement of the whole hand.

    >>> left = after_discard(Hand.parse("3s 5s Ac 5c 6c 7c Ad 7d 5h 6h 7h"))
    >>> [(str(card), pips) for card, pips in left.items() if pips <= 10]
    [('7d', 10)]

    Raises:
        LimitError: *ace_pips* is not from 1 to 40.

    """
    if aces is _LOW and ace_pips == 1:
        return _kernel_discards(hand.mask, _LOW_TABLE, _CARDS)
    return _kernel_discards(hand.mask, table_for(aces, ace_pips), _CARDS)


def least_after_discard(hand: Hand, *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> int:
    """Return the least deadwood that any discard leaves; the least of :func:`after_discard`, sooner.

    >>> least_after_discard(Hand.parse("3s 5s Ac 5c 6c 7c Ad 7d 5h 6h 7h"))
    10

    Raises:
        LimitError: *ace_pips* is not from 1 to 40.

    """
    return _kernel_least(hand.mask, table_for(aces, ace_pips))


def melds(hand: Hand, *, aces: Aces = Aces.LOW) -> tuple[Meld, ...]:
    """Return every meld that the hand contains, ascending. Rule: CORE-08.

    >>> [str(meld) for meld in melds(Hand.parse("4c 5c 6c 7c 7d 7h"))]
    ['4c 5c 6c', '5c 6c 7c', '4c 5c 6c 7c', '7c 7d 7h']
    """
    return tuple(map(_meld, _kernel.melds(hand.mask, _CODES[aces])))


def arrangements(
    hand: Hand, max_deadwood: int | None = None, *, aces: Aces = Aces.LOW, ace_pips: int = 1
) -> Iterator[Arrangement]:
    """Iterate over every arrangement with at most *max_deadwood* pips (any if None), each once.

    A player may leave a possible meld unmade and may cut a long run (rule CORE-12), so those arrangements are
    among them. The order is stable but has no meaning; every step takes bounded time, however many there are.

    >>> hand = Hand.parse("4c 5c 6c 7c 7d 7h")
    >>> sorted((a.deadwood, str(a)) for a in arrangements(hand, max_deadwood=14))
    [(0, '4c 5c 6c | 7c 7d 7h'), (14, '4c 5c 6c 7c / 7d 7h')]

    Raises:
        LimitError: *ace_pips* is not from 1 to 40.

    """
    limit = hand.pips + ace_pips * DECK_SIZE if max_deadwood is None else max_deadwood
    found = _kernel.arrangements(hand.mask, limit, table_for(aces, ace_pips))
    return (_arrangement(hand.mask, chosen, ace_pips) for chosen in found)


def optimal_arrangements(hand: Hand, *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> tuple[Arrangement, ...]:
    """Return all arrangements with the least deadwood, the best by the tie-break first.

    A run of six and the same cards as two runs of three are two arrangements. For the tie-break see
    :func:`best_arrangement`.

    >>> for arrangement in optimal_arrangements(Hand.parse("4c 5c 6c 7c 8c 9c")):
    ...     print(arrangement)
    4c 5c 6c 7c 8c 9c
    4c 5c 6c | 7c 8c 9c

    Raises:
        LimitError: there are more than 10,000 (which takes far more cards than any ruleset deals), or
            *ace_pips* is not from 1 to 40.

    """
    table = table_for(aces, ace_pips)
    least = _kernel_deadwood(hand.mask, table)
    chosen = list(islice(_kernel.arrangements(hand.mask, least, table), MAX_ARRANGEMENTS + 1))
    if len(chosen) > MAX_ARRANGEMENTS:
        msg = (
            f"this hand of {len(hand)} cards has more than {MAX_ARRANGEMENTS:,} arrangements with the least"
            f" deadwood of {least}; take arrangements(hand, max_deadwood={least}) one by one"
        )
        raise LimitError(msg)
    chosen.sort(key=lambda masks: _preference(hand.mask, masks, aces))
    return tuple(_arrangement(hand.mask, masks, ace_pips) for masks in chosen)


def best_arrangement(hand: Hand, *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> Arrangement:
    """Return the arrangement with the least deadwood; ties are broken the same way in every release.

    Of arrangements with equal deadwood the best has the fewest cards outside the hand that could be laid off on
    it at once, then the fewest melds, then the fewest sets, then the lexicographically least ascending masks.

    >>> print(best_arrangement(Hand.parse("7h 8h 9h 7s 7c")))
    7h 8h 9h / 7c 7s
    >>> print(best_arrangement(Hand.parse("5c 6c 7c 5d 6d 7d 5h 6h 7h")))
    5c 5d 5h | 6c 6d 6h | 7c 7d 7h

    Raises:
        LimitError: the search would take more than 2,000 steps (which takes far more cards than any ruleset
            deals), or *ace_pips* is not from 1 to 40.

    """
    mask = hand.mask
    invites = {meld: extension_mask(meld, aces) & ~mask for meld in _kernel.melds(mask, _CODES[aces])}
    chosen = _kernel.best(mask, table_for(aces, ace_pips), invites, MAX_STEPS)
    if chosen == _GAVE_UP:
        msg = (
            f"to compare the arrangements of this hand of {len(hand)} cards takes more than {MAX_STEPS:,} steps;"
            f" next(arrangements(hand, max_deadwood={deadwood(hand, aces=aces, ace_pips=ace_pips)})) is one"
            " with the least deadwood"
        )
        raise LimitError(msg)
    return _arrangement(mask, chosen, ace_pips)


@cache
def kernel_is_stale() -> bool:
    """Return whether the compiled kernel was made from another text than the source beside it.

    An editable install can leave an old binary behind. Always false for the plain Python kernel, and where the
    source is not installed.
    """
    # Here because they would be a good part of the time that importing the package takes.
    import hashlib
    from pathlib import Path

    source = Path(_kernel.__file__).with_name("_kernel.py")
    if KERNEL == "python" or not source.exists():
        return False
    text = source.read_text(encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest() != _kernel.SOURCE_HASH


@cache
def table_for(aces: Aces, ace_pips: int) -> bytes:
    """Return the kernel's table for these rules.

    Raises:
        LimitError: *ace_pips* is not from 1 to 40.

    """
    if not 1 <= ace_pips <= MAX_ACE_PIPS:
        msg = f"ace_pips is {ace_pips}; expected 1 to {MAX_ACE_PIPS}"
        raise LimitError(msg)
    return _kernel.run_table(_CODES[aces], ace_pips)


def _preference(hand: int, chosen: tuple[int, ...], aces: Aces) -> tuple[int, int, int, list[int]]:
    """Return the key of the tie-break: the least is the best."""
    inviting = 0
    sets = 0
    for mask in chosen:
        inviting |= extension_mask(mask, aces)
        sets += _meld(mask).kind is MeldKind.SET
    return (inviting & ~hand).bit_count(), len(chosen), sets, sorted(chosen)


def tie_break(arrangement: Arrangement, *, aces: Aces = Aces.LOW) -> tuple[int, int, int, list[int]]:
    """Return the key by which :func:`best_arrangement` chooses among equal deadwood: the least is the best.

    >>> tie_break(Arrangement.parse("7h 8h 9h / 7c 7s"))[:3]
    (2, 1, 0)
    """
    chosen = tuple(meld.mask for meld in arrangement.melds)
    return _preference(arrangement.hand.mask, chosen, aces)


def _meld(mask: int) -> Meld:
    meld = structural_meld(mask)
    assert meld is not None  # noqa: S101  the kernel's melds are melds
    return meld


def _arrangement(hand: int, chosen: tuple[int, ...], ace_pips: int) -> Arrangement:
    return Arrangement(map(_meld, chosen), Hand(hand ^ sum(chosen)), ace_pips=ace_pips)
