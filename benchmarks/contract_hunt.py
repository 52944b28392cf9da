"""A search for hands that the contract solver finds hard: ``python -m benchmarks.contract_hunt --seconds 120``.

Hands are drawn at random, most of them crowded into one suit or two with many jokers, for contracts of up to five
places, with and without a table; half of them are made so that the contract can be laid. For each query the hands
that took longest are printed. The worst so far stand in :data:`WORST`; :mod:`benchmarks.contract_rows` times them.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Final, TypeAlias

from benchmarks.measure import duration
from ginrules import Suit
from ginrules.contract import JOKER, Contract, Hand, Meld, card_of_kind, full_deck, parse_melds, solver

Question: TypeAlias = tuple[Hand, Contract, tuple[Meld, ...]]
Query: TypeAlias = Callable[[Hand, Contract, tuple[Meld, ...]], object]

QUERIES: Final[dict[str, Query]] = {
    "can_lay": lambda hand, contract, _: solver.can_lay(hand, contract),
    "missing": lambda hand, contract, _: solver.missing(hand, contract),
    "sweep": lambda hand, contract, _: solver.sweep(hand, contract),
    "best_laying": solver.best_laying,
    "best_laying, no building": lambda hand, contract, _: solver.best_laying(hand, contract, build=False),
    "best_builds": lambda hand, _, table: solver.best_builds(hand, table),
}
_DECK: Final = full_deck()
_CONTRACTS: Final = tuple(
    map(
        Contract.parse,
        (
            "2 runs",
            "1 set, 2 runs",
            "3 runs",
            "4 sets",
            "3 sets, 1 run",
            "2 sets, 2 runs",
            "1 set, 3 runs",
            "4 runs",
            "3 sets, 1 run of 5",
            "1 set, 1 run of 10",
            "3 runs of 5",
            "5 runs",
            "5 sets",
            "2 sets, 3 runs",
            "3 sets, 2 runs",
            "1 set, 4 runs",
            "1 run of 4, 1 run of 5, 1 run of 6",
            "1 set, 1 set of 4, 1 set of 5, 2 runs",
        ),
    )
)

_THREE_RUNS: Final = "1 run of 4, 1 run of 5, 1 run of 6"

_TEN_MELDS: Final = (
    "6d 7d 8d 9d | 7s 8s 9s Ts Js | 9c Tc Jc Qc Kc Ac | 3d 4d 5d 6d | Kc Kd Kh | Tc Td Th | Ts Js Qs Ks"
    " | 9h Th Jh Qh Kh Ah | 4s 5s 6s 7s 8s 9s | 2h 3h 4h 5h 6h"
)

WORST: Final = (
    ("best_laying", "3s 3s 4s 5s 6s 7s 8s 9s Js Ks * * * * * *", _THREE_RUNS, "7s 8s 9s Ts"),
    ("best_laying", "Ah 3h 4h 4h 5h 6h 6h 7h 7h 8h 9h Th Jh Qh Kh * * * * *", _THREE_RUNS, ""),
    ("best_laying", "5c 5c 7c Kc As 3s 5s 6s 7s 9s Ts Js Qs Ks * * * * * *", _THREE_RUNS, ""),
    (
        "best_laying",
        "6c 9c Tc Qc 2h 3h 4h 4h 5h 5h 6h 6h 7h 8h Jh * * * * *",
        "4 runs",
        "3c 4c 5c 6c 7c | 9c Tc Jc Qc Kc Ac | Jh Qh Kh Ah",
    ),
    (
        "best_laying",
        "2c 3c 4c 5c 5c 6c 6c 7c 7c 8c 8c 9c Qc Qd 7h * * * * *",
        "3 runs",
        _TEN_MELDS,
    ),
    ("best_laying", "Ah 2h 2h 3h 3h 4h 5h 6h 7h 7h 8h 9h Th Jh Kh * * * * *", "1 set, 4 runs", ""),
    ("best_laying", "As 4s 5s 5s 6s 7s 7s 8s 8s 9s 9s Ts Js * * * * * * *", "1 set, 4 runs", "Ac Ad Ah"),
    ("best_laying, no building", "4c 4d 5h 6h 6h 7h 7h 8h 9h Th Jh Qh 6s 7s * * * * * *", "2 sets, 3 runs", ""),
    (
        "best_laying, no building",
        "Ah 3h 3h 4h 5h 5h 6h 6h 7h 7h 8h 8h 9h 9h Th Th Jh Jh Qh *",
        _THREE_RUNS,
        "",
    ),
    ("missing", "2c 3c 6d Jd 4h 8h As 3s 6s 7s 8s Ts Qs *", "1 set, 1 set of 4, 1 set of 5, 2 runs", ""),
    ("missing", "Ad 2d 3d 4d 5d 5d 6d 7d 7d 8d 9d Td Jd Jd Qd Qd Kd * * *", "5 runs", ""),
    ("can_lay", "As 2s 3s 4s 5s 6s 7s 8s 9s 9s Ts Ts Js Js Qs Qs Ks * * *", "5 runs", ""),
    ("sweep", "Ad 3d 4d 4d 5d 5d 6d 7d 8d 9d Td Td Jd Jd * * * * * *", "1 set, 4 runs", ""),
)
"""The worst hands found: the query, the hand, the contract, the table."""


def worst() -> float:
    """Return the seconds of the slowest of :data:`WORST`, each in the quickest of five rounds."""
    slowest = 0.0
    for query, cards, places, melds in WORST:
        question = Hand.parse(cards), Contract.parse(places), parse_melds(melds) if melds else ()
        slowest = max(slowest, min(_seconds(QUERIES[query], question) for _ in range(5)))
    return slowest


def hard(rng: random.Random) -> Question:
    """Return a crowded hand of up to twenty cards with its contract and a table."""
    contract = rng.choice(_CONTRACTS)
    size, jokers = rng.choice((14, 16, 18, 20, 20, 20)), rng.randint(0, 8)
    suits = rng.sample(range(4), rng.choice((1, 1, 2, 3, 4, 4)))
    first, band = rng.randrange(13), rng.choice((13, 13, 10, 7, 5))
    pool = [
        card_of_kind(13 * suit + (first + step) % 13) for suit in suits for step in range(band) for _ in range(2)
    ]
    cards = _made(rng, contract, suits) if rng.random() < 0.5 else Hand()
    cards = Hand.of(rng.sample(list(cards), min(len(cards), size - jokers)))
    for card in rng.sample(pool, len(pool)):
        if len(cards) >= size - jokers:
            break
        if cards.count(card) < 2:
            cards = cards.add(card)
    hand = Hand.of([*cards, *[JOKER] * jokers])
    return hand, contract, table_beside(rng, hand, rng.choice((0, 0, 0, 3, 6, 12, 18)), sets=0.2)


def _made(rng: random.Random, contract: Contract, suits: list[int]) -> Hand:
    """Return natural cards that fill the contract, as far as two decks have them."""
    cards = Hand()
    for place in contract.at_table(min_set=3, min_run=4).places:
        least = place.least or 3
        if place.kind.value == "set":
            rank = rng.randrange(13)
            meld = [13 * rng.randrange(4) + rank for _ in range(least)]
        else:
            suit, low = rng.choice(suits), rng.randrange(14 - least)
            meld = [13 * suit + rank for rank in range(low, low + least)]
        for kind in meld:
            if cards.count(card_of_kind(kind)) < 2:
                cards = cards.add(card_of_kind(kind))
    return cards


def table_beside(rng: random.Random, hand: Hand, number: int, *, sets: float) -> tuple[Meld, ...]:
    """Return melds of the cards that are not in the hand, so many at most, and such a share of them sets."""
    rest = _DECK - hand
    melds: list[Meld] = []
    for _ in range(number):
        if rng.random() < sets:
            rank = rng.randrange(13)
            meld = Meld.of_set(card_of_kind(13 * suit + rank) for suit in rng.sample(range(4), 3))
        else:
            length = rng.randint(4, 6)
            meld = Meld.of_run(rng.choice(list(Suit)), rng.randint(1, 15 - length), length)
        if meld.hand <= rest:
            rest -= meld.hand
            melds.append(meld)
    return tuple(melds)


def _seconds(query: Query, question: Question) -> float:
    begun = time.perf_counter()
    query(*question)
    return time.perf_counter() - begun


def main() -> None:
    """Hunt for so many seconds and print the hands that took longest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    times: dict[str, list[tuple[float, str]]] = {name: [] for name in QUERIES}
    end = time.perf_counter() + asked.seconds
    while time.perf_counter() < end:
        question = hard(rng)
        hand, contract, table = question
        for name, query in QUERIES.items():
            seconds = _seconds(query, question)
            if seconds > 0.01:  # once more, so that a moment of the machine is not taken for the hand's
                seconds = min(seconds, _seconds(query, question))
            melds = " | ".join(map(str, table))
            times[name].append((seconds, f"{hand}; {contract}; {melds or 'no table'}"))
    for name, found in times.items():
        found.sort(reverse=True)
        median = statistics.median(seconds for seconds, _ in found)
        print(f"{name}: {len(found):,} hands, median {duration(median)}, worst {duration(found[0][0])}")
        for seconds, told in found[:3]:
            print(f"    {duration(seconds):>9}  {told}")


if __name__ == "__main__":
    main()
