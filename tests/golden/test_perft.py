"""Counts of what can be done from known positions; they change only when the rules do.

`perft.json` is written by ``PYTHONPATH=tests python -m oracles.compare_deals --perft tests/golden/perft.json``.
"""

import json
from pathlib import Path

import pytest
from oracles import deal as oracle
from oracles.compare_deals import DEPTH, RULESETS, Golden, position_of

from ginrules import perft

GOLDEN = [Golden(**entry) for entry in json.loads(Path(__file__).with_name("perft.json").read_text("utf-8"))]


def named(golden: Golden) -> str:
    """Return a name for the test of a position."""
    return f"{golden.rules}-{golden.seed}-{len(golden.actions)}"


@pytest.mark.parametrize("golden", GOLDEN, ids=named)
def test_the_counts_are_the_known_ones(golden: Golden) -> None:
    """From a known position there are as many sequences of one to four actions as ever."""
    state, _ = position_of(golden)
    assert [perft(state, depth) for depth in range(1, DEPTH + 1)] == golden.counts


@pytest.mark.parametrize("golden", GOLDEN, ids=named)
def test_the_naive_referee_counts_the_same(golden: Golden) -> None:
    """The referee written from the rule text counts the same sequences."""
    _, position = position_of(golden)
    assert [oracle.perft(position, depth) for depth in (1, 2, 3)] == golden.counts[:3]


def test_there_is_a_start_of_each_ruleset() -> None:
    """Every ruleset of the comparison has its counts from the deal on."""
    assert {golden.rules for golden in GOLDEN if not golden.actions} == set(RULESETS)
