"""What `import ginrules` loads, and how long it takes."""

import subprocess
import sys
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
LOADED_ON_DEMAND = {"cattrs", "gymnasium", "hypothesis", "numpy", "pettingzoo", "pyspiel", "rich", "typer"}
MOST_SECONDS = 0.080


def seconds_to_run(program: str) -> float:
    """Run a program in a new interpreter and return how long that took."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - begun


def test_import_loads_the_core_only() -> None:
    """Importing the package and its solver loads none of the libraries that single modules need."""
    program = "import sys, ginrules; from ginrules import solver; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert LOADED_ON_DEMAND.isdisjoint(done.stdout.split())


def test_import_is_quick() -> None:
    """Importing the package takes less than 80 ms more than a bare interpreter, at best of some tries."""
    bare = min(seconds_to_run("pass") for _ in range(5))
    for _ in range(10):
        if seconds_to_run("import ginrules") - bare < MOST_SECONDS:
            return
    raise AssertionError(f"no import of ginrules took less than {MOST_SECONDS * 1000:.0f} ms")


def test_readme_commands_are_the_ones_that_are_checked() -> None:
    """The README has the two commands for a fresh machine, and `.ci/run` runs the one that tests."""
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    ci = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'python -m pip install ".[cli]" && ginrules demo' in readme
    tests = 'python -m pip install -e ".[dev]" && python -m pytest'
    assert tests in readme
    assert tests in ci
