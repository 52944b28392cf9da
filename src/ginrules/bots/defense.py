"""Answers: to a knock the best, one action at a time; to a double a cautious one."""

from typing import Final

from ginrules import solver
from ginrules.deal import AcceptDouble, Action, PlayerView, RefuseDouble, ShowHand


def defend(view: PlayerView) -> Action:
    """Return the next action of the defender's best answer; it is planned anew from what lies by now."""
    spread = view.spread
    if spread is None:
        return ShowHand()
    plan = solver.best_layoffs(view.hand, spread.melds, aces=view.rules.aces, ace_pips=view.rules.ace_pips)
    return plan.layoffs[0] if plan.layoffs else ShowHand()


_HOPELESS: Final = 30
"""With so much deadwood a double is refused."""


def answer_double(view: PlayerView) -> Action:
    """Return whether to play on for the double: while the own deadwood is not beyond hope."""
    left = solver.deadwood(view.hand, aces=view.rules.aces, ace_pips=view.rules.ace_pips)
    return RefuseDouble() if left > _HOPELESS else AcceptDouble()
