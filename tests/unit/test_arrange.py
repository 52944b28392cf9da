import hashlib
import random
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from strategies import CARDS, HouseRules, hands, house_rules

from ginrules import Aces, Arrangement, Hand, LimitError, Meld, solver
from ginrules.solver import _kernel, arrange


@given(hands(), house_rules())
def test_the_calls_agree_with_each_other(hand: Hand, rules: HouseRules) -> None:
    """Deadwood is that of the best arrangement, of each optimal one, and no arrangement has less."""
    least = solver.deadwood(hand, **rules)
    best = solver.best_arrangement(hand, **rules)
    optimal = solver.optimal_arrangements(hand, **rules)
    assert best == optimal[0]
    assert {arrangement.deadwood for arrangement in optimal} == {least}
    assert not list(solver.arrangements(hand, least - 1, **rules))
    assert set(solver.arrangements(hand, least, **rules)) == set(optimal)
    assert {arrangement.ace_pips for arrangement in optimal} == {rules["ace_pips"]}


@given(hands(), house_rules())
def test_after_discard_solves_each_hand_on_its_own(hand: Hand, rules: HouseRules) -> None:
    """For each card, in index order, the deadwood is that of the hand without it."""
    left = solver.after_discard(hand, **rules)
    assert list(left) == list(hand)
    assert dict(left) == {card: solver.deadwood(hand.remove(card), **rules) for card in hand}


@given(hands(), house_rules())
def test_the_least_after_a_discard_is_the_least(hand: Hand, rules: HouseRules) -> None:
    """The least deadwood that a discard leaves is the least of all discards, 0 without cards."""
    assert solver.least_after_discard(hand, **rules) == min(
        solver.after_discard(hand, **rules).values(), default=0
    )


@pytest.mark.parametrize("aces", Aces)
def test_melds_of_a_hand_are_the_deck_s_melds_that_it_holds(aces: Aces) -> None:
    """The melds of a hand, ascending, are those of the whole deck whose cards it holds all."""
    rng = random.Random(f"melds {aces.value}")
    every_meld = solver.melds(Hand.full(), aces=aces)
    for size in range(53):
        hand = Hand.of(rng.sample(CARDS, size))
        assert solver.melds(hand, aces=aces) == tuple(meld for meld in every_meld if meld.hand <= hand)


def test_arrangements_come_one_by_one() -> None:
    """Of the whole deck's countless arrangements the first ones are had at once."""
    found = solver.arrangements(Hand.full(), 0)
    some = [next(found) for _ in range(20)]
    assert len(set(some)) == 20
    assert all(arrangement.hand == Hand.full() and not arrangement.loose for arrangement in some)


@pytest.mark.parametrize("aces", Aces)
def test_no_cards_have_one_empty_arrangement(aces: Aces) -> None:
    """A hand without cards has deadwood 0, no discards, and the one arrangement of nothing."""
    nothing = Arrangement((), Hand())
    assert solver.deadwood(Hand(), aces=aces) == 0
    assert solver.after_discard(Hand(), aces=aces) == {}
    assert solver.melds(Hand(), aces=aces) == ()
    assert solver.best_arrangement(Hand(), aces=aces) == nothing
    assert solver.optimal_arrangements(Hand(), aces=aces) == (nothing,)


def test_arrangements_without_a_limit_include_the_bare_hand() -> None:
    """Without a limit the arrangement that melds nothing is among those listed, whatever an ace counts."""
    hand = Hand.parse("Ac Ad Ah As Ks")
    for ace_pips in (1, 15, 40):
        bare = Arrangement((), hand, ace_pips=ace_pips)
        assert bare.deadwood == 10 + 4 * ace_pips
        assert bare in set(solver.arrangements(hand, ace_pips=ace_pips))
        assert len(list(solver.arrangements(hand, ace_pips=ace_pips))) == 6


# --- the tie-break ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "best", "worse", "because"),
    [
        ("4c 5c 6c 7c 8c 9c", "4c 5c 6c 7c 8c 9c", "4c 5c 6c | 7c 8c 9c", "fewer melds"),
        (
            "5c 6c 7c 5d 6d 7d 5h 6h 7h",
            "5c 5d 5h | 6c 6d 6h | 7c 7d 7h",
            "5c 6c 7c | 5d 6d 7d | 5h 6h 7h",
            "three cards can be laid off instead of six",
        ),
        (
            "Ac 2c 3c 4c 4d 4h 4s",
            "Ac 2c 3c | 4c 4d 4h 4s",
            "Ac 2c 3c 4c | 4d 4h 4s",
            "no card can be laid off, where the run of four would take the five",
        ),
        (
            "Jc Qc Kc Jd Qd Kd Jh Qh Kh",
            "Jc Qc Kc | Jd Qd Kd | Jh Qh Kh",
            "Jc Jd Jh | Qc Qd Qh | Kc Kd Kh",
            "three cards either way, three melds either way, but no sets",
        ),
    ],
)
def test_ties_are_broken_as_documented(hand: str, best: str, worse: str, because: str) -> None:
    """Fewest layoffs, then fewest melds, then fewest sets decide between arrangements of equal deadwood."""
    cards = Hand.parse(hand)
    assert str(solver.best_arrangement(cards)) == best, because
    optimal = [str(arrangement) for arrangement in solver.optimal_arrangements(cards)]
    assert optimal[0] == best
    assert worse in optimal[1:], because


def test_the_last_tie_is_broken_by_ascending_masks() -> None:
    """Where layoffs, melds and sets are equal, the arrangement with the least ascending masks is taken."""
    hand = Hand.parse("4c 5c 6c 7c 8c 9c Tc")
    of_two_melds = [
        arrangement for arrangement in solver.optimal_arrangements(hand) if len(arrangement.melds) == 2
    ]
    assert [str(arrangement) for arrangement in of_two_melds] == [
        "4c 5c 6c | 7c 8c 9c Tc",
        "4c 5c 6c 7c | 8c 9c Tc",
    ]


# --- large hands --------------------------------------------------------------------------------------------


def test_the_whole_deck_is_best_as_four_suits() -> None:
    """The whole deck is arranged as four whole suits, which leave nothing and invite no card."""
    best = solver.best_arrangement(Hand.full())
    assert [len(meld) for meld in best.melds] == [13, 13, 13, 13]
    assert not best.loose


def test_too_many_optimal_arrangements_are_refused() -> None:
    """More than 10,000 optimal arrangements are refused, with the hint how to take them one by one."""
    two_suits = Hand.of(card for card in CARDS if card.suit <= 1)
    with pytest.raises(LimitError) as caught:
        solver.optimal_arrangements(two_suits, aces=Aces.ROUND_THE_CORNER)
    assert str(caught.value) == (
        "this hand of 26 cards has more than 10,000 arrangements with the least deadwood of 0;"
        " take arrangements(hand, max_deadwood=0) one by one"
    )


def test_as_many_optimal_arrangements_as_the_limit_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly as many arrangements as the limit are given, and one more is refused."""
    hand = Hand.parse("4c 5c 6c 7c 8c 9c Kd")
    number = len(solver.optimal_arrangements(hand))
    assert number > 1
    monkeypatch.setattr(arrange, "MAX_ARRANGEMENTS", number)
    assert len(solver.optimal_arrangements(hand)) == number
    monkeypatch.setattr(arrange, "MAX_ARRANGEMENTS", number - 1)
    with pytest.raises(LimitError):
        solver.optimal_arrangements(hand)


def test_too_long_a_search_for_the_best_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search beyond the limit is refused, with the hint how to get some arrangement."""
    hand = Hand.parse("3c 4c 5c 6c 3d 4d 5d 6d 3h 4h 5h 6h Ks")
    monkeypatch.setattr(arrange, "MAX_STEPS", 10)
    with pytest.raises(LimitError) as caught:
        solver.best_arrangement(hand)
    assert str(caught.value) == (
        "to compare the arrangements of this hand of 13 cards takes more than 10 steps;"
        " next(arrangements(hand, max_deadwood=10)) is one with the least deadwood"
    )
    assert next(solver.arrangements(hand, max_deadwood=10)).deadwood == 10


def test_no_hand_of_a_deal_comes_near_the_limits() -> None:
    """The meld-richest hands of fourteen cards stay far below both limits."""
    rng = random.Random(14)
    most = 0
    for _ in range(100):
        lowest = rng.randrange(1, 11)
        band = [card for card in CARDS if lowest <= card.rank < lowest + 4]
        hand = Hand.of(rng.sample(band, 14))
        optimal = solver.optimal_arrangements(hand)
        assert solver.best_arrangement(hand) == optimal[0]
        most = max(most, len(optimal))
    assert 1 < most < arrange.MAX_ARRANGEMENTS / 10


@pytest.mark.parametrize("ace_pips", [-1, 0, 41, 1000])
def test_the_price_of_an_ace_has_bounds(ace_pips: int) -> None:
    """A loose ace counts from 1 to 40; every call refuses another price before it does anything."""
    hand = Hand.parse("Ac 2c 3c 4d")
    message = f"^ace_pips is {ace_pips}; expected 1 to 40$"
    with pytest.raises(LimitError, match=message):
        solver.deadwood(hand, ace_pips=ace_pips)
    with pytest.raises(LimitError, match=message):
        solver.after_discard(hand, ace_pips=ace_pips)
    with pytest.raises(LimitError, match=message):
        solver.least_after_discard(hand, ace_pips=ace_pips)
    with pytest.raises(LimitError, match=message):
        solver.arrangements(hand, ace_pips=ace_pips)
    with pytest.raises(LimitError, match=message):
        solver.optimal_arrangements(hand, ace_pips=ace_pips)
    with pytest.raises(LimitError, match=message):
        solver.best_arrangement(hand, ace_pips=ace_pips)
    with pytest.raises(LimitError, match=message):
        solver.best_layoffs(hand, [Meld.parse("7c 8c 9c")], ace_pips=ace_pips)


@pytest.mark.parametrize("ace_pips", [1, 15, 40])
def test_a_loose_ace_counts_its_price(ace_pips: int) -> None:
    """A loose ace counts what is asked for, and a melded one nothing."""
    assert solver.deadwood(Hand.parse("As"), ace_pips=ace_pips) == ace_pips
    assert solver.deadwood(Hand.parse("As 2s 3s Ad"), ace_pips=ace_pips) == ace_pips


# --- which kernel runs --------------------------------------------------------------------------------------


def test_the_solver_says_which_kernel_runs() -> None:
    """KERNEL is "python" if the kernel was loaded from its source, else "compiled"."""
    suffix = Path(str(_kernel.__file__)).suffix
    assert ("python" if suffix == ".py" else "compiled") == solver.KERNEL


def test_the_installed_kernel_is_not_stale() -> None:
    """The kernel that the tests run was made from the source beside it: else install the package again."""
    assert not solver.kernel_is_stale()


def test_a_kernel_of_another_source_is_stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A compiled kernel is stale if its hash is not that of the source beside it, and without source never."""
    source = tmp_path / "_kernel.py"
    binary = ModuleType("binary")
    binary.__file__ = str(tmp_path / "_kernel.so")
    monkeypatch.setattr(arrange, "KERNEL", "compiled")
    monkeypatch.setattr(arrange, "_kernel", binary)
    is_stale = arrange.kernel_is_stale.__wrapped__
    assert not is_stale()
    source.write_text("new\n", encoding="utf-8")
    for text, stale in [("new\n", False), ("old\n", True)]:
        monkeypatch.setattr(binary, "SOURCE_HASH", hashlib.sha256(text.encode()).hexdigest(), raising=False)
        assert is_stale() == stale


def test_parts_of_the_solver_are_loaded_when_asked_for() -> None:
    """The solver has batch and census as attributes, and says so of nothing else."""
    assert solver.batch.__name__ == "ginrules.solver.batch"
    assert solver.census.__name__ == "ginrules.solver.census"
    with pytest.raises(AttributeError, match=r"module 'ginrules.solver' has no attribute 'nothing'"):
        _ = solver.nothing
