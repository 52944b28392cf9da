"""Checks of the oracle: the rule text's examples, cases worked by hand, still more naive definitions."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from .solver import (
    ACE_MODES,
    DECK,
    Arrangement,
    Meld,
    after_discard,
    all_arrangements,
    all_melds,
    banded_hand,
    best_arrangement,
    deadwood_of,
    knock_pair,
    least_after_layoffs,
    least_deadwood,
    legal_layoffs,
    melds_of_the_deck,
    optimal_arrangements,
    uniform_hand,
    unseen_layoffs,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


def cards_of(text: str) -> list[str]:
    """Read cards written with spaces between them."""
    return text.split()


def meld(text: str) -> Meld:
    """Read one meld written as cards with spaces between them."""
    return frozenset(cards_of(text))


def melds(text: str) -> list[Meld]:
    """Read melds with bars between them; the empty text is no meld."""
    return [meld(part) for part in text.split("|")] if text else []


def arrangement(text: str) -> Arrangement:
    """Read an arrangement written as melds with bars between them."""
    return frozenset(melds(text))


# --- the examples of the rule text --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "best", "deadwood"),
    [
        ("7h 8h 9h 9s 9c", "9c 9h 9s", 15),
        ("7h 8h 9h 7s 7c", "7h 8h 9h", 14),
    ],
)
def test_a_run_and_a_set_that_share_a_card(hand: str, best: str, deadwood: int) -> None:
    """Of two melds that share a card only one can be made: the one that leaves less."""
    cards = cards_of(hand)
    assert least_deadwood(cards) == deadwood
    assert best_arrangement(cards) == arrangement(best)
    assert optimal_arrangements(cards) == {arrangement(best)}


def test_eleven_cards_before_the_discard() -> None:
    """The best discard of the example leaves ten."""
    cards = cards_of("2s 4s 5s 6s 3c 4c 5c 6c 3d 6d 5h")
    left = after_discard(cards)
    assert set(left) == set(cards)
    assert min(left.values()) == 10


@pytest.mark.parametrize(
    ("hand", "spread", "left"),
    [
        ("9c 8c 7c 7h 7d 2s 3s 4s Kc Qd", "9s 9h 9d | Ah 2h 3h | Js Jh Jd", 28),
        ("2s 8s 9s Ac 2c 7c 8c 2d 8d 2h", "Ks Kc Kd | 5s 6s 7s | 9c Tc Jc", 9),
    ],
)
def test_layoffs_and_own_melds_are_one_choice(hand: str, spread: str, left: int) -> None:
    """The two knocks of the rule text."""
    assert least_after_layoffs(cards_of(hand), melds(spread)) == left


# --- melds per ace mode -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aces", "runs_per_suit"),
    [
        ("low", 11 + 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1),  # lengths 3, 4, ..., 13
        ("high_or_low", 12 + 11 + 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 1),  # A..K and 2..K-A are one
        ("round_the_corner", 10 * 13 + 1),  # lengths 3..12 begin anywhere, all thirteen are one
    ],
)
def test_how_many_melds_a_deck_holds(aces: str, runs_per_suit: int) -> None:
    """Thirteen ranks give five sets each; the runs are counted by hand."""
    assert len(melds_of_the_deck(aces)) == 13 * 5 + 4 * runs_per_suit
    assert {len(one) for one in melds_of_the_deck(aces)} == set(range(3, 14))


@pytest.mark.parametrize(
    ("cards", "modes"),
    [
        ("Ah 2h 3h", ("low", "high_or_low", "round_the_corner")),
        ("Jh Qh Kh", ("low", "high_or_low", "round_the_corner")),
        ("Qh Kh Ah", ("high_or_low", "round_the_corner")),
        ("Kh Ah 2h", ("round_the_corner",)),
        ("Qh Kh Ah 2h", ("round_the_corner",)),
        ("Jh Qh Kh Ah 2h 3h", ("round_the_corner",)),
        ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", ("low", "high_or_low", "round_the_corner")),
        ("3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", ("high_or_low", "round_the_corner")),
        ("8h 9h Th Jh Qh Kh Ah 2h 3h 4h 5h 6h", ("round_the_corner",)),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", ("low", "high_or_low", "round_the_corner")),
        ("Ac Ad Ah", ("low", "high_or_low", "round_the_corner")),
        ("Ac Ad Ah As", ("low", "high_or_low", "round_the_corner")),
        ("Ah 2h", ()),
        ("Ah 2h 3d", ()),
        ("Ah 2h 4h", ()),
        ("Ac Ad 2h", ()),
    ],
)
def test_what_is_a_meld(cards: str, modes: tuple[str, ...]) -> None:
    """A group of cards is a meld in exactly the modes named."""
    assert tuple(aces for aces in ACE_MODES if meld(cards) in melds_of_the_deck(aces)) == modes


@pytest.mark.parametrize(
    ("table", "aces", "takes"),
    [
        ("9s 9h 9d", "low", "9c"),
        ("9s 9h 9d 9c", "low", ""),
        ("5h 6h 7h", "low", "4h 8h"),
        ("Ah 2h 3h", "low", "4h"),
        ("Ah 2h 3h", "high_or_low", "4h"),
        ("Ah 2h 3h", "round_the_corner", "4h Kh"),
        ("Jh Qh Kh", "low", "Th"),
        ("Jh Qh Kh", "high_or_low", "Th Ah"),
        ("Jh Qh Kh", "round_the_corner", "Th Ah"),
        ("Qh Kh Ah", "high_or_low", "Jh"),
        ("Qh Kh Ah", "round_the_corner", "Jh 2h"),
        ("Kh Ah 2h", "round_the_corner", "Qh 3h"),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh", "low", "Kh"),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh", "high_or_low", "Kh"),
        ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "low", "Ah"),
        ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "high_or_low", "Ah"),
        ("3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "high_or_low", "2h"),
        ("8h 9h Th Jh Qh Kh Ah 2h 3h 4h 5h 6h", "round_the_corner", "7h"),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "low", ""),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "high_or_low", ""),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "round_the_corner", ""),
    ],
)
def test_which_cards_a_meld_takes(table: str, aces: str, takes: str) -> None:
    """Exactly the cards named extend the meld, and they are what an unseen layoff counts."""
    expected = set(takes.split())
    assert {card for card in DECK if legal_layoffs(card, meld(table), aces)} == expected
    assert unseen_layoffs(meld(table), frozenset([meld(table)]), aces) == expected


# --- arrangements -------------------------------------------------------------------------------------------


def test_arrangements_of_a_run_of_six() -> None:
    """None, 4 + 3 + 2 + 1 single runs of three to six, and the two runs of three."""
    cards = cards_of("4h 5h 6h 7h 8h 9h")
    found = all_arrangements(cards)
    assert len(found) == 12
    assert optimal_arrangements(cards) == {
        arrangement("4h 5h 6h 7h 8h 9h"),
        arrangement("4h 5h 6h | 7h 8h 9h"),
    }
    assert arrangement("") in found
    assert arrangement("5h 6h 7h") in found


def test_arrangements_written_out() -> None:
    """A four of a kind crossed by a run: every arrangement, by hand."""
    assert all_arrangements(cards_of("7c 7d 7h 7s 8h 9h")) == {
        arrangement(text)
        for text in (
            "",
            "7c 7d 7h 7s",
            "7c 7d 7h",
            "7c 7d 7s",
            "7c 7h 7s",
            "7d 7h 7s",
            "7h 8h 9h",
            "7h 8h 9h | 7c 7d 7s",
        )
    }


@pytest.mark.parametrize(
    ("hand", "aces", "ace_pips", "deadwood"),
    [
        ("", "low", 1, 0),
        ("As", "low", 1, 1),
        ("As", "low", 15, 15),
        ("2c 3d 4h 5s 6c 7d 8h 9s", "low", 1, 44),
        ("Tc Jd Qh Ks", "low", 1, 40),
        ("Qh Kh Ah", "low", 1, 21),
        ("Qh Kh Ah", "low", 15, 35),
        ("Qh Kh Ah", "high_or_low", 1, 0),
        ("Qh Kh Ah 2h", "low", 1, 23),
        ("Qh Kh Ah 2h", "high_or_low", 1, 2),
        ("Qh Kh Ah 2h", "round_the_corner", 1, 0),
        ("Qh Kh Ah 2h 3h", "low", 1, 20),
        ("Qh Kh Ah 2h 3h", "high_or_low", 1, 5),  # Q-K-A, not A-2-3 that leaves twenty
        ("Qh Kh Ah 2h 3h", "round_the_corner", 1, 0),
        ("Kh Ah 2h", "high_or_low", 1, 13),
        ("Ac Ad Ah 2h 3h", "low", 1, 2),  # the run leaves two aces, the set leaves 2 and 3
        ("Ac Ad Ah 2h 3h", "low", 15, 5),
    ],
)
def test_least_deadwood(hand: str, aces: str, ace_pips: int, deadwood: int) -> None:
    """Hands small enough to see their deadwood."""
    assert least_deadwood(cards_of(hand), aces, ace_pips) == deadwood


def test_deadwood_of_one_arrangement() -> None:
    """An arrangement may leave a meld unmade; what does not fit the hand is refused."""
    cards = cards_of("7c 7d 7h 7s 8h 9h Ac")
    assert deadwood_of(cards, arrangement("")) == 46
    assert deadwood_of(cards, arrangement("7c 7d 7h")) == 25
    assert deadwood_of(cards, arrangement("7c 7d 7s | 7h 8h 9h"), ace_pips=11) == 11
    with pytest.raises(ValueError, match="overlap"):
        deadwood_of(cards, arrangement("7c 7d 7h | 7h 8h 9h"))
    with pytest.raises(ValueError, match="not in the hand"):
        deadwood_of(cards, arrangement("8h 9h Th"))


@pytest.mark.parametrize(
    ("hand", "aces", "best"),
    [
        # Either leaves sixteen; the run can take 6h and Th, the set only 8d.
        ("7h 8h 9h 8s 8c", "low", "8s 8c 8h"),
        # The same with 8d in the hand, too: the run with the other three eights leaves nothing.
        ("7h 8h 9h 8s 8c 8d", "low", "7h 8h 9h | 8s 8c 8d"),
        # Either leaves twenty and takes one card (Th or Qd): the run, as it is no set.
        ("Jh Qh Kh Qs Qc", "low", "Jh Qh Kh"),
        # Now the run can take the ace as well.
        ("Jh Qh Kh Qs Qc", "high_or_low", "Qh Qs Qc"),
        ("Jh Qh Kh Qs Qc", "round_the_corner", "Qh Qs Qc"),
        # Both take 3h and Th only (6h and 7h are in the hand): the single run, having fewer melds.
        ("4h 5h 6h 7h 8h 9h", "low", "4h 5h 6h 7h 8h 9h"),
        # Sets and runs both leave nothing and take three cards: no sets.
        ("Jc Qc Kc Jd Qd Kd Jh Qh Kh", "low", "Jc Qc Kc | Jd Qd Kd | Jh Qh Kh"),
        # With the ace the runs take six cards, the sets three.
        ("Jc Qc Kc Jd Qd Kd Jh Qh Kh", "high_or_low", "Jc Jd Jh | Qc Qd Qh | Kc Kd Kh"),
        # The same, and here the set's mask is the lesser one (its highest card is Qs, the run's is Ks).
        ("Js Qs Ks Qd Qc", "low", "Js Qs Ks"),
        # Twenty are left by clubs and three kings, by diamonds and three kings (one layoff, one set each),
        # and by both runs (two layoffs). The run of clubs has the least mask of the first two arrangements.
        ("Jc Qc Kc Jd Qd Kd Kh Ks", "low", "Jc Qc Kc | Kd Kh Ks"),
        # The same with spades for diamonds, where the lists of masks differ in their greatest, too.
        ("Jc Qc Kc Js Qs Ks Kh Kd", "low", "Jc Qc Kc | Kd Kh Ks"),
        # Thirteen of a suit as one run take no card, and neither do they as several: fewest melds.
        (
            "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
            "round_the_corner",
            "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
        ),
    ],
)
def test_tie_break(hand: str, aces: str, best: str) -> None:
    """Each step of the tie-break decides at least one of these hands, worked by hand."""
    assert best_arrangement(cards_of(hand), aces) == arrangement(best)


def test_after_discard_by_hand() -> None:
    """Throwing a card of the run breaks it; throwing the loose card keeps it."""
    assert after_discard(cards_of("7h 8h 9h Kc")) == {"7h": 27, "8h": 26, "9h": 25, "Kc": 0}
    assert after_discard(cards_of("Qh Kh Ah 2c"), "high_or_low", 15) == {
        "Qh": 27,
        "Kh": 27,
        "Ah": 22,
        "2c": 0,
    }
    assert after_discard(["5d"]) == {"5d": 0}


# --- layoffs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "spread", "aces", "left"),
    [
        ("9h Th Kc", "6h 7h 8h", "low", 10),  # the nine lets the ten follow
        ("Th Kc", "6h 7h 8h", "low", 20),  # without the nine it does not
        ("5h 9h", "6h 7h 8h", "low", 0),
        ("5h 9h", "", "low", 14),
        ("9c", "9s 9h 9d", "low", 0),
        ("5c 6c", "5d 5h 5s | 2c 3c 4c", "low", 0),  # the five must go to the run
        ("5c 6c 7c", "5d 5h 5s | 9c Tc Jc", "low", 0),  # a meld of one's own
        ("8c 9c Tc Td Ts", "5c 6c 7c | Jh Qh Kh", "low", 0),  # 8-9 laid off and tens melded
        ("6c", "3c 4c 5c | 7c 8c 9c", "low", 0),
        ("2s 3s 4h", "Qs Ks As", "high_or_low", 9),
        ("2s 3s 4h", "Qs Ks As", "round_the_corner", 4),
        ("As 2s", "Js Qs Ks", "low", 3),
        ("As 2s", "Js Qs Ks", "high_or_low", 2),
        ("As 2s", "Js Qs Ks", "round_the_corner", 0),
        ("Ks Qs", "As 2s 3s", "low", 20),
        ("Ks Qs", "As 2s 3s", "high_or_low", 20),
        ("Ks Qs", "As 2s 3s", "round_the_corner", 0),
    ],
)
def test_layoffs_by_hand(hand: str, spread: str, aces: str, left: int) -> None:
    """One or two layoffs each, all seen at a glance."""
    assert least_after_layoffs(cards_of(hand), melds(spread), aces) == left


def test_an_own_arrangement_that_is_not_optimal() -> None:
    """The best arrangement of the hand alone need not be the best with layoffs."""
    # Alone, the run leaves 14 and the set 17; but next to the set 9h and 8h can be laid off.
    cards = cards_of("7h 8h 9h 7s 7c")
    assert best_arrangement(cards) == arrangement("7h 8h 9h")
    assert least_after_layoffs(cards, melds("Th Jh Qh")) == 0
    assert least_after_layoffs(cards, melds("Tc Jc Qc")) == 14
    # The set of kings leaves the ace; no meld at all lets the king and then the ace be laid off.
    cards = cards_of("Ks Kc Kd As")
    assert least_after_layoffs(cards, melds("Ts Js Qs"), "high_or_low", 15) == 15
    assert least_after_layoffs(cards, melds("Ts Js Qs"), "high_or_low", 25) == 20
    assert least_after_layoffs(cards, melds("Ts Js Qs"), "low", 25) == 25


def test_ace_pips_in_layoffs() -> None:
    """A loose ace costs what it is said to cost."""
    assert least_after_layoffs(["Ac", "2d"], melds("5h 6h 7h"), "low", 15) == 17


@pytest.mark.parametrize(
    ("hand", "spread", "message"),
    [
        ("5h", "5h 6h 7h", "in the hand and on the table"),
        ("2c", "5h 6h 8h", "not a meld"),
        ("2c", "Qh Kh Ah", "not a meld"),
        ("2c", "5h 6h 7h | 7h 7c 7d", "twice"),
        ("2c 2c", "5h 6h 7h", "twice"),
        ("1c", "5h 6h 7h", "not cards"),
    ],
)
def test_impossible_tables_are_refused(hand: str, spread: str, message: str) -> None:
    """A mistaken test should not pass for a case."""
    with pytest.raises(ValueError, match=message):
        least_after_layoffs(cards_of(hand), melds(spread))


# --- against definitions even more naive --------------------------------------------------------------------


def is_meld_by_counting(cards: tuple[str, ...], aces: str) -> bool:
    """Decide by numbers, not by a table: one rank, or one suit whose ranks make a gapless stretch."""
    suits = {card[1] for card in cards}
    numbers = {"A23456789TJQK".index(card[0]) + 1 for card in cards}
    if len(cards) < 3:
        return False
    if len(numbers) == 1:
        return True
    if len(suits) > 1:
        return False
    if aces == "round_the_corner":  # on a circle, a stretch has exactly one member whose successor is missing
        ends = [number for number in numbers if number % 13 + 1 not in numbers]
        return len(ends) <= 1
    readings = [numbers]
    if aces == "high_or_low" and 1 in numbers:
        readings.append(numbers - {1} | {14})
    return any(max(reading) - min(reading) == len(cards) - 1 for reading in readings)


def subsets(cards: Iterable[str]) -> Iterable[tuple[str, ...]]:
    """Return every subset of the cards."""
    listed = list(cards)
    for size in range(len(listed) + 1):
        yield from combinations(listed, size)


def arrangements_by_partition(cards: list[str], aces: str) -> set[Arrangement]:
    """Put the first card nowhere or in each meld it may be in, and arrange what remains."""
    if not cards:
        return {frozenset()}
    first, rest = cards[0], cards[1:]
    found = arrangements_by_partition(rest, aces)
    for others in subsets(rest):
        if is_meld_by_counting((first, *others), aces):
            remaining = [card for card in rest if card not in others]
            found |= {more | {frozenset((first, *others))} for more in arrangements_by_partition(remaining, aces)}
    return found


@pytest.mark.parametrize("aces", ACE_MODES)
def test_melds_against_counting(aces: str) -> None:
    """All subsets of ten cards, and of a whole suit, each decided by itself."""
    rng = Random(20)
    hands = [banded_hand(rng, 10, wrap=True) for _ in range(20)] + [[card for card in DECK if card[1] == "d"]]
    for cards in hands:
        expected = {frozenset(some) for some in subsets(cards) if is_meld_by_counting(some, aces)}
        assert all_melds(cards, aces) == expected


@pytest.mark.parametrize("aces", ACE_MODES)
def test_arrangements_against_partition(aces: str) -> None:
    """Another recursion finds the same arrangements, and each discard is a hand of its own."""
    rng = Random(21)
    for _ in range(25):
        cards = banded_hand(rng, rng.randint(5, 9), wrap=True)
        assert all_arrangements(cards, aces) == arrangements_by_partition(cards, aces)
        for card, left in after_discard(cards, aces).items():
            assert left == least_deadwood([other for other in cards if other != card], aces)


@pytest.mark.parametrize("aces", ACE_MODES)
def test_layoffs_against_growing_the_spread(aces: str) -> None:
    """Say instead which cards each meld of the table ends up with: with them it must be a meld again.

    A longer run around a run, or a larger set, can always be grown from the smaller one a card at a time.
    """

    def least(cards: frozenset[str], table: list[Meld]) -> int:
        """Give the first meld of the table each lot it can end up with, then go on with the others."""
        if not table:
            return least_deadwood(cards, aces)
        lots = [lot for lot in subsets(cards) if is_meld_by_counting((*table[0], *lot), aces)]
        return min(least(cards.difference(lot), table[1:]) for lot in lots)

    rng = Random(22)
    for _ in range(40):
        spread, hand = knock_pair(rng, aces=aces)
        cards = hand[:8]
        assert least_after_layoffs(cards, spread, aces) == least(frozenset(cards), spread)


# --- the generators -----------------------------------------------------------------------------------------


def test_hands_are_what_they_promise() -> None:
    """So many different cards; a banded hand within five neighbouring ranks."""
    rng = Random(23)
    for _ in range(300):
        n = rng.randint(1, 13)
        assert len(set(uniform_hand(rng, n))) == n
        hand = banded_hand(rng, n)
        assert len(set(hand)) == n
        numbers = ["A23456789TJQK".index(card[0]) for card in hand]
        assert max(numbers) - min(numbers) <= 4


@pytest.mark.parametrize("aces", ACE_MODES)
def test_knocks_are_what_they_promise(aces: str) -> None:
    """Disjoint melds of 3 to 10 cards, ten other cards, and layoffs that often help."""
    rng = Random(24)
    helped = 0
    totals: set[int] = set()
    for _ in range(300):
        spread, hand = knock_pair(rng, aces=aces)
        cards = [card for one in spread for card in one]
        totals.add(len(cards))
        assert all(one in melds_of_the_deck(aces) for one in spread)
        assert len(hand) == 10
        assert len(set(cards) | set(hand)) == len(cards) + 10
        helped += least_after_layoffs(hand, spread, aces) < least_deadwood(hand, aces)
    assert totals == set(range(3, 11))
    assert helped > 75


def test_a_seed_gives_the_same_hands() -> None:
    """Two generators with one seed agree."""
    one, two = Random(25), Random(25)
    for _ in range(20):
        assert uniform_hand(one, 10) == uniform_hand(two, 10)
        assert banded_hand(one, 10) == banded_hand(two, 10)
        assert knock_pair(one) == knock_pair(two)
