"""Options that several commands take, and what is read from them."""

import random
import re
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, TypeAlias, assert_never

import typer

from ginrules import presets
from ginrules.bots import Bot, GreedyBot, RandomBot, SimpleBot
from ginrules.cards import RandomSource
from ginrules.errors import GinRulesError
from ginrules.records import read_limited, rules_from_toml
from ginrules.rules import Rules

RulesOption: TypeAlias = Annotated[
    str,
    typer.Option("--rules", metavar="NAME", help="A ruleset of `ginrules rules`, or a TOML file of house rules."),
]
SeedOption: TypeAlias = Annotated[
    int | None, typer.Option("--seed", help="Seed of all chance; without it another one each time.")
]
PlayersOption: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="N", help="How many play, where that is not settled by the ruleset.", min=2),
]
DEFAULT_RULES: Final = "classic"
_STAKE: Final = re.compile(r"[0-9]{1,9}([.,][0-9]{1,6})?")


class UsageError(GinRulesError):
    """An option that cannot be, or options that do not go together."""


class BotName(StrEnum):
    """The bots that can be named at the command line."""

    GREEDY = "greedy"
    SIMPLE = "simple"
    RANDOM = "random"

    def make(self, rng: RandomSource) -> Bot:
        """Return such a bot."""
        match self:
            case BotName.GREEDY:
                return GreedyBot()
            case BotName.SIMPLE:
                return SimpleBot(rng)
            case BotName.RANDOM:
                return RandomBot(rng)
            case _:
                assert_never(self)


def read_rules(name: str) -> Rules:
    """Return the ruleset of this name, or the house rules in a file that ends in ``.toml``.

    Raises:
        RulesError: there is none, or the file holds no rules.
        RecordError: the file cannot be read.

    """
    if not name.lower().endswith(".toml"):
        return presets.get(name)
    return rules_from_toml(read_limited(Path(name)))


def read_names(text: str) -> tuple[str, ...]:
    """Return the names in a list parted by commas."""
    return tuple(name.strip() for name in text.split(","))


def read_bots(text: str) -> tuple[BotName, ...]:
    """Return the bots in a list parted by commas.

    Raises:
        UsageError: one of them is not known.

    """
    known = {bot.value: bot for bot in BotName}
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise UsageError(f"no bot is called {name[:40]!r}; expected {', '.join(known)}")
    return tuple(known[name] for name in names)


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names of bots, those that repeat with numbers.

    >>> numbered(["greedy", "simple", "simple"])
    ['greedy', 'simple 1', 'simple 2']
    """
    return [
        name if names.count(name) == 1 else f"{name} {names[: place + 1].count(name)}"
        for place, name in enumerate(names)
    ]


def read_stake(text: str | None) -> Decimal | None:
    """Return a stake a point; a comma may stand for the point.

    Raises:
        UsageError: it is no sum of money.

    """
    if text is None:
        return None
    if _STAKE.fullmatch(text.strip()) is None:
        raise UsageError(f"the stake is {text[:40]!r}; expected a sum a point, such as 0.5")
    return Decimal(text.strip().replace(",", "."))


def read_seed(seed: int | None) -> int:
    """Return the seed, a new one if none is given."""
    return random.SystemRandom().randrange(1_000_000) if seed is None else seed


def generator(seed: int, purpose: str) -> random.Random:
    """Return a generator of its own for one purpose, so that one use of chance does not disturb another."""
    return random.Random(f"{purpose} {seed}")  # noqa: S311  cards are not secrets
