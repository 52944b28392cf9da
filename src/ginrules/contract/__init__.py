"""Swedish gin with two decks, a contract rummy: the values, the rules and the round as a machine.

The names are those of the gin family where they mean the same, with types of their own: a hand may hold a card
twice, a meld may hold jokers. ``import ginrules`` does not load it. Rules: chapter 8 of the rulebook.
"""

from ginrules.contract import presets
from ginrules.contract.actions import (
    Action,
    Build,
    Buy,
    Discard,
    Draw,
    Lay,
    Pass,
    Reshuffle,
    Swap,
    Take,
    parse_action,
)
from ginrules.contract.cards import JOKER, AnyCard, Hand, Joker, card_of_kind, full_deck, parse_card, shuffled
from ginrules.contract.contracts import Contract, Place
from ginrules.contract.events import Event, EventKind
from ginrules.contract.explain import buyers, explain
from ginrules.contract.match import Match, MatchEntry, MatchOutcome
from ginrules.contract.melds import End, Meld, ascending, parse_melds
from ginrules.contract.play import Round
from ginrules.contract.refusals import IllegalAction, Reason, Refusal
from ginrules.contract.rules import Rules
from ginrules.contract.state import Laid, Phase, RoundResult, RoundState
from ginrules.contract.tables import rules_from_toml, rules_to_toml
from ginrules.contract.transitions import apply, is_legal, legal_actions, new_round, reshuffle
from ginrules.contract.validate import problems
from ginrules.contract.view import RoundView, determinize, view

__all__ = [
    "JOKER",
    "Action",
    "AnyCard",
    "Build",
    "Buy",
    "Contract",
    "Discard",
    "Draw",
    "End",
    "Event",
    "EventKind",
    "Hand",
    "IllegalAction",
    "Joker",
    "Laid",
    "Lay",
    "Match",
    "MatchEntry",
    "MatchOutcome",
    "Meld",
    "Pass",
    "Phase",
    "Place",
    "Reason",
    "Refusal",
    "Reshuffle",
    "Round",
    "RoundResult",
    "RoundState",
    "RoundView",
    "Rules",
    "Swap",
    "Take",
    "apply",
    "ascending",
    "buyers",
    "card_of_kind",
    "determinize",
    "explain",
    "full_deck",
    "is_legal",
    "legal_actions",
    "new_round",
    "parse_action",
    "parse_card",
    "parse_melds",
    "presets",
    "problems",
    "reshuffle",
    "rules_from_toml",
    "rules_to_toml",
    "shuffled",
    "view",
]
