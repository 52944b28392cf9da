"""The file in which a score sheet is kept: the record of a match, written as a whole or not at all."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar, final

from ginrules.cli.options import UsageError
from ginrules.cli.recordfile import read_from
from ginrules.match import Match

_MatchT = TypeVar("_MatchT")


@final
class ScoreFile(Generic[_MatchT]):
    """A file with the record of a match. It is never written over what it was not read from.

    Args:
        path: where it is.
        read: returns the match of a record, or raises for what is no score sheet.
        write: returns the record of a match, as JSON or as text.

    """

    def __init__(
        self, path: Path, *, read: Callable[[str], _MatchT], write: Callable[[_MatchT, bool], str]
    ) -> None:
        self.path = path
        self._read = read
        self._write = write
        self._known: str | None = None
        """What the file holds, as far as is known; None if there is none."""
        self._is_json = True

    def load(self) -> _MatchT | None:
        """Return the match in the file, or None if there is no file.

        Raises:
            UsageError: it holds something else.
            OSError: it cannot be read.

        """
        with read_from(self.path):
            text = self._text()
            if text is None:
                return None
            match = self._read(text)
        self._known = text
        self._is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
        return match

    def save(self, match: _MatchT) -> None:
        """Write the match; a record in text stays one.

        Raises:
            UsageError: the file has been changed by somebody else.
            OSError: it cannot be written; what was there is as it was.

        """
        from ginrules.records import write_atomically

        with read_from(self.path):
            changed = self._text() not in (None, self._known)
        if changed:
            raise UsageError(f"{self.path} has been changed by somebody else, and is not written over")
        text = self._write(match, self._is_json)
        write_atomically(self.path, text)
        self._known = text

    def _text(self) -> str | None:
        from ginrules.records import read_limited

        try:
            return read_limited(self.path)
        except FileNotFoundError:
            return None


def gin_sheet(path: Path) -> ScoreFile[Match]:
    """Return the file of a sheet of the gin family."""
    from ginrules.records import read, to_json, to_text

    def read_match(text: str) -> Match:
        record = read(text)
        if not isinstance(record.content, Match):
            raise UsageError(f"{path} is the record of a deal, not of a match")
        if record.open_deals:
            raise UsageError(f"{path} has a deal that is not finished; a score sheet has results only")
        return record.content

    def write_match(match: Match, as_json: bool) -> str:
        return to_json(match, indent=2) + "\n" if as_json else to_text(match)

    return ScoreFile(path, read=read_match, write=write_match)
