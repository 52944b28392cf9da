"""The verbs of a deal: pure functions from states and actions to states.

``apply`` accepts an action exactly when ``explain`` has nothing against it, and ``legal_actions`` lists exactly
those: the three are tested against each other.
"""

from collections.abc import Iterable, Iterator
from typing import Final, assert_never, cast

import attrs

from ginrules import solver
from ginrules.cards import Card, Hand
from ginrules.deal.actions import (
    ACCEPT_DOUBLE,
    BIG_GIN,
    DISCARDS_OF,
    DOUBLE,
    DRAW_STOCK,
    KNOCKS,
    PASS,
    REFUSE_DOUBLE,
    SHOW_HAND,
    TAKE_DISCARD,
    AcceptDouble,
    Action,
    BigGin,
    Discard,
    Double,
    DrawStock,
    Knock,
    Pass,
    RefuseDouble,
    ShowHand,
    TakeDiscard,
)
from ginrules.deal.refusals import IllegalAction, Reason, Refusal
from ginrules.deal.state import Cube, GameState, Phase, Spread, build_state, changed
from ginrules.errors import StateError
from ginrules.melds import Arrangement, LayOff, Meld, ascending
from ginrules.results import DealResult, Ending, Seat
from ginrules.rules import LastDiscard, Rules
from ginrules.scoring import DealTerms

_PLAYERS: Final = 2
_MOST_PIPS: Final = 10


def new_deal(
    rules: Rules, deck: Iterable[Card], *, dealer: Seat | int = 0, terms: DealTerms | None = None
) -> GameState:
    """Deal from a shuffled deck: alternately, non-dealer first, then the upcard. Rules: CORE-02, CORE-03, CORE-18.

    Args:
        rules: the ruleset.
        deck: all cards of ``rules.deck``, the first dealt first.
        dealer: seat 0 or 1.
        terms: what the match says of this deal; by default the terms of a first deal. Without a knock limit of
            their own they get that of the rules.

    Raises:
        StateError: the deck is not the cards that the rules play with, the dealer is no seat, or the terms have a
            knock limit above that of the rules.

    >>> import random
    >>> from ginrules import presets, shuffled_deck
    >>> state = new_deal(presets.CLASSIC, shuffled_deck(random.Random(7)), dealer=0)
    >>> state.phase.value, state.turn, len(state.stock), str(state.upcard)
    ('upcard', 1, 31, 'Qs')

    """
    cards = tuple(deck)
    found = _deck_problems(rules, cards)
    if dealer not in (0, 1):
        found.append(f"dealer is {dealer!r}; expected seat 0 or 1")
    if terms is not None and terms.knock_limit is not None and not 0 <= terms.knock_limit <= rules.knock_limit:
        found.append(f"the knock limit of the deal is {terms.knock_limit}; expected 0 to {rules.knock_limit}")
    if found:
        raise StateError(found)
    first = Seat(1 - dealer)
    dealt = 2 * rules.hand_size
    to_first, to_dealer = Hand.of(cards[0:dealt:2]), Hand.of(cards[1:dealt:2])
    upcard = cards[dealt]
    if terms is None:
        terms = rules.deal_terms(rules.scoring.open(_PLAYERS), upcard)
    elif terms.knock_limit is None:
        terms = attrs.evolve(terms, knock_limit=rules.knock_limit)
    return GameState(
        rules=rules,
        terms=terms,
        dealer=Seat(dealer),
        upcard=upcard,
        phase=Phase.UPCARD,
        turn=first,
        hands=(to_first, to_dealer) if first == 0 else (to_dealer, to_first),
        stock=cards[dealt + 1 :],
        discards=(upcard,),
    )


def _deck_problems(rules: Rules, cards: tuple[Card, ...]) -> list[str]:
    mask = 0
    twice = 0
    for card in cards:
        if not isinstance(card, Card):  # pyright: ignore[reportUnnecessaryIsInstance]  # callers may err
            return [f"{card!r} is no Card"]
        twice |= mask & card.mask
        mask |= card.mask
    wrong = [
        ("comes twice", twice),
        ("is missing", rules.deck.mask & ~mask),
        ("does not belong to the deck", mask & ~rules.deck.mask),
    ]
    return [f"{Hand(cards)}: {what} in the deck of {len(rules.deck)}" for what, cards in wrong if cards]


def legal_actions(state: GameState, *, every_spread: bool = False) -> tuple[Action, ...]:
    """Return all legal actions in a stable order; none when the deal is over.

    Discards come by card index, then knocks by card index, then big gin; layoffs by meld and card, then the
    showing of the hand. There is one knock a card that may be its discard, standing for the default spread; with
    *every_spread* there is one a permitted spread instead, spelled out. Rules: CORE-05 to CORE-17.
    """
    phase = state.phase
    if phase is Phase.DISCARD:
        return _turn_endings(state, every_spread=every_spread)
    if phase is Phase.DRAW:
        draws = (DRAW_STOCK,) if state.must_draw_stock else _DRAWS
        return (*draws, DOUBLE) if state.may_double else draws
    if phase is Phase.UPCARD:
        return _OFFER
    if phase is Phase.LAYOFF:
        return (*_layoffs(state), SHOW_HAND)
    if phase is Phase.DOUBLE:
        return _ANSWERS
    if phase is Phase.LAST_TAKE:
        return _OFFER if _refuse_take(state) is None else (PASS,)
    return ()


_DRAWS: Final[tuple[Action, ...]] = (TAKE_DISCARD, DRAW_STOCK)
_OFFER: Final[tuple[Action, ...]] = (TAKE_DISCARD, PASS)
_ANSWERS: Final[tuple[Action, ...]] = (ACCEPT_DOUBLE, REFUSE_DOUBLE)


def is_legal(state: GameState, action: Action) -> bool:
    """Return whether :func:`apply` would accept the action."""
    return explain(state, action) is None


def explain(state: GameState, action: Action) -> Refusal | None:
    """Return why an action may not be done now, or None if it may. Nothing is raised, whatever *action* is."""
    if state.phase is Phase.OVER:
        return Refusal(Reason.DEAL_OVER, "The deal is over.")
    match action:
        case Discard():
            return _refuse_discard(state, action.card)
        case DrawStock():
            return None if state.phase is Phase.DRAW else _not_now(state, "draw from the stock")
        case TakeDiscard():
            return _refuse_take(state)
        case Pass():
            return None if state.phase in (Phase.UPCARD, Phase.LAST_TAKE) else _not_now(state, "pass")
        case Knock():
            return _refuse_knock(state, action)
        case BigGin():
            return _refuse_big_gin(state)
        case LayOff():
            return _refuse_layoff(state, action)
        case ShowHand():
            return None if state.phase is Phase.LAYOFF else _not_now(state, "show the hand")
        case Double():
            return _refuse_double(state)
        case AcceptDouble() | RefuseDouble():
            return None if state.phase is Phase.DOUBLE else _not_now(state, "answer a double")
        case _ as other:
            text = type(cast("object", other)).__name__
            return Refusal(Reason.NO_ACTION, f"A {text} is no action.")


def resolve(state: GameState, action: Action) -> Action:
    """Return the action with its defaults filled in: a knock without a spread gets the best permitted one.

    Raises:
        IllegalAction: the action may not be done.

    """
    refusal = explain(state, action)
    if refusal is not None:
        raise IllegalAction(action, state, refusal)
    if isinstance(action, Knock) and action.spread is None:
        return Knock(action.discard, _default_spread(state, action.discard).melds)
    return action


def apply(state: GameState, action: Action) -> GameState:
    """Return the state after a legal action.

    Raises:
        IllegalAction: the rules do not allow it; *state* is as it was.

    """
    refusal = explain(state, action)
    if refusal is not None:
        raise IllegalAction(action, state, refusal)
    match action:
        case Discard():
            return _after_discard(state, action.card)
        case DrawStock():
            return _after_draw(state)
        case TakeDiscard():
            return _after_take(state)
        case Pass():
            return _after_pass(state)
        case Knock():
            return _after_knock(state, action)
        case BigGin():
            spread = _best_permitted(state, state.hands[state.turn], limit=0)
            return _lay_out(state, _permitted(spread), discard=None, ending=Ending.BIG_GIN)
        case LayOff():
            return _after_layoff(state, action)
        case ShowHand():
            return _counted(state)
        case Double():
            return _after_double(state)
        case AcceptDouble() | RefuseDouble():
            return _after_answer(state, accepted=action == ACCEPT_DOUBLE)
        case _:
            assert_never(action)


def knock_spreads(state: GameState, discard: Card) -> Iterator[Arrangement]:
    """Iterate over every spread with which the player in turn may knock, laying *discard* face down.

    Any disjoint melds may be shown that leave at most the knock limit, a possible meld unmade among them.
    Rules: CORE-11, CORE-12, COLOR-06. Nothing if no such knock is legal.
    """
    if _refuse_ending(state, discard) is not None:
        return iter(())
    return _permitted_spreads(state, state.hands[state.turn].remove(discard), limit=_limit(state))


def perft(state: GameState, depth: int) -> int:
    """Return the number of sequences of *depth* legal actions from here; those that end earlier count, too.

    The counts for known decks are golden: they change only when the rules do.
    """
    if depth == 0 or state.phase is Phase.OVER:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action), depth - 1) for action in actions)


# What is legal ------------------------------------------------------------------------------------------------


def _turn_endings(state: GameState, *, every_spread: bool) -> tuple[Action, ...]:
    """Return the actions that end a turn: discards, knocks, big gin."""
    hand = state.hands[state.turn]
    barred = state.barred
    free = hand.mask if barred is None else hand.mask ^ barred.mask
    discards = () if state.must_knock else DISCARDS_OF.select(free)
    if not _may_end_the_deal(state, hand):
        return discards
    if every_spread:
        knocks = [Knock(card, spread.melds) for card in Hand(free) for spread in knock_spreads(state, card)]
    else:
        knocks = [KNOCKS[card.index] for card in _knock_discards(state, hand) if card is not barred]
    big_gin = () if _refuse_big_gin(state) else (BIG_GIN,)
    return (*discards, *knocks, *big_gin)


def _knock_discards(state: GameState, hand: Hand) -> list[Card]:
    """Return the cards without which the rest may be shown in some spread; barred ones are among them."""
    rules, limit = state.rules, _limit(state)
    left = solver.after_discard(hand, aces=rules.aces, ace_pips=rules.ace_pips)
    enough = [card for card, pips in left.items() if pips <= limit]
    return [card for card in enough if _may_show(state, hand.remove(card), limit=limit)]


def _may_end_the_deal(state: GameState, hand: Hand) -> bool:
    """Return False if a look at all cards held rules out that any discard leaves little enough.

    A discard takes away at most the pips of the dearest card.
    """
    rules = state.rules
    least = solver.deadwood(hand, aces=rules.aces, ace_pips=rules.ace_pips)
    return least <= _limit(state) + max(_MOST_PIPS, rules.ace_pips) and not _too_early(state)


def _limit(state: GameState) -> int:
    limit = state.terms.knock_limit
    return state.rules.knock_limit if limit is None else limit


def _too_early(state: GameState) -> bool:
    return state.turns[state.turn] < state.rules.turns_before_knock


def _arrange(state: GameState, hand: Hand) -> Arrangement:
    return solver.best_arrangement(hand, aces=state.rules.aces, ace_pips=state.rules.ace_pips)


def _default_spread(state: GameState, discard: Card) -> Arrangement:
    """Return the spread of a legal knock that names none."""
    kept = state.hands[state.turn].remove(discard)
    return _permitted(_best_permitted(state, kept, limit=_limit(state)))


def _best_permitted(state: GameState, kept: Hand, *, limit: int) -> Arrangement | None:
    """Return the best permitted spread of some cards, or None where none may end the deal.

    Least deadwood, then most paying suits, then the solver's tie-break. Rules: CORE-12, COLOR-06, COLOR-07.
    """
    rules, terms = state.rules, state.terms
    if not rules.scoring.restricts_spreads:
        best = _arrange(state, kept)
        return best if best.deadwood <= limit else None

    def preference(spread: Arrangement) -> tuple[object, ...]:
        paying = len(rules.scoring.paying_suits(spread, terms))
        return spread.deadwood, -paying, solver.tie_break(spread, aces=rules.aces)

    return min(_permitted_spreads(state, kept, limit=limit), key=preference, default=None)


def _permitted_spreads(state: GameState, kept: Hand, *, limit: int) -> Iterator[Arrangement]:
    """Iterate over every spread of some cards that leaves little enough and may end the deal. Rule: COLOR-06."""
    rules, terms = state.rules, state.terms
    spreads = solver.arrangements(kept, limit, aces=rules.aces, ace_pips=rules.ace_pips)
    return (spread for spread in spreads if rules.scoring.admits(spread, terms))


def _may_show(state: GameState, kept: Hand, *, limit: int) -> bool:
    """Return whether some cards, which leave little enough, may be shown in some spread. Rule: COLOR-06."""
    if not state.rules.scoring.restricts_spreads:
        return True
    return next(_permitted_spreads(state, kept, limit=limit), None) is not None


def _permitted(spread: Arrangement | None) -> Arrangement:
    assert spread is not None  # noqa: S101  the action was found legal
    return spread


def _layoffs(state: GameState) -> list[Action]:
    spread = _on_table(state)
    hand = state.hands[state.turn]
    return [LayOff(card, meld) for meld in spread.melds for card in meld.extensions(aces=state.rules.aces) & hand]


def _on_table(state: GameState) -> Spread:
    assert state.spread is not None  # noqa: S101  there is one from the knock on
    return state.spread


# What is refused ----------------------------------------------------------------------------------------------

_DUE: Final = {
    Phase.UPCARD: "take the upcard or pass",
    Phase.DRAW: "draw a card",
    Phase.DISCARD: "discard or knock",
    Phase.LAYOFF: "lay off or show the hand",
    Phase.DOUBLE: "accept or refuse the double",
    Phase.LAST_TAKE: "take the last discard to knock, or pass",
    Phase.OVER: "nothing",
}


def _not_now(state: GameState, deed: str) -> Refusal:
    return Refusal(Reason.WRONG_PHASE, f"One cannot {deed} now; it is time to {_DUE[state.phase]}.")


def _refuse_discard(state: GameState, card: Card) -> Refusal | None:
    if state.phase is not Phase.DISCARD:
        return _not_now(state, "discard")
    refusal = _refuse_as_discard(state, card)
    if refusal is None and state.must_knock:
        return Refusal(Reason.ONLY_TO_KNOCK, "The last discard may be taken only to knock, so a knock is due.")
    return refusal


def _refuse_as_discard(state: GameState, card: Card) -> Refusal | None:
    """Refuse a card as the discard of any ending of a turn. Rule: CORE-07."""
    if card not in state.hands[state.turn]:
        return Refusal(Reason.NOT_HELD, f"The {card} is not in the hand.")
    if card is state.barred:
        return Refusal(
            Reason.JUST_TAKEN, f"The {card} was just taken from the discard pile and may not go back this turn."
        )
    return None


def _refuse_take(state: GameState) -> Refusal | None:
    if state.phase is Phase.UPCARD:
        return None
    if state.phase is Phase.DRAW:
        if state.must_draw_stock:
            return Refusal(
                Reason.STOCK_FORCED, "Both players passed the upcard, so the first card comes from the stock."
            )
        return None
    if state.phase is Phase.LAST_TAKE:
        taken = _taken(state)
        if any(isinstance(action, Knock | BigGin) for action in _turn_endings(taken, every_spread=False)):
            return None
        return Refusal(
            Reason.ONLY_TO_KNOCK, f"The last discard may be taken only to knock, and the {state.top} does not do."
        )
    return _not_now(state, "take the discard")


def _refuse_ending(state: GameState, discard: Card) -> Refusal | None:
    """Refuse to end the deal by laying this card, whatever the spread."""
    if state.phase is not Phase.DISCARD:
        return _not_now(state, "knock")
    refusal = _refuse_as_discard(state, discard)
    if refusal is None and _too_early(state):
        needed = state.rules.turns_before_knock
        return Refusal(
            Reason.TOO_EARLY,
            f"Nobody may end the deal before {needed} turns of his own; this player has had"
            f" {state.turns[state.turn]}.",
        )
    return refusal


def _refuse_knock(state: GameState, knock: Knock) -> Refusal | None:
    refusal = _refuse_ending(state, knock.discard)
    if refusal is not None:
        return refusal
    rules = state.rules
    kept = state.hands[state.turn].remove(knock.discard)
    limit = _limit(state)
    if knock.spread is not None:
        return _refuse_spread(state, kept, knock.spread)
    least = solver.deadwood(kept, aces=rules.aces, ace_pips=rules.ace_pips)
    if least > limit:
        return _too_much(knock.discard, least, limit)
    return None if _may_show(state, kept, limit=limit) else _not_admitted(state)


def _refuse_spread(state: GameState, kept: Hand, melds: tuple[Meld, ...]) -> Refusal | None:
    seen = 0
    for meld in melds:
        if not isinstance(meld, Meld) or not meld.counts(state.rules.aces):  # pyright: ignore[reportUnnecessaryIsInstance]
            return Refusal(Reason.BAD_SPREAD, f"{meld} is no meld at this table.")
        if not meld.hand <= kept:
            return Refusal(Reason.NOT_HELD, f"{meld.hand - kept} of the spread is not in the hand that is kept.")
        if seen & meld.mask:
            return Refusal(Reason.BAD_SPREAD, f"{Hand(seen & meld.mask)} would be in two melds of the spread.")
        seen |= meld.mask
    arrangement = _arrangement(state, kept, melds)
    if arrangement.deadwood > _limit(state):
        return Refusal(
            Reason.TOO_MUCH_DEADWOOD,
            f"This spread leaves {arrangement.deadwood} in deadwood; the knock limit is {_limit(state)}.",
        )
    if not state.rules.scoring.admits(arrangement, state.terms):
        return _not_admitted(state)
    return None


def _arrangement(state: GameState, kept: Hand, melds: tuple[Meld, ...]) -> Arrangement:
    loose = Hand(kept.mask & ~sum(meld.mask for meld in melds))
    return Arrangement(melds, loose, ace_pips=state.rules.ace_pips)


def _too_much(discard: Card, least: int, limit: int) -> Refusal:
    allowed = f"the knock limit is {limit}" if limit else "only gin may end this deal"
    return Refusal(
        Reason.TOO_MUCH_DEADWOOD, f"Without the {discard} at least {least} is left in deadwood; {allowed}."
    )


def _not_admitted(state: GameState) -> Refusal:
    return Refusal(Reason.NOT_ADMITTED, state.rules.scoring.why_not_admitted(state.terms))


def _refuse_big_gin(state: GameState) -> Refusal | None:
    if state.phase is not Phase.DISCARD:
        return _not_now(state, "declare big gin")
    if not state.rules.scoring.plays_big_gin:
        return Refusal(Reason.NO_BIG_GIN, "Big gin is not played at this table.")
    if _too_early(state):
        return Refusal(
            Reason.TOO_EARLY,
            f"Nobody may end the deal before {state.rules.turns_before_knock} turns of his own.",
        )
    hand = state.hands[state.turn]
    least = solver.deadwood(hand, aces=state.rules.aces, ace_pips=state.rules.ace_pips)
    if least:
        return Refusal(
            Reason.NO_BIG_GIN, f"Big gin needs all {len(hand)} cards in melds; at least {least} is left over."
        )
    return None if _may_show(state, hand, limit=0) else _not_admitted(state)


def _refuse_double(state: GameState) -> Refusal | None:
    if state.rules.doubling_limit is None:
        return Refusal(Reason.NO_DOUBLE, "Doubling is not played at this table.")
    if state.phase is not Phase.DRAW:
        return _not_now(state, "double")
    if state.may_double:
        return None
    if 2 * state.factor > state.rules.doubling_limit:
        return Refusal(Reason.NO_DOUBLE, f"The deal counts {state.factor} times already, the most there is.")
    return Refusal(Reason.NO_DOUBLE, "The next double is the opponent's.")


def _refuse_layoff(state: GameState, layoff: LayOff) -> Refusal | None:
    if state.phase is not Phase.LAYOFF:
        return _not_now(state, "lay off")
    if layoff.card not in state.hands[state.turn]:
        return Refusal(Reason.NOT_HELD, f"The {layoff.card} is not in the hand.")
    spread = _on_table(state)
    if layoff.meld not in spread.melds:
        lying = " | ".join(map(str, spread.melds)) or "no melds"
        return Refusal(Reason.DOES_NOT_FIT, f"{layoff.meld} does not lie on the table; there are {lying}.")
    if layoff.card not in layoff.meld.extensions(aces=state.rules.aces):
        return Refusal(Reason.DOES_NOT_FIT, f"The {layoff.card} does not fit {layoff.meld} at this table.")
    return None


# What happens ---------------------------------------------------------------------------------------------------
# The three steps of every turn write all fields out by position, which is twice as quick as copying by name.


def _with_hand(state: GameState, hand: Hand) -> tuple[Hand, Hand]:
    """Return the hands with that of the player in turn replaced."""
    return (hand, state.hands[1]) if state.turn == 0 else (state.hands[0], hand)


def _mark(pair: tuple[Hand, Hand], seat: Seat, card: Card) -> tuple[Hand, Hand]:
    marked = Hand(pair[seat].mask | card.mask)
    return (marked, pair[1]) if seat == 0 else (pair[0], marked)


def _after_draw(state: GameState) -> GameState:
    card = state.stock[0]
    return build_state(
        state.rules,
        state.terms,
        state.dealer,
        state.upcard,
        Phase.DISCARD,
        state.turn,
        _with_hand(state, Hand(state.hands[state.turn].mask | card.mask)),
        state.stock[1:],
        state.discards,
        card,
        False,
        state.passes,
        state.turns,
        state.pile_takes,
        state.returns,
        state.picked,
        state.discarded,
        None,
        None,
        state.cube,
    )


def _after_take(state: GameState) -> GameState:
    if _counts(state) and state.pile_takes + 1 == state.rules.pile_take_limit:
        return _void(state)
    return _taken(state)


def _counts(state: GameState) -> bool:
    """Return whether a take counts toward the limit: neither offer can go on for ever. Rule: CORE-21."""
    return state.phase is Phase.DRAW


def _taken(state: GameState) -> GameState:
    """Return the state with the top discard in the hand of the player in turn."""
    card = state.discards[-1]
    seat = state.turn
    return build_state(
        state.rules,
        state.terms,
        state.dealer,
        state.upcard,
        Phase.DISCARD,
        seat,
        _with_hand(state, Hand(state.hands[seat].mask | card.mask)),
        state.stock,
        state.discards[:-1],
        card,
        True,
        state.passes,
        state.turns,
        state.pile_takes + _counts(state),
        state.returns,
        _mark(state.picked, seat, card),
        state.discarded,
        None,
        None,
        state.cube,
    )


def _after_pass(state: GameState) -> GameState:
    if state.phase is Phase.LAST_TAKE:
        return _void(state)
    passes = state.passes + 1
    return changed(
        state,
        {
            "passes": passes,
            "turn": Seat(1 - state.turn),
            "phase": Phase.DRAW if passes == _PLAYERS else Phase.UPCARD,
        },
    )


def _after_discard(state: GameState, card: Card) -> GameState:
    seat = state.turn
    hand = Hand(state.hands[seat].mask ^ card.mask)
    turns = state.turns
    returns = state.returns + 1 if state.from_pile and card is state.drawn else 0
    then = build_state(
        state.rules,
        state.terms,
        state.dealer,
        state.upcard,
        Phase.DRAW,
        Seat(1 - seat),
        _with_hand(state, hand),
        state.stock,
        (*state.discards, card),
        None,
        False,
        state.passes,
        (turns[0] + 1, turns[1]) if seat == 0 else (turns[0], turns[1] + 1),
        state.pile_takes,
        returns,
        state.picked,
        _mark(state.discarded, seat, card),
        None,
        None,
        state.cube,
    )
    rules = state.rules
    if rules.return_limit is not None and returns >= rules.return_limit:
        return _void(then)
    if len(state.stock) > rules.stock_floor:
        return then
    if rules.last_discard is LastDiscard.KNOCK_ONLY:
        return changed(then, {"phase": Phase.LAST_TAKE})
    return _void(then)


def _after_knock(state: GameState, knock: Knock) -> GameState:
    kept = state.hands[state.turn].remove(knock.discard)
    if knock.spread is None:
        arrangement = _default_spread(state, knock.discard)
    else:
        arrangement = _arrangement(state, kept, knock.spread)
    ending = Ending.KNOCK if arrangement.loose else Ending.GIN
    return _lay_out(state, arrangement, discard=knock.discard, ending=ending)


def _lay_out(state: GameState, arrangement: Arrangement, *, discard: Card | None, ending: Ending) -> GameState:
    """Put the spread on the table; the defender lays off, or the deal is over."""
    knocker = state.turn
    shown = changed(
        state,
        {
            "phase": Phase.LAYOFF,
            "turn": Seat(1 - knocker),
            "hands": _with_hand(state, arrangement.hand),
            "drawn": None,
            "from_pile": False,
            "spread": Spread(
                knocker=knocker,
                ending=ending,
                discard=discard,
                arrangement=arrangement,
                melds=arrangement.melds,
            ),
        },
    )
    if ending is Ending.KNOCK or state.rules.layoff_on_gin:
        return shown
    return changed(_counted(shown), {"turn": knocker})


def _after_layoff(state: GameState, layoff: LayOff) -> GameState:
    spread = _on_table(state)
    melds = (layoff.result if meld == layoff.meld else meld for meld in spread.melds)
    hand = Hand(state.hands[state.turn].mask ^ layoff.card.mask)
    laid = Spread(
        knocker=spread.knocker,
        ending=spread.ending,
        discard=spread.discard,
        arrangement=spread.arrangement,
        melds=ascending(melds),
        layoffs=(*spread.layoffs, layoff),
    )
    return changed(state, {"hands": _with_hand(state, hand), "spread": laid})


def _counted(state: GameState) -> GameState:
    """Return the state with the deal over after a spread was shown."""
    return changed(state, {"phase": Phase.OVER, "result": final_result(state)})


def _void(state: GameState) -> GameState:
    """Return the state with the deal void. Rules: CORE-17, CORE-21, SCORE-06."""
    over = {"phase": Phase.OVER, "result": final_result(state), "drawn": None, "from_pile": False}
    return changed(state, over)


def final_result(state: GameState) -> DealResult:
    """Return how the deal ends with the cards as they lie: by the spread, or void where there is none.

    The defender's rest is arranged for the least deadwood.
    """
    spread, cube = state.spread, state.cube
    if cube is not None and cube.refused:
        return DealResult(
            ending=Ending.REFUSED,
            knocker=cube.doubler,
            deadwood=_both_deadwood(state),
            upcard=state.upcard,
            factor=cube.factor,
        )
    if spread is None:
        deadwood = _both_deadwood(state) if state.rules.scoring.needs_void_deadwood else None
        return DealResult(ending=Ending.VOID, deadwood=deadwood, upcard=state.upcard, factor=state.factor)
    knocker, defender = spread.knocker, Seat(1 - spread.knocker)
    answer = solver.LayoffPlan(_arrange(state, state.hands[defender]), spread.layoffs)
    deadwood = (spread.arrangement.deadwood, answer.deadwood)
    return DealResult(
        ending=spread.ending,
        knocker=knocker,
        deadwood=deadwood if knocker == 0 else (deadwood[1], deadwood[0]),
        upcard=state.upcard,
        factor=state.factor,
        spread=spread.arrangement,
        defense=answer,
    )


def _both_deadwood(state: GameState) -> tuple[int, int]:
    """Return what each is left with where nobody knocked. Rules: CORE-17, EXTRA-06."""
    rest = [solver.deadwood(h, aces=state.rules.aces, ace_pips=state.rules.ace_pips) for h in state.hands]
    return rest[0], rest[1]


def _after_double(state: GameState) -> GameState:
    cube = Cube(factor=state.factor, doubler=state.turn, offered=True)
    return changed(state, {"phase": Phase.DOUBLE, "turn": Seat(1 - state.turn), "cube": cube})


def _after_answer(state: GameState, *, accepted: bool) -> GameState:
    """Return the state after a double was answered: the doubler draws, or the deal is over. Rule: EXTRA-06."""
    doubler = Seat(1 - state.turn)
    if accepted:
        cube = Cube(factor=2 * state.factor, doubler=doubler)
        return changed(state, {"phase": Phase.DRAW, "turn": doubler, "cube": cube})
    given_up = changed(state, {"cube": Cube(factor=state.factor, doubler=doubler, refused=True)})
    return changed(given_up, {"phase": Phase.OVER, "result": final_result(given_up)})
