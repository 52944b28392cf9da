"""Swedish gin with two decks, a contract rummy: the values, the rules and the round as a machine.

The names are those of the gin family where they mean the same, with types of their own: a hand may hold a card
twice, a meld may hold jokers. ``import ginrules`` does not load it. Rules: chapter 8 of the rulebook.
"""

from ginrules.contract import presets
from ginrules.contract.cards import JOKER, AnyCard, Hand, Joker, card_of_kind, full_deck, parse_card, shuffled
from ginrules.contract.contracts import Contract, Place
from ginrules.contract.melds import End, Meld, ascending, parse_melds
from ginrules.contract.rules import Rules

__all__ = [
    "JOKER",
    "AnyCard",
    "Contract",
    "End",
    "Hand",
    "Joker",
    "Meld",
    "Place",
    "Rules",
    "ascending",
    "card_of_kind",
    "full_deck",
    "parse_card",
    "parse_melds",
    "presets",
    "shuffled",
]
