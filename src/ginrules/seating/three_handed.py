"""Three players, of whom two play each deal and one rests."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, assert_never, final

import attrs

from ginrules.errors import RulesError
from ginrules.results import Seat
from ginrules.scoring import DealScore
from ginrules.scoring.pricing import wrong_kinds
from ginrules.seating.policy import Booking, Round, Table

_PLAYERS: Final = 3
_ALL: Final = sum(range(_PLAYERS))
_DEALER_SEAT: Final = Seat(1)


class DealerRole(Enum):
    """Whether who deals plays, too. Rules: THREE-01, THREE-02."""

    RESTS = "rests"
    """The dealer deals to the two others and sits out: THREE-01."""
    PLAYS = "plays"
    """The dealer is one of the two who play: THREE-02."""


@final
@attrs.frozen(kw_only=True)
class ThreeHanded:
    """Three players, each for himself: two meet, and the loser makes room. Rules: THREE-01, THREE-02.

    In the deal the dealer's part is that of seat 1, whoever holds the cards.

    Raises:
        RulesError: the role is no such value.

    >>> seating = ThreeHanded()
    >>> now = seating.first_round(0)
    >>> now.dealer, now.tables[0].players
    (0, (1, 2))
    >>> won = DealScore(winner=0, points=3, lines=(ScoreLine("difference", 3),))
    >>> _, then = seating.finish(now, 0, won)
    >>> then.dealer, then.tables[0].players
    (2, (0, 1))
    """

    dealer_role: DealerRole = attrs.field(default=DealerRole.RESTS, repr=str)
    """Whether the dealer plays. Rules: THREE-01, THREE-02."""

    def __attrs_post_init__(self) -> None:
        """Refuse a role that is none."""
        found = [*wrong_kinds(dealer_role=(self.dealer_role, (DealerRole,)))]
        if found:
            raise RulesError(found)

    @property
    def players(self) -> int:
        """How many persons play."""
        return _PLAYERS

    @property
    def accounts(self) -> int:
        """How many score for themselves: all. Rule: THREE-01."""
        return _PLAYERS

    @property
    def books_rounds(self) -> bool:
        """Whether the deals of a round are booked as one score: no, each is a round of its own."""
        return False

    def account_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what the accounts are called: as the players."""
        return tuple(names)

    def account_of(self, player: int) -> int:
        """Return for whom a player scores: for himself."""
        return player

    def first_round(self, dealer: int) -> Round:
        """Return the first deal: between the two others, or between the dealer and his left neighbor."""
        left = (dealer + 1) % _PLAYERS
        other = _ALL - dealer - left
        match self.dealer_role:
            case DealerRole.RESTS:
                return _round(dealer, left, other)
            case DealerRole.PLAYS:
                return _round(dealer, left, dealer)
            case _:
                assert_never(self.dealer_role)

    def finish(self, now: Round, table: int, score: DealScore) -> tuple[tuple[Booking, ...], Round]:
        """Return the score for the two who met, and the next two: the winner, and who rested.

        A deal that nobody won is dealt again by the same player to the same two.
        """
        players = now.tables[table].players
        booking = Booking(score=score, accounts=players)
        if score.winner is None:
            return (booking,), now
        winner, loser = players[score.winner], players[1 - score.winner]
        rested = _ALL - winner - loser
        match self.dealer_role:
            case DealerRole.RESTS:
                return (booking,), self.first_round(loser)
            case DealerRole.PLAYS:
                return (booking,), _round(rested, winner, rested)
            case _:
                assert_never(self.dealer_role)

    def describe(self) -> tuple[str, ...]:
        """Return who deals and who rests, in sentences."""
        how = {
            DealerRole.RESTS: (
                "Three play, two at a time: the dealer deals to the others and rests; his left neighbor has the"
                " non-dealer's part. The loser deals next and rests. (THREE-01)"
            ),
            DealerRole.PLAYS: (
                "Three play, two at a time: the dealer meets his left neighbor first. Then who rested deals and"
                " meets the winner, and the loser rests. (THREE-02)"
            ),
        }[self.dealer_role]
        again = "A void deal is dealt again by the same dealer to the same two. (THREE-02)"
        return how, again, "Each scores for himself, and each two settle with each other. (THREE-01, THREE-03)"


def _round(dealer: int, forehand: int, other: int) -> Round:
    players = (forehand, other)
    table = Table(players=players, accounts=players, dealer=_DEALER_SEAT)
    return Round(dealer=dealer, tables=(table,), scores=(None,))
