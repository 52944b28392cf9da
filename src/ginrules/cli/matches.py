"""Bots compared over whole matches: each is played once with every bot in every part, from the same decks."""

from collections.abc import Iterator, Sequence
from typing import Final, final

import attrs

from ginrules.bots import play_match
from ginrules.cli.estimates import Estimate, mean, share
from ginrules.cli.options import BotName, generator
from ginrules.match import Match
from ginrules.rules import Rules

MOST_DEALS: Final = 300
"""After so many deals a match is given up: random play hardly ends one that asks for gin."""


@final
@attrs.frozen(kw_only=True)
class Played:
    """A match between bots, and who took which part."""

    match: Match
    parts: tuple[int, ...]
    """The number of the bot that plays for each account."""


@final
@attrs.frozen(kw_only=True)
class Standing:
    """How one bot did, with what is known of it in the long run."""

    name: str
    won: Estimate | None
    """Share of the matches that ended."""
    net: Estimate | None
    """Points a match that it gets from the others, or owes them."""


@final
@attrs.frozen(kw_only=True)
class MatchReport:
    """What came of it all."""

    matches: int
    unfinished: int
    """Matches that were given up after :data:`MOST_DEALS` deals; they count no further."""
    drawn: int
    standings: tuple[Standing, ...]
    deals: Estimate
    """Deals a match, void ones included."""


def play_matches(rules: Rules, bots: Sequence[BotName], *, groups: int, seed: int) -> Iterator[tuple[Played, ...]]:
    """Yield the matches of each group, one for each account, in which the bots take every part in turn.

    All matches of a group get the same decks, and every group its own generators.
    """
    accounts = rules.seating.accounts
    for number in range(groups):
        yield tuple(
            _played(rules, bots, tuple((account + turn) % accounts for account in range(accounts)), seed, number)
            for turn in range(accounts)
        )


def _played(rules: Rules, bots: Sequence[BotName], parts: tuple[int, ...], seed: int, number: int) -> Played:
    seating = rules.seating
    players = [
        bots[parts[seating.account_of(player)]].make(generator(seed, f"player {player} match {number}"))
        for player in range(seating.players)
    ]
    names = [f"player {player}" for player in range(1, seating.players + 1)]
    match = Match.start(rules, names=names, dealer=number % seating.accounts)
    for then, _ in play_match(match, players, generator(seed, f"match {number}")):
        match = then
        if len(match.entries) == MOST_DEALS:
            break
    return Played(match=match, parts=parts)


@final
class MatchTally:
    """Counts matches as they are finished."""

    def __init__(self, bots: int) -> None:
        self.matches = 0
        self.unfinished = 0
        self._drawn = 0
        self._won = [0] * bots
        # By group, since the matches of a group are not independent.
        self._nets: list[list[float]] = [[] for _ in range(bots)]
        self._deals: list[float] = []

    def add(self, group: Sequence[Played]) -> None:
        """Count the matches of one group."""
        self.matches += len(group)
        nets: list[list[int]] = [[] for _ in self._nets]
        for played in group:
            outcome = played.match.outcome
            if outcome is None:
                self.unfinished += 1
                continue
            if outcome.winner is None:
                self._drawn += 1
            else:
                self._won[played.parts[outcome.winner]] += 1
            for account, bot in enumerate(played.parts):
                nets[bot].append(outcome.net[account])
        self._deals.append(sum(len(played.match.entries) for played in group) / len(group))
        for bot, known in enumerate(nets):
            if known:
                self._nets[bot].append(sum(known) / len(known))

    def report(self, names: Sequence[str]) -> MatchReport:
        """Return what came of the matches so far, of which there must be some."""
        ended = self.matches - self.unfinished
        return MatchReport(
            matches=self.matches,
            unfinished=self.unfinished,
            drawn=self._drawn,
            standings=tuple(
                Standing(name=name, won=share(won, ended) if ended else None, net=mean(nets) if nets else None)
                for name, won, nets in zip(names, self._won, self._nets, strict=True)
            ),
            deals=mean(self._deals),
        )
