"""The verbs of a round: pure functions from states and actions to states.

``apply`` accepts an action exactly when ``explain`` has nothing against it; what ``legal_actions`` lists is legal,
and the three are tested against each other.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar, assert_never

import attrs

from ginrules.cards import RandomSource
from ginrules.contract import solver
from ginrules.contract.actions import (
    BUY,
    DRAW,
    PASS,
    TAKE,
    Action,
    Build,
    Buy,
    Discard,
    Draw,
    Lay,
    Pass,
    Reshuffle,
    Swap,
    Take,
)
from ginrules.contract.cards import AnyCard, Hand, shuffled
from ginrules.contract.contracts import is_int
from ginrules.contract.explain import buyers, explain
from ginrules.contract.makeable import makeable_melds
from ginrules.contract.melds import Meld
from ginrules.contract.refusals import IllegalAction
from ginrules.contract.rules import Rules
from ginrules.contract.state import Laid, Phase, RoundResult, RoundState
from ginrules.errors import CardError, StateError

T = TypeVar("T")

_NOTHING: Final = Hand()


def new_round(rules: Rules, number: int, deck: Iterable[AnyCard], *, players: int, dealer: int = 0) -> RoundState:
    """Deal a round: one card at a time from the dealer's left, then the upcard. Rules: SVENSK-02, SVENSK-03.

    Args:
        rules: the rules of the table.
        number: the number of the round, from 1.
        deck: all cards of ``rules.deck``, the first dealt first.
        players: how many play; their seats are 0 to ``players - 1`` in the order of turns.
        dealer: the seat of the dealer.

    Raises:
        RulesError: there is no such round, or it does not deal to so many.
        StateError: the deck is not the cards that the rules play with, or the dealer is no seat.

    >>> import random
    >>> from ginrules.contract import new_round, presets, shuffled
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> state = new_round(presets.SVENSK_7, 1, deck, players=3, dealer=0)
    >>> state.phase.value, state.turn, len(state.hands[1]), len(state.stock), str(state.top)
    ('draw', 1, 11, 74, 'Ad')

    """
    rules.check_players(players)
    size = rules.deal_size(number)
    cards = tuple(islice(deck, len(rules.deck) + 1))
    found = _deck_problems(rules, cards)
    if not is_int(dealer) or not 0 <= dealer < players:
        found.append(f"dealer is {dealer!r}; expected a seat from 0 to {players - 1}")
    if found:
        raise StateError(found)
    dealt = players * size
    hands = [Hand.of(cards[place:dealt:players]) for place in range(players)]
    first = (dealer + 1) % players
    return RoundState(
        rules=rules,
        number=number,
        dealer=dealer,
        phase=Phase.DRAW,
        turn=first,
        hands=tuple(hands[(seat - first) % players] for seat in range(players)),
        stock=cards[dealt + 1 :],
        discards=(cards[dealt],),
        known=(_NOTHING,) * players,
        buys=(0,) * players,
    )


def _deck_problems(rules: Rules, cards: tuple[AnyCard, ...]) -> list[str]:
    wanted = rules.deck
    if len(cards) > len(wanted):
        return [f"the deck has more than {len(wanted)} cards"]
    try:
        given = Hand.of(cards)
    except CardError as error:
        return [str(error)]
    wrong = [("missing in the deck", wanted - given), ("too many in the deck", given - wanted)]
    return [f"{cards}: {what} of {len(wanted)}" for what, cards in wrong if cards]


def is_legal(state: RoundState, action: Action) -> bool:
    """Return whether an action may be done."""
    return explain(state, action) is None


def legal_actions(state: RoundState, *, every_laying: bool = False) -> tuple[Action, ...]:
    """Return the legal actions in a stable order; none when the round is over.

    First what is laid, then builds by card and meld, swaps, and discards by card. Of the ways to lay the contract
    (or, once down, a further meld) only one is listed, one with few jokers, if there is any; the others are as
    legal. An end that goes without saying is left out. Chance's reshuffle is not listed: any order is legal, and
    :func:`reshuffle` makes one.

    Args:
        state: the round.
        every_laying: whether to list every way to lay, of which there may be thousands.

    >>> import random
    >>> from ginrules.contract import legal_actions, new_round, presets, shuffled
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> [str(action) for action in legal_actions(new_round(presets.SVENSK_7, 1, deck, players=3))]
    ['take', 'draw']

    """
    match state.phase:
        case Phase.DRAW:
            return (TAKE, DRAW) if is_legal(state, TAKE) else (DRAW,)
        case Phase.BUY:
            return BUY, PASS
        case Phase.PLAY:
            lays = (lay for lay in _lays(state, every=every_laying) if is_legal(state, lay))
            moves = (move for move in _moves(state) if is_legal(state, move))
            return (*islice(lays, None if every_laying else 1), *moves)
        case Phase.RESHUFFLE | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def reshuffle(state: RoundState, rng: RandomSource) -> Reshuffle:
    """Return chance's move: the discards below the top in random order. Rule: SVENSK-17.

    Raises:
        StateError: no new stock is made now.

    """
    if state.phase is not Phase.RESHUFFLE:
        raise StateError([f"no new stock is made in the {state.phase.value} phase"])
    return Reshuffle(shuffled(rng, Hand.of(state.discards[:-1])))


def apply(state: RoundState, action: Action) -> RoundState:
    """Return the state after an action; for a reshuffle, after chance's.

    >>> import random
    >>> from ginrules.contract import apply, new_round, parse_action, presets, shuffled
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> state = new_round(presets.SVENSK_7, 1, deck, players=3)
    >>> apply(state, parse_action("draw")).phase.value  # nobody has discarded the upcard, so nobody buys it
    'play'

    Raises:
        IllegalAction: the action may not be done; the state is as it was.

    """
    refusal = explain(state, action)
    if refusal is not None:
        raise IllegalAction(action, state, refusal)
    match action:
        case Take():
            return _take(state)
        case Draw():
            return _decline(state)
        case Buy():
            return _buy(state)
        case Pass():
            return _ask_next(state)
        case Reshuffle(stock=stock):
            renewed = attrs.evolve(
                state, stock=stock, discards=state.discards[-1:], reshuffles=state.reshuffles + 1
            )
            return _ask_next(renewed)
        case Lay(melds=melds):
            return _lay(state, melds)
        case Build(card=card, number=number, end=end):
            lying = state.table[number - 1].meld
            grown = lying.build(card, end, aces=state.rules.aces)
            return _ended_if_out(_give(state, card, number, Laid(state.table[number - 1].owner, grown)))
        case Swap(card=card, number=number):
            return _swap(state, card, number)
        case Discard(card=card):
            return _discard(state, card)
        case _:
            assert_never(action)


def final_result(state: RoundState, *, out: int | None) -> RoundResult:
    """Return how a round ends with these hands: everybody pays for what he holds. Rules: SVENSK-14, SVENSK-15."""
    points = tuple(state.rules.points(hand) for hand in state.hands)
    return RoundResult(number=state.number, out=out, hands=state.hands, points=points)


def _take(state: RoundState) -> RoundState:
    card, seat = state.discards[-1], state.turn
    return attrs.evolve(
        state,
        phase=Phase.PLAY,
        hands=_with(state.hands, seat, state.hands[seat].add(card)),
        known=_with(state.known, seat, state.known[seat].add(card)),
        discards=state.discards[:-1],
        discarder=None,
        taken=card,
        takes=state.takes + 1,
    )


def _decline(state: RoundState) -> RoundState:
    """Go for the stock: it is renewed first if it is empty, so that the others can still buy. Rule: SVENSK-17.

    **[d]** An empty stock that cannot be renewed ends the round only now: the discard could still be taken.
    """
    if state.stock:
        return _ask_next(state)
    below_top = len(state.discards) - 1
    if below_top and state.reshuffles < state.rules.max_reshuffles:
        return attrs.evolve(state, phase=Phase.RESHUFFLE)
    return _over(state, out=None)


def _ask_next(state: RoundState) -> RoundState:
    """Ask the next who may buy; when there is nobody, the player in turn draws. Rule: SVENSK-10."""
    waiting = buyers(state)
    if waiting:
        return attrs.evolve(state, phase=Phase.BUY, asked=waiting[0])
    return _draw(state)


def _buy(state: RoundState) -> RoundState:
    """The buyer takes the discard, then the penalty cards, then the player in turn draws. Rule: SVENSK-10."""
    buyer, card, penalty = state.asked, state.discards[-1], state.rules.penalty_cards
    assert buyer is not None  # noqa: S101  in the buy phase somebody is asked
    hand = state.hands[buyer].add(card) + Hand.of(state.stock[:penalty])
    bought = attrs.evolve(
        state,
        hands=_with(state.hands, buyer, hand),
        known=_with(state.known, buyer, state.known[buyer].add(card)),
        buys=_with(state.buys, buyer, state.buys[buyer] + 1),
        stock=state.stock[penalty:],
        discards=state.discards[:-1],
    )
    return _draw(bought)


def _draw(state: RoundState) -> RoundState:
    card, seat = state.stock[0], state.turn
    return attrs.evolve(
        state,
        phase=Phase.PLAY,
        hands=_with(state.hands, seat, state.hands[seat].add(card)),
        stock=state.stock[1:],
        discarder=None,
        asked=None,
        takes=0,
    )


def _lay(state: RoundState, melds: tuple[Meld, ...]) -> RoundState:
    seat = state.turn
    cards = _NOTHING
    for meld in melds:
        cards += meld.hand
    laid = attrs.evolve(
        state,
        hands=_with(state.hands, seat, state.hands[seat] - cards),
        known=_with(state.known, seat, state.known[seat] - cards),
        table=(*state.table, *(Laid(seat, meld) for meld in melds)),
        laid=state.laid or not state.is_down(seat),
    )
    return _ended_if_out(laid)


def _give(state: RoundState, card: AnyCard, number: int, laid: Laid) -> RoundState:
    """Let the player in turn put a card on the table, where *laid* comes to lie."""
    seat = state.turn
    gone = Hand.of([card])
    return attrs.evolve(
        state,
        hands=_with(state.hands, seat, state.hands[seat] - gone),
        known=_with(state.known, seat, state.known[seat] - gone),
        table=(*state.table[: number - 1], laid, *state.table[number:]),
    )


def _swap(state: RoundState, card: AnyCard, number: int) -> RoundState:
    seat, lying = state.turn, state.table[number - 1]
    given = _give(state, card, number, Laid(lying.owner, lying.meld.swap(card)))
    joker = lying.meld.hand - given.table[number - 1].meld.hand
    return attrs.evolve(
        given,
        hands=_with(given.hands, seat, given.hands[seat] + joker),
        known=_with(given.known, seat, given.known[seat] + joker),
    )


def _discard(state: RoundState, card: AnyCard) -> RoundState:
    seat, limit = state.turn, state.rules.take_limit
    gone = Hand.of([card])
    left = attrs.evolve(
        state,
        hands=_with(state.hands, seat, state.hands[seat] - gone),
        known=_with(state.known, seat, state.known[seat] - gone),
        discards=(*state.discards, card),
        taken=None,
        laid=False,
    )
    if not left.hands[seat]:
        return _over(left, out=seat)
    if limit is not None and left.takes >= limit:
        return _over(left, out=None)
    return attrs.evolve(left, phase=Phase.DRAW, turn=(seat + 1) % state.players, discarder=seat)


def _ended_if_out(state: RoundState) -> RoundState:
    return state if state.hands[state.turn] else _over(state, out=state.turn)


def _over(state: RoundState, *, out: int | None) -> RoundState:
    result = final_result(state, out=out)
    return attrs.evolve(state, phase=Phase.OVER, discarder=None, asked=None, taken=None, laid=False, result=result)


def _with(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a row with another value at one place."""
    return (*row[:place], value, *row[place + 1 :])


def _lays(state: RoundState, *, every: bool) -> Iterator[Action]:
    """Yield ways to lay: every one, or those with which the others go on; the rules still have to allow them."""
    hand, contract, rules = state.hands[state.turn], state.contract, state.rules
    if not state.is_down(state.turn):
        if not every and contract.all_out:
            swept = solver.sweep(hand, contract, rules=rules)
            yield from () if swept is None else (Lay(swept),)
        elif solver.can_lay(hand, contract, rules=rules):
            yield from () if every else map(Lay, solver.layings(hand, contract, rules=rules))
            # What is short and spares jokers may leave nothing that may be discarded, where another way does.
            yield from map(Lay, solver.layings(hand, contract, rules=rules, every=True))
    elif state.rules.extra_melds:
        yield from (Lay((meld,)) for meld in makeable_melds(hand, state.rules))


def _moves(state: RoundState) -> Iterator[Action]:
    hand = state.hands[state.turn]
    down = state.is_down(state.turn)
    for card in hand.kinds if down else ():
        for number, laid in enumerate(state.table, 1):
            for end in laid.meld.ways(card, aces=state.rules.aces):
                yield Build(card, number, end)
    for card in hand.kinds if down and state.rules.joker_swap else ():
        yield from (Swap(card, number) for number, laid in enumerate(state.table, 1) if laid.meld.jokers)
    yield from map(Discard, hand.kinds)
