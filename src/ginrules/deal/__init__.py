"""One deal of two-player gin: actions, states, the verbs between them, and what each seat may know."""

from ginrules.deal.actions import (
    AcceptDouble,
    Action,
    BigGin,
    Discard,
    Double,
    DrawStock,
    Knock,
    Pass,
    RefuseDouble,
    ShowHand,
    TakeDiscard,
    parse_action,
)
from ginrules.deal.events import Event, EventKind
from ginrules.deal.options import KnockOption, knock_options
from ginrules.deal.play import Deal
from ginrules.deal.refusals import IllegalAction, Reason, Refusal
from ginrules.deal.state import Cube, GameState, Phase, Spread
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
    "AcceptDouble",
    "Action",
    "BigGin",
    "Cube",
    "Deal",
    "Discard",
    "Double",
    "DrawStock",
    "Event",
    "EventKind",
    "GameState",
    "IllegalAction",
    "Knock",
    "KnockOption",
    "LayOff",
    "Pass",
    "Phase",
    "PlayerView",
    "Reason",
    "Refusal",
    "RefuseDouble",
    "ShowHand",
    "Spread",
    "TakeDiscard",
    "apply",
    "determinize",
    "explain",
    "is_legal",
    "knock_options",
    "knock_spreads",
    "legal_actions",
    "new_deal",
    "parse_action",
    "perft",
    "resolve",
    "view",
]
