"""``ginrules score`` for the two-deck game: penalty points of a table with real cards, kept round by round."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs
import typer
from rich.console import Console
from rich.text import Text

from ginrules.cli.entries import EntryError, find_name
from ginrules.cli.options import UsageError, read_names
from ginrules.cli.prompt import LeaveError, ask, converse
from ginrules.cli.scorefile import ScoreFile
from ginrules.cli.svensk.sheet import show_sheet
from ginrules.cli.terminal import INTERRUPTED, complaint_text, console, file_problem, plain
from ginrules.contract import Match, Rules, records
from ginrules.errors import GinRulesError

_FORMS: Final = "the points of each, such as 45 0 13, or anna out 45 13 for the others in their order"
_NUMBERS: Final = re.compile(r"[0-9]{1,5}(?:[\s,]+[0-9]{1,5})*")
_OUT: Final = re.compile(r"(?P<who>.+?)\s+out\b(?P<rest>.*)", re.IGNORECASE)
_MAX_LINE: Final = 200
_HELP: Final = (
    ("45 0 13", "the points of each player in the order of the sheet"),
    ("anna out 45 13", "Anna went out; the others had 45 and 13, in their order"),
    ("undo", "take the last round back"),
    ("sheet, help, quit", "the sheet, this help, leave"),
)


def svensk_sheet(path: Path) -> ScoreFile[Match]:
    """Return the file of a sheet of this family."""

    def read_match(text: str) -> Match:
        record = records.read(text)
        if not isinstance(record.content, Match) or record.open_round is not None:
            raise UsageError(f"{path} is no score sheet: it has a round that is played with cards")
        return record.content

    def write_match(match: Match, as_json: bool) -> str:
        return records.to_json(match, indent=2) + "\n" if as_json else records.to_text(match)

    return ScoreFile(path, read=read_match, write=write_match)


def score(
    rules: Rules | None,
    file: Path | None,
    names: str | None,
    dealer: str | None,
    add: Sequence[str],
) -> None:
    """Keep the sheet; without rules, that of the file."""
    out = console()
    store = None if file is None else svensk_sheet(file)
    match = None if store is None else store.load()
    is_new = match is None
    if match is None:
        match = _new_match(rules, names, dealer, out, may_ask=not add)
    else:
        _check_same(match, rules, names, dealer)
    if add:
        for line in add:
            try:
                match = entered(match, line)
            except GinRulesError as error:
                raise UsageError(f"{line.strip()[:60]!r}: {error}") from None
        if store is not None:
            store.save(match)
        _show(match, out)
        return
    if store is not None and is_new:
        store.save(match)
    _keep(match, store, out)


def _new_match(
    rules: Rules | None, names: str | None, dealer: str | None, out: Console, *, may_ask: bool
) -> Match:
    if rules is None:
        raise UsageError("a new sheet needs its rules: --rules svensk-7")
    if names is None and may_ask:
        try:
            names = ask("Who plays? Names, with commas between:", out)
        except EOFError:
            out.print()
    if names is None:
        raise UsageError("a new sheet needs the names of the players: --names Anna,Bertil,Cilla")
    players = read_names(names)
    first = 0 if dealer is None else find_name(dealer, players)
    return Match.start(rules, names=players, dealer=first)


def _check_same(match: Match, rules: Rules | None, names: str | None, dealer: str | None) -> None:
    if rules is not None and rules != match.rules:
        raise UsageError(f"the sheet is kept under {match.rules.name!r}, which never changes within a match")
    if names is not None and read_names(names) != match.names:
        raise UsageError(f"the sheet is that of {', '.join(match.names)}; start another for others")
    if dealer is not None and find_name(dealer, match.names) != match.first_dealer:
        raise UsageError("the sheet has another first dealer")


def entered(match: Match, line: str) -> Match:
    """Return the match after a line: the points of a round, or undo.

    Raises:
        GinRulesError: it cannot be entered; nothing has changed.

    """
    text = line.strip()
    if text.lower() == "undo":
        return match.undo()
    return match.enter(_points(text, match.names))


def _points(text: str, names: Sequence[str]) -> tuple[int, ...]:
    found = None if len(text) > _MAX_LINE else _OUT.fullmatch(text)
    numbers = text if found is None else found["rest"].strip()
    if len(text) > _MAX_LINE or not _NUMBERS.fullmatch(numbers):
        raise EntryError(f"{text[:60]!r} is no entry; expected {_FORMS}, or help")
    points = [int(number) for number in re.findall("[0-9]+", numbers)]
    if found is not None:
        points.insert(find_name(found["who"], names), 0)
    return tuple(points)


def _question(match: Match) -> str:
    if match.number is None or match.dealer is None:
        return "The match is over (undo, quit)>"
    contract = attrs.evolve(match.rules.contracts[match.number - 1], deal=None)
    return f"Round {match.number} ({contract}), {plain(match.names[match.dealer])} deals>"


def _show(match: Match, out: Console) -> None:
    out.print()
    show_sheet(match, out)
    out.print()


def _keep(match: Match, store: ScoreFile[Match] | None, out: Console) -> None:
    """Take lines until the score keeper leaves."""
    where = "not kept in a file" if store is None else f"kept in {plain(str(store.path))}"
    out.print(Text(f"{', '.join(map(plain, match.names))}: {plain(match.rules.title)}", style="bold"))
    out.print(f"The sheet is {where}. Enter such as '45 0 13', or help.")
    if match.entries:
        _show(match, out)

    def take_line() -> bool:
        nonlocal match
        match = _taken(match, ask(_question(match), out), store, out)
        return True

    interrupted = converse(take_line, out)
    out.print(f"The sheet is {where}.")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _taken(match: Match, line: str, store: ScoreFile[Match] | None, out: Console) -> Match:
    """Return the match after a line that was typed; what cannot be is said, and changes nothing."""
    match line.lower():
        case "":
            return match
        case "quit" | "q" | "exit":
            raise LeaveError
        case "help" | "h" | "?":
            for typed, meaning in _HELP:
                out.print(Text(f"  {typed:20}{meaning}"))
            return match
        case "sheet":
            _show(match, out)
            return match
        case _:
            pass
    try:
        then = entered(match, line)
        if store is not None:
            store.save(then)
    except GinRulesError as error:
        out.print(complaint_text(str(error)))
        return match
    except OSError as error:
        out.print(complaint_text(f"not saved, so not entered: {file_problem(error)}"))
        return match
    _show(then, out)
    return then
