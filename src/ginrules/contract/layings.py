"""Every way to lay a contract from a hand, one after the other.

This is the plain enumeration by which moves are listed; nothing of the rules depends on it.
"""

from collections.abc import Iterator
from itertools import combinations, product

from ginrules.cards import Card, Rank, Suit
from ginrules.contract.cards import JOKER, Hand
from ginrules.contract.contracts import Contract
from ginrules.contract.melds import MAX_RUN, Meld, highest_position
from ginrules.contract.rules import Rules
from ginrules.melds import MeldKind


def layings(hand: Hand, contract: Contract, rules: Rules) -> Iterator[tuple[Meld, ...]]:
    """Yield every choice of melds from a hand that fills a contract, each once; those with few jokers first.

    Args:
        hand: the cards held.
        contract: what the round asks for, as :meth:`Rules.contract` returns it.
        rules: what the table asks of a meld.

    """
    if len(hand) < contract.size:
        return
    candidates = makeable_melds(hand, rules)
    rows = [[(meld, meld.hand) for meld in candidates if meld.kind is kind] for kind in MeldKind]
    sets, runs = contract.sets, contract.runs
    for chosen, left in _choices(rows[0], hand, sets):
        for more, rest in _choices(rows[1], left, runs):
            if contract.all_out and rest:
                continue
            laid = (*chosen, *more)
            if contract.problem(laid) is None:
                yield laid


def makeable_melds(hand: Hand, rules: Rules) -> tuple[Meld, ...]:
    """Return every meld that a hand can lay at a table, jokers in every place; those with few jokers first."""
    found = (*_sets(hand, rules), *_runs(hand, rules))
    return tuple(sorted(found, key=lambda meld: (meld.jokers, len(meld))))


def _choices(
    row: list[tuple[Meld, Hand]], hand: Hand, number: int, start: int = 0
) -> Iterator[tuple[tuple[Meld, ...], Hand]]:
    """Yield every choice of so many melds, in the order of the row, that the hand can pay, with what is left."""
    if number == 0:
        yield (), hand
        return
    for at in range(start, len(row)):
        meld, cards = row[at]
        if meld.jokers * number > hand.jokers:
            return  # the melds that follow have no fewer
        if cards <= hand:
            for more, left in _choices(row, hand - cards, number - 1, at):
                yield (meld, *more), left


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
