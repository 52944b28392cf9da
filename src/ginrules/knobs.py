"""The knobs of a part of a ruleset: what its constructor takes, by name."""

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

import attrs

_T = TypeVar("_T")


def knobs_of(part: object) -> dict[str, object]:
    """Return the knobs of a part with their values; none if it is no attrs class."""
    kind = type(part)
    if not attrs.has(kind):
        return {}
    return {field.name: getattr(part, field.name) for field in attrs.fields(kind) if field.init}


def with_knobs(part: _T, changes: Mapping[str, object]) -> _T:
    """Return the part with some knobs changed, validated anew.

    Raises:
        RulesError: the part refuses them.

    """
    if not changes:
        return part
    make = cast("Callable[..., _T]", type(part))
    return make(**{**knobs_of(part), **changes})
