"""The versions of the format, and the bounds that keep a hostile record from costing more than a moment."""

from typing import Final

FORMAT: Final = 1
"""The version of the format, in text and in JSON."""
SEMANTICS: Final = 1
"""What the rules mean: raised when a mistake in a rule is corrected, so that older records are not read anew."""

MAX_RECORD: Final = 2_000_000
"""The most characters of one record. (A file read deal by deal may hold any number of deals.)"""
MAX_LINE: Final = 10_000
"""The most characters of a line of text."""
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
MAX_DIGITS: Final = 9
"""The most digits of a whole number."""
MAX_KNOBS: Final = 500
"""The most lines of rules."""
MAX_JSON_VALUES: Final = 200_000
"""The most values, keys included, in JSON."""
