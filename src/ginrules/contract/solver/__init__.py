"""What can be laid, what is best laid and built, and how far a hand is from its contract: exact answers.

Jokers, copies of a card, runs longer than asked for and melds already on the table are all reckoned with.
"""

from ginrules.contract.solver.laying import (
    MAX_CARDS,
    Build,
    LayPlan,
    best_builds,
    best_laying,
    can_lay,
    layings,
    missing,
    missing_after_discard,
    sweep,
)

__all__ = [
    "MAX_CARDS",
    "Build",
    "LayPlan",
    "best_builds",
    "best_laying",
    "can_lay",
    "layings",
    "missing",
    "missing_after_discard",
    "sweep",
]
