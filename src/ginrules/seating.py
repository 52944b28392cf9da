"""Who deals and who meets whom: what a match asks of its seating, and the simplest seating, two players.

Three words: a *player* is a person, numbered from 0; an *account* is whoever scores for himself, a player or a
side; a *seat* is a place in one deal, 0 or 1. With two players the three are the same number.
"""

from collections.abc import Sequence
from typing import Protocol, assert_never, final

import attrs

from ginrules.results import SEATS, Ending, Seat
from ginrules.rules import NextDealer, VoidRedeal
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
    """The deals that are played at the same time; with two players it is always one."""

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

    An immutable value without history: all that it goes by is in the round.
    """

    @property
    def players(self) -> int:
        """How many persons play."""
        ...

    @property
    def accounts(self) -> int:
        """How many score for themselves."""
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


@final
@attrs.frozen(kw_only=True)
class TwoPlayers:
    """Two players, each for himself. Rules: MATCH-08, CORE-17, SCORE-03.

    >>> seating = TwoPlayers(next_dealer=NextDealer.LOSER)
    >>> won = DealScore(winner=0, points=3, lines=(ScoreLine("difference", 3),))
    >>> _, then = seating.finish(seating.first_round(0), 0, won)
    >>> then.dealer
    1
    """

    next_dealer: NextDealer = attrs.field(default=NextDealer.WINNER, repr=str)
    """Rule: MATCH-08."""
    void_redeal: VoidRedeal = attrs.field(default=VoidRedeal.SAME_DEALER, repr=str)
    """Rule: CORE-17."""

    @property
    def players(self) -> int:
        """How many persons play."""
        return len(SEATS)

    @property
    def accounts(self) -> int:
        """How many score for themselves."""
        return len(SEATS)

    def account_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what the accounts are called: as the players."""
        return tuple(names)

    def account_of(self, player: int) -> int:
        """Return for whom a player scores: for himself."""
        return player

    def first_round(self, dealer: int) -> Round:
        """Return the first round: one deal, dealt by this player."""
        table = Table(players=(0, 1), accounts=(0, 1), dealer=Seat(dealer))
        return Round(dealer=dealer, tables=(table,), scores=(None,))

    def finish(self, now: Round, table: int, score: DealScore) -> tuple[tuple[Booking, ...], Round]:
        """Return what is to be booked, all of it, and the next deal."""
        booking = Booking(score=score, accounts=now.tables[table].accounts)
        return (booking,), self.first_round(self._dealer_after(now.dealer, score))

    def _dealer_after(self, dealer: int, score: DealScore) -> int:
        other = 1 - dealer
        if score.winner is None:
            passes_on = score.ending is Ending.VOID and self.void_redeal is VoidRedeal.NEXT_DEALER
            return other if passes_on else dealer
        match self.next_dealer:
            case NextDealer.WINNER:
                return score.winner
            case NextDealer.LOSER:
                return 1 - score.winner
            case NextDealer.ALTERNATE:
                return other
            case _:
                assert_never(self.next_dealer)
