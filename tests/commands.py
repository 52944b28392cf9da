"""Running the commands of the command line: in this process, or in one of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Protocol

from typer.testing import CliRunner, Result

from ginrules.cli.app import app

COLUMNS = 80


class RunCommand(Protocol):
    """Runs a command and returns what came of it."""

    def __call__(self, *args: str, typed: str = "") -> Result:
        """Run with these arguments, and what is typed on standard input."""
        ...


def run_command(*args: str, typed: str = "") -> Result:
    """Run a command in this process; anything but a clean exit is raised, being a traceback on the screen."""
    result = CliRunner().invoke(app, list(args), input=typed, env={"COLUMNS": str(COLUMNS)})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_process(*args: str, typed: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, with pipes."""
    return subprocess.run(
        command_line(args), input=typed, capture_output=True, check=False, timeout=60, env=environment(env)
    )


def command_line(args: Sequence[str]) -> list[str]:
    """Return how a command is started in a process of its own."""
    return [sys.executable, "-m", "ginrules.cli", *args]


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of such a process: 80 columns, nothing that would change colors."""
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    return {**kept, "COLUMNS": str(COLUMNS), "PYTHONIOENCODING": "utf-8", **env}
