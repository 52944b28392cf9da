"""What a server sends and receives: actions, events and views as JSON has them.

The rules are not in them; a server sends those once, with :func:`rules_to_json`.
"""

from typing import Any, cast

from ginrules.deal import Action, PlayerView
from ginrules.deal.events import Event
from ginrules.deal.text import checked_view
from ginrules.errors import GinRulesError, RecordError
from ginrules.rawrecord import Json
from ginrules.records.converter import from_json_value, kind_of, to_json_value
from ginrules.rules import Rules


def action_to_json(action: Action) -> str:
    """Return an action as JSON has it: its text, such as ``"discard 7h"``.

    >>> action_to_json(Discard(Card.parse("7h")))
    'discard 7h'
    """
    return str(action)


def action_from_json(value: Json, *, where: str = "$") -> Action:
    """Return the action that a JSON value stands for. Whether it may be done, the state says.

    Raises:
        RecordError: it is none.

    """
    return from_json_value(value, cast("type[Action]", Action), where=where)


def event_to_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON has it; what is None is left out, except the viewer.

    >>> from ginrules.deal import EventKind
    >>> event_to_json(Event(number=2, kind=EventKind.DRAW, viewer=Seat(0), seat=Seat(1)))
    {'number': 2, 'kind': 'draw', 'viewer': 0, 'seat': 1}
    """
    return cast("dict[str, Any]", to_json_value(event, Event))


def event_from_json(value: Json, *, where: str = "$") -> Event:
    """Return the event that a JSON object describes.

    Raises:
        RecordError: it is none.

    """
    return from_json_value(value, Event, where=where)


def view_to_json(seen: PlayerView) -> dict[str, Any]:
    """Return a view as JSON has it, without the rules, which a server sends once."""
    return cast("dict[str, Any]", to_json_value(seen, PlayerView))


def view_from_json(value: Json, rules: Rules, *, where: str = "$") -> PlayerView:
    """Return the view that a JSON object describes under these rules.

    Raises:
        RecordError: it is no view, or there is no deal that looks so.

    """
    fields: Json = value
    if not isinstance(value, dict) or "rules" in value:
        raise RecordError(f"{kind_of(fields)}; expected an object with a view without its rules", where=where)
    told = from_json_value({**fields, "rules": rules}, PlayerView, where=where)
    try:
        seen = checked_view(told)
    except GinRulesError as error:
        raise RecordError(str(error), where=where) from error
    if told != seen:
        raise RecordError("the result or the legal actions are others than the rest of the view says", where=where)
    return seen
