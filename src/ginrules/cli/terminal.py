"""What all commands share of the terminal: consoles, cards and hands in color, plain complaints."""

import functools
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from ginrules.cards import Card, Suit
from ginrules.errors import GinRulesError
from ginrules.melds import Arrangement, Meld

P = ParamSpec("P")
R = TypeVar("R")

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""

_STYLES: Final = {
    Suit.CLUBS: "green",
    Suit.DIAMONDS: "bright_blue",
    Suit.HEARTS: "red",
    Suit.SPADES: "bold",
}


def console() -> Console:
    """Return a console on standard output."""
    return _console(stderr=False)


def error_console() -> Console:
    """Return a console on standard error, for progress and complaints."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    """Return a console that prints texts as they are, and without any codes where ``NO_COLOR`` is set."""
    plain_only = os.environ.get("NO_COLOR", "") != ""
    return Console(
        stderr=stderr,
        color_system=None if plain_only else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


def plain(text: str) -> str:
    """Return a text that somebody else wrote with all that could steer a terminal made visible."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def cards_text(cards: Iterable[Card], out: Console) -> Text:
    """Return cards with their suits' signs in four colors; letters where the terminal cannot show the signs."""
    symbols = _can_show_symbols(out)
    shown = (Text(card.symbol if symbols else str(card), style=_STYLES[card.suit]) for card in cards)
    return Text(" ").join(shown)


def suit_text(suit: Suit, out: Console) -> str:
    """Return the sign of a suit, or its name where the terminal cannot show the sign."""
    return suit.symbol if _can_show_symbols(out) else suit.name.lower()


def melds_text(melds: Sequence[Meld], out: Console) -> Text:
    """Return melds in color, parted by bars."""
    return Text(" | ", style="dim").join(cards_text(meld.cards, out) for meld in melds)


def arrangement_text(arrangement: Arrangement, out: Console) -> Text:
    """Return an arrangement in color: melds parted by bars, then the loose cards."""
    melds = melds_text(arrangement.melds, out)
    if not arrangement.loose:
        return melds
    loose = Text("loose ", style="dim") + cards_text(arrangement.loose, out)
    return melds + Text("  ") + loose if arrangement.melds else loose


def joined(*parts: str | Text) -> Text:
    """Return texts one after the other."""
    return Text().join(Text(part) if isinstance(part, str) else part for part in parts)


def complain_plainly(command: Callable[P, R]) -> Callable[P, R]:
    """Turn an error of the library or of a file into one line on standard error and exit code 2.

    Ctrl-C ends a command that does not handle it itself with exit code 130 and no traceback.
    """

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except GinRulesError as error:
            message = str(error)
        except BrokenPipeError:
            raise  # whoever reads the output has seen enough; typer ends quietly
        except OSError as error:
            message = file_problem(error)
        except KeyboardInterrupt:
            error_console().print()
            raise typer.Exit(INTERRUPTED) from None
        complain(message)
        raise typer.Exit(2)

    return run


def complain(message: str) -> None:
    """Write one line of complaint to standard error."""
    error_console().print(Text("error: ", style="bold red") + Text(one_line(message)), soft_wrap=True)


def complaint_text(message: str) -> Text:
    """Return a complaint to somebody who goes on typing."""
    return Text(f"{one_line(message)[:1].upper()}{one_line(message)[1:].rstrip('.')}.", style="yellow")


def one_line(message: str) -> str:
    """Return a message on one line, fit for a terminal."""
    return plain(" ".join(message.split()))


def file_problem(error: OSError) -> str:
    """Return in one sentence what the system says of a file."""
    what = error.strerror or str(error)
    return what if error.filename is None else f"{error.filename}: {what}"


def count(number: int, noun: str) -> str:
    """Return a number of things, such as ``1 card`` or ``2 cards``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def make_streams_lenient() -> None:
    """Let the standard streams replace what their encoding lacks, rather than fail on a name or a stray byte."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _can_show_symbols(out: Console) -> bool:
    try:
        "♣♦♥♠".encode(out.encoding or sys.getdefaultencoding())
    except (UnicodeEncodeError, LookupError):
        return False
    return True
