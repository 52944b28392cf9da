"""Hollywood: several matches at once, in columns on one sheet. Rules: chapter 4 of the rulebook."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from types import NoneType
from typing import Final, final

import attrs

from ginrules.cards import Suit
from ginrules.errors import MatchError, RulesError
from ginrules.melds import Arrangement
from ginrules.results import DealResult, Ending, is_whole
from ginrules.scoring.policy import DealScore, DealTerms, Entry, Outcome, Pair, ScoreLine, total
from ginrules.scoring.pricing import wrong_kinds
from ginrules.scoring.standard import DoublePoints, DoubleTotal, Flat, Shutout, StandardLedger, StandardSheet

_SUITS: Final = tuple(Suit)
_MAX_COLUMNS: Final = 20
_GINS: Final = {Ending.GIN, Ending.BIG_GIN}


class LateEntry(Enum):
    """Where a win goes whose next column has closed before the player opened it. Rule: HOLLY-07."""

    NEXT_OPEN = "next_open"
    """It opens the next column instead."""
    LOST = "lost"
    """The player's count goes on, and the closed columns are simply left out."""


class HollywoodEnd(Enum):
    """When the match is over, and who has won it. Rule: HOLLY-04."""

    ALL_CLOSED = "all_closed"
    """When all columns are closed; the net over the columns decides, and a net of 0 is a draw."""
    MOST_COLUMNS = "most_columns"
    """When a player has won more than half of the columns, or all are closed."""


@final
@attrs.frozen(kw_only=True)
class HollywoodSheet:
    """Columns side by side, each a sheet of its own; see :class:`HollywoodLedger`."""

    columns: tuple[StandardSheet, ...]
    """The columns, the first first."""
    opened: tuple[int, ...]
    """Up to which column each account has entries, by account: 0 before its first win."""
    entries: tuple[Entry, ...] = ()
    """What was booked, in order, once however many columns it went into."""
    entered: tuple[tuple[int, ...], ...] = ()
    """The columns that each entry went into, counted from 0."""

    @property
    def accounts(self) -> int:
        """How many score for themselves."""
        return len(self.opened)

    @property
    def points(self) -> tuple[int, ...]:
        """The deal points so far, all columns together, by account."""
        return tuple(map(sum, zip(*(column.points for column in self.columns), strict=True)))

    @property
    def column_points(self) -> tuple[tuple[int, ...], ...]:
        """The points of each account in each column, by account and then by column."""
        return tuple(zip(*(column.points for column in self.columns), strict=True))


@final
@attrs.frozen(kw_only=True)
class HollywoodLedger:
    """A first win goes into column 1, a second into 1 and 2, later ones into all. Rules: HOLLY-01 to HOLLY-07.

    Each column is a match of its own: it closes at the target, with game bonus, boxes and shutout by what stands
    in that column alone. With half a box for a void deal, it goes into the open columns that the player has
    opened; the sources do not know of that.

    Raises:
        RulesError: knobs that are impossible, every one named.

    >>> ledger = HollywoodLedger()
    >>> sheet = ledger.open(2)
    >>> for winner, points in ((0, 18), (1, 23), (0, 41)):
    ...     score = DealScore(winner=winner, points=points, lines=(ScoreLine("all", points),))
    ...     sheet = ledger.enter(sheet, score)
    >>> sheet.column_points
    ((59, 41, 0), (23, 0, 0))
    """

    columns: int = 3
    """Rule: HOLLY-01."""
    target: int = 100
    """What closes a column. Rule: HOLLY-02."""
    game_bonus: int = 100
    """For each column won. Rule: HOLLY-05."""
    box_bonus: int = 25
    """For each entry in a column. Rule: HOLLY-05."""
    shutout: Shutout | None = attrs.field(factory=DoubleTotal)
    """For the winner of a column in which another has nothing. Rule: HOLLY-05."""
    end: HollywoodEnd = attrs.field(default=HollywoodEnd.ALL_CLOSED, repr=str)
    """Rule: HOLLY-04."""
    late_entry: LateEntry = attrs.field(default=LateEntry.NEXT_OPEN, repr=str)
    """Rule: HOLLY-07."""
    gin_opens_all: bool = False
    """Whether gin as a player's first win goes into all columns at once. Rule: HOLLY-06."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be booked, naming every clash."""
        clashes = tuple(_clashes(self))
        if clashes:
            raise RulesError(clashes)

    @property
    def column(self) -> StandardLedger:
        """The ledger by which each column is booked."""
        return StandardLedger(
            target=self.target, game_bonus=self.game_bonus, box_bonus=self.box_bonus, shutout=self.shutout
        )

    @property
    def sheet_type(self) -> type[HollywoodSheet]:
        """The kind of sheet that it books on."""
        return HollywoodSheet

    @property
    def books_rounds(self) -> bool:
        """Whether several deals can be booked as one by their net: yes."""
        return True

    @property
    def restricts_spreads(self) -> bool:
        """Whether some spread may be refused: never, not for closed columns either."""
        return False

    def open_suits(self, sheet: HollywoodSheet) -> tuple[Suit, ...]:  # noqa: ARG002  suits do not matter here
        """Return the suits in which points can still be had: all."""
        return _SUITS

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:  # noqa: ARG002  spreads do not matter here
        """Return whether a spread may end the deal: always."""
        return True

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:  # noqa: ARG002
        """Return the suits in which a spread would pay: all."""
        return _SUITS

    def why_not_admitted(self, terms: DealTerms) -> str:  # noqa: ARG002  the protocol has it
        """Return the sentence that nobody is told."""
        return "Every spread may end the deal."

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:  # noqa: ARG002  the score says it all
        """Return the names of the facts that the booking still needs: none."""
        return ()

    def open(self, accounts: int) -> HollywoodSheet:
        """Return a new sheet for two accounts or more.

        Raises:
            MatchError: there are fewer.

        """
        column = self.column.open(accounts)
        return HollywoodSheet(columns=(column,) * self.columns, opened=(0,) * accounts)

    def closed(self, sheet: HollywoodSheet) -> tuple[int, ...]:
        """Return the columns that are closed, counted from 0. Rule: HOLLY-02."""
        return tuple(
            number for number, column in enumerate(sheet.columns) if self.column.outcome(column) is not None
        )

    def enter(
        self, sheet: HollywoodSheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)
    ) -> HollywoodSheet:
        """Return the sheet with a score booked in the columns where it belongs.

        Rules: HOLLY-01, HOLLY-02, HOLLY-06, HOLLY-07.

        Raises:
            MatchError: the match is over, or there are no such accounts.

        """
        for account in accounts:
            if account not in range(sheet.accounts):
                raise MatchError(f"account {account!r} is not on the sheet; expected 0 to {sheet.accounts - 1}")
        if accounts[0] == accounts[1]:
            raise MatchError(f"both seats would score for account {accounts[0]}; expected two accounts")
        if self.outcome(sheet) is not None:
            raise MatchError("the match is over, so nothing more is booked")
        if score.winner is None:
            return self._enter_half_boxes(sheet, score, accounts)
        winner = accounts[score.winner]
        closed = self.closed(sheet)
        opened = sheet.opened[winner]
        up_to = self._opened_by_next_win(opened, closed)
        reach = self.columns if self.gin_opens_all and not opened and score.ending in _GINS else up_to
        targets = tuple(number for number in range(reach) if number not in closed)
        return self._booked(sheet, score, accounts, targets, _replaced(sheet.opened, winner, up_to))

    def outcome(self, sheet: HollywoodSheet) -> Outcome | None:
        """Return how the match ended, or None while it goes on. Rules: HOLLY-04, HOLLY-05."""
        results = [self.column.outcome(column) for column in sheet.columns]
        winner = self._majority(results)
        if None in results and winner is None:
            return None
        return self._settled(sheet, results, winner)

    def resign(self, sheet: HollywoodSheet, account: int) -> Outcome:
        """Return how a match of two ends when one gives it up: the other wins every open column. Rule: MATCH-10.

        Raises:
            MatchError: the match is over already, or it is no match of two.

        """
        if self.outcome(sheet) is not None:
            raise MatchError("the match is over, so nobody can give it up")
        results = [self.column.outcome(column) or self.column.resign(column, account) for column in sheet.columns]
        return self._settled(sheet, results, 1 - account)

    def describe(self) -> tuple[str, ...]:
        """Return the booking in plain sentences, each with the IDs of its rules."""
        return tuple(_describe(self))

    def _opened_by_next_win(self, opened: int, closed: tuple[int, ...]) -> int:
        """Return up to which column the next win of a player opens. Rules: HOLLY-01, HOLLY-07."""
        if self.late_entry is LateEntry.NEXT_OPEN:
            closed_prefix = next((n for n in range(self.columns) if n not in closed), self.columns)
            opened = max(opened, closed_prefix)
        return min(self.columns, opened + 1)

    def _enter_half_boxes(
        self, sheet: HollywoodSheet, score: DealScore, accounts: tuple[int, int]
    ) -> HollywoodSheet:
        seats = [seat for seat, number in enumerate(score.half_boxes) if number]
        if not seats:
            return sheet
        reach = max(sheet.opened[accounts[seat]] for seat in seats)
        closed = self.closed(sheet)
        targets = tuple(number for number in range(reach) if number not in closed)
        return self._booked(sheet, score, accounts, targets, sheet.opened) if targets else sheet

    def _booked(
        self,
        sheet: HollywoodSheet,
        score: DealScore,
        accounts: tuple[int, int],
        targets: tuple[int, ...],
        opened: tuple[int, ...],
    ) -> HollywoodSheet:
        columns = tuple(
            self.column.enter(column, score, accounts=accounts) if number in targets else column
            for number, column in enumerate(sheet.columns)
        )
        half_boxes = [0] * sheet.accounts
        for account, number in zip(accounts, score.half_boxes, strict=True):
            half_boxes[account] = number
        entry = Entry(
            account=None if score.winner is None else accounts[score.winner],
            points=score.points,
            half_boxes=tuple(half_boxes),
            lines=score.lines,
        )
        return HollywoodSheet(
            columns=columns,
            opened=opened,
            entries=(*sheet.entries, entry),
            entered=(*sheet.entered, targets),
        )

    def _majority(self, results: Sequence[Outcome | None]) -> int | None:
        """Return who has won more than half of the columns, where that decides. Rule: HOLLY-04."""
        if self.end is not HollywoodEnd.MOST_COLUMNS:
            return None
        won = [result.winner for result in results if result is not None]
        return next(
            (account for account in won if account is not None and won.count(account) * 2 > self.columns), None
        )

    def _settled(self, sheet: HollywoodSheet, results: Sequence[Outcome | None], winner: int | None) -> Outcome:
        """Add the columns up; columns that are still open bring their points. Rules: HOLLY-04, HOLLY-05."""
        lines: list[list[ScoreLine]] = [[] for _ in range(sheet.accounts)]
        nets = dict.fromkeys(combinations(range(sheet.accounts), 2), 0)
        shut_out: set[tuple[int, int]] = set()
        for number, (column, result) in enumerate(zip(sheet.columns, results, strict=True), start=1):
            for account in range(sheet.accounts):
                own = [ScoreLine("points", column.points[account])] if result is None else result.lines[account]
                lines[account].extend(ScoreLine(f"column {number}: {line.label}", line.points) for line in own)
            for pair in nets:
                nets[pair] += _net(column, result, pair)
            if result is not None:
                shut_out.update(pair.accounts for pair in result.pairs if pair.shutout)
        settlement = [0] * sheet.accounts
        for (a, b), net in nets.items():
            settlement[a] += net
            settlement[b] -= net
        if winner is None and self.end is HollywoodEnd.ALL_CLOSED:
            best = max(settlement)
            winner = settlement.index(best) if settlement.count(best) == 1 else None
        return Outcome(
            winner=winner,
            totals=tuple(map(total, lines)),
            settlement=tuple(settlement),
            lines=tuple(map(tuple, lines)),
            pairs=tuple(Pair(accounts=pair, net=net, shutout=pair in shut_out) for pair, net in nets.items()),
        )


def _net(column: StandardSheet, result: Outcome | None, pair: tuple[int, int]) -> int:
    if result is None:
        return column.points[pair[0]] - column.points[pair[1]]
    return next(settled.net for settled in result.pairs if settled.accounts == pair)


def _replaced(numbers: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*numbers[:at], value, *numbers[at + 1 :])


def _clashes(ledger: HollywoodLedger) -> Iterator[str]:
    if not is_whole(ledger.columns, least=1) or ledger.columns > _MAX_COLUMNS:
        yield f"columns is {ledger.columns!r}; expected 1 to {_MAX_COLUMNS}"
    yield from wrong_kinds(
        end=(ledger.end, (HollywoodEnd,)),
        late_entry=(ledger.late_entry, (LateEntry,)),
        gin_opens_all=(ledger.gin_opens_all, (bool,)),
        shutout=(ledger.shutout, (Flat, DoubleTotal, DoublePoints, NoneType)),
    )
    try:
        _ = ledger.column
    except RulesError as error:
        yield from error.clashes


def _describe(ledger: HollywoodLedger) -> Iterator[str]:
    yield (
        f"A player's first win goes into column 1, his second into 1 and 2, and so on up to {ledger.columns}."
        " (HOLLY-01)"
    )
    yield f"A column closes when a player reaches {ledger.target} in it. (HOLLY-02)"
    yield {
        HollywoodEnd.ALL_CLOSED: "When all columns are closed, the net over them decides. (HOLLY-04)",
        HollywoodEnd.MOST_COLUMNS: "Whoever wins more than half of the columns wins the match. (HOLLY-04)",
    }[ledger.end]
    bonuses = [
        f"{points} {name}"
        for points, name in ((ledger.game_bonus, "for the column"), (ledger.box_bonus, "for each entry in it"))
        if points
    ]
    if bonuses:
        yield f"Each column won or lost is settled on its own: {' and '.join(bonuses)}. (HOLLY-05)"
    if ledger.shutout is not None:
        yield "A shutout is counted column by column. (HOLLY-05)"
    if ledger.gin_opens_all:
        yield "Gin as a player's first win goes into all columns. (HOLLY-06)"
    yield {
        LateEntry.NEXT_OPEN: "A win whose next column is closed opens the next open one. (HOLLY-07)",
        LateEntry.LOST: "A win whose next column is closed is entered in the open ones only. (HOLLY-07)",
    }[ledger.late_entry]
