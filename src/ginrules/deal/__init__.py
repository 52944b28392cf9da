"""One deal of two-player gin: actions, states, the verbs between them, and what each seat may know."""

from ginrules.deal.actions import (
    Action,
    BigGin,
    Discard,
    DrawStock,
    Knock,
    Pass,
    ShowHand,
    TakeDiscard,
    parse_action,
)
from ginrules.deal.play import Deal
from ginrules.deal.refusals import IllegalAction, Reason, Refusal
from ginrules.deal.state import GameState, Phase, Spread
from ginrules.deal.transitions import (
    apply,
    explain,
    is_legal,
    knock_spreads,
    legal_actions,
    new_deal,
    perft,
    resolve,
)
from ginrules.deal.view import PlayerView, determinize, view
from ginrules.melds import LayOff

__all__ = [
    "Action",
    "BigGin",
    "Deal",
    "Discard",
    "DrawStock",
    "GameState",
    "IllegalAction",
    "Knock",
    "LayOff",
    "Pass",
    "Phase",
    "PlayerView",
    "Reason",
    "Refusal",
    "ShowHand",
    "Spread",
    "TakeDiscard",
    "apply",
    "determinize",
    "explain",
    "is_legal",
    "knock_spreads",
    "legal_actions",
    "new_deal",
    "parse_action",
    "perft",
    "resolve",
    "view",
]
