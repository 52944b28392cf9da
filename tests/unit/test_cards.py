import copy
import math
import multiprocessing
import operator
import pickle
import random
from collections.abc import Callable, Iterable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spawned import cards_are_the_ones
from strategies import CARDS, cards, hands, renamed, suit_orders, uniform_hands

from ginrules import Card, CardError, Hand, LayOff, NotationError, Rank, Suit, shuffled_deck

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
CARD_FORM = "a card such as Ts, 10s or T♠ (ranks A23456789TJQK, suits c d h s)"
PIPS = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]

SPELLED_RANKS = {letter: [letter, letter.lower(), *(["10"] if letter == "T" else [])] for letter in RANK_LETTERS}
SPELLED_SUITS = {
    letter: [letter, letter.upper(), filled, filled + "\ufe0e", filled + "\ufe0f", outlined]
    for letter, filled, outlined in zip(SUIT_LETTERS, SUIT_SYMBOLS, "♧♢♡♤", strict=True)
}


def mask_of(held: Iterable[Card]) -> int:
    """Return the mask of some cards, by its definition."""
    return sum({1 << card.index for card in held})


@st.composite
def spelled(draw: st.DrawFn, card: Card) -> str:
    """Draw one of the ways to write a card."""
    rank = draw(st.sampled_from(SPELLED_RANKS[card.rank.letter]))
    return rank + draw(st.sampled_from(SPELLED_SUITS[card.suit.letter]))


# --- cards --------------------------------------------------------------------------------------------------


def test_the_52_cards_are_the_pairs_of_rank_and_suit_in_index_order() -> None:
    """Card 13*suit + rank-1 has that rank and suit, and its mask is the bit with that number."""
    assert [(card.suit, card.rank) for card in CARDS] == [(suit, rank) for suit in Suit for rank in Rank]
    for index, card in enumerate(CARDS):
        assert (card.index, card.mask) == (index, 1 << index)
        assert index == 13 * card.suit + card.rank - 1


def test_notation_is_rank_then_suit() -> None:
    """The notation of the cards in index order is each rank letter with each suit letter."""
    assert [str(card) for card in CARDS] == [rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS]
    assert [card.symbol for card in CARDS] == [rank + suit for suit in SUIT_SYMBOLS for rank in RANK_LETTERS]


def test_there_is_one_object_a_card() -> None:
    """Whatever way one comes to a card, it is the same object."""
    for card in CARDS:
        assert Card(card.rank, card.suit) is card
        assert Card.from_index(card.index) is card
        assert Card.parse(str(card)) is card
        assert Card.parse(card.symbol) is card
        assert Hand.from_mask(card.mask).cards[0] is card
        assert eval(repr(card)) is card  # noqa: S307  what is evaluated is known
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_cards_unpickle_to_the_same_object(protocol: int) -> None:
    """Every card unpickles to the very object it was, in every protocol."""
    assert all(pickle.loads(pickle.dumps(card, protocol)) is card for card in CARDS)  # noqa: S301


def test_values_survive_a_spawned_pool() -> None:
    """Values that go to a spawned process and back are equal, and cards are the same objects on both sides."""
    layoffs = [LayOff.parse("lay 9c on 6c 7c 8c"), LayOff.parse("lay As on Ac Ad Ah")]
    sent = [(card, Hand.of([card]), layoff) for card in CARDS for layoff in layoffs]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert all(pool.map(cards_are_the_ones, sent))
        returned = pool.map(copy.copy, sent)
    assert returned == sent
    assert all(back[0] is there[0] for back, there in zip(returned, sent, strict=True))


@given(st.data(), cards())
def test_every_spelling_is_read(data: st.DataObject, card: Card) -> None:
    """A card is read in either case, with T or 10, with a letter or a sign, with space around it."""
    text = data.draw(spelled(card))
    space = st.text(" \t\n,", max_size=3)
    assert Card.parse(data.draw(space) + text + data.draw(space)) is card


@given(cards(), cards(), st.sampled_from(COMPARISONS))
def test_cards_order_by_index(card: Card, other: Card, compare: Callable[[object, object], bool]) -> None:
    """Cards compare as their indices do."""
    assert compare(card, other) == compare(card.index, other.index)


@pytest.mark.parametrize("compare", COMPARISONS[:4])
@pytest.mark.parametrize("value", [CARDS[0], Hand.full()], ids=["card", "hand"])
def test_values_have_no_order_with_other_things(compare: Callable[[object, object], bool], value: object) -> None:
    """A card or a hand is not ordered against anything else, and equals nothing else."""
    for other in (0, "Ac", None):
        with pytest.raises(TypeError):
            compare(value, other)
        with pytest.raises(TypeError):
            compare(other, value)
        assert value != other


def test_cards_are_distinct_keys() -> None:
    """The 52 cards are 52 keys of a dictionary."""
    assert len(set(CARDS)) == 52


@pytest.mark.parametrize("name", ["rank", "suit", "index", "mask", "pips", "symbol", "anything"])
def test_cards_are_frozen(name: str) -> None:
    """No attribute of a card can be set or deleted, nor a new one added."""
    with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
        setattr(CARDS[0], name, 0)
    with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
        delattr(CARDS[0], name)


@pytest.mark.rule("CORE-10")
def test_pips() -> None:
    """An ace counts 1, the cards from two to ten their number, and court cards 10."""
    assert {rank.letter: rank.pips for rank in Rank} == PIPS
    assert all(card.pips == card.rank.pips for card in CARDS)


def test_suits_and_ranks_are_numbered_as_in_the_notation() -> None:
    """Suits count from clubs 0 to spades 3 and ranks from ace 1 to king 13, with their letters and signs."""
    assert [(suit.value, suit.letter, suit.symbol) for suit in Suit] == [
        (0, "c", "♣"),
        (1, "d", "♦"),
        (2, "h", "♥"),
        (3, "s", "♠"),
    ]
    assert [(rank.value, rank.letter) for rank in Rank] == list(enumerate(RANK_LETTERS, start=1))


@pytest.mark.parametrize("index", [-1, 52, 10**9])
def test_there_is_no_card_beyond_the_deck(index: int) -> None:
    """An index below 0 or above 51 is refused, with the index in the message."""
    with pytest.raises(CardError, match=rf"no card has index {index}; expected 0 \(Ac\) to 51 \(Ks\)"):
        Card.from_index(index)


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, -1), (1, 4)])
def test_there_is_no_card_of_another_rank_or_suit(rank: int, suit: int) -> None:
    """A rank or a suit that does not exist is refused."""
    with pytest.raises(CardError, match=f"no card has rank {rank} and suit {suit}"):
        Card(rank, suit)  # type: ignore[arg-type]  # what the test is about


# --- texts that are no cards --------------------------------------------------------------------------------

NO_CARD = [
    ("", "the text is empty", 0, CARD_FORM),
    ("  ", "the text is empty", 0, CARD_FORM),
    (",", "the text is empty", 0, CARD_FORM),
    ("Xs", "unknown rank 'X'", 0, CARD_FORM),
    ("  Xs", "unknown rank 'X'", 2, CARD_FORM),
    ("0s", "unknown rank '0'", 0, CARD_FORM),
    ("sT", "unknown rank 's'", 0, CARD_FORM),
    ("♠T", "unknown rank '♠'", 0, CARD_FORM),
    ("1", "a lone 1 is no rank", 0, "A for the ace or 10 for the ten"),
    ("1s", "a lone 1 is no rank", 0, "A for the ace or 10 for the ten"),
    ("11s", "a lone 1 is no rank", 0, "A for the ace or 10 for the ten"),
    ("Tx", "unknown suit 'x'", 1, "a suit, one of c d h s ♣ ♦ ♥ ♠"),
    ("10x", "unknown suit 'x'", 2, "a suit, one of c d h s ♣ ♦ ♥ ♠"),
    ("100s", "unknown suit '0'", 2, "a suit, one of c d h s ♣ ♦ ♥ ♠"),
    ("TT", "unknown suit 'T'", 1, "a suit, one of c d h s ♣ ♦ ♥ ♠"),
    ("T", "half a card: the rank T without a suit", 1, "a suit, one of c d h s"),
    ("10", "half a card: the rank T without a suit", 2, "a suit, one of c d h s"),
    (" k ", "half a card: the rank k without a suit", 2, "a suit, one of c d h s"),
    ("Tsx", "unexpected 'x' after the card", 2, "a space or the end"),
    ("10♠10♠", "unexpected '1' after the card", 3, "a space or the end"),
]
"""Text, problem, place, and what would be right, where the reader of a card and of a hand agree."""


def check_refusal(
    parse: Callable[[str], object], text: object, problem: str, position: int, expected: str
) -> None:
    """Check that a text is refused, for this reason, at this place, with this remedy."""
    with pytest.raises(NotationError) as caught:
        parse(text)  # type: ignore[arg-type]  # some are no texts
    error = caught.value
    assert (error.problem, error.position, error.expected) == (problem, position, expected)
    assert str(error) == f"{problem} at character {position + 1} of {error.text!r}; expected {expected}"


@pytest.mark.parametrize(("text", "problem", "position", "expected"), NO_CARD)
def test_text_that_is_no_card_is_refused(text: str, problem: str, position: int, expected: str) -> None:
    """A text that is no card is refused with what was read, where, and what would be right."""
    check_refusal(Card.parse, text, problem, position, expected)
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert caught.value.text == text


@pytest.mark.parametrize(("text", "problem", "position", "expected"), NO_CARD)
@pytest.mark.parametrize("before", ["", "Ac, 2c "])
def test_text_that_is_no_hand_is_refused(
    before: str, text: str, problem: str, position: int, expected: str
) -> None:
    """In a hand the trouble is found where it stands, whatever cards come before."""
    if before and problem == "the text is empty":
        assert len(Hand.parse(before + text)) == 2
        return
    check_refusal(Hand.parse, before + text, problem, len(before) + position, expected)


@pytest.mark.parametrize(
    ("parse", "text", "problem", "position", "expected"),
    [
        (Card.parse, "Ts 9s", "unexpected text after the card", 3, "one card and nothing more"),
        (Card.parse, "Ts rubbish", "unexpected text after the card", 3, "one card and nothing more"),
        (Card.parse, "-", "unknown rank '-'", 0, CARD_FORM),
        (Hand.parse, "Ts 9s 10♠", "Ts comes twice", 6, "each card once"),
        (Hand.parse, "Ts 9s rubbish", "unknown rank 'r'", 6, CARD_FORM),
        (Hand.parse, "- Ts", "unknown rank '-'", 0, CARD_FORM),
        (Hand.parse, "Ts|9s", "unexpected '|' after the card", 2, "a space or the end"),
    ],
)
def test_text_with_too_much_in_it_is_refused(
    parse: Callable[[str], object], text: str, problem: str, position: int, expected: str
) -> None:
    """A second card for one, a card twice, and trailing rubbish are refused where they stand."""
    check_refusal(parse, text, problem, position, expected)


@pytest.mark.parametrize(("value", "kind"), [(None, "NoneType"), (12, "int"), (b"Ts", "bytes"), (["Ts"], "list")])
def test_what_is_no_text_is_refused(value: object, kind: str) -> None:
    """Input that is no text is refused as such, and quoted by its repr."""
    for parse, what in ((Card.parse, "a card"), (Hand.parse, "a hand")):
        check_refusal(parse, value, f"{kind} is no text", 0, f"the text of {what}")
    with pytest.raises(NotationError) as caught:
        Hand.parse(value)  # type: ignore[arg-type]  # what the test is about
    assert caught.value.text == repr(value)


def test_huge_text_is_quoted_in_part() -> None:
    """Trouble deep in a long text is told with its true place and the text around it."""
    long = "Ac " * 10_000
    with pytest.raises(NotationError) as caught:
        Hand.parse(long)
    assert caught.value.position == 3
    with pytest.raises(NotationError) as caught:
        Hand.parse(" " * 30_000 + "Zs")
    assert caught.value.position == 30_000
    assert "Zs" in caught.value.text
    assert len(str(caught.value)) < 250


# --- hands --------------------------------------------------------------------------------------------------


@given(st.data(), st.lists(cards(), unique=True, min_size=1, max_size=13))
def test_hands_are_read_in_any_order_and_spelling(data: st.DataObject, held: list[Card]) -> None:
    """Cards in any order and spelling, parted by spaces or commas, are read as the hand of those cards."""
    parts = [data.draw(spelled(card)) for card in held]
    separator = data.draw(st.sampled_from([" ", ",", ", ", "\n", "\t ", " ,"]))
    assert Hand.parse(separator.join(parts)) == Hand.of(held)


@given(hands(0, 52))
def test_hands_print_parse_evaluate_and_pickle(hand: Hand) -> None:
    """A hand is what its notation parses to, its repr evaluates to, its pickle and its copies are."""
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand)) == hand  # noqa: S307  what is evaluated is known
    assert pickle.loads(pickle.dumps(hand)) == hand  # noqa: S301  made a moment ago
    assert copy.copy(hand) == copy.deepcopy(hand) == hand
    assert Hand.of(hand) == Hand.from_mask(hand.mask) == hand
    assert hash(Hand.parse(str(hand))) == hash(hand)


@given(hands(0, 52))
def test_a_hand_is_the_set_of_its_cards(hand: Hand) -> None:
    """A hand iterates in index order, counts, contains and sums up the cards of its mask."""
    held = [card for card in CARDS if hand.mask >> card.index & 1]
    assert list(hand) == list(hand.cards) == held
    assert len(hand) == len(held)
    assert bool(hand) == bool(held)
    assert [card in hand for card in CARDS] == [card in held for card in CARDS]
    assert hand.pips == sum(PIPS[card.rank.letter] for card in held)
    assert str(hand) == (" ".join(map(str, held)) or "-")


@given(hands(0, 52), hands(0, 52) | hands(0, 4))
def test_hands_combine_as_sets_do(hand: Hand, other: Hand) -> None:
    """Union, intersection, difference, symmetric difference and disjointness are those of the sets of cards."""
    a, b = set(hand), set(other)
    assert set(hand | other) == a | b
    assert set(hand & other) == a & b
    assert set(hand - other) == a - b
    assert set(hand ^ other) == a ^ b
    assert hand.isdisjoint(other) == a.isdisjoint(b)


@given(hands(0, 8), hands(0, 8), st.sampled_from(COMPARISONS))
def test_hands_compare_as_sets_do(hand: Hand, other: Hand, compare: Callable[[object, object], bool]) -> None:
    """Equality and the subset comparisons are those of the sets of cards."""
    for b in (other, hand, hand | other, hand & other):
        assert compare(hand, b) == compare(set(hand), set(b))
        assert compare(b, hand) == compare(set(b), set(hand))


@given(hands(0, 20), cards())
def test_adding_and_removing_a_card(hand: Hand, card: Card) -> None:
    """A card is added where it is missing and removed where it is held; anything else is refused."""
    if card in hand:
        assert set(hand.remove(card)) == set(hand) - {card}
        with pytest.raises(CardError, match=f"^{card} is already in {hand}$"):
            hand.add(card)
    else:
        assert set(hand.add(card)) == set(hand) | {card}
        with pytest.raises(CardError, match=f"^{card} is not in {hand}$"):
            hand.remove(card)


@given(hands(0, 52), suit_orders())
def test_canonical_is_the_least_of_all_renamings(hand: Hand, order: list[int]) -> None:
    """Hands that differ in the suits' names only have one canonical hand, and it has their least mask."""
    masks = [renamed(hand, list(suits)).mask for suits in _all_suit_orders()]
    assert hand.canonical().mask == min(masks)
    assert renamed(hand, order).canonical() == hand.canonical()


def _all_suit_orders() -> list[tuple[int, int, int, int]]:
    return [(a, b, c, 6 - a - b - c) for a in range(4) for b in range(4) for c in range(4) if len({a, b, c}) == 3]


@pytest.mark.parametrize("operation", [operator.or_, operator.and_, operator.sub, operator.xor])
def test_hands_do_not_combine_with_other_things(
    operation: Callable[[object, object], object],
) -> None:
    """A hand combined with what is no hand is a TypeError."""
    for other in (1, {CARDS[0]}, CARDS[0]):
        with pytest.raises(TypeError):
            operation(Hand.full(), other)


def test_only_cards_are_in_hands() -> None:
    """What is no card is in no hand."""
    assert 0 not in Hand.full()
    assert "Ac" not in Hand.full()


def test_hands_hold_each_card_once() -> None:
    """A hand of cards refuses one that comes twice, and what is no card."""
    ten = Card.parse("Ts")
    with pytest.raises(CardError, match="Ts comes twice; a hand holds each card once"):
        Hand.of([ten, Card.parse("9s"), ten])
    with pytest.raises(CardError, match=r"'Ts' is no Card; to read texts use Hand.parse"):
        Hand.of(["Ts"])  # type: ignore[list-item]  # what the test is about


@pytest.mark.parametrize("mask", [-1, 1 << 52, 1 << 200, "7", 7.0, None])
def test_masks_out_of_range_are_refused(mask: object) -> None:
    """A mask that is no int from 0 to 2**52 - 1 is refused."""
    with pytest.raises(CardError, match="is no mask of cards; expected an int from 0 to"):
        Hand.from_mask(mask)  # type: ignore[arg-type]  # what the test is about


def test_full_and_empty_hand() -> None:
    """The full hand has all 52 cards, the default one none, which is written with a dash."""
    assert Hand.full().cards == CARDS
    assert Hand() == Hand.parse("-") == Hand.parse(" - ") == Hand.of([])
    assert str(Hand()) == "-"
    assert not Hand()


def test_hands_are_frozen() -> None:
    """The mask of a hand cannot be set, nor anything added."""
    hand = Hand.parse("As")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        hand.mask = 0  # type: ignore[misc]  # what the test is about
    with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
        hand.anything = 0  # type: ignore[attr-defined]  # what the test is about


# --- shuffling ----------------------------------------------------------------------------------------------

DECK_OF_SEED_7 = (
    "Qc Tc Ac 3s 4h 3d Th 8s 9d Kc As 6c Qd Jd 7c 9h Ah 4s 5h Jc Qs 2d Kh 2h 8d 3h "
    "2s Qh Jh 9s 5s 6h Ad 7d 8h 6s 9c 5c Js Ks Ts 7s 6d 2c Td 3c 5d Kd 4c 7h 8c 4d"
)


def shuffled_as_documented(rng: random.Random, deck: Iterable[Card]) -> list[Card]:
    """Shuffle by the documented algorithm, told once more: each place from the last swaps with a random one."""
    left = sorted(deck, key=lambda card: card.index)
    for last in reversed(range(1, len(left))):
        chosen = math.floor(rng.random() * (last + 1))
        left[last], left[chosen] = left[chosen], left[last]
    return left


@given(st.integers(0, 2**32), uniform_hands(0, 52))
def test_a_shuffled_deck_is_the_documented_order_of_its_cards(seed: int, deck: Hand) -> None:
    """Shuffling follows the documented algorithm and takes one random number less than there are cards."""
    used, expected = random.Random(seed), random.Random(seed)
    order = shuffled_deck(used, deck)
    assert list(order) == shuffled_as_documented(expected, deck)
    assert Hand.of(order) == deck
    assert used.getstate() == expected.getstate()


def test_the_deck_of_a_seed_never_changes() -> None:
    """The deck of seed 7 is the one recorded when the algorithm was frozen."""
    assert " ".join(map(str, shuffled_deck(random.Random(7)))) == DECK_OF_SEED_7


def test_shuffling_asks_for_random_numbers_only() -> None:
    """A source of random numbers needs nothing but `random()`, and always 0 turns the deck by one place."""

    class Zero:
        """A source that knows one number."""

        def random(self) -> float:
            """Return it."""
            return 0.0

    assert shuffled_deck(Zero()) == (*CARDS[1:], CARDS[0])
