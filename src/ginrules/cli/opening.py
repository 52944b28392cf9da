"""Who deals first: drawing cards for it, as the rules say."""

from collections.abc import Sequence

from ginrules.cards import Card, RandomSource, shuffled_deck
from ginrules.errors import MatchError
from ginrules.match import Match
from ginrules.rules import DealerDraw, Rules


def start_by_draw(
    rules: Rules, names: Sequence[str], rng: RandomSource
) -> tuple[Match, tuple[tuple[Card, ...], ...]]:
    """Return a new match whose first dealer chance has found, and the cards that were drawn for it.

    Equal ranks draw again; there are no cards where the rules leave it to chance. Rule: MATCH-07.
    """
    match = Match.start(rules, names=names)
    accounts = match.seating.accounts
    if rules.dealer_draw is DealerDraw.RANDOM:
        return Match.start(rules, names=names, dealer=int(rng.random() * accounts)), ()
    drawn: list[tuple[Card, ...]] = []
    while True:
        cards = shuffled_deck(rng)[:accounts]
        drawn.append(cards)
        try:
            return match.draw_for_deal(cards), tuple(drawn)
        except MatchError:
            continue  # equal ranks
