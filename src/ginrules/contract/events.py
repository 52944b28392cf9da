"""What one seat saw of a round, event by event: what a server sends.

The events of a round only ever grow: playing on adds some and changes none. They tell what everybody at the table
saw, and of cards drawn only to who drew them. Rules: SVENSK-07, SVENSK-10, SVENSK-17.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, assert_never, final

import attrs

from ginrules.contract.actions import Action, Build, Buy, Discard, Draw, Lay, Pass, Reshuffle, Swap, Take
from ginrules.contract.cards import AnyCard, Hand
from ginrules.contract.contracts import is_int
from ginrules.contract.melds import Meld
from ginrules.contract.state import Phase, RoundResult, RoundState
from ginrules.contract.transitions import apply
from ginrules.errors import StateError

if TYPE_CHECKING:
    from ginrules.contract.play import Round


class EventKind(Enum):
    """The kinds of event."""

    DEAL = "deal"
    """The cards are dealt: ``seat`` is the dealer, ``cards`` what the viewer holds."""
    UPCARD = "upcard"
    """The upcard is turned."""
    TAKE = "take"
    """The top discard is taken."""
    DECLINE = "decline"
    """The top discard is declined, and not drawn past at once."""
    RESHUFFLE = "reshuffle"
    """The discards below the top have become the stock."""
    BUY = "buy"
    """The declined discard is bought; ``cards`` are the penalty cards, for the buyer alone."""
    PASS = "pass"  # noqa: S105  a word of the game
    """The declined discard is not bought."""
    DRAW = "draw"
    """A card is drawn from the stock; ``card`` only where the viewer drew it."""
    LAY = "lay"
    """Melds are laid."""
    BUILD = "build"
    """A card is built on a meld; ``melds`` is that meld as it lies now."""
    SWAP = "swap"
    """A card is put in a joker's place; ``melds`` is that meld as it lies now."""
    DISCARD = "discard"
    """A card is laid on the pile."""
    OVER = "over"
    """The round is over: ``result`` with every hand."""


_VERBS: Final = {
    EventKind.DEAL: "dealt",
    EventKind.TAKE: "took",
    EventKind.DECLINE: "declined the discard",
    EventKind.BUY: "bought",
    EventKind.PASS: "passed",
    EventKind.DRAW: "drew",
    EventKind.LAY: "laid",
    EventKind.BUILD: "built",
    EventKind.SWAP: "swapped",
    EventKind.DISCARD: "discarded",
}


@final
@attrs.frozen(kw_only=True)
class Event:
    """One thing that happened, as one seat, or a spectator, saw it."""

    number: int
    """Its place among the events of the round, from 0."""
    kind: EventKind
    viewer: int | None
    """Who is told; None for a spectator."""
    seat: int | None = None
    """Who acted, or dealt; None where nobody did."""
    card: AnyCard | None = None
    """The card that moved; None where the viewer may not see it."""
    cards: Hand | None = None
    """Cards that the viewer alone was given: his hand, or his penalty cards."""
    melds: tuple[Meld, ...] = ()
    """What was laid, or the meld that was built on or swapped from, as it lies now."""
    result: RoundResult | None = None
    """How the round ended."""

    @property
    def text(self) -> str:
        """The event in words, with ``you`` and ``seat 1`` for the seats.

        >>> from ginrules.contract.events import Event, EventKind
        >>> print(Event(number=2, kind=EventKind.DRAW, viewer=0, seat=1).text)
        seat 1 drew
        """
        return self.told(None)

    def told(self, names: Sequence[str] | None) -> str:
        """Return the event in words, with these names for the seats."""

        def name(seat: int) -> str:
            if names is not None:
                return names[seat]
            return "you" if seat == self.viewer else f"seat {seat}"

        if self.kind is EventKind.UPCARD:
            return f"{self.card} was turned up"
        if self.kind is EventKind.RESHUFFLE:
            return "the discards became the stock"
        if self.result is not None:
            out = self.result.out
            ended = "nobody went out" if out is None else f"{name(out)} went out"
            left = (f"{name(seat)} {points}" for seat, points in enumerate(self.result.points))
            return f"{ended}; points: {', '.join(left)}"
        who = "" if self.seat is None else f"{name(self.seat)} "
        return f"{who}{_VERBS[self.kind]}{'' if self.card is None else f' {self.card}'}{self._particulars(name)}"

    def _particulars(self, name: Callable[[int], str]) -> str:
        """Return what follows the verb and its card."""
        melds = " | ".join(map(str, self.melds))
        if self.kind is EventKind.DEAL and self.cards is not None and self.viewer is not None:
            return f", {name(self.viewer)} got {self.cards}"
        if self.kind is EventKind.BUY and self.cards is not None:
            return f" and drew {self.cards}"
        if self.kind in {EventKind.BUILD, EventKind.SWAP}:
            return f", now {melds}"
        return f" {melds}" if melds else ""


def events(played: "Round", seat: int | None) -> tuple[Event, ...]:
    """Return what a seat, or for None a spectator, has seen of a round; see :meth:`Round.events`.

    Raises:
        StateError: there is no such seat.

    """
    state = played.start_state
    if seat is not None and (not is_int(seat) or not 0 <= seat < state.players):
        raise StateError([f"seat is {seat!r}; expected 0 to {state.players - 1}, or None for a spectator"])
    hand = None if seat is None else state.hands[seat]
    told = [
        Event(number=0, kind=EventKind.DEAL, viewer=seat, seat=state.dealer, cards=hand),
        Event(number=1, kind=EventKind.UPCARD, viewer=seat, card=state.top),
    ]
    for action in played.actions:
        after = apply(state, action)
        for event in _events(seat, state, action, after):
            told.append(attrs.evolve(event, number=len(told)))
        state = after
    return tuple(told)


def _events(viewer: int | None, before: RoundState, action: Action, after: RoundState) -> Iterator[Event]:
    """Yield what a viewer sees of one action, unnumbered: what was done, what it led to, and the end."""
    done = Event(number=0, kind=_kind_of(action), viewer=viewer, seat=before.actor)
    match action:
        case Draw() if after.phase is Phase.PLAY:
            pass  # the draw itself is told below
        case Draw() | Pass() | Reshuffle():
            yield done
        case Take():
            yield attrs.evolve(done, card=before.top)
        case Buy():
            penalty = Hand.of(before.stock[: before.rules.penalty_cards])
            yield attrs.evolve(done, card=before.top, cards=penalty if viewer == before.asked else None)
        case Lay(melds=melds):
            yield attrs.evolve(done, melds=melds)
        case Build(card=card, number=number) | Swap(card=card, number=number):
            yield attrs.evolve(done, card=card, melds=(after.table[number - 1].meld,))
        case Discard(card=card):
            yield attrs.evolve(done, card=card)
        case _:
            assert_never(action)
    if before.phase is not Phase.PLAY and after.phase is Phase.PLAY and after.taken is None:
        drawn = _drawn(before, action) if viewer == after.turn else None
        yield attrs.evolve(done, kind=EventKind.DRAW, seat=after.turn, card=drawn)
    if after.phase is Phase.OVER:
        yield attrs.evolve(done, kind=EventKind.OVER, seat=None, result=after.result)


def _drawn(before: RoundState, action: Action) -> AnyCard:
    """Return the card that the player in turn drew after this action."""
    if isinstance(action, Reshuffle):
        return action.stock[0]
    return before.stock[before.rules.penalty_cards if isinstance(action, Buy) else 0]


def _kind_of(action: Action) -> EventKind:
    match action:
        case Draw():
            return EventKind.DECLINE
        case Take() | Buy() | Pass():
            return EventKind(str(action))
        case Reshuffle() | Lay() | Build() | Swap() | Discard():
            return EventKind(type(action).__name__.lower())
        case _:
            assert_never(action)
