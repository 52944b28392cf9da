"""Let bots play whole matches under every preset, and check that the record of each replays to the same outcome.

The tests play a few; the command plays as many as one likes::

    PYTHONPATH=tests python -m oracles.compare_matches --matches 500 --seed 1

Random players hardly ever knock, so their matches can take more deals than a record holds: such a match is given
up after a number of deals, which is told. Other bots are expected to bring every match to its end.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from random import Random

import attrs

from ginrules import Match, Rules, presets
from ginrules.bots import Bot, GreedyBot, RandomBot, SimpleBot, play_match
from ginrules.records import replay, to_json, to_text
from ginrules.results import SEATS

MOST_DEALS = 300
"""After so many deals a match is given up; a record holds some more than that, even of random play."""

BOTS: dict[str, Callable[[Random], Bot]] = {
    "random": RandomBot,
    "simple": SimpleBot,
    "greedy": lambda _: GreedyBot(),
}


@attrs.frozen(kw_only=True)
class Difference:
    """A match that does not come back from its record, or that does not end."""

    preset: str
    bot: str
    seed: int
    what: str


def played(rules: Rules, bot: str, seed: int, *, most_deals: int = MOST_DEALS) -> Match:
    """Return a match between two such bots, given up by one of them if it takes more deals."""
    rng = Random(seed)
    names = ("Anna", "Bertil", "Cilla", "David")[: rules.seating.players]
    bots = [BOTS[bot](rng) for _ in names]
    match = Match.start(rules, names=names, dealer=seed % rules.seating.accounts)
    for then, _ in play_match(match, bots, rng):
        match = then
        if len(match.entries) == most_deals:
            break
    if match.outcome is None and rules.seating.accounts == len(SEATS):
        match = match.resign(seed % len(names))
    return match  # of three nobody can give a match up for all


def differences(match: Match) -> list[str]:
    """Return in what the match differs from what its record in text and in JSON replays to."""
    found: list[str] = []
    for form, write in (("text", to_text), ("JSON", to_json)):
        again = replay(write(match))
        if not isinstance(again, Match):
            found.append(f"the {form} replays to a {type(again).__name__}")
            continue
        if again.outcome != match.outcome:
            found.append(f"the {form} replays to {again.outcome}, not to {match.outcome}")
        if again != match or [entry.deal for entry in again.entries] != [entry.deal for entry in match.entries]:
            found.append(f"the {form} replays to another match")
    return found


def compare(preset: str, bot: str, seed: int) -> tuple[bool, list[Difference]]:
    """Play a match and replay it; return whether it was given up, and what is wrong."""
    match = played(presets.get(preset), bot, seed)
    given_up = match.resigned is not None or match.outcome is None
    wrong = differences(match)
    if given_up and bot != "random":
        wrong.append(f"no end after {MOST_DEALS} deals")
    return given_up, [Difference(preset=preset, bot=bot, seed=seed, what=what) for what in wrong]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and report; the status is 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=10, help="matches a preset and a kind of bot")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--preset", action="append", choices=presets.names(), help="only this one, or these")
    parser.add_argument("--bot", action="append", choices=tuple(BOTS), help="only this one, or these")
    asked = parser.parse_args(arguments)
    wrong: list[Difference] = []
    for preset in asked.preset or presets.names():
        for bot in asked.bot or BOTS:
            given_up = 0
            for seed in range(asked.seed, asked.seed + asked.matches):
                gave_up, found = compare(preset, bot, seed)
                given_up += gave_up
                wrong += found
            sys.stdout.write(f"{preset}, {bot}: {asked.matches} matches, {given_up} given up\n")
            sys.stdout.flush()
    for difference in wrong:
        sys.stdout.write(f"{difference}\n")
    sys.stdout.write(f"{len(wrong)} differences\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
