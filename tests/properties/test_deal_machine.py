"""The deal as a machine: what holds in every state that play can reach, whatever is tried there."""

import copy
import pickle
import re
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, cast

import attrs
import pytest
from deal_strategies import (
    NINE_RANKS_OF_THREE_SUITS,
    any_actions,
    careless,
    course,
    lively,
    near_actions,
    new_deals,
    play,
    reachable_states,
    rulesets,
    stacked,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import CARDS

from ginrules import (
    AcceptDouble,
    Action,
    Arrangement,
    BigGin,
    Card,
    DealResult,
    DealTerms,
    Discard,
    Double,
    DrawStock,
    Ending,
    GameState,
    Hand,
    IllegalAction,
    Knock,
    LayOff,
    Meld,
    Pass,
    Phase,
    RefuseDouble,
    Rules,
    Seat,
    ShowHand,
    Spread,
    StateError,
    TakeDiscard,
    apply,
    explain,
    is_legal,
    knock_spreads,
    legal_actions,
    new_deal,
    perft,
    resolve,
    shuffled_deck,
    solver,
)
from ginrules.deal.validate import problems
from ginrules.rules import LastDiscard


def setup_of(state: GameState) -> dict[str, object]:
    """Return the fields of a state, as `from_setup` takes them."""
    return {field.name: getattr(state, field.name) for field in attrs.fields(GameState)}


def from_fields(fields: dict[str, object]) -> GameState:
    """Set up a state from its fields."""
    return GameState.from_setup(**fields)  # type: ignore[arg-type]


def all_places(state: GameState) -> list[Card]:
    """Return the cards of every place, one after the other."""
    places: list[Iterable[Card]] = [*state.hands, state.stock, state.discards]
    if state.spread is not None:
        places.append(layoff.card for layoff in state.spread.layoffs)
        if state.spread.discard is not None:
            places.append([state.spread.discard])
    return [card for place in places for card in place]


def expected_sizes(state: GameState) -> list[int]:
    """Return the sizes of the hands that the phase asks for."""
    sizes = [state.rules.hand_size] * 2
    if state.phase is Phase.DISCARD:
        sizes[state.turn] += 1
    if state.spread is not None:
        sizes[state.spread.knocker] += state.spread.ending is Ending.BIG_GIN
        sizes[1 - state.spread.knocker] -= len(state.spread.layoffs)
    return sizes


ORDER = (
    Discard,
    Knock,
    BigGin,
    LayOff,
    TakeDiscard,
    DrawStock,
    Pass,
    ShowHand,
    Double,
    AcceptDouble,
    RefuseDouble,
)


def place_in_order(action: Action) -> tuple[int, int, int]:
    """Return what the documented order of the actions sorts by."""
    kind = ORDER.index(type(action))
    match action:
        case Discard():
            return kind, action.card.index, 0
        case Knock():
            return kind, action.discard.index, 0
        case LayOff():
            return kind, action.meld.mask, action.card.index
        case _:
            return kind, 0, 0


def check_agreement(state: GameState, action: Action, spelled_out: Sequence[Action]) -> None:
    """Check that all verbs are of one mind about an action."""
    before = copy.deepcopy(state)
    refusal = explain(state, action)
    assert is_legal(state, action) == (refusal is None)
    if refusal is None:
        resolved = resolve(state, action)
        assert resolved in spelled_out
        assert apply(state, action) == apply(state, resolved)
    else:
        assert refusal.sentence.endswith(".")
        assert action not in spelled_out
        for verb in (apply, resolve):
            with pytest.raises(IllegalAction) as caught:
                verb(state, action)
            assert caught.value.refusal == refusal
            assert caught.value.state == state
    assert state == before


def check_actions(state: GameState) -> None:
    """Check the two lists of legal actions against each other and against the other verbs."""
    short, spelled_out = legal_actions(state), legal_actions(state, every_spread=True)
    for actions in (short, spelled_out):
        assert len(set(actions)) == len(actions)
        assert list(actions) == sorted(actions, key=place_in_order)
    assert all(is_legal(state, action) and resolve(state, action) == action for action in spelled_out)
    knocks = {action.discard for action in spelled_out if isinstance(action, Knock)}
    assert {action for action in short if isinstance(action, Knock)} == {Knock(card) for card in knocks}
    assert [a for a in short if not isinstance(a, Knock)] == [a for a in spelled_out if not isinstance(a, Knock)]
    for card in state.hands[state.turn]:
        spreads = {Knock(card, arrangement.melds) for arrangement in knock_spreads(state, card)}
        assert spreads == {a for a in spelled_out if isinstance(a, Knock) and a.discard is card}


@settings(max_examples=30, stateful_step_count=25, suppress_health_check=list(HealthCheck))
class DealMachine(RuleBasedStateMachine):
    """A deal under drawn rules, in which all sorts of things are tried."""

    state: GameState

    @initialize(start=new_deals())
    def begin(self, start: GameState) -> None:
        """Deal."""
        self.state = start

    def going_on(self) -> bool:
        """Return whether the deal has begun and is not over."""
        return self.state.phase is not Phase.OVER

    @precondition(going_on)
    @rule(data=st.data())
    def do(self, data: st.DataObject) -> None:
        """Do anything that is legal."""
        action = data.draw(st.sampled_from(legal_actions(self.state)))
        self.state = apply(self.state, action)

    @precondition(going_on)
    @rule(seed=st.integers(0, 2**16), steps=st.integers(1, 12))
    def play_on(self, seed: int, steps: int) -> None:
        """Play a few turns with some sense."""
        rng = Random(seed)
        for _ in range(steps):
            if self.going_on():
                self.state = apply(self.state, lively(self.state, rng))

    @precondition(going_on)
    @rule(data=st.data())
    def knock_somehow(self, data: st.DataObject) -> None:
        """End the deal with any permitted spread."""
        endings = [a for a in legal_actions(self.state, every_spread=True) if isinstance(a, Knock | BigGin)]
        if endings:
            self.state = apply(self.state, data.draw(st.sampled_from(endings)))

    @rule(data=st.data())
    def try_what_is_near(self, data: st.DataObject) -> None:
        """Try an action that has to do with the state: every verb says the same of it."""
        spelled_out = legal_actions(self.state, every_spread=True)
        for _ in range(3):
            check_agreement(self.state, data.draw(near_actions(self.state)), spelled_out)

    @rule(actions=st.lists(any_actions(), min_size=3, max_size=6))
    def try_anything(self, actions: list[object]) -> None:
        """Try whatever comes: every verb says the same of it."""
        spelled_out = legal_actions(self.state, every_spread=True)
        for action in actions:
            check_agreement(self.state, cast("Action", action), spelled_out)

    @invariant()
    def each_card_is_in_one_place(self) -> None:
        """All cards of the deck are somewhere, each once."""
        everywhere = all_places(self.state)
        assert len(everywhere) == len(self.state.rules.deck)
        assert set(everywhere) == set(self.state.rules.deck)

    @invariant()
    def hands_have_the_size_of_the_phase(self) -> None:
        """Each hand is as large as the phase asks."""
        assert [len(hand) for hand in self.state.hands] == expected_sizes(self.state)

    @invariant()
    def the_state_can_be_set_up(self) -> None:
        """A state that play reaches has no problems and can be set up from its fields."""
        assert problems(self.state) == ()
        assert from_fields(setup_of(self.state)) == self.state

    @invariant()
    def the_actions_agree(self) -> None:
        """What is listed is legal, each once and in order; nothing is when the deal is over."""
        check_actions(self.state)
        assert bool(legal_actions(self.state)) == self.going_on()

    @invariant()
    def the_state_travels(self) -> None:
        """Pickles and copies are equal and hash alike."""
        for twin in (pickle.loads(pickle.dumps(self.state)), copy.deepcopy(self.state)):  # noqa: S301  our own
            assert twin == self.state
            assert hash(twin) == hash(self.state)


TestDealMachine = DealMachine.TestCase


def longest_course(rules: Rules) -> int:
    """Return a bound on the number of actions of a deal: passes, doubles, turns of two actions, layoffs."""
    assert rules.pile_take_limit is not None
    turns = rules.stock_size + rules.pile_take_limit + 2
    doubles = (rules.doubling_limit or 1).bit_length()
    return 2 + 2 * doubles + 2 * turns + rules.hand_size + 2


@given(
    new_deals(rulesets().filter(lambda rules: rules.pile_take_limit is not None)),
    st.integers(0, 2**32),
    st.booleans(),
)
@settings(max_examples=60)
def test_every_deal_ends(start: GameState, seed: int, sense: bool) -> None:  # noqa: FBT001
    """A deal is over after a bounded number of actions, has a result then, and takes no action more."""
    states = list(course(start, Random(seed), lively if sense else careless))
    assert len(states) <= longest_course(start.rules) + 1
    last = states[-1]
    assert last.result is not None
    assert [state.result for state in states[:-1]] == [None] * (len(states) - 1)
    assert not is_legal(last, Pass())


def test_without_a_bound_a_deal_can_go_on_for_ever() -> None:
    """The bound on takes is what ends a deal in which two players just exchange the top of the pile."""
    rules = Rules(pile_take_limit=None)
    state = apply(new_deal(rules, CARDS), TakeDiscard())
    for _ in range(300):
        state = apply(state, next(a for a in legal_actions(state) if isinstance(a, Discard)))
        state = apply(state, TakeDiscard())
    assert state.phase is Phase.DISCARD
    assert state.pile_takes == 300


def naive_count(state: GameState, depth: int) -> int:
    """Count the sequences of actions by trying every action that there is."""
    if depth == 0 or state.phase is Phase.OVER:
        return 1
    return sum(
        naive_count(apply(state, action), depth - 1) for action in thinkable(state) if is_legal(state, action)
    )


def thinkable(state: GameState) -> list[Action]:
    """Return every action without a spread that could be legal anywhere."""
    lying = () if state.spread is None else state.spread.melds
    return [
        Pass(),
        TakeDiscard(),
        DrawStock(),
        BigGin(),
        ShowHand(),
        Double(),
        AcceptDouble(),
        RefuseDouble(),
        *map(Discard, CARDS),
        *map(Knock, CARDS),
        *(LayOff(card, m) for m in lying for card in m.extensions(aces=state.rules.aces)),
    ]


@given(reachable_states(), st.integers(0, 3))
@settings(max_examples=25)
def test_perft_counts_what_can_be_done(state: GameState, depth: int) -> None:
    """The count of the sequences of legal actions is what trying every action gives."""
    depth = min(depth, 2) if state.rules.hand_size > 7 else depth
    assert perft(state, depth) == naive_count(state, depth)


@given(reachable_states())
@settings(max_examples=60)
def test_the_default_spread_leaves_the_least(state: GameState) -> None:
    """A knock without a spread shows the permitted one that leaves the least, the best unless some are barred."""
    for knock in legal_actions(state):
        if not isinstance(knock, Knock):
            continue
        after = apply(state, knock)
        assert after.spread is not None
        shown = after.spread.arrangement
        assert shown.deadwood == min(spread.deadwood for spread in knock_spreads(state, knock.discard))
        assert after.spread.ending is (Ending.KNOCK if shown.loose else Ending.GIN)
        if not state.rules.scoring.restricts_spreads:
            rules = state.rules
            assert shown == solver.best_arrangement(shown.hand, aces=rules.aces, ace_pips=rules.ace_pips)


# Broken states --------------------------------------------------------------------------------------------------


# Broken states --------------------------------------------------------------------------------------------------

Fields = dict[str, object]
Break = Callable[[GameState], Fields | None]
"""What breaks a state: the fields to change, or None where it cannot be broken so."""


def _spare(state: GameState) -> Card | None:
    """Return a card that is not in the deck, if there is any."""
    return next((card for card in CARDS if card not in state.rules.deck), None)


def _first_hand(state: GameState, hand: Hand) -> Fields:
    return {"hands": (hand, state.hands[1])}


def _twice(state: GameState) -> Fields | None:
    return {"stock": (*state.stock, state.discards[-1])} if state.discards else None


def _foreign(state: GameState) -> Fields | None:
    spare = _spare(state)
    return None if spare is None else {"stock": (*state.stock, spare)}


def _with_spread(state: GameState, **changes: object) -> Fields | None:
    if state.spread is None:
        return None
    return {"spread": attrs.evolve(state.spread, **changes)}  # type: ignore[arg-type]


def _loose_loser(state: GameState) -> Fields | None:
    """Let the spread leave a meld's cards loose, beyond the limit if they are dear."""
    if state.spread is None or not state.spread.arrangement.melds:
        return None
    shown = state.spread.arrangement
    unmade = Arrangement((), shown.hand, ace_pips=shown.ace_pips)
    if unmade.deadwood <= state.terms.knock_limit:  # type: ignore[operator]
        return None
    return _with_spread(state, arrangement=unmade, melds=(), layoffs=())


SOME_SPREAD: Final = Spread(
    knocker=Seat(0),
    ending=Ending.GIN,
    discard=None,
    arrangement=Arrangement.parse("Ac 2c 3c"),
    melds=(Meld.parse("Ac 2c 3c"),),
)
BREAKS: dict[str, tuple[Break, str]] = {
    "a card twice": (_twice, "is somewhere else, too"),
    "a card missing": (lambda s: {"stock": s.stock[1:]} if s.stock else None, "nowhere"),
    "a foreign card": (_foreign, "does not belong to the deck"),
    "a hand too small": (lambda s: _first_hand(s, Hand.of(s.hands[0].cards[1:])), "seat 0 holds"),
    "a hand too large": (lambda s: _first_hand(s, s.hands[0] | s.hands[1]), "seat 0 holds"),
    "no such seat in turn": (lambda _: {"turn": 2}, "turn is 2; expected seat 0 or 1"),
    "no such dealer": (lambda _: {"dealer": -1}, "dealer is -1; expected seat 0 or 1"),
    "a negative count": (lambda _: {"turns": (0, -1)}, "turns of seat 1 is -1"),
    "negative takes": (lambda _: {"pile_takes": -2}, "pile_takes is -2"),
    "negative returns": (lambda _: {"returns": -2}, "returns is -2"),
    "too many passes": (lambda _: {"passes": 3}, "passes is 3; expected at most"),
    "negative passes": (lambda _: {"passes": -1}, "passes is -1"),
    "too high a limit": (
        lambda s: {"terms": DealTerms(knock_limit=s.rules.knock_limit + 1)},
        "the knock limit of the deal is",
    ),
    "no limit": (lambda _: {"terms": DealTerms(knock_limit=None)}, "the knock limit of the deal is None"),
    "a drawn card at the wrong time": (
        lambda s: {"drawn": s.upcard} if s.phase is not Phase.DISCARD else {"drawn": None},
        "drawn is",
    ),
    "a drawn card not in hand": (
        lambda s: {"drawn": s.stock[0]} if s.phase is Phase.DISCARD and s.stock else None,
        "is not in the hand of seat",
    ),
    "taken, but not picked": (
        lambda s: {"picked": (Hand(), Hand())} if s.from_pile else None,
        "is not among the picked cards",
    ),
    "from the pile at the wrong time": (
        lambda s: {"from_pile": True} if s.phase is not Phase.DISCARD else None,
        "from_pile is set outside the discard phase",
    ),
    "picked and vanished": (
        lambda s: {"picked": (Hand.of(s.stock[:1]), Hand())} if s.stock else None,
        "neither held nor discarded since",
    ),
    "too many takes": (
        lambda s: {"pile_takes": s.rules.pile_take_limit} if s.rules.pile_take_limit is not None else None,
        "the deal is void at",
    ),
    "a spread too early": (
        lambda s: {"spread": SOME_SPREAD} if s.phase not in (Phase.LAYOFF, Phase.OVER) else None,
        "there is a spread on the table",
    ),
    "no spread": (
        lambda s: {"spread": None} if s.phase is Phase.LAYOFF else None,
        "there is a spread on the table",
    ),
    "a result too early": (
        lambda s: {"result": DealResult(ending=Ending.VOID)} if s.result is None else None,
        "there is a result exactly when the deal is over",
    ),
    "no result": (lambda s: {"result": None} if s.result else None, "there is a result exactly when"),
    "won without a spread": (
        lambda s: {"spread": None} if s.spread is not None and s.phase is Phase.OVER else None,
        "but no spread is on the table",
    ),
    "void with a spread": (
        lambda s: {"result": DealResult(ending=Ending.VOID)} if s.spread is not None and s.result else None,
        "the result is",
    ),
    "another deadwood": (
        lambda s: (
            {"result": attrs.evolve(s.result, deadwood=(0, 99), spread=None, defense=None)}
            if s.result is not None and s.result.knocker == 0 and s.result.deadwood is not None
            else None
        ),
        "the result is",
    ),
    "another upcard in the result": (
        lambda s: {"result": attrs.evolve(s.result, upcard=None)} if s.result is not None else None,
        "the result is",
    ),
    "no such knocker": (lambda s: _with_spread(s, knocker=2), "the knocker is 2; expected seat 0 or 1"),
    "a spread of other cards": (
        lambda s: _with_spread(s, arrangement=SOME_SPREAD.arrangement, melds=SOME_SPREAD.melds, layoffs=()),
        "is not the hand of the knocker",
    ),
    "a spread above the limit": (_loose_loser, "in deadwood; the knock limit is"),
    "a wrong ending": (
        lambda s: (
            _with_spread(s, ending=Ending.GIN)
            if s.spread is not None and s.spread.ending is Ending.KNOCK
            else None
        ),
        "is knock, not gin",
    ),
    "big gin with a card loose": (
        lambda s: (
            _with_spread(s, ending=Ending.BIG_GIN)
            if s.spread is not None and s.spread.ending is Ending.KNOCK
            else None
        ),
        "is no big gin",
    ),
    "a knock without a discard": (
        lambda s: (
            _with_spread(s, discard=None)
            if s.spread is not None and s.spread.ending is not Ending.BIG_GIN
            else None
        ),
        "a knock has a face-down discard",
    ),
    "melds that were not laid": (lambda s: _with_spread(s, melds=(Meld(7),)), "not the spread with its layoffs"),
    "a layoff that does not fit": (
        lambda s: _with_spread(s, layoffs=(LayOff.parse("lay Ac on 2c 3c 4c"),) * 2),
        "could not be done",
    ),
    "the knocker lays off": (
        lambda s: {"turn": 1 - s.turn} if s.phase is Phase.LAYOFF else None,
        "it is the defender's turn",
    ),
    "the opening with turns": (
        lambda s: {"turns": (1, 0)} if s.phase is Phase.UPCARD else None,
        "at the opening nobody has had a turn",
    ),
    "the opening with the wrong seat": (
        lambda s: {"turn": 1 - s.turn} if s.phase is Phase.UPCARD else None,
        "the non-dealer is asked first",
    ),
    "the opening with another upcard": (
        lambda s: {"upcard": s.stock[0]} if s.phase is Phase.UPCARD else None,
        "at the opening the pile is the upcard",
    ),
    "drawing from a stock that is down": (
        lambda s: {"stock": (), "discards": (*s.stock, *s.discards)} if s.phase is Phase.DRAW else None,
        "or fewer nobody draws any more",
    ),
    "no discard to take": (
        lambda s: {"discards": (), "stock": (*s.discards, *s.stock)} if s.phase is Phase.DRAW else None,
        "the discard pile is empty in the draw phase",
    ),
    "the last discard offered too early": (
        lambda s: {"phase": Phase.LAST_TAKE} if s.phase is Phase.DRAW else None,
        "the last discard is offered only under the 50th-card rule",
    ),
}


@pytest.fixture(scope="module")
def some_states() -> list[GameState]:
    """States of all phases and endings, from deals under several rules."""
    quick = Rules(deck=NINE_RANKS_OF_THREE_SUITS, hand_size=5, last_discard=LastDiscard.KNOCK_ONLY)
    tables = [quick, quick.replace(big_gin_bonus=31, layoff_on_gin=True), Rules(pile_take_limit=None)]
    states: list[GameState] = []
    for number, rules in enumerate(tables * 8):
        rng = Random(number)
        states += course(new_deal(rules, shuffled_deck(rng, rules.deck), dealer=number % 2), rng)
    return states


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_state_is_refused(name: str, some_states: list[GameState]) -> None:
    """A state broken in one way is refused with a sentence about it, wherever it can be broken so."""
    change, sentence = BREAKS[name]
    broken = 0
    for state in some_states:
        fields = change(state)
        if fields is None:
            continue
        broken += 1
        with pytest.raises(StateError) as caught:
            from_fields({**setup_of(state), **fields})
        assert any(sentence in problem for problem in caught.value.problems), (fields, caught.value.problems)
        if broken == 40:
            break
    assert broken


def test_every_problem_is_named(some_states: list[GameState]) -> None:
    """A state broken in many ways at once is refused with a sentence about each."""
    names = [
        "a card missing",
        "a hand too small",
        "no such dealer",
        "a negative count",
        "negative returns",
        "too many passes",
        "too high a limit",
        "a drawn card at the wrong time",
    ]
    for state in some_states[::7]:
        if not state.stock:
            continue
        changes = [BREAKS[name][0](state) for name in names]
        fields = {key: value for change in changes if change for key, value in change.items()}
        with pytest.raises(StateError) as caught:
            from_fields({**setup_of(state), **fields})
        for name in names:
            assert any(BREAKS[name][1] in problem for problem in caught.value.problems), name
        assert str(caught.value) == "; ".join(caught.value.problems)


@given(reachable_states(), st.data())
@settings(max_examples=60)
def test_moving_a_card_never_goes_unnoticed(state: GameState, data: st.DataObject) -> None:
    """Taking a card away or putting it a second time somewhere is refused, whatever the place."""
    card = data.draw(st.sampled_from(state.rules.deck.cards))
    seat = data.draw(st.integers(0, 1))
    place = data.draw(st.sampled_from(["stock", "discards", "hands"]))
    fields = setup_of(state)
    if place == "hands":
        hands = list(state.hands)
        hands[seat] ^= Hand.of([card])
        fields["hands"] = tuple(hands)
    else:
        pile: tuple[Card, ...] = getattr(state, place)
        fields[place] = (*pile, card) if card not in pile else tuple(c for c in pile if c is not card)
    with pytest.raises(StateError):
        from_fields(fields)


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (CARDS[:-1], "Ks: is missing in the deck of 52"),
        ((*CARDS, CARDS[0]), "Ac: comes twice in the deck of 52"),
        ((), "is missing in the deck of 52"),
        (("7h",) * 52, "'7h' is no Card"),
    ],
)
def test_a_misdealt_deck_is_refused(deck: tuple[Card, ...], sentence: str) -> None:
    """A deck with a card too many, too few or twice is not dealt."""
    with pytest.raises(StateError, match=re.escape(sentence)):
        new_deal(Rules(), deck)


def test_every_problem_of_a_new_deal_is_named() -> None:
    """A deck, a dealer and terms that cannot be are all named at once."""
    with pytest.raises(StateError) as caught:
        new_deal(Rules(), (CARDS[0], *CARDS[:-1]), dealer=2, terms=DealTerms(knock_limit=11))
    assert caught.value.problems == (
        "Ac: comes twice in the deck of 52",
        "Ks: is missing in the deck of 52",
        "dealer is 2; expected seat 0 or 1",
        "the knock limit of the deal is 11; expected 0 to 10",
    )


def test_terms_without_a_limit_get_that_of_the_rules() -> None:
    """Terms that leave the knock limit to the house are resolved when the deal starts."""
    state = new_deal(Rules(knock_limit=7), CARDS, terms=DealTerms(factor=2))
    assert state.terms == DealTerms(factor=2, knock_limit=7)
    assert problems(state) == ()


def test_cards_taken_from_the_pile_may_be_laid_off_or_face_down() -> None:
    """A card that everybody saw being taken is no riddle where it was laid off, or laid face down for a knock."""
    start = stacked(Rules(), "4c 5c 6c 7s 7h 7d Jd Jh Js 9d", "Kc Kd Qs Qh Ts Th 8h 8s 3d 2d", "7c Ks 2s 9s Ac")
    defended = play(start, "pass, take, discard Kc, draw, knock Ks, lay 7c on 4c 5c 6c")
    knocked = play(start, "pass, take, discard Kc, take, discard 9d, draw, discard Ks, draw, knock Kc")
    for state in (defended, play(defended, "show"), knocked):
        assert Hand.of(picked for seat in (0, 1) for picked in state.picked[seat] - state.hands[seat])
        assert from_fields(setup_of(state)) == state
