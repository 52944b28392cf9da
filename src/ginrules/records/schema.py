"""The JSON Schema of records, views and events, made from the same classes that read them."""

from collections.abc import Callable
from enum import Enum
from types import NoneType
from typing import Any, Final, cast, get_args

import attrs

from ginrules.cards import Card, Hand, Suit
from ginrules.deal.events import Event
from ginrules.deal.view import PlayerView
from ginrules.melds import LayOff, Meld
from ginrules.records.bounds import FORMAT, MAX_DIGITS, SEMANTICS
from ginrules.records.converter import Annotation, is_action, is_union, kind_of_policy, origin_of
from ginrules.records.jsonform import ActionText, RecordJson
from ginrules.records.policies import PolicyKind, policies_of
from ginrules.records.text import MAGIC
from ginrules.results import Seat
from ginrules.rules import Rules

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_CARD: Final = "[A23456789TJQK][cdhs]"
_CARDS: Final = rf"{_CARD}(?: {_CARD})*"
_MELD: Final = rf"{_CARD}(?: {_CARD}){{2,}}"
_SPREAD: Final = rf"(?:-|{_MELD}(?: \| {_MELD})*)"
_LAYOFF: Final = rf"lay {_CARD} on {_MELD}"
_WORDS: Final = "pass|take|draw|show|big gin|double|accept|refuse"
_ACTION: Final = rf"{_WORDS}|discard {_CARD}|knock {_CARD}(?:: {_SPREAD})?|{_LAYOFF}"
_PATTERNS: Final[dict[object, tuple[str, str]]] = {
    Card: (_CARD, "A card: rank, then suit."),
    Hand: (f"-|{_CARDS}", "A set of cards in the order of their indices; - is none."),
    tuple[Card, ...]: (f"-|{_CARDS}", "Cards in their order; - is none."),
    Meld: (_MELD, "The cards of a meld."),
    LayOff: (_LAYOFF, "A card laid off, and the meld as it lay."),
    ActionText: (_ACTION, "An action."),
}
_ONE_OF_THREE: Final = ("deal", "match", "redacted")

Schema = dict[str, Any]


def record_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of what :func:`to_json` writes, registered policies included.

    Reading is somewhat more generous: cards may be written as :meth:`~ginrules.Card.parse` reads them. And it is
    stricter: what the schema cannot say, the rules do.

    >>> record_schema()["properties"]["version"]
    {'const': 1}
    """
    schema = _Maker().document(RecordJson, "A record of a deal or a match of gin rummy")
    schema["properties"]["format"] = {"const": MAGIC}
    schema["properties"]["version"] = {"const": FORMAT}
    schema["properties"]["semantics"] = {"const": SEMANTICS}
    schema["oneOf"] = [{"required": [name]} for name in _ONE_OF_THREE]
    return schema


def view_schema() -> Schema:
    """Return the JSON Schema of what :func:`view_to_json` returns."""
    return _Maker().document(PlayerView, "A deal of gin rummy as one seat knows it")


def event_schema() -> Schema:
    """Return the JSON Schema of what :func:`event_to_json` returns."""
    return _Maker().document(Event, "Something that happened in a deal of gin rummy, as one seat saw it")


class _Maker:
    """Makes schemas, and remembers the classes in them as definitions."""

    def __init__(self) -> None:
        self._definitions: dict[str, Schema] = {}

    def document(self, kind: type[attrs.AttrsInstance], title: str) -> Schema:
        """Return a whole schema."""
        schema = self._object(kind)
        return {"$schema": _DRAFT, "title": title, **schema, "$defs": self._definitions}

    def _of(self, kind: Annotation) -> Schema:
        """Return the schema of an annotation."""
        if is_action(kind):
            return self._of(ActionText)
        if kind in _SIMPLE:
            return dict(_SIMPLE[kind])
        policy = kind_of_policy(kind)
        if policy is not None:
            return self._policy(policy, get_args(kind) if is_union(kind) else ())
        return self._compound(kind)

    def _compound(self, kind: Annotation) -> Schema:
        """Return the schema of what has members, items, values or fields."""
        if is_union(kind):
            return {"anyOf": [self._of(member) for member in get_args(kind)]}
        if origin_of(kind) is tuple:
            return self._list(get_args(kind))
        if issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        return self._defined(kind.__name__.removesuffix("Json"), lambda: self._object(kind))

    def _list(self, items: tuple[Any, ...]) -> Schema:
        schema: Schema = {"type": "array", "items": self._of(items[0])}
        if items[1:] != (...,):
            schema |= {"minItems": len(items), "maxItems": len(items)}
        return schema

    def _defined(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Return a reference to a definition, made when it is first needed."""
        if name not in self._definitions:
            self._definitions[name] = {}
            self._definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, kind: type[attrs.AttrsInstance]) -> Schema:
        """Return the schema of a class with its fields."""
        properties: Schema = {}
        required: list[str] = []
        for field in attrs.fields(kind):
            name = _name_of(kind, field.name)
            if name is None:
                continue
            properties[name] = self._of(field.type)
            if field.default is attrs.NOTHING:
                required.append(name)
        if kind is Rules:
            properties["deck"] = {"anyOf": [{"const": "full"}, properties["deck"]]}
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def _policy(self, kind: PolicyKind, members: tuple[Any, ...]) -> Schema:
        """Return the schema of a policy: its name, or an object with its name and its knobs."""
        names = {name: policy for name, policy in policies_of(kind).items() if not members or policy in members}
        choices: list[Schema] = [{"enum": sorted(names)}]
        for name, policy in sorted(names.items()):
            make = cast("Callable[[], Schema]", lambda name=name, policy=policy: self._knobs(name, policy))
            choices.append(self._defined(f"{kind.value}-{name}", make))
        if NoneType in members:
            choices.append({"type": "null"})
        return {"anyOf": choices}

    def _knobs(self, name: str, policy: type[attrs.AttrsInstance]) -> Schema:
        schema = self._object(policy)
        schema["properties"] = {"policy": {"const": name}, **schema["properties"]}
        schema["required"] = ["policy", *schema["required"]]
        return schema


_MOST: Final = 10**MAX_DIGITS - 1
_SIMPLE: Final[dict[object, Schema]] = {
    **{
        kind: {"type": "string", "pattern": f"^(?:{pattern})$", "description": description}
        for kind, (pattern, description) in _PATTERNS.items()
    },
    int: {"type": "integer", "minimum": -_MOST, "maximum": _MOST},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    Seat: {"enum": [0, 1], "description": "A seat."},
    Suit: {"enum": [suit.letter for suit in Suit]},
}


def _name_of(kind: type, field: str) -> str | None:
    """Return what JSON calls a field; None where it leaves it out."""
    if kind is Rules:
        return {"name": "label", "sources": None}.get(field, field)
    return None if kind is PlayerView and field == "rules" else field
