"""Chapter 9, EXTRA-06: doubling before the draw."""

import random

import pytest

from ginrules import (
    AcceptDouble,
    Deal,
    DealResult,
    Discard,
    Double,
    DrawStock,
    Ending,
    GameState,
    IllegalAction,
    Pass,
    Phase,
    Reason,
    RefuseDouble,
    RulesError,
    apply,
    determinize,
    is_legal,
    legal_actions,
    presets,
    shuffled_deck,
    view,
)
from ginrules.bots import GreedyBot, RandomBot, play_deal
from ginrules.deal.validate import problems
from ginrules.errors import ResultError

pytestmark = pytest.mark.rule("EXTRA-06")
RULES = presets.DOUBLING


def _to_first_draw(seed: int = 3) -> Deal:
    """Return a deal in which both have passed, so that the non-dealer begins a turn."""
    return Deal.start(RULES, shuffled_deck(random.Random(seed)), actions=(Pass(), Pass()))


def _one_turn(deal: Deal) -> Deal:
    """Return the deal after the player in turn has drawn and laid his drawn card."""
    deal = deal.play(DrawStock())
    drawn = deal.state.drawn
    assert drawn is not None
    return deal.play(Discard(drawn))


def test_nobody_doubles_during_the_opening_offers() -> None:
    """A double is refused while the upcard is offered, and elsewhere where it is not played."""
    start = Deal.start(RULES, shuffled_deck(random.Random(3))).state
    with pytest.raises(IllegalAction) as refused:
        apply(start, Double())
    assert refused.value.reason is Reason.WRONG_PHASE
    classic = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(3)), actions=(Pass(), Pass())).state
    with pytest.raises(IllegalAction) as not_played:
        apply(classic, Double())
    assert not_played.value.reason is Reason.NO_DOUBLE


def test_a_double_is_answered_before_the_draw() -> None:
    """After an offer the other player has two choices; acceptance doubles, and then the doubler draws."""
    offered = _to_first_draw().play(Double()).state
    doubler = 1 - offered.turn
    assert (offered.phase, legal_actions(offered)) == (Phase.DOUBLE, (AcceptDouble(), RefuseDouble()))
    assert offered.factor == 1
    accepted = apply(offered, AcceptDouble())
    assert (accepted.phase, accepted.turn, accepted.factor) == (Phase.DRAW, doubler, 2)


def test_the_right_to_double_alternates() -> None:
    """Who doubled last may not double again; the other one may, at the beginning of his turn."""
    deal = _to_first_draw().play(Double()).play(AcceptDouble())
    assert not is_legal(deal.state, Double())
    deal = _one_turn(deal)
    deal = deal.play(Double()).play(AcceptDouble())
    assert deal.state.factor == 4
    deal = _one_turn(deal)
    assert is_legal(deal.state, Double())


def test_the_factor_ends_at_the_limit() -> None:
    """With a limit of 2 there is one double and no more."""
    rules = RULES.replace(doubling_limit=2)
    deal = Deal.start(rules, shuffled_deck(random.Random(3)), actions=(Pass(), Pass(), Double(), AcceptDouble()))
    deal = _one_turn(deal)
    with pytest.raises(IllegalAction) as refused:
        apply(deal.state, Double())
    assert "2 times already" in refused.value.sentence


def test_a_refusal_ends_the_deal_for_the_doubler() -> None:
    """The doubler scores ten and what the other has more, times the factor before this double, and a box."""
    state = _to_first_draw().play(Double()).play(RefuseDouble()).state
    result = state.result
    assert result is not None
    assert (result.ending, result.knocker, result.factor) == (Ending.REFUSED, 1, 1)
    assert result.deadwood is not None
    doubler, other = result.deadwood[1], result.deadwood[0]
    score = RULES.scoring.price(result)
    assert (score.winner, score.points, score.boxes) == (1, 10 + max(0, other - doubler), 1)


@pytest.mark.parametrize(
    ("deadwood", "factor", "points"),
    [((20, 35), 1, 25), ((35, 20), 1, 10), ((20, 35), 4, 100), ((20, 20), 2, 20)],
)
def test_the_price_of_a_refusal(deadwood: tuple[int, int], factor: int, points: int) -> None:
    """There is no undercut: a doubler with more deadwood still scores his ten, by the factor."""
    result = DealResult(ending=Ending.REFUSED, knocker=0, deadwood=deadwood, factor=factor)
    assert RULES.scoring.price(result).points == points
    assert RULES.scoring.price(result).winner == 0


def test_the_factor_covers_bonuses_but_not_boxes() -> None:
    """Gin against 23 at factor 2 is twice 43, and one box."""
    score = RULES.scoring.price(DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 23), factor=2))
    assert (score.points, score.boxes) == (86, 1)


def test_a_refused_double_has_no_price_where_it_is_not_played() -> None:
    """Classic scoring refuses such a result; the facts that it needs are asked for."""
    result = DealResult(ending=Ending.REFUSED, knocker=0, deadwood=(20, 35))
    with pytest.raises(ResultError, match="doubling is not played"):
        presets.CLASSIC.scoring.price(result)
    bare = DealResult(ending=Ending.REFUSED, knocker=0)
    assert RULES.missing_facts(bare) == ("deadwood",)


@pytest.mark.parametrize("limit", [0, 1, 3, 48, 128, -2])
def test_only_powers_of_two_up_to_64_are_limits(limit: int) -> None:
    """Other limits are refused with what would be right."""
    with pytest.raises(RulesError, match="power of two"):
        presets.CLASSIC.replace(doubling_limit=limit)


def test_doubling_needs_a_price_for_a_refusal() -> None:
    """Rules that let players double, but have no price for a refused double, are refused."""
    with pytest.raises(RulesError, match="doubling_limit needs refusal_points"):
        presets.CLASSIC.replace(doubling_limit=64)
    assert presets.CLASSIC.replace(doubling_limit=64, refusal_points=10).doubling_limit == 64


def test_the_preset_plays_to_200() -> None:
    """The values of the ruleset are those of the rulebook."""
    assert (RULES.doubling_limit, RULES.scoring.knobs()["target"]) == (64, 200)
    assert any("EXTRA-06" in sentence for sentence in RULES.describe())


@pytest.mark.parametrize("seed", range(25))
def test_deals_with_doubles_hold_together(seed: int) -> None:
    """Every state of a deal is valid, comes back from its text, and its views agree with their samples."""
    rng = random.Random(seed)
    bots = (RandomBot(rng), GreedyBot())
    deal = Deal.start(RULES, shuffled_deck(rng), dealer=seed % 2)
    while deal.state.phase is not Phase.OVER:
        state = deal.state
        assert problems(state) == ()
        assert GameState.from_text(state.to_text(), RULES) == state
        for seat in (0, 1, None):
            seen = view(state, seat)
            assert view(determinize(seen, rng), seat) == seen
        assert all(is_legal(state, action) for action in legal_actions(state))
        deal = deal.play(bots[state.turn].choose(view(state, state.turn)))
    assert problems(deal.state) == ()
    assert len(deal.events(0)) == len(deal.events(None))


def test_bots_answer_doubles() -> None:
    """Deals with the baseline bots end, refused doubles among them."""
    rng = random.Random(9)
    endings = set()
    for _ in range(40):
        deal = play_deal(Deal.start(RULES, shuffled_deck(rng)), (GreedyBot(), RandomBot(rng)))
        assert deal.result is not None
        endings.add(deal.result.ending)
    assert Ending.REFUSED in endings
