"""``ginrules demo``: a whole match between two bots, from the draw for the deal to the settlement."""

from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from ginrules import solver
from ginrules.bots import GreedyBot, SimpleBot, play_match
from ginrules.cards import Card
from ginrules.cli.opening import start_by_draw
from ginrules.cli.options import DEFAULT_RULES, RulesOption, generator, read_rules
from ginrules.cli.sheet import sheet_table, show_outcome
from ginrules.cli.terminal import arrangement_text, cards_text, console, count, joined, plain
from ginrules.cli.words import open_events, show_ending, turn_lines
from ginrules.deal import Deal
from ginrules.deal.events import EventKind
from ginrules.match import Match
from ginrules.results import SEATS
from ginrules.rules import DealerDraw

_NAMES: Final = ("Greta", "Simon")
_SEED: Final = 7
_ANSWERS: Final = {EventKind.LAYOFF, EventKind.SHOW}  # told with the ending


def demo(
    rules: RulesOption = DEFAULT_RULES,
    seed: Annotated[int, typer.Option("--seed", help="Seed of all chance.")] = _SEED,
) -> None:
    """Show a whole match between two bots.

    The first deal is told card by card, of the others how they ended; then come the sheet and the settlement.
    """
    out = console()
    ruleset = read_rules(rules)
    rng = generator(seed, "demo")
    match, drawn = start_by_draw(ruleset, _NAMES, rng)
    out.print(Text(f"{_NAMES[0]}, who looks ahead, meets {_NAMES[1]}, who keeps it simple.", style="bold"))
    out.print(f"{plain(ruleset.title)}. Everything is shown; at a table each sees his own cards only.")
    out.print()
    show_draw(match, drawn, out)
    for number, (so_far, deal) in enumerate(play_match(match, (GreedyBot(), SimpleBot(rng)), rng), start=1):
        _show_deal(number, so_far, deal, out)
        match = so_far
    out.print()
    out.print(Text("The sheet", style="bold"))
    out.print()
    out.print(sheet_table(match, out))
    out.print()
    show_outcome(match, out)


def show_draw(match: Match, drawn: Sequence[Sequence[Card]], out: Console) -> None:
    """Print who drew what for the deal, and who deals."""
    names = match.account_names
    for cards in drawn:
        each = [
            joined(plain(name), " draws ", cards_text([card], out))
            for name, card in zip(names, cards, strict=True)
        ]
        out.print(Text(", ").join(each), end="; ")
    dealer = "" if match.first_dealer is None else plain(names[match.first_dealer])
    how = {
        DealerDraw.LOWEST: f"the lowest deals: {dealer}.",
        DealerDraw.HIGHEST: f"the highest deals: {dealer}.",
        DealerDraw.RANDOM: f"By chance {dealer} deals first.",
    }[match.rules.dealer_draw]
    out.print(how)


def _show_deal(number: int, match: Match, deal: Deal, out: Console) -> None:
    """Print a deal of the match that has just been entered: the first in full, the others in brief."""
    start = deal.start_state
    out.print()
    heading = f"Deal {number}: {_NAMES[deal.dealer]} deals, upcard "
    out.print(Text(heading, style="bold") + cards_text([start.upcard], out))
    if number == 1:
        _show_hands(deal, out)
        before_the_answer = [event for event in open_events(deal) if event.kind not in _ANSWERS]
        for line in turn_lines(before_the_answer, _NAMES, out):
            out.print(joined("  ", line))
    else:
        out.print(f"  After {count(sum(deal.state.turns), 'discard')}:")
    entry = match.entries[-1]
    show_ending(entry.result, entry.score, _NAMES, out, rules=match.rules)
    points = ", ".join(f"{name} {points}" for name, points in zip(_NAMES, match.sheet.points, strict=True))
    out.print(f"  So far: {points}.")


def _show_hands(deal: Deal, out: Console) -> None:
    rules = deal.rules
    for seat in SEATS:
        hand = deal.start_state.hands[seat]
        arranged = solver.best_arrangement(hand, aces=rules.aces, ace_pips=rules.ace_pips)
        out.print(joined(f"  {_NAMES[seat]} holds ", arrangement_text(arranged, out)))
