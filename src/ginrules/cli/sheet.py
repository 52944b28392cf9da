"""The score sheet on the screen: a row a deal, running sums as people write them, and how it all ends."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, final

import attrs
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules.cards import Suit
from ginrules.cli.terminal import count, plain, suit_text
from ginrules.match import Match, MatchEntry, MatchOutcome
from ginrules.results import SEATS, DealResult, Ending
from ginrules.rules import Rules
from ginrules.scoring import (
    ColorSheet,
    DealScore,
    HollywoodLedger,
    HollywoodSheet,
    Pair,
    ScoreLine,
    Sheet,
)
from ginrules.seating import Round
from ginrules.seating import Table as Seats

_MAX_NAME: Final = 14
_NUMBERS: Final = 48
"""How many of the 80 columns of the screen the points may take."""
_MIN_NUMBER: Final = 4
_MIN_TEXT: Final = 9


@final
@attrs.frozen(kw_only=True)
class Booked:
    """A finished deal of a match, with the sheet before and after it."""

    number: int
    entry: MatchEntry
    round: Round
    """The round of the deal, before it."""
    round_number: int
    """The number of the round, from 1."""
    ends_round: bool
    """Whether it was the last deal of its round."""
    before: Sheet
    after: Sheet

    @property
    def seats(self) -> Seats:
        """Who sat where."""
        return self.round.tables[self.entry.table]

    @property
    def scores(self) -> tuple[DealScore, ...]:
        """What the deals of the round were worth, this one and those that were done before it, by table."""
        known = {number: score for number, score in enumerate(self.round.scores) if score is not None}
        known[self.entry.table] = self.entry.score
        return tuple(known[number] for number in sorted(known))


@final
@attrs.frozen(kw_only=True)
class Column:
    """A column that each account has on a sheet."""

    title: str
    """What tells it from the others; empty if there is no other."""
    points: tuple[int, ...]
    """What stands there, by account."""
    closed: bool = False
    """Whether nothing can be entered there any more."""


def columns_of(rules: Rules, sheet: Sheet, out: Console) -> tuple[Column, ...]:
    """Return the columns of a sheet: four suits, several matches at once, or one, whatever ledger keeps it."""
    if isinstance(sheet, ColorSheet):
        still_open = rules.scoring.terms(sheet, None).open_suits
        return tuple(
            Column(
                title=suit_text(suit, out),
                points=tuple(row[suit] for row in sheet.suit_points),
                closed=suit not in still_open,
            )
            for suit in Suit
        )
    if isinstance(sheet, HollywoodSheet):
        ledger: object = getattr(rules.scoring, "ledger", None)
        closed = ledger.closed(sheet) if isinstance(ledger, HollywoodLedger) else ()
        return tuple(
            Column(title=str(number + 1), points=column.points, closed=number in closed)
            for number, column in enumerate(sheet.columns)
        )
    return (Column(title="", points=sheet.points),)


def booked(match: Match) -> Iterator[Booked]:
    """Yield the finished deals of a match, in order, as its sheet has them."""
    so_far = Match.start(match.rules, names=match.names, dealer=match.first_dealer)
    round_number = 1
    for number, entry in enumerate(match.entries, start=1):
        now = so_far.round
        assert now is not None  # noqa: S101  nothing is entered before the dealer is known
        then = so_far.enter(entry.played, table=entry.table)
        is_void = entry.score.ending is Ending.VOID and then.round is not None and then.round == now
        ends_round = now.open_tables == (entry.table,) and not is_void
        yield Booked(
            number=number,
            entry=entry,
            round=now,
            round_number=round_number,
            ends_round=ends_round,
            before=so_far.sheet,
            after=then.sheet,
        )
        round_number += ends_round
        so_far = then


def sheet_table(match: Match, out: Console) -> Table:
    """Return the sheet: who dealt, how each deal ended, what it was worth, and the running sums."""
    columns = columns_of(match.rules, match.sheet, out)
    names = account_names(match)
    gap = 2 if len(columns) == 1 else 1
    name_width = max(_MIN_NUMBER, min(_MAX_NAME, _NUMBERS // (len(names) * len(columns)) - gap))
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    table.add_column("#", justify="right", no_wrap=True)
    if len(columns) == 1:
        table.add_column("Dealer", overflow="ellipsis", no_wrap=True, max_width=_MAX_NAME)
    table.add_column("How it ended", min_width=_MIN_TEXT)
    if len(columns) == 1:
        table.add_column("What for", min_width=_MIN_TEXT)
    for column in columns:
        for name in names:
            heading = Text(f"{column.title}\n{name}".strip(), overflow="ellipsis", no_wrap=True)
            table.add_column(
                heading,
                justify="right",
                overflow="ellipsis",
                no_wrap=True,
                min_width=_MIN_NUMBER,
                max_width=name_width,
            )
    for row in booked(match):
        table.add_row(*_row(row, match, out))
        if match.seating.books_rounds and row.ends_round:
            table.add_row(*_round_row(row, match, out))
    return table


def dealer_name(match: Match, now: Round, seats: Seats) -> str:
    """Return who deals, fit for a terminal: he need not play; of a side it is the one at that table."""
    seating = match.seating
    player = now.dealer if seating.accounts == seating.players else seats.players[seats.dealer]
    return plain(match.names[player])


def account_names(match: Match) -> tuple[str, ...]:
    """Return what those who score are called, fit for a terminal."""
    return tuple(plain(name) for name in match.account_names)


def player_names(match: Match, seats: Seats) -> tuple[str, str]:
    """Return what the two who sit at a table are called, fit for a terminal; seat 0 first."""
    first, second = seats.players
    return plain(match.names[first]), plain(match.names[second])


def _row(row: Booked, match: Match, out: Console) -> list[Text]:
    names = player_names(match, row.seats)
    entry = row.entry
    single = len(columns_of(match.rules, row.after, out)) == 1
    ending = ending_words(entry.result, entry.score, names, both=is_crowd(match))
    if single:
        dealer = dealer_name(match, row.round, row.seats)
        told = [str(row.number), dealer, ending, itemized(entry.score, names)]
    else:
        told = [str(row.number), f"{ending}: {entry.score.points}" if entry.score.points else ending]
    style = "dim" if entry.result.ending is Ending.VOID else ""
    cells = [Text(text, style=style) for text in told]
    if match.seating.books_rounds:
        return cells
    winner = None if entry.score.winner is None else row.seats.accounts[entry.score.winner]
    return [*cells, *_sums(row, winner, match, out)]


def _round_row(row: Booked, match: Match, out: Console) -> list[Text]:
    """Return the row of a round of several deals, whose net alone is booked. Rule: PAIRS-02."""
    words = round_words(row)
    told = ["", "", f"Round {row.round_number}", words]
    if len(columns_of(match.rules, row.after, out)) > 1:
        told = ["", f"Round {row.round_number}: {words}"]
    net = _net(row.scores)
    winner = None if not net else int(net < 0)
    return [*(Text(text, style="bold") for text in told), *_sums(row, winner, match, out)]


def _sums(row: Booked, winner: int | None, match: Match, out: Console) -> Iterator[Text]:
    """Yield the running sums that have changed, and that of who won: a win without points gives a box."""
    before, after = (columns_of(match.rules, sheet, out) for sheet in (row.before, row.after))
    for old, new in zip(before, after, strict=True):
        for account in range(match.seating.accounts):
            shows = old.points[account] != new.points[account] or (len(after) == 1 and account == winner)
            yield Text(str(new.points[account]) if shows else "")


def _net(scores: Sequence[DealScore]) -> int:
    """Return what the first side has more than the second in a round."""
    return sum(score.points if score.winner == 0 else -score.points for score in scores)


def round_words(row: Booked) -> str:
    """Return what the deals of a round come to, such as ``12 - 10``, for whoever has more."""
    sign = 1 if _net(row.scores) >= 0 else -1
    each = [sign * (score.points if score.winner == 0 else -score.points) for score in row.scores if score.points]
    parts = [f"{'-' if points < 0 else '+'} {abs(points)}" for points in sorted(each, reverse=True)]
    return " ".join(parts).removeprefix("+ ") or "0"


def is_crowd(match: Match) -> bool:
    """Return whether more than two play, so that both players of a deal have to be named."""
    return len(match.names) > len(SEATS)


def ending_words(result: DealResult, score: DealScore, names: tuple[str, str], *, both: bool = False) -> str:
    """Return in a few words how a deal ended, such as ``Anna knocked, 7 to 18``, with both names if asked."""
    knocker, defender = result.knocker, result.defender
    if knocker is None or defender is None:
        return f"{names[0]} and {names[1]}: void" if both else "void"
    if result.ending is Ending.REFUSED or result.deadwood is None:
        return f"{names[defender]} refused {names[knocker]}'s double"
    own, left = result.deadwood[knocker], result.deadwood[defender]
    other = f"{names[defender]}'s {left}" if both else str(left)
    match result.ending:
        case Ending.GIN:
            return f"{names[knocker]} gin against {other}"
        case Ending.BIG_GIN:
            return f"{names[knocker]} big gin against {other}"
        case _:
            if score.winner == defender:
                whom = f" {names[knocker]}" if both else ""
                return f"{names[defender]} undercut{whom}, {left} to {own}"
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
    wins = "win" if are_sides(match) else "wins"
    return f"{gave_up}{plain(outcome.names[outcome.winner])} {wins} the match."


def are_sides(match: Match) -> bool:
    """Return whether several play for one account."""
    return match.seating.accounts < match.seating.players


def settlement(outcome: MatchOutcome, stake: Decimal | None, *, sides: bool = False) -> Iterator[str]:
    """Yield who owes whom what, in points, or in money at a stake a point; *sides* of several. Rule: MATCH-06."""
    owes = "owe" if sides else "owes"
    crowd = len(outcome.names) > len(SEATS)
    names = tuple(map(plain, outcome.names))
    for pair in outcome.outcome.pairs or _only_pair(outcome):
        first, second = pair.accounts
        winner, loser = (first, second) if pair.net > 0 else (second, first)
        owed = abs(pair.net)
        shut_out = ", shutout included" if crowd and pair.shutout else ""
        if not owed:
            yield f"{names[first]} and {names[second]} are even."
        elif stake is None:
            yield f"{names[loser]} {owes} {names[winner]} {count(owed, 'point')}{shut_out}."
        else:
            sum_of_it = f"{owed * stake:,f} ({count(owed, 'point')} at {stake:f})"
            yield f"{names[loser]} {owes} {names[winner]} {sum_of_it}{shut_out}."


def _only_pair(outcome: MatchOutcome) -> tuple[Pair, ...]:
    """Return what two settle where the ledger names no pairs."""
    return (Pair(accounts=(0, 1), net=outcome.net[0]),) if len(outcome.net) == 2 else ()  # noqa: PLR2004


def show_sheet(match: Match, out: Console) -> None:
    """Print the sheet as it stands."""
    if not match.entries:
        out.print("Nothing has been entered.")
        return
    out.print(sheet_table(match, out))
    closed = [column.title for column in columns_of(match.rules, match.sheet, out) if column.closed]
    if closed:
        out.print(f"Closed: {', '.join(closed)}.")


def show_outcome(match: Match, out: Console, stake: Decimal | None = None) -> None:
    """Print how the match ended, if it has."""
    outcome = match.outcome
    if outcome is None:
        return
    out.print(Text(outcome_words(outcome, match), style="bold"))
    out.print()
    out.print(outcome_table(outcome))
    out.print()
    for sentence in settlement(outcome, stake, sides=are_sides(match)):
        out.print(sentence)
