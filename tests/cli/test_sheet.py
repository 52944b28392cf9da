"""The score sheet on the screen."""

from decimal import Decimal

import attrs
import pytest
from rich.console import Console

from ginrules import Suit, presets
from ginrules.cli import sheet
from ginrules.match import Match
from ginrules.results import DealResult, Ending
from ginrules.rules import Rules
from ginrules.scoring import (
    ColorGinScoring,
    HollywoodScoring,
    Outcome,
    Pair,
    ScoreLine,
    Tie,
    VoidAward,
)


def match_of(
    *results: DealResult, names: tuple[str, str] = ("Anna", "Bertil"), rules: Rules | None = None
) -> Match:
    """Return a match with these deals, dealt by the first player."""
    match = Match.start(presets.CLASSIC if rules is None else rules, names=names, dealer=0)
    for result in results:
        match = match.enter(result)
    return match


def knock(by: int, first: int, second: int) -> DealResult:
    """Return a knock, with the deadwood of each seat."""
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=(first, second))


def gin(by: int, left: int) -> DealResult:
    """Return gin against a deadwood."""
    return DealResult(ending=Ending.GIN, knocker=by, deadwood=(0, left) if by == 0 else (left, 0))


VOID = DealResult(ending=Ending.VOID)


def lines(match: Match, out: Console) -> list[str]:
    """Return the lines of a sheet, without the spaces at their ends."""
    sheet.show_sheet(match, out)
    return [line.rstrip() for line in out.export_text().splitlines()]


def test_rows(paper: Console) -> None:
    """Each deal has a row: dealer, ending, itemised points, and the running sum of who won it."""
    match = match_of(knock(0, 7, 18), knock(0, 7, 5), VOID, gin(1, 23))
    assert [" ".join(line.split()) for line in lines(match, paper)] == [
        "# Dealer How it ended What for Anna Bertil",
        "1 Anna Anna knocked, 7 to 18 11 difference 11",
        "2 Anna Bertil undercut, 5 to 7 2 difference + 10 undercut 12",
        "bonus",
        "3 Bertil void",
        "4 Bertil Bertil gin against 23 23 difference + 20 gin bonus 55",
    ]


def test_nothing_yet(paper: Console) -> None:
    """An empty sheet says so."""
    assert lines(match_of(), paper) == ["Nothing has been entered."]


def test_a_win_without_points_shows(paper: Console) -> None:
    """Who wins a deal with no points has the row, since it gives a box."""
    match = match_of(knock(0, 5, 5), rules=presets.CLASSIC.replace(tie=Tie.NO_BONUS))
    assert lines(match, paper)[1].split()[-1] == "0"


def test_half_boxes_show(paper: Console) -> None:
    """A void deal that gives half a box says to whom."""
    rules = presets.CLASSIC.replace(void_award=VoidAward.HALF_BOX_TO_LOWEST)
    match = match_of(DealResult(ending=Ending.VOID, deadwood=(3, 8)), rules=rules)
    assert "half a box to Anna" in lines(match, paper)[1]


@pytest.mark.parametrize(
    "names", [("A" * 40, "B" * 40), ("大" * 40, "小" * 40), ("[bold]Anna[/bold]", ":smile:"), ("Anna\u202e", "B")]
)
def test_any_names_fit(paper: Console, names: tuple[str, str]) -> None:
    """No name makes the sheet wider than the screen, is taken for markup, or steers the terminal."""
    match = match_of(*(knock(number % 2, 3, 4) for number in range(12)), gin(0, 99), names=names)
    sheet.show_sheet(match, paper)
    sheet.show_outcome(match, paper, Decimal("0.25"))
    printed = paper.export_text(clear=False)
    assert all(character.isprintable() for character in printed.replace("\n", ""))
    from rich.cells import cell_len

    assert max(map(cell_len, printed.splitlines())) <= 80
    if "[" in names[0]:
        assert "[bold]Anna" in printed


def test_outcome(paper: Console) -> None:
    """The end shows who won, each line of the totals, the net, and who owes whom."""
    match = match_of(gin(0, 90))
    sheet.show_outcome(match, paper)
    printed = [line.rstrip() for line in paper.export_text().splitlines()]
    assert printed == [
        "Anna wins the match.",
        "",
        "            Anna  Bertil",
        "points       110       0",
        "game bonus   100",
        "boxes         20",
        "shutout      100",
        "total        330       0",
        "net         +330    -330",
        "",
        "Bertil owes Anna 330 points.",
    ]


def settled(match: Match, stake: str | None) -> list[str]:
    """Return the sentences of the settlement."""
    assert match.outcome is not None
    return list(sheet.settlement(match.outcome, None if stake is None else Decimal(stake)))


def test_stakes_are_exact() -> None:
    """A stake a point is multiplied without rounding, and written as it was given."""
    match = match_of(gin(0, 90))
    assert settled(match, "0.1") == ["Bertil owes Anna 33.0 (330 points at 0.1)."]
    assert settled(match, "0.05") == ["Bertil owes Anna 16.50 (330 points at 0.05)."]
    assert settled(match, "1000000") == ["Bertil owes Anna 330,000,000 (330 points at 1000000)."]
    assert settled(match, "0") == ["Bertil owes Anna 0 (330 points at 0)."]


def test_resignation() -> None:
    """Who gave up is said before who won."""
    match = match_of(knock(0, 7, 18)).resign(0)
    assert match.outcome is not None
    assert sheet.outcome_words(match.outcome, match) == "Anna gave the match up. Bertil wins the match."


def test_draws_and_several_accounts() -> None:
    """A draw is said; among three each two settle."""
    match = match_of(gin(0, 90))
    assert match.outcome is not None
    row = (ScoreLine("points", 1),)
    three = Outcome(
        winner=None,
        totals=(1, 1, 1),
        settlement=(-5, 5, 0),
        lines=(row, row, row),
        pairs=(Pair(accounts=(0, 1), net=-5), Pair(accounts=(0, 2), net=0), Pair(accounts=(1, 2), net=0)),
    )
    outcome = attrs.evolve(match.outcome, names=("Anna", "Bertil", "Clara"), outcome=three)
    assert sheet.outcome_words(outcome, match) == "The match is drawn."
    assert list(sheet.settlement(outcome, None)) == [
        "Anna owes Bertil 5 points.",
        "Anna and Clara are even.",
        "Bertil and Clara are even.",
    ]


def test_hollywood(paper: Console) -> None:
    """Columns stand side by side with their running sums; closed ones are named."""
    rules = presets.MODERN.replace(scoring=HollywoodScoring())
    match = match_of(knock(0, 2, 20), knock(1, 20, 2), knock(0, 2, 20), gin(0, 90), rules=rules)
    printed = lines(match, paper)
    assert [line.split() for line in printed[:2]] == [
        ["1", "1", "2", "2", "3", "3"],
        ["#", "How", "it", "ended", "Anna", "Bertil", "Anna", "Bertil", "Anna", "Bertil"],
    ]
    told = [line.split() for line in printed]
    assert told[2][-2:] == ["18", "18"]
    assert told[4][-3:] == ["18", "36", "18"]
    assert told[5][-3:] == ["146", "128", "110"]
    assert printed[-1] == "Closed: 1, 2, 3."


def test_color_gin(paper: Console) -> None:
    """Each suit has a column for each player; closed suits are named."""
    rules = presets.CLASSIC.replace(scoring=ColorGinScoring())
    blocking = attrs.evolve(gin(0, 90), blocked=(Suit.CLUBS, Suit.DIAMONDS))
    printed = lines(match_of(blocking, rules=rules), paper)
    assert printed[0].split() == ["♣", "♣", "♦", "♦", "♥", "♥", "♠", "♠"]
    assert printed[2].split()[-2:] == ["110", "110"]
    assert printed[-1] == "Closed: ♥, ♠."
    assert max(map(len, printed)) <= 80
