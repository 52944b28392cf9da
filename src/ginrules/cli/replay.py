"""``ginrules replay``: checks a record, every action of it, and shows what is in it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, final

import attrs
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules import solver
from ginrules.cli.options import UsageError
from ginrules.cli.recordfile import read_from
from ginrules.cli.sheet import booked, ending_words, player_names, show_outcome, show_sheet
from ginrules.cli.svensk.family import looks_svensk
from ginrules.cli.terminal import arrangement_text, cards_text, console, count, joined, plain
from ginrules.cli.words import open_events, show_ending, turn_lines
from ginrules.deal import Deal
from ginrules.deal.events import Event, EventKind
from ginrules.match import Match
from ginrules.results import SEATS
from ginrules.scoring import DealScore

if TYPE_CHECKING:
    from ginrules.records import Record, RedactedDeal

_NOBODY: Final = ("Seat 0", "Seat 1")
_MAX_LISTED: Final = 100


def replay(
    file: Annotated[Path, typer.Argument(help="A record of a match, of a deal or of many deals, text or JSON.")],
    deal: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Tell the deal, or the round, with this number, action by action."),
    ] = None,
) -> None:
    """Check a record and show it.

    Every action is played again. One that breaks a rule is refused with the line, the action and the reason, and
    exit code 2. Without --deal the deals are listed.
    """
    if looks_svensk(file):
        from ginrules.cli.svensk import replay as svensk

        svensk.replay(file, deal)
        return
    from ginrules.records import RedactedDeal, lines_of, read_deals

    out = console()
    with read_from(file):
        whole = _whole_record(file)
        if whole is None:
            _show_many(read_deals(lines_of(file)), deal, out)
            return
    content = whole.content
    if isinstance(content, Match):
        _show_match(whole, content, deal, out)
    elif isinstance(content, RedactedDeal):
        _show_redacted(content, whole.names, deal, out)
    else:
        _show_many([content], deal or 1, out, whole.names)


def _whole_record(file: Path) -> "Record | None":
    """Return the record in a file, or None if there are many deals in it, which are read one by one."""
    from ginrules.records import MAX_RECORD, read, read_limited

    if file.stat().st_size > MAX_RECORD:
        return None
    text = read_limited(file)
    starts = [line.strip() for line in text.splitlines() if line.lstrip().startswith(("[", "ginrules record"))]
    many_deals = starts.count("[deal]") > 1 and "[match]" not in starts
    many_records = sum(start.startswith("ginrules") for start in starts) > 1
    return None if many_deals or many_records else read(text)


# A match ------------------------------------------------------------------------------------------------------


def _show_match(record: "Record", match: Match, number: int | None, out: Console) -> None:
    if number is not None:
        _show_deal_of(record, match, number, out)
        return
    names = match.account_names
    out.print(Text(plain(" against ".join(names)), style="bold"))
    deals = count(len(match.entries), "deal")
    out.print(f"{plain(match.rules.title)}, {deals}. Every action is as the rules have it.")
    out.print()
    show_sheet(match, out)
    out.print()
    for following, (_, deal) in enumerate(record.open_deals, start=len(match.entries) + 1):
        actions = count(len(deal.actions), "action")
        out.print(f"Deal {following} is not finished: {actions} so far.")
    if match.outcome is None:
        out.print("The match is not over.")
    else:
        show_outcome(match, out)


def _show_deal_of(record: "Record", match: Match, number: int, out: Console) -> None:
    """Show one deal of a match, which may be known by its result only."""
    entries = list(booked(match))
    if number <= len(entries):
        entry = entries[number - 1].entry
        names = player_names(match, entries[number - 1].seats)
        if entry.deal is not None:
            _show_deal(entry.deal, number, names, entry.score, out)
        else:
            out.print(Text(f"Deal {number}: {names[entry.dealer]} dealt", style="bold"))
            out.print(f"  {ending_words(entry.result, entry.score, names)}; the cards are not recorded.")
            show_ending(entry.result, entry.score, names, out, rules=match.rules)
    elif number <= len(entries) + len(record.open_deals):
        table, deal = record.open_deals[number - len(entries) - 1]
        assert match.round is not None  # noqa: S101  a deal is under way
        _show_deal(deal, number, player_names(match, match.round.tables[table]), None, out)
    else:
        raise UsageError(f"there is no deal {number}; the record has {count(len(entries), 'deal')}")


# Deals by themselves --------------------------------------------------------------------------------------------


@final
@attrs.frozen
class _Row:
    """What the list says of a deal."""

    dealer: str
    ending: str
    points: str
    discards: int


def _show_many(
    deals: Iterable[Deal], number: int | None, out: Console, names: tuple[str, ...] | None = None
) -> None:
    """Show one of many deals, or list them; all of them are checked first."""
    first, second = map(plain, names or _NOBODY)
    called = (first, second)
    rows: list[_Row] = []
    endings: Counter[str] = Counter()
    wanted: Deal | None = None
    total = 0
    for total, deal in enumerate(deals, start=1):
        if total == number:
            wanted = deal
        result = deal.result
        endings["not finished" if result is None else result.ending.value.replace("_", " ")] += 1
        if len(rows) < _MAX_LISTED:
            rows.append(_row(deal, called))
    if number is None:
        _show_list(rows, endings, total, out)
    elif wanted is None:
        raise UsageError(f"there is no deal {number}; the record has {count(total, 'deal')}")
    else:
        result = wanted.result
        _show_deal(wanted, number, called, None if result is None else wanted.rules.scoring.price(result), out)


def _row(deal: Deal, names: tuple[str, str]) -> _Row:
    result = deal.result
    discards = sum(deal.state.turns)
    if result is None:
        return _Row(names[deal.dealer], "not finished", "", discards)
    score = deal.rules.scoring.price(result)
    points = "" if score.winner is None else f"{score.points} to {names[score.winner]}"
    return _Row(names[deal.dealer], ending_words(result, score, names), points, discards)


def _show_list(rows: list[_Row], endings: Counter[str], total: int, out: Console) -> None:
    out.print(f"{count(total, 'deal')}. Every action is as the rules have it.")
    if not rows:
        return
    out.print()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("Dealer")
    table.add_column("How it ended")
    table.add_column("Points")
    table.add_column("Discards", justify="right", no_wrap=True)
    for number, row in enumerate(rows, start=1):
        table.add_row(str(number), row.dealer, row.ending, row.points, str(row.discards))
    out.print(table)
    if total > len(rows):
        out.print(f"and {total - len(rows):,} more; --deal N tells any of them")
    out.print()
    out.print(", ".join(f"{ending} {number:,}" for ending, number in endings.most_common()))


# One deal -------------------------------------------------------------------------------------------------------


def _show_deal(deal: Deal, number: int, names: tuple[str, str], score: DealScore | None, out: Console) -> None:
    """Tell a deal with nothing hidden, action by action."""
    rules, start = deal.rules, deal.start_state
    heading = Text(f"Deal {number}: {names[deal.dealer]} deals, upcard ", style="bold")
    out.print(heading + cards_text([start.upcard], out))
    for seat in SEATS:
        arranged = solver.best_arrangement(start.hands[seat], aces=rules.aces, ace_pips=rules.ace_pips)
        out.print(joined(f"  {names[seat]} holds ", arrangement_text(arranged, out)))
    for line in turn_lines(open_events(deal), names, out):
        out.print(joined("  ", line))
    if deal.result is None or score is None:
        out.print("  The deal is not finished.")
    else:
        show_ending(deal.result, score, names, out, rules=rules)


def _show_redacted(seen: "RedactedDeal", names: tuple[str, ...] | None, number: int | None, out: Console) -> None:
    """Tell what one seat saw."""
    if number not in (None, 1):
        raise UsageError(f"there is no deal {number}; the record has 1 deal, as one seat saw it")
    first, second = map(plain, names or _NOBODY)
    called = (first, second)
    viewer = "a spectator" if seen.viewer is None else called[seen.viewer]
    out.print(Text(f"What {viewer} saw of a deal", style="bold"))
    for line in _seen_lines(seen.events, called, out):
        out.print(joined("  ", line))


def _seen_lines(events: Iterable[Event], names: tuple[str, str], out: Console) -> Iterator[Text]:
    """Yield the events of a redacted deal; dealing and ending in their own words."""
    told = tuple(events)
    for event in told:
        if event.kind is EventKind.DEAL:
            yield Text(f"{event.told(names)}.")
        elif event.kind is EventKind.UPCARD and event.card is not None:
            yield joined("The upcard is ", cards_text([event.card], out), ".")
    yield from turn_lines(told, names, out)
    for event in told:
        if event.kind is EventKind.OVER:
            text = event.told(names)
            yield Text(f"{text[:1].upper()}{text[1:]}.")
