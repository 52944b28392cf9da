"""What happened in a deal, in words and with cards in color: each turn a line, then how the deal ended."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from ginrules.cli.sheet import ending_words, itemized
from ginrules.cli.terminal import arrangement_text, cards_text, count, joined, suit_text
from ginrules.deal import Deal
from ginrules.deal.events import Event, EventKind
from ginrules.melds import LayOff
from ginrules.results import SEATS, DealResult, Ending
from ginrules.rules import Rules
from ginrules.scoring import DealScore

_BEGIN_A_TURN: Final = {EventKind.TAKE, EventKind.DRAW}
_KNOCKS: Final = {EventKind.KNOCK, EventKind.GIN}
_DEEDS: Final = {
    EventKind.PASS: "passed",
    EventKind.TAKE: "took",
    EventKind.DRAW: "drew",
    EventKind.DISCARD: "discarded",
    EventKind.KNOCK: "knocked",
    EventKind.GIN: "went gin",
    EventKind.BIG_GIN: "declared big gin",
    EventKind.SHOW: "showed the hand",
    EventKind.DOUBLE: "doubled",
    EventKind.ACCEPT: "accepted the double",
    EventKind.REFUSE: "refused the double",
}
_TOLD_APART: Final = {EventKind.DEAL, EventKind.UPCARD, EventKind.OVER}


def open_events(deal: Deal) -> tuple[Event, ...]:
    """Return what happened in a deal with nothing hidden: each event as whoever acted saw it."""
    seen = [deal.events(seat) for seat in SEATS]
    return tuple(event if event.seat is None else seen[event.seat][event.number] for event in seen[0])


def turn_lines(events: Sequence[Event], names: Sequence[str], out: Console) -> Iterator[Text]:
    """Yield a sentence for each turn or other act; dealing and the end of the deal are told elsewhere.

    Args:
        events: what somebody saw.
        names: of the seats, as they stand at the beginning of a sentence.
        out: where it will be printed.

    """
    begun: Text | None = None
    for event in events:
        if event.kind in _TOLD_APART or event.seat is None:
            continue
        deed = _deed(event, out)
        if event.kind in _BEGIN_A_TURN:
            begun = joined(names[event.seat], " ", deed)
            continue
        yield joined(names[event.seat] if begun is None else begun, " " if begun is None else ", ", deed, ".")
        begun = None
    if begun is not None:
        yield joined(begun, ".")


def _deed(event: Event, out: Console) -> Text:
    """Return what was done, without who did it."""
    if event.layoff is not None:
        return joined("laid off ", layoff_text(event.layoff, out))
    deed = _DEEDS[event.kind]
    if event.card is None:
        return Text("drew a card" if event.kind is EventKind.DRAW else deed)
    face_down = " face down" if event.kind in _KNOCKS else ""
    return joined(deed, " with " if face_down else " ", cards_text([event.card], out), face_down)


def layoff_text(layoff: LayOff, out: Console) -> Text:
    """Return a layoff, such as ``9c on 6c 7c 8c``, in color."""
    return joined(cards_text([layoff.card], out), " on ", cards_text(layoff.meld.cards, out))


def show_ending(
    result: DealResult, score: DealScore, names: tuple[str, str], out: Console, *, rules: Rules
) -> None:
    """Print how a deal ended: spread, defense, and what it was worth."""
    knocker, defender = result.knocker, result.defender
    if knocker is None or defender is None:
        out.print(joined("  The deal is void. ", itemized(score, names)))
        return
    if result.ending is Ending.REFUSED:
        out.print(f"  {ending_words(result, score, names)}.")
    if result.spread is not None:
        deed = {Ending.GIN: "went gin", Ending.BIG_GIN: "had big gin"}.get(result.ending, "knocked")
        shown = arrangement_text(result.spread, out)
        out.print(joined("  ", names[knocker], " ", deed, ": ", shown, _left(result.spread.deadwood)))
    if rules.scoring.restricts_spreads and score.blocked:
        out.print(
            f"  No points in {', '.join(suit_text(suit, out) for suit in score.blocked)}, which that blocks."
        )
    if result.defense is not None:
        for layoff in result.defense.layoffs:
            out.print(joined("  ", names[defender], " laid off ", layoff_text(layoff, out)))
        kept = result.defense.arrangement
        shown = arrangement_text(kept, out) if kept.melds or kept.loose else Text("nothing")
        out.print(joined("  ", names[defender], " kept ", shown, _left(kept.deadwood)))
    undercut = "Undercut! " if result.ending is Ending.KNOCK and score.winner == defender else ""
    out.print(Text(f"  {undercut}{score_words(score, names)}", style="bold"))


def score_words(score: DealScore, names: tuple[str, str]) -> str:
    """Return what a deal was worth, in a sentence."""
    if score.winner is None:
        return "Nobody scores."
    made_of = f": {itemized(score, names)}" if len(score.lines) > 1 else ""
    return f"{names[score.winner]} scores {count(score.points, 'point')}{made_of}."


def _left(deadwood: int) -> Text:
    return Text(f"  ({deadwood} left)" if deadwood else "  (nothing left)", style="dim")
