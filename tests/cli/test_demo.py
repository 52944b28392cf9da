"""``ginrules demo``."""

import pytest
from commands import RunCommand, run_process

from ginrules import presets


def test_a_whole_match(ginrules: RunCommand) -> None:
    """A match is shown from the draw for the deal to the settlement, within 80 columns."""
    result = ginrules("demo")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    for part in (
        "Greta draws",
        "Deal 1: ",
        "Deal 2: ",
        "drew",
        "difference",
        "wins the match.",
        "game bonus",
        "owes",
    ):
        assert part in result.stdout
    assert "\x1b" not in result.stdout


def test_a_seed_decides_everything(ginrules: RunCommand) -> None:
    """The same seed shows the same match, in any process; another seed another match."""
    shown = ginrules("demo").stdout
    assert ginrules("demo", "--seed", "7").stdout == shown
    assert run_process("demo", PYTHONHASHSEED="99").stdout.decode("utf-8") == shown
    assert ginrules("demo", "--seed", "8").stdout != shown


@pytest.mark.parametrize("name", presets.names())
def test_every_ruleset(ginrules: RunCommand, name: str) -> None:
    """A demonstration can be had of every ruleset."""
    result = ginrules("demo", "--rules", name, "--seed", "1")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_unknown_ruleset(ginrules: RunCommand) -> None:
    """A ruleset that is none is refused in one line."""
    result = ginrules("demo", "--rules", "clasic")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def test_without_unicode() -> None:
    """Where the encoding lacks the signs of the suits, letters stand for them."""
    done = run_process("demo", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"?" not in done.stdout
    done.stdout.decode("ascii")


def test_six_players(ginrules: RunCommand) -> None:
    """A partnership of six can be shown, and of five cannot."""
    result = ginrules("demo", "--rules", "partnership", "--players", "6", "--seed", "1")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "Greta, Gunnar and Gerda, who look ahead, meet Simon, Sara and Sven" in result.stdout
    assert "Round 2" in result.stdout
    assert ginrules("demo", "--rules", "partnership", "--players", "5").exit_code == 2
