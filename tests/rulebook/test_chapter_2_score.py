"""Chapter 2 of the rulebook, what a deal is worth, and the worked examples and cases on it."""

import json
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

from ginrules import Card, DealResult, DealScore, Ending, Rules, presets
from ginrules.scoring import SpadeDoubles, Tie, UpcardLimit, VoidAward

CASES = Path(__file__).resolve().parents[1] / "golden" / "cases"

PRESETS = pytest.mark.parametrize("rules", [presets.CLASSIC, presets.MODERN], ids=lambda rules: rules.name)
SEATS = pytest.mark.parametrize("knocker", [0, 1])

# Oklahoma as a change of MODERN: its preset comes with its own chapter.
RULES = {
    "classic": presets.CLASSIC,
    "modern": presets.MODERN,
    "oklahoma": presets.MODERN.replace(
        upcard_limit=UpcardLimit.ACE_GIN_ONLY, spade_doubles=SpadeDoubles.ALL, target=150
    ),
}


def ended(ending: Ending, knocker: int, own: int, other: int, *, upcard: Card | None = None) -> DealResult:
    """Return a deal ended by a seat with its own deadwood against that of the other."""
    deadwood = (own, other) if knocker == 0 else (other, own)
    return DealResult(ending=ending, knocker=knocker, deadwood=deadwood, upcard=upcard)


def price(rules: Rules, ending: Ending, own: int, other: int, *, knocker: int = 0) -> tuple[int | None, int]:
    """Return who wins the deal, and how many points."""
    score = rules.scoring.price(ended(ending, knocker, own, other))
    return score.winner, score.points


def lines(score: DealScore) -> list[tuple[str, int]]:
    """Return the lines of a score as tuples."""
    return [(line.label, line.points) for line in score.lines]


# --- SCORE-01 to SCORE-03: a knock --------------------------------------------------------------------------


@pytest.mark.rule("SCORE-01")
@PRESETS
@SEATS
def test_a_good_knock_scores_the_difference(rules: Rules, knocker: int) -> None:
    """Whatever both are left with, a knocker with less scores what the defender has more."""
    for own in range(11):
        for other in range(own + 1, 99):
            assert price(rules, Ending.KNOCK, own, other, knocker=knocker) == (knocker, other - own)


@pytest.mark.rule("SCORE-02")
@PRESETS
@SEATS
def test_an_undercut_scores_difference_and_bonus(rules: Rules, knocker: int) -> None:
    """Whatever both are left with, a defender with less scores the difference and 10 (CLASSIC) or 25 (MODERN)."""
    bonus = 25 if rules is presets.MODERN else 10
    for own in range(11):
        for other in range(own):
            expected = 1 - knocker, own - other + bonus
            assert price(rules, Ending.KNOCK, own, other, knocker=knocker) == expected


@pytest.mark.rule("SCORE-03")
@pytest.mark.parametrize("pips", range(11))
@SEATS
def test_a_tie(pips: int, knocker: int) -> None:
    """The same to both is an undercut, or a win without points, or nothing, as the house has it."""
    tied = ended(Ending.KNOCK, knocker, pips, pips)
    for rules, bonus in ((presets.CLASSIC, 10), (presets.MODERN, 25)):
        undercut = rules.scoring.price(tied)
        assert (undercut.winner, undercut.points, undercut.boxes) == (1 - knocker, bonus, 1)
        no_bonus = rules.replace(tie=Tie.NO_BONUS).scoring.price(tied)
        assert (no_bonus.winner, no_bonus.points, no_bonus.boxes) == (1 - knocker, 0, 1)
        no_score = rules.replace(tie=Tie.NO_SCORE).scoring.price(tied)
        assert (no_score.winner, no_score.points, no_score.half_boxes) == (None, 0, (0, 0))


@pytest.mark.rule("SCORE-03")
@pytest.mark.parametrize("tie", Tie)
def test_other_deals_do_not_ask_about_ties(tie: Tie) -> None:
    """The knob changes ties and nothing else."""
    rules = presets.CLASSIC.replace(tie=tie)
    assert price(rules, Ending.KNOCK, 7, 18) == (0, 11)
    assert price(rules, Ending.KNOCK, 8, 5) == (1, 13)
    assert price(rules, Ending.GIN, 0, 0) == (0, 20)


# --- SCORE-04 and SCORE-05: gin and big gin -----------------------------------------------------------------


@pytest.mark.rule("SCORE-04")
@PRESETS
@SEATS
def test_gin_scores_deadwood_and_bonus(rules: Rules, knocker: int) -> None:
    """The defender's deadwood and 20 (CLASSIC) or 25 (MODERN); at 0 against 0 it is no undercut."""
    bonus = 25 if rules is presets.MODERN else 20
    for other in range(99):
        assert price(rules, Ending.GIN, 0, other, knocker=knocker) == (knocker, other + bonus)


@pytest.mark.rule("SCORE-05")
@SEATS
def test_big_gin_scores_deadwood_and_bonus(knocker: int) -> None:
    """The defender's deadwood and 31; houses that price it as gin say so with the knob."""
    as_gin = presets.MODERN.replace(big_gin_bonus=25)
    for other in range(99):
        assert price(presets.MODERN, Ending.BIG_GIN, 0, other, knocker=knocker) == (knocker, other + 31)
        assert price(as_gin, Ending.BIG_GIN, 0, other) == price(as_gin, Ending.GIN, 0, other)


# --- SCORE-06: a void deal ----------------------------------------------------------------------------------


@pytest.mark.rule("SCORE-06")
@PRESETS
def test_a_void_deal_scores_nothing(rules: Rules) -> None:
    """No points, no box, no winner, whatever the hands hold."""
    for deadwood in (None, (3, 30), (30, 3)):
        score = rules.scoring.price(DealResult(ending=Ending.VOID, deadwood=deadwood))
        assert (score.winner, score.points, score.lines, score.half_boxes) == (None, 0, (), (0, 0))


@pytest.mark.rule("SCORE-06")
def test_a_void_deal_may_give_half_a_box() -> None:
    """SG's house rule: half a box to the lower deadwood, no points, no win, and ties nobody."""
    rules = presets.MODERN.replace(void_award=VoidAward.HALF_BOX_TO_LOWEST)
    assert rules.missing_facts(DealResult(ending=Ending.VOID)) == ("deadwood",)
    for deadwood, half_boxes in (((3, 30), (1, 0)), ((30, 3), (0, 1)), ((8, 8), (0, 0))):
        score = rules.scoring.price(DealResult(ending=Ending.VOID, deadwood=deadwood))
        assert (score.winner, score.points, score.half_boxes) == (None, 0, half_boxes)


# --- SCORE-07: the account ----------------------------------------------------------------------------------


@pytest.mark.rule("SCORE-07")
@pytest.mark.parametrize(
    ("ending", "own", "other", "expected"),
    [
        (Ending.KNOCK, 6, 20, [("difference", 14)]),
        (Ending.KNOCK, 8, 5, [("difference", 3), ("undercut bonus", 25)]),
        (Ending.KNOCK, 8, 8, [("difference", 0), ("undercut bonus", 25)]),
        (Ending.GIN, 0, 23, [("difference", 23), ("gin bonus", 25)]),
        (Ending.BIG_GIN, 0, 23, [("difference", 23), ("big gin bonus", 31)]),
    ],
)
def test_a_score_is_itemised(ending: Ending, own: int, other: int, expected: list[tuple[str, int]]) -> None:
    """Difference and bonus stand on lines of their own."""
    assert lines(presets.MODERN.scoring.price(ended(ending, 0, own, other))) == expected


@pytest.mark.rule("SCORE-07")
def test_what_multiplies_is_a_line() -> None:
    """A factor is a line, too, so that the lines still add up."""
    doubled = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 23), factor=4)
    assert lines(presets.CLASSIC.scoring.price(doubled)) == [
        ("difference", 23),
        ("gin bonus", 20),
        ("times 4", 129),
    ]


# --- The worked examples ------------------------------------------------------------------------------------


@pytest.mark.rule("SCORE-01")
@pytest.mark.rule("SCORE-04")
@pytest.mark.rule("SCORE-05")
def test_example_3() -> None:
    """001: knock, gin and big gin against 23, and the ten laid off."""
    assert price(presets.MODERN, Ending.KNOCK, 6, 20) == (0, 14)
    assert price(presets.MODERN, Ending.GIN, 0, 23) == (0, 48)
    assert price(presets.CLASSIC, Ending.GIN, 0, 23) == (0, 43)
    assert price(presets.MODERN, Ending.KNOCK, 3, 23) == (0, 20)
    assert price(presets.MODERN, Ending.KNOCK, 3, 13) == (0, 10)
    assert price(presets.MODERN, Ending.BIG_GIN, 0, 23) == (0, 54)


@pytest.mark.rule("SCORE-02")
@pytest.mark.rule("SCORE-03")
def test_example_5() -> None:
    """001: knock with 8 against 14, of which a nine is laid off; and the tie."""
    assert price(presets.MODERN, Ending.KNOCK, 8, 14 - 9) == (1, 28)
    assert price(presets.CLASSIC, Ending.KNOCK, 8, 14 - 9) == (1, 13)
    assert price(presets.MODERN, Ending.KNOCK, 8, 8) == (1, 25)
    assert price(presets.CLASSIC, Ending.KNOCK, 8, 8) == (1, 10)


@pytest.mark.rule("SCORE-01")
@pytest.mark.rule("SCORE-03")
@pytest.mark.rule("SCORE-04")
def test_example_10() -> None:
    """002 and 003: their table of three."""
    assert price(presets.CLASSIC, Ending.KNOCK, 7, 18) == (0, 11)
    assert price(presets.CLASSIC, Ending.KNOCK, 8, 8) == (1, 10)
    assert price(presets.CLASSIC, Ending.GIN, 0, 23) == (0, 43)


# --- The cases ----------------------------------------------------------------------------------------------


class ScoringCase(TypedDict):
    """Facts of a deal, and what it is worth under a preset."""

    preset: str
    upcard: NotRequired[str]
    ending: str
    knocker_points: int
    defender_points: int
    winner: str
    points: int


def scoring_cases() -> list[ScoringCase]:
    """Return the cases of `scoring.json`."""
    cases: list[ScoringCase] = json.loads((CASES / "scoring.json").read_text(encoding="utf-8"))
    return cases


@pytest.mark.parametrize("case", scoring_cases(), ids=lambda case: f"{case['preset']}-{case['points']}")
@SEATS
def test_cases(case: ScoringCase, knocker: int) -> None:
    """Each case has the winner and the points that it says, whoever knocks."""
    upcard = Card.parse(case["upcard"]) if "upcard" in case else None
    own, other = case["knocker_points"], case["defender_points"]
    score = RULES[case["preset"]].scoring.price(ended(Ending(case["ending"]), knocker, own, other, upcard=upcard))
    assert score.winner == (knocker if case["winner"] == "knocker" else 1 - knocker)
    assert score.points == case["points"]
