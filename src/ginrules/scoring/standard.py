"""The usual sheet: one column of points an account, to a target, with bonuses at the end."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from types import NoneType
from typing import Final, TypeAlias, assert_never, final

import attrs

from ginrules.cards import Suit
from ginrules.errors import MatchError, RulesError
from ginrules.melds import Arrangement
from ginrules.results import DealResult, is_whole
from ginrules.scoring.policy import HALVES, DealScore, DealTerms, Entry, Outcome, Pair, ScoreLine, total
from ginrules.scoring.pricing import wrong_kinds

_SUITS: Final = tuple(Suit)
_TWO: Final = 2


class MatchWinner(Enum):
    """Who wins the match. Rule: MATCH-02."""

    FIRST_TO_TARGET = "first_to_target"
    """Whoever reached the target, even if bonuses lift another's final total above his."""
    HIGHEST_TOTAL = "highest_total"
    """Whoever has the highest final total; of equal ones, whoever reached the target. The game bonus still goes
    to whoever reached the target."""


@final
@attrs.frozen
class Flat:
    """A shutout brings the winner a fixed number of points more. Rule: MATCH-05."""

    points: int = 100


@final
@attrs.frozen
class DoubleTotal:
    """A shutout doubles all that the winner has, game bonus and boxes included. Rule: MATCH-05."""


@final
@attrs.frozen
class DoublePoints:
    """A shutout doubles the winner's deal points. Rule: MATCH-05."""


Shutout: TypeAlias = Flat | DoubleTotal | DoublePoints
"""What a shutout brings the winner. Rule: MATCH-05."""


@final
@attrs.frozen(kw_only=True)
class StandardSheet:
    """A sheet with one column an account; see :class:`StandardLedger`."""

    accounts: int
    """How many score for themselves."""
    entries: tuple[Entry, ...] = ()
    """What was booked, in order."""

    @property
    def points(self) -> tuple[int, ...]:
        """The deal points so far, by account."""
        points = [0] * self.accounts
        for entry in self.entries:
            if entry.account is not None:
                points[entry.account] += entry.points
        return tuple(points)

    @property
    def half_boxes(self) -> tuple[int, ...]:
        """The half boxes so far, by account."""
        columns = zip(*(entry.half_boxes for entry in self.entries), strict=True)
        return tuple(map(sum, columns)) if self.entries else (0,) * self.accounts


@final
@attrs.frozen(kw_only=True)
class StandardLedger:
    """Deal points to a target; then game bonus, boxes and shutout.

    Rules: MATCH-01 to MATCH-06, MATCH-10, THREE-03.

    With more than two accounts the bonuses are the same, each two settle the difference of their totals, and a
    shutout counts only between the winner and whoever is shut out.

    Raises:
        RulesError: knobs that are impossible, every one named.

    >>> ledger = StandardLedger(target=30)
    >>> sheet = ledger.enter(ledger.open(2), DealScore(winner=0, points=31, lines=(ScoreLine("all", 31),)))
    >>> ledger.outcome(sheet).totals
    (231, 0)
    """

    target: int = 100
    """Rule: MATCH-01."""
    game_bonus: int = 100
    """Rule: MATCH-03."""
    box_bonus: int = 20
    """Rule: MATCH-04."""
    winner: MatchWinner = attrs.field(default=MatchWinner.FIRST_TO_TARGET, repr=str)
    """Rule: MATCH-02."""
    shutout: Shutout | None = Flat()
    """Rule: MATCH-05."""
    boxes_count_at_once: bool = False
    """Whether box bonuses count toward the target. Rule: MATCH-01."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be booked, naming every clash."""
        clashes = tuple(_clashes(self))
        if clashes:
            raise RulesError(clashes)

    @property
    def sheet_type(self) -> type[StandardSheet]:
        """The kind of sheet that it books on."""
        return StandardSheet

    @property
    def books_rounds(self) -> bool:
        """Whether several deals can be booked as one by their net: yes."""
        return True

    @property
    def restricts_spreads(self) -> bool:
        """Whether some spread may be refused: never."""
        return False

    def open_suits(self, sheet: StandardSheet) -> tuple[Suit, ...]:  # noqa: ARG002  suits do not matter here
        """Return the suits in which points can still be had: all."""
        return _SUITS

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:  # noqa: ARG002  spreads do not matter here
        """Return whether a spread may end the deal: always."""
        return True

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:  # noqa: ARG002
        """Return the suits in which a spread would score: all."""
        return _SUITS

    def why_not_admitted(self, terms: DealTerms) -> str:  # noqa: ARG002  the protocol has it
        """Return the sentence that nobody is told."""
        return "Every spread may end the deal."

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:  # noqa: ARG002  the score says it all
        """Return the names of the facts that the booking still needs: none."""
        return ()

    def open(self, accounts: int) -> StandardSheet:
        """Return a new sheet for two accounts or more.

        Raises:
            MatchError: there are fewer.

        """
        if not is_whole(accounts, least=_TWO):
            raise MatchError(f"a sheet for {accounts!r} accounts; expected two or more")
        return StandardSheet(accounts=accounts)

    def enter(
        self, sheet: StandardSheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)
    ) -> StandardSheet:
        """Return the sheet with a score booked; *accounts* says for whom each seat scores.

        A score that brings nothing to anybody leaves the sheet as it is. Rules: SCORE-06, MATCH-01, MATCH-04.

        Raises:
            MatchError: the match is over, or there are no such accounts.

        """
        for account in accounts:
            _check_account(sheet, account)
        if accounts[0] == accounts[1]:
            raise MatchError(f"both seats would score for account {accounts[0]}; expected two accounts")
        if self._first(sheet) is not None:
            raise MatchError("the match is over: the target has been reached, so nothing more is booked")
        if score.winner is None and not any(score.half_boxes):
            return sheet
        half_boxes = [0] * sheet.accounts
        for account, number in zip(accounts, score.half_boxes, strict=True):
            half_boxes[account] = number
        entry = Entry(
            account=None if score.winner is None else accounts[score.winner],
            points=score.points,
            half_boxes=tuple(half_boxes),
            lines=score.lines,
        )
        return StandardSheet(accounts=sheet.accounts, entries=(*sheet.entries, entry))

    def outcome(self, sheet: StandardSheet) -> Outcome | None:
        """Return how the match ended, or None while it goes on. Rules: MATCH-01 to MATCH-06.

        Where one entry brings several accounts to the target, the one with more has reached it; with the same,
        the match goes on.
        """
        first = self._first(sheet)
        if first is None:
            return None
        lines = self._lines(sheet, first)
        winner = first
        if self.winner is MatchWinner.HIGHEST_TOTAL:
            totals = [total(listed) for listed in lines]
            winner = max(range(sheet.accounts), key=lambda account: (totals[account], account == first))
        return self._settled(sheet.points, lines, winner)

    def resign(self, sheet: StandardSheet, account: int) -> Outcome:
        """Return how a match of two ends when one gives it up: the other has won it. Rule: MATCH-10.

        Raises:
            MatchError: the match is over already, or it is no match of two.

        """
        _check_account(sheet, account)
        if self._first(sheet) is not None:
            raise MatchError("the match is over, so nobody can give it up")
        if sheet.accounts != _TWO:
            raise MatchError(
                f"one of {sheet.accounts} cannot give the match up for all; only a match of two can be"
            )
        winner = 1 - account
        return self._settled(sheet.points, self._lines(sheet, winner), winner)

    def describe(self) -> tuple[str, ...]:
        """Return the booking in plain sentences, each with the IDs of its rules."""
        return tuple(_describe(self))

    def _first(self, sheet: StandardSheet) -> int | None:
        """Return who has reached the target. Rule: MATCH-01."""
        counted: Sequence[int] = sheet.points
        if self.boxes_count_at_once:
            boxes = self._box_points(sheet)
            counted = [points + more for points, more in zip(counted, boxes, strict=True)]
        most = max(counted)
        return counted.index(most) if most >= self.target and counted.count(most) == 1 else None

    def _box_points(self, sheet: StandardSheet) -> list[int]:
        """Return what the boxes pay, by account; half boxes are added up first. Rules: MATCH-04, CORE-17."""
        return [self.box_bonus * number // HALVES for number in sheet.half_boxes]

    def _lines(self, sheet: StandardSheet, first: int) -> list[list[ScoreLine]]:
        """Return each account's total itemised, shutouts aside."""
        boxes = self._box_points(sheet)
        lines = [[ScoreLine("points", points)] for points in sheet.points]
        if self.game_bonus:
            lines[first].append(ScoreLine("game bonus", self.game_bonus))
        for account, points in enumerate(boxes):
            if points:
                lines[account].append(ScoreLine("boxes", points))
        return lines

    def _settled(self, points: tuple[int, ...], lines: list[list[ScoreLine]], winner: int) -> Outcome:
        """Settle between each two, shutouts included. Rules: MATCH-05, MATCH-06, THREE-03."""
        accounts = range(len(points))
        plain = [total(listed) for listed in lines]
        more = _shutout_points(self.shutout, points[winner], plain[winner])
        shut_out = {a for a in accounts if a != winner and not points[a] and self.shutout is not None}
        settlement = [0] * len(points)
        pairs: list[Pair] = []
        for a, b in combinations(accounts, 2):
            net = plain[a] - plain[b]
            shutout = winner in (a, b) and not shut_out.isdisjoint((a, b))
            if shutout:
                net += more if a == winner else -more
            pairs.append(Pair(accounts=(a, b), net=net, shutout=shutout))
            settlement[a] += net
            settlement[b] -= net
        if len(points) == _TWO and shut_out and more:
            lines[winner].append(ScoreLine("shutout", more))
        return Outcome(
            winner=winner,
            totals=tuple(total(listed) for listed in lines),
            settlement=tuple(settlement),
            lines=tuple(map(tuple, lines)),
            pairs=tuple(pairs),
        )


def _shutout_points(shutout: Shutout | None, points: int, plain_total: int) -> int:
    """Return what a shutout adds to the winner's side."""
    match shutout:
        case None:
            return 0
        case Flat():
            return shutout.points
        case DoubleTotal():
            return plain_total
        case DoublePoints():
            return points
        case _:
            assert_never(shutout)


def _check_account(sheet: StandardSheet, account: int) -> None:
    if account not in range(sheet.accounts):
        raise MatchError(f"account {account!r} is not on the sheet; expected 0 to {sheet.accounts - 1}")


def _clashes(ledger: StandardLedger) -> Iterator[str]:
    if not is_whole(ledger.target, least=1):
        yield f"target is {ledger.target!r}; expected points, 1 or more"
    for name in ("game_bonus", "box_bonus"):
        bonus: object = getattr(ledger, name)
        if not is_whole(bonus):
            yield f"{name} is {bonus!r}; expected points, 0 or more"
    if isinstance(ledger.shutout, Flat) and not is_whole(ledger.shutout.points):
        yield f"shutout is Flat({ledger.shutout.points!r}); expected points, 0 or more"
    yield from wrong_kinds(
        winner=(ledger.winner, (MatchWinner,)),
        shutout=(ledger.shutout, (Flat, DoubleTotal, DoublePoints, NoneType)),
        boxes_count_at_once=(ledger.boxes_count_at_once, (bool,)),
    )


def _describe(ledger: StandardLedger) -> Iterator[str]:
    boxes = ", boxes counted at once" if ledger.boxes_count_at_once else ", boxes not counted"
    yield f"The match ends when deal points reach {ledger.target}{boxes}. (MATCH-01)"
    yield {
        MatchWinner.FIRST_TO_TARGET: "Whoever reaches the target wins the match. (MATCH-02)",
        MatchWinner.HIGHEST_TOTAL: "Whoever has the highest final total wins the match. (MATCH-02)",
    }[ledger.winner]
    if ledger.game_bonus:
        yield f"Whoever reaches the target gets {ledger.game_bonus} more. (MATCH-03)"
    if ledger.box_bonus:
        yield f"Each deal won gives a box, worth {ledger.box_bonus} at the end. (MATCH-04)"
    match ledger.shutout:
        case Flat():
            yield f"If the loser has no deal points, the winner gets {ledger.shutout.points} more. (MATCH-05)"
        case DoubleTotal():
            yield "If the loser has no deal points, all that the winner has is doubled. (MATCH-05)"
        case DoublePoints():
            yield "If the loser has no deal points, the winner's deal points are doubled. (MATCH-05)"
        case None:
            pass
        case _:
            assert_never(ledger.shutout)
    yield "The settlement is the difference of the final totals. (MATCH-06)"
