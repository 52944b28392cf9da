"""Records of the two-deck family: what they look like, what they check, and what they refuse."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from contract_play import course, set_up
from effort import calls_made

from ginrules.contract import Contract, Hand, Match, Round, RoundResult, Rules, parse_action, presets, shuffled
from ginrules.contract.records import RecordError, bounds, read, replay, replaying, to_json, to_text

GOLDEN = (Path(__file__).resolve().parents[1] / "golden" / "contract_match.txt").read_text(encoding="utf-8")
TABLE = Rules(decks=1, deal=5, contracts=(Contract.parse("1 set"), Contract.parse("1 run")))
NAMES = ("Anna", "Bertil", "Cilla")


def begun(*texts: str) -> Round:
    """Return the first round at the small table, played on."""
    deck = shuffled(Random(5), TABLE.deck)
    return Round.start(TABLE, 1, deck, players=3, actions=map(parse_action, texts))


def finished(match: Match, seed: int = 1) -> Round:
    """Return the round that is due, played to its end."""
    rng = Random(seed)
    played = match.new_round(shuffled(rng, match.rules.deck))
    for _, action in course(played.state, rng):
        played = played.play(action)
    return played


def small_match() -> Match:
    """Return a match at the small table with one round played."""
    match = Match.start(TABLE, names=NAMES, dealer=2)
    return match.enter(finished(match))


def test_a_record_reads_today_as_it_was_written() -> None:
    """A stored match with all kinds of entries and an open round is what it was, and is written alike."""
    record = read(GOLDEN)
    match = record.content
    assert isinstance(match, Match)
    assert match.totals == (73, 67, 116, 150)
    assert record.names == match.names == ("Anna", "Bertil", "Cilla", "Åke #4")
    assert (match.number, match.dealer, match.rules.name) == (4, 2, "kitchen")
    assert [type(entry.played) for entry in match.entries] == [Round, RoundResult, tuple]
    assert record.open_round is not None
    assert [str(action) for action in record.open_round.actions] == ["draw", "discard 3c", "draw"]
    assert to_text(match, open_round=record.open_round) == GOLDEN
    assert read(to_json(match, open_round=record.open_round)) == record


def test_a_record_by_hand_may_be_spare() -> None:
    """Comments, spaces, Windows line ends and what goes without saying do not matter."""
    match = small_match()
    text = to_text(match)
    spare = text.replace("number = 1\n", "").replace("\ndealer = 2\ndeck", "\ndeck")
    spare = "\ufeff# ours\n" + spare.replace(": draw\n", "  :draw  # hm\n").replace("[round]", " [ round ] # 1")
    spare = "\n".join(line for line in spare.split("\n") if not line.startswith(("end", "min_", "ace_points")))
    assert replay(spare.replace("\n", "\r\n")) == match


def test_a_turn_is_a_line_and_so_is_every_answer_to_an_offer() -> None:
    """Who acts stands before what he does."""
    played = begun("draw", "discard Ks", "draw", "pass", "discard Kc", "take", "lay 6d 6h [6]")
    turns = to_text(played).split("\n")[-6:]
    assert turns == ["1: draw, discard Ks", "2: draw", "0: pass", "2: discard Kc", "0: take, lay 6d 6h [6]", ""]
    told = json.loads(to_json(played))["round"]
    assert told["turns"][2] == {"seat": 0, "actions": ["pass"]}
    assert (told["number"], told["players"], told["dealer"]) == (1, 3, 0)


def test_the_record_of_a_round_may_name_the_players() -> None:
    """Names are kept, and say how many play."""
    played = begun("draw")
    text = to_text(played, names=NAMES)
    assert "players =" not in text
    for record in (text, to_json(played, names=NAMES)):
        assert read(record).names == NAMES
        assert read(record).content == played
    assert read(to_text(played)).names is None


def test_the_name_of_the_rules_is_only_a_label() -> None:
    """Rules that are called like a preset and are others stay others."""
    rules = TABLE.replace(name="svensk-7", title='say "x" # y = z')
    match = Match.start(rules, names=NAMES)
    for record in (to_text(match), to_json(match)):
        again = replay(record)
        assert again == match
        assert again.rules != presets.SVENSK_7
        assert (again.rules.name, again.rules.title) == (rules.name, rules.title)


def test_what_the_rules_leave_out_is_as_usual() -> None:
    """A record without rules is one of the usual seven rounds."""
    head = "ginrules svensk record 1\nsemantics = 1\n"
    again = replay(f"{head}[match]\nplayer 0 = A\nplayer 1 = B\ndealer = 1\npoints: 0 12\n")
    assert again == Match.start(presets.SVENSK_7, names=("A", "B"), dealer=1).enter((0, 12))


ROUND = to_text(begun("draw", "discard Ks"))
MATCH = to_text(small_match())
HEAD = ROUND[: ROUND.index("[round]")]
OPEN = MATCH + ROUND[ROUND.index("[round]") :].replace("number = 1", "number = 2").replace("players = 3\n", "")


def last(text: str, number: int = 0) -> str:
    """Return the place of a line of a text, counted from its end."""
    return f"line {len(text.split(chr(10))) - 1 - number}"


@pytest.mark.parametrize(
    ("text", "where", "action", "reason", "told"),
    [
        (ROUND + "2: discard 7h\n", last(ROUND + "x\n"), "discard 7h", "wrong_phase", ""),
        (ROUND + "2: draw, discard 2c\n", last(ROUND + "x\n"), "discard 2c", None, "seat 0 is to act, not seat 2"),
        (ROUND + "2: take, discard 2c\n", last(ROUND + "x\n"), "discard 2c", "not_held", "2c is not held"),
        (ROUND + "-: draw\n", last(ROUND + "x\n"), "draw", None, "seat 2 is to act, not chance"),
        (ROUND + "2: jump\n", last(ROUND + "x\n"), "jump", None, "no action"),
        (ROUND + "2:\n", last(ROUND + "x\n"), "", None, "the text is empty"),
        (ROUND + "2: lay 2c 3c\n", last(ROUND + "x\n"), "lay 2c 3c", None, ""),
        (ROUND + "end: out 2; points 4 4 0\n", last(ROUND + "x\n"), None, None, "not finished: draw is due"),
        (ROUND + "end: 2\n", last(ROUND + "x\n"), None, None, "'2' is no end"),
        (ROUND + "end: out 2; points 1 2 3 4 5 6 7\n", last(ROUND + "x\n"), None, None, "more than 6 numbers"),
        (ROUND + "hello\n", last(ROUND + "x\n"), None, None, "'hello' stands where it cannot"),
        (ROUND + "hello = 1\n", last(ROUND + "x\n"), None, None, "'hello' is not known here"),
        (ROUND + "dealer = 1\n", last(ROUND + "x\n"), None, None, "dealer comes twice"),
        (ROUND + "[deal]\n", last(ROUND + "x\n"), None, None, "no section is called 'deal'"),
        (ROUND + "[round]\ndeck = 2c\n", last(ROUND + "x\n"), None, None, "nothing follows a round"),
        (ROUND + "[rules]\n", last(ROUND + "x\n"), None, None, "the rules stand at the beginning"),
        (ROUND + "[match]\n", last(ROUND + "x\n"), None, None, "a match stands after the rules"),
        (ROUND + HEAD, last(ROUND + "x\n"), None, None, "a second record"),
        (ROUND + "points: 1 2 3\n", last(ROUND + "x\n"), None, None, "nothing follows a round"),
        (ROUND + "x" * 10_001, last(ROUND + "x\n"), None, None, "a line of more than 10,000"),
        (ROUND.replace("players = 3\n", ""), None, None, None, "players is missing"),
        (ROUND.replace("players = 3\n", "players = 9\n"), None, None, None, "9 players; expected 2 to 6"),
        (ROUND.replace("players = 3\n", "players = many\n"), None, None, None, "'many' is no number"),
        (ROUND.replace("players = 3\n", "players = 3\nplayer 0 = A\nplayer 1 = B\n"), None, None, None, "players"),
        (ROUND.replace("players = 3\n", "player 0 = A\nplayer 2 = B\n"), None, None, None, "not numbered from 0"),
        (ROUND.replace("players = 3\n", "player 0 = A\nplayer 1 = A\n"), None, None, None, "two players"),
        (ROUND.replace("number = 1", "number = 3"), None, None, None, "there is no round 3"),
        (ROUND.replace("dealer = 0", "dealer = 3"), None, None, None, "dealer is 3"),
        (ROUND.replace("deck = ", "deck = Zz "), None, None, None, "'Zz"),
        (ROUND.replace("deck = ", "deck = 2c "), None, None, None, "the deck has more than 56 cards"),
        (ROUND.replace("deal = 5", "deal = 50"), "line 9", None, None, "deal is 50; expected 1 to 40"),
        (ROUND.replace("deal = 5", "deel = 5"), "line 4", None, None, "'deel'; perhaps deal"),
        (ROUND.replace("deal = 5", 'deal = "5"'), "line 9", None, None, "deal is '5'; expected a whole number"),
        (ROUND.replace('name = "house"', 'name = "house'), "line 5", None, None, "no text in double quotes"),
        (ROUND.replace("contract 1", "contract 3"), None, None, None, "contracts are not numbered from 1"),
        (ROUND.replace("1 set", "1 cat"), None, None, None, "contract 1: no part of a contract"),
        (ROUND.replace("deal = 5", "contracts = 1 set"), "line 9", None, None, "contracts is not told so"),
        (ROUND.replace("record 1", "record 2"), "line 1", None, None, "version '2' of the format is not known"),
        (ROUND.replace("semantics = 1", "semantics = 2"), "line 2", None, None, "semantics '2' are not known"),
        (ROUND.replace("semantics = 1", ""), "line 1", None, None, "semantics is missing"),
        (MATCH + "points: 1 2\n", last(MATCH + "x\n"), None, None, "2 numbers"),
        (MATCH + "points: 1 2 x\n", last(MATCH + "x\n"), None, None, "'x' is no number"),
        (MATCH + "points: 0 0 5\n", last(MATCH + "x\n"), None, None, "0 points"),
        (MATCH + "points: 0 5 5\n" * 2, last(MATCH + "x\n\n"), None, None, "the match is over"),
        (MATCH + "points: 0 5 5\nx\n", last(MATCH + "x\n\n"), None, None, "'x' stands where it cannot"),
        (MATCH + "result: out 1; points 5 0 5\n", last(MATCH + "x\n"), None, None, "no hands"),
        (MATCH + "result: out 1; points 5 0 5; hands 5c / - / 5x\n", last(MATCH + "x\n"), None, None, ""),
        (MATCH + "result: out 1; points 5 0 6; hands 5c / - / 5c\n", last(MATCH + "x\n"), None, None, "not in"),
        (
            MATCH + "result: out 1; points 5 0 6; hands 5c / - / 5d\n",
            last(MATCH + "x\n"),
            None,
            None,
            "costs (5, 0",
        ),
        (
            MATCH + "result: out 0; points 5 0 5; hands 5c / - / 5d\n",
            last(MATCH + "x\n"),
            None,
            None,
            "seat 0 went",
        ),
        (
            MATCH.replace("end: out", "end: out none; points 3 4 5\n#"),
            None,
            None,
            None,
            "the round ended otherwise",
        ),
        (MATCH.replace("number = 1", "number = 2"), None, None, None, "number is 2; expected 1 here"),
        (MATCH.replace("dealer = 2\ndeck", "dealer = 1\ndeck"), None, None, None, "dealer is 1; expected 2 here"),
        (MATCH.replace("dealer = 2\n\n", "\n"), None, None, None, "dealer is missing"),
        (
            MATCH.replace("player 0 = Anna", "player 0 = Bertil"),
            None,
            None,
            None,
            "two players are called 'Bertil'",
        ),
        (MATCH.replace("[round]", "[round]\nplayer 0 = A"), None, None, None, "the match says who plays"),
        (OPEN + "points: 0 5 5\n", None, None, None, "nothing follows a round that is not finished"),
        (ROUND + "2: draw\n" * 10_101, None, None, None, "more than 10,100 lines in a section"),
        (HEAD, "", None, None, "neither a round nor a match"),
        ("", "", None, None, "the text is empty"),
        ("hello", "line 1", None, None, "'hello'; expected ginrules svensk record 1"),
        ("[rules]\n", "line 1", None, None, "expected ginrules svensk record 1 before"),
        ("ginrules record 1\n", "line 1", None, None, "expected ginrules svensk record 1"),
    ],
)
def test_what_is_wrong_with_a_text_is_told_with_its_place(
    text: str, where: str | None, action: str | None, reason: str | None, told: str
) -> None:
    """The error names the line, the action and the reason of the rules."""
    with pytest.raises(RecordError) as caught:
        read(text)
    error = caught.value
    assert told in error.problem
    assert (error.action, error.reason) == (action, reason)
    assert error.where == where or (where is None and error.where.startswith("line "))


def endless(told: dict[str, Any]) -> dict[str, Any]:
    """Return what is told of a round without its end."""
    return {key: value for key, value in told.items() if key != "end"}


def json_round(change: Callable[[dict[str, Any]], object]) -> str:
    """Return the JSON of a round after a change."""
    value = json.loads(to_json(begun("draw", "discard Ks")))
    change(value)
    return json.dumps(value)


def json_match(change: Callable[[dict[str, Any]], object]) -> str:
    """Return the JSON of a match with an open round after a change to the match."""
    match = small_match()
    value = json.loads(to_json(match, open_round=match.new_round(shuffled(Random(2), TABLE.deck))))
    change(value["match"])
    return json.dumps(value)


@pytest.mark.parametrize(
    ("text", "where", "told"),
    [
        ("{", "", "no JSON"),
        ("{}", "$.format", "nothing; expected 'ginrules svensk record'"),
        (json_round(lambda v: v.update(version=True)), "$.version", "True; expected 1"),
        (json_round(lambda v: v.update(semantics="1")), "$.semantics", "'1'; expected 1"),
        (json_round(lambda v: v.update(rule=1)), "$", "'rule' is not known; perhaps rules"),
        (json_round(lambda v: v.pop("rules")), "$", "'rules' is missing"),
        (json_round(lambda v: v.pop("round")), "$", "expected a round or a match"),
        (json_round(lambda v: v.update(rules=[])), "$.rules", "a list; expected an object"),
        (json_round(lambda v: v.update(rules={"deals": 5})), "$.rules", "'deals'"),
        (json_round(lambda v: v.update(rules={"sources": []})), "$.rules.sources", "no sources"),
        (json_round(lambda v: v.update(names="Anna")), "$.names", "'Anna'; expected a list"),
        (json_round(lambda v: v.update(names=["A", 1])), "$.names", "expected a list of texts"),
        (json_round(lambda v: v.update(names=["A", "B"])), "$.round", "players is 3; expected 2 here"),
        (json_round(lambda v: v["round"].update(turns=[{"seat": 1}])), "$.round.turns[0]", "'actions' is missing"),
        (
            json_round(lambda v: v["round"]["turns"].append({"seat": None, "actions": ["draw"]})),
            "$.round.turns[1]",
            "seat 2 is to act, not chance",
        ),
        (json_round(lambda v: v["round"].update(deck=5)), "$.round.deck", "5; expected a text"),
        (json_round(lambda v: v["round"].update(deck="Zz")), "$.round.deck", "'Zz"),
        (json_round(lambda v: v["round"].update(dealer=True)), "$.round.dealer", "True; expected a whole number"),
        (json_round(lambda v: v["round"].update(dealer=-1)), "$.round", "dealer is -1"),
        (json_round(lambda v: v["round"].update(end={"out": 1, "points": [1] * 7})), "$.round.end.points", "more"),
        (json_round(lambda v: v["round"].update(end={"out": 1, "points": [1]})), "$.round.end", "not finished"),
        (json_round(lambda v: v["round"].update(dealer=10**12)), "", "the number 1000000000000 is none"),
        (json_round(lambda v: v["round"].update(dealer=0.5)), "", "the number 0.5 is none"),
        (json_match(lambda m: m["entries"].append({})), "$.match.entries[1]", "expected a round, a result or"),
        (
            json_match(lambda m: m["entries"].append({"points": 3})),
            "$.match.entries[1].points",
            "3; expected a list",
        ),
        (json_match(lambda m: m["entries"].append({"points": [1]})), "$.match.entries[1]", "1 numbers; expected"),
        (
            json_match(lambda m: m["entries"].append({"result": {"out": 0, "points": [0], "hands": ["-"] * 7}})),
            "$.match.entries[1].result.hands",
            "more than 6 hands",
        ),
        (
            json_match(lambda m: m["entries"].append({"round": m["open_round"]})),
            "$.match.entries[1]",
            "it is the open round",
        ),
        (
            json_match(lambda m: m.update(open_round={**m["open_round"], "end": {"out": 0, "points": []}})),
            "$.match.open_round.end",
            "an open round has no end",
        ),
        (
            json_match(lambda m: m.update(entries=[], open_round=endless(m["entries"][0]["round"]))),
            "$.match.open_round",
            "the open round is finished",
        ),
        ('{"format": 1, "format": 1}', "", "the key 'format' comes twice"),
        ('{"format": NaN}', "", "the number NaN"),
        ('{"format": ' + "[" * 100_000, "", "nested too deeply"),
        ("{" + "[" * 200_001, "", "more than 200,000 values"),
    ],
)
def test_what_is_wrong_with_json_is_told_with_its_place(text: str, where: str, told: str) -> None:
    """The error names the path."""
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.where == where
    assert told in caught.value.problem


def test_names_beside_a_match_are_refused() -> None:
    """The names stand in the match, in JSON as in the call."""
    value = json.loads(to_json(small_match()))
    with pytest.raises(RecordError, match="the names stand in the match"):
        read(json.dumps({**value, "names": [*NAMES]}))


@pytest.mark.parametrize("value", [None, 5, b"x", ["x"]])
def test_no_text_is_no_record(value: object) -> None:
    """What is no text is refused."""
    with pytest.raises(RecordError, match="is no text"):
        read(value)  # type: ignore[arg-type]


def test_what_could_not_be_read_is_not_written() -> None:
    """A record is written only of what a record can say."""
    match, played = small_match(), begun("draw")
    up = set_up(TABLE, ["2c 2d", "3c 3d"], pile="4c")
    over = finished(small_match())
    cases: tuple[tuple[Callable[[], str], str], ...] = (
        (lambda: to_text(Round(up, (), up)), "was set up, and not dealt"),
        (lambda: to_text(attrs.evolve(played, actions=(*played.actions, parse_action("buy")))), "refused"),
        (lambda: to_text(attrs.evolve(played, actions=())), "does not stand where its actions lead"),
        (lambda: to_text(played, names=("A", "B")), "2 names for 3 players"),
        (lambda: to_text(played, names=("A", "A", "B")), "two players"),
        (lambda: to_json(played, names=("A", "B")), "2 names for 3 players"),
        (lambda: to_text(played, open_round=played), "stored with its match"),
        (lambda: to_text(match, names=NAMES), "knows the names"),
        (lambda: to_text(match, open_round=played), "not the one that is due"),
        (lambda: to_text(match, open_round=over), "finished; enter it"),
        (lambda: to_text(attrs.evolve(match, entries=match.entries * 2)), "no such match can be"),
        (lambda: to_text(attrs.evolve(match, names=("A", "A", "B"))), "no such match can be"),
        (
            lambda: to_text(attrs.evolve(match, entries=(attrs.evolve(match.entries[0], dealer=1),))),
            "no such match",
        ),
        (lambda: to_text(Match.start(TABLE.replace(title="a\nb"), names=NAMES)), "one line"),
        (lambda: to_json(Match.start(TABLE.replace(title="a\nb"), names=NAMES)), "one line"),
        (lambda: to_text(TABLE), "Rules cannot be recorded"),  # type: ignore[arg-type]
    )
    for call, told in cases:
        with pytest.raises(RecordError) as caught:
            call()
        assert told in str(caught.value)


def test_bounds_hold_for_rounds_and_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many actions are refused, in reading and in writing."""
    match = small_match()
    texts = (to_text(match), to_json(match))
    monkeypatch.setattr(replaying, "MAX_ROUND_ACTIONS", 3)
    for text in texts:
        with pytest.raises(RecordError, match="more than 3 actions in a round"):
            read(text)
    with pytest.raises(RecordError, match="expected at most 3"):
        to_text(match)
    monkeypatch.setattr(replaying, "MAX_ROUND_ACTIONS", 1000)
    monkeypatch.setattr(replaying, "MAX_ACTIONS", 4)
    for text in texts:
        with pytest.raises(RecordError, match="more than 4 actions"):
            read(text)
    with pytest.raises(RecordError, match="expected at most 4"):
        to_json(match)


@pytest.mark.parametrize(
    "text",
    [
        "x" * (bounds.MAX_RECORD + 1),
        "{" + "x" * bounds.MAX_RECORD,
        HEAD + "[round]\n" + "1: draw\n" * 200_000,
        HEAD + "[round]\n" + "".join(f"k{at} = 1\n" for at in range(150_000)),
        HEAD + "player 1 = x\n" * 100_000,
        HEAD.replace("deal = 5", "".join(f"deal{at} = 5\n" for at in range(50_000))),
        HEAD + "[round]\nnumber = 1\nplayers = 2\ndealer = 0\ndeck = " + "2c " * 3_000,
        HEAD + "[match]\n" * 150_000,
        HEAD + "[round]\n" * 150_000,
        ROUND + ("2: " + "lay 2c 2d 2h | " * 600 + "2c 2d 2h\n") * 100,
        ROUND + "2: reshuffle " + "2c " * 3_000,
        ROUND + "2: " + "draw," * 1_900,
        '{"format": "ginrules svensk record", "version": 1, "semantics": 1, "rules": {"contracts": ['
        + ",".join(['"999 sets"'] * 90_000)
        + '], "deal": 5}, "round": {}}',
        json_round(lambda v: v["round"].update(deck="2c " * 600_000)),
        json_match(lambda m: m["entries"].append({"points": [1] * 90_000})),
        "\n" * 2_000_000,
        "#" * 9_999 + "\n",
    ],
)
def test_a_hostile_record_is_refused_soon_and_briefly(text: str) -> None:
    """Size in any place costs neither much time nor a long message."""

    def attempt() -> None:
        with pytest.raises(RecordError) as caught:
            read(text)
        assert len(str(caught.value)) < 1500

    assert calls_made(attempt) < 500_000


def test_a_result_and_an_empty_hand_are_told_by_notation() -> None:
    """A bare result keeps the hands that were left."""
    left = RoundResult(1, 1, (Hand.parse("Kd *"), Hand(), Hand.parse("2c")), (35, 0, 2))
    match = Match.start(TABLE, names=NAMES).enter(left)
    assert to_text(match).endswith("result: out 1; points 35 0 2; hands Kd * / - / 2c\n")
    assert replay(to_text(match)) == replay(to_json(match)) == match
