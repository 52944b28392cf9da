"""The match of the two-deck family: what it is fed, what it refuses, and what it tells."""

import pickle
from collections.abc import Iterable
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from contract_play import course
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules.contract import (
    Contract,
    Hand,
    Match,
    MatchEntry,
    Round,
    RoundResult,
    Rules,
    presets,
    shuffled,
)
from ginrules.contract.cards import JOKER
from ginrules.errors import MatchError, RulesError, StateError
from ginrules.melds import Aces

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("Anna", "Bertil", "Cilla")
TABLE = Rules(decks=1, deal=5, contracts=(Contract.parse("1 set"),) * 3)
HUGE = 10**5000
"""A number that Python does not even print."""
REPR = {
    "Aces": Aces,
    "Match": Match,
    "Rules": Rules,
    "RoundResult": RoundResult,
    "Hand": Hand,
    "Contract": Contract,
}


def begun(rules: Rules = TABLE, dealer: int = 0) -> Match:
    """Return a match of three."""
    return Match.start(rules, names=NAMES, dealer=dealer)


def finished(match: Match, seed: int = 1) -> Round:
    """Return the round that is due, played to its end."""
    rng = Random(seed)
    played = match.new_round(shuffled(rng, match.rules.deck))
    for _, action in course(played.state, rng):
        played = played.play(action)
    return played


def test_a_match_is_fed_rounds_results_and_points() -> None:
    """Whatever it is fed, the entry tells the same points; the cards are kept where there are any."""
    played = finished(begun())
    assert played.result is not None
    for fed in (played, played.result, played.result.points, [*played.result.points]):
        match = begun().enter(fed)
        (entry,) = match.entries
        assert (entry.number, entry.dealer, entry.points) == (1, 0, played.result.points)
        assert match.totals == played.result.points
        assert entry.played == (tuple(fed) if isinstance(fed, list) else fed)
    assert begun().enter(played) == begun().enter(played.result)
    assert begun().enter(played).entries[0].round is played


def test_a_match_goes_through_its_rounds_and_is_over() -> None:
    """The round due and its dealer are told until the last is entered; then there is an outcome."""
    match = begun(dealer=1)
    for number, dealer in ((1, 1), (2, 2), (3, 0)):
        assert (match.number, match.dealer, match.outcome) == (number, dealer, None)
        state = match.new_round(shuffled(Random(1), TABLE.deck)).state
        assert (state.number, state.dealer, state.turn, state.players) == (number, dealer, (dealer + 1) % 3, 3)
        match = match.enter((0, 10, 20 if number == 1 else 5))
    assert (match.number, match.dealer, match.players) == (None, None, 3)
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.names, outcome.totals, outcome.winners) == (NAMES, (0, 30, 30), (0,))
    assert outcome.ranking == (0, 1, 2)
    for call in (lambda: match.enter((0, 1, 2)), lambda: match.new_round(())):
        with pytest.raises(MatchError, match=r"the match is over after 3 rounds, won by Anna"):
            call()


def test_the_last_entry_is_taken_back() -> None:
    """Undo gives the match before, also when it was over, and of a new match there is nothing to take back."""
    states = [begun()]
    for points in ((0, 5, 5), (5, 0, 5), (5, 5, 0)):
        states.append(states[-1].enter(points))
    match = states.pop()
    while states:
        match = match.undo()
        assert match == states.pop()
    with pytest.raises(MatchError, match="no entry to take back"):
        match.undo()


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("AB", "names is the text 'AB'"),
        (5, "names is 5; expected 2 to 6 names"),
        ((), "0 names; expected 2 to 6"),
        (("A",), "1 names; expected 2 to 6"),
        ("ABCDEFGH", "names is the text"),
        (tuple("ABCDEFGH"), "more than 6 names"),
        (repeat("A"), "more than 6 names"),
        (("A", "A", "B", "A"), "two players are called 'A'; expected different names"),
        (("A", ""), "the name '' is empty"),
        (("A", "  "), "the name '  ' is empty"),
        (("A", " B"), "the name ' B' begins or ends with a space"),
        (("A", "B\nC"), "has a line break or control character"),
        (("A", "B\u2028C"), "has a line break or control character"),
        (("A", "B\ud800"), "has a line break or control character"),
        (("A", "x" * 41), "has 41 characters; expected at most 40"),
        (("A", "x" * 10**6), "has 1000000 characters"),
        (("A", 3), "the name 3 is no text"),
        (("A", ["x"], ["x"]), "the name ['x'] is no text"),
    ],
)
def test_names_that_will_not_do_are_refused(names: Iterable[str], told: str) -> None:
    """Every player is called by another name, on one line, of at most 40 characters."""
    with pytest.raises(MatchError) as caught:
        Match.start(TABLE, names=names)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("dealer", [-1, 3, None, True, "0", pytest.param(HUGE, id="huge")])
def test_a_dealer_who_is_no_seat_is_refused(dealer: int) -> None:
    """The first dealer is one of the players."""
    with pytest.raises(MatchError, match=r"expected a seat from 0 to 2"):
        begun(dealer=dealer)


def test_a_table_too_large_for_its_players_is_refused() -> None:
    """The cards must deal in every round before the match begins."""
    with pytest.raises(RulesError, match="does not deal: 6 players"):
        Match.start(presets.SVENSK_15.replace(decks=1), names=tuple("ABCDEF"))


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((0, 5), "2 numbers; expected the points of each of 3 players"),
        ((0, 5, 5, 5), "more than 3 numbers"),
        (range(2**200), "more than 3 numbers"),
        ((0, -1, 5), "the points of seat 1 are -1; expected 0 or more"),
        ((0, True, 5), "the points of seat 1 are True; expected a whole number"),
        ((0, 5, 5.0), "the points of seat 2 are 5.0; expected a whole number"),
        (("0", "5", "5"), "the points of seat 0 are '0'"),
        pytest.param((0, 5, HUGE), "more than 1000000000 points in one round; all cards together", id="huge"),
        pytest.param((0, 5, -HUGE), "the points of seat 2 are less than -1000000000", id="huge below"),
        ((0, 240, 257), "497 points in one round; all cards together cost 496"),
        ((0, 0, 5), "Anna and Bertil have 0 points; every card costs something"),
        ((0, 1, 5), "no cards cost 1, the points of Bertil"),
        ("055", "str is nothing that a match is fed"),
        (b"055", "bytes is nothing that a match is fed"),
        ({0, 5, 6}, "set is nothing that a match is fed"),
        (None, "NoneType is nothing that a match is fed"),
    ],
)
def test_points_that_cannot_be_are_refused(points: "Sequence[int]", told: str) -> None:
    """A row of points is one number a player, and what cards left in the hands can cost."""
    match = begun(TABLE.replace(jokers=4))
    with pytest.raises(MatchError) as caught:
        match.enter(points)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 400
    assert match == begun()


def test_points_follow_the_prices_of_the_table() -> None:
    """Where some card is free, several may have nothing; where all cost tens, nobody has seven."""
    free = begun(TABLE.replace(joker_points=0))
    assert free.enter((0, 0, 5)).totals == (0, 0, 5)
    tens = begun(TABLE.replace(number_points=10, ace_points=20, joker_points=50))
    assert tens.enter((0, 70, 10)).totals == (0, 70, 10)
    with pytest.raises(MatchError, match="no cards cost 7"):
        tens.enter((0, 7, 10))


def test_nobody_need_go_out() -> None:
    """A round that the stock ended leaves everybody with points."""
    assert begun().enter((3, 4, 5)).totals == (3, 4, 5)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 52), min_size=1, max_size=40, unique=True))
def test_what_cards_cost_is_never_refused(kinds: list[int]) -> None:
    """The price of any cards of the deck is accepted as points."""
    cards = Hand.from_counts([int(kind in kinds) for kind in range(53)])
    paid = presets.SVENSK_8.points(cards)
    match = Match.start(presets.SVENSK_8, names=NAMES)
    assert match.enter((0, paid, 5)).totals == (0, paid, 5)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"number": 2}, "the result of round 2; round 1 is due"),
        pytest.param({"number": HUGE}, "the result of round more than 1000000000", id="huge"),
        ({"hands": (Hand(), Hand.parse("2c"))}, "2 hands and 3 points; expected 3 of each"),
        ({"points": (0, 2)}, "3 hands and 2 points"),
        ({"points": (0, 2, 99)}, "the points are (0, 2, 99); what is left in the hands costs (0, 2, 48)"),
        ({"out": 1}, "seat 1 went out, but seat 0 has no cards left"),
        ({"out": None}, "nobody went out, but seat 0 has no cards left"),
        ({"out": 5}, "seat 5 went out"),
        ({"hands": (Hand(), Hand(), Hand.parse("2c")), "points": (0, 0, 2)}, "but seat 0 and seat 1 has no cards"),
        ({"hands": (Hand(), Hand.parse("2c"), Hand.parse("2c")), "points": (0, 2, 2)}, "2c left in the hands"),
        ({"hands": (Hand(), *[Hand.of([JOKER] * 200)] * 2), "points": (0, 5000, 5000)}, "more than 255 times *"),
    ],
)
def test_a_result_that_cannot_be_is_refused(changes: dict[str, Any], told: str) -> None:
    """A bare result is one of the round that is due, priced as its hands cost, with cards of the deck."""
    right = RoundResult(1, 0, (Hand(), Hand.parse("2c"), Hand.parse("Ks Kd 3c *")), (0, 2, 48))
    assert begun().enter(right).totals == (0, 2, 48)
    with pytest.raises(MatchError) as caught:
        begun().enter(attrs.evolve(right, **changes))
    assert told in str(caught.value)


def test_a_round_of_another_table_is_refused() -> None:
    """Rules, players, number and dealer are those of the match, and the round is finished."""
    match = begun()
    played = finished(match)
    deck = shuffled(Random(1), TABLE.deck)
    other = TABLE.replace(joker_points=50)
    cases = (
        (match.new_round(deck), "the round is not finished: draw is due"),
        (Round.start(other, 1, shuffled(Random(1), other.deck), players=3), "under other rules"),
        (Round.start(TABLE, 1, deck, players=4), "4 played the round; there are 3"),
        (Round.start(TABLE, 2, deck, players=3), "it was round 2; round 1 is due"),
        (Round.start(TABLE, 1, deck, players=3, dealer=2), "seat 2 dealt; in this match it is for seat 0 to deal"),
    )
    for entered, told in cases:
        with pytest.raises(MatchError) as caught:
            match.enter(entered)
        assert told in str(caught.value)
    with pytest.raises(MatchError, match="it was round 1; round 2 is due"):
        match.enter(played).enter(played)


def test_a_deck_that_is_none_is_refused() -> None:
    """A round is dealt from all cards of the table."""
    with pytest.raises(StateError, match="missing in the deck"):
        begun().new_round(())


def test_a_match_is_a_value() -> None:
    """It can be compared, hashed, pickled, and evaluates from its repr."""
    match = begun(dealer=2).enter(finished(begun(dealer=2))).enter((0, 5, 5))
    again = pickle.loads(pickle.dumps(match))  # noqa: S301  what was just made
    assert again == match
    assert hash(again) == hash(match)
    text = repr(match)
    assert "round=" not in text
    assert isinstance(match.entries[0], MatchEntry)
    assert eval(text, REPR) == match  # noqa: S307  our own text
