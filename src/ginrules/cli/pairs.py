"""Two bots compared fairly: each deck is played twice, with the parts of dealer and non-dealer exchanged."""

from collections.abc import Iterator, Sequence
from typing import final

import attrs

from ginrules.bots import play_deal
from ginrules.cards import shuffled_deck
from ginrules.cli.estimates import Estimate, mean, share
from ginrules.cli.options import BotName, generator
from ginrules.deal import Deal
from ginrules.results import SEATS, Ending, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealScore


@final
@attrs.frozen(kw_only=True)
class Finished:
    """A deal that was played to its end, and what it was worth. Bot 0 sits on seat 0, bot 1 on seat 1."""

    deal: Deal
    ending: Ending
    knocker: Seat | None
    score: DealScore

    @property
    def discards(self) -> int:
        """How many cards were discarded by both, the face-down card of a knock included."""
        spread = self.deal.state.spread
        face_down = spread is not None and spread.discard is not None
        return sum(self.deal.state.turns) + face_down

    @property
    def is_undercut(self) -> bool:
        """Whether the defender won against a knock."""
        return self.ending is Ending.KNOCK and self.score.winner not in (None, self.knocker)

    def points(self, seat: Seat) -> int:
        """Return what a seat scored."""
        return self.score.points if self.score.winner == seat else 0


@final
@attrs.frozen(kw_only=True)
class BotReport:
    """What one bot did, with what is known of it in the long run."""

    name: str
    won: Estimate
    """Share of all deals that it won."""
    knocks: Estimate
    """Share of all deals that it won by an ordinary knock."""
    gins: Estimate
    """Share of all deals that it won by gin or big gin."""
    undercuts: Estimate
    """Share of all deals that it won by an undercut."""
    points: Estimate
    """Points a deal."""


@final
@attrs.frozen(kw_only=True)
class Report:
    """What came of it all."""

    deals: int
    bots: tuple[BotReport, ...]
    ahead: Estimate
    """Points a deal that the first bot is ahead of the second."""
    gins: Estimate
    undercuts: Estimate
    voids: Estimate
    discards: Estimate
    """Cards discarded a deal, the face-down card of a knock included."""


def play_pairs(rules: Rules, bots: Sequence[BotName], *, decks: int, seed: int) -> Iterator[tuple[Finished, ...]]:
    """Yield the two deals of each deck; seat 0 deals in the first of them, seat 1 in the second.

    Every deal has generators of its own, so that what one deck brings depends on the seed and its number only.
    """
    for number in range(decks):
        deck = shuffled_deck(generator(seed, f"deck {number}"), rules.deck)
        yield tuple(_play(Deal.start(rules, deck, dealer=dealer), bots, seed, number) for dealer in SEATS)


def _play(deal: Deal, bots: Sequence[BotName], seed: int, number: int) -> Finished:
    players = [
        bot.make(generator(seed, f"bot {seat} dealer {deal.dealer} deck {number}"))
        for seat, bot in enumerate(bots)
    ]
    played = play_deal(deal, players)
    result = played.result
    assert result is not None  # noqa: S101  it has been played to its end
    score = deal.rules.scoring.price(result)
    return Finished(deal=played, ending=result.ending, knocker=result.knocker, score=score)


@final
class Tally:
    """Counts deals as they are finished; a report can be had at any time."""

    def __init__(self) -> None:
        self.deals = 0
        self._won = [dict.fromkeys(("knock", "gin", "undercut"), 0) for _ in SEATS]
        self._undercuts = self._gins = self._voids = 0
        # By deck, since the two deals of a deck are not independent.
        self._points: list[list[float]] = [[] for _ in SEATS]
        self._ahead: list[float] = []
        self._discards: list[float] = []

    def add(self, pair: Sequence[Finished]) -> None:
        """Count the deals of one deck."""
        for finished in pair:
            self._count(finished)
        first, second = (sum(finished.points(seat) for finished in pair) / len(pair) for seat in SEATS)
        self._points[0].append(first)
        self._points[1].append(second)
        self._ahead.append(first - second)
        self._discards.append(sum(finished.discards for finished in pair) / len(pair))

    def _count(self, finished: Finished) -> None:
        self.deals += 1
        gin = finished.ending in {Ending.GIN, Ending.BIG_GIN}
        self._gins += gin
        self._undercuts += finished.is_undercut
        self._voids += finished.ending is Ending.VOID
        if finished.score.winner is not None:
            how = "gin" if gin else "undercut" if finished.is_undercut else "knock"
            self._won[finished.score.winner][how] += 1

    def report(self, names: Sequence[str]) -> Report:
        """Return what came of the deals so far, of which there must be some."""
        return Report(
            deals=self.deals,
            bots=tuple(
                BotReport(
                    name=name,
                    won=share(sum(won.values()), self.deals),
                    knocks=share(won["knock"], self.deals),
                    gins=share(won["gin"], self.deals),
                    undercuts=share(won["undercut"], self.deals),
                    points=mean(points),
                )
                for name, won, points in zip(names, self._won, self._points, strict=True)
            ),
            ahead=mean(self._ahead),
            gins=share(self._gins, self.deals),
            undercuts=share(self._undercuts, self.deals),
            voids=share(self._voids, self.deals),
            discards=mean(self._discards),
        )
