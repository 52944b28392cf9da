"""Chapter 4 of the rulebook, three matches on one sheet, and the worked example and cases on it."""

import json
import random
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import pytest

from ginrules import DealResult, Ending, Match, MatchError, Rules, presets, shuffled_deck
from ginrules.deal import GameState, Phase, apply, legal_actions
from ginrules.scoring import (
    Flat,
    HollywoodEnd,
    HollywoodLedger,
    HollywoodSheet,
    LateEntry,
    ScoreLine,
    Scoring,
    SpadeDoubles,
    UpcardLimit,
)

CASES = Path(__file__).resolve().parents[1] / "golden" / "cases"

PRESETS = pytest.mark.parametrize(
    "rules", [presets.HOLLYWOOD, presets.HOLLYWOOD_SHORT], ids=lambda rules: rules.name
)
SEATS = pytest.mark.parametrize("seat", [0, 1])
PLAIN = presets.HOLLYWOOD.replace(game_bonus=0, box_bonus=0, shutout=None)
"""Columns without bonuses, where all of them have to close."""


def won(by: int, points: int) -> DealResult:
    """Return a knock that is worth so many points to a seat."""
    deadwood = (1, 1 + points) if by == 0 else (1 + points, 1)
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=deadwood)


def gin(by: int, other: int, *, big: bool = False) -> DealResult:
    """Return gin of a seat against so much in the other's hand."""
    ending = Ending.BIG_GIN if big else Ending.GIN
    return DealResult(ending=ending, knocker=by, deadwood=(0, other) if by == 0 else (other, 0))


def play(rules: Rules, *results: DealResult) -> Match:
    """Return a match of Anna and Bertil after some deals."""
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    for result in results:
        match = match.enter(result)
    return match


def sheet(match: Match) -> HollywoodSheet:
    """Return the sheet, known to have columns."""
    return cast("HollywoodSheet", match.sheet)


def columns(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the points by player and column."""
    return sheet(match).column_points


def closed(match: Match) -> tuple[int, ...]:
    """Return the columns that are closed."""
    return cast("Scoring[HollywoodSheet]", match.rules.scoring).ledger.closed(sheet(match))  # type: ignore[attr-defined,no-any-return]


# --- HOLLY-01: where a win goes -----------------------------------------------------------------------------


@pytest.mark.rule("HOLLY-01")
@PRESETS
@SEATS
def test_each_win_opens_a_column(rules: Rules, seat: int) -> None:
    """The first win goes into column 1, the second into 1 and 2, the third and the fourth into all."""
    match = play(rules)
    expected = [(1, 0, 0), (3, 2, 0), (6, 5, 3), (10, 9, 7)]
    for points, row in enumerate(expected, start=1):
        match = match.enter(won(seat, points))
        assert columns(match)[seat] == row
        assert columns(match)[1 - seat] == (0, 0, 0)


@pytest.mark.rule("HOLLY-01")
@PRESETS
def test_each_counts_his_own_wins(rules: Rules) -> None:
    """Three wins of one player do not open a column for the other; void deals open none for anybody."""
    match = play(rules, won(0, 1), won(0, 1), DealResult(ending=Ending.VOID), won(0, 1), won(1, 4))
    assert columns(match) == ((3, 2, 1), (4, 0, 0))
    assert sheet(match).opened == (3, 1)


@pytest.mark.rule("HOLLY-01")
@PRESETS
def test_an_undercut_is_a_win_of_the_defender(rules: Rules) -> None:
    """The points of an undercut go into the defender's columns."""
    match = play(rules, DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(8, 5)))
    assert columns(match) == ((0, 0, 0), (3 + (25 if rules == presets.HOLLYWOOD else 10), 0, 0))


@pytest.mark.rule("HOLLY-01")
@pytest.mark.parametrize("number", [1, 2, 5, 20])
def test_the_number_of_columns_is_data(number: int) -> None:
    """With any number of columns the wins open one after another."""
    match = play(presets.HOLLYWOOD.replace(columns=number), *[won(0, 1)] * (number + 1))
    assert columns(match)[0] == tuple(number + 1 - column for column in range(number))


# --- HOLLY-02: closing --------------------------------------------------------------------------------------


@pytest.mark.rule("HOLLY-02")
@PRESETS
def test_a_column_closes_at_the_target(rules: Rules) -> None:
    """One point short it is open; the target itself closes it, and so does more, which stands."""
    assert closed(play(rules, won(0, 99))) == ()
    assert closed(play(rules, won(0, 100))) == (0,)
    match = play(rules, won(0, 90), won(0, 40))
    assert closed(match) == (0,)
    assert columns(match)[0] == (130, 40, 0)


@pytest.mark.rule("HOLLY-02")
@PRESETS
def test_a_closed_column_takes_no_more(rules: Rules) -> None:
    """Neither player's points change there any more, while the open columns go on."""
    match = play(rules, won(1, 20), won(0, 100), won(0, 30), won(1, 25))
    assert columns(match) == ((100, 30, 0), (20, 25, 0))


@pytest.mark.rule("HOLLY-02")
def test_one_entry_may_close_several_columns() -> None:
    """A large win closes every column that it brings to the target."""
    match = play(presets.HOLLYWOOD, won(0, 30), won(0, 30))
    assert closed(match) == ()
    match = match.enter(won(0, 90))
    assert columns(match)[0] == (150, 120, 90)
    assert closed(match) == (0, 1)
    match = match.enter(won(0, 10))
    assert closed(match) == (0, 1, 2)
    assert match.outcome is not None


@pytest.mark.rule("HOLLY-02")
@PRESETS
def test_a_knock_is_never_refused_for_closed_columns(rules: Rules) -> None:
    """With a column closed the terms of the next deal are the same, and every spread may end it."""
    match = play(rules, won(0, 100))
    deck = shuffled_deck(random.Random(3))
    terms = match.new_deal(deck).state.terms
    assert terms == play(rules).new_deal(deck).state.terms
    assert not rules.scoring.restricts_spreads


# --- HOLLY-03: the bonus for gin ----------------------------------------------------------------------------


@pytest.mark.rule("HOLLY-03")
def test_bonuses() -> None:
    """Gin is 25 in both accounts, the undercut 25 or 10, big gin 31 or not played."""
    tied = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(8, 8))
    for rules, undercut in ((presets.HOLLYWOOD, 25), (presets.HOLLYWOOD_SHORT, 10)):
        assert rules.scoring.price(gin(0, 16)).points == 41
        assert rules.scoring.price(tied).points == undercut
    assert presets.HOLLYWOOD.scoring.price(gin(0, 16, big=True)).points == 47
    assert not presets.HOLLYWOOD_SHORT.scoring.plays_big_gin


@pytest.mark.rule("HOLLY-03")
def test_the_bonus_is_that_of_the_base_ruleset() -> None:
    """On the classic ruleset gin brings 20, whatever the columns do."""
    rules = presets.CLASSIC.replace(ledger=HollywoodLedger())
    assert columns(play(rules, gin(1, 3)))[1] == (23, 0, 0)


# --- HOLLY-04: the end --------------------------------------------------------------------------------------


DECIDED_BY_THE_THIRD = [won(0, 100), won(1, 99), won(1, 99)]
"""Anna has won the first column, Bertil the second; 99 stand in the third."""


@pytest.mark.rule("HOLLY-04")
def test_all_columns_have_to_close() -> None:
    """With two columns won the match goes on; the last one ends it, and the net over all decides."""
    match = play(presets.HOLLYWOOD, won(0, 30), won(0, 30), won(0, 90))
    assert match.outcome is None
    ended = match.enter(won(1, 5)).enter(won(0, 10)).outcome
    assert ended is not None
    assert ended.winner == 0


@pytest.mark.rule("HOLLY-04")
def test_the_net_decides_against_the_number_of_columns() -> None:
    """A player who won two columns loses to one who won a single one by more."""
    match = play(PLAIN, *DECIDED_BY_THE_THIRD, won(0, 100))
    assert columns(match) == ((100, 0, 100), (0, 198, 99))
    assert match.outcome is not None
    assert match.outcome.winner == 1
    assert match.outcome.net == (-97, 97)


@pytest.mark.rule("HOLLY-04")
def test_a_net_of_zero_is_a_draw() -> None:
    """Where the columns balance nobody has won, with bonuses and without."""
    for match in (
        play(PLAIN, won(0, 200), won(1, 100), won(1, 100)),
        play(presets.HOLLYWOOD.replace(columns=2), won(0, 100), won(1, 100)),
    ):
        assert match.outcome is not None
        assert match.outcome.winner is None
        assert match.outcome.net == (0, 0)


@pytest.mark.rule("HOLLY-04")
@SEATS
def test_two_columns_of_three_win(seat: int) -> None:
    """In the short form the second column won ends the match, the third one open, its points counted."""
    match = play(presets.HOLLYWOOD_SHORT, won(1 - seat, 7), won(seat, 30), won(seat, 30))
    assert match.outcome is None
    outcome = match.enter(won(seat, 90)).outcome
    assert outcome is not None
    assert outcome.winner == seat
    assert outcome.totals[seat] == 150 + 120 + 90
    assert outcome.net[seat] == 150 + 120 + 90 - 7


@pytest.mark.rule("HOLLY-04")
def test_one_column_each_leaves_it_to_the_third() -> None:
    """Whoever wins the third has won, even if the other has more points in all."""
    match = play(presets.HOLLYWOOD_SHORT, *DECIDED_BY_THE_THIRD)
    assert match.outcome is None
    for seat, net in ((0, (-97, 97)), (1, (-198, 198))):
        outcome = match.enter(won(seat, 100 if seat == 0 else 1)).outcome
        assert outcome is not None
        assert outcome.winner == seat
        assert outcome.net == net


@pytest.mark.rule("HOLLY-04")
def test_an_even_number_of_columns_may_be_drawn() -> None:
    """One column of two each is no majority, whatever the points; two of four are none either."""
    rules = presets.HOLLYWOOD_SHORT.replace(columns=2)
    outcome = play(rules, won(0, 150), won(1, 100)).outcome
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.net == (50, -50)
    assert play(presets.HOLLYWOOD_SHORT.replace(columns=4), won(0, 50), won(0, 50), won(0, 60)).outcome is None


@pytest.mark.rule("HOLLY-04")
@PRESETS
def test_a_match_that_is_over_takes_nothing(rules: Rules) -> None:
    """After the end no deal is entered."""
    match = play(rules, won(0, 50), won(0, 50), *[won(0, 100)])
    if match.outcome is None:
        match = match.enter(won(0, 1))
    with pytest.raises(MatchError, match="the match is over, won by Anna"):
        match.enter(won(1, 5))


# --- HOLLY-05: bonuses column by column ---------------------------------------------------------------------


LATE = [won(0, 60), won(0, 60), won(1, 50), won(0, 60), won(1, 50), won(0, 60)]
"""Anna wins every column with 120; Bertil comes too late for the first, and has 50 in the others."""


@pytest.mark.rule("HOLLY-05")
def test_each_column_is_settled_on_its_own() -> None:
    """Game bonus, boxes by the entries in the column, and a shutout in the one where the loser has nothing."""
    match = play(presets.HOLLYWOOD, *LATE)
    assert columns(match) == ((120, 120, 120), (0, 50, 50))
    assert match.outcome is not None
    assert match.outcome.lines == (
        (
            ScoreLine("column 1: points", 120),
            ScoreLine("column 1: game bonus", 100),
            ScoreLine("column 1: boxes", 50),
            ScoreLine("column 1: shutout", 270),
            ScoreLine("column 2: points", 120),
            ScoreLine("column 2: game bonus", 100),
            ScoreLine("column 2: boxes", 50),
            ScoreLine("column 3: points", 120),
            ScoreLine("column 3: game bonus", 100),
            ScoreLine("column 3: boxes", 50),
        ),
        (
            ScoreLine("column 1: points", 0),
            ScoreLine("column 2: points", 50),
            ScoreLine("column 2: boxes", 25),
            ScoreLine("column 3: points", 50),
            ScoreLine("column 3: boxes", 25),
        ),
    )
    assert match.outcome.totals == (540 + 270 + 270, 75 + 75)
    assert match.outcome.net == (930, -930)


@pytest.mark.rule("HOLLY-05")
def test_a_shutout_asks_about_its_column_alone() -> None:
    """Nothing in column 3 is a shutout there, however much the loser has in column 1."""
    rules = presets.HOLLYWOOD.replace(shutout=Flat(7), game_bonus=0, box_bonus=0)
    outcome = play(rules, won(1, 100), won(0, 60), won(0, 60), won(0, 60)).outcome
    assert outcome is not None
    labels = [line.label for line in (*outcome.lines[0], *outcome.lines[1]) if "shutout" in line.label]
    assert labels == ["column 2: shutout", "column 3: shutout", "column 1: shutout"]
    outcome = play(rules, won(1, 10), won(0, 60), won(0, 60), won(0, 60), won(0, 60)).outcome
    assert outcome is not None
    labels = [line.label for line in outcome.lines[0] if "shutout" in line.label]
    assert labels == ["column 2: shutout", "column 3: shutout"]


@pytest.mark.rule("HOLLY-05")
def test_the_short_form_has_no_bonuses() -> None:
    """Points alone are settled, a column without a point for the loser included."""
    outcome = play(presets.HOLLYWOOD_SHORT, won(0, 50), won(0, 50), won(0, 50)).outcome
    assert outcome is not None
    assert outcome.totals == (100 + 100 + 50, 0)
    assert outcome.net == (250, -250)


# --- HOLLY-06: gin as a first win ---------------------------------------------------------------------------


@pytest.mark.rule("HOLLY-06")
@pytest.mark.parametrize("big", [False, True])
@SEATS
def test_gin_as_a_first_win_may_go_into_all_columns(seat: int, big: bool) -> None:  # noqa: FBT001  a parameter
    """It fills all three, for either player; his next win counts as his second."""
    rules = presets.HOLLYWOOD.replace(gin_opens_all=True)
    points = 16 + (31 if big else 25)
    match = play(rules, won(1 - seat, 3), gin(seat, 16, big=big))
    assert columns(match)[seat] == (points, points, points)
    match = match.enter(won(seat, 2))
    assert columns(match)[seat] == (points + 2, points + 2, points)
    assert columns(match.enter(won(seat, 1)))[seat] == (points + 3, points + 3, points + 1)


@pytest.mark.rule("HOLLY-06")
def test_gin_later_and_a_first_knock_open_one_column() -> None:
    """A knock first and gin second fill what they always do; without the knob gin first does, too."""
    rules = presets.HOLLYWOOD.replace(gin_opens_all=True)
    assert columns(play(rules, won(0, 5), gin(0, 5)))[0] == (35, 30, 0)
    assert columns(play(presets.HOLLYWOOD, gin(0, 5)))[0] == (30, 0, 0)
    assert columns(play(presets.HOLLYWOOD_SHORT, gin(0, 5)))[0] == (30, 0, 0)


@pytest.mark.rule("HOLLY-06")
@pytest.mark.rule("HOLLY-02")
def test_gin_as_a_first_win_leaves_closed_columns_out() -> None:
    """Also such a gin goes into the open columns only."""
    rules = presets.HOLLYWOOD.replace(gin_opens_all=True)
    match = play(rules, won(0, 100), gin(1, 5))
    assert columns(match) == ((100, 0, 0), (0, 30, 30))
    assert sheet(match).entered == ((0,), (1, 2))


# --- HOLLY-07: late entries ---------------------------------------------------------------------------------


@pytest.mark.rule("HOLLY-07")
@PRESETS
def test_a_late_win_opens_the_next_column(rules: Rules) -> None:
    """Who has nothing in a column that has closed goes on in the next: with his first win, or a later one."""
    match = play(rules, won(0, 100), won(1, 10))
    assert columns(match)[1] == (0, 10, 0)
    assert sheet(match).opened == (1, 2)
    assert columns(match.enter(won(1, 5)))[1] == (0, 15, 5)


@pytest.mark.rule("HOLLY-07")
def test_several_closed_columns_are_skipped_at_once() -> None:
    """With two columns closed a first win opens the third."""
    match = play(presets.HOLLYWOOD, won(0, 30), won(0, 30), won(0, 90), won(1, 12))
    assert columns(match)[1] == (0, 0, 12)
    assert sheet(match).opened == (3, 3)


@pytest.mark.rule("HOLLY-07")
def test_only_columns_closed_from_the_left_count() -> None:
    """A column that closed with an open one before it is left out, and opens nothing further."""
    rules = presets.HOLLYWOOD.replace(gin_opens_all=True)
    match = play(rules, gin(1, 5), won(0, 60), won(1, 71))
    assert closed(match) == (0, 1)
    match = play(rules.replace(columns=4), gin(0, 5), won(0, 10), won(0, 10), won(0, 10))
    assert columns(match)[0] == (60, 60, 50, 40)
    match = play(rules.replace(columns=2), won(1, 1), gin(0, 60), won(1, 99))
    assert columns(match) == ((85, 85), (100, 99))
    assert closed(match) == (0,)


@pytest.mark.rule("HOLLY-07")
def test_late_entries_may_be_lost() -> None:
    """With the knob the count goes on and closed columns are left out, so that a win may bring nothing."""
    rules = presets.HOLLYWOOD.replace(late_entry=LateEntry.LOST)
    match = play(rules, won(0, 100), won(1, 10))
    assert columns(match)[1] == (0, 0, 0)
    assert sheet(match).entered == ((0,), ())
    assert sheet(match).opened == (1, 1)
    match = match.enter(won(1, 7)).enter(won(1, 3))
    assert columns(match)[1] == (0, 10, 3)


@pytest.mark.rule("HOLLY-07")
def test_a_lost_entry_is_no_box_anywhere() -> None:
    """Bertil's two wins come too late for columns 1 and 2, so all three columns are shutouts."""
    rules = presets.HOLLYWOOD.replace(late_entry=LateEntry.LOST)
    match = play(rules, *LATE)
    assert columns(match) == ((120, 120, 120), (0, 0, 0))
    assert match.outcome is not None
    assert match.outcome.totals == (3 * 540, 0)


# --- The worked example and the cases -----------------------------------------------------------------------


@pytest.mark.rule("HOLLY-01")
@PRESETS
def test_example_8(rules: Rules) -> None:
    """001: 18, the opponent 23, gin with 41 in all; a lead of 77 over the columns."""
    match = play(rules, won(0, 18), won(1, 23), gin(0, 16))
    assert columns(match) == ((59, 41, 0), (23, 0, 0))
    first, second = match.sheet.points
    assert first - second == 77
    assert match.outcome is None


@pytest.mark.rule("HOLLY-01")
@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([(0, 18), (1, 12), (0, 25), (1, 30), (0, 15), (0, 22), (1, 20)], ((80, 62, 37), (62, 50, 20))),
        ([(0, 25), (0, 18), (0, 36)], ((79, 54, 36), (0, 0, 0))),
        ([(0, 32), (0, 28), (0, 45)], ((105, 73, 45), (0, 0, 0))),
    ],
)
@SEATS
def test_example_8_elsewhere(
    results: list[tuple[int, int]], expected: tuple[tuple[int, ...], ...], seat: int
) -> None:
    """The other sheets of the example, whoever of the two it is."""
    match = play(presets.HOLLYWOOD, *(won(by ^ seat, points) for by, points in results))
    assert columns(match) == (expected if seat == 0 else expected[::-1])


class HollywoodCase(TypedDict):
    """Wins by player, and the columns that come of them."""

    preset: str
    entries: NotRequired[list[tuple[int, int]]]
    columns: list[list[int]]
    closed: NotRequired[list[int]]


def hollywood_cases() -> list[HollywoodCase]:
    """Return the cases of `matches.json` that are sheets with columns."""
    cases: list[HollywoodCase] = json.loads((CASES / "matches.json").read_text(encoding="utf-8"))
    return [case for case in cases if "columns" in case]


@pytest.mark.rule("HOLLY-01")
@pytest.mark.rule("HOLLY-02")
@pytest.mark.parametrize("case", hollywood_cases(), ids=lambda case: str(case["columns"]))
def test_cases(case: HollywoodCase) -> None:
    """Each case has the columns that it says, and those closed that it says."""
    match = play(presets.get(case["preset"]), *(won(by, points) for by, points in case["entries"]))
    assert [list(row) for row in columns(match)] == case["columns"]
    assert list(closed(match)) == case.get("closed", [])


# --- Combinations -------------------------------------------------------------------------------------------


@pytest.mark.rule("HOLLY-01")
@pytest.mark.rule("OKLA-03")
def test_hollywood_with_the_upcard_of_oklahoma() -> None:
    """The upcard sets the limit and a spade doubles points and boxes, which then stand in the columns."""
    rules = presets.HOLLYWOOD.replace(upcard_limit=UpcardLimit.ACE_GIN_ONLY, spade_doubles=SpadeDoubles.ALL)
    spade = next(card for card in rules.deck if str(card) == "3s")
    result = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(3, 20), upcard=spade)
    match = play(rules, result)
    assert columns(match)[0] == (34, 0, 0)
    assert [column.half_boxes for column in sheet(match).columns] == [(4, 0), (0, 0), (0, 0)]


@pytest.mark.rule("HOLLY-01")
@pytest.mark.rule("EXTRA-01")
def test_straight_hollywood() -> None:
    """Columns with gin only: no knock is ever offered."""
    rules = presets.HOLLYWOOD.replace(knock_limit=0)
    rng = random.Random(5)
    state: GameState = play(rules).new_deal(shuffled_deck(rng)).state
    while state.phase is not Phase.OVER:
        actions = legal_actions(state)
        assert not any(str(action).startswith("knock") for action in actions)
        state = apply(state, rng.choice(actions))


@pytest.mark.rule("HOLLY-04")
def test_the_end_is_a_knob_of_its_own() -> None:
    """Two of three columns may end a match that has the bonuses of the long form."""
    rules = presets.HOLLYWOOD.replace(end=HollywoodEnd.MOST_COLUMNS)
    outcome = play(rules, won(0, 50), won(0, 50), won(0, 50)).outcome
    assert outcome is not None
    assert outcome.totals == (2 * (100 + 100 + 50) + 2 * (100 + 100 + 50) + 50, 0)
