import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import CARDS, HouseRules, hands, house_rules

from ginrules import Aces, CardError, Hand, LimitError, solver
from ginrules.solver import batch

Solve = Callable[[NDArray[np.uint64]], NDArray[np.uint8]]
CALLS = [batch.deadwood, batch.after_discard]


def masks_of(some: list[Hand]) -> NDArray[np.uint64]:
    """Return the array of the hands' masks."""
    return np.array([hand.mask for hand in some], dtype=np.uint64)


def row_of(hand: Hand, rules: HouseRules) -> list[int]:
    """Return what is left after each discard as a row of 52, with 255 for the cards that are not held."""
    left = solver.after_discard(hand, **rules)
    return [left.get(card, batch.NOT_HELD) for card in CARDS]


@given(st.lists(hands(0, 52) | hands(), max_size=8), house_rules())
def test_batches_agree_with_one_by_one(some: list[Hand], rules: HouseRules) -> None:
    """A batch gives what the calls for one hand give, in the same order."""
    masks = masks_of(some)
    deadwood = batch.deadwood(masks, **rules)
    assert deadwood.shape == (len(some),)
    assert deadwood.dtype == np.uint8
    assert deadwood.tolist() == [solver.deadwood(hand, **rules) for hand in some]
    left = batch.after_discard(masks, **rules)
    assert left.shape == (len(some), 52)
    assert left.dtype == np.uint8
    assert left.tolist() == [row_of(hand, rules) for hand in some]


def test_large_batches_agree_with_one_by_one() -> None:
    """A batch of more hands than the kernel is given at once loses and mixes up none."""
    rng = random.Random(1)
    some = [Hand.of(rng.sample(CARDS, rng.randint(0, 11))) for _ in range(2 * batch._CHUNK + 3)]
    assert batch.deadwood(masks_of(some)).tolist() == [solver.deadwood(hand) for hand in some]
    few = some[: batch._CHUNK + 3]
    left = batch.after_discard(masks_of(few))
    for at in (0, 1, batch._CHUNK - 1, batch._CHUNK, batch._CHUNK + 2):
        assert left[at].tolist() == row_of(few[at], HouseRules(aces=Aces.LOW, ace_pips=1))


def test_the_most_deadwood_fits_and_is_not_mistaken_for_a_card_not_held() -> None:
    """The most that a hand can leave, two of each rank with aces at 40, is 248: below the 255 of no card."""
    # Two suits a rank, changing in turn so that no run comes about.
    hand = Hand.of(card for card in CARDS if card.suit % 2 == card.rank % 2)
    assert len(hand) == 26
    masks = masks_of([hand])
    assert batch.deadwood(masks, ace_pips=40).tolist() == [248]
    left = batch.after_discard(masks, ace_pips=40)[0]
    assert sorted({card.index for card in CARDS if left[card.index] != batch.NOT_HELD}) == [
        card.index for card in hand
    ]


def test_no_hands_have_no_answers() -> None:
    """An empty array gives an empty one, of 52 columns after a discard."""
    nothing = np.array([], dtype=np.uint64)
    assert batch.deadwood(nothing).shape == (0,)
    assert batch.after_discard(nothing).shape == (0, 52)


def test_arrays_of_any_layout_are_read() -> None:
    """Arrays with gaps, backwards, or not to be written are read as the same hands in a row."""
    rng = random.Random(2)
    masks = masks_of([Hand.of(rng.sample(CARDS, 10)) for _ in range(40)])
    in_a_row = batch.deadwood(masks)
    before = masks.copy()
    assert batch.deadwood(masks[::3]).tolist() == in_a_row[::3].tolist()
    assert batch.deadwood(masks[::-1]).tolist() == in_a_row[::-1].tolist()
    column = np.stack([masks, masks[::-1]], axis=1)[:, 1]
    assert not column.flags["C_CONTIGUOUS"]
    assert batch.deadwood(column).tolist() == in_a_row[::-1].tolist()
    masks.setflags(write=False)
    assert batch.deadwood(masks).tolist() == in_a_row.tolist()
    assert masks.tolist() == before.tolist()


@pytest.mark.parametrize("solve", CALLS)
def test_hands_in_another_byte_order_are_not_misread(solve: Solve) -> None:
    """An array of the other byte order is refused for its dtype rather than taken for other hands."""
    masks = masks_of([Hand.parse("7h 8h 9h 9s 9c")])
    swapped = masks.astype(masks.dtype.newbyteorder())
    with pytest.raises(CardError, match=f"masks has dtype {swapped.dtype}; expected uint64"):
        solve(swapped)


@pytest.mark.parametrize("solve", CALLS)
@pytest.mark.parametrize("dtype", [np.int64, np.uint32, np.float64, np.bool_, np.object_, np.str_])
def test_another_dtype_is_refused(solve: Solve, dtype: type) -> None:
    """An array of anything but uint64 is refused, and the message names both."""
    with pytest.raises(CardError, match=r"^masks has dtype .*; expected uint64$"):
        solve(np.array([1, 2], dtype=dtype))


@pytest.mark.parametrize("solve", CALLS)
@pytest.mark.parametrize("shape", [(), (1, 1), (2, 3), (0, 2)])
def test_another_shape_is_refused(solve: Solve, shape: tuple[int, ...]) -> None:
    """An array of no or several dimensions is refused, and the message names its shape."""
    with pytest.raises(CardError) as caught:
        solve(np.zeros(shape, dtype=np.uint64))
    assert str(caught.value) == f"masks has shape {shape}; expected one dimension, a mask a hand"


@pytest.mark.parametrize("solve", CALLS)
@pytest.mark.parametrize("value", [[7], (7,), 7, None, "7", Hand(7), np.uint64(7)])
def test_what_is_no_array_is_refused(solve: Solve, value: object) -> None:
    """A list and whatever else is no array is refused, and the message says how to make one."""
    with pytest.raises(CardError, match=f"^masks is a {type(value).__name__}; expected a numpy array of uint64"):
        solve(value)  # type: ignore[arg-type]  # what the test is about


@pytest.mark.parametrize("solve", CALLS)
@pytest.mark.parametrize("mask", [1 << 52, 1 << 63, (1 << 64) - 1])
def test_bits_above_the_deck_are_refused(solve: Solve, mask: int) -> None:
    """A mask with bits above 51 is refused with its place."""
    with pytest.raises(CardError) as caught:
        solve(np.array([0, 7, mask, mask], dtype=np.uint64))
    assert str(caught.value) == f"masks[2] is {mask:#x}, with bits above 51; expected masks below 2**52"


def test_the_whole_deck_is_a_hand() -> None:
    """The greatest mask is accepted."""
    assert batch.deadwood(masks_of([Hand.full()])).tolist() == [0]


@pytest.mark.parametrize("solve", CALLS)
def test_the_price_of_an_ace_has_bounds(solve: Callable[..., object]) -> None:
    """A loose ace counts from 1 to 40."""
    for ace_pips in (0, 41):
        with pytest.raises(LimitError, match=f"ace_pips is {ace_pips}; expected 1 to 40"):
            solve(masks_of([Hand()]), ace_pips=ace_pips)
