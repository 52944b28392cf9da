"""Rules of the gin rummy family: what may be done, what happens then, and what it is worth.

Cards, melds and the solver load at once. What deals and matches need loads when one of its names is first used, so
that a program that only solves hands does not wait for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from ginrules import solver
from ginrules._version import __version__
from ginrules.cards import Card, Hand, RandomSource, Rank, Suit, shuffled_deck
from ginrules.errors import (
    CardError,
    GinRulesError,
    LimitError,
    MatchError,
    MeldError,
    NotationError,
    RecordError,
    ResultError,
    RulesError,
    StateError,
)
from ginrules.melds import Aces, Arrangement, LayOff, Meld, MeldKind, parse_melds

if TYPE_CHECKING:
    from ginrules import presets
    from ginrules.deal import (
        AcceptDouble,
        Action,
        BigGin,
        Deal,
        Discard,
        Double,
        DrawStock,
        Event,
        GameState,
        IllegalAction,
        Knock,
        KnockOption,
        Pass,
        Phase,
        Reason,
        Refusal,
        RefuseDouble,
        ShowHand,
        Spread,
        TakeDiscard,
        apply,
        explain,
        is_legal,
        knock_options,
        knock_spreads,
        legal_actions,
        new_deal,
        parse_action,
        perft,
        resolve,
    )
    from ginrules.deal.view import PlayerView, determinize, view
    from ginrules.match import Match
    from ginrules.results import DealResult, Ending, Seat
    from ginrules.rules import Rules
    from ginrules.scoring import DealScore, DealTerms, Outcome, ScoreLine, ScoringPolicy
    from ginrules.series import Series

__all__ = [
    "AcceptDouble",
    "Aces",
    "Action",
    "Arrangement",
    "BigGin",
    "Card",
    "CardError",
    "Deal",
    "DealResult",
    "DealScore",
    "DealTerms",
    "Discard",
    "Double",
    "DrawStock",
    "Ending",
    "Event",
    "GameState",
    "GinRulesError",
    "Hand",
    "IllegalAction",
    "Knock",
    "KnockOption",
    "LayOff",
    "LimitError",
    "Match",
    "MatchError",
    "Meld",
    "MeldError",
    "MeldKind",
    "NotationError",
    "Outcome",
    "Pass",
    "Phase",
    "PlayerView",
    "RandomSource",
    "Rank",
    "Reason",
    "RecordError",
    "Refusal",
    "RefuseDouble",
    "ResultError",
    "Rules",
    "RulesError",
    "ScoreLine",
    "ScoringPolicy",
    "Seat",
    "Series",
    "ShowHand",
    "Spread",
    "StateError",
    "Suit",
    "TakeDiscard",
    "__version__",
    "apply",
    "determinize",
    "explain",
    "is_legal",
    "knock_options",
    "knock_spreads",
    "legal_actions",
    "new_deal",
    "parse_action",
    "parse_melds",
    "perft",
    "presets",
    "resolve",
    "shuffled_deck",
    "solver",
    "view",
]

_HOMES: Final = {
    "AcceptDouble": "deal",
    "Action": "deal",
    "BigGin": "deal",
    "Deal": "deal",
    "DealResult": "results",
    "DealScore": "scoring",
    "DealTerms": "scoring",
    "Discard": "deal",
    "Double": "deal",
    "DrawStock": "deal",
    "Ending": "results",
    "Event": "deal",
    "GameState": "deal",
    "IllegalAction": "deal",
    "Knock": "deal",
    "KnockOption": "deal",
    "Match": "match",
    "Outcome": "scoring",
    "Pass": "deal",
    "Phase": "deal",
    "PlayerView": "deal",
    "Reason": "deal",
    "Refusal": "deal",
    "RefuseDouble": "deal",
    "Rules": "rules",
    "ScoreLine": "scoring",
    "ScoringPolicy": "scoring",
    "Seat": "results",
    "Series": "series",
    "ShowHand": "deal",
    "Spread": "deal",
    "TakeDiscard": "deal",
    "apply": "deal",
    "determinize": "deal",
    "explain": "deal",
    "is_legal": "deal",
    "knock_options": "deal",
    "knock_spreads": "deal",
    "legal_actions": "deal",
    "new_deal": "deal",
    "parse_action": "deal",
    "perft": "deal",
    "resolve": "deal",
    "view": "deal",
}
"""The modules of the names that load late."""


def __getattr__(name: str) -> object:
    """Load the module of a name, or the module of that name, when it is first asked for."""
    if name == "presets":
        return import_module("ginrules.presets")
    home = _HOMES.get(name)
    if home is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value: object = getattr(import_module(f"ginrules.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all public names, loaded or not."""
    return sorted({*globals(), *__all__})
