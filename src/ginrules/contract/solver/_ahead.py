"""How many jokers runs still to be placed need at least, wherever they lie: the bound of :mod:`._placed`."""

from ginrules.contract.solver._suits import (
    ANYWHERE,
    NEVER,
    RANK,
    SHIFT,
    Counts,
    Taking,
    beginnings,
    classes_of,
    from_position,
)


class Ahead:
    """What is known of runs of some lengths, for any cards: it is filled as it is asked."""

    __slots__ = ("budget", "classes", "known_least", "known_takings", "naturals", "skips", "top")

    def __init__(self, runs: tuple[int, ...], budget: int, naturals: int, top: int, skips: int) -> None:
        """Take what does not depend on the cards.

        Args:
            runs: the least lengths of the runs.
            budget: the most jokers.
            naturals: the least number of natural cards of a run.
            top: the highest position.
            skips: the mask of the positions where a run may leave a natural card and have a joker.

        """
        self.classes = classes_of(list(runs))
        self.budget = budget
        self.naturals = naturals
        self.top = top
        self.skips = ANYWHERE if naturals > 1 else skips
        self.known_takings: dict[tuple[int, int, int], list[Taking]] = {}
        self.known_least: dict[tuple[int, int, int, Counts], int] = {}

    def takings(self, number: int, first: int, held: int) -> list[Taking]:
        """Return what a run of a class may take that has its first natural card there."""
        held &= from_position(first)
        asked = (number, first, held)
        found = self.known_takings.get(asked)
        if found is None:
            found = self.known_takings[asked] = beginnings(
                held, first, self.classes[number][0], self.budget, self.naturals, self.top, self.skips
            )
        return found

    def least(self, number: int, first: int, held: int, lacking: Counts) -> int:
        """Return how many jokers so many runs need, those of this class with their first natural card from there.

        Args:
            number: the class that is being placed; of the longer ones none is placed yet.
            first: the position from which runs of this class begin.
            held: the cards to take from.
            lacking: how many runs of each class.

        """
        if not any(lacking):
            return 0
        if not lacking[number]:
            return self.least(number - 1, 0, held, lacking) if number else NEVER
        if first > self.top:
            return NEVER
        if not number:
            held &= from_position(first)
        asked = (number, first, held, lacking)
        least = self.known_least.get(asked)
        if least is None:
            least = self.least(number, first + 1, held, lacking)
            if held >> SHIFT[first] & RANK:
                fewer = (*lacking[:number], lacking[number] - 1, *lacking[number + 1 :])
                for jokers, taken, _ in self.takings(number, first, held):
                    if jokers < least:
                        least = min(least, jokers + self.least(number, first, held - taken, fewer))
            self.known_least[asked] = least
        return least
