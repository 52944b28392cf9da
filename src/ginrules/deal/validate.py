"""What can be wrong with a state that was set up by hand or read from a file."""

from collections.abc import Iterator

from ginrules.cards import Hand
from ginrules.deal.state import GameState, Phase
from ginrules.deal.transitions import final_result
from ginrules.results import Ending
from ginrules.rules import LastDiscard


def problems(state: GameState) -> tuple[str, ...]:
    """Return every problem of a state, a sentence each; none for a state that play can reach."""
    return tuple(_problems(state)) or tuple(_result(state))


def _problems(state: GameState) -> Iterator[str]:
    yield from _seats(state)
    yield from _cards(state)
    if state.turn in (0, 1):
        yield from _counts(state)
        yield from _drawn(state)
    yield from _history(state)
    yield from _cube(state)
    yield from _table(state)


def _seats(state: GameState) -> Iterator[str]:
    for name, seat in (("dealer", state.dealer), ("turn", state.turn)):
        if seat not in (0, 1):
            yield f"{name} is {seat!r}; expected seat 0 or 1"
    limit = state.terms.knock_limit
    if limit is None or not 0 <= limit <= state.rules.knock_limit:
        yield f"the knock limit of the deal is {limit}; expected 0 to {state.rules.knock_limit}, as the rules say"


def _cards(state: GameState) -> Iterator[str]:
    """Every card of the deck is in exactly one place. Rule: CORE-18."""
    places = [
        ("hand of seat 0", state.hands[0].cards),
        ("hand of seat 1", state.hands[1].cards),
        ("stock", state.stock),
        ("discard pile", state.discards),
    ]
    if state.spread is not None:
        if state.spread.discard is not None:
            places.append(("knocker's face-down discard", (state.spread.discard,)))
        places.append(("layoffs", tuple(layoff.card for layoff in state.spread.layoffs)))
    seen = 0
    for place, cards in places:
        for card in cards:
            if seen & card.mask:
                yield f"{card} in the {place} is somewhere else, too"
            elif not state.rules.deck.mask & card.mask:
                yield f"{card} in the {place} does not belong to the deck"
            seen |= card.mask
    missing = Hand(state.rules.deck.mask & ~seen)
    if missing:
        yield f"{missing}: nowhere"
    if state.upcard not in state.rules.deck:
        yield f"the upcard {state.upcard} does not belong to the deck"


def _counts(state: GameState) -> Iterator[str]:
    """The hands have the sizes of the phase, and stock and pile fit it."""
    size = state.rules.hand_size
    expected = [size, size]
    if state.phase is Phase.DISCARD:
        expected[state.turn] += 1
    if state.spread is not None:
        knocker = state.spread.knocker
        if state.spread.ending is Ending.BIG_GIN:
            expected[knocker] += 1
        expected[1 - knocker] -= len(state.spread.layoffs)
    for seat, (hand, number) in enumerate(zip(state.hands, expected, strict=True)):
        if len(hand) != number:
            yield f"seat {seat} holds {len(hand)} cards; expected {number} in the {state.phase.value} phase"
    stock, floor = len(state.stock), state.rules.stock_floor
    if state.phase in (Phase.UPCARD, Phase.DRAW, Phase.DOUBLE) and stock <= floor:
        yield f"{stock} cards are left in the stock; with {floor} or fewer nobody draws any more"
    if state.phase is Phase.LAST_TAKE and (
        stock > floor or state.rules.last_discard is not LastDiscard.KNOCK_ONLY
    ):
        yield "the last discard is offered only under the 50th-card rule, with the stock down to its floor"
    if state.phase in (Phase.UPCARD, Phase.DRAW, Phase.DOUBLE, Phase.LAST_TAKE) and not state.discards:
        yield f"the discard pile is empty in the {state.phase.value} phase"
    if state.phase is Phase.UPCARD and state.discards != (state.upcard,):
        yield f"at the opening the pile is the upcard {state.upcard} alone"


def _drawn(state: GameState) -> Iterator[str]:
    if (state.drawn is not None) != (state.phase is Phase.DISCARD):
        yield f"drawn is {state.drawn} in the {state.phase.value} phase; it is a card in the discard phase alone"
    elif state.drawn is not None and state.drawn not in state.hands[state.turn]:
        yield f"the drawn {state.drawn} is not in the hand of seat {state.turn}"
    if state.from_pile and state.drawn is not None and state.drawn not in state.picked[state.turn]:
        yield f"the {state.drawn} was taken from the pile, but is not among the picked cards of seat {state.turn}"
    if state.from_pile and state.phase is not Phase.DISCARD:
        yield "from_pile is set outside the discard phase"


def _history(state: GameState) -> Iterator[str]:
    counts = {
        "passes": state.passes,
        "turns of seat 0": state.turns[0],
        "turns of seat 1": state.turns[1],
        "pile_takes": state.pile_takes,
        "returns": state.returns,
    }
    for name, number in counts.items():
        if number < 0:
            yield f"{name} is {number}; expected 0 or more"
    passes_bound = 1 if state.phase is Phase.UPCARD else 2
    if state.passes > passes_bound:
        yield f"passes is {state.passes}; expected at most {passes_bound} in the {state.phase.value} phase"
    if state.phase is Phase.UPCARD and (any(state.turns) or state.pile_takes):
        yield "at the opening nobody has had a turn"
    if state.phase is Phase.UPCARD and state.turn != (state.dealer if state.passes else 1 - state.dealer):
        yield "at the opening the non-dealer is asked first, then the dealer"
    limit = state.rules.pile_take_limit
    if limit is not None and state.pile_takes >= limit:
        yield f"pile_takes is {state.pile_takes}; the deal is void at {limit}"
    allowed = state.rules.return_limit
    if allowed is not None and state.returns >= allowed and state.phase is not Phase.OVER:
        yield f"returns is {state.returns}; the deal is void at {allowed}"
    for seat, (picked, discarded) in enumerate(zip(state.picked, state.discarded, strict=True)):
        if not (picked | discarded) <= state.rules.deck:
            yield f"seat {seat} has picked or discarded cards that do not belong to the deck"
        gone = {card for card in picked if card not in state.hands[seat] and card not in discarded}
        if state.spread is not None:
            gone -= {state.spread.discard, *(layoff.card for layoff in state.spread.layoffs)}
        if gone:
            yield f"seat {seat} has picked {Hand.of(gone)}, neither held nor discarded since"


def _cube(state: GameState) -> Iterator[str]:
    """Doubles are there only where they are played, and agree with the phase. Rule: EXTRA-06."""
    cube, limit = state.cube, state.rules.doubling_limit
    if (state.phase is Phase.DOUBLE) != (cube is not None and cube.offered):
        yield "a double is offered exactly in the double phase"
    if cube is None:
        return
    if limit is None:
        yield "there are doubles, but the rules do not know them"
    elif not 1 <= cube.factor <= limit or cube.factor & (cube.factor - 1):
        yield f"the deal counts {cube.factor} times; expected a power of two up to {limit}"
    if cube.doubler not in (0, 1):
        yield f"the doubler is {cube.doubler!r}; expected seat 0 or 1"
    if cube.offered and state.turn == cube.doubler:
        yield "in the double phase it is for the other player to answer"
    if cube.refused and state.phase is not Phase.OVER:
        yield "a refused double ends the deal"
    if cube.refused and (cube.offered or state.spread is not None):
        yield "after a refused double nothing is offered and no spread is on the table"


def _table(state: GameState) -> Iterator[str]:
    """The spread and the result are there when the phase says so, and agree with the cards."""
    spread, result = state.spread, state.result
    if state.phase is Phase.LAYOFF and spread is None:
        yield "in the layoff phase there is a spread on the table"
    if spread is not None and state.phase not in (Phase.LAYOFF, Phase.OVER):
        yield f"there is a spread on the table in the {state.phase.value} phase"
    if (result is not None) != (state.phase is Phase.OVER):
        yield "there is a result exactly when the deal is over"
    if spread is None:
        refused = state.cube is not None and state.cube.refused
        if result is not None and result.ending is not (Ending.REFUSED if refused else Ending.VOID):
            yield f"the deal ended with {result.ending.value}, but no spread is on the table"
        return
    if spread.knocker not in (0, 1):
        yield f"the knocker is {spread.knocker!r}; expected seat 0 or 1"
        return
    if state.phase is Phase.LAYOFF and state.turn == spread.knocker:
        yield "in the layoff phase it is the defender's turn"
    yield from _spread(state)


def _result(state: GameState) -> Iterator[str]:
    """The result follows from all the rest, and is looked at only when that can be."""
    if state.result is None:
        return
    expected = final_result(state)
    if state.result != expected:
        yield f"the result is {state.result}; with these cards it is {expected}"


def _spread(state: GameState) -> Iterator[str]:
    spread = state.spread
    assert spread is not None  # noqa: S101  the caller has looked
    shown, limit = spread.arrangement, state.terms.knock_limit
    if shown.hand != state.hands[spread.knocker]:
        yield f"the spread {shown} is not the hand of the knocker"
    if shown.ace_pips != state.rules.ace_pips:
        yield f"the spread counts a loose ace as {shown.ace_pips}; the rules say {state.rules.ace_pips}"
    for meld in spread.melds:
        if not meld.counts(state.rules.aces):
            yield f"{meld} is no meld at this table"
    ending = Ending.GIN if not shown.loose else Ending.KNOCK
    if spread.ending is not Ending.BIG_GIN and spread.ending is not ending:
        yield f"the spread {shown} is {ending.value}, not {spread.ending.value}"
    if spread.ending is Ending.BIG_GIN and shown.loose:
        yield f"the spread {shown} is no big gin: {shown.loose} is loose"
    if (spread.discard is None) != (spread.ending is Ending.BIG_GIN):
        yield "a knock has a face-down discard, big gin has none"
    if limit is not None and shown.deadwood > limit:
        yield f"the spread leaves {shown.deadwood} in deadwood; the knock limit is {limit}"
    if not state.rules.scoring.admits(shown, state.terms):
        yield f"the spread {shown} may not end this deal"
    laid = list(shown.melds)
    for layoff in spread.layoffs:
        if layoff.meld not in laid or layoff.card not in layoff.meld.extensions(aces=state.rules.aces):
            yield f"{layoff} could not be done"
            return
        laid[laid.index(layoff.meld)] = layoff.result
    if sorted(laid) != list(spread.melds):
        yield "the melds on the table are not the spread with its layoffs"
