"""How many jokers runs still to be placed need at least, wherever they lie: the bound of :mod:`._placed`."""

from ginrules.contract.solver._suits import FROM, NEVER, RANK, SHIFT, Counts, Takings


class Ahead:
    """What is known of runs of some lengths, for any cards: it is filled as it is asked."""

    __slots__ = ("known", "takings", "top")

    def __init__(self, takings: Takings) -> None:
        """Take the ways in which runs take cards."""
        self.takings = takings
        self.top = takings.top
        self.known: dict[tuple[int, int, int, Counts], int] = {}

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
            held &= FROM[first]
        asked = (number, first, held, lacking)
        least = self.known.get(asked)
        if least is None:
            least = self.least(number, first + 1, held, lacking)
            if held >> SHIFT[first] & RANK:
                fewer = (*lacking[:number], lacking[number] - 1, *lacking[number + 1 :])
                for jokers, taken, _ in self.takings.of(number, first, held):
                    if jokers < least:
                        least = min(least, jokers + self.least(number, first, held - taken, fewer))
            self.known[asked] = least
        return least
