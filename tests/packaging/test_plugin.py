"""A package of a third party adds a ruleset, and one that fails breaks nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "ginrules-last-hand"
BROKEN = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "ginrules-broken"
version = "1"
[project.entry-points."ginrules.rulesets"]
broken = "ginrules_broken:RULES"
[tool.setuptools]
py-modules = ["ginrules_broken"]
"""


def _install(project: Path, target: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", target, project], check=True, capture_output=True, text=True)


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the example installed, and beside it a package that cannot be imported."""
    folder = tmp_path_factory.mktemp("plugins")
    copy = folder / "example"
    shutil.copytree(EXAMPLE, copy)
    broken = folder / "broken"
    broken.mkdir()
    (broken / "pyproject.toml").write_text(BROKEN)
    (broken / "ginrules_broken.py").write_text("raise RuntimeError('out of cards')\n")
    target = folder / "site"
    _install(copy, target)
    _install(broken, target)
    return target


def _run(plugins: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(plugins), "COLUMNS": "120", "NO_COLOR": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_an_installed_ruleset_is_listed_and_a_failing_one_is_reported(plugins: Path) -> None:
    """The list of rulesets has the third party's; one that fails is named on standard error with its reason."""
    done = _run(plugins, "-m", "ginrules.cli", "rules")
    assert done.returncode == 0, done.stderr
    assert "last-hand" in done.stdout
    assert "classic" in done.stdout
    assert "broken of ginrules-broken is left out. RuntimeError: out of cards" in done.stderr


def test_an_installed_ruleset_plays_and_its_records_replay(plugins: Path) -> None:
    """A match under the third party's own scoring doubles near the end, and comes back from text and JSON."""
    script = """
import random
from ginrules import Match, presets
from ginrules.bots import SimpleBot, play_match
rules = presets.get("last-hand")
rng = random.Random(4)
match = Match.start(rules, names=("A", "B"), dealer=0)
for match, deal in play_match(match, (SimpleBot(rng), SimpleBot(rng)), rng):
    pass
doubled = [line for entry in match.sheet.entries for line in entry.lines if line.label == "last hand"]
assert doubled, match.sheet
from ginrules import records
again = records.replay(records.to_text(match))
assert again == match
assert records.replay(records.to_json(match)) == match
assert presets.get("last-hand").replace(gin_bonus=25, within=10).scoring.within == 10
print("good")
"""
    done = _run(plugins, "-c", script)
    assert (done.stdout.strip(), done.stderr) == ("good", "")
