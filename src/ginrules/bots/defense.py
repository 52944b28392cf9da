"""The best answer to a knock, one action at a time."""

from ginrules import solver
from ginrules.deal import Action, PlayerView, ShowHand


def defend(view: PlayerView) -> Action:
    """Return the next action of the defender's best answer; it is planned anew from what lies by now."""
    spread = view.spread
    if spread is None:
        return ShowHand()
    plan = solver.best_layoffs(view.hand, spread.melds, aces=view.rules.aces, ace_pips=view.rules.ace_pips)
    return plan.layoffs[0] if plan.layoffs else ShowHand()
