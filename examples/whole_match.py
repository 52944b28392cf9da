"""A whole match between two bots, from shuffled decks to the settlement."""

import random

from ginrules import Match, presets
from ginrules.bots import GreedyBot, SimpleBot, play_match


def main() -> None:
    """Play a match under the classic rules and print its sheet."""
    rng = random.Random(7)
    start = Match.start(presets.CLASSIC, names=("Greta", "Simon"), dealer=0)
    match = start
    for match, deal in play_match(start, (GreedyBot(), SimpleBot(rng)), rng):
        result = deal.result
        if result is not None:
            print(f"{result.ending.value:8} deadwood {result.deadwood}  points so far {match.sheet.points}")
    outcome = match.outcome
    if outcome is not None:
        for name, total, net in zip(outcome.names, outcome.totals, outcome.net, strict=True):
            print(f"{name}: {total} in all, {net:+} net")


if __name__ == "__main__":
    main()
