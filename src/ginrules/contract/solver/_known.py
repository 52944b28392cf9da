"""What several searches for the same places share."""

from typing import TypeAlias

from ginrules.contract.solver._ahead import Ahead
from ginrules.contract.solver._layout import Problem
from ginrules.contract.solver._suits import HIGH_ACE, State, Takings, classes_of, pack

Priced: TypeAlias = list[tuple[int, State]]
"""States with what their cards left cost, cheapest first."""


class Known:
    """What one search finds out that others with the same places, table and costs can use."""

    __slots__ = ("ahead", "states")

    def __init__(self) -> None:
        self.states: dict[tuple[int, int], tuple[int, int, list[Priced]]] = {}
        """By suit and its cards: for how many jokers and for what sets its states are listed, and they."""
        self.ahead: dict[tuple[int, int], Ahead] = {}
        """By the most jokers and where runs may skip cards."""

    def ahead_of(self, problem: Problem, jokers: int, skips: int = 0) -> Ahead:
        """Return what is known of the runs with so many jokers at most, where they may skip cards there."""
        ahead = self.ahead.get((jokers, skips))
        if ahead is None:
            classes = classes_of(list(problem.runs))
            ahead = Ahead(Takings(classes, jokers, problem.naturals, problem.top, skips))
            self.ahead[jokers, skips] = ahead
        return ahead


def packed_suits(problem: Problem) -> list[int]:
    """Return the cards of each suit, packed."""
    return [pack(problem.counts[13 * suit : 13 * suit + 13]) for suit in range(4)]


def least_runs(problem: Problem, suit: int) -> int:
    """Return how many of the runs a suit has at least, since the others have too few cards for them."""
    cards = [sum(problem.counts[13 * each : 13 * each + 13]) for each in range(4)]
    others = sum(many // problem.naturals for each, many in enumerate(cards) if each != suit)
    return max(0, len(problem.runs) - others)


def extra_to_dodge(problem: Problem) -> int:
    """Return how many jokers more than it needs a run may want: each other run may bar one place at either end."""
    return 2 * (len(problem.runs) - 1)


def scarce_ranks(problem: Problem) -> int:
    """Return the mask of the positions whose natural cards runs might take all, though a set needs some."""
    takers = len(problem.runs) + len(problem.table)
    scarce = 0
    for rank in range(13) if problem.sets else ():
        held = sum(problem.counts[rank:52:13])
        if problem.naturals <= held < takers + problem.naturals * len(problem.sets):
            scarce |= 1 << rank | (1 << HIGH_ACE if rank == 0 else 0)
    return scarce
