"""The same hands through RLCard's gin rummy, which solves hands of ten cards only.

Known differences: none.
"""

import random

import pytest
from oracles import solver as oracle
from rlcard.games.gin_rummy.utils import melding, utils

from ginrules import Hand, solver

HANDS = 500
KINDS = {"uniform": oracle.uniform_hand, "banded": oracle.banded_hand}


@pytest.mark.parametrize("kind", KINDS)
def test_ten_cards_agree(kind: str) -> None:
    """Of ten cards RLCard finds the same melds, the same least deadwood and the same optimal arrangements."""
    rng = random.Random(kind)
    for _ in range(HANDS):
        cards = KINDS[kind](rng, 10)
        hand = Hand.parse(" ".join(cards))
        theirs = [utils.card_from_text(card[0] + card[1].upper()) for card in cards]

        melds = [*melding.get_all_run_melds(theirs), *melding.get_all_set_melds(theirs)]
        assert {named(meld) for meld in melds} == {frozenset(map(str, meld.cards)) for meld in solver.melds(hand)}

        clusters = melding.get_best_meld_clusters(theirs) or [[]]  # of a hand without melds it lists none
        assert {utils.get_deadwood_count(theirs, cluster) for cluster in clusters} == {solver.deadwood(hand)}
        assert {frozenset(map(named, cluster)) for cluster in clusters} == {
            frozenset(frozenset(map(str, meld.cards)) for meld in arrangement.melds)
            for arrangement in solver.optimal_arrangements(hand)
        }


def named(meld: list[object]) -> frozenset[str]:
    """Return RLCard's cards in our notation."""
    return frozenset(f"{card.rank}{card.suit.lower()}" for card in meld)  # type: ignore[attr-defined]  # untyped there
