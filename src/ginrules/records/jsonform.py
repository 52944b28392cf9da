"""Records as JSON: the same content as the text, for programs.

The classes here are the shape of the JSON, field by field; the published schema is made from them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NewType, cast, final

import attrs

from ginrules.cards import Card
from ginrules.deal import Action, Deal
from ginrules.deal.events import Event
from ginrules.errors import RecordError
from ginrules.match import Match
from ginrules.rawrecord import Json, parse_json, refused_at
from ginrules.records.bounds import FORMAT, SEMANTICS
from ginrules.records.converter import from_json_value, to_json_value
from ginrules.records.events_text import check_redacted
from ginrules.records.names import deal_names
from ginrules.records.record import Content, OpenDeals, Record, RedactedDeal
from ginrules.records.replaying import (
    Dealing,
    End,
    Replay,
    Turn,
    check_match,
    dealing_of,
    tells_tables,
    turns_of,
)
from ginrules.records.text import MAGIC
from ginrules.results import DealResult, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealTerms

# The shape ----------------------------------------------------------------


ActionText = NewType("ActionText", str)
"""The text of an action, which is read where it is played."""


@final
@attrs.frozen(kw_only=True)
class TurnJson:
    """Actions in a row by one seat."""

    seat: Seat
    actions: tuple[ActionText, ...]


@final
@attrs.frozen(kw_only=True)
class DealJson:
    """A deal with its cards."""

    deck: tuple[Card, ...]
    dealer: Seat | None = None
    terms: DealTerms | None = None
    turns: tuple[TurnJson, ...] = ()
    end: End | None = None


@final
@attrs.frozen(kw_only=True)
class EntryJson:
    """A deal of a match, or its bare result: one of the two."""

    deal: DealJson | None = None
    result: DealResult | None = None
    table: int | None = None


@final
@attrs.frozen(kw_only=True)
class MatchJson:
    """A match."""

    dealer: int | None
    entries: tuple[EntryJson, ...] = ()
    resigned: int | None = None


@final
@attrs.frozen(kw_only=True)
class RedactedJson:
    """What one seat, or a spectator, saw of a deal."""

    viewer: Seat | None
    events: tuple[Event, ...]


@final
@attrs.frozen(kw_only=True)
class RecordJson:
    """A record: of a deal, of a match or of a redacted deal, one of the three."""

    format: str
    version: int
    semantics: int
    rules: Rules
    players: tuple[str, ...] | None = None
    deal: DealJson | None = None
    match: MatchJson | None = None
    redacted: RedactedJson | None = None


# Writing ----------------------------------------------------------------


def write_json(content: Content, *, names: Sequence[str] | None, open_deals: OpenDeals, indent: int | None) -> str:
    """Return a record as JSON; see :func:`ginrules.records.to_json`."""
    value = to_json_value(_shaped(content, names, open_deals), RecordJson)
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _shaped(content: Content, names: Sequence[str] | None, open_deals: OpenDeals) -> RecordJson:
    shaped = RecordJson(format=MAGIC, version=FORMAT, semantics=SEMANTICS, rules=content.rules)
    if isinstance(content, Match):
        check_match(content, open_deals)
        return attrs.evolve(shaped, players=content.names, match=_shaped_match(content, open_deals))
    if names is not None:
        shaped = attrs.evolve(shaped, players=deal_names(names))
    if isinstance(content, Deal):
        return attrs.evolve(shaped, deal=_shaped_deal(content))
    check_redacted(content, "")
    return attrs.evolve(shaped, redacted=RedactedJson(viewer=content.viewer, events=content.events))


def _shaped_match(match: Match, open_deals: OpenDeals) -> MatchJson:
    tables = tells_tables(match)
    entries = [
        EntryJson(
            deal=None if entry.deal is None else _shaped_deal(entry.deal, of_match=True),
            result=entry.result if entry.deal is None else None,
            table=entry.table if tables else None,
        )
        for entry in match.entries
    ]
    entries.extend(
        EntryJson(deal=_shaped_deal(open_deal, of_match=True), table=table if tables else None)
        for table, open_deal in open_deals
    )
    return MatchJson(
        dealer=match.first_dealer,
        entries=tuple(entries),
        resigned=match.resigned,
    )


def _shaped_deal(deal: Deal, *, of_match: bool = False) -> DealJson:
    dealing = dealing_of(deal)
    return DealJson(
        deck=dealing.deck,
        dealer=deal.dealer,
        terms=None if of_match else dealing.terms,
        turns=tuple(TurnJson(seat=seat, actions=_texts(actions)) for seat, actions in turns_of(deal)),
        end=None if deal.result is None else End.of(deal.result),
    )


def _texts(actions: Iterable[Action]) -> tuple[ActionText, ...]:
    return tuple(ActionText(str(action)) for action in actions)


# Reading ----------------------------------------------------------------


def read_json(text: str) -> Record:
    """Return what one record holds; see :func:`ginrules.records.read`."""
    value = parse_json(text)
    _check_versions(value)
    shaped = from_json_value(value, RecordJson)
    given = [name for name in ("deal", "match", "redacted") if getattr(shaped, name) is not None]
    if len(given) != 1:
        raise RecordError("expected one of deal, match and redacted", where="$")
    if shaped.match is not None:
        return _replayed_match(shaped, shaped.match)
    names = shaped.players
    if names is not None:
        with refused_at("$.players"):
            names = deal_names(names)
    if shaped.deal is not None:
        return Record(content=_replayed_deal(Replay(shaped.rules), shaped.deal, None, "$.deal"), names=names)
    assert shaped.redacted is not None  # noqa: S101  one of the three is there
    redacted = RedactedDeal(rules=shaped.rules, viewer=shaped.redacted.viewer, events=shaped.redacted.events)
    check_redacted(redacted, "$.redacted")
    return Record(content=redacted, names=names)


def _check_versions(value: Json) -> None:
    """Refuse what is no record, or one of another version, before anything else is looked at."""
    found = cast("dict[str, object]", value)  # the text begins with a brace
    for key, expected in (("format", MAGIC), ("version", FORMAT), ("semantics", SEMANTICS)):
        if found.get(key) != expected or isinstance(found.get(key), bool):
            shown = repr(found.get(key))[:40]
            raise RecordError(f"{shown} is not known; expected {expected!r}", where=f"$.{key}")


def _replayed_match(shaped: RecordJson, told: MatchJson) -> Record:
    with refused_at("$.match"):
        match = Match.start(shaped.rules, names=shaped.players or (), dealer=told.dealer)
    replay = Replay(shaped.rules, match)
    for number, entry in enumerate(told.entries):
        path = f"$.match.entries[{number}]"
        if entry.deal is not None and entry.result is None:
            _replayed_deal(replay, entry.deal, entry.table, f"{path}.deal")
        elif entry.result is not None and entry.deal is None:
            replay.result(f"{path}.result", entry.result, entry.table)
        else:
            raise RecordError("expected either a deal or a result", where=path)
    if told.resigned is not None:
        replay.resign("$.match.resigned", told.resigned)
    assert replay.match is not None  # noqa: S101  it was started above
    return Record(content=replay.match, names=replay.match.names, open_deals=replay.deals_under_way)


def _replayed_deal(replay: Replay, told: DealJson, table: int | None, path: str) -> Deal:
    dealing = Dealing(deck=told.deck, dealer=told.dealer, terms=told.terms, table=table)
    end = None if told.end is None else (f"{path}.end", told.end)
    return replay.deal(path, dealing, _turns(told, path), end)


def _turns(told: DealJson, path: str) -> Iterator[Turn]:
    return ((f"{path}.turns[{number}]", turn.seat, turn.actions) for number, turn in enumerate(told.turns))
