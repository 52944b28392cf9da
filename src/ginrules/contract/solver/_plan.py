"""What to hold back: the search with a discard, and with cards that have to stay."""

from typing import Final

import attrs

from ginrules.contract.solver._fewest import can_be_laid
from ginrules.contract.solver._known import Known
from ginrules.contract.solver._layout import JOKER, Layout, Problem
from ginrules.contract.solver._search import cheapest
from ginrules.contract.solver._suits import NEVER

_TIGHT: Final = 2
"""With how many cards more than the places ask for it is first tried whether the rest can be laid at all."""


@attrs.frozen
class Choice:
    """An answer and the discard that goes with it."""

    cost: int
    """What the cards left cost, without the discard."""
    layout: Layout
    """Its cards left do not have the cards held back."""
    held: tuple[int, ...]
    """The kinds held back, the discard first if there is one."""


def plan(problem: Problem, keep: int, barred: frozenset[int], known: Known) -> Choice | None:
    """Return an answer that leaves *keep* cards or more and, once the dearest of them is discarded, costs least.

    With *keep* 0 nothing has to be left, but where something is left one card of it is discarded.

    Args:
        problem: what is asked.
        keep: how many cards have to be left.
        barred: the kinds that may not be discarded.
        known: what is known of suits.

    """
    if sum(problem.sets) + sum(problem.runs) + keep > sum(problem.counts):
        return None
    whole = cheapest(problem, NEVER, known)
    if whole is None:
        return None
    if keep == 0 and not whole.left:
        return Choice(0, whole, ())
    costs = problem.costs
    kinds = [kind for kind, count in enumerate(problem.counts) if count and kind not in barred]
    kinds.sort(key=lambda kind: (-costs[cost_of(kind)], kind))
    best: Choice | None = None
    bound = NEVER
    spared = next((kind for kind in kinds if kind in whole.left), None)
    if spared is not None and len(whole.left) >= keep:
        bound = whole.cost - costs[cost_of(spared)]
        left = list(whole.left)
        left.remove(spared)
        best = Choice(bound, attrs.evolve(whole, cost=bound, left=tuple(left)), (spared,))
    for kind in kinds:
        # To hold a card back spares no more than its own cost.
        if max(0, whole.cost - costs[cost_of(kind)]) >= bound:
            break
        found = _holding(without(problem, kind), max(0, keep - 1), bound, known)
        if found is not None:
            layout, held, cost = found
            bound = cost
            best = Choice(cost, layout, (kind, *held))
    return best


def _holding(problem: Problem, keep: int, bound: int, known: Known) -> tuple[Layout, tuple[int, ...], int] | None:
    """Return the cheapest answer that leaves so many cards, with the cards held back for that."""
    to_spare = sum(problem.counts) - sum(problem.sets) - sum(problem.runs)
    if to_spare <= _TIGHT and not can_be_laid(problem, known):
        return None
    layout = cheapest(problem, bound, known)
    if layout is None:
        return None
    if len(layout.left) >= keep:
        return layout, (), layout.cost
    best: tuple[Layout, tuple[int, ...], int] | None = None
    for kind, count in enumerate(problem.counts):
        if count:
            cost = problem.prices[cost_of(kind)]
            found = _holding(without(problem, kind), keep - 1, bound - cost, known)
            if found is not None:
                bound = found[2] + cost
                best = found[0], (kind, *found[1]), bound
    return best


def without(problem: Problem, kind: int) -> Problem:
    """Return the problem with one card less."""
    counts = bytearray(problem.counts)
    counts[kind] -= 1
    return attrs.evolve(problem, counts=bytes(counts))


def cost_of(kind: int) -> int:
    """Return where in the costs that of a kind stands."""
    return 13 if kind == JOKER else kind % 13
