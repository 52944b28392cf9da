"""Named rulesets, each with its sources. A name is only a label: records carry the whole rules."""

from functools import cache
from typing import Final, final

import attrs

from ginrules.errors import RulesError, perhaps
from ginrules.melds import Aces
from ginrules.rules import DealerDraw, LastDiscard, Rules
from ginrules.scoring import (
    ColorGinScoring,
    DoubleTotal,
    Flat,
    HollywoodEnd,
    HollywoodScoring,
    SpadeDoubles,
    StandardScoring,
    Tie,
    UpcardLimit,
)
from ginrules.seating import Box, NextDealer, Partnership, ThreeHanded, TwoPlayers, VoidInRound, usual_target

GROUP: Final = "ginrules.rulesets"
"""The entry-point group by which packages add rulesets."""

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
    seating=TwoPlayers(next_dealer=NextDealer.WINNER),
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
    seating=TwoPlayers(next_dealer=NextDealer.LOSER),
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
    seating=TwoPlayers(next_dealer=NextDealer.ALTERNATE),
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
    seating=TwoPlayers(next_dealer=NextDealer.ALTERNATE),
)
"""For comparisons with that engine: a tie scores nothing, a taken card may go back, the last discard may be
taken to knock, and two ends of its own. Rule: EXTRA-04."""

HOLLYWOOD: Final = MODERN.replace(
    name="hollywood",
    title="Hollywood gin",
    sources=("a long Swedish guide (SG)",),
    scoring=HollywoodScoring(
        gin_bonus=25,
        undercut_bonus=25,
        big_gin_bonus=31,
        columns=3,
        target=100,
        game_bonus=100,
        box_bonus=25,
        shutout=DoubleTotal(),
        end=HollywoodEnd.ALL_CLOSED,
    ),
)
"""Modern gin in three columns, each settled on its own; the net over all of them decides. Rules: chapter 4."""

HOLLYWOOD_SHORT: Final = Rules(
    name="hollywood-short",
    title="Hollywood gin, first to two columns",
    sources=("a Swedish text on color gin and Hollywood (FG)",),
    scoring=HollywoodScoring(
        gin_bonus=25,
        undercut_bonus=10,
        big_gin_bonus=None,
        columns=3,
        target=100,
        game_bonus=0,
        box_bonus=0,
        shutout=None,
        end=HollywoodEnd.MOST_COLUMNS,
    ),
    dealer_draw=DealerDraw.RANDOM,
    seating=TwoPlayers(next_dealer=NextDealer.ALTERNATE),
)
"""Gin 25, undercut 10, no bonuses; whoever wins two of the three columns wins. Rules: chapter 4."""

OKLAHOMA: Final = MODERN.replace(
    name="oklahoma",
    title="Oklahoma gin",
    sources=("a long Swedish guide (SG)",),
    upcard_limit=UpcardLimit.ACE_GIN_ONLY,
    spade_doubles=SpadeDoubles.ALL,
    target=150,
)
"""Modern gin to 150 in which the upcard sets the knock limit and a spade doubles the deal. Rules: chapter 5."""

OKLAHOMA_CLASSIC: Final = CLASSIC.replace(
    name="oklahoma-classic",
    title="Oklahoma gin, classic",
    sources=("a Norwegian text (NO)", "a Finnish text (FI)"),
    upcard_limit=UpcardLimit.ACE_GIN_ONLY,
    target=150,
)
"""Classic gin to 150 in which the upcard sets the knock limit. Rules: chapter 5."""

COLOR_GIN: Final = Rules(
    name="color-gin",
    title="Color Gin (färg-gin)",
    sources=("a Swedish text on color gin and Hollywood (FG)", "Sid Sackson, who made the game"),
    scoring=ColorGinScoring(gin_bonus=20, undercut_bonus=10, big_gin_bonus=None, suit_target=100),
    dealer_draw=DealerDraw.RANDOM,
    seating=TwoPlayers(next_dealer=NextDealer.ALTERNATE),
)
"""Four scores, one a suit; the knocker's melds block suits; three suits win. Rules: chapter 6."""

STRAIGHT: Final = CLASSIC.replace(
    name="straight",
    title="Straight gin",
    sources=("Pagat, gin rummy variations",),
    knock_limit=0,
)
"""Classic scoring, but only gin ends a deal. Rule: EXTRA-01."""

PALACE: Final = Rules(
    name="palace",
    title="Palace gin",
    sources=("gin rummy programs of Game Colony and others",),
    scoring=StandardScoring(
        gin_bonus=25,
        undercut_bonus=20,
        big_gin_bonus=None,
        target=100,
        game_bonus=0,
        box_bonus=10,
        shutout=None,
        boxes_count_at_once=True,
    ),
)
"""Gin 25, undercut 20, boxes of 10 that count at once toward the target, no other bonus. Rule: EXTRA-02."""

ROUND_THE_CORNER: Final = Rules(
    name="round-the-corner",
    title="Round-the-corner gin",
    sources=("Pagat, gin rummy variations",),
    scoring=StandardScoring(
        gin_bonus=20,
        undercut_bonus=20,
        big_gin_bonus=None,
        target=125,
        game_bonus=100,
        box_bonus=20,
        shutout=Flat(100),
    ),
    aces=Aces.ROUND_THE_CORNER,
    ace_pips=15,
    layoff_on_gin=True,
)
"""Runs go round the corner, a loose ace counts 15, one lays off on gin, too; to 125. Rule: EXTRA-05."""

DOUBLING: Final = CLASSIC.replace(
    name="doubling",
    title="Gin rummy with doubling",
    sources=("the doubling cube of backgammon, as gin rummy clubs use it",),
    doubling_limit=64,
    refusal_points=10,
    target=200,
)
"""Classic gin to 200 in which a player may double before drawing. Rule: EXTRA-06."""

THREE_HANDED: Final = MODERN.replace(
    name="three-handed",
    title="Three-handed gin rummy",
    sources=("a long Swedish guide (SG)",),
    seating=ThreeHanded(),
)
"""Modern gin for three, two at a time: the dealer rests, and the loser deals next. Rules: chapter 7."""

PARTNERSHIP: Final = MODERN.replace(
    name="partnership",
    title="Partnership gin rummy",
    sources=("a long Swedish guide (SG)",),
    seating=Partnership(box=Box.PER_DEAL, void_in_round=VoidInRound.REDEAL),
    target=125,
)
"""Modern gin for two sides of two to 125: deals are netted, a box for every deal won. Rules: chapter 7."""

PARTNERSHIP_BICYCLE: Final = CLASSIC.replace(
    name="partnership-bicycle",
    title="Partnership gin rummy, after Bicycle",
    sources=("Bicycle, the rules of gin rummy",),
    seating=Partnership(box=Box.PER_ROUND, void_in_round=VoidInRound.ZERO),
    target=125,
)
"""Classic gin for two sides of two to 125: deals are netted, a box for the net of a round. Rules: chapter 7."""

_PRESETS: Final = {
    rules.name: rules
    for rules in (
        CLASSIC,
        MODERN,
        HOLLYWOOD,
        HOLLYWOOD_SHORT,
        OKLAHOMA,
        OKLAHOMA_CLASSIC,
        COLOR_GIN,
        STRAIGHT,
        PALACE,
        ROUND_THE_CORNER,
        DOUBLING,
        THREE_HANDED,
        PARTNERSHIP,
        PARTNERSHIP_BICYCLE,
        EAAI,
        OPENSPIEL,
    )
}


@final
@attrs.frozen
class Failure:
    """A ruleset of a third party that could not be loaded."""

    name: str
    """The name of its entry point."""
    distribution: str
    """The package that it comes with."""
    problem: str
    """What went wrong, a sentence."""


@cache
def _third_parties() -> tuple[dict[str, Rules], tuple[Failure, ...]]:
    """Load the rulesets that installed packages register; none of them breaks the rest."""
    from importlib.metadata import entry_points

    found: dict[str, Rules] = {}
    failures: list[Failure] = []
    for entry in entry_points(group=GROUP):
        try:
            rules = _loaded(entry.load(), entry.name, found)
        except Exception as error:  # noqa: BLE001  a plugin may do anything, and must not break the rest
            distribution = "" if entry.dist is None else entry.dist.name
            failures.append(Failure(entry.name, distribution, f"{type(error).__name__}: {error}"))
        else:
            found[rules.name] = rules
    return found, tuple(failures)


def _loaded(value: object, name: str, found: dict[str, Rules]) -> Rules:
    """Return the ruleset that an entry point stands for, if it may have that name."""
    if not isinstance(value, Rules):
        raise RulesError([f"the entry point is a {type(value).__name__}; expected a Rules"])
    if value.name != name:
        raise RulesError([f"the entry point is called {name!r}, but its ruleset {value.name!r}"])
    if name in _PRESETS or name in found:
        raise RulesError([f"another ruleset is called {name!r} already"])
    return value


def failures() -> tuple[Failure, ...]:
    """Return what could not be loaded of the entry-point group ``ginrules.rulesets``, and why."""
    return _third_parties()[1]


def names() -> tuple[str, ...]:
    """Return the names of all presets, the default first, those of third parties last.

    >>> names()[:2]
    ('classic', 'modern')
    """
    return (*_PRESETS, *_third_parties()[0])


def get(name: str) -> Rules:
    """Return the ruleset of this name; capitals and underscores do not matter.

    Packages add rulesets by entry points of the group ``ginrules.rulesets``, each a :class:`~ginrules.Rules`
    under its own name.

    >>> get("Classic") is CLASSIC
    True

    Raises:
        RulesError: there is none; the message has the nearest names.

    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    found = _PRESETS.get(key) or _third_parties()[0].get(key)
    if found is None:
        near = perhaps(key[:40], names()) or f"; there are {', '.join(names())}"
        raise RulesError([f"no ruleset is called {name[:40]!r}{near}"])
    return found


def for_players(rules: Rules, players: int) -> Rules:
    """Return the ruleset for so many players: two sides may be of any size, and then play to the usual target.

    A house that plays to another target than :func:`~ginrules.seating.usual_target` says keeps its own.

    >>> six = for_players(PARTNERSHIP, 6)
    >>> six.seating.players, six.scoring.knobs()["target"]
    (6, 150)

    Raises:
        RulesError: it is not for so many.

    """
    seating = rules.seating
    if players == seating.players:
        return rules
    if not isinstance(seating, Partnership):
        fitting = [
            known.name for known in (THREE_HANDED, PARTNERSHIP, PARTNERSHIP_BICYCLE) if _fits(known, players)
        ]
        instead = f"; there is {' or '.join(fitting)}" if fitting else ""
        raise RulesError([f"{rules.name} is for {seating.players} players, not for {players}{instead}"])
    target = rules.scoring.knobs().get("target")
    resized = rules.replace(players=players)
    usual = target == usual_target(seating.players)
    return resized.replace(target=usual_target(players)) if usual else resized


def _fits(rules: Rules, players: int) -> bool:
    """Return whether the ruleset can be had for so many players."""
    if isinstance(rules.seating, Partnership):
        return players >= rules.seating.players and players % 2 == 0
    return rules.seating.players == players
