"""The oracle of the contract solver on examples whose answers are known, and the solver against it."""

from itertools import product
from random import Random

import pytest

from oracles import compare_contract
from oracles import contract_solver as oracle
from oracles.compare_contract import Question

SET, RUN = ("set", 3), ("run", 4)


def cards(text: str) -> oracle.Cards:
    """Read cards parted by spaces."""
    return tuple(text.split())


@pytest.mark.parametrize(
    ("hand", "places", "fewest"),
    [
        ("Qh Qh Qs 5s 6s 7s 8s", (SET, RUN), 0),
        ("Qh Qh Qs 5s 7s 8s", (SET, RUN), 1),
        ("2h 3h 4h 5h 6h 7h 8h 9h", (RUN, RUN), 1),  # adjoining runs are one
        ("2h 3h 4h 5h 5h 6h 7h 8h", (RUN, RUN), 0),  # overlapping ones are two
        ("Qh Kh Ah 2h", (RUN,), 1),  # not round the corner
        ("Jh Qh Kh Ah", (RUN,), 0),
        ("Qh", (SET, SET), None),  # every meld has a natural card
    ],
)
def test_the_oracle_counts_missing_jokers(hand: str, places: tuple[oracle.Place, ...], fewest: int | None) -> None:
    """The oracle's fewest jokers are what one counts by hand."""
    assert oracle.fewest_jokers(cards(hand), places, most=20) == fewest


def test_the_oracle_builds() -> None:
    """What is left at best is found over laying, building and the discard together."""
    hand = cards("Qh Qh Qs 5s 6s 7s 8s 9s Kc 2d")
    assert oracle.best_left(hand, (SET, RUN), ()) == (2, 1)
    table: list[oracle.AnyMeld] = [("run", "d", 3, cards("3d 4d 5d"))]
    assert oracle.best_left(hand, (SET, RUN), table) == (0, 0)
    assert oracle.best_left(hand, (SET, RUN), table, build=False) == (2, 1)


@pytest.mark.parametrize(
    ("kind", "count"), [("fewest", 25), ("sweep", 120), ("best", 180), ("builds", 300), ("layings", 40)]
)
def test_solver_and_oracle_agree(kind: str, count: int) -> None:
    """On random hands the library and the oracle give the same answers."""
    tally = compare_contract.compare(kind, compare_contract.questions(kind, count, Random(f"tests {kind}")))
    assert tally.differences == []
    assert tally.positive > 0


@pytest.mark.parametrize("places", [(("run", 3), ("run", 3)), (("set", 3), ("run", 3))])
@pytest.mark.heavy
def test_all_hands_of_a_small_deck(places: tuple[oracle.Place, ...]) -> None:
    """On every hand of six or seven cards from five of a suit twice and two jokers both agree."""
    kinds = ("4h", "5h", "6h", "7h", "8h", oracle.JOKER)
    for counts in product(range(3), repeat=len(kinds)):
        if sum(counts) in (6, 7):
            hand = tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))
            question = Question(hand=hand, places=places)
            wrong = [check(question) for check in (compare_contract.check_sweep, compare_contract.check_best)]
            assert wrong == ["", ""], question


def test_the_command_compares(capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a line a kind and returns 0 where nothing differs."""
    assert compare_contract.main(["--hands", "3", "--kind", "builds"]) == 0
    assert "builds" in capsys.readouterr().out
