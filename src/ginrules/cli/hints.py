"""Advice on a position, from what the player himself can see."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from ginrules import solver
from ginrules.bots import GreedyBot
from ginrules.cli.moves import after_discard
from ginrules.cli.terminal import cards_text, joined
from ginrules.cli.words import layoff_text
from ginrules.deal import Action, BigGin, Discard, Knock, LayOff, Phase, PlayerView

_BEST: Final = 3
_SPREADS: Final = 4


def hints(view: PlayerView, out: Console) -> Iterator[Text]:
    """Yield what a bot would do, who could knock with what, and the best discards or layoffs."""
    yield joined("A bot would ", action_text(GreedyBot().choose(view), out), ".")
    if view.phase is Phase.DISCARD:
        yield from _discard_hints(view, out)
    elif view.phase is Phase.LAYOFF and view.spread is not None:
        yield from _layoff_hints(view, out)
    elif view.top is not None:
        yield from _take_hints(view, out)


def action_text(action: Action, out: Console) -> Text:
    """Return an action as it is asked for, with its cards in color."""
    match action:
        case Discard():
            return joined("discard ", cards_text([action.card], out))
        case Knock():
            return joined("knock with ", cards_text([action.discard], out), " face down")
        case BigGin():
            return Text("declare big gin")
        case LayOff():
            return joined("lay ", layoff_text(action, out))
        case _:
            return Text(_PLAIN.get(str(action), str(action)))


_PLAIN: Final = {
    "take": "take the discard",
    "draw": "draw from the stock",
    "show": "show the hand",
}


def _discard_hints(view: PlayerView, out: Console) -> Iterator[Text]:
    left = after_discard(view)
    knocks = [action for action in view.legal_actions if isinstance(action, Knock)]
    if BigGin() in view.legal_actions:
        yield Text("All cards are in melds: big gin.")
    if knocks:
        best = sorted(knocks, key=lambda knock: left[knock.discard])[:_SPREADS]
        each = [joined(cards_text([knock.discard], out), f" ({left[knock.discard] or 'gin'})") for knock in best]
        yield joined("You could knock with ", Text(", ").join(each), " face down.")
    free = [action.card for action in view.legal_actions if isinstance(action, Discard)]
    if free:
        best_cards = sorted(free, key=lambda card: (left[card], -card.pips))[:_BEST]
        each = [joined(cards_text([card], out), f" leaves {left[card]}") for card in best_cards]
        yield joined("For the least deadwood: ", Text(", ").join(each), ".")


def _take_hints(view: PlayerView, out: Console) -> Iterator[Text]:
    if view.top is None:
        return
    rules = view.rules
    now = solver.deadwood(view.hand, aces=rules.aces, ace_pips=rules.ace_pips)
    left = solver.after_discard(view.hand.add(view.top), aces=rules.aces, ace_pips=rules.ace_pips)
    with_top = min(pips for card, pips in left.items() if card is not view.top)
    yield joined("With ", cards_text([view.top], out), f" you would be left with {with_top}; now it is {now}.")


def _layoff_hints(view: PlayerView, out: Console) -> Iterator[Text]:
    if view.spread is None:
        return
    rules = view.rules
    plan = solver.best_layoffs(view.hand, view.spread.melds, aces=rules.aces, ace_pips=rules.ace_pips)
    if plan.layoffs:
        each = [layoff_text(layoff, out) for layoff in plan.layoffs]
        yield joined("Best lay off ", Text(", then ").join(each), f": {plan.deadwood} left.")
    else:
        yield Text(f"Nothing is gained by laying off: {plan.deadwood} left.")
