"""``ginrules demo``: a whole match between two bots, from the draw for the deal to the settlement."""

from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from ginrules import presets, solver
from ginrules.bots import Bot, GreedyBot, SimpleBot, play_match
from ginrules.cards import Card, RandomSource
from ginrules.cli.opening import start_by_draw
from ginrules.cli.options import DEFAULT_RULES, PlayersOption, RulesOption, generator, read_rules
from ginrules.cli.sheet import are_sides, dealer_name, is_crowd, player_names, sheet_table, show_outcome
from ginrules.cli.svensk.family import read_table
from ginrules.cli.terminal import arrangement_text, cards_text, console, count, joined, plain
from ginrules.cli.words import open_events, show_ending, turn_lines
from ginrules.deal import Deal
from ginrules.deal.events import EventKind
from ginrules.match import Match
from ginrules.results import SEATS
from ginrules.rules import DealerDraw, Rules

_LOOK_AHEAD: Final = ("Greta", "Gunnar", "Gerda", "Gustav", "Gunhild", "Georg")
_KEEP_IT_SIMPLE: Final = ("Simon", "Sara", "Sven", "Signe", "Sixten", "Stina")
_SEED: Final = 7
_ANSWERS: Final = {EventKind.LAYOFF, EventKind.SHOW}  # told with the ending


def demo(
    rules: RulesOption = DEFAULT_RULES,
    seed: Annotated[int, typer.Option("--seed", help="Seed of all chance.")] = _SEED,
    players: PlayersOption = None,
) -> None:
    """Show a whole match between bots.

    The first deal is told card by card, of the others how they ended; then come the sheet and the settlement.
    """
    table = read_table(rules)
    if table is not None:
        from ginrules.cli.svensk import demo as svensk

        svensk.demo(table, seed, players)
        return
    out = console()
    ruleset = read_rules(rules)
    if players is not None:
        ruleset = presets.for_players(ruleset, players)
    rng = generator(seed, "demo")
    names, bots = _cast(ruleset, rng)
    match, drawn = start_by_draw(ruleset, names, rng)
    ahead, simple = match.account_names[0], " and ".join(match.account_names[1:])
    looks, meets = ("look", "meet") if are_sides(match) else ("looks", "meets")
    keeps = "keep" if is_crowd(match) else "keeps"
    out.print(Text(f"{ahead}, who {looks} ahead, {meets} {simple}, who {keeps} it simple.", style="bold"))
    out.print(f"{plain(ruleset.title)}. Everything is shown; at a table each sees his own cards only.")
    out.print()
    show_draw(match, drawn, out)
    for number, (so_far, deal) in enumerate(play_match(match, bots, rng), start=1):
        _show_deal(number, match, so_far, deal, out)
        match = so_far
    out.print()
    out.print(Text("The sheet", style="bold"))
    out.print()
    out.print(sheet_table(match, out))
    out.print()
    show_outcome(match, out)


def _cast(ruleset: Rules, rng: RandomSource) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Return the names and the bots: the first to score look ahead, the others keep it simple."""
    names: list[str] = []
    bots: list[Bot] = []
    for player in range(ruleset.seating.players):
        ahead = ruleset.seating.account_of(player) == 0
        known = _LOOK_AHEAD if ahead else _KEEP_IT_SIMPLE
        turn, place = divmod(sum(name.split()[0] in known for name in names), len(known))
        names.append(f"{known[place]} {turn + 1}" if turn else known[place])
        bots.append(GreedyBot() if ahead else SimpleBot(rng))
    return tuple(names), tuple(bots)


def show_draw(match: Match, drawn: Sequence[Sequence[Card]], out: Console) -> None:
    """Print who drew what for the deal, and who deals."""
    names = match.account_names
    draws = " draw " if are_sides(match) else " draws "
    told: list[Text] = []
    for cards in drawn:
        each = [
            joined(plain(name), draws, cards_text([card], out)) for name, card in zip(names, cards, strict=True)
        ]
        told.append(Text(", ").join(each))
    dealer = "" if match.first_dealer is None else plain(names[match.first_dealer])
    how = {
        DealerDraw.LOWEST: f"the lowest deals: {dealer}.",
        DealerDraw.HIGHEST: f"the highest deals: {dealer}.",
        DealerDraw.RANDOM: f"By chance {dealer} {'deal' if are_sides(match) else 'deals'} first.",
    }[match.rules.dealer_draw]
    out.print(Text("; ").join([*told, Text(how)]))


def _show_deal(number: int, before: Match, match: Match, deal: Deal, out: Console) -> None:
    """Print a deal of the match that has just been entered: the first in full, the others in brief."""
    start = deal.start_state
    entry = match.entries[-1]
    assert before.round is not None  # noqa: S101  a deal of it has been played
    seats = before.round.tables[entry.table]
    names = player_names(match, seats)
    meeting = f", {names[0]} against {names[1]}" if is_crowd(match) else ""
    heading = f"Deal {number}: {dealer_name(match, before.round, seats)} deals{meeting}, upcard "
    out.print()
    out.print(Text(heading, style="bold") + cards_text([start.upcard], out))
    if number == 1:
        _show_hands(deal, names, out)
        before_the_answer = [event for event in open_events(deal) if event.kind not in _ANSWERS]
        for line in turn_lines(before_the_answer, names, out):
            out.print(joined("  ", line))
    else:
        out.print(f"  After {count(sum(deal.state.turns), 'discard')}:")
    show_ending(entry.result, entry.score, names, out, rules=match.rules)
    if match.round is not None and len(match.round.open_tables) < len(match.round.tables):
        return  # the round goes on, and nothing is booked before its end
    points = ", ".join(
        f"{name} {points}" for name, points in zip(match.account_names, match.sheet.points, strict=True)
    )
    out.print(f"  So far: {points}.")


def _show_hands(deal: Deal, names: Sequence[str], out: Console) -> None:
    rules = deal.rules
    for seat in SEATS:
        hand = deal.start_state.hands[seat]
        arranged = solver.best_arrangement(hand, aces=rules.aces, ace_pips=rules.ace_pips)
        out.print(joined(f"  {names[seat]} holds ", arrangement_text(arranged, out)))
