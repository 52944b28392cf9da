"""Records of any deal and any match: what was stored comes back, and what was spoiled is refused."""

import json
from random import Random

import pytest
from deal_strategies import reachable_states, rulesets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record_strategies import (
    deal_rules,
    deals,
    finished_deals,
    json_values,
    match_rules,
    matches,
    names,
    played,
    preset_rules,
    seeds,
    spoiled,
    spoiled_json,
)

from ginrules import presets, shuffled_deck
from ginrules.deal import Deal, GameState, PlayerView, legal_actions, parse_action, view
from ginrules.errors import GinRulesError, RecordError
from ginrules.match import Match
from ginrules.records import (
    Json,
    RedactedDeal,
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    parse_json,
    read,
    read_deals,
    redact,
    replay,
    rules_from_json,
    rules_to_json,
    to_json,
    to_text,
    view_from_json,
    view_to_json,
    write_deals,
)
from ginrules.rules import Rules

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=40)
SEATS = [0, 1, None]
FORMS = st.sampled_from(["text", "json"])
LINES = """\
ginrules record 1|semantics = 1|[rules]|[match]|[deal]|[redacted]|player 0 = a|player 1 = b|dealer = 0|dealer = 1|
result: knock 0 7 18|result: void|resign: 0|end: void|deck = Ac|0: draw|viewer = 0|deal: Ac|upcard: 7h|
hand_size = 3|shutout = flat|shutout.points = 3|pricing = standard""".replace("\n", "").split("|")


def stored_deals(match: Match) -> list[Deal | None]:
    """Return the cards that a match keeps."""
    return [entry.deal for entry in match.entries]


def through_json(value: Json) -> Json:
    """Return a value after a trip over the wire."""
    return parse_json(json.dumps(value))


@slow
@given(deals())
def test_a_deal_comes_back_from_text_and_from_json(deal: Deal) -> None:
    """Replaying the record of a deal gives the deal, and where it stands."""
    for record in (to_text(deal), to_json(deal), to_json(deal, indent=1)):
        again = replay(record)
        assert again == deal
        assert isinstance(again, Deal)
        assert again.state == deal.state


@slow
@given(matches(), st.data())
def test_a_match_comes_back_from_text_and_from_json(match: Match, data: st.DataObject) -> None:
    """Replaying the record of a match gives the match with the cards it was fed, and the deal in progress."""
    open_deals: dict[int, Deal] = {}
    tables = () if match.round is None or match.outcome is not None else match.round.open_tables
    for table in tables:
        if data.draw(st.booleans()):
            begun = match.new_deal(shuffled_deck(Random(data.draw(seeds())), match.rules.deck), table=table)
            deal = played(begun.state, Random(data.draw(seeds())), data.draw(st.integers(0, 9)))
            if deal.result is None:
                open_deals[table] = deal
    for record in (to_text(match, open_deal=open_deals), to_json(match, open_deal=open_deals)):
        again = read(record)
        assert again.content == match
        assert again.names == match.names
        assert dict(again.open_deals) == open_deals
        assert isinstance(again.content, Match)
        assert stored_deals(again.content) == stored_deals(match)
        assert again.content.outcome == match.outcome


@slow
@given(matches())
def test_a_reloaded_match_can_take_back_what_was_done_last(match: Match) -> None:
    """Undo after a reload is undo before it, down to the start."""
    again = replay(to_text(match))
    assert isinstance(again, Match)
    while match.entries or match.resigned is not None:
        match, again = match.undo(), again.undo()
        assert again == match
        assert stored_deals(again) == stored_deals(match)


@slow
@given(deals(), st.sampled_from(SEATS), st.none() | st.lists(names(), min_size=2, max_size=2, unique=True))
def test_a_redacted_deal_comes_back_but_does_not_replay(
    deal: Deal, seat: int | None, players: list[str] | None
) -> None:
    """What one seat saw is stored and read again, and is no deal to play on."""
    seen = redact(deal, seat)
    for record in (to_text(seen, names=players), to_json(seen, names=players)):
        again = read(record)
        assert again.content == seen
        assert again.names == (None if players is None else tuple(players))
        with pytest.raises(RecordError, match="redacted"):
            replay(record)


@settings(slow, max_examples=20)
@given(st.lists(deals(), max_size=3), st.lists(finished_deals(preset_rules()), max_size=2))
def test_many_deals_come_back_one_by_one(several: list[Deal], alike: list[Deal]) -> None:
    """A file of many deals, also of several rulesets, is read deal by deal, however it is cut into pieces."""
    stored = [*several, *alike]
    text = "".join(write_deals(stored))
    assert list(read_deals(write_deals(stored))) == stored
    assert list(read_deals(text)) == stored
    assert list(read_deals(text.split("\n"))) == stored
    assert list(read_deals(text.splitlines(keepends=True))) == stored


@given(match_rules() | preset_rules())
def test_rules_come_back_from_json(rules: Rules) -> None:
    """Rules survive the trip; a preset is itself again, sources and all."""
    again = rules_from_json(through_json(rules_to_json(rules)))
    assert again == rules
    if rules.name in presets.names():
        assert again is rules


@slow
@given(reachable_states(deal_rules()), st.sampled_from(SEATS))
def test_views_and_actions_come_back_from_json(state: GameState, seat: int | None) -> None:
    """What a server sends of a state is what the other side reads."""
    seen = view(state, seat)
    assert view_from_json(through_json(view_to_json(seen)), state.rules) == seen
    for action in legal_actions(state, every_spread=len(state.hands[0]) < 8):
        assert action_from_json(through_json(action_to_json(action))) == action


@slow
@given(deals(), st.sampled_from(SEATS))
def test_events_come_back_from_json(deal: Deal, seat: int | None) -> None:
    """Every event survives the trip."""
    for event in deal.events(seat):
        assert event_from_json(through_json(event_to_json(event))) == event


# Spoiled ----------------------------------------------------------------


@slow
@given(st.data(), deals() | matches(), FORMS)
def test_spoiled_records_are_refused_or_read(data: st.DataObject, content: Deal | Match, form: str) -> None:
    """Whatever becomes of a text, reading it raises record errors and nothing else."""
    record = to_json(content, indent=1) if form == "json" else to_text(content)
    for _ in range(3):
        text = data.draw(spoiled(record))
        try:
            again = read(text)
        except RecordError:
            continue
        assert not isinstance(again.content, RedactedDeal)


@slow
@given(st.data(), deals(), st.sampled_from(SEATS), FORMS)
def test_spoiled_redacted_records_are_refused_or_read(
    data: st.DataObject, deal: Deal, seat: int | None, form: str
) -> None:
    """The same of what one seat saw; and what was read can be written again."""
    seen = redact(deal, seat)
    text = data.draw(spoiled(to_json(seen, indent=1) if form == "json" else to_text(seen)))
    try:
        again = read(text)
    except RecordError:
        return
    assert read(to_text(again.content)).content == again.content


@slow
@given(st.data(), deals() | matches())
def test_spoiled_json_is_refused_or_read(data: st.DataObject, content: Deal | Match) -> None:
    """JSON with any part replaced raises record errors and nothing else."""
    value = json.loads(to_json(content))
    for _ in range(3):
        text = json.dumps(data.draw(spoiled_json(value)))
        try:
            read(text)
        except RecordError:
            continue


@given(
    st.text()
    | st.text().map(lambda text: "ginrules record 1\nsemantics = 1\n" + text)
    | st.text().map("{".__add__)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Reading any text raises record errors and nothing else."""
    for reader in (read, replay, lambda text: list(read_deals(text)), parse_json):
        try:
            reader(text)
        except RecordError:
            continue


@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_lines_in_any_order_are_read_or_refused(lines: list[str]) -> None:
    """Known lines in any order raise record errors and nothing else."""
    text = "\n".join(["ginrules record 1", "semantics = 1", *lines])
    for reader in (read, lambda text: list(read_deals(text))):
        try:
            reader(text)
        except RecordError:
            continue


@given(json_values())
def test_any_json_value_is_refused_as_an_action_an_event_a_view_or_rules(value: Json) -> None:
    """What comes over the wire raises record errors and nothing else."""
    for reader in (
        action_from_json,
        event_from_json,
        rules_from_json,
        lambda v: view_from_json(v, presets.CLASSIC),
    ):
        try:
            reader(value)
        except RecordError:
            continue


@slow
@given(st.data(), reachable_states(deal_rules()), st.sampled_from(SEATS))
def test_spoiled_views_are_refused_or_can_be(data: st.DataObject, state: GameState, seat: int | None) -> None:
    """A view from the wire that is read at all is the view of some deal."""
    value = through_json(view_to_json(view(state, seat)))
    try:
        seen = view_from_json(data.draw(spoiled_json(value)), state.rules)
    except RecordError:
        return
    assert PlayerView.from_text(seen.to_text(), state.rules) == seen


@slow
@given(st.data(), rulesets())
def test_spoiled_rules_are_refused_or_can_be_played(data: st.DataObject, rules: Rules) -> None:
    """Rules from the wire raise record errors and nothing else."""
    try:
        again = rules_from_json(data.draw(spoiled_json(rules_to_json(rules))))
    except RecordError:
        return
    assert rules_from_json(rules_to_json(again)) == again


@given(st.text())
def test_the_parsers_of_actions_agree(text: str) -> None:
    """An action in a message is read as its text is."""
    try:
        action = parse_action(text)
    except GinRulesError:
        with pytest.raises(RecordError):
            action_from_json(text)
    else:
        assert action_from_json(text) == action
