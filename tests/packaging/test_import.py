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


def test_import_loads_few_modules() -> None:
    """Deals, matches and records load when they are first used: `benchmarks/` tells what that saves."""
    loaded = run(
        "import sys, ginrules; print(*(name for name in sys.modules if name.startswith('ginrules.')))"
    ).split()
    own = {"_version", "cards", "errors", "melds", "solver", "solver._kernel", "solver.arrange", "solver.layoffs"}
    assert set(loaded) == {f"ginrules.{name}" for name in own}


def test_readme_commands_are_the_ones_that_are_checked() -> None:
    """The README has the two commands for a fresh machine, and `.ci/run` runs the one that tests."""
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    ci = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'python -m pip install ".[cli]" && ginrules demo' in readme
    tests = 'python -m pip install -e ".[dev]" && python -m pytest'
    assert tests in readme
    assert tests in ci
