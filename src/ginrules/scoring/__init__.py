"""What a deal is worth, and how a match is booked: a price and a ledger, composed into a scoring."""

from ginrules.scoring.composed import Scoring, StandardScoring
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
    "DealScore",
    "DealTerms",
    "DoublePoints",
    "DoubleTotal",
    "Entry",
    "Flat",
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
    "Tie",
    "UpcardLimit",
    "VoidAward",
]
