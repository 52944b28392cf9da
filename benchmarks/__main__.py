"""``python -m benchmarks [--quick] [--markdown]``: every row of the documented table, measured in one run."""

import argparse
from itertools import chain

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import contract_rows, deal_rows, solver_rows
from benchmarks.measure import Row, machine
from ginrules import solver


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out what takes more than a few seconds")
    parser.add_argument("--markdown", action="store_true", help="print the table as the documents show it")
    options = parser.parse_args()
    every_row = chain(
        solver_rows.rows(with_census=not options.quick),
        deal_rows.rows(with_records=not options.quick),
        () if options.quick else contract_rows.rows(),
    )
    found = list(track(every_row, description="measuring", console=Console(stderr=True), transient=True))
    title = f"{machine()}, {solver.KERNEL} kernel"
    if options.markdown:
        print(_markdown(found, title))
    else:
        Console().print(_table(found, title))


def _table(found: list[Row], title: str) -> Table:
    table = Table(title=title, box=None, padding=(0, 1))
    for column in ("what", "ours", "peer", "reached", "bar", ""):
        table.add_column(column, justify="left" if column == "what" else "right")
    for row in found:
        table.add_row(row.what, row.ours, row.peer, row.reached, row.bar, "met" if row.met else "MISSED")
    return table


def _markdown(found: list[Row], title: str) -> str:
    lines = [title, "", "| what | ours | peer | reached | at least |", "|---|---:|---:|---:|---:|"]
    for row in found:
        mark = "" if row.met else " (missed)"
        lines.append(f"| {row.what} | {row.ours} | {row.peer} | {row.reached}{mark} | {row.bar} |")
    return "\n".join(lines)


main()
