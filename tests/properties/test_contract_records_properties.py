"""Records of the two-deck family: what was stored comes back, what was spoiled is refused."""

import json
from random import Random

from contract_play import begun, chosen, small_tables
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record_strategies import seeds, spoiled, spoiled_json

from ginrules.contract import Match, Phase, Round, RoundResult, RoundState, Rules, shuffled
from ginrules.contract.records import Record, RecordError, read, replay, to_json, to_text

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=30)
STEPS = st.sampled_from([0, 1, 2, 3, 10_000]) | st.integers(4, 60)
NAMES = ("Anna", "Bertil # B", "Cilla = C", "[match]", "-: Åke", "points: 5")
LINES = """\
ginrules svensk record 1|semantics = 1|[rules]|[match]|[round]|player 0 = a|player 1 = b|dealer = 0|dealer = 1|
number = 1|players = 2|points: 0 12|points: 3 4|result: out 0; points 0 2; hands - / 2c|0: draw|1: draw|
result: out none; points 3 4; hands 3c / 4c|end: out 0; points 0 5|deck = 2c|-: reshuffle 2c|2: buy|deal = 3|
contract 1 = 1 set|contract 2 = 1 run|decks = 1|joker_swap = true|buy_limit = none|name = "x\"""".replace(
    "\n", ""
).split("|")


def played(start: RoundState, rng: Random, most: int) -> Round:
    """Return a round played on for a number of actions, if it lasts so long."""
    done = Round(start, (), start)
    while done.state.phase is not Phase.OVER and len(done.actions) < most:
        done = done.play(chosen(done.state, rng))
    return done


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Draw a round, finished or not, at many tables."""
    start = begun(draw(small_tables()), draw(seeds()))
    return played(start, Random(draw(seeds())), draw(STEPS))


@st.composite
def match_tables(draw: st.DrawFn) -> Rules:
    """Draw the rules of a few rounds."""
    rules = draw(small_tables())
    return rules.replace(contracts=rules.contracts * draw(st.integers(1, 4)), deal=rules.deal)


@st.composite
def matches(draw: st.DrawFn) -> tuple[Match, Round | None]:
    """Draw a match under way or finished, of rounds, results and bare points, and perhaps its open round."""
    rules = draw(match_tables())
    size = max(map(rules.deal_size, range(1, rules.rounds + 1)))
    players = draw(st.integers(2, min(6, (len(rules.deck) - 1) // (size + 1))))
    match = Match.start(rules, names=NAMES[:players], dealer=draw(st.integers(0, players - 1)))
    for _ in range(draw(st.integers(0, rules.rounds))):
        done = played(_begun(match, draw(seeds())), Random(draw(seeds())), 10_000)
        assert done.result is not None
        forms: list[Round | RoundResult | tuple[int, ...]] = [done, done.result, done.result.points]
        match = match.enter(draw(st.sampled_from(forms)))
    if match.number is None or draw(st.booleans()):
        return match, None
    open_round = played(_begun(match, draw(seeds())), Random(draw(seeds())), draw(st.integers(0, 20)))
    return match, None if open_round.result is not None else open_round


def _begun(match: Match, seed: int) -> RoundState:
    return match.new_round(shuffled(Random(seed), match.rules.deck)).state


@slow
@given(rounds())
def test_a_round_comes_back_from_text_and_from_json(done: Round) -> None:
    """Replaying the record of a round gives the round, and where it stands."""
    names = NAMES[: done.start_state.players]
    for record in (to_text(done), to_json(done), to_json(done, indent=1), to_text(done, names=names)):
        again = read(record)
        assert isinstance(again.content, Round)
        assert again.content == done
        assert again.content.state == done.state
        assert again.names in {None, names}


@slow
@given(matches())
def test_a_match_comes_back_from_text_and_from_json(drawn: tuple[Match, Round | None]) -> None:
    """Replaying the record of a match gives the match with the cards it was fed, and its open round."""
    match, open_round = drawn
    expected = Record(content=match, names=match.names, open_round=open_round)
    for record in (to_text(match, open_round=open_round), to_json(match, open_round=open_round)):
        again = read(record)
        assert again == expected
        assert isinstance(again.content, Match)
        assert [entry.played for entry in again.content.entries] == [entry.played for entry in match.entries]
        assert again.content.outcome == match.outcome
        assert to_text(again.content, open_round=again.open_round) == to_text(match, open_round=open_round)


@slow
@given(st.data(), rounds() | matches(), st.sampled_from(["text", "json"]))
def test_spoiled_records_are_refused_or_read(
    data: st.DataObject, drawn: Round | tuple[Match, Round | None], form: str
) -> None:
    """Whatever becomes of a text, reading it raises only record errors, and what is read can be written."""
    content, open_round = (drawn, None) if isinstance(drawn, Round) else drawn
    record = (
        to_json(content, open_round=open_round, indent=1)
        if form == "json"
        else to_text(content, open_round=open_round)
    )
    for _ in range(3):
        try:
            again = read(data.draw(spoiled(record)))
        except RecordError:
            continue
        assert replay(to_text(again.content, open_round=again.open_round)) == again.content


@slow
@given(st.data(), rounds() | matches())
def test_spoiled_json_is_refused_or_read(data: st.DataObject, drawn: Round | tuple[Match, Round | None]) -> None:
    """JSON with any part replaced raises record errors and nothing else."""
    content, open_round = (drawn, None) if isinstance(drawn, Round) else drawn
    value = json.loads(to_json(content, open_round=open_round))
    for _ in range(3):
        try:
            read(json.dumps(data.draw(spoiled_json(value))))
        except RecordError:
            continue


@given(
    st.text()
    | st.text().map(lambda text: "ginrules svensk record 1\nsemantics = 1\n" + text)
    | st.text().map("{".__add__)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Reading any text raises record errors and nothing else."""
    try:
        read(text)
    except RecordError:
        return


@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_lines_in_any_order_are_read_or_refused(lines: list[str]) -> None:
    """Known lines in any order raise record errors and nothing else."""
    try:
        read("\n".join(["ginrules svensk record 1", "semantics = 1", *lines]))
    except RecordError:
        return
