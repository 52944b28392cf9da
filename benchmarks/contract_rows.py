"""The two-deck contract solver: ``python -m benchmarks.contract_rows`` prints median and worst of every query.

Hands are as they come up in play (eleven to thirteen cards, half of them near a contract) and adversarial:
twenty cards with three to eight jokers, crowded into few ranks or suits, for contracts of three and four places,
beside a table. :mod:`benchmarks.contract_hunt` has those that were the worst of a long search.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Final

import attrs

from benchmarks.contract_hunt import QUERIES, Question, table_beside, worst
from benchmarks.measure import Row, duration, under
from ginrules.contract import JOKER, AnyCard, Contract, Hand, card_of_kind, full_deck

_DECK: Final = full_deck()
_ORDINARY: Final = tuple(
    map(
        Contract.parse,
        ("2 sets", "1 set, 1 run", "2 runs", "3 sets", "2 sets, 1 run", "1 set, 2 runs", "3 runs"),
    )
)
_HARD: Final = tuple(
    map(
        Contract.parse,
        ("3 runs", "4 sets", "3 sets, 1 run", "2 sets, 2 runs", "1 set, 3 runs", "4 runs", "3 sets, 1 run of 5"),
    )
)
_MEDIAN: Final = 5e-3
_WORST: Final = 100e-3


@attrs.frozen(kw_only=True)
class Times:
    """The seconds of a query over the hands of one sort."""

    sort: str
    query: str
    median: float
    worst: float
    worst_hand: str


def play_like(rng: random.Random) -> Question:
    """Return a hand as it comes up in play, half of the time one that was collected toward the contract."""
    contract = rng.choice(_ORDINARY)
    size = rng.randint(11, 13)
    hand = _near(rng, contract) if rng.random() < 0.5 else Hand()
    hand = _filled(rng, hand, size, list(_DECK))
    return hand, contract, table_beside(rng, hand, rng.randint(0, 8), sets=0.5)


def adversarial(rng: random.Random) -> Question:
    """Return twenty cards, many of them jokers and the others crowded."""
    contract = rng.choice(_HARD)
    suits = rng.sample(range(4), rng.randint(2, 4))
    first, band = rng.randrange(13), rng.randint(5, 13)
    ranks = {(first + step) % 13 for step in range(band)}
    pool = [card_of_kind(13 * suit + rank) for suit in suits for rank in ranks for _ in range(2)]
    hand = _filled(rng, Hand.of([JOKER] * rng.randint(3, 8)), 20, pool)
    return hand, contract, table_beside(rng, hand, rng.choice((0, 0, 4, 10)), sets=0.5)


def _near(rng: random.Random, contract: Contract) -> Hand:
    """Return cards that fill the contract, or nearly."""
    cards: list[int] = []
    for place in contract.at_table(min_set=3, min_run=4).places:
        least = place.least or 3
        if place.kind.value == "set":
            rank = rng.randrange(13)
            cards += [13 * rng.randrange(4) + rank for _ in range(least)]
        else:
            suit, low = rng.randrange(4), rng.randrange(14 - least)
            cards += [13 * suit + rank for rank in range(low, low + least)]
    kept = rng.sample(cards, len(cards) - rng.randint(0, 2))
    return Hand.of(map(card_of_kind, kept))


def _filled(rng: random.Random, hand: Hand, size: int, pool: list[AnyCard]) -> Hand:
    for card in rng.sample(pool, len(pool)):
        if len(hand) >= size:
            break
        if card is JOKER or hand.count(card) < 2:
            hand = hand.add(card)
    return hand


def measured(number: int = 300, seed: int = 1) -> Iterator[Times]:
    """Yield the times of every query on so many hands of both sorts, each hand once."""
    for sort, draw in (("play", play_like), ("adversarial", adversarial)):
        rng = random.Random(f"{seed} {sort}")
        questions = [draw(rng) for _ in range(number)]
        for query, ask in QUERIES.items():
            times: list[tuple[float, str]] = []
            for hand, contract, table in questions:
                start = time.perf_counter()
                ask(hand, contract, table)
                times.append((time.perf_counter() - start, f"{hand}; {contract}; {len(table)} melds"))
            worst, worst_hand = max(times)
            median = statistics.median(seconds for seconds, _ in times)
            yield Times(sort=sort, query=query, median=median, worst=worst, worst_hand=worst_hand)


def rows() -> Iterator[Row]:
    """Yield the rows of the contract solver."""
    for times in measured():
        what = f"contract.solver.{times.query}, {times.sort} hands"
        yield under(f"{what}, median", ours=times.median, bar=_MEDIAN)
        yield under(f"{what}, worst", ours=times.worst, bar=_WORST)
    yield under("contract.solver, the worst hands found, worst", ours=worst(), bar=_WORST)


def main() -> None:
    """Print the times, with the hand that took longest."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for times in measured(number):
        print(
            f"{times.sort:12} {times.query:24} median {duration(times.median):>9}"
            f"  worst {duration(times.worst):>9}  {times.worst_hand}"
        )
    print(f"the worst hands found: {duration(worst())}")


if __name__ == "__main__":
    main()
