"""The contract solver on examples whose answers are plain to see."""

import pytest

from ginrules import Aces, LimitError, MeldError
from ginrules.contract import JOKER, Contract, Hand, Rules, parse_card, parse_melds
from ginrules.contract.solver import (
    best_builds,
    best_laying,
    can_lay,
    layings,
    missing,
    missing_after_discard,
    sweep,
)

ONE_OF_EACH = Contract.parse("1 set, 1 run")
TWO_RUNS = Contract.parse("2 runs")


def test_a_joker_fills_a_gap() -> None:
    """A joker may stand for a card of a run or of a set."""
    assert can_lay(Hand.parse("Qh Qh * 5s 6s 7s 8s"), ONE_OF_EACH)
    assert can_lay(Hand.parse("Qh Qh Qd 5s * 7s 8s"), ONE_OF_EACH)
    assert not can_lay(Hand.parse("Qh Qh Qd 5s 7s 8s 2c"), ONE_OF_EACH)


def test_one_joker_is_not_enough_for_two_melds() -> None:
    """What sets and runs need of jokers and of single cards is reckoned together."""
    assert missing(Hand.parse("Qh Qh * 5s 7s 8s"), ONE_OF_EACH) == 1
    assert missing(Hand.parse("7h 7d 7s 5s 6s 8s"), ONE_OF_EACH) == 1


def test_a_set_takes_the_only_natural_card_from_a_run() -> None:
    """Where every meld must have a natural card, a run may have to lay a joker in place of one that is held."""
    assert can_lay(Hand.parse("5s 6s 7s 8s * * *"), ONE_OF_EACH)


def test_no_number_of_jokers_makes_a_meld_alone() -> None:
    """Too few natural cards for the melds are no matter of jokers."""
    assert missing(Hand.parse("Qh * * * * * * *"), ONE_OF_EACH) is None
    assert missing(Hand.parse("-"), ONE_OF_EACH) is None


def test_far_apart_natural_cards_of_one_run() -> None:
    """With two natural cards asked of each meld a run may have to be much longer than its least."""
    rules = Rules(min_naturals=2)
    assert missing(Hand.parse("2h Kh 4c 9d"), Contract.parse("1 run"), rules=rules) == 10


def test_aces_low_close_no_king() -> None:
    """Where aces are low, a run ends at the king."""
    hand = Hand.parse("Js Qs Ks As")
    contract = Contract.parse("1 run")
    assert can_lay(hand, contract)
    assert not can_lay(hand, contract, rules=Rules(aces=Aces.LOW))


def test_missing_after_each_discard() -> None:
    """Each kind of card stands with what its discard would leave missing."""
    left = missing_after_discard(Hand.parse("Qh Qh Qs 5s 7s 8s * 2c"), ONE_OF_EACH)
    assert left[parse_card("2c")] == 0
    assert left[JOKER] == 1


def test_a_sweep_lays_every_card() -> None:
    """A sweep has all cards in exactly the melds of the contract."""
    hand = Hand.parse("5s 6s 7s 8s 9s Th Jh * Kh")
    melds = sweep(hand, TWO_RUNS)
    assert melds is not None
    assert [str(meld) for meld in melds] == ["5s 6s 7s 8s 9s", "Th Jh [Qh] Kh"]
    assert sweep(hand.add(parse_card("2c")), TWO_RUNS) is None


def test_jokers_without_room_are_left_or_take_the_place_of_cheap_cards() -> None:
    """A run has thirteen cards at most, so with many jokers the cheapest natural cards stay in hand."""
    hand = Hand.parse("2s 3s 4s 5s 6s 7s 8s 9s Ts * * * * * *")
    plan = best_laying(hand, Contract.parse("1 run"))
    assert plan is not None
    assert (plan.points, str(plan.left), str(plan.discard)) == (2, "2s", "3s")


def test_a_plan_needs_a_card_to_discard() -> None:
    """Where one card has to stay and none may be discarded, there is no plan."""
    hand = Hand.parse("Qh Qh Qs")
    contract = Contract.parse("1 set")
    assert best_laying(hand, contract) is None
    swept = best_laying(hand, contract, keep=0)
    assert swept is not None
    assert (swept.discard, swept.left) == (None, Hand())
    barred = [parse_card("Kd")]
    assert best_laying(hand.add(parse_card("Kd")), contract, barred=barred) is None


def test_nobody_goes_out_where_two_cards_must_stay() -> None:
    """With two cards to stay the second is the cheapest that can be spared."""
    hand = Hand.parse("Qh Qh Qs Qd 3h")
    plan = best_laying(hand, Contract.parse("1 set"), keep=2)
    assert plan is not None
    assert (str(plan.discard), str(plan.left), plan.points) == ("Qd", "3h", 3)


def test_a_card_that_could_be_built_may_be_the_discard() -> None:
    """What is held back is chosen among all cards, those with a set on the table included."""
    hand = Hand.parse("8d 9d Td Jh Jh Qh Kh *")
    table = parse_melds("Jc Jd Jh | Tc Td Th")
    plan = best_laying(hand, Contract.parse("2 runs"), table, rules=Rules(min_run=3), keep=2)
    assert plan is not None
    assert (str(plan.left), plan.points) == ("8d", 8)


def test_builds_on_the_table_and_on_own_melds() -> None:
    """Cards go onto others' melds, onto sets of their rank, and jokers wherever there is room."""
    table = parse_melds("9c 9d 9h | 5d 6d 7d 8d")
    plan = best_builds(Hand.parse("4d 9s * Kc 3h"), table)
    assert plan is not None
    assert {str(build.card) for build in plan.builds} == {"4d", "9s", "*"}
    assert (str(plan.discard), plan.points) == ("Kc", 3)


def test_no_builds_in_the_turn_of_laying() -> None:
    """Without building, what does not fit into the contract's melds stays."""
    hand = Hand.parse("Qh Qh Qs 4d 9s Kc")
    table = parse_melds("5d 6d 7d 8d")
    contract = Contract.parse("1 set")
    plan = best_laying(hand, contract, table, build=False)
    assert plan is not None
    assert (plan.builds, plan.points) == ((), 13)


def test_layings_are_found_one_by_one() -> None:
    """The first ways of a hand with millions of them come at once."""
    hand = Hand.parse("2s 3s 4s 5s 6s 7s 8s 9s Th Jh Qh Kh * * * * * *")
    found = layings(hand, Contract.parse("2 sets, 2 runs"))
    assert len({next(found) for _ in range(20)}) == 20


def test_a_hand_beyond_the_bound_is_refused() -> None:
    """More than 255 cards, more than 64 melds or another number of cards to keep are refused."""
    hand = Hand.parse("Qh Qs Qd")
    many = Hand.from_counts([5] * 53)
    table = parse_melds("9c 9d 9h") * 65
    with pytest.raises(LimitError, match="265 cards"):
        can_lay(many, ONE_OF_EACH)
    with pytest.raises(LimitError, match="65 melds"):
        best_builds(hand, table)
    with pytest.raises(LimitError, match="keep is 3"):
        best_builds(hand, (), keep=3)


def test_a_table_must_count() -> None:
    """A meld with a high ace is refused where aces are low."""
    with pytest.raises(MeldError, match="aces low"):
        best_builds(Hand.parse("Qh"), parse_melds("Js Qs Ks As"), rules=Rules(aces=Aces.LOW))


def test_a_run_leaves_natural_cards_to_another_that_needs_them() -> None:
    """Where runs need three natural cards, the longest run is not always the right one to take first."""
    rules = Rules(contracts=(Contract.parse("2 runs, deal 11"),), min_naturals=3)
    hand, contract = Hand.parse("2d 2d 3d 4d 5d 5d * *"), rules.contract(1)
    assert missing(hand, contract, rules=rules) == 0
    assert sweep(hand, contract, rules=rules) in {
        parse_melds("2d 3d [4d] 5d | 2d [3d] 4d 5d"),
        parse_melds("2d [3d] 4d 5d | 2d 3d [4d] 5d"),
    }
