"""``ginrules score``."""

import errno
import json
import re
from pathlib import Path

import pytest
from commands import RunCommand

from ginrules import Match, presets
from ginrules.records import replay, to_text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a sheet can be kept."""
    return tmp_path / "evening.json"


def entered(ginrules: RunCommand, *args: str) -> str:
    """Return what is shown after entries that are in order."""
    result = ginrules("score", *args)
    assert result.exit_code == 0, result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80
    return result.stdout


def refused(ginrules: RunCommand, *args: str) -> str:
    """Return the one line with which a call is refused."""
    result = ginrules("score", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def typed(ginrules: RunCommand, *lines: str, args: tuple[str, ...] = ("--names", "Anna,Bertil")) -> str:
    """Return what is shown when these lines are typed."""
    result = ginrules("score", *args, typed="\n".join([*lines, ""]))
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    assert max(map(len, result.stdout.splitlines())) <= 80
    return result.stdout


def kept(file: Path) -> Match:
    """Return the match in a file, checked."""
    match = replay(file.read_text(encoding="utf-8"))
    assert isinstance(match, Match)
    return match


def test_a_conversation(ginrules: RunCommand) -> None:
    """Each entry is confirmed, priced, and followed by the sheet; who deals is asked along with it."""
    shown = typed(ginrules, "anna knock 7 18", "b knock 7 5", "void", "bertil gin 23", "sheet", "help", "quit")
    for part in (
        "Anna against Bertil, Classic gin rummy",
        "Deal 1, Anna deals> anna knock 7 18",
        "Anna knocked, 7 to 18. Anna scores 11 points.",
        "Anna undercut, 5 to 7. Anna scores 12 points: 2 difference + 10 undercut bonus.",
        "Void. Nobody scores.",
        "Deal 4, Anna deals> bertil gin 23",
        "Bertil scores 43 points: 23 difference + 20 gin bonus.",
        "Deal 5, Bertil deals>",
        "take the last entry back",
        "The sheet is not kept in a file.",
    ):
        assert part in " ".join(shown.split())


def test_names_are_asked_for(ginrules: RunCommand) -> None:
    """Without names they are asked for; without an answer one is told what to do."""
    shown = typed(ginrules, "Åsa, Östen", "å gin 3", "quit", args=())
    assert "Who plays?" in shown
    assert "Åsa gin against 3." in shown
    result = ginrules("score", typed="")
    assert result.exit_code == 2
    assert "--names Anna,Bertil" in result.stderr


def test_what_is_missing_is_asked_for(ginrules: RunCommand) -> None:
    """Who, and how much, is asked for; Enter drops the entry."""
    shown = typed(ginrules, "knock", "bert", "7", "many", "18", "anna gin", "", "quit")
    assert "Who ended the deal, Anna or Bertil? bert" in shown
    assert "'many' is no deadwood; expected 0 to 100" in shown
    assert "Bertil knocked, 7 to 18." in shown
    assert "Nothing was entered." in shown
    assert "Deal 2, Bertil deals> quit" in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("foo", "'foo' is no entry; expected anna knock 7 18"),
        ("anna knock 11 18", "A knock with 11 is over the limit, which is 10 in this deal."),
        ("anna big gin 23", "Big gin has no price here"),
        ("clara gin 3", "'clara' is no player; expected Anna or Bertil."),
        ("undo", "There is no entry to take back."),
        ("resign clara", "'clara' is no player"),
        ("dealer clara", "'clara' is no player"),
        ("anna gin 300", "'300' is no deadwood; expected 0 to 100."),
        ("\x1b[2J", "is no entry"),
        ("anna gin 3 " * 300, "is no entry"),
    ],
)
def test_mistakes_are_answered(ginrules: RunCommand, line: str, answer: str) -> None:
    """A mistake gets a sentence and changes nothing; the question stands."""
    shown = typed(ginrules, line, "anna gin 3", "quit")
    assert answer in " ".join(shown.split())
    assert "\x1b" not in shown
    assert "Deal 2, Anna deals>" in shown


def test_the_end_and_a_stake(ginrules: RunCommand) -> None:
    """At the end it is said who owes whom what, exactly; then only undo helps."""
    shown = typed(
        ginrules, "anna gin 90", "b gin 3", "undo", "quit", args=("--names", "Anna,Bertil", "--stake", "0,15")
    )
    assert "Anna wins the match." in shown
    assert "Bertil owes Anna 49.50 (330 points at 0.15)." in shown
    assert "The match is over (undo, quit)> b gin 3\nThe match is over; undo takes the last entry back." in shown
    assert "Taken back: deal 1." in shown


@pytest.mark.parametrize("stake", ["-1", "1e9", "nan", "inf", "a lot", "", "1.2345678", "0.5.5", "\u0661"])
def test_what_is_no_stake(ginrules: RunCommand, stake: str) -> None:
    """A stake is a sum of money."""
    assert "expected a sum a point" in refused(ginrules, f"--stake={stake}", "--names", "A,B", "--add", "void")


def test_resignation(ginrules: RunCommand) -> None:
    """A match can be given up, and that taken back."""
    shown = typed(ginrules, "resign anna", "undo", "quit")
    assert "Anna gave the match up. Bertil wins the match." in shown
    assert "Taken back: the resignation." in shown
    assert shown.endswith("Deal 1, Anna deals> quit\nThe sheet is not kept in a file.\n")


def test_the_first_dealer(ginrules: RunCommand, file: Path) -> None:
    """The first named deals, unless it is said otherwise, before the first entry."""
    shown = typed(ginrules, "dealer bert", "anna gin 3", "dealer anna", "quit")
    assert "Bertil deals first." in shown
    assert "The first dealer is known: deals have been entered." in shown
    entered(ginrules, str(file), "--names", "Anna,Bertil", "--dealer", "bert", "--add", "void")
    assert kept(file).first_dealer == 1


def test_save_resume_and_undo(ginrules: RunCommand, file: Path) -> None:
    """Every entry is in the file at once; another call goes on where one stopped, and can take entries back."""
    typed(
        ginrules,
        "anna knock 7 18",
        "bertil gin 23",
        args=(str(file), "--names", "Anna,Bertil", "--rules", "modern"),
    )
    assert kept(file).sheet.points == (11, 48)
    assert kept(file).rules == presets.MODERN
    shown = typed(ginrules, "undo", "quit", args=(str(file),))
    assert "Bertil gin against 23" in shown
    assert "Taken back: deal 2." in shown
    assert kept(file).sheet.points == (11, 0)
    assert kept(file).names == ("Anna", "Bertil")
    assert json.loads(file.read_text(encoding="utf-8"))["format"] == "ginrules record"


def test_entries_from_the_command_line(ginrules: RunCommand, file: Path) -> None:
    """Entries can be given with the call: all of them are entered, or none."""
    shown = entered(ginrules, str(file), "--names", "Anna,Bertil", "--add", "anna knock 7 18", "--add", "void")
    assert "Anna knocked, 7 to 18" in shown
    entered(ginrules, str(file), "--add", "undo", "--add", "bertil gin 2", "--stake", "1")
    assert kept(file).sheet.points == (11, 22)
    before = file.read_bytes()
    complaint = refused(ginrules, str(file), "--add", "anna gin 3", "--add", "anna gin")
    assert "'anna gin': Bertil's deadwood is not said" in complaint
    assert "for the conversation" in refused(ginrules, str(file), "--add", "quit")
    assert file.read_bytes() == before
    assert "--names Anna,Bertil" in refused(ginrules, "--add", "void")


def test_options_do_not_change_a_sheet(ginrules: RunCommand, file: Path) -> None:
    """What a sheet says already may be repeated, not changed."""
    entered(ginrules, str(file), "--names", "Anna,Bertil", "--add", "void")
    entered(
        ginrules, str(file), "--names", "Anna, Bertil", "--rules", "classic", "--dealer", "an", "--add", "void"
    )
    for option in (["--names", "Anna,Clara"], ["--rules", "modern"], ["--dealer", "Bertil"], ["--rules", "xyz"]):
        refused(ginrules, str(file), *option, "--add", "void")
    assert len(kept(file).entries) == 2


@pytest.mark.parametrize("names", ["Anna", "Anna,Anna", "Anna,", "Anna,Bertil,Clara", f"Anna,{'x' * 41}"])
def test_names_that_will_not_do(ginrules: RunCommand, file: Path, names: str) -> None:
    """Names that will not do are refused before a file is made."""
    refused(ginrules, str(file), "--names", names)
    assert not file.exists()


@pytest.mark.parametrize(
    "content", [b"", b"my shopping list", b"{}", b'{"format": "ginrules record"}', b"\xff\xfe", b"[1, 2]"]
)
def test_files_of_another_kind_are_left_alone(ginrules: RunCommand, file: Path, content: bytes) -> None:
    """A file that is no sheet is refused and stays as it is."""
    file.write_bytes(content)
    for args in ([], ["--add", "void"], ["--names", "Anna,Bertil"]):
        assert str(file) in refused(ginrules, str(file), *args)
    assert file.read_bytes() == content


def test_other_records_are_left_alone(ginrules: RunCommand, file: Path) -> None:
    """A match left in the middle of a deal is no sheet; a match recorded in text is one, and stays in text."""
    ginrules("play", "--seed", "4", "--save", str(file), typed="p\nd\nq\n")
    assert "has a deal that is not finished" in refused(ginrules, str(file), "--add", "void")
    match = Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0)
    file.write_text(to_text(match), encoding="utf-8")
    entered(ginrules, str(file), "--add", "anna gin 3")
    assert file.read_text(encoding="utf-8").startswith("ginrules record 1\n")
    assert kept(file).sheet.points == (23, 0)


def test_where_nothing_can_be_kept(ginrules: RunCommand, tmp_path: Path) -> None:
    """A place that cannot be written to is complained of before anything is asked."""
    assert "No such file" in refused(ginrules, str(tmp_path / "no" / "where.json"), "--names", "Anna,Bertil")
    refused(ginrules, str(tmp_path), "--names", "Anna,Bertil")


@pytest.mark.parametrize("broken", ["pathlib.Path.replace", "os.fsync"])
def test_a_failing_disk_loses_nothing(
    ginrules: RunCommand, file: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """If the new file cannot be written the old one stays, nothing else is left, and the entry is not taken."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    entered(ginrules, str(file), "--names", "Anna,Bertil", "--add", "anna gin 3")
    before = file.read_bytes()
    monkeypatch.setattr(broken, fail)
    assert "No space left" in refused(ginrules, str(file), "--add", "anna gin 4")
    shown = typed(ginrules, "anna gin 4", "sheet", "quit", args=(str(file),))
    assert "Not saved, so not entered: No space left on device." in shown
    assert "Deal 2, Anna deals> quit" in shown
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_file_that_somebody_else_changed_is_left_alone(
    ginrules: RunCommand, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who keep the same sheet at once do not undo each other's entries."""
    entered(ginrules, str(file), "--names", "Anna,Bertil", "--add", "anna gin 3")
    lines = iter(["anna gin 4", "quit"])

    def ask(question: str, out: object) -> str:
        line = next(lines)
        if line == "anna gin 4":
            entered(ginrules, str(file), "--add", "bertil gin 9")
        return line

    monkeypatch.setattr("ginrules.cli.score.ask", ask)
    shown = entered(ginrules, str(file))
    assert "has been changed by somebody else" in " ".join(shown.split())
    assert kept(file).sheet.points == (23, 29)


def test_no_color_no_codes(ginrules: RunCommand, file: Path) -> None:
    """Into a file or a pipe no escape codes are written."""
    assert re.search(r"[\x00-\x09\x0b-\x1f]", typed(ginrules, "anna gin 90", "quit")) is None


# Three and four at the table ------------------------------------------------------------------------------------

FOUR = ("--rules", "partnership", "--names", "Anna,Bertil,Cilla,David")


def test_three_at_the_table(ginrules: RunCommand, file: Path) -> None:
    """Who rests has no deal to play; the sheet names who dealt and both who played, and all three settle."""
    args = (str(file), "--rules", "three-handed", "--names", "Anna,Bertil,Cilla")
    shown = typed(ginrules, "anna gin 3", "bertil knock 7 18", "resign anna", "anna gin 90", args=args)
    assert "Anna deals: Bertil against Cilla> " in shown
    assert "Anna has no deal to play now." in shown
    assert "1  Anna    Bertil knocked, 7 to Cilla's 18" in shown
    assert "Cilla deals: Anna against Bertil> " in shown
    assert "One of 3 cannot give the match up for all" in shown
    assert "Cilla owes Anna 480 points, shutout included." in shown
    assert "Cilla owes Bertil 36 points." in shown
    assert kept(file).sheet.points == (115, 11, 0)


def test_four_at_the_table(ginrules: RunCommand, file: Path) -> None:
    """A round is done when all its deals are; half of one is kept in the file and gone on with."""
    shown = typed(
        ginrules, "dealer cilla", "dealer david", "anna knock 7 18", "void", "cilla", args=(str(file), *FOUR)
    )
    assert "Anna and Cilla deal first." in shown
    assert "Bertil and David deal first." in shown
    assert "Bertil and David deal: Anna against Bertil, Cilla against David> " in shown
    assert "2  David   Cilla and David:" in shown
    assert kept(file).sheet.points == (0, 0)
    shown = typed(ginrules, "anna knock 1 2", "david gin 3", "resign bertil", args=(str(file), *FOUR))
    assert "Anna has no deal to play now." in shown
    assert "Round 1 is done: 28 - 11." in shown
    assert "Bertil gave the match up. Anna and Cilla win the match." in shown
    assert "Bertil and David owe Anna and Cilla" in shown
    assert kept(file).sheet.points == (0, 17)


def test_six_at_the_table(ginrules: RunCommand, file: Path) -> None:
    """With six names the sides are larger, and so is the target."""
    names = "Anna,Bertil,Cilla,David,Eva,Filip"
    shown = entered(ginrules, str(file), "--rules", "partnership", "--names", names, "--add", "filip gin 9")
    assert "1  Eva     Filip gin against" in shown
    assert kept(file).rules == presets.for_players(presets.PARTNERSHIP, 6)
    entered(ginrules, str(file), "--rules", "partnership", "--names", names, "--add", "anna knock 1 2")


def test_names_that_are_too_many_or_too_few(ginrules: RunCommand) -> None:
    """The complaint says for how many the ruleset is, and which other there is."""
    three = refused(ginrules, "--names", "Anna,Bertil,Cilla", "--add", "void")
    assert "classic is for 2 players, not for 3; there is three-handed" in three
    two = refused(ginrules, "--rules", "three-handed", "--names", "Anna,Bertil", "--add", "void")
    assert "three-handed is for 3 players, not for 2" in two
    five = refused(ginrules, "--rules", "partnership", "--names", "A,B,C,D,E", "--add", "void")
    assert "players is 5; two sides take an even number" in five
