"""The group of all commands, which complains of a wrong call in one line like the commands themselves."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol, runtime_checkable

from typer.core import TyperGroup

from ginrules.cli.terminal import complain


@runtime_checkable
class UsageComplaint(Protocol):
    """What typer, or the click below it, raises for a call that it does not understand."""

    exit_code: int

    def format_message(self) -> str:
        """Return what is wrong with the call."""
        ...

    def show(self) -> None:
        """Write it to standard error, with the usage."""
        ...


class OneLineGroup(TyperGroup):
    """Commands whose wrong calls take one line on standard error and exit code 2."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401  as typer has it
    ) -> Any:  # noqa: ANN401
        """Run the command that the arguments name, and exit."""
        run = partial(super().main, args, prog_name, complete_var, False, windows_expand_args, **extra)
        if not standalone_mode:
            return run()
        try:
            code = run()
        except Exception as error:
            if not isinstance(error, UsageComplaint):
                raise
            message = error.format_message()
            if not message or "\n" in message.strip():
                error.show()  # the help, where no command was named
            else:
                complain(f"{message.removesuffix('.').replace('Value error, ', '')} (--help says more)")
            code = error.exit_code
        sys.exit(code if isinstance(code, int) else 0)
