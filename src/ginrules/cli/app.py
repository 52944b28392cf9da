"""The commands and their options; what they do stands in modules of its own."""

from typing import Annotated

import typer

from ginrules import __version__, solver
from ginrules.cli import census, demo, play, replay, rulesets, score, simulate, solve
from ginrules.cli.group import OneLineGroup
from ginrules.cli.terminal import complain_plainly

app = typer.Typer(
    name="ginrules",
    cls=OneLineGroup,
    help="Rules of the gin rummy family: what may be done, what happens then, and what it is worth.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

app.command("demo")(complain_plainly(demo.demo))
app.command("play")(complain_plainly(play.play))
app.command("score")(complain_plainly(score.score))
app.command("replay")(complain_plainly(replay.replay))
app.command("simulate")(complain_plainly(simulate.simulate))
app.command("rules")(complain_plainly(rulesets.rules))
app.command("solve")(complain_plainly(solve.solve))
app.command("census")(complain_plainly(census.census))


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
