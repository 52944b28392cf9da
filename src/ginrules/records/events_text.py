"""Events as the lines of a redacted record, such as ``0: draw, discard 7h``, and back.

They are the actions of a deal with what was seen put in: ``draw Kd`` where the drawn card was seen, ``knock 7h:``
where the face-down card was.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias, assert_never, final

import attrs

from ginrules.cards import Card, Hand
from ginrules.deal.events import Event, EventKind
from ginrules.errors import RecordError, excerpt
from ginrules.melds import Arrangement, LayOff
from ginrules.rawrecord import Where, place, refused_at
from ginrules.records.record import RedactedDeal
from ginrules.records.results_text import read_arrangement, read_result, write_arrangement, write_result
from ginrules.results import Seat
from ginrules.rules import Rules

Line: TypeAlias = tuple[int, str, str]
"""The number of a line, what stands before the colon and what after it."""

_SPREADS: Final = {
    "knock": EventKind.KNOCK,
    "gin": EventKind.GIN,
    "big gin": EventKind.BIG_GIN,
}
_NOBODYS: Final = {EventKind.UPCARD, EventKind.OVER}
_SHORTEST: Final = 2


def write_events(redacted: RedactedDeal) -> Iterator[str]:
    """Yield the lines of a redacted deal.

    Raises:
        RecordError: an event has no form in text.

    """
    rules = redacted.rules
    seat: Seat | None = None
    own: list[str] = []
    for event in redacted.events:
        if own and event.seat != seat:
            yield f"{seat}: {', '.join(own)}"
            own = []
        seat = event.seat
        match event.kind:
            case EventKind.DEAL:
                yield f"deal: {'-' if event.hand is None else event.hand}"
            case EventKind.UPCARD:
                yield f"upcard: {event.card}"
            case EventKind.OVER:
                yield f"end: {_write_over(event, rules)}"
            case _:
                own.append(_write_action(event, rules))
    if own:
        yield f"{seat}: {', '.join(own)}"


def _write_action(event: Event, rules: Rules) -> str:
    card = "" if event.card is None else f" {event.card}"
    match event.kind:
        case EventKind.PASS | EventKind.TAKE | EventKind.DRAW | EventKind.DISCARD:
            return f"{event.kind.value}{card}"
        case EventKind.DOUBLE | EventKind.ACCEPT | EventKind.REFUSE:
            return str(event.kind.value)
        case EventKind.KNOCK | EventKind.GIN | EventKind.BIG_GIN:
            return f"{event.kind.value.replace('_', ' ')}{card}: {_laid(event.arrangement, rules)}"
        case EventKind.LAYOFF:
            return str(event.layoff)
        case EventKind.SHOW:
            return f"show: {_laid(event.arrangement, rules)}"
        case EventKind.DEAL | EventKind.UPCARD | EventKind.OVER:
            raise RecordError(f"{event.kind.value} is not done by a seat")
        case _:
            assert_never(event.kind)


def _laid(arrangement: Arrangement | None, rules: Rules) -> str:
    if arrangement is None:
        raise RecordError("an event that lays cards on the table has none")
    return write_arrangement(arrangement, rules)


def _write_over(event: Event, rules: Rules) -> str:
    if event.result is None:
        raise RecordError("the last event of a deal has no result")
    parts = [write_result(event.result, rules)]
    if event.card is not None:
        parts.append(f"facedown {event.card}")
    if event.hands is not None:
        parts.append(f"hands {event.hands[0]} / {event.hands[1]}")
    return "; ".join(parts)


def read_events(lines: list[Line], *, rules: Rules, viewer: Seat | None, dealer: Seat, begin: int) -> RedactedDeal:
    """Return the redacted deal that lines describe.

    Raises:
        RecordError: a line is no event, or stands where it cannot.

    """
    reader = _Reader(rules=rules, viewer=viewer, dealer=dealer)
    for line, head, text in lines:
        with refused_at(line):
            reader.read(line, head, text)
    redacted = RedactedDeal(rules=rules, viewer=viewer, events=tuple(reader.events))
    check_redacted(redacted, begin)
    return redacted


def check_redacted(redacted: RedactedDeal, where: Where) -> None:
    """Refuse events that are not those of one deal and one viewer.

    Raises:
        RecordError: they are not.

    """
    events = redacted.events
    kinds = [event.kind for event in events]
    if [*kinds[:_SHORTEST]] != [EventKind.DEAL, EventKind.UPCARD]:
        raise RecordError("a redacted deal begins with the deal and the upcard", where=place(where))
    if {EventKind.DEAL, EventKind.UPCARD}.intersection(kinds[_SHORTEST:]) or EventKind.OVER in kinds[:-1]:
        raise RecordError("an event stands where it cannot", where=place(where))
    if any(event.number != number or event.viewer != redacted.viewer for number, event in enumerate(events)):
        raise RecordError("the events are not numbered from 0, or seen by several", where=place(where))
    if any((event.seat is None) is not (event.kind in _NOBODYS) for event in events):
        raise RecordError("an event that nobody did has a seat, or another has none", where=place(where))


@final
@attrs.define
class _Reader:
    rules: Rules
    viewer: Seat | None
    dealer: Seat
    events: list[Event] = attrs.Factory(list[Event])

    def read(self, line: int, head: str, text: str) -> None:
        match head:
            case "deal":
                hand = None if self.viewer is None else Hand.parse(text)
                if hand is None and text != "-":
                    raise RecordError("a spectator is dealt no cards; expected deal: -")
                self._add(EventKind.DEAL, seat=self.dealer, hand=hand)
            case "upcard":
                self._add(EventKind.UPCARD, card=Card.parse(text))
            case "end":
                self._over(text)
            case "0" | "1":
                for part in text.split(","):
                    self._action(line, Seat(int(head)), part.strip())
            case _:
                raise RecordError(f"{head[:20]!r} is nobody; expected deal, upcard, 0, 1 or end")

    def _add(  # noqa: PLR0913  an event is what it is made of
        self,
        kind: EventKind,
        *,
        seat: Seat | None = None,
        card: Card | None = None,
        hand: Hand | None = None,
        arrangement: Arrangement | None = None,
        layoff: LayOff | None = None,
    ) -> None:
        self.events.append(
            Event(
                number=len(self.events),
                kind=kind,
                viewer=self.viewer,
                seat=seat,
                card=card,
                hand=hand,
                arrangement=arrangement,
                layoff=layoff,
            )
        )

    def _action(self, line: int, seat: Seat, text: str) -> None:
        verb, colon, rest = text.partition(":")
        words = verb.lower().split()
        name = " ".join(words[:2] if words[:2] == ["big", "gin"] else words[:1])
        cards = words[len(name.split()) :]
        with refused_at(line):
            if name == "lay" and not colon:
                layoff = LayOff.parse(text)
                self._add(EventKind.LAYOFF, seat=seat, card=layoff.card, layoff=layoff)
            elif name in _SPREADS and colon and len(cards) <= (name != "big gin"):
                card = Card.parse(cards[0]) if cards else None
                arrangement = read_arrangement(rest, self.rules)
                self._add(_SPREADS[name], seat=seat, card=card, arrangement=arrangement)
            elif name == "show" and colon and not cards:
                self._add(EventKind.SHOW, seat=seat, arrangement=read_arrangement(rest, self.rules))
            elif name in _SIMPLE and not colon and len(cards) in _SIMPLE[name]:
                card = Card.parse(cards[0]) if cards else None
                self._add(EventKind(name), seat=seat, card=card)
            else:
                raise RecordError(f"{excerpt(text)!r} is nothing that can be seen")

    def _over(self, text: str) -> None:
        card: Card | None = None
        hands: tuple[Hand, Hand] | None = None
        kept: list[str] = []
        for part in text.split(";"):
            name, _, value = part.strip().partition(" ")
            if name == "facedown" and card is None:
                card = Card.parse(value)
            elif name == "hands" and hands is None:
                first, _, second = value.partition("/")
                hands = (Hand.parse(first), Hand.parse(second))
            else:
                kept.append(part)
        result = read_result(";".join(kept), self.rules)
        over = Event(
            number=len(self.events), kind=EventKind.OVER, viewer=self.viewer, card=card, result=result, hands=hands
        )
        self.events.append(over)


_SIMPLE: Final[dict[str, tuple[int, ...]]] = {
    "pass": (0,),
    "take": (1,),
    "draw": (0, 1),
    "discard": (1,),
    "double": (0,),
    "accept": (0,),
    "refuse": (0,),
}
"""The numbers of cards that may stand after what a seat does."""
