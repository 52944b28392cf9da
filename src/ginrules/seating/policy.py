"""What a seating is: the values that pass between it and a match, and the protocol.

Three words: a *player* is a person, numbered from 0 to the left around the table; an *account* is whoever scores
for himself, a player or a side; a *seat* is a place in one deal, 0 or 1. With two players the three are the same
number.
"""

from collections.abc import Sequence
from typing import Protocol, final

import attrs

from ginrules.results import Seat
from ginrules.scoring import DealScore


@final
@attrs.frozen(kw_only=True)
class Table:
    """Two players who meet in a deal, seat 0 first."""

    players: tuple[int, int]
    accounts: tuple[int, int]
    """For whom each seat scores."""
    dealer: Seat
    """The seat that has the dealer's part in the deal, whoever holds the cards."""


@final
@attrs.frozen(kw_only=True)
class Round:
    """The deals that are played at the same time; with two or three players it is always one."""

    dealer: int
    """The account that deals; it need not play. Rules: MATCH-08, THREE-01, PAIRS-05."""
    tables: tuple[Table, ...]
    scores: tuple[DealScore | None, ...]
    """What the deal at each table was worth; None while it is open."""

    @property
    def open_tables(self) -> tuple[int, ...]:
        """The numbers of the tables whose deal is not finished, ascending."""
        return tuple(number for number, score in enumerate(self.scores) if score is None)


@final
@attrs.frozen(kw_only=True)
class Booking:
    """A score to be booked, and for whom each seat scores."""

    score: DealScore
    accounts: tuple[int, int] = (0, 1)


class Seating(Protocol):
    """Says who deals, who meets whom, and what of a finished deal is booked.

    An immutable value without history: all that it goes by is in the round. One that is a frozen attrs class has
    its fields among the knobs of a ruleset.
    """

    @property
    def players(self) -> int:
        """How many persons play."""
        ...

    @property
    def accounts(self) -> int:
        """How many score for themselves."""
        ...

    @property
    def books_rounds(self) -> bool:
        """Whether the deals of a round are booked as one score, as the net of two sides. Rule: PAIRS-02."""
        ...

    def account_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what the accounts are called, given the names of the players."""
        ...

    def account_of(self, player: int) -> int:
        """Return for whom a player scores."""
        ...

    def first_round(self, dealer: int) -> Round:
        """Return the first round, dealt by this account."""
        ...

    def finish(self, now: Round, table: int, score: DealScore) -> tuple[tuple[Booking, ...], Round]:
        """Return what is to be booked when the deal at a table is finished, and the round as it is then.

        It is the same round with that score in it, or the next one; a void deal may have to be dealt again.
        """
        ...

    def describe(self) -> tuple[str, ...]:
        """Return who deals and who meets whom in plain sentences, each with the IDs of its rules."""
        ...
