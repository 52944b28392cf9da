"""``ginrules rules``."""

import json

import pytest
from commands import RunCommand

from ginrules import presets
from ginrules.contract import presets as tables


def test_list(ginrules: RunCommand) -> None:
    """All presets are listed with title and sources, within 80 columns."""
    result = ginrules("rules")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    words = " ".join(result.stdout.split())
    for name in presets.names():
        assert name in words
    assert "Modern gin rummy a long Swedish guide (SG)" in words


@pytest.mark.parametrize("name", presets.names())
def test_every_ruleset_is_explained(ginrules: RunCommand, name: str) -> None:
    """A ruleset is explained in its own sentences with the IDs of the rules."""
    result = ginrules("rules", name.upper())
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    told = " ".join(result.stdout.split())
    for sentence in presets.get(name).describe():
        text, ids = sentence.rstrip(")").rsplit(" (", 1)
        assert f"{text} {ids}" in told


def test_json(ginrules: RunCommand) -> None:
    """The same as JSON: a list, or one ruleset with its sentences."""
    listed = json.loads(ginrules("rules", "--json").stdout)
    assert [ruleset["name"] for ruleset in listed] == [*presets.names(), *tables.names()]
    modern = json.loads(ginrules("rules", "modern", "--json").stdout)
    assert modern["title"] == "Modern gin rummy"
    assert {"text": "Gin scores what the defender is left with and 25.", "rules": ["SCORE-04"]} in modern[
        "sentences"
    ]


def test_unknown(ginrules: RunCommand) -> None:
    """A name that is none is refused with near ones."""
    result = ginrules("rules", "modrn")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "perhaps modern" in result.stderr
