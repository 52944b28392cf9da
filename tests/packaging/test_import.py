"""What `import ginrules` loads, and how long it takes."""

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
LOADED_ON_DEMAND = {"cattrs", "gymnasium", "hypothesis", "numpy", "pettingzoo", "pyspiel", "rich", "typer"}


def run(program: str) -> str:
    """Run a program in a new interpreter and return what it prints."""
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout


def test_import_loads_the_core_only() -> None:
    """Importing the package and its solver loads none of the libraries that single modules need."""
    loaded = run("import sys, ginrules; from ginrules import solver; print(*sys.modules)").split()
    assert LOADED_ON_DEMAND.isdisjoint(loaded)


def test_import_is_quick() -> None:
    """Importing the package takes less than three times as long as importing attrs, on which it stands.

    A ratio, because the time itself says more about the machine; `benchmarks/` holds the import to milliseconds.
    """
    program = """
from time import process_time
begun = process_time()
import attrs
between = process_time()
import ginrules
print((process_time() - begun) / (between - begun))
"""
    tries = (float(run(program)) for _ in range(20))
    assert any(ratio < 3 for ratio in tries)


def test_readme_commands_are_the_ones_that_are_checked() -> None:
    """The README has the two commands for a fresh machine, and `.ci/run` runs the one that tests."""
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    ci = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'python -m pip install ".[cli]" && ginrules demo' in readme
    tests = 'python -m pip install -e ".[dev]" && python -m pytest'
    assert tests in readme
    assert tests in ci
