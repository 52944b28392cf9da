"""The score sheet on the screen: a row a deal, running sums as people write them, and how it all ends."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Protocol, final, runtime_checkable

import attrs
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules.cli.terminal import count, plain
from ginrules.match import Match, MatchEntry, MatchOutcome
from ginrules.results import DealResult, Ending
from ginrules.scoring import DealScore, Pair, ScoreLine, Sheet
from ginrules.seating import Table as Seats

_MAX_NAME = 14  # the width of a column with a name
_MIN_TEXT = 9  # the width that a column of words keeps


@final
@attrs.frozen(kw_only=True)
class Booked:
    """A finished deal of a match, with the sheet before and after it."""

    number: int
    entry: MatchEntry
    seats: Seats
    """Who sat where."""
    before: Sheet
    after: Sheet


@final
@attrs.frozen(kw_only=True)
class Column:
    """A column that each account has on a sheet, with what stands there by account."""

    title: str
    """What tells it from the others; empty if there is no other."""
    points: tuple[int, ...]


@runtime_checkable
class ManyColumns(Protocol):
    """What a sheet offers that keeps several columns for each account."""

    @property
    def columns(self) -> tuple[Sheet, ...]:
        """The columns, each a sheet of its own."""
        ...


def columns_of(sheet: Sheet) -> tuple[Column, ...]:
    """Return the columns of a sheet, whatever ledger keeps it."""
    if isinstance(sheet, ManyColumns):
        numbered = enumerate(sheet.columns, start=1)
        return tuple(Column(title=str(number), points=column.points) for number, column in numbered)
    return (Column(title="", points=sheet.points),)


def booked(match: Match) -> Iterator[Booked]:
    """Yield the finished deals of a match, in order, as its sheet has them."""
    so_far = Match.start(match.rules, names=match.names, dealer=match.first_dealer, seating=match.seating)
    for number, entry in enumerate(match.entries, start=1):
        now = so_far.round
        assert now is not None  # noqa: S101  nothing is entered before the dealer is known
        then = so_far.enter(entry.played, table=entry.table)
        yield Booked(
            number=number, entry=entry, seats=now.tables[entry.table], before=so_far.sheet, after=then.sheet
        )
        so_far = then


def sheet_table(match: Match) -> Table:
    """Return the sheet: who dealt, how each deal ended, what it was worth, and the running sums."""
    names = account_names(match)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("Dealer", overflow="ellipsis", no_wrap=True, max_width=_MAX_NAME)
    table.add_column("How it ended", min_width=_MIN_TEXT)
    table.add_column("What for", min_width=_MIN_TEXT)
    for name in names:
        for column in columns_of(match.sheet):
            heading = f"{name} {column.title}".rstrip()
            table.add_column(
                heading, justify="right", overflow="ellipsis", no_wrap=True, max_width=_MAX_NAME, min_width=4
            )
    for row in booked(match):
        table.add_row(*_row(row, match))
    return table


def account_names(match: Match) -> tuple[str, ...]:
    """Return what those who score are called, fit for a terminal."""
    return tuple(plain(name) for name in match.seating.account_names(match.names))


def player_names(match: Match, seats: Seats) -> tuple[str, str]:
    """Return what the two who sit at a table are called, fit for a terminal; seat 0 first."""
    first, second = seats.players
    return plain(match.names[first]), plain(match.names[second])


def _row(row: Booked, match: Match) -> list[Text]:
    names = player_names(match, row.seats)
    entry = row.entry
    style = "dim" if entry.result.ending is Ending.VOID else ""
    texts = [
        str(row.number),
        names[entry.dealer],
        ending_words(entry.result, entry.score, names),
        itemized(entry.score, names),
    ]
    cells = [Text(text, style=style) for text in texts]
    for account in range(match.seating.accounts):
        for before, after in zip(columns_of(row.before), columns_of(row.after), strict=True):
            same = before.points[account] == after.points[account]
            won = entry.score.winner is not None and row.seats.accounts[entry.score.winner] == account
            cells.append(Text("" if same and not won else str(after.points[account])))
    return cells


def ending_words(result: DealResult, score: DealScore, names: tuple[str, str]) -> str:
    """Return in a few words how a deal ended, such as ``Anna knocked, 7 to 18``."""
    knocker, defender = result.knocker, result.defender
    if knocker is None or defender is None:
        return "void"
    if result.ending is Ending.REFUSED or result.deadwood is None:
        return f"{names[defender]} refused {names[knocker]}'s double"
    own, other = result.deadwood[knocker], result.deadwood[defender]
    match result.ending:
        case Ending.GIN:
            return f"{names[knocker]} gin against {other}"
        case Ending.BIG_GIN:
            return f"{names[knocker]} big gin against {other}"
        case _:
            if score.winner == defender:
                return f"{names[defender]} undercut, {other} to {own}"
            return f"{names[knocker]} knocked, {own} to {other}"


def itemized(score: DealScore, names: tuple[str, str]) -> str:
    """Return what the points of a deal are made of."""
    if score.winner is None:
        halves = [f"half a box to {name}" for name, half in zip(names, score.half_boxes, strict=True) if half]
        return " and ".join(halves)
    return " + ".join(f"{line.points} {line.label}" for line in score.lines)


def outcome_table(outcome: MatchOutcome) -> Table:
    """Return the final totals, line by line, and the net."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for name in outcome.names:
        table.add_column(
            Text(plain(name)), justify="right", overflow="ellipsis", no_wrap=True, max_width=_MAX_NAME
        )
    labels = dict.fromkeys(line.label for lines in outcome.lines for line in lines)
    for label in labels:
        table.add_row(label, *(_points(lines, label) for lines in outcome.lines))
    table.add_row(Text("total", style="bold"), *(Text(str(total), style="bold") for total in outcome.totals))
    table.add_row("net", *(f"{net:+}" if net else "0" for net in outcome.net))
    return table


def _points(lines: tuple[ScoreLine, ...], label: str) -> str:
    found = [line.points for line in lines if line.label == label]
    return str(sum(found)) if found else ""


def outcome_words(outcome: MatchOutcome, match: Match) -> str:
    """Return in a sentence who won."""
    gave_up = "" if outcome.resigned is None else f"{plain(match.names[outcome.resigned])} gave the match up. "
    if outcome.winner is None:
        return f"{gave_up}The match is drawn."
    return f"{gave_up}{plain(outcome.names[outcome.winner])} wins the match."


def settlement(outcome: MatchOutcome, stake: Decimal | None) -> Iterator[str]:
    """Yield who owes whom what, in points, or in money at a stake a point. Rule: MATCH-06."""
    names = tuple(map(plain, outcome.names))
    for pair in outcome.outcome.pairs or _only_pair(outcome):
        first, second = pair.accounts
        winner, loser = (first, second) if pair.net > 0 else (second, first)
        owed = abs(pair.net)
        if not owed:
            yield f"{names[first]} and {names[second]} are even."
        elif stake is None:
            yield f"{names[loser]} owes {names[winner]} {count(owed, 'point')}."
        else:
            yield f"{names[loser]} owes {names[winner]} {owed * stake:,f} ({count(owed, 'point')} at {stake:f})."


def _only_pair(outcome: MatchOutcome) -> tuple[Pair, ...]:
    """Return what two settle where the ledger names no pairs."""
    return (Pair(accounts=(0, 1), net=outcome.net[0]),) if len(outcome.net) == 2 else ()  # noqa: PLR2004


def show_sheet(match: Match, out: Console) -> None:
    """Print the sheet as it stands."""
    if match.entries:
        out.print(sheet_table(match))
    else:
        out.print("Nothing has been entered.")


def show_outcome(match: Match, out: Console, stake: Decimal | None = None) -> None:
    """Print how the match ended, if it has."""
    outcome = match.outcome
    if outcome is None:
        return
    out.print(Text(outcome_words(outcome, match), style="bold"))
    out.print()
    out.print(outcome_table(outcome))
    out.print()
    for sentence in settlement(outcome, stake):
        out.print(sentence)
