"""The versions of the format, and the bounds that keep a hostile record from costing more than a moment."""

from typing import Final

from ginrules.rawrecord import MAX_DIGITS, MAX_JSON_VALUES, MAX_LINE, MAX_RECORD

__all__ = [
    "FORMAT",
    "LARGE_HAND",
    "MAX_ACTIONS",
    "MAX_DEAL_ACTIONS",
    "MAX_DIGITS",
    "MAX_JSON_VALUES",
    "MAX_KNOBS",
    "MAX_LINE",
    "MAX_MATCH_DEALS",
    "MAX_MATCH_DEALS_OF_LARGE_HANDS",
    "MAX_RECORD",
    "SEMANTICS",
]

FORMAT: Final = 1
"""The version of the format, in text and in JSON."""
SEMANTICS: Final = 1
"""What the rules mean: raised when a mistake in a rule is corrected, so that older records are not read anew."""

MAX_MATCH_DEALS: Final = 500
"""The most deals and results in one match."""
MAX_MATCH_DEALS_OF_LARGE_HANDS: Final = 25
"""The same where the rules deal more than :data:`LARGE_HAND` cards, which take longer to arrange."""
LARGE_HAND: Final = 13
"""Hands of more cards than this count as large."""
MAX_DEAL_ACTIONS: Final = 5_000
"""The most actions in one deal."""
MAX_ACTIONS: Final = 40_000
"""The most actions in one match."""
MAX_KNOBS: Final = 500
"""The most lines of rules."""
