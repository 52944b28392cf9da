"""Records, and what a server sends, as JSON: the shape, the schema, what is refused and how, the bounds."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record_strategies import deals, matches, spoiled_json

from ginrules import Card, Hand, Meld, Suit, presets, shuffled_deck
from ginrules.bots import SimpleBot, play_deal
from ginrules.deal import Deal, Discard, Knock, parse_action, view
from ginrules.errors import RecordError
from ginrules.match import Match
from ginrules.melds import Arrangement, LayOff
from ginrules.records import (
    Json,
    action_from_json,
    action_to_json,
    bounds,
    event_schema,
    event_to_json,
    parse_json,
    read,
    record_schema,
    redact,
    replay,
    rules_from_json,
    rules_to_json,
    to_json,
    view_from_json,
    view_schema,
    view_to_json,
)
from ginrules.results import DealResult, Ending
from ginrules.rules import Rules

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
DECK = shuffled_deck(random.Random(7))
SEATS = [0, 1, None]
SCHEMAS: dict[str, Callable[[], Json]] = {
    "record.schema.json": record_schema,
    "view.schema.json": view_schema,
    "event.schema.json": event_schema,
}
slow = settings(suppress_health_check=[HealthCheck.too_slow], max_examples=30)


def begun(*texts: str, rules: Rules = presets.CLASSIC) -> Deal:
    """Return a deal with the known deck after these actions."""
    return Deal.start(rules, DECK, actions=map(parse_action, texts))


def value_of(content: Deal | Match) -> dict[str, Any]:
    """Return the JSON of a record as Python has it."""
    value: dict[str, Any] = json.loads(to_json(content))
    return value


def refusal(value: Json) -> RecordError:
    """Return the error that reading a JSON value raises."""
    with pytest.raises(RecordError) as caught:
        read(value if isinstance(value, str) else json.dumps(value))
    return caught.value


DEAL = value_of(begun("pass", "pass", "draw", "discard Qc", "take"))
MATCH = value_of(
    Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0).enter(
        DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(7, 18))
    )
)


def changed(value: Json, path: str, new: Json) -> Json:
    """Return JSON with the value at a path replaced, or put there; for None it goes."""
    copy = json.loads(json.dumps(value))
    node = copy
    *above, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in above:
        node = node[part]
    if new is None:
        del node[last]
    else:
        node[last] = new
    return copy


# The shape ----------------------------------------------------------------


def test_a_deal_as_it_is_written() -> None:
    """Versions, all rules, the deck, a turn an object; what has a notation is written in it."""
    assert {key: DEAL[key] for key in ("format", "version", "semantics")} == {
        "format": "ginrules record",
        "version": 1,
        "semantics": 1,
    }
    assert DEAL["rules"] == rules_to_json(presets.CLASSIC)
    assert DEAL["deal"] == {
        "deck": " ".join(map(str, begun().deck)),
        "dealer": 0,
        "turns": [
            {"seat": 1, "actions": ["pass"]},
            {"seat": 0, "actions": ["pass"]},
            {"seat": 1, "actions": ["draw", "discard Qc"]},
            {"seat": 0, "actions": ["take"]},
        ],
    }


def test_a_match_as_it_is_written() -> None:
    """Players, the first dealer, and the entries, each a deal or a result."""
    assert MATCH["players"] == ["Anna", "Bertil"]
    assert MATCH["match"] == {
        "dealer": 0,
        "entries": [{"result": {"ending": "knock", "knocker": 0, "deadwood": [7, 18]}}],
    }


def test_rules_as_they_are_written() -> None:
    """Every knob is there; a policy is an object with its name, or the name alone where it has no knobs."""
    value = rules_to_json(presets.MODERN)
    assert set(value) == {field.name for field in attrs.fields(Rules)} - {"name", "sources"} | {"label"}
    assert value["label"] == "modern"
    assert value["deck"] == "full"
    assert value["scoring"]["policy"] == "composed"
    assert value["scoring"]["ledger"]["shutout"] == "double_total"
    assert rules_to_json(presets.CLASSIC)["scoring"]["ledger"]["shutout"] == {"policy": "flat", "points": 100}


def test_rules_may_be_told_in_part() -> None:
    """A knob that is not there is as in `Rules()`, and policies may be given by name."""
    assert rules_from_json({}) == Rules()
    assert (
        rules_from_json({"scoring": {"policy": "composed", "pricing": "standard", "ledger": "standard"}})
        == Rules()
    )
    short = rules_from_json({"hand_size": 7, "deck": str(Hand.full())})
    assert short == Rules(hand_size=7)


def test_actions_as_they_are_written() -> None:
    """An action is its text, so a client can send back what it was sent."""
    spread = (Meld.parse("Ac Ad Ah"),)
    for action in (Discard(Card.parse("7h")), Knock(Card.parse("7h"), spread), LayOff.parse("lay As on Ac Ad Ah")):
        assert action_to_json(action) == str(action)
        assert action_from_json(str(action)) == action


def test_a_view_as_it_is_written() -> None:
    """All that the seat knows but the rules, with what it may do as texts."""
    value = view_to_json(view(begun().state, 1))
    assert "rules" not in value
    assert value["legal_actions"] == ["take", "pass"]
    assert value["hand"] == str(begun().state.hands[1])
    assert value["terms"] == {"knock_limit": 10}
    assert json.loads(json.dumps(value)) == value


def test_events_as_they_are_written() -> None:
    """What is not there is left out, but whose view it is is said."""
    deal = begun("pass", "pass", "draw")
    assert event_to_json(deal.events(0)[-1]) == {"number": 4, "kind": "draw", "viewer": 0, "seat": 1}
    assert event_to_json(deal.events(None)[0]) == {"number": 0, "kind": "deal", "viewer": None, "seat": 0}


def test_json_may_be_indented_and_marked() -> None:
    """Space around the JSON and a byte order mark do no harm."""
    deal = begun("pass")
    assert replay("\ufeff \r\n" + to_json(deal, indent=2) + "\n") == deal


def test_names_go_along_with_a_deal() -> None:
    """A deal has no names, but its record may, in any script."""
    record = read(to_json(begun(), names=("Åke", "雪")))
    assert record.names == ("Åke", "雪")
    assert "雪" in to_json(begun(), names=("Åke", "雪"))
    assert read(to_json(begun())).names is None


def test_big_numbers_of_aces_survive_in_json() -> None:
    """JSON says what an arrangement counts a loose ace, whatever the rules say."""
    spread = Arrangement(Arrangement.parse("2c 2d 2h / As").melds, Hand.parse("As"), ace_pips=15)
    result = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(15, 20), spread=spread, blocked=(Suit.SPADES,))
    match = Match.start(presets.CLASSIC.replace(knock_limit=15), names=("Anna", "Bertil"), dealer=0).enter(result)
    assert replay(to_json(match)) == match


# The schema ----------------------------------------------------------------


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schema_is_the_one_that_is_read(name: str) -> None:
    """The file in the documents is made from the classes that read JSON, by `python docs/make_schemas.py`."""
    assert json.loads((REFERENCE / name).read_text(encoding="utf-8")) == SCHEMAS[name]()


@pytest.mark.parametrize("schema", SCHEMAS.values())
def test_the_schema_is_one(schema: Callable[[], Json]) -> None:
    """It is valid by the schema of schemas."""
    jsonschema.Draft202012Validator.check_schema(schema())


@slow
@given(deals() | matches(), st.sampled_from(SEATS))
def test_what_is_written_is_valid(content: Deal | Match, seat: int | None) -> None:
    """Every record, view and event is valid by its schema."""
    validator = jsonschema.Draft202012Validator(record_schema())
    validator.validate(json.loads(to_json(content)))
    if isinstance(content, Deal):
        validator.validate(json.loads(to_json(redact(content, seat))))
        jsonschema.validate(view_to_json(view(content.state, seat)), view_schema())
        for event in content.events(seat)[-3:]:
            jsonschema.validate(event_to_json(event), event_schema())


@slow
@given(st.data(), deals() | matches())
def test_what_is_not_valid_is_not_read(data: st.DataObject, content: Deal | Match) -> None:
    """Whatever reading takes, written again is valid by the schema."""
    value = data.draw(spoiled_json(json.loads(to_json(content))))
    try:
        again = read(json.dumps(value))
    except RecordError:
        return
    jsonschema.validate(json.loads(to_json(again.content, open_deal=again.open_deal)), record_schema())


@pytest.mark.parametrize("name", presets.names())
def test_every_preset_is_valid(name: str) -> None:
    """The schema knows all policies of the library."""
    schema = record_schema()
    rules = {"$ref": "#/$defs/Rules", "$defs": schema["$defs"]}
    jsonschema.validate(rules_to_json(presets.get(name)), rules)


# What is refused ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "new", "complaint"),
    [
        ("format", "chess", "$.format: 'chess' is not known; expected 'ginrules record'"),
        ("format", None, "$.format: None is not known"),
        ("version", 2, "$.version: 2 is not known; expected 1"),
        ("version", True, "$.version: True is not known"),
        ("version", "1", "$.version: '1' is not known"),
        ("semantics", 0, "$.semantics: 0 is not known; expected 1"),
        ("rules", None, "$.rules: rules is missing"),
        ("rules", 3, "$.rules: a number; expected an object"),
        ("rules.hand_size", "10", "$.rules.hand_size: a text; expected a whole number"),
        ("rules.hand_size", True, "$.rules.hand_size: a boolean; expected a whole number"),
        ("rules.hand_size", 30, "$.rules: hand_size 30 does not deal"),
        ("rules.hands", 3, "$.rules: 'hands' is not known here"),
        ("rules.aces", "lo", "$.rules.aces: 'lo' is none of low, high_or_low, round_the_corner"),
        ("rules.deck", "Ax", "$.rules.deck: unknown suit"),
        ("rules.scoring.ledger.target", 0, "$.rules.scoring.ledger: target is 0"),
        ("rules.scoring.ledger.shutout.points", "x", "$.rules.scoring.ledger.shutout.points: a text"),
        ("deal", None, "$: expected one of deal, match and redacted"),
        ("match", MATCH["match"], "$: expected one of deal, match and redacted"),
        ("players", ["Anna"], "$.players: 1 names for 2 players"),
        ("players", "Anna", "$.players: a text; expected a list"),
        ("deal.dealer", 2, "$.deal.dealer: no seat; expected 0 or 1"),
        ("deal.dealer", None, "$.deal: the dealer is missing"),
        ("deal.deck", "Ac", "$.deal: "),
        ("deal.deck", "Ac Ac", "$.deal.deck: Ac comes twice"),
        ("deal.deck", ["Ac"], "$.deal.deck: a list; expected cards as text"),
        ("deal.terms", {"knock_limit": 11}, "$.deal: the knock limit of the deal is 11"),
        ("deal.terms", {"open_suits": ["x"]}, "$.deal.terms.open_suits[0]: no suit: 'x'"),
        ("deal.turns.0.seat", 0, "$.deal.turns[0]: 'pass' is refused: it is for seat 1 to act, not for seat 0"),
        ("deal.turns.0.seat", None, "$.deal.turns[0].seat: seat is missing"),
        ("deal.turns.2", 7, "$.deal.turns[2]: a number; expected an object with the fields of Turn"),
        ("deal.turns.2.actions.1", 7, "$.deal.turns[2].actions[1]: a number; expected a text"),
        ("deal.turns.2.actions.1", "discard", "$.deal.turns[2]: 'discard' is refused: no action"),
        ("deal.end", {"ending": "void"}, "$.deal.end: the deal is not over yet"),
        ("deal.end", {"ending": "end"}, "$.deal.end.ending: 'end' is none of knock, gin"),
        ("deal.end", {"ending": "knock", "deadwood": [1]}, "$.deal.end.deadwood: a list of 1; expected 2"),
    ],
)
def test_what_cannot_be_read_is_said(path: str, new: Json, complaint: str) -> None:
    """The error names the place in the JSON and what is wrong with it."""
    refused = refusal(changed(DEAL, path, new))
    assert complaint in str(refused)
    assert refused.where.startswith("$")


def test_a_refused_action_is_named() -> None:
    """The error has the place, the action, the reason for programs and the sentence for people."""
    error = refusal(changed(DEAL, "deal.turns.3.actions", ["take", "discard Qc"]))
    assert (error.where, error.action, error.reason) == ("$.deal.turns[3]", "discard Qc", "just_taken")


@pytest.mark.parametrize(
    ("path", "new", "complaint"),
    [
        ("players", None, "$.match: 0 names for 2 players"),
        ("players", ["Anna", "Anna"], "$.match: 'Anna', 'Anna' names two players alike"),
        ("match.dealer", None, "$.match.dealer: dealer is missing"),
        ("match.dealer", 2, "$.match: dealer is 2"),
        ("rules.seating", "three", "$.rules.seating: no seating policy is called 'three'"),
        ("rules.seating", {"policy": "partnership", "players": 10**8}, "$.rules.seating: players is 100000000"),
        ("match.entries.0", {}, "$.match.entries[0]: expected either a deal or a result"),
        ("match.entries.0.result.knocker", None, "$.match.entries[0].result: a knock needs the knocker"),
        (
            "match.entries.0.result.deadwood",
            [11, 20],
            "$.match.entries[0].result: a knock with 11 is over the limit",
        ),
        ("match.entries.0.deal", DEAL["deal"], "$.match.entries[0]: expected either a deal or a result"),
        ("match.entries.0.table", 3, "$.match.entries[0].result: table 3 has no open deal"),
        ("match.resigned", 2, "$.match.resigned: player 2 is not in the match"),
        ("match.entries", [{"deal": DEAL["deal"]}] * 2, "$.match.entries[1].deal: the deal before this one"),
        ("match.entries", [{"result": {"ending": "void"}}] * 501, "$.match.entries[500].result: more than 500"),
    ],
)
def test_a_match_that_cannot_be_is_refused(path: str, new: Json, complaint: str) -> None:
    """The error names the entry and what the match has against it."""
    assert complaint in str(refusal(changed(MATCH, path, new)))


def test_a_redacted_record_is_checked() -> None:
    """Its events are numbered, of one viewer, and begin with the deal."""
    value = json.loads(to_json(redact(begun("pass"), 0)))
    for path, new in (("number", 7), ("viewer", 1), ("kind", "pass")):
        assert "$.redacted: " in str(refusal(changed(value, f"redacted.events.0.{path}", new)))
    assert "$.redacted: " in str(refusal(changed(value, "redacted.events", [])))
    for event, seat in ((0, None), (1, 0), (2, None)):  # a deal, an upcard that nobody deals, a pass
        spoiled = changed(value, f"redacted.events.{event}.seat", seat)
        assert "an event that nobody did has a seat, or another has none" in str(refusal(spoiled))


def test_several_faults_are_told_together() -> None:
    """The first place stands in front, some others after it, and the number of the rest."""
    value = changed(DEAL, "rules.hand_size", "10")
    for knob in ("knock_limit", "ace_pips", "stock_floor", "aces", "deck", "last_discard"):
        value["rules"][knob] = []
    error = refusal(value)
    assert error.where == "$.rules.deck"
    assert "$.rules.hand_size: a text; expected a whole number" in error.problem
    assert error.problem.endswith("and 2 more")


# Bounds ----------------------------------------------------------------

HEAD = json.dumps({key: DEAL[key] for key in ("format", "version", "semantics", "rules")})[:-1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "no JSON: Expecting property name"),
        ("{} {}", "no JSON: Extra data"),
        ('{"a": ' * 9_000 + "1" + "}" * 9_000, "nested too deeply"),
        ('{"a": ' + "[" * 190_000, "nested too deeply"),
        ('{"a": ' + "[" * 1_900_000, "more than 200,000 values"),
        ('{"a": [' + "1," * 900_000 + "1]}", "more than 200,000 values"),
        ('{"a": ' + "9" * 1_900_000 + "}", "a number of more than 9 digits"),
        ('{"a": -' + "9" * 10 + "}", "a number of more than 9 digits"),
        ('{"a": NaN}', "the number NaN"),
        ('{"a": -Infinity}', "the number -Infinity"),
        ('{"a": 1e400}', "the number 1e400"),
        ('{"a": 1.0}', "the number 1.0; expected whole numbers"),
        ('{"a": 1, "a": 1}', "the key 'a' comes twice"),
        ('{"a": "' + "x" * 2_000_000 + '"}', "expected at most 2,000,000"),
        ('{"a": "\ud800"}', "$.format: None is not known"),
        (
            f'{HEAD}, "deal": {{"deck": "", "dealer": 0, "turns": [{"1, " * 180_000}1]}}}}',
            "$.deal.turns[0]: a number",
        ),
        (f'{HEAD}, "deal": {{"deck": "", "dealer": 0, "turns": [{"{}, " * 90_000}1]}}}}', "$.deal.turns[0].seat"),
        (f'{HEAD}, "deal": {{"deck": "{"Ac " * 600_000}", "dealer": 0}}}}', "$.deal.deck: Ac comes twice"),
        (f"{HEAD}, {', '.join(f'{chr(34)}k{i}{chr(34)}: 1' for i in range(60_000))}}}", "is not known here"),
    ],
)
def test_hostile_json_is_refused_at_once(text: str, complaint: str) -> None:
    """What is larger, deeper or stranger than any record is refused before it costs more than a moment."""
    assert complaint in str(refusal(text))


def test_json_from_elsewhere_is_read_within_the_same_bounds() -> None:
    """A server reads messages as carefully as records."""
    assert parse_json('{"do": ["take", 1, null, true]}') == {"do": ["take", 1, None, True]}
    assert parse_json("\ufeff1") == 1
    with pytest.raises(RecordError, match="nested too deeply"):
        parse_json("[" * 100_000)
    with pytest.raises(RecordError, match=f"at most {bounds.MAX_RECORD:,}"):
        parse_json(" " * (bounds.MAX_RECORD + 1))


def test_a_view_must_be_one_of_some_deal() -> None:
    """What is told of a view has to go together, the result and the legal actions included."""
    rng = random.Random(1)
    deal = play_deal(begun(), [SimpleBot(rng)] * 2)
    for state in (begun().state, deal.state):
        value = view_to_json(view(state, 1))
        assert view_from_json(value, presets.CLASSIC) == view(state, 1)
        wrong: list[dict[str, Json]] = [
            {"legal_actions": ["draw"]},
            {"result": {"ending": "void"}},
            {"stock_count": 3},
            {"rules": {}},
            {"hand": "Ac"},
            {"phase": "dance"},
        ]
        for changes in wrong:
            with pytest.raises(RecordError):
                view_from_json({**value, **changes}, presets.CLASSIC)
    things: list[Json] = [None, [], "view"]
    for thing in things:
        with pytest.raises(RecordError, match="expected an object with a view"):
            view_from_json(thing, presets.CLASSIC)
