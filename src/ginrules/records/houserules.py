"""House rules in a TOML file, for a table to keep: a preset and what is different, or every knob."""

import tomllib
from typing import Final, cast

from ginrules import presets
from ginrules.errors import RecordError, RulesError, perhaps
from ginrules.rawrecord import Json
from ginrules.records.converter import rules_from_json, rules_to_json
from ginrules.rules import Rules

MAX_RULES: Final = 100_000
"""The most characters of a file of house rules."""

_BASE: Final = "based_on"
_NONE: Final = "none"  # TOML has no word for nothing
_PARTS: Final = ("pricing", "ledger")


def rules_to_toml(rules: Rules) -> str:
    """Return a file with every knob of the rules. Needs ``tomli_w``, which the extra ``cli`` brings.

    >>> from ginrules import presets
    >>> rules_from_toml(rules_to_toml(presets.OKLAHOMA)) == presets.OKLAHOMA
    True
    """
    import tomli_w

    return tomli_w.dumps(cast("dict[str, object]", _without_null(rules_to_json(rules))))


def rules_from_toml(text: str) -> Rules:
    """Return the rules in a file: every knob as :func:`rules_to_toml` writes them, or a base and the changes.

    With ``based_on`` the file names a preset, and each other key is a knob of whichever part owns it; ``"none"``
    is None.

    >>> rules = rules_from_toml('''
    ... based_on = "modern"
    ... title = "Saturday table"
    ... gin_bonus = 20
    ... turns_before_knock = 1
    ... big_gin_bonus = "none"
    ... ''')
    >>> rules.knock_limit, rules.turns_before_knock, rules.scoring.plays_big_gin
    (10, 1, False)

    Raises:
        RulesError: it is no TOML, names what is not there, or the rules cannot be played; every clash named.

    """
    data = _parsed(text)
    base = data.pop(_BASE, None)
    if base is not None:
        data = _changed(base, data)
    try:
        return rules_from_json(data)
    except RecordError as error:
        raise RulesError([str(error)]) from error


def _parsed(text: str) -> dict[str, Json]:
    if len(text) > MAX_RULES:
        raise RulesError([f"the rules have {len(text):,} characters; expected at most {MAX_RULES:,}"])
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError([f"the rules are no TOML: {error}"]) from error
    except RecursionError:
        raise RulesError(["the rules are no TOML that can be read: too deeply nested"]) from None
    return cast("dict[str, Json]", _with_null(found))


def _changed(base: Json, changes: dict[str, Json]) -> dict[str, Json]:
    """Return the JSON of a preset with some of its knobs changed."""
    if not isinstance(base, str):
        raise RulesError([f"{_BASE} is {base!r}; expected the name of a ruleset"])
    whole = rules_to_json(presets.get(base))
    whole.update({"label": "house", "title": "House rules"})
    scoring = cast("dict[str, Json]", whole["scoring"])
    seating = whole["seating"]
    if isinstance(seating, str):
        seating = whole["seating"] = {"policy": seating}
    owners = [
        whole,
        cast("dict[str, Json]", seating),
        *(cast("dict[str, Json]", scoring[part]) for part in _PARTS if part in scoring),
    ]
    unknown: list[str] = []
    for name, value in changes.items():
        owner = next((owner for owner in owners if name in owner and name != "policy"), None)
        if owner is None:
            known = [knob for owner in owners for knob in owner]
            unknown.append(f"no knob is called {name[:40]!r}{perhaps(name[:40], known)}")
        else:
            owner[name] = value
    if unknown:
        raise RulesError(unknown)
    return whole


def _with_null(value: object) -> object:
    if isinstance(value, dict):
        return {key: _with_null(inner) for key, inner in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_with_null(inner) for inner in cast("list[object]", value)]
    return None if value == _NONE else value


def _without_null(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_null(inner) for key, inner in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_without_null(inner) for inner in cast("list[object]", value)]
    return _NONE if value is None else value
