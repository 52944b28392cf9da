"""``ginrules simulate``: bots against bots, many deals, with confidence intervals."""

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, TypedDict

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ginrules.cli.estimates import Estimate
from ginrules.cli.options import (
    DEFAULT_RULES,
    BotName,
    RulesOption,
    SeedOption,
    UsageError,
    read_bots,
    read_rules,
    read_seed,
)
from ginrules.cli.pairs import BotReport, Finished, Report, Tally, play_pairs
from ginrules.cli.terminal import console, count, error_console
from ginrules.deal import Deal
from ginrules.rules import Rules

_TWICE: Final = 2


class EstimateJson(TypedDict):
    """An estimate as JSON: the value and the bounds of its 95 % interval."""

    value: float
    low: float | None
    high: float | None


class BotJson(TypedDict):
    """What one bot did as JSON."""

    name: str
    won: EstimateJson
    knocks: EstimateJson
    gins: EstimateJson
    undercuts: EstimateJson
    points: EstimateJson


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
    deals: Annotated[int, typer.Option(help="Deals to play; an odd number is rounded up.", min=1)] = 1000,
    bots: Annotated[
        str, typer.Option(metavar="BOT,BOT", help="Two of greedy, simple and random.")
    ] = "simple,greedy",
    rules: RulesOption = DEFAULT_RULES,
    seed: SeedOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record of every deal, as text, to a new file.")
    ] = None,
) -> None:
    """Let two bots play many deals.

    It says how each of them did, and how sure that is.
    Each deck is played twice with the parts of dealer and non-dealer exchanged, so that the cards favor neither.
    The bounds are 95 % confidence intervals: for points and discards the normal approximation over the decks, two
    deals each; for shares of deals Wilson's interval.
    """
    ruleset = read_rules(rules)
    pair = read_bots(bots)
    if len(pair) != _TWICE:
        raise UsageError(f"{count(len(pair), 'bot')} in {bots[:40]!r}; expected two, such as simple,greedy")
    chosen_seed = read_seed(seed)
    report = _play(ruleset, pair, decks=(deals + 1) // _TWICE, seed=chosen_seed, record=record)
    if as_json:
        typer.echo(json.dumps(_as_json(report, ruleset, chosen_seed), indent=2))
    else:
        _show(report, ruleset, chosen_seed, console())


def _play(ruleset: Rules, bots: Sequence[BotName], *, decks: int, seed: int, record: Path | None) -> Report:
    names = [bot.value for bot in bots]
    if names[0] == names[1]:
        names = [f"{name} {number}" for number, name in enumerate(names, start=1)]
    tally = Tally()
    with _progress(decks * _TWICE) as bar:
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


@contextmanager
def _progress(deals: int) -> Generator[Progress]:
    """Show on standard error how far it is, if somebody watches."""
    err = error_console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        bar.add_task("dealing", total=deals)
        yield bar


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
    table.add_row("won", *(_percent(bot.won) for bot in bots))
    table.add_row("  by a knock", *(_percent(bot.knocks) for bot in bots))
    table.add_row("  by gin", *(_percent(bot.gins) for bot in bots))
    table.add_row("  by an undercut", *(_percent(bot.undercuts) for bot in bots))
    table.add_row("points a deal", *(_number(bot.points) for bot in bots))
    return table


def _deals_table(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("All deals")
    table.add_column("", justify="right")
    table.add_row("gin", _percent(report.gins))
    table.add_row("undercut", _percent(report.undercuts))
    table.add_row("void", _percent(report.voids))
    table.add_row("discards a deal", _number(report.discards))
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


def _percent(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{100 * estimate.value:.1f} %"
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _number(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f}"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def _as_json(report: Report, ruleset: Rules, seed: int) -> ReportJson:
    return {
        "rules": ruleset.name,
        "seed": seed,
        "deals": report.deals,
        "confidence": 0.95,
        "bots": [
            {
                "name": bot.name,
                "won": _estimate(bot.won),
                "knocks": _estimate(bot.knocks),
                "gins": _estimate(bot.gins),
                "undercuts": _estimate(bot.undercuts),
                "points": _estimate(bot.points),
            }
            for bot in report.bots
        ],
        "ahead": _estimate(report.ahead),
        "gins": _estimate(report.gins),
        "undercuts": _estimate(report.undercuts),
        "voids": _estimate(report.voids),
        "discards": _estimate(report.discards),
    }


def _estimate(estimate: Estimate) -> EstimateJson:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
