"""The state of a deal: complete, without history, immutable."""

from collections.abc import Mapping
from enum import Enum
from operator import attrgetter
from typing import Final, cast, final

import attrs

from ginrules.cards import Card, Hand
from ginrules.errors import StateError
from ginrules.melds import Arrangement, LayOff, Meld
from ginrules.quick import quick_constructor
from ginrules.results import DealResult, Ending, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealTerms


class Phase(Enum):
    """What kind of decision is due. Rules: CORE-05, CORE-06, CORE-15, CORE-17."""

    UPCARD = "upcard"
    """The opening offer: take the upcard or pass."""
    DRAW = "draw"
    """Draw from the stock or take the top discard."""
    DISCARD = "discard"
    """Discard, or end the deal with a knock, gin or big gin."""
    LAYOFF = "layoff"
    """The defender lays off, card by card, and shows his hand."""
    DOUBLE = "double"
    """A double is offered; the other player accepts or refuses it."""
    LAST_TAKE = "last_take"
    """The stock is down; the last discard may be taken to knock, or passed."""
    OVER = "over"
    """The deal is over."""


@final
@attrs.frozen(kw_only=True)
class Spread:
    """What the knocker has laid on the table. Rules: CORE-12, CORE-13, CORE-14."""

    knocker: Seat
    ending: Ending
    """Knock, gin or big gin."""
    discard: Card | None
    """The card laid face down; None after big gin, and in views where it is not known."""
    arrangement: Arrangement
    """The melds and loose cards as they were shown."""
    melds: tuple[Meld, ...]
    """The melds as they lie now, with the cards laid off on them, ascending."""
    layoffs: tuple[LayOff, ...] = ()
    """What has been laid off, in order."""


@final
@attrs.frozen(kw_only=True)
class Cube:
    """What doubles have made of the deal. Rule: EXTRA-06."""

    factor: int
    """What the deal counts by accepted doubles."""
    doubler: Seat
    """Who doubled last; the next double is the other's."""
    offered: bool = False
    """Whether a double waits for an answer."""
    refused: bool = False
    """Whether the last double was refused, which ended the deal."""


@final
@attrs.frozen(weakref_slot=False)
class GameState:
    """A deal at one moment, the order of the stock included, so that it replays without a generator.

    Begin one with :func:`~ginrules.new_deal`; set one up with :meth:`from_setup`, which checks everything. The
    bare constructor checks nothing.
    """

    rules: Rules
    terms: DealTerms
    """Knock limit (resolved), factor and open suits of this deal."""
    dealer: Seat
    upcard: Card
    """The card turned up at the start. Rule: CORE-03."""
    phase: Phase
    turn: Seat
    """Whose decision is due; when the deal is over, who acted last."""
    hands: tuple[Hand, Hand]
    """The cards of each seat; after a knock the knocker's are those that he shows."""
    stock: tuple[Card, ...]
    """The face-down cards, the next to be drawn first."""
    discards: tuple[Card, ...]
    """The discard pile, its top last."""
    drawn: Card | None = None
    """In the discard phase, the card that the turn began with."""
    from_pile: bool = False
    """Whether that card was taken from the discard pile."""
    passes: int = 0
    """How many have declined the upcard."""
    turns: tuple[int, int] = (0, 0)
    """Turns that each seat has completed with a discard."""
    pile_takes: int = 0
    """Cards taken from the pile so far, the opening offers and the last discard aside. Rule: CORE-21."""
    returns: int = 0
    """Turns in a row, up to the last, that laid the taken card straight back. Rule: CORE-21."""
    picked: tuple[Hand, Hand] = (Hand(), Hand())
    """Cards that each seat has ever taken from the pile; those still held are public."""
    discarded: tuple[Hand, Hand] = (Hand(), Hand())
    """Cards that each seat has ever laid on the pile."""
    spread: Spread | None = None
    """What the knocker shows, from the knock on."""
    result: DealResult | None = None
    """How it ended, when it is over."""
    cube: Cube | None = None
    """What doubles have made of it; None before the first."""

    @property
    def top(self) -> Card | None:
        """The top card of the discard pile, or None when it is empty."""
        return self.discards[-1] if self.discards else None

    @property
    def barred(self) -> Card | None:
        """The card that may not be the discard of this turn, having just been taken. Rule: CORE-07."""
        return self.drawn if self.from_pile and not self.rules.may_return_taken else None

    @property
    def must_draw_stock(self) -> bool:
        """Whether both have declined the upcard and the stock is the only choice. Rule: CORE-05."""
        return self.passes == len(self.hands) and self.turns == (0, 0) and self.rules.forced_stock_draw

    @property
    def factor(self) -> int:
        """What the deal counts by accepted doubles. Rule: EXTRA-06."""
        return 1 if self.cube is None else self.cube.factor

    @property
    def may_double(self) -> bool:
        """Whether the player in turn may double before he draws. Rule: EXTRA-06."""
        limit = self.rules.doubling_limit
        if limit is None or self.phase is not Phase.DRAW:
            return False
        whose = self.cube is None or self.cube.doubler != self.turn
        return whose and 2 * self.factor <= limit

    @property
    def must_knock(self) -> bool:
        """Whether the last discard of the deal has been taken, which one does only to knock. Rule: CORE-17."""
        return self.from_pile and len(self.stock) <= self.rules.stock_floor

    @property
    def known(self) -> tuple[Hand, Hand]:
        """The cards in each hand that everybody knows of, having seen them taken from the pile."""
        picked, hands = self.picked, self.hands
        return Hand(picked[0].mask & hands[0].mask), Hand(picked[1].mask & hands[1].mask)

    @classmethod
    def from_setup(  # noqa: PLR0913  a state is what it is made of
        cls,
        *,
        rules: Rules,
        hands: tuple[Hand, Hand],
        stock: tuple[Card, ...],
        discards: tuple[Card, ...],
        phase: Phase,
        turn: Seat | int,
        upcard: Card,
        dealer: Seat | int = 0,
        terms: DealTerms | None = None,
        drawn: Card | None = None,
        from_pile: bool = False,
        passes: int = 0,
        turns: tuple[int, int] = (0, 0),
        pile_takes: int = 0,
        returns: int = 0,
        picked: tuple[Hand, Hand] = (Hand(), Hand()),
        discarded: tuple[Hand, Hand] = (Hand(), Hand()),
        spread: Spread | None = None,
        result: DealResult | None = None,
        cube: Cube | None = None,
    ) -> "GameState":
        """Return a state after checking that it can be: cards conserved, counts, phase, spread, limit.

        Without *terms* they are those of a first deal under the rules.

        Raises:
            StateError: the state cannot be; it names every problem found.

        """
        from ginrules.deal.validate import problems

        if terms is None:
            terms = rules.deal_terms(rules.scoring.open(2), upcard)
        state = cls(
            rules=rules,
            terms=terms,
            dealer=Seat(dealer),
            upcard=upcard,
            phase=phase,
            turn=Seat(turn),
            hands=hands,
            stock=stock,
            discards=discards,
            drawn=drawn,
            from_pile=from_pile,
            passes=passes,
            turns=turns,
            pile_takes=pile_takes,
            returns=returns,
            picked=picked,
            discarded=discarded,
            spread=spread,
            result=result,
            cube=cube,
        )
        found = problems(state)
        if found:
            raise StateError(found)
        return state

    def to_text(self) -> str:
        """Return the position text: one line, the same for equal states and for no others, without the rules.

        Its grammar stands in the reference of records; :meth:`from_text` reads it.

        >>> import random
        >>> from ginrules import new_deal, presets, shuffled_deck
        >>> state = new_deal(presets.CLASSIC, shuffled_deck(random.Random(7)))
        >>> state.to_text()[:42], GameState.from_text(state.to_text(), presets.CLASSIC) == state
        ('upcard turn=1 dealer=0 upcard=Qs limit=10 ', True)
        """
        from ginrules.deal.text import state_to_text

        return state_to_text(self)

    @classmethod
    def from_text(cls, text: str, rules: Rules) -> "GameState":
        """Return the state that a position text describes under these rules, checked as by :meth:`from_setup`.

        Raises:
            NotationError: the text is no position.
            StateError: the state cannot be; it names every problem found.

        """
        from ginrules.deal.text import state_from_text

        return state_from_text(text, rules)


build_state: Final = quick_constructor(GameState)
"""Builds a state from all its fields, by position; unchecked."""

_NAMES: Final = tuple(field.name for field in attrs.fields(GameState))
_values = attrgetter(*_NAMES)


def changed(state: GameState, changes: Mapping[str, object]) -> GameState:
    """Return the state with some fields changed; unchecked, and quicker than ``attrs.evolve``."""
    values = dict(zip(_NAMES, cast("tuple[object, ...]", _values(state)), strict=True))
    values.update(changes)
    return GameState(**values)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
