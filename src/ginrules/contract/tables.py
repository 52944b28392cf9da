"""House tables in a TOML file, for a table to keep: a preset and what is different, or every knob.

The same knobs as plain values, which are numbers, truth values, texts and None, are what a record holds.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias, TypeGuard, cast

import attrs

from ginrules.contract import presets
from ginrules.contract.contracts import Contract, is_int
from ginrules.contract.rules import MAX_ROUNDS, Rules
from ginrules.errors import GinRulesError, RulesError, excerpt, perhaps
from ginrules.melds import Aces

PlainValue: TypeAlias = int | str | list[str] | None
"""A knob as a file holds it."""

MAX_TABLE: Final = 20_000
"""The most characters of a file with a house table."""
GAME: Final = "svensk"
"""What the key ``game`` says in every file of this family."""

_GAME: Final = "game"
_BASE: Final = "based_on"
_NONE: Final = "none"  # TOML has no word for nothing
_TYPES: Final = {field.name: field.type for field in attrs.fields(Rules)}
_NUMBERS: Final = {name for name, kind in _TYPES.items() if kind in {int, int | None}}
_OPTIONAL: Final = {name for name, kind in _TYPES.items() if kind == int | None}
_SWITCHES: Final = {name for name, kind in _TYPES.items() if kind is bool}
_LABELS: Final = ("name", "title", "sources")
_MAX_TEXT: Final = {"name": 60, "title": 200}
_MAX_SOURCES: Final = 20
_MAX_SOURCE: Final = 300
_MAX_NUMBER: Final = 10**9
_MOST_TOLD: Final = 8
_NOT_ON_ONE_LINE: Final = {"Cc", "Cs", "Zl", "Zp"}
_ELSEWHERE: Final = "rulesets of the gin family are read by ginrules.records.rules_from_toml"


def rules_to_toml(rules: Rules) -> str:
    """Return a file with every knob of the rules. Needs ``tomli_w``, which the extra ``cli`` brings.

    >>> from ginrules.contract import presets, rules_from_toml, rules_to_toml
    >>> rules_from_toml(rules_to_toml(presets.SVENSK_15)) == presets.SVENSK_15
    True

    Raises:
        RulesError: the name, the title or a source is too long or has a line break.

    """
    import tomli_w

    knobs = {knob: _NONE if value is None else value for knob, value in rules_to_plain(rules).items()}
    return tomli_w.dumps({_GAME: GAME, **knobs})


def rules_from_toml(text: str) -> Rules:
    """Return the rules in a file: every knob as :func:`rules_to_toml` writes them, or a base and the changes.

    With ``based_on`` the file names a preset, and each other key is a knob; ``"none"`` is None. Contracts are
    texts as :meth:`~ginrules.contract.Contract.parse` reads them. A file with every knob says ``game = "svensk"``,
    and one with a base may.

    >>> from ginrules.contract import rules_from_toml
    >>> rules = rules_from_toml('''
    ... based_on = "svensk-7"
    ... title = "Saturday table"
    ... joker_points = 50
    ... take_limit = "none"
    ... contracts = ["2 sets", "3 runs, all out, deal 12"]
    ... ''')
    >>> rules.rounds, rules.joker_points, rules.deal_size(2)
    (2, 50, 12)

    Raises:
        RulesError: it is no TOML or a file of another game, names what is not there, or the rules cannot be
            played; every clash named.

    """
    data = _parsed(text)
    game, base = data.pop(_GAME, None), data.pop(_BASE, None)
    if game is not None and game != GAME:
        raise RulesError([f"the file is for the game {_told(game)}; expected {GAME!r}; {_ELSEWHERE}"])
    if base is not None:
        return rules_from_plain(data, base=_based_on(base))
    if game is None:
        raise RulesError([f"the file has neither {_GAME} = {GAME!r} nor {_BASE}; {_ELSEWHERE}"])
    missing = [name for name in _TYPES if name not in data and name not in _LABELS]
    if missing:
        raise RulesError([f"{', '.join(missing)}: missing; a file with a base, {_BASE}, may leave out knobs"])
    return rules_from_plain(data)


def rules_to_plain(rules: Rules) -> dict[str, PlainValue]:
    """Return every knob of the rules, and the labels, as plain values; what is told by default, too.

    Raises:
        RulesError: the name, the title or a source is too long or has a line break.

    """
    plain = {name: _plain(getattr(rules, name)) for name in _TYPES}
    problems = [problem for name in _LABELS for problem in _label_problems(name, plain[name])]
    if problems:
        raise RulesError(problems)
    return plain


def rules_from_plain(plain: Mapping[str, object], *, base: Rules | None = None) -> Rules:
    """Return the rules with these knobs; what is left out is as in *base*, or else as in ``Rules()``.

    Raises:
        RulesError: there is no such knob, a value is of the wrong kind, or the rules cannot be played.

    """
    unknown = [name for name in plain if name not in _TYPES]
    if unknown:
        told = [
            f"no knob is called {excerpt(name)!r}{perhaps(name[:40], _TYPES)}" for name in unknown[:_MOST_TOLD]
        ]
        more = [f"{len(unknown) - _MOST_TOLD} more that are no knobs"] if len(unknown) > _MOST_TOLD else []
        raise RulesError([*told, *more])
    problems = [problem for name, value in plain.items() for problem in _problems(name, value)]
    if problems:
        raise RulesError(problems)
    knobs: dict[str, object] = {**plain}
    if "aces" in knobs:
        knobs["aces"] = Aces(knobs["aces"])
    if "contracts" in knobs:
        knobs["contracts"] = _contracts(cast("list[str]", knobs["contracts"]))
    if "sources" in knobs:
        knobs["sources"] = tuple(cast("list[str]", knobs["sources"]))
    return (Rules() if base is None else base).replace(**knobs)


def _plain(value: object) -> PlainValue:
    if isinstance(value, Aces):
        return value.value
    if isinstance(value, tuple):
        return [str(each) for each in cast("tuple[object, ...]", value)]
    return cast("PlainValue", value)


def _parsed(text: str) -> dict[str, object]:
    import tomllib

    if not isinstance(text, str):
        raise RulesError([f"{type(text).__name__} is no text"])
    if len(text) > MAX_TABLE:
        raise RulesError([f"the table has {len(text):,} characters; expected at most {MAX_TABLE:,}"])
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise RulesError(["the table is no TOML that can be read: too deeply nested"]) from None
    except ValueError as error:  # of which its own error is one, and numbers of thousands of digits another
        raise RulesError([f"the table is no TOML: {error}"]) from error
    return {name: None if value == _NONE and name in _OPTIONAL else value for name, value in found.items()}


def _based_on(base: object) -> Rules:
    if not isinstance(base, str):
        raise RulesError([f"{_BASE} is {_told(base)}; expected the name of a table"])
    if base not in presets.names():
        near = perhaps(base[:40], presets.names()) or f"; expected {', '.join(presets.names())}"
        raise RulesError([f"no table is called {excerpt(base)!r}{near}; {_ELSEWHERE}"])
    return presets.get(base).replace(name="house", title="House rules", sources=())


def _contracts(texts: list[str]) -> tuple[Contract, ...]:
    contracts: list[Contract] = []
    for number, text in enumerate(texts, 1):
        try:
            contracts.append(Contract.parse(text))
        except GinRulesError as error:
            raise RulesError([f"contract {number}: {error}"]) from error
    return tuple(contracts)


def _problems(name: str, value: object) -> Iterator[str]:
    """Yield what is wrong with the kind of a value; whether a number is in range, the rules say."""
    if name in _NUMBERS:
        if value is None and name in _OPTIONAL:
            return
        if not is_int(value) or not -_MAX_NUMBER <= cast("int", value) <= _MAX_NUMBER:
            none = " or none" if name in _OPTIONAL else ""
            yield f"{name} is {_told(value)}; expected a whole number{none}"
    elif name in _SWITCHES:
        if not isinstance(value, bool):
            yield f"{name} is {_told(value)}; expected true or false"
    elif name == "aces":
        if not isinstance(value, str) or value not in {each.value for each in Aces}:
            yield f"aces is {_told(value)}; expected {Aces.LOW.value} or {Aces.HIGH_OR_LOW.value}"
    elif name == "contracts":
        if not _are_texts(value) or not 1 <= len(value) <= MAX_ROUNDS:
            yield f"contracts is {_told(value)}; expected 1 to {MAX_ROUNDS} texts, such as '2 sets, 1 run'"
    else:
        yield from _label_problems(name, value)


def _label_problems(name: str, value: object) -> Iterator[str]:
    if name == "sources":
        if not _are_texts(value) or len(value) > _MAX_SOURCES:
            yield f"sources is {_told(value)}; expected a list of at most {_MAX_SOURCES} texts"
        else:
            for source in value:
                yield from _text_problems("a source", source, _MAX_SOURCE)
    else:
        yield from _text_problems(name, value, _MAX_TEXT[name])


def _text_problems(what: str, value: object, most: int) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{what} is {_told(value)}; expected a text"
    elif len(value) > most:
        yield f"{what} has {len(value)} characters; expected at most {most}"
    elif any(unicodedata.category(character) in _NOT_ON_ONE_LINE for character in value):
        yield f"{what} is {value!r}, with a line break or control character; expected one line"


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in cast("list[object]", value))


def _told(value: object) -> str:
    """Return a value for a sentence, short whatever it is."""
    if isinstance(value, (list, dict)):
        inner = cast("list[object] | dict[str, object]", value)
        return f"a {'list' if isinstance(inner, list) else 'table'} of {len(inner)}"
    if isinstance(value, int) and not -_MAX_NUMBER <= value <= _MAX_NUMBER:
        return "a number beyond all bounds"
    return excerpt(repr(value))
