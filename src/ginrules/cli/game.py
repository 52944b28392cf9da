"""A match between a person at the terminal and a bot, deal by deal."""

from collections.abc import Sequence
from typing import Final, final

from rich.console import Console
from rich.text import Text

from ginrules.bots import Bot
from ginrules.cards import RandomSource, shuffled_deck
from ginrules.cli.hints import action_text, hints
from ginrules.cli.moves import listed_moves, read_move
from ginrules.cli.position import show_position
from ginrules.cli.prompt import LeaveError, ask
from ginrules.cli.sheet import show_sheet
from ginrules.cli.terminal import cards_text, complaint_text, joined, plain
from ginrules.cli.words import show_ending, turn_lines
from ginrules.deal import Action, Deal, Phase, PlayerView, explain, view
from ginrules.deal.events import EventKind
from ginrules.errors import GinRulesError
from ginrules.match import Match
from ginrules.results import Seat

PERSON: Final = Seat(0)
BOT: Final = Seat(1)
_ANSWERS: Final = {EventKind.LAYOFF, EventKind.SHOW}
_HELP: Final = (
    ("t, d, p", "take the top discard, draw from the stock, pass"),
    ("7h", "discard the seven of hearts; 10s or Ts is the ten of spades"),
    ("k 7h", "knock, or go gin, with the seven of hearts face down"),
    ("k 7h: MELD | MELD", "the same, showing these melds rather than the best"),
    ("gin, g", "gin with the card that can go; big gin, where it is played"),
    ("lay 9c", "lay a card off; lay 9c on 6c 7c 8c where it fits twice"),
    ("s", "show the hand, which ends the layoffs"),
    ("x, a, r", "double, accept a double, refuse it, where that is played"),
    ("3", "the move with this number"),
    ("?", "a hint"),
    ("sheet, h, q", "the score sheet, this help, leave"),
)


@final
class Game:
    """A match in progress, and what has been played of it."""

    def __init__(self, match: Match, bot: Bot, rng: RandomSource, out: Console) -> None:
        self.match = match
        self.deal: Deal | None = None
        """The deal in progress."""
        self._bot = bot
        self._rng = rng
        self._out = out
        self._told = 0

    def play_deal(self) -> None:
        """Play the next deal of the match to its end and enter it.

        Raises:
            LeaveError: the person left.
            EOFError: there is nothing more to read.

        """
        deal = self.match.new_deal(shuffled_deck(self._rng, self.match.rules.deck))
        self._told = 0
        self._show_heading(deal)
        while deal.state.phase is not Phase.OVER:
            self.deal = deal
            turn = deal.state.turn
            action = self._persons_choice(deal) if turn == PERSON else self._bot.choose(view(deal.state, turn))
            deal = deal.play(action)
        self.match, self.deal = self.match.enter(deal), None
        self._show_end(deal)

    def _show_heading(self, deal: Deal) -> None:
        names = self._names()
        self._out.print()
        score = ", ".join(f"{name} {points}" for name, points in zip(names, self.match.sheet.points, strict=True))
        dealer = "you deal" if deal.dealer == PERSON else f"{names[deal.dealer]} deals"
        upcard = cards_text([deal.start_state.upcard], self._out)
        number = len(self.match.entries) + 1
        self._out.print(Text(f"Deal {number}: {dealer}, upcard ", style="bold") + upcard + Text(f"   ({score})"))

    def _show_end(self, deal: Deal) -> None:
        self._out.print()
        self._tell_news(deal)
        entry = self.match.entries[-1]
        show_ending(entry.result, entry.score, self._names(), self._out, rules=deal.rules)

    def _names(self) -> tuple[str, str]:
        first, second = self.match.names
        return plain(first), plain(second)

    def _tell_news(self, deal: Deal) -> None:
        """Print what the person has seen and not been told yet."""
        seen = deal.events(PERSON)
        news = seen[self._told :]
        self._told = len(seen)
        if deal.state.phase is Phase.OVER:  # what answers a knock is told with the ending
            news = tuple(event for event in news if event.kind not in _ANSWERS)
        for line in turn_lines(news, ("You", self._names()[BOT]), self._out):
            self._out.print(line)

    def _persons_choice(self, deal: Deal) -> Action:
        """Show the position and ask for a move until there is a legal one."""
        if deal.state.phase is not Phase.DISCARD:
            self._out.print()
        self._tell_news(deal)
        seen = view(deal.state, PERSON)
        if len(seen.legal_actions) == 1:
            self._out.print(joined("You can only ", action_text(seen.legal_actions[0], self._out), "."))
            return seen.legal_actions[0]
        listed = listed_moves(seen)
        show_position(seen, listed, self._out)
        while True:
            typed = ask(">", self._out)
            if self._obeyed(typed, seen, listed):
                continue
            try:
                action = read_move(typed, seen, listed)
            except GinRulesError as error:
                self._out.print(complaint_text(str(error)))
                continue
            refusal = explain(deal.state, action)
            if refusal is None:
                return action
            self._out.print(complaint_text(refusal.sentence))

    def _obeyed(self, typed: str, seen: PlayerView, listed: Sequence[Action]) -> bool:
        """Do what is no move; return whether it was none."""
        match typed.lower():
            case "q" | "quit":
                raise LeaveError
            case "":
                show_position(seen, listed, self._out)
            case "?":
                for line in hints(seen, self._out):
                    self._out.print(line)
            case "h" | "help":
                show_help(self._out)
            case "sheet":
                show_sheet(self.match, self._out)
            case _:
                return False
        return True


def show_help(out: Console) -> None:
    """Print what can be typed."""
    for keys, meaning in _HELP:
        out.print(f"  {keys:19}{meaning}")
