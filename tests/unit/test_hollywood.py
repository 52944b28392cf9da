import copy
import pickle
import re
from collections.abc import Callable

import pytest

from ginrules import DealResult, DealScore, Ending, MatchError, RulesError, ScoreLine, Suit, scoring
from ginrules.melds import Arrangement
from ginrules.scoring import (
    DealTerms,
    DoublePoints,
    Flat,
    HollywoodEnd,
    HollywoodLedger,
    HollywoodScoring,
    HollywoodSheet,
    LateEntry,
    Pricing,
    Scoring,
    StandardLedger,
    StandardScoring,
)


def won(winner: int, points: int, ending: Ending = Ending.KNOCK) -> DealScore:
    """Return a deal won by a seat."""
    lines = (ScoreLine("difference", points),)
    half_boxes = (2, 0) if winner == 0 else (0, 2)
    return DealScore(winner=winner, points=points, lines=lines, half_boxes=half_boxes, ending=ending)


def booked(ledger: HollywoodLedger, *scores: DealScore) -> HollywoodSheet:
    """Return a sheet for two after some deals."""
    sheet = ledger.open(2)
    for score in scores:
        sheet = ledger.enter(sheet, score)
    return sheet


PLAIN = HollywoodLedger(game_bonus=0, box_bonus=0, shutout=None)


@pytest.mark.parametrize(
    "value",
    [
        HollywoodLedger(),
        HollywoodLedger(end=HollywoodEnd.MOST_COLUMNS, late_entry=LateEntry.LOST, shutout=None),
        HollywoodLedger(columns=5, shutout=Flat(50), gin_opens_all=True),
        HollywoodLedger(shutout=DoublePoints()),
        HollywoodScoring(columns=2),
        booked(HollywoodLedger(), won(0, 18), won(1, 23), won(0, 41)),
        booked(HollywoodLedger(late_entry=LateEntry.LOST), won(0, 100), won(1, 23)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_repr_evaluates_back(value: object) -> None:
    """What repr shows is the value, and so is what comes out of pickle and copy."""
    names = {name: getattr(scoring, name) for name in scoring.__all__} | {"Suit": Suit, "Ending": Ending}
    assert eval(repr(value), names) == value  # noqa: S307  our own text
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  our own bytes
    assert hash(copy.deepcopy(value)) == hash(value)


@pytest.mark.parametrize(
    ("make", "clashes"),
    [
        (lambda: HollywoodLedger(columns=0), ["columns is 0; expected 1 to 20"]),
        (lambda: HollywoodLedger(columns=21), ["columns is 21; expected 1 to 20"]),
        (lambda: HollywoodLedger(columns=True), ["columns is True; expected 1 to 20"]),
        (
            lambda: HollywoodLedger(target=0, box_bonus=-1),
            ["target is 0; expected points, 1 or more", "box_bonus is -1; expected points, 0 or more"],
        ),
        (lambda: HollywoodLedger(shutout=Flat(-1)), ["shutout is Flat(-1); expected points, 0 or more"]),
        (
            lambda: HollywoodLedger(end="all", late_entry=None, gin_opens_all=1),  # type: ignore[arg-type]
            [
                "end is 'all'; expected HollywoodEnd.ALL_CLOSED, HollywoodEnd.MOST_COLUMNS",
                "late_entry is None; expected LateEntry.NEXT_OPEN, LateEntry.LOST",
                "gin_opens_all is 1; expected True or False",
            ],
        ),
    ],
)
def test_impossible_knobs(make: Callable[[], object], clashes: list[str]) -> None:
    """Every impossible knob is named, with what would be right."""
    with pytest.raises(RulesError) as caught:
        make()
    assert list(caught.value.clashes) == clashes


def test_a_shutout_of_a_wrong_kind_is_named() -> None:
    """A number is no shutout, and the clash says what is one."""
    with pytest.raises(RulesError, match=re.escape("shutout is 100; expected Flat(), or DoubleTotal()")):
        HollywoodLedger(shutout=100)  # type: ignore[arg-type]


def test_misuse_of_the_ledger() -> None:
    """Accounts that are not there, too few, the same twice, and a match that is over are refused."""
    with pytest.raises(MatchError, match="a sheet for 1 accounts; expected two or more"):
        PLAIN.open(1)
    sheet = PLAIN.open(2)
    with pytest.raises(MatchError, match="account 2 is not on the sheet; expected 0 to 1"):
        PLAIN.enter(sheet, won(0, 3), accounts=(0, 2))
    for score in (won(0, 3), DealScore(ending=Ending.VOID)):
        with pytest.raises(MatchError, match="both seats would score for account 1"):
            PLAIN.enter(sheet, score, accounts=(1, 1))
    with pytest.raises(MatchError, match="account 7 is not on the sheet"):
        PLAIN.resign(sheet, 7)
    over = booked(PLAIN, won(0, 100), won(0, 100), won(0, 100))
    with pytest.raises(MatchError, match="the match is over, so nothing more is booked"):
        PLAIN.enter(over, won(0, 3))
    with pytest.raises(MatchError, match="the match is over, so nobody can give it up"):
        PLAIN.resign(over, 0)


def test_a_sheet_of_another_kind() -> None:
    """A sheet of the standard ledger is refused, and the other way round."""
    with pytest.raises(
        MatchError, match="a StandardSheet does not belong to this scoring, which keeps a Hollywood"
    ):
        HollywoodScoring().enter(StandardScoring().open(2), won(0, 3))
    with pytest.raises(MatchError, match="a HollywoodSheet does not belong to this scoring"):
        StandardScoring().outcome(HollywoodScoring().open(2))


def test_what_brings_nothing_is_not_booked() -> None:
    """A void deal leaves the sheet as it is."""
    sheet = booked(PLAIN, won(0, 5))
    assert PLAIN.enter(sheet, DealScore(ending=Ending.VOID)) is sheet


def test_half_boxes_go_into_the_open_columns_that_the_player_has_opened() -> None:
    """Without a column of his own a player gets none; later one in each that is open."""
    half = DealScore(half_boxes=(1, 0), ending=Ending.VOID)
    sheet = PLAIN.open(2)
    assert PLAIN.enter(sheet, half) is sheet
    sheet = PLAIN.enter(booked(PLAIN, won(0, 5), won(0, 5)), half)
    assert [column.half_boxes for column in sheet.columns] == [(5, 0), (3, 0), (0, 0)]
    assert sheet.opened == (2, 0)
    sheet = PLAIN.enter(booked(PLAIN, won(0, 5), won(0, 95)), half)
    assert sheet.entered[-1] == (1,)


@pytest.mark.rule("MATCH-10")
@pytest.mark.parametrize("account", [0, 1])
def test_whoever_resigns_loses_the_open_columns(account: int) -> None:
    """Closed columns stay as they are, even where he has won them; the other wins the match."""
    ledger = HollywoodLedger(shutout=None)
    sheet = booked(ledger, won(account, 100), won(1 - account, 40))
    outcome = ledger.resign(sheet, account)
    assert outcome.winner == 1 - account
    assert outcome.totals[account] == 100 + 100 + 25
    assert outcome.totals[1 - account] == 40 + 25 + 2 * 100
    assert sum(outcome.settlement) == 0


@pytest.mark.rule("MATCH-10")
def test_resigning_may_be_a_shutout_in_each_column() -> None:
    """With nothing in any column each is a shutout, those without an entry of either, too."""
    ledger = HollywoodLedger()
    outcome = ledger.resign(booked(ledger, won(1, 40)), 0)
    assert outcome.totals == (0, 2 * (40 + 100 + 25) + 2 * 100 + 2 * 100)
    assert outcome.pairs[0].shutout


def test_three_accounts() -> None:
    """Columns work for more than two; each two settle, and nobody gives up for all."""
    sheet = PLAIN.open(3)
    for accounts, score in (((0, 1), won(0, 100)), ((1, 2), won(0, 100)), ((2, 0), won(0, 60))):
        sheet = PLAIN.enter(sheet, score, accounts=accounts)
    assert sheet.column_points == ((100, 0, 0), (0, 100, 0), (0, 0, 60))
    with pytest.raises(MatchError, match="one of 3 cannot give the match up for all"):
        PLAIN.resign(sheet, 0)
    outcome = PLAIN.outcome(PLAIN.enter(sheet, won(0, 60), accounts=(2, 0)))
    assert outcome is not None
    assert outcome.totals == (100, 100, 120)
    assert outcome.settlement == (-20, -20, 40)
    assert outcome.winner == 2


def test_suits_and_spreads_do_not_matter() -> None:
    """Every suit is open and pays, and every spread may end the deal."""
    policy = HollywoodScoring()
    terms = policy.terms(policy.open(2), None)
    assert terms == DealTerms()
    assert not policy.restricts_spreads
    spread = Arrangement.parse("As Ad Ac")
    assert policy.admits(spread, terms)
    assert policy.paying_suits(spread, terms) == tuple(Suit)
    assert policy.why_not_admitted(terms) == "Every spread may end the deal."
    assert policy.missing_facts(DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 5))) == ()


def test_each_knob_goes_to_its_part() -> None:
    """Knobs of price and ledger are reached through one name, and the ledger can be exchanged for another."""
    policy = HollywoodScoring(gin_bonus=25, columns=2)
    assert policy == Scoring(Pricing(gin_bonus=25), HollywoodLedger(columns=2))
    assert policy.replace(ledger=StandardLedger(), target=60) == Scoring(
        Pricing(gin_bonus=25), StandardLedger(target=60)
    )
    with pytest.raises(RulesError, match="no knob of the scoring is called 'colums'; perhaps columns"):
        HollywoodScoring(colums=2)


@pytest.mark.parametrize(
    ("knobs", "sentence"),
    [
        ({}, "When all columns are closed, the net over them decides. (HOLLY-04)"),
        (
            {"end": HollywoodEnd.MOST_COLUMNS},
            "Whoever wins more than half of the columns wins the match. (HOLLY-04)",
        ),
        ({"target": 150}, "A column closes when a player reaches 150 in it. (HOLLY-02)"),
        ({"columns": 5}, "and so on up to 5. (HOLLY-01)"),
        ({"game_bonus": 100, "box_bonus": 25}, "100 for the column and 25 for each entry in it. (HOLLY-05)"),
        ({}, "A shutout is counted column by column. (HOLLY-05)"),
        ({"gin_opens_all": True}, "Gin as a player's first win goes into all columns. (HOLLY-06)"),
    ],
)
def test_described_in_sentences(knobs: dict[str, object], sentence: str) -> None:
    """What a knob says stands in a sentence with the ID of its rule."""
    told = HollywoodScoring(**knobs).describe()
    assert any(sentence in line for line in told)
    assert all(re.search(r"[.] \(([A-Z]+-\d\d(, )?)+\)$", line) for line in told)


def test_what_is_nothing_is_not_described() -> None:
    """No sentence tells of a bonus that there is not, or of an option that is not played."""
    told = " ".join(HollywoodScoring(game_bonus=0, box_bonus=0, shutout=None).describe())
    assert not re.search(r"HOLLY-0[56]", told)
