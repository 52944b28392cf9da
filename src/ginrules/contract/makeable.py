"""Every single meld that a hand can lay, by which further melds are listed once the contract is down."""

from collections.abc import Iterator
from itertools import combinations, product

from ginrules.cards import Card, Rank, Suit
from ginrules.contract.cards import JOKER, Hand
from ginrules.contract.melds import MAX_RUN, Meld, highest_position
from ginrules.contract.rules import Rules


def makeable_melds(hand: Hand, rules: Rules) -> tuple[Meld, ...]:
    """Return every meld that a hand can lay at a table, jokers in every place; those with few jokers first."""
    found = (*_sets(hand, rules), *_runs(hand, rules))
    return tuple(sorted(found, key=lambda meld: (meld.jokers, len(meld))))


def _sets(hand: Hand, rules: Rules) -> Iterator[Meld]:
    for rank in Rank:
        cards = [Card(rank, suit) for suit in Suit]
        for numbers in product(*(range(hand.count(card) + 1) for card in cards)):
            naturals = [card for card, number in zip(cards, numbers, strict=True) for _ in range(number)]
            if len(naturals) < rules.min_naturals:
                continue
            for jokers in range(max(0, rules.min_set - len(naturals)), hand.jokers + 1):
                yield Meld.of_set([*naturals, *[JOKER] * jokers])


def _runs(hand: Hand, rules: Rules) -> Iterator[Meld]:
    top = highest_position(rules.aces)
    for suit in Suit:
        held = [Card.from_index(13 * suit + (at - 1) % 13) in hand for at in range(1, top + 1)]
        for low in range(1, top - rules.min_run + 2):
            for length in range(rules.min_run, min(MAX_RUN, top - low + 1) + 1):
                positions = range(low, low + length)
                missing = [at for at in positions if not held[at - 1]]
                spare = min(hand.jokers, length - rules.min_naturals) - len(missing)
                if len(missing) > hand.jokers:
                    break  # a longer run misses no fewer
                there = [at for at in positions if held[at - 1]]
                for number in range(spare + 1):
                    for wild in combinations(there, number):
                        yield Meld.of_run(suit, low, length, jokers=(*missing, *wild))
