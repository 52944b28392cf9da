"""What one seat may know, and the deals that agree with it.

Knowledge is perfect recall: every card that was ever face up is in the view where it is now. Two states that
differ only in what a seat cannot know give that seat equal views.
"""

from typing import final

import attrs

from ginrules.cards import Card, Hand, RandomSource, shuffled_deck
from ginrules.deal.actions import Action
from ginrules.deal.state import Cube, GameState, Phase, Spread
from ginrules.deal.transitions import legal_actions
from ginrules.errors import StateError
from ginrules.quick import quick_constructor
from ginrules.results import DealResult, Ending, Seat
from ginrules.rules import DiscardView, Rules
from ginrules.scoring import DealTerms

_NO_CARDS = Hand()


@final
@attrs.frozen(weakref_slot=False)
class PlayerView:
    """A deal as one seat knows it, or as a spectator does. All a bot needs. Rules: CORE-04, CORE-19."""

    seat: Seat | None
    """Whose view it is; None for a spectator."""
    rules: Rules
    terms: DealTerms
    dealer: Seat
    upcard: Card
    """The card turned up at the start."""
    phase: Phase
    turn: Seat
    hand: Hand
    """The seat's own cards; none for a spectator."""
    drawn: Card | None
    """The card that the turn in progress began with, if the seat may know it."""
    from_pile: bool
    """Whether that card came from the discard pile."""
    known: tuple[Hand, Hand]
    """The cards in each hand that everybody knows of: taken from the pile and still held, or shown."""
    hand_sizes: tuple[int, int]
    """The number of cards in each hand."""
    stock_count: int
    """The number of face-down cards in the stock."""
    discards: tuple[Card, ...]
    """The whole discard pile, its top last; what a person is shown of it says :attr:`shown_discards`."""
    passes: int
    """How many have declined the upcard."""
    turns: tuple[int, int]
    """Turns that each seat has completed with a discard."""
    pile_takes: int
    """Cards taken from the pile so far, as :attr:`GameState.pile_takes`."""
    returns: int
    """Turns in a row that laid the taken card straight back."""
    picked: tuple[Hand, Hand]
    """Cards that each seat has ever taken from the pile."""
    discarded: tuple[Hand, Hand]
    """Cards that each seat has ever laid on the pile."""
    spread: Spread | None
    """What the knocker shows; its face-down discard is None while the seat does not know it."""
    result: DealResult | None
    """How the deal ended, when it is over."""
    cube: Cube | None
    """What doubles have made of the deal; None before the first."""
    legal_actions: tuple[Action, ...]
    """What the seat may do now; nothing when it is not its turn."""

    @property
    def top(self) -> Card | None:
        """The top card of the discard pile, or None when it is empty."""
        return self.discards[-1] if self.discards else None

    @property
    def opponent(self) -> Seat:
        """The other seat; for a spectator, seat 1."""
        return Seat(1) if self.seat is None else Seat(1 - self.seat)

    @property
    def shown_discards(self) -> tuple[Card, ...]:
        """The part of the pile that a person at the table may look at. Rule: CORE-04."""
        return self.discards if self.rules.discard_view is DiscardView.ALL else self.discards[-1:]

    @property
    def unseen(self) -> Hand:
        """The cards whose place the seat does not know: in the stock or hidden in a hand."""
        seen = self.hand.mask | self.known[0].mask | self.known[1].mask
        for card in self.discards:
            seen |= card.mask
        if self.spread is not None:
            if self.spread.discard is not None:
                seen |= self.spread.discard.mask
            for meld in self.spread.melds:
                seen |= meld.mask
        return Hand(self.rules.deck.mask & ~seen)

    def to_text(self) -> str:
        """Return the position text of the view: one line, the same for equal views and for no others."""
        from ginrules.deal.text import view_to_text

        return view_to_text(self)

    @classmethod
    def from_text(cls, text: str, rules: Rules) -> "PlayerView":
        """Return the view that a position text describes under these rules, its legal actions included.

        Raises:
            NotationError: the text is no view.
            StateError: there is no deal that looks so; it names every problem found.

        """
        from ginrules.deal.text import view_from_text

        return view_from_text(text, rules)


_build_view = quick_constructor(PlayerView)


def view(state: GameState, seat: Seat | int | None) -> PlayerView:
    """Return what a seat knows of a deal; for None, what a spectator knows.

    >>> import random
    >>> from ginrules import new_deal, presets, shuffled_deck
    >>> state = new_deal(presets.CLASSIC, shuffled_deck(random.Random(7)))
    >>> mine = view(state, 1)
    >>> len(mine.hand), len(mine.unseen), [str(action) for action in mine.legal_actions]
    (10, 41, ['take', 'pass'])

    Raises:
        StateError: there is no such seat.

    """
    if seat not in {0, 1, None}:
        raise StateError([f"seat is {seat!r}; expected 0, 1, or None for a spectator"])
    seat = None if seat is None else Seat(seat)
    spread = state.spread
    known = state.known
    if spread is not None:
        known = _shown(state, spread, known)
        if spread.discard is not None and not _knows_discard(state, spread, seat):
            spread = attrs.evolve(spread, discard=None)
    elif _all_shown(state):
        known = state.hands
    own_turn = state.turn == seat
    return _build_view(
        seat,
        state.rules,
        state.terms,
        state.dealer,
        state.upcard,
        state.phase,
        state.turn,
        _NO_CARDS if seat is None else state.hands[seat],
        state.drawn if own_turn or state.from_pile else None,
        state.from_pile,
        known,
        (len(state.hands[0]), len(state.hands[1])),
        len(state.stock),
        state.discards,
        state.passes,
        state.turns,
        state.pile_takes,
        state.returns,
        state.picked,
        state.discarded,
        spread,
        state.result,
        state.cube,
        legal_actions(state) if own_turn else (),
    )


def determinize(view: PlayerView, rng: RandomSource) -> GameState:
    """Return a deal that agrees with all that the view knows, each such deal with the same chance.

    The unseen cards are shuffled once, with ``rng.random()`` alone, and dealt to the places whose cards are not
    known. Nothing is inferred from what the opponent let pass. Only where the last discard has been taken, which
    one does to knock alone, are they shuffled until a knock is possible.

    >>> import random
    >>> from ginrules import new_deal, presets, shuffled_deck
    >>> mine = view(new_deal(presets.CLASSIC, shuffled_deck(random.Random(7))), 1)
    >>> view(determinize(mine, random.Random(1)), 1) == mine
    True
    """
    state = _dealt_anew(view, rng)
    while state.must_knock and not legal_actions(state):
        # Who has taken the last discard can knock: other deals do not agree with the rules. Rule: CORE-17.
        state = _dealt_anew(view, rng)
    return state


def _dealt_anew(view: PlayerView, rng: RandomSource) -> GameState:
    """Deal the unseen cards to the places whose cards the view does not know."""
    unseen = list(shuffled_deck(rng, view.unseen))
    hands: list[Hand] = []
    for seat, (known, size) in enumerate(zip(view.known, view.hand_sizes, strict=True)):
        held = view.hand if seat == view.seat else known
        missing = size - len(held)
        hands.append(Hand(held.mask | Hand.of(unseen[:missing]).mask))
        del unseen[:missing]
    spread = view.spread
    if spread is not None and spread.discard is None and spread.ending is not Ending.BIG_GIN:
        spread = attrs.evolve(spread, discard=unseen.pop())
    drawn = view.drawn
    if view.phase is Phase.DISCARD and drawn is None:
        drawn = _some_drawn(view, hands[view.turn], rng)
    return GameState(
        view.rules,
        view.terms,
        view.dealer,
        view.upcard,
        view.phase,
        view.turn,
        (hands[0], hands[1]),
        tuple(unseen),
        view.discards,
        drawn,
        view.from_pile,
        view.passes,
        view.turns,
        view.pile_takes,
        view.returns,
        view.picked,
        view.discarded,
        spread,
        view.result,
        view.cube,
    )


def _all_shown(state: GameState) -> bool:
    """Return whether the players have had to show their hands though nobody knocked. Rules: CORE-17, EXTRA-06."""
    if state.result is None:
        return False
    return state.result.ending is Ending.REFUSED or state.rules.scoring.needs_void_deadwood


def _shown(state: GameState, spread: Spread, known: tuple[Hand, Hand]) -> tuple[Hand, Hand]:
    """Return what is known of the hands once a spread is on the table."""
    if state.phase is Phase.OVER:
        return state.hands
    knocker_hand = state.hands[spread.knocker]
    return (knocker_hand, known[1]) if spread.knocker == 0 else (known[0], knocker_hand)


def _knows_discard(state: GameState, spread: Spread, seat: Seat | None) -> bool:
    """Return whether a seat knows the knocker's face-down card: its own, shown by now, or seen being taken."""
    if state.phase is Phase.OVER or seat == spread.knocker:
        return True
    return spread.discard in state.picked[spread.knocker]


def _some_drawn(view: PlayerView, hand: Hand, rng: RandomSource) -> Card:
    """Choose which of the opponent's cards he drew: one that was not seen being taken."""
    hidden = (hand - view.known[view.turn]).cards
    return hidden[int(rng.random() * len(hidden))]
