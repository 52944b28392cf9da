"""What all commands share of the terminal: cards in color, plain complaints."""

import functools
import sys
from collections.abc import Callable, Iterable
from typing import Final, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from ginrules.cards import Card, Suit
from ginrules.errors import GinRulesError

P = ParamSpec("P")
R = TypeVar("R")

_STYLES: Final = {
    Suit.CLUBS: "green",
    Suit.DIAMONDS: "bright_blue",
    Suit.HEARTS: "red",
    Suit.SPADES: "bold",
}


def console() -> Console:
    """Return a console on standard output."""
    return Console(highlight=False)


def error_console() -> Console:
    """Return a console on standard error, for progress and complaints."""
    return Console(stderr=True, highlight=False)


def cards_text(cards: Iterable[Card], out: Console) -> Text:
    """Return cards with their suits' signs in four colors; letters where the terminal cannot show the signs."""
    symbols = _can_show_symbols(out)
    shown = (Text(card.symbol if symbols else str(card), style=_STYLES[card.suit]) for card in cards)
    return Text(" ").join(shown)


def complain_plainly(command: Callable[P, R]) -> Callable[P, R]:
    """Turn an error of the library into one line on standard error and exit code 2."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except GinRulesError as error:
            complain(str(error))
            raise typer.Exit(2) from None

    return run


def complain(message: str) -> None:
    """Write one line of complaint to standard error."""
    error_console().print(Text("error: ", style="bold red") + Text(message), soft_wrap=True)


def _can_show_symbols(out: Console) -> bool:
    try:
        "♣♦♥♠".encode(out.encoding or sys.getdefaultencoding())
    except (UnicodeEncodeError, LookupError):
        return False
    return True
