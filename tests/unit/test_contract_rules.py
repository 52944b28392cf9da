"""The rules of the two-deck family: every knob, what clashes, and the named tables."""

import pickle
import re

import attrs
import pytest

from ginrules.contract import JOKER, Contract, Hand, Meld, Rules, parse_card, presets
from ginrules.errors import RulesError
from ginrules.melds import Aces

TABLES = [presets.get(name) for name in presets.names()]


@pytest.mark.parametrize(
    ("knobs", "why"),
    [
        ({"decks": 0}, "decks is 0; expected 1 to 4"),
        ({"decks": 10**9}, "decks is"),
        ({"jokers": -1}, "jokers is -1"),
        ({"deal": 11.0}, "deal is 11.0; expected a whole number"),
        ({"deal": True}, "deal is True; expected a whole number"),
        ({"min_run": 14}, "min_run is 14; expected 3 to 13"),
        ({"min_set": 2}, "min_set is 2; expected 3 to 24"),
        ({"min_naturals": 0}, "min_naturals is 0; expected 1"),
        ({"penalty_cards": 3}, "penalty_cards is 3; expected 1 to 2"),
        ({"buy_limit": "two"}, "buy_limit is 'two'; expected a whole number or None"),
        ({"buy_limit": 99}, "buy_limit is 99"),
        ({"joker_swap": 1}, "joker_swap is 1; expected True or False"),
        ({"aces": "low"}, "aces is 'low'"),
        ({"aces": Aces.ROUND_THE_CORNER}, "round the corner"),
        ({"contracts": ()}, "0 contracts"),
        ({"contracts": "2 sets"}, "no Contracts"),
        ({"contracts": 7}, "no Contracts"),
        ({"contracts": [Contract.parse("1 set")] * 31}, "31 contracts"),
        ({"max_reshuffles": -1}, "max_reshuffles is -1"),
        ({"number_points": -5}, "number_points is -5"),
        ({"joker_point": 1}, "no knob is called 'joker_point'; perhaps joker_points"),
        ({"decks": 1, "jokers": 0, "deal": 26}, "does not deal: 2 players with 26 cards"),
    ],
)
def test_knobs_that_are_impossible_are_refused_by_name(knobs: dict[str, object], why: str) -> None:
    """A value of the wrong kind or out of range names its knob and what would be right."""
    with pytest.raises(RulesError, match=re.escape(why)):
        Rules().replace(**knobs)


def test_every_clash_is_named() -> None:
    """An error names all that is wrong, not only the first."""
    with pytest.raises(RulesError) as caught:
        Rules(decks=0, jokers=99, penalty_cards=7)
    assert len(caught.value.clashes) == 3


@pytest.mark.rule("SVENSK-02", "SVENSK-12")
@pytest.mark.parametrize(
    ("knobs", "why"),
    [
        (
            {"deal": 10},
            "round 6 asks for 11 cards and a discard, but with 10 dealt and one drawn a player holds 11",
        ),
        ({"deal": 10}, "round 7 asks for 12 cards, but with 10 dealt and one drawn a player holds 11; deal 11"),
        ({"contracts": [Contract.parse("8 sets of 10")]}, "round 1 asks for 80 cards"),
        ({"contracts": [Contract.parse("1 set of 13, deal 20")]}, "asks for a set of 13; 12 cards at most"),
        ({"min_run": 6}, "round 3 asks for 12 cards"),
        ({"buy_limit": 0, "out_on_contract_turn": False}, "round 6 cannot be laid without going out"),
    ],
)
def test_a_contract_larger_than_a_hand_is_refused(knobs: dict[str, object], why: str) -> None:
    """A table whose contract, with the discard, is more than a player can hold says in which round."""
    with pytest.raises(RulesError, match=re.escape(why)):
        Rules().replace(**knobs)


@pytest.mark.rule("SVENSK-02", "SVENSK-12")
def test_ten_cards_go_with_more_in_the_rounds_that_need_it() -> None:
    """A table of ten cards is played with an override for the last two rounds."""
    six, seven = Contract.parse("1 set, 2 runs, deal 11"), Contract.parse("3 runs, all out, deal 11")
    rules = Rules(deal=10, contracts=(*Rules().contracts[:5], six, seven))
    assert [rules.deal_size(number) for number in range(1, 8)] == [10, 10, 10, 10, 10, 11, 11]


@pytest.mark.rule("SVENSK-01")
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_two_to_six_players_play_every_named_table(rules: Rules) -> None:
    """Named tables deal to two to six, and to nobody else."""
    for players in range(2, 7):
        rules.check_players(players)
    for players in (-1, 0, 1, 7, 11, 10**9):
        with pytest.raises(RulesError, match=f"{players} players; expected 2 to 6"):
            rules.check_players(players)
    for no_number in (True, 2.0, "3", None):
        with pytest.raises(RulesError, match="expected 2 to 6"):
            rules.check_players(no_number)  # type: ignore[arg-type]


@pytest.mark.rule("SVENSK-12")
def test_a_table_that_does_not_deal_to_so_many_is_refused() -> None:
    """One deck does not deal eleven cards to six players, and the error says in which rounds."""
    rules = Rules(decks=1, jokers=0)
    rules.check_players(4)
    with pytest.raises(RulesError) as caught:
        rules.check_players(5)
    assert len(caught.value.clashes) == 7
    assert "5 players with 11 cards, an upcard and a draw for each need 61 cards" in str(caught.value)


@pytest.mark.rule("SVENSK-11")
def test_the_contracts_of_the_seven_rounds_are_six_to_twelve_cards() -> None:
    """The commonest table asks for 6, 7, 8, 9, 10, 11 and 12 cards, the last in one sweep."""
    rules = presets.SVENSK_7
    assert [rules.contract(number).size for number in range(1, 8)] == [6, 7, 8, 9, 10, 11, 12]
    assert [rules.contract(number).all_out for number in range(1, 8)] == [False] * 6 + [True]


@pytest.mark.rule("SVENSK-12")
def test_each_of_the_fifteen_rounds_deals_what_contract_and_discard_need() -> None:
    """The deal grows with the contract: what is held after the draw is contract and discard, or the sweep."""
    rules = presets.SVENSK_15
    deals = [rules.deal_size(number) for number in range(1, 16)]
    assert deals == [11, 11, 11, 11, 11, 11, 12, 12, 13, 14, 15, 16, 14, 13, 14]
    for number in range(6, 16):
        contract = rules.contract(number)
        assert deals[number - 1] + 1 == contract.size + (not contract.all_out)


@pytest.mark.rule("SVENSK-16")
def test_one_extra_card_is_dealt_in_the_final_round_alone() -> None:
    """The house rule adds a card in the last round and nowhere else."""
    rules = presets.SVENSK_7.replace(final_extra_card=True)
    assert [rules.deal_size(number) for number in range(1, 8)] == [11] * 6 + [12]


@pytest.mark.rule("SVENSK-14")
def test_cards_left_cost_what_the_table_says() -> None:
    """Joker 25 or 50, ace 15 or 25, court cards 10, others their number or 5; two kings and a three are 23."""
    seven, eight = presets.SVENSK_7, presets.SVENSK_8
    assert seven.points(Hand.parse("* As Kd Qh Jc Ts 9s 2d")) == 25 + 15 + 30 + 10 + 9 + 2
    assert eight.points(Hand.parse("* As Kd Qh Jc Ts 9s 2d")) == 50 + 25 + 30 + 15
    assert seven.points(Hand.parse("Ks Kd 3c")) == 23
    assert seven.points(JOKER) == 25 == seven.replace(joker_points=50).points(JOKER) - 25
    assert seven.points(parse_card("7d")) == 7
    assert seven.points(Hand()) == 0


@pytest.mark.rule("SVENSK-04", "SVENSK-05", "SVENSK-06")
@pytest.mark.parametrize(
    ("knobs", "meld", "why"),
    [
        ({}, "Qh Qh Qs", None),
        ({}, "5s 6s 7s", "a run has 4 or more here"),
        ({"min_run": 3}, "5s 6s 7s", None),
        ({"min_set": 4, "contracts": [Contract.parse("1 set")]}, "Qh Qh Qs", "a set has 4 or more here"),
        ({}, "Qh [Q] [Q]", None),
        ({"min_naturals": 2}, "Qh [Q] [Q]", "a meld has 2 or more here"),
        ({}, "Js Qs Ks As", None),
        ({"aces": Aces.LOW}, "Js Qs Ks As", "the ace is low"),
        ({"aces": Aces.LOW}, "As 2s 3s 4s", None),
    ],
)
def test_what_a_table_asks_of_a_meld(knobs: dict[str, object], meld: str, why: str | None) -> None:
    """A meld is long enough, has natural cards enough, and its ace lies where the table lets it."""
    problem = Rules().replace(**knobs).meld_problem(Meld.parse(meld))
    assert (problem is None) if why is None else (problem is not None and why in problem)


@pytest.mark.parametrize("number", [0, 8, -1, True, "1"])
def test_rounds_that_are_not_played_are_refused(number: int) -> None:
    """The rounds are counted from 1 to the number of contracts."""
    with pytest.raises(RulesError, match="there is no round"):
        Rules().contract(number)
    with pytest.raises(RulesError, match="there is no round"):
        Rules().deal_size(number)


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_named_tables_pickle_hash_and_describe_themselves(rules: Rules) -> None:
    """A table survives pickling, a renamed copy is equal, and its sentences name the rules of the chapter."""
    assert pickle.loads(pickle.dumps(rules)) == rules == rules.replace(name="ours")  # noqa: S301  our own
    assert hash(rules) == hash(rules.replace(title="Ours"))
    told = set(re.findall(r"SVENSK-\d\d", " ".join(rules.describe())))
    assert {f"SVENSK-{number:02}" for number in (*range(1, 15), 17)} == told


def test_every_knob_changes_what_is_told() -> None:
    """No knob is silent in the description of the rules."""
    plain = Rules()
    others: dict[str, object] = {
        "decks": 3,
        "jokers": 0,
        "deal": 12,
        "contracts": plain.contracts[:2],
        "min_set": 4,
        "min_run": 3,
        "min_naturals": 2,
        "aces": Aces.LOW,
        "penalty_cards": 2,
        "buy_limit": 0,
        "number_points": 5,
        "joker_points": 50,
        "ace_points": 25,
        "court_points": 11,
        "max_reshuffles": 1,
        "take_limit": None,
    }
    switches = {field.name for field in attrs.fields(Rules) if field.type is bool}
    for knob in (*others, *switches):
        value = others[knob] if knob in others else not getattr(plain, knob)
        more = {"contracts": plain.contracts[:3]} if knob == "min_set" else {}
        assert plain.replace(**more).describe() != plain.replace(**{**more, knob: value}).describe(), knob
    named = {"name", "title", "sources"}
    assert {field.name for field in attrs.fields(Rules)} == {*others, *switches, *named}


def test_unknown_tables_are_refused_with_the_nearest() -> None:
    """A misspelt name of a table is told the right one."""
    with pytest.raises(RulesError, match="perhaps svensk-7"):
        presets.get("svensk_7")
