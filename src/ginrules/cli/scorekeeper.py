"""The score sheet of a match with real cards, kept line by line."""

from collections.abc import Callable
from decimal import Decimal
from typing import Final, TypeAlias, final

from rich.console import Console
from rich.text import Text

from ginrules.cli.entries import Ask, EntryError, complete, find_name, read_entry
from ginrules.cli.prompt import LeaveError
from ginrules.cli.sheet import (
    are_sides,
    booked,
    ending_words,
    is_crowd,
    player_names,
    round_words,
    show_outcome,
    show_sheet,
)
from ginrules.cli.terminal import plain
from ginrules.cli.words import score_words
from ginrules.match import Match

Save: TypeAlias = Callable[[Match], None]
"""Keeps a match for good, or raises."""

_HELP: Final = (
    ("anna knock 7 18", "Anna knocked with 7; after layoffs 18 were left"),
    ("anna knock 7 5", "the same way for an undercut: the knocker first"),
    ("anna gin 23", "Anna went gin; the other had 23 left"),
    ("anna big gin 23", "the same for big gin, where it is played"),
    ("anna double refused 7 18", "Bertil refused Anna's double; Anna held 7, Bertil 18"),
    ("void", "nobody ended the deal"),
    ("undo", "take the last entry back"),
    ("dealer NAME", "who deals first, before anything is entered"),
    ("resign NAME", "NAME gives the match up"),
    ("sheet, help, quit", "the sheet, this help, leave"),
)


@final
class ScoreKeeper:
    """Takes lines, enters them, and keeps the sheet after each.

    A name may be shortened to how it begins. What an entry lacks is asked for.
    """

    def __init__(
        self, match: Match, out: Console, *, save: Save | None, stake: Decimal | None, ask: Ask | None
    ) -> None:
        self.match = match
        self._out = out
        self._save = save
        self._stake = stake
        self._ask = ask

    def take(self, line: str) -> None:
        """Do what a line says.

        Raises:
            LeaveError: the line says so.
            GinRulesError: it cannot be done; nothing has changed.
            OSError: the sheet cannot be saved; nothing has changed.

        """
        words = line.split(None, 1)
        rest = words[1].strip() if len(words) > 1 else ""
        match words[0].lower() if words else "":
            case "":
                return
            case "quit" | "q" | "exit" if not rest:
                raise LeaveError
            case "help" | "h" | "?" if not rest:
                show_help(self._out)
            case "sheet" if not rest:
                self.show()
            case "undo" if not rest:
                self._undo()
            case "resign" if rest:
                self._keep(self.match.resign(find_name(rest, self.match.names)))
                self.show()
            case "dealer" if rest:
                self._set_dealer(rest)
            case _:
                self._enter(line)

    def show(self) -> None:
        """Print the sheet, and the outcome if there is one."""
        self._out.print()
        show_sheet(self.match, self._out)
        if self.match.outcome is not None:
            self._out.print()
            show_outcome(self.match, self._out, self._stake)
        self._out.print()

    def question(self) -> str:
        """Return what a score keeper is asked next."""
        if self.match.outcome is not None:
            return "The match is over (undo, quit)>"
        match, now = self.match, self.match.round
        number = len(match.entries) + 1
        if now is None:
            return f"Deal {number}>"
        dealer = plain(match.account_names[now.dealer])
        if not is_crowd(match):
            return f"Deal {number}, {dealer} deals>"
        meetings = ", ".join(" against ".join(player_names(match, seats)) for seats in match.tables)
        return f"{dealer} {_deals(match)}: {meetings}>"

    def _enter(self, line: str) -> None:
        result, table = complete(read_entry(line), self.match, self._ask)
        self._keep(self.match.enter(result, table=table))
        *_, last = booked(self.match)
        names = player_names(self.match, last.seats)
        words = ending_words(last.entry.result, last.entry.score, names, both=is_crowd(self.match))
        self._out.print(f"{words[:1].upper()}{words[1:]}. {score_words(last.entry.score, names)}")
        if self.match.seating.books_rounds and last.ends_round:
            self._out.print(f"Round {last.round_number} is done: {round_words(last)}.")
        self.show()

    def _undo(self) -> None:
        """Take the last entry back, or a resignation."""
        before = self.match
        self._keep(before.undo())
        what = "the resignation" if before.resigned is not None else f"deal {len(before.entries)}"
        self._out.print(f"Taken back: {what}.")
        self.show()

    def _set_dealer(self, name: str) -> None:
        match = self.match
        if match.entries:
            raise EntryError("the first dealer is known: deals have been entered")
        dealer = match.seating.account_of(find_name(name, match.names))
        self._keep(Match.start(match.rules, names=match.names, dealer=dealer))
        self._out.print(
            f"{plain(match.account_names[dealer])} {'deal' if match.seating.books_rounds else 'deals'} first."
        )

    def _keep(self, match: Match) -> None:
        """Save the match first; only then is it the match."""
        if self._save is not None:
            self._save(match)
        self.match = match


def _deals(match: Match) -> str:
    return "deal" if are_sides(match) else "deals"


def show_help(out: Console) -> None:
    """Print what can be typed."""
    for line, meaning in _HELP:
        out.print(Text(f"  {line:26}{meaning}"))
