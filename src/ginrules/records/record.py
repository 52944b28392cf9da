"""What a record can hold: a deal, a match, or what one seat saw of a deal."""

from collections.abc import Sequence
from typing import TypeAlias, final

import attrs

from ginrules.deal import Deal
from ginrules.deal.events import Event
from ginrules.match import Match
from ginrules.results import Seat
from ginrules.rules import Rules


@final
@attrs.frozen(kw_only=True)
class RedactedDeal:
    """What one seat, or a spectator, saw of a deal. It can be shown and stored, but it is no deal to play on.

    >>> import random
    >>> from ginrules import Deal, presets, shuffled_deck
    >>> deal = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7)))
    >>> redact(deal, None).told(("Anna", "Bertil"))
    ('Anna dealt', 'Qs was turned up')
    """

    rules: Rules
    viewer: Seat | None
    """Who saw it; None for a spectator."""
    events: tuple[Event, ...]
    """What was seen, in order."""

    def told(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the events in words, with these names for the seats."""
        return tuple(event.told(names) for event in self.events)


def redact(deal: Deal, seat: Seat | int | None) -> RedactedDeal:
    """Return what a seat, or for None a spectator, has seen of a deal."""
    return RedactedDeal(rules=deal.rules, viewer=None if seat is None else Seat(seat), events=deal.events(seat))


OpenDeals: TypeAlias = tuple[tuple[int, Deal], ...]
"""Deals under way in a match: the number of the table and the deal, ascending."""
Content: TypeAlias = Deal | Match | RedactedDeal
"""What a record is of."""


@final
@attrs.frozen(kw_only=True)
class Record:
    """A record that has been read, every action in it played again."""

    content: Content
    names: tuple[str, ...] | None = None
    """The names of the players, by seat, where they are known."""
    open_deals: OpenDeals = ()
    """The deals of the match that are not finished, as far as they were stored, with their tables."""

    @property
    def open_deal(self) -> Deal | None:
        """The first deal of the match that is not finished; where one is played at a time, the only one."""
        return self.open_deals[0][1] if self.open_deals else None
