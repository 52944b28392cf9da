"""A deal with its history: a start and the actions since."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, final

import attrs

from ginrules.cards import Card
from ginrules.deal.actions import Action
from ginrules.deal.state import GameState
from ginrules.deal.transitions import apply, new_deal
from ginrules.results import DealResult, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealTerms

if TYPE_CHECKING:
    from ginrules.deal.events import Event


@final
@attrs.frozen
class Deal:
    """The only owner of history: where a deal began, what was done, and where it stands.

    >>> import random
    >>> from ginrules import presets, shuffled_deck
    >>> from ginrules.deal import Pass
    >>> deal = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7))).play(Pass())
    >>> deal.state.turn, [str(action) for action in deal.actions]
    (0, ['pass'])
    """

    start_state: GameState
    """The state from which the actions lead on, as :func:`~ginrules.new_deal` makes it."""
    actions: tuple[Action, ...]
    """What was done, each with its defaults as given."""
    state: GameState = attrs.field(eq=False, repr=False)
    """Where the deal stands; it follows from the other two."""

    @classmethod
    def start(
        cls,
        rules: Rules,
        deck: Iterable[Card],
        *,
        dealer: Seat | int = 0,
        terms: DealTerms | None = None,
        actions: Iterable[Action] = (),
    ) -> "Deal":
        """Return a new deal, played on through *actions*; see :func:`~ginrules.new_deal`.

        Raises:
            StateError: the deck is not the cards that the rules play with.
            IllegalAction: one of the actions may not be done.

        """
        start = new_deal(rules, deck, dealer=dealer, terms=terms)
        deal = cls(start, (), start)
        for action in actions:
            deal = deal.play(action)
        return deal

    @property
    def rules(self) -> Rules:
        """The ruleset of the deal."""
        return self.start_state.rules

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.start_state.dealer

    @property
    def result(self) -> DealResult | None:
        """How the deal ended, or None while it goes on."""
        return self.state.result

    @property
    def deck(self) -> tuple[Card, ...]:
        """A deck that deals the same: that of the deal, with each hand's cards in index order."""
        start = self.start_state
        first, second = start.hands[1 - start.dealer].cards, start.hands[start.dealer].cards
        dealt = [card for pair in zip(first, second, strict=True) for card in pair]
        return (*dealt, start.upcard, *start.stock)

    def play(self, action: Action) -> "Deal":
        """Return the deal after one action more.

        Raises:
            IllegalAction: the action may not be done; the deal is as it was.

        """
        return Deal(self.start_state, (*self.actions, action), apply(self.state, action))

    def events(self, seat: Seat | int | None) -> "tuple[Event, ...]":
        """Return what a seat has seen of the deal, event by event; for None, what a spectator has seen.

        Playing on adds events and changes none, so a server sends those beyond the ones it has sent.

        >>> import random
        >>> from ginrules import presets, shuffled_deck
        >>> from ginrules.deal import Pass
        >>> deal = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7))).play(Pass())
        >>> [event.text for event in deal.events(0)][1:]
        ['Qs was turned up', 'opponent passed']
        """
        from ginrules.deal.events import events

        return events(self, seat)
