"""What holds for every hand and contract, whatever the answer."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules.contract import JOKER, Contract, Hand, full_deck, solver

CONTRACTS = [
    Contract.parse(text)
    for text in ("2 sets", "1 set, 1 run", "2 runs", "3 sets", "2 sets, 1 run", "1 set, 2 runs", "3 runs")
]
DECK = full_deck().cards


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Draw a hand of up to twelve cards from the two decks."""
    places = draw(st.lists(st.integers(0, len(DECK) - 1), max_size=12, unique=True))
    return Hand.of(DECK[place] for place in places)


@settings(max_examples=60)
@given(hands(), st.sampled_from(CONTRACTS))
def test_a_joker_more_is_one_missing_less(hand: Hand, contract: Contract) -> None:
    """With so many jokers as are missing the contract can be laid, and with one less it cannot."""
    lacking = solver.missing(hand, contract)
    if lacking is None:
        assert len(hand) - hand.jokers < len(contract.places)
        return
    full = hand
    for number in range(lacking):
        assert not solver.can_lay(full, contract), number
        full = full.add(JOKER)
    assert solver.can_lay(full, contract)
    assert solver.best_laying(full.add(JOKER), contract) is not None


@settings(max_examples=60)
@given(hands(), st.sampled_from(CONTRACTS), st.sampled_from(DECK))
def test_a_card_more_does_no_harm(hand: Hand, contract: Contract, card: object) -> None:
    """A card more never makes more cards missing, and of the cards a plan holds none is lost."""
    more = hand + Hand.of([card])  # type: ignore[list-item]
    before, after = solver.missing(hand, contract), solver.missing(more, contract)
    assert before is None or (after is not None and after <= before)
    plan = solver.best_laying(more, contract)
    if plan is None:
        assert not solver.can_lay(hand, contract)
        return
    laid = Hand.of(card for meld in plan.melds for card in meld.cards)
    built = Hand.of(build.card for build in plan.builds)
    assert plan.discard is not None
    assert laid + built + plan.left + Hand.of([plan.discard]) == more
    assert contract.at_table(min_set=3, min_run=4).problem(plan.melds) is None
