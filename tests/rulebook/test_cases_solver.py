"""The cases that came with the rulebook, as far as the solver answers them."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from ginrules import Hand, parse_melds, solver

CASES = Path(__file__).resolve().parents[1] / "golden" / "cases"


class HandCase(TypedDict):
    """A hand and its least deadwood."""

    cards: str
    deadwood: int


class ElevenCase(TypedDict):
    """Eleven cards, the least that a discard leaves, the discards that do, and whether all are in melds."""

    cards: str
    deadwood: int
    discards: list[str]
    all_melded: bool


class LayoffCase(TypedDict):
    """A defender's hand, the melds of the spread, and what he is left with."""

    hand: str
    spread: list[str]
    deadwood: int


class SolverCases(TypedDict):
    """The kinds of cases in `solver.json`."""

    hand: list[HandCase]
    eleven: list[ElevenCase]


SOLVER: SolverCases = json.loads((CASES / "solver.json").read_text(encoding="utf-8"))
LAYOFFS: list[LayoffCase] = json.loads((CASES / "layoffs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", SOLVER["hand"], ids=lambda case: case["cards"])
def test_least_deadwood(case: HandCase) -> None:
    """The hand leaves what the case says, and the best arrangement leaves just that."""
    hand = Hand.parse(case["cards"])
    assert solver.deadwood(hand) == case["deadwood"]
    assert solver.best_arrangement(hand).deadwood == case["deadwood"]


@pytest.mark.parametrize("case", SOLVER["eleven"], ids=lambda case: case["cards"])
def test_best_discards(case: ElevenCase) -> None:
    """Of eleven cards the discards that leave least are those of the case, and they leave what it says."""
    hand = Hand.parse(case["cards"])
    assert len(hand) == 11
    left = solver.after_discard(hand)
    least = min(left.values())
    assert least == solver.least_after_discard(hand) == case["deadwood"]
    assert sorted(str(card) for card, pips in left.items() if pips == least) == sorted(case["discards"])
    assert (solver.deadwood(hand) == 0) == case["all_melded"]


@pytest.mark.parametrize("case", LAYOFFS, ids=lambda case: case["hand"])
def test_best_layoffs(case: LayoffCase) -> None:
    """Own melds and layoffs together leave the defender what the case says."""
    spread = parse_melds(" | ".join(case["spread"]))
    plan = solver.best_layoffs(Hand.parse(case["hand"]), spread)
    assert plan.deadwood == plan.arrangement.deadwood == case["deadwood"]


def test_there_are_cases_of_each_kind() -> None:
    """No kind of case has gone missing."""
    assert SOLVER["hand"]
    assert SOLVER["eleven"]
    assert LAYOFFS
    assert {path.name for path in CASES.glob("*.json")} == {
        "color.json",
        "layoffs.json",
        "matches.json",
        "scoring.json",
        "solver.json",
    }
