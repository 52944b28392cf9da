"""Named rulesets, each with its sources. A name is only a label: records carry the whole rules."""

from typing import Final

from ginrules.errors import RulesError, perhaps
from ginrules.rules import DealerDraw, LastDiscard, NextDealer, Rules
from ginrules.scoring import DoubleTotal, Flat, StandardScoring, Tie

CLASSIC: Final = Rules(
    name="classic",
    title="Classic gin rummy",
    sources=("a Norwegian text (NO)", "a Finnish text (FI)"),
    scoring=StandardScoring(
        gin_bonus=20,
        undercut_bonus=10,
        big_gin_bonus=None,
        target=100,
        game_bonus=100,
        box_bonus=20,
        shutout=Flat(100),
    ),
    dealer_draw=DealerDraw.LOWEST,
    next_dealer=NextDealer.WINNER,
)
"""Undercut 10, gin 20, no big gin; to 100, 100 for the match, 20 a box, shutout 100 more. The default."""

MODERN: Final = Rules(
    name="modern",
    title="Modern gin rummy",
    sources=("a long Swedish guide (SG)",),
    scoring=StandardScoring(
        gin_bonus=25,
        undercut_bonus=25,
        big_gin_bonus=31,
        target=100,
        game_bonus=100,
        box_bonus=25,
        shutout=DoubleTotal(),
    ),
    dealer_draw=DealerDraw.HIGHEST,
    next_dealer=NextDealer.LOSER,
)
"""Undercut 25, gin 25, big gin 31; to 100, 100 for the match, 25 a box, a shutout doubles all."""

EAAI: Final = Rules(
    name="eaai",
    title="Gin rummy of the EAAI 2021 challenge",
    sources=("T. Neller, the gin rummy challenge of the EAAI undergraduate research track, 2021",),
    scoring=StandardScoring(
        gin_bonus=25,
        undercut_bonus=25,
        big_gin_bonus=None,
        target=100,
        game_bonus=0,
        box_bonus=0,
        shutout=None,
    ),
    dealer_draw=DealerDraw.RANDOM,
    next_dealer=NextDealer.ALTERNATE,
)
"""Undercut 25, gin 25, no boxes and bonuses; to 100, the dealer alternates. Rule: EXTRA-03."""

OPENSPIEL: Final = Rules(
    name="openspiel",
    title="The gin rummy of OpenSpiel",
    sources=("the gin_rummy game of the OpenSpiel framework",),
    scoring=StandardScoring(
        gin_bonus=25,
        undercut_bonus=25,
        big_gin_bonus=None,
        tie=Tie.NO_SCORE,
        target=1,
        game_bonus=0,
        box_bonus=0,
        shutout=None,
    ),
    may_return_taken=True,
    last_discard=LastDiscard.KNOCK_ONLY,
    pile_take_limit=50,
    return_limit=2,
    dealer_draw=DealerDraw.RANDOM,
    next_dealer=NextDealer.ALTERNATE,
)
"""For comparisons with that engine: a tie scores nothing, a taken card may go back, the last discard may be
taken to knock, and two ends of its own. Rule: EXTRA-04."""

_PRESETS: Final = {rules.name: rules for rules in (CLASSIC, MODERN, EAAI, OPENSPIEL)}


def names() -> tuple[str, ...]:
    """Return the names of all presets, the default first.

    >>> names()[:2]
    ('classic', 'modern')
    """
    return tuple(_PRESETS)


def get(name: str) -> Rules:
    """Return the preset of this name; capitals and underscores do not matter.

    >>> get("Classic") is CLASSIC
    True

    Raises:
        RulesError: there is none; the message has the nearest names.

    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    found = _PRESETS.get(key)
    if found is None:
        near = perhaps(key, _PRESETS) or f"; there are {', '.join(names())}"
        raise RulesError([f"no ruleset is called {name[:40]!r}{near}"])
    return found
