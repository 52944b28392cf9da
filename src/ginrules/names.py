"""What will do as the name of a player, in both families, and how a complaint shows what will not."""

import unicodedata
from typing import Final

MAX_NAME: Final = 40
"""The most characters in a name."""

_MOST_SHOWN: Final = 10**9
_NOT_ON_ONE_LINE: Final = {"Cc", "Cs", "Zl", "Zp"}


def name_problems(name: object) -> list[str]:
    """Return everything that is wrong with a name, a sentence each; one that will do is one line of text."""
    if not isinstance(name, str):
        return [f"the name {shown(name)} is no text"]
    quoted = shown_name(name)
    problems: list[str] = []
    if not name.strip():
        problems.append(f"the name {quoted} is empty")
    elif name != name.strip():
        problems.append(f"the name {quoted} begins or ends with a space")
    if len(name) > MAX_NAME:
        problems.append(f"the name {quoted} has {len(name)} characters; expected at most {MAX_NAME}")
    if any(unicodedata.category(character) in _NOT_ON_ONE_LINE for character in name):
        problems.append(f"the name {quoted} has a line break or control character; expected one line")
    return problems


def shown_name(name: str) -> str:
    """Return a name in quotes for a sentence, cut where it is too long."""
    return repr(name if len(name) <= MAX_NAME else name[:MAX_NAME] + "…")


def shown(value: object) -> str:
    """Return a value for a sentence; a number of any size, and of any other value only a little."""
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > _MOST_SHOWN:
            return f"{'less than -' if value < 0 else 'more than '}{_MOST_SHOWN}"
        return str(value)
    return shown_name(value) if isinstance(value, str) else repr(value)[: MAX_NAME + 1]
