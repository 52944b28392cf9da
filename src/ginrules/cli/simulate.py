"""``ginrules simulate``: bots against bots, many deals or whole matches, with confidence intervals."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, TypedDict

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from ginrules import presets
from ginrules.cli.estimates import Estimate, EstimateJson, estimate_json, number_text, percent_text
from ginrules.cli.matches import MOST_DEALS, MatchReport, MatchTally, Played, play_matches
from ginrules.cli.options import (
    DEFAULT_RULES,
    BotName,
    PlayersOption,
    RulesOption,
    SeedOption,
    UsageError,
    numbered,
    read_bots,
    read_rules,
    read_seed,
)
from ginrules.cli.pairs import BotReport, Finished, Report, Tally, play_pairs
from ginrules.cli.progress import progress
from ginrules.cli.svensk.family import read_table, refuse_options
from ginrules.cli.terminal import console, count
from ginrules.deal import Deal
from ginrules.match import Match
from ginrules.rules import Rules

_TWICE: Final = 2
_DEALS: Final = 1000
_MATCHES: Final = 100
_BOTS: Final = "simple,greedy"


class BotJson(TypedDict):
    """What one bot did as JSON."""

    name: str
    won: EstimateJson
    knocks: EstimateJson
    gins: EstimateJson
    undercuts: EstimateJson
    points: EstimateJson


class StandingJson(TypedDict):
    """How one bot did over whole matches as JSON; null where no match has ended."""

    name: str
    won: EstimateJson | None
    net: EstimateJson | None


class MatchReportJson(TypedDict):
    """What came of whole matches as JSON."""

    rules: str
    players: int
    seed: int
    matches: int
    unfinished: int
    drawn: int
    confidence: float
    bots: list[StandingJson]
    deals: EstimateJson


class ReportJson(TypedDict):
    """What came of it all as JSON."""

    rules: str
    seed: int
    deals: int
    confidence: float
    bots: list[BotJson]
    ahead: EstimateJson
    gins: EstimateJson
    undercuts: EstimateJson
    voids: EstimateJson
    discards: EstimateJson


def simulate(
    deals: Annotated[
        int | None, typer.Option(help=f"Deals to play, {_DEALS} unless told; an odd number is rounded up.", min=1)
    ] = None,
    matches: Annotated[
        int | None,
        typer.Option(help=f"Whole matches to play; among more than two players {_MATCHES} unless told.", min=1),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT",
            help=f"Of greedy, simple and random, one for each who scores; {_BOTS} unless told. In the Swedish game"
            " of collector and random.",
        ),
    ] = None,
    rules: RulesOption = DEFAULT_RULES,
    players: PlayersOption = None,
    seed: SeedOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record of every deal or match, as text, to a new file."),
    ] = None,
) -> None:
    """Let bots play many deals, or whole matches.

    It says how each of them did, and how sure that is.
    Each deck is played twice with the parts of dealer and non-dealer exchanged, so that the cards favor neither.
    Three players, or two sides, play whole matches; each is played once with every bot in every part.
    The bounds are 95 % confidence intervals: for points and discards the normal approximation over the decks, two
    deals each, or over the matches from the same decks; for shares Wilson's interval.
    """
    table = read_table(rules)
    if table is not None:
        from ginrules.cli.svensk import simulate as svensk

        refuse_options(deals=deals)
        svensk.simulate(table, matches, players, bots, read_seed(seed), as_json, record)
        return
    ruleset = read_rules(rules)
    bots = _BOTS if bots is None else bots
    if players is not None:
        ruleset = presets.for_players(ruleset, players)
    pair = read_bots(bots)
    chosen_seed = read_seed(seed)
    if matches is not None or ruleset.seating.players > _TWICE:
        if deals is not None:
            raise UsageError(_why_no_deals(ruleset, matches))
        number = _MATCHES if matches is None else matches
        _simulate_matches(ruleset, pair, number, chosen_seed, as_json=as_json, record=record)
        return
    if len(pair) != _TWICE:
        raise UsageError(f"{count(len(pair), 'bot')} in {bots[:40]!r}; expected two, such as simple,greedy")
    deals = _DEALS if deals is None else deals
    report = _play(ruleset, pair, decks=(deals + 1) // _TWICE, seed=chosen_seed, record=record)
    if as_json:
        typer.echo(json.dumps(_as_json(report, ruleset, chosen_seed), indent=2))
    else:
        _show(report, ruleset, chosen_seed, console())


def _play(ruleset: Rules, bots: Sequence[BotName], *, decks: int, seed: int, record: Path | None) -> Report:
    names = numbered([bot.value for bot in bots])
    tally = Tally()
    with progress(decks * _TWICE, "dealing") as bar:
        deals = _deals(play_pairs(ruleset, bots, decks=decks, seed=seed), tally, bar)
        if record is None:
            for _ in deals:
                pass
        else:
            from ginrules.records import write_deals

            with record.open("x", encoding="utf-8") as file:
                file.writelines(write_deals(deals))
    return tally.report(names)


def _deals(pairs: Iterable[Sequence[Finished]], tally: Tally, bar: Progress) -> Iterator[Deal]:
    """Yield the deals of all decks, each deck counted and the bar moved on the way."""
    for pair in pairs:
        tally.add(pair)
        bar.update(bar.task_ids[0], completed=tally.deals)
        yield from (finished.deal for finished in pair)


def _show(report: Report, ruleset: Rules, seed: int, out: Console) -> None:
    first, second = report.bots
    out.print(Text(f"{first.name} against {second.name}", style="bold"))
    decks = count(report.deals // _TWICE, "deck")
    out.print(f"{ruleset.title}, {count(report.deals, 'deal')}: {decks}, each played twice. Seed {seed}.")
    out.print()
    out.print(_bots_table(report.bots))
    out.print()
    out.print(_deals_table(report))
    out.print()
    out.print(_verdict(report))


def _bots_table(bots: Sequence[BotReport]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("Of all deals")
    for bot in bots:
        table.add_column(bot.name, justify="right")
    table.add_row("won", *(percent_text(bot.won) for bot in bots))
    table.add_row("  by a knock", *(percent_text(bot.knocks) for bot in bots))
    table.add_row("  by gin", *(percent_text(bot.gins) for bot in bots))
    table.add_row("  by an undercut", *(percent_text(bot.undercuts) for bot in bots))
    table.add_row("points a deal", *(number_text(bot.points) for bot in bots))
    return table


def _deals_table(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("All deals")
    table.add_column("", justify="right")
    table.add_row("gin", percent_text(report.gins))
    table.add_row("undercut", percent_text(report.undercuts))
    table.add_row("void", percent_text(report.voids))
    table.add_row("discards a deal", number_text(report.discards))
    return table


def _verdict(report: Report) -> str:
    ahead = report.ahead
    if ahead.low is None or ahead.high is None:
        return "One deck is too little to say who is better."
    first, second = report.bots
    better, worse = (first, second) if ahead.value >= 0 else (second, first)
    margin, reach = abs(ahead.value), (ahead.high - ahead.low) / 2
    told = f"{better.name} is {margin:.2f} (give or take {reach:.2f}) points a deal ahead of {worse.name}"
    return f"{told}." if margin > reach else f"{told}: too little to be sure."


def _as_json(report: Report, ruleset: Rules, seed: int) -> ReportJson:
    return {
        "rules": ruleset.name,
        "seed": seed,
        "deals": report.deals,
        "confidence": 0.95,
        "bots": [
            {
                "name": bot.name,
                "won": estimate_json(bot.won),
                "knocks": estimate_json(bot.knocks),
                "gins": estimate_json(bot.gins),
                "undercuts": estimate_json(bot.undercuts),
                "points": estimate_json(bot.points),
            }
            for bot in report.bots
        ],
        "ahead": estimate_json(report.ahead),
        "gins": estimate_json(report.gins),
        "undercuts": estimate_json(report.undercuts),
        "voids": estimate_json(report.voids),
        "discards": estimate_json(report.discards),
    }


# Whole matches ------------------------------------------------------------------------------------------------


def _why_no_deals(ruleset: Rules, matches: int | None) -> str:
    if matches is not None:
        return "--deals and --matches do not go together; expected one of the two"
    return f"{ruleset.name} is played by {ruleset.seating.players}, in whole matches; expected --matches"


def _simulate_matches(
    ruleset: Rules, bots: Sequence[BotName], number: int, seed: int, *, as_json: bool, record: Path | None
) -> None:
    accounts = ruleset.seating.accounts
    if not _TWICE <= len(bots) <= accounts:
        raise UsageError(f"{count(len(bots), 'bot')} for {accounts} who score; expected one for each")
    cast = (*bots, *[bots[-1]] * (accounts - len(bots)))
    tally = MatchTally(accounts)
    groups = -(-number // accounts)
    with progress(groups * accounts, "playing") as bar:
        played = _matches(play_matches(ruleset, cast, groups=groups, seed=seed), tally, bar)
        if record is None:
            for _ in played:
                pass
        else:
            from ginrules.records import to_text

            with record.open("x", encoding="utf-8") as file:
                file.writelines(map(to_text, played))
    report = tally.report(numbered([bot.value for bot in cast]))
    if as_json:
        typer.echo(json.dumps(_matches_as_json(report, ruleset, seed), indent=2))
    else:
        _show_matches(report, ruleset, seed, console())


def _matches(groups: Iterable[Sequence[Played]], tally: MatchTally, bar: Progress) -> Iterator[Match]:
    """Yield the matches of all groups, each group counted and the bar moved on the way."""
    for group in groups:
        tally.add(group)
        bar.update(bar.task_ids[0], completed=tally.matches)
        yield from (played.match for played in group)


def _show_matches(report: MatchReport, ruleset: Rules, seed: int, out: Console) -> None:
    seating = ruleset.seating
    sides = f"{seating.players} players in two sides" if seating.books_rounds else f"{seating.players} players"
    names = [standing.name for standing in report.standings]
    out.print(Text(" against ".join(names), style="bold"))
    fair = f"every bot in every part against the same decks, {seating.accounts} times each"
    out.print(f"{ruleset.title}, {sides}, {report.matches:,} matches: {fair}. Seed {seed}.")
    out.print()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for title in ("", "matches won", "net a match"):
        table.add_column(title, justify="right" if title else "left")
    for standing in report.standings:
        table.add_row(standing.name, _maybe(standing.won, percent_text), _maybe(standing.net, number_text))
    out.print(table)
    out.print()
    out.print(f"Deals a match: {number_text(report.deals)}.")
    if report.drawn:
        out.print(f"Drawn: {report.drawn}.")
    if report.unfinished:
        out.print(f"Given up after {MOST_DEALS} deals: {report.unfinished}.")


def _maybe(estimate: Estimate | None, show: Callable[[Estimate], str]) -> str:
    return "-" if estimate is None else show(estimate)


def _matches_as_json(report: MatchReport, ruleset: Rules, seed: int) -> MatchReportJson:
    return {
        "rules": ruleset.name,
        "players": ruleset.seating.players,
        "seed": seed,
        "matches": report.matches,
        "unfinished": report.unfinished,
        "drawn": report.drawn,
        "confidence": 0.95,
        "bots": [
            {
                "name": standing.name,
                "won": None if standing.won is None else estimate_json(standing.won),
                "net": None if standing.net is None else estimate_json(standing.net),
            }
            for standing in report.standings
        ],
        "deals": estimate_json(report.deals),
    }
