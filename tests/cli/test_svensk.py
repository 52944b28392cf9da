"""The commands of the Swedish game with two decks."""

import json
from pathlib import Path

import pytest
from commands import RunCommand

from ginrules.contract import Match, presets, records
from ginrules.contract.tables import rules_from_toml

SHORT = 'based_on = "svensk-7"\ntitle = "A short evening"\ncontracts = ["1 set", "1 run"]\n'


@pytest.fixture
def table(tmp_path: Path) -> str:
    """Return the name of a file with a short table."""
    file = tmp_path / "ours.toml"
    file.write_text(SHORT, encoding="utf-8")
    return str(file)


def shown(ginrules: RunCommand, *args: str, typed: str = "") -> str:
    """Return what a command prints within 80 columns."""
    result = ginrules(*args, typed=typed)
    assert result.exit_code == 0, result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80
    return result.stdout


def refused(ginrules: RunCommand, *args: str) -> str:
    """Return the one line with which a command is refused."""
    result = ginrules(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_rules_lists_and_explains_the_tables(ginrules: RunCommand) -> None:
    """Both families are listed; a table is explained, as JSON, too, and written as a file of house rules."""
    listed = shown(ginrules, "rules")
    for name in ("classic", *presets.names()):
        assert name in listed
    assert "SVENSK-10" in shown(ginrules, "rules", "svensk-7")
    answer = json.loads(ginrules("rules", "Svensk_15", "--json").stdout)
    assert answer["name"] == "svensk-15"
    assert any("SVENSK-12" in sentence["rules"] for sentence in answer["sentences"])
    toml = ginrules("rules", "svensk-8", "--toml")
    assert rules_from_toml(toml.stdout) == presets.SVENSK_8


def test_demo(ginrules: RunCommand, table: str) -> None:
    """A whole match is shown, the same for the same seed, and the house rules of a file are played."""
    first = shown(ginrules, "demo", "--rules", table, "--seed", "2")
    assert first == shown(ginrules, "demo", "--rules", table, "--seed", "2")
    assert "Round 1, 1 set" in first
    assert "Round 2, 1 run" in first
    assert "A short evening" in first
    assert " win" in first.splitlines()[-1]
    assert "David" in shown(ginrules, "demo", "--rules", table, "--players", "4")


def test_simulate(ginrules: RunCommand, table: str, tmp_path: Path) -> None:
    """Every bot has its row; the collector does better than chance, and every match is recorded."""
    args = ("simulate", "--rules", table, "--matches", "4", "--bots", "collector,random", "--seed", "1")
    assert "collector against random 1 against random 2" in shown(ginrules, *args)
    file = tmp_path / "matches.txt"
    answer = json.loads(ginrules(*args, "--json", "--record", str(file)).stdout)
    assert [bot["name"] for bot in answer["bots"]] == ["collector", "random 1", "random 2"]
    assert answer["bots"][0]["points"]["value"] < answer["bots"][1]["points"]["value"]
    assert file.read_text(encoding="utf-8").count("ginrules svensk record 1") == 4


def test_score(ginrules: RunCommand, tmp_path: Path) -> None:
    """Points are entered by player or by who went out, taken back, kept in a file, and gone on with."""
    file = tmp_path / "evening.json"
    args = ("score", str(file), "--rules", "svensk-7", "--names", "Anna,Bertil,Cilla")
    lines = "45 0 13\nbertil out 20 10\nundo\nanna out 5, 6\n0 0 4\n1 2\n-3 1 2\nhelp\nsheet\n\nquit\n"
    told = shown(ginrules, *args, typed=lines)
    assert "Round 1 (2 sets), Anna deals> 45 0 13" in told
    assert "Anna and Bertil have 0 points" in told
    assert "2 numbers; expected the points of each of 3 players" in told
    assert "'-3 1 2' is no entry" in told
    assert "Anna went out; the others had 45 and 13" in told
    match = records.replay(file.read_text(encoding="utf-8"))
    assert isinstance(match, Match)
    assert match.totals == (45, 5, 19)
    rest = [argument for _ in range(5) for argument in ("--add", "5 0 20")]
    over = shown(ginrules, "score", str(file), *rest)
    assert over.rstrip().endswith("Bertil wins with 5 points.")
    assert "the match is over" in refused(ginrules, "score", str(file), "--add", "1 0 2")


def test_a_shared_win(ginrules: RunCommand, table: str) -> None:
    """Equal lowest totals share the win."""
    args = ("score", "--rules", table, "--names", "Anna,Bertil", "--add", "5 0", "--add", "0 5")
    assert "Anna and Bertil share the win with 5 points each." in shown(ginrules, *args)


def test_play(ginrules: RunCommand, table: str) -> None:
    """A person plays against bots: hints, help, refusals in words, and hints alone bring a match to its end."""
    typed = "?\nh\nsheet\nzz\nbuild 9s 7\nlay\nq\n"
    told = shown(ginrules, "play", "--rules", table, "--players", "3", "--seed", "4", typed=typed)
    assert "A bot would: " in told
    assert "who laid" not in told
    assert "You hold: " in told
    assert "No action at character 1 of 'zz'" in told
    assert "Not now: " in told
    assert "The match is left unfinished." in told


def test_play_ends_when_nobody_types(ginrules: RunCommand, table: str) -> None:
    """With nothing more to read the match is left, without an error."""
    assert "left unfinished" in shown(ginrules, "play", "--rules", table, "--seed", "1")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("play", "--rules", "svensk-9"), "no table is called 'svensk-9'; perhaps svensk-8"),
        (("play", "--rules", "svensk-7", "--bot", "greedy"), "--bot is not for the Swedish game"),
        (("demo", "--rules", "svensk-7", "--players", "9"), "9 players; expected 2 to 6"),
        (("simulate", "--rules", "svensk-7", "--players", "11"), "11 players; expected 2 to 6"),
        (("simulate", "--rules", "svensk-7", "--players", "999999999"), "999999999 players; expected 2 to 6"),
        (("simulate", "--rules", "svensk-7", "--bots", ",".join(["random"] * 9)), "9 players; expected 2 to 6"),
        (("simulate", "--rules", "svensk-7", "--deals", "3"), "--deals is not for the Swedish game"),
        (("simulate", "--rules", "svensk-7", "--bots", "greedy"), "no bot of this game is called 'greedy'"),
        (("simulate", "--rules", "svensk-7", "--players", "2", "--bots", "random,random,random"), "3 bots for 2"),
        (("score", "--rules", "svensk-7", "--add", "1 2 3"), "a new sheet needs the names of the players"),
        (("score", "--rules", "svensk-7", "--names", "Anna", "--add", "1"), "expected 2 to 6"),
        (("score", "--rules", "svensk-7", "--names", "Anna,Anna", "--add", "1"), "Anna"),
        (("score", "--rules", "svensk-7", "--stake", "1"), "--stake is not for the Swedish game"),
    ],
)
def test_what_cannot_be_is_refused(ginrules: RunCommand, args: tuple[str, ...], complaint: str) -> None:
    """Each mistake is complained of in one line."""
    assert complaint in refused(ginrules, *args)


def test_a_sheet_keeps_its_rules_and_players(ginrules: RunCommand, tmp_path: Path, table: str) -> None:
    """Other rules or names for an existing sheet are refused, and so is a file that holds something else."""
    file = tmp_path / "evening.json"
    shown(ginrules, "score", str(file), "--rules", "svensk-7", "--names", "Anna,Bertil", "--add", "3 0")
    assert "never changes" in refused(ginrules, "score", str(file), "--rules", "svensk-8")
    assert "start another" in refused(ginrules, "score", str(file), "--rules", "svensk-7", "--names", "A,B")
    other = tmp_path / "gin.json"
    shown(ginrules, "score", str(other), "--names", "Anna,Bertil", "--add", "void")
    assert "gin.json" in refused(ginrules, "score", str(other), "--rules", "svensk-7")


@pytest.mark.parametrize(
    "text",
    [
        'based_on = "svensk-7"\njokers = -1\n',
        'game = "svensk"\ncontracts = ["9 lives"]\n',
        'based_on = "svensk-9"',
    ],
)
def test_a_table_that_cannot_be_played_is_refused(ginrules: RunCommand, tmp_path: Path, text: str) -> None:
    """A file of this family with a mistake in it is refused with that."""
    file = tmp_path / "ours.toml"
    file.write_text(text, encoding="utf-8")
    assert "error: " in refused(ginrules, "demo", "--rules", str(file))


def test_a_record_of_a_match_played_is_kept_and_replayed(ginrules: RunCommand, tmp_path: Path, table: str) -> None:
    """What was played is in the file, the round in progress too, and can be shown round by round."""
    file = tmp_path / "match.txt"
    args = ("play", "--rules", table, "--players", "3", "--seed", "4", "--save", str(file))
    left = ginrules(*args, typed="p\nq\n")
    assert left.exit_code == 0
    assert "The record is in" in left.stdout
    told = shown(ginrules, "replay", str(file))
    assert "Every action is as the rules have it." in told
    assert "Round 1 is not finished" in told
    turns = shown(ginrules, "replay", str(file), "--deal", "1")
    assert "Player held" in turns
    assert "It is not finished." in turns
    assert "there is no round 2" in refused(ginrules, "replay", str(file), "--deal", "2")
    assert "is there already" in refused(ginrules, *args)
    spoiled = file.read_text(encoding="utf-8").replace("draw", "buy", 1)
    file.write_text(spoiled, encoding="utf-8")
    assert "match.txt: " in refused(ginrules, "replay", str(file))
