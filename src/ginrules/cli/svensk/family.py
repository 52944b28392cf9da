"""Of which family a ruleset is that somebody named: gin, or the Swedish game with two decks."""

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ginrules.cli.options import UsageError

if TYPE_CHECKING:
    from ginrules.contract import Rules

_PREFIX: Final = "svensk"
_MARK: Final = "game"
_BASE: Final = "based_on"
_RECORD: Final = "ginrules svensk record"
_HEAD: Final = 200


def read_table(name: str | None) -> "Rules | None":
    """Return the table of this name, or in this TOML file, if it is one of the two-deck family; otherwise None.

    The family loads only when it is asked for, so that other commands start as fast without it.

    Raises:
        RulesError: it is of the family, but there is no such table, or the file holds none that can be played.

    """
    if name is None:
        return None
    if not name.lower().endswith(".toml"):
        key = name.strip().lower().replace("_", "-").replace(" ", "-")
        if not key.startswith(_PREFIX):
            return None
        from ginrules.contract import presets

        return presets.get(key)
    from ginrules.records import read_limited

    text = read_limited(Path(name))
    if not _is_of_family(text):
        return None
    from ginrules.contract.tables import rules_from_toml

    return rules_from_toml(text)


def _is_of_family(text: str) -> bool:
    """Return whether a file says that it is of this family; what is no TOML is for the other to refuse."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return found.get(_MARK) == _PREFIX or str(found.get(_BASE, "")).lower().startswith(_PREFIX)


def looks_svensk(path: Path) -> bool:
    """Return whether a file begins like a record of this family; what cannot be read is for others to say."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return _RECORD in file.read(_HEAD)
    except OSError:
        return False


def refuse_options(**given: object) -> None:
    """Refuse options of the gin family that say nothing here.

    Raises:
        UsageError: one of them was given.

    """
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"--{name.replace('_', '-')} is not for the Swedish game with two decks")
