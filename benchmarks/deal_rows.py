"""The deal machine: random deals against OpenSpiel's, views, the greedy bot, and records."""

import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Final

import pyspiel

from benchmarks.measure import Row, at_least, seconds_a_call, times_faster, under
from ginrules import Deal, GameState, Phase, apply, legal_actions, new_deal, presets, shuffled_deck, view
from ginrules.bots import GreedyBot, SimpleBot, play_deal
from ginrules.records import read_deals, write_deals

_RANDOM_DEALS: Final = 60
_RECORDED: Final = 10_000


def rows(*, with_records: bool) -> Iterator[Row]:
    """Yield the rows of the deal machine, each measured when it is asked for."""
    game = pyspiel.load_game("gin_rummy")
    ours = theirs = float("inf")
    for round_number in range(8):  # in turn, the quickest of each
        ours = min(ours, _seconds_a_decision(partial(_random_deal, random.Random(round_number))))
        theirs = min(
            theirs, _seconds_a_decision(partial(_random_deal_of_openspiel, game, random.Random(round_number)))
        )
    yield times_faster(
        "random deals, a player's decision", ours=ours, peer=theirs, peer_name="OpenSpiel, its own deals", bar=4
    )
    states = _states(random.Random(1))
    yield under(
        "view(state, seat)",
        ours=seconds_a_call(lambda state: view(state, state.turn), states, rounds=40),
        bar=10e-6,
    )
    decks = [shuffled_deck(random.Random(seed)) for seed in range(60)]
    bots = (GreedyBot(), GreedyBot())
    ours = seconds_a_call(lambda deck: play_deal(Deal.start(presets.CLASSIC, deck), bots), decks, rounds=7)
    yield under("a deal between greedy bots", ours=ours, bar=10e-3)
    if with_records:
        yield at_least("deals replayed a second, from one file", reached=_replayed_a_second(), bar=1000)


def _seconds_a_decision(play: "partial[int]") -> float:
    start = time.perf_counter()
    decisions = sum(play() for _ in range(_RANDOM_DEALS))
    return (time.perf_counter() - start) / decisions


def _random_deal(rng: random.Random) -> int:
    """Play one whole random deal, shuffling and dealing included; return the number of decisions."""
    state = new_deal(presets.OPENSPIEL, shuffled_deck(rng))
    decisions = 0
    while state.phase is not Phase.OVER:
        actions = legal_actions(state)
        state = apply(state, actions[int(rng.random() * len(actions))])
        decisions += 1
    return decisions


def _random_deal_of_openspiel(game: "pyspiel.Game", rng: random.Random) -> int:
    """Play one whole random deal of OpenSpiel's, its chance nodes included; return the number of decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        decisions += not state.is_chance_node()
        state.apply_action(actions[int(rng.random() * len(actions))])
    return decisions


def _states(rng: random.Random) -> list[GameState]:
    """Return the states of a few deals between simple bots, in the order of play."""
    found: list[GameState] = []
    bots = (SimpleBot(rng), SimpleBot(rng))
    for _ in range(20):
        deal = play_deal(Deal.start(presets.CLASSIC, shuffled_deck(rng)), bots)
        state = deal.start_state
        for action in deal.actions:
            found.append(state)
            state = apply(state, action)
    return found


def _replayed_a_second() -> float:
    """Return how many deals of a file of 10,000 are read and played again in a second."""
    rng = random.Random(1)
    bots = (SimpleBot(rng), SimpleBot(rng))
    deals = [play_deal(Deal.start(presets.CLASSIC, shuffled_deck(rng)), bots) for _ in range(_RECORDED)]
    lines = "".join(write_deals(deals)).splitlines()
    start = time.perf_counter()
    count = sum(1 for _ in read_deals(lines))
    assert count == _RECORDED
    return count / (time.perf_counter() - start)
