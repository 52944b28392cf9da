"""Whole deals against the naive referee, move by move."""

import pytest

from oracles.compare_deals import RULESETS, compare

DEALS = {"classic": 60, "modern": 60, "openspiel": 60, "nine by three": 120, "six by four": 120, "court": 120}


@pytest.mark.parametrize("name", RULESETS)
def test_whole_deals_go_the_same_way(name: str) -> None:
    """In every state of a deal both know the same cards and legal moves, and both end it alike."""
    endings = compare(RULESETS[name], DEALS[name], f"test {name}")
    assert {"knock", "void"} <= set(endings)
