"""``ginrules solve``."""

import json

import pytest
from commands import RunCommand

ELEVEN = "3s 5s Ac 5c 6c 7c Ad 7d 5h 6h 7h"
DEFENDER = "9c 8c 7c 7h 7d 2s 3s 4s Kc Qd"
SPREAD = "9s 9h 9d | Ah 2h 3h | Js Jh Jd"


def shown(ginrules: RunCommand, *args: str) -> str:
    """Return what is shown of a hand, its words parted by single spaces."""
    result = ginrules("solve", *args)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    return " ".join(result.stdout.split())


def test_a_hand(ginrules: RunCommand) -> None:
    """A hand has its least deadwood and its best arrangement."""
    assert shown(ginrules, "7h 8h 9h 9s 9c") == (
        "9♣ 7♥ 8♥ 9♥ 9♠ 5 cards, 42 pips Least deadwood 15 9♣ 9♥ 9♠ loose 7♥ 8♥"
    )


def test_several_best_arrangements(ginrules: RunCommand) -> None:
    """Where several arrangements are best they are counted and listed, up to a dozen."""
    assert "reached in 2 ways" in shown(ginrules, "3c 4c 5c 6c 7c 8c 9d")
    assert "more; --json lists them all" in shown(ginrules, "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh")


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [
        (ELEVEN, "Discarding 7d leaves 10: low enough to knock (at most 10)."),
        ("2c 3c 4c 7d 7h 7s 9s Ts Js Qs 7c", "All eleven are in melds: big gin, where the table plays it."),
        ("2c 3c 4c 7d 7h 7s 9s Ts Js Ac Kd", "Discarding Kd leaves 0: gin."),
        ("2c 3c 4c 7d 7h 7s 9s Ts Js Ac", "these ten are gin."),
        ("2c 4c 6c 8d Th Qs Kd Jd 9s 3h", "too much to knock (at most 10)."),
    ],
)
def test_verdicts(ginrules: RunCommand, hand: str, verdict: str) -> None:
    """Ten or eleven cards are told whether they may end a deal."""
    assert verdict in shown(ginrules, hand)


def test_an_answer_to_a_knock(ginrules: RunCommand) -> None:
    """Against a spread the best layoffs and what to keep are shown."""
    told = shown(ginrules, DEFENDER, "--against", SPREAD)
    assert "lay 9♣ on 9♦ 9♥ 9♠" in told
    assert "The best answer leaves 28" in told


def test_json(ginrules: RunCommand) -> None:
    """The same as JSON."""
    eleven = json.loads(ginrules("solve", ELEVEN, "--json").stdout)
    assert eleven["may_knock"] is True
    assert eleven["discards"][0] == {"card": "7d", "deadwood": 10, "may_knock": True, "gin": False}
    ten = json.loads(ginrules("solve", DEFENDER, "--json", "--against", SPREAD).stdout)
    assert ten["may_knock"] is False
    assert ten["defense"]["layoffs"] == ["lay 9c on 9d 9h 9s"]


def test_many_hands(ginrules: RunCommand) -> None:
    """Hands on standard input are answered line by line; a bad one does not stop the others."""
    result = ginrules("solve", "-", typed=f"As 2s 3s\n\nnonsense\n{'7h ' * 2000}\n7h 8h\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("deadwood") for answer in answers] == [0, None, None, 15]
    assert [answer.get("line") for answer in answers] == [None, 3, 4, None]
    assert result.exit_code == 1
    assert ginrules("solve", "-", typed="As 2s 3s\n").exit_code == 0


@pytest.mark.parametrize(
    "args", [["xx"], [""], ["As As"], ["As 2s 3s", "--against", "As 2s"], [" ".join(["As"] * 20)]]
)
def test_bad_hands(ginrules: RunCommand, args: list[str]) -> None:
    """What is no hand is refused in one line."""
    result = ginrules("solve", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
