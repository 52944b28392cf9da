import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules
from ginrules import CardError, GinRulesError, LimitError, MeldError, NotationError
from ginrules.errors import excerpt

LONGEST_UNCUT = 48
DOTS = "…"


@st.composite
def notation_errors(draw: st.DrawFn) -> NotationError:
    """Draw an error about a text of any length and a place in it."""
    text = draw(st.text(max_size=LONGEST_UNCUT) | st.text(min_size=LONGEST_UNCUT + 1, max_size=200))
    position = draw(st.integers(0, len(text)))
    return NotationError(draw(st.text()), text=text, position=position, expected=draw(st.text()))


def facts(error: NotationError) -> tuple[str, ...]:
    """Return all that an error says."""
    return str(error), error.problem, error.text, str(error.position), error.expected


@given(notation_errors())
def test_notation_error_survives_pickling_and_copying(error: NotationError) -> None:
    """A notation error says the same after pickling, copying and deep copying."""
    assert facts(pickle.loads(pickle.dumps(error))) == facts(error)  # noqa: S301  made a moment ago
    assert facts(copy.copy(error)) == facts(error)
    assert facts(copy.deepcopy(error)) == facts(error)


@given(notation_errors())
def test_notation_error_says_problem_place_text_and_remedy(error: NotationError) -> None:
    """The sentence of a notation error names the problem, the place counted from 1, the text and the remedy."""
    assert str(error) == (
        f"{error.problem} at character {error.position + 1} of {error.text!r}; expected {error.expected}"
    )


@given(st.text(max_size=LONGEST_UNCUT), st.integers(0, LONGEST_UNCUT))
def test_short_text_is_quoted_whole(text: str, around: int) -> None:
    """A text of up to 48 characters is never cut."""
    assert excerpt(text, around=around) == text


@given(st.text(min_size=LONGEST_UNCUT + 1, max_size=500), st.data())
def test_long_text_is_cut_around_the_place(text: str, data: st.DataObject) -> None:
    """Of a longer text 46 characters around the place are quoted, with dots exactly where some are left out."""
    around = data.draw(st.integers(0, len(text)))
    cut = excerpt(text, around=around)
    shown = LONGEST_UNCUT - 2 * len(DOTS)
    starts = [
        start
        for start in range(len(text) - shown + 1)
        if cut == DOTS * (start > 0) + text[start : start + shown] + DOTS * (start + shown < len(text))
    ]
    assert any(start <= around <= start + shown for start in starts)
    assert len(cut) <= LONGEST_UNCUT


@pytest.mark.parametrize("kind", [CardError, LimitError, MeldError, NotationError])
def test_every_error_is_a_gin_rules_error_and_a_value_error(kind: type[Exception]) -> None:
    """Every error of the library is a GinRulesError, and that is a ValueError."""
    assert issubclass(kind, GinRulesError)
    assert issubclass(GinRulesError, ValueError)


def test_every_exported_error_is_in_the_tree() -> None:
    """Every exception that the package exports stands under GinRulesError."""
    exported = [getattr(ginrules, name) for name in ginrules.__all__]
    errors = [value for value in exported if isinstance(value, type) and issubclass(value, Exception)]
    assert errors
    assert all(issubclass(error, GinRulesError) for error in errors)
