"""Named tables of the two-deck game, each with its sources. A name is only a label."""

from typing import Final

from ginrules.contract.contracts import Contract
from ginrules.contract.rules import SEVEN_ROUNDS, Rules
from ginrules.errors import RulesError, perhaps

SVENSK_7: Final = Rules(
    name="svensk-7",
    title="Swedish gin with two decks, seven rounds",
    sources=("a long Swedish guide (SG)",),
)
"""Two decks and four jokers, eleven cards, seven contracts, the last in one sweep. Rule: SVENSK-11."""

SVENSK_15: Final = Rules(
    name="svensk-15",
    title="Swedish gin with two decks, fifteen rounds",
    sources=("a long Swedish guide (SG), which says that no standard exists; the later rounds are ours",),
    contracts=(
        *SEVEN_ROUNDS[:6],
        *map(
            Contract.parse,
            (
                "3 runs, deal 12",
                "4 sets, deal 12",
                "3 sets, 1 run, deal 13",
                "2 sets, 2 runs, deal 14",
                "1 set, 3 runs, deal 15",
                "4 runs, deal 16",
                "3 sets, 1 run of 5, deal 14",
                "1 set, 1 run of 10, deal 13",
                "3 runs of 5, all out, deal 14",
            ),
        ),
    ),
)
"""Fifteen rounds with growing contracts and deals. Rule: SVENSK-12."""

SVENSK_8: Final = Rules(
    name="svensk-8",
    title="Swedish gin with two decks, eight rounds",
    sources=("the table of a Swedish player",),
    contracts=(
        *SEVEN_ROUNDS[:6],
        Contract.parse("4 sets, deal 12"),
        Contract.parse("3 runs, all out, deal 12"),
    ),
    joker_points=50,
    ace_points=25,
    court_points=10,
    number_points=5,
)
"""Eight rounds; a joker costs 50, an ace 25, a court card 10, any other 5. Rule: SVENSK-14."""

_BY_NAME: Final = {rules.name: rules for rules in (SVENSK_7, SVENSK_15, SVENSK_8)}


def names() -> tuple[str, ...]:
    """Return the names of the tables."""
    return tuple(_BY_NAME)


def get(name: str) -> Rules:
    """Return the table of this name.

    >>> from ginrules.contract import presets
    >>> presets.get("svensk-15").rounds
    15

    Raises:
        RulesError: there is no such table; the nearest names are told.

    """
    rules = _BY_NAME.get(name)
    if rules is None:
        raise RulesError([f"no table is called {name!r}{perhaps(str(name), _BY_NAME)}"])
    return rules
