"""Values as JSON has them and back: what has a notation is written in it, the rest by its fields.

One converter for records, rules, views and events. It takes nothing for granted: a field that is not known, a
number where a text belongs, a policy that is not registered are refused with the place in the JSON.
"""

from collections.abc import Callable, Hashable
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, TypeVar, Union, cast, get_args, get_origin
from unicodedata import category

import attrs
from cattrs import BaseValidationError, Converter, transform_error
from cattrs.errors import IterableValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from ginrules import presets
from ginrules.cards import Card, Hand, Suit, read_mask
from ginrules.deal.actions import Action, parse_action
from ginrules.deal.view import PlayerView
from ginrules.errors import GinRulesError, RecordError
from ginrules.melds import LayOff, Meld
from ginrules.rawrecord import MAX_DIGITS, Json
from ginrules.records.policies import PolicyKind, name_of, policy_named
from ginrules.results import SEATS, Seat
from ginrules.rules import Rules
from ginrules.scoring import Ledger, PricingPolicy, ScoringPolicy
from ginrules.seating import Seating

T = TypeVar("T")
Annotation: TypeAlias = Any
"""What stands behind the colon of a field: a class, a union, a tuple."""

_POLICY: Final = "policy"
_MANY: Final = 5
_FULL_DECK: Final = "full"
_MAX_LABEL: Final = 200
_NOT_ON_ONE_LINE: Final = {"Cc", "Cs", "Zl", "Zp"}
_SUIT_OF: Final = {suit.letter: suit for suit in Suit}
_KIND_OF_PROTOCOL: Final[dict[object, PolicyKind]] = {
    ScoringPolicy: PolicyKind.SCORING,
    PricingPolicy: PolicyKind.PRICING,
    Ledger: PolicyKind.LEDGER,
    Seating: PolicyKind.SEATING,
}
_ACTIONS: Final = frozenset(get_args(Action))


def to_json_value(value: object, kind: Annotation = None) -> Json:
    """Return a value as JSON has it; *kind* is its annotation, if it is not its class."""
    return _CONVERTER.unstructure(value, unstructure_as=kind)


def from_json_value(value: Json, kind: type[T], *, where: str = "$") -> T:
    """Return what a JSON value stands for.

    Raises:
        RecordError: it stands for nothing of this kind; the message has the place and what was expected.

    """
    try:
        return _CONVERTER.structure(value, kind)
    except (BaseValidationError, GinRulesError, ValueError, TypeError) as error:
        raise _record_error(error, where) from error


def _record_error(error: Exception, where: str) -> RecordError:
    """Return the error with the first place in front and what else is wrong after it."""
    found = [_Complaint.read(line) for line in transform_error(error, where, _complaint)]
    first, rest = found[0], found[1:_MANY]
    more = [f"{other.place}: {other.problem}" for other in rest]
    if len(found) > _MANY:
        more.append(f"and {len(found) - _MANY} more")
    return RecordError("; ".join([first.problem, *more]), where=first.place)


@attrs.frozen
class _Complaint:
    """One thing wrong with JSON, and where."""

    place: str
    problem: str

    @classmethod
    def read(cls, line: str) -> "_Complaint":
        problem, _, place = line.rpartition(" @ ")
        return cls(place, problem)


def _complaint(error: BaseException, _kind: type | None) -> str:
    """Return what is wrong in words of the record, not of the converter."""
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    fields: set[str] | None = getattr(error, "extra_fields", None)
    if fields is not None:
        return f"{', '.join(sorted(map(repr, fields)))[:80]} is not known here"
    return str(error)


# Plain values ----------------------------------------------------------------


def kind_of(value: object) -> str:
    """Return what JSON calls a value of this kind."""
    names: dict[type[Any], str] = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "a boolean",
        int: "a number",
        NoneType: "null",
    }
    return names.get(type(value), type(value).__name__)


def _expect(value: object, kind: type[T], expected: str) -> T:
    """Return the value if it is of exactly this kind."""
    if type(value) is not kind:
        raise RecordError(f"{kind_of(value)}; expected {expected}")
    return value


def _expect_object(value: object, expected: str) -> dict[str, object]:
    return cast("dict[str, object]", _expect(value, dict, expected))


def read_integer(value: object, _kind: object = int) -> int:
    """Return a whole number that is not too long."""
    number = _expect(value, int, "a whole number")
    if abs(number) >= 10**MAX_DIGITS:
        raise RecordError(f"a number of more than {MAX_DIGITS} digits")
    return number


def _write_integer(value: int) -> int:
    return read_integer(value)


def _read_boolean(value: object, _kind: object) -> bool:
    return _expect(value, bool, "true or false")


def _read_text(value: object, _kind: object) -> str:
    return _expect(value, str, "a text")


def _read_seat(value: object, _kind: object) -> Seat:
    if _expect(value, int, "seat 0 or 1") not in SEATS:
        raise RecordError("no seat; expected 0 or 1")
    return Seat(cast("int", value))


def _read_suit(text: str) -> Suit:
    if text not in _SUIT_OF:
        raise RecordError(f"no suit: {text[:20]!r}; expected {', '.join(_SUIT_OF)}")
    return _SUIT_OF[text]


_READERS: Final[dict[type[Any], Callable[[str], object]]] = {
    Card: Card.parse,
    Hand: Hand.parse,
    Meld: Meld.parse,
    LayOff: LayOff.parse,
    Suit: _read_suit,
}
"""How the values that have a notation are read."""


def _reader(kind: Annotation) -> Callable[[object, object], object]:
    read = _READERS[kind]
    return lambda value, _: read(_expect(value, str, f"a {kind.__name__.lower()} as text"))


def _writer(kind: Annotation) -> Callable[[Any], str]:
    return (lambda suit: suit.letter) if kind is Suit else str


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces, in their order; ``-`` is none.

    Raises:
        NotationError: a part is no card, or a card comes twice.

    """
    if text.strip() == "-":
        return ()
    read_mask(text, what="cards")  # refuses what is no card, and cards that come twice
    return tuple(map(Card.parse, text.replace(",", " ").split()))


def write_cards(cards: tuple[Card, ...]) -> str:
    """Return cards as text, in their order; ``-`` for none."""
    return " ".join(map(str, cards)) or "-"


def _is_enum(kind: Annotation) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _read_enum(value: object, kind: Annotation) -> object:
    text = _expect(value, str, f"one of {_choices(kind)}")
    try:
        return kind(text)
    except ValueError:
        raise RecordError(f"{text[:40]!r} is none of {_choices(kind)}") from None


def _choices(kind: Annotation) -> str:
    return ", ".join(str(member.value) for member in kind)


def _is_cards(kind: Annotation) -> bool:
    return bool(kind == tuple[Card, ...])


def is_action(kind: Annotation) -> bool:
    """Return whether an annotation is that of an action."""
    return is_union(kind) and frozenset(get_args(kind)) == _ACTIONS


def _is_tuple(kind: Annotation) -> bool:
    return origin_of(kind) is tuple


def _tuple_reader(kind: Annotation, converter: Converter) -> Callable[[object, object], object]:
    """Return what reads a list as a tuple of any length, or of the length of the annotation.

    It stops at the first item that is wrong: a list of a hundred thousand of them must not be told one by one.
    """
    members = get_args(kind)
    item: Annotation = members[0]
    size = None if members[1:] == (...,) else len(members)
    read_item = converter.get_structure_hook(item)

    def read(value: object, _: object) -> tuple[object, ...]:
        items = cast("list[object]", _expect(value, list, "a list"))
        if size is not None and len(items) != size:
            raise RecordError(f"a list of {len(items)}; expected {size}")
        found: list[object] = []
        try:
            for one in items:
                found.append(read_item(one, item))  # noqa: PERF401  how far it came is told
        except (BaseValidationError, GinRulesError) as error:
            note = IterableValidationNote(f"at index {len(found)}", len(found), item)
            error.__notes__ = [*getattr(error, "__notes__", ()), note]
            raise IterableValidationError("in a list", [error], kind) from None  # pyright: ignore[reportCallIssue]
        return tuple(found)

    return read


def _is_value(kind: Annotation) -> bool:
    return attrs.has(cast("type", origin_of(kind) or kind))


def _value_reader(kind: Annotation, converter: Converter) -> Callable[[object, object], object]:
    """Return what reads an object as a value of an attrs class."""
    return _object_reader(make_dict_structure_fn(kind, converter), kind)


def _object_reader(read: Callable[..., object], kind: Annotation) -> Callable[[object, object], object]:
    what = f"an object with the fields of {kind.__name__.removesuffix('Json')}"

    def checked(value: object, _: object) -> object:
        return read(_expect_object(value, what), kind)

    return checked


def _value_writer(kind: Annotation, converter: Converter) -> Callable[[Any], dict[str, Any]]:
    """Return what writes a value of an attrs class as an object, defaults left out."""
    return make_dict_unstructure_fn(kind, converter, _cattrs_omit_if_default=True)


def _read_deck(value: object, _: object) -> Hand:
    text = _expect(value, str, "cards as text, or full")
    return Hand.full() if text == _FULL_DECK else Hand.parse(text)


def write_deck(deck: Hand) -> str:
    """Return the cards that a ruleset plays with as text; all 52 are ``full``."""
    return _FULL_DECK if deck == Hand.full() else str(deck)


# Policies ----------------------------------------------------------------


def origin_of(kind: Annotation) -> object:
    """Return the class that an annotation has parameters for, or None."""
    return cast("object", get_origin(kind))


def is_union(kind: Annotation) -> bool:
    """Return whether an annotation is a union."""
    return isinstance(kind, UnionType) or origin_of(kind) is Union


def kind_of_policy(kind: Annotation) -> PolicyKind | None:
    """Return what a knob of this annotation is for, or None if it is no policy."""
    of_protocol = _KIND_OF_PROTOCOL.get(origin_of(kind) or kind)
    if of_protocol is not None:
        return of_protocol
    members = [member for member in get_args(kind) if member is not NoneType]
    is_parts = is_union(kind) and len(members) > 1 and all(attrs.has(member) for member in members)
    return PolicyKind.PART if is_parts and not is_action(kind) else None


def _is_policy(kind: Annotation) -> bool:
    return kind_of_policy(kind) is not None


def _policy_reader(annotation: Annotation, converter: Converter) -> Callable[[object, object], object]:
    """Return what reads a policy: its name alone, or an object with ``policy`` and its knobs."""
    kind = kind_of_policy(annotation)
    assert kind is not None  # noqa: S101  the predicate has looked
    members = get_args(annotation) if is_union(annotation) else ()

    def read(value: object, _: object) -> object:
        if value is None and NoneType in members:
            return None
        knobs = {_POLICY: value} if isinstance(value, str) else _expect_object(value, f"a {kind.value} policy")
        rest = dict(knobs)
        if _POLICY not in rest:
            raise RecordError(f"the name of the {kind.value} policy is missing")
        name = _expect(rest.pop(_POLICY), str, f"the name of a {kind.value} policy")
        policy = policy_named(name, kind)
        if members and policy not in members:
            raise RecordError(f"{name!r} does not belong here")
        return converter.structure(rest, _with_any(policy))

    return read


def _with_any(policy: Annotation) -> Annotation:
    """Return the class; of a generic one, with anything for what is left open."""
    parameters = getattr(policy, "__parameters__", ())
    return policy[(Any,) * len(parameters)] if parameters else policy


def _write_policy(policy: object) -> Json:
    """Return a policy with every knob; without knobs, its name alone."""
    if policy is None:
        return None
    name = name_of(policy)
    knobs = _knobs_writer(cast("Hashable", type(policy)))(policy)
    return {_POLICY: name, **knobs} if knobs else name


@cache
def _knobs_writer(kind: Hashable) -> Callable[[Any], dict[str, Any]]:
    return make_dict_unstructure_fn(cast("Annotation", kind), _CONVERTER)


# Rules ----------------------------------------------------------------


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """Return a ruleset with every knob as JSON has it. Its name and title go along as labels, its sources do not.

    Raises:
        RecordError: its scoring is not registered; see :func:`register_policy`.

    """
    return cast("dict[str, Any]", _CONVERTER.unstructure(rules, unstructure_as=Rules))


def rules_from_json(value: Json, *, where: str = "$") -> Rules:
    """Return the ruleset that a JSON object describes; a knob that is not there has the default of ``Rules()``.

    Equal to a preset that has the label for its name, it is that preset, sources and all. A label alone means
    nothing.

    Raises:
        RecordError: it is no ruleset, or one that cannot be played.

    """
    return from_json_value(value, Rules, where=where)


def _rules_reader(converter: Converter) -> Callable[[object, object], Rules]:
    read = make_dict_structure_fn(
        Rules,
        converter,
        name=override(rename="label"),
        sources=override(omit=True),
        deck=override(struct_hook=_read_deck),
    )

    def read_rules(value: object, _: object) -> Rules:
        knobs = _expect_object(value, "an object with the knobs of the rules")
        rules = read(knobs, Rules)
        known = presets.get(rules.name) if rules.name in presets.names() else rules
        return known if known == rules else rules

    return read_rules


def _rules_writer(converter: Converter) -> Callable[[Rules], dict[str, Any]]:
    return make_dict_unstructure_fn(
        Rules,
        converter,
        name=override(rename="label", unstruct_hook=write_label),
        title=override(unstruct_hook=write_label),
        sources=override(omit=True),
        deck=override(unstruct_hook=write_deck),
    )


def write_label(text: str) -> str:
    """Return a label on one line, cut where it is very long."""
    one_line = "".join(" " if category(character) in _NOT_ON_ONE_LINE else character for character in text)
    return " ".join(one_line.split())[:_MAX_LABEL]


# All together ----------------------------------------------------------------


def _as_it_is(value: object, _: object) -> object:
    return value


def _make_converter() -> Converter:
    """Return the converter. Of several predicates that fit, the one registered last decides."""
    converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
    converter.register_structure_hook_factory(_is_value, _value_reader)
    converter.register_unstructure_hook_factory(_is_value, _value_writer)
    converter.register_structure_hook_func(_is_enum, _read_enum)
    converter.register_structure_hook_factory(_is_tuple, _tuple_reader)
    converter.register_structure_hook_func(
        _is_cards, lambda value, _: read_cards(_expect(value, str, "cards as text"))
    )
    converter.register_unstructure_hook_func(_is_cards, write_cards)
    converter.register_structure_hook_func(
        is_action, lambda value, _: parse_action(_expect(value, str, "an action as text"))
    )
    converter.register_unstructure_hook_func(is_action, str)
    converter.register_structure_hook_factory(_is_policy, _policy_reader)
    converter.register_unstructure_hook_func(_is_policy, _write_policy)
    for kind in _READERS:
        converter.register_structure_hook(kind, _reader(kind))
        converter.register_unstructure_hook(kind, _writer(kind))
    converter.register_structure_hook(int, read_integer)
    converter.register_structure_hook(bool, _read_boolean)
    converter.register_structure_hook(str, _read_text)
    converter.register_structure_hook(Seat, _read_seat)
    converter.register_unstructure_hook(int, _write_integer)
    converter.register_unstructure_hook(bool, bool)
    return converter


_CONVERTER: Final = _make_converter()
_CONVERTER.register_structure_hook(Rules, _rules_reader(_CONVERTER))
_CONVERTER.register_unstructure_hook(Rules, _rules_writer(_CONVERTER))
_CONVERTER.register_structure_hook(
    PlayerView,
    _object_reader(
        make_dict_structure_fn(PlayerView, _CONVERTER, rules=override(struct_hook=_as_it_is)), PlayerView
    ),
)
_CONVERTER.register_unstructure_hook(
    PlayerView, make_dict_unstructure_fn(PlayerView, _CONVERTER, rules=override(omit=True))
)
