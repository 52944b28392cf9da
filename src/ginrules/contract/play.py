"""A round with its history: a start and the actions since."""

from collections.abc import Iterable
from typing import final

import attrs

from ginrules.contract.actions import Action
from ginrules.contract.cards import AnyCard
from ginrules.contract.events import Event, events
from ginrules.contract.rules import Rules
from ginrules.contract.state import RoundResult, RoundState
from ginrules.contract.transitions import apply, new_round


@final
@attrs.frozen
class Round:
    """The only owner of history: where a round began, what was done, chance's moves among it, and where it stands.

    >>> import random
    >>> from ginrules.contract import Round, parse_action, presets, shuffled
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> played = Round.start(presets.SVENSK_7, 1, deck, players=3).play(parse_action("draw"))
    >>> played.state.phase.value, [str(action) for action in played.actions]
    ('play', ['draw'])
    """

    start_state: RoundState
    """The state from which the actions lead on, as :func:`~ginrules.contract.new_round` makes it."""
    actions: tuple[Action, ...]
    """What was done."""
    state: RoundState = attrs.field(eq=False, repr=False)
    """Where the round stands; it follows from the other two."""

    @classmethod
    def start(  # noqa: PLR0913  a round begins with all that new_round takes
        cls,
        rules: Rules,
        number: int,
        deck: Iterable[AnyCard],
        *,
        players: int,
        dealer: int = 0,
        actions: Iterable[Action] = (),
    ) -> "Round":
        """Return a new round, played on through *actions*; see :func:`~ginrules.contract.new_round`.

        Raises:
            RulesError: there is no such round, or it does not deal to so many.
            StateError: the deck is not the cards that the rules play with.
            IllegalAction: one of the actions may not be done.

        """
        start = new_round(rules, number, deck, players=players, dealer=dealer)
        begun = cls(start, (), start)
        for action in actions:
            begun = begun.play(action)
        return begun

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.start_state.rules

    @property
    def result(self) -> RoundResult | None:
        """How the round ended, or None while it goes on."""
        return self.state.result

    @property
    def deck(self) -> tuple[AnyCard, ...]:
        """A deck that deals the same: that of the round, with each hand's cards by kind."""
        start = self.start_state
        order = [(start.dealer + 1 + step) % start.players for step in range(start.players)]
        dealt = zip(*(start.hands[seat].cards for seat in order), strict=True)
        return (*(card for turn in dealt for card in turn), *start.discards, *start.stock)

    def play(self, action: Action) -> "Round":
        """Return the round after one action more, chance's reshuffle included.

        Raises:
            IllegalAction: the action may not be done; the round is as it was.

        """
        return Round(self.start_state, (*self.actions, action), apply(self.state, action))

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """Return what a seat has seen of the round, event by event; for None, what a spectator has seen.

        Playing on adds events and changes none, so a server sends those beyond the ones it has sent.

        >>> import random
        >>> from ginrules.contract import Round, parse_action, presets, shuffled
        >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
        >>> played = Round.start(presets.SVENSK_7, 1, deck, players=3).play(parse_action("draw"))
        >>> [event.text for event in played.events(1)][1:], [event.text for event in played.events(2)][1:]
        (['Ad was turned up', 'you drew Kd'], ['Ad was turned up', 'seat 1 drew'])
        """
        return events(self, seat)
