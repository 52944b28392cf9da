"""What a seat may know: views do not depend on hidden cards, and determinizing guesses fairly at them.

What is hidden is restated here from the course of the deal: a card is known of a hand if everybody saw it being
taken from the pile and it has not been laid since.
"""

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import sqrt
from random import Random

import attrs
import pytest
from deal_strategies import NINE_CARDS, lively, new_deals
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules import (
    Action,
    Card,
    Discard,
    DrawStock,
    GameState,
    Hand,
    Knock,
    Pass,
    Phase,
    PlayerView,
    Rules,
    StateError,
    TakeDiscard,
    apply,
    determinize,
    legal_actions,
    new_deal,
    presets,
    shuffled_deck,
    view,
)
from ginrules.deal.validate import problems
from ginrules.rules import LastDiscard
from ginrules.scoring import VoidAward

VIEWERS = (0, 1, None)


@attrs.frozen
class Witnessed:
    """A state and what everybody has seen on the way to it."""

    state: GameState
    known: tuple[frozenset[Card], frozenset[Card]]
    """The cards of each hand that all know of."""
    discard_known: bool = False
    """Whether the face-down discard of a knock was such a card."""

    def after(self, action: Action) -> "Witnessed":
        """Return what is known after an action."""
        seat = self.state.turn
        known = list(self.known)
        discard_known = self.discard_known
        then = apply(self.state, action)
        if isinstance(action, TakeDiscard) and then.phase is Phase.DISCARD:
            known[seat] |= {self.state.discards[-1]}
        if isinstance(action, Discard):
            known[seat] -= {action.card}
        if isinstance(action, Knock):
            discard_known = action.discard in known[seat]
            known[seat] -= {action.discard}
        return Witnessed(then, (known[0], known[1]), discard_known)


def course_of(start: GameState, rng: Random) -> Iterator[Witnessed]:
    """Yield every state of a deal with what is known of it."""
    witnessed = Witnessed(start, (frozenset(), frozenset()))
    yield witnessed
    while witnessed.state.phase is not Phase.OVER:
        witnessed = witnessed.after(lively(witnessed.state, rng))
        yield witnessed


@st.composite
def witnessed_states(draw: st.DrawFn) -> Witnessed:
    """Draw a state of a deal under any rules, late ones more often, because they hold more history."""
    states = list(course_of(draw(new_deals()), Random(draw(st.integers(0, 2**32)))))
    late = st.integers(max(0, len(states) - 5), len(states) - 1)
    return states[draw(st.integers(0, len(states) - 1) | late)]


def hidden_of_hand(witnessed: Witnessed, seat: int, viewer: int | None) -> tuple[Card, ...]:
    """Return the cards of a hand that the viewer cannot know."""
    state = witnessed.state
    if seat == viewer or (state.spread is not None and (state.spread.knocker == seat or state.result is not None)):
        return ()
    if state.result is not None and (state.result.deadwood is not None or state.spread is not None):
        return ()
    return tuple(card for card in state.hands[seat] if card not in witnessed.known[seat])


def discard_is_hidden(witnessed: Witnessed, viewer: int | None) -> bool:
    """Return whether the face-down discard of a knock is hidden from the viewer."""
    spread = witnessed.state.spread
    if spread is None or spread.discard is None or witnessed.state.phase is Phase.OVER:
        return False
    return spread.knocker != viewer and not witnessed.discard_known


def hidden_cards(witnessed: Witnessed, viewer: int | None) -> list[Card]:
    """Return all cards that are hidden from the viewer, place after place."""
    spread = witnessed.state.spread
    hidden = [card for seat in (0, 1) for card in hidden_of_hand(witnessed, seat, viewer)]
    if discard_is_hidden(witnessed, viewer) and spread is not None and spread.discard is not None:
        hidden.append(spread.discard)
    return [*hidden, *witnessed.state.stock]


def with_hidden(witnessed: Witnessed, viewer: int | None, cards: list[Card], drawn: int = 0) -> GameState:
    """Return the state with other cards in the hidden places; *drawn* says which hidden one has been drawn."""
    state = witnessed.state
    left = list(cards)
    hands: list[Hand] = []
    changes: dict[str, object] = {}
    for seat in (0, 1):
        hidden = hidden_of_hand(witnessed, seat, viewer)
        dealt, left = left[: len(hidden)], left[len(hidden) :]
        hands.append((state.hands[seat] - Hand.of(hidden)) | Hand.of(dealt))
        if hidden and state.phase is Phase.DISCARD and state.turn == seat and not state.from_pile:
            changes["drawn"] = sorted(dealt)[drawn % len(dealt)]
    if discard_is_hidden(witnessed, viewer) and state.spread is not None:
        changes["spread"] = attrs.evolve(state.spread, discard=left.pop(0))
    return attrs.evolve(state, hands=(hands[0], hands[1]), stock=tuple(left), **changes)  # type: ignore[arg-type]


def agrees_with_the_rules(state: GameState) -> bool:
    """Return whether who has taken the last discard, which one does to knock alone, can knock. Rule: CORE-17."""
    return not state.must_knock or bool(legal_actions(state))


@given(witnessed_states(), st.sampled_from(VIEWERS), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_what_is_hidden_does_not_show(witnessed: Witnessed, viewer: int | None, rng: Random) -> None:
    """Two states that differ only in what a seat cannot know give that seat equal views, in every phase."""
    cards = hidden_cards(witnessed, viewer)
    rng.shuffle(cards)
    other = with_hidden(witnessed, viewer, cards, drawn=rng.randrange(60))
    assert problems(other) == () or not agrees_with_the_rules(other)
    assert view(other, viewer) == view(witnessed.state, viewer)


@given(witnessed_states(), st.sampled_from(VIEWERS))
@settings(max_examples=80)
def test_what_is_seen_is_in_the_view(witnessed: Witnessed, viewer: int | None) -> None:
    """A view knows just the cards that are not hidden: own hand, pile, cards seen taken, cards on the table."""
    seen = view(witnessed.state, viewer)
    assert seen.unseen == Hand.of(hidden_cards(witnessed, viewer))
    for seat in (0, 1):
        hidden = hidden_of_hand(witnessed, seat, viewer)
        everything = seen.hand if seat == viewer else seen.known[seat]
        assert everything == witnessed.state.hands[seat] - Hand.of(hidden)
        assert seen.hand_sizes[seat] == len(witnessed.state.hands[seat])
    assert seen.discards == witnessed.state.discards
    assert seen.stock_count == len(witnessed.state.stock)


@given(witnessed_states(), st.sampled_from(VIEWERS))
@settings(max_examples=60)
def test_views_carry_the_legal_actions_of_the_seat_in_turn(witnessed: Witnessed, viewer: int | None) -> None:
    """A view has exactly the legal actions when its seat is in turn, and none otherwise."""
    state = witnessed.state
    assert view(state, viewer).legal_actions == (legal_actions(state) if state.turn == viewer else ())


@given(witnessed_states(), st.sampled_from(VIEWERS), st.integers(0, 2**32))
@settings(max_examples=80)
def test_a_guess_is_a_deal_that_looks_the_same(witnessed: Witnessed, viewer: int | None, seed: int) -> None:
    """Determinizing yields a valid state whose view is the one that it came from."""
    seen = view(witnessed.state, viewer)
    guess = determinize(seen, Random(seed))
    assert problems(guess) == ()
    assert view(guess, viewer) == seen
    assert determinize(seen, Random(seed)) == guess


@given(witnessed_states(), st.sampled_from(VIEWERS))
@settings(max_examples=30)
def test_guesses_differ(witnessed: Witnessed, viewer: int | None) -> None:
    """Where four cards or more are in the stock, twenty guesses are never all the same."""
    seen = view(witnessed.state, viewer)
    guesses = {determinize(seen, Random(seed)) for seed in range(20)}
    assert len(guesses) > 1 or seen.stock_count < 4


@given(witnessed_states(), st.sampled_from(VIEWERS))
@settings(max_examples=30)
def test_views_travel(witnessed: Witnessed, viewer: int | None) -> None:
    """Pickles and copies of a view are equal and hash alike."""
    seen = view(witnessed.state, viewer)
    for twin in (pickle.loads(pickle.dumps(seen)), copy.deepcopy(seen)):  # noqa: S301  our own
        assert twin == seen
        assert hash(twin) == hash(seen)


# Uniformity -----------------------------------------------------------------------------------------------------

PHASES = (Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAYOFF, Phase.LAST_TAKE, Phase.OVER)
QUICK = Rules(deck=NINE_CARDS, hand_size=3, stock_floor=0, last_discard=LastDiscard.KNOCK_ONLY, knock_limit=5)


@cache
def reached(phase: Phase) -> tuple[Witnessed, ...]:
    """Return the states of some quick deals that are in a phase."""
    found: list[Witnessed] = []
    for seed in range(60):
        rng = Random(seed)
        start = new_deal(QUICK, shuffled_deck(rng, QUICK.deck), dealer=seed % 2)
        found += [witnessed for witnessed in course_of(start, rng) if witnessed.state.phase is phase]
    return tuple(found)


def all_deals(witnessed: Witnessed, viewer: int | None) -> set[GameState]:
    """Enumerate every deal that agrees with what the viewer knows."""
    orders = permutations(hidden_cards(witnessed, viewer))
    which_drawn = range(witnessed.state.rules.hand_size + 1)
    deals = {with_hidden(witnessed, viewer, list(order), drawn) for order in orders for drawn in which_drawn}
    return {deal for deal in deals if agrees_with_the_rules(deal)}


@pytest.mark.parametrize(
    ("phase", "viewer"),
    [(phase, viewer) for phase in PHASES for viewer in VIEWERS if (phase, viewer) != (Phase.UPCARD, None)],
)
def test_guesses_are_uniform(phase: Phase, viewer: int | None) -> None:
    """Every deal that agrees with the view is guessed equally often: chi-square, fixed seeds."""
    few = [
        witnessed
        for witnessed in reached(phase)
        if witnessed.state.turn != viewer and len(hidden_cards(witnessed, viewer)) in range(2, 6)
    ]
    for witnessed in (few[0], few[-1]):
        possible = all_deals(witnessed, viewer)
        seen = view(witnessed.state, viewer)
        rng = Random(2024)
        draws = 15 * len(possible)
        counts = Counter(determinize(seen, rng) for _ in range(draws))
        assert set(counts) <= possible
        statistic = sum((counts[deal] - 15) ** 2 / 15 for deal in possible)
        freedom = len(possible) - 1
        assert statistic <= freedom + 4 * sqrt(2 * freedom)


# Single rules ---------------------------------------------------------------------------------------------------


def opening(rules: Rules = presets.CLASSIC) -> GameState:
    """Return a deal in which both have declined the upcard."""
    return apply(apply(new_deal(rules, shuffled_deck(Random(3))), Pass()), Pass())


def test_an_own_draw_is_hidden_from_the_others() -> None:
    """The card that a player draws from the stock is in his own view alone."""
    drawn = apply(opening(), DrawStock())
    card = drawn.drawn
    assert card is not None
    assert view(drawn, 1).drawn is card
    for viewer in (0, None):
        seen = view(drawn, viewer)
        assert seen.drawn is None
        assert card in seen.unseen
        assert not seen.from_pile


def test_a_card_taken_from_the_pile_is_seen_by_all() -> None:
    """The card that a player takes from the pile is known of his hand until he lays it."""
    taken = apply(new_deal(presets.CLASSIC, shuffled_deck(Random(3))), TakeDiscard())
    for viewer in VIEWERS:
        seen = view(taken, viewer)
        assert seen.drawn is taken.upcard
        assert seen.known[1] == Hand.of([taken.upcard])


def test_the_hands_are_shown_after_a_void_deal_that_is_priced_by_them() -> None:
    """Where half a box goes to the lower deadwood, all see both hands of a void deal; otherwise nobody does."""
    for award, shown in ((None, 0), (VoidAward.HALF_BOX_TO_LOWEST, 10)):
        state = opening(presets.CLASSIC.replace(void_award=award, knock_limit=0))
        while state.phase is not Phase.OVER:
            actions = legal_actions(state)
            state = apply(state, DrawStock() if DrawStock() in actions else state_discard(state, actions))
        assert [len(hand) for hand in view(state, None).known] == [shown, shown]


def state_discard(state: GameState, actions: tuple[Action, ...]) -> Action:
    """Return the discard of the card just drawn."""
    return next(action for action in actions if isinstance(action, Discard) and action.card is state.drawn)


@pytest.mark.parametrize("seat", [2, -1])
def test_there_are_two_seats(seat: int) -> None:
    """A view of a seat that does not exist is refused."""
    with pytest.raises(StateError, match="expected 0, 1, or None for a spectator"):
        view(opening(), seat)


def test_a_view_belongs_to_a_seat() -> None:
    """A view names its seat and the other one; a spectator has no cards and no actions."""
    views: list[PlayerView] = [view(opening(), viewer) for viewer in VIEWERS]
    assert [(seen.seat, seen.opponent) for seen in views] == [(0, 1), (1, 0), (None, 1)]
    assert views[2].hand == Hand()
    assert views[2].legal_actions == ()
