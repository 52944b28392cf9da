"""A naive gin rummy solver, written from the rule text alone, to check a fast one against.

Everything is plain data. A card is a text such as ``"Ts"`` (rank one of ``A23456789TJQK``, suit one of
``cdhs``), a meld is a frozenset of cards, an arrangement is a frozenset of pairwise disjoint melds. The code
enumerates and filters; it never prunes by bounds, so that reading it is enough to believe it.

``aces`` is one of

* ``"low"``: the ace stands below the two only;
* ``"high_or_low"``: A-2-3 and Q-K-A are runs, K-A-2 is not;
* ``"round_the_corner"``: ranks are a circle, so K-A-2 is a run as well.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

Card = str
Meld = frozenset[str]
Arrangement = frozenset[Meld]

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

# The order in which a run reads the ranks. A run is a stretch of 3 to 13 neighbouring letters of its mode's
# line; as two equal letters stand 13 places apart, no such stretch names a card twice.
RUN_LINES: dict[str, str] = {
    "low": RANKS,
    "high_or_low": RANKS + "A",
    "round_the_corner": RANKS + RANKS,
}
ACE_MODES: tuple[str, ...] = tuple(RUN_LINES)

SMALLEST_MELD = 3
LONGEST_RUN = 13


# --- cards and melds ----------------------------------------------------------------------------------------


def pips_of(card: Card, ace_pips: int = 1) -> int:
    """Return the deadwood points of one card."""
    rank = card[0]
    if rank == "A":
        return ace_pips
    if rank in "TJQK":
        return 10
    return int(rank)


def total_pips(cards: Iterable[Card], ace_pips: int = 1) -> int:
    """Return the deadwood points of several cards."""
    return sum(pips_of(card, ace_pips) for card in cards)


def _hand(cards: Iterable[Card]) -> frozenset[Card]:
    """Return the cards as a frozenset, refusing what is no card and a card given twice."""
    listed = list(cards)
    hand = frozenset(listed)
    if not hand <= frozenset(DECK):
        raise ValueError(f"not cards: {sorted(hand - frozenset(DECK))}")
    if len(hand) != len(listed):
        raise ValueError(f"a card is given twice: {listed}")
    return hand


@cache
def melds_of_the_deck(aces: str = "low") -> frozenset[Meld]:
    """Return every set and every run that 52 cards can make in the ace mode."""
    if aces not in RUN_LINES:
        raise ValueError(f"unknown ace mode: {aces!r}")
    melds: set[Meld] = set()
    for rank in RANKS:
        four = [rank + suit for suit in SUITS]
        melds.add(frozenset(four))
        melds.update(frozenset(three) for three in combinations(four, 3))
    line = RUN_LINES[aces]
    for suit in SUITS:
        for length in range(SMALLEST_MELD, LONGEST_RUN + 1):
            for start in range(len(line) - length + 1):
                melds.add(frozenset(rank + suit for rank in line[start : start + length]))
    return frozenset(melds)


def is_set(meld: Meld) -> bool:
    """Say whether a meld is a set (otherwise it is a run)."""
    return len({card[0] for card in meld}) == 1


def all_melds(cards: Iterable[Card], aces: str = "low") -> set[Meld]:
    """Return every meld all of whose cards are among the given ones."""
    hand = _hand(cards)
    return {meld for meld in melds_of_the_deck(aces) if meld <= hand}


@cache
def _extensions(meld: Meld, aces: str) -> frozenset[Card]:
    """Return the cards of the deck that make a larger meld out of this one."""
    melds = melds_of_the_deck(aces)
    if meld not in melds:
        raise ValueError(f"not a meld with aces {aces}: {sorted(meld)}")
    return frozenset(card for card in DECK if card not in meld and meld | {card} in melds)


def legal_layoffs(card: Card, meld_cards: Iterable[Card], aces: str = "low") -> bool:
    """Say whether the card extends that meld: the two together are again one meld.

    That is just the fourth card of a set of three, and a card at either end of a run: a meld of one rank can
    only grow within its rank, and a stretch of ranks stays a stretch only when the newcomer stands at an end.
    """
    return card in _extensions(_hand(meld_cards), aces)


# --- arrangements -------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _arrangements(hand: frozenset[Card], aces: str) -> frozenset[Arrangement]:
    """Return every set of pairwise disjoint melds of the hand (remembering the last few hands asked for)."""
    found: set[Arrangement] = set()

    def choose(chosen: Arrangement, candidates: list[Meld]) -> None:
        """Record the melds chosen, then add each candidate (all disjoint from them) and go on behind it."""
        found.add(chosen)
        for index, meld in enumerate(candidates):
            choose(chosen | {meld}, [later for later in candidates[index + 1 :] if later.isdisjoint(meld)])

    choose(frozenset(), list(all_melds(hand, aces)))
    return frozenset(found)


def all_arrangements(cards: Iterable[Card], aces: str = "low") -> set[Arrangement]:
    """Return every arrangement of the hand, with the empty one and those that leave a meld unmade."""
    return set(_arrangements(_hand(cards), aces))


def loose_cards(hand: frozenset[Card], arrangement: Arrangement) -> frozenset[Card]:
    """Return the cards of the hand that are in no meld of the arrangement."""
    return hand.difference(*arrangement)


def deadwood_of(cards: Iterable[Card], arrangement: Arrangement, ace_pips: int = 1) -> int:
    """Return the points of the cards that are in no meld of the arrangement."""
    hand = _hand(cards)
    melded = [card for meld in arrangement for card in meld]
    if len(set(melded)) != len(melded) or not hand.issuperset(melded):
        raise ValueError("the melds overlap or use cards that are not in the hand")
    return total_pips(loose_cards(hand, arrangement), ace_pips)


def least_deadwood(cards: Iterable[Card], aces: str = "low", ace_pips: int = 1) -> int:
    """Return the least deadwood any arrangement of the hand leaves."""
    hand = _hand(cards)
    return min(deadwood_of(hand, arrangement, ace_pips) for arrangement in _arrangements(hand, aces))


def optimal_arrangements(cards: Iterable[Card], aces: str = "low", ace_pips: int = 1) -> set[Arrangement]:
    """Return every arrangement that leaves the least deadwood."""
    hand = _hand(cards)
    deadwoods = {
        arrangement: deadwood_of(hand, arrangement, ace_pips) for arrangement in _arrangements(hand, aces)
    }
    least = min(deadwoods.values())
    return {arrangement for arrangement, deadwood in deadwoods.items() if deadwood == least}


def unseen_layoffs(cards: Iterable[Card], arrangement: Arrangement, aces: str = "low") -> set[Card]:
    """Return the cards outside the hand that would each extend some meld of the arrangement right away."""
    hand = _hand(cards)
    return {card for meld in arrangement for card in _extensions(meld, aces) if card not in hand}


def mask_of(meld: Meld) -> int:
    """Return the number that orders melds: the sum of 2**(13 * suit + rank - 1) over the cards."""
    return sum(2 ** (13 * SUITS.index(card[1]) + RANKS.index(card[0])) for card in meld)


def best_arrangement(cards: Iterable[Card], aces: str = "low", ace_pips: int = 1) -> Arrangement:
    """Return the one arrangement with the least deadwood that the tie-break prefers.

    In turn: fewest unseen cards that could be laid off at once, fewest melds, fewest sets, least ascending
    list of masks.
    """
    hand = _hand(cards)

    def preference(arrangement: Arrangement) -> tuple[int, int, int, list[int]]:
        """Return what the tie-break compares, the least being the best."""
        return (
            len(unseen_layoffs(hand, arrangement, aces)),
            len(arrangement),
            sum(is_set(meld) for meld in arrangement),
            sorted(mask_of(meld) for meld in arrangement),
        )

    return min(optimal_arrangements(hand, aces, ace_pips), key=preference)


def after_discard(cards: Iterable[Card], aces: str = "low", ace_pips: int = 1) -> dict[Card, int]:
    """Return, for each card, the least deadwood of the hand without it.

    An arrangement of the hand without a card is an arrangement of the whole hand that leaves this card loose.
    """
    hand = _hand(cards)
    least: dict[Card, int] = {}
    for arrangement in _arrangements(hand, aces):
        deadwood = deadwood_of(hand, arrangement, ace_pips)
        for card in loose_cards(hand, arrangement):
            left = deadwood - pips_of(card, ace_pips)
            least[card] = min(least.get(card, left), left)
    return least


# --- layoffs ------------------------------------------------------------------------------------------------


def least_after_layoffs(
    hand: Iterable[Card], spread: Iterable[Iterable[Card]], aces: str = "low", ace_pips: int = 1
) -> int:
    """Return the least deadwood a defender can be left with by melds of his own and layoffs on the spread.

    Tries every arrangement of the hand, not only the optimal ones, and with each every order of laying off
    its loose cards one at a time, on every meld of the table that takes them, stopping at any moment.
    """
    defender = _hand(hand)
    table_melds = [_hand(meld) for meld in spread]
    on_the_table = _hand(card for meld in table_melds for card in meld)  # refuses melds that overlap
    if not defender.isdisjoint(on_the_table):
        raise ValueError("a card is in the hand and on the table")
    for meld in table_melds:
        if meld not in melds_of_the_deck(aces):
            raise ValueError(f"not a meld with aces {aces}: {sorted(meld)}")

    known: dict[tuple[frozenset[Card], frozenset[Meld]], int] = {}

    def least_left(loose: frozenset[Card], table: frozenset[Meld]) -> int:
        """Return the least points left of the loose cards when the melds on the table are as given."""
        state = (loose, table)
        if state not in known:
            least = total_pips(loose, ace_pips)  # stop here, or lay off one card and see
            for meld in table:
                for card in loose & _extensions(meld, aces):
                    grown = (table - {meld}) | {meld | {card}}
                    least = min(least, least_left(loose - {card}, grown))
            known[state] = least
        return known[state]

    return min(
        least_left(loose_cards(defender, arrangement), frozenset(table_melds))
        for arrangement in _arrangements(defender, aces)
    )


# --- hands to try -------------------------------------------------------------------------------------------


def _bands(rng: Random, *, wrap: bool) -> tuple[str, str]:
    """Return five neighbouring ranks at a random place, and the same with the neighbours to either side.

    With ``wrap`` the ranks may go over the king to the ace.
    """
    if wrap:
        start = rng.randrange(13)
        circle = RANKS * 3
        return circle[13 + start : 18 + start], circle[12 + start : 19 + start]
    start = rng.randrange(9)
    return RANKS[start : start + 5], RANKS[max(start - 1, 0) : start + 6]


def _cards_of_ranks(ranks: str) -> list[Card]:
    """Return the deck's cards of the given ranks, in deck order."""
    return [card for card in DECK if card[0] in ranks]


def uniform_hand(rng: Random, n: int) -> list[Card]:
    """Return n cards drawn from the whole deck."""
    return rng.sample(DECK, n)


def banded_hand(rng: Random, n: int, *, wrap: bool = False) -> list[Card]:
    """Return n cards (at most 20) drawn from five neighbouring ranks, where melds abound.

    The band starts at a uniformly chosen rank of A..9; with ``wrap`` at any rank, going over the king to the
    ace, which is how the ace modes other than "low" get tried.
    """
    return rng.sample(_cards_of_ranks(_bands(rng, wrap=wrap)[0]), n)


@cache
def _melds_in_order(aces: str) -> tuple[Meld, ...]:
    """Return the deck's melds in one fixed order, so that a seed always gives the same knock."""
    return tuple(sorted(melds_of_the_deck(aces), key=mask_of))


def knock_pair(rng: Random, *, aces: str = "low") -> tuple[list[Meld], list[Card]]:
    """Return a plausible spread (disjoint melds, 3 to 10 cards in all) and a defender's ten other cards.

    The melds mostly come from a band of five ranks. Half of the hands are drawn from what is left of it and
    of one rank to either side of it, the others from all the cards left.
    """
    ranks, wider_ranks = _bands(rng, wrap=aces != "low")
    band = frozenset(_cards_of_ranks(ranks))

    spread: list[Meld] = []
    for _ in range(rng.randint(1, 3)):
        used: frozenset[Card] = frozenset().union(*spread)
        room = 10 - len(used)
        fitting = [meld for meld in _melds_in_order(aces) if len(meld) <= room and meld.isdisjoint(used)]
        if rng.random() < 0.8:
            fitting = [meld for meld in fitting if meld <= band]
        kind = rng.random() < 0.4  # a set, or else a run
        fitting = [meld for meld in fitting if is_set(meld) == kind]
        if fitting:
            size = rng.choice(sorted({len(meld) for meld in fitting}))
            spread.append(rng.choice([meld for meld in fitting if len(meld) == size]))
    if not spread:
        return knock_pair(rng, aces=aces)

    used = frozenset().union(*spread)
    source = _cards_of_ranks(wider_ranks) if rng.random() < 0.5 else list(DECK)
    return spread, rng.sample([card for card in source if card not in used], 10)
