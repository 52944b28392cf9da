import copy
import pickle

import attrs
import pytest

from ginrules import Aces, Card, Hand, LayOff, LimitError, Meld, MeldError, Rank, Suit, parse_melds, solver
from ginrules.solver import layoffs


def plan_of(hand: str, spread: str, *, aces: Aces = Aces.LOW) -> tuple[int, str, list[str]]:
    """Return deadwood, arrangement and layoffs of the best answer."""
    plan = solver.best_layoffs(Hand.parse(hand), parse_melds(spread, aces=aces), aces=aces)
    return plan.deadwood, str(plan.arrangement), [str(layoff) for layoff in plan.layoffs]


@pytest.mark.parametrize(
    ("hand", "spread", "deadwood", "arrangement", "laid"),
    [
        # a card at either end of a run, and the fourth of a set
        ("3c 7c Kd", "4c 5c 6c", 10, "- / Kd", ["lay 3c on 4c 5c 6c", "lay 7c on 3c 4c 5c 6c"]),
        ("7s Kd", "7c 7d 7h", 10, "- / Kd", ["lay 7s on 7c 7d 7h"]),
        # chains at both ends
        (
            "3c 2c 7c 8c Kd",
            "4c 5c 6c",
            10,
            "- / Kd",
            [
                "lay 3c on 4c 5c 6c",
                "lay 2c on 3c 4c 5c 6c",
                "lay 7c on 2c 3c 4c 5c 6c",
                "lay 8c on 2c 3c 4c 5c 6c 7c",
            ],
        ),
        # a chain ends where a card is missing
        ("8c Kd", "4c 5c 6c", 18, "- / 8c Kd", []),
        # a card that fits a run and a set is the link to the next one on the run
        (
            "7c 8c Kd",
            "4c 5c 6c | 7d 7h 7s",
            10,
            "- / Kd",
            ["lay 7c on 4c 5c 6c", "lay 8c on 4c 5c 6c 7c"],
        ),
        # the sevens are worth more apart: own run, layoff, rather than own set
        ("7c 8c 9c 7d 7h", "7s 8s 9s | 4d 5d 6d", 7, "7c 8c 9c / 7h", ["lay 7d on 4d 5d 6d"]),
        # the runs meet, and one takes what the other could
        (
            "7c Kd",
            "4c 5c 6c | 8c 9c Tc",
            10,
            "- / Kd",
            ["lay 7c on 4c 5c 6c"],
        ),
        # nothing is laid off that a meld of one's own takes as well
        ("7c 8c 9c", "4c 5c 6c", 0, "7c 8c 9c", []),
        ("7c 8c 9c", "-", 0, "7c 8c 9c", []),
        ("-", "4c 5c 6c", 0, "-", []),
    ],
)
def test_the_best_answer(hand: str, spread: str, deadwood: int, arrangement: str, laid: list[str]) -> None:
    """Own melds and layoffs are chosen together, in playable order, with as few cards laid off as will do."""
    assert plan_of(hand, spread) == (deadwood, arrangement, laid)


@pytest.mark.parametrize(
    ("aces", "deadwood", "laid"),
    [
        (Aces.LOW, 13, []),
        (Aces.HIGH_OR_LOW, 12, ["lay Ac on Tc Jc Qc Kc"]),
        (Aces.ROUND_THE_CORNER, 10, ["lay Ac on Tc Jc Qc Kc", "lay 2c on Tc Jc Qc Kc Ac"]),
    ],
)
def test_chains_go_round_the_ace_where_runs_do(aces: Aces, deadwood: int, laid: list[str]) -> None:
    """A chain goes on over the king as far as the table's runs do."""
    assert plan_of("Ac 2c Kd", "Tc Jc Qc Kc", aces=aces)[::2] == (deadwood, laid)


def test_the_card_between_both_ends_is_laid_once() -> None:
    """On a run of twelve cards round the corner the last card, which fits both ends, is laid once."""
    spread = Meld.of(
        [Card(rank, Suit.CLUBS) for rank in Rank if rank is not Rank.FIVE], aces=Aces.ROUND_THE_CORNER
    )
    plan = solver.best_layoffs(Hand.parse("5c Kd"), [spread], aces=Aces.ROUND_THE_CORNER)
    assert plan.deadwood == 10
    assert [layoff.card for layoff in plan.layoffs] == [Card.parse("5c")]


def test_the_price_of_an_ace_decides_what_is_laid_off() -> None:
    """An ace that costs more than the two and the three together is the card to get rid of."""
    spread = parse_melds("Ac Ad Ah")
    hand = Hand.parse("As 2s 3s")
    assert solver.best_layoffs(hand, spread).layoffs == ()
    hand = Hand.parse("As Ks")
    for ace_pips in (1, 15):
        plan = solver.best_layoffs(hand, spread, ace_pips=ace_pips)
        assert plan.layoffs == (LayOff(Card.parse("As"), spread[0]),)
        assert plan.arrangement.ace_pips == ace_pips


def laid(hand: str, spread: str) -> Hand:
    """Return the cards laid off in the best answer."""
    plan = solver.best_layoffs(Hand.parse(hand), parse_melds(spread))
    return Hand.of(layoff.card for layoff in plan.layoffs)


def test_of_equal_answers_the_one_with_fewest_layoffs_is_taken() -> None:
    """Where one card laid off does as much as two, one is laid off, though the two have the lesser mask."""
    hand, spread = "8c 9c Tc Jc Kc 8d 9d Td Th 8s", "Jd Qd Kd | 9s Ts Js Qs Ks"
    one, two = Hand.parse("8s"), Hand.parse("9d Td")
    assert solver.deadwood(Hand.parse(hand) - one) == solver.deadwood(Hand.parse(hand) - two)
    assert two.mask < one.mask
    assert laid(hand, spread) == one


def test_of_as_many_layoffs_those_with_the_least_mask_are_taken() -> None:
    """Where other cards laid off do as much, as many of them, those with the lesser mask are laid off."""
    hand, spread = "6c Ad 2d 3d 7d Ah 5h 6h As 7s", "4d 5d 6d | 2h 3h 4h | 2s 3s 4s"
    five, other_five = Hand.parse("2d 3d 7d 5h 6h"), Hand.parse("7d Ah 5h 6h As")
    assert solver.deadwood(Hand.parse(hand) - five) == solver.deadwood(Hand.parse(hand) - other_five)
    assert five.mask < other_five.mask
    assert laid(hand, spread) == five


def test_the_order_of_the_spread_does_not_matter() -> None:
    """The spread may come in any order, also as an iterator, and gives the same answer."""
    spread = parse_melds("7d 7h 7s | 4c 5c 6c | Jd Qd Kd")
    hand = Hand.parse("7c 8c Td 9d 2h")
    plan = solver.best_layoffs(hand, spread)
    assert solver.best_layoffs(hand, spread[::-1]) == plan
    assert solver.best_layoffs(hand, iter(spread)) == plan


@pytest.mark.parametrize(
    ("hand", "spread", "why"),
    [
        ("Kd", "Qc Kc Ac", "Qc Kc Ac is no meld with aces low"),
        ("4c Kd", "4c 5c 6c", "4c would be both in 4c 5c 6c and elsewhere; hand and spread share no card"),
        ("Kd", "4c 5c 6c | 6c 6d 6h", "6c would be both in 6c 6d 6h and elsewhere"),
    ],
)
def test_a_spread_that_cannot_be_is_refused(hand: str, spread: str, why: str) -> None:
    """A meld that does not count, and a card in two places, are refused."""
    with pytest.raises(MeldError, match=why):
        solver.best_layoffs(Hand.parse(hand), parse_melds(spread))


def test_too_many_ways_of_laying_off_are_refused() -> None:
    """More than 100,000 ways of laying off are refused: four runs with chains of five cards at both ends."""
    spread = [Meld.parse(f"6{suit} 7{suit} 8{suit}") for suit in "cdhs"]
    hand = Hand.full() - Hand.of(card for meld in spread for card in meld.cards)
    with pytest.raises(LimitError, match="there are more than 100,000 ways of laying off on this spread"):
        solver.best_layoffs(hand, spread)


def test_as_many_ways_of_laying_off_as_the_limit_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly as many ways as the limit are compared, and one more is refused."""
    hand, spread = Hand.parse("2c 3c 7c"), parse_melds("4c 5c 6c")
    monkeypatch.setattr(layoffs, "MAX_CHOICES", 6)  # nothing, 3, 3 2, each with or without the seven
    assert solver.best_layoffs(hand, spread).deadwood == 0
    monkeypatch.setattr(layoffs, "MAX_CHOICES", 5)
    with pytest.raises(LimitError):
        solver.best_layoffs(hand, spread)


def test_plans_are_values() -> None:
    """A plan is frozen, hashes, and survives pickling and copying."""
    plan = solver.best_layoffs(Hand.parse("7c Kd"), parse_melds("4c 5c 6c"))
    assert pickle.loads(pickle.dumps(plan)) == plan  # noqa: S301  made a moment ago
    assert copy.deepcopy(plan) == plan
    assert len({plan, copy.deepcopy(plan)}) == 1
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        plan.layoffs = ()  # type: ignore[misc]  # what the test is about
    assert eval(repr(plan), {"LayoffPlan": solver.LayoffPlan, **_names()}) == plan  # noqa: S307  known


def _names() -> dict[str, object]:
    import ginrules

    return {name: getattr(ginrules, name) for name in ginrules.__all__}
