"""A match: deals in sequence under one ruleset, who deals them, the score sheet, and how it ends."""

from collections.abc import Iterable, Sequence
from typing import TypeVar, final

import attrs

from ginrules.cards import Card, Rank
from ginrules.deal import Deal
from ginrules.errors import MatchError
from ginrules.names import MAX_NAME, name_problems
from ginrules.results import DealResult, Ending, Seat, as_seat
from ginrules.rules import DealerDraw, Rules
from ginrules.scoring import DealScore, Outcome, ScoreLine, Sheet
from ginrules.seating import Round, Seating, Table

__all__ = ["MAX_NAME", "Match", "MatchEntry", "MatchOutcome", "checked_names"]

_T = TypeVar("_T")


@final
@attrs.frozen(kw_only=True)
class MatchEntry:
    """A finished deal of a match."""

    result: DealResult
    """How it ended."""
    score: DealScore
    """What it was worth; void deals have an entry, too."""
    dealer: Seat
    """The seat that had the dealer's part."""
    table: int = 0
    """At which of the tables of its round it was played; 0 with two players."""
    deal: Deal | None = attrs.field(default=None, eq=False, repr=False)
    """The deal with its cards, if the match was fed one; not compared, since the result says what counts."""

    @property
    def played(self) -> Deal | DealResult:
        """What the match was fed: the deal, or the bare result."""
        return self.result if self.deal is None else self.deal


@final
@attrs.frozen(kw_only=True)
class MatchOutcome:
    """How a match ended, with names. Rules: MATCH-02 to MATCH-06, MATCH-10."""

    names: tuple[str, ...]
    """Who scored for himself: the players, or the sides."""
    outcome: Outcome
    """The same as numbers: winner, totals, settlement, and how they came about."""
    resigned: Seat | None = attrs.field(default=None, converter=as_seat)
    """The player who gave the match up, if one did."""

    @property
    def winner(self) -> Seat | None:
        """Who won, by number; None for a draw."""
        return as_seat(self.outcome.winner)

    @property
    def totals(self) -> tuple[int, ...]:
        """The final totals, bonuses included."""
        return self.outcome.totals

    @property
    def net(self) -> tuple[int, ...]:
        """What each gets from the others, or, negative, owes them; sums to zero. Rule: MATCH-06."""
        return self.outcome.settlement

    @property
    def lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """The totals itemised."""
        return self.outcome.lines


@final
@attrs.frozen(kw_only=True, repr=False)
class Match:
    """A match under way or finished. Begin one with :meth:`start`; the bare constructor checks nothing.

    It is fed finished deals, or bare results from a table with real cards. Rules: chapter 3 of the rulebook.

    >>> from ginrules import presets
    >>> match = Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0)
    >>> match = match.enter(DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(7, 18)))
    >>> match.sheet.points, match.dealer
    ((11, 0), 0)
    """

    rules: Rules
    """The ruleset, which never changes. Rule: MATCH-09."""
    names: tuple[str, ...]
    """The names of the players."""
    first_dealer: int | None
    """Who dealt first; None while that has to be drawn for. Rule: MATCH-07."""
    round: Round | None
    """The deals that are open, or would come next if the match is over; None before the draw."""
    sheet: Sheet
    """The score sheet."""
    entries: tuple[MatchEntry, ...] = ()
    """The finished deals, in order. All the rest of the match follows from them."""
    resigned: Seat | None = None
    """The player who gave the match up, if one did."""

    @classmethod
    def start(
        cls,
        rules: Rules,
        *,
        names: Iterable[str],
        dealer: Seat | int | None = None,
    ) -> "Match":
        """Return a new match.

        Args:
            rules: the ruleset.
            names: of the players, as they sit to the left around the table: each on one line, at most 40
                characters, no two the same.
            dealer: the player, or the side, that deals first; None to draw cards for it, with
                :meth:`draw_for_deal`.

        Raises:
            MatchError: the names will not do, or the dealer is no player.

        """
        seating = rules.seating
        checked = checked_names(names, seating.players)
        if dealer is not None and dealer not in range(seating.accounts):
            raise MatchError(f"dealer is {dealer!r}; expected 0 to {seating.accounts - 1}, or None to draw for it")
        return cls(
            rules=rules,
            names=checked,
            first_dealer=dealer,
            round=None if dealer is None else seating.first_round(dealer),
            sheet=rules.scoring.open(seating.accounts),
        )

    @property
    def seating(self) -> Seating:
        """Who deals and who meets whom, as the rules say."""
        return self.rules.seating

    @property
    def account_names(self) -> tuple[str, ...]:
        """What those who score for themselves are called: the players, or the sides."""
        return self.seating.account_names(self.names)

    @property
    def dealer(self) -> Seat | None:
        """The seat that deals next; None before the draw for the deal, and when the match is over.

        Where several deals are open, it is the same seat at all of them, or ask the tables of :attr:`round`.
        """
        open_tables = self.tables
        return open_tables[0].dealer if open_tables else None

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables at which a deal is to be played; with two players one, and none when the match is over."""
        if self.round is None or self._numbers() is not None:
            return ()
        return tuple(self.round.tables[number] for number in self.round.open_tables)

    @property
    def outcome(self) -> MatchOutcome | None:
        """How the match ended, or None while it goes on. Rules: MATCH-01 to MATCH-06, MATCH-10."""
        numbers = self._numbers()
        if numbers is None:
            return None
        return MatchOutcome(names=self.account_names, outcome=numbers, resigned=self.resigned)

    def draw_for_deal(self, cards: Sequence[Card]) -> "Match":
        """Return the match with the first dealer found by the cards that were drawn. Rule: MATCH-07.

        Args:
            cards: one drawn by each player (or side), in order. The ace is low.

        Raises:
            MatchError: two that would deal drew the same rank and must draw again; the dealer is known already;
                the rules leave it to chance; or there are not as many different cards as there are to draw.

        """
        if self.first_dealer is not None:
            raise MatchError(
                f"{self._account(self.first_dealer)} deals first already; nothing is left to draw for"
            )
        best = self._dealing_rank(cards)
        drawers = [account for account, card in enumerate(cards) if card.rank is best]
        if len(drawers) > 1:
            who = " and ".join(map(self._account, drawers))
            raise MatchError(f"{who} drew the same rank, {best.name.lower()}; they have to draw again")
        return attrs.evolve(self, first_dealer=drawers[0], round=self.seating.first_round(drawers[0]))

    def new_deal(self, deck: Iterable[Card], *, table: int | None = None) -> Deal:
        """Return the next deal, dealt from a shuffled deck by whose turn it is, under the terms of the sheet.

        Args:
            deck: all cards that the rules play with, the first dealt first.
            table: at which table, where several deals are open.

        Raises:
            MatchError: the match is over, the dealer is not known, or there is no such table to deal at.
            StateError: the deck is not the cards that the rules play with.

        """
        _, number = self._open_table(table)
        cards = tuple(deck)
        at = 2 * self.rules.hand_size
        terms = self.rules.deal_terms(self.sheet, cards[at]) if at < len(cards) else None
        return Deal.start(self.rules, cards, dealer=self._known_round().tables[number].dealer, terms=terms)

    def enter(self, played: Deal | DealResult, *, table: int | None = None) -> "Match":
        """Return the match after a deal: a finished one, or the bare result from a table with real cards.

        Args:
            played: the deal, or its result by seat.
            table: at which table, where several deals are open.

        Raises:
            MatchError: the match is over; the deal is not finished, or not one of this match as it stands; facts
                are missing, or the result cannot be under these rules.
            ResultError: the rules have no price for it.

        """
        now, number = self._open_table(table)
        result = self._result_of(played, now.tables[number])
        score = self.rules.scoring.price(result)
        bookings, then = self.seating.finish(now, number, score)
        sheet = self.sheet
        for booking in bookings:
            sheet = self.rules.scoring.enter(sheet, booking.score, accounts=booking.accounts)
        entry = MatchEntry(
            result=result,
            score=score,
            dealer=now.tables[number].dealer,
            table=number,
            deal=played if isinstance(played, Deal) else None,
        )
        return attrs.evolve(self, round=then, sheet=sheet, entries=(*self.entries, entry))

    def undo(self) -> "Match":
        """Return the match without what was done last: the last entry, or a resignation.

        Raises:
            MatchError: nothing has been entered.

        """
        if self.resigned is not None:
            return attrs.evolve(self, resigned=None)
        if not self.entries:
            raise MatchError("there is no entry to take back")
        match = Match.start(self.rules, names=self.names, dealer=self.first_dealer)
        for entry in self.entries[:-1]:
            match = match.enter(entry.played, table=entry.table)
        return match

    def resign(self, seat: Seat | int) -> "Match":
        """Return the match as a player has given it up: the other one wins it. Rule: MATCH-10.

        A deal that is not finished is dropped without points; game bonus and boxes are settled as usual.

        Raises:
            MatchError: the match is over, or there is no such player.

        """
        if seat not in range(self.seating.players):
            raise MatchError(f"player {seat!r} is not in the match; expected 0 to {self.seating.players - 1}")
        self._refuse_if_over()
        self.rules.scoring.resign(self.sheet, self.seating.account_of(seat))
        return attrs.evolve(self, resigned=Seat(seat))

    def __repr__(self) -> str:
        """Return an expression that evaluates to the match."""
        first = f"Match.start({self.rules!r}, names={self.names!r}, dealer={self.first_dealer!r}"
        entries = (
            f".enter({entry.result!r}{f', table={entry.table}' if entry.table else ''})" for entry in self.entries
        )
        resigned = "" if self.resigned is None else f".resign({self.resigned})"
        return f"{first}){''.join(entries)}{resigned}"

    def _numbers(self) -> Outcome | None:
        if self.resigned is not None:
            return self.rules.scoring.resign(self.sheet, self.seating.account_of(self.resigned))
        return self.rules.scoring.outcome(self.sheet)

    def _account(self, account: int) -> str:
        """Return the name of an account."""
        return self.account_names[account]

    def _refuse_if_over(self) -> None:
        numbers = self._numbers()
        if numbers is not None:
            how = "drawn" if numbers.winner is None else f"won by {self._account(numbers.winner)}"
            raise MatchError(f"the match is over, {how}; take the last entry back, or start another")

    def _known_round(self) -> Round:
        if self.round is None:
            raise MatchError("nobody deals yet; draw cards for it, or start the match with a dealer")
        return self.round

    def _open_table(self, table: int | None) -> tuple[Round, int]:
        """Return the round and the number of an open table, the only one if none is asked for."""
        self._refuse_if_over()
        now = self._known_round()
        open_tables = now.open_tables
        if table is None and len(open_tables) == 1:
            return now, open_tables[0]
        if table not in open_tables:
            listed = " or ".join(map(str, open_tables))
            raise MatchError(f"table {table!r} has no open deal; expected {listed}")
        return now, table

    def _dealing_rank(self, cards: Sequence[Card]) -> Rank:
        """Return the rank with which one deals."""
        accounts = self.seating.accounts
        if self.rules.dealer_draw is DealerDraw.RANDOM:
            raise MatchError("these rules leave the first dealer to chance, not to cards; start with a dealer")
        if len(cards) != accounts or len(set(cards)) != accounts:
            drawn = " ".join(map(str, cards)) or "no card"
            raise MatchError(f"{drawn} drawn by {accounts}; expected one card each from one deck")
        ranks = [card.rank for card in cards]
        return min(ranks) if self.rules.dealer_draw is DealerDraw.LOWEST else max(ranks)

    def _result_of(self, played: Deal | DealResult, table: Table) -> DealResult:
        """Return the result of a deal, once it is sure that it is one of this match as it stands."""
        if isinstance(played, Deal):
            return self._result_of_deal(played, table)
        missing = self.rules.missing_facts(played)
        if missing:
            raise MatchError(f"the result of {played.ending.words} also needs {' and '.join(missing)}")
        if played.ending is Ending.KNOCK:
            self._check_limit(played)
        return played

    def _result_of_deal(self, deal: Deal, table: Table) -> DealResult:
        result = deal.state.result
        if result is None:
            raise MatchError(f"the deal is not finished: {deal.state.phase.value} is due")
        if deal.rules != self.rules:
            raise MatchError("the deal was played under other rules; those of a match never change")
        if deal.dealer != table.dealer:
            raise MatchError(f"seat {deal.dealer} dealt; in this match it is for seat {table.dealer} to deal")
        begun = deal.start_state
        terms = self.rules.deal_terms(self.sheet, begun.upcard)
        if begun.terms != terms:
            raise MatchError(f"the deal was played under {begun.terms!r}; expected {terms!r}")
        return result

    def _check_limit(self, knock: DealResult) -> None:
        """Refuse a knock with more than the limit, as far as it is known. Rules: CORE-11, OKLA-01."""
        limit: int | None = self.rules.knock_limit
        if knock.upcard is not None:
            limit = self.rules.deal_terms(self.sheet, knock.upcard).knock_limit
        knocker, deadwood = _present(knock.knocker), _present(knock.deadwood)
        if deadwood[knocker] == 0:
            raise MatchError("a knock that leaves nothing over is gin; enter it as gin")
        if limit is not None and deadwood[knocker] > limit:
            raise MatchError(f"a knock with {deadwood[knocker]} is over the limit, which is {limit} in this deal")


def _present(fact: _T | None) -> _T:
    """Return a fact that every knock has, or it would not have been made."""
    assert fact is not None  # noqa: S101
    return fact


def checked_names(names: Iterable[str], players: int) -> tuple[str, ...]:
    """Return the names of so many players, if they will do.

    Raises:
        MatchError: they will not; everything that is wrong is told.

    """
    if isinstance(names, str):
        raise MatchError(f"names is the text {names!r}; expected {players} names")
    checked = tuple(names)
    problems = [problem for name in checked for problem in name_problems(name)]
    if len(checked) != players:
        problems.append(f"{len(checked)} names for {players} players")
    if len(set(checked)) < len(checked):
        problems.append(f"{', '.join(map(repr, checked))} names two players alike; expected different names")
    if problems:
        raise MatchError("; ".join(problems))
    return checked
