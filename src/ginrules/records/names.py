"""The names of the players, and the seating that need not be named."""

from collections.abc import Sequence

from ginrules.errors import GinRulesError, RecordError
from ginrules.match import Match
from ginrules.rules import Rules
from ginrules.seating import TwoPlayers


def checked_names(rules: Rules, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of two players, if they will do.

    Raises:
        RecordError: they will not.

    """
    try:
        return Match.start(rules, names=names, seating=TwoPlayers()).names
    except GinRulesError as error:
        raise RecordError(str(error)) from error


def usual_seating(rules: Rules) -> TwoPlayers:
    """Return the seating of a match that names none."""
    return TwoPlayers(next_dealer=rules.next_dealer, void_redeal=rules.void_redeal)
