"""The library, on every kernel, against the oracle on thousands of hands with a fixed seed.

``python -m oracles.compare`` does the same for as many hands as one likes.
"""

import random
from types import ModuleType

import attrs
import pytest
from kernels import KERNELS
from oracles import compare

from ginrules import Aces, solver

HANDS = 3_000
CHUNK = 500
OTHER_RULES = [(aces, ace_pips) for aces in (Aces.HIGH_OR_LOW, Aces.ROUND_THE_CORNER) for ace_pips in (1, 15)]

every_kind = pytest.mark.parametrize("kind", compare.KINDS)


def check(kind: str, seed: str, *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> None:
    """Compare a chunk of hands, and see to it that none was lost."""
    rng = random.Random(f"{seed} {kind} {aces.value} {ace_pips}")
    questions = compare.questions(kind, CHUNK, rng, aces=aces, ace_pips=ace_pips)
    tallies = compare.compare(kind, questions)
    assert [tally.hands for tally in tallies] == [CHUNK] * len(tallies)
    assert len(tallies) == 1 + len(compare.solvers(kind))
    differences = [difference for tally in tallies for difference in tally.differences]
    assert not differences, differences[0]


@every_kind
@pytest.mark.parametrize("chunk", range(HANDS // CHUNK))
def test_the_library_agrees_with_the_oracle(kind: str, chunk: int) -> None:
    """Melds, deadwood, all optimal arrangements, the best, each discard and joint layoffs are the oracle's."""
    check(kind, f"chunk {chunk}")


@every_kind
@pytest.mark.parametrize(("aces", "ace_pips"), OTHER_RULES)
def test_the_library_agrees_with_the_oracle_under_other_rules(kind: str, aces: Aces, ace_pips: int) -> None:
    """The same holds of the other ways with aces and a dearer ace."""
    check(kind, "other rules", aces=aces, ace_pips=ace_pips)


def test_every_kernel_and_the_facade_are_asked() -> None:
    """Each installed kernel is asked about hands, and so is the façade, which alone is asked about layoffs."""
    asked = [f"kernel, {name}" for name in KERNELS]
    facade = f"façade, {solver.KERNEL}"
    assert list(compare.solvers("uniform")) == list(compare.solvers("banded")) == [*asked, facade]
    assert list(compare.solvers("layoffs")) == [facade]
    assert set(KERNELS) in ({"python"}, {"compiled", "python"})


@pytest.mark.parametrize("part", ["deadwood", "melds", "after_discard", "arrangements", "best"])
def test_a_wrong_kernel_would_be_noticed(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """If any part of a kernel's answers were wrong, the comparison would say so."""
    right = KERNELS["python"]
    wrong = ModuleType("wrong")
    vars(wrong).update(vars(right))
    spoilt = {
        "deadwood": lambda hand, table: right.deadwood(hand, table) + 1,
        "melds": lambda hand, aces: right.melds(hand, aces)[1:],
        "after_discard": lambda hand, table: right.after_discard(hand, table)[::-1],
        "arrangements": lambda hand, limit, table: [*right.arrangements(hand, limit, table)][1:],
        "best": lambda *arguments: right.best(*arguments)[1:],
    }
    monkeypatch.setattr(wrong, part, spoilt[part])
    monkeypatch.setattr(wrong, "least_after_discard", lambda hand, table: min(wrong.after_discard(hand, table)))
    rng = random.Random("noticed")
    noticed = 0
    for question in compare.questions("banded", 26, rng):
        assert compare.ask_kernel(right, question) == compare.ask_oracle(question)
        noticed += compare.ask_kernel(wrong, question) != compare.ask_oracle(question)
    assert noticed


def test_wrong_layoffs_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the façade's layoffs were wrong, the comparison would say so and tell the question."""

    def wrong(question: compare.Question) -> int:
        """Answer without laying off."""
        return compare.ask_facade_for_layoffs(attrs.evolve(question, spread=()))

    monkeypatch.setattr(compare, "solvers", lambda _kind: {"wrong": wrong})
    of_oracle, of_wrong = compare.compare("layoffs", compare.questions("layoffs", 30, random.Random(1)))
    assert not of_oracle.differences
    assert of_wrong.differences
    assert of_wrong.differences[0].startswith("wrong on ")


def test_the_command_prints_a_line_for_each_solver(capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints how many hands each solver was asked and how often it differed, and returns 0."""
    assert compare.main(["--hands", "13", "--seed", "7", "--aces", "low", "--aces", "round_the_corner"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["aces", "kind", "asked", "hands", "differences", "seconds"]
    asked = sum(len(compare.solvers(kind)) + 1 for kind in compare.KINDS)
    assert len(lines) == 2 * asked
    assert all(" 13 " in line for line in lines)
