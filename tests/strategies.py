"""Hypothesis strategies for the values of the library.

Uniform hands nearly never meet ties or cards wanted twice, so hands also come *banded*: from five neighbouring
ranks, which may go over the king to the ace.
"""

from functools import cache
from typing import TypedDict

from hypothesis import strategies as st

from ginrules import Aces, Arrangement, Card, Hand, LayOff, Meld, solver

CARDS = Hand.full().cards
MELDS = {aces: solver.melds(Hand.full(), aces=aces) for aces in Aces}
EVERY_MELD = MELDS[Aces.ROUND_THE_CORNER]


class HouseRules(TypedDict):
    """The rules that every call of the solver takes."""

    aces: Aces
    ace_pips: int


def aces() -> st.SearchStrategy[Aces]:
    """Draw a way with aces."""
    return st.sampled_from(Aces)


def ace_pips() -> st.SearchStrategy[int]:
    """Draw what a loose ace counts: mostly a price that some table plays."""
    return st.sampled_from([1, 15]) | st.integers(1, 40)


def house_rules() -> st.SearchStrategy[HouseRules]:
    """Draw a way with aces and a price of a loose ace."""
    return st.builds(HouseRules, aces=aces(), ace_pips=ace_pips())


def cards() -> st.SearchStrategy[Card]:
    """Draw a card."""
    return st.sampled_from(CARDS)


@cache
def uniform_hands(min_cards: int = 0, max_cards: int = 13) -> st.SearchStrategy[Hand]:
    """Draw a hand from the whole deck."""
    return st.sets(cards(), min_size=min_cards, max_size=max_cards).map(Hand.of)


@cache
def banded_hands(min_cards: int = 0, max_cards: int = 13) -> st.SearchStrategy[Hand]:
    """Draw a hand of at most twenty cards from five neighbouring ranks."""
    bands = [tuple(card for card in CARDS if (card.rank - 1 - lowest) % 13 < 5) for lowest in range(13)]
    least, most = min(min_cards, 20), min(max_cards, 20)
    return st.sampled_from(bands).flatmap(lambda band: _sets_of(band, least, most)).map(Hand.of)


@cache
def _sets_of(band: tuple[Card, ...], least: int, most: int) -> st.SearchStrategy[set[Card]]:
    return st.sets(st.sampled_from(band), min_size=least, max_size=most)


@cache
def hands(min_cards: int = 0, max_cards: int = 13) -> st.SearchStrategy[Hand]:
    """Draw a uniform or a banded hand; the latter of at most twenty cards."""
    return uniform_hands(min_cards, max_cards) | banded_hands(min_cards, max_cards)


def melds(aces: Aces = Aces.ROUND_THE_CORNER) -> st.SearchStrategy[Meld]:
    """Draw a meld that counts with these aces."""
    return st.sampled_from(MELDS[aces])


@st.composite
def spreads(
    draw: st.DrawFn, aces: Aces = Aces.ROUND_THE_CORNER, *, min_melds: int = 0, max_melds: int = 3
) -> tuple[Meld, ...]:
    """Draw disjoint melds that count with these aces, no more than ten cards unless the first is longer."""
    chosen: list[Meld] = []
    used = Hand()
    for meld in draw(st.lists(melds(aces), min_size=min_melds, max_size=max_melds)):
        if meld.hand.isdisjoint(used) and (not chosen or len(used) + len(meld) <= 10):
            chosen.append(meld)
            used |= meld.hand
    return tuple(chosen)


@st.composite
def arrangements(draw: st.DrawFn) -> Arrangement:
    """Draw melds and loose cards, whatever a loose ace counts."""
    laid_out = draw(spreads())
    used = Hand.of(card for meld in laid_out for card in meld.cards)
    return Arrangement(laid_out, draw(hands(0, 6)) - used, ace_pips=draw(ace_pips()))


@st.composite
def layoffs(draw: st.DrawFn) -> LayOff:
    """Draw a card and a meld that it extends at some table."""
    meld = draw(melds().filter(lambda meld: bool(meld.extensions(aces=Aces.ROUND_THE_CORNER))))
    return LayOff(draw(st.sampled_from(meld.extensions(aces=Aces.ROUND_THE_CORNER).cards)), meld)


class Knock(TypedDict):
    """A knock as the defender meets it."""

    hand: Hand
    spread: tuple[Meld, ...]
    aces: Aces
    ace_pips: int


@st.composite
def knocks(draw: st.DrawFn, max_cards: int = 10) -> Knock:
    """Draw a spread and a defender's hand that share no card; half of the hands lie close to the spread."""
    rules = draw(house_rules())
    spread = draw(spreads(rules["aces"], min_melds=1))
    used = Hand.of(card for meld in spread for card in meld.cards)
    hand = draw(hands(0, max_cards)) - used
    if draw(st.booleans()):
        near = sorted({card for meld in spread for card in _neighbours(meld, used)})
        chosen = draw(st.integers(0, 2 ** len(near) - 1))
        close = [card for at, card in enumerate(near) if chosen >> at & 1]
        hand = Hand.of([*close, *(hand - Hand.of(close))][:max_cards])
    return Knock(hand=hand, spread=spread, **rules)


def _neighbours(meld: Meld, used: Hand) -> list[Card]:
    """Return the cards that could come to lie on the meld, one after another, without those in use."""
    reachable: list[Card] = []
    fresh = (meld.extensions(aces=Aces.ROUND_THE_CORNER) - used).cards
    while fresh and len(reachable) < 6:
        reachable.extend(fresh)
        for card in fresh:
            meld = meld.extend(card, aces=Aces.ROUND_THE_CORNER)
        fresh = (meld.extensions(aces=Aces.ROUND_THE_CORNER) - used).cards
    return reachable


def suit_orders() -> st.SearchStrategy[list[int]]:
    """Draw a renaming of the suits: the new number of each."""
    return st.permutations(range(4))


def renamed(hand: Hand, suits: list[int]) -> Hand:
    """Return the hand with its suits renamed."""
    return Hand.of(CARDS[13 * suits[card.suit] + card.rank - 1] for card in hand)
