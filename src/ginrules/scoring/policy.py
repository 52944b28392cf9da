"""What a scoring is: the values that pass between a deal, its price and the score sheet, and the protocols.

A :class:`ScoringPolicy` is all that rules, deals and matches know of scoring. Those of this library are composed
of a :class:`PricingPolicy`, which says what a deal is worth, and a :class:`Ledger`, which books it and says when
the match is over; see :class:`~ginrules.scoring.Scoring`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol, TypeVar, final

import attrs

from ginrules.cards import Card, Suit
from ginrules.errors import ResultError
from ginrules.melds import Arrangement
from ginrules.results import SEATS, DealResult, Ending, Seat, as_seat, is_whole, show_suits

HALVES: Final = 2
"""Boxes are counted in halves, because a void deal may give half a box. Rule: CORE-17."""


def _show_ending(ending: Ending | None) -> str:
    return str(ending)


@final
@attrs.frozen(kw_only=True)
class DealTerms:
    """All that a match tells a deal before it begins."""

    knock_limit: int | None = None
    """The most deadwood with which one may knock; None leaves it to the house. Rules: CORE-11, OKLA-01."""
    factor: int = 1
    """What points count in this deal: 2 where something doubles them from the start. It is told to the players;
    the price of the result has the doubling in it without being told. Rule: OKLA-03."""
    open_suits: tuple[Suit, ...] = attrs.field(default=tuple(Suit), repr=show_suits)
    """The suits in which points can still be had. Rule: COLOR-05."""


@final
@attrs.frozen
class ScoreLine:
    """One line of an account: what for, and how many points. Rule: SCORE-07."""

    label: str
    points: int


@final
@attrs.frozen(kw_only=True)
class DealScore:
    """What a deal, or a round of deals, is worth, and to whom. Rules: SCORE-01 to SCORE-07.

    Raises:
        ResultError: the lines do not add up, or points go to nobody.

    >>> DealScore(winner=0, points=14, lines=(ScoreLine("difference", 14),), half_boxes=(2, 0)).boxes
    1
    """

    winner: Seat | None = attrs.field(default=None, converter=as_seat)
    """The seat that won the deal; None when it is void or nobody won it."""
    points: int = 0
    """What the winner scores; never negative."""
    lines: tuple[ScoreLine, ...] = ()
    """The points itemised; they add up to :attr:`points`."""
    half_boxes: tuple[int, int] = (0, 0)
    """Half boxes by seat: two for each box. Both seats can have some where several deals are scored as one."""
    ending: Ending | None = attrs.field(default=None, repr=_show_ending)
    """How the deal ended; None for a round of several deals."""
    blocked: tuple[Suit, ...] = attrs.field(default=(), repr=show_suits)
    """The suits in which the points do not count. Rule: COLOR-02."""

    def __attrs_post_init__(self) -> None:
        """Refuse a score that does not add up."""
        problems = tuple(_score_problems(self))
        if problems:
            raise ResultError(problems)

    @property
    def boxes(self) -> int:
        """The whole boxes that the winner gets; 0 without a winner."""
        return 0 if self.winner is None else self.half_boxes[self.winner] // HALVES


def _score_problems(score: DealScore) -> Iterator[str]:
    if score.winner not in (None, 0, 1):
        yield f"winner is {score.winner!r}; expected seat 0 or 1, or None"
    if not is_whole(score.points):
        yield f"points is {score.points!r}; expected a whole number, 0 or more"
    elif score.winner is None and score.points:
        yield f"{score.points} points go to nobody; without a winner there are none"
    listed = total(score.lines)
    if listed != score.points:
        yield f"the lines add up to {listed}, but points is {score.points!r}"
    if len(score.half_boxes) != len(SEATS) or not all(is_whole(number) for number in score.half_boxes):
        yield f"half_boxes is {score.half_boxes!r}; expected two whole numbers, 0 or more, seat 0 first"


def total(lines: Sequence[ScoreLine]) -> int:
    """Return what the lines add up to."""
    return sum(line.points for line in lines)


@final
@attrs.frozen(kw_only=True)
class Entry:
    """One row of a score sheet: what one deal, or one round of deals, brought."""

    account: int | None
    """Whose points they are; None where only half boxes are booked."""
    points: int
    half_boxes: tuple[int, ...]
    """Half boxes by account."""
    lines: tuple[ScoreLine, ...] = ()
    """The points itemised, as they were priced."""


class Sheet(Protocol):
    """A score sheet of any number of accounts: immutable, and read by the ledger that made it.

    An account is whoever scores for himself: a player, or a side.
    """

    @property
    def accounts(self) -> int:
        """How many score for themselves."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was booked, in order; deals that brought nothing to anybody are not."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """The deal points so far, by account."""
        ...


@final
@attrs.frozen(kw_only=True)
class Pair:
    """What two accounts settle between them at the end. Rules: MATCH-06, THREE-03."""

    accounts: tuple[int, int]
    net: int
    """What the second owes the first; negative if the first owes the second."""
    shutout: bool = False
    """Whether one of them is shut out by the other, and the net counts that. Rule: MATCH-05."""


@final
@attrs.frozen(kw_only=True)
class Outcome:
    """How a match ended. Rules: MATCH-02 to MATCH-06, MATCH-10.

    Raises:
        ResultError: the numbers do not go together.

    """

    winner: int | None
    """The account that won; None for a draw."""
    totals: tuple[int, ...]
    """Final totals by account, bonuses included."""
    settlement: tuple[int, ...]
    """What each account gets from (or, negative, owes) all the others together; sums to zero."""
    lines: tuple[tuple[ScoreLine, ...], ...]
    """The totals itemised, by account."""
    pairs: tuple[Pair, ...] = ()
    """What each two accounts settle; together the settlement."""

    def __attrs_post_init__(self) -> None:
        """Refuse numbers that do not go together."""
        problems = tuple(_outcome_problems(self))
        if problems:
            raise ResultError(problems)


def _outcome_problems(outcome: Outcome) -> Iterator[str]:
    accounts = len(outcome.totals)
    if not len(outcome.settlement) == len(outcome.lines) == accounts:
        yield f"{accounts} totals, {len(outcome.settlement)} nets and {len(outcome.lines)} lists; expected as many"
    elif outcome.winner is not None and outcome.winner not in range(accounts):
        yield f"winner is {outcome.winner!r}; expected an account from 0 to {accounts - 1}, or None"
    if sum(outcome.settlement):
        yield f"the settlement {outcome.settlement!r} does not sum to zero"
    listed = tuple(total(lines) for lines in outcome.lines)
    if listed != outcome.totals:
        yield f"the lines add up to {listed!r}, but totals is {outcome.totals!r}"


class PricingPolicy(Protocol):
    """Says what a deal is worth. Rules: chapter 2 of the rulebook."""

    @property
    def plays_big_gin(self) -> bool:
        """Whether big gin may be declared. Rule: CORE-14."""
        ...

    @property
    def needs_void_deadwood(self) -> bool:
        """Whether a void deal is priced by what each was left with. Rule: CORE-17."""
        ...

    def knock_limit(self, upcard: Card | None) -> int | None:
        """Return the knock limit that an upcard sets; None where it sets none or is not known. Rule: OKLA-01."""
        ...

    def factor(self, upcard: Card | None) -> int:
        """Return what an upcard multiplies the points by; 1 where it does not or is not known. Rule: OKLA-03."""
        ...

    def price(self, result: DealResult) -> DealScore:
        """Return what the deal is worth.

        Raises:
            ResultError: it cannot be priced: facts are missing, or the ruleset does not know such an ending.

        """
        ...

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return the names of the facts that the price still needs, such as ``upcard``."""
        ...

    def describe(self) -> tuple[str, ...]:
        """Return the prices in plain sentences, each with the IDs of its rules."""
        ...


SheetT = TypeVar("SheetT", bound=Sheet)


class Ledger(Protocol[SheetT]):
    """Books scores on a sheet of its own kind, and says when and how the match is over. Rules: chapter 3."""

    @property
    def sheet_type(self) -> type[SheetT]:
        """The kind of sheet that it books on."""
        ...

    @property
    def books_rounds(self) -> bool:
        """Whether several deals can be booked as one, by the net of two sides. Rule: PAIRS-02."""
        ...

    @property
    def restricts_spreads(self) -> bool:
        """Whether some spread may be refused; otherwise :meth:`admits` need not be asked."""
        ...

    def open_suits(self, sheet: SheetT) -> tuple[Suit, ...]:
        """Return the suits in which points can still be had, ascending; all four where suits do not matter."""
        ...

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:
        """Return whether a spread may end the deal. Rule: COLOR-06."""
        ...

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:
        """Return the suits in which a spread would score, ascending; all four where suits do not matter."""
        ...

    def why_not_admitted(self, terms: DealTerms) -> str:
        """Return the sentence that tells a player why no such spread may end the deal."""
        ...

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return the names of the facts that the booking still needs, such as ``blocked``."""
        ...

    def open(self, accounts: int) -> SheetT:
        """Return a new sheet.

        Raises:
            MatchError: there are too few accounts.

        """
        ...

    def enter(self, sheet: SheetT, score: DealScore, *, accounts: tuple[int, int] = (0, 1)) -> SheetT:
        """Return the sheet with a score booked; *accounts* says for whom each seat scores.

        Raises:
            MatchError: the match is over, or there are no such accounts.

        """
        ...

    def outcome(self, sheet: SheetT) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        ...

    def resign(self, sheet: SheetT, account: int) -> Outcome:
        """Return how the match ends when an account gives it up. Rule: MATCH-10.

        Raises:
            MatchError: the match is over already, or it cannot be given up.

        """
        ...

    def describe(self) -> tuple[str, ...]:
        """Return the booking in plain sentences, each with the IDs of its rules."""
        ...


class ScoringPolicy(Protocol):
    """All that rules, deals and matches ask of a scoring; see :class:`PricingPolicy` and :class:`Ledger`.

    A sheet goes back only to the policy that opened it, or to an equal one.
    """

    @property
    def plays_big_gin(self) -> bool:
        """Whether big gin may be declared. Rule: CORE-14."""
        ...

    @property
    def needs_void_deadwood(self) -> bool:
        """Whether a void deal is priced by what each was left with. Rule: CORE-17."""
        ...

    @property
    def books_rounds(self) -> bool:
        """Whether several deals can be booked as one, by the net of two sides. Rule: PAIRS-02."""
        ...

    @property
    def restricts_spreads(self) -> bool:
        """Whether some spread may be refused; otherwise :meth:`admits` need not be asked."""
        ...

    def terms(self, sheet: Sheet, upcard: Card | None) -> DealTerms:
        """Return the terms of the next deal; without an upcard, as far as they are known."""
        ...

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:
        """Return whether a spread may end the deal. Rule: COLOR-06."""
        ...

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:
        """Return the suits in which a spread would score, ascending; all four where suits do not matter."""
        ...

    def why_not_admitted(self, terms: DealTerms) -> str:
        """Return the sentence that tells a player why no such spread may end the deal."""
        ...

    def price(self, result: DealResult) -> DealScore:
        """Return what the deal is worth.

        Raises:
            ResultError: it cannot be priced: facts are missing, or the ruleset does not know such an ending.

        """
        ...

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return the names of the facts that a score keeper must still be asked."""
        ...

    def open(self, accounts: int) -> Sheet:
        """Return a new sheet.

        Raises:
            MatchError: there are too few accounts.

        """
        ...

    def enter(self, sheet: Sheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)) -> Sheet:
        """Return the sheet with a score booked; *accounts* says for whom each seat scores.

        Raises:
            MatchError: the match is over, there are no such accounts, or the sheet is of another kind.

        """
        ...

    def outcome(self, sheet: Sheet) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        ...

    def resign(self, sheet: Sheet, account: int) -> Outcome:
        """Return how the match ends when an account gives it up. Rule: MATCH-10.

        Raises:
            MatchError: the match is over already, or it cannot be given up.

        """
        ...

    def knobs(self) -> Mapping[str, object]:
        """Return every knob by name, with its value."""
        ...

    def replace(self, **knobs: object) -> "ScoringPolicy":
        """Return a copy with other knobs.

        Raises:
            RulesError: there is no such knob, or the copy is impossible; every clash named.

        """
        ...

    def describe(self) -> tuple[str, ...]:
        """Return the scoring in plain sentences, each with the IDs of its rules."""
        ...
