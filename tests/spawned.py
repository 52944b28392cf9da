"""What the tests have other processes do: functions that a spawned process can import."""

from ginrules import Card, Hand, LayOff


def cards_are_the_ones(values: tuple[Card, Hand, LayOff]) -> bool:
    """Return whether the cards that came here are the very objects that this process has for them."""
    card, hand, layoff = values
    looked_up = [Card.parse(str(card)), Card.parse(str(layoff.card))]
    return all(a is b for a, b in zip([card, layoff.card], looked_up, strict=True)) and hand == Hand.of([card])
