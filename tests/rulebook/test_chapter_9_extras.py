"""Chapter 9 of the rulebook: rulesets documented elsewhere, matches in sequence, and what big gin is worth."""

from typing import cast

import pytest
from deal_strategies import play as act
from deal_strategies import stacked

from ginrules import (
    Aces,
    Card,
    DealResult,
    Ending,
    Knock,
    LayOff,
    Match,
    Meld,
    Phase,
    Reason,
    ResultError,
    Rules,
    apply,
    explain,
    legal_actions,
    parse_action,
    presets,
    solver,
)
from ginrules.deal import knock_options
from ginrules.rules import LastDiscard
from ginrules.scoring import StandardSheet, Tie
from ginrules.seating import NextDealer
from ginrules.series import Series

SEATS = pytest.mark.parametrize("seat", [0, 1])
THREE_RUNS = "2h 3h 4h 7c 8c 9c Jd Qd Kd"
OTHERS = "2c 4d 6d 8h 9h Ts Js Qs Qc Ks"


def ended(ending: Ending, by: int, own: int, other: int) -> DealResult:
    """Return a deal ended by a seat with its own deadwood against that of the other."""
    return DealResult(ending=ending, knocker=by, deadwood=(own, other) if by == 0 else (other, own))


def won(by: int, points: int) -> DealResult:
    """Return a knock that is worth so many points to a seat."""
    return ended(Ending.KNOCK, by, 1, 1 + points)


def play(rules: Rules, *results: DealResult) -> Match:
    """Return a match of Anna and Bertil after some deals."""
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    for result in results:
        match = match.enter(result)
    return match


def totals(match: Match) -> tuple[int, ...]:
    """Return the final totals of a match that is over."""
    assert match.outcome is not None
    return match.outcome.totals


def price(rules: Rules, ending: Ending, own: int, other: int) -> tuple[int | None, int]:
    """Return who wins a deal that seat 0 ended, and how many points."""
    score = rules.scoring.price(ended(ending, 0, own, other))
    return score.winner, score.points


# --- EXTRA-01: Straight -------------------------------------------------------------------------------------


@pytest.mark.rule("EXTRA-01")
def test_straight_knows_gin_only() -> None:
    """One ace left over is too much; gin ends the deal, and not as a knock with a meld left unmade."""
    state = act(stacked(presets.STRAIGHT, f"{THREE_RUNS} As", OTHERS, "Th Tc"), "pass, pass, draw")
    refusal = explain(state, Knock(Card.parse("Tc")))
    assert refusal is not None
    assert refusal.reason is Reason.TOO_MUCH_DEADWOOD
    assert refusal.sentence == "Without the Tc at least 1 is left in deadwood; only gin may end this deal."
    # The ten is the fourth card of a run, and so the ace may go.
    assert [str(option.discard) for option in knock_options(state)] == ["As"]
    assert [option.deadwood for option in knock_options(state)] == [0]
    unmade = explain(state, parse_action("knock As: 2h 3h 4h | 7c 8c 9c Tc"))
    assert unmade is not None
    assert unmade.reason is Reason.TOO_MUCH_DEADWOOD
    over = apply(state, Knock(Card.parse("As")))
    assert over.result is not None
    assert over.result.ending is Ending.GIN


@pytest.mark.rule("EXTRA-01")
def test_straight_scores_as_classic() -> None:
    """Everything but the knock limit is that of the classic ruleset."""
    assert presets.CLASSIC.replace(knock_limit=0) == presets.STRAIGHT
    assert price(presets.STRAIGHT, Ending.GIN, 0, 23) == (0, 43)


# --- EXTRA-02: Palace ---------------------------------------------------------------------------------------


@pytest.mark.rule("EXTRA-02")
def test_palace_prices() -> None:
    """Gin is 25, the undercut 20, and big gin is not played."""
    assert price(presets.PALACE, Ending.GIN, 0, 23) == (0, 48)
    assert price(presets.PALACE, Ending.KNOCK, 8, 5) == (1, 23)
    assert not presets.PALACE.scoring.plays_big_gin


@pytest.mark.rule("EXTRA-02")
@pytest.mark.rule("MATCH-01")
@SEATS
def test_palace_counts_boxes_at_once(seat: int) -> None:
    """Four wins of fifteen are a hundred with their boxes; no bonus and no shutout comes on top."""
    match = play(presets.PALACE, *[won(seat, 15)] * 3)
    assert match.outcome is None
    match = match.enter(won(seat, 15))
    assert totals(match)[seat] == 100
    assert totals(match)[1 - seat] == 0


@pytest.mark.rule("EXTRA-02")
def test_palace_counts_the_boxes_of_the_loser() -> None:
    """Both players have theirs in the settlement."""
    match = play(presets.PALACE, won(1, 30), won(1, 30), won(0, 89))
    assert match.outcome is None
    match = match.enter(won(0, 1))
    assert totals(match) == (110, 80)
    assert match.outcome is not None
    assert match.outcome.net == (30, -30)


# --- EXTRA-03: EAAI -----------------------------------------------------------------------------------------


@pytest.mark.rule("EXTRA-03")
@SEATS
def test_eaai(seat: int) -> None:
    """Gin and undercut are 25, the dealer alternates, and at a hundred points alone are settled."""
    rules = presets.EAAI
    assert price(rules, Ending.GIN, 0, 23) == (0, 48)
    assert price(rules, Ending.KNOCK, 8, 5) == (1, 28)
    assert price(rules, Ending.KNOCK, 8, 8) == (1, 25)
    match = play(rules, won(seat, 60))
    assert match.dealer == 1
    match = match.enter(won(seat, 39))
    assert (match.dealer, match.outcome) == (0, None)
    match = match.enter(won(seat, 1))
    assert totals(match)[seat] == 100
    assert match.outcome is not None
    assert match.outcome.net[seat] == 100


# --- EXTRA-04: OpenSpiel ------------------------------------------------------------------------------------


@pytest.mark.rule("EXTRA-04")
def test_openspiel_prices() -> None:
    """Gin and undercut are 25, a tie brings nothing, and a single deal is the match."""
    rules = presets.OPENSPIEL
    assert price(rules, Ending.GIN, 0, 23) == (0, 48)
    assert price(rules, Ending.KNOCK, 8, 5) == (1, 28)
    assert price(rules, Ending.KNOCK, 8, 8) == (None, 0)
    assert rules.scoring.knobs()["tie"] is Tie.NO_SCORE
    assert not rules.scoring.plays_big_gin
    assert totals(play(rules, won(1, 1))) == (0, 1)


@pytest.mark.rule("EXTRA-04")
@pytest.mark.rule("CORE-07")
@pytest.mark.rule("CORE-21")
def test_openspiel_lets_a_taken_card_go_back_once() -> None:
    """A taken card may be laid straight back; twice in a row makes the deal void."""
    start = stacked(presets.OPENSPIEL, f"{THREE_RUNS} Kh", OTHERS, "3c Th")
    state = act(start, "take", "discard 3c")
    assert state.phase is Phase.DRAW
    state = act(state, "take", "discard 3c")
    assert state.phase is Phase.OVER
    assert state.result is not None
    assert state.result.ending is Ending.VOID
    assert act(start, "take, discard 3c, draw, discard Ts, take, discard Ts").phase is Phase.DRAW


@pytest.mark.rule("EXTRA-04")
@pytest.mark.rule("CORE-17")
def test_openspiel_ends() -> None:
    """The last discard may be taken to knock, and fifty takes from the pile make the deal void."""
    assert presets.OPENSPIEL.last_discard is LastDiscard.KNOCK_ONLY
    assert presets.OPENSPIEL.pile_take_limit == 50
    assert presets.OPENSPIEL.return_limit == 2


# --- EXTRA-05: Round the corner -----------------------------------------------------------------------------


CORNER_GIN = "Qh Kh Ah 2h 5c 6c 7c 9c 9d 9s"
CORNER_OTHERS = "8c 3h 9h Ad Jc Js 4d Tc 6s Kd"


@pytest.mark.rule("EXTRA-05")
@pytest.mark.rule("CORE-08")
def test_runs_go_round_the_corner() -> None:
    """The ace is low, high, and in the middle of a run; loose it counts fifteen."""
    rules = presets.ROUND_THE_CORNER
    assert (rules.aces, rules.ace_pips) == (Aces.ROUND_THE_CORNER, 15)
    for run in ("As 2s 3s", "Qs Ks As", "Ks As 2s"):
        assert Meld.parse(run).counts(rules.aces)
    state = act(stacked(rules, CORNER_GIN, CORNER_OTHERS, "4s 2d"), "pass, pass, draw")
    over = act(state, "knock 2d", "show")
    assert over.result is not None
    assert over.result.ending is Ending.GIN
    assert over.result.deadwood == (8 + 3 + 9 + 15 + 10 + 10 + 4 + 10 + 6 + 10, 0)


@pytest.mark.rule("EXTRA-05")
@pytest.mark.rule("CORE-15")
def test_one_lays_off_on_gin() -> None:
    """After gin the defender may lay off: at an end of a run, round the corner, and on a set."""
    rules = presets.ROUND_THE_CORNER
    state = act(stacked(rules, CORNER_GIN, CORNER_OTHERS, "4s 2d"), "pass, pass, draw, knock 2d")
    assert state.phase is Phase.LAYOFF
    laid = {str(action.card) for action in legal_actions(state) if isinstance(action, LayOff)}
    assert laid == {"8c", "3h", "9h"}
    around = "Qh Kh Ah 2h"
    state = apply(state, LayOff(Card.parse("3h"), Meld.parse(around)))
    state = apply(state, LayOff(Card.parse("8c"), Meld.parse("5c 6c 7c")))
    state = act(state, "show")
    assert state.result is not None
    assert state.result.deadwood == (9 + 15 + 10 + 10 + 4 + 10 + 6 + 10, 0)
    score = rules.scoring.price(state.result)
    assert (score.winner, score.points) == (1, 74 + 20)


@pytest.mark.rule("EXTRA-05")
def test_round_the_corner_prices() -> None:
    """Gin and undercut are 20, and the match goes to 125."""
    rules = presets.ROUND_THE_CORNER
    assert price(rules, Ending.GIN, 0, 23) == (0, 43)
    assert price(rules, Ending.KNOCK, 8, 5) == (1, 23)
    assert play(rules, won(0, 62), won(0, 62)).outcome is None
    assert play(rules, won(0, 62), won(0, 63)).outcome is not None
    hand = Meld.parse("Ks As 2s").hand
    assert solver.deadwood(hand, aces=rules.aces, ace_pips=rules.ace_pips) == 0
    assert solver.deadwood(hand) == 13


# --- EXTRA-07: match of matches -----------------------------------------------------------------------------


def start(rules: Rules = presets.CLASSIC, *, matches: int | None = None, grand_total: int | None = None) -> Series:
    """Return a series of Anna and Bertil."""
    return Series.start(rules, names=("Anna", "Bertil"), matches=matches, grand_total=grand_total, dealer=0)


def finish(series: Series, *results: DealResult) -> Series:
    """Return the series after a match of these deals."""
    match = series.match
    for result in results:
        match = match.enter(result)
    return series.enter(match)


@pytest.mark.rule("EXTRA-07")
def test_a_number_of_matches() -> None:
    """After so many the better net of all has won, even with fewer matches won."""
    series = start(matches=3)
    series = finish(series, won(0, 2), won(1, 100))
    assert series.net == (22 - 220, 220 - 22)
    series = finish(series, won(0, 2), won(1, 100))
    assert series.outcome is None
    series = finish(series, *[won(0, 99)], won(0, 99))
    assert series.net == (-396 + 438, 396 - 438)
    outcome = series.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.matches_won, outcome.net) == (0, (1, 2), (42, -42))
    assert outcome.names == ("Anna", "Bertil")


@pytest.mark.rule("EXTRA-07")
def test_a_grand_total() -> None:
    """The series goes on until somebody's net of all matches reaches it."""
    series = start(grand_total=500)
    series = finish(series, won(1, 100))
    assert series.net == (-320, 320)
    series = finish(series, won(0, 100))
    assert (series.net, series.outcome) == ((0, 0), None)
    series = finish(series, won(1, 100))
    assert series.outcome is None
    series = finish(series, won(1, 5), won(0, 1), won(1, 95))
    outcome = series.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.matches_won) == (1, (1, 3))
    assert outcome.net == (-320 - 219, 320 + 219)


@pytest.mark.rule("EXTRA-07")
def test_a_series_may_be_drawn() -> None:
    """With equal nets nobody has won."""
    outcome = finish(finish(start(matches=2), won(1, 100)), won(0, 100)).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.net, outcome.matches_won) == (None, (0, 0), (1, 1))


@pytest.mark.rule("EXTRA-07")
@pytest.mark.rule("MATCH-10")
def test_a_match_of_a_series_may_be_given_up() -> None:
    """Its net counts as that of any other, and the series goes on."""
    series = start(matches=2)
    series = series.enter(series.match.resign(0))
    assert series.net == (-200, 200)
    assert series.outcome is None


@pytest.mark.rule("EXTRA-07")
@pytest.mark.rule("MATCH-08")
@pytest.mark.parametrize(
    ("next_dealer", "expected"),
    [(NextDealer.WINNER, (0, 1)), (NextDealer.LOSER, (1, 0)), (NextDealer.ALTERNATE, (1, 1))],
)
@SEATS
def test_who_deals_the_next_match(next_dealer: NextDealer, expected: tuple[int, int], seat: int) -> None:
    """The winner of the match, its loser, or the other than dealt the first deal of it."""
    series = finish(start(presets.CLASSIC.replace(next_dealer=next_dealer), matches=3), won(seat, 100))
    assert series.match.first_dealer == expected[seat]
    assert series.match.entries == ()


@pytest.mark.rule("EXTRA-07")
@pytest.mark.rule("MATCH-02")
def test_the_loser_deals_even_if_the_winner_owes() -> None:
    """Boxes leave the winner with less than the loser, who deals all the same."""
    series = finish(start(presets.MODERN, matches=2), *[won(1, 9)] * 11, won(0, 100))
    assert series.finished[0].winner == 0
    assert series.net == (-149, 149)
    assert series.match.first_dealer == 1


@pytest.mark.rule("EXTRA-07")
@pytest.mark.parametrize("rules", [presets.HOLLYWOOD, presets.COLOR_GIN], ids=lambda rules: rules.name)
def test_a_series_of_drawn_matches(rules: Rules) -> None:
    """A drawn match counts as one that nobody won, and the other than before deals the next."""
    if rules == presets.HOLLYWOOD:
        rules = rules.replace(columns=2)
        results = [won(0, 100), won(1, 100)]
    else:
        suits = rules.scoring.terms(rules.scoring.open(2), None).open_suits
        results = [
            DealResult(ending=Ending.KNOCK, knocker=by, deadwood=deadwood, blocked=blocked)
            for by, deadwood, blocked in ((0, (1, 151), suits[:2]), (1, (151, 1), suits[2:]))
        ]
    series = finish(start(rules, matches=2), *results)
    assert (series.net, series.matches_won) == ((0, 0), (0, 0))
    assert series.match.first_dealer == 1


# --- EXTRA-08: big gin --------------------------------------------------------------------------------------


@pytest.mark.rule("EXTRA-08")
@pytest.mark.parametrize(("bonus", "points"), [(31, 54), (50, 73), (25, 48), (0, 23)])
@pytest.mark.parametrize("boxes", [1, 2, 3])
@SEATS
def test_big_gin_bonus_and_boxes(bonus: int, points: int, boxes: int, seat: int) -> None:
    """Big gin brings its bonus, that of gin if the house says so, and one box or more."""
    rules = presets.MODERN.replace(big_gin_bonus=bonus, big_gin_boxes=boxes)
    match = play(rules, ended(Ending.BIG_GIN, seat, 0, 23))
    assert match.sheet.points[seat] == points
    assert cast("StandardSheet", match.sheet).half_boxes[seat] == 2 * boxes
    assert cast("StandardSheet", match.sheet).half_boxes[1 - seat] == 0
    paid = totals(match.resign(1 - seat))[seat]
    assert paid == 2 * (points + 100 + 25 * boxes)


@pytest.mark.rule("EXTRA-08")
@pytest.mark.rule("CORE-14")
def test_big_gin_may_be_off() -> None:
    """Without a bonus nobody declares it and it has no price; with one it ends the deal."""
    off = presets.MODERN.replace(big_gin_bonus=None)
    with pytest.raises(ResultError, match="big gin has no price here"):
        off.scoring.price(ended(Ending.BIG_GIN, 0, 0, 23))
    for rules, offered in ((off, False), (presets.MODERN, True)):
        state = act(stacked(rules, f"{THREE_RUNS} 5h", OTHERS, "Th Tc"), "pass, pass, draw")
        assert ("big gin" in [str(action) for action in legal_actions(state)]) == offered
    assert explain(state, parse_action("big gin")) is None


@pytest.mark.rule("EXTRA-08")
@pytest.mark.rule("OKLA-04")
def test_boxes_of_big_gin_double_with_a_spade() -> None:
    """Two boxes for big gin are four when a spade was turned up."""
    rules = presets.OKLAHOMA.replace(big_gin_boxes=2)
    result = DealResult(ending=Ending.BIG_GIN, knocker=0, deadwood=(0, 23), upcard=Card.parse("3s"))
    score = rules.scoring.price(result)
    assert (score.points, score.boxes) == (108, 4)
