"""Chapter 3 of the rulebook, a match of two, and the worked example and cases on it."""

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import attrs
import pytest

from ginrules import Card, DealResult, Ending, Match, MatchError, Rules, presets, shuffled_deck
from ginrules.rules import DealerDraw
from ginrules.scoring import (
    DoublePoints,
    DoubleTotal,
    Flat,
    MatchWinner,
    ScoreLine,
    Shutout,
    StandardSheet,
    Tie,
    VoidAward,
)
from ginrules.seating import NextDealer, VoidRedeal

CASES = Path(__file__).resolve().parents[1] / "golden" / "cases"
VOID = DealResult(ending=Ending.VOID)


def won(by: int, points: int) -> DealResult:
    """Return a knock that is worth so many points to a seat."""
    deadwood = (1, 1 + points) if by == 0 else (1 + points, 1)
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=deadwood)


def play(rules: Rules, *results: DealResult, dealer: int | None = 0) -> Match:
    """Return a match of Anna and Bertil after some deals."""
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=dealer)
    for result in results:
        match = match.enter(result)
    return match


def half_boxes(match: Match) -> tuple[int, ...]:
    """Return the half boxes on the sheet."""
    return cast("StandardSheet", match.sheet).half_boxes


def totals(match: Match) -> tuple[int, ...]:
    """Return the final totals of a match that is over."""
    assert match.outcome is not None
    return match.outcome.totals


# --- MATCH-01: the target -----------------------------------------------------------------------------------


@pytest.mark.rule("MATCH-01")
@pytest.mark.parametrize("target", [100, 150, 200])
def test_the_target_is_to_be_reached(target: int) -> None:
    """One point short the match goes on; the target itself ends it, for either player."""
    rules = presets.CLASSIC.replace(target=target)
    for seat in (0, 1):
        short = play(rules, won(seat, target - 51), won(seat, 50), won(1 - seat, 50))
        assert short.outcome is None
        over = short.enter(won(seat, 1)).outcome
        assert over is not None
        assert over.winner == seat


@pytest.mark.rule("MATCH-01")
def test_boxes_and_bonuses_do_not_count_toward_the_target() -> None:
    """Twenty wins of four points and as many boxes are eighty."""
    match = play(presets.MODERN, *[won(0, 4)] * 20)
    assert match.sheet.points == (80, 0)
    assert match.outcome is None


@pytest.mark.rule("MATCH-01")
def test_boxes_may_count_at_once() -> None:
    """At Palace a box counts toward the target when it is won, and once only."""
    rules = presets.CLASSIC.replace(boxes_count_at_once=True, box_bonus=10, game_bonus=0, shutout=None)
    match = play(rules, *[won(0, 15)] * 3, won(1, 30))
    assert match.outcome is None
    match = match.enter(won(0, 15))
    assert totals(match) == (4 * 15 + 4 * 10, 30 + 10)


# --- MATCH-02: the winner -----------------------------------------------------------------------------------


@pytest.mark.rule("MATCH-02")
def test_whoever_reached_the_target_has_won() -> None:
    """Boxes can lift the other's total above his; he has won all the same, and owes the difference."""
    match = play(presets.MODERN, *[won(1, 9)] * 11, won(0, 100))
    outcome = match.outcome
    assert outcome is not None
    assert outcome.totals == (100 + 100 + 25, 99 + 11 * 25)
    assert outcome.winner == 0
    assert outcome.net == (-149, 149)


@pytest.mark.rule("MATCH-02")
def test_the_highest_total_may_win() -> None:
    """With the knob the other has won; the game bonus stays with whoever reached the target."""
    rules = presets.MODERN.replace(winner=MatchWinner.HIGHEST_TOTAL)
    match = play(rules, *[won(1, 9)] * 11, won(0, 100))
    outcome = match.outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert outcome.net == (-149, 149)
    assert play(rules, won(1, 9), won(0, 100)).outcome == play(presets.MODERN, won(1, 9), won(0, 100)).outcome


@pytest.mark.rule("MATCH-02")
def test_of_equal_totals_whoever_reached_the_target() -> None:
    """At equal totals the target decides, whoever sits where."""
    rules = presets.MODERN.replace(winner=MatchWinner.HIGHEST_TOTAL)
    for first in (0, 1):
        match = play(rules, won(1 - first, 15), *[won(1 - first, 12)] * 5, won(first, 100))
        outcome = match.outcome
        assert outcome is not None
        assert outcome.totals == (225, 225)
        assert outcome.net == (0, 0)
        assert outcome.winner == first


# --- MATCH-03 and MATCH-04: game bonus and boxes ------------------------------------------------------------


@pytest.mark.rule("MATCH-03")
@pytest.mark.parametrize("bonus", [0, 100, 250])
def test_the_game_bonus_goes_to_the_winner(bonus: int) -> None:
    """The winner's total has the bonus, the loser's has not."""
    rules = presets.CLASSIC.replace(game_bonus=bonus, box_bonus=0)
    for seat in (0, 1):
        ended = totals(play(rules, won(1 - seat, 30), won(seat, 100)))
        assert ended[seat] == 100 + bonus
        assert ended[1 - seat] == 30


@pytest.mark.rule("MATCH-04")
@pytest.mark.parametrize(("rules", "bonus"), [(presets.CLASSIC, 20), (presets.MODERN, 25)])
def test_every_deal_won_is_a_box(rules: Rules, bonus: int) -> None:
    """Both players get a box for each deal they won: by knock, undercut or gin, not for a void deal."""
    gin = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 10))
    undercut = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(5, 5))
    match = play(rules, won(0, 20), gin, undercut, VOID, won(1, 2))
    assert half_boxes(match) == (4, 4)
    match = match.enter(won(0, 60))
    points = match.sheet.points
    assert totals(match) == (points[0] + 100 + 3 * bonus, points[1] + 2 * bonus)


@pytest.mark.rule("MATCH-04")
@pytest.mark.rule("SCORE-03")
def test_a_win_without_points_is_a_box() -> None:
    """A tie that gives no bonus still wins the deal, and so a box; one that nobody wins gives none."""
    tied = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(5, 5))
    assert half_boxes(play(presets.CLASSIC.replace(tie=Tie.NO_BONUS), tied)) == (0, 2)
    assert half_boxes(play(presets.CLASSIC.replace(tie=Tie.NO_SCORE), tied)) == (0, 0)


@pytest.mark.rule("MATCH-04")
@pytest.mark.rule("SCORE-06")
def test_half_boxes_are_paid_in_halves() -> None:
    """Half boxes are counted as such and paid together, an odd point dropped."""
    rules = presets.MODERN.replace(void_award=VoidAward.HALF_BOX_TO_LOWEST)
    void = attrs.evolve(VOID, deadwood=(40, 3))
    match = play(rules, void, void, void, won(0, 100))
    assert match.sheet.points == (100, 0)
    assert totals(match) == (2 * (100 + 100 + 25), 25 * 3 // 2)


# --- MATCH-05: shutout --------------------------------------------------------------------------------------


@pytest.mark.rule("MATCH-05")
@pytest.mark.parametrize(
    ("shutout", "more"),
    [
        (Flat(100), 100),
        (Flat(0), 0),
        (DoubleTotal(), 112 + 100 + 6 * 25),
        (DoublePoints(), 112),
        (None, 0),
    ],
)
def test_shutout(shutout: Shutout | None, more: int) -> None:
    """The four ways, for a winner of 112 in six deals; none if the loser has a single point."""
    rules = presets.MODERN.replace(shutout=shutout)
    anna = [won(0, 20)] * 4 + [won(0, 16), won(0, 16)]
    plain = 112 + 100 + 6 * 25
    match = play(rules, *anna)
    assert totals(match) == (plain + more, 0)
    assert match.outcome is not None
    assert (ScoreLine("shutout", more) in match.outcome.lines[0]) == (more > 0)
    assert totals(play(rules, won(1, 1), *anna)) == (plain, 1 + 25)


@pytest.mark.rule("MATCH-05")
def test_a_shutout_does_not_ask_about_boxes() -> None:
    """A loser who won a deal without points is shut out all the same, and keeps his box."""
    rules = presets.MODERN.replace(tie=Tie.NO_BONUS)
    tied = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(5, 5))
    match = play(rules, tied, won(0, 100))
    assert totals(match) == (2 * (100 + 100 + 25), 25)
    assert match.outcome is not None
    assert match.outcome.net == (425, -425)


# --- MATCH-06: settlement -----------------------------------------------------------------------------------


@pytest.mark.rule("MATCH-06")
def test_the_settlement_is_net() -> None:
    """The winner gets what his total is above the loser's, and the loser owes it."""
    outcome = play(presets.CLASSIC, won(1, 41), won(0, 112)).outcome
    assert outcome is not None
    assert outcome.net == (outcome.totals[0] - outcome.totals[1], outcome.totals[1] - outcome.totals[0])


# --- MATCH-07 and MATCH-08: who deals -----------------------------------------------------------------------


@pytest.mark.rule("MATCH-07")
def test_the_first_dealer_is_drawn_for() -> None:
    """Of any two cards the lower deals (CLASSIC) or the higher (MODERN), the ace low; equal ranks draw again."""
    deck = shuffled_deck(random.Random(7))
    for first, second in pairwise(deck):
        classic = play(presets.CLASSIC, dealer=None)
        modern = play(presets.MODERN, dealer=None)
        if first.rank == second.rank:
            for match in (classic, modern):
                with pytest.raises(MatchError, match="have to draw again"):
                    match.draw_for_deal((first, second))
        else:
            assert classic.draw_for_deal((first, second)).dealer == (0 if first.rank < second.rank else 1)
            assert modern.draw_for_deal((first, second)).dealer == (1 if first.rank < second.rank else 0)


@pytest.mark.rule("MATCH-07")
def test_chance_may_say_who_deals() -> None:
    """Without cards the dealer is simply given."""
    rules = presets.CLASSIC.replace(dealer_draw=DealerDraw.RANDOM)
    with pytest.raises(MatchError, match="leave the first dealer to chance"):
        play(rules, dealer=None).draw_for_deal((Card.parse("2c"), Card.parse("3c")))
    assert play(rules, dealer=1).dealer == 1


@pytest.mark.rule("MATCH-08")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_next_dealer(dealer: int, winner: int) -> None:
    """Winner (CLASSIC), loser (MODERN), or the other one than before."""
    alternate = presets.CLASSIC.replace(next_dealer=NextDealer.ALTERNATE)
    assert play(presets.CLASSIC, won(winner, 5), dealer=dealer).dealer == winner
    assert play(presets.MODERN, won(winner, 5), dealer=dealer).dealer == 1 - winner
    assert play(alternate, won(winner, 5), dealer=dealer).dealer == 1 - dealer


@pytest.mark.rule("MATCH-08")
@pytest.mark.rule("CORE-17")
@pytest.mark.parametrize("next_dealer", NextDealer)
def test_dealer_after_a_void_deal(next_dealer: NextDealer) -> None:
    """The same deals again, or with the knob the other; after a tie that nobody wins always the same."""
    rules = presets.CLASSIC.replace(next_dealer=next_dealer, tie=Tie.NO_SCORE)
    passing_on = rules.replace(void_redeal=VoidRedeal.NEXT_DEALER)
    tied = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(5, 5))
    for dealer in (0, 1):
        assert play(rules, VOID, dealer=dealer).dealer == dealer
        assert play(passing_on, VOID, dealer=dealer).dealer == 1 - dealer
        assert play(rules, tied, dealer=dealer).dealer == dealer
        assert play(passing_on, tied, dealer=dealer).dealer == dealer


# --- MATCH-09: one set of rules -----------------------------------------------------------------------------


@pytest.mark.rule("MATCH-09")
def test_rules_never_change_inside_a_match() -> None:
    """A match cannot be given other rules, and a deal played under others is refused."""
    match = play(presets.CLASSIC)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.rules = presets.MODERN  # type: ignore[misc]
    other = play(presets.MODERN).new_deal(shuffled_deck(random.Random(1)))
    with pytest.raises(MatchError):
        match.enter(other)


# --- MATCH-10: resignation ----------------------------------------------------------------------------------


@pytest.mark.rule("MATCH-10")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_resign(seat: int) -> None:
    """The other wins, game bonus and boxes as usual, even if he has less."""
    match = play(presets.CLASSIC, won(seat, 60), won(1 - seat, 20)).resign(seat)
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.resigned) == (1 - seat, seat)
    assert outcome.totals[1 - seat] == 20 + 100 + 20
    assert outcome.totals[seat] == 60 + 20
    assert outcome.net[seat] == -60


@pytest.mark.rule("MATCH-10")
def test_who_resigns_never_wins() -> None:
    """Not even where the highest total would win."""
    rules = presets.CLASSIC.replace(winner=MatchWinner.HIGHEST_TOTAL, game_bonus=0)
    outcome = play(rules, won(0, 90), won(1, 5)).resign(0).outcome
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.rule("MATCH-10")
@pytest.mark.rule("MATCH-05")
def test_resigning_without_a_point_is_a_shutout() -> None:
    """Settled as usual: whoever gives up with nothing is shut out."""
    assert totals(play(presets.MODERN, won(1, 30)).resign(0)) == (0, 2 * (30 + 100 + 25))


# --- The worked example and the cases -----------------------------------------------------------------------


EVENING = [won(0, 20), won(1, 30), won(0, 20), won(0, 20), won(1, 11), won(0, 20), won(0, 12), won(0, 20)]


@pytest.mark.rule("MATCH-03")
@pytest.mark.rule("MATCH-04")
@pytest.mark.rule("MATCH-06")
@pytest.mark.parametrize(
    ("rules", "ended", "net"), [(presets.MODERN, (362, 91), 271), (presets.CLASSIC, (332, 81), 251)]
)
def test_example_7(rules: Rules, ended: tuple[int, int], net: int) -> None:
    """001: Anna 112 points and six deals, Bertil 41 and two."""
    match = play(rules, *EVENING)
    assert match.sheet.points == (112, 41)
    assert half_boxes(match) == (12, 4)
    assert match.outcome is not None
    assert match.outcome.winner == 0
    assert match.outcome.totals == ended
    assert match.outcome.net == (net, -net)


@pytest.mark.rule("MATCH-05")
@pytest.mark.parametrize(
    ("rules", "total"),
    [
        (presets.MODERN, 724),
        (presets.CLASSIC, 432),
        (presets.MODERN.replace(shutout=DoublePoints()), 474),
    ],
)
def test_example_7_with_bertil_on_nothing(rules: Rules, total: int) -> None:
    """001: the same with Bertil on no points and no deals."""
    assert totals(play(rules, *[result for result in EVENING if result.knocker == 0])) == (total, 0)


class PlayerCase(TypedDict):
    """What a player has from the deals."""

    name: str
    points: int
    deals: int


class MatchCase(TypedDict):
    """Points and deals won, and what comes of them."""

    preset: str
    players: NotRequired[list[PlayerCase]]
    totals: list[int]
    net: list[int]


def match_cases() -> list[MatchCase]:
    """Return the cases of `matches.json` that are matches of two on the standard sheet."""
    cases: list[MatchCase] = json.loads((CASES / "matches.json").read_text(encoding="utf-8"))
    return [case for case in cases if "players" in case]


@pytest.mark.parametrize("case", match_cases(), ids=lambda case: case["preset"])
def test_cases(case: MatchCase) -> None:
    """Deals that add up to what the players have come to the totals and nets of the case."""
    results: list[DealResult] = []
    for seat, player in reversed(list(enumerate(case["players"]))):
        each, rest = divmod(player["points"], player["deals"])
        results += [won(seat, each + (deal < rest)) for deal in range(player["deals"])]
    outcome = play(presets.get(case["preset"]), *results).outcome
    assert outcome is not None
    assert list(outcome.totals) == case["totals"]
    assert list(outcome.net) == case["net"]
