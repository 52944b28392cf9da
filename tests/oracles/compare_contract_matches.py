"""Let collecting bots play whole matches of the two-deck game, and check each and its record.

The tests play a few; the command plays as many as one likes, with three to six players in turn::

    PYTHONPATH=tests python -m oracles.compare_contract_matches --matches 200 --rules svensk-7
"""

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random

from ginrules.contract import Match, Rules, presets, records
from ginrules.contract.bots import Bot, CollectorBot, RandomBot, play_match

NAMES = ("Anna", "Bertil", "Cilla", "David", "Eva", "Filip")


def played(rules: Rules, players: int, seed: int, *, random: bool = False) -> Match:
    """Return a finished match between such bots."""
    rng = Random(seed)
    bots: list[Bot] = [RandomBot(rng) if random else CollectorBot() for _ in range(players)]
    match = Match.start(rules, names=NAMES[:players], dealer=seed % players)
    for then, _ in play_match(match, bots, rng):
        match = then
    return match


def problems(match: Match) -> list[str]:
    """Return what is wrong with a finished match."""
    found: list[str] = []
    for entry in match.entries:
        result = entry.result
        if result is None or result.points != tuple(map(match.rules.points, result.hands)):
            found.append(f"round {entry.number}: the points are not those of the hands")
        elif result.out is not None and result.points[result.out]:
            found.append(f"round {entry.number}: who went out has points")
    if match.totals != tuple(map(sum, zip(*(entry.points for entry in match.entries), strict=True))):
        found.append("the totals are not the sums")
    for write in (records.to_text, records.to_json):
        again = records.replay(write(match))
        if again != match or not isinstance(again, Match) or again.outcome != match.outcome:
            found.append(f"{write.__name__} does not replay to the same")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and report; the status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--rules", choices=presets.names(), default="svensk-7")
    asked = parser.parse_args(arguments)
    began = time.perf_counter()
    rounds = gone_out = wrong = 0
    for seed in range(asked.seed, asked.seed + asked.matches):
        match = played(presets.get(asked.rules), 3 + seed % 4, seed)
        rounds += len(match.entries)
        gone_out += sum(entry.result is not None and entry.result.out is not None for entry in match.entries)
        for problem in problems(match):
            wrong += 1
            sys.stdout.write(f"seed {seed}: {problem}\n")
    seconds = time.perf_counter() - began
    sys.stdout.write(
        f"{asked.rules}: {asked.matches} matches, {rounds} rounds, in {gone_out} somebody went out;"
        f" {wrong} problems; {seconds:.0f} s\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
