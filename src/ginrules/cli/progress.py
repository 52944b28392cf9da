"""How far a long command is, on standard error, if somebody watches."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrules.cli.terminal import error_console


@contextmanager
def progress(total: int, what: str) -> Generator[Progress]:
    """Show a bar with one task of so many steps."""
    err = error_console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        bar.add_task(what, total=total)
        yield bar
