"""Scoring and match against a plain restatement of the rules, and what always holds of them."""

from random import Random
from typing import cast

import attrs
from hypothesis import given
from hypothesis import strategies as st
from oracles import scoring as oracle

from ginrules import DealResult, DealScore, Ending, Match, Outcome, Rules, ScoreLine, presets
from ginrules.results import Seat
from ginrules.scoring import (
    DoublePoints,
    DoubleTotal,
    Flat,
    MatchWinner,
    Pricing,
    Scoring,
    ScoringPolicy,
    Shutout,
    StandardLedger,
    StandardScoring,
    StandardSheet,
    Tie,
    VoidAward,
)
from ginrules.seating import NextDealer, VoidRedeal

MOST_PIPS = 98  # ten cards in no meld


def houses() -> st.SearchStrategy[oracle.House]:
    """Draw a house: often with usual numbers, so that totals meet."""
    return st.builds(
        oracle.House,
        gin_bonus=st.sampled_from([0, 20, 25]),
        undercut_bonus=st.sampled_from([0, 10, 25]),
        big_gin_bonus=st.sampled_from([0, 25, 31]),
        big_gin_boxes=st.integers(1, 3),
        tie=st.sampled_from(["undercut", "no_bonus", "no_score"]),
        half_box_when_void=st.booleans(),
        target=st.sampled_from([1, 50, 100, 200]),
        game_bonus=st.sampled_from([0, 100]),
        box_bonus=st.sampled_from([0, 5, 20, 25]),
        winner=st.sampled_from(["first_to_target", "highest_total"]),
        shutout=st.sampled_from(["flat", "double_total", "double_points", "none"]),
        flat=st.sampled_from([0, 100]),
        boxes_count_at_once=st.booleans(),
        next_dealer=st.sampled_from(["winner", "loser", "alternate"]),
        void_redeal=st.sampled_from(["same_dealer", "next_dealer"]),
    )


@st.composite
def deals(draw: st.DrawFn) -> oracle.Deal:
    """Draw what happened in a deal; knocks are close, so that undercuts and ties are common."""
    ending = draw(st.sampled_from(["knock", "knock", "knock", "gin", "big_gin", "void"]))
    other = draw(st.integers(0, 12) | st.integers(0, MOST_PIPS))
    own = {"knock": st.integers(1, 10), "void": st.integers(0, 10)}.get(ending, st.just(0))
    left = draw(own)  # a knock that leaves nothing is gin
    knocker = None if ending == "void" else draw(st.integers(0, 1))
    deadwood = (other, left) if knocker == 1 else (left, other)
    factor = 1 if ending == "void" else draw(st.sampled_from([1, 1, 2, 64]))
    return oracle.Deal(ending, knocker, deadwood, factor)


def result_of(deal: oracle.Deal) -> DealResult:
    """Return a deal of the oracle's as a result of the library's."""
    return DealResult(ending=Ending(deal.ending), knocker=deal.knocker, deadwood=deal.deadwood, factor=deal.factor)


def rules_of(house: oracle.House) -> Rules:
    """Return a house of the oracle's as rules of the library's."""
    shutouts: dict[str, Shutout | None] = {
        "flat": Flat(house.flat),
        "double_total": DoubleTotal(),
        "double_points": DoublePoints(),
        "none": None,
    }
    pricing = Pricing(
        gin_bonus=house.gin_bonus,
        undercut_bonus=house.undercut_bonus,
        big_gin_bonus=house.big_gin_bonus,
        big_gin_boxes=house.big_gin_boxes,
        tie=Tie(house.tie),
        void_award=VoidAward.HALF_BOX_TO_LOWEST if house.half_box_when_void else None,
    )
    ledger = StandardLedger(
        target=house.target,
        game_bonus=house.game_bonus,
        box_bonus=house.box_bonus,
        winner=MatchWinner(house.winner),
        shutout=shutouts[house.shutout],
        boxes_count_at_once=house.boxes_count_at_once,
    )
    return presets.CLASSIC.replace(
        scoring=Scoring(pricing, ledger),
        next_dealer=NextDealer(house.next_dealer),
        void_redeal=VoidRedeal(house.void_redeal),
    )


def play(house: oracle.House, evening: list[oracle.Deal], dealer: int) -> Match:
    """Return the match after these deals, or after those that it took to end it."""
    match = Match.start(rules_of(house), names=("Anna", "Bertil"), dealer=dealer)
    for deal in evening:
        if match.outcome is None:
            match = match.enter(result_of(deal))
    return match


def matches() -> st.SearchStrategy[Match]:
    """Draw a match under way or finished."""
    return st.builds(play, houses(), st.lists(deals(), max_size=25), st.integers(0, 1))


# Against the oracle -----------------------------------------------------------------------------------------


@given(deal=deals(), house=houses())
def test_prices_are_those_of_the_oracle(deal: oracle.Deal, house: oracle.House) -> None:
    """Winner, points and half boxes of any deal in any house are what the plain rules say."""
    score = rules_of(house).scoring.price(result_of(deal))
    assert oracle.Price(score.winner, score.points, score.half_boxes) == oracle.price(deal, house)


@given(house=houses(), evening=st.lists(deals(), max_size=25), dealer=st.integers(0, 1))
def test_matches_are_those_of_the_oracle(house: oracle.House, evening: list[oracle.Deal], dealer: int) -> None:
    """Sheet, dealers, length, winner, totals and net of any match are what the plain rules say."""
    match = play(house, evening, dealer)
    expected = oracle.play(evening, house, dealer)
    assert len(match.entries) == expected.deals
    assert match.sheet.points == expected.points
    assert cast("StandardSheet", match.sheet).half_boxes == expected.half_boxes
    assert tuple(entry.dealer for entry in match.entries) == expected.dealers
    assert _end(match) == expected.end


@given(house=houses(), evening=st.lists(deals(), max_size=6), seat=st.integers(0, 1))
def test_resignations_are_those_of_the_oracle(house: oracle.House, evening: list[oracle.Deal], seat: int) -> None:
    """A match that is given up settles as the plain rules say."""
    match = play(house, evening, 0)
    if match.outcome is not None:
        return
    so_far = oracle.play(evening, house, 0)
    expected = oracle.settle(list(so_far.points), list(so_far.half_boxes), 1 - seat, house, resigned=True)
    assert _end(match.resign(seat)) == expected


def _end(match: Match) -> oracle.End | None:
    outcome = match.outcome
    if outcome is None:
        return None
    assert outcome.winner is not None
    (first, second), (net, owed) = outcome.totals, outcome.net
    return oracle.End(outcome.winner, (first, second), (net, owed))


# What always holds ------------------------------------------------------------------------------------------


@given(deal=deals(), house=houses())
def test_a_score_adds_up(deal: oracle.Deal, house: oracle.House) -> None:
    """The lines sum to the points, points are not negative, and only a winner has some."""
    score = rules_of(house).scoring.price(result_of(deal))
    assert sum(line.points for line in score.lines) == score.points >= 0
    assert score.winner is not None or (score.points == 0 and score.boxes == 0)


@given(deal=deals(), house=houses())
def test_seats_are_alike(deal: oracle.Deal, house: oracle.House) -> None:
    """Whoever sits where, the price is the same the other way round."""
    turned = attrs.evolve(
        result_of(deal),
        knocker=None if deal.knocker is None else Seat(1 - deal.knocker),
        deadwood=deal.deadwood[::-1],
    )
    pricing = rules_of(house).scoring
    one, other = pricing.price(result_of(deal)), pricing.price(turned)
    assert (one.points, one.lines, one.half_boxes) == (other.points, other.lines, other.half_boxes[::-1])
    assert one.winner == (None if other.winner is None else 1 - other.winner)


@given(deal=deals(), house=houses(), factor=st.integers(1, 64))
def test_a_factor_multiplies_exactly(deal: oracle.Deal, house: oracle.House, factor: int) -> None:
    """With a factor the points are that many times as many; boxes stay."""
    pricing = rules_of(house).scoring
    plain = attrs.evolve(result_of(deal), factor=1)
    one, more = pricing.price(plain), pricing.price(attrs.evolve(plain, factor=factor))
    assert more.points == factor * one.points
    assert (more.winner, more.half_boxes) == (one.winner, one.half_boxes)


@given(match=matches())
def test_sheets_are_the_sum_of_their_entries(match: Match) -> None:
    """Points and boxes of the sheet are those of the deals, added up."""
    sheet = cast("StandardSheet", match.sheet)
    for seat in (0, 1):
        scores = [entry.score for entry in match.entries]
        assert sheet.points[seat] == sum(score.points for score in scores if score.winner == seat)
        assert sheet.half_boxes[seat] == sum(score.half_boxes[seat] for score in scores)


@given(match=matches())
def test_settlements_sum_to_zero(match: Match) -> None:
    """What one gets the other owes, and the lines add up to the totals."""
    outcome = match.outcome
    if outcome is None:
        return
    assert sum(outcome.net) == 0
    assert tuple(sum(line.points for line in lines) for lines in outcome.lines) == outcome.totals
    assert outcome.net[0] == outcome.totals[0] - outcome.totals[1]


@given(match=matches(), deal=deals(), seat=st.integers(0, 1))
def test_undo_is_the_inverse(match: Match, deal: oracle.Deal, seat: int) -> None:
    """Whatever is entered or resigned, taking it back gives the match as it was."""
    if match.outcome is None:
        assert match.enter(result_of(deal)).undo() == match
        assert match.resign(seat).undo() == match
    if match.entries:
        again = match.undo()
        assert again.outcome is None
        assert again.enter(match.entries[-1].result) == match


@given(match=matches(), order=st.randoms(use_true_random=False))
def test_the_order_of_deals_does_not_matter_before_the_end(match: Match, order: Random) -> None:
    """As long as nobody reaches the target, the same deals in any order make the same sheet."""
    results = [entry.result for entry in match.entries]
    house = match.rules.replace(target=10**9)
    order.shuffle(results)
    one, other = (Match.start(house, names=match.names, dealer=0) for _ in range(2))
    for entry in match.entries:
        one = one.enter(entry.result)
    for result in results:
        other = other.enter(result)
    assert one.sheet.points == other.sheet.points
    assert cast("StandardSheet", one.sheet).half_boxes == cast("StandardSheet", other.sheet).half_boxes


@st.composite
def sheets_of_many(draw: st.DrawFn) -> tuple[ScoringPolicy, StandardSheet, Outcome]:
    """Draw a match of two to six accounts, played to its end."""
    accounts = draw(st.integers(2, 6))
    policy = StandardScoring(
        shutout=draw(st.sampled_from([Flat(100), DoubleTotal(), DoublePoints(), None])),
        winner=draw(st.sampled_from(MatchWinner)),
        boxes_count_at_once=draw(st.booleans()),
    )
    sheet = policy.open(accounts)
    while (outcome := policy.outcome(sheet)) is None:
        first = draw(st.integers(0, accounts - 1))
        second = (first + draw(st.integers(1, accounts - 1))) % accounts
        points = draw(st.integers(20, 90))
        score = DealScore(winner=0, points=points, lines=(ScoreLine("won", points),), half_boxes=(2, 0))
        sheet = policy.enter(sheet, score, accounts=(first, second))
    return policy, sheet, outcome


@given(played=sheets_of_many())
def test_many_settle_in_pairs(played: tuple[ScoringPolicy, StandardSheet, Outcome]) -> None:
    """Each two settle the difference of their totals; only the winner's pairs know a shutout; all sums to zero."""
    policy, sheet, outcome = played
    several = sheet.accounts > 2
    settled = [0] * sheet.accounts
    for pair in outcome.pairs:
        a, b = pair.accounts
        plain = outcome.totals[a] - outcome.totals[b]
        loser = b if a == outcome.winner else a
        shut_out = outcome.winner in (a, b) and not sheet.points[loser] and policy.knobs()["shutout"] is not None
        assert pair.shutout == shut_out
        if several and pair.shutout:
            assert abs(pair.net) > abs(plain)
        else:
            assert pair.net == plain
        settled[a] += pair.net
        settled[b] -= pair.net
    assert tuple(settled) == outcome.settlement
    assert sum(outcome.settlement) == 0
    assert len(outcome.pairs) == sheet.accounts * (sheet.accounts - 1) // 2
