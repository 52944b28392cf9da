"""Play the same deals with the library and with the naive referee, move by move, and compare all that is legal.

This is the comparer, not the oracle, so it imports both. The tests compare some hundreds of deals; the command as
many as one likes::

    PYTHONPATH=tests python -m oracles.compare_deals --deals 5000 --seed 1

With ``--perft FILE`` it counts the sequences of actions from some positions instead, on both sides, and writes the
golden file.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import attrs
from deal_strategies import NINE_RANKS_OF_THREE_SUITS, ROUND_THE_KING, SIX_RANKS, lively

from ginrules import (
    Aces,
    DealResult,
    Ending,
    GameState,
    Knock,
    LayOff,
    Phase,
    Rules,
    apply,
    legal_actions,
    new_deal,
    parse_action,
    perft,
    presets,
    shuffled_deck,
)
from ginrules.rules import LastDiscard
from oracles import deal as oracle

DEPTH = 4

RULESETS = {
    "classic": presets.CLASSIC,
    "modern": presets.MODERN,
    "openspiel": presets.OPENSPIEL,
    "nine by three": Rules(deck=NINE_RANKS_OF_THREE_SUITS, hand_size=5, stock_floor=0, forced_stock_draw=False),
    "six by four": presets.MODERN.replace(
        deck=SIX_RANKS, hand_size=5, layoff_on_gin=True, turns_before_knock=1, pile_take_limit=4
    ),
    "court": presets.MODERN.replace(
        deck=ROUND_THE_KING,
        hand_size=5,
        aces=Aces.ROUND_THE_CORNER,
        ace_pips=15,
        knock_limit=15,
        last_discard=LastDiscard.KNOCK_ONLY,
        may_return_taken=True,
        return_limit=2,
    ),
}


def table_of(rules: Rules) -> oracle.Table:
    """Return a ruleset in the words of the oracle."""
    return oracle.Table(
        deck=frozenset(map(str, rules.deck)),
        hand_size=rules.hand_size,
        forced_stock_draw=rules.forced_stock_draw,
        may_return_taken=rules.may_return_taken,
        aces=rules.aces.value,
        ace_pips=rules.ace_pips,
        knock_limit=rules.knock_limit,
        turns_before_knock=rules.turns_before_knock,
        layoff_on_gin=rules.layoff_on_gin,
        big_gin=rules.scoring.plays_big_gin,
        stock_floor=rules.stock_floor,
        fiftieth_card=rules.last_discard is LastDiscard.KNOCK_ONLY,
        pile_take_limit=rules.pile_take_limit,
        return_limit=rules.return_limit,
    )


def both(rules: Rules, rng: Random, *, dealer: int) -> tuple[GameState, oracle.Position]:
    """Deal the same deck on both sides."""
    deck = shuffled_deck(rng, rules.deck)
    return new_deal(rules, deck, dealer=dealer), oracle.deal(table_of(rules), map(str, deck), dealer)


def outcome_of(result: DealResult | None) -> oracle.Outcome | None:
    """Return a result in the words of the oracle."""
    if result is None or result.ending is Ending.VOID:
        return None if result is None else oracle.Outcome("void")
    return oracle.Outcome(result.ending.value, result.knocker, result.deadwood)


def check(state: GameState, position: oracle.Position, *, every_spread: bool = False) -> None:
    """Check that both sides say the same of whose turn it is, what lies where, what is legal and how it ended."""
    actions = legal_actions(state, every_spread=every_spread)
    texts = set(map(str, actions))
    assert texts == oracle.moves(position, every_spread=every_spread), (state, position)
    assert all(parse_action(str(action)) == action for action in actions)
    assert tuple(frozenset(map(str, hand)) for hand in state.hands) == position.hands
    assert tuple(map(str, state.stock)) == position.stock
    assert outcome_of(state.result) == position.outcome
    if state.phase is not Phase.OVER:
        assert tuple(map(str, state.discards)) == position.pile
        assert state.turn == position.turn


def play_both(state: GameState, position: oracle.Position, rng: Random) -> str:
    """Play one deal on both sides to its end and return how it ended."""
    while state.phase is not Phase.OVER:
        check(state, position, every_spread=rng.random() < 0.1)
        action = lively(state, rng)
        if rng.random() < 0.1:
            action = rng.choice(legal_actions(state, every_spread=True))
        state, position = apply(state, action), oracle.play(position, str(action))
    check(state, position)
    assert state.result is not None
    return state.result.ending.value


def compare(rules: Rules, deals: int, seed: object) -> Counter[str]:
    """Play so many deals on both sides and count how they ended."""
    rng = Random(str(seed))
    return Counter(play_both(*both(rules, rng, dealer=number % 2), rng) for number in range(deals))


@attrs.frozen(kw_only=True)
class Golden:
    """A position, by how it came about, and its counts of sequences of one, two and more actions."""

    rules: str
    seed: int
    dealer: int
    actions: list[str]
    counts: list[int]


def position_of(golden: Golden) -> tuple[GameState, oracle.Position]:
    """Return the position on both sides."""
    rules = RULESETS[golden.rules]
    state, position = both(rules, Random(golden.seed), dealer=golden.dealer)
    for text in golden.actions:
        state, position = apply(state, parse_action(text)), oracle.play(position, text)
    return state, position


def worth_counting(state: GameState) -> set[str]:
    """Return what is notable about a state."""
    actions = legal_actions(state)
    found: set[str] = set()
    if any(isinstance(action, Knock) for action in actions):
        found.add("knock")
    if any(isinstance(action, LayOff) for action in actions):
        found.add("layoff")
    if state.phase is Phase.LAST_TAKE:
        found.add("last take")
    if len(state.stock) == state.rules.stock_floor + 1:
        found.add("last draw")
    return found


def golden_positions() -> Iterator[Golden]:
    """Yield the start of a deal of each ruleset and, from some more deals, the first of each notable state."""
    for name, rules in RULESETS.items():
        wanted = {"start", "knock", "layoff", "last take", "last draw"}
        for seed in range(60):
            rng = Random(seed)
            state, position = both(rules, rng, dealer=seed % 2)
            actions: list[str] = []
            while state.phase is not Phase.OVER:
                notable = worth_counting(state) if actions else {"start"}
                if notable & wanted:
                    wanted -= notable
                    counts = [perft(state, depth) for depth in range(1, DEPTH + 1)]
                    assert counts == [oracle.perft(position, depth) for depth in range(1, DEPTH + 1)]
                    yield Golden(rules=name, seed=seed, dealer=seed % 2, actions=list(actions), counts=counts)
                action = lively(state, rng)
                actions.append(str(action))
                state, position = apply(state, action), oracle.play(position, str(action))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print how the deals ended; stop at the first difference."""
    parser = argparse.ArgumentParser(prog="python -m oracles.compare_deals", description=__doc__.split("\n\n")[0])
    parser.add_argument("--deals", type=int, default=1_000, help="deals of each ruleset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perft", type=Path, help="write the golden counts to this file")
    chosen = parser.parse_args(arguments)
    if chosen.perft:
        lines = (json.dumps(attrs.asdict(golden)) for golden in golden_positions())
        chosen.perft.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
        return 0
    for name, rules in RULESETS.items():
        endings = compare(rules, chosen.deals, f"{chosen.seed} {name}")
        sys.stdout.write(f"{name:16}{chosen.deals:8,} deals, all the same: {dict(endings)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
