"""A naive referee of one deal, written from the rule text alone, to check the library's deal machine against.

Everything is plain data. A card is a text such as ``"Ts"``, a hand a frozenset of cards, a stock a tuple of cards
with the next one first, a discard pile a tuple with its top last, a move its text form. What melds and deadwood
are says the naive solver beside this module. Seats are 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from oracles.solver import (
    DECK,
    RUN_LINES,
    SUITS,
    Card,
    Meld,
    after_discard,
    all_arrangements,
    best_arrangement,
    deadwood_of,
    is_set,
    least_deadwood,
    legal_layoffs,
    loose_cards,
    mask_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Hand = frozenset[Card]

OFFER = "offer"
DRAW = "draw"
DISCARD = "discard"
LAYOFF = "layoff"
LAST_OFFER = "last offer"
OVER = "over"


@dataclass(frozen=True)
class Table:
    """All in which tables differ, as far as one deal is concerned."""

    deck: Hand = frozenset(DECK)
    hand_size: int = 10
    forced_stock_draw: bool = True
    may_return_taken: bool = False
    aces: str = "low"
    ace_pips: int = 1
    knock_limit: int = 10
    turns_before_knock: int = 0
    layoff_on_gin: bool = False
    big_gin: bool = False
    stock_floor: int = 2
    fiftieth_card: bool = False
    pile_take_limit: int | None = 100
    return_limit: int | None = None


@dataclass(frozen=True)
class Outcome:
    """How a deal ended; the deadwood is unknown when it is void."""

    ending: str
    knocker: int | None = None
    deadwood: tuple[int, int] | None = None


@dataclass(frozen=True)
class Position:
    """A deal at one moment."""

    table: Table
    stage: str
    turn: int
    hands: tuple[Hand, Hand]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    taken: Card | None = None
    """The card of this turn if it came from the pile."""
    passes: int = 0
    turns: tuple[int, int] = (0, 0)
    takes: int = 0
    returns: int = 0
    knocker: int | None = None
    ending: str = ""
    knocked_with: int = 0
    """The knocker's deadwood."""
    spread: tuple[Meld, ...] = ()
    """The melds on the table as they lie now."""
    outcome: Outcome | None = None

    @property
    def hand(self) -> Hand:
        """The cards of the player in turn."""
        return self.hands[self.turn]


def deal(table: Table, cards: Iterable[Card], dealer: int) -> Position:
    """Deal one card at a time, the non-dealer first, and turn up the next."""
    left = list(cards)
    hands: list[set[Card]] = [set(), set()]
    for _ in range(table.hand_size):
        hands[1 - dealer].add(left.pop(0))
        hands[dealer].add(left.pop(0))
    upcard = left.pop(0)
    return Position(
        table=table,
        stage=OFFER,
        turn=1 - dealer,
        hands=(frozenset(hands[0]), frozenset(hands[1])),
        stock=tuple(left),
        pile=(upcard,),
    )


# --- the text forms -----------------------------------------------------------------------------------------


def meld_text(meld: Meld, aces: str) -> str:
    """Write a meld: a set by suits, a run upward."""
    if is_set(meld):
        return " ".join(sorted(meld, key=lambda card: SUITS.index(card[1])))
    suit = min(meld)[1]
    ranks = {card[0] for card in meld}
    line = RUN_LINES[aces]
    start = next(i for i in range(len(line)) if set(line[i : i + len(ranks)]) == ranks)
    return " ".join(rank + suit for rank in line[start : start + len(ranks)])


def spread_text(melds: Iterable[Meld], aces: str) -> str:
    """Write melds in ascending order with bars between them."""
    return " | ".join(meld_text(meld, aces) for meld in sorted(melds, key=mask_of)) or "-"


def melds_from(text: str) -> tuple[Meld, ...]:
    """Read melds with bars between them."""
    return () if text.strip() == "-" else tuple(frozenset(part.split()) for part in text.split("|"))


# --- what is legal ------------------------------------------------------------------------------------------


def moves(position: Position, *, every_spread: bool = False) -> set[str]:
    """Return all legal moves; a knock once a discard, or once a spread."""
    if position.stage == OFFER:
        return {"take", "pass"}
    if position.stage == DRAW:
        both_passed = position.passes == 2 and position.turns == (0, 0)
        return {"draw"} if both_passed and position.table.forced_stock_draw else {"take", "draw"}
    if position.stage == LAST_OFFER:
        return {"take", "pass"} if _endings(_take(position)) else {"pass"}
    if position.stage == DISCARD:
        return _discards(position) | _endings(position, every_spread=every_spread)
    if position.stage == LAYOFF:
        return {f"lay {card} on {meld}" for card, meld in _layoffs(position)} | {"show"}
    return set()


def _may_be_laid(position: Position) -> set[Card]:
    """Return the cards that may be the discard of this turn, be it a knock or not."""
    if position.table.may_return_taken or position.taken is None:
        return set(position.hand)
    return set(position.hand - {position.taken})


def _discards(position: Position) -> set[str]:
    if position.taken is not None and _stock_is_down(position):  # taken only to knock
        return set()
    return {f"discard {card}" for card in _may_be_laid(position)}


def _endings(position: Position, *, every_spread: bool = False) -> set[str]:
    table = position.table
    if position.turns[position.turn] < table.turns_before_knock:
        return set()
    found: set[str] = set()
    left = after_discard(position.hand, table.aces, table.ace_pips)
    for card in _may_be_laid(position):
        kept = position.hand - {card}
        if every_spread:
            found |= {f"knock {card}: {spread_text(a, table.aces)}" for a in _spreads(position, kept)}
        elif left[card] <= table.knock_limit:
            found.add(f"knock {card}")
    if table.big_gin and least_deadwood(position.hand, table.aces, table.ace_pips) == 0:
        found.add("big gin")
    return found


def _spreads(position: Position, kept: Hand) -> list[frozenset[Meld]]:
    table = position.table
    return [
        arrangement
        for arrangement in all_arrangements(kept, table.aces)
        if deadwood_of(kept, arrangement, table.ace_pips) <= table.knock_limit
    ]


def _layoffs(position: Position) -> list[tuple[Card, str]]:
    aces = position.table.aces
    return [
        (card, meld_text(meld, aces))
        for meld in position.spread
        for card in position.hand
        if legal_layoffs(card, meld, aces)
    ]


def _stock_is_down(position: Position) -> bool:
    return len(position.stock) <= position.table.stock_floor


# --- what happens -------------------------------------------------------------------------------------------


def play(position: Position, move: str) -> Position:
    """Return the position after a legal move."""
    verb, _, rest = move.partition(" ")
    return _DEEDS[verb](position, rest)


def _with(position: Position, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, position.hands[1]) if position.turn == 0 else (position.hands[0], hand)


def _void(position: Position) -> Position:
    return replace(position, stage=OVER, outcome=Outcome("void"))


def _pass(position: Position, _rest: str) -> Position:
    if position.stage == LAST_OFFER:
        return _void(position)
    passes = position.passes + 1
    return replace(position, passes=passes, turn=1 - position.turn, stage=DRAW if passes == 2 else OFFER)


def _take(position: Position) -> Position:
    card = position.pile[-1]
    hands = _with(position, position.hand | {card})
    return replace(position, stage=DISCARD, hands=hands, pile=position.pile[:-1], taken=card)


def _draw(position: Position, _rest: str) -> Position:
    hands = _with(position, position.hand | {position.stock[0]})
    return replace(position, stage=DISCARD, hands=hands, stock=position.stock[1:], taken=None)


def _take_or_void(position: Position, _rest: str) -> Position:
    if position.stage != DRAW:  # neither the opening offers nor the last discard can go on for ever
        return _take(position)
    takes = position.takes + 1
    if takes == position.table.pile_take_limit:
        return _void(position)
    return replace(_take(position), takes=takes)


def _discard(position: Position, card: Card) -> Position:
    seat = position.turn
    turns = list(position.turns)
    turns[seat] += 1
    returns = position.returns + 1 if card == position.taken else 0
    after = replace(
        position,
        stage=DRAW,
        turn=1 - seat,
        hands=_with(position, position.hand - {card}),
        pile=(*position.pile, card),
        taken=None,
        turns=(turns[0], turns[1]),
        returns=returns,
    )
    if position.table.return_limit is not None and returns == position.table.return_limit:
        return _void(after)
    if not _stock_is_down(after):
        return after
    return replace(after, stage=LAST_OFFER) if position.table.fiftieth_card else _void(after)


def _knock(position: Position, text: str) -> Position:
    card, _, spread = text.partition(":")
    kept = position.hand - {card}
    table = position.table
    melds = frozenset(melds_from(spread)) if spread else best_arrangement(kept, table.aces, table.ace_pips)
    return _lay_down(position, kept, melds, ending="")


def _big_gin(position: Position, _rest: str) -> Position:
    melds = best_arrangement(position.hand, position.table.aces, position.table.ace_pips)
    return _lay_down(position, position.hand, melds, ending="big_gin")


def _lay_down(position: Position, kept: Hand, melds: frozenset[Meld], *, ending: str) -> Position:
    loose = loose_cards(kept, melds)
    down = replace(
        position,
        stage=LAYOFF,
        turn=1 - position.turn,
        hands=_with(position, kept),
        knocker=position.turn,
        ending=ending or ("knock" if loose else "gin"),
        knocked_with=deadwood_of(kept, melds, position.table.ace_pips),
        spread=tuple(melds),
    )
    return down if loose or position.table.layoff_on_gin else _count(down, "")


def _lay_off(position: Position, text: str) -> Position:
    card, _, meld_words = text.partition(" on ")
    meld = frozenset(meld_words.split())
    spread = tuple(lying | {card} if lying == meld else lying for lying in position.spread)
    return replace(position, hands=_with(position, position.hand - {card}), spread=spread)


def _count(position: Position, _rest: str) -> Position:
    """End the deal: the defender arranges what is left for the least deadwood."""
    left = least_deadwood(position.hand, position.table.aces, position.table.ace_pips)
    k = position.knocked_with
    deadwood = (k, left) if position.knocker == 0 else (left, k)
    return replace(position, stage=OVER, outcome=Outcome(position.ending, position.knocker, deadwood))


_DEEDS: dict[str, Callable[[Position, str], Position]] = {
    "pass": _pass,
    "take": _take_or_void,
    "draw": _draw,
    "discard": _discard,
    "knock": _knock,
    "big": _big_gin,
    "lay": _lay_off,
    "show": _count,
}


def perft(position: Position, depth: int) -> int:
    """Count the sequences of moves of this length, and the shorter ones that end the deal."""
    if depth == 0 or position.stage == OVER:
        return 1
    return sum(perft(play(position, move), depth - 1) for move in moves(position))
