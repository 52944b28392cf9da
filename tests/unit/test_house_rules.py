"""House rules in TOML files."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules import GinRulesError, Rules, RulesError, presets
from ginrules.melds import Aces
from ginrules.records import rules_from_toml, rules_to_toml


@pytest.mark.parametrize("name", presets.names())
def test_every_preset_comes_back_from_its_file(name: str) -> None:
    """Writing all knobs and reading them gives equal rules."""
    rules = presets.get(name)
    assert rules_from_toml(rules_to_toml(rules)) == rules


def test_a_base_and_changes_go_to_the_parts_that_own_them() -> None:
    """Play knobs, prices and the ledger's knobs stand side by side in a short file; none is None."""
    rules = rules_from_toml(
        """
        based_on = "modern"
        title = "Saturday table"
        knock_limit = 7
        aces = "high_or_low"
        gin_bonus = 20
        big_gin_bonus = "none"
        target = 150
        """
    )
    expected = presets.MODERN.replace(
        knock_limit=7, aces=Aces.HIGH_OR_LOW, gin_bonus=20, big_gin_bonus=None, target=150
    )
    assert rules == expected
    assert (rules.name, rules.title) == ("house", "Saturday table")


def test_an_empty_file_is_the_default_ruleset() -> None:
    """A knob that is not in the file has the default of the library."""
    assert rules_from_toml("") == Rules()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = [[[", "no TOML"),
        ('based_on = "modren"', "perhaps modern"),
        ("based_on = 3", "expected the name of a ruleset"),
        ('based_on = "modern"\nknok_limit = 3', "perhaps knock_limit"),
        ('based_on = "modern"\nknock_limit = "many"', "knock_limit"),
        ('based_on = "classic"\nknock_limit = -1\nhand_size = 30', "hand_size 30 does not deal"),
        ("knock = 3", "knock"),
        ("a = " + "[" * 5000, "no TOML"),
        ("#" * 200_000, "at most 100,000"),
    ],
)
def test_a_bad_file_is_refused_with_what_is_wrong(text: str, message: str) -> None:
    """What is no TOML, no knob, no value or no playable ruleset is refused, and the sentence says which."""
    with pytest.raises(RulesError, match=message):
        rules_from_toml(text)


@given(st.text(alphabet=string.printable, max_size=60))
def test_any_text_is_rules_or_refused(text: str) -> None:
    """Only errors of the library come out, whatever is read."""
    try:
        rules = rules_from_toml(text)
    except GinRulesError:
        return
    assert isinstance(rules, Rules)
