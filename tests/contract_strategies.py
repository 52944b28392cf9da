"""Hypothesis strategies for the values of the two-deck family."""

from hypothesis import strategies as st

from ginrules.cards import Card, Rank, Suit
from ginrules.contract import JOKER, AnyCard, Contract, Hand, Meld, Place, card_of_kind
from ginrules.melds import MeldKind


def any_cards() -> st.SearchStrategy[AnyCard]:
    """Draw a natural card or, more often than a deck would give one, a joker."""
    return st.integers(0, 52).map(card_of_kind) | st.just(JOKER)


def contract_hands(max_cards: int = 16) -> st.SearchStrategy[Hand]:
    """Draw a hand in which cards may come several times."""
    return st.lists(any_cards(), max_size=max_cards).map(Hand.of)


@st.composite
def sets(draw: st.DrawFn) -> Meld:
    """Draw a set with its jokers."""
    rank = draw(st.sampled_from(Rank))
    suits = draw(st.lists(st.sampled_from(Suit), min_size=1, max_size=6))
    jokers = draw(st.integers(max(0, 3 - len(suits)), 4))
    return Meld.of_set([*(Card(rank, suit) for suit in suits), *[JOKER] * jokers])


@st.composite
def runs(draw: st.DrawFn) -> Meld:
    """Draw a run with its jokers, its ace low or high."""
    length = draw(st.integers(3, 13))
    low = draw(st.integers(1, 15 - length))
    natural = draw(st.integers(low, low + length - 1))
    jokers = draw(st.sets(st.integers(low, low + length - 1), max_size=4)) - {natural}
    return Meld.of_run(draw(st.sampled_from(Suit)), low, length, jokers=jokers)


def contract_melds() -> st.SearchStrategy[Meld]:
    """Draw a set or a run."""
    return sets() | runs()


def places() -> st.SearchStrategy[Place]:
    """Draw a place of a contract."""
    leasts = st.none() | st.integers(3, 13)
    return st.builds(Place, st.sampled_from(MeldKind), leasts)


def contracts() -> st.SearchStrategy[Contract]:
    """Draw a contract, whether or not some table could play it."""
    return st.builds(
        Contract,
        st.lists(places(), min_size=1, max_size=8),
        all_out=st.booleans(),
        deal=st.none() | st.integers(1, 40),
    )
