"""What one seat saw of a deal, event by event: what a server sends and a redacted record keeps.

The events of a deal only ever grow: playing on adds some and changes none. They tell what
:func:`~ginrules.view` lets the seat know, and nothing else.
"""

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, assert_never, final

import attrs

from ginrules.cards import Card, Hand
from ginrules.deal.actions import (
    AcceptDouble,
    Action,
    BigGin,
    Discard,
    Double,
    DrawStock,
    Knock,
    Pass,
    RefuseDouble,
    ShowHand,
    TakeDiscard,
)
from ginrules.deal.state import GameState, Phase, Spread
from ginrules.deal.transitions import apply
from ginrules.deal.view import view
from ginrules.melds import Arrangement, LayOff
from ginrules.results import DealResult, Ending, Seat

if TYPE_CHECKING:
    from ginrules.deal.play import Deal


class EventKind(Enum):
    """The kinds of event."""

    DEAL = "deal"
    """The cards are dealt: ``seat`` is the dealer, ``hand`` what the viewer holds."""
    UPCARD = "upcard"
    """The upcard is turned."""
    PASS = "pass"  # noqa: S105  a word of the game
    """The upcard, or the last discard, is declined."""
    TAKE = "take"
    """The top discard is taken."""
    DRAW = "draw"
    """A card is drawn from the stock; ``card`` only where the viewer may see it."""
    DISCARD = "discard"
    """A card is laid on the pile."""
    KNOCK = "knock"
    """A knock: ``arrangement`` is what lies on the table, ``card`` the face-down card where it is known."""
    GIN = "gin"
    """A knock with nothing left over."""
    BIG_GIN = "big_gin"
    """All cards shown in melds, without a discard."""
    LAYOFF = "layoff"
    """A card is laid off."""
    SHOW = "show"
    """The defender shows what he has kept: ``arrangement``."""
    DOUBLE = "double"
    """A double is offered."""
    ACCEPT = "accept"
    """The double is accepted."""
    REFUSE = "refuse"
    """The double is refused, which ends the deal."""
    OVER = "over"
    """The deal is over: ``result``, the face-down card, and the hands where they have to be shown."""


_KIND_OF_ENDING: Final = {
    Ending.KNOCK: EventKind.KNOCK,
    Ending.GIN: EventKind.GIN,
    Ending.BIG_GIN: EventKind.BIG_GIN,
}
_VERBS: Final = {
    EventKind.DEAL: "dealt",
    EventKind.PASS: "passed",
    EventKind.TAKE: "took",
    EventKind.DRAW: "drew",
    EventKind.DISCARD: "discarded",
    EventKind.KNOCK: "knocked with",
    EventKind.GIN: "went gin with",
    EventKind.BIG_GIN: "declared big gin with",
    EventKind.LAYOFF: "laid off",
    EventKind.SHOW: "showed",
    EventKind.DOUBLE: "doubled",
    EventKind.ACCEPT: "accepted the double",
    EventKind.REFUSE: "refused the double",
}


@final
@attrs.frozen(kw_only=True)
class Event:
    """One thing that happened, as one seat, or a spectator, saw it."""

    number: int
    """Its place among the events of the deal, from 0."""
    kind: EventKind
    viewer: Seat | None
    """Who is told; None for a spectator."""
    seat: Seat | None = None
    """Who acted, or dealt; None where nobody did."""
    card: Card | None = None
    """The card that moved; None where the viewer may not see it."""
    hand: Hand | None = None
    """The cards that the viewer was dealt."""
    arrangement: Arrangement | None = None
    """What was laid on the table: a spread, or the hand of the defender."""
    layoff: LayOff | None = None
    """What was laid off, and on which meld as it lay."""
    result: DealResult | None = None
    """How the deal ended."""
    hands: tuple[Hand, Hand] | None = None
    """Both hands at the end of the deal, where they are shown."""

    @property
    def text(self) -> str:
        """The event in words, with ``you`` and ``opponent`` for the two seats.

        >>> print(Event(number=2, kind=EventKind.DRAW, viewer=Seat(0), seat=Seat(1)).text)
        opponent drew a card
        """
        if self.viewer is None:
            return self.told(("seat 0", "seat 1"))
        return self.told(("you", "opponent") if self.viewer == 0 else ("opponent", "you"))

    def told(self, names: Sequence[str]) -> str:
        """Return the event in words, with these names for the seats.

        >>> event = Event(number=2, kind=EventKind.DRAW, viewer=None, seat=Seat(1))
        >>> event.told(("Anna", "Bertil"))
        'Bertil drew a card'
        """
        if self.kind is EventKind.OVER:
            return "; ".join(_closing(self, names))
        if self.kind is EventKind.UPCARD:
            return f"{self.card} was turned up"
        who = "" if self.seat is None else names[self.seat]
        return f"{who} {self._deed(names)}"

    def _deed(self, names: Sequence[str]) -> str:
        """Return what was done, in words."""
        verb = _VERBS[self.kind]
        if self.kind is EventKind.DEAL:
            return verb if self.viewer is None else f"{verb}, {names[self.viewer]} got {self.hand}"
        if self.kind is EventKind.DRAW:
            return f"{verb} {'a card' if self.card is None else self.card}"
        if self.layoff is not None:
            return f"{verb} {self.layoff.card} on {self.layoff.meld}"
        if self.arrangement is not None:
            laid = "" if self.card is None else f", {self.card} face down"
            return f"{verb} {self.arrangement}{laid}"
        return verb if self.card is None else f"{verb} {self.card}"


def _closing(event: Event, names: Sequence[str]) -> list[str]:
    """Return the parts of the sentence about the end of a deal."""
    result = event.result
    if result is None or result.knocker is None:
        parts = ["the deal is void"]
    else:
        ended = {
            Ending.GIN: "gin",
            Ending.BIG_GIN: "big gin",
            Ending.REFUSED: "a refused double",
        }.get(result.ending, "a knock")
        parts = [f"the deal is over with {ended} by {names[result.knocker]}"]
    if result is not None and result.deadwood is not None:
        left = [f"{name} {pips}" for name, pips in zip(names, result.deadwood, strict=True)]
        parts.append(f"deadwood: {', '.join(left)}")
    if event.card is not None:
        parts.append(f"the card laid face down was {event.card}")
    if event.hands is not None and (result is None or result.spread is None):
        parts.append(", ".join(f"{name} held {hand}" for name, hand in zip(names, event.hands, strict=True)))
    return parts


def events(deal: "Deal", seat: Seat | int | None) -> tuple[Event, ...]:
    """Return what a seat, or for None a spectator, has seen of a deal; see :meth:`~ginrules.Deal.events`."""
    viewer = None if seat is None else Seat(seat)
    state = deal.start_state
    hand = None if viewer is None else state.hands[viewer]
    told = [
        Event(number=0, kind=EventKind.DEAL, viewer=viewer, seat=state.dealer, hand=hand),
        Event(number=1, kind=EventKind.UPCARD, viewer=viewer, card=state.upcard),
    ]
    for action in deal.actions:
        after = apply(state, action)
        told.append(_event(len(told), viewer, state, action, after))
        if after.phase is Phase.OVER:
            told.append(_over(len(told), viewer, after))
        state = after
    return tuple(told)


def _event(number: int, viewer: Seat | None, before: GameState, action: Action, after: GameState) -> Event:
    """Return what a viewer sees of one action."""
    seat = before.turn
    card: Card | None = None
    layoff: LayOff | None = None
    arrangement: Arrangement | None = None
    match action:
        case Knock() | BigGin():
            return _laid_out(number, viewer, after, _present(after.spread))
        case TakeDiscard():
            kind, card = EventKind.TAKE, before.top
        case DrawStock():
            kind, card = EventKind.DRAW, after.drawn if viewer == seat else None
        case Discard():
            kind, card = EventKind.DISCARD, action.card
        case LayOff():
            kind, card, layoff = EventKind.LAYOFF, action.card, action
        case ShowHand():
            defense = None if after.result is None else after.result.defense
            kind, arrangement = EventKind.SHOW, None if defense is None else defense.arrangement
        case Pass() | Double() | AcceptDouble() | RefuseDouble():
            kind = EventKind(str(action))
        case _:
            assert_never(action)
    return Event(
        number=number, kind=kind, viewer=viewer, seat=seat, card=card, layoff=layoff, arrangement=arrangement
    )


def _laid_out(number: int, viewer: Seat | None, after: GameState, spread: Spread) -> Event:
    """Return the laying out of a spread; its face-down card is known to the knocker, and if it was seen taken."""
    card = spread.discard
    if viewer != spread.knocker and card is not None and card not in after.picked[spread.knocker]:
        card = None
    return Event(
        number=number,
        kind=_KIND_OF_ENDING[spread.ending],
        viewer=viewer,
        seat=spread.knocker,
        card=card,
        arrangement=spread.arrangement,
    )


def _over(number: int, viewer: Seat | None, after: GameState) -> Event:
    """Return the end of a deal, with what is shown then."""
    seen = view(after, viewer)
    shown = tuple(map(len, seen.known)) == seen.hand_sizes
    return Event(
        number=number,
        kind=EventKind.OVER,
        viewer=viewer,
        card=None if seen.spread is None else seen.spread.discard,
        result=seen.result,
        hands=seen.known if shown else None,
    )


def _present(spread: Spread | None) -> Spread:
    assert spread is not None  # noqa: S101  there is one from the knock on
    return spread
