"""The errors of the library: a small tree under :class:`GinRulesError`.

Every error says what was wrong, where, and what would be right. A call that raises has changed nothing.
"""

from collections.abc import Iterable, Sequence

_EXCERPT = 48


class GinRulesError(ValueError):
    """Base of every error that the library raises on purpose."""


class NotationError(GinRulesError):
    """A text that is no card, hand, meld or other notation.

    Attributes:
        text: what was read; for input that is no text, its ``repr``. Long texts are cut.
        position: where in the text the trouble begins, counted from 0.
        expected: what would have been right there.

    """

    def __init__(self, problem: str, *, text: str, position: int, expected: str) -> None:
        """Compose the sentence from *problem* and the place."""
        self.problem = problem
        self.text = excerpt(text, around=position)
        self.position = position
        self.expected = expected
        super().__init__(f"{problem} at character {position + 1} of {self.text!r}; expected {expected}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by rebuilding: the constructor takes keywords."""
        return _rebuild_notation_error, (self.problem, self.text, self.position, self.expected)


class CardError(GinRulesError):
    """A set of cards that cannot be: a card twice, a card removed that is not there, a mask out of range."""


class MeldError(GinRulesError):
    """Cards that are no meld, or melds that do not go together."""


class LimitError(GinRulesError):
    """A value, or the size of an answer, beyond a documented bound."""


class _SeveralProblemsError(GinRulesError):
    """An error that names every problem found, not only the first."""

    def __init__(self, problems: Sequence[str]) -> None:
        """Join the problems, a sentence each, into one message."""
        self._problems = tuple(problems)
        super().__init__("; ".join(self._problems))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by rebuilding from the problems."""
        return type(self), (self._problems,)


class RulesError(_SeveralProblemsError):
    """Rules that cannot be played together."""

    @property
    def clashes(self) -> tuple[str, ...]:
        """Every clash found, a sentence each."""
        return self._problems


class StateError(_SeveralProblemsError):
    """A deck or a state of a deal that cannot be."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Every problem found, a sentence each."""
        return self._problems


class ResultError(_SeveralProblemsError):
    """Facts of a deal that cannot be or that a ruleset cannot price, or a score that does not add up."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Every problem found, a sentence each."""
        return self._problems


class MatchError(GinRulesError):
    """Something that a match cannot do as it stands: a deal that is not its own, an entry after the end."""


class RecordError(GinRulesError):
    """A record that cannot be read, breaks a rule, or goes beyond a bound; or something that cannot be recorded.

    Attributes:
        problem: what is wrong, as a sentence.
        where: the line, such as ``line 12``, or the place in JSON, such as ``$.deal.turns[3]``; empty if the
            record as a whole is meant.
        action: the text of the action that was refused, or None.
        reason: the value of the :class:`~ginrules.Reason` why it was refused, such as ``"not_held"``, or None.

    """

    def __init__(
        self, problem: str, *, where: str = "", action: str | None = None, reason: str | None = None
    ) -> None:
        """Compose the sentence from the place, the action and the problem."""
        self.problem = problem
        self.where = where
        self.action = action
        self.reason = reason
        place = f"{where}: " if where else ""
        tried = f"{action!r} is refused: " if action is not None else ""
        super().__init__(f"{place}{tried}{problem}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by rebuilding: the constructor takes keywords."""
        return _rebuild_record_error, (self.problem, self.where, self.action, self.reason)


def excerpt(text: str, *, around: int = 0) -> str:
    """Return *text*, cut with dots to about fifty characters near *around* where it is longer."""
    if len(text) <= _EXCERPT:
        return text
    shown = _EXCERPT - 2  # with the dots it is no longer than what is left whole
    start = max(0, min(around - shown // 2, len(text) - shown))
    cut = text[start : start + shown]
    return f"{'…' if start else ''}{cut}{'…' if start + shown < len(text) else ''}"


def perhaps(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown name: the nearest known ones, or nothing."""
    import difflib

    near = difflib.get_close_matches(name, list(known))
    return f"; perhaps {' or '.join(near)}" if near else ""


def _rebuild_notation_error(problem: str, text: str, position: int, expected: str) -> NotationError:
    return NotationError(problem, text=text, position=position, expected=expected)


def _rebuild_record_error(problem: str, where: str, action: str | None, reason: str | None) -> RecordError:
    return RecordError(problem, where=where, action=action, reason=reason)
