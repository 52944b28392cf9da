"""Why an action may not be done, if it may not: the rules of a turn, one question after the other."""

from typing import Final, assert_never

import attrs

from ginrules.cards import Card
from ginrules.contract.actions import Action, Build, Buy, Discard, Draw, Lay, Pass, Reshuffle, Swap, Take
from ginrules.contract.cards import AnyCard, Hand, Joker
from ginrules.contract.contracts import is_int
from ginrules.contract.melds import End, Meld
from ginrules.contract.refusals import Reason, Refusal
from ginrules.contract.rules import Rules
from ginrules.contract.state import Phase, RoundState
from ginrules.errors import CardError, MeldError

_WHAT_IS_DUE: Final = {
    Phase.DRAW: "the player in turn takes the discard or draws",
    Phase.RESHUFFLE: "the discards are being made the new stock",
    Phase.BUY: "a player is asked whether he buys the discard",
    Phase.PLAY: "the player in turn has drawn; he may lay and build, and discards",
}


def explain(state: RoundState, action: Action) -> Refusal | None:
    """Return why an action may not be done in a state, or None if it may.

    >>> import random
    >>> from ginrules.contract import explain, new_round, parse_action, presets, shuffled
    >>> deck = shuffled(random.Random(7), presets.SVENSK_7.deck)
    >>> state = new_round(presets.SVENSK_7, 1, deck, players=3)
    >>> explain(state, parse_action("discard 7h")).sentence
    'not now: the player in turn takes the discard or draws'

    """
    if not isinstance(action, (Take, Draw, Buy, Pass, Reshuffle, Lay, Build, Swap, Discard)):
        return Refusal(Reason.NO_ACTION, f"{type(action).__name__} is no action; to read texts use parse_action")
    if state.phase is Phase.OVER:
        return Refusal(Reason.ROUND_OVER, "the round is over")
    if state.phase is not _phase_of(action):
        return Refusal(Reason.WRONG_PHASE, f"not now: {_WHAT_IS_DUE[state.phase]}")
    match action:
        case Take():
            return _take(state)
        case Draw() | Buy() | Pass():
            return None
        case Reshuffle(stock=stock):
            return _reshuffle(state, stock)
        case Lay(melds=melds):
            return _lay(state, melds)
        case Build():
            return _build(state, action)
        case Swap():
            return _swap(state, action)
        case Discard(card=card):
            return _discard(state, card)
        case _:
            assert_never(action)


def buyers(state: RoundState) -> tuple[int, ...]:
    """Return who is still to be asked whether he buys the declined discard, in order. Rules: SVENSK-10, SVENSK-16.

    Nobody is asked about the upcard, which nobody discarded, and nobody when the stock cannot give the penalty
    and the draw. Who discarded it, who has no buy left and, by default, who is down is passed over. So of two
    players nobody ever buys **[d]**: the other one laid the card.
    """
    rules = state.rules
    if state.discarder is None or len(state.stock) <= rules.penalty_cards:
        return ()
    last = state.turn if state.asked is None else state.asked
    after = (last - state.turn) % state.players
    order = [(state.turn + step) % state.players for step in range(after + 1, state.players)]
    return tuple(seat for seat in order if seat != state.discarder and may_buy(state, seat))


def may_buy(state: RoundState, seat: int) -> bool:
    """Return whether a seat has a buy left in this round. Rules: SVENSK-10, SVENSK-16."""
    limit = state.rules.buy_limit
    if limit is not None and state.buys[seat] >= limit:
        return False
    return state.rules.buy_after_down or not state.is_down(seat)


def cannot_end_turn(state: RoundState, hand: Hand, melds: tuple[Meld, ...], *, laid: bool) -> Refusal | None:
    """Return why a turn could not be ended with this hand and table, or None if it can.

    A player must always keep what he needs to end his turn: a card that he may discard, and another to stay in
    with where he may not go out. So a move that would leave him without is refused, not the turn stuck **[d]**.
    Where only copies of the card are left that he took, he needs a joker to swap for, or a way to lay them all.
    Rules: SVENSK-07, SVENSK-13, SVENSK-16.

    Args:
        state: the round, in the turn in question.
        hand: what the player in turn would hold.
        melds: what would lie on the table.
        laid: whether he would have laid his contract in this turn.

    """
    rules = state.rules
    may_go_out = rules.out_on_contract_turn or not laid
    if not may_go_out and len(hand) <= 1:
        return Refusal(Reason.NOT_OUT_YET, "nobody goes out in the turn in which he lays the contract")
    if not hand:
        if rules.go_out_without_discard:
            return None
        return Refusal(Reason.NEEDS_DISCARD, "going out takes a discard: a card must be left for it")
    if any(card is not state.taken for card in hand.kinds):
        return None
    down = laid or state.is_down(state.turn)
    if not down and _are_the_contract(state, hand):
        return None
    if down and (rules.build_same_turn or not laid):
        if rules.joker_swap and (may_go_out or len(hand) > 1) and _swaps_for_joker(hand, melds):
            return None
        if rules.go_out_without_discard and may_go_out and _all_go_down(hand, melds, rules):
            return None
    return Refusal(Reason.JUST_TAKEN, f"only {state.taken} would be left, which may not be discarded in this turn")


def _phase_of(action: Action) -> Phase:
    match action:
        case Take() | Draw():
            return Phase.DRAW
        case Buy() | Pass():
            return Phase.BUY
        case Reshuffle():
            return Phase.RESHUFFLE
        case Lay() | Build() | Swap() | Discard():
            return Phase.PLAY
        case _:
            assert_never(action)


def _take(state: RoundState) -> Refusal | None:
    top = state.discards[-1]
    hand = state.hands[state.turn]
    if any(card is not top for card in hand.kinds):
        return None  # there is something else to discard; the rest of the question is asked of few
    taken = attrs.evolve(state, taken=top)
    melds = tuple(lying.meld for lying in state.table)
    return cannot_end_turn(taken, hand.add(top), melds, laid=False)


def _reshuffle(state: RoundState, stock: tuple[AnyCard, ...]) -> Refusal | None:
    wanted = Hand.of(state.discards[:-1])
    try:
        right = len(stock) == len(wanted) and Hand.of(stock) == wanted
    except (CardError, TypeError):
        right = False
    if right:
        return None
    return Refusal(Reason.BAD_STOCK, f"the new stock is the discards below the top in some order: {wanted}")


def _lay(state: RoundState, melds: tuple[Meld, ...]) -> Refusal | None:
    rules, seat = state.rules, state.turn
    hand = state.hands[seat]
    down = state.is_down(seat)
    if down and not rules.extra_melds:
        return Refusal(Reason.ALREADY_DOWN, "the contract is laid, and further melds are not; build instead")
    if down and len(melds) != 1:
        return Refusal(Reason.BAD_MELD, f"{len(melds)} further melds at once; lay one at a time")
    if down and state.laid and not rules.build_same_turn:
        return Refusal(Reason.TOO_EARLY, "further melds wait for the turn after the contract")
    for meld in melds:
        problem = rules.meld_problem(meld)
        if problem is not None:
            return Refusal(Reason.BAD_MELD, problem)
    if not down:
        problem = state.contract.problem(melds)
        if problem is not None:
            return Refusal(Reason.BAD_CONTRACT, problem)
    cards = Hand.of(card for meld in melds for card in meld.cards)
    if not cards <= hand:
        return Refusal(Reason.NOT_HELD, f"{cards - hand}: laid, but not held")
    left = hand - cards
    if state.contract.all_out:
        if left:
            return Refusal(Reason.NOT_ALL_OUT, f"all cards go out in one sweep here; {left} would be left")
        return None
    table = (*(lying.meld for lying in state.table), *melds)
    return cannot_end_turn(state, left, table, laid=state.laid or not down)


def _on_table(state: RoundState, card: AnyCard, number: int, what: str) -> Meld | Refusal:
    """Return the meld to be built on or swapped from, or why the player may not do that there."""
    if not state.is_down(state.turn):
        return Refusal(Reason.NOT_DOWN, f"only who has laid the contract may {what}")
    if state.laid and not state.rules.build_same_turn:
        return Refusal(Reason.TOO_EARLY, f"one may {what} from the turn after the contract on")
    if not is_int(number) or not 1 <= number <= len(state.table):
        return Refusal(Reason.NO_SUCH_MELD, f"there is no meld {number!r}; the table has 1 to {len(state.table)}")
    return _not_held(state, card) or state.table[number - 1].meld


def _build(state: RoundState, action: Build) -> Refusal | None:
    lying = _on_table(state, action.card, action.number, "build")
    if isinstance(lying, Refusal):
        return lying
    if action.end is not None and not isinstance(action.end, End):
        return Refusal(Reason.NO_ACTION, f"{action.end!r} is no end of a run; expected End.LOW, End.HIGH or None")
    try:
        grown = lying.build(action.card, action.end, aces=state.rules.aces)
    except MeldError as error:
        return Refusal(Reason.DOES_NOT_FIT, str(error))
    left = state.hands[state.turn].remove(action.card)
    return cannot_end_turn(state, left, _replaced(state, action.number, grown), laid=state.laid)


def _swap(state: RoundState, action: Swap) -> Refusal | None:
    if not state.rules.joker_swap:
        return Refusal(Reason.NO_SWAP, "jokers are not swapped at this table")
    lying = _on_table(state, action.card, action.number, "swap")
    if isinstance(lying, Refusal):
        return lying
    try:
        natural = lying.swap(action.card)
    except MeldError as error:
        return Refusal(Reason.DOES_NOT_FIT, str(error))
    left = state.hands[state.turn].remove(action.card) + (lying.hand - natural.hand)
    return cannot_end_turn(state, left, _replaced(state, action.number, natural), laid=state.laid)


def _discard(state: RoundState, card: AnyCard) -> Refusal | None:
    refusal = _not_held(state, card)
    if refusal is not None:
        return refusal
    if card is state.taken:
        return Refusal(Reason.JUST_TAKEN, f"{card} was taken in this turn and may not be discarded in it")
    rules = state.rules
    if len(state.hands[state.turn]) == 1 and state.laid and not rules.out_on_contract_turn:
        return Refusal(Reason.NOT_OUT_YET, "nobody goes out in the turn in which he lays the contract")
    return None


def _not_held(state: RoundState, card: AnyCard) -> Refusal | None:
    if not isinstance(card, (Card, Joker)):
        return Refusal(Reason.NO_ACTION, f"{card!r} is neither a Card nor JOKER; to read texts use parse_action")
    if card in state.hands[state.turn]:
        return None
    return Refusal(Reason.NOT_HELD, f"{card} is not held")


def _replaced(state: RoundState, number: int, meld: Meld) -> tuple[Meld, ...]:
    return tuple(meld if at == number else lying.meld for at, lying in enumerate(state.table, 1))


def _are_the_contract(state: RoundState, hand: Hand) -> bool:
    """Return whether copies of one card, laid as one set, are the contract and may be all that is laid."""
    meld = _set_of(hand, state.rules)
    contract = state.contract
    if meld is None or contract.problem((meld,)) is not None:
        return False
    return contract.all_out or (state.rules.go_out_without_discard and state.rules.out_on_contract_turn)


def _swaps_for_joker(hand: Hand, melds: tuple[Meld, ...]) -> bool:
    """Return whether copies of one card can be swapped for a laid joker, which can be discarded then."""
    (card,) = hand.kinds
    return isinstance(card, Card) and any(meld.holds_joker_for(card) for meld in melds)


def _all_go_down(hand: Hand, melds: tuple[Meld, ...], rules: Rules) -> bool:
    """Return whether copies of one card can all be laid or built; where each goes first does not matter."""
    if rules.extra_melds and _set_of(hand, rules) is not None:
        return True
    (card,) = hand.kinds
    lying = list(melds)
    for _ in hand:
        fitting = next((at for at, meld in enumerate(lying) if meld.ways(card, aces=rules.aces)), None)
        if fitting is None:
            return False
        way = lying[fitting].ways(card, aces=rules.aces)[0]
        lying[fitting] = lying[fitting].build(card, way, aces=rules.aces)
    return True


def _set_of(hand: Hand, rules: Rules) -> Meld | None:
    """Return the set that copies of one card make at this table, if they do."""
    try:
        meld = Meld.of_set(hand)
    except MeldError:
        return None
    return meld if rules.meld_problem(meld) is None else None
