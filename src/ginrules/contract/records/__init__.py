"""Rounds and matches of the two-deck family as text and as JSON: stored, read again, every action checked."""

from collections.abc import Sequence

from ginrules.contract.match import Match
from ginrules.contract.play import Round
from ginrules.contract.records.bounds import FORMAT, MAX_RECORD, SEMANTICS
from ginrules.contract.records.jsonform import read_json, write_json
from ginrules.contract.records.reading import read_text
from ginrules.contract.records.record import Content, Record
from ginrules.contract.records.text import write_text
from ginrules.errors import RecordError

__all__ = [
    "FORMAT",
    "MAX_RECORD",
    "SEMANTICS",
    "Content",
    "Record",
    "RecordError",
    "read",
    "replay",
    "to_json",
    "to_text",
]


def to_text(content: Content, *, names: Sequence[str] | None = None, open_round: Round | None = None) -> str:
    """Return a round or a match as a text that :func:`replay` and :func:`read` take.

    Args:
        content: what is stored. A match keeps the cards of the rounds that it was fed.
        names: of the players of a round by itself; a match knows them.
        open_round: the round of the match that is not finished, if it is to be stored, too.

    Raises:
        RecordError: it goes beyond a bound, was set up and not dealt, or cannot be.

    >>> import random
    >>> from ginrules.contract import Round, parse_action, presets, records, shuffled
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> played = Round.start(presets.SVENSK_7, 1, deck, players=3).play(parse_action("draw"))
    >>> records.replay(records.to_text(played)) == played
    True
    """
    _check_parts(content, names, open_round)
    return _bounded(write_text(content, names=names, open_round=open_round))


def to_json(
    content: Content,
    *,
    names: Sequence[str] | None = None,
    open_round: Round | None = None,
    indent: int | None = None,
) -> str:
    """Return the same as :func:`to_text` as JSON; *indent* is that of ``json.dumps``."""
    _check_parts(content, names, open_round)
    return _bounded(write_json(content, names=names, open_round=open_round, indent=indent))


def read(text: str) -> Record:
    """Return what a record in text or JSON holds: every action played again, every end checked.

    Raises:
        RecordError: it cannot be read or breaks a rule; the error says where, what and why.

    """
    if not isinstance(text, str):
        raise RecordError(f"{type(text).__name__} is no text")
    if len(text) > MAX_RECORD:
        raise RecordError(f"{len(text):,} characters; expected at most {MAX_RECORD:,}")
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    return read_json(text) if is_json else read_text(text)


def replay(text: str) -> Content:
    """Return the round or the match of a record in text or JSON; see :func:`read`.

    An unfinished round of a match is checked and left out; :func:`read` has it.

    Raises:
        RecordError: as :func:`read` raises it.

    """
    return read(text).content


def _check_parts(content: Content, names: Sequence[str] | None, open_round: Round | None) -> None:
    if not isinstance(content, (Round, Match)):
        raise RecordError(f"{type(content).__name__} cannot be recorded; expected a Round or a Match")
    if isinstance(content, Match) and names is not None:
        raise RecordError("a match knows the names of its players")
    if isinstance(content, Round) and open_round is not None:
        raise RecordError("an open round is stored with its match")


def _bounded(text: str) -> str:
    if len(text) > MAX_RECORD:
        raise RecordError(f"{len(text):,} characters; expected at most {MAX_RECORD:,}")
    return text
