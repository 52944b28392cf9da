"""A match: the rounds with their contracts in order, who deals them, the penalty points, and who wins.

Rules: SVENSK-03, SVENSK-11, SVENSK-12, SVENSK-14, SVENSK-15.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import final

import attrs

from ginrules.contract.cards import AnyCard, Hand
from ginrules.contract.contracts import is_int
from ginrules.contract.play import Round
from ginrules.contract.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from ginrules.contract.state import RoundResult
from ginrules.errors import CardError, MatchError
from ginrules.names import name_problems, shown, shown_name


@final
@attrs.frozen(kw_only=True)
class MatchEntry:
    """A finished round of a match."""

    number: int
    """The number of the round, from 1."""
    dealer: int
    """The seat that dealt it. Rule: SVENSK-03."""
    points: tuple[int, ...]
    """The penalty points of each seat; fewer are better. Rule: SVENSK-14."""
    result: RoundResult | None = None
    """How it ended; None where the match was fed bare points."""
    round: Round | None = attrs.field(default=None, eq=False, repr=False)
    """The round with its cards, if the match was fed one; not compared, since the points say what counts."""

    @property
    def played(self) -> Round | RoundResult | tuple[int, ...]:
        """What the match was fed: the round, its result, or bare points."""
        return self.round or self.result or self.points


@final
@attrs.frozen(kw_only=True)
class MatchOutcome:
    """How a match ended: the lowest total wins. Rule: SVENSK-14."""

    names: tuple[str, ...]
    """The names of the players, by seat."""
    totals: tuple[int, ...]
    """The penalty points of each seat, all rounds added up."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the lowest total; several share. **[d]** Rule: SVENSK-14."""
        return tuple(seat for seat, total in enumerate(self.totals) if total == min(self.totals))

    @property
    def ranking(self) -> tuple[int, ...]:
        """All seats, the lowest total first; of equal totals the lower seat first."""
        return tuple(sorted(range(len(self.totals)), key=lambda seat: self.totals[seat]))


@final
@attrs.frozen(kw_only=True, repr=False)
class Match:
    """A match under way or finished. Begin one with :meth:`start`; the bare constructor checks nothing.

    It is fed finished rounds, their results, or bare penalty points from a table with real cards; every call
    returns a new match. Rules: SVENSK-03, SVENSK-11, SVENSK-12, SVENSK-14.

    >>> from ginrules.contract import Match, presets
    >>> match = Match.start(presets.SVENSK_7, names=("Anna", "Bertil", "Cilla"), dealer=0)
    >>> match = match.enter((0, 45, 13)).enter((30, 0, 8))
    >>> match.totals, match.number, match.dealer
    ((30, 45, 21), 3, 2)
    """

    rules: Rules
    """The rules of the table, which never change."""
    names: tuple[str, ...]
    """The names of the players as they sit to the left around the table."""
    first_dealer: int
    """The seat that deals the first round."""
    entries: tuple[MatchEntry, ...] = ()
    """The finished rounds, in order. All the rest of the match follows from them."""

    @classmethod
    def start(cls, rules: Rules, *, names: Iterable[str], dealer: int = 0) -> "Match":
        """Return a new match.

        Args:
            rules: the rules of the table.
            names: of the players, as they sit to the left around the table: each on one line, at most 40
                characters, no two the same.
            dealer: the seat that deals the first round.

        Raises:
            MatchError: the names will not do, or the dealer is no seat.
            RulesError: the cards do not deal to so many in some round.

        """
        checked = checked_names(names)
        rules.check_players(len(checked))
        if not is_int(dealer) or not 0 <= dealer < len(checked):
            raise MatchError(f"dealer is {shown(dealer)}; expected a seat from 0 to {len(checked) - 1}")
        return cls(rules=rules, names=checked, first_dealer=dealer)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def totals(self) -> tuple[int, ...]:
        """The penalty points of each seat so far. Rule: SVENSK-14."""
        return tuple(sum(entry.points[seat] for entry in self.entries) for seat in range(self.players))

    @property
    def number(self) -> int | None:
        """The number of the round that is due, from 1; None when the match is over."""
        played = len(self.entries)
        return played + 1 if played < self.rules.rounds else None

    @property
    def dealer(self) -> int | None:
        """The seat that deals the round that is due; None when the match is over.

        **[d]** The deal passes to the left. Rule: SVENSK-03.
        """
        return None if self.number is None else (self.first_dealer + len(self.entries)) % self.players

    @property
    def outcome(self) -> MatchOutcome | None:
        """How the match ended, or None while rounds are due. Rule: SVENSK-14."""
        return None if self.number is not None else MatchOutcome(names=self.names, totals=self.totals)

    def new_round(self, deck: Iterable[AnyCard]) -> Round:
        """Return the round that is due, dealt from a shuffled deck by whose turn it is.

        Args:
            deck: all cards of ``rules.deck``, the first dealt first.

        Raises:
            MatchError: the match is over.
            StateError: the deck is not the cards that the rules play with.

        >>> import random
        >>> from ginrules.contract import Match, presets, shuffled
        >>> match = Match.start(presets.SVENSK_7, names=("Anna", "Bertil", "Cilla"), dealer=1)
        >>> match.new_round(shuffled(random.Random(7), match.rules.deck)).state.turn
        2

        """
        number, dealer = self._due()
        return Round.start(self.rules, number, deck, players=self.players, dealer=dealer)

    def enter(self, played: Round | RoundResult | Sequence[int]) -> "Match":
        """Return the match after the round that is due.

        Args:
            played: the finished round, its result, or the bare penalty points of each seat from a table with real
                cards.

        Raises:
            MatchError: the match is over; the round is not finished, or not the one that is due here; or no round
                under these rules can end so.

        """
        number, dealer = self._due()
        result: RoundResult | None = None
        if isinstance(played, (Round, RoundResult)):
            result = self._result_of(played, number, dealer) if isinstance(played, Round) else played
            points = self._points_of(result, number)
        else:
            points = self._priced(played)
        entry = MatchEntry(
            number=number,
            dealer=dealer,
            points=points,
            result=result,
            round=played if isinstance(played, Round) else None,
        )
        return attrs.evolve(self, entries=(*self.entries, entry))

    def undo(self) -> "Match":
        """Return the match without its last entry.

        Raises:
            MatchError: nothing has been entered.

        """
        if not self.entries:
            raise MatchError("there is no entry to take back")
        return attrs.evolve(self, entries=self.entries[:-1])

    def __repr__(self) -> str:
        """Return an expression that evaluates to the match."""
        entries = (f".enter({entry.result or entry.points!r})" for entry in self.entries)
        first = f"Match.start({self.rules!r}, names={self.names!r}, dealer={self.first_dealer!r})"
        return f"{first}{''.join(entries)}"

    def _due(self) -> tuple[int, int]:
        """Return the number and the dealer of the round that is due."""
        number, dealer = self.number, self.dealer
        if number is None or dealer is None:
            won = " and ".join(self.names[seat] for seat in self._lowest())
            raise MatchError(
                f"the match is over after {self.rules.rounds} rounds, won by {won}; take the last entry back, or"
                " start another"
            )
        return number, dealer

    def _lowest(self) -> tuple[int, ...]:
        return MatchOutcome(names=self.names, totals=self.totals).winners

    def _result_of(self, played: Round, number: int, dealer: int) -> RoundResult:
        """Return the result of a round, once it is sure that it is the one that is due."""
        start = played.start_state
        if start.rules != self.rules:
            raise MatchError("the round was played under other rules; those of a match never change")
        if start.players != self.players:
            raise MatchError(f"{start.players} played the round; there are {self.players} in this match")
        if start.number != number:
            raise MatchError(f"it was round {start.number}; round {number} is due")
        if start.dealer != dealer:
            raise MatchError(f"seat {start.dealer} dealt; in this match it is for seat {dealer} to deal")
        if played.result is None:
            raise MatchError(f"the round is not finished: {played.state.phase.value} is due")
        return played.result

    def _points_of(self, result: RoundResult, number: int) -> tuple[int, ...]:
        """Return the points of a result, once it is sure that the round that is due can end so."""
        problems = [*_result_problems(result, self.rules, self.players, number)]
        if problems:
            raise MatchError("; ".join(problems))
        return result.points

    def _priced(self, told: Sequence[int]) -> tuple[int, ...]:
        """Return bare points, once it is sure that cards left in the hands can cost that.

        Rules: SVENSK-13, SVENSK-14.
        """
        points = _checked_points(told, self.players)
        prices = _prices(self.rules)
        free = min(prices) == 0
        without = [self.names[seat] for seat, paid in enumerate(points) if paid == 0]
        if len(without) > 1 and not free:
            raise MatchError(
                f"{' and '.join(without)} have 0 points; every card costs something, and only one player goes out"
            )
        together = sum(points)
        most = sum(price * number for price, number in prices.items())
        if together > most:
            raise MatchError(f"{shown(together)} points in one round; all cards together cost {most}")
        possible = _sums(prices)
        for name, paid in zip(self.names, points, strict=True):
            if not possible >> paid & 1:
                raise MatchError(f"no cards cost {paid}, the points of {name}")
        if not possible >> together & 1:
            raise MatchError(f"no cards cost {together}, the points of all together")
        return points


def _prices(rules: Rules) -> Counter[int]:
    """Return how many cards of the deck cost how much."""
    return Counter(map(rules.points, rules.deck))


def _sums(prices: Counter[int]) -> int:
    """Return what cards of these prices can cost together: a bit for each sum."""
    sums = 1
    for price, number in prices.items():
        left, step = number, 1
        while left:  # so many of one price are made of 1, 2, 4 ... of them and the rest
            part = min(step, left)
            sums |= sums << price * part
            left -= part
            step *= 2
    return sums


def _checked_points(points: Sequence[int], players: int) -> tuple[int, ...]:
    if not isinstance(points, Sequence) or isinstance(points, (str, bytes, bytearray)):
        raise MatchError(
            f"{type(points).__name__} is nothing that a match is fed; expected a finished round, its result, or"
            f" the points of each of {players} players"
        )
    told = tuple(islice(points, players + 1))
    if len(told) != players:
        count = f"more than {players}" if len(told) > players else str(len(told))
        raise MatchError(f"{count} numbers; expected the points of each of {players} players")
    problems: list[str] = []
    for seat, number in enumerate(told):
        if not is_int(number):
            problems.append(f"the points of seat {seat} are {shown(number)}; expected a whole number")
        elif number < 0:
            problems.append(
                f"the points of seat {seat} are {shown(number)}; expected 0 or more, as cards left cost"
            )
    if problems:
        raise MatchError("; ".join(problems))
    return told


def _result_problems(result: RoundResult, rules: Rules, players: int, number: int) -> Iterator[str]:
    """Yield why the round that is due cannot have ended so."""
    if result.number != number:
        yield f"it is the result of round {shown(result.number)}; round {number} is due"
        return
    if len(result.hands) != players or len(result.points) != players:
        yield f"a result for {len(result.hands)} hands and {len(result.points)} points; expected {players} of each"
        return
    without = [seat for seat, hand in enumerate(result.hands) if not hand]
    if without != ([] if result.out is None else [result.out]):
        told = "nobody" if result.out is None else f"seat {shown(result.out)}"
        has = " and ".join(f"seat {seat}" for seat in without) or "nobody"
        yield f"{told} went out, but {has} has no cards left"
    try:
        held = Hand.of(card for hand in result.hands for card in hand)
    except CardError as error:
        yield str(error)
        return
    if not held <= rules.deck:
        yield f"{held - rules.deck} left in the hands, but not in the deck"
    priced = tuple(map(rules.points, result.hands))
    if priced != result.points:
        yield f"the points are {result.points}; what is left in the hands costs {priced}"


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the players, if they will do.

    Raises:
        MatchError: they will not; everything that is wrong is told.

    """
    if isinstance(names, str):
        raise MatchError(f"names is the text {shown_name(names)}; expected {MIN_PLAYERS} to {MAX_PLAYERS} names")
    if not isinstance(names, Iterable):
        raise MatchError(f"names is {shown(names)}; expected {MIN_PLAYERS} to {MAX_PLAYERS} names")
    checked = tuple(islice(names, MAX_PLAYERS + 1))  # one that never ends is refused like any that is too long
    problems = [problem for name in checked for problem in name_problems(name)]
    if not MIN_PLAYERS <= len(checked) <= MAX_PLAYERS:
        count = f"more than {MAX_PLAYERS}" if len(checked) > MAX_PLAYERS else str(len(checked))
        problems.append(f"{count} names; expected {MIN_PLAYERS} to {MAX_PLAYERS}, one a player")
    twice = [name for at, name in enumerate(checked) if name in checked[:at] and isinstance(name, str)]
    problems += [
        f"two players are called {shown_name(name)}; expected different names" for name in dict.fromkeys(twice)
    ]
    if problems:
        raise MatchError("; ".join(problems))
    return checked
