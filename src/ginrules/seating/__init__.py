"""Who deals and who meets whom: two players, three of whom one rests, or two sides.

What a match asks of its seating is :class:`Seating`; a third party's may be any value with its methods.
"""

from ginrules.seating.partnership import Box, Partnership, VoidInRound, usual_target
from ginrules.seating.policy import Booking, Round, Seating, Table
from ginrules.seating.three_handed import DealerRole, ThreeHanded
from ginrules.seating.two_players import NextDealer, TwoPlayers, VoidRedeal

__all__ = [
    "Booking",
    "Box",
    "DealerRole",
    "NextDealer",
    "Partnership",
    "Round",
    "Seating",
    "Table",
    "ThreeHanded",
    "TwoPlayers",
    "VoidInRound",
    "VoidRedeal",
    "usual_target",
]
