"""Combinations that must fit the seams of scoring and match, sketched before the parts that they use.

The ledger of Hollywood here is as small as the sketch allowed, so that somebody else's ledger is tried, too; the
seatings are the library's.
"""

import random
from collections.abc import Sequence
from itertools import permutations
from typing import cast

import attrs
import pytest

import ginrules
from ginrules import Card, Suit, presets, shuffled_deck
from ginrules.deal import Deal, legal_actions
from ginrules.errors import MatchError
from ginrules.match import Match
from ginrules.melds import Arrangement
from ginrules.results import DealResult, Ending
from ginrules.rules import Rules
from ginrules.scoring import (
    DealScore,
    DealTerms,
    DoubleTotal,
    Entry,
    Ledger,
    Outcome,
    Pricing,
    ScoreLine,
    Scoring,
    ScoringPolicy,
    Sheet,
    SpadeDoubles,
    StandardLedger,
    StandardSheet,
    UpcardLimit,
)
from ginrules.seating import Box, Partnership, Seating, ThreeHanded, VoidInRound

OKLAHOMA = presets.MODERN.replace(
    upcard_limit=UpcardLimit.ACE_GIN_ONLY, spade_doubles=SpadeDoubles.ALL, target=150
)


def knock(by: int, own: int, other: int, *, upcard: Card | None = None) -> DealResult:
    """Return the result of a knock by a seat, with the deadwood of both."""
    deadwood = (own, other) if by == 0 else (other, own)
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=deadwood, upcard=upcard)


def played(deal: Deal, rng: random.Random) -> Deal:
    """Return the deal played to its end, knocks and layoffs first, the rest at random."""
    while deal.state.result is None:
        actions = legal_actions(deal.state)
        eager = [action for action in actions if type(action).__name__ in {"Knock", "BigGin", "LayOff"}]
        deal = deal.play(rng.choice(eager or actions))
    return deal


# Hollywood-Oklahoma: Oklahoma's price, another ledger ------------------------------------------------------------


@attrs.frozen(kw_only=True)
class HollywoodSheet:
    """Columns, each a sheet of its own, and how many each account has opened."""

    accounts: int
    columns: tuple[StandardSheet, ...]
    opened: tuple[int, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """The points of all columns, by account."""
        return tuple(map(sum, zip(*(column.points for column in self.columns), strict=True)))


@attrs.frozen(kw_only=True)
class HollywoodLedger:
    """Three matches at once; every column is booked and settled by the standard ledger. Rules: HOLLY-01 to -07."""

    column: StandardLedger
    columns: int = 3
    gin_opens_all: bool = False

    sheet_type = HollywoodSheet
    books_rounds = True
    restricts_spreads = False

    def open_suits(self, sheet: HollywoodSheet) -> tuple[Suit, ...]:  # noqa: ARG002
        """Return all suits."""
        return tuple(Suit)

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:  # noqa: ARG002
        """Return whether a spread may end the deal: always."""
        return True

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:  # noqa: ARG002
        """Return all suits."""
        return tuple(Suit)

    def why_not_admitted(self, terms: DealTerms) -> str:  # noqa: ARG002
        """Return the sentence that nobody is told."""
        return ""

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:  # noqa: ARG002
        """Return no names."""
        return ()

    def open(self, accounts: int) -> HollywoodSheet:
        """Return a new sheet."""
        columns = (self.column.open(accounts),) * self.columns
        return HollywoodSheet(accounts=accounts, columns=columns, opened=(0,) * accounts)

    def enter(
        self, sheet: HollywoodSheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)
    ) -> HollywoodSheet:
        """Return the sheet with the score in every open column up to the winner's."""
        if score.winner is None:
            return sheet
        account = accounts[score.winner]
        closed = [self.column.outcome(column) is not None for column in sheet.columns]
        prefix = closed.index(False)
        opened = min(self.columns, max(sheet.opened[account], prefix) + 1)
        reach = opened
        if self.gin_opens_all and not sheet.opened[account] and score.ending in {Ending.GIN, Ending.BIG_GIN}:
            reach = self.columns
        columns = tuple(
            self.column.enter(column, score, accounts=accounts) if number < reach and not shut else column
            for number, (column, shut) in enumerate(zip(sheet.columns, closed, strict=True))
        )
        booked = Entry(account=account, points=score.points, half_boxes=(0,) * sheet.accounts, lines=score.lines)
        counts = tuple(opened if a == account else count for a, count in enumerate(sheet.opened))
        return HollywoodSheet(
            accounts=sheet.accounts, columns=columns, opened=counts, entries=(*sheet.entries, booked)
        )

    def outcome(self, sheet: HollywoodSheet) -> Outcome | None:
        """Return the net over the columns, once all are closed."""
        settled = [self.column.outcome(column) for column in sheet.columns]
        return _summed([one for one in settled if one is not None]) if None not in settled else None

    def resign(self, sheet: HollywoodSheet, account: int) -> Outcome:
        """Return the net over the columns, the open ones given up."""
        return _summed(
            [self.column.outcome(column) or self.column.resign(column, account) for column in sheet.columns]
        )

    def describe(self) -> tuple[str, ...]:
        """Return what every column is."""
        return self.column.describe()


def _summed(columns: Sequence[Outcome]) -> Outcome:
    totals = [sum(numbers) for numbers in zip(*(column.totals for column in columns), strict=True)]
    net = tuple(sum(numbers) for numbers in zip(*(column.settlement for column in columns), strict=True))
    lines = tuple(
        tuple(ScoreLine(f"column {i + 1}", column.totals[account]) for i, column in enumerate(columns))
        for account in range(len(totals))
    )
    winner = net.index(max(net)) if any(net) else None
    return Outcome(winner=winner, totals=tuple(totals), settlement=net, lines=lines)


MODERN_COLUMN = StandardLedger(box_bonus=25, shutout=DoubleTotal())


def hollywood(pricing: Pricing, **knobs: bool) -> Scoring[HollywoodSheet]:
    """Return Hollywood with some price; that it is a policy, type checkers see."""
    ledger: Ledger[HollywoodSheet] = HollywoodLedger(column=MODERN_COLUMN, **knobs)
    return Scoring(pricing, ledger)


def columns(match: Match) -> list[tuple[int, ...]]:
    """Return the columns of a Hollywood sheet, each with its points by account."""
    return [column.points for column in cast("HollywoodSheet", match.sheet).columns]


def test_hollywood_oklahoma_is_a_combination() -> None:
    """The price of one variant and the ledger of another make a scoring that a match plays with."""
    oklahoma = cast("Scoring[StandardSheet]", OKLAHOMA.scoring)
    rules = presets.MODERN.replace(scoring=hollywood(cast("Pricing", oklahoma.pricing)))
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    seven, three_of_spades = Card.parse("7h"), Card.parse("3s")
    match = match.enter(knock(0, 2, 20, upcard=seven))
    match = match.enter(knock(1, 4, 27, upcard=seven))
    match = match.enter(knock(0, 3, 20, upcard=three_of_spades))  # doubled: 34, and two boxes
    assert columns(match) == [(52, 23), (34, 0), (0, 0)]
    assert cast("HollywoodSheet", match.sheet).columns[1].half_boxes == (4, 0)
    assert rules.deal_terms(match.sheet, three_of_spades).knock_limit == 3
    assert match.outcome is None
    assert match.undo().undo().undo().sheet == rules.scoring.open(2)


def test_hollywood_needs_to_know_gin() -> None:
    """Gin as a first win may go into all columns at once: the score still says how the deal ended."""
    scoring = hollywood(Pricing(gin_bonus=25), gin_opens_all=True)
    gin = scoring.price(DealResult(ending=Ending.GIN, knocker=1, deadwood=(16, 0)))
    sheet = scoring.enter(scoring.open(2), gin)
    assert [column.points for column in sheet.columns] == [(0, 41)] * 3
    sheet = scoring.enter(sheet, gin)
    assert [column.points for column in sheet.columns] == [(0, 82), (0, 82), (0, 41)]


def test_hollywood_oklahoma_with_cards() -> None:
    """Whole matches with cards come to an end that adds up; the deals play under the upcard's limit."""
    rules = presets.MODERN.replace(
        scoring=hollywood(Pricing(upcard_limit=UpcardLimit.ACE_ONE, spade_doubles=SpadeDoubles.POINTS))
    )
    rng = random.Random(4)
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    while match.outcome is None:
        deal = match.new_deal(shuffled_deck(rng))
        assert deal.state.terms.knock_limit == min(10, deal.state.upcard.pips)
        match = match.enter(played(deal, rng))
    assert sum(match.outcome.net) == 0
    assert match.undo().outcome is None


def test_resigning_settles_every_column() -> None:
    """The policy settles a resignation, so a sheet of several matches can do it column by column."""
    match = Match.start(presets.MODERN.replace(scoring=hollywood(Pricing())), names=("A", "B"), dealer=0)
    match = match.enter(knock(0, 2, 20)).resign(0)
    assert match.outcome is not None
    assert match.outcome.winner == 1
    # Column 1: 100 against 18 and a box. Columns 2 and 3: 100, doubled as the other has nothing.
    assert match.outcome.net == (-(100 - 43) - 200 - 200, 457)


# Three-handed Oklahoma: the same scoring, another seating, three accounts ---------------------------------------


def three_handed(rules: Rules) -> Match:
    """Return a match of three; that the seating is one, type checkers see."""
    seating: Seating = ThreeHanded()
    return Match.start(rules.replace(seating=seating), names=("Anna", "Bertil", "Cilla"), dealer=0)


def test_three_handed_oklahoma() -> None:
    """Two of three meet, the loser rests; a void deal is repeated; all three settle with each other."""
    seven = Card.parse("7h")
    match = three_handed(OKLAHOMA)
    met: list[tuple[int, tuple[int, int]]] = []
    results = (
        knock(0, 3, 53, upcard=seven),  # Bertil 50 from Cilla
        DealResult(ending=Ending.VOID),
        knock(0, 3, 53, upcard=seven),
        knock(0, 3, 53, upcard=seven),
        knock(0, 3, 53, upcard=seven),
    )
    for result in results:
        assert match.round is not None
        met.append((match.round.dealer, match.tables[0].players))
        match = match.enter(result)
    # Cilla lost and rests; Anna, to her left, is forehand against Bertil: twice, as the first deal is void.
    assert met == [(0, (1, 2)), (2, (0, 1)), (2, (0, 1)), (1, (2, 0)), (0, (1, 2))]
    assert match.sheet.points == (50, 100, 50)
    match = match.enter(knock(0, 3, 53, upcard=seven))
    assert match.outcome is None
    match = match.enter(knock(1, 3, 43, upcard=Card.parse("3s")))  # doubled, two boxes
    assert match.outcome is not None
    assert match.outcome.totals == (180 + 100 + 4 * 25, 100 + 2 * 25, 50 + 25)
    assert match.outcome.net == (230 + 305, 75 - 230, -305 - 75)
    assert match.undo().undo().undo().sheet.points == (50, 50, 50)


def test_three_handed_shutout_is_between_two() -> None:
    """Between two losers it is the plain difference; a loser on zero is shut out by the winner only."""
    scoring = OKLAHOMA.scoring
    sheet = scoring.open(3)
    for winner, points in ((0, 90), (1, 40), (0, 60)):
        lines = (ScoreLine("difference", points),)
        score = DealScore(winner=0, points=points, lines=lines, half_boxes=(2, 0))
        sheet = scoring.enter(sheet, score, accounts=(winner, 2))
    outcome = scoring.outcome(sheet)
    assert outcome is not None
    assert outcome.totals == (150 + 100 + 50, 40 + 25, 0)
    assert [(pair.accounts, pair.net, pair.shutout) for pair in outcome.pairs] == [
        ((0, 1), 235, False),
        ((0, 2), 600, True),
        ((1, 2), 65, False),
    ]
    assert outcome.settlement == (835, 65 - 235, -665)


def test_a_seating_stands_in_the_repr() -> None:
    """What repr shows of a match with a seating of its own builds the same match."""
    match = three_handed(OKLAHOMA).enter(knock(0, 3, 53, upcard=Card.parse("7h")))
    names = {name: getattr(ginrules, name) for name in ginrules.__all__} | {
        "RULES": match.rules,
    }
    assert eval(repr(match).replace(repr(match.rules), "RULES"), dict(names)) == match  # noqa: S307  our own text


def test_three_handed_with_cards() -> None:
    """Whole matches of three with cards come to an end that adds up."""
    rng = random.Random(5)
    match = three_handed(OKLAHOMA)
    while match.outcome is None:
        match = match.enter(played(match.new_deal(shuffled_deck(rng)), rng))
    assert sum(match.outcome.net) == 0
    assert max(match.sheet.points) >= 150


# A partnership round with a void deal: several deals at once, one booking ----------------------------------------


PARTNERSHIP = presets.MODERN.replace(target=125)
NAMES = ("Anna", "Bertil", "Cilla", "David")


def partnership(
    *, box: Box = Box.PER_DEAL, void_in_round: VoidInRound = VoidInRound.REDEAL, rules: Rules = PARTNERSHIP
) -> Match:
    """Return a match of two sides; that the seating is one, type checkers see."""
    seating: Seating = Partnership(box=box, void_in_round=void_in_round)
    return Match.start(rules.replace(seating=seating), names=NAMES, dealer=0)


def test_a_partnership_round_with_a_void_deal() -> None:
    """Both deals are open at once; the void one is dealt again; the net is booked when both are finished."""
    match = partnership()
    assert [table.players for table in match.tables] == [(0, 1), (2, 3)]
    match = match.enter(knock(0, 3, 15), table=0)
    assert match.sheet.entries == ()
    assert [table.players for table in match.tables] == [(2, 3)]
    match = match.enter(DealResult(ending=Ending.VOID), table=1)
    assert [table.players for table in match.tables] == [(2, 3)]
    match = match.enter(knock(1, 3, 13))  # the only table that is open
    assert match.sheet.points == (2, 0)
    assert match.sheet.entries[0].half_boxes == (2, 2)
    assert [line.points for line in match.sheet.entries[0].lines] == [12, -10]
    assert [table.players for table in match.tables] == [(0, 3), (2, 1)]
    assert match.dealer == 1  # the losing side deals
    assert len(match.entries) == 3
    assert match.undo().undo().undo() == partnership()


def test_a_void_deal_may_count_nothing() -> None:
    """With the other rule the void deal is finished, and the other one is the net."""
    match = partnership(void_in_round=VoidInRound.ZERO, box=Box.PER_ROUND)
    match = match.enter(DealResult(ending=Ending.VOID), table=1).enter(knock(1, 1, 30))
    assert match.sheet.points == (0, 29)
    assert match.sheet.entries[0].half_boxes == (0, 2)
    match = match.enter(knock(0, 1, 30), table=0).enter(knock(1, 1, 30), table=1)
    assert match.sheet.points == (0, 29)  # a net of zero scores nobody
    assert len(match.sheet.entries) == 1


def test_the_order_of_parallel_deals_does_not_matter() -> None:
    """The tables of a round may finish in any order."""
    results = {0: knock(0, 1, 31), 1: knock(1, 1, 30)}
    ends = [
        partnership().enter(results[first], table=first).enter(results[second], table=second)
        for first, second in permutations(results)
    ]
    assert ends[0].sheet == ends[1].sheet
    assert ends[0].round == ends[1].round
    assert ends[0].sheet.points == (1, 0)


def test_a_table_has_to_be_open() -> None:
    """With two open deals one has to be named, and a finished one takes no other result."""
    match = partnership()
    with pytest.raises(MatchError, match="table None has no open deal; expected 0 or 1"):
        match.enter(knock(0, 1, 31))
    with pytest.raises(MatchError, match="table 0 has no open deal; expected 1"):
        match.enter(knock(0, 1, 31), table=0).enter(knock(0, 1, 31), table=0)


def test_a_partnership_with_cards() -> None:
    """Whole partnership matches with cards end, and sides settle, not players."""
    rng = random.Random(6)
    match = partnership()
    while match.outcome is None:
        assert match.round is not None
        table = rng.choice(match.round.open_tables)
        match = match.enter(played(match.new_deal(shuffled_deck(rng), table=table), rng), table=table)
    assert match.outcome.names == ("Anna and Cilla", "Bertil and David")
    assert sum(match.outcome.net) == 0


def test_a_side_is_given_up_by_one_of_it() -> None:
    """A player resigns for his side."""
    match = partnership().enter(knock(0, 1, 31), table=0).resign(3)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.resigned) == (0, 3)
    assert match.outcome.net == (200, -200)  # the open round is dropped: 100, doubled as the side has nothing


# What a third party may bring --------------------------------------------------------------------------------


@attrs.frozen
class LastDealsDouble:
    """The standard scoring, but from 80 points on every deal counts double."""

    base: ScoringPolicy

    def __getattr__(self, name: str) -> object:
        return getattr(self.base, name)

    def terms(self, sheet: Sheet, upcard: Card | None) -> DealTerms:
        """Return the terms, doubled late in the match."""
        return attrs.evolve(self.base.terms(sheet, upcard), factor=2 if max(sheet.points) >= 80 else 1)

    def enter(self, sheet: Sheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)) -> Sheet:
        """Return the sheet with the score, doubled late in the match."""
        factor = self.terms(sheet, None).factor
        if factor > 1 and score.winner is not None:
            more = ScoreLine("the last deals double", score.points)
            score = attrs.evolve(score, points=2 * score.points, lines=(*score.lines, more))
        return self.base.enter(sheet, score, accounts=accounts)


def test_a_policy_need_not_be_composed() -> None:
    """Anything with the methods is a scoring: here one that doubles a deal by what stands on the sheet."""
    policy = cast("ScoringPolicy", LastDealsDouble(presets.CLASSIC.scoring))
    match = Match.start(presets.CLASSIC.replace(scoring=policy), names=("A", "B"), dealer=0)
    match = match.enter(knock(0, 1, 79)).enter(knock(0, 1, 4))
    assert match.sheet.points == (81, 0)
    assert match.enter(knock(0, 1, 10)).sheet.points == (99, 0)
    rng = random.Random(8)
    while match.outcome is None:
        deal = match.new_deal(shuffled_deck(rng))
        assert deal.state.terms.factor == 2
        match = match.enter(played(deal, rng))
    assert match.sheet.points[0] % 2 == match.sheet.points[1] % 2 + 1
