"""The versions of the format, and the bounds that keep a hostile record from costing more than a moment."""

from typing import Final

from ginrules.rawrecord import MAX_DIGITS, MAX_JSON_VALUES, MAX_LINE, MAX_RECORD

__all__ = [
    "FORMAT",
    "MAGIC",
    "MAX_ACTIONS",
    "MAX_DIGITS",
    "MAX_JSON_VALUES",
    "MAX_LINE",
    "MAX_RECORD",
    "MAX_ROUND_ACTIONS",
    "SEMANTICS",
]

MAGIC: Final = "ginrules svensk record"
"""What a record in text begins with, and what JSON calls its format."""
FORMAT: Final = 1
"""The version of the format, in text and in JSON."""
SEMANTICS: Final = 1
"""What the rules mean: raised when a mistake in a rule is corrected, so that older records are not read anew."""

MAX_ROUND_ACTIONS: Final = 10_000
"""The most actions in one round."""
MAX_ACTIONS: Final = 40_000
"""The most actions in one match; how many rounds it has, its rules say, of which there are 30 at most."""
