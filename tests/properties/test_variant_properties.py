"""What always holds of the variants: columns, suits, doubled deals, and whole matches under every preset."""

from typing import cast

import attrs
import pytest
from deal_strategies import SIX_RANKS, reachable_states
from hypothesis import given
from hypothesis import strategies as st
from oracles.compare_matches import differences, played

from ginrules import (
    Card,
    DealResult,
    DealTerms,
    Ending,
    GameState,
    Hand,
    Knock,
    Match,
    MatchError,
    Phase,
    Rules,
    Suit,
    explain,
    legal_actions,
    presets,
    resolve,
)
from ginrules.deal import KnockOption, knock_options
from ginrules.scoring import (
    Close,
    ColorSheet,
    DoublePoints,
    DoubleTotal,
    Flat,
    HollywoodEnd,
    HollywoodSheet,
    LateEntry,
    SpadeDoubles,
    StandardSheet,
    SuitTie,
    Tie,
    UpcardLimit,
    VoidAward,
)

MOST_PIPS = 98  # ten cards in no meld


@st.composite
def results(draw: st.DrawFn, *, big_gin: bool = False) -> DealResult:
    """Draw how a deal ended, with upcard and blocked suits; undercuts and ties are common."""
    kinds = [Ending.KNOCK, Ending.KNOCK, Ending.GIN, Ending.VOID, *([Ending.BIG_GIN] if big_gin else [])]
    ending = draw(st.sampled_from(kinds))
    other = draw(st.integers(0, 12) | st.integers(0, MOST_PIPS))
    upcard = draw(st.sampled_from(Hand.full().cards))
    if ending is Ending.VOID:
        return DealResult(ending=ending, deadwood=(other, draw(st.integers(0, MOST_PIPS))), upcard=upcard)
    own = draw(st.integers(1, 10)) if ending is Ending.KNOCK else 0
    knocker = draw(st.integers(0, 1))
    return DealResult(
        ending=ending,
        knocker=knocker,
        deadwood=(own, other) if knocker == 0 else (other, own),
        upcard=upcard,
        blocked=tuple(draw(st.sets(st.sampled_from(Suit), max_size=3))),
        factor=draw(st.sampled_from([1, 1, 1, 2, 8])),
    )


def hollywoods() -> st.SearchStrategy[Rules]:
    """Draw a ruleset with columns."""
    return st.builds(
        presets.HOLLYWOOD.replace,
        columns=st.sampled_from([1, 2, 3, 3, 4, 7]),
        target=st.sampled_from([1, 40, 100, 10**6]),
        game_bonus=st.sampled_from([0, 100]),
        box_bonus=st.sampled_from([0, 25]),
        shutout=st.sampled_from([None, Flat(50), DoubleTotal(), DoublePoints()]),
        end=st.sampled_from(HollywoodEnd),
        late_entry=st.sampled_from(LateEntry),
        gin_opens_all=st.booleans(),
        tie=st.sampled_from(Tie),
        void_award=st.sampled_from([None, VoidAward.HALF_BOX_TO_LOWEST]),
        spade_doubles=st.sampled_from([None, SpadeDoubles.ALL, SpadeDoubles.POINTS]),
    )


def color_gins() -> st.SearchStrategy[Rules]:
    """Draw a ruleset of Color Gin."""
    return st.builds(
        presets.COLOR_GIN.replace,
        suit_target=st.sampled_from([1, 30, 100]),
        close=st.sampled_from(Close),
        suit_tie=st.sampled_from(SuitTie),
        tie=st.sampled_from(Tie),
        spade_doubles=st.sampled_from([None, SpadeDoubles.ALL]),
    )


def match_of(rules: Rules, evening: list[DealResult]) -> Match:
    """Return the match after these deals, as long as it lasts, without those that could not have been played."""
    match = Match.start(rules, names=("Anna", "Bertil", "Cilla", "David")[: rules.seating.players], dealer=0)
    for result in evening:
        if match.outcome is None and scores_somewhere(match, result) and is_within_limit(match, result):
            assert match.round is not None
            match = match.enter(result, table=match.round.open_tables[-1])
    return match


def is_within_limit(match: Match, result: DealResult) -> bool:
    """Return whether the knocker has no more than the limit of the deal."""
    if result.ending is not Ending.KNOCK or result.upcard is None or result.deadwood is None:
        return True
    limit = match.rules.deal_terms(match.sheet, result.upcard).knock_limit
    return limit is None or result.deadwood[result.knocker or 0] <= limit


def scores_somewhere(match: Match, result: DealResult) -> bool:
    """Return whether a result leaves an open suit, or nobody scores anyway."""
    open_suits = match.rules.scoring.terms(match.sheet, None).open_suits
    return match.rules.scoring.price(result).winner is None or not set(open_suits) <= set(result.blocks)


EVENINGS = st.lists(results(big_gin=True), max_size=14)
COLOR_EVENINGS = st.lists(results(), max_size=14)


# Hollywood ------------------------------------------------------------------------------------------------------


def column_sums(sheet: HollywoodSheet, number: int) -> list[list[int]]:
    """Return the points by account and column that the first entries come to."""
    sums = [[0] * len(sheet.columns) for _ in range(2)]
    for entry, columns in zip(sheet.entries[:number], sheet.entered[:number], strict=True):
        for column in columns:
            if entry.account is not None:
                sums[entry.account][column] += entry.points
    return sums


def closed_by(sums: list[list[int]], target: int) -> set[int]:
    """Return the columns in which somebody has the target."""
    return {column for column, both in enumerate(zip(*sums, strict=True)) if max(both) >= target}


@pytest.mark.rule("HOLLY-02")
@given(rules=hollywoods(), evening=EVENINGS)
def test_entries_never_land_in_closed_columns(rules: Rules, evening: list[DealResult]) -> None:
    """No entry goes where a player had the target already, half boxes included."""
    sheet = cast("HollywoodSheet", match_of(rules, evening).sheet)
    target = cast("int", rules.scoring.knobs()["target"])
    for number, columns in enumerate(sheet.entered):
        assert closed_by(column_sums(sheet, number), target).isdisjoint(columns)


@pytest.mark.rule("HOLLY-01")
@given(rules=hollywoods(), evening=EVENINGS)
def test_columns_are_the_sum_of_their_entries(rules: Rules, evening: list[DealResult]) -> None:
    """The points of each column are those of the entries that went into it, and all together the sheet's."""
    match = match_of(rules, evening)
    sheet = cast("HollywoodSheet", match.sheet)
    sums = column_sums(sheet, len(sheet.entries))
    assert [list(row) for row in sheet.column_points] == sums
    assert list(sheet.points) == [sum(row) for row in sums]
    won = [entry.score.points for entry in match.entries if entry.score.winner is not None]
    assert [entry.points for entry in sheet.entries if entry.account is not None] == won


@pytest.mark.rule("HOLLY-01")
@pytest.mark.rule("HOLLY-07")
@given(rules=hollywoods(), evening=EVENINGS)
def test_columns_nest(rules: Rules, evening: list[DealResult]) -> None:
    """An entry goes into every open column before its last; until one closes, a later one never holds more."""
    sheet = cast("HollywoodSheet", match_of(rules, evening).sheet)
    target = cast("int", rules.scoring.knobs()["target"])
    held = [[0] * len(sheet.columns) for _ in range(2)]
    for number, (entry, columns) in enumerate(zip(sheet.entries, sheet.entered, strict=True)):
        closed = closed_by(column_sums(sheet, number), target)
        assert list(columns) == [column for column in range(max(columns, default=-1) + 1) if column not in closed]
        if entry.account is not None:
            for column in columns:
                held[entry.account][column] += 1
        if not closed:
            assert all(row == sorted(row, reverse=True) for row in held)


@pytest.mark.rule("HOLLY-01")
@pytest.mark.rule("HOLLY-06")
@pytest.mark.rule("HOLLY-07")
@given(rules=hollywoods(), evening=EVENINGS)
def test_columns_open_by_the_formula(rules: Rules, evening: list[DealResult]) -> None:
    """Each win opens min(columns, max(opened, closed prefix) + 1), or simply one more where late ones are lost."""
    knobs = rules.scoring.knobs()
    columns, target = cast("int", knobs["columns"]), cast("int", knobs["target"])
    opened = [0, 0]
    sheet = cast("HollywoodSheet", match_of(rules, evening).sheet)
    for number, (entry, entered) in enumerate(zip(sheet.entries, sheet.entered, strict=True)):
        if entry.account is None:
            continue
        closed = closed_by(column_sums(sheet, number), target)
        prefix = next((column for column in range(columns) if column not in closed), columns)
        before = opened[entry.account]
        late = knobs["late_entry"] is LateEntry.NEXT_OPEN
        opened[entry.account] = min(columns, (max(before, prefix) if late else before) + 1)
        is_gin = any(line.label in {"gin bonus", "big gin bonus"} for line in entry.lines)
        reach = columns if knobs["gin_opens_all"] and is_gin and not before else opened[entry.account]
        assert entered == tuple(column for column in range(reach) if column not in closed)
    assert sheet.opened == tuple(opened)


@pytest.mark.rule("HOLLY-04")
@pytest.mark.rule("HOLLY-05")
@given(rules=hollywoods(), evening=EVENINGS, seat=st.integers(0, 1))
def test_hollywood_settles_as_its_columns_do(rules: Rules, evening: list[DealResult], seat: int) -> None:
    """The net is that of the closed columns as matches of their own, open ones bringing their points."""
    match = match_of(rules, evening)
    if match.outcome is None:
        given_up = match.resign(seat).outcome
        assert given_up is not None
        assert given_up.winner == 1 - seat
        assert sum(given_up.net) == 0
        return
    sheet = cast("HollywoodSheet", match.sheet)
    names = ("target", "game_bonus", "box_bonus", "shutout")
    knobs = rules.scoring.knobs()
    standard = presets.CLASSIC.replace(**{name: knobs[name] for name in names}).scoring
    net = 0
    for column in sheet.columns:
        settled = standard.outcome(column)
        net += column.points[0] - column.points[1] if settled is None else settled.settlement[0]
    assert match.outcome.net == (net, -net)
    assert match.outcome.totals[0] - match.outcome.totals[1] == net
    if knobs["end"] is HollywoodEnd.ALL_CLOSED:
        assert match.outcome.winner == (None if net == 0 else int(net < 0))


# Color Gin ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COLOR-03")
@pytest.mark.rule("COLOR-05")
@given(rules=color_gins(), evening=COLOR_EVENINGS)
def test_paying_suits_pay_the_same_and_others_nothing(rules: Rules, evening: list[DealResult]) -> None:
    """A deal adds its points for its winner in each suit that is neither blocked nor closed, and nothing else."""
    knobs = rules.scoring.knobs()
    least = cast("int", knobs["suit_target"]) + (knobs["close"] is Close.ABOVE)
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    for result in evening:
        if match.outcome is not None:
            return
        before = cast("ColorSheet", match.sheet).suit_points
        open_suits = {suit for suit in Suit if max(row[suit] for row in before) < least}
        assert set(rules.scoring.terms(match.sheet, None).open_suits) == open_suits
        score = rules.scoring.price(result)
        if score.winner is not None and open_suits <= set(result.blocks):
            with pytest.raises(MatchError, match="no suit would score"):
                match.enter(result)
            continue
        match = match.enter(result)
        after = cast("ColorSheet", match.sheet).suit_points
        for seat in (0, 1):
            for suit in Suit:
                pays = seat == score.winner and suit in open_suits and suit not in result.blocks
                assert after[seat][suit] - before[seat][suit] == (score.points if pays else 0)


@pytest.mark.rule("COLOR-01")
@pytest.mark.rule("COLOR-08")
@given(rules=color_gins(), evening=COLOR_EVENINGS)
def test_suits_are_the_sum_of_their_entries(rules: Rules, evening: list[DealResult]) -> None:
    """Each of the eight scores is that of its entries; three suits or all four end the match."""
    match = match_of(rules, evening)
    sheet = cast("ColorSheet", match.sheet)
    sums = [[0] * 4 for _ in range(2)]
    for entry, suits in zip(sheet.entries, sheet.paid, strict=True):
        assert suits
        assert entry.account is not None
        for suit in suits:
            sums[entry.account][suit] += entry.points
    assert [list(row) for row in sheet.suit_points] == sums
    assert list(sheet.points) == [sum(row) for row in sums]
    knobs = rules.scoring.knobs()
    least = cast("int", knobs["suit_target"]) + (knobs["close"] is Close.ABOVE)
    has_won = [sum(points >= least for points in row) for row in sums]
    assert (match.outcome is not None) == (max(has_won) >= 3 or sum(has_won) == 4)
    if match.outcome is not None:
        assert match.outcome.totals == (sum(sums[0]), sum(sums[1]))
        by_total = knobs["suit_tie"] is SuitTie.TOTAL
        ranks = [(suits, sum(row) if by_total else 0) for suits, row in zip(has_won, sums, strict=True)]
        assert match.outcome.winner == (None if ranks[0] == ranks[1] else ranks.index(max(ranks)))
        winner = match.outcome.winner
        owed = 0 if winner is None else max(0, sum(sums[winner]) - sum(sums[1 - winner]))
        assert match.outcome.net == ((-owed, owed) if winner == 1 else (owed, -owed))


def color_states() -> st.SearchStrategy[GameState]:
    """Draw a state of Color Gin, often with a small deck, in which some suits may be closed."""
    small = presets.COLOR_GIN.replace(deck=SIX_RANKS, hand_size=8)
    tables = st.sampled_from([presets.COLOR_GIN, small, small])
    suits = st.sets(st.sampled_from(Suit), min_size=1).map(lambda chosen: tuple(sorted(chosen)))
    return st.builds(_with_open_suits, reachable_states(tables), suits)


def _with_open_suits(state: GameState, suits: tuple[Suit, ...]) -> GameState:
    return attrs.evolve(state, terms=DealTerms(knock_limit=state.terms.knock_limit, open_suits=suits))


@pytest.mark.rule("COLOR-06")
@pytest.mark.rule("COLOR-07")
@given(state=color_states())
def test_options_are_the_legal_knocks(state: GameState) -> None:
    """Options are the legal knocks, each pays in some suit, and the default is the best of its discard."""
    options = knock_options(state)
    if state.phase is not Phase.DISCARD:
        assert options == ()
        return
    spelled_out = [action for action in legal_actions(state, every_spread=True) if isinstance(action, Knock)]
    assert {Knock(option.discard, option.spread.melds) for option in options} == set(spelled_out)
    assert len(options) == len(spelled_out)
    by_discard: dict[Card, list[tuple[int, int]]] = {}
    for option in options:
        assert set(option.paying) == set(state.terms.open_suits) - set(option.blocked)
        assert option.paying
        assert option.undominated == (not any(_beats(other, option) for other in options))
        by_discard.setdefault(option.discard, []).append((option.deadwood, -len(option.paying)))
    offered = {action.discard for action in legal_actions(state) if isinstance(action, Knock)}
    assert offered == set(by_discard)
    for discard, worths in by_discard.items():
        assert explain(state, Knock(discard)) is None
        default = cast("Knock", resolve(state, Knock(discard)))
        chosen = next(o for o in options if (o.discard, o.spread.melds) == (discard, default.spread))
        assert (chosen.deadwood, -len(chosen.paying)) == min(worths)


def _beats(one: KnockOption, other: KnockOption) -> bool:
    """Return whether an option leaves as little and pays in as much, and is better in one of the two."""
    as_good = one.deadwood <= other.deadwood and set(one.paying) >= set(other.paying)
    return as_good and (one.deadwood, one.paying) != (other.deadwood, other.paying)


# Doubled deals --------------------------------------------------------------------------------------------------


@pytest.mark.rule("OKLA-03")
@pytest.mark.rule("OKLA-04")
@given(
    result=results(big_gin=True),
    doubles=st.sampled_from(SpadeDoubles),
    tie=st.sampled_from(Tie),
    boxes=st.integers(1, 3),
)
def test_a_spade_doubles_exactly(result: DealResult, doubles: SpadeDoubles, tie: Tie, boxes: int) -> None:
    """Points are twice what they are without, boxes twice or the same, and the lines add up."""
    rules = presets.OKLAHOMA.replace(spade_doubles=doubles, tie=tie, big_gin_boxes=boxes)
    plain = rules.replace(spade_doubles=None).scoring.price(result)
    score = rules.scoring.price(result)
    assert result.upcard is not None
    spade = result.upcard.suit is Suit.SPADES
    assert score.points == plain.points * (2 if spade else 1)
    assert score.boxes == plain.boxes * (2 if spade and doubles is SpadeDoubles.ALL else 1)
    assert score.winner == plain.winner
    assert sum(line.points for line in score.lines) == score.points


@pytest.mark.rule("OKLA-01")
@pytest.mark.rule("OKLA-02")
@given(upcard=st.sampled_from(Hand.full().cards), house=st.integers(0, 20), ace=st.sampled_from(UpcardLimit))
def test_the_limit_is_the_smaller_one(upcard: Card, house: int, ace: UpcardLimit) -> None:
    """The limit of a deal is that of the house or that of the upcard, whichever is less."""
    rules = presets.OKLAHOMA.replace(knock_limit=house, upcard_limit=ace)
    pips = 0 if upcard.rank == 1 and ace is UpcardLimit.ACE_GIN_ONLY else min(10, upcard.rank)
    assert rules.deal_terms(rules.scoring.open(2), upcard).knock_limit == min(house, pips)


@pytest.mark.rule("EXTRA-02")
@given(evening=st.lists(results(), max_size=14))
def test_palace_ends_with_points_and_boxes(evening: list[DealResult]) -> None:
    """The match is over as soon as points and boxes together reach the target, and settles what they are."""
    match = match_of(presets.PALACE, evening)
    boxes = cast("StandardSheet", match.sheet).half_boxes
    totals = tuple(points + 5 * halves for points, halves in zip(match.sheet.points, boxes, strict=True))
    assert (match.outcome is not None) == (max(totals) >= 100)
    if match.outcome is not None:
        assert match.outcome.totals == totals


# All presets ----------------------------------------------------------------------------------------------------


@given(
    rules=hollywoods() | color_gins() | st.sampled_from([presets.get(name) for name in presets.names()]),
    evening=COLOR_EVENINGS,
    seat=st.integers(0, 1),
)
def test_undo_is_the_inverse_in_every_variant(rules: Rules, evening: list[DealResult], seat: int) -> None:
    """Taking the last entry or a resignation back gives the match as it was."""
    match = match_of(rules, evening)
    if match.outcome is None:
        if match.seating.accounts == 2:
            assert match.resign(seat).undo() == match
    else:
        assert sum(match.outcome.net) == 0
        assert tuple(sum(line.points for line in own) for own in match.outcome.lines) == match.outcome.totals
    if match.entries:
        before = match.undo()
        assert before.outcome is None
        assert before.enter(match.entries[-1].result, table=match.entries[-1].table) == match


@pytest.mark.parametrize("name", presets.names())
@pytest.mark.parametrize(
    ("bot", "seeds", "most_deals"),
    [("random", 2, 12), ("simple", 3, 300), pytest.param("greedy", 1, 300, marks=pytest.mark.heavy)],
)
def test_matches_of_bots_end_and_replay(name: str, bot: str, seeds: int, most_deals: int) -> None:
    """Bots end or give up matches under every preset, and the record of each replays to the same outcome."""
    for seed in range(seeds):
        match = played(presets.get(name), bot, seed, most_deals=most_deals)
        assert match.outcome is not None or (bot == "random" and len(match.entries) == most_deals)
        assert match.resigned is None or bot == "random"
        assert differences(match) == []
