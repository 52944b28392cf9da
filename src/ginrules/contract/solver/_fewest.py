"""The fewest jokers with which a contract can be laid: by the states of the suits, as in :mod:`._search`."""

import attrs

from ginrules.contract.solver._ahead import Ahead
from ginrules.contract.solver._known import Known, extra_to_dodge, least_runs, packed_suits, scarce_ranks
from ginrules.contract.solver._layout import JOKER, Problem, lay_out
from ginrules.contract.solver._placed import Limits, placed_states
from ginrules.contract.solver._sets import choices_for_fewest, fewest_for_sets
from ginrules.contract.solver._suits import (
    RANK,
    SHIFT,
    SUITS,
    State,
    Suit,
    classes_of,
    codes,
    splits_of,
    suit_states,
)


def enough_jokers(problem: Problem, most: int, known: Known | None = None) -> bool:
    """Return whether the contract can be laid with so many jokers."""
    return fewest_jokers(problem, most, known) is not None


def can_be_laid(problem: Problem, known: Known) -> bool:
    """Return whether the contract can be laid at all, whatever lies on the table and is built."""
    return enough_jokers(attrs.evolve(problem, table=(), build=False), problem.counts[JOKER], known)


def fewest_jokers(problem: Problem, most: int, known: Known | None = None) -> int | None:
    """Return the fewest jokers with which the contract can be laid, however many are held; None beyond *most*.

    Args:
        problem: what is asked.
        most: the most jokers.
        known: what is known of suits, for another search with the same places.

    """
    search = _Fewest(problem, most, known or Known())
    found = search.run()
    return found if search.bound <= search.least else search.run_placed()


class _Fewest:
    """One search; what it knows stands in its slots."""

    __slots__ = (
        "after", "bound", "classes", "floor", "held", "known", "least", "most", "packed", "placed", "problem",
        "splits", "states", "target", "whole",
    )  # fmt: skip

    def __init__(self, problem: Problem, most: int, known: Known) -> None:
        self.problem = problem
        self.known = known
        self.placed = False
        self.most = most
        self.bound = most + 1
        self.least = most + 1
        """The least that an answer took which could not be laid."""
        self.held = [sum(problem.counts[rank:52:13]) for rank in range(13)]
        self.packed = packed_suits(problem)
        least = fewest_for_sets(problem, self.held, sum(self.packed), most)
        self.floor = 0 if least is None else least[0]
        self.whole = least is not None and self.floor <= most
        self.classes = classes_of(list(problem.runs))
        listed, code_of = codes(self.classes)
        self.target = len(listed) - 1
        self.splits = splits_of(listed, code_of)
        self.states: list[list[list[State]]] = []
        self.after: list[list[int]] = []
        if self.whole:
            self.states = [self._of_suit(suit) for suit in range(4)]
            self.after = self._after()

    def run(self) -> int | None:
        """Return the fewest jokers; they are surely the fewest if they are no more than :attr:`least`."""
        if self.whole:
            self._descend(0, self.target, 0, 0, ())
        return self.bound if self.bound <= self.most else None

    def run_placed(self) -> int | None:
        """Return the fewest jokers, found with runs in their places, one more at a time."""
        end = self.bound
        fewest = [[states[0][0] if states else end for states in by_code] for by_code in self.states]
        problem = self.problem
        scarce = scarce_ranks(problem)
        ahead = [self.known.ahead_of(problem, self.most, skips) for skips in (0, scarce)]
        self.placed = True
        for most in range(self.least, end):
            for known in ahead:
                self.bound, self.least = most + 1, most + 1
                self.states = [
                    self._of_suit_placed(suit, self._room(suit, most, fewest), known) for suit in range(4)
                ]
                self.after = self._after()
                self._descend(0, self.target, 0, 0, ())
                if self.bound <= most:
                    return self.bound
                if self.least > most:
                    break  # no run had to spare its only natural card
        return end if end <= self.most else None

    def _suit(self, suit: int) -> Suit:
        """Return what is asked of a suit."""
        problem = self.problem
        wanted = 0
        if problem.sets:
            for rank, count in enumerate(self.held):
                if count >= problem.naturals:
                    wanted |= RANK << SHIFT[rank]
        return Suit(
            held=self.packed[suit],
            classes=self.classes,
            least_runs=least_runs(problem, suit),
            cores=[],
            naturals=problem.naturals,
            top=problem.top,
            costs=None,
            wanted=wanted,
        )

    def _of_suit(self, suit: int) -> list[list[State]]:
        """Return the states of a suit by code, those with the fewest jokers first."""
        asked, takings = self._suit(suit), self.known.ahead_of(self.problem, self.most).takings
        kept: list[list[State]] = []
        for states in suit_states(asked, self.most - self.floor, takings):
            first: dict[int, State] = {}
            for state in sorted(states):
                first.setdefault(state[1] & asked.wanted, state)
            kept.append(list(first.values()))
        return kept

    def _room(self, suit: int, most: int, fewest: list[list[int]]) -> list[int]:
        """Return by code how many jokers a suit may take, given what the others take at least."""
        never = most + 1
        total: list[int] = [0] + [never] * self.target
        for each in range(4):
            if each != suit:
                total = [min(total[part] + fewest[each][rest] for part, rest in splits) for splits in self.splits]
        return [max(-1, most - self.floor - total[others]) for _, others in self.splits[self.target]]

    def _of_suit_placed(self, suit: int, most: list[int], ahead: Ahead) -> list[list[State]]:
        """Return the states of a suit by code with runs in their places, those with the fewest jokers first."""
        limits = Limits(
            build=self.problem.build,
            extra=extra_to_dodge(self.problem),
            spare_joker_is_free=True,
            most=most,
            below=[1] * len(most),
        )
        return [sorted(states) for states in placed_states(self._suit(suit), limits, ahead)]

    def _after(self) -> list[list[int]]:
        """Return by suit and code the fewest jokers for that suit and those after it."""
        after = [0] + [self.bound] * self.target
        bounds = [after]
        for suit in (3, 2, 1, 0):
            mine = [states[0][0] if states else self.bound for states in self.states[suit]]
            after = [min(mine[part] + after[rest] for part, rest in splits) for splits in self.splits]
            bounds.insert(0, after)
        return bounds

    def _descend(self, suit: int, code: int, jokers: int, packed: int, chosen: tuple[State, ...]) -> None:
        if suit == SUITS:
            self._finish(jokers, packed, chosen)
            return
        after = self.after[suit + 1]
        for part, others in self.splits[code]:
            for state in self.states[suit][part]:
                if jokers + state[0] + after[others] + self.floor >= self.bound:
                    break
                self._descend(suit + 1, others, jokers + state[0], packed + state[1], (*chosen, state))

    def _finish(self, jokers: int, packed: int, chosen: tuple[State, ...]) -> None:
        problem = self.problem
        found = fewest_for_sets(problem, self.held, packed, self.bound - 1 - jokers)
        if found is None:
            return
        if self.placed:
            for more, ranks in choices_for_fewest(problem, self.held, packed, self.bound - 1 - jokers):
                if lay_out(problem, list(chosen), ranks, jokers + more) is not None:
                    self.bound = jokers + more
                    break
                self.least = min(self.least, jokers + more)
            return
        fewest = jokers + found[0]
        for total in range(fewest, self.bound):
            if lay_out(problem, list(chosen), found[1], total) is not None:
                self.bound = total
                break
            self.least = min(self.least, total)
