"""The bots of the two-deck game."""

from random import Random

import pytest
from contract_play import small_tables
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.compare_contract_matches import played, problems

from ginrules.contract import (
    Contract,
    Hand,
    Lay,
    Match,
    Phase,
    Round,
    Rules,
    legal_actions,
    parse_action,
    parse_card,
    presets,
    shuffled,
    view,
)
from ginrules.contract.bots import CollectorBot, RandomBot, play_match, play_round

ONE_SET = presets.SVENSK_7.replace(contracts=(Contract.parse("1 set"), Contract.parse("1 run")))


@given(rules=small_tables(), players=st.integers(2, 4), seed=st.integers(0, 10**6))
@settings(max_examples=12)
def test_collectors_end_a_round_under_any_house_rules(rules: Rules, players: int, seed: int) -> None:
    """Whatever the table, a collector does only what is legal, and the round comes to an end."""
    rng = Random(seed)
    begun = Round.start(rules, 1, shuffled(rng, rules.deck), players=players)
    assert play_round(begun, [CollectorBot()] * players, rng).state.phase is Phase.OVER


@pytest.mark.rule("SVENSK-14")
@pytest.mark.parametrize(("name", "players", "seed"), [("svensk-7", 3, 1)])
@pytest.mark.heavy
def test_a_whole_match_of_collectors(name: str, players: int, seed: int) -> None:
    """A match runs to its end, its points are those of the hands, and its record replays to the same."""
    match = played(presets.get(name), players, seed)
    assert match.outcome is not None
    assert problems(match) == []


def test_a_whole_match_of_random_bots() -> None:
    """Random play comes to an end, too, and loses to collecting."""
    match = played(ONE_SET, 5, 3, random=True)
    assert match.outcome is not None
    assert problems(match) == []
    rng = Random(4)
    against = Match.start(ONE_SET, names=("collector", "random"), dealer=0)
    for then, _ in play_match(against, (CollectorBot(), RandomBot(rng)), rng):
        against = then
    assert against.totals[0] < against.totals[1]


def test_a_random_bot_chooses_what_is_legal() -> None:
    """The same generator chooses the same, and every choice is listed."""
    state = Round.start(ONE_SET, 1, shuffled(Random(1), ONE_SET.deck), players=3).state
    seen = view(state, state.actor)
    assert RandomBot(Random(1)).choose(seen) == RandomBot(Random(1)).choose(seen)
    assert {RandomBot(Random(seed)).choose(seen) for seed in range(30)} == set(legal_actions(state))


def begun(hand: str, upcard: str, stock: str = "") -> Round:
    """Return a round of two in which seat 0 begins with this hand."""
    first = Hand.parse(hand)
    named = [parse_card(upcard), *map(parse_card, stock.split())]
    rest = ONE_SET.deck - first - Hand.of(named)
    other, below = rest.cards[:11], rest.cards[11:]
    deck = [card for pair in zip(first, other, strict=True) for card in pair]
    return Round.start(ONE_SET, 1, [*deck, *named, *below], players=2, dealer=1)


def test_a_collector_takes_what_brings_the_contract_nearer() -> None:
    """The third queen is taken, and a card that goes with nothing is not."""
    hand = "Qh Qs 2c 4d 6s 8h Tc Kd 3s 5h 7c"
    for upcard, chosen in (("Qd", "take"), ("*", "take"), ("Jd", "draw")):
        state = begun(hand, upcard).state
        assert str(CollectorBot().choose(view(state, 0))) == chosen


def test_a_collector_lays_builds_and_discards_the_dearest() -> None:
    """What is laid leaves least, the fourth queen is built, and then the king goes."""
    played_on = begun("Qh Qs Qd Qc 2c 4d 6s 8h 9c Kd 3s", "Jd").play(parse_action("draw"))
    done: list[str] = []
    while played_on.state.turn == 0 and played_on.state.phase is Phase.PLAY:
        action = CollectorBot().choose(view(played_on.state, 0))
        done.append(type(action).__name__ if isinstance(action, Lay) else str(action).split(" on ")[0])
        played_on = played_on.play(action)
    assert done[0] == "Lay"
    assert not any(str(card).startswith("Q") for card in played_on.state.hands[0])
    assert done[-1] == "discard Kd"


def test_a_collector_keeps_its_jokers() -> None:
    """Nothing that a natural card can be discarded for costs a joker."""
    for seed in range(20):
        dealt = Round.start(ONE_SET, 2, shuffled(Random(seed), ONE_SET.deck), players=3)
        state = dealt.play(parse_action("draw")).state
        assert str(CollectorBot().choose(view(state, state.actor))) != "discard *"
