import copy
import pickle
from collections.abc import Callable
from itertools import combinations, pairwise

import attrs
import pytest
from hypothesis import given
from strategies import CARDS, EVERY_MELD, MELDS, arrangements, cards, hands, layoffs, melds, spreads

from ginrules import (
    Aces,
    Arrangement,
    Card,
    CardError,
    Hand,
    LayOff,
    Meld,
    MeldError,
    MeldKind,
    NotationError,
    Rank,
    Suit,
    parse_melds,
)

LINES = {
    Aces.LOW: list(Rank),
    Aces.HIGH_OR_LOW: [*Rank, Rank.ACE],
    Aces.ROUND_THE_CORNER: [*Rank, *Rank],
}
"""The ranks in the order in which a run may go through them."""

COUNTS = {Aces.LOW: 329, Aces.HIGH_OR_LOW: 369, Aces.ROUND_THE_CORNER: 589}


def melds_by_definition(aces: Aces) -> set[Hand]:
    """Return the cards of every meld: three or four of a rank, or three or more along the line of ranks."""
    sets = {
        Hand.of(chosen)
        for rank in Rank
        for size in (3, 4)
        for chosen in combinations([Card(rank, suit) for suit in Suit], size)
    }
    line = LINES[aces]
    stretches = {
        tuple(line[start:end])
        for start in range(len(line))
        for end in range(start + 3, min(start + 13, len(line)) + 1)
    }
    return sets | {Hand.of(Card(rank, suit) for rank in ranks) for ranks in stretches for suit in Suit}


@pytest.mark.rule("CORE-08")
@pytest.mark.parametrize("aces", Aces)
def test_melds_of_the_deck_are_those_of_the_definition(aces: Aces) -> None:
    """The melds are three or four cards of a rank, and three or more neighbours of a suit, as the aces allow."""
    by_definition = melds_by_definition(aces)
    assert len(by_definition) == COUNTS[aces]
    assert [meld.mask for meld in MELDS[aces]] == sorted(hand.mask for hand in by_definition)
    assert {meld.hand for meld in EVERY_MELD if meld.counts(aces)} == by_definition


@pytest.mark.parametrize("aces", Aces)
def test_cards_make_a_meld_exactly_if_the_definition_says_so(aces: Aces) -> None:
    """Of all sets of at most four cards of a few suits and ranks, exactly the melds are accepted as such."""
    by_definition = melds_by_definition(aces)
    ranks = (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.JACK, Rank.QUEEN, Rank.KING)
    few = [*(Card(rank, Suit.HEARTS) for rank in ranks), *(Card(rank, Suit.CLUBS) for rank in ranks[-3:])]
    few += [Card(Rank.KING, Suit.SPADES), Card(Rank.KING, Suit.DIAMONDS)]
    for size in range(5):
        for chosen in combinations(few, size):
            hand = Hand.of(chosen)
            if hand in by_definition:
                assert Meld.of(chosen, aces=aces).hand == hand
            else:
                with pytest.raises(MeldError):
                    Meld.of(chosen, aces=aces)


@pytest.mark.rule("CORE-15")
@pytest.mark.parametrize("aces", Aces)
def test_a_card_extends_a_meld_exactly_if_both_together_are_a_meld(aces: Aces) -> None:
    """For each of the 589 melds and 52 cards: the card extends the meld if the larger meld counts, else not."""
    by_definition = melds_by_definition(aces)
    for meld in EVERY_MELD:
        counts = meld.hand in by_definition
        right = {card for card in CARDS if counts and card not in meld and meld.hand.add(card) in by_definition}
        assert set(meld.extensions(aces=aces)) == right
        for card in right:
            assert meld.extend(card, aces=aces).hand == meld.hand.add(card)
        assert meld.counts(aces) == counts


@given(melds(), cards())
def test_extending_by_another_card_is_refused_with_what_would_do(meld: Meld, card: Card) -> None:
    """A card that does not extend a meld is refused, and the message lists the cards that would."""
    for aces in Aces:
        fitting = meld.extensions(aces=aces)
        if card in fitting:
            continue
        would = f"what would: {fitting}" if fitting else "nothing does"
        with pytest.raises(MeldError) as caught:
            meld.extend(card, aces=aces)
        assert str(caught.value) == f"{card} does not extend {meld}; {would}"


def test_every_meld_prints_parses_evaluates_and_pickles() -> None:
    """Each meld is what its notation parses to, its repr evaluates to, its pickle and its copies are."""
    for meld in EVERY_MELD:
        assert Meld.parse(str(meld)) == meld
        assert eval(repr(meld)) == meld  # noqa: S307  what is evaluated is known
        assert pickle.loads(pickle.dumps(meld)) == meld  # noqa: S301  made a moment ago
        assert copy.copy(meld) == copy.deepcopy(meld) == meld
        assert Meld.of(meld.cards, aces=Aces.ROUND_THE_CORNER) == meld
        assert Meld.from_mask(meld.mask, aces=Aces.ROUND_THE_CORNER) == meld
        assert hash(Meld.parse(str(meld))) == hash(meld)


def test_cards_of_a_meld_lie_as_people_lay_them() -> None:
    """A run lies upward along the ranks, beginning anywhere but going on; a set lies by suit."""
    for meld in EVERY_MELD:
        laid = meld.cards
        assert Hand.of(laid) == meld.hand
        assert len(laid) == len(meld)
        if meld.kind is MeldKind.SET:
            assert list(laid) == sorted(laid)
            assert len({card.rank for card in laid}) == 1
        else:
            assert len({card.suit for card in laid}) == 1
            steps = {(after.rank - card.rank) % 13 for card, after in pairwise(laid)}
            assert steps == {1}


def test_a_whole_suit_lies_from_ace_to_king() -> None:
    """A run of all thirteen cards, which could begin anywhere, begins with its ace."""
    for suit in Suit:
        run = Meld.of([Card(rank, suit) for rank in Rank])
        assert [card.rank for card in run.cards] == list(Rank)
        assert run.counts(Aces.LOW)
        assert not run.extensions(aces=Aces.ROUND_THE_CORNER)


def test_melds_know_their_cards_and_pips() -> None:
    """A meld counts and contains its cards, and its pips are their sum."""
    for meld in EVERY_MELD:
        assert [card in meld for card in CARDS] == [card in meld.hand for card in CARDS]
        assert meld.pips == sum(card.pips for card in meld.cards)
        assert meld.hand.mask == meld.mask
        assert "Ac" not in meld


@given(melds(), melds())
def test_melds_order_and_equal_by_mask(meld: Meld, other: Meld) -> None:
    """Melds compare as their masks do, and equal nothing else."""
    assert (meld < other) == (meld.mask < other.mask)
    assert (meld >= other) == (meld.mask >= other.mask)
    assert (meld == other) == (meld.mask == other.mask)
    assert meld != other.mask  # type: ignore[comparison-overlap]  # what the test is about
    with pytest.raises(TypeError):
        _ = meld < meld.hand  # type: ignore[operator]  # what the test is about


@pytest.mark.parametrize(
    ("text", "aces", "why"),
    [
        ("-", Aces.LOW, "- is too short: a meld has at least three cards"),
        ("7c", Aces.LOW, "7c is too short: a meld has at least three cards"),
        ("7c 8c", Aces.LOW, "7c 8c is too short: a meld has at least three cards"),
        ("7c 7d", Aces.LOW, "7c 7d is too short: a meld has at least three cards"),
        ("7c 8c Tc", Aces.LOW, "7c 8c Tc has a gap: 9c is missing between its cards"),
        ("2d 5d 6d 8d", Aces.LOW, "2d 5d 6d 8d has a gap: 3d 4d 7d are missing between its cards"),
        ("7c 8c 9d", Aces.LOW, "7c 8c 9d mixes suits: a run is of one suit"),
        ("7c 8d Tc", Aces.LOW, "7c Tc 8d mixes suits: a run is of one suit"),
        (
            "7c 8c 8d",
            Aces.LOW,
            "7c 8c 8d is neither of one rank, as a set, nor of one suit, as a run",
        ),
        ("Qh Kh Ah", Aces.LOW, "Ah Qh Kh is no run here: Ah is low and does not follow the king"),
        ("Kh Ah 2h", Aces.LOW, "Ah 2h Kh is no run here: Ah is low and does not follow the king"),
        (
            "Kh Ah 2h",
            Aces.HIGH_OR_LOW,
            "Ah 2h Kh is no run here: Ah is high or low, but a run does not go on round the corner",
        ),
    ],
)
def test_cards_that_are_no_meld_are_refused_with_the_reason(text: str, aces: Aces, why: str) -> None:
    """Too few cards, a gap, mixed suits, and an ace where it may not be are refused as just that."""
    hand = Hand.parse(text)
    with pytest.raises(MeldError) as caught:
        Meld.of(hand.cards, aces=aces)
    assert str(caught.value) == why
    with pytest.raises(MeldError) as caught:
        Meld.from_mask(hand.mask, aces=aces)
    assert str(caught.value) == why


@given(hands(0, 6))
def test_whatever_is_no_meld_is_refused_with_some_reason(hand: Hand) -> None:
    """Any cards make a meld or are refused with a sentence that names them."""
    for aces in Aces:
        if hand in {meld.hand for meld in MELDS[aces]}:
            continue
        with pytest.raises(MeldError) as caught:
            Meld.of(hand.cards, aces=aces)
        assert str(caught.value).startswith(f"{hand} ")


@pytest.mark.parametrize("mask", [-1, 1 << 52, 7 << 52])
def test_masks_out_of_range_are_no_melds(mask: int) -> None:
    """A mask of no cards is refused as such."""
    with pytest.raises(CardError, match="is no mask of cards"):
        Meld.from_mask(mask)


def test_cards_that_come_twice_are_no_meld() -> None:
    """A card that comes twice is refused, in cards and in texts."""
    seven = Card.parse("7c")
    with pytest.raises(CardError, match="7c comes twice"):
        Meld.of([seven, seven, Card.parse("8c")])
    with pytest.raises(NotationError, match="7c comes twice at character 4"):
        Meld.parse("7c 7c 8c")


def test_parsing_takes_runs_of_any_table_unless_told() -> None:
    """Without a way with aces any table's run is read; with one, only its runs."""
    assert str(Meld.parse("2h Kh Ah")) == "Kh Ah 2h"
    for aces, allowed in zip(Aces, [False, False, True], strict=True):
        if allowed:
            assert Meld.parse("Kh Ah 2h", aces=aces).counts(aces)
        else:
            with pytest.raises(MeldError, match="is no run here"):
                Meld.parse("Kh Ah 2h", aces=aces)


def test_values_are_frozen() -> None:
    """No attribute of a meld, a layoff or an arrangement can be set."""
    values: list[tuple[object, str]] = [
        (Meld.parse("7c 8c 9c"), "mask"),
        (LayOff.parse("lay Tc on 7c 8c 9c"), "card"),
        (LayOff.parse("lay Tc on 7c 8c 9c"), "meld"),
        (Arrangement.parse("7c 8c 9c / As"), "melds"),
        (Arrangement.parse("7c 8c 9c / As"), "loose"),
        (Arrangement.parse("7c 8c 9c / As"), "ace_pips"),
    ]
    for value, name in values:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, name, None)


# --- layoffs ------------------------------------------------------------------------------------------------


@given(layoffs())
def test_layoffs_print_parse_evaluate_and_pickle(layoff: LayOff) -> None:
    """A layoff is what its notation parses to, its repr evaluates to, its pickle and its copies are."""
    assert str(layoff) == f"lay {layoff.card} on {layoff.meld}"
    assert LayOff.parse(str(layoff)) == layoff
    assert eval(repr(layoff)) == layoff  # noqa: S307  what is evaluated is known
    assert pickle.loads(pickle.dumps(layoff)) == layoff  # noqa: S301  made a moment ago
    assert copy.deepcopy(layoff) == layoff
    assert hash(LayOff.parse(str(layoff))) == hash(layoff)


@given(melds(), cards())
def test_a_layoff_makes_a_larger_meld_or_is_refused(meld: Meld, card: Card) -> None:
    """A layoff exists for the cards that extend the meld at some table, and results in the larger meld."""
    if card in meld.extensions(aces=Aces.ROUND_THE_CORNER):
        assert LayOff(card, meld).result == meld.extend(card, aces=Aces.ROUND_THE_CORNER)
    else:
        with pytest.raises(MeldError, match="does not extend"):
            LayOff(card, meld)


@pytest.mark.parametrize("text", ["lay 9c on 6c 7c 8c", "  LAY  9♣ On  8c,7c,6c ", "lay 9c on 6c 7c 8c\n"])
def test_layoffs_are_read_in_any_case_and_spacing(text: str) -> None:
    """A layoff is read in either case, with space around its parts."""
    assert LayOff.parse(text) == LayOff(Card.parse("9c"), Meld.parse("6c 7c 8c"))


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("", "no layoff", 0),
        ("  put 9c on 6c 7c 8c", "no layoff", 2),
        ("lay9c on 6c 7c 8c", "no layoff", 0),
        ("lay 9c", "a layoff without its meld", 6),
        ("lay 9c at 6c 7c 8c", "a layoff without its meld", 18),
        ("lay  on 6c 7c 8c", "there is no card", 4),
        ("lay 9c Tc on 6c 7c 8c", "2 cards before on", 4),
        ("lay 9x on 6c 7c 8c", "unknown suit 'x'", 5),
        ("lay 9c on 6c 7c 8", "half a card: the rank 8 without a suit", 17),
        ("lay 9c on 6c 7c 7c", "7c comes twice", 16),
    ],
)
def test_text_that_is_no_layoff_is_refused(text: str, problem: str, position: int) -> None:
    """A text of another form is refused with the problem and its place."""
    with pytest.raises(NotationError) as caught:
        LayOff.parse(text)
    assert (caught.value.problem, caught.value.position) == (problem, position)


# --- arrangements -------------------------------------------------------------------------------------------


@given(arrangements())
def test_arrangements_evaluate_and_pickle(arrangement: Arrangement) -> None:
    """An arrangement is what its repr evaluates to, its pickle and its copies are, whatever an ace counts."""
    assert eval(repr(arrangement)) == arrangement  # noqa: S307  what is evaluated is known
    assert pickle.loads(pickle.dumps(arrangement)) == arrangement  # noqa: S301  made a moment ago
    assert copy.deepcopy(arrangement) == arrangement
    assert hash(copy.deepcopy(arrangement)) == hash(arrangement)


@given(arrangements())
def test_arrangements_print_and_parse(arrangement: Arrangement) -> None:
    """The notation of an arrangement, which does not tell the price of an ace, parses to its melds and cards."""
    read = Arrangement.parse(str(arrangement))
    assert (read.melds, read.loose, read.ace_pips) == (arrangement.melds, arrangement.loose, 1)
    assert str(read) == str(arrangement)


@given(arrangements())
def test_arrangements_put_their_melds_in_order(arrangement: Arrangement) -> None:
    """Melds in any order make the same arrangement, in which they ascend by mask."""
    assert list(arrangement.melds) == sorted(arrangement.melds, key=lambda meld: meld.mask)
    turned = Arrangement(arrangement.melds[::-1], arrangement.loose, ace_pips=arrangement.ace_pips)
    assert turned == arrangement


@pytest.mark.rule("CORE-10")
@given(arrangements())
def test_deadwood_is_the_pips_of_the_loose_cards(arrangement: Arrangement) -> None:
    """Deadwood is the sum over the loose cards, where an ace counts what the arrangement says."""
    counted = [arrangement.ace_pips if card.rank is Rank.ACE else min(card.rank, 10) for card in arrangement.loose]
    assert arrangement.deadwood == sum(counted)


@given(arrangements())
def test_an_arrangement_partitions_its_hand(arrangement: Arrangement) -> None:
    """The hand of an arrangement is the disjoint union of its melds and its loose cards."""
    parts = [*(meld.hand for meld in arrangement.melds), arrangement.loose]
    assert sum(map(len, parts)) == len(arrangement.hand)
    assert Hand.of(card for part in parts for card in part) == arrangement.hand


@pytest.mark.rule("CORE-09")
@given(spreads(), melds(), hands(0, 6))
def test_a_card_in_two_places_is_refused(spread: tuple[Meld, ...], meld: Meld, loose: Hand) -> None:
    """Melds and loose cards that share a card make no arrangement, and any that share none make one."""
    parts = [*(part.hand for part in spread), meld.hand, loose]
    shared = Hand()
    seen = Hand()
    for part in parts:
        shared |= seen & part
        seen |= part
    if shared:
        with pytest.raises(MeldError, match="a card is in one meld or loose"):
            Arrangement((*spread, meld), loose)
    else:
        assert Arrangement((*spread, meld), loose).hand == seen


@pytest.mark.parametrize(
    ("text", "melds_read", "loose"),
    [
        ("-", [], "-"),
        ("- / -", [], "-"),
        ("- / Ac", [], "Ac"),
        ("3c 3d 3h", ["3c 3d 3h"], "-"),
        ("3c 3d 3h / -", ["3c 3d 3h"], "-"),
        ("4h 5h 6h|3c,3d,3h/9d Ah", ["3c 3d 3h", "4h 5h 6h"], "Ah 9d"),
        ("Kh Ah 2h / 3c", ["Kh Ah 2h"], "3c"),
    ],
)
def test_arrangements_are_read(text: str, melds_read: list[str], loose: str) -> None:
    """Melds are parted by bars and the loose cards stand behind a slash, a dash for none of either."""
    arrangement = Arrangement.parse(text)
    assert sorted(map(str, arrangement.melds)) == melds_read
    assert arrangement.loose == Hand.parse(loose)


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("", "there is no card", 0),
        ("3c 3d 3h |", "there is no card", 10),
        ("| 3c 3d 3h", "there is no card", 0),
        ("3c 3d 3h / ", "there is no card", 10),
        ("/ 3c", "there is no card", 0),
        ("3c 3d 3x / Kc", "unknown suit 'x'", 7),
        ("3c 3d 3h / Kc / Qc", "unknown rank '/'", 14),
        ("3c 3d 3h / Kc Kc", "Kc comes twice", 14),
    ],
)
def test_text_that_is_no_arrangement_is_refused(text: str, problem: str, position: int) -> None:
    """A text of another form is refused with the problem and its place in the whole text."""
    with pytest.raises(NotationError) as caught:
        Arrangement.parse(text)
    assert (caught.value.problem, caught.value.position) == (problem, position)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3c 3d 3h | 4c 5c", "4c 5c is too short"),
        ("3c 3d 3h | 3h 4h 5h", "3h would be in two places"),
        ("3c 3d 3h / 3d", "3d would be in two places"),
    ],
)
def test_cards_that_are_no_arrangement_are_refused(text: str, why: str) -> None:
    """A part that is no meld, and a card in two places, are refused as melds."""
    with pytest.raises(MeldError, match=why):
        Arrangement.parse(text)


# --- lists of melds -----------------------------------------------------------------------------------------


@given(spreads())
def test_lists_of_melds_are_read_in_their_order(spread: tuple[Meld, ...]) -> None:
    """Melds parted by bars are read in the order in which they stand, and a dash as none."""
    assert parse_melds(" | ".join(map(str, spread)) or "-") == spread


def test_lists_of_melds_obey_the_aces_they_are_read_with() -> None:
    """Each meld of a list must count with the aces that are asked for."""
    text = "7c 8c 9c | Qh Kh Ah"
    assert len(parse_melds(text, aces=Aces.HIGH_OR_LOW)) == 2
    with pytest.raises(MeldError, match="Ah is low and does not follow the king"):
        parse_melds(text, aces=Aces.LOW)


@pytest.mark.parametrize("parse", [Meld.parse, LayOff.parse, Arrangement.parse, parse_melds])
@pytest.mark.parametrize("value", [None, 7, b"7c 8c 9c", ["7c"]])
def test_what_is_no_text_is_refused(parse: Callable[[str], object], value: object) -> None:
    """Input that is no text is refused as such."""
    with pytest.raises(NotationError, match=f"{type(value).__name__} is no text at character 1"):
        parse(value)  # type: ignore[arg-type]  # what the test is about
