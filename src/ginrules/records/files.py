"""Files that a crash or a full disk does not lose, and files that are not read beyond a bound."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from ginrules.errors import RecordError
from ginrules.records.bounds import MAX_LINE, MAX_RECORD

_BYTES_OF_A_CHARACTER: Final = 4
_CHUNK: Final = 1 << 16


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file whole or not at all: until the new one is safe on disk, the old one stays as it is.

    The new file is written beside the old one, which takes its permissions along; a link is followed.

    Raises:
        OSError: it cannot be written; the old file is as it was.
        RecordError: the text has characters that no file can hold.

    """
    target = Path(os.path.realpath(path))
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(f"the text cannot be stored: {error}") from error
    fresh = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.tmp")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, fresh)
        fresh.replace(target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """Make the new name last, where folders can be asked to."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_limited(path: str | os.PathLike[str], *, limit: int = MAX_RECORD) -> str:
    """Return the text of a file.

    Args:
        path: the file, in UTF-8.
        limit: the most characters that are taken; by default those of one record.

    Raises:
        OSError: it cannot be read.
        RecordError: it is longer, or no UTF-8.

    """
    most = limit * _BYTES_OF_A_CHARACTER
    with Path(path).open("rb") as file:
        data = file.read(most + 1)
    text = "" if len(data) > most else _decoded(data)
    if len(data) > most or len(text) > limit:
        raise RecordError(f"the file is longer than {limit:,} characters")
    return text


def lines_of(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the lines of a file in UTF-8 for :func:`read_deals`, however long the file is.

    Raises:
        OSError: it cannot be read.
        RecordError: a line is too long, or no UTF-8.

    """
    number = 0
    rest = ""
    with Path(path).open(encoding="utf-8", newline="") as file:
        while True:
            try:
                chunk = file.read(_CHUNK)
            except UnicodeDecodeError as error:
                raise RecordError(f"no text in UTF-8: {error.reason}", where=f"after line {number}") from error
            *lines, rest = (rest + chunk).split("\n")
            number += len(lines)
            yield from lines
            if not chunk or len(rest) > MAX_LINE:
                break
    if len(rest) > MAX_LINE:
        raise RecordError(f"a line of more than {MAX_LINE:,} characters", where=f"line {number + 1}")
    if rest:
        yield rest


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"no text in UTF-8: {error.reason} at byte {error.start}") from error
