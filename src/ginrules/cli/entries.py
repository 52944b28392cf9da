"""What a score keeper writes about a deal, such as ``anna knock 7 18``, and the result that it stands for."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar, final

import attrs

from ginrules.cards import Card, Suit
from ginrules.errors import GinRulesError
from ginrules.match import Match
from ginrules.results import DealResult, Ending, Seat
from ginrules.seating import Table

Ask: TypeAlias = Callable[[str], str]
"""Asks a person and returns the answer, without spaces around it."""
T = TypeVar("T")

FORMS: Final = "anna knock 7 18, anna gin 23, anna big gin 23 or void"
_MAX_PIPS: Final = 10
_PAIR: Final = 2
_MAX_LENGTH: Final = 200
_ENTRY: Final = re.compile(
    r"(?:(?P<who>.+?)\s+)?(?P<ending>knock(?:s|ed)?|big\s*gin|gin|void|double\s+refused)"
    r"(?P<numbers>(?:(?:\s+(?:to\s+|against\s+)?|\s*[-:/,]\s*)[0-9]{1,4})*)"
    r"(?P<facts>(?:\s+(?:upcard|blocked|factor)[\s=]+(?:\S+))*)",
    re.IGNORECASE,
)
_FACTOR: Final = re.compile("[1-9][0-9]{0,3}")
_SUITS: Final = {suit.letter: suit for suit in Suit}
_QUESTIONS: Final = {
    "upcard": "Which card was turned up?",
    "blocked": "Which suits does the knocker's spread block (letters of c, d, h, s, or - for none)?",
    "factor": "What does the deal count, times how much?",
}
_FACT: Final = re.compile(r"(upcard|blocked|factor)[\s=]+(\S+)", re.IGNORECASE)


class EntryError(GinRulesError):
    """A line of a score keeper that cannot be entered."""


@final
@attrs.frozen(kw_only=True)
class Entry:
    """What was written about a deal; the rest has to be asked."""

    who: str | None
    """Who ended the deal, as written."""
    ending: Ending
    numbers: tuple[int, ...]
    facts: dict[str, str]


def read_entry(text: str) -> Entry:
    """Read what was written about a deal.

    >>> entry = read_entry("Anna knock 7 18")
    >>> entry.who, entry.ending.value, entry.numbers
    ('Anna', 'knock', (7, 18))

    Raises:
        EntryError: it has another form.

    """
    found = None if len(text) > _MAX_LENGTH else _ENTRY.fullmatch(text.strip())
    if found is None:
        raise EntryError(f"{text.strip()[:60]!r} is no entry; expected {FORMS}, or help")
    kind = "".join(found["ending"].lower().split())
    ending = {
        "biggin": Ending.BIG_GIN,
        "gin": Ending.GIN,
        "void": Ending.VOID,
        "doublerefused": Ending.REFUSED,
    }.get(kind, Ending.KNOCK)
    numbers = tuple(int(number) for number in re.findall("[0-9]+", found["numbers"]))
    facts = {name.lower(): value for name, value in _FACT.findall(found["facts"])}
    return Entry(who=found["who"], ending=ending, numbers=numbers, facts=facts)


def find_name(text: str, names: Sequence[str]) -> int:
    """Return which of the names is meant: the whole of it or how it begins, in either case.

    Raises:
        EntryError: none or several are.

    """
    wanted = text.strip().casefold()
    whole = [number for number, name in enumerate(names) if name.casefold() == wanted]
    begun = [number for number, name in enumerate(names) if wanted and name.casefold().startswith(wanted)]
    for found in (whole, begun):
        if len(found) == 1:
            return found[0]
    what = "could be several players" if begun else "is no player"
    raise EntryError(f"{text.strip()[:40]!r} {what}; expected {' or '.join(names)}")


def complete(entry: Entry, match: Match, ask: Ask | None) -> tuple[DealResult, int]:
    """Return the result that an entry stands for, and the number of its table.

    Args:
        entry: what was written.
        match: the match as it stands.
        ask: asks for what is missing; None if nobody can be asked.

    Raises:
        EntryError: it cannot be, or something is missing and nobody can be asked, or will not say.
        GinRulesError: the rules refuse it.

    """
    return _Completion(entry, match, ask).result()


@final
@attrs.frozen
class _Completion:
    """An entry on its way to a result."""

    entry: Entry
    match: Match
    ask: Ask | None

    def result(self) -> tuple[DealResult, int]:
        number, table, knocker = self._where()
        names = [self.match.names[player] for player in table.players]
        if knocker is None:
            numbers = self._numbers(())
            deadwood = (numbers[0], numbers[1]) if numbers else None
        else:
            deadwood = self._deadwood(knocker, names)
        result = DealResult(ending=self.entry.ending, knocker=knocker, deadwood=deadwood)
        for name, text in self.entry.facts.items():
            result = _with_fact(result, name, text)
        return self._with_missing(result, names), number

    def _where(self) -> tuple[int, Table, Seat | None]:
        """Return the number of the table, the table, and the seat of who ended the deal."""
        open_tables = self._open_tables()
        who = self.entry.who
        if self.entry.ending is Ending.VOID and who is None and len(open_tables) == 1:
            return (*open_tables[0], None)
        if who is None:
            playing = [self.match.names[player] for _, table in open_tables for player in table.players]
            what = {Ending.VOID: "played the void deal", Ending.REFUSED: "doubled"}.get(
                self.entry.ending, "ended the deal"
            )
            who = self._asked(f"Who {what}, {' or '.join(playing)}?", _text)
        player = find_name(who, self.match.names)
        for number, table in open_tables:
            if player in table.players:
                seat = None if self.entry.ending is Ending.VOID else Seat(table.players.index(player))
                return number, table, seat
        raise EntryError(f"{self.match.names[player]} has no deal to play now")

    def _open_tables(self) -> list[tuple[int, Table]]:
        tables = self.match.tables
        if self.match.round is None or not tables:
            outcome = self.match.outcome
            raise EntryError(
                "the match is over; undo takes the last entry back" if outcome else "nobody deals yet"
            )
        return list(zip(self.match.round.open_tables, tables, strict=True))

    def _deadwood(self, knocker: Seat, names: Sequence[str]) -> tuple[int, int]:
        other = names[1 - knocker]
        if self.entry.ending is Ending.REFUSED:
            own, rest = self._numbers((f"{names[knocker]}'s deadwood?", f"{other}'s deadwood?"))
        elif self.entry.ending is Ending.KNOCK:
            own, rest = self._numbers((f"{names[knocker]}'s deadwood?", f"{other}'s deadwood, after layoffs?"))
        else:
            own = 0
            (rest,) = self._numbers((f"{other}'s deadwood?",))
        return (own, rest) if knocker == 0 else (rest, own)

    def _numbers(self, questions: tuple[str, ...]) -> tuple[int, ...]:
        """Return the numbers of the entry, those that are missing asked for."""
        given = self.entry.numbers
        if self.entry.ending is Ending.VOID:
            if len(given) not in (0, _PAIR):
                raise EntryError("a void deal has no number, or the deadwood of both, in the order of the names")
        elif len(given) > len(questions):
            form = "one number: what the other was left with"
            if len(questions) == _PAIR:
                form = "two numbers: the knocker's deadwood and the other's after layoffs"
            raise EntryError(f"{self.entry.ending.words} takes {form}")
        asked = [self._asked(question, self._pips) for question in questions[len(given) :]]
        return (*(self._pips(str(number)) for number in given), *asked)

    def _pips(self, text: str) -> int:
        rules = self.match.rules
        most = rules.hand_size * max(_MAX_PIPS, rules.ace_pips)
        if not (text.isascii() and text.isdigit() and int(text) <= most):
            raise EntryError(f"{text[:40]!r} is no deadwood; expected 0 to {most}")
        return int(text)

    def _with_missing(self, result: DealResult, names: Sequence[str]) -> DealResult:
        """Return the result with what the rules still have to be told."""
        for name in self.match.rules.missing_facts(result):
            if name == "deadwood":
                first, second = (self._asked(f"{player}'s deadwood?", self._pips) for player in names)
                result = attrs.evolve(result, deadwood=(first, second))
            else:
                result = self._asked(_question(name), partial(_with_fact, result, name))
        return result

    def _asked(self, question: str, read: Callable[[str], T]) -> T:
        """Return an answer, asked for until it can be read."""
        if self.ask is None:
            raise EntryError(f"{question.rstrip('?')} is not said; expected {FORMS}")
        original = question
        while True:
            answer = self.ask(question)
            if not answer:
                raise EntryError("nothing was entered")
            try:
                return read(answer)
            except GinRulesError as error:
                question = f"{error}.\n{original} (Enter drops the entry)"


def _text(text: str) -> str:
    return text


def _question(name: str) -> str:
    if name not in _QUESTIONS:
        raise EntryError(f"these rules have to be told {name}, which has no place in an entry")
    return _QUESTIONS[name]


def _with_fact(result: DealResult, name: str, text: str) -> DealResult:
    """Return the result with one more fact, as written."""
    match name:
        case "upcard":
            return attrs.evolve(result, upcard=Card.parse(text))
        case "blocked":
            return attrs.evolve(result, blocked=_suits(text))
        case _:
            return attrs.evolve(result, factor=_factor(text))


def _factor(text: str) -> int:
    if _FACTOR.fullmatch(text) is None:
        raise EntryError(f"{text[:40]!r} is no factor; expected a whole number, 1 or more")
    return int(text)


def _suits(text: str) -> tuple[Suit, ...]:
    """Read suits as letters or names, parted by commas or not at all; a minus stands for none."""
    found: list[Suit] = []
    for word in re.findall(r"[^\s,]+", text.lower().replace("-", " ")):
        named = [suit for suit in Suit if len(word) > 1 and suit.name.lower().startswith(word)]
        if not named and not set(word) <= set(_SUITS):
            raise EntryError(f"{text[:40]!r} are no suits; expected letters of c, d, h, s, or - for none")
        found.extend(named or (_SUITS[letter] for letter in word))
    return tuple(found)
