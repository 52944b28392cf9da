from typing import Any

import pytest

from ginrules import Rules, RulesError, presets
from ginrules.scoring import DoubleTotal, Flat, Tie

PRICES: dict[str, dict[str, Any]] = {
    "classic": {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "big_gin_bonus": None,
        "tie": Tie.UNDERCUT,
        "target": 100,
        "game_bonus": 100,
        "box_bonus": 20,
        "shutout": Flat(100),
    },
    "modern": {
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "big_gin_bonus": 31,
        "tie": Tie.UNDERCUT,
        "target": 100,
        "game_bonus": 100,
        "box_bonus": 25,
        "shutout": DoubleTotal(),
    },
    "eaai": {
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "big_gin_bonus": None,
        "tie": Tie.UNDERCUT,
        "target": 100,
        "game_bonus": 0,
        "box_bonus": 0,
        "shutout": None,
    },
    "openspiel": {
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "big_gin_bonus": None,
        "tie": Tie.NO_SCORE,
        "game_bonus": 0,
        "box_bonus": 0,
        "shutout": None,
    },
}


@pytest.mark.parametrize(
    "name",
    [
        "classic",
        "modern",
        pytest.param("eaai", marks=pytest.mark.rule("EXTRA-03")),
        pytest.param("openspiel", marks=pytest.mark.rule("EXTRA-04")),
    ],
)
def test_prices(name: str) -> None:
    """Each ruleset has the prices of its sources."""
    knobs = presets.get(name).scoring.knobs()
    assert {knob: knobs[knob] for knob in PRICES[name]} == PRICES[name]


def test_the_default_is_the_classic_ruleset() -> None:
    """Rules without a knob turned are those of the classic game, which comes first by name."""
    assert Rules() == presets.CLASSIC
    assert presets.names()[0] == "classic"


@pytest.mark.parametrize("name", presets.names())
def test_every_preset_is_found_by_its_name(name: str) -> None:
    """A preset is found by its name in any case, with spaces or underscores; it has a title and sources."""
    rules = presets.get(name)
    assert rules.name == name
    assert presets.get(f" {name.upper().replace('-', '_')} ") is rules
    assert presets.get(name.replace("-", " ")) is rules
    assert rules.title
    assert all(rules.sources)
    assert rules.sources


def test_names_tell_presets_apart() -> None:
    """No two names stand for the same object, and no name comes twice."""
    assert len(set(presets.names())) == len(presets.names())
    assert len({id(presets.get(name)) for name in presets.names()}) == len(presets.names())


@pytest.mark.parametrize(
    ("typo", "near"), [("clasic", "classic"), ("modem", "modern"), ("open-spiel", "openspiel"), ("eai", "eaai")]
)
def test_a_typo_is_answered_with_the_nearest_name(typo: str, near: str) -> None:
    """A name that is nearly right is refused with the right one."""
    with pytest.raises(RulesError, match=rf"no ruleset is called '{typo}'.*{near}"):
        presets.get(typo)


def test_another_name_is_answered_with_all() -> None:
    """A name that is like none is refused with those that exist, and a long one is cut."""
    with pytest.raises(RulesError, match=r"classic.*modern"):
        presets.get("zzzzzz")
    with pytest.raises(RulesError) as caught:
        presets.get("z" * 1_000)
    assert len(str(caught.value)) < 400
