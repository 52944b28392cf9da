"""What records of both families share before any rule is looked at: bounds, places, JSON, lines of text."""

import json
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias, final

import attrs

from ginrules.errors import GinRulesError, RecordError, excerpt

MAX_RECORD: Final = 2_000_000
"""The most characters of one record. (A file read deal by deal may hold any number of deals.)"""
MAX_LINE: Final = 10_000
"""The most characters of a line of text."""
MAX_DIGITS: Final = 9
"""The most digits of a whole number."""
MAX_JSON_VALUES: Final = 200_000
"""The most values, keys included, in JSON."""

Where: TypeAlias = int | str
"""A place in a record: the number of a line, or a path in JSON."""
Json: TypeAlias = Any
"""What :func:`json.loads` returns: dicts, lists, texts, whole numbers, booleans and None."""

_COMMENT: Final = re.compile(r"\s#")
_WHOLE: Final = re.compile("-?[0-9]+")


# Places ----------------------------------------------------------------


def place(where: Where) -> str:
    """Return a place in words."""
    return f"line {where}" if isinstance(where, int) else where


@contextmanager
def refused_at(where: Where) -> Generator[None]:
    """Turn whatever the library refuses inside into a :class:`~ginrules.RecordError` about this place."""
    try:
        yield
    except RecordError as error:
        if error.where:
            raise
        raise RecordError(error.problem, where=place(where), action=error.action, reason=error.reason) from error
    except GinRulesError as error:
        raise RecordError(str(error), where=place(where)) from error


# JSON ----------------------------------------------------------------


def whole_number(text: str) -> int:
    """Return the whole number that JSON has.

    Raises:
        RecordError: it is a fraction, ``NaN`` or the like, or too long.

    """
    if not _WHOLE.fullmatch(text):
        raise RecordError(f"the number {text[:20]}; expected whole numbers")
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise RecordError(f"a number of more than {MAX_DIGITS} digits")
    return int(text)


def parse_json(text: str, *, number: Callable[[str], int] = whole_number) -> Json:
    """Return what a JSON text says, within bounds and without what JSON leaves open.

    Args:
        text: the JSON.
        number: reads what JSON has for a number, or refuses it.

    Raises:
        RecordError: it is no JSON, too large, too deep, or has a key twice, a fraction, ``NaN`` or a long number.

    """
    if len(text) > MAX_RECORD:
        raise RecordError(f"{len(text):,} characters; expected at most {MAX_RECORD:,}")
    if sum(map(text.count, ",[{")) > MAX_JSON_VALUES:
        raise RecordError(f"more than {MAX_JSON_VALUES:,} values in JSON")
    try:
        return json.loads(
            text.lstrip("\ufeff"),
            object_pairs_hook=_object,
            parse_int=number,
            parse_float=number,
            parse_constant=number,
        )
    except RecursionError:
        raise RecordError("the JSON is nested too deeply") from None
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"no JSON: {error}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, number in counts.items() if number > 1)
        raise RecordError(f"the key {twice[:40]!r} comes twice")
    return found


# Text ----------------------------------------------------------------


@final
@attrs.define
class Block:
    """A section, or an entry of a match, with its lines."""

    kind: str
    line: int
    value: str = ""
    lines: list[tuple[int, str]] = attrs.Factory(list[tuple[int, str]])


def blocks(
    lines: Iterable[tuple[int, str]], opened: Callable[[int, str], Block | None], *, begin: str, most: int
) -> Iterator[Block]:
    """Yield the blocks of a text.

    Args:
        lines: those that say something, as :func:`telling` yields them.
        opened: returns the block that a line opens, if it does.
        begin: how a record begins, for the complaint about what stands before.
        most: the most lines of a block.

    """
    block: Block | None = None
    for number, text in lines:
        following = opened(number, text)
        if following is not None:
            if block is not None:
                yield block
            block = following
        elif block is None:
            raise RecordError(f"{excerpt(text)!r}; expected {begin}", where=place(number))
        elif len(block.lines) >= most:
            raise RecordError(f"more than {most:,} lines in a section", where=place(number))
        else:
            block.lines.append((number, text))
    if block is not None:
        yield block


def telling(pieces: Iterable[str], raw_key: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers and without comments.

    Args:
        pieces: each a line, with or without its end, or many.
        raw_key: what lines begin with in which a ``#`` begins no comment.

    """
    number = 0
    for piece in pieces:
        lines = piece.split("\n") if "\n" in piece else (piece,)
        for line in lines if lines[-1] else lines[:-1] or lines:
            number += 1
            if not line:
                continue
            text = line.strip()
            if len(line) > MAX_LINE:
                raise RecordError(f"a line of more than {MAX_LINE:,} characters", where=place(number))
            if number == 1:
                text = text.lstrip("\ufeff")
            if "#" in text:
                text = _without_comment(text, raw_key)
            if text:
                yield number, text


def _without_comment(text: str, raw_key: re.Pattern[str]) -> str:
    if text.startswith("#"):
        return ""
    return text if raw_key.match(text) else _COMMENT.split(text, maxsplit=1)[0].rstrip()
