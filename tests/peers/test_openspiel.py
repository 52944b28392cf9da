"""The same hands through OpenSpiel's gin rummy.

Known differences, each theirs:

* of eleven cards, `min_deadwood` arranges all eleven as well as it can and then drops the dearest loose card of
  that arrangement. Where another discard allows a better arrangement of the other ten it says too much.
"""

import random
from collections.abc import Callable, Iterator

import pyspiel
import pytest
from oracles import solver as oracle

from ginrules import Hand, solver

HANDS = 1_000
KINDS: dict[str, Callable[[random.Random, int], list[str]]] = {
    "uniform": oracle.uniform_hand,
    "banded": oracle.banded_hand,
}
MELD_RICH = "2s 4s 5s 6s 3c 4c 5c 6c 3d 6d 5h"

every_kind = pytest.mark.parametrize("kind", KINDS)


class OpenSpiel:
    """OpenSpiel's helpers for gin rummy, asked in the notation of the cards, which is the same as ours."""

    def __init__(self) -> None:
        self._utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)  # ranks, suits, cards a hand
        self._number = {self._utils.card_string(number): number for number in range(52)}

    def cards(self) -> set[str]:
        """Return its cards."""
        return set(self._number)

    def numbers(self, cards: list[str]) -> list[int]:
        """Return its numbers of some cards."""
        return [self._number[card] for card in cards]

    def min_deadwood(self, cards: list[str]) -> int:
        """Return the least deadwood of ten cards, or what it takes for that after a discard of eleven."""
        least: int = self._utils.min_deadwood(self.numbers(cards))
        return least

    def melds(self, cards: list[str]) -> set[frozenset[str]]:
        """Return all melds in a hand."""
        groups = self._utils.all_melds(self.numbers(cards))
        return {frozenset(map(self._utils.card_string, meld)) for meld in groups}


@pytest.fixture(scope="module")
def openspiel() -> OpenSpiel:
    """Return OpenSpiel's helpers."""
    return OpenSpiel()


def some_hands(kind: str, cards: int) -> Iterator[list[str]]:
    """Yield hands of so many cards."""
    rng = random.Random(f"{kind} {cards}")
    return (KINDS[kind](rng, cards) for _ in range(HANDS))


def least_after_discard(cards: list[str]) -> int:
    """Return what the library says that the best discard leaves."""
    return solver.least_after_discard(Hand.parse(" ".join(cards)))


def after_dropping_the_dearest_loose_card(cards: list[str]) -> set[int]:
    """Return what is left if an optimal arrangement of all eleven cards loses its dearest loose card."""
    arrangements = oracle.optimal_arrangements(cards)
    loose = [oracle.loose_cards(frozenset(cards), arrangement) for arrangement in arrangements]
    return {oracle.total_pips(left) - max(map(oracle.pips_of, left), default=0) for left in loose}


def test_both_write_cards_alike(openspiel: OpenSpiel) -> None:
    """OpenSpiel numbers the cards in another order, but writes them as we do."""
    assert openspiel.cards() == {str(card) for card in Hand.full()}


@every_kind
def test_ten_cards_agree(openspiel: OpenSpiel, kind: str) -> None:
    """Of ten cards OpenSpiel finds the same least deadwood."""
    for cards in some_hands(kind, 10):
        assert openspiel.min_deadwood(cards) == solver.deadwood(Hand.parse(" ".join(cards))), cards


@every_kind
def test_melds_agree(openspiel: OpenSpiel, kind: str) -> None:
    """OpenSpiel finds the same melds in a hand."""
    for cards in some_hands(kind, 11):
        ours = {frozenset(map(str, meld.cards)) for meld in solver.melds(Hand.parse(" ".join(cards)))}
        assert openspiel.melds(cards) == ours, cards


@every_kind
def test_of_eleven_cards_every_difference_is_theirs(openspiel: OpenSpiel, kind: str) -> None:
    """Where the best discard of eleven cards differs, the oracle says what we say, and OpenSpiel says more."""
    for cards in some_hands(kind, 11):
        ours, theirs = least_after_discard(cards), openspiel.min_deadwood(cards)
        if ours != theirs:
            assert ours == min(oracle.after_discard(cards).values()) < theirs, cards
            assert theirs in after_dropping_the_dearest_loose_card(cards), cards


def test_there_are_differences_among_meld_rich_hands(openspiel: OpenSpiel) -> None:
    """OpenSpiel is still wrong on some banded hands: if not, the list of differences above is out of date."""
    assert any(openspiel.min_deadwood(cards) != least_after_discard(cards) for cards in some_hands("banded", 11))


def test_the_known_difference(openspiel: OpenSpiel) -> None:
    """A meld-rich hand of eleven leaves 10 after its best discard, by the oracle too, where OpenSpiel says 12."""
    cards = MELD_RICH.split()
    assert least_after_discard(cards) == min(oracle.after_discard(cards).values()) == 10
    assert openspiel.min_deadwood(cards) == 12
