"""House tables of the two-deck family in TOML files."""

from contextlib import suppress

import pytest
from contract_play import small_tables
from effort import calls_made
from hypothesis import given, settings
from hypothesis import strategies as st

import ginrules.presets
import ginrules.records
from ginrules.contract import Contract, Rules, presets, rules_from_toml, rules_to_toml
from ginrules.contract.tables import MAX_TABLE, rules_from_plain, rules_to_plain
from ginrules.errors import RulesError
from ginrules.melds import Aces

WHOLE = rules_to_toml(presets.SVENSK_8)


@pytest.mark.parametrize("name", presets.names())
def test_every_preset_comes_back_from_its_file_with_its_labels(name: str) -> None:
    """Writing all knobs and reading them gives equal rules, named and sourced alike."""
    rules = presets.get(name)
    text = rules_to_toml(rules)
    again = rules_from_toml(text)
    assert again == rules
    assert (again.name, again.title, again.sources) == (rules.name, rules.title, rules.sources)
    assert text.startswith('game = "svensk"\n')


@settings(max_examples=50)
@given(small_tables())
def test_every_table_comes_back_from_its_file_and_from_plain_values(rules: Rules) -> None:
    """No knob is lost, whatever its value."""
    assert rules_from_toml(rules_to_toml(rules)) == rules
    assert rules_from_plain(rules_to_plain(rules)) == rules


def test_a_base_and_the_changes_are_a_short_file() -> None:
    """What is not named is as in the preset; contracts are texts; none is None."""
    rules = rules_from_toml(
        """
        based_on = "svensk-8"
        title = "Saturday table"
        aces = "low"
        buy_limit = 3
        take_limit = "none"
        number_points = "none"
        joker_swap = true
        contracts = ["2 sets, 1 run", "3 runs, all out, deal 12"]
        """
    )
    assert rules == presets.SVENSK_8.replace(
        aces=Aces.LOW,
        buy_limit=3,
        take_limit=None,
        number_points=None,
        joker_swap=True,
        contracts=(Contract.parse("2 sets, 1 run"), Contract.parse("3 runs, all out, deal 12")),
    )
    assert (rules.name, rules.title, rules.sources) == ("house", "Saturday table", ())


def test_a_file_with_a_base_may_say_which_game_it_is() -> None:
    """The game stands in every file that is written, and does not get in the way of a base."""
    assert rules_from_toml('game = "svensk"\nbased_on = "svensk-7"') == presets.SVENSK_7


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('based_on = "svensk-7"\njoker_point = 50', "'joker_point'; perhaps joker_points"),
        ('based_on = "svensk-9"', "'svensk-9'; perhaps svensk-"),
        ('based_on = "modern"', "'modern'; expected svensk-7, svensk-15, svensk-8; rulesets of the gin family"),
        ("based_on = 7", "based_on is 7"),
        ('game = "gin"', "the game 'gin'"),
        ("game = [1]", "the game a list of 1"),
        ("deal = 11", "neither game = 'svensk' nor based_on; rulesets of the gin family"),
        ('game = "svensk"\ndeal = 11', "decks, jokers, contracts"),
        ('based_on = "svensk-7"\ndeal = 11.5', "deal is 11.5; expected a whole number"),
        ('based_on = "svensk-7"\ndeal = true', "deal is True; expected a whole number"),
        ('based_on = "svensk-7"\ndeal = "none"', "deal is 'none'; expected a whole number"),
        ('based_on = "svensk-7"\ndeal = 2', "round 1 asks for 6 cards and a discard"),
        ('based_on = "svensk-7"\nbuy_limit = "no"', "buy_limit is 'no'; expected a whole number or none"),
        ('based_on = "svensk-7"\njoker_swap = 1', "joker_swap is 1; expected true or false"),
        ('based_on = "svensk-7"\naces = "high"', "aces is 'high'; expected low or high_or_low"),
        ('based_on = "svensk-7"\naces = "round_the_corner"', "round the corner are not played here"),
        ('based_on = "svensk-7"\ncontracts = "2 sets"', "contracts is '2 sets'; expected 1 to 30 texts"),
        ('based_on = "svensk-7"\ncontracts = []', "contracts is a list of 0"),
        ('based_on = "svensk-7"\ncontracts = ["2 sets", "2 cats"]', "contract 2: no part of a contract: '2 cats'"),
        ('based_on = "svensk-7"\ncontracts = ["1 set of 99"]', "contract 1: a set of 99"),
        ('based_on = "svensk-7"\n[deal]\nx = 1', "deal is a table of 1"),
        ('based_on = "svensk-7"\ntitle = "a\\nb"', "title is 'a\\\\nb', with a line break"),
        ('based_on = "svensk-7"\nname = 3', "name is 3; expected a text"),
        (f'based_on = "svensk-7"\nname = "{"x" * 61}"', "name has 61 characters; expected at most 60"),
        ('based_on = "svensk-7"\nsources = "SG"', "sources is 'SG'; expected a list"),
        (f'based_on = "svensk-7"\nsources = ["{"x" * 301}"]', "a source has 301 characters"),
        ("deal = ", "no TOML"),
        ('based_on = "svensk-7"\nbased_on = "svensk-8"', "no TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(text: str, told: str) -> None:
    """The sentence names the knob, what stands there, and what would be right."""
    with pytest.raises(RulesError) as caught:
        rules_from_toml(text)
    assert told.replace("\\\\", "\\") in str(caught.value)


@pytest.mark.parametrize("name", ["classic", "modern"])
def test_a_file_of_the_gin_family_is_refused_with_a_word_about_who_reads_it(name: str) -> None:
    """A whole file of the gin family is not taken for one with wrong knobs."""
    text = ginrules.records.rules_to_toml(ginrules.presets.get(name))
    with pytest.raises(RulesError, match="gin family are read by"):
        rules_from_toml(text)


def test_a_file_of_this_family_is_no_file_of_the_gin_family() -> None:
    """Nor is it read there by mistake."""
    with pytest.raises(RulesError):
        ginrules.records.rules_from_toml(WHOLE)


@pytest.mark.parametrize(
    "text",
    [
        "x" * (MAX_TABLE + 1),
        "deal = " + "[" * 15_000,
        "deal = " + "9" * 15_000,
        'based_on = "svensk-7"\ndeal = 0x' + "f" * 15_000,
        'based_on = "svensk-7"\n' + "".join(f"knob{at} = 1\n" for at in range(1500)),
        'based_on = "' + "svensk" * 3000 + '"',
        'based_on = "svensk-7"\ncontracts = [' + '"999 sets of 999",' * 900 + "]",
        'based_on = "svensk-7"\n' + "a." * 4000 + "a = 1",
        'based_on = "svensk-7"\ndeal = 2020-01-01',
    ],
)
def test_a_hostile_file_is_refused_soon_and_briefly(text: str) -> None:
    """Neither size, nor depth, nor numbers without end cost more than a moment or a long message."""

    def attempt() -> None:
        with pytest.raises(RulesError) as caught:
            rules_from_toml(text)
        assert len(str(caught.value)) < 1500

    assert calls_made(attempt) < 60_000


@settings(max_examples=60)
@given(st.integers(0, len(WHOLE)), st.integers(0, 9), st.text(max_size=4))
def test_a_spoiled_file_is_read_or_refused(at: int, cut: int, put: str) -> None:
    """Whatever is put in the place of some of its text, nothing but a RulesError comes of it."""
    with suppress(RulesError):
        rules_from_toml(WHOLE[:at] + put + WHOLE[at + cut :])


@pytest.mark.parametrize(
    "rules",
    [
        presets.SVENSK_7.replace(title="a\nb"),
        presets.SVENSK_7.replace(name="x" * 100),
        presets.SVENSK_7.replace(sources=("x",) * 21),
        presets.SVENSK_7.replace(name=3),
    ],
)
def test_labels_that_could_not_be_read_are_not_written(rules: Rules) -> None:
    """What is written can be read again, or it is refused at once."""
    with pytest.raises(RulesError):
        rules_to_toml(rules)


def test_plain_values_leave_out_what_is_as_usual() -> None:
    """What is not said is as in the base, or else as in Rules()."""
    assert rules_from_plain({}) == Rules()
    assert rules_from_plain({"buy_limit": None}, base=Rules(buy_limit=2, joker_points=50)) == Rules(
        joker_points=50
    )


def test_no_text_is_no_file() -> None:
    """Bytes are told from a text."""
    with pytest.raises(RulesError, match="bytes is no text"):
        rules_from_toml(b"")  # type: ignore[arg-type]
