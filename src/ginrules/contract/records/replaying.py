"""Plays again what a record says, and refuses what the rules refuse, with the place in the record."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias, final

import attrs

from ginrules.contract.actions import Action, Buy, Discard, Pass, parse_action
from ginrules.contract.cards import AnyCard, Hand
from ginrules.contract.match import Match, checked_names
from ginrules.contract.play import Round
from ginrules.contract.records.bounds import MAX_ACTIONS, MAX_ROUND_ACTIONS
from ginrules.contract.records.record import Record
from ginrules.contract.refusals import IllegalAction, Reason
from ginrules.contract.rules import Rules
from ginrules.contract.state import Phase, RoundResult, RoundState
from ginrules.contract.transitions import apply, new_round
from ginrules.errors import GinRulesError, RecordError, excerpt
from ginrules.rawrecord import Where, place, refused_at

Turn: TypeAlias = tuple[Where, int | None, Sequence[str]]
"""Actions in a row by one seat, or by chance, as texts, and their place."""


@final
@attrs.frozen
class End:
    """How a record says that a round ended, which is checked."""

    out: int | None
    """The seat that went out, if one did."""
    points: tuple[int, ...]


@final
@attrs.frozen(kw_only=True)
class ToldRound:
    """What a record says of a round, its actions still to be played."""

    where: Where
    deck: tuple[AnyCard, ...]
    number: int | None = None
    """None, as for the next two, where the match knows."""
    players: int | None = None
    dealer: int | None = None
    turns: Sequence[Turn] = ()
    end: tuple[Where, End] | None = None


@final
@attrs.define
class Replay:
    """A record being played again: a match, or one round by itself."""

    rules: Rules
    match: Match | None = None
    round: Round | None = None
    """The last round that was played again."""
    names: tuple[str, ...] | None = None
    """Of the players of a round by itself."""
    actions: int = 0

    def begin_match(self, where: Where, names: Sequence[str], dealer: int) -> None:
        """Begin a match.

        Raises:
            RecordError: the rules refuse it.

        """
        with refused_at(where):
            self.match = Match.start(self.rules, names=names, dealer=dealer)

    def name_players(self, where: Where, names: Sequence[str]) -> None:
        """Keep the names of the players of a round by itself."""
        with refused_at(where):
            self.names = checked_names(names)

    def play(self, told: ToldRound) -> None:
        """Play a round again, and enter it, if there is a match to enter it in and it is finished.

        Raises:
            RecordError: the rules refuse it.

        """
        with refused_at(told.where):
            self._refuse_after_open_round()
            start = self._start(told)
        done: list[Action] = []
        state = start
        for where, seat, texts in told.turns:
            for text in texts:
                self._count(where, len(done))
                action, state = _played(state, seat, text, where)
                done.append(action)
        if told.end is not None:
            _check_end(told.end, state)
        self.round = Round(start, tuple(done), state)
        if self.match is not None and state.result is not None:
            with refused_at(told.where):
                self.match = self.match.enter(self.round)

    def enter(self, where: Where, played: RoundResult | Sequence[int]) -> None:
        """Enter a round of which the record has no cards.

        Raises:
            RecordError: the rules refuse it.

        """
        with refused_at(where):
            self._refuse_after_open_round()
            if self.match is None:
                raise RecordError("an entry stands in a match")
            self.match = self.match.enter(played)

    def result(self, where: Where, *, hands: Sequence[str], end: End) -> None:
        """Enter the result of a round of which the record has no cards but those left in the hands."""
        with refused_at(where):
            number = None if self.match is None else self.match.number
            held = tuple(map(Hand.parse, hands))
            told = RoundResult(number=number or 0, out=end.out, hands=held, points=end.points)
        self.enter(where, told)

    def record(self) -> Record:
        """Return what was read, when everything has been."""
        if self.match is not None:
            open_round = None if self.round is None or self.round.result is not None else self.round
            return Record(content=self.match, names=self.match.names, open_round=open_round)
        if self.round is None:
            raise RecordError("the record holds neither a round nor a match")
        return Record(content=self.round, names=self.names)

    def _refuse_after_open_round(self) -> None:
        if self.round is not None and self.round.result is None:
            raise RecordError("nothing follows a round that is not finished")
        if self.round is not None and self.match is None:
            raise RecordError("a second round without a match")

    def _start(self, told: ToldRound) -> RoundState:
        match = self.match
        if match is not None:
            due = {"number": match.number, "players": match.players, "dealer": match.dealer}
        else:
            due = {"players": None if self.names is None else len(self.names)}
        if match is not None and match.number is None:
            raise RecordError("the match is over; no round follows")
        number, players, dealer = (
            _agreed(name, said, due.get(name))
            for name, said in (("number", told.number), ("players", told.players), ("dealer", told.dealer))
        )
        return new_round(self.rules, number, told.deck, players=players, dealer=dealer)

    def _count(self, where: Where, in_round: int) -> None:
        self.actions += 1
        if in_round >= MAX_ROUND_ACTIONS:
            raise RecordError(f"more than {MAX_ROUND_ACTIONS:,} actions in a round", where=place(where))
        if self.actions > MAX_ACTIONS:
            raise RecordError(f"more than {MAX_ACTIONS:,} actions", where=place(where))


def turns_of(played: Round) -> Iterator[tuple[int | None, tuple[Action, ...]]]:
    """Yield the actions of a round as lines of a record: those of one seat in a row, answers to an offer alone.

    Raises:
        RecordError: the round was not dealt, is too long, or breaks a rule: it cannot be recorded.

    """
    if len(played.actions) > MAX_ROUND_ACTIONS:
        raise RecordError(f"{len(played.actions):,} actions in a round; expected at most {MAX_ROUND_ACTIONS:,}")
    _check_dealt(played)
    state = played.start_state
    row: list[Action] = []
    by: int | None = None
    for action in played.actions:
        if row and (state.actor != by or isinstance(row[-1], (Buy, Pass, Discard))):
            yield by, tuple(row)
            row = []
        by = state.actor
        row.append(action)
        try:
            state = apply(state, action)
        except IllegalAction as error:
            raise RecordError(error.sentence, action=str(action), reason=error.reason.value) from error
    if row:
        yield by, tuple(row)
    if state != played.state:
        raise RecordError("the round does not stand where its actions lead")


def check_match(match: Match, open_round: Round | None) -> None:
    """Refuse a match that the record could not be read as, or a round that is not its open one.

    Raises:
        RecordError: it cannot be recorded.

    """
    actions = sum(len(entry.round.actions) for entry in match.entries if entry.round is not None)
    if open_round is not None:
        actions += len(open_round.actions)
    if actions > MAX_ACTIONS:
        raise RecordError(f"{actions:,} actions in a match; expected at most {MAX_ACTIONS:,}")
    try:
        again = Match.start(match.rules, names=match.names, dealer=match.first_dealer)
        for entry in match.entries:
            again = again.enter(entry.played)
    except GinRulesError as error:
        raise RecordError(f"no such match can be: {error}") from error
    if again != match:
        raise RecordError("no such match can be: its entries are not those of its rounds")
    if open_round is None:
        return
    start = open_round.start_state
    if open_round.result is not None:
        raise RecordError("the open round is finished; enter it")
    if (start.rules, start.number, start.dealer, start.players) != (
        match.rules,
        match.number,
        match.dealer,
        match.players,
    ):
        raise RecordError("the open round is not the one that is due in the match")


def check_names(played: Round, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the players of a round, if they will do.

    Raises:
        RecordError: they will not.

    """
    with refused_at(""):
        checked = checked_names(names)
    if len(checked) != played.start_state.players:
        raise RecordError(f"{len(checked)} names for {played.start_state.players} players")
    return checked


def _check_dealt(played: Round) -> None:
    start = played.start_state
    try:
        dealt = new_round(start.rules, start.number, played.deck, players=start.players, dealer=start.dealer)
    except ValueError:  # hands of unlike size have no deck
        dealt = None
    if dealt != start:
        raise RecordError("a round that was set up, and not dealt, cannot be recorded")


def _agreed(name: str, told: int | None, due: int | None) -> int:
    """Return a number that the record says, or else the match; both if both do."""
    if told is None and due is None:
        raise RecordError(f"{name} is missing")
    if told is not None and due is not None and told != due:
        raise RecordError(f"{name} is {told}; expected {due} here")
    return told if told is not None else due or 0


def _played(state: RoundState, seat: int | None, text: str, where: Where) -> tuple[Action, RoundState]:
    """Return an action and the state after it, once it is sure that it may be done by this seat."""
    shown = excerpt(text)
    try:
        action = parse_action(text)
    except GinRulesError as error:
        raise RecordError(str(error), where=place(where), action=shown) from error
    if state.phase is Phase.OVER:
        raise RecordError("the round is over", where=place(where), action=shown, reason=Reason.ROUND_OVER.value)
    if seat != state.actor:
        raise RecordError(f"{_who(state.actor)} is to act, not {_who(seat)}", where=place(where), action=shown)
    try:
        return action, apply(state, action)
    except IllegalAction as error:
        raise RecordError(error.sentence, where=place(where), action=shown, reason=error.reason.value) from error


def _who(seat: int | None) -> str:
    return "chance" if seat is None else f"seat {seat}"


def _check_end(end: tuple[Where, End], state: RoundState) -> None:
    where, told = end
    result = state.result
    if result is None:
        raise RecordError(f"the round is not finished: {state.phase.value} is due", where=place(where))
    if told != End(result.out, result.points):
        out = "nobody" if result.out is None else f"seat {result.out}"
        points = " ".join(map(str, result.points))
        raise RecordError(f"the round ended otherwise: {out} went out, points {points}", where=place(where))
