"""``ginrules simulate``."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import RunCommand

from ginrules import presets
from ginrules.cli import matches
from ginrules.cli.matches import MatchTally, play_matches
from ginrules.cli.options import BotName
from ginrules.cli.pairs import Tally, play_pairs
from ginrules.records import lines_of, read_deals
from ginrules.results import Ending

ESTIMATES = ("ahead", "gins", "undercuts", "voids", "discards")


def simulated(ginrules: RunCommand, *args: str) -> dict[str, Any]:
    """Return the JSON of a simulation."""
    result = ginrules("simulate", "--json", *args)
    assert result.exit_code == 0
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_table(ginrules: RunCommand) -> None:
    """The result is a table of shares and means with their bounds, and a sentence."""
    result = ginrules("simulate", "--deals", "40", "--seed", "1")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    for part in (
        "simple against greedy",
        "40 deals: 20 decks, each played twice. Seed 1.",
        "points a deal",
        "void",
    ):
        assert part in result.stdout
    assert "greedy is" in result.stdout or "simple is" in result.stdout
    assert result.stderr == ""  # the progress bar is for terminals


def test_json(ginrules: RunCommand) -> None:
    """The same as JSON, every estimate with its bounds; the shares of one bot add up to what it won."""
    answer = simulated(ginrules, "--deals", "30", "--seed", "1", "--bots", "greedy,random", "--rules", "modern")
    assert answer["rules"] == "modern"
    assert answer["deals"] == 30
    first, second = answer["bots"]
    assert (first["name"], second["name"]) == ("greedy", "random")
    for bot in answer["bots"]:
        parts = (bot[part]["value"] for part in ("knocks", "gins", "undercuts"))
        assert bot["won"]["value"] == pytest.approx(sum(parts))
    assert first["won"]["value"] + second["won"]["value"] + answer["voids"]["value"] == pytest.approx(1)
    assert answer["ahead"]["value"] == pytest.approx(first["points"]["value"] - second["points"]["value"])
    assert answer["ahead"]["low"] > 0  # chance is no match for looking ahead
    for name in ESTIMATES:
        assert answer[name]["low"] <= answer[name]["value"] <= answer[name]["high"]


def test_a_seed_decides_everything(ginrules: RunCommand) -> None:
    """The same seed gives the same result, another one another."""
    same = [simulated(ginrules, "--deals", "10", "--seed", seed, "--bots", "simple,simple") for seed in "334"]
    assert same[0] == same[1] != same[2]
    assert [bot["name"] for bot in same[0]["bots"]] == ["simple 1", "simple 2"]


def test_odd_numbers_are_rounded_up(ginrules: RunCommand) -> None:
    """Decks are played twice; of one deck no bounds are known."""
    answer = simulated(ginrules, "--deals", "1", "--seed", "1")
    assert answer["deals"] == 2
    assert answer["ahead"]["low"] is None
    assert "One deck is too little" in ginrules("simulate", "--deals", "1", "--seed", "1").stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--bots", "simple"], "1 bot in 'simple'; expected two"),
        (["--bots", "simple,greedy,random"], "3 bots"),
        (["--bots", "simple,clever"], "no bot is called 'clever'; expected greedy, simple, random"),
        (["--bots", ""], "no bot is called ''"),
        (["--deals", "0"], "'--deals'"),
        (["--deals", "many"], "'--deals'"),
        (["--rules", "xyz"], "no ruleset is called 'xyz'"),
    ],
)
def test_bad_calls(ginrules: RunCommand, args: list[str], complaint: str) -> None:
    """A call that cannot be is refused in one line."""
    result = ginrules("simulate", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert complaint in result.stderr


def test_decks_are_played_with_the_parts_exchanged() -> None:
    """In the second deal of a deck each bot holds what the other was dealt, and the other one deals."""
    for first, second in play_pairs(presets.CLASSIC, [BotName.SIMPLE, BotName.SIMPLE], decks=5, seed=3):
        assert first.deal.deck == second.deal.deck
        assert (first.deal.dealer, second.deal.dealer) == (0, 1)
        assert first.deal.start_state.hands == second.deal.start_state.hands[::-1]


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    """What a deck brings depends on the seed and its number alone."""
    short, long = (
        list(play_pairs(presets.MODERN, [BotName.SIMPLE, BotName.RANDOM], decks=decks, seed=5)) for decks in (2, 4)
    )
    assert long[:2] == short


def test_counts() -> None:
    """The report counts what the deals were."""
    tally = Tally()
    pairs = list(play_pairs(presets.EAAI, [BotName.SIMPLE, BotName.GREEDY], decks=25, seed=1))
    for pair in pairs:
        tally.add(pair)
    deals = [finished for pair in pairs for finished in pair]
    report = tally.report(["a", "b"])
    assert report.deals == 50
    assert report.voids.value == sum(one.ending is Ending.VOID for one in deals) / 50
    assert report.undercuts.value == sum(one.is_undercut for one in deals) / 50
    assert report.bots[0].points.value == pytest.approx(
        sum(one.score.points for one in deals if one.score.winner == 0) / 50
    )
    assert 5 < report.discards.value < 20


# Whole matches ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "bots"),
    [
        (("classic", "--matches", "2"), ["simple", "greedy"]),
        (("three-handed", "--matches", "4"), ["simple", "greedy 1", "greedy 2"]),
        (("partnership", "--matches", "1"), ["simple", "greedy"]),
        (("partnership", "--players", "6", "--matches", "2"), ["simple", "greedy"]),
    ],
    ids=["two", "three", "four", "six"],
)
@pytest.mark.heavy
def test_whole_matches(ginrules: RunCommand, tmp_path: Path, args: tuple[str, ...], bots: list[str]) -> None:
    """Each bot has its row, and every one takes every part as often; nets cancel out."""
    base, *rest = args
    file = tmp_path / "short.toml"  # matches to a few points are soon over
    file.write_text(f'based_on = "{base}"\ntarget = 40\n', encoding="utf-8")
    args = ("--rules", str(file), *rest)
    shown = ginrules("simulate", "--seed", "3", *args)
    assert shown.exit_code == 0
    assert max(map(len, shown.stdout.splitlines())) <= 80
    answer = simulated(ginrules, "--seed", "3", *args)
    assert [bot["name"] for bot in answer["bots"]] == bots
    assert answer["matches"] % len(bots) == 0
    assert sum(bot["won"]["value"] for bot in answer["bots"]) == pytest.approx(1)
    assert sum(bot["net"]["value"] for bot in answer["bots"]) == pytest.approx(0)
    assert answer["deals"]["value"] > 1


@pytest.mark.heavy
def test_matches_are_recorded(ginrules: RunCommand, tmp_path: Path) -> None:
    """The record of every match goes into the file, and their deals can be read again."""
    file = tmp_path / "matches.txt"
    answer = simulated(ginrules, "--rules", "three-handed", "--matches", "3", "--seed", "1", "--record", str(file))
    deals = list(read_deals(lines_of(file)))
    assert len(deals) == round(3 * answer["deals"]["value"])
    assert {deal.rules for deal in deals} == {presets.THREE_HANDED}


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("--deals", "2", "--matches", "2"), "--deals and --matches do not go together"),
        (("--rules", "three-handed", "--deals", "2"), "three-handed is played by 3, in whole matches"),
        (("--rules", "partnership", "--bots", "simple,greedy,random"), "3 bots for 2 who score"),
        (("--rules", "classic", "--players", "4"), "there is partnership or partnership-bicycle"),
    ],
)
def test_matches_that_cannot_be_played(ginrules: RunCommand, args: tuple[str, ...], complaint: str) -> None:
    """What does not go together is refused in a sentence."""
    result = ginrules("simulate", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr


def test_a_match_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What random play does not end is counted apart, and says nothing about who is better."""
    monkeypatch.setattr(matches, "MOST_DEALS", 1)
    tally = MatchTally(2)
    for group in play_matches(presets.CLASSIC, [BotName.RANDOM] * 2, groups=2, seed=1):
        tally.add(group)
    report = tally.report(["one", "other"])
    assert (report.matches, report.unfinished, report.drawn) == (4, 4, 0)
    assert [(standing.won, standing.net) for standing in report.standings] == [(None, None)] * 2
