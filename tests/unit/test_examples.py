"""The scripts in examples/ run and say what they promise."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_example_runs(script: Path) -> None:
    """Each script runs to its end, prints something, and complains of nothing."""
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


def test_the_match_example_settles_to_zero() -> None:
    """What one player wins in the example the other loses."""
    script = EXAMPLES / "whole_match.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=True)
    nets = [int(line.split()[-2]) for line in done.stdout.splitlines() if line.endswith("net")]
    assert len(nets) == 2
    assert sum(nets) == 0
