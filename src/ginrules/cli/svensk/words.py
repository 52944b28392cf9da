"""Cards, hands and melds of the two-deck game on the screen."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from ginrules.cards import Card, Suit
from ginrules.cli.terminal import cards_text, plain
from ginrules.contract import AnyCard, Event, Hand, Laid, Meld, Round


def held_text(cards: Iterable[AnyCard], out: Console) -> Text:
    """Return cards in color, jokers as they are written."""
    parts = [
        cards_text([card], out) if isinstance(card, Card) else Text(str(card), style="bold") for card in cards
    ]
    return Text(" ").join(parts)


def hand_text(hand: Hand, out: Console) -> Text:
    """Return a hand suit by suit, the jokers last."""
    groups: list[list[AnyCard]] = [
        [card for card in hand.cards if isinstance(card, Card) and card.suit is suit] for suit in Suit
    ]
    groups.append([card for card in hand.cards if not isinstance(card, Card)])
    return Text("  ").join(held_text(group, out) for group in groups if group)


def meld_text(meld: Meld, out: Console) -> Text:
    """Return a meld in color, what jokers stand for in brackets."""
    parts: list[Text] = []
    for place, card in enumerate(meld.cards):
        if isinstance(card, Card):
            parts.append(cards_text([card], out))
            continue
        stands = meld.stands_for(place)
        inside = cards_text([stands], out) if isinstance(stands, Card) else Text(stands.letter)
        parts.append(Text("[") + inside + Text("]"))
    return Text(" ").join(parts)


def table_lines(table: Sequence[Laid], names: Sequence[str], out: Console) -> list[Text]:
    """Return the melds on the table, numbered, with who laid them."""
    return [
        Text(f"{number:4}  ") + meld_text(laid.meld, out) + Text(f"  {plain(names[laid.owner])}", style="dim")
        for number, laid in enumerate(table, start=1)
    ]


def open_events(played: Round) -> tuple[Event, ...]:
    """Return what happened in a round with nothing hidden: each event as whoever acted saw it."""
    seen = [played.events(seat) for seat in range(played.state.players)]
    return tuple(event if event.seat is None else seen[event.seat][event.number] for event in seen[0])


def told(event: Event, names: Sequence[str]) -> str:
    """Return an event as a sentence with these names."""
    words = event.told([plain(name) for name in names])
    return f"{words[:1].upper()}{words[1:]}."
