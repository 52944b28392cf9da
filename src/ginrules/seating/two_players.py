"""The simplest seating: two players, and who of them deals next."""

from collections.abc import Sequence
from enum import Enum
from typing import assert_never, final

import attrs

from ginrules.errors import RulesError
from ginrules.results import SEATS, Ending, Seat
from ginrules.scoring import DealScore
from ginrules.scoring.pricing import wrong_kinds
from ginrules.seating.policy import Booking, Round, Table


class VoidRedeal(Enum):
    """Who deals after a void deal. Rule: CORE-17."""

    SAME_DEALER = "same_dealer"
    NEXT_DEALER = "next_dealer"


class NextDealer(Enum):
    """Who deals after a deal that was won. Rule: MATCH-08."""

    WINNER = "winner"
    LOSER = "loser"
    ALTERNATE = "alternate"


@final
@attrs.frozen(kw_only=True)
class TwoPlayers:
    """Two players, each for himself. Rules: MATCH-08, CORE-17, SCORE-03.

    Raises:
        RulesError: knobs that are no such values, every one named.

    >>> seating = TwoPlayers(next_dealer=NextDealer.LOSER)
    >>> won = DealScore(winner=0, points=3, lines=(ScoreLine("difference", 3),))
    >>> _, then = seating.finish(seating.first_round(0), 0, won)
    >>> then.dealer
    1
    """

    next_dealer: NextDealer = attrs.field(default=NextDealer.WINNER, repr=str)
    """Who deals after a deal that was won. Rule: MATCH-08."""
    void_redeal: VoidRedeal = attrs.field(default=VoidRedeal.SAME_DEALER, repr=str)
    """Who deals after a void deal. Rule: CORE-17."""

    def __attrs_post_init__(self) -> None:
        """Refuse knobs that are no such values, naming every one."""
        found = [
            *wrong_kinds(
                next_dealer=(self.next_dealer, (NextDealer,)), void_redeal=(self.void_redeal, (VoidRedeal,))
            )
        ]
        if found:
            raise RulesError(found)

    @property
    def players(self) -> int:
        """How many persons play."""
        return len(SEATS)

    @property
    def accounts(self) -> int:
        """How many score for themselves."""
        return len(SEATS)

    @property
    def books_rounds(self) -> bool:
        """Whether the deals of a round are booked as one score: no."""
        return False

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

    def describe(self) -> tuple[str, ...]:
        """Return who deals next, in a sentence."""
        then = {
            NextDealer.WINNER: "The winner of a deal deals the next",
            NextDealer.LOSER: "The loser of a deal deals the next",
            NextDealer.ALTERNATE: "The players deal in turn",
        }[self.next_dealer]
        void = {
            VoidRedeal.SAME_DEALER: "the same dealer deals again",
            VoidRedeal.NEXT_DEALER: "the other player deals",
        }[self.void_redeal]
        return (f"{then}; after a void deal {void}. (MATCH-08, CORE-17)",)

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
