import copy
import pickle

import pytest

from ginrules import Arrangement, Card, GinRulesError, Hand, LayOff, Suit
from ginrules.errors import ResultError
from ginrules.results import DealResult, Ending
from ginrules.solver import LayoffPlan

SPREAD = Arrangement.parse("4h 5h 6h | As Ad Ac | 9c 9d 9h / 7d")
DEFENSE = LayoffPlan(Arrangement.parse("Tc Jc Qc / Kd 8d"), (LayOff.parse("lay 9s on 9c 9d 9h"),))

RESULTS = [
    DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(7, 18)),
    DealResult(ending=Ending.KNOCK, knocker=1, deadwood=(18, 7), upcard=Card.parse("3s"), factor=4),
    DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(7, 18), spread=SPREAD, defense=DEFENSE),
    DealResult(ending=Ending.GIN, knocker=1, deadwood=(23, 0), blocked=(Suit.SPADES, Suit.CLUBS)),
    DealResult(ending=Ending.GIN, knocker=1, deadwood=(23, 0), blocked=(Suit.HEARTS,)),
    DealResult(ending=Ending.GIN, knocker=1, deadwood=(23, 0), blocked=()),
    DealResult(ending=Ending.BIG_GIN, knocker=0, deadwood=(0, 0)),
    DealResult(ending=Ending.VOID),
    DealResult(ending=Ending.VOID, deadwood=(3, 30), upcard=Card.parse("Kd")),
    DealResult(ending=Ending.REFUSED, knocker=1, factor=2),
    DealResult(ending=Ending.REFUSED, knocker=1, deadwood=(40, 12)),
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.ending.value)
def test_repr_evaluates_back(result: DealResult) -> None:
    """What repr shows is the value, and so is what comes out of pickle and copy."""
    names = {one.__name__: one for one in (Arrangement, Card, DealResult, Ending, Hand, LayOff, LayoffPlan, Suit)}
    assert eval(repr(result), names) == result  # noqa: S307  our own text
    assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301  our own bytes
    assert copy.deepcopy(result) == result
    assert hash(copy.deepcopy(result)) == hash(result)


def test_blocked_suits_are_in_order() -> None:
    """The order in which suits are told does not matter."""
    one = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 9), blocked=(Suit.SPADES, Suit.CLUBS))
    assert one.blocked == (Suit.CLUBS, Suit.SPADES)


def test_defender() -> None:
    """The defender is the other one; a void deal has none."""
    assert [result.defender for result in RESULTS] == [1, 0, 1, 0, 0, 0, 1, None, None, 0, 0]


@pytest.mark.parametrize("ending", Ending)
def test_endings_have_words(ending: Ending) -> None:
    """Each ending is called something in the middle of a sentence."""
    assert ending.words.islower()


@pytest.mark.parametrize(
    ("facts", "problems"),
    [
        (
            {"ending": Ending.KNOCK},
            ["a knock needs the knocker, seat 0 or 1", "a knock needs the deadwood of both seats"],
        ),
        ({"ending": Ending.GIN, "knocker": 0}, ["gin needs the deadwood of both seats"]),
        ({"ending": Ending.REFUSED}, ["a refused double needs the doubler, seat 0 or 1"]),
        ({"ending": Ending.KNOCK, "knocker": 2, "deadwood": (3, 9)}, ["knocker is 2; expected seat 0 or 1"]),
        (
            {"ending": Ending.KNOCK, "knocker": 0, "deadwood": (-1, 9)},
            ["deadwood is (-1, 9); expected two whole numbers, 0 or more, seat 0 first"],
        ),
        (
            {"ending": Ending.KNOCK, "knocker": 0, "deadwood": (1, 9, 3)},
            ["deadwood is (1, 9, 3); expected two whole numbers, 0 or more, seat 0 first"],
        ),
        (
            {"ending": Ending.KNOCK, "knocker": 0, "deadwood": 18},
            ["deadwood is 18; expected two whole numbers, 0 or more, seat 0 first"],
        ),
        (
            {"ending": Ending.KNOCK, "knocker": 0, "deadwood": (True, 2.5)},
            ["deadwood is (True, 2.5); expected two whole numbers, 0 or more, seat 0 first"],
        ),
        (
            {"ending": Ending.GIN, "knocker": 1, "deadwood": (0, 4)},
            ["gin leaves nothing over, but deadwood gives the knocker 4"],
        ),
        (
            {"ending": Ending.BIG_GIN, "knocker": 0, "deadwood": (1, 4), "factor": 0},
            [
                "big gin leaves nothing over, but deadwood gives the knocker 1",
                "factor is 0; expected a whole number, 1 or more",
            ],
        ),
        (
            {"ending": Ending.VOID, "knocker": 0, "blocked": (), "spread": SPREAD, "defense": DEFENSE},
            [
                "a void deal has no knocker",
                "a void deal has no blocked",
                "a void deal has no spread",
                "a void deal has no defense",
            ],
        ),
        (
            {"ending": Ending.VOID, "deadwood": (3, -3)},
            ["deadwood is (3, -3); expected two whole numbers, 0 or more, seat 0 first"],
        ),
        (
            {"ending": Ending.REFUSED, "knocker": 0, "spread": SPREAD},
            ["a refused double has no spread: no cards are shown"],
        ),
        (
            {"ending": Ending.KNOCK, "knocker": 1, "deadwood": (7, 18), "spread": SPREAD, "defense": DEFENSE},
            [
                "the spread leaves 7, but deadwood is (7, 18)",
                "the defense leaves 18, but deadwood is (7, 18)",
            ],
        ),
        (
            {"ending": Ending.GIN, "knocker": 0, "deadwood": (0, 4), "blocked": (Suit.CLUBS, Suit.CLUBS)},
            ["blocked names a suit twice; expected each once"],
        ),
    ],
)
def test_facts_that_cannot_be(facts: dict[str, object], problems: list[str]) -> None:
    """Every problem is named, each in a sentence; the error is one of the library's and pickles."""
    with pytest.raises(ResultError) as caught:
        DealResult(**facts)  # type: ignore[arg-type]
    assert list(caught.value.problems) == problems
    assert str(caught.value) == "; ".join(problems)
    assert isinstance(caught.value, GinRulesError)
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  our own bytes
    assert again.problems == caught.value.problems
