"""What one seat may know of a round, and the rounds that agree with it.

Two states that differ only in what a seat cannot know give that seat equal views: the order of the stock, and the
cards of the others save those that everybody saw come into their hands. What a player could work out from the
course of the round beyond that is not in a view: which cards a reshuffle made the stock, or what someone passed.
"""

from typing import final

import attrs

from ginrules.cards import RandomSource
from ginrules.contract.actions import Action
from ginrules.contract.cards import AnyCard, Hand, shuffled
from ginrules.contract.contracts import Contract, is_int
from ginrules.contract.explain import cannot_end_turn
from ginrules.contract.rules import Rules
from ginrules.contract.state import Laid, Phase, RoundResult, RoundState
from ginrules.contract.transitions import legal_actions
from ginrules.errors import StateError


@final
@attrs.frozen
class RoundView:
    """A round as one seat knows it, or as a spectator does: all a bot needs. Rules: SVENSK-07, SVENSK-10."""

    seat: int | None
    """Whose view it is; None for a spectator."""
    rules: Rules
    number: int
    """The number of the round, from 1."""
    dealer: int
    phase: Phase
    turn: int
    """The player in turn."""
    asked: int | None
    """In the buy phase, the seat that is asked."""
    hand: Hand
    """The seat's own cards; none for a spectator."""
    known: tuple[Hand, ...]
    """The cards in each hand that everybody knows of; when the round is over, all."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each hand."""
    stock_count: int
    """The number of face-down cards in the stock."""
    discards: tuple[AnyCard, ...]
    """The whole discard pile, its top last; people look at the top alone."""
    discarder: int | None
    """Who laid the top card, while it can be taken or bought; None for the upcard."""
    table: tuple[Laid, ...]
    """The melds on the table, numbered from 1 in this order."""
    buys: tuple[int, ...]
    """How often each seat has bought."""
    reshuffles: int
    """How often the discard pile has been made the stock."""
    takes: int
    """Cards taken from the pile in a row since anyone drew from the stock."""
    taken: AnyCard | None
    """The card with which the turn in progress began, if it was taken from the pile."""
    laid: bool
    """Whether the player in turn has laid his contract in this turn."""
    result: RoundResult | None
    """How the round ended, when it is over."""
    legal_actions: tuple[Action, ...]
    """What the seat may do now, as :func:`~ginrules.contract.legal_actions` lists it; nothing when others act."""

    @property
    def contract(self) -> Contract:
        """What the round asks for."""
        return self.rules.contract(self.number)

    @property
    def top(self) -> AnyCard | None:
        """The top card of the discard pile, or None when it is empty."""
        return self.discards[-1] if self.discards else None

    @property
    def unseen(self) -> Hand:
        """The cards whose place the seat does not know: in the stock or hidden in a hand."""
        seen = self.hand + Hand.of(self.discards)
        for lying in self.table:
            seen += lying.meld.hand
        for seat, known in enumerate(self.known):
            if seat != self.seat:
                seen += known
        return self.rules.deck - seen

    def is_down(self, seat: int) -> bool:
        """Return whether a seat has laid its contract."""
        return any(lying.owner == seat for lying in self.table)


def view(state: RoundState, seat: int | None) -> RoundView:
    """Return what a seat knows of a round; for None, what a spectator knows.

    >>> import random
    >>> from ginrules.contract import new_round, presets, shuffled, view
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> mine = view(new_round(presets.SVENSK_7, 1, deck, players=3), 1)
    >>> len(mine.hand), len(mine.unseen), [str(action) for action in mine.legal_actions]
    (11, 96, ['take', 'draw'])

    Raises:
        StateError: there is no such seat.

    """
    if seat is not None and (not is_int(seat) or not 0 <= seat < state.players):
        raise StateError([f"seat is {seat!r}; expected 0 to {state.players - 1}, or None for a spectator"])
    acts = seat is not None and seat == state.actor
    return RoundView(
        seat=seat,
        rules=state.rules,
        number=state.number,
        dealer=state.dealer,
        phase=state.phase,
        turn=state.turn,
        asked=state.asked,
        hand=Hand() if seat is None else state.hands[seat],
        known=state.hands if state.phase is Phase.OVER else state.known,
        hand_sizes=tuple(map(len, state.hands)),
        stock_count=len(state.stock),
        discards=state.discards,
        discarder=state.discarder,
        table=state.table,
        buys=state.buys,
        reshuffles=state.reshuffles,
        takes=state.takes,
        taken=state.taken,
        laid=state.laid,
        result=state.result,
        legal_actions=legal_actions(state) if acts else (),
    )


def determinize(view: RoundView, rng: RandomSource) -> RoundState:
    """Return a round that agrees with all that the view knows, each such round with the same chance.

    The unseen cards are shuffled, with ``rng.random()`` alone, and dealt to the places whose cards are not known.
    Nothing is inferred from what others did; only where the player in turn would not be able to end his turn,
    which the rules see to, are they shuffled again.

    >>> import random
    >>> from ginrules.contract import determinize, new_round, presets, shuffled, view
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> mine = view(new_round(presets.SVENSK_7, 1, deck, players=3), 1)
    >>> view(determinize(mine, random.Random(1)), 1) == mine
    True
    """
    state = _dealt_anew(view, rng)
    melds = tuple(lying.meld for lying in state.table)
    while state.phase is Phase.PLAY and cannot_end_turn(state, state.hands[state.turn], melds, laid=state.laid):
        state = _dealt_anew(view, rng)
    return state


def _dealt_anew(view: RoundView, rng: RandomSource) -> RoundState:
    """Deal the unseen cards to the places whose cards the view does not know."""
    unseen = shuffled(rng, view.unseen)
    hands: list[Hand] = []
    at = 0
    for seat, (known, size) in enumerate(zip(view.known, view.hand_sizes, strict=True)):
        held = view.hand if seat == view.seat else known
        missing = size - len(held)
        hands.append(held + Hand.of(unseen[at : at + missing]))
        at += missing
    return RoundState(
        rules=view.rules,
        number=view.number,
        dealer=view.dealer,
        phase=view.phase,
        turn=view.turn,
        hands=tuple(hands),
        stock=unseen[at:],
        discards=view.discards,
        discarder=view.discarder,
        asked=view.asked,
        table=view.table,
        # When the round is over every hand is known, which a state need not say twice.
        known=tuple(hands) if view.phase is Phase.OVER else view.known,
        buys=view.buys,
        reshuffles=view.reshuffles,
        takes=view.takes,
        taken=view.taken,
        laid=view.laid,
        result=view.result,
    )
