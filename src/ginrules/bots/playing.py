"""Deals and matches between bots."""

from collections.abc import Iterator, Sequence

from ginrules.bots.protocol import Bot
from ginrules.cards import RandomSource, shuffled_deck
from ginrules.deal import Deal, Phase, view
from ginrules.match import Match


def play_deal(deal: Deal, bots: Sequence[Bot]) -> Deal:
    """Return the deal played to its end, each bot choosing for its seat.

    Raises:
        ginrules.IllegalAction: a bot chose what it may not do.

    """
    while deal.state.phase is not Phase.OVER:
        turn = deal.state.turn
        deal = deal.play(bots[turn].choose(view(deal.state, turn)))
    return deal


def play_match(match: Match, bots: Sequence[Bot], rng: RandomSource) -> Iterator[tuple[Match, Deal]]:
    """Yield the match after each deal, with the deal, until it is over.

    Where several deals are open at once, they are played one after the other.

    Args:
        match: a match in progress; its dealer must be known.
        bots: one a player, in the order of their names.
        rng: shuffles the decks; only ``rng.random()`` is called.

    """
    while match.outcome is None:
        now = match.round
        number = None if now is None else now.open_tables[0]
        begun = match.new_deal(shuffled_deck(rng, match.rules.deck), table=number)
        first, second = match.tables[0].players
        deal = play_deal(begun, (bots[first], bots[second]))
        match = match.enter(deal, table=number)
        yield match, deal
