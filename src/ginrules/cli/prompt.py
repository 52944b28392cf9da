"""Asking a person: one line at a time from standard input, whether a terminal or a pipe."""

import sys
from collections.abc import Callable
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ginrules.cli.terminal import plain


class LeaveError(Exception):
    """The person has had enough."""


_MAX_LINE: Final = 1000
_MIN_ECHO: Final = 10


def ask(question: str, out: Console) -> str:
    """Return the answer to a question, without spaces around it.

    Where nobody types, the answer is printed, too, so that what is printed can be read like a conversation.

    Raises:
        EOFError: there is nothing more to read.

    """
    out.print(question, end=" ")
    out.file.flush()
    line = sys.stdin.readline(_MAX_LINE)
    if not line:
        raise EOFError
    rest = line
    while not rest.endswith("\n") and (rest := sys.stdin.readline(_MAX_LINE)):
        pass
    answer = line.strip()
    if not somebody_types():
        room = max(_MIN_ECHO, out.width - cell_len(question.rpartition("\n")[2]) - 1)
        shown = Text(plain(answer))
        shown.truncate(room, overflow="ellipsis")
        out.print(shown)
    return answer


def converse(step: Callable[[], bool], out: Console) -> bool:
    """Take steps until one says that it was the last, or the person leaves; return whether that was by Ctrl-C.

    Args:
        step: asks for something and does it; False ends the conversation, as :class:`LeaveError` does.
        out: where it takes place.

    """
    try:
        while step():
            pass
    except LeaveError:
        return False
    except EOFError:
        out.print()
        return False
    except KeyboardInterrupt:
        out.print()
        return True
    return False


def somebody_types() -> bool:
    """Return whether a person sits at a terminal, rather than a program at a pipe."""
    return sys.stdin.isatty()
