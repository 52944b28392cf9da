"""The fewest jokers with which a contract can be laid: by the states of the suits, as in :mod:`._search`."""

from ginrules.contract.solver._layout import Problem, lay_out
from ginrules.contract.solver._sets import choices_for_fewest, fewest_for_sets
from ginrules.contract.solver._suits import (
    RANK,
    SHIFT,
    SUITS,
    Classes,
    State,
    classes_of,
    codes,
    pack,
    suit_states,
)


def enough_jokers(problem: Problem, most: int) -> bool:
    """Return whether the contract can be laid with so many jokers."""
    search = _Fewest(problem, most, strict=False)
    if search.run() is not None:
        return True
    return not search.sure and _Fewest(problem, most, strict=True).run() is not None


def fewest_jokers(problem: Problem, most: int) -> int | None:
    """Return the fewest jokers with which the contract can be laid, however many are held; None beyond *most*."""
    search = _Fewest(problem, most, strict=False)
    found = search.run()
    if search.sure:
        return found
    again = _Fewest(problem, search.bound - 1, strict=True).run()
    return found if again is None else again


class _Fewest:
    """One search; what it knows stands in its slots."""

    __slots__ = (
        "after", "bound", "floor", "held", "problem", "splits", "states", "strict", "sure", "target", "whole",
    )  # fmt: skip

    def __init__(self, problem: Problem, most: int, *, strict: bool) -> None:
        self.problem = problem
        self.strict = strict
        self.sure = True
        self.bound = most + 1
        self.held = [sum(problem.counts[rank:52:13]) for rank in range(13)]
        packed = sum(pack(problem.counts[13 * suit : 13 * suit + 13]) for suit in range(4))
        least = fewest_for_sets(problem, self.held, packed, most)
        self.whole = least is not None
        self.floor = 0 if least is None else least[0]
        classes = classes_of(list(problem.runs))
        listed, code_of = codes(classes)
        self.target = len(listed) - 1
        self.splits = [
            [
                (part, code_of[tuple(a - b for a, b in zip(whole, taken, strict=True))])
                for part, taken in enumerate(listed)
                if all(a >= b for a, b in zip(whole, taken, strict=True))
            ]
            for whole in listed
        ]
        budget = most - self.floor
        self.states: list[list[list[State]]] = []
        self.after: list[list[int]] = []
        if budget < 0 or not self.whole:
            self.whole = False
            return
        self.states = [self._of_suit(suit, classes, budget) for suit in range(4)]
        never = self.bound
        after = [0 if code == 0 else never for code in range(len(listed))]
        self.after = [after]
        for suit in (3, 2, 1, 0):
            mine = [states[0][0] if states else never for states in self.states[suit]]
            after = [min(mine[part] + after[rest] for part, rest in splits) for splits in self.splits]
            self.after.insert(0, after)

    def _of_suit(self, suit: int, classes: Classes, budget: int) -> list[list[State]]:
        """Return the states of a suit by code, those with the fewest jokers first."""
        problem = self.problem
        wanted = 0
        if problem.sets:
            for rank, count in enumerate(self.held):
                if count >= problem.naturals:
                    wanted |= RANK << SHIFT[rank]
        by_code = suit_states(
            pack(problem.counts[13 * suit : 13 * suit + 13]),
            classes,
            [],
            budget,
            problem.naturals,
            problem.top,
            short=not self.strict,
            strict=self.strict,
        )
        kept: list[list[State]] = []
        for states in by_code:
            ordered = sorted(states)
            if not self.strict:
                first: dict[int, State] = {}
                for state in ordered:
                    first.setdefault(state[1] & wanted, state)
                ordered = list(first.values())
            kept.append(ordered)
        return kept

    def run(self) -> int | None:
        """Return the fewest jokers; :attr:`sure` tells whether they are surely the fewest."""
        most = self.bound
        if self.whole:
            self._descend(0, self.target, 0, 0, ())
        return self.bound if self.bound < most else None

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
        if self.strict:
            for more, ranks in choices_for_fewest(problem, self.held, packed, self.bound - 1 - jokers):
                for total in range(jokers + more, self.bound):
                    if lay_out(problem, list(chosen), ranks, total) is not None:
                        self.bound = total
                        break
            return
        found = fewest_for_sets(problem, self.held, packed, self.bound - 1 - jokers)
        if found is None:
            return
        fewest = jokers + found[0]
        for total in range(fewest, self.bound):
            if lay_out(problem, list(chosen), found[1], total) is not None:
                self.bound = total
                break
            self.sure = False
