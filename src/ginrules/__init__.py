"""Rules of the gin rummy family: what may be done, what happens then, and what it is worth."""

from ginrules import solver
from ginrules._version import __version__
from ginrules.cards import Card, Hand, RandomSource, Rank, Suit, shuffled_deck
from ginrules.errors import CardError, GinRulesError, LimitError, MeldError, NotationError
from ginrules.melds import Aces, Arrangement, LayOff, Meld, MeldKind, parse_melds

__all__ = [
    "Aces",
    "Arrangement",
    "Card",
    "CardError",
    "GinRulesError",
    "Hand",
    "LayOff",
    "LimitError",
    "Meld",
    "MeldError",
    "MeldKind",
    "NotationError",
    "RandomSource",
    "Rank",
    "Suit",
    "__version__",
    "parse_melds",
    "shuffled_deck",
    "solver",
]
