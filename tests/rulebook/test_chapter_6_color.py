"""Chapter 6 of the rulebook, Color Gin: worked examples, cases, and the facts proved over all gin hands."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import attrs
import pytest
from deal_strategies import play as act
from deal_strategies import stacked

from ginrules import (
    Arrangement,
    Card,
    DealResult,
    DealTerms,
    Ending,
    GameState,
    Hand,
    Knock,
    Match,
    MatchError,
    Meld,
    MeldKind,
    Phase,
    Reason,
    Rules,
    Suit,
    apply,
    explain,
    knock_spreads,
    legal_actions,
    parse_action,
    parse_melds,
    presets,
    resolve,
    solver,
)
from ginrules.deal import KnockOption, knock_options
from ginrules.results import blocked_suits
from ginrules.rules import DealerDraw
from ginrules.scoring import Close, ColorSheet, SuitTie
from ginrules.solver import _kernel, census
from ginrules.solver.arrange import table_for

CASES = Path(__file__).resolve().parents[1] / "golden" / "cases"
CLUBS, DIAMONDS, HEARTS, SPADES = Suit
NO_SPADES = (CLUBS, DIAMONDS, HEARTS)
SEATS = pytest.mark.parametrize("seat", [0, 1])


def won(by: int, points: int, *blocked: Suit) -> DealResult:
    """Return a knock that is worth so many points to a seat, in the suits that it does not block."""
    deadwood = (1, 1 + points) if by == 0 else (1 + points, 1)
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=deadwood, blocked=blocked)


def play(rules: Rules, *results: DealResult) -> Match:
    """Return a match of Anna and Bertil after some deals."""
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    for result in results:
        match = match.enter(result)
    return match


def points(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the points by player and suit."""
    return cast("ColorSheet", match.sheet).suit_points


def open_suits(match: Match) -> tuple[Suit, ...]:
    """Return the suits that the next deal can score in."""
    return match.rules.scoring.terms(match.sheet, None).open_suits


def holding(hand: str, drawn: str, others: str, *suits: Suit) -> GameState:
    """Return a deal of Color Gin in which a hand of ten and a drawn card wait for a discard."""
    state = stacked(presets.COLOR_GIN, hand, others, f"Qs {drawn}")
    terms = DealTerms(knock_limit=10, open_suits=suits or tuple(Suit))
    return act(attrs.evolve(state, terms=terms), "pass, pass, draw")


BLOCK = "5h 6h 7h 5d 6d 7d 5c 6c 7c"
OTHERS = "2h 3d 4c 9h 9d Th Jd Qc Ks 8s"


# --- COLOR-01: four scores ----------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-01")
@SEATS
def test_each_player_has_four_scores(seat: int) -> None:
    """A sheet has a score for each suit and each player, and a deal counts for its winner alone."""
    match = play(presets.COLOR_GIN)
    assert points(match) == ((0, 0, 0, 0), (0, 0, 0, 0))
    match = match.enter(won(seat, 7, HEARTS))
    assert points(match)[seat] == (7, 7, 0, 7)
    assert points(match)[1 - seat] == (0, 0, 0, 0)


# --- COLOR-02: what blocks ----------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-02")
def test_what_each_meld_blocks() -> None:
    """Of all melds a run blocks its suit, a set of three the missing one, a set of four none."""
    for meld in solver.melds(Hand.full()):
        suits = {card.suit for card in meld.cards}
        blocked = set(blocked_suits([meld]))
        if meld.kind is MeldKind.RUN:
            assert blocked == suits
        elif len(meld) == 3:
            assert blocked == set(Suit) - suits
            assert len(blocked) == 1
        else:
            assert blocked == set()


@pytest.mark.rule("COLOR-02")
def test_blocks_hold_for_one_deal() -> None:
    """A suit that was blocked in one deal pays in the next."""
    assert points(play(presets.COLOR_GIN, won(0, 5, HEARTS), won(0, 3, CLUBS)))[0] == (5, 8, 3, 8)


# --- COLOR-03: what pays ------------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-03")
def test_an_undercut_pays_by_the_melds_of_the_knocker() -> None:
    """The defender scores in every suit that the knocker's spread does not block, whatever he holds himself."""
    result = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(8, 5), blocked=(SPADES, CLUBS))
    assert points(play(presets.COLOR_GIN, result)) == ((0, 0, 0, 0), (0, 13, 13, 0))


@pytest.mark.rule("COLOR-03")
@pytest.mark.rule("CORE-15")
def test_a_layoff_that_fills_a_set_changes_nothing() -> None:
    """The fourth seven laid on three of them leaves spades blocked, as they were when the spread was shown."""
    state = holding("7h 7d 7c 2s 3s 4s Jh Jd Jc Ac", "Kd", "7s 5s 9h Th 2d 3c 6d 8c Qh Ks")
    state = act(state, "knock Kd: 7h 7d 7c | Jh Jd Jc | 2s 3s 4s", "lay 7s on 7c 7d 7h", "show")
    result = state.result
    assert result is not None
    assert result.defense is not None
    assert len(result.defense.layoffs) == 1
    assert result.blocks == (SPADES,)
    score = presets.COLOR_GIN.scoring.price(result)
    assert score.blocked == (SPADES,)
    assert score.points == 5 + 9 + 10 + 2 + 3 + 6 + 8 + 10 + 10 - 1


@pytest.mark.rule("COLOR-03")
def test_the_melds_of_the_defender_never_block() -> None:
    """A defender with melds in hearts and spades loses in both suits all the same."""
    state = holding(f"{BLOCK} As", "Kd", "2h 3h 4h 2s 3s 4s Th Jd Qc Ks")
    state = act(state, "knock Kd: 5c 5d 5h | 6c 6d 6h | 7c 7d 7h", "show")
    assert state.result is not None
    assert state.result.deadwood == (40, 1)
    assert state.result.blocks == (SPADES,)


# --- COLOR-04: bonuses --------------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-04")
def test_bonuses() -> None:
    """Gin is 20, an undercut 10 and the difference; there is no big gin, and no box."""
    scoring = presets.COLOR_GIN.scoring
    blocked = (DIAMONDS,)
    gin = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 18), blocked=blocked)
    assert scoring.price(gin).points == 38
    knock = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(8, 8), blocked=blocked)
    assert (scoring.price(knock).winner, scoring.price(knock).points) == (1, 10)
    assert not scoring.plays_big_gin
    assert not presets.COLOR_GIN.layoff_on_gin
    outcome = play(presets.COLOR_GIN, won(0, 50), won(1, 5)).resign(1).outcome
    assert outcome is not None
    assert outcome.totals == (4 * 50, 4 * 5)
    assert outcome.net == (180, -180)


@pytest.mark.rule("COLOR-04")
def test_no_layoff_on_gin_and_one_on_a_knock() -> None:
    """After gin the deal is over, after a knock the defender may lay off."""
    hand, others = "5h 6h 7h 5d 6d 7d 9c 9s 9h 9d", "8h 8d 2c 3c 4c Ts Js Qd Kc Ad"
    state = holding(hand, "Ks", others)
    assert apply(state, Knock(Card.parse("Ks"))).phase is Phase.OVER
    state = act(holding(f"{BLOCK} As", "Kd", others), "knock Kd: 5c 6c 7c | 5d 6d 7d | 5h 6h 7h")
    assert {"lay 8h on 5h 6h 7h", "lay 8d on 5d 6d 7d"} <= {str(action) for action in legal_actions(state)}


# --- COLOR-05: closing --------------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-05")
@SEATS
def test_a_suit_closes_with_more_than_the_target(seat: int) -> None:
    """A hundred leaves it open, one more closes it; then nobody scores there any more."""
    match = play(presets.COLOR_GIN, won(seat, 100, HEARTS, SPADES))
    assert open_suits(match) == tuple(Suit)
    match = match.enter(won(seat, 1, DIAMONDS, HEARTS))
    assert open_suits(match) == (DIAMONDS, HEARTS, SPADES)
    match = match.enter(won(seat, 30, DIAMONDS)).enter(won(1 - seat, 20))
    assert points(match)[seat] == (101, 100, 30, 31)
    assert points(match)[1 - seat] == (0, 20, 20, 20)


@pytest.mark.rule("COLOR-05")
def test_example_2() -> None:
    """000: 90 in a suit plus 40 is 130, closed; 100 exactly is open."""
    match = play(presets.COLOR_GIN, won(0, 90, *NO_SPADES), won(0, 40, *NO_SPADES))
    assert points(match)[0] == (0, 0, 0, 130)
    assert open_suits(match) == NO_SPADES
    match = play(presets.COLOR_GIN, won(0, 60, *NO_SPADES), won(0, 40, *NO_SPADES))
    assert open_suits(match) == tuple(Suit)


@pytest.mark.rule("COLOR-05")
@pytest.mark.rule("COLOR-09")
@pytest.mark.parametrize(("close", "least"), [(Close.ABOVE, 51), (Close.REACH, 50)])
def test_target_and_close_are_knobs(close: Close, least: int) -> None:
    """A suit closes at another target, and with the target itself where it only has to be reached."""
    rules = presets.COLOR_GIN.replace(suit_target=50, close=close)
    assert SPADES in open_suits(play(rules, won(1, least - 1, *NO_SPADES)))
    assert SPADES not in open_suits(play(rules, won(1, least, *NO_SPADES)))


@pytest.mark.rule("COLOR-05")
def test_one_entry_may_close_several_suits() -> None:
    """All suits that it brings above the target close at once."""
    match = play(presets.COLOR_GIN, won(0, 60, HEARTS), won(0, 60, CLUBS))
    assert points(match)[0] == (60, 120, 60, 120)
    assert open_suits(match) == (CLUBS, HEARTS)


# --- COLOR-06: what may end the deal ------------------------------------------------------------------------


GIN_BLOCKING_SPADES = "5c 5d 5h 5s | 6c 6d 6h | 7c 7d 7h"
RUNS = "5c 6c 7c | 5d 6d 7d | 5h 6h 7h"


@pytest.mark.rule("COLOR-06")
@pytest.mark.rule("COLOR-07")
def test_gin_that_cannot_score_is_refused() -> None:
    """With spades alone open, the only gin blocks them; the three runs with the five left over are a knock."""
    state = holding(f"{BLOCK} 5s", "Kd", OTHERS, SPADES)
    gin = parse_action(f"knock Kd: {GIN_BLOCKING_SPADES}")
    refusal = explain(state, gin)
    assert refusal is not None
    assert refusal.reason is Reason.NOT_ADMITTED
    for suit in ("clubs", "diamonds", "hearts"):
        assert suit in refusal.sentence
    assert "spades" not in refusal.sentence
    assert resolve(state, Knock(Card.parse("Kd"))) == parse_action(f"knock Kd: {RUNS}")
    options = knock_options(state)
    best = options[0]
    assert (str(best.discard), best.deadwood, best.blocked, best.paying) == ("Kd", 5, NO_SPADES, (SPADES,))
    assert str(best.spread) == f"{RUNS} / 5s"
    assert all(option.paying == (SPADES,) for option in options)
    assert [option.undominated for option in options] == [True] + [False] * (len(options) - 1)
    over = act(state, "knock Kd", "show")
    assert over.result is not None
    assert over.result.ending is Ending.KNOCK


@pytest.mark.rule("COLOR-06")
def test_the_same_gin_is_allowed_while_another_suit_is_open() -> None:
    """With hearts open, too, gin pays there, and both it and the knock stand among the options."""
    state = holding(f"{BLOCK} 5s", "Kd", OTHERS, HEARTS, SPADES)
    assert explain(state, parse_action(f"knock Kd: {GIN_BLOCKING_SPADES}")) is None
    first, second, *rest = (option for option in knock_options(state) if option.undominated)
    assert rest == []
    assert (first.deadwood, first.paying) == (0, (HEARTS,))
    assert (second.deadwood, second.paying) == (5, (SPADES,))
    assert resolve(state, Knock(Card.parse("Kd"))) == parse_action(f"knock Kd: {GIN_BLOCKING_SPADES}")


@pytest.mark.rule("COLOR-06")
def test_with_no_permitted_spread_one_discards() -> None:
    """Where each spread blocks the only open suit the turn ends with a discard, and the reason is told."""
    state = holding("2h 2d 2c 6h 6d 6c Th Td Tc As", "Kd", "3h 4d 5c 8h 8d Jh Js Qc Ks 9s", SPADES)
    assert knock_options(state) == ()
    assert all(str(action).startswith("discard") for action in legal_actions(state, every_spread=True))
    refusal = explain(state, Knock(Card.parse("Kd")))
    assert refusal is not None
    assert refusal.reason is Reason.NOT_ADMITTED
    assert refusal.sentence == (
        "Nothing would be scored: clubs and diamonds and hearts are closed, and the melds block every other suit."
    )
    state = holding("2h 2d 2c 6h 6d 6c Th Td Tc As", "Kd", "3h 4d 5c 8h 8d Jh Js Qc Ks 9s", *NO_SPADES)
    assert explain(state, Knock(Card.parse("Kd"))) is None


@pytest.mark.rule("COLOR-06")
def test_one_closed_suit_is_named_in_the_singular() -> None:
    """The reason is a sentence with one closed suit, and with none."""
    scoring = presets.COLOR_GIN.scoring
    told = scoring.why_not_admitted(DealTerms(open_suits=NO_SPADES))
    assert told.startswith("Nothing would be scored: spades is closed, and the melds block every other suit")
    assert "closed" not in scoring.why_not_admitted(DealTerms())


@pytest.mark.rule("COLOR-06")
def test_a_bare_result_that_scores_nowhere_is_refused() -> None:
    """A score keeper cannot book a deal whose spread blocks each open suit."""
    match = play(presets.COLOR_GIN, won(0, 101, SPADES, HEARTS))
    with pytest.raises(MatchError, match=r"^no suit would score: only hearts and spades are open"):
        match.enter(won(1, 5, HEARTS, SPADES))
    match = match.enter(won(1, 101, SPADES))
    with pytest.raises(MatchError, match=r"^no suit would score: only spades is open, and the spread blocks it$"):
        match.enter(won(1, 5, SPADES))


@pytest.mark.rule("COLOR-06")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_options_are_those_that_the_deal_accepts(size: int) -> None:
    """Each option is a legal knock that pays what it says, and each legal knock is an option."""
    state = holding(f"{BLOCK} 5s", "8h", OTHERS.replace("8s", "Ts"), *tuple(Suit)[-size:])
    options = knock_options(state)
    knocks = [Knock(option.discard, option.spread.melds) for option in options]
    legal = [action for action in legal_actions(state, every_spread=True) if isinstance(action, Knock)]
    assert sorted(map(str, knocks)) == sorted(map(str, legal))
    for option, knock in zip(options, knocks, strict=True):
        assert explain(state, knock) is None
        assert option.paying
        assert set(option.paying) == set(state.terms.open_suits) - set(option.blocked)
    assert _order(options) == sorted(_order(options))


def _order(options: tuple[KnockOption, ...]) -> list[tuple[bool, int, int]]:
    return [(not option.undominated, option.deadwood, -len(option.paying)) for option in options]


# --- COLOR-07: the knocker's choice -------------------------------------------------------------------------


@pytest.mark.rule("COLOR-07")
def test_runs_or_sets_with_the_same_left_over() -> None:
    """Three runs block hearts, diamonds and clubs, three sets spades; one point is left either way."""
    state = holding(f"{BLOCK} As", "Kd", OTHERS)
    sets, runs, *rest = (option for option in knock_options(state) if option.deadwood == 1)
    assert rest == []
    assert (str(sets.spread), sets.blocked, sets.paying) == (
        "5c 5d 5h | 6c 6d 6h | 7c 7d 7h / As",
        (SPADES,),
        NO_SPADES,
    )
    assert (str(runs.spread), runs.blocked, runs.paying) == (f"{RUNS} / As", NO_SPADES, (SPADES,))
    assert sets.undominated
    assert runs.undominated
    assert resolve(state, Knock(Card.parse("Kd"))) == Knock(Card.parse("Kd"), sets.spread.melds)


@pytest.mark.rule("COLOR-07")
@pytest.mark.parametrize(
    ("suits", "default"), [((SPADES,), "runs"), ((SPADES, HEARTS, CLUBS), "sets"), ((DIAMONDS,), "sets")]
)
def test_the_default_spread_pays_in_most_suits(suits: tuple[Suit, ...], default: str) -> None:
    """Of spreads with equally little left over the one that pays in more suits is the default."""
    state = holding(f"{BLOCK} As", "Kd", OTHERS, *suits)
    knock = cast("Knock", resolve(state, Knock(Card.parse("Kd"))))
    assert knock.spread is not None
    assert {meld.kind for meld in knock.spread} == {MeldKind.RUN if default == "runs" else MeldKind.SET}


@pytest.mark.rule("COLOR-07")
@pytest.mark.rule("CORE-12")
def test_a_meld_may_be_left_unmade() -> None:
    """A knocker who leaves three twos loose does not block spades with them, within the limit."""
    state = holding("2h 2d 2c 6h 7h 8h Th Td Tc Ts", "Kd", "3h 4d 5c 9h 8d Jh Js Qc Ks 9s")
    pays = {
        str(option.spread): (option.deadwood, option.paying, option.undominated)
        for option in knock_options(state)
        if str(option.discard) == "Kd"
    }
    gin, twos_loose = "2c 2d 2h | 6h 7h 8h | Tc Td Th Ts", "6h 7h 8h | Tc Td Th Ts / 2c 2d 2h"
    assert pays[str(Arrangement.parse(gin))] == (0, (CLUBS, DIAMONDS), True)
    assert pays[str(Arrangement.parse(twos_loose))] == (6, (CLUBS, DIAMONDS, SPADES), True)


# --- COLOR-08: the end --------------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-08")
@SEATS
def test_three_suits_win(seat: int) -> None:
    """With two won the match goes on, with three it is over, whatever the points."""
    match = play(presets.COLOR_GIN, won(1 - seat, 100), won(seat, 101, SPADES, HEARTS))
    assert match.outcome is None
    outcome = match.enter(won(seat, 101, SPADES)).outcome
    assert outcome is not None
    assert outcome.winner == seat
    assert outcome.totals[seat] == 303
    assert outcome.net == (0, 0)  # the winner has less in all, and does not pay for having won


@pytest.mark.rule("COLOR-08")
@pytest.mark.parametrize(
    ("suit_tie", "more", "winner"),
    [
        (SuitTie.DRAW, 0, None),
        (SuitTie.DRAW, 9, None),
        (SuitTie.TOTAL, 0, None),
        (SuitTie.TOTAL, 9, 0),
        (SuitTie.TOTAL, -9, 1),
    ],
)
def test_two_suits_each(suit_tie: SuitTie, more: int, winner: int | None) -> None:
    """It is a draw; with the knob the higher total wins, points beyond included, and equal ones are a draw."""
    rules = presets.COLOR_GIN.replace(suit_tie=suit_tie)
    match = play(rules, won(0, 150 + more, SPADES, HEARTS), won(1, 150))
    assert match.outcome is not None
    assert match.outcome.winner == winner
    assert match.outcome.net == ((2 * more, -2 * more) if winner is not None else (0, 0))


@pytest.mark.rule("COLOR-08")
def test_one_suit_each_and_three_to_one() -> None:
    """The match goes on until someone has three; a fourth suit closed by the other does not matter."""
    match = play(presets.COLOR_GIN, won(0, 101, SPADES, HEARTS, CLUBS), won(1, 101, SPADES, CLUBS))
    assert match.outcome is None
    outcome = match.enter(won(1, 101)).outcome
    assert outcome is not None
    assert outcome.winner == 1


# --- COLOR-09: who deals ------------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-09")
@SEATS
def test_the_dealer_alternates(seat: int) -> None:
    """Whoever wins, the other deals next; a void deal is dealt again by the same."""
    match = play(presets.COLOR_GIN, won(seat, 5))
    assert match.dealer == 1
    assert match.enter(won(seat, 5)).dealer == 0
    assert match.enter(DealResult(ending=Ending.VOID)).dealer == 1


@pytest.mark.rule("COLOR-09")
def test_bonuses_are_knobs() -> None:
    """A house may agree on other bonuses, and the rest of the preset is as the rulebook decides."""
    rules = presets.COLOR_GIN.replace(gin_bonus=30, undercut_bonus=5)
    result = DealResult(ending=Ending.GIN, knocker=1, deadwood=(18, 0), blocked=(DIAMONDS,))
    assert points(play(rules, result))[1] == (48, 0, 48, 48)
    assert presets.COLOR_GIN.forced_stock_draw
    assert not presets.COLOR_GIN.may_return_taken
    assert presets.COLOR_GIN.dealer_draw is DealerDraw.RANDOM


# --- The worked example and the cases -----------------------------------------------------------------------


@pytest.mark.rule("COLOR-02")
@pytest.mark.rule("COLOR-03")
def test_example_1() -> None:
    """000: three queens and two runs of diamonds are gin, which pays 38 in all suits but diamonds."""
    state = holding("Qh Qd Qc Td Jd 3d 4d 5d 6d 2s", "8c", "5h 5s 8s As Ad Ac Kh Kd Ks Jh")
    assert explain(state, Knock(Card.parse("8c"))) is not None
    gin = Arrangement.parse("Qh Qs Qc | Td Jd Qd | 3d 4d 5d 6d")
    assert gin.deadwood == 0
    result = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 18), spread=gin)
    assert points(play(presets.COLOR_GIN, result)) == ((38, 0, 38, 38), (0, 0, 0, 0))
    assert Arrangement.parse("Qh Qs Qc Qd | 3d 4d 5d 6d / Td Jd").deadwood == 20
    assert [str(best) for best in solver.optimal_arrangements(gin.hand)] == [str(gin)]


@pytest.mark.rule("COLOR-02")
def test_example_1_at_the_table() -> None:
    """000: the same gin played; the defender is left with two fives and an eight."""
    start = stacked(presets.COLOR_GIN, "Qh Qc Td Jd Qd 3d 4d 5d 6d 2s", "5h 5s 8s As Ad Ac Kh Kd Ks Kc", "9h Qs")
    state = act(start, "pass, pass, draw, knock 2s")
    assert state.result is not None
    assert (state.result.ending, state.result.deadwood) == (Ending.GIN, (18, 0))
    assert state.result.blocks == (DIAMONDS,)


class ColorCase(TypedDict):
    """A spread and what it blocks, or a deal and what it pays."""

    spread: list[str]
    blocked: NotRequired[list[str]]
    ending: NotRequired[str]
    defender_points: NotRequired[int]
    entries: NotRequired[dict[str, int]]


def color_cases() -> list[ColorCase]:
    """Return the cases of `color.json`."""
    cases: list[ColorCase] = json.loads((CASES / "color.json").read_text(encoding="utf-8"))
    return cases


@pytest.mark.rule("COLOR-02")
@pytest.mark.rule("COLOR-03")
@pytest.mark.parametrize("case", color_cases(), ids=lambda case: "+".join(case["spread"]).replace(" ", ""))
@SEATS
def test_cases(case: ColorCase, seat: int) -> None:
    """Each case blocks the suits that it says, and pays in each suit what it says, whoever knocks."""
    spread = Arrangement(parse_melds(" | ".join(case["spread"])), Hand())
    if "blocked" in case:
        assert [suit.name[0].lower() for suit in blocked_suits(spread.melds)] == case["blocked"]
    if "entries" in case:
        assert "ending" in case
        assert "defender_points" in case
        left = (0, case["defender_points"])
        deadwood = left if seat == 0 else left[::-1]
        result = DealResult(ending=Ending(case["ending"]), knocker=seat, deadwood=deadwood, spread=spread)
        row = points(play(presets.COLOR_GIN, result))[seat]
        assert {suit.name[0].lower(): row[suit] for suit in Suit} == case["entries"]


# --- Facts, proved over all hands ---------------------------------------------------------------------------


@cache
def blocks_of_melds() -> dict[int, int]:
    """Return the suits that each of the 329 melds blocks, as a mask, by the mask of the meld."""
    return {meld.mask: _mask(blocked_suits([meld])) for meld in solver.melds(Hand.full())}


def _mask(suits: tuple[Suit, ...]) -> int:
    return sum(1 << suit for suit in suits)


@pytest.mark.rule("COLOR-02")
@pytest.mark.heavy
def test_every_gin_hand_blocks_in_one_way() -> None:
    """Of the 136,694 gin hands none has two gin spreads that block different suits; one to three are blocked."""
    blocks = blocks_of_melds()
    table = table_for(presets.COLOR_GIN.aces, 1)
    hands = census.melded_hands(10)
    numbers: Counter[int] = Counter()
    for hand in hands:
        ways = set()
        for melds in _kernel.arrangements(hand.mask, 0, table):
            blocked = 0
            for meld in melds:
                blocked |= blocks[meld]
            ways.add(blocked)
        assert len(ways) == 1, hand
        numbers[ways.pop().bit_count()] += 1
    assert len(hands) == 136_694
    assert numbers == {1: 14_192, 2: 80_814, 3: 41_688}


@pytest.mark.rule("COLOR-06")
def test_every_spread_of_ten_cards_leaves_a_suit() -> None:
    """Melds of ten cards or fewer in all leave a suit unblocked; with twelve cards four runs block all."""
    blocks = blocks_of_melds()
    assert len(blocks) == 329
    assert all(blocked.bit_count() <= 1 for blocked in blocks.values())
    # What a meld adds to the cards and to the suits: more sets of melds than there are, since they may overlap.
    kinds = {(meld.bit_count(), blocked) for meld, blocked in blocks.items()}
    reached = fresh = {(0, 0)}
    while fresh:
        larger = {(cards + more, done | also) for cards, done in fresh for more, also in kinds}
        fresh = {(cards, done) for cards, done in larger if cards <= 10} - reached
        reached = reached | fresh
    assert max(blocked.bit_count() for _, blocked in reached) == 3
    assert len(blocked_suits(Arrangement.parse("2c 3c 4c | 2d 3d 4d | 2h 3h 4h | 2s 3s 4s").melds)) == 4


@pytest.mark.rule("COLOR-02")
def test_what_a_spread_blocks_is_what_its_melds_block() -> None:
    """Two or three disjoint melds together block the suits that they block one by one."""
    blocks = blocks_of_melds()
    melds = [Meld(mask) for mask in list(blocks)[::7]]
    for first in melds:
        for second in melds:
            if not first.mask & second.mask:
                assert _mask(blocked_suits([first, second])) == blocks[first.mask] | blocks[second.mask]


@pytest.mark.rule("COLOR-06")
def test_while_all_suits_are_open_nothing_is_refused() -> None:
    """With every suit open Color Gin offers the knocks of the classic game, spread by spread."""
    state = holding(f"{BLOCK} As", "2d", OTHERS)
    classic = attrs.evolve(state, rules=presets.CLASSIC)
    for discard in state.hands[state.turn]:
        spreads = list(map(str, knock_spreads(state, discard)))
        assert spreads == list(map(str, knock_spreads(classic, discard)))
