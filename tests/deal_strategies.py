"""Hypothesis strategies and players for whole deals: rulesets, decks, actions good and bad.

Random play hardly ever knocks, so `lively` leans toward little deadwood and toward knocks and layoffs. The decks
are mostly small: there melds are common, deals short and the stock soon at its floor.
"""

from collections.abc import Callable, Iterator
from random import Random

from hypothesis import strategies as st
from strategies import CARDS, cards, layoffs, melds, spreads

from ginrules import (
    AcceptDouble,
    Aces,
    Action,
    BigGin,
    Card,
    DealTerms,
    Discard,
    Double,
    DrawStock,
    GameState,
    Hand,
    Knock,
    LayOff,
    Meld,
    Pass,
    Phase,
    RefuseDouble,
    Rules,
    ScoringPolicy,
    ShowHand,
    Suit,
    TakeDiscard,
    apply,
    legal_actions,
    new_deal,
    parse_action,
    shuffled_deck,
    solver,
)
from ginrules.rules import DiscardView, LastDiscard
from ginrules.scoring import ColorGinScoring, StandardScoring, UpcardLimit, VoidAward

Chooser = Callable[[GameState, Random], Action]

NINE_RANKS_OF_THREE_SUITS = Hand.of(card for card in CARDS if card.rank <= 9 and card.suit < 3)
SIX_RANKS = Hand.of(card for card in CARDS if card.rank <= 6)
ROUND_THE_KING = Hand.of(card for card in CARDS if card.rank in {1, 2, 11, 12, 13})
NINE_CARDS = Hand.of(card for card in CARDS if card.rank <= 3 and card.suit < 3)

_DECKS = {
    Hand.full(): [10, 10, 7, 12],
    NINE_RANKS_OF_THREE_SUITS: [5, 3, 7],
    SIX_RANKS: [5, 4, 8],
    ROUND_THE_KING: [5, 4, 7],
    NINE_CARDS: [3],
}


def some_decks() -> st.SearchStrategy[Hand]:
    """Draw the cards of a deck: all, a known part, or any eight to thirty."""
    return st.sampled_from(list(_DECKS)) | st.sets(cards(), min_size=8, max_size=30).map(Hand.of)


def standard_scorings() -> st.SearchStrategy[ScoringPolicy]:
    """Draw a scoring of the common kind, as far as it matters to the play of a deal."""
    return st.builds(
        StandardScoring,
        refusal_points=st.just(10),
        big_gin_bonus=st.sampled_from([None, 31]),
        void_award=st.sampled_from([None, None, VoidAward.HALF_BOX_TO_LOWEST]),
        upcard_limit=st.sampled_from([None, None, *UpcardLimit]),
    )


@st.composite
def rulesets(draw: st.DrawFn) -> Rules:
    """Draw a ruleset, every knob of the deal among what is drawn."""
    deck = draw(some_decks())
    most = (len(deck) - 2) // 2
    hand_size = draw(st.sampled_from(_DECKS.get(deck, [3, min(5, most)])))
    stock = len(deck) - 2 * hand_size - 1
    may_return = draw(st.booleans())
    return Rules(
        scoring=draw(st.just(ColorGinScoring(refusal_points=10)) | standard_scorings() | standard_scorings()),
        deck=deck,
        hand_size=hand_size,
        discard_view=draw(st.sampled_from(DiscardView)),
        forced_stock_draw=draw(st.booleans()),
        may_return_taken=may_return,
        aces=draw(st.sampled_from(Aces)),
        ace_pips=draw(st.sampled_from([1, 1, 15])),
        knock_limit=draw(st.sampled_from([0, 1, 5, 10, 10, 15])),
        turns_before_knock=draw(st.sampled_from([0, 0, 0, 1, 3])),
        layoff_on_gin=draw(st.booleans()),
        stock_floor=draw(st.integers(0, min(3, stock - 1))),
        last_discard=draw(st.sampled_from(LastDiscard)),
        pile_take_limit=draw(st.sampled_from([None, 1, 2, 5, 100])),
        return_limit=draw(st.sampled_from([None, 1, 2])) if may_return else None,
        doubling_limit=draw(st.sampled_from([None, None, None, 2, 64])),
    )


@st.composite
def new_deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> GameState:
    """Draw the start of a deal; now and then the match lowers the knock limit and closes suits."""
    chosen = draw(rulesets() if rules is None else rules)
    deck = shuffled_deck(Random(draw(st.integers(0, 2**32))), chosen.deck)
    limits = st.integers(0, chosen.knock_limit)
    open_suits = st.sets(st.sampled_from(Suit), min_size=1).map(lambda suits: tuple(sorted(suits)))
    terms = draw(st.none() | st.builds(DealTerms, knock_limit=limits, open_suits=open_suits))
    return new_deal(chosen, deck, dealer=draw(st.integers(0, 1)), terms=terms)


def lively(state: GameState, rng: Random) -> Action:
    """Choose as people might, and now and then not: toward melds, knocks and layoffs."""
    actions = legal_actions(state)
    if rng.random() < 0.3:
        return rng.choice(actions)
    endings = [action for action in actions if isinstance(action, Knock | BigGin | LayOff)]
    if endings and rng.random() < 0.5:
        return rng.choice(endings)
    if DrawStock() in actions:
        return DrawStock()
    if AcceptDouble() in actions:
        return AcceptDouble()
    discards = [action for action in actions if isinstance(action, Discard)]
    if discards:
        left = solver.after_discard(state.hands[state.turn], aces=state.rules.aces, ace_pips=state.rules.ace_pips)
        return min(discards, key=lambda action: (left[action.card], -action.card.pips))
    return rng.choice(actions)


def careless(state: GameState, rng: Random) -> Action:
    """Choose any legal action with equal chances."""
    return rng.choice(legal_actions(state))


def course(state: GameState, rng: Random, choose: Chooser = lively) -> Iterator[GameState]:
    """Yield the states of a deal played to its end, the first one included."""
    yield state
    while state.phase is not Phase.OVER:
        state = apply(state, choose(state, rng))
        yield state


@st.composite
def reachable_states(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> GameState:
    """Draw a state of a deal in play or over."""
    states = list(course(draw(new_deals(rules)), Random(draw(st.integers(0, 2**32)))))
    late = st.integers(max(0, len(states) - 6), len(states) - 1)
    return states[draw(st.integers(0, len(states) - 1) | late)]


_NO_CARDS: list[object] = [None, "7h", 7, Hand(), Card, ("7h",)]
_NO_ACTIONS: list[object] = [None, "pass", "knock 7h", 0, (), Pass, CARDS[0], Hand(), float("nan"), [], {}]


def no_actions() -> st.SearchStrategy[object]:
    """Draw what is no action, or an action of what is no card."""
    wrong_cards = st.sampled_from(_NO_CARDS)
    return st.sampled_from(_NO_ACTIONS) | wrong_cards.map(_discard_of) | wrong_cards.map(_knock_of)


def _discard_of(thing: object) -> Discard:
    return Discard(thing)  # type: ignore[arg-type]


def _knock_of(thing: object) -> Knock:
    return Knock(thing)  # type: ignore[arg-type]


def _overlapping() -> st.SearchStrategy[tuple[Meld, ...]]:
    return st.lists(melds(), max_size=4).map(tuple)


def any_actions() -> st.SearchStrategy[object]:
    """Draw any action, and what is none, without a look at the state."""
    simple = st.sampled_from(
        [Pass(), TakeDiscard(), DrawStock(), BigGin(), ShowHand(), Double(), AcceptDouble(), RefuseDouble()]
    )
    no_melds = st.sampled_from([(Meld(3),), (Meld(5),), (Hand(7),), (Meld(7), Meld(7))])
    return (
        simple
        | st.builds(Discard, cards())
        | st.builds(Knock, cards(), st.none() | spreads() | _overlapping() | no_melds)
        | layoffs()
        | no_actions()
    )


@st.composite
def near_actions(draw: st.DrawFn, state: GameState) -> Action:
    """Draw an action that has to do with the state, legal or nearly so."""
    hand = state.hands[state.turn]
    about = sorted({*hand, *state.discards[-2:], *state.stock[:1], state.upcard})
    card = draw(st.sampled_from(about))
    held = solver.melds(hand, aces=Aces.ROUND_THE_CORNER)
    kinds = ["discard", "knock"]
    if held:
        kinds += ["spread", "spread", "spread"]
    if state.spread is not None:
        kinds += ["lay"] * 4
    kind = draw(st.sampled_from(kinds))
    if kind == "discard":
        return Discard(card)
    if kind == "spread":
        chosen = draw(st.lists(st.sampled_from(held), max_size=3, unique=True))
        if draw(st.booleans()):
            chosen = [meld for meld in chosen if card not in meld]
        return Knock(card, tuple(chosen))
    if kind == "lay" and state.spread is not None:
        lying = draw(st.sampled_from([*state.spread.melds, *state.spread.arrangement.melds, *held, Meld(7)]))
        fitting = lying.extensions(aces=Aces.ROUND_THE_CORNER).cards
        if fitting:
            return LayOff(draw(st.sampled_from(fitting)), lying)
    return Knock(card)


def stacked(rules: Rules, non_dealer: str, dealer: str, then: str = "", *, seat: int = 0) -> GameState:
    """Deal these hands, the dealer being *seat*; *then* come the upcard and the top of the stock, and the rest."""
    first, second = Hand.parse(non_dealer).cards, Hand.parse(dealer).cards
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    top = [*dealt, *map(Card.parse, then.split())]
    return new_deal(rules, [*top, *(rules.deck - Hand.of(top)).cards], dealer=seat)


def play(state: GameState, *actions: str) -> GameState:
    """Return the state after these actions in text form, parted by commas or one by one."""
    for text in ", ".join(actions).split(", "):
        state = apply(state, parse_action(text))
    return state


def texts(state: GameState, *, every_spread: bool = False) -> list[str]:
    """Return the text forms of what is legal."""
    return [str(action) for action in legal_actions(state, every_spread=every_spread)]
