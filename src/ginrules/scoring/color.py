"""Color Gin: four scores, one a suit; the knocker's melds block suits. Rules: chapter 6 of the rulebook."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, final

import attrs

from ginrules.cards import Suit
from ginrules.errors import MatchError, RulesError
from ginrules.melds import Arrangement
from ginrules.results import DealResult, Ending, blocked_suits, is_whole, show_suits
from ginrules.scoring.policy import DealScore, DealTerms, Entry, Outcome, Pair, ScoreLine
from ginrules.scoring.pricing import wrong_kinds

_SUITS: Final = tuple(Suit)
_TWO: Final = 2
_MATCH_SUITS: Final = 3
_VOID_LIKE: Final = {Ending.VOID, Ending.REFUSED}


class Close(Enum):
    """When a suit closes. Rule: COLOR-05."""

    ABOVE = "above"
    """With more than the target; the target itself leaves it open."""
    REACH = "reach"
    """With the target."""


class SuitTie(Enum):
    """What two suits each mean. Rule: COLOR-08."""

    DRAW = "draw"
    TOTAL = "total"
    """The higher total over all four suits wins; equal ones are a draw."""


def _show_paid(paid: tuple[tuple[Suit, ...], ...]) -> str:
    return f"({''.join(f'{show_suits(suits)}, ' for suits in paid).rstrip()})"


@final
@attrs.frozen(kw_only=True)
class ColorSheet:
    """Four scores for each of two accounts; see :class:`ColorLedger`."""

    accounts: int
    """How many score for themselves."""
    entries: tuple[Entry, ...] = ()
    """What was booked, in order: the points of an entry are those in each of its suits."""
    paid: tuple[tuple[Suit, ...], ...] = attrs.field(default=(), repr=_show_paid)
    """The suits in which each entry was booked, ascending."""

    @property
    def suit_points(self) -> tuple[tuple[int, int, int, int], ...]:
        """The points of each account in each suit, by account and then by suit (c d h s)."""
        rows = [[0, 0, 0, 0] for _ in range(self.accounts)]
        for entry, suits in zip(self.entries, self.paid, strict=True):
            if entry.account is not None:
                for suit in suits:
                    rows[entry.account][suit] += entry.points
        return tuple((c, d, h, s) for c, d, h, s in rows)

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, all suits together, by account."""
        return tuple(map(sum, self.suit_points))


@final
@attrs.frozen(kw_only=True)
class ColorLedger:
    """Points count in every suit that is neither blocked by the knocker's spread nor closed.

    Rules: COLOR-01 to COLOR-03, COLOR-05, COLOR-06, COLOR-08.

    Raises:
        RulesError: knobs that are impossible, every one named.

    >>> ledger = ColorLedger()
    >>> score = DealScore(winner=0, points=38, lines=(ScoreLine("all", 38),), blocked=(Suit.DIAMONDS,))
    >>> ledger.enter(ledger.open(2), score).suit_points[0]
    (38, 0, 38, 38)
    """

    suit_target: int = 100
    """Rule: COLOR-05."""
    close: Close = attrs.field(default=Close.ABOVE, repr=str)
    """Rule: COLOR-05."""
    suit_tie: SuitTie = attrs.field(default=SuitTie.DRAW, repr=str)
    """Rule: COLOR-08."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be booked, naming every clash."""
        clashes = tuple(_clashes(self))
        if clashes:
            raise RulesError(clashes)

    @property
    def sheet_type(self) -> type[ColorSheet]:
        """The kind of sheet that it books on."""
        return ColorSheet

    @property
    def books_rounds(self) -> bool:
        """Whether several deals can be booked as one by their net: no, suits pay deal by deal."""
        return False

    @property
    def restricts_spreads(self) -> bool:
        """Whether some spread may be refused: one that could not score."""
        return True

    def open_suits(self, sheet: ColorSheet) -> tuple[Suit, ...]:
        """Return the suits that nobody has won yet, ascending. Rule: COLOR-05."""
        return tuple(suit for suit in _SUITS if self.winner_of(sheet, suit) is None)

    def winner_of(self, sheet: ColorSheet, suit: Suit) -> int | None:
        """Return who has won a suit, or None while it is open. Rule: COLOR-05."""
        least = self.suit_target + 1 if self.close is Close.ABOVE else self.suit_target
        return next((account for account, row in enumerate(sheet.suit_points) if row[suit] >= least), None)

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:
        """Return whether a spread may end the deal: it has to pay in some suit. Rule: COLOR-06."""
        return bool(self.paying_suits(spread, terms))

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:
        """Return the suits that a spread leaves both unblocked and open, ascending. Rules: COLOR-03, COLOR-06."""
        blocked = blocked_suits(spread.melds)
        return tuple(suit for suit in terms.open_suits if suit not in blocked)

    def why_not_admitted(self, terms: DealTerms) -> str:
        """Return the sentence that names the closed suits. Rule: COLOR-06."""
        closed = [suit for suit in _SUITS if suit not in terms.open_suits]
        if not closed:
            # With more than ten cards four melds may block them all.
            return "Nothing would be scored: the melds block every suit."
        return f"Nothing would be scored: {_are(closed)} closed, and the melds block every other suit."

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return ``blocked`` where neither the blocked suits nor the spread is known."""
        known = result.ending in _VOID_LIKE or result.blocked is not None or result.spread is not None
        return () if known else ("blocked",)

    def open(self, accounts: int) -> ColorSheet:
        """Return a new sheet for two accounts.

        Raises:
            MatchError: there are fewer or more.

        """
        if accounts != _TWO:
            raise MatchError(f"a color gin sheet for {accounts!r} accounts; expected two")
        return ColorSheet(accounts=accounts)

    def enter(self, sheet: ColorSheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)) -> ColorSheet:
        """Return the sheet with a score booked in every suit that pays. Rules: COLOR-03, COLOR-05.

        Raises:
            MatchError: the match is over, there are no such accounts, or no suit would pay.

        """
        if sorted(accounts) != list(range(sheet.accounts)):
            raise MatchError(f"accounts is {accounts!r}; expected 0 and 1")
        if self.outcome(sheet) is not None:
            raise MatchError("the match is over, so nothing more is booked")
        if score.winner is None:
            return sheet
        paid = tuple(suit for suit in self.open_suits(sheet) if suit not in score.blocked)
        if not paid:
            left = self.open_suits(sheet)
            it = "it" if len(left) == 1 else "them"
            raise MatchError(f"no suit would score: only {_are(left)} open, and the spread blocks {it}")
        entry = Entry(
            account=accounts[score.winner],
            points=score.points,
            half_boxes=(0,) * sheet.accounts,
            lines=score.lines,
        )
        return ColorSheet(accounts=sheet.accounts, entries=(*sheet.entries, entry), paid=(*sheet.paid, paid))

    def outcome(self, sheet: ColorSheet) -> Outcome | None:
        """Return how the match ended, or None while it goes on. Rule: COLOR-08."""
        won = self._won(sheet)
        if max(won) < _MATCH_SUITS and sum(won) < len(_SUITS):
            return None
        winner = won.index(max(won)) if won[0] != won[1] else self._by_total(sheet)
        return self._settled(sheet, winner)

    def resign(self, sheet: ColorSheet, account: int) -> Outcome:
        """Return how the match ends when one gives it up: the other has won it. Rule: MATCH-10.

        Raises:
            MatchError: the match is over already, or there is no such account.

        """
        if account not in range(sheet.accounts):
            raise MatchError(f"account {account!r} is not on the sheet; expected 0 or 1")
        if self.outcome(sheet) is not None:
            raise MatchError("the match is over, so nobody can give it up")
        return self._settled(sheet, 1 - account)

    def describe(self) -> tuple[str, ...]:
        """Return the booking in plain sentences, each with the IDs of its rules."""
        return tuple(_describe(self))

    def _won(self, sheet: ColorSheet) -> list[int]:
        """Return how many suits each account has won."""
        winners = [self.winner_of(sheet, suit) for suit in _SUITS]
        return [winners.count(account) for account in range(sheet.accounts)]

    def _by_total(self, sheet: ColorSheet) -> int | None:
        first, second = sheet.points
        if self.suit_tie is SuitTie.DRAW or first == second:
            return None
        return 0 if first > second else 1

    def _settled(self, sheet: ColorSheet, winner: int | None) -> Outcome:
        """Total over the suits; the match knows no bonuses. Rule: COLOR-04.

        No source settles a match. Here the winner gets what he has more in all, and nothing if he has less; after
        a draw nobody owes anything.
        """
        lines = tuple(
            tuple(ScoreLine(suit.name.lower(), row[suit]) for suit in _SUITS) for row in sheet.suit_points
        )
        first, second = sheet.points
        net = 0
        if winner is not None:
            net = max(0, first - second) if winner == 0 else min(0, first - second)
        return Outcome(
            winner=winner,
            totals=(first, second),
            settlement=(net, -net),
            lines=lines,
            pairs=(Pair(accounts=(0, 1), net=net),),
        )


def _are(suits: Sequence[Suit]) -> str:
    """Return the suits as the beginning of a clause, such as ``clubs and hearts are``."""
    return f"{' and '.join(suit.name.lower() for suit in suits)} {'is' if len(suits) == 1 else 'are'}"


def _clashes(ledger: ColorLedger) -> Iterator[str]:
    if not is_whole(ledger.suit_target, least=1):
        yield f"suit_target is {ledger.suit_target!r}; expected points, 1 or more"
    yield from wrong_kinds(close=(ledger.close, (Close,)), suit_tie=(ledger.suit_tie, (SuitTie,)))


def _describe(ledger: ColorLedger) -> Iterator[str]:
    yield "Each player has four scores, one a suit. (COLOR-01)"
    yield (
        "A run in the knocker's spread blocks its suit, a set of three the missing suit, a set of four none; the"
        " winner scores the same in every suit that is neither blocked nor closed. (COLOR-02, COLOR-03)"
    )
    yield "The knocker chooses his spread, also for what it blocks. (COLOR-07)"
    yield "There are no boxes and no game bonus. (COLOR-04)"
    word = "more than" if ledger.close is Close.ABOVE else "at least"
    yield f"A suit closes when a player has {word} {ledger.suit_target} in it, and he has won it. (COLOR-05)"
    yield "One may not end a deal with a spread that scores in no suit. (COLOR-06)"
    tie = "two each is a draw" if ledger.suit_tie is SuitTie.DRAW else "with two each the higher total wins"
    yield f"Three suits win the match; {tie}. (COLOR-08)"
