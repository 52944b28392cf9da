"""The solver: least deadwood, arrangements, discards and layoffs of any hand, exactly.

Every call takes ``aces`` (which runs an ace may close) and ``ace_pips`` (what a loose ace counts, 1 to 40).

``solver.batch`` (many hands in numpy arrays) and ``solver.census`` (counts over all hands) are loaded when
first asked for.
"""

from typing import TYPE_CHECKING

from ginrules.solver.arrange import (
    KERNEL,
    after_discard,
    arrangements,
    best_arrangement,
    deadwood,
    kernel_is_stale,
    least_after_discard,
    melds,
    optimal_arrangements,
    tie_break,
)
from ginrules.solver.layoffs import LayoffPlan, best_layoffs

if TYPE_CHECKING:
    from types import ModuleType

    from ginrules.solver import batch, census

__all__ = [
    "KERNEL",
    "LayoffPlan",
    "after_discard",
    "arrangements",
    "batch",
    "best_arrangement",
    "best_layoffs",
    "census",
    "deadwood",
    "kernel_is_stale",
    "least_after_discard",
    "melds",
    "optimal_arrangements",
    "tie_break",
]


def __getattr__(name: str) -> "ModuleType":
    """Load the parts that not every program needs."""
    # Not `from ginrules.solver import …`, which would ask this function again.
    if name == "batch":
        import ginrules.solver.batch as batch_module

        return batch_module
    if name == "census":
        import ginrules.solver.census as census_module

        return census_module
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
