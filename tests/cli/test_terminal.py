"""What all commands share of the terminal."""

import errno
import io

import pytest
import typer
from commands import RunCommand
from rich.console import Console

from ginrules import Arrangement, Card
from ginrules.cli import terminal
from ginrules.errors import GinRulesError


def test_cards_have_signs_where_the_encoding_does() -> None:
    """Letters stand in for the signs of the suits that an encoding lacks."""
    unicode_terminal = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    ascii_terminal = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    cards = [Card.parse("Ts"), Card.parse("2h")]
    assert terminal.cards_text(cards, unicode_terminal).plain == "T♠ 2♥"
    assert terminal.cards_text(cards, ascii_terminal).plain == "Ts 2h"
    arrangement = Arrangement.parse("2c 2d 2h / Ks")
    assert terminal.arrangement_text(arrangement, ascii_terminal).plain == "2c 2d 2h  loose Ks"


def test_foreign_texts_cannot_steer_the_terminal() -> None:
    """Control characters are shown, not sent."""
    assert terminal.plain("Anna\x1b[2J\u202e Åsa") == "Anna�[2J� Åsa"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (GinRulesError("a\nlong\x1b story"), "error: a long� story\n"),
        (FileNotFoundError(errno.ENOENT, "No such file", "x.json"), "error: x.json: No such file\n"),
        (OSError("odd"), "error: odd\n"),
    ],
)
def test_errors_take_one_line(error: Exception, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An error of the library or of a file is one line on standard error and exit code 2."""

    @terminal.complain_plainly
    def command() -> None:
        raise error

    with pytest.raises(typer.Exit) as exited:
        command()
    assert exited.value.exit_code == 2
    assert capsys.readouterr().err == line


def test_interruption_is_quiet() -> None:
    """Ctrl-C ends any command with exit code 130."""

    @terminal.complain_plainly
    def command() -> None:
        raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as exited:
        command()
    assert exited.value.exit_code == 130


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["playy"], "No such command 'playy'. Did you mean 'play'"),
        (["play", "--bot", "nobody"], "'nobody' is not one of 'greedy', 'simple', 'random'"),
        (["play", "--sed", "1"], "No such option: --sed"),
        (["play", "--seed", "x"], "--seed"),
        (["solve"], "Missing argument 'hand'"),
        (["rules", "clasic"], "perhaps classic"),
    ],
)
def test_wrong_calls_take_one_line(ginrules: RunCommand, args: list[str], complaint: str) -> None:
    """A wrong call is complained of in one line, too."""
    result = ginrules(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert complaint in result.stderr


def test_help_of_every_command(ginrules: RunCommand) -> None:
    """Every command has a help that fits 80 columns, and a summary that is not cut."""
    overview = ginrules("--help").stdout
    assert "..." not in overview.replace("[ARGS]...", "")
    for command in ("demo", "play", "score", "replay", "simulate", "rules", "solve", "census"):
        assert f"  {command} " in overview
        result = ginrules(command, "--help")
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 80
