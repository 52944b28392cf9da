"""Many hands at once, in numpy arrays of masks. Needs the extra ``numpy``."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrules.cards import DECK_SIZE, FULL_MASK
from ginrules.errors import CardError
from ginrules.melds import Aces
from ginrules.solver import _kernel
from ginrules.solver.arrange import table_for

NOT_HELD: Final = 255
"""What :func:`after_discard` says of a card that is not in the hand."""

_CHUNK: Final = 1 << 14  # hands a call of the kernel, so that memory stays small beside the arrays


def deadwood(masks: NDArray[np.uint64], *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> NDArray[np.uint8]:
    """Return the least deadwood of each hand, in pips; shape ``(n,)`` in and out.

    >>> deadwood(np.array([Hand.parse("7h 8h 9h 9s 9c").mask], dtype=np.uint64))
    array([15], dtype=uint8)

    Raises:
        CardError: *masks* is not a one-dimensional array of uint64, or a mask has bits above 51.
        LimitError: *ace_pips* is not from 1 to 40.

    """
    return _in_chunks(_kernel.many, masks, table_for(aces, ace_pips), width=1).reshape(len(masks))


def after_discard(masks: NDArray[np.uint64], *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> NDArray[np.uint8]:
    """Return the least deadwood of each hand without each card; shape ``(n,)`` in and ``(n, 52)`` out.

    Column ``card.index`` is for that card; 255 (:data:`NOT_HELD`) where the hand does not hold it.

    Raises:
        CardError: *masks* is not a one-dimensional array of uint64, or a mask has bits above 51.
        LimitError: *ace_pips* is not from 1 to 40.

    """
    return _in_chunks(_kernel.many_after_discard, masks, table_for(aces, ace_pips), width=DECK_SIZE)


def _in_chunks(
    solve: Callable[[bytes, bytes], bytes], masks: NDArray[np.uint64], table: bytes, *, width: int
) -> NDArray[np.uint8]:
    """Run a kernel function over checked masks and return its bytes in rows of *width*."""
    _check(masks)
    out = np.empty((len(masks), width), dtype=np.uint8)
    for start in range(0, len(masks), _CHUNK):
        chunk = masks[start : start + _CHUNK].astype("<u8").tobytes()
        out[start : start + _CHUNK] = np.frombuffer(solve(chunk, table), dtype=np.uint8).reshape(-1, width)
    return out


def _check(masks: NDArray[np.uint64]) -> None:
    if not isinstance(masks, np.ndarray):  # pyright: ignore[reportUnnecessaryIsInstance]  # callers may err
        msg = f"masks is a {type(masks).__name__}; expected a numpy array of uint64"
        raise CardError(msg)
    if masks.dtype != np.uint64:
        msg = f"masks has dtype {masks.dtype}; expected uint64"
        raise CardError(msg)
    if masks.ndim != 1:
        msg = f"masks has shape {masks.shape}; expected one dimension, a mask a hand"
        raise CardError(msg)
    if len(masks) and int(masks.max()) > FULL_MASK:
        at = int(np.argmax(masks > FULL_MASK))
        msg = f"masks[{at}] is {int(masks[at]):#x}, with bits above 51; expected masks below 2**52"
        raise CardError(msg)
