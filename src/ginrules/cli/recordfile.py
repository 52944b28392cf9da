"""Records in files: which form they have, when they may be written, and what is said of one that is refused."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ginrules.cli.options import UsageError
from ginrules.deal import Deal
from ginrules.errors import RecordError
from ginrules.match import Match


def check_new(path: Path) -> None:
    """Refuse to write over what is there.

    Raises:
        UsageError: there is a file of this name.

    """
    if path.exists():
        raise UsageError(f"{path} is there already; choose another name")


def write_match(path: Path, match: Match, open_deal: Deal | None) -> None:
    """Write the record of a match: as JSON where the name ends so, otherwise as text.

    Raises:
        RecordError: it goes beyond what a record holds.
        OSError: it cannot be written; whatever was there is as it was.

    """
    # Here and in the other commands records load when they are needed: that takes as long as all the rest.
    from ginrules.records import to_json, to_text, write_atomically

    if path.suffix.lower() == ".json":
        text = to_json(match, open_deal=open_deal, indent=2) + "\n"
    else:
        text = to_text(match, open_deal=open_deal)
    write_atomically(path, text)


@contextmanager
def read_from(path: Path) -> Generator[None]:
    """Say of a record that is refused in which file, where, which action and why."""
    try:
        yield
    except RecordError as error:
        reason = f" ({error.reason})" if error.reason else ""
        raise UsageError(f"{path}: {error}{reason}") from error
