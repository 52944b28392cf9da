"""``ginrules replay`` for the two-deck game: a record is checked, and its sheet or one of its rounds shown."""

from collections.abc import Sequence
from pathlib import Path

import attrs
from rich.console import Console
from rich.text import Text

from ginrules.cli.options import UsageError
from ginrules.cli.recordfile import read_from
from ginrules.cli.svensk.sheet import show_sheet
from ginrules.cli.svensk.words import hand_text, held_text, open_events, told
from ginrules.cli.terminal import console, count, joined, plain
from ginrules.contract import EventKind, Match, Round, records
from ginrules.records import read_limited


def replay(file: Path, number: int | None) -> None:
    """Check a record and show it; with a number, that round of a match turn by turn."""
    with read_from(file):
        record = records.read(read_limited(file))
    out = console()
    if isinstance(record.content, Round):
        names = record.names or tuple(f"seat {seat}" for seat in range(record.content.state.players))
        _show_round(record.content, names, out)
        return
    match = record.content
    rounds = {entry.number: entry.round for entry in match.entries}
    if record.open_round is not None:
        rounds[record.open_round.state.number] = record.open_round
    if number is None:
        _show_match(match, record.open_round, out)
        return
    if number not in rounds:
        raise UsageError(f"there is no round {number}; the record has {count(len(rounds), 'round')}")
    played = rounds[number]
    if played is None:
        raise UsageError(f"the cards of round {number} are not recorded")
    _show_round(played, match.names, out)


def _show_match(match: Match, open_round: Round | None, out: Console) -> None:
    out.print(Text(f"{', '.join(map(plain, match.names))}: {plain(match.rules.title)}", style="bold"))
    out.print("Every action is as the rules have it.")
    out.print()
    show_sheet(match, out)
    if open_round is not None:
        actions = count(len(open_round.actions), "action")
        out.print(f"Round {open_round.state.number} is not finished: {actions} so far.")
    if match.outcome is None:
        out.print("The match is not over.")


def _show_round(played: Round, names: Sequence[str], out: Console) -> None:
    start = played.start_state
    contract = attrs.evolve(start.contract, deal=None)
    heading = f"Round {start.number}, {contract}: {plain(names[start.dealer])} dealt, upcard "
    out.print(Text(heading, style="bold") + held_text(start.discards[-1:], out))
    for seat, hand in enumerate(start.hands):
        out.print(joined(f"  {plain(names[seat])} held ", hand_text(hand, out)))
    for event in open_events(played):
        if event.kind not in {EventKind.DEAL, EventKind.UPCARD}:
            out.print(f"  {told(event, names)}")
    if played.result is None:
        out.print("  It is not finished.")
