"""Matches in sequence: a number of them, or up to a grand total. Rule: EXTRA-07."""

from collections.abc import Iterable
from typing import final

import attrs

from ginrules.errors import MatchError, RulesError
from ginrules.match import Match, MatchOutcome
from ginrules.results import Seat, is_whole
from ginrules.rules import Rules
from ginrules.seating import NextDealer, TwoPlayers


@final
@attrs.frozen(kw_only=True)
class SeriesOutcome:
    """How a series ended."""

    names: tuple[str, ...]
    winner: int | None
    """Who won, by number; None for a draw."""
    matches_won: tuple[int, ...]
    net: tuple[int, ...]
    """The nets of all matches together; they sum to zero. Rule: MATCH-06."""


@final
@attrs.frozen(kw_only=True)
class Series:
    """Matches under one ruleset between the same players. Begin one with :meth:`start`. Rule: EXTRA-07.

    It ends after a number of matches, and whoever has the better net of all has won; or when somebody's net
    reaches a grand total. The running list of nets is what a Swedish guide hangs on the refrigerator.

    >>> from ginrules import presets
    >>> series = Series.start(presets.CLASSIC, names=("Anna", "Bertil"), matches=2, dealer=0)
    >>> series = series.enter(series.match.resign(1))
    >>> series.net, series.outcome is None
    ((200, -200), True)
    """

    rules: Rules
    names: tuple[str, ...]
    matches: int | None
    """How many matches are played; None where a grand total ends it."""
    grand_total: int | None
    """The net that ends it; None where a number of matches does."""
    match: Match
    """The match in progress, or, when the series is over, the last one."""
    finished: tuple[MatchOutcome, ...] = ()
    """How the matches so far ended, in order."""

    @classmethod
    def start(
        cls,
        rules: Rules,
        *,
        names: Iterable[str],
        matches: int | None = None,
        grand_total: int | None = None,
        dealer: Seat | int | None = None,
    ) -> "Series":
        """Return a new series.

        Args:
            rules: the ruleset of every match.
            names: of the players, as for :meth:`Match.start <ginrules.Match.start>`.
            matches: how many matches; or
            grand_total: the net that ends it, such as 500.
            dealer: who deals first in the first match; None to draw cards for it.

        Raises:
            RulesError: not exactly one of *matches* and *grand_total* is given, or it is below 1.
            MatchError: the names will not do.

        """
        clashes = [
            f"{name} is {value!r}; expected a whole number, 1 or more"
            for name, value in (("matches", matches), ("grand_total", grand_total))
            if value is not None and not is_whole(value, least=1)
        ]
        if (matches is None) == (grand_total is None):
            clashes.append("a series ends after a number of matches or at a grand total; expected one of the two")
        if clashes:
            raise RulesError(clashes)
        match = Match.start(rules, names=names, dealer=dealer)
        return cls(
            rules=rules,
            names=match.names,
            matches=matches,
            grand_total=grand_total,
            match=match,
        )

    @property
    def net(self) -> tuple[int, ...]:
        """The nets of the finished matches together, by account."""
        if not self.finished:
            return (0,) * self.match.seating.accounts
        return tuple(map(sum, zip(*(outcome.net for outcome in self.finished), strict=True)))

    @property
    def matches_won(self) -> tuple[int, ...]:
        """How many matches each account has won."""
        won = [outcome.winner for outcome in self.finished]
        return tuple(won.count(Seat(account)) for account in range(self.match.seating.accounts))

    @property
    def outcome(self) -> SeriesOutcome | None:
        """How the series ended, or None while it goes on."""
        net = self.net
        if self.matches is not None:
            over = len(self.finished) >= self.matches
        else:
            over = self.grand_total is not None and max(net) >= self.grand_total
        if not over:
            return None
        best = max(net)
        return SeriesOutcome(
            names=self.match.account_names,
            winner=net.index(best) if net.count(best) == 1 else None,
            matches_won=self.matches_won,
            net=net,
        )

    def enter(self, match: Match) -> "Series":
        """Return the series after a finished match, the next one begun; its dealer is whose turn it would be.

        Raises:
            MatchError: the series is over, the match is not finished, or it is not one of this series.

        """
        if self.outcome is not None:
            raise MatchError("the series is over, so no match is entered any more")
        if (match.rules, match.names) != (self.rules, self.names):
            raise MatchError("the match has other rules or players than the series")
        outcome = match.outcome
        if outcome is None:
            raise MatchError("the match is not finished")
        following = match
        finished = (*self.finished, outcome)
        series = attrs.evolve(self, match=following, finished=finished)
        if series.outcome is not None:
            return series
        following = Match.start(self.rules, names=self.names, dealer=_next_first_dealer(match, outcome))
        return attrs.evolve(series, match=following)


def _next_first_dealer(match: Match, outcome: MatchOutcome) -> int | None:
    """Return who deals first in the next match, as after a deal: winner, loser, or the other. Rule: MATCH-08."""
    winner, first = outcome.winner, match.first_dealer
    seating = match.seating
    accounts = seating.accounts
    next_dealer = seating.next_dealer if isinstance(seating, TwoPlayers) else NextDealer.LOSER
    if next_dealer is NextDealer.ALTERNATE or winner is None:
        return None if first is None else (first + 1) % accounts
    if next_dealer is NextDealer.WINNER:
        return winner
    # Boxes can leave the winner with the worst net; he has not lost the match. Rule: MATCH-02.
    losers = (account for account in range(accounts) if account != winner)
    return min(losers, key=lambda account: (outcome.net[account], account))
