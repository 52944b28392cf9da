"""``ginrules census``: exact counts over all hands of a size."""

import json
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ginrules import solver
from ginrules.cli.terminal import console, error_console
from ginrules.melds import Aces

_KNOCK_LIMIT = 10


def census(
    cards: Annotated[int, typer.Option(help="Cards a hand.", min=0, max=13)] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    aces: Annotated[Aces, typer.Option(help="Which runs an ace may close.")] = Aces.LOW,
    ace_pips: Annotated[int, typer.Option(help="What a loose ace counts.", min=1, max=40)] = 1,
) -> None:
    """Count the hands of each deadwood.

    Ten cards take about fifteen seconds, compiled.
    """
    counts = _count(cards, aces, ace_pips)
    if as_json:
        typer.echo(json.dumps({"cards": cards, "hands_by_deadwood": counts}, indent=2))
        return
    total = sum(counts.values())
    out = console()
    table = Table(title=f"Hands of {cards} cards by least deadwood", box=None, padding=(0, 2))
    for column in ("Deadwood", "Hands", "Share", "Up to here"):
        table.add_column(column, justify="right")
    so_far = 0
    for pips, hands in counts.items():
        so_far += hands
        table.add_row(str(pips), f"{hands:,}", f"{hands / total:.6%}", f"{so_far / total:.6%}")
    out.print(table)
    out.print()
    low = sum(hands for pips, hands in counts.items() if pips <= _KNOCK_LIMIT)
    mean = sum(pips * hands for pips, hands in counts.items()) / total
    out.print(f"hands {total:,}; all melded {counts.get(0, 0):,}; at most {_KNOCK_LIMIT} {low:,}; mean {mean:.6f}")


def _count(cards: int, aces: Aces, ace_pips: int) -> dict[int, int]:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    with Progress(*columns, TimeRemainingColumn(), console=error_console(), transient=True) as bar:
        task = bar.add_task(f"counting hands, {solver.KERNEL} kernel")
        return dict(
            solver.census.deadwood_distribution(
                cards,
                aces=aces,
                ace_pips=ace_pips,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
        )
