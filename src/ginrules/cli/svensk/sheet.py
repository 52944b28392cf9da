"""The score sheet of the two-deck game: a row a round, points and running totals; the lowest total wins."""

from typing import Final

import attrs
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules.cli.terminal import plain
from ginrules.contract import Match

_MAX_NAME: Final = 10


def sheet_table(match: Match) -> Table:
    """Return the sheet: the contract of each round, who dealt, and what each player had left, with totals."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("Contract")
    table.add_column("Dealer", overflow="ellipsis", no_wrap=True, max_width=_MAX_NAME)
    for name in match.names:
        table.add_column(
            Text(plain(name)), justify="right", overflow="ellipsis", no_wrap=True, max_width=_MAX_NAME
        )
    totals = [0] * match.players
    for entry in match.entries:
        totals = [total + points for total, points in zip(totals, entry.points, strict=True)]
        contract = attrs.evolve(match.rules.contracts[entry.number - 1], deal=None)
        shown = (f"{points or '-'} {total:>4}" for points, total in zip(entry.points, totals, strict=True))
        table.add_row(str(entry.number), str(contract), plain(match.names[entry.dealer]), *shown)
    return table


def show_sheet(match: Match, out: Console) -> None:
    """Print the sheet, and who has won if the match is over."""
    if not match.entries:
        out.print("Nothing has been entered.")
        return
    out.print(sheet_table(match))
    out.print("Each column: the points of the round, - for none, and the total. The lowest total wins.")
    if match.outcome is not None:
        out.print()
        out.print(Text(outcome_words(match), style="bold"))


def outcome_words(match: Match) -> str:
    """Return in a sentence who has won; empty while the match goes on. Rule: SVENSK-14."""
    outcome = match.outcome
    if outcome is None:
        return ""
    names = [plain(match.names[seat]) for seat in outcome.winners]
    lowest = min(outcome.totals)
    if len(names) == 1:
        return f"{names[0]} wins with {lowest} points."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win with {lowest} points each."
