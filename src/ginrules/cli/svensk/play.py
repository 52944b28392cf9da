"""``ginrules play`` for the two-deck game: a person at the terminal against collecting bots."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

import attrs
import typer
from rich.console import Console
from rich.text import Text

from ginrules.cards import RandomSource
from ginrules.cli.options import generator
from ginrules.cli.prompt import LeaveError, ask, converse
from ginrules.cli.recordfile import check_new
from ginrules.cli.svensk.sheet import show_sheet
from ginrules.cli.svensk.words import hand_text, held_text, table_lines, told
from ginrules.cli.terminal import INTERRUPTED, complaint_text, console, count, joined, plain
from ginrules.contract import (
    Action,
    Event,
    EventKind,
    Lay,
    Match,
    Phase,
    Round,
    RoundView,
    Rules,
    explain,
    parse_action,
    records,
    reshuffle,
    shuffled,
    view,
)
from ginrules.contract.bots import CollectorBot
from ginrules.errors import GinRulesError
from ginrules.records import write_atomically

_PERSON: Final = 0
_PLAYERS: Final = 4
_BOTS: Final = ("Bertil", "Cilla", "David", "Eva", "Filip", "Greta")
_SHORT: Final = {"t": "take", "d": "draw", "b": "buy", "p": "pass"}
_BUILD: Final = re.compile(r"build (\S+) (\d+)( \w+)?", re.IGNORECASE)
_CARD: Final = re.compile(r"\*|(?:10|[a2-9tjqk])[cdhs]", re.IGNORECASE)
_UNTOLD: Final = {EventKind.DEAL, EventKind.PASS, EventKind.DECLINE}
_HELP: Final = (
    ("t, d", "take the top discard, draw from the stock"),
    ("b, p", "buy the discard out of turn, or pass"),
    ("lay", "lay the contract, so that least is left"),
    ("lay Qh Qh Qs | 5s [6s] 7s 8s", "these melds; a joker is [what it stands for]"),
    ("build 9s 2, build * 2 high", "on meld 2 of the table; a joker at which end"),
    ("swap 6s 2", "the 6s for the joker in meld 2, where one swaps"),
    ("7h, *", "discard this card, a joker"),
    ("?", "what a bot would do"),
    ("sheet, h, q", "the score sheet, this help, leave"),
)


def play(rules: Rules, players: int | None, seed: int, name: str, save: Path | None) -> None:
    """Play a match against bots, and keep its record after each round if a file is named."""
    out = console()
    number = _PLAYERS if players is None else players
    rules.check_players(number)
    if save is not None:
        check_new(save)
    bots = [other for other in _BOTS if other.casefold() != name.casefold()][: number - 1]
    rng = generator(seed, "svensk")
    match = Match.start(rules, names=(name, *bots), dealer=int(rng.random() * number))
    out.print(Text(f"{', '.join(map(plain, match.names))}: {plain(rules.title)}", style="bold"))
    out.print(f"Seed {seed}. ? gives a hint, h help, q leaves.")
    game = Game(match, rng, out)
    interrupted = _play_on(game, save, out)
    if game.match.number is not None:
        out.print()
        show_sheet(game.match, out)
        out.print("The match is left unfinished.")
    if save is not None:
        _write(save, game)
        out.print(f"The record is in {plain(str(save))}.", soft_wrap=True)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _play_on(game: "Game", save: Path | None, out: Console) -> bool:
    """Play until the match is over or the person leaves; return whether that was by Ctrl-C."""

    def play_round() -> bool:
        if save is not None:
            _write(save, game)
        game.play_round()
        return game.match.number is not None

    return converse(play_round, out)


def _write(path: Path, game: "Game") -> None:
    """Write the record of the match, the round in progress included: as JSON where the name ends so."""
    if path.suffix.lower() == ".json":
        text = records.to_json(game.match, open_round=game.played, indent=2) + "\n"
    else:
        text = records.to_text(game.match, open_round=game.played)
    write_atomically(path, text)


@final
class Game:
    """A match in progress, and what the person has been told of the round that is played."""

    def __init__(self, match: Match, rng: RandomSource, out: Console) -> None:
        self.match = match
        self.played: Round | None = None
        """The round in progress."""
        self._rng = rng
        self._out = out
        self._bot = CollectorBot()
        self._told = 0

    def play_round(self) -> None:
        """Play the next round to its end and enter it.

        Raises:
            LeaveError: the person left.
            EOFError: there is nothing more to read.

        """
        played = self.match.new_round(shuffled(self._rng, self.match.rules.deck))
        self._told = 0
        self._show_heading(played)
        while played.state.phase is not Phase.OVER:
            self.played = played
            state = played.state
            if state.actor is None:
                action: Action = reshuffle(state, self._rng)
            elif state.actor == _PERSON:
                action = self._persons_choice(played)
            else:
                action = self._bot.choose(view(state, state.actor))
            played = played.play(action)
        self._tell_news(played)
        self.match, self.played = self.match.enter(played), None
        self._out.print()
        show_sheet(self.match, self._out)

    def _show_heading(self, played: Round) -> None:
        state = played.start_state
        contract = attrs.evolve(state.contract, deal=None)
        dealer = "you deal" if state.dealer == _PERSON else f"{self._names()[state.dealer]} deals"
        self._out.print()
        self._out.print(Text(f"Round {state.number} of {self.match.rules.rounds}: {contract}", style="bold"))
        self._out.print(f"{count(len(state.hands[_PERSON]), 'card')} each, {dealer}.")

    def _names(self) -> list[str]:
        return ["you", *map(plain, self.match.names[1:])]

    def _tell_news(self, played: Round) -> None:
        """Print what the person has seen and not been told yet."""
        seen = played.events(_PERSON)
        for event in seen[self._told :]:
            if event.kind not in _UNTOLD:
                self._out.print(self._sentence(event))
        self._told = len(seen)

    def _sentence(self, event: Event) -> str:
        return told(event, self._names())

    def _persons_choice(self, played: Round) -> Action:
        """Show the position and ask for a move until there is a legal one."""
        self._tell_news(played)
        seen = view(played.state, _PERSON)
        self._show_position(seen)
        while True:
            typed = ask(f"{_question(seen)}>", self._out)
            if self._obeyed(typed, seen):
                continue
            try:
                action = self._read(typed, seen)
            except GinRulesError as error:
                self._out.print(complaint_text(str(error)))
                continue
            refusal = explain(played.state, action)
            if refusal is None:
                return action
            self._out.print(complaint_text(refusal.sentence))

    def _show_position(self, seen: RoundView) -> None:
        out, names = self._out, self._names()
        out.print()
        if seen.table:
            out.print("On the table:")
            for line in table_lines(seen.table, names, out):
                out.print(line)
        others = ", ".join(f"{names[seat]} {size}" for seat, size in enumerate(seen.hand_sizes) if seat != _PERSON)
        out.print(f"Cards: {others}; stock {seen.stock_count}.")
        if seen.top is not None:
            out.print(joined("Top of the pile: ", held_text([seen.top], out)))
        out.print(joined("You hold: ", hand_text(seen.hand, out)))

    def _obeyed(self, typed: str, seen: RoundView) -> bool:
        """Do what is no move; return whether it was none."""
        match typed.lower():
            case "q" | "quit":
                raise LeaveError
            case "":
                self._show_position(seen)
            case "?":
                self._out.print(f"A bot would: {self._bot.choose(seen)}.")
            case "h" | "help":
                for keys, meaning in _HELP:
                    self._out.print(Text(f"  {keys:30}{meaning}"))
            case "sheet":
                show_sheet(self.match, self._out)
            case _:
                return False
        return True

    def _read(self, typed: str, seen: RoundView) -> Action:
        """Return the move that was typed.

        Raises:
            GinRulesError: it is none.

        """
        text = _SHORT.get(typed.lower(), typed)
        if text.lower() == "lay":
            best = self._bot.choose(seen)
            return best if isinstance(best, Lay) else Lay(())
        if _CARD.fullmatch(text):
            text = f"discard {text}"
        if found := _BUILD.fullmatch(text):
            text = f"build {found[1]} on {found[2]}{found[3] or ''}"
        return parse_action(re.sub(r"(?i)^swap (\S+) (\d+)$", r"swap \1 from \2", text))


def _question(seen: RoundView) -> str:
    if seen.phase is Phase.BUY:
        return "Buy it, b or p"
    if seen.phase is Phase.DRAW:
        return "t or d"
    return "Lay, build or discard" if _may_lay(seen.legal_actions) else "Discard"


def _may_lay(actions: Sequence[Action]) -> bool:
    return any(str(action).startswith(("lay", "build", "swap")) for action in actions)
