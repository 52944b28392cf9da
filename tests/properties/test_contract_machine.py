"""The round of the two-deck game as a machine: what holds in every state that play can reach."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from random import Random

import attrs
import pytest
from contract_play import (
    begun,
    chosen,
    course,
    hidden_swapped,
    moves_without_lays,
    set_up,
    small_tables,
    some_state,
    wild_lays,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules.contract import (
    Action,
    AnyCard,
    Build,
    Contract,
    Hand,
    IllegalAction,
    Laid,
    Lay,
    Meld,
    Phase,
    Reason,
    Round,
    RoundResult,
    RoundState,
    Rules,
    apply,
    determinize,
    explain,
    is_legal,
    legal_actions,
    new_round,
    parse_action,
    parse_card,
    presets,
    problems,
    reshuffle,
    shuffled,
    view,
)
from ginrules.contract.events import EventKind
from ginrules.errors import StateError

SEEDS = st.integers(0, 10**6)
STEPS = st.integers(0, 80)


def every_card(state: RoundState) -> Counter[AnyCard]:
    """Return how often each card is anywhere in a state."""
    table = (card for laid in state.table for card in laid.meld.cards)
    return Counter([*state.stock, *state.discards, *table, *(card for hand in state.hands for card in hand)])


@pytest.mark.rule("SVENSK-01", "SVENSK-13", "SVENSK-17")
@settings(max_examples=12)
@given(small_tables(), SEEDS)
def test_every_round_ends_and_loses_no_card(rules: Rules, seed: int) -> None:
    """Random legal play ends within bounds; on the way every state is sound and every card in one place."""
    start = state = begun(rules, seed)
    cards = every_card(start)
    steps = 0
    for before, action in course(start, Random(seed)):
        steps += 1
        assert not problems(before)
        state = apply(before, action)
        assert every_card(state) == cards
    assert not problems(state)
    # A stock card is drawn at least once in so many takes, and each turn builds no more than is held.
    assert steps < 6 * (rules.max_reshuffles + 1) * len(rules.deck) * (rules.take_limit or 1)
    result = state.result
    assert result is not None
    assert legal_actions(state) == ()
    assert [points == 0 for points in result.points] == [rules.points(hand) == 0 for hand in state.hands]
    assert result.out == next((seat for seat, hand in enumerate(state.hands) if not hand), None)


@settings(max_examples=40)
@given(small_tables(), SEEDS, STEPS)
def test_the_listed_actions_are_the_legal_ones(rules: Rules, seed: int, steps: int) -> None:
    """What is listed is legal, each once; of all else only an end that goes without saying is legal, too."""
    state = some_state(rules, seed, steps)
    listed = legal_actions(state)
    assert len(set(listed)) == len(listed)
    assert all(is_legal(state, action) for action in listed)
    after = {apply(state, action) for action in listed}
    for action in moves_without_lays(state):
        if is_legal(state, action) and action not in listed:
            assert isinstance(action, Build)
            assert action.end is not None
            assert apply(state, action) in after
    assert (state.actor is None) == (not listed)


@settings(max_examples=40)
@given(small_tables(), SEEDS, STEPS)
def test_what_is_legal_is_accepted_and_all_else_refused_without_a_trace(
    rules: Rules, seed: int, steps: int
) -> None:
    """`apply` accepts what `explain` has nothing against; else it says the same, and the state is as it was."""
    rng = Random(seed)
    state = some_state(rules, seed, steps)
    twin = copy.deepcopy(state)
    tried: list[Action] = [*moves_without_lays(state), *wild_lays(state, rng), *legal_actions(state)]
    for action in rng.sample(tried, min(len(tried), 60)):
        refusal = explain(state, action)
        assert is_legal(state, action) is (refusal is None)
        if refusal is None:
            assert not problems(apply(state, action))
            continue
        with pytest.raises(IllegalAction) as caught:
            apply(state, action)
        assert caught.value.refusal == refusal
        assert caught.value.reason is refusal.reason
        assert refusal.sentence == caught.value.sentence == str(caught.value)
    assert state == twin
    assert hash(state) == hash(twin)


@settings(max_examples=15)
@given(small_tables(), SEEDS, STEPS)
def test_every_way_to_lay_is_legal_and_one_is_listed_if_there_is_any(rules: Rules, seed: int, steps: int) -> None:
    """The long list has every laying once, all legal; the short list has one of them."""
    state = some_state(rules.replace(jokers=4), seed, steps)
    short = [action for action in legal_actions(state) if isinstance(action, Lay)]
    every = [action for action in legal_actions(state, every_laying=True) if isinstance(action, Lay)]
    assert len(set(every)) == len(every)
    assert all(is_legal(state, action) for action in every[:200])
    assert short == every[:1]


@settings(max_examples=8)
@given(small_tables(), SEEDS)
def test_a_round_replays_from_its_start_and_its_actions(rules: Rules, seed: int) -> None:
    """The actions, read back from their texts, lead from the same deck to the same state."""
    start = begun(rules, seed)
    played = Round(start, (), start)
    for _, action in course(start, Random(seed)):
        played = played.play(action)
    texts = [str(action) for action in played.actions]
    again = Round.start(
        rules,
        start.number,
        played.deck,
        players=start.players,
        dealer=start.dealer,
        actions=map(parse_action, texts),
    )
    assert again == played
    assert again.state == played.state
    assert again.result == played.result
    assert again.rules == rules
    assert pickle.loads(pickle.dumps(again)).state == played.state  # noqa: S301  our own


@settings(max_examples=40)
@given(small_tables(), SEEDS, STEPS)
def test_a_view_does_not_show_what_the_seat_cannot_see(rules: Rules, seed: int, steps: int) -> None:
    """States that differ in the stock and in hidden cards alone give equal views, and so do determinized ones."""
    rng = Random(seed)
    state = some_state(rules, seed, steps)
    for seat in (None, *range(state.players)):
        seen = view(state, seat)
        if state.phase is not Phase.OVER:
            other = hidden_swapped(state, seat, rng)
            assert view(other, seat) == seen
        dealt = determinize(seen, rng)
        assert view(dealt, seat) == seen
        assert not problems(dealt)
        assert every_card(dealt) == every_card(state)
        assert seen.unseen == Hand.of(state.stock) + Hand.of(
            card
            for other_seat, hand in enumerate(state.hands)
            if other_seat != seat
            for card in hand - seen.known[other_seat]
        )
        assert seen.legal_actions == (legal_actions(state) if seat == state.actor and seat is not None else ())


@settings(max_examples=20)
@given(small_tables(), SEEDS, STEPS)
def test_what_is_known_of_a_hand_is_held(rules: Rules, seed: int, steps: int) -> None:
    """Cards known of a hand are in it, and taking, buying and swapping make cards known."""
    rng = Random(seed)
    state = some_state(rules, seed, steps)
    if state.phase is Phase.OVER:
        return
    assert all(known <= hand for known, hand in zip(state.known, state.hands, strict=True))
    action = chosen(state, rng)
    after = apply(state, action)
    if str(action) in {"take", "buy"} and state.actor is not None and state.top is not None:
        assert after.known[state.actor] == state.known[state.actor].add(state.top)
        assert after.hands[state.actor].count(state.top) > state.hands[state.actor].count(state.top)


@settings(max_examples=6)
@given(small_tables(), SEEDS)
def test_events_only_grow_and_show_drawn_cards_to_nobody_else(rules: Rules, seed: int) -> None:
    """The events of a shorter round begin those of a longer; drawn and penalty cards are told to who drew them."""
    start = begun(rules, seed)
    played = Round(start, (), start)
    halfway = played
    for number, (_, action) in enumerate(course(start, Random(seed))):
        played = played.play(action)
        halfway = played if number < 20 else halfway
    for seat in (None, *range(start.players)):
        told = played.events(seat)
        begin = halfway.events(seat)
        assert told[: len(begin)] == begin
        assert [event.number for event in told] == list(range(len(told)))
        assert all(event.text for event in told)
        for event in told:
            if event.kind is EventKind.DRAW:
                assert (event.card is not None) == (event.seat == seat)
            if event.kind is EventKind.BUY:
                assert (event.cards is not None) == (event.seat == seat)
        assert told[-1].result == played.result is not None
    assert told[-1].told(["Anna", "Bertil", "Cilla", "David", "Eva", "Frej"])
    with pytest.raises(StateError, match="seat is 6"):
        played.events(6)


def test_determinized_rounds_have_every_chance() -> None:
    """Each unseen card comes as often to a hidden place as its number of copies says."""
    rules = presets.SVENSK_7
    state = new_round(rules, 1, shuffled(Random(3), rules.deck), players=2)
    seen = view(state, 0)
    rng = Random(5)
    dealt = [determinize(seen, rng).hands[1] for _ in range(600)]
    jokers = sum(hand.jokers for hand in dealt) / len(dealt)
    assert abs(jokers - 11 * seen.unseen.jokers / len(seen.unseen)) < 0.12
    assert all(any(card in hand for hand in dealt) for card in seen.unseen.kinds)


@pytest.mark.parametrize("seat", [-1, 3, True, "0"])
def test_a_seat_that_is_not_there_has_no_view(seat: int) -> None:
    """Asking for the view of nobody is refused."""
    rules = presets.SVENSK_7
    state = new_round(rules, 1, shuffled(Random(3), rules.deck), players=3)
    with pytest.raises(StateError, match="or None for a spectator"):
        view(state, seat)


def _spoilt(state: RoundState) -> dict[str, tuple[dict[str, object], str]]:
    """Return changes that make a state one that cannot be, with a part of what is said of them."""
    first, second = state.hands[0], state.hands[1]
    return {
        "card lost": ({"stock": state.stock[1:]}, "nowhere"),
        "card doubled": ({"stock": (*state.stock, state.stock[0])}, "there too often"),
        "no card": ({"stock": (*state.stock, 5)}, "is neither a Card nor JOKER"),
        "hands uneven": (
            {"hands": (first.add(second.cards[0]), second.remove(second.cards[0]), *state.hands[2:])},
            "expected 11",
        ),
        "no seat": ({"turn": 7}, "turn is 7"),
        "no dealer": ({"dealer": -1}, "dealer is -1"),
        "no round": ({"number": 8}, "there is no round 8"),
        "too few players": ({"hands": (first,)}, "1 players"),
        "known not held": ({"known": (Hand.parse("* * * *"), *state.known[1:])}, "known of seat 0, but not held"),
        "known of too few": ({"known": ()}, "known has 0 entries"),
        "bought too often": ({"buys": (-1, 0, 0)}, "has bought -1 times"),
        "asked outside": ({"asked": 2}, "exactly in the buy phase"),
        "asked nobody": ({"phase": Phase.BUY}, "exactly in the buy phase"),
        "asked the wrong one": ({"phase": Phase.BUY, "asked": 2}, "seat 2 may not buy"),
        "taken too early": ({"taken": first.cards[0]}, "in the draw phase none has been"),
        "laid too early": ({"laid": True}, "in the draw phase none has been"),
        "discarder wrong": ({"discarder": state.turn}, "expected the player before"),
        "no result": ({"phase": Phase.OVER}, "a result exactly when"),
        "stock not empty": ({"phase": Phase.RESHUFFLE}, "cards are left"),
        "no phase": ({"phase": "draw"}, "expected a Phase"),
        "reshuffles": ({"reshuffles": 4}, "4 new stocks"),
        "takes": ({"takes": 100}, "100 cards in a row"),
        "takes below none": ({"takes": -1}, "takes is -1"),
    }


def test_states_that_cannot_be_are_refused_with_every_problem() -> None:
    """Setting up a state finds lost and doubled cards, wrong counts, and what does not go with the phase."""
    rules = presets.SVENSK_7
    state = new_round(rules, 1, shuffled(Random(3), rules.deck), players=3)
    fields = {field.name: getattr(state, field.name) for field in attrs.fields(RoundState)}
    assert RoundState.from_setup(**fields) == state
    for changes, said in _spoilt(state).values():
        with pytest.raises(StateError) as caught:
            RoundState.from_setup(**{**fields, **changes})
        assert said in str(caught.value)


def test_a_new_stock_is_made_only_when_it_is_due() -> None:
    """Asking chance for an order in any other phase is refused."""
    rules = presets.SVENSK_7
    state = new_round(rules, 1, shuffled(Random(3), rules.deck), players=3)
    with pytest.raises(StateError, match="no new stock is made in the draw phase"):
        reshuffle(state, Random(1))


def test_what_is_no_action_is_refused() -> None:
    """A text, or nothing, in an action's place is refused with a sentence, not an accident."""
    rules = presets.SVENSK_7
    state = new_round(rules, 1, shuffled(Random(3), rules.deck), players=3)
    for wrong in ("take", None, 3):
        refusal = explain(state, wrong)  # type: ignore[arg-type]
        assert refusal is not None
        assert refusal.reason is Reason.NO_ACTION
        with pytest.raises(IllegalAction, match="is no action"):
            apply(state, wrong)  # type: ignore[arg-type]


def _in_play() -> RoundState:
    """Return a state in which seat 0 is down and has drawn, seat 1 has bought once and laid nothing."""
    rules = presets.SVENSK_7.replace(contracts=(Contract.parse("1 set"),), deal=3, buy_limit=1)
    hands = ["2d 3d", "4c 5c 6c 7c 8c", "4d 5d 6d"]
    state = set_up(rules, hands, table=[(0, "Qh Qh [Q]")], pile="9c 9d", drawn=True)
    return attrs.evolve(state, buys=(0, 1, 0))


def _laid_instead(state: RoundState, text: str, owner: int = 0) -> RoundState:
    """Return the state with another meld on the table, its cards exchanged with the stock."""
    meld = Meld.parse(text)
    stock = Hand.of(state.stock) + state.table[0].meld.hand - meld.hand
    return attrs.evolve(state, table=(Laid(owner, meld),), stock=stock.cards)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda s: _laid_instead(s, "Qh Qs [Q]", owner=5), "was laid by 5"),
        (lambda s: _laid_instead(s, "9s Ts Js"), "a run has 4 or more here"),
        (lambda s: _laid_instead(s, "9s Ts Js Qs"), "other sets than the contract"),
        (lambda s: attrs.evolve(s, rules=s.rules.replace(min_naturals=3)), "a meld has 3 or more here"),
        (lambda s: attrs.evolve(s, buys=(0, 0, 0)), "seat 1 holds 5 cards and has laid none; expected 3"),
        (lambda s: attrs.evolve(s, buys=(2, 1, 0)), "seat 0 has bought 2 times; the limit is 1"),
        (lambda s: attrs.evolve(s, phase=Phase.DRAW), "nobody has laid the top card"),
        (lambda s: attrs.evolve(s, discarder=2), "is dead in the play phase"),
        (lambda s: attrs.evolve(s, discarder=9), "discarder is 9"),
        (lambda s: attrs.evolve(s, phase=Phase.RESHUFFLE), "cards are left"),
        (lambda s: attrs.evolve(s, taken="2d"), "taken is '2d'"),
        (
            lambda s: attrs.evolve(s, hands=(Hand(), *s.hands[1:]), stock=(*s.stock, *s.hands[0])),
            "seat 0 has no cards, but the round is not over",
        ),
        (
            lambda s: attrs.evolve(
                s,
                taken=parse_card("2d"),
                hands=(Hand.parse("2d"), *s.hands[1:]),
                stock=(*s.stock, parse_card("3d")),
            ),
            "seat 0 could not end the turn",
        ),
        (
            lambda s: attrs.evolve(
                s, phase=Phase.RESHUFFLE, discarder=2, stock=(), discards=(*s.stock, *s.discards), reshuffles=3
            ),
            "3 have been, the limit",
        ),
        (
            lambda s: attrs.evolve(s, phase=Phase.DRAW, discarder=2, stock=(*s.stock, *s.discards), discards=()),
            "the discard pile is empty",
        ),
        (
            lambda s: attrs.evolve(
                s, phase=Phase.OVER, result=RoundResult(number=1, out=0, hands=s.hands, points=(0, 0, 0))
            ),
            "with these cards it is",
        ),
        (
            lambda s: attrs.evolve(
                s,
                phase=Phase.OVER,
                hands=(s.hands[0], Hand(), s.hands[2]),
                stock=(*s.stock, *s.hands[1]),
                result=RoundResult(number=1, out=1, hands=s.hands, points=(0, 0, 0)),
            ),
            "only the player in turn goes out",
        ),
        (
            lambda s: attrs.evolve(
                s, rules=s.rules.replace(contracts=[Contract.parse("1 set, all out")]), laid=True
            ),
            "nothing is on the table before",
        ),
        (
            lambda s: attrs.evolve(
                s, turn=2, laid=True, hands=(*s.hands[:2], s.hands[2].add(s.stock[0])), stock=s.stock[1:]
            ),
            "nothing of it is on the table",
        ),
    ],
)
def test_tables_and_hands_that_cannot_be_are_found(change: Callable[[RoundState], RoundState], said: str) -> None:
    """A wrong meld, a wrong owner, a wrong count, a stuck turn or a wrong result is said in words."""
    state = _in_play()
    assert not problems(state)
    assert any(said in problem for problem in problems(change(state))), problems(change(state))


def test_a_determinized_turn_can_be_ended() -> None:
    """Nobody is dealt a hidden twin of the one card he took: he could not have taken it."""
    rules = presets.SVENSK_7.replace(contracts=(Contract.parse("1 set"),), decks=4)
    state = set_up(rules, ["2d", "4c 5c 6c"], table=[(0, "Qh Qh Qs")], pile="9c Kd")
    seen = view(apply(state, parse_action("take")), 1)
    assert seen.is_down(0)
    assert not seen.is_down(1)
    assert str(seen.contract) == "1 set of 3"
    assert str(seen.top) == "9c"
    rng = Random(2)
    for _ in range(400):
        assert determinize(seen, rng).hands[0] != Hand.parse("Kd Kd")
