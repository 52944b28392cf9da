"""What the tests of the commands share."""

import io

import pytest
from commands import COLUMNS, RunCommand, run_command
from rich.console import Console


@pytest.fixture
def ginrules(monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """Return what runs a command in this process, at 80 columns, with nothing that would change colors."""
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return run_command


@pytest.fixture
def paper() -> Console:
    """Return a console of 80 columns without color, whose text ``export_text`` gives."""
    return Console(width=COLUMNS, color_system=None, record=True, file=io.StringIO())
