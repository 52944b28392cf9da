"""The file in which a score sheet is kept: the record of a match, written as a whole or not at all."""

from pathlib import Path
from typing import final

from ginrules.cli.options import UsageError
from ginrules.cli.recordfile import read_from
from ginrules.match import Match


@final
class ScoreFile:
    """A file with the record of a match. It is never written over what it was not read from."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: str | None = None
        """What the file holds, as far as is known; None if there is none."""
        self._is_json = True

    def load(self) -> Match | None:
        """Return the match in the file, or None if there is no file.

        Raises:
            UsageError: it holds something else.
            OSError: it cannot be read.

        """
        from ginrules.records import read

        with read_from(self.path):
            text = self._text()
            if text is None:
                return None
            record = read(text)
        if not isinstance(record.content, Match):
            raise UsageError(f"{self.path} is the record of a deal, not of a match")
        if record.open_deal is not None:
            raise UsageError(f"{self.path} has a deal that is not finished; a score sheet has results only")
        self._known = text
        self._is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
        return record.content

    def save(self, match: Match) -> None:
        """Write the match; a record in text stays one.

        Raises:
            UsageError: the file has been changed by somebody else.
            OSError: it cannot be written; what was there is as it was.

        """
        from ginrules.records import to_json, to_text, write_atomically

        with read_from(self.path):
            changed = self._text() not in (None, self._known)
        if changed:
            raise UsageError(f"{self.path} has been changed by somebody else, and is not written over")
        text = to_json(match, indent=2) + "\n" if self._is_json else to_text(match)
        write_atomically(self.path, text)
        self._known = text

    def _text(self) -> str | None:
        from ginrules.records import read_limited

        try:
            return read_limited(self.path)
        except FileNotFoundError:
            return None
