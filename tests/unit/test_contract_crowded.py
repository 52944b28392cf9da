"""Hands so crowded that runs of a suit get in each other's way: the rare second search of the contract solver.

The answers were found by another search, which lists every way to place the runs; it took up to a second a hand.
"""

import pytest

from ginrules.contract import Contract, Hand, parse_card, parse_melds
from ginrules.contract.solver import best_laying, can_lay, layings, missing, sweep
from ginrules.contract.solver._layout import adjoin
from ginrules.contract.solver._placed import barred_by, borders_of

THREE_RUNS = "1 run of 4, 1 run of 5, 1 run of 6"


@pytest.mark.rule("SVENSK-08")
@pytest.mark.parametrize(
    ("cards", "places", "lacking", "sweeps"),
    [
        ("5s 6s 7s 8s 9s Ts Js Qs", "2 runs", 1, False),
        ("5s 6s 7s 8s 9s Ts Js Qs *", "2 runs", 0, True),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "2 runs", 0, False),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "2 runs", 0, True),
        ("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "3 runs", 1, False),
        ("Ad 2d 3d 4d 5d 5d 6d 7d 7d 8d 9d Td Jd Jd Qd Qd Kd * * *", "5 runs", 1, False),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s 9s Ts Ts Js Js Qs Qs Ks * * *", "5 runs", 0, True),
        ("Ad 3d 4d 4d 5d 5d 6d 7d 8d 9d Td Td Jd Jd * * * * * *", "1 set, 4 runs", 0, True),
        ("3s 3s 4s 5s 6s 7s 8s 9s Js Ks * * * * * *", THREE_RUNS, 0, True),
    ],
)
def test_runs_that_adjoin_are_seen(cards: str, places: str, lacking: int, *, sweeps: bool) -> None:
    """Two runs side by side are one run, so some hands lack a joker that would fit by their cards alone."""
    hand, contract = Hand.parse(cards), Contract.parse(places)
    assert missing(hand, contract) == lacking
    assert can_lay(hand, contract) is (lacking == 0)
    melds = sweep(hand, contract)
    assert (melds is not None) is sweeps
    if melds is not None:
        assert Hand.of(card for meld in melds for card in meld.cards) == hand


@pytest.mark.rule("SVENSK-09")
@pytest.mark.parametrize(
    ("cards", "places", "table", "points", "points_without_building"),
    [
        ("5s 6s 7s 8s 9s Ts Js Qs *", "2 runs", "", 0, 0),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "2 runs", "", 0, 0),
        (
            "6c 9c Tc Qc 2h 3h 4h 4h 5h 5h 6h 6h 7h 8h Jh * * * * *",
            "4 runs",
            "3c 4c 5c 6c 7c | 9c Tc Jc Qc Kc Ac | Jh Qh Kh Ah",
            0,
            0,
        ),
        ("As 4s 5s 5s 6s 7s 7s 8s 8s 9s 9s Ts Js * * * * * * *", "1 set, 4 runs", "Ac Ad Ah", 0, 0),
        ("4c 4d 5h 6h 6h 7h 7h 8h 9h Th Jh Qh 6s 7s * * * * * *", "2 sets, 3 runs", "", 0, 0),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s 9s Ts Ts Js Js Qs Qs Ks * * *", "5 runs", "", None, 0),
        ("3d 2s 3s 3s 4s 5s 6s 7s 7s 8s 9s 9s Ts Js Qs Ks * * * *", "1 set, 4 runs", "", 0, 0),
    ],
)
def test_crowded_hands_are_laid_for_the_fewest_points(
    cards: str, places: str, table: str, points: int | None, points_without_building: int
) -> None:
    """With building one card stays for the discard; without, the last card may go."""
    hand, contract = Hand.parse(cards), Contract.parse(places)
    melds = parse_melds(table) if table else ()
    plan = best_laying(hand, contract, melds)
    assert (None if plan is None else plan.points) == points
    bare = best_laying(hand, contract, melds, build=False, keep=0)
    assert bare is not None
    assert bare.points == points_without_building


def test_a_hand_that_can_be_laid_has_a_way_to_lay_it() -> None:
    """The solver that lists every way finds one for a crowded hand, and none where a joker is lacking."""
    hand = Hand.parse("5s 6s 7s 8s 9s Ts Js Qs *")
    assert next(layings(hand, Contract.parse("2 runs"), build=False), None) is not None
    assert next(layings(hand.remove(hand.kinds[0]), Contract.parse("2 runs"), build=False), None) is not None
    without_joker = Hand.parse("5s 6s 7s 8s 9s Ts Js Qs")
    assert next(layings(without_joker, Contract.parse("2 runs"), build=False), None) is None


def test_borders_say_what_adjoins() -> None:
    """What a run bars are the borders of exactly those runs that it adjoins, as far as there are two aces."""
    runs = [(low, high) for low in range(14) for high in range(low + 2, min(14, low + 13))]
    for low, high in runs:
        for other_low, other_high in runs:
            barred = barred_by(low, high) & borders_of(other_low, other_high)
            assert bool(barred) is adjoin(low, high, other_low, other_high)


@pytest.mark.parametrize("copies", [63, 64, 130, 252])
def test_many_cards_of_one_kind_are_counted(copies: int) -> None:
    """A hand may hold as many copies of a card as the solver takes cards."""
    hand = Hand.of([parse_card("2c")] * copies + [parse_card("3c")] * 3)
    plan = best_laying(hand, Contract.parse("1 set"))
    assert plan is not None
    assert (str(plan.left), plan.points) == ("3c 3c", 6)
    assert missing(hand, Contract.parse("2 sets, 1 run")) == 2
