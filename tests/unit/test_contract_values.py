"""Hands with copies, melds with jokers and contracts."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from contract_strategies import any_cards, contract_hands, contract_melds, contracts, runs, sets
from hypothesis import given
from hypothesis import strategies as st

from ginrules.cards import Card, Rank, Suit
from ginrules.contract import (
    JOKER,
    AnyCard,
    Contract,
    End,
    Hand,
    Joker,
    Meld,
    Place,
    ascending,
    card_of_kind,
    full_deck,
    parse_card,
    parse_melds,
    shuffled,
)
from ginrules.errors import CardError, MeldError, NotationError, RulesError
from ginrules.melds import Aces, MeldKind

EVERY_CARD = [card_of_kind(kind) for kind in range(53)]


def evaluated(text: str) -> object:
    """Return what a repr evaluates to."""
    names = {"Card": Card, "Hand": Hand, "Meld": Meld, "Contract": Contract, "JOKER": JOKER}
    return eval(text, names)  # noqa: S307  the point of a repr


def pickled(value: object) -> object:
    """Return a value after a round trip through pickle."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301  our own bytes


# Cards and hands


def test_there_is_one_joker_however_it_is_made() -> None:
    """Constructing, copying and pickling give the same joker."""
    assert Joker() is JOKER
    assert copy.deepcopy(JOKER) is JOKER
    assert pickled(JOKER) is JOKER
    assert parse_card(" * ") is JOKER


def test_cards_are_in_the_order_of_their_kinds() -> None:
    """Sorting puts natural cards by index and jokers last, and comparisons agree with the kinds."""
    mixed = [*EVERY_CARD]
    Random(3).shuffle(mixed)
    assert sorted(mixed) == EVERY_CARD
    for one in (EVERY_CARD[0], EVERY_CARD[51], JOKER):
        for two in (EVERY_CARD[0], EVERY_CARD[51], JOKER):
            a, b = one.index, two.index
            assert [one < two, one <= two, one > two, one >= two] == [a < b, a <= b, a > b, a >= b]
    with pytest.raises(TypeError):
        assert JOKER < 3


@given(st.lists(any_cards(), max_size=12), st.lists(any_cards(), max_size=12))
def test_hands_reckon_as_counters_do(one: list[AnyCard], two: list[AnyCard]) -> None:
    """Sum, difference, containment, length, counts and order of cards are those of a counter."""
    a, b, left, right = Hand.of(one), Hand.of(two), Counter(one), Counter(two)
    assert Counter(a + b) == left + right
    assert Counter(a - b) == left - right
    assert (a <= b) == (left <= right)
    assert (a >= b) == (left >= right)
    assert (a == b) == (left == right)
    assert len(a) == len(one)
    assert bool(a) == bool(one)
    assert list(a) == sorted(one) == list(a.cards)
    assert list(a.kinds) == sorted(set(one))
    assert a.jokers == left[JOKER]
    assert all(a.count(card) == left[card] and (card in a) == (card in left) for card in EVERY_CARD)


@given(contract_hands(), any_cards())
def test_a_card_added_can_be_removed(hand: Hand, card: AnyCard) -> None:
    """Adding and removing a card undo each other; removing what is not held is refused."""
    assert hand.add(card).remove(card) == hand
    assert hand.add(card) == hand + Hand.of([card])
    if card not in hand:
        with pytest.raises(CardError, match="is not in"):
            hand.remove(card)


@given(contract_hands())
def test_hands_survive_text_repr_counts_copy_and_pickle(hand: Hand) -> None:
    """Every way of writing a hand down leads back to it."""
    assert Hand.parse(str(hand)) == hand == evaluated(repr(hand))
    assert Hand.from_counts(hand.counts) == hand
    assert pickled(hand) == copy.deepcopy(hand) == hand
    assert hash(Hand.parse(str(hand))) == hash(hand)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Hand.of(["As"]),  # type: ignore[list-item]
        lambda: Hand.of([JOKER] * 256),
        lambda: Hand.from_counts([1] * 52),
        lambda: Hand.from_counts([1] * 54),
        lambda: Hand.from_counts(iter(int, 1)),
        lambda: Hand.from_counts([-1] * 53),
        lambda: Hand.from_counts([256] * 53),
        lambda: Hand.from_counts([255] * 53).add(JOKER),
        lambda: Hand.from_counts([255] * 53) + Hand.of([JOKER]),
        lambda: full_deck(-1, 0),
        lambda: full_deck(10**9, 0),
        lambda: card_of_kind(53),
        lambda: card_of_kind(-1),
    ],
)
def test_cards_that_cannot_be_are_refused(wrong: Callable[[], object]) -> None:
    """What is no card, no count or too many of a kind is a card error."""
    with pytest.raises(CardError):
        wrong()


@pytest.mark.parametrize("text", ["", "  ", "**", "Qh Xh", "* " * 300, "joker"])
def test_texts_that_are_no_hand_are_refused(text: str) -> None:
    """A text that is no hand is a notation error, which says where."""
    with pytest.raises(NotationError):
        Hand.parse(text)


@pytest.mark.rule("SVENSK-01")
def test_two_decks_and_four_jokers_are_108_cards() -> None:
    """The full deck holds every card twice and four jokers."""
    deck = full_deck()
    assert len(deck) == 108
    assert [deck.count(card) for card in EVERY_CARD] == [*[2] * 52, 4]


def test_shuffling_moves_every_card_and_loses_none() -> None:
    """A shuffled deck is the same cards in another order, and the seed says which."""
    deck = full_deck()
    once = shuffled(Random(1), deck)
    assert Hand.of(once) == deck
    assert once == shuffled(Random(1), deck) != shuffled(Random(2), deck)


# Melds


@given(contract_melds())
def test_melds_survive_text_repr_copy_and_pickle(meld: Meld) -> None:
    """Every way of writing a meld down leads back to it."""
    assert Meld.parse(str(meld)) == meld == evaluated(repr(meld))
    assert pickled(meld) == copy.deepcopy(meld) == meld
    assert hash(Meld.parse(str(meld))) == hash(meld)
    assert len(meld) == len(meld.hand) == meld.naturals + meld.jokers


@given(runs())
def test_a_run_is_consecutive_cards_of_its_suit(run: Meld) -> None:
    """Every card of a run, or what a joker stands for, is the next of its suit, and it is made again from that."""
    stands = [run.stands_for(place) for place in range(len(run))]
    line = [Card(rank, run.suit) for rank in (*Rank, Rank.ACE)] if run.suit is not None else []
    assert stands == line[run.low - 1 : run.high]
    assert all(card in (JOKER, stand) for card, stand in zip(run.cards, stands, strict=True))
    jokers = [run.low + place for place, card in enumerate(run.cards) if card is JOKER]
    assert run.suit is not None
    assert Meld.of_run(run.suit, run.low, len(run), jokers=jokers) == run
    assert run.rank is None


@given(sets())
def test_a_set_is_cards_of_its_rank(meld: Meld) -> None:
    """The natural cards of a set are of its rank, copies among them, and its jokers stand for the rank."""
    assert {card.rank for card in meld.cards if isinstance(card, Card)} == {meld.rank}
    assert meld.suit is None
    assert meld.stands_for(0) is meld.rank
    assert Meld.of_set(reversed(meld.cards)) == meld


def grown(meld: Meld, aces: Aces) -> Iterator[tuple[AnyCard, End | None, Meld]]:
    """Yield by definition each card that can be built on a meld, to which end, and what lies there then."""
    if meld.kind is MeldKind.SET:
        for card in EVERY_CARD:
            if card is JOKER or (isinstance(card, Card) and card.rank is meld.rank):
                yield card, None, Meld.of_set([*meld.cards, card])
        return
    assert meld.suit is not None
    wild = {meld.low + place for place, card in enumerate(meld.cards) if card is JOKER}
    for end, low, new in ((End.LOW, meld.low - 1, meld.low - 1), (End.HIGH, meld.low, meld.high + 1)):
        if not 1 <= new <= (13 if aces is Aces.LOW else 14) or len(meld) == 13:
            continue
        yield JOKER, end, Meld.of_run(meld.suit, low, len(meld) + 1, jokers=wild | {new})
        longer = Meld.of_run(meld.suit, low, len(meld) + 1, jokers=wild)
        yield longer.cards[new - low], end, longer


@pytest.mark.rule("SVENSK-06", "SVENSK-09")
@given(contract_melds(), st.sampled_from([Aces.LOW, Aces.HIGH_OR_LOW]))
def test_a_meld_grows_by_what_the_definition_says(meld: Meld, aces: Aces) -> None:
    """Building accepts exactly the neighbours of a run, cards of a set's rank and jokers, and says what comes."""
    if not meld.counts(aces):
        return
    by_definition = list(grown(meld, aces))
    for card in EVERY_CARD:
        results = {end: result for held, end, result in by_definition if held is card}
        ways = meld.ways(card, aces=aces)
        assert {meld.build(card, way, aces=aces) for way in ways} == set(results.values())
        assert len(ways) == len(results)
        for end in (None, *End):
            if end in results:
                assert meld.build(card, end, aces=aces) == results[end]
            elif end not in ways:
                with pytest.raises(MeldError):
                    meld.build(card, end, aces=aces)


@pytest.mark.rule("SVENSK-06")
def test_an_ace_on_a_run_from_two_to_king_says_where_it_goes() -> None:
    """Where the ace fits both ends one has to say to which, and then nothing goes on the whole suit."""
    run = Meld.of_run(Suit.SPADES, 2, 12)
    ace = Card(Rank.ACE, Suit.SPADES)
    assert run.ways(ace) == (End.LOW, End.HIGH)
    with pytest.raises(MeldError, match="say to which end, low or high"):
        run.build(ace)
    for end in End:
        whole = run.build(ace, end)
        assert Meld.parse(str(whole)) == whole
        assert not whole.ways(JOKER)


@pytest.mark.rule("SVENSK-16")
@given(contract_melds())
def test_a_joker_is_swapped_for_what_it_stands_for_and_nothing_else(meld: Meld) -> None:
    """Swapping puts the card where a joker stood for it; where none does, it is refused."""
    wanted = {meld.stands_for(place) for place, card in enumerate(meld.cards) if card is JOKER}
    for card in EVERY_CARD:
        if isinstance(card, Card) and (card in wanted or card.rank in wanted):
            assert meld.swap(card).hand == meld.hand.remove(JOKER).add(card)
            assert meld.swap(card).low == meld.low
        else:
            with pytest.raises(MeldError, match="no joker of"):
                meld.swap(card)


@pytest.mark.rule("SVENSK-04", "SVENSK-05")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Qh Qh", "2 cards"),
        ("Qh Kh *", "does not say what it stands for"),
        ("* * *", "jokers alone"),
        ("[5s] [6s] [7s]", "jokers alone"),
        ("5s 6s 6s 7s", "comes twice"),
        ("5s [5s] 6s 7s", "comes twice"),
        ("5s 6s 8s", "7s missing"),
        ("5s 6d 7s", "of several suits"),
        ("Ks As 2s", "missing between"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "comes twice"),
        ("Qh Qs [K]", "stands for no other"),
        ("Qh Qs [Qd]", "not of one kind"),
        ("Qh [Q] [Kh]", "one or the other"),
        ("5s [6s 7s", "unclear brackets"),
        ("5s [*] 7s", "stands for no joker"),
        ("5s [x] 7s", "unknown rank"),
        ("", "empty"),
        ("Qh " * 300, "too many cards"),
    ],
)
def test_cards_that_are_no_meld_are_refused_with_the_reason(text: str, why: str) -> None:
    """A text that is no meld says why: length, rank, suit, gap, a card twice, an ace, an undeclared joker."""
    with pytest.raises((MeldError, NotationError), match=why):
        Meld.parse(text)


@pytest.mark.parametrize(
    ("low", "length", "jokers"),
    [(0, 4, ()), (12, 4, ()), (1, 14, ()), (3, 2, ()), (3, 4, (9,)), (3, 3, (3, 4, 5))],
)
def test_positions_that_are_no_run_are_refused(low: int, length: int, jokers: tuple[int, ...]) -> None:
    """A run lies between the low and the high ace, with its jokers inside and a natural card."""
    with pytest.raises(MeldError):
        Meld.of_run(Suit.CLUBS, low, length, jokers=jokers)


def test_places_outside_a_meld_stand_for_nothing() -> None:
    """Asking for a place that a meld does not have is refused."""
    with pytest.raises(MeldError, match="has no place 3"):
        Meld.parse("5s 6s 7s").stands_for(3)


def test_melds_are_read_and_put_in_order() -> None:
    """Melds are parted by bars, and their order is sets, runs, lowest first."""
    read = parse_melds("5s 6s 7s | Qh Qh Qs | 4d 4c *")
    assert [str(meld) for meld in read] == ["5s 6s 7s", "Qh Qh Qs", "4c 4d [4]"]
    assert [str(meld) for meld in ascending(read)] == ["4c 4d [4]", "Qh Qh Qs", "5s 6s 7s"]


@pytest.mark.rule("SVENSK-08")
@pytest.mark.parametrize(
    ("one", "two", "adjoin"),
    [
        ("3s 4s 5s 6s", "7s 8s 9s Ts", True),
        ("3s 4s 5s 6s", "6s 7s 8s 9s", False),
        ("3s 4s 5s 6s", "8s 9s Ts Js", False),
        ("3s 4s 5s 6s", "7d 8d 9d Td", False),
        ("As 2s 3s 4s 5s 6s", "7s 8s 9s Ts Js Qs Ks", True),
        ("As 2s 3s 4s 5s 6s 7s", "8s 9s Ts Js Qs Ks As", False),
        ("As 2s 3s 4s", "Ts Js Qs Ks", False),
        ("3s 3d 3h", "4s 4d 4h", False),
    ],
)
def test_runs_adjoin_that_together_are_one_run(one: str, two: str, *, adjoin: bool) -> None:
    """Runs of one suit adjoin exactly when their cards together are one run, in either order."""
    a, b = Meld.parse(one), Meld.parse(two)
    assert a.adjoins(b) is b.adjoins(a) is adjoin


# Contracts


@given(contracts())
def test_contracts_survive_text_repr_and_pickle(contract: Contract) -> None:
    """Every way of writing a contract down leads back to it, and the order of its places does not matter."""
    assert Contract.parse(str(contract)) == contract == evaluated(repr(contract))
    assert pickled(contract) == contract
    assert Contract(contract.places[::-1], all_out=contract.all_out, deal=contract.deal) == contract
    assert contract.sets + contract.runs == len(contract.places)


@pytest.mark.parametrize(
    "text",
    [
        *["", "2 sets 1 run", "2 setts", "all out", "1 set, all out, all out", "1 set, deal 3, deal 4", "9 sets"],
        *["0 sets", "1 set of 2", "1 run of 14", "1 set, deal 99", "1 set, deal 0", "1 set," * 90, "x" * 10**6],
    ],
)
def test_texts_that_are_no_contract_are_refused(text: str) -> None:
    """A text that is no contract, or asks for what cannot be, is refused."""
    with pytest.raises((NotationError, RulesError)):
        Contract.parse(text)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Place("set"),  # type: ignore[arg-type]
        lambda: Place(MeldKind.SET, True),  # noqa: FBT003
        lambda: Contract([Place(MeldKind.SET)], all_out=1),  # type: ignore[arg-type]
        lambda: Contract([Place(MeldKind.SET)], deal=2.5),  # type: ignore[arg-type]
    ],
)
def test_values_of_the_wrong_kind_are_refused(wrong: Callable[[], object]) -> None:
    """A contract says so when it is given what is no kind, number or truth value."""
    with pytest.raises(RulesError):
        wrong()


@pytest.mark.rule("SVENSK-08")
@pytest.mark.parametrize(
    ("contract", "melds", "why"),
    [
        ("2 sets", "3s 3d 3h | 3s 3d 3h", None),
        ("2 sets", "3s 3d 3h | 5s 5d 5h 5c 5c", None),
        ("2 sets", "3s 3d 3h", "1 set instead of 2"),
        ("2 sets", "3s 3d 3h | 4s 4d 4h | 5s 5d 5h", "3 sets instead of 2"),
        ("2 sets", "3s 3d 3h | 4s 4d 4h | 5s 6s 7s 8s", "1 run instead of 0"),
        ("2 runs", "3s 4s 5s 6s | 5s 6s 7s 8s", None),
        ("2 runs", "3s 4s 5s 6s | 7s 8s 9s Ts", "adjoin"),
        ("2 runs", "3s 4s 5s | 7s 8s 9s Ts", "a run of 3 cards where one of 4"),
        ("1 run, 1 run of 6", "3s 4s 5s 6s 7s 8s | 7d 8d 9d Td", None),
        ("1 run, 1 run of 6", "3s 4s 5s 6s 7s | 7d 8d 9d Td Jd", "a run of 5 cards where one of 6"),
    ],
)
def test_a_contract_is_filled_by_exactly_its_melds(contract: str, melds: str, why: str | None) -> None:
    """As many melds of each kind as places, each as long as its place asks for, and no two runs that are one."""
    problem = Contract.parse(contract).at_table(min_set=3, min_run=4).problem(parse_melds(melds))
    assert (problem is None) if why is None else (problem is not None and why in problem)
