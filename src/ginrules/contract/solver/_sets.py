"""Sets from the cards that runs leave. Ints and tuples only.

A set may take natural cards from runs where the ranks left do not have the natural cards it needs; jokers then
lie there, which costs as many jokers as it saves. So only two things count: the jokers, ``asked - free`` of a rank
where that is positive, and that of all cards held of the rank there are enough natural ones.
"""

from collections.abc import Iterator

from ginrules.contract.solver._layout import Problem
from ginrules.contract.solver._suits import RANK, SHIFT


def best_sets(
    problem: Problem, held: list[int], packed: int, jokers: int, beyond: int
) -> tuple[int, tuple[int, ...]] | None:
    """Return how much sets can at best take away and the rank of each; None if nothing beats *beyond*.

    Args:
        problem: what is asked.
        held: how many natural cards of each rank are held.
        packed: how many of them runs leave.
        jokers: how many jokers runs leave.
        beyond: the sets must take away more than this.

    """
    sets, naturals, costs = problem.sets, problem.naturals, problem.costs
    order = sorted(
        (-(packed >> SHIFT[rank] & RANK) * costs[rank], rank) for rank in range(13) if held[rank] >= naturals
    )
    gains = [-loss for loss, _ in order]
    ranks = [rank for _, rank in order]
    free = [packed >> SHIFT[rank] & RANK for rank in ranks]
    most = [held[rank] for rank in ranks]
    asked = [0] * len(ranks)
    many = [0] * len(ranks)
    chosen: list[int] = []
    best: tuple[int, tuple[int, ...]] | None = None

    def place(at: int, begin: int, jokers: int, gain: int) -> None:
        nonlocal best, beyond
        if at == len(sets):
            if gain > beyond:
                beyond, best = gain, (gain, tuple(ranks[each] for each in chosen))
            return
        least = sets[at]
        to_go = len(sets) - at
        for each in range(begin if at and sets[at - 1] == least else 0, len(ranks)):
            # The gains descend: what follows can take away no more than this.
            others = gains[each + 1 : each + to_go] if sets[-1] == least else gains[: to_go - 1]
            hope = gains[each] + sum(others)
            if gain + hope <= beyond:
                return
            if naturals * (many[each] + 1) > most[each]:
                continue
            before = asked[each] - free[each]
            wild = max(0, before + least) - max(0, before)
            if wild > jokers:
                continue
            asked[each] += least
            many[each] += 1
            chosen.append(each)
            place(at + 1, each, jokers - wild, gain + (gains[each] if many[each] == 1 else 0))
            chosen.pop()
            many[each] -= 1
            asked[each] -= least

    place(0, 0, jokers, 0)
    return best


def every_sets(
    problem: Problem, held: list[int], packed: int, jokers: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every choice of ranks that so many jokers suffice for, with what it takes away."""
    for _, ranks in _choices(problem, held, packed, jokers, ()):
        yield sum((packed >> SHIFT[rank] & RANK) * problem.costs[rank] for rank in set(ranks)), ranks


def _choices(
    problem: Problem, held: list[int], packed: int, jokers: int, ranks: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the choices that go on from these, with the jokers they leave."""
    sets = problem.sets
    at = len(ranks)
    if at == len(sets):
        yield jokers, ranks
        return
    for rank in range(ranks[-1] if ranks and sets[at - 1] == sets[at] else 0, 13):
        if problem.naturals * (ranks.count(rank) + 1) > held[rank]:
            continue
        asked = sum(least for least, taken in zip(sets, ranks, strict=False) if taken == rank)
        before = asked - (packed >> SHIFT[rank] & RANK)
        left = jokers - max(0, before + sets[at]) + max(0, before)
        if left >= 0:
            yield from _choices(problem, held, packed, left, (*ranks, rank))


def fewest_for_sets(
    problem: Problem, held: list[int], packed: int, most: int
) -> tuple[int, tuple[int, ...]] | None:
    """Return the fewest jokers that sets need, and the rank of each; None if they need more than *most*."""
    sets = problem.sets
    if not sets:
        return 0, ()
    free = [packed >> SHIFT[rank] & RANK for rank in range(13)]
    if sets[0] != sets[-1]:
        return _fewest_of_lengths(problem, held, free, most)
    # Sets of one length: each set more of a rank costs no fewer jokers than the one before, so the cheapest first.
    least, naturals = sets[0], problem.naturals
    never = most + 1
    costs = [
        (least - cards if cards < least else 0) if held[rank] >= naturals else never
        for rank, cards in enumerate(free)
    ]
    many = [0] * 13
    total = 0
    for _ in sets:
        cost = min(costs)
        total += cost
        if total > most:
            return None
        rank = costs.index(cost)
        many[rank] += 1
        free[rank] = max(0, free[rank] - least)
        costs[rank] = max(0, least - free[rank]) if naturals * (many[rank] + 1) <= held[rank] else never
    return total, tuple(rank for rank in range(13) for _ in range(many[rank]))


def _fewest_of_lengths(
    problem: Problem, held: list[int], free: list[int], most: int
) -> tuple[int, tuple[int, ...]] | None:
    """Return the same for sets of several lengths: the cheapest rank for each set first, as far as it can help.

    Of ranks with as many cards and as many sets so far only one has to be tried.
    """
    sets, naturals = problem.sets, problem.naturals
    able = [min(count // naturals, len(sets)) for count in held]
    asked, many = [0] * 13, [0] * 13
    chosen: list[int] = []
    best: tuple[int, tuple[int, ...]] | None = None

    def place(at: int, used: int) -> None:
        nonlocal best, most
        if at == len(sets):
            best, most = (used, tuple(chosen)), used - 1
            return
        alike = {
            (free[rank], asked[rank], able[rank] - many[rank]): rank
            for rank in range(12, -1, -1)
            if many[rank] < able[rank]
        }
        priced = sorted(
            (max(0, asked[rank] + sets[at] - free[rank]) - max(0, asked[rank] - free[rank]), rank)
            for rank in alike.values()
        )
        for cost, rank in priced:
            if used + cost > most:
                return
            asked[rank] += sets[at]
            many[rank] += 1
            chosen.append(rank)
            place(at + 1, used + cost)
            chosen.pop()
            many[rank] -= 1
            asked[rank] -= sets[at]

    place(0, 0)
    return best


def choices_for_fewest(
    problem: Problem, held: list[int], packed: int, most: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every choice of ranks for sets that needs so many jokers at most, with their number."""
    for left, ranks in _choices(problem, held, packed, most, ()):
        yield most - left, ranks
