"""The search: runs by suits first, then sets from what they leave, with bounds that end it early.

How a hand is solved. For each suit, every way to place runs on its cards and to let runs on the table grow is
listed once (:mod:`._suits`). A bound follows from the suits alone: the least that their cards can cost for each
number of runs and of jokers. The search then picks a state for each suit, the cheapest first, and goes on only
where the bound, less what sets could at best take away, is below the best answer so far; what is left gives the
sets. Nothing but the bound is ever cut off, so the answer is exact.

Where runs lie is left open in that. Two things then cannot be seen until the melds are laid out: runs that cannot
but adjoin, and a run that would have to give its only natural card to a set. Where that strikes the best answer,
which is rare, the search is run again with runs in their places (:mod:`._placed`), within the bounds that the
first one has found.
"""

from typing import Final, TypeAlias

from ginrules.contract.solver._fewest import can_be_laid
from ginrules.contract.solver._known import Known, Priced, extra_to_dodge, least_runs, packed_suits, scarce_ranks
from ginrules.contract.solver._layout import JOKER, Layout, Problem, lay_out
from ginrules.contract.solver._placed import Limits, placed_states
from ginrules.contract.solver._sets import best_sets, every_sets, fewest_for_sets
from ginrules.contract.solver._suits import (
    ANYWHERE,
    BITS,
    LONGEST,
    NEVER,
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

_Bounds: TypeAlias = list[list[list[int]]]


_FAR: Final = 2
"""How many times the least possible cost the bound has to be, for a search close to that least first."""


def cheapest(problem: Problem, bound: int, known: Known | None = None) -> Layout | None:
    """Return an answer that costs least, if it costs less than *bound*; None if there is none.

    Args:
        problem: what is asked.
        bound: what it has to cost less than.
        known: what is known of suits, for another call with the same places, table and costs.

    """
    known = Known() if known is None else known
    search = _Search(problem, bound, known)
    answer = search.run()
    if search.bound <= search.least:
        return answer
    whole = search.bound
    if answer is None and not can_be_laid(problem, known):
        return None
    if whole > _FAR * search.least:
        # Mostly the answer costs no more than was hoped for, and no run needs a joker to spare.
        found = search.run_placed(search.least + 1, extra=0)
        if found is not None:
            return found
    answer = search.run_placed(whole, extra=search.jokers) or answer
    if problem.sets and search.least < search.bound:  # a run has to spare its only natural card
        answer = search.run_placed(search.bound, extra=search.jokers, skips=scarce_ranks(problem)) or answer
    if answer is not None and JOKER in answer.left and min(problem.costs) < problem.costs[13]:
        # There is no room for all jokers: one may have to lie where a cheaper natural card could.
        answer = search.run_placed(search.bound, extra=search.jokers, skips=ANYWHERE) or answer
    return answer


class _Search:
    """One search; what it knows stands in its slots."""

    __slots__ = (
        "best", "bound", "classes", "held", "jokers", "known", "known_sets", "later", "least", "listed",
        "packed", "placed", "problem", "splits", "states", "suits", "target",
    )  # fmt: skip

    def __init__(self, problem: Problem, bound: int, known: Known) -> None:
        self.problem = problem
        self.known = known
        self.placed = False
        self.bound = bound
        self.least = NEVER
        """The least cost of an answer that could not be laid out as it should."""
        self.best: Layout | None = None
        self.jokers = problem.counts[52]
        self.held = [sum(problem.counts[rank:52:13]) for rank in range(13)]
        self.classes = classes_of(list(problem.runs))
        self.listed, code_of = codes(self.classes)
        self.target = len(self.listed) - 1
        self.splits = splits_of(self.listed, code_of)
        self.packed = packed_suits(problem)
        self.states = [self._of_suit(suit) for suit in range(4)]
        self.suits: _Bounds = []
        self.later = [sum(self.packed[suit:]) for suit in range(4)]
        self.known_sets: dict[int, tuple[int, int]] = {}

    def run(self) -> Layout | None:
        """Return the best answer; it is surely the best if it costs no more than :attr:`least`."""
        problem = self.problem
        if not problem.runs and not problem.sets and not problem.table:
            cost = self._cost(sum(self.packed), 0) + self.jokers * problem.costs[13]
            left = tuple(kind for kind, count in enumerate(problem.counts) for _ in range(count))
            return Layout(cost, (), (), left) if cost < self.bound else None
        self.suits = self._bounds()
        self._descend(0, self.target, self.jokers, 0, 0, ())
        return self.best

    def _cost(self, packed: int, jokers: int) -> int:
        """Return what packed cards and jokers cost."""
        costs = self.problem.costs
        total = jokers * costs[13]
        rank = 0
        while packed:
            total += (packed & RANK) * costs[rank]
            packed >>= BITS
            rank += 1
        return total

    def run_placed(self, bound: int, *, extra: int, skips: int = 0) -> Layout | None:
        """Return the best answer that costs less than the bound, found with runs in their places.

        Args:
            bound: what it has to cost less than.
            extra: how many jokers more than it needs a run may have.
            skips: the mask of the positions where a run may leave a natural card and have a joker.

        """
        problem = self.problem
        self.bound, self.least, self.best = bound, NEVER, None
        least = [[_least(priced, self.jokers) for priced in by_code] for by_code in self.states]
        floor, gain = self._sets_at_best(self.later[0])
        if problem.build or problem.sets:  # any other joker can be laid off later
            extra = min(extra, extra_to_dodge(problem))
        spare_joker_is_free = self._spare_joker_is_free()
        ahead = self.known.ahead_of(problem, self.jokers, skips)
        placed: list[list[Priced]] = []
        for suit in range(4):
            others = _together(least[:suit] + least[suit + 1 :], self.splits)
            rest = [others[code] for _, code in self.splits[self.target]]
            limits = Limits(
                build=problem.build,
                extra=extra,
                spare_joker_is_free=spare_joker_is_free,
                most=[max(-1, self.jokers - floor - jokers) for jokers, _ in rest],
                below=[self.bound + gain - cost for _, cost in rest],
            )
            placed.append(self._priced(placed_states(self._suit(suit), limits, ahead)))
        before, self.states = self.states, placed
        self.placed = True
        answer = self.run()
        self.states = before
        return answer

    def _spare_joker_is_free(self) -> bool:
        """Return whether jokers left can always be laid: on a set, or on runs with room for all that is held."""
        problem = self.problem
        if problem.sets:
            return True
        on_table = any(suit < 0 for suit, _, _ in problem.table)
        return problem.build and (on_table or LONGEST * len(problem.runs) >= sum(problem.counts))

    def _suit(self, suit: int) -> Suit:
        """Return what is asked of a suit."""
        problem = self.problem
        return Suit(
            held=self.packed[suit],
            classes=self.classes,
            least_runs=least_runs(problem, suit),
            cores=[
                (number, low, low + length - 1)
                for number, (of_suit, low, length) in enumerate(problem.table)
                if of_suit == suit
            ],
            naturals=problem.naturals,
            top=problem.top,
            costs=problem.costs,
            wanted=self._wanted(),
        )

    def _of_suit(self, suit: int) -> list[Priced]:
        """Return the states of a suit that can matter by code."""
        packed, wanted = self.packed[suit], self._wanted()
        budget, able, by_code = self.known.states.get((suit, packed), (-1, 0, []))
        if budget < self.jokers or wanted & ~able:
            takings = self.known.ahead_of(self.problem, self.jokers).takings
            by_code = self._priced(suit_states(self._suit(suit), self.jokers, takings))
            self.known.states[suit, packed] = self.jokers, wanted, by_code
        return [_undominated(priced, wanted) for priced in by_code]

    def _priced(self, by_code: list[list[State]]) -> list[Priced]:
        """Return the states with what their cards left cost, the cheapest first."""
        return [
            sorted(
                ((self._cost(state[1], 0), state) for state in states),
                key=lambda item: (item[0], item[1][0], item[1][1]),
            )
            for states in by_code
        ]

    def _wanted(self) -> int:
        """Return the packed mask of the ranks of which a set could be laid."""
        sets = self.problem.sets
        mask = 0
        if sets:
            for rank, count in enumerate(self.held):
                if count >= self.problem.naturals and sets[-1] - count <= self.jokers:
                    mask |= RANK << SHIFT[rank]
        return mask

    def _bounds(self) -> _Bounds:
        """Return by suit, code and jokers the least cost of the cards in that suit and after it, without sets."""
        jokers, listed = self.jokers, self.listed
        after: list[list[int]] = [[0 if code == 0 else NEVER] * (jokers + 1) for code in range(len(listed))]
        bounds: _Bounds = [after]
        for suit in (3, 2, 1, 0):
            mine: list[list[tuple[int, int]]] = []
            for states in self.states[suit]:
                steps: list[tuple[int, int]] = []
                fewest = jokers + 1
                for cost, state in states:  # by cost, so only fewer jokers are worth a step
                    if state[0] < fewest:
                        fewest = state[0]
                        steps.append((fewest, cost))
                mine.append(steps)
            here = [[NEVER] * (jokers + 1) for _ in listed]
            for code, splits in enumerate(self.splits):
                best = here[code]
                for part, others in splits:
                    rest = after[others]
                    for used, cost in mine[part]:
                        for total in range(used, jokers + 1):
                            value = cost + rest[total - used]
                            if value < best[total]:  # noqa: PLR1730  quicker than a call
                                best[total] = value
            bounds.insert(0, here)
            after = here
        return bounds

    def _descend(  # noqa: PLR0913, PLR0917  plain numbers, passed down for speed
        self, suit: int, code: int, jokers: int, cost: int, packed: int, chosen: tuple[State, ...]
    ) -> None:
        """Pick a state for this suit and go on to the next."""
        if suit == SUITS:
            self._finish(jokers, cost, packed, chosen)
            return
        # Of the jokers so many will go to sets, even if no further run takes a card from them.
        floor, gain = self._sets_at_best(packed + self.later[suit])
        if floor > jokers:
            return
        jokers -= floor
        after = self.suits[suit + 1]
        for part, others in self.splits[code]:
            rest = after[others]
            for price, state in self.states[suit][part]:
                remaining = jokers - state[0]
                if remaining < 0:
                    continue
                least = rest[remaining]
                if least == NEVER:
                    continue
                if cost + price + least - gain >= self.bound:
                    if cost + price + rest[jokers] - gain >= self.bound:
                        break  # the states after it cost more
                    continue
                self._descend(
                    suit + 1, others, remaining + floor, cost + price, packed + state[1], (*chosen, state)
                )

    def _sets_at_best(self, packed: int) -> tuple[int, int]:
        """Return at least how many jokers sets need, and at most what they take away, if runs leave no more."""
        sets = len(self.problem.sets)
        if not sets:
            return 0, 0
        found = self.known_sets.get(packed)
        if found is None:
            costs = self.problem.costs
            fewest = fewest_for_sets(self.problem, self.held, packed, self.jokers)
            values = sorted(((packed >> SHIFT[rank] & RANK) * costs[rank] for rank in range(13)), reverse=True)
            found = (self.jokers + 1 if fewest is None else fewest[0], sum(values[:sets]))
            self.known_sets[packed] = found
        return found

    def _finish(self, jokers: int, cost: int, packed: int, chosen: tuple[State, ...]) -> None:
        """Find the sets and keep the answer if it is the best so far."""
        problem = self.problem
        if not problem.sets:
            wasted = 0 if problem.runs or problem.table else jokers * problem.costs[13]
            self._keep(cost + wasted, chosen, ())
        elif self.placed:
            if best_sets(problem, self.held, packed, jokers, cost - self.bound) is None:
                return
            for gain, ranks in every_sets(problem, self.held, packed, jokers):
                self._keep(cost - gain, chosen, ranks)
        else:
            found = best_sets(problem, self.held, packed, jokers, cost - self.bound)
            if found is not None:
                self._keep(cost - found[0], chosen, found[1])

    def _keep(self, cost: int, chosen: tuple[State, ...], ranks: tuple[int, ...]) -> None:
        """Lay the answer out if it may be the best so far, and keep it if it is."""
        if cost >= self.bound:
            return
        layout = lay_out(self.problem, list(chosen), ranks, self.jokers)
        if layout is None or layout.cost > cost:
            self.least = min(self.least, cost)
        if layout is not None and layout.cost < self.bound:
            self.bound, self.best = layout.cost, layout


def _least(priced: Priced, jokers: int) -> tuple[int, int]:
    """Return the fewest jokers of any of the states and the least cost of any."""
    able = [item for item in priced if item[1][0] <= jokers]
    if not able:
        return NEVER, NEVER
    return min(item[1][0] for item in able), able[0][0]


def _together(least: list[list[tuple[int, int]]], splits: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Return the same by code for several suits together."""
    total, *others = least
    for more in others:
        total = [
            (
                min(total[part][0] + more[rest][0] for part, rest in of_code),
                min(total[part][1] + more[rest][1] for part, rest in of_code),
            )
            for of_code in splits
        ]
    return total


def _undominated(priced: Priced, wanted: int) -> Priced:
    """Return the states, by cost, without those for which another leaves the same to sets, no dearer in all."""
    fewest: dict[int, int] = {}
    kept: Priced = []
    for item in priced:
        state = item[1]
        key = state[1] & wanted
        if state[0] < fewest.get(key, NEVER):
            fewest[key] = state[0]
            kept.append(item)
    return kept
