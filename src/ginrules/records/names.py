"""The names of the two players of a deal."""

from collections.abc import Sequence

from ginrules.errors import GinRulesError, RecordError
from ginrules.match import checked_names
from ginrules.results import SEATS


def deal_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of two players, if they will do.

    Raises:
        RecordError: they will not.

    """
    try:
        return checked_names(names, len(SEATS))
    except GinRulesError as error:
        raise RecordError(str(error)) from error
