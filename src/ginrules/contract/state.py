"""The state of a round: complete, without history, immutable."""

from enum import Enum
from typing import final

import attrs

from ginrules.contract.cards import AnyCard, Hand
from ginrules.contract.contracts import Contract
from ginrules.contract.melds import Meld
from ginrules.contract.rules import Rules
from ginrules.errors import StateError


class Phase(Enum):
    """What kind of decision is due. Rules: SVENSK-07, SVENSK-10, SVENSK-17."""

    DRAW = "draw"
    """The player in turn takes the top discard or draws."""
    RESHUFFLE = "reshuffle"
    """Chance makes a new stock; nobody else has a move."""
    BUY = "buy"
    """A player out of turn says whether he buys the declined discard."""
    PLAY = "play"
    """The player in turn lays, builds, swaps, and ends the turn with a discard."""
    OVER = "over"
    """The round is over."""


@final
@attrs.frozen
class Laid:
    """A meld on the table and who laid it."""

    owner: int
    """The seat that laid it."""
    meld: Meld
    """As it lies now, with what has been built on it."""


@final
@attrs.frozen
class RoundResult:
    """How a round ended: what was left, what it costs, who went out. Rules: SVENSK-13, SVENSK-14, SVENSK-15."""

    number: int
    """The number of the round."""
    out: int | None
    """The seat that went out; None where the stock ended the round."""
    hands: tuple[Hand, ...]
    """What each seat still held."""
    points: tuple[int, ...]
    """The penalty points of each seat: the price of what it held, 0 for who went out; fewer are better."""


@final
@attrs.frozen
class RoundState:
    """A round at one moment, the order of the stock included, so that it replays without a generator.

    Begin one with :func:`~ginrules.contract.new_round`; set one up with :meth:`from_setup`, which checks
    everything. The bare constructor checks nothing. Seats are numbered from 0 in the order of turns.
    """

    rules: Rules
    number: int
    """The number of the round, from 1."""
    dealer: int
    phase: Phase
    turn: int
    """The player in turn; when the round is over, who was."""
    hands: tuple[Hand, ...]
    """The cards of each seat."""
    stock: tuple[AnyCard, ...]
    """The face-down cards, the next to be drawn first."""
    discards: tuple[AnyCard, ...]
    """The discard pile, its top last."""
    discarder: int | None = None
    """Who laid the top card of the pile, in the phases before it is taken, bought or drawn past; None for the
    upcard and where the top is dead. Rule: SVENSK-10."""
    asked: int | None = None
    """In the buy phase, the seat that is asked."""
    table: tuple[Laid, ...] = ()
    """The melds on the table in the order in which they were laid."""
    known: tuple[Hand, ...] = ()
    """The cards in each hand that everybody knows of: taken from the pile, bought or swapped, and still held."""
    buys: tuple[int, ...] = ()
    """How often each seat has bought."""
    reshuffles: int = 0
    """How often the discard pile has been made the stock."""
    takes: int = 0
    """Cards taken from the pile in a row since anyone drew from the stock."""
    taken: AnyCard | None = None
    """In the play phase, the card that the turn began with, if it was taken from the pile."""
    laid: bool = False
    """Whether the player in turn has laid his contract in this turn."""
    result: RoundResult | None = None
    """How it ended, when it is over."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def contract(self) -> Contract:
        """What the round asks for, every least number of cards spelt out."""
        return self.rules.contract(self.number)

    @property
    def top(self) -> AnyCard | None:
        """The top card of the discard pile, or None when it is empty."""
        return self.discards[-1] if self.discards else None

    @property
    def offered(self) -> AnyCard | None:
        """The top discard while it may be taken or bought; None where it is dead or covered. Rule: SVENSK-10."""
        return self.top if self.phase in {Phase.DRAW, Phase.RESHUFFLE, Phase.BUY} else None

    @property
    def actor(self) -> int | None:
        """The seat whose decision is due; None for chance and when the round is over."""
        if self.phase is Phase.BUY:
            return self.asked
        return self.turn if self.phase in {Phase.DRAW, Phase.PLAY} else None

    def is_down(self, seat: int) -> bool:
        """Return whether a seat has laid its contract."""
        return any(laid.owner == seat for laid in self.table)

    def meld(self, number: int) -> Meld | None:
        """Return the meld on the table with this number, counted from 1, or None where there is none."""
        return self.table[number - 1].meld if 1 <= number <= len(self.table) else None

    @classmethod
    def from_setup(  # noqa: PLR0913  a state is what it is made of
        cls,
        *,
        rules: Rules,
        number: int,
        dealer: int,
        phase: Phase,
        turn: int,
        hands: tuple[Hand, ...],
        stock: tuple[AnyCard, ...],
        discards: tuple[AnyCard, ...],
        discarder: int | None = None,
        asked: int | None = None,
        table: tuple[Laid, ...] = (),
        known: tuple[Hand, ...] | None = None,
        buys: tuple[int, ...] | None = None,
        reshuffles: int = 0,
        takes: int = 0,
        taken: AnyCard | None = None,
        laid: bool = False,
        result: RoundResult | None = None,
    ) -> "RoundState":
        """Return a state after checking that it can be: cards conserved with their copies, counts, phase, table.

        Without *known* nothing is known of any hand, and without *buys* nobody has bought.

        Raises:
            StateError: the state cannot be; it names every problem found.

        """
        from ginrules.contract.validate import problems

        state = cls(
            rules=rules,
            number=number,
            dealer=dealer,
            phase=phase,
            turn=turn,
            hands=hands,
            stock=stock,
            discards=discards,
            discarder=discarder,
            asked=asked,
            table=table,
            known=(Hand(),) * len(hands) if known is None else known,
            buys=(0,) * len(hands) if buys is None else buys,
            reshuffles=reshuffles,
            takes=takes,
            taken=taken,
            laid=laid,
            result=result,
        )
        found = problems(state)
        if found:
            raise StateError(found)
        return state
