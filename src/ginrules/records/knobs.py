"""Rules as lines of text, ``key = value``, and back.

What JSON nests is written with dots: ``shutout = flat``, then ``shutout.points = 100``. The knobs of the seating,
of the pricing and of the ledger stand without a prefix where their names are unique, as
:meth:`~ginrules.Rules.replace` takes them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias, TypeGuard, cast

import attrs

from ginrules.errors import RecordError, perhaps
from ginrules.rawrecord import Json
from ginrules.records.bounds import MAX_DIGITS, MAX_KNOBS
from ginrules.records.converter import rules_from_json, rules_to_json
from ginrules.records.policies import PolicyKind, policy_named
from ginrules.rules import Rules

KnobLine: TypeAlias = tuple[int, str, str]
"""The number of a line, its key and its value."""
LABELS: Final = ("label", "title")
"""Keys whose value is the rest of the line, whatever stands there."""

_POLICY: Final = "policy"
_COMPOSED: Final = "composed"
_PARTS: Final = {"pricing": PolicyKind.PRICING, "ledger": PolicyKind.LEDGER}
_OWN: Final = {*LABELS, *(field.name for field in attrs.fields(Rules) if field.name not in {"name", "sources"})}
_NUMBER: Final = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")
_WORDS: Final = {"none": None, "true": True, "false": False}
_PLAIN: Final = re.compile(r"[^\s\[\]\"#,](?:[^\[\]\"#,]*[^\s\[\]\"#,])?")
_ITEM: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^,"]+')
_MAX_DEPTH: Final = 8


def write_rules(rules: Rules) -> Iterator[str]:
    """Yield a ruleset as lines, every knob among them.

    Raises:
        RecordError: a policy is not registered, or a knob has no form on a line.

    """
    knobs = rules_to_json(rules)
    for label in LABELS:
        yield f"{label} = {knobs.pop(label)}"
    scoring, seating = knobs.pop("scoring"), _as_object(knobs.pop("seating"))
    for name, value in knobs.items():
        yield from _lines(name, value)
    yield f"seating = {seating.pop('policy')}"
    for name, value in seating.items():
        yield from _lines(name if name not in _OWN else f"seating.{name}", value)
    if isinstance(scoring, dict) and cast("dict[str, Any]", scoring)["policy"] == _COMPOSED:
        yield from _composed_lines(cast("dict[str, Any]", scoring), seating)
    else:
        yield from _lines("scoring", scoring)


def _composed_lines(scoring: dict[str, Any], seating: Iterable[str]) -> Iterator[str]:
    """Yield the two parts of a composed scoring; a knob is prefixed where another one has its name."""
    parts = {name: _as_object(scoring[name]) for name in _PARTS}
    taken = [*_OWN, *_PARTS, *seating, *(knob for part in parts.values() for knob in part)]
    for name, part in parts.items():
        yield f"{name} = {part.pop('policy')}"
        for knob, value in part.items():
            yield from _lines(knob if taken.count(knob) == 1 else f"{name}.{knob}", value)


def _as_object(policy: Json) -> dict[str, Any]:
    return {"policy": policy} if isinstance(policy, str) else dict(policy)


def _lines(name: str, value: Json) -> Iterator[str]:
    """Yield a knob, and below it those that it has itself."""
    if not isinstance(value, dict):
        yield f"{name} = {_written(value)}"
        return
    knobs = cast("dict[str, Any]", value)
    if "policy" in knobs:
        yield f"{name} = {knobs['policy']}"
    for knob, inner in knobs.items():
        if knob != "policy":
            yield from _lines(f"{name}.{knob}", inner)


def _written(value: Json) -> str:
    """Return a value as it stands on a line."""
    return f"[{', '.join(map(_written_item, value))}]" if _is_list(value) else _written_item(value)


def _is_list(value: Json) -> TypeGuard[list[Json]]:
    return isinstance(value, list)


def _written_item(value: Json) -> str:
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    if isinstance(value, list | dict):
        raise RecordError("a list of lists or of policies has no form in text; JSON has one")
    text = str(value)
    plain = not isinstance(value, str) or (_PLAIN.fullmatch(text) and _bare(text) == text)
    return text if plain else json.dumps(text).replace("#", "\\u0023")  # a comment would begin there


def _read(text: str) -> Json:
    """Return what stands on a line."""
    if not text.startswith("["):
        return _read_item(text)
    if not text.endswith("]"):
        raise RecordError("a list without its end; expected [a, b]")
    return [_read_item(item.strip()) for item in _ITEM.findall(text[1:-1]) if item.strip()]


def _read_item(text: str) -> Json:
    return _unquoted(text) if text.startswith('"') else _bare(text)


def _bare(text: str) -> Json:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _NUMBER.fullmatch(text) else text


def _unquoted(text: str) -> str:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, str):
        raise RecordError(f"{text[:40]} is no text in quotes")
    return value


def read_rules(lines: Iterable[KnobLine], *, begin: int) -> Rules:
    """Return the rules that lines describe; a knob that is not there has the default of ``Rules()``.

    Args:
        lines: their number, key and value.
        begin: the line where the rules begin, for what concerns no line.

    Raises:
        RecordError: a line is no knob, or the rules cannot be played.

    """
    return _Reader(begin).rules(lines)


class _Reader:
    """Nests the knobs again, and knows on which line each of them stood."""

    def __init__(self, begin: int) -> None:
        self.root: dict[str, Any] = {}
        self._begin = begin
        self._lines: dict[str, int] = {}

    def rules(self, lines: Iterable[KnobLine]) -> Rules:
        self.place(lines)
        try:
            self._gather_seating()
            self._gather_scoring()
            return rules_from_json(self.root)
        except RecordError as error:
            raise RecordError(error.problem, where=f"line {self._line_of(error.where)}") from error

    def place(self, lines: Iterable[KnobLine]) -> None:
        """Put the values where the dots of their keys say."""
        for count, (line, key, text) in enumerate(lines):
            if count == MAX_KNOBS:
                raise RecordError(f"more than {MAX_KNOBS} lines of rules", where=f"line {line}")
            try:
                self._place(line, key, text if key in LABELS else _read(text))
            except RecordError as error:
                raise RecordError(error.problem, where=f"line {line}") from error

    def _place(self, line: int, key: str, value: Json) -> None:
        *above, last = key.split(".")
        if len(above) >= _MAX_DEPTH:
            raise RecordError("more dots than any rules have")
        node = self.root
        path = "$"
        for name in above:
            path = f"{path}.{name}"
            self._lines.setdefault(path, line)
            inner = node.setdefault(name, {})
            if isinstance(inner, str):
                inner = node[name] = {"policy": inner}
            if not isinstance(inner, dict):
                raise RecordError(f"{key} belongs to {name}, which is {_written(inner)} and has no knobs")
            node = cast("dict[str, Any]", inner)
        self._lines[f"$.{key}"] = line
        if isinstance(value, str) and isinstance(node.get(last), dict):
            node, last = cast("dict[str, Any]", node[last]), "policy"  # its knobs stood above it
        if last in node:
            raise RecordError(f"{key} comes twice")
        node[last] = value

    def _gather_seating(self) -> None:
        """Put the knobs of the seating where they belong."""
        part = _as_object(_policy(self.root.pop("seating", "two_players")))
        policy = _class_of(part, "seating", PolicyKind.SEATING)
        for field in attrs.fields(policy):
            knob = field.name
            if knob in self.root and knob not in _OWN and knob not in part:
                part[knob] = self.root.pop(knob)
                self._move(f"$.{knob}", f"$.seating.{knob}")
        self.root["seating"] = part

    def _gather_scoring(self) -> None:
        """Put the knobs of pricing and ledger into the composed scoring that they are of."""
        if self.root.get("scoring", _COMPOSED) != _COMPOSED:
            return
        parts = {name: _as_object(_policy(self.root.pop(name, "standard"))) for name in _PARTS}
        owned: set[str] = set()
        for name, kind in _PARTS.items():
            part = parts[name]
            policy = _class_of(part, name, kind)
            self._move(f"$.{name}", f"$.scoring.{name}")
            knobs = [field.name for field in attrs.fields(policy)]
            owned.update(knobs)
            for knob in knobs:
                if knob in self.root and knob not in _OWN and knob not in part:
                    part[knob] = self.root.pop(knob)
                    self._move(f"$.{knob}", f"$.scoring.{name}.{knob}")
        self.root["scoring"] = {"policy": _COMPOSED, **parts}
        self._refuse_unknown({*_OWN, *owned, *self.root["seating"]} - {_POLICY})

    def _refuse_unknown(self, known: set[str]) -> None:
        for key in self.root:
            if key not in known:
                problem = f"no knob is called {key[:40]!r}{perhaps(key[:40], sorted(known))}"
                raise RecordError(problem, where=f"$.{key}")

    def _move(self, old: str, new: str) -> None:
        """Remember the lines of a knob, and of those below it, under its place in JSON."""
        for path in [path for path in self._lines if path == old or path.startswith(f"{old}.")]:
            self._lines[new + path[len(old) :]] = self._lines[path]

    def _line_of(self, path: str) -> int:
        """Return the line of what stands at a place in JSON, or of the nearest thing above it."""
        while path and path not in self._lines:
            path = path.rpartition(".")[0]
        return self._lines.get(path, self._begin)


def _class_of(part: dict[str, Any], name: str, kind: PolicyKind) -> type[Any]:
    """Return the class of a part of the rules."""
    where = f"$.{name}"
    if _POLICY not in part:
        raise RecordError(f"the name of the {kind.value} policy is missing", where=where)
    try:
        return policy_named(str(part[_POLICY]), kind)
    except RecordError as error:
        raise RecordError(error.problem, where=where) from None


def _policy(value: Json) -> Json:
    if not isinstance(value, str | dict):
        raise RecordError("no policy; expected its name")
    return cast("Json", value)
