"""Chapter 5 of the rulebook, the upcard that sets the limit, and the worked example and cases on it."""

import json
import random
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import attrs
import pytest
from deal_strategies import play, stacked

from ginrules import (
    Card,
    Deal,
    DealResult,
    Discard,
    Ending,
    GameState,
    Hand,
    Knock,
    Match,
    MatchError,
    Pass,
    Rank,
    Reason,
    Rules,
    Suit,
    apply,
    explain,
    legal_actions,
    parse_action,
    presets,
    shuffled_deck,
    view,
)
from ginrules.scoring import ScoreLine, SpadeDoubles, StandardSheet, Tie, UpcardLimit

CASES = Path(__file__).resolve().parents[1] / "golden" / "cases"

PRESETS = pytest.mark.parametrize(
    "rules", [presets.OKLAHOMA, presets.OKLAHOMA_CLASSIC], ids=lambda rules: rules.name
)
SEATS = pytest.mark.parametrize("knocker", [0, 1])

THREE_RUNS = "2h 3h 4h 7c 8c 9c Jd Qd Kd"
OTHERS = "2c 4d 6d 8h 9h Ts Js Qs Qc Ks"


def ended(ending: Ending, own: int, other: int, *, upcard: str = "7h", knocker: int = 0) -> DealResult:
    """Return a deal ended by a seat with its own deadwood against that of the other."""
    deadwood = (own, other) if knocker == 0 else (other, own)
    return DealResult(ending=ending, knocker=knocker, deadwood=deadwood, upcard=Card.parse(upcard))


def holding(rules: Rules, loose: str, upcard: str, drawn: str) -> GameState:
    """Return a deal in which three runs and a loose card wait for a discard, *drawn* from the stock."""
    state = stacked(rules, f"{THREE_RUNS} {loose}", OTHERS, f"{upcard} {drawn}")
    return play(state, "pass, pass, draw")


# --- OKLA-01: the limit -------------------------------------------------------------------------------------


@pytest.mark.rule("OKLA-01")
@pytest.mark.rule("OKLA-02")
@PRESETS
def test_the_upcard_sets_the_limit(rules: Rules) -> None:
    """Any upcard: its number, court cards ten, an ace gin only, in the state, each view and the text."""
    for upcard in Hand.full():
        deck = [card for card in Hand.full() if card is not upcard]
        deck.insert(20, upcard)
        state = Match.start(rules, names=("Anna", "Bertil"), dealer=0).new_deal(deck).state
        limit = 0 if upcard.rank is Rank.ACE else min(upcard.rank, 10)
        assert state.upcard is upcard
        assert state.terms.knock_limit == limit
        assert all(view(state, seat).terms.knock_limit == limit for seat in (0, 1, None))
        assert f" limit={limit} " in state.to_text()
        assert f" limit={limit} " in view(state, 0).to_text()


@pytest.mark.rule("OKLA-01")
@pytest.mark.parametrize(("house", "upcard", "limit"), [(5, "Kh", 5), (5, "3d", 3), (10, "Kh", 10), (0, "Th", 0)])
def test_the_smaller_limit_holds(house: int, upcard: str, limit: int) -> None:
    """The limit is the smaller of that of the house and that of the upcard."""
    state = holding(presets.OKLAHOMA.replace(knock_limit=house), "6s", upcard, "6c")
    assert state.terms.knock_limit == limit


@pytest.mark.rule("OKLA-01")
@PRESETS
def test_a_knock_over_the_limit_is_refused(rules: Rules) -> None:
    """With a four left and a three turned up one may not knock, and is told why; with a four turned up one may."""
    over = holding(rules, "4s", "3d", "5s")
    knock = Knock(Card.parse("5s"))
    refusal = explain(over, knock)
    assert refusal is not None
    assert refusal.reason is Reason.TOO_MUCH_DEADWOOD
    assert refusal.sentence == "Without the 5s at least 4 is left in deadwood; the knock limit is 3."
    assert not any(isinstance(action, Knock) for action in legal_actions(over))
    spread = explain(over, parse_action("knock 5s: 2h 3h 4h | 7c 8c 9c | Jd Qd Kd"))
    assert spread is not None
    assert spread.sentence == "This spread leaves 4 in deadwood; the knock limit is 3."
    assert explain(holding(rules, "4s", "4c", "5s"), knock) is None


@pytest.mark.rule("OKLA-01")
@PRESETS
def test_the_limit_is_that_of_the_original_upcard(rules: Rules) -> None:
    """Taking the upcard and laying other cards on the pile leave the limit as it was."""
    state = play(stacked(rules, f"{THREE_RUNS} 6s", OTHERS, "3d Th"), "take", "discard Kd")
    assert state.top is not None
    assert state.top.rank is Rank.KING
    assert state.terms.knock_limit == 3
    state = play(state, "draw, discard Qs", "draw")
    assert state.terms.knock_limit == 3
    assert state.upcard is Card.parse("3d")


@pytest.mark.rule("OKLA-01")
@pytest.mark.rule("CORE-17")
@PRESETS
def test_a_redeal_has_a_new_upcard(rules: Rules) -> None:
    """After a void deal the same dealer deals again, and the next upcard sets the limit."""
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=1)
    rng = random.Random(11)
    seen: set[int | None] = set()
    for _ in range(8):
        deal = match.new_deal(shuffled_deck(rng))
        upcard = deal.state.upcard
        assert deal.state.terms == rules.deal_terms(match.sheet, upcard)
        seen.add(deal.state.terms.knock_limit)
        match = match.enter(_played_void(deal))
        assert match.dealer == 1
    assert len(seen) > 1


def _played_void(deal: Deal) -> Deal:
    """Play a deal until the stock is down, knocking never."""
    while deal.result is None:
        actions = legal_actions(deal.state)
        quiet = [action for action in actions if isinstance(action, Pass | Discard)]
        deal = deal.play(quiet[-1] if quiet else actions[-1])
    assert deal.result.ending is Ending.VOID
    return deal


@pytest.mark.rule("OKLA-01")
def test_a_bare_result_over_the_limit_is_refused() -> None:
    """A score keeper who tells a knock with more than the upcard allows is told the limit."""
    match = Match.start(presets.OKLAHOMA, names=("Anna", "Bertil"), dealer=0)
    with pytest.raises(MatchError, match="a knock with 4 is over the limit, which is 3 in this deal"):
        match.enter(ended(Ending.KNOCK, 4, 20, upcard="3s"))
    with pytest.raises(MatchError, match="is over the limit, which is 0 in this deal"):
        match.enter(ended(Ending.KNOCK, 1, 20, upcard="As"))
    assert match.enter(ended(Ending.KNOCK, 3, 20, upcard="3s")).sheet.points == (34, 0)


# --- OKLA-02: the ace ---------------------------------------------------------------------------------------


@pytest.mark.rule("OKLA-02")
@PRESETS
def test_an_ace_asks_for_gin(rules: Rules) -> None:
    """With an ace turned up one left over is too much; gin is not."""
    state = holding(rules, "As", "Ah", "Tc")
    refusal = explain(state, Knock(Card.parse("Tc")))
    assert refusal is not None
    assert refusal.sentence == "Without the Tc at least 1 is left in deadwood; only gin may end this deal."
    state = holding(rules, "5h", "Ah", "3s")
    over = apply(state, Knock(Card.parse("3s")))
    assert over.result is not None
    assert over.result.ending is Ending.GIN


@pytest.mark.rule("OKLA-02")
@pytest.mark.rule("CORE-14")
def test_an_ace_allows_big_gin() -> None:
    """Where big gin is played it ends a deal with an ace turned up, too."""
    state = holding(presets.OKLAHOMA, "5h", "Ah", "Tc")
    assert "big gin" in [str(action) for action in legal_actions(state)]


@pytest.mark.rule("OKLA-02")
@pytest.mark.parametrize("upcard", ["As", "Ah", "Ad", "Ac"])
def test_an_ace_may_be_one(upcard: str) -> None:
    """With the knob an ace sets a limit of one: an ace left over will do, a two will not."""
    rules = presets.OKLAHOMA.replace(upcard_limit=UpcardLimit.ACE_ONE)
    loose = "Ac" if upcard != "Ac" else "As"
    state = holding(rules, loose, upcard, "Tc")
    assert state.terms.knock_limit == 1
    assert explain(state, Knock(Card.parse("Tc"))) is None
    refusal = explain(holding(rules, "2s", upcard, "Tc"), Knock(Card.parse("Tc")))
    assert refusal is not None
    assert refusal.sentence == "Without the Tc at least 2 is left in deadwood; the knock limit is 1."


# --- OKLA-03 and OKLA-04: spades ----------------------------------------------------------------------------


@pytest.mark.rule("OKLA-03")
@SEATS
@pytest.mark.parametrize(
    ("ending", "own", "other"),
    [
        (Ending.KNOCK, 3, 20),
        (Ending.KNOCK, 3, 3),
        (Ending.KNOCK, 3, 0),
        (Ending.GIN, 0, 23),
        (Ending.GIN, 0, 0),
        (Ending.BIG_GIN, 0, 23),
    ],
)
def test_a_spade_doubles_difference_and_bonus(ending: Ending, own: int, other: int, knocker: int) -> None:
    """For every ending a spade brings twice what another suit of the same rank does, to the same player."""
    price = presets.OKLAHOMA.scoring.price
    plain = [price(ended(ending, own, other, upcard=f"3{suit}", knocker=knocker)) for suit in "hdc"]
    spade = price(ended(ending, own, other, upcard="3s", knocker=knocker))
    assert plain[0] == plain[1] == plain[2]
    assert spade.points == 2 * plain[0].points
    assert spade.winner == plain[0].winner
    assert spade.lines == (*plain[0].lines, ScoreLine("doubled by the spade", plain[0].points))


@pytest.mark.rule("OKLA-03")
def test_the_factor_is_told_beforehand() -> None:
    """The terms of a deal, in state and view, say that it counts double."""
    for upcard, factor in (("3s", 2), ("3d", 1)):
        state = holding(presets.OKLAHOMA, "5s", upcard, "6s")
        assert state.terms.factor == factor
        assert view(state, 1).terms.factor == factor
        assert (" factor=2 " in state.to_text()) == (factor == 2)


@pytest.mark.rule("OKLA-03")
def test_a_spade_doubles_nothing_in_the_classic_form() -> None:
    """NO and FI do not mention it, so the points are the same, and the upcard need not be told."""
    price = presets.OKLAHOMA_CLASSIC.scoring.price
    assert price(ended(Ending.GIN, 0, 23, upcard="3s")).points == 43
    assert presets.OKLAHOMA_CLASSIC.missing_facts(DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 23))) == ()
    assert presets.OKLAHOMA.missing_facts(DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 23))) == (
        "upcard",
    )


@pytest.mark.rule("OKLA-03")
def test_a_deal_that_was_played_knows_its_upcard() -> None:
    """A deal with a spade turned up, played to gin in a match, is booked double."""
    match = Match.start(presets.OKLAHOMA, names=("Anna", "Bertil"), dealer=0)
    start = stacked(presets.OKLAHOMA, f"{THREE_RUNS} 5h", OTHERS, "As 3s")
    deal = match.new_deal(Deal(start, (), start).deck)
    for text in ("pass", "pass", "draw", "knock 3s"):
        deal = deal.play(parse_action(text))
    left = 2 + 4 + 6 + 8 + 9 + 10 * 5
    assert deal.result is not None
    assert deal.result.deadwood in {(left, 0), (left - 30, 0), (left - 40, 0)}
    match = match.enter(deal)
    assert match.sheet.points == (0, 2 * (deal.result.deadwood[0] + 25))


@pytest.mark.rule("OKLA-04")
@pytest.mark.parametrize(
    ("doubles", "upcard", "points", "half_boxes"),
    [
        (SpadeDoubles.ALL, "3s", 34, 4),
        (SpadeDoubles.ALL, "3h", 17, 2),
        (SpadeDoubles.POINTS, "3s", 34, 2),
        (SpadeDoubles.POINTS, "3h", 17, 2),
        (None, "3s", 17, 2),
    ],
)
def test_the_box_may_count_double(doubles: SpadeDoubles | None, upcard: str, points: int, half_boxes: int) -> None:
    """With spades for all the box counts two; with points only, or without, it counts one."""
    rules = presets.OKLAHOMA.replace(spade_doubles=doubles)
    score = rules.scoring.price(ended(Ending.KNOCK, 3, 20, upcard=upcard))
    assert (score.points, score.half_boxes) == (points, (half_boxes, 0))


@pytest.mark.rule("OKLA-04")
def test_double_boxes_are_paid_at_the_end() -> None:
    """A match with one spade deal pays a box more than the same with the boxes left alone."""
    spade, heart = ended(Ending.GIN, 0, 40, upcard="Qs"), ended(Ending.GIN, 0, 5)
    results = [spade, ended(Ending.KNOCK, 1, 8, knocker=1), heart]
    totals = []
    for doubles in (SpadeDoubles.ALL, SpadeDoubles.POINTS):
        match = Match.start(presets.OKLAHOMA.replace(spade_doubles=doubles), names=("Anna", "Bertil"), dealer=0)
        for result in results:
            match = match.enter(result)
        assert match.outcome is not None
        totals.append(match.outcome.totals)
    assert totals == [(160 + 100 + 3 * 25, 7 + 25), (160 + 100 + 2 * 25, 7 + 25)]


@pytest.mark.rule("OKLA-04")
@pytest.mark.rule("SCORE-03")
def test_a_deal_without_a_winner_has_no_box_to_double() -> None:
    """A void deal and a tie that nobody wins bring no box, spade or not; a win without points brings two."""
    rules = presets.OKLAHOMA.replace(tie=Tie.NO_SCORE)
    assert rules.scoring.price(ended(Ending.KNOCK, 3, 3, upcard="3s")).half_boxes == (0, 0)
    void = DealResult(ending=Ending.VOID, upcard=Card.parse("3s"))
    assert rules.scoring.price(void).half_boxes == (0, 0)
    score = rules.replace(tie=Tie.NO_BONUS).scoring.price(ended(Ending.KNOCK, 3, 3, upcard="3s"))
    assert (score.winner, score.points, score.half_boxes) == (1, 0, (0, 4))


# --- OKLA-05: the target ------------------------------------------------------------------------------------


@pytest.mark.rule("OKLA-05")
@PRESETS
def test_the_target_is_150(rules: Rules) -> None:
    """At 149 the match goes on, at 150 it is over."""
    gin_bonus = cast("int", rules.scoring.knobs()["gin_bonus"])
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    match = match.enter(ended(Ending.GIN, 0, 80 - gin_bonus)).enter(ended(Ending.GIN, 0, 69 - gin_bonus))
    assert (match.sheet.points, match.outcome) == ((149, 0), None)
    match = match.enter(ended(Ending.KNOCK, 1, 2))
    assert match.outcome is not None
    assert match.outcome.winner == 0


# --- The worked example and the cases -----------------------------------------------------------------------


@pytest.mark.rule("OKLA-01")
@pytest.mark.rule("OKLA-02")
@pytest.mark.rule("OKLA-03")
@pytest.mark.rule("OKLA-04")
def test_example_9() -> None:
    """001: the three of spades, the seven, the ace and a court card."""
    rules = presets.OKLAHOMA
    limits = {"3s": 3, "7h": 7, "Ad": 0, "As": 0, "Jc": 10, "Qs": 10, "Kh": 10}
    for upcard, limit in limits.items():
        assert rules.deal_terms(rules.scoring.open(2), Card.parse(upcard)).knock_limit == limit
    for ending, own, other, winner, points in (
        (Ending.KNOCK, 3, 20, 0, 34),
        (Ending.GIN, 0, 23, 0, 96),
        (Ending.KNOCK, 3, 0, 1, 56),
        (Ending.BIG_GIN, 0, 23, 0, 108),
    ):
        score = rules.scoring.price(ended(ending, own, other, upcard="3s"))
        assert (score.winner, score.points, score.boxes) == (winner, points, 2)
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0).enter(ended(Ending.GIN, 0, 23, upcard="3s"))
    assert cast("StandardSheet", match.sheet).half_boxes == (4, 0)


class OklahomaCase(TypedDict):
    """Facts of a deal, and what it is worth under a preset."""

    preset: str
    upcard: NotRequired[str]
    ending: str
    knocker_points: int
    defender_points: int
    winner: str
    points: int


def oklahoma_cases() -> list[OklahomaCase]:
    """Return the cases of `scoring.json` that ask about the upcard."""
    cases: list[OklahomaCase] = json.loads((CASES / "scoring.json").read_text(encoding="utf-8"))
    return [case for case in cases if case["preset"].startswith("oklahoma")]


@pytest.mark.rule("OKLA-03")
@pytest.mark.parametrize("case", oklahoma_cases(), ids=lambda case: f"{case['ending']}-{case['points']}")
@SEATS
def test_cases(case: OklahomaCase, knocker: int) -> None:
    """Each case has the winner and the points that it says, whoever knocks."""
    result = ended(
        Ending(case["ending"]),
        case["knocker_points"],
        case["defender_points"],
        upcard=case["upcard"],
        knocker=knocker,
    )
    score = presets.get(case["preset"]).scoring.price(result)
    assert score.winner == (knocker if case["winner"] == "knocker" else 1 - knocker)
    assert score.points == case["points"]


# --- Combinations -------------------------------------------------------------------------------------------


@pytest.mark.rule("OKLA-03")
@pytest.mark.rule("COLOR-03")
def test_color_gin_with_the_upcard() -> None:
    """With both in one ruleset a spade doubles what each paying suit gets."""
    rules = presets.COLOR_GIN.replace(upcard_limit=UpcardLimit.ACE_GIN_ONLY, spade_doubles=SpadeDoubles.ALL)
    result = attrs.evolve(ended(Ending.GIN, 0, 18, upcard="3s"), blocked=(Suit.DIAMONDS,))
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0).enter(result)
    assert match.sheet.points == (3 * 76, 0)
