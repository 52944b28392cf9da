import copy
import pickle
import re
from collections.abc import Callable, Mapping

import attrs
import pytest

from ginrules import Arrangement, Card, Suit, presets, scoring
from ginrules.errors import MatchError, ResultError, RulesError
from ginrules.results import DealResult, Ending
from ginrules.scoring import (
    DealScore,
    DealTerms,
    DoublePoints,
    DoubleTotal,
    Entry,
    Flat,
    MatchWinner,
    Outcome,
    Pair,
    Pricing,
    ScoreLine,
    Scoring,
    ScoringPolicy,
    Sheet,
    SpadeDoubles,
    StandardLedger,
    StandardScoring,
    StandardSheet,
    Tie,
    UpcardLimit,
    VoidAward,
)

KNOCK = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(7, 18))
GIN = DealResult(ending=Ending.GIN, knocker=1, deadwood=(23, 0))
BIG_GIN = DealResult(ending=Ending.BIG_GIN, knocker=0, deadwood=(0, 23))
VOID = DealResult(ending=Ending.VOID)


def won(winner: int, points: int, *, boxes: int = 1) -> DealScore:
    """Return a deal won by a seat."""
    half_boxes = (2 * boxes, 0) if winner == 0 else (0, 2 * boxes)
    lines = (ScoreLine("difference", points),)
    return DealScore(winner=winner, points=points, lines=lines, half_boxes=half_boxes)


def lines(score: DealScore) -> list[tuple[str, int]]:
    """Return the lines of a score as tuples."""
    return [(line.label, line.points) for line in score.lines]


# Values ---------------------------------------------------------------------------------------------------------

VALUES = [
    DealTerms(),
    DealTerms(knock_limit=3, factor=2, open_suits=(Suit.CLUBS,)),
    won(1, 14),
    DealScore(ending=Ending.VOID, half_boxes=(0, 1)),
    DealScore(winner=0, blocked=(Suit.HEARTS, Suit.SPADES)),
    Entry(account=None, points=0, half_boxes=(0, 1)),
    Pair(accounts=(0, 1), net=-3),
    Outcome(
        winner=None,
        totals=(4, 4),
        settlement=(0, 0),
        lines=((ScoreLine("points", 4),), (ScoreLine("points", 3), ScoreLine("boxes", 1))),
        pairs=(Pair(accounts=(0, 1), net=0),),
    ),
    Pricing(tie=Tie.NO_SCORE, void_award=VoidAward.HALF_BOX_TO_LOWEST, big_gin_bonus=31, big_gin_boxes=2),
    Pricing(upcard_limit=UpcardLimit.ACE_ONE, spade_doubles=SpadeDoubles.ALL),
    StandardLedger(winner=MatchWinner.HIGHEST_TOTAL, shutout=None),
    StandardLedger(shutout=DoublePoints(), boxes_count_at_once=True),
    StandardLedger().enter(StandardLedger().open(3), won(1, 14), accounts=(0, 2)),
    StandardScoring(shutout=DoubleTotal()),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_repr_evaluates_back(value: object) -> None:
    """What repr shows is the value, and so is what comes out of pickle and copy."""
    names = {name: getattr(scoring, name) for name in scoring.__all__} | {"Suit": Suit, "Ending": Ending}
    assert eval(repr(value), names) == value  # noqa: S307  our own text
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  our own bytes
    assert copy.deepcopy(value) == value
    assert hash(copy.deepcopy(value)) == hash(value)


def test_boxes_are_those_of_the_winner() -> None:
    """Whole boxes, of the winner only."""
    assert won(1, 14, boxes=2).boxes == 2
    assert DealScore(winner=0, half_boxes=(3, 4)).boxes == 1
    assert DealScore(half_boxes=(1, 0)).boxes == 0


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"winner": 0, "points": 5, "lines": (ScoreLine("a", 4),)}, "the lines add up to 4, but points is 5"),
        ({"points": 4, "lines": (ScoreLine("a", 4),)}, "4 points go to nobody; without a winner there are none"),
        (
            {"winner": 0, "points": -4, "lines": (ScoreLine("a", -4),)},
            "points is -4; expected a whole number, 0 or more",
        ),
        ({"winner": 2}, "winner is 2; expected seat 0 or 1, or None"),
        ({"half_boxes": (0, -1)}, "half_boxes is (0, -1); expected two whole numbers, 0 or more, seat 0 first"),
        (
            {"half_boxes": (0, 1, 0)},
            "half_boxes is (0, 1, 0); expected two whole numbers, 0 or more, seat 0 first",
        ),
    ],
)
def test_scores_add_up(fields: dict[str, object], problem: str) -> None:
    """A score that does not add up is refused."""
    with pytest.raises(ResultError, match=f"^{re.escape(problem)}$"):
        DealScore(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"settlement": (3, -4)}, "the settlement (3, -4) does not sum to zero"),
        ({"winner": 2}, "winner is 2; expected an account from 0 to 1, or None"),
        ({"settlement": (0, 0, 0)}, "2 totals, 3 nets and 2 lists; expected as many"),
        ({"totals": (5, 0)}, "the lines add up to (4, 0), but totals is (5, 0)"),
    ],
)
def test_outcomes_add_up(fields: dict[str, object], problem: str) -> None:
    """An outcome whose numbers do not go together is refused."""
    good = Outcome(winner=0, totals=(4, 0), settlement=(4, -4), lines=((ScoreLine("points", 4),), ()))
    with pytest.raises(ResultError, match=f"^{re.escape(problem)}$"):
        attrs.evolve(good, **fields)  # type: ignore[arg-type]


# Pricing --------------------------------------------------------------------------------------------------------


def test_prices_are_itemised() -> None:
    """Difference, bonus, what the spade doubles, and what the players agreed on, in this order."""
    pricing = Pricing(gin_bonus=25, spade_doubles=SpadeDoubles.ALL)
    score = pricing.price(attrs.evolve(GIN, upcard=Card.parse("3s"), factor=4))
    assert lines(score) == [
        ("difference", 23),
        ("gin bonus", 25),
        ("doubled by the spade", 48),
        ("times 4", 288),
    ]
    assert score.points == 384
    assert (score.winner, score.boxes, score.ending) == (1, 2, Ending.GIN)


def test_the_factor_does_not_reach_boxes() -> None:
    """A double covers difference and bonus, not the box."""
    score = Pricing().price(attrs.evolve(KNOCK, factor=2))
    assert (score.points, score.half_boxes) == (22, (2, 0))


@pytest.mark.parametrize(
    ("doubles", "upcard", "points", "boxes"),
    [
        (SpadeDoubles.ALL, "3s", 22, 2),
        (SpadeDoubles.POINTS, "3s", 22, 1),
        (SpadeDoubles.ALL, "3h", 11, 1),
        (None, "3s", 11, 1),
    ],
)
def test_spades(doubles: SpadeDoubles | None, upcard: str, points: int, boxes: int) -> None:
    """A spade doubles what it is said to double, and the terms tell so beforehand."""
    policy = StandardScoring(spade_doubles=doubles)
    card = Card.parse(upcard)
    score = policy.price(attrs.evolve(KNOCK, upcard=card))
    assert (score.points, score.boxes) == (points, boxes)
    assert policy.terms(policy.open(2), card).factor == points // 11


@pytest.mark.parametrize(
    ("upcard", "only_gin", "one"),
    [("As", 0, 1), ("2h", 2, 2), ("9c", 9, 9), ("Td", 10, 10), ("Js", 10, 10), ("Qh", 10, 10), ("Kc", 10, 10)],
)
def test_limits_by_upcard(upcard: str, only_gin: int, one: int) -> None:
    """The upcard sets the limit where it is to; the two readings differ in the ace."""
    card = Card.parse(upcard)
    assert Pricing(upcard_limit=UpcardLimit.ACE_GIN_ONLY).knock_limit(card) == only_gin
    assert Pricing(upcard_limit=UpcardLimit.ACE_ONE).knock_limit(card) == one
    assert Pricing().knock_limit(card) is None
    assert Pricing(upcard_limit=UpcardLimit.ACE_ONE).knock_limit(None) is None


def test_missing_facts() -> None:
    """A price asks for what it needs and for nothing else, and without it there is none."""
    oklahoma = StandardScoring(spade_doubles=SpadeDoubles.POINTS)
    half_box = StandardScoring(void_award=VoidAward.HALF_BOX_TO_LOWEST)
    assert StandardScoring().missing_facts(KNOCK) == StandardScoring().missing_facts(VOID) == ()
    assert oklahoma.missing_facts(KNOCK) == ("upcard",)
    assert oklahoma.missing_facts(VOID) == ()
    assert half_box.missing_facts(KNOCK) == ()
    assert half_box.missing_facts(VOID) == ("deadwood",)
    assert half_box.missing_facts(attrs.evolve(VOID, deadwood=(3, 4))) == ()
    with pytest.raises(ResultError, match="to price a knock, upcard has to be told"):
        oklahoma.price(KNOCK)
    with pytest.raises(ResultError, match="to price a void deal, deadwood has to be told"):
        half_box.price(VOID)


def test_endings_without_a_price() -> None:
    """Big gin where it is not played, and doubling, are refused."""
    assert not StandardScoring().plays_big_gin
    with pytest.raises(ResultError, match="big gin has no price here: it is not played; enter it as gin"):
        Pricing().price(BIG_GIN)
    with pytest.raises(ResultError, match="doubling is not played"):
        Pricing().price(DealResult(ending=Ending.REFUSED, knocker=0))


def test_big_gin_of_several_boxes() -> None:
    """Some houses count big gin as two or three boxes."""
    policy = StandardScoring(big_gin_bonus=31, big_gin_boxes=3)
    assert policy.plays_big_gin
    assert (policy.price(BIG_GIN).points, policy.price(BIG_GIN).boxes) == (54, 3)


@pytest.mark.parametrize(("deadwood", "half_boxes"), [((3, 9), (1, 0)), ((9, 3), (0, 1)), ((4, 4), (0, 0))])
def test_half_a_box(deadwood: tuple[int, int], half_boxes: tuple[int, int]) -> None:
    """Where a void deal gives half a box, it goes to the lower, without points or a win."""
    policy = StandardScoring(void_award=VoidAward.HALF_BOX_TO_LOWEST)
    assert policy.needs_void_deadwood
    score = policy.price(attrs.evolve(VOID, deadwood=deadwood))
    assert score == DealScore(half_boxes=half_boxes, ending=Ending.VOID)


def test_blocked_suits_reach_the_ledger() -> None:
    """What the spread blocks is in the score, for a ledger that books by suits."""
    assert Pricing().price(attrs.evolve(KNOCK, blocked=(Suit.HEARTS,))).blocked == (Suit.HEARTS,)


@pytest.mark.parametrize(
    ("make", "clashes"),
    [
        (
            lambda: Pricing(gin_bonus=-1, undercut_bonus=None),  # type: ignore[arg-type]
            ["gin_bonus is -1; expected points, 0 or more", "undercut_bonus is None; expected points, 0 or more"],
        ),
        (lambda: Pricing(big_gin_bonus=-31), ["big_gin_bonus is -31; expected points, 0 or more"]),
        (
            lambda: Pricing(big_gin_bonus=31, big_gin_boxes=0),
            ["big_gin_boxes is 0; expected a whole number, 1 or more"],
        ),
        (lambda: Pricing(big_gin_boxes=2), ["big_gin_boxes needs a big_gin_bonus: big gin is not played"]),
        (
            lambda: Pricing(tie="undercut", void_award=1),  # type: ignore[arg-type]
            [
                "tie is 'undercut'; expected Tie.UNDERCUT, Tie.NO_BONUS, Tie.NO_SCORE",
                "void_award is 1; expected VoidAward.HALF_BOX_TO_LOWEST, or None",
            ],
        ),
        (
            lambda: StandardLedger(target=0, game_bonus=-1, box_bonus=2.5),  # type: ignore[arg-type]
            [
                "target is 0; expected points, 1 or more",
                "game_bonus is -1; expected points, 0 or more",
                "box_bonus is 2.5; expected points, 0 or more",
            ],
        ),
        (lambda: StandardLedger(shutout=Flat(-5)), ["shutout is Flat(-5); expected points, 0 or more"]),
        (
            lambda: StandardLedger(shutout=100, boxes_count_at_once=1, winner=None),  # type: ignore[arg-type]
            [
                "winner is None; expected MatchWinner.FIRST_TO_TARGET, MatchWinner.HIGHEST_TOTAL",
                "shutout is 100; expected Flat(), or DoubleTotal(), or DoublePoints(), or None",
                "boxes_count_at_once is 1; expected True or False",
            ],
        ),
    ],
)
def test_impossible_knobs(make: Callable[[], object], clashes: list[str]) -> None:
    """Every impossible knob is named, with what would be right."""
    with pytest.raises(RulesError) as caught:
        make()
    assert list(caught.value.clashes) == clashes


# The ledger -----------------------------------------------------------------------------------------------------


def test_a_sheet_for_any_number() -> None:
    """Seats score for the accounts they are said to score for."""
    ledger = StandardLedger()
    sheet = ledger.open(4)
    assert (sheet.points, sheet.half_boxes, sheet.entries) == ((0, 0, 0, 0), (0, 0, 0, 0), ())
    sheet = ledger.enter(sheet, won(0, 14), accounts=(3, 1))
    sheet = ledger.enter(sheet, won(1, 20, boxes=2), accounts=(3, 2))
    assert sheet.points == (0, 0, 20, 14)
    assert sheet.half_boxes == (0, 0, 4, 2)
    assert [(entry.account, entry.points) for entry in sheet.entries] == [(3, 14), (2, 20)]
    assert sheet.entries[0].lines == (ScoreLine("difference", 14),)


def test_what_brings_nothing_is_not_booked() -> None:
    """A void deal leaves the sheet as it is; half a box is booked without a winner."""
    ledger = StandardLedger(box_bonus=25)
    sheet = ledger.open(2)
    assert ledger.enter(sheet, DealScore(ending=Ending.VOID)) is sheet
    sheet = ledger.enter(sheet, DealScore(half_boxes=(0, 1)))
    assert sheet.entries == (Entry(account=None, points=0, half_boxes=(0, 1)),)
    assert sheet.points == (0, 0)


def test_half_boxes_are_added_before_they_are_paid() -> None:
    """Three half boxes at 25 are 37, and not three times 12."""
    ledger = StandardLedger(box_bonus=25, target=1, game_bonus=0, shutout=None)
    sheet = ledger.open(2)
    for _ in range(3):
        sheet = ledger.enter(sheet, DealScore(half_boxes=(0, 1)))
    outcome = ledger.outcome(ledger.enter(sheet, won(0, 5)))
    assert outcome is not None
    assert outcome.totals == (5 + 25, 37)


def test_misuse_of_a_ledger() -> None:
    """Accounts that are not there, too few of them, or a match that is over are refused."""
    ledger = StandardLedger(target=10)
    with pytest.raises(MatchError, match="a sheet for 1 accounts; expected two or more"):
        ledger.open(1)
    sheet = ledger.open(2)
    with pytest.raises(MatchError, match="account 2 is not on the sheet; expected 0 to 1"):
        ledger.enter(sheet, won(0, 3), accounts=(0, 2))
    with pytest.raises(MatchError, match="both seats would score for account 1"):
        ledger.enter(sheet, won(0, 3), accounts=(1, 1))
    over = ledger.enter(sheet, won(0, 10))
    with pytest.raises(MatchError, match="the match is over: the target has been reached"):
        ledger.enter(over, won(0, 3))
    with pytest.raises(MatchError, match="the match is over, so nobody can give it up"):
        ledger.resign(over, 0)
    with pytest.raises(MatchError, match="account 7 is not on the sheet"):
        ledger.resign(sheet, 7)
    with pytest.raises(MatchError, match="one of 3 cannot give the match up for all"):
        ledger.resign(ledger.open(3), 0)


def test_two_reach_the_target_at_once() -> None:
    """Where boxes count at once and both sides get some, the one with more is first; level, they go on."""
    ledger = StandardLedger(target=20, box_bonus=10, boxes_count_at_once=True)
    level = ledger.enter(ledger.open(2), DealScore(half_boxes=(4, 4)))
    assert ledger.outcome(level) is None
    ahead = ledger.enter(level, DealScore(half_boxes=(0, 1)))
    outcome = ledger.outcome(ahead)
    assert outcome is not None
    assert outcome.winner == 1


def test_suits_and_spreads_do_not_matter() -> None:
    """Every suit is open, and every spread may end the deal."""
    policy = StandardScoring()
    terms = policy.terms(policy.open(2), None)
    assert terms == DealTerms()
    assert not policy.restricts_spreads
    assert policy.admits(Arrangement.parse("As Ad Ac"), terms)
    assert policy.why_not_admitted(terms) == "Every spread may end the deal."


def test_highest_total_of_three() -> None:
    """With three, too, the highest total wins, and of equal ones whoever reached the target."""
    ledger = StandardLedger(target=50, game_bonus=0, box_bonus=20, winner=MatchWinner.HIGHEST_TOTAL, shutout=None)
    sheet = ledger.open(3)
    for account, points in ((1, 30), (2, 10), (2, 20), (0, 50)):
        sheet = ledger.enter(sheet, won(0, points), accounts=(account, (account + 1) % 3))
    outcome = ledger.outcome(sheet)
    assert outcome is not None
    assert (outcome.totals, outcome.winner) == ((70, 50, 70), 0)
    sheet = ledger.enter(ledger.enter(ledger.open(3), won(0, 40), accounts=(1, 2)), won(0, 9), accounts=(1, 2))
    outcome = ledger.outcome(ledger.enter(sheet, won(0, 55), accounts=(0, 2)))
    assert outcome is not None
    assert (outcome.totals, outcome.winner) == ((75, 89, 0), 1)


# Composed -------------------------------------------------------------------------------------------------------


def test_each_knob_goes_to_its_part() -> None:
    """One call changes price and ledger; what is not named stays."""
    policy = StandardScoring(gin_bonus=25, target=150)
    assert policy == Scoring(Pricing(gin_bonus=25), StandardLedger(target=150))
    changed = policy.replace(target=200, undercut_bonus=25)
    assert changed == Scoring(Pricing(gin_bonus=25, undercut_bonus=25), StandardLedger(target=200))
    assert policy.replace() == policy


def test_the_defaults_are_classic() -> None:
    """Without a knob it is the scoring of the default ruleset."""
    assert StandardScoring() == presets.CLASSIC.scoring


def test_a_part_is_a_knob_too() -> None:
    """A whole part can be changed, and its knobs with it."""
    policy = StandardScoring(gin_bonus=25, target=150)
    changed = policy.replace(ledger=StandardLedger(box_bonus=7), target=60)
    assert changed == Scoring(Pricing(gin_bonus=25), StandardLedger(box_bonus=7, target=60))
    assert changed.replace(pricing=Pricing()) == Scoring(Pricing(), StandardLedger(box_bonus=7, target=60))


def test_knobs_lists_all() -> None:
    """Every knob stands in the list with its value."""
    knobs = StandardScoring(target=150).knobs()
    parts = {field.name for kind in (Scoring, Pricing, StandardLedger) for field in attrs.fields(kind)}
    assert set(knobs) == parts
    assert (knobs["target"], knobs["gin_bonus"]) == (150, 20)


def test_unknown_knobs() -> None:
    """A knob that nobody owns is refused with names that are near."""
    with pytest.raises(RulesError, match=r"^no knob of the scoring is called 'gin_bonsu'; perhaps gin_bonus"):
        StandardScoring(gin_bonsu=3)
    with pytest.raises(RulesError) as caught:
        StandardScoring().replace(zzz=3, targett=1)
    assert caught.value.clashes[0] == "no knob of the scoring is called 'zzz'"
    assert len(caught.value.clashes) == 2


def test_clashes_of_both_parts_are_named_together() -> None:
    """Impossible knobs of price and ledger come in one error."""
    with pytest.raises(RulesError) as caught:
        StandardScoring(target=-1, gin_bonus=-1)
    assert len(caught.value.clashes) == 2


def test_a_sheet_of_another_kind() -> None:
    """A sheet that another ledger opened is refused."""

    @attrs.frozen
    class OtherSheet:
        accounts: int = 2
        entries: tuple[Entry, ...] = ()
        points: tuple[int, ...] = (0, 0)

    policy = StandardScoring()
    sheet: Sheet = OtherSheet()
    calls: Mapping[str, Callable[[], object]] = {
        "terms": lambda: policy.terms(sheet, None),
        "enter": lambda: policy.enter(sheet, won(0, 3)),
        "outcome": lambda: policy.outcome(sheet),
        "resign": lambda: policy.resign(sheet, 0),
    }
    for call in calls.values():
        with pytest.raises(MatchError, match=r"an? OtherSheet does not belong to this scoring"):
            call()


def test_parts_need_no_knobs() -> None:
    """A part that is no attrs class has no knobs, and works."""

    class HighStakes:
        """Pricing by delegation: ten times what it would be."""

        def __getattr__(self, name: str) -> object:
            return getattr(Pricing(), name)

        def price(self, result: DealResult) -> DealScore:
            """Return ten times the price."""
            return Pricing().price(attrs.evolve(result, factor=10))

    policy = Scoring(HighStakes(), StandardLedger())  # type: ignore[arg-type]
    assert policy.price(KNOCK).points == 110
    assert "gin_bonus" not in policy.knobs()
    assert policy.replace(target=500).knobs()["target"] == 500
    with pytest.raises(RulesError, match="gin_bonus"):
        policy.replace(gin_bonus=25)


@pytest.mark.parametrize(
    ("knobs", "sentences"),
    [
        ({}, ["undercut", "Big gin is not played. (CORE-14)", "A void deal scores nothing. (SCORE-06)"]),
        ({}, ["If the loser has no deal points, the winner gets 100 more. (MATCH-05)", "boxes not counted"]),
        ({"tie": Tie.NO_BONUS}, ["the defender wins the deal with no points. (SCORE-03)"]),
        ({"tie": Tie.NO_SCORE}, ["nobody wins the deal. (SCORE-03)"]),
        ({"big_gin_bonus": 31}, ["Big gin scores what the defender is left with and 31. (SCORE-05)"]),
        ({"big_gin_bonus": 31, "big_gin_boxes": 2}, ["and 31, and counts 2 boxes. (SCORE-05)"]),
        ({"void_award": VoidAward.HALF_BOX_TO_LOWEST}, ["A void deal gives half a box"]),
        ({"upcard_limit": UpcardLimit.ACE_ONE}, ["an ace is 1. (OKLA-01, OKLA-02)"]),
        ({"upcard_limit": UpcardLimit.ACE_GIN_ONLY}, ["an ace asks for gin. (OKLA-01, OKLA-02)"]),
        ({"spade_doubles": SpadeDoubles.ALL}, ["doubles the points and boxes of the deal."]),
        ({"spade_doubles": SpadeDoubles.POINTS}, ["doubles the points of the deal."]),
        ({"shutout": DoubleTotal()}, ["all that the winner has is doubled. (MATCH-05)"]),
        ({"shutout": DoublePoints()}, ["the winner's deal points are doubled. (MATCH-05)"]),
        ({"winner": MatchWinner.HIGHEST_TOTAL}, ["Whoever has the highest final total wins the match."]),
        ({"boxes_count_at_once": True}, ["reach 100, boxes counted at once. (MATCH-01)"]),
    ],
)
def test_described_in_sentences(knobs: dict[str, object], sentences: list[str]) -> None:
    """What a knob says stands in a sentence with the ID of its rule."""
    told = StandardScoring(**knobs).describe()
    for sentence in sentences:
        assert any(sentence in line for line in told)
    assert all(re.search(r"[.] \(([A-Z]+-\d\d(, )?)+\)$", line) for line in told)


def test_what_is_nothing_is_not_described() -> None:
    """No sentence tells of a bonus that there is not."""
    told = " ".join(StandardScoring(game_bonus=0, box_bonus=0, shutout=None).describe())
    assert not re.search(r"MATCH-0[345]", told)


def test_it_is_a_policy() -> None:
    """What the constructor returns can stand wherever a policy is asked for; type checkers see that."""
    policy: ScoringPolicy = StandardScoring()
    assert isinstance(policy.open(2), StandardSheet)
