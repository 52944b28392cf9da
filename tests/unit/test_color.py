import copy
import pickle
import re
from collections.abc import Callable

import pytest

from ginrules import DealResult, DealScore, Ending, MatchError, RulesError, ScoreLine, Suit, scoring
from ginrules.melds import Arrangement
from ginrules.scoring import (
    Close,
    ColorGinScoring,
    ColorLedger,
    ColorSheet,
    DealTerms,
    Pricing,
    Scoring,
    StandardScoring,
    SuitTie,
)

CLUBS, DIAMONDS, HEARTS, SPADES = Suit


def won(winner: int, points: int, *blocked: Suit) -> DealScore:
    """Return a deal won by a seat with some suits blocked."""
    lines = (ScoreLine("difference", points),)
    half_boxes = (2, 0) if winner == 0 else (0, 2)
    return DealScore(winner=winner, points=points, lines=lines, half_boxes=half_boxes, blocked=blocked)


def booked(ledger: ColorLedger, *scores: DealScore) -> ColorSheet:
    """Return a sheet after some deals."""
    sheet = ledger.open(2)
    for score in scores:
        sheet = ledger.enter(sheet, score)
    return sheet


@pytest.mark.parametrize(
    "value",
    [
        ColorLedger(),
        ColorLedger().open(2),
        booked(ColorLedger(), won(0, 18)),
        ColorLedger(suit_target=50, close=Close.REACH, suit_tie=SuitTie.TOTAL),
        ColorGinScoring(gin_bonus=30, suit_target=60),
        booked(ColorLedger(), won(0, 18), won(1, 23, HEARTS, SPADES)),
        DealTerms(open_suits=(HEARTS, SPADES)),
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
        (lambda: ColorLedger(suit_target=0), ["suit_target is 0; expected points, 1 or more"]),
        (
            lambda: ColorLedger(close="above", suit_tie=None),  # type: ignore[arg-type]
            [
                "close is 'above'; expected Close.ABOVE, Close.REACH",
                "suit_tie is None; expected SuitTie.DRAW, SuitTie.TOTAL",
            ],
        ),
    ],
)
def test_impossible_knobs(make: Callable[[], object], clashes: list[str]) -> None:
    """Every impossible knob is named, with what would be right."""
    with pytest.raises(RulesError) as caught:
        make()
    assert list(caught.value.clashes) == clashes


def test_misuse_of_the_ledger() -> None:
    """Other numbers of accounts, and a match that is over, are refused."""
    ledger = ColorLedger()
    for accounts in (1, 3, "2"):
        with pytest.raises(MatchError, match=f"a color gin sheet for {accounts!r} accounts; expected two"):
            ledger.open(accounts)  # type: ignore[arg-type]
    sheet = ledger.open(2)
    for wrong in ((0, 2), (1, 1), (0, 0), (-1, 0)):
        with pytest.raises(MatchError, match="expected 0 and 1"):
            ledger.enter(sheet, won(0, 3), accounts=wrong)
    with pytest.raises(MatchError, match="account 2 is not on the sheet; expected 0 or 1"):
        ledger.resign(sheet, 2)
    over = booked(ledger, won(0, 101))
    with pytest.raises(MatchError, match="the match is over, so nothing more is booked"):
        ledger.enter(over, won(0, 3))
    with pytest.raises(MatchError, match="the match is over, so nobody can give it up"):
        ledger.resign(over, 0)


def test_seats_score_for_their_accounts() -> None:
    """Crossed accounts turn the sheet round, and a void deal leaves it as it is."""
    ledger = ColorLedger()
    sheet = ledger.enter(ledger.open(2), won(0, 7, CLUBS), accounts=(1, 0))
    assert sheet.suit_points == ((0, 0, 0, 0), (0, 7, 7, 7))
    assert sheet.paid == ((DIAMONDS, HEARTS, SPADES),)
    assert ledger.enter(sheet, DealScore(ending=Ending.VOID)) is sheet


def test_boxes_are_not_counted() -> None:
    """Entries carry no boxes, whatever the price gives."""
    assert booked(ColorLedger(), won(0, 7)).entries[0].half_boxes == (0, 0)


def test_nothing_is_booked_where_no_suit_pays() -> None:
    """A score that blocks each open suit is refused by name, in singular and plural."""
    ledger = ColorLedger()
    sheet = booked(ledger, won(0, 101, HEARTS, SPADES))
    with pytest.raises(
        MatchError,
        match=r"^no suit would score: only hearts and spades are open, and the spread blocks them$",
    ):
        ledger.enter(sheet, won(1, 5, HEARTS, SPADES))
    sheet = ledger.enter(sheet, won(1, 101, SPADES))
    with pytest.raises(MatchError, match=r"^no suit would score: only spades is open, and the spread blocks it$"):
        ledger.enter(sheet, won(1, 5, SPADES))


@pytest.mark.rule("COLOR-05")
def test_winners_of_suits() -> None:
    """A suit belongs to whoever closed it, and to nobody while it is open."""
    ledger = ColorLedger()
    sheet = booked(ledger, won(0, 101, HEARTS, SPADES), won(1, 101, SPADES))
    assert [ledger.winner_of(sheet, suit) for suit in Suit] == [0, 0, 1, None]
    assert ledger.open_suits(sheet) == (SPADES,)


@pytest.mark.rule("MATCH-10")
@pytest.mark.parametrize("account", [0, 1])
def test_whoever_resigns_has_lost(account: int) -> None:
    """The other has won, even with less; then he gets nothing, and owes nothing either."""
    ledger = ColorLedger()
    sheet = booked(ledger, won(account, 40), won(1 - account, 10, HEARTS))
    outcome = ledger.resign(sheet, account)
    assert outcome.winner == 1 - account
    assert outcome.settlement == (0, 0)
    assert [line.label for line in outcome.lines[0]] == ["clubs", "diamonds", "hearts", "spades"]


@pytest.mark.rule("COLOR-06")
def test_spreads_are_judged_by_what_they_block() -> None:
    """A spread may end the deal if an open suit is left, and pays in those that are."""
    policy = ColorGinScoring()
    spread = Arrangement.parse("2h 3h 4h | 9c 9d 9h 9s / Ac")
    assert policy.restricts_spreads
    assert policy.paying_suits(spread, DealTerms()) == (CLUBS, DIAMONDS, SPADES)
    assert policy.paying_suits(spread, DealTerms(open_suits=(HEARTS, SPADES))) == (SPADES,)
    assert not policy.admits(spread, DealTerms(open_suits=(HEARTS,)))
    assert policy.admits(spread, DealTerms(open_suits=(CLUBS,)))


@pytest.mark.parametrize(
    ("open_suits", "sentence"),
    [
        ((HEARTS,), "clubs and diamonds and spades are closed, and the melds block every other suit."),
        ((HEARTS, SPADES, CLUBS), "diamonds is closed, and the melds block every other suit."),
        (tuple(Suit), "the melds block every suit."),
    ],
)
def test_the_refusal_names_what_is_closed(open_suits: tuple[Suit, ...], sentence: str) -> None:
    """One closed suit, several, or none at all, which more than ten cards can bring about."""
    told = ColorGinScoring().why_not_admitted(DealTerms(open_suits=open_suits))
    assert told == f"Nothing would be scored: {sentence}"


@pytest.mark.rule("COLOR-02")
def test_blocked_suits_are_asked_for() -> None:
    """A score keeper is asked what is blocked unless he told it or the spread is known, or nobody knocked."""
    policy = ColorGinScoring()
    result = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 5))
    assert policy.missing_facts(result) == ("blocked",)
    told = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 5), blocked=())
    known = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 5), spread=Arrangement.parse("2h 3h 4h"))
    for enough in (told, known, DealResult(ending=Ending.VOID)):
        assert policy.missing_facts(enough) == ()


def test_a_sheet_of_another_kind() -> None:
    """A sheet of the standard ledger is refused."""
    with pytest.raises(
        MatchError, match="a StandardSheet does not belong to this scoring, which keeps a ColorSheet"
    ):
        ColorGinScoring().terms(StandardScoring().open(2), None)


def test_each_knob_goes_to_its_part() -> None:
    """Knobs of price and ledger are reached through one name."""
    policy = ColorGinScoring(gin_bonus=25, suit_target=60)
    assert policy == Scoring(Pricing(gin_bonus=25), ColorLedger(suit_target=60))
    assert policy.replace(close=Close.REACH).knobs()["close"] is Close.REACH


@pytest.mark.parametrize(
    ("knobs", "sentence"),
    [
        ({}, "Each player has four scores, one a suit. (COLOR-01)"),
        ({}, "when a player has more than 100 in it"),
        ({"close": Close.REACH, "suit_target": 60}, "when a player has at least 60 in it"),
        ({}, "Three suits win the match; two each is a draw. (COLOR-08)"),
        ({"suit_tie": SuitTie.TOTAL}, "with two each the higher total wins. (COLOR-08)"),
        ({}, "(COLOR-02, COLOR-03)"),
        ({}, "scores in no suit. (COLOR-06)"),
    ],
)
def test_described_in_sentences(knobs: dict[str, object], sentence: str) -> None:
    """What a knob says stands in a sentence with the ID of its rule."""
    told = ColorGinScoring(**knobs).describe()
    assert any(sentence in line for line in told)
    assert all(re.search(r"[.] \(([A-Z]+-\d\d(, )?)+\)$", line) for line in told)
