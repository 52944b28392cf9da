"""The solver against OpenSpiel's own, on the same hands."""

import importlib.util
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Final

import numpy as np
from pyspiel.gin_rummy import GinRummyUtils

from benchmarks.measure import Row, in_turn, seconds_a_call, seconds_of, times_faster, under
from ginrules import Card, Hand, Meld, shuffled_deck, solver
from ginrules.melds import Aces
from ginrules.solver import _kernel
from ginrules.solver.arrange import table_for

_HANDS: Final = 4000
_OPENSPIEL: Final = "OpenSpiel"
_KNOCK_LIMIT: Final = 10


def rows(*, with_census: bool) -> Iterator[Row]:
    """Yield the rows of the solver, each measured when it is asked for."""
    peer = GinRummyUtils(13, 4, 10)
    rng = random.Random(2026)
    uniform = [rng.sample(range(52), 10) for _ in range(_HANDS)]
    banded = [_banded(rng, 10) for _ in range(_HANDS)]
    drawn = [rng.sample(range(52), 11) for _ in range(_HANDS)]
    table = table_for(Aces.LOW, 1)
    plain = _plain_kernel()

    for kind, hands in (("uniform", uniform), ("meld-rich", banded)):
        theirs = seconds_a_call(peer.min_deadwood, hands)
        masks = [_mask(hand) for hand in hands]
        assert [peer.min_deadwood(hand) for hand in hands] == [_kernel.deadwood(mask, table) for mask in masks]
        if solver.KERNEL == "compiled":
            ours = _kernel_seconds(_kernel, masks, table)
            bar = 20.0
            yield times_faster(
                f"kernel call, compiled, {kind}", ours=ours, peer=theirs, peer_name=_OPENSPIEL, bar=bar
            )
        ours = _kernel_seconds(plain, masks, table)
        yield times_faster(
            f"kernel call, plain Python, {kind}", ours=ours, peer=theirs, peer_name=_OPENSPIEL, bar=1.3
        )

    held = [Hand.from_mask(_mask(hand)) for hand in uniform]
    ours, theirs = in_turn(solver.deadwood, held, peer.min_deadwood, uniform)
    yield times_faster("solver.deadwood(Hand), uniform", ours=ours, peer=theirs, peer_name=_OPENSPIEL, bar=8)

    masks_array = np.array([_mask(hand) for hand in uniform], dtype=np.uint64)
    ours = seconds_of(partial(solver.batch.deadwood, masks_array)) / len(uniform)
    yield times_faster("batch.deadwood, a hand, uniform", ours=ours, peer=theirs, peer_name=_OPENSPIEL, bar=30)

    eleven = [Hand.from_mask(_mask(hand)) for hand in drawn]
    ours, theirs = in_turn(
        solver.after_discard, eleven, lambda hand: peer.legal_discards(hand, _KNOCK_LIMIT), drawn
    )
    yield times_faster(
        "solver.after_discard(Hand), eleven cards", ours=ours, peer=theirs, peer_name="legal_discards", bar=8
    )

    yield under("solver.best_layoffs, median of real knocks", ours=_median_layoff(rng), bar=50e-6)
    if with_census:
        start = time.perf_counter()
        counts = solver.census.deadwood_distribution(10)
        assert counts[0] == 136_694  # gin hands
        yield under("census of ten cards", ours=time.perf_counter() - start, bar=60.0)
    yield under("import ginrules, above a bare interpreter", ours=_import_seconds(), bar=80e-3)


def _banded(rng: random.Random, cards: int) -> list[int]:
    lowest = rng.randrange(9)
    return rng.sample([13 * suit + lowest + step for suit in range(4) for step in range(5)], cards)


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def _kernel_seconds(kernel: ModuleType, masks: list[int], table: bytes) -> float:
    """Measure bare calls: a wrapper would cost as much as the compiled kernel itself."""
    best = float("inf")
    deadwood = kernel.deadwood
    for _ in range(25):
        start = time.perf_counter()
        for mask in masks:
            deadwood(mask, table)
        best = min(best, time.perf_counter() - start)
    return best / len(masks)


def _plain_kernel() -> ModuleType:
    """Load the kernel's source as plain Python, beside the compiled one."""
    assert solver.__file__ is not None
    source = solver.__file__.replace("__init__.py", "_kernel.py")
    spec = importlib.util.spec_from_file_location("plain_kernel", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _median_layoff(rng: random.Random) -> float:
    """Return the median over knocks, each measured five times and taken at its quickest."""
    knocks = list(_real_knocks(rng, 1500))
    quickest = [float("inf")] * len(knocks)
    for _ in range(5):
        for number, (hand, spread) in enumerate(knocks):
            start = time.perf_counter()
            solver.best_layoffs(hand, spread)
            quickest[number] = min(quickest[number], time.perf_counter() - start)
    return statistics.median(quickest)


def _real_knocks(rng: random.Random, number: int) -> Iterator[tuple[Hand, tuple[Meld, ...]]]:
    """Yield defenders' hands and spreads from deals of drawing, discarding for least deadwood, and knocking."""
    found = 0
    while found < number:
        deck = list(shuffled_deck(rng))
        hands = [Hand.of(deck[:10]), Hand.of(deck[10:20])]
        for turn, card in enumerate(deck[20:49]):
            seat = turn % 2
            after: dict[Card, int] = dict(solver.after_discard(hands[seat].add(card)))
            discard = min(after, key=lambda c: (after[c], -c.pips))
            hands[seat] = hands[seat].add(card).remove(discard)
            if after[discard] <= _KNOCK_LIMIT:
                found += 1
                yield hands[1 - seat], solver.best_arrangement(hands[seat]).melds
                break


def _import_seconds() -> float:
    """Return what ``import ginrules`` adds to the start of an interpreter, from bytecode, the quickest of 25."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        return time.perf_counter() - start

    run("import ginrules")
    pairs = [(run("import ginrules"), run("pass")) for _ in range(25)]
    return min(pair[0] for pair in pairs) - min(pair[1] for pair in pairs)
