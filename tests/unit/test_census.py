from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from oracles import solver as oracle

from ginrules import Aces, Hand, LimitError, solver
from ginrules.solver import batch, census

RULES = [(Aces.LOW, 1), (Aces.HIGH_OR_LOW, 15), (Aces.ROUND_THE_CORNER, 15)]

GIN = {3: 96, 4: 53, 5: 36, 10: 136_694, 11: 147_204}
"""How many hands of so many cards are nothing but melds, ace low; 0, 3, 4 and 5 cards can be counted by hand."""


@pytest.mark.parametrize(
    ("cards", "aces", "ace_pips"),
    [*((cards, *rules) for cards in range(3) for rules in RULES), (3, Aces.ROUND_THE_CORNER, 15)],
)
def test_counts_are_those_of_the_oracle(cards: int, aces: Aces, ace_pips: int) -> None:
    """For up to three cards the counts are those that the oracle finds hand by hand."""
    right = Counter(oracle.least_deadwood(hand, aces.value, ace_pips) for hand in combinations(oracle.DECK, cards))
    counts = census.deadwood_distribution(cards, aces=aces, ace_pips=ace_pips)
    assert dict(counts) == dict(right)


@pytest.mark.parametrize(("aces", "ace_pips"), RULES)
def test_counts_are_those_of_the_hands_one_by_one(aces: Aces, ace_pips: int) -> None:
    """For four cards the counts are those of solving each of the 270,725 hands."""
    bits = np.uint64(1) << np.arange(52, dtype=np.uint64)
    masks = np.array([sum(chosen) for chosen in combinations(bits.tolist(), 4)], dtype=np.uint64)
    right = Counter(batch.deadwood(masks, aces=aces, ace_pips=ace_pips).tolist())
    counts = census.deadwood_distribution(4, aces=aces, ace_pips=ace_pips)
    assert dict(counts) == dict(right)
    assert list(counts) == sorted(counts)


@pytest.mark.parametrize("cards", range(7))
def test_every_hand_is_counted_once(cards: int) -> None:
    """The counts sum up to the number of hands, and those without deadwood are the melded hands."""
    counts = census.deadwood_distribution(cards)
    assert sum(counts.values()) == comb(52, cards)
    assert all(hands > 0 for hands in counts.values())
    assert counts.get(0, 0) == len(census.melded_hands(cards))


def test_the_default_is_a_hand_of_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless told otherwise the census counts hands of ten cards with aces low at one pip."""
    asked: list[tuple[object, ...]] = []

    class Stop(Exception):  # noqa: N818  it is no error
        """Ends the call before it walks."""

    def stop(aces: Aces, ace_pips: int) -> bytes:
        """Take down the rules."""
        asked.append((aces, ace_pips))
        raise Stop

    monkeypatch.setattr(census, "table_for", stop)
    with pytest.raises(Stop):
        census.deadwood_distribution()
    assert asked == [(Aces.LOW, 1)]
    assert census.deadwood_distribution.__defaults__ == (10,)


def test_progress_is_told() -> None:
    """Progress rises with every report and ends at the number of all hands, which each report names."""
    reports: list[tuple[int, int]] = []
    census.deadwood_distribution(5, progress=lambda done, total: reports.append((done, total)))
    done = [hands for hands, _ in reports]
    assert {total for _, total in reports} == {comb(52, 5)}
    assert done == sorted(done)
    assert done[-1] == comb(52, 5)
    assert len(done) > 1


@pytest.mark.parametrize("cards", [-1, 14, 52])
def test_the_size_of_hands_has_bounds(cards: int) -> None:
    """Only hands of up to thirteen cards are counted, and a discard takes a card at least."""
    with pytest.raises(LimitError, match=f"^cards is {cards}; expected 0 to 13$"):
        census.deadwood_distribution(cards)
    with pytest.raises(LimitError, match=f"^cards is {cards}; expected 0 to 13$"):
        census.melded_hands(cards)
    with pytest.raises(LimitError, match=f"^cards is {cards}; expected 1 to 13$"):
        census.gin_after_discard(cards)
    with pytest.raises(LimitError, match=r"^cards is 0; expected 1 to 13$"):
        census.gin_after_discard(0)


@pytest.mark.parametrize("ace_pips", [0, 41])
def test_the_price_of_an_ace_has_bounds(ace_pips: int) -> None:
    """A loose ace counts from 1 to 40."""
    with pytest.raises(LimitError, match=f"ace_pips is {ace_pips}; expected 1 to 40"):
        census.deadwood_distribution(2, ace_pips=ace_pips)


@pytest.mark.parametrize(("cards", "number"), GIN.items())
def test_melded_hands_are_all_and_each_once(cards: int, number: int) -> None:
    """The known number of hands is nothing but melds, and each is listed once, by ascending mask."""
    hands = census.melded_hands(cards)
    assert len(hands) == number
    masks = np.array([hand.mask for hand in hands], dtype=np.uint64)
    assert (masks[1:] > masks[:-1]).all()
    assert not batch.deadwood(masks).any()
    assert {len(hand) for hand in hands} == {cards}


@pytest.mark.parametrize("aces", Aces)
def test_melded_hands_obey_the_aces(aces: Aces) -> None:
    """With each way with aces, the hands of three to five cards that are melded are those the census counts."""
    for cards in range(3, 6):
        hands = census.melded_hands(cards, aces=aces)
        assert len(hands) == census.deadwood_distribution(cards, aces=aces).get(0, 0)
        assert not any(solver.deadwood(hand, aces=aces) for hand in hands)


@pytest.mark.parametrize("aces", Aces)
@pytest.mark.parametrize("cards", range(1, 7))
def test_gin_after_a_discard_is_each_gin_hand_with_each_card(cards: int, aces: Aces) -> None:
    """The hands that some discard turns into gin are the gin hands with any card more, each counted once."""
    right = {
        gin.mask | card.mask for gin in census.melded_hands(cards - 1, aces=aces) for card in Hand.full() - gin
    }
    assert census.gin_after_discard(cards, aces=aces) == len(right)


def test_progress_of_gin_is_told() -> None:
    """Progress goes through the gin hands one by one, and is not told where there is none."""
    reports: list[tuple[int, int]] = []
    census.gin_after_discard(4, progress=lambda done, total: reports.append((done, total)))
    assert reports == [(done, 96) for done in range(1, 97)]
    census.gin_after_discard(3, progress=lambda *_: pytest.fail("there is no gin of two cards"))


def test_no_cards_are_melded() -> None:
    """The hand without cards leaves nothing, so one card is gin after its discard."""
    assert census.melded_hands(0) == (Hand(),)
    assert census.deadwood_distribution(0) == {0: 1}
    assert census.gin_after_discard(1) == 52
