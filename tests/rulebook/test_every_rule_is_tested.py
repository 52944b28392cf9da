"""Every rule that stands in docs/rules has a test, and every test of a rule names one that stands there."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
RULES = CHECKOUT / "docs" / "rules"
TESTS = CHECKOUT / "tests"

RULE_ID = re.compile(r"\b(?:CORE|SCORE|MATCH|HOLLY|OKLA|COLOR|THREE|PAIRS|SVENSK|EXTRA)-\d\d\b")
MARKER = "pytest.mark.rule"


def rules_in(documents: Iterable[str]) -> set[str]:
    """Return the IDs of the rules that stand in these texts."""
    return {rule for text in documents for rule in RULE_ID.findall(text)}


def rules_tested_by(sources: Iterable[str]) -> set[str]:
    """Return the IDs that tests are marked with in these sources."""
    return {rule for source in sources for rule in _marked(source)}


def _marked(source: str) -> Iterator[str]:
    """Yield the IDs in the markers of the tests: on the function, on its class, or on the whole module."""
    module = ast.parse(source)
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    tests = [node for node in functions if node.name.startswith("test")]
    if not tests:
        return
    assigned = [node for node in module.body if isinstance(node, ast.Assign)]
    whole = [node for node in assigned if ast.unparse(node.targets[0]) == "pytestmark"]
    classes = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    decorated: list[ast.FunctionDef | ast.ClassDef] = [*tests, *classes]
    places = [assignment.value for assignment in whole]
    places += [decorator for definition in decorated for decorator in definition.decorator_list]
    for place in places:
        for node in ast.walk(place):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == MARKER:
                yield from (str(ast.literal_eval(argument)) for argument in node.args)


def texts(paths: Iterable[Path]) -> list[str]:
    """Return the texts of some files."""
    return [path.read_text(encoding="utf-8") for path in sorted(paths)]


def documented() -> set[str]:
    """Return the IDs that stand in docs/rules."""
    return rules_in(texts(RULES.rglob("*.md")))


def marked() -> set[str]:
    """Return the IDs that some test is marked with."""
    return rules_tested_by(texts(TESTS.rglob("test_*.py")))


def test_every_documented_rule_has_a_test() -> None:
    """Every ID in docs/rules is carried by a test that is marked with it."""
    assert documented()
    assert sorted(documented() - marked()) == []


def test_every_tested_rule_is_documented() -> None:
    """Every ID that a test is marked with stands in docs/rules."""
    assert sorted(marked() - documented()) == []


def test_a_rule_without_a_test_would_be_caught() -> None:
    """An ID that a document alone has is among those that are not tested."""
    made_up = "CORE-" + "99"
    in_documents = rules_in([*texts(RULES.rglob("*.md")), f"**{made_up}** Whoever sneezes deals again."])
    assert made_up in in_documents - marked()


def test_an_undocumented_rule_would_be_caught() -> None:
    """An ID that a test alone carries is missed among those documented."""
    made_up = "EXTRA-" + "99"
    source = f'@pytest.mark.rule("{made_up}")\ndef test_it(): ...\n'
    assert rules_tested_by([source]) - documented() == {made_up}


@pytest.mark.parametrize(
    ("source", "rules"),
    [
        ('@pytest.mark.rule("CORE-01")\n@pytest.mark.rule("CORE-02")\ndef test_it(): ...', {"CORE-01", "CORE-02"}),
        ('@pytest.mark.rule("CORE-01")\nclass TestIt:\n    def test_it(self): ...', {"CORE-01"}),
        ('class TestIt:\n    @pytest.mark.rule("CORE-01")\n    def test_it(self): ...', {"CORE-01"}),
        ('pytestmark = pytest.mark.rule("CORE-01")\ndef test_it(): ...', {"CORE-01"}),
        ('pytestmark = [pytest.mark.rule("CORE-01")]\ndef test_it(): ...', {"CORE-01"}),
        (
            '@parametrize("x", [pytest.param(1, marks=pytest.mark.rule("CORE-01"))])\ndef test_it(x): ...',
            {"CORE-01"},
        ),
        ('@pytest.mark.rule("CORE-01")\ndef helper(): ...\ndef test_it(): ...', set()),
        ('# @pytest.mark.rule("CORE-01")\ndef test_it():\n    "CORE-01"', set()),
        ('pytestmark = pytest.mark.rule("CORE-01")\ndef helper(): ...', set()),
    ],
)
def test_only_the_markers_of_tests_count(source: str, rules: set[str]) -> None:
    """A rule is tested if a test carries its marker, not if a helper or a comment does."""
    assert rules_tested_by([source]) == rules


@pytest.mark.parametrize("text", ["CORE-1", "CORE-123", "XCORE-01", "core-01", "CORE 01"])
def test_only_whole_ids_count(text: str) -> None:
    """What is no ID in full is none."""
    assert rules_in([text]) == set()
