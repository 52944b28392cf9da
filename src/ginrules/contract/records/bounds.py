"""The versions of the format, and the bounds that keep a hostile record from costing more than a moment."""

from typing import Final

MAGIC: Final = "ginrules svensk record"
"""What a record in text begins with, and what JSON calls its format."""
FORMAT: Final = 1
"""The version of the format, in text and in JSON."""
SEMANTICS: Final = 1
"""What the rules mean: raised when a mistake in a rule is corrected, so that older records are not read anew."""

MAX_RECORD: Final = 2_000_000
"""The most characters of one record."""
MAX_LINE: Final = 10_000
"""The most characters of a line of text."""
MAX_ROUND_ACTIONS: Final = 10_000
"""The most actions in one round."""
MAX_ACTIONS: Final = 40_000
"""The most actions in one match; how many rounds it has, its rules say, of which there are 30 at most."""
MAX_DIGITS: Final = 9
"""The most digits of a whole number."""
MAX_JSON_VALUES: Final = 200_000
"""The most values, keys included, in JSON."""
