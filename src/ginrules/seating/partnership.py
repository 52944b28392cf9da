"""Two sides of two players or more, one deal for each two opponents, all at once."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, assert_never, final

import attrs

from ginrules.errors import RulesError
from ginrules.results import Ending, Seat, is_whole
from ginrules.scoring import DealScore, ScoreLine
from ginrules.scoring.policy import HALVES
from ginrules.scoring.pricing import wrong_kinds
from ginrules.seating.policy import Booking, Round, Table

MAX_PLAYERS: Final = 100
"""More than any table has seated; a ruleset from a file must not ask for millions."""
_SIDES: Final = (0, 1)
_LEAST: Final = 4


class Box(Enum):
    """What gives a side a box. Rule: PAIRS-04."""

    PER_DEAL = "per_deal"
    """Every deal that one of it has won, whatever the net."""
    PER_ROUND = "per_round"
    """The net of a round, if it is the side's."""


class VoidInRound(Enum):
    """What becomes of a void deal of a round. Rule: PAIRS-05."""

    REDEAL = "redeal"
    """It is dealt again by the same side."""
    ZERO = "zero"
    """It brings nothing to the round."""


@final
@attrs.frozen(kw_only=True)
class Partnership:
    """Two sides; what all deals of a round bring is netted and booked once. Rules: PAIRS-01 to PAIRS-05.

    The sides sit alternately: players 0, 2, 4, … are one, players 1, 3, 5, … the other. In each deal seat 0 is of
    the first side.

    Raises:
        RulesError: knobs that are impossible, every one named.

    >>> seating = Partnership()
    >>> [table.players for table in seating.first_round(0).tables]
    [(0, 1), (2, 3)]
    >>> seating.account_names(("Anna", "Bertil", "Cilla", "David"))
    ('Anna and Cilla', 'Bertil and David')
    """

    players: int = _LEAST
    """How many persons play: an even number, 4 or more. Rule: PAIRS-01."""
    box: Box = attrs.field(default=Box.PER_DEAL, repr=str)
    """Rule: PAIRS-04."""
    void_in_round: VoidInRound = attrs.field(default=VoidInRound.REDEAL, repr=str)
    """Rule: PAIRS-05."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be seated, naming every clash."""
        found = [*_clashes(self)]
        if found:
            raise RulesError(found)

    @property
    def accounts(self) -> int:
        """How many score for themselves: the two sides."""
        return len(_SIDES)

    @property
    def books_rounds(self) -> bool:
        """Whether the deals of a round are booked as one score: yes, their net. Rule: PAIRS-02."""
        return True

    def account_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what the sides are called: the names of their players."""
        return tuple(_listed(names[side :: len(_SIDES)]) for side in _SIDES)

    def account_of(self, player: int) -> int:
        """Return the side of a player."""
        return player % len(_SIDES)

    def first_round(self, dealer: int) -> Round:
        """Return the deals of the first round; one side deals at all tables. Rules: PAIRS-01, PAIRS-05."""
        return self._round(dealer, 0)

    def finish(self, now: Round, table: int, score: DealScore) -> tuple[tuple[Booking, ...], Round]:
        """Return nothing to be booked while a deal of the round is open, then the net; and the round then.

        After it opponents change, and the side that lost the round deals, or at net zero the same one again.
        """
        if score.ending is Ending.VOID and self.void_in_round is VoidInRound.REDEAL:
            # Half boxes for a void deal would be lost with it: it never becomes the score of its table.
            keep = self.box is Box.PER_DEAL and any(score.half_boxes)
            return ((Booking(score=score),) if keep else ()), now
        scores = tuple(score if number == table else other for number, other in enumerate(now.scores))
        finished = tuple(other for other in scores if other is not None)
        if len(finished) < len(scores):
            return (), attrs.evolve(now, scores=scores)
        net = self.net(finished)
        dealer = now.dealer if net.winner is None else 1 - net.winner
        return (Booking(score=net),), self._round(dealer, self._shift(now) + 1)

    def net(self, scores: Sequence[DealScore]) -> DealScore:
        """Return what the deals of a round are worth together, seat 0 being the first side. Rules: PAIRS-02, -04.

        Its lines are the deals in the order of their tables, those of the other side negative; a round that nets
        nothing has none.
        """
        brought = [sum(score.points for score in scores if score.winner == side) for side in _SIDES]
        winner = None if brought[0] == brought[1] else Seat(brought.index(max(brought)))
        lines = [
            ScoreLine(f"table {number}", score.points if score.winner == winner else -score.points)
            for number, score in enumerate(scores, start=1)
            if score.points
        ]
        return DealScore(
            winner=winner,
            points=abs(brought[0] - brought[1]),
            lines=() if winner is None else tuple(lines),
            half_boxes=self._half_boxes(scores, winner),
        )

    def describe(self) -> tuple[str, ...]:
        """Return who meets whom and what a round brings, in sentences."""
        pairs = self.players // 2
        box = {
            Box.PER_DEAL: "Every deal won gives its side a box, also where the round nets nothing. (PAIRS-04)",
            Box.PER_ROUND: "The side with the net of a round gets one box. (PAIRS-04)",
        }[self.box]
        void = {
            VoidInRound.REDEAL: "is dealt again",
            VoidInRound.ZERO: "brings nothing to the round",
        }[self.void_in_round]
        return (
            f"{self.players} play, in two sides of {pairs}; each meets one opponent, all at once. (PAIRS-01)",
            "When all deals of a round are done, the side with more points scores the difference. (PAIRS-02)",
            "Target, game bonus and shutout go by what is booked for a side. (PAIRS-03)",
            box,
            "One side deals at all tables, then the side that lost the round. (PAIRS-05)",
            f"Opponents change after each round; a void deal {void}. (PAIRS-05)",
        )

    def _round(self, dealer: int, shift: int) -> Round:
        """Return a round in which the first side's players meet those so many places further on."""
        first, second = (range(side, self.players, len(_SIDES)) for side in _SIDES)
        size = len(first)
        tables = tuple(
            Table(players=(player, second[(place + shift) % size]), accounts=(0, 1), dealer=Seat(dealer))
            for place, player in enumerate(first)
        )
        return Round(dealer=dealer, tables=tables, scores=(None,) * size)

    def _shift(self, now: Round) -> int:
        """Return how many places further on each of the first side finds his opponent."""
        _, opponent = now.tables[0].players
        return opponent // len(_SIDES)

    def _half_boxes(self, scores: Sequence[DealScore], winner: Seat | None) -> tuple[int, int]:
        match self.box:
            case Box.PER_DEAL:
                first, second = (sum(score.half_boxes[side] for score in scores) for side in _SIDES)
                return first, second
            case Box.PER_ROUND:
                return (HALVES * (winner == 0), HALVES * (winner == 1))
            case _:
                assert_never(self.box)


def usual_target(players: int) -> int:
    """Return to how many points so many players usually play in two sides. Rules: PAIRS-01, PAIRS-03.

    >>> [usual_target(players) for players in (4, 6, 8, 10, 12, 14)]
    [125, 150, 150, 175, 200, 200]
    """
    return next(target for most, target in _TARGETS if players <= most)


_TARGETS: Final = ((4, 125), (8, 150), (10, 175), (MAX_PLAYERS, 200))


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]])


def _clashes(seating: Partnership) -> Iterator[str]:
    players: object = seating.players
    if not is_whole(players, least=_LEAST) or seating.players % 2 or seating.players > MAX_PLAYERS:
        yield f"players is {players!r}; two sides take an even number from {_LEAST} to {MAX_PLAYERS}"
    yield from wrong_kinds(
        box=(seating.box, (Box,)),
        void_in_round=(seating.void_in_round, (VoidInRound,)),
    )
