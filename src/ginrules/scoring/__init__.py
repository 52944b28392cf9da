"""What a deal is worth, and how a match is booked: a price and a ledger, composed into a scoring."""

from ginrules.scoring.color import Close, ColorLedger, ColorSheet, SuitTie
from ginrules.scoring.composed import ColorGinScoring, HollywoodScoring, Scoring, StandardScoring
from ginrules.scoring.hollywood import HollywoodEnd, HollywoodLedger, HollywoodSheet, LateEntry
from ginrules.scoring.policy import (
    DealScore,
    DealTerms,
    Entry,
    Ledger,
    Outcome,
    Pair,
    PricingPolicy,
    ScoreLine,
    ScoringPolicy,
    Sheet,
    SheetT,
)
from ginrules.scoring.pricing import Pricing, SpadeDoubles, Tie, UpcardLimit, VoidAward
from ginrules.scoring.standard import (
    DoublePoints,
    DoubleTotal,
    Flat,
    MatchWinner,
    Shutout,
    StandardLedger,
    StandardSheet,
)

__all__ = [
    "Close",
    "ColorGinScoring",
    "ColorLedger",
    "ColorSheet",
    "DealScore",
    "DealTerms",
    "DoublePoints",
    "DoubleTotal",
    "Entry",
    "Flat",
    "HollywoodEnd",
    "HollywoodLedger",
    "HollywoodScoring",
    "HollywoodSheet",
    "LateEntry",
    "Ledger",
    "MatchWinner",
    "Outcome",
    "Pair",
    "Pricing",
    "PricingPolicy",
    "ScoreLine",
    "Scoring",
    "ScoringPolicy",
    "Sheet",
    "SheetT",
    "Shutout",
    "SpadeDoubles",
    "StandardLedger",
    "StandardScoring",
    "StandardSheet",
    "SuitTie",
    "Tie",
    "UpcardLimit",
    "VoidAward",
]
