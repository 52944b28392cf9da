"""The names under which scorings, their parts and seatings stand in records.

A record names a policy, and the name is looked up here: nothing in a file says what to import.
"""

import re
from enum import Enum
from typing import Any, Final

import attrs

from ginrules.errors import RecordError, RulesError, perhaps
from ginrules.scoring import (
    ColorLedger,
    DoublePoints,
    DoubleTotal,
    Flat,
    HollywoodLedger,
    Pricing,
    Scoring,
    StandardLedger,
)
from ginrules.seating import Partnership, ThreeHanded, TwoPlayers


class PolicyKind(Enum):
    """What a policy is for. Names are unique within a kind."""

    SCORING = "scoring"
    """A :class:`~ginrules.ScoringPolicy`."""
    PRICING = "pricing"
    """A :class:`~ginrules.scoring.PricingPolicy`."""
    LEDGER = "ledger"
    """A :class:`~ginrules.scoring.Ledger`."""
    SEATING = "seating"
    """A :class:`~ginrules.seating.Seating`."""
    PART = "part"
    """A knob of another policy that has knobs itself, such as what a shutout brings."""


_POLICIES: Final[dict[tuple[PolicyKind, str], type[Any]]] = {
    (PolicyKind.SCORING, "composed"): Scoring,
    (PolicyKind.PRICING, "standard"): Pricing,
    (PolicyKind.LEDGER, "standard"): StandardLedger,
    (PolicyKind.LEDGER, "hollywood"): HollywoodLedger,
    (PolicyKind.LEDGER, "color"): ColorLedger,
    (PolicyKind.SEATING, "two_players"): TwoPlayers,
    (PolicyKind.SEATING, "three_handed"): ThreeHanded,
    (PolicyKind.SEATING, "partnership"): Partnership,
    (PolicyKind.PART, "flat"): Flat,
    (PolicyKind.PART, "double_total"): DoubleTotal,
    (PolicyKind.PART, "double_points"): DoublePoints,
}
_NAMES: Final[dict[type[Any], str]] = {policy: name for (_, name), policy in _POLICIES.items()}
_NAME: Final = re.compile("[a-z][a-z0-9_.-]*")
_RESERVED: Final = {"none", "true", "false"}  # they are values in text


def register_policy(name: str, policy: type[Any], kind: PolicyKind) -> None:
    """Let records name a policy class of a third party. Registering the same again does nothing.

    Args:
        name: how records call it: a lower-case letter, then more of them, digits, ``_``, ``-`` and ``.``.
        policy: a frozen attrs class, whose knobs are its init arguments: ``bool``, ``int``, ``str``, enums with
            values of text, other registered policies, tuples of these, or None.
        kind: what it is for.

    Raises:
        RulesError: the name is taken or will not do, or the class is no attrs class or has another name already.

    """
    if not _NAME.fullmatch(name) or name in _RESERVED:
        raise RulesError([f"{name[:40]!r} will not do as a name; expected lower-case letters, digits, _ - ."])
    if not attrs.has(policy):
        raise RulesError([f"{policy.__name__} is no attrs class, so its knobs are not known"])
    if _POLICIES.get((kind, name), policy) is not policy:
        raise RulesError([f"another {kind.value} policy is called {name!r} already"])
    if _NAMES.get(policy, name) != name:
        raise RulesError([f"{policy.__name__} is called {_NAMES[policy]!r} already"])
    _POLICIES[kind, name] = policy
    _NAMES[policy] = name


def policy_named(name: str, kind: PolicyKind) -> type[Any]:
    """Return the class with this name.

    Raises:
        RecordError: none is registered; the message has the nearest names.

    """
    found = _POLICIES.get((kind, name))
    if found is None:
        known = [other for of_kind, other in _POLICIES if of_kind is kind]
        raise RecordError(f"no {kind.value} policy is called {name[:40]!r}{perhaps(name[:40], known)}")
    return found


def name_of(policy: object) -> str:
    """Return the name of a policy's class.

    Raises:
        RecordError: it is not registered.

    """
    kind = type(policy)
    name = _NAMES.get(kind)
    if name is None:
        raise RecordError(f"{kind.__name__} has no name in records; give it one with register_policy")
    return name


def policies_of(kind: PolicyKind) -> dict[str, type[Any]]:
    """Return the classes of a kind by name."""
    return {name: policy for (of_kind, name), policy in _POLICIES.items() if of_kind is kind}
