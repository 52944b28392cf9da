"""Deals and matches as text and as JSON: stored, read again, every action checked."""

from collections.abc import Mapping, Sequence

from ginrules.deal import Deal
from ginrules.errors import RecordError
from ginrules.match import Match
from ginrules.rawrecord import Json, parse_json
from ginrules.records.bounds import FORMAT, MAX_RECORD, SEMANTICS
from ginrules.records.converter import rules_from_json, rules_to_json
from ginrules.records.files import lines_of, read_limited, write_atomically
from ginrules.records.houserules import rules_from_toml, rules_to_toml
from ginrules.records.jsonform import read_json, write_json
from ginrules.records.messages import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    view_from_json,
    view_to_json,
)
from ginrules.records.policies import PolicyKind, policy_named, register_policy
from ginrules.records.reading import read_deals, read_text
from ginrules.records.record import Content, OpenDeals, Record, RedactedDeal, redact
from ginrules.records.schema import event_schema, record_schema, view_schema
from ginrules.records.text import write_deals, write_text

__all__ = [
    "FORMAT",
    "MAX_RECORD",
    "SEMANTICS",
    "Content",
    "Json",
    "PolicyKind",
    "Record",
    "RecordError",
    "RedactedDeal",
    "action_from_json",
    "action_to_json",
    "event_from_json",
    "event_schema",
    "event_to_json",
    "lines_of",
    "parse_json",
    "policy_named",
    "read",
    "read_deals",
    "read_limited",
    "record_schema",
    "redact",
    "register_policy",
    "replay",
    "rules_from_json",
    "rules_from_toml",
    "rules_to_json",
    "rules_to_toml",
    "to_json",
    "to_text",
    "view_from_json",
    "view_schema",
    "view_to_json",
    "write_atomically",
    "write_deals",
]


def to_text(
    content: Content,
    *,
    names: Sequence[str] | None = None,
    open_deal: Deal | Mapping[int, Deal] | None = None,
) -> str:
    """Return a deal, a match or a redacted deal as a text that :func:`replay` and :func:`read` take.

    Args:
        content: what is stored. A match keeps the cards of the deals that it was fed.
        names: of the players of a single deal; a match knows them.
        open_deal: the deal of the match that is not finished, if it is to be stored, too; where several are
            under way, those by the number of their table.

    Raises:
        RecordError: it goes beyond a bound, or a policy in the rules is not registered.

    >>> import random
    >>> from ginrules import Deal, presets
    >>> deal = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7)))
    >>> replay(to_text(deal)) == deal
    True
    """
    return write_text(content, names=names, open_deals=_open_deals(content, open_deal))


def to_json(
    content: Content,
    *,
    names: Sequence[str] | None = None,
    open_deal: Deal | Mapping[int, Deal] | None = None,
    indent: int | None = None,
) -> str:
    """Return the same as :func:`to_text` as JSON; *indent* is that of ``json.dumps``."""
    return write_json(content, names=names, open_deals=_open_deals(content, open_deal), indent=indent)


def read(text: str) -> Record:
    """Return what a record in text or JSON holds: every action played again, every result checked.

    Raises:
        RecordError: it cannot be read or breaks a rule; the error says where, what and why.

    """
    if not isinstance(text, str):
        raise RecordError(f"{type(text).__name__} is no text")
    if len(text) > MAX_RECORD:
        raise RecordError(f"{len(text):,} characters; expected at most {MAX_RECORD:,}")
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    return read_json(text) if is_json else read_text(text)


def replay(text: str) -> Deal | Match:
    """Return the deal or the match of a record in text or JSON; see :func:`read`.

    An unfinished deal of a match is checked and left out; :func:`read` has it.

    Raises:
        RecordError: as :func:`read` raises it; and a redacted deal cannot be played again.

    """
    content = read(text).content
    if isinstance(content, RedactedDeal):
        raise RecordError("a redacted deal can be read, but not played again: its hidden cards are not in it")
    return content


def _open_deals(content: Content, open_deal: Deal | Mapping[int, Deal] | None) -> OpenDeals:
    """Return the deals under way with their tables."""
    if open_deal is None:
        return ()
    if not isinstance(content, Match):
        raise RecordError("an open deal is stored with its match")
    if not isinstance(open_deal, Deal):
        return tuple(sorted(open_deal.items(), key=lambda item: item[0]))
    open_tables = () if content.round is None else content.round.open_tables
    if len(open_tables) > 1:
        tables = " or ".join(map(str, open_tables))
        raise RecordError(f"several deals are open; expected the deals by table, {tables}")
    return ((open_tables[0] if open_tables else 0, open_deal),)
