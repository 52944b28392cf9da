"""``ginrules demo`` for the two-deck game: a whole match between collecting bots."""

from collections.abc import Sequence
from typing import Final

import attrs
from rich.console import Console
from rich.text import Text

from ginrules.cli.options import generator
from ginrules.cli.svensk.sheet import show_sheet
from ginrules.cli.svensk.words import hand_text, held_text, open_events, told
from ginrules.cli.terminal import console, joined, plain
from ginrules.contract import EventKind, Match, Round, Rules
from ginrules.contract.bots import CollectorBot, play_match

_NAMES: Final = ("Anna", "Bertil", "Cilla", "David", "Eva", "Filip")
_PLAYERS: Final = 3
_QUIET: Final = {EventKind.DEAL, EventKind.PASS, EventKind.DECLINE}


def demo(rules: Rules, seed: int, players: int | None) -> None:
    """Show a whole match: the first round turn by turn, of the others how they ended, then the sheet."""
    out = console()
    number = _PLAYERS if players is None else players
    rules.check_players(number)
    rng = generator(seed, "svensk demo")
    match = Match.start(rules, names=_NAMES[:number], dealer=int(rng.random() * number))
    out.print(Text(f"{', '.join(match.names)} collect toward the contract of each round.", style="bold"))
    out.print(f"{plain(rules.title)}. Everything is shown; at a table each sees his own cards only.")
    for then, played in play_match(match, [CollectorBot()] * number, rng):
        match = then
        _show_round(match, played, out)
    out.print()
    show_sheet(match, out)


def _show_round(match: Match, played: Round, out: Console) -> None:
    start, result = played.start_state, played.result
    assert result is not None  # noqa: S101  it has been played to its end
    contract = attrs.evolve(match.rules.contracts[start.number - 1], deal=None)
    top = start.discards[-1:]
    heading = f"Round {start.number}, {contract}: {match.names[start.dealer]} deals, upcard "
    out.print()
    out.print(Text(heading, style="bold") + held_text(top, out))
    if start.number == 1:
        for seat, hand in enumerate(start.hands):
            out.print(joined(f"  {match.names[seat]} holds ", hand_text(hand, out)))
        _tell(played, match.names, out)
    out.print(f"  {_ending(played, match.names)}")


def _tell(played: Round, names: Sequence[str], out: Console) -> None:
    """Print what happened with nothing hidden."""
    for event in open_events(played):
        if event.kind not in _QUIET and event.result is None:
            out.print(f"  {told(event, names)}")


def _ending(played: Round, names: Sequence[str]) -> str:
    result = played.result
    assert result is not None  # noqa: S101  it has been played to its end
    left = ", ".join(f"{name} {points}" for name, points in zip(names, result.points, strict=True))
    who = "Nobody" if result.out is None else names[result.out]
    return f"{who} goes out after {len(played.actions)} actions. Points: {left}."
