"""What can be wrong with a state of a round that was set up by hand or read from a file."""

from collections.abc import Iterator

import attrs

from ginrules.cards import Card
from ginrules.contract.cards import AnyCard, Hand, Joker
from ginrules.contract.contracts import is_int
from ginrules.contract.explain import buyers, cannot_end_turn, may_buy
from ginrules.contract.state import Phase, RoundState
from ginrules.contract.transitions import final_result
from ginrules.errors import CardError, RulesError
from ginrules.melds import MeldKind


def problems(state: RoundState) -> tuple[str, ...]:
    """Return every problem of a state, a sentence each; none for a state that play can reach.

    Whether play could indeed have led there is not asked: only whether cards, counts, phase and table agree.
    """
    # Each question is put only where those before it leave no doubt about what it looks at.
    return tuple(_frame(state)) or (*_cards(state), *_table(state)) or (*_counts(state), *_phase(state))


def _frame(state: RoundState) -> Iterator[str]:
    """Yield what is wrong with the round, its seats, and what there has to be for each of them."""
    try:
        state.rules.check_players(len(state.hands))
        state.rules.contract(state.number)
    except RulesError as error:
        yield from error.clashes
    seats = range(len(state.hands))
    for name, seat in (("dealer", state.dealer), ("turn", state.turn)):
        if not is_int(seat) or seat not in seats:
            yield f"{name} is {seat!r}; expected a seat from 0 to {len(seats) - 1}"
    for name, who in (("asked", state.asked), ("discarder", state.discarder)):
        if who is not None and (not is_int(who) or who not in seats):
            yield f"{name} is {who!r}; expected a seat from 0 to {len(seats) - 1}, or None"
    for name, row in (("known", state.known), ("buys", state.buys)):
        if len(row) != len(seats):
            yield f"{name} has {len(row)} entries for {len(seats)} seats"
    if not isinstance(state.phase, Phase):
        yield f"phase is {state.phase!r}; expected a Phase"
    for name, number in (("reshuffles", state.reshuffles), ("takes", state.takes)):
        if not is_int(number) or number < 0:
            yield f"{name} is {number!r}; expected 0 or more"
    for seat, number in enumerate(state.buys):
        if not is_int(number) or number < 0:
            yield f"seat {seat} has bought {number!r} times; expected 0 or more"
    if state.taken is not None and not isinstance(state.taken, (Card, Joker)):
        yield f"taken is {state.taken!r}; expected a card or None"


def _cards(state: RoundState) -> Iterator[str]:
    """Every card of the decks is in exactly one place, with its copies. Rule: SVENSK-01."""
    places: list[tuple[str, tuple[AnyCard, ...]]] = [("stock", state.stock), ("discard pile", state.discards)]
    places += [(f"hand of seat {seat}", hand.cards) for seat, hand in enumerate(state.hands)]
    places += [(f"meld {number}", lying.meld.cards) for number, lying in enumerate(state.table, 1)]
    total = Hand()
    for place, cards in places:
        try:
            total += Hand.of(cards)
        except CardError as error:
            yield f"{place}: {error}"
            return
    wanted = state.rules.deck
    for what, wrong in (("nowhere", wanted - total), ("there too often", total - wanted)):
        if wrong:
            yield f"{wrong}: {what}"
    for seat, (known, hand) in enumerate(zip(state.known, state.hands, strict=True)):
        if not known <= hand:
            yield f"{known - hand}: known of seat {seat}, but not held"


def _table(state: RoundState) -> Iterator[str]:
    """The melds on the table are such as this table lays, and who has laid has laid the contract."""
    rules, contract = state.rules, state.contract
    for number, lying in enumerate(state.table, 1):
        problem = rules.meld_problem(lying.meld)
        if problem is not None:
            yield f"meld {number}: {problem}"
        if not is_int(lying.owner) or not 0 <= lying.owner < state.players:
            yield f"meld {number} was laid by {lying.owner!r}; expected a seat"
    if contract.all_out and state.table and state.phase is not Phase.OVER:
        yield "in a round in which all cards go out at once nothing is on the table before"
    for seat in range(state.players):
        own = [lying.meld for lying in state.table if lying.owner == seat]
        if not own:
            continue
        for kind in MeldKind:
            laid = sorted((len(meld) for meld in own if meld.kind is kind), reverse=True)
            leasts = sorted((place.least or 0 for place in contract.places if place.kind is kind), reverse=True)
            short = len(laid) < len(leasts) or any(have < least for have, least in zip(laid, leasts, strict=False))
            if short or (len(laid) > len(leasts) and not rules.extra_melds):
                yield f"seat {seat} has laid other {kind.value}s than the contract: {contract}"


def _counts(state: RoundState) -> Iterator[str]:
    """The hands of those who have laid nothing have the size that the deal and their buys make."""
    rules = state.rules
    drawn = state.phase is Phase.PLAY
    for seat, (hand, bought) in enumerate(zip(state.hands, state.buys, strict=True)):
        if state.is_down(seat):
            if not hand and state.phase is not Phase.OVER:
                yield f"seat {seat} has no cards, but the round is not over"
        elif state.phase is not Phase.OVER or seat != state.turn:
            size = rules.deal_size(state.number) + bought * (1 + rules.penalty_cards)
            size += drawn and seat == state.turn
            if len(hand) != size:
                yield f"seat {seat} holds {len(hand)} cards and has laid none; expected {size}"
        if rules.buy_limit is not None and bought > rules.buy_limit:
            yield f"seat {seat} has bought {bought} times; the limit is {rules.buy_limit}"
    if state.reshuffles > rules.max_reshuffles:
        yield f"{state.reshuffles} new stocks have been made; the limit is {rules.max_reshuffles}"
    limit = rules.take_limit
    if limit is not None and state.takes > limit - (state.phase in {Phase.DRAW, Phase.RESHUFFLE, Phase.BUY}):
        yield f"{state.takes} cards in a row were taken from the pile; the round ends at {limit}"


def _phase(state: RoundState) -> Iterator[str]:
    """Yield what the phase and the rest do not agree about."""
    phase, seats = state.phase, state.players
    before_draw = phase in {Phase.DRAW, Phase.RESHUFFLE, Phase.BUY}
    if before_draw and not state.discards:
        yield f"the discard pile is empty in the {phase.value} phase"
    if before_draw and state.discarder not in {None, (state.turn - 1) % seats}:
        yield f"seat {state.discarder} has laid the top card; expected the player before seat {state.turn}"
    begun = state.turn == (state.dealer + 1) % seats and len(state.discards) == 1 and not state.table
    if before_draw and state.discarder is None and (not begun or any(state.buys) or state.takes):
        yield "nobody has laid the top card, as at the start, but something has been done since"
    if not before_draw and state.discarder is not None:
        yield f"seat {state.discarder} has laid the top card, which is dead in the {phase.value} phase"
    if phase is not Phase.PLAY and state.taken is not None:
        yield f"{state.taken} was taken in this turn, but in the {phase.value} phase none has been"
    if phase is not Phase.PLAY and state.laid:
        yield f"the contract was laid in this turn, but in the {phase.value} phase none has been"
    if state.laid and not state.is_down(state.turn):
        yield f"seat {state.turn} has laid the contract in this turn, but nothing of it is on the table"
    if (phase is Phase.BUY) != (state.asked is not None):
        yield "somebody is asked whether he buys exactly in the buy phase"
    elif phase is Phase.BUY and not _may_be_asked(state):
        yield f"seat {state.asked} may not buy this card"
    if phase is Phase.RESHUFFLE:
        yield from _reshuffle(state)
    if phase is Phase.PLAY:
        melds = tuple(lying.meld for lying in state.table)
        refusal = cannot_end_turn(state, state.hands[state.turn], melds, laid=state.laid)
        if refusal is not None:
            yield f"seat {state.turn} could not end the turn: {refusal.sentence}"
    yield from _result(state)


def _may_be_asked(state: RoundState) -> bool:
    """Return whether the seat that is asked is one of those who may buy the declined discard."""
    return state.asked in buyers(attrs.evolve(state, asked=None)) and may_buy(state, state.asked or 0)


def _reshuffle(state: RoundState) -> Iterator[str]:
    if state.stock:
        yield f"a new stock is being made, but {len(state.stock)} cards are left"
    if len(state.discards) <= 1:
        yield "a new stock is being made, but there is nothing below the top discard"
    if state.reshuffles >= state.rules.max_reshuffles:
        yield f"a new stock is being made, but {state.reshuffles} have been, the limit"


def _result(state: RoundState) -> Iterator[str]:
    result = state.result
    if (result is not None) != (state.phase is Phase.OVER):
        yield "there is a result exactly when the round is over"
    if result is None:
        return
    empty = [seat for seat, hand in enumerate(state.hands) if not hand]
    out = empty[0] if empty else None
    if empty not in ([], [state.turn]):
        yield f"seats {empty} have no cards; only the player in turn goes out"
    elif result != final_result(state, out=out):
        yield f"the result is {result}; with these cards it is {final_result(state, out=out)}"
