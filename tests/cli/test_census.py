"""``ginrules census``."""

import json

from commands import RunCommand


def test_table(ginrules: RunCommand) -> None:
    """Hands are counted by deadwood, with shares and the mean."""
    result = ginrules("census", "--cards", "3")
    assert result.exit_code == 0
    assert "hands 22,100; all melded 96; at most 10" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_json(ginrules: RunCommand) -> None:
    """The same as JSON."""
    found = json.loads(ginrules("census", "--cards", "3", "--json").stdout)
    assert found["cards"] == 3
    assert sum(found["hands_by_deadwood"].values()) == 22_100


def test_bad_calls(ginrules: RunCommand) -> None:
    """A size that is none is refused in one line."""
    result = ginrules("census", "--cards", "99")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
