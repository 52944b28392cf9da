"""A deal on the screen as one player sees it: pile, stock, hand, and what may be done."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from ginrules import solver
from ginrules.cards import Suit
from ginrules.cli.moves import after_discard
from ginrules.cli.terminal import arrangement_text, cards_text, joined, melds_text, suit_text
from ginrules.cli.words import layoff_text
from ginrules.deal import (
    AcceptDouble,
    Action,
    BigGin,
    Discard,
    Double,
    DrawStock,
    Knock,
    LayOff,
    Pass,
    PlayerView,
    RefuseDouble,
    ShowHand,
    TakeDiscard,
)

_KEYS: Final[dict[Action, str]] = {
    DrawStock(): "d draw from the stock",
    Pass(): "p pass",
    BigGin(): "g big gin",
    ShowHand(): "s show the hand",
    Double(): "x double",
    AcceptDouble(): "a accept the double",
    RefuseDouble(): "r refuse the double",
}


def show_position(view: PlayerView, listed: Sequence[Action], out: Console) -> None:
    """Print what lies on the table, the hand in its best arrangement, and the moves."""
    if view.spread is not None:
        out.print(joined("  Table   ", _table_text(view, out)))
    else:
        pile = Text("empty") if view.top is None else cards_text(reversed(view.shown_discards), out)
        out.print(joined("  Pile    ", pile, f"     stock {view.stock_count}     ", _terms_text(view, out)))
    out.print(joined("  Hand    ", _hand_text(view, out)))
    for line in _move_lines(view, listed, out):
        out.print(line)


def _table_text(view: PlayerView, out: Console) -> Text:
    """Return what the knocker shows."""
    spread = view.spread
    if spread is None:
        return Text()
    loose = spread.arrangement.loose
    shown = melds_text(spread.melds, out)
    if loose:
        shown = joined(shown, "  " if spread.melds else "", Text("loose ", style="dim"), cards_text(loose, out))
    return joined(shown, Text(f"  ({spread.arrangement.deadwood} left)", style="dim"))


def _terms_text(view: PlayerView, out: Console) -> str:
    """Return the terms of the deal: the knock limit, and the suits and the factor where they matter."""
    limit = view.rules.knock_limit if view.terms.knock_limit is None else view.terms.knock_limit
    told = [f"knock with at most {limit}" if limit else "only gin ends it"]
    if len(view.terms.open_suits) < len(Suit):
        told.append(f"points in {' '.join(suit_text(suit, out) for suit in view.terms.open_suits)}")
    factor = view.terms.factor * (1 if view.cube is None else view.cube.factor)
    if factor > 1:
        told.append(f"counts times {factor}")
    return ", ".join(told)


def _hand_text(view: PlayerView, out: Console) -> Text:
    rules = view.rules
    arrangement = solver.best_arrangement(view.hand, aces=rules.aces, ace_pips=rules.ace_pips)
    return joined(arrangement_text(arrangement, out), Text(f"  ({arrangement.deadwood} left)", style="dim"))


def _move_lines(view: PlayerView, listed: Sequence[Action], out: Console) -> list[Text]:
    """Return the moves, numbered as listed; cards to discard side by side, all others by their keys."""
    discards: list[Text] = []
    knocks: list[Text] = []
    others: list[Text] = []
    left = after_discard(view) if any(isinstance(action, Knock) for action in listed) else {}
    for number, action in enumerate(listed, start=1):
        key = Text(f"{number} ", style="dim")
        match action:
            case Discard():
                discards.append(joined(key, cards_text([action.card], out)))
            case Knock():
                pips = left[action.discard]
                what = f" {pips} left" if pips else " gin"
                knocks.append(joined(key, cards_text([action.discard], out), what))
            case _:
                others.append(joined(key, _key_text(action, view, out)))
    rows = (("Discard ", discards), ("Knock k ", knocks), ("Moves   ", others))
    return [line for title, moves in rows for line in _wrapped(title, moves, out.width)]


def _wrapped(title: str, moves: Sequence[Text], width: int) -> Iterator[Text]:
    """Yield lines that begin with a title, broken only between moves."""
    line = joined("  ", Text(title, style="bold"))
    indent = line.cell_len
    gap = ""
    for move in moves:
        if gap and line.cell_len + len(gap) + move.cell_len > width:
            yield line
            line, gap = Text(" " * indent), ""
        line = joined(line, gap, move)
        gap = "   "
    if moves:
        yield line


def _key_text(action: Action, view: PlayerView, out: Console) -> Text:
    """Return how a move is typed and what it means."""
    if isinstance(action, LayOff):
        return joined("lay ", layoff_text(action, out))
    if isinstance(action, TakeDiscard) and view.top is not None:
        return joined("t take ", cards_text([view.top], out))
    return Text(_KEYS.get(action, str(action)))
