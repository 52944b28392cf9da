"""The commands and their options; what they do stands in modules of its own."""

from typing import Annotated

import typer

from ginrules import __version__, solver
from ginrules.cli import census, demo, solve
from ginrules.cli.terminal import complain_plainly

app = typer.Typer(
    name="ginrules",
    help="Rules of the gin rummy family: what may be done, what happens then, and what it is worth.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.command("solve")(complain_plainly(solve.solve))
app.command("census")(complain_plainly(census.census))
app.command("demo")(complain_plainly(demo.demo))


def _show_version(wanted: bool) -> None:
    if not wanted:
        return
    typer.echo(f"ginrules {__version__}, {solver.KERNEL} kernel")
    if solver.kernel_is_stale():
        typer.echo("The compiled kernel is older than its source: install the package again.", err=True)
    raise typer.Exit


@app.callback()
def _options(  # pyright: ignore[reportUnusedFunction]  # typer calls it
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""
