import copy
import pickle
from typing import Any

import pytest
from deal_strategies import rulesets
from hypothesis import given, settings

from ginrules import Aces, Card, Hand, Rules, RulesError, presets
from ginrules.rules import LastDiscard
from ginrules.scoring import StandardScoring

SMALL = Hand.of(Hand.full().cards[:12])


@given(rulesets())
@settings(max_examples=40)
def test_rules_travel(rules: Rules) -> None:
    """Pickles and copies of a ruleset are equal and hash alike."""
    for twin in (pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules)):  # noqa: S301  our own
        assert twin == rules
        assert hash(twin) == hash(rules)


@given(rulesets())
@settings(max_examples=40)
def test_a_copy_without_changes_is_equal(rules: Rules) -> None:
    """Replacing nothing, or a knob by what it is, gives an equal ruleset."""
    assert rules.replace() == rules
    assert rules.replace(knock_limit=rules.knock_limit, gin_bonus=20) == rules


@pytest.mark.parametrize(
    ("knobs", "clash"),
    [
        ({"knock_limit": -1}, "knock_limit is -1; expected 0 to 100"),
        ({"knock_limit": 101}, "knock_limit is 101; expected 0 to 100"),
        ({"ace_pips": 0}, "ace_pips is 0; expected 1 to 40"),
        ({"ace_pips": 41}, "ace_pips is 41; expected 1 to 40"),
        ({"turns_before_knock": -1}, "turns_before_knock is -1; expected 0 or more"),
        ({"stock_floor": -1}, "stock_floor is -1; expected 0 or more"),
        ({"stock_floor": 31}, "stock_floor is 31, but the stock begins with 31; expected fewer"),
        ({"pile_take_limit": 0}, "pile_take_limit is 0; expected 1 or more, or None for no bound"),
        ({"return_limit": 0, "may_return_taken": True}, "return_limit is 0; expected 1 or more"),
        ({"return_limit": 2}, "return_limit needs may_return_taken"),
        ({"hand_size": 2}, "hand_size is 2; expected 3 or more"),
        ({"hand_size": 26}, "hand_size 26 does not deal: two hands, an upcard and a stock need 54 cards"),
        ({"deck": SMALL}, "hand_size 10 does not deal: two hands, an upcard and a stock need 22 cards"),
    ],
)
def test_a_clash_is_refused(knobs: dict[str, Any], clash: str) -> None:
    """A knob that is impossible, alone or with others, is refused with a sentence about it."""
    with pytest.raises(RulesError) as caught:
        Rules(**knobs)
    assert len(caught.value.clashes) == 1
    assert caught.value.clashes[0].startswith(clash)


def test_every_clash_is_named() -> None:
    """Rules with several clashes name each, in one message."""
    with pytest.raises(RulesError) as caught:
        Rules(knock_limit=-1, ace_pips=0, turns_before_knock=-1, pile_take_limit=0, return_limit=1, hand_size=30)
    assert len(caught.value.clashes) == 6
    assert str(caught.value) == "; ".join(caught.value.clashes)


@pytest.mark.parametrize(
    "knobs",
    [
        {"hand_size": 25, "stock_floor": 0},
        {"deck": SMALL, "hand_size": 5, "stock_floor": 0},
        {"stock_floor": 30},
        {"knock_limit": 0},
        {"knock_limit": 100},
        {"pile_take_limit": None},
        {"return_limit": 1, "may_return_taken": True},
    ],
)
def test_what_just_goes_is_allowed(knobs: dict[str, Any]) -> None:
    """The outermost values that can be played are accepted."""
    assert Rules(**knobs).stock_size >= 1


def test_a_knob_goes_to_the_part_that_owns_it() -> None:
    """Play knobs stay with the rules, prices and match bonuses go to the scoring, all in one call."""
    house = presets.CLASSIC.replace(knock_limit=7, gin_bonus=30, target=150, last_discard=LastDiscard.KNOCK_ONLY)
    assert (house.knock_limit, house.last_discard) == (7, LastDiscard.KNOCK_ONLY)
    knobs = house.scoring.knobs()
    assert (knobs["gin_bonus"], knobs["target"], knobs["undercut_bonus"]) == (30, 150, 10)
    assert presets.CLASSIC.knock_limit == 10


def test_a_new_scoring_and_its_knobs_go_together() -> None:
    """A scoring given in the call is the one whose knobs are changed."""
    house = presets.CLASSIC.replace(scoring=StandardScoring(undercut_bonus=25), gin_bonus=30)
    assert (house.scoring.knobs()["undercut_bonus"], house.scoring.knobs()["gin_bonus"]) == (25, 30)


def test_an_unknown_knob_is_refused_with_its_neighbours() -> None:
    """A name that no part has is refused, with the nearest that exist; several at once are all named."""
    with pytest.raises(RulesError, match=r"no knob is called 'gin_bonos'; perhaps gin_bonus"):
        Rules().replace(gin_bonos=25)
    with pytest.raises(RulesError) as caught:
        Rules().replace(hand_sise=7, xyzzy=1)
    assert [clash.split(";")[0] for clash in caught.value.clashes] == [
        "no knob is called 'hand_sise'",
        "no knob is called 'xyzzy'",
    ]


def test_a_copy_is_validated() -> None:
    """A change that cannot be is refused, whichever part it belongs to."""
    with pytest.raises(RulesError, match="knock_limit is -1"):
        Rules().replace(knock_limit=-1)
    with pytest.raises(RulesError, match="gin_bonus is -1"):
        Rules().replace(gin_bonus=-1)


def test_labels_take_no_part_in_comparisons() -> None:
    """Rules with other names, titles and sources are equal and hash alike; with another knob they are not."""
    house = presets.CLASSIC.replace(name="at home", title="As we play", sources=("grandmother",))
    assert house.name == "at home"
    assert house == presets.CLASSIC == Rules()
    assert hash(house) == hash(presets.CLASSIC)
    assert presets.CLASSIC.replace(knock_limit=9) != presets.CLASSIC


@given(rulesets())
@settings(max_examples=40)
def test_a_description_names_the_rules(rules: Rules) -> None:
    """Each sentence of a description ends with the IDs of its rules, and the basic ones are all there."""
    sentences = rules.describe()
    assert all(sentence.endswith(")") and "(" in sentence for sentence in sentences)
    told = " ".join(sentences)
    for number in (1, 2, 3, 5, 6, 7, 8, 10, 11, 17):
        assert f"CORE-{number:02}" in told


@pytest.mark.parametrize(
    ("knobs", "sentence"),
    [
        ({"hand_size": 7}, "dealt 7 cards each from all 52 cards; the next is turned up and 37 stay as stock"),
        ({"forced_stock_draw": False}, "if both pass, the non-dealer draws as he likes"),
        ({"may_return_taken": True}, "may be laid back at once"),
        (
            {"aces": Aces.ROUND_THE_CORNER, "ace_pips": 15},
            "corner through the ace; a loose ace counts 15",
        ),
        ({"aces": Aces.HIGH_OR_LOW}, "The ace is high or low in runs"),
        ({"knock_limit": 0}, "only with gin"),
        ({"knock_limit": 5}, "with at most 5 in deadwood"),
        ({"turns_before_knock": 2}, "Nobody knocks before 2 turns of his own"),
        ({"layoff_on_gin": True}, "lay off against gin, too"),
        ({"stock_floor": 0}, "A discard that leaves 0 cards in the stock ends the deal"),
        ({"last_discard": LastDiscard.KNOCK_ONLY}, "unless the opponent takes it to knock"),
        ({"pile_take_limit": 50}, "After 50 takes from the pile"),
        ({"return_limit": 2, "may_return_taken": True}, "laid straight back 2 turns in a row"),
        ({"big_gin_bonus": 31}, "Big gin scores"),
    ],
)
def test_a_knob_shows_in_the_description(knobs: dict[str, Any], sentence: str) -> None:
    """A knob turned from its default changes a sentence of the description."""
    assert sentence in " ".join(Rules().replace(**knobs).describe())
    assert sentence not in " ".join(Rules().describe())


def test_the_limit_of_a_deal_is_the_lower_one() -> None:
    """The terms of a deal have the limit of the house, or a lower one that the upcard sets."""
    rules = Rules(knock_limit=7)
    terms = rules.deal_terms(rules.scoring.open(2), Card.parse("Kd"))
    assert terms.knock_limit == 7


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"hand_size": 7.5}, "hand_size is 7.5; expected a whole number"),
        ({"knock_limit": True}, "knock_limit is True; expected a whole number"),
        ({"pile_take_limit": "many"}, "pile_take_limit is 'many'; expected a whole number or None"),
        ({"aces": "low"}, "aces is 'low'; expected Aces.LOW, Aces.HIGH_OR_LOW, Aces.ROUND_THE_CORNER"),
        ({"forced_stock_draw": 3}, "forced_stock_draw is 3; expected True or False"),
        ({"deck": (1, 2)}, "deck is (1, 2); expected Hand()"),
    ],
)
def test_a_knob_of_the_wrong_kind_is_refused(knobs: dict[str, object], message: str) -> None:
    """What is no number, switch or choice is refused by name, with what would be right."""
    with pytest.raises(RulesError) as refused:
        presets.CLASSIC.replace(**knobs)
    assert refused.value.clashes == (message,)
