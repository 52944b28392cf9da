"""Records as text, easy to read and to write by hand.

The grammar; ``NL`` ends a line, ``[ ]`` may be left out, ``{ }`` may come any number of times, and what stands in
capitals is explained below::

    record   = header [rules] (deal | match | redacted)
    header   = "ginrules record 1" NL "semantics = 1" NL
    rules    = "[rules]" NL ["label = " TEXT NL] ["title = " TEXT NL] {KNOB " = " VALUE NL}
    deal     = "[deal]" NL [players] "dealer = " SEAT NL "deck = " CARDS NL [terms] {turn} ["end: " ENDING NL]
    players  = {"player " NUMBER " = " TEXT NL}
    terms    = "knock_limit = " NUMBER NL "factor = " NUMBER NL "open_suits = " SUITS NL
    turn     = SEAT ": " ACTION {", " ACTION} NL
    match    = "[match]" NL players "dealer = " DEALER NL {deal | "result: " RESULT NL} ["resign: " NUMBER NL]
    redacted = "[redacted]" NL [players] "viewer = " VIEWER NL "dealer = " SEAT NL
               "deal: " CARDS NL "upcard: " CARD NL {SEAT ": " SEEN {", " SEEN} NL} ["end: " LAST NL]

========== ======================================================================================================
SEAT       ``0`` or ``1``
DEALER     the number of a player or side, or ``none`` where cards have still to be drawn for it
VIEWER     a seat, or ``spectator``
ACTION     as :func:`~ginrules.parse_action` reads it: ``draw``, ``discard 7h``, ``knock 7h: As Ad Ac | 4h 5h 6h``
ENDING     ``knock 0 7 18``: how, by whom, the deadwood of seat 0 and of seat 1; how is ``knock``, ``gin``,
           ``big gin``, ``void`` (by nobody, and the deadwood only where it counts), or ``refused`` for a double
RESULT     the same, then perhaps ``; upcard 7h``, ``; blocked d s``, ``; factor 2``, ``; spread MELDS / CARDS``,
           ``; defense MELDS / CARDS``, ``; lay 9c on 6c 7c 8c``
SEEN       an action with what was seen of it: ``take 9c``, ``draw Kd`` or ``draw``, ``knock: As Ad Ac / 4d`` or
           ``knock 7h: As Ad Ac / 4d``, ``show: 2c 3c 4c / Kd``
LAST       a result, then perhaps ``; facedown 7h`` and ``; hands CARDS / CARDS``
KNOB       a knob of :class:`~ginrules.Rules`, its seating, its pricing or its ledger; what is left out is as in
           ``Rules()``. A policy is its registered name, and its own knobs are ``KNOB.KNOB``
VALUE      a number, ``true``, ``false``, ``none``, a word, cards, ``[a, b]``, or a text in double quotes
CARDS      cards parted by spaces, a deck in the order dealt; ``-`` for none; for the knob ``deck`` also ``full``
SUITS      letters of ``c d h s`` parted by spaces; ``-`` for none
========== ======================================================================================================

Lines may be indented, and empty ones mean nothing. A comment is a line that begins with ``#``, or the rest of a
line after a space and ``#``, but not in names, labels and titles, which go to the end of their line. In a section
the lines with ``=`` may come in any order.

What follows from the rest is checked where it is said: ``end``, and in a match the ``dealer`` of a deal, which may
be left out there, and its terms. The last deal of a match need not be finished. Where several deals are open at
once, a deal says ``table = 1``, a result ``; table 1``, and those that are not finished stand last. The label is
not looked up: the rules are what the knobs say.

A file for :func:`~ginrules.records.read_deals` is any number of records one after the other, each with any number
of deals.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ginrules.deal import Deal
from ginrules.match import Match
from ginrules.records.bounds import FORMAT, SEMANTICS
from ginrules.records.converter import write_cards
from ginrules.records.events_text import check_redacted, write_events
from ginrules.records.knobs import write_rules
from ginrules.records.names import deal_names
from ginrules.records.record import Content, OpenDeals, RedactedDeal
from ginrules.records.replaying import End, check_match, dealing_of, show_end, tells_tables, turns_of
from ginrules.records.results_text import write_result
from ginrules.rules import Rules
from ginrules.scoring import DealTerms

MAGIC: Final = "ginrules record"
"""What a record in text begins with."""
SPECTATOR: Final = "spectator"
NONE: Final = "none"


def write_text(content: Content, *, names: Sequence[str] | None, open_deals: OpenDeals) -> str:
    """Return a record as text; see :func:`ginrules.records.to_text`."""
    match content:
        case Match():
            body = _match_lines(content, open_deals)
        case Deal():
            body = _deal_lines(content, names)
        case RedactedDeal():
            body = _redacted_lines(content, names)
    return "\n".join([*_header(content.rules), *body, ""])


def write_deals(deals: Iterable[Deal]) -> Iterator[str]:
    """Yield the text of a file of many deals, piece by piece; :func:`read_deals` reads it.

    The rules are written once for all deals in a row that share them.

    Raises:
        RecordError: a deal cannot be recorded.

    """
    rules: Rules | None = None
    for deal in deals:
        if rules is None or (rules is not deal.rules and [*write_rules(rules)] != [*write_rules(deal.rules)]):
            rules = deal.rules
            yield "\n".join([*_header(rules), ""])
        yield "\n".join([*_deal_lines(deal, None), ""])


def _header(rules: Rules) -> Iterator[str]:
    yield f"{MAGIC} {FORMAT}"
    yield f"semantics = {SEMANTICS}"
    yield ""
    yield "[rules]"
    yield from write_rules(rules)


def _match_lines(match: Match, open_deals: OpenDeals) -> Iterator[str]:
    check_match(match, open_deals)
    yield ""
    yield "[match]"
    yield from _player_lines(match.names)
    yield f"dealer = {NONE if match.first_dealer is None else match.first_dealer}"
    tables = tells_tables(match)
    for entry in match.entries:
        table = entry.table if tables else None
        if entry.deal is not None:
            yield from _deal_lines(entry.deal, None, match=match, table=table)
        else:
            yield ""
            at = "" if table is None else f"; table {table}"
            yield f"result: {write_result(entry.result, match.rules)}{at}"
    for table, open_deal in open_deals:
        yield from _deal_lines(open_deal, None, match=match, table=table if tables else None)
    if match.resigned is not None:
        yield ""
        yield f"resign: {match.resigned}"


def _player_lines(names: Sequence[str]) -> Iterator[str]:
    return (f"player {number} = {name}" for number, name in enumerate(names))


def _deal_lines(
    deal: Deal, names: Sequence[str] | None, *, match: Match | None = None, table: int | None = None
) -> Iterator[str]:
    dealing = dealing_of(deal)
    yield ""
    yield "[deal]"
    if names is not None:
        yield from _player_lines(deal_names(names))
    yield f"dealer = {dealing.dealer}"
    if table is not None:
        yield f"table = {table}"
    yield f"deck = {write_cards(dealing.deck)}"
    if dealing.terms is not None and match is None:
        yield from _term_lines(dealing.terms)
    for seat, actions in turns_of(deal):
        yield f"{seat}: {', '.join(map(str, actions))}"
    if deal.result is not None:
        yield f"end: {show_end(End.of(deal.result))}"


def _term_lines(terms: DealTerms) -> Iterator[str]:
    yield f"knock_limit = {NONE if terms.knock_limit is None else terms.knock_limit}"
    yield f"factor = {terms.factor}"
    yield f"open_suits = {' '.join(suit.letter for suit in terms.open_suits) or '-'}"


def _redacted_lines(redacted: RedactedDeal, names: Sequence[str] | None) -> Iterator[str]:
    check_redacted(redacted, "")
    yield ""
    yield "[redacted]"
    if names is not None:
        yield from _player_lines(deal_names(names))
    yield f"viewer = {SPECTATOR if redacted.viewer is None else redacted.viewer}"
    yield f"dealer = {redacted.events[0].seat}"
    yield from write_events(redacted)
