"""Plays again what a record says, and refuses what the rules refuse, with the place in the record."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, final

import attrs

from ginrules.cards import Card
from ginrules.deal import Deal, GameState, IllegalAction, Phase, apply, new_deal
from ginrules.deal.actions import (
    ACCEPT_DOUBLE,
    BIG_GIN,
    DISCARDS,
    DOUBLE,
    DRAW_STOCK,
    KNOCKS,
    PASS,
    REFUSE_DOUBLE,
    SHOW_HAND,
    TAKE_DISCARD,
    AcceptDouble,
    Action,
    BigGin,
    Discard,
    Double,
    Knock,
    Pass,
    RefuseDouble,
    parse_action,
)
from ginrules.errors import GinRulesError, RecordError, excerpt
from ginrules.match import Match
from ginrules.rawrecord import Where, place, refused_at
from ginrules.records.bounds import (
    LARGE_HAND,
    MAX_ACTIONS,
    MAX_DEAL_ACTIONS,
    MAX_MATCH_DEALS,
    MAX_MATCH_DEALS_OF_LARGE_HANDS,
)
from ginrules.records.record import OpenDeals
from ginrules.results import DealResult, Ending, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealTerms
from ginrules.seating import ThreeHanded, TwoPlayers

Turn: TypeAlias = tuple[Where, int, Sequence[Action | str]]
"""Actions in a row by one seat, and their place; those still to be read are texts."""

_SIMPLE: Final[tuple[Action, ...]] = (
    PASS,
    TAKE_DISCARD,
    DRAW_STOCK,
    BIG_GIN,
    SHOW_HAND,
    DOUBLE,
    ACCEPT_DOUBLE,
    REFUSE_DOUBLE,
)
_ACTION_OF: Final[dict[str, Action]] = {str(action): action for action in (*_SIMPLE, *DISCARDS, *KNOCKS)}
_ENDS: Final[tuple[Action, ...]] = (*DISCARDS, *KNOCKS)
_TURN_OF: Final[dict[str, tuple[Action, ...]]] = {
    f"{begin}, {end}": (_ACTION_OF[begin], end) for begin in ("draw", "take") for end in _ENDS
}
"""The usual turns, read once for all."""


def actions_of(text: str) -> Sequence[Action | str]:
    """Return the actions of a line, parted by commas; those that are not usual are still to be read."""
    return _TURN_OF.get(text) or [part.strip() for part in text.split(",")]


@final
@attrs.frozen(kw_only=True)
class End:
    """How a record says that a deal ended, which is checked."""

    ending: Ending
    knocker: Seat | None = None
    deadwood: tuple[int, int] | None = None

    @classmethod
    def of(cls, result: DealResult) -> "End":
        """Return what a record says of a result."""
        return cls(ending=result.ending, knocker=result.knocker, deadwood=result.deadwood)


@final
@attrs.frozen(kw_only=True)
class Dealing:
    """How a record says that a deal began."""

    deck: tuple[Card, ...]
    dealer: int | None = None
    """None where the match knows."""
    terms: DealTerms | None = None
    """None for those of a first deal, or of the match."""
    table: int | None = None


@final
@attrs.define
class Replay:
    """A record being played again: a match, or deals by themselves."""

    rules: Rules
    match: Match | None = None
    open_deals: dict[int, Deal] = attrs.Factory(dict[int, Deal])
    """The deals that are not finished, by table."""
    actions: int = 0

    def deal(self, where: Where, dealing: Dealing, turns: Iterable[Turn], end: tuple[Where, End] | None) -> Deal:
        """Play a deal again and enter it, if there is a match to enter it in.

        Raises:
            RecordError: the rules refuse it.

        """
        with refused_at(where):
            start = self._start(dealing)
        deal = _played(start, turns)
        if end is not None:
            _check_end(*end, deal)
        if self.match is not None:
            with refused_at(where if end is None else end[0]):
                self._enter(deal, dealing.table)
        return deal

    @property
    def deals_under_way(self) -> OpenDeals:
        """The deals that are not finished, with their tables."""
        return tuple(sorted(self.open_deals.items(), key=lambda item: item[0]))

    def result(self, where: Where, result: DealResult, table: int | None) -> None:
        """Enter the bare result of a deal.

        Raises:
            RecordError: the match refuses it.

        """
        with refused_at(where):
            match = self._running_match(table)
            self.match = match.enter(result, table=table)

    def resign(self, where: Where, player: int) -> None:
        """Enter that a player has given the match up.

        Raises:
            RecordError: the match refuses it.

        """
        with refused_at(where):
            if self.match is None:
                raise RecordError("only a match can be given up")
            self.match = self.match.resign(player)

    def _start(self, dealing: Dealing) -> GameState:
        if self.match is None:
            if dealing.dealer is None:
                raise RecordError("the dealer is missing")
            _check_terms(dealing.terms)
            return new_deal(self.rules, dealing.deck, dealer=dealing.dealer, terms=dealing.terms)
        start = self._running_match(dealing.table).new_deal(dealing.deck, table=dealing.table).state
        if dealing.dealer not in (None, start.dealer):
            raise RecordError(f"seat {dealing.dealer} deals; in this match it is for seat {start.dealer} to deal")
        if dealing.terms not in (None, start.terms):
            raise RecordError(f"the deal has the terms {dealing.terms}; in this match it has {start.terms}")
        return start

    def _running_match(self, table: int | None) -> Match:
        """Return the match, if another deal or result may follow at this table."""
        if self.match is None:
            raise RecordError("a result stands in a match only")
        if self.open_deals and (table is None or table in self.open_deals):
            raise RecordError("the deal before this one is not finished")
        large = self.rules.hand_size > LARGE_HAND
        most = MAX_MATCH_DEALS_OF_LARGE_HANDS if large else MAX_MATCH_DEALS
        if len(self.match.entries) >= most:
            raise RecordError(f"more than {most} deals in a match")
        return self.match

    def _enter(self, deal: Deal, table: int | None) -> None:
        assert self.match is not None  # noqa: S101  the caller has looked
        self.actions += len(deal.actions)
        if self.actions > MAX_ACTIONS:
            raise RecordError(f"more than {MAX_ACTIONS:,} actions in a match")
        if deal.result is None:
            now = self.match.round
            assert now is not None  # noqa: S101  the deal has been dealt
            self.open_deals[now.open_tables[0] if table is None else table] = deal
        else:
            self.match = self.match.enter(deal, table=table)


def _played(start: GameState, turns: Iterable[Turn]) -> Deal:
    """Return the deal after these turns."""
    state = start
    done: list[Action] = []
    for where, seat, told in turns:
        for action in told:
            if isinstance(action, str):
                action = _ACTION_OF.get(action) or _parsed(where, action)  # noqa: PLW2901  the same, as a value
            if seat != state.turn and state.phase is not Phase.OVER:
                problem = f"it is for seat {state.turn} to act, not for seat {seat}"
                raise RecordError(problem, where=place(where), action=str(action))
            try:
                state = apply(state, action)
            except IllegalAction as error:
                raise RecordError(
                    error.sentence, where=place(where), action=str(action), reason=error.reason.value
                ) from error
            done.append(action)
        if len(done) > MAX_DEAL_ACTIONS:
            raise RecordError(f"more than {MAX_DEAL_ACTIONS:,} actions in a deal", where=place(where))
    return Deal(start, tuple(done), state)


def _parsed(where: Where, text: str) -> Action:
    try:
        return parse_action(text)
    except GinRulesError as error:
        raise RecordError(str(error), where=place(where), action=excerpt(text)) from error


def _check_terms(terms: DealTerms | None) -> None:
    if terms is None:
        return
    if terms.factor < 1:
        raise RecordError(f"the factor of the deal is {terms.factor}; expected 1 or more")
    if list(terms.open_suits) != sorted(set(terms.open_suits)):
        raise RecordError("the open suits of the deal are not each once and in order")


def _check_end(where: Where, end: End, deal: Deal) -> None:
    if deal.result is None:
        raise RecordError("the deal is not over yet", where=place(where))
    played = End.of(deal.result)
    if end != played:
        raise RecordError(f"the deal ended with {show_end(played)}, not with {show_end(end)}", where=place(where))


def show_end(end: End) -> str:
    """Return an end as a line has it, such as ``knock 0 7 18``."""
    numbers = [end.knocker, *(end.deadwood or ())]
    return " ".join(
        [end.ending.value.replace("_", " "), *(str(number) for number in numbers if number is not None)]
    )


# The other way round ----------------------------------------------------------------


_PASSING_ON: Final = (Pass, Discard, Knock, BigGin, Double, AcceptDouble, RefuseDouble)
"""After these it is for the other seat to act."""


def turns_of(deal: Deal) -> Iterator[tuple[Seat, list[Action]]]:
    """Yield the actions of a deal, those in a row by one seat together."""
    seat = deal.start_state.turn
    own: list[Action] = []
    for action in deal.actions:
        own.append(action)
        if isinstance(action, _PASSING_ON):
            yield seat, own
            seat, own = Seat(1 - seat), []
    if own:
        yield seat, own


def dealing_of(deal: Deal) -> Dealing:
    """Return how a deal began, its terms only where they are not those of a first deal.

    Raises:
        RecordError: it did not begin with dealing a deck, or it is too long.

    """
    start = deal.start_state
    if len(deal.actions) > MAX_DEAL_ACTIONS:
        raise RecordError(f"the deal has {len(deal.actions):,} actions; expected at most {MAX_DEAL_ACTIONS:,}")
    try:
        begun = new_deal(deal.rules, deal.deck, dealer=deal.dealer)
        known = attrs.evolve(begun, terms=start.terms)
    except ValueError as error:  # hands of a set-up position may not even be a deck
        raise RecordError(f"the deal did not begin with dealing a deck: {error}") from error
    if known != start:
        raise RecordError("the deal did not begin with dealing a deck, so a record cannot begin it again")
    return Dealing(deck=deal.deck, dealer=deal.dealer, terms=None if begun.terms == start.terms else start.terms)


def tells_tables(match: Match) -> bool:
    """Return whether a record of the match says at which table a deal was played."""
    return not isinstance(match.seating, TwoPlayers | ThreeHanded)


def check_match(match: Match, open_deals: OpenDeals) -> None:
    """Refuse a match that no record holds.

    Raises:
        RecordError: it has too many deals or actions, or an open deal is not the next one.

    """
    large = match.rules.hand_size > LARGE_HAND
    most = MAX_MATCH_DEALS_OF_LARGE_HANDS if large else MAX_MATCH_DEALS
    if len(match.entries) > most:
        raise RecordError(f"the match has {len(match.entries)} deals; expected at most {most}")
    actions = sum(len(entry.deal.actions) for entry in match.entries if entry.deal is not None)
    if actions > MAX_ACTIONS:
        raise RecordError(f"the match has {actions:,} actions; expected at most {MAX_ACTIONS:,}")
    for table, open_deal in open_deals:
        if open_deal.result is not None:
            raise RecordError("the open deal is over; enter it in the match")
        with refused_at(""):
            resumed = attrs.evolve(match, resigned=None)
            if resumed.new_deal(open_deal.deck, table=table).start_state != open_deal.start_state:
                raise RecordError("the open deal is not the next one of the match")
