"""Records as text, easy to read and to write by hand.

The grammar; ``NL`` ends a line, ``[ ]`` may be left out, ``{ }`` may come any number of times, and what stands in
capitals is explained below::

    record  = "ginrules svensk record 1" NL "semantics = 1" NL [rules] (round | match)
    rules   = "[rules]" NL {KNOB " = " VALUE NL} {"contract " NUMBER " = " CONTRACT NL}
    round   = "[round]" NL [players] ["number = " NUMBER NL] ["players = " NUMBER NL] ["dealer = " SEAT NL]
              "deck = " CARDS NL {turn} ["end: " END NL]
    players = {"player " SEAT " = " NAME NL}
    turn    = WHO ": " ACTION {", " ACTION} NL
    match   = "[match]" NL players "dealer = " SEAT NL
              {round | "result: " END "; hands " CARDS {" / " CARDS} NL | "points: " NUMBER {" " NUMBER} NL}

======== ========================================================================================================
SEAT     the number of a seat, from 0
WHO      a seat, or ``-`` for chance, which makes a new stock
ACTION   as :func:`~ginrules.contract.parse_action` reads it, but without commas: ``draw``, ``buy``,
         ``lay Qh Qh Qs | 5s [6s] 7s 8s``, ``build 9s on 2``, ``discard 7h``, ``reshuffle 5s 6s *``
END      ``out 2; points 45 0 13``: who went out, or ``none``, and the penalty points of each seat
CONTRACT as :meth:`Contract.parse <ginrules.contract.Contract.parse>` reads it: ``3 runs, all out, deal 12``
KNOB     a knob of :class:`~ginrules.contract.Rules`, or its name or title; what is left out is as in ``Rules()``
VALUE    a number, ``true``, ``false``, ``none``, a word, or a text in double quotes
CARDS    cards parted by spaces, a deck in the order dealt; ``*`` is a joker, ``-`` none
======== ========================================================================================================

Lines may be indented, and empty ones mean nothing. A comment is a line that begins with ``#``, or the rest of a
line after a space and ``#``, but not in names and titles. In a section the lines with ``=`` may come in any order.

A round by itself says its number, its dealer, and how many play or their names. In a match these follow, and are
checked where they are said, as ``end`` is everywhere. The last round of a match need not be finished. The name of
the rules is only a label: the rules are what the knobs say.
"""

import json
from collections.abc import Iterator, Sequence

from ginrules.contract.match import Match
from ginrules.contract.play import Round
from ginrules.contract.records.bounds import FORMAT, MAGIC, SEMANTICS
from ginrules.contract.records.record import Content
from ginrules.contract.records.replaying import check_match, check_names, turns_of
from ginrules.contract.rules import Rules
from ginrules.contract.state import RoundResult
from ginrules.contract.tables import PlainValue, rules_to_plain
from ginrules.rawrecord import refused_at

NONE = "none"
CHANCE = "-"
QUOTED = ("name", "title")
"""The knobs whose values stand in quotes."""


def write_text(content: Content, *, names: Sequence[str] | None, open_round: Round | None) -> str:
    """Return a record as text; see :func:`ginrules.contract.records.to_text`."""
    if isinstance(content, Match):
        body = _match_lines(content, open_round)
    else:
        body = _round_lines(content, names=names, alone=True)
    return "\n".join([*_header(content.rules), *body, ""])


def _header(rules: Rules) -> Iterator[str]:
    yield f"{MAGIC} {FORMAT}"
    yield f"semantics = {SEMANTICS}"
    yield ""
    yield "[rules]"
    with refused_at(""):
        plain = rules_to_plain(rules)
    for knob, value in plain.items():
        if knob not in {"sources", "contracts"}:
            yield f"{knob} = {_value(knob, value)}"
    for number, contract in enumerate(rules.contracts, 1):
        yield f"contract {number} = {contract}"


def _value(knob: str, value: PlainValue) -> str:
    if knob in QUOTED:
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return "true" if value else "false"
    return NONE if value is None else str(value)


def _match_lines(match: Match, open_round: Round | None) -> Iterator[str]:
    check_match(match, open_round)
    yield ""
    yield "[match]"
    yield from _player_lines(match.names)
    yield f"dealer = {match.first_dealer}"
    for entry in match.entries:
        if entry.round is not None:
            yield from _round_lines(entry.round)
            continue
        yield ""
        if entry.result is not None:
            hands = " / ".join(map(str, entry.result.hands))
            yield f"result: {_end(entry.result)}; hands {hands}"
        else:
            yield f"points: {_numbers(entry.points)}"
    if open_round is not None:
        yield from _round_lines(open_round)


def _round_lines(played: Round, *, names: Sequence[str] | None = None, alone: bool = False) -> Iterator[str]:
    start = played.start_state
    yield ""
    yield "[round]"
    if names is not None:
        yield from _player_lines(check_names(played, names))
    yield f"number = {start.number}"
    if alone and names is None:
        yield f"players = {start.players}"
    turns = [*turns_of(played)]  # which finds out, too, whether there is a deck
    yield f"dealer = {start.dealer}"
    yield f"deck = {' '.join(map(str, played.deck))}"
    for seat, actions in turns:
        yield f"{CHANCE if seat is None else seat}: {', '.join(map(str, actions))}"
    if played.result is not None:
        yield f"end: {_end(played.result)}"


def _player_lines(names: Sequence[str]) -> Iterator[str]:
    return (f"player {number} = {name}" for number, name in enumerate(names))


def _end(result: RoundResult) -> str:
    return f"out {NONE if result.out is None else result.out}; points {_numbers(result.points)}"


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
