"""``ginrules solve``: what a hand is worth, what to discard, how to answer a knock."""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, TextIO, TypedDict

import attrs
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules import solver
from ginrules.cards import Card, Hand
from ginrules.cli.terminal import arrangement_text, cards_text, console, count, melds_text
from ginrules.errors import GinRulesError, LimitError
from ginrules.melds import Aces, Arrangement, Meld, parse_melds

MAX_CARDS: Final = 14
_DRAWN: Final = 11  # a hand with the card just drawn
_MAX_LINE: Final = 1000  # far more than fourteen cards need
_MAX_SHOWN: Final = 12  # optimal arrangements on the screen


@attrs.frozen(kw_only=True)
class Question:
    """What is asked of every hand of one call."""

    aces: Aces
    ace_pips: int
    limit: int
    spread: tuple[Meld, ...] | None


class ArrangementJson(TypedDict):
    """An arrangement as JSON."""

    melds: list[str]
    loose: list[str]
    deadwood: int


class DiscardJson(TypedDict):
    """A discard and what it leaves as JSON."""

    card: str
    deadwood: int
    may_knock: bool
    gin: bool


class DefenseJson(TypedDict):
    """The best answer to a knock as JSON."""

    spread: list[str]
    deadwood: int
    layoffs: list[str]
    kept: ArrangementJson


class AnswerJson(TypedDict, total=False):
    """The answer for one hand as JSON; keys that do not apply are left out."""

    hand: str
    cards: int
    pips: int
    deadwood: int
    arrangements: list[ArrangementJson]
    may_knock: bool
    gin: bool
    big_gin: bool
    discards: list[DiscardJson]
    defense: DefenseJson


def solve(
    hand: Annotated[
        str,
        typer.Argument(help="1 to 14 cards, such as 'As 2s 3s'; - reads one hand a line and answers in JSON."),
    ],
    against: Annotated[
        str | None,
        typer.Option(help="A knocker's spread, such as '6c 7c 8c | Qh Qd Qs': shows the best answer to it."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    limit: Annotated[int, typer.Option(help="The knock limit.", min=0, max=100)] = 10,
    aces: Annotated[Aces, typer.Option(help="Which runs an ace may close.")] = Aces.LOW,
    ace_pips: Annotated[int, typer.Option(help="What a loose ace counts.", min=1, max=40)] = 1,
) -> None:
    """Solve a hand.

    Shows deadwood, best arrangements, what each discard leaves, and the answer to a knock.
    """
    spread = None if against is None else parse_melds(against, aces=aces)
    question = Question(aces=aces, ace_pips=ace_pips, limit=limit, spread=spread)
    if hand.strip() == "-":
        if not _answer_lines(sys.stdin, question):
            raise typer.Exit(1)
        return
    cards = read_hand(hand)
    if as_json:
        typer.echo(json.dumps(answer(cards, question), indent=2))
    else:
        show(cards, question, console())


def read_hand(text: str) -> Hand:
    """Read a hand of 1 to 14 cards.

    Raises:
        NotationError: the text is no hand.
        LimitError: it has no cards or more than 14.

    """
    hand = Hand.parse(text)
    if not 1 <= len(hand) <= MAX_CARDS:
        msg = f"the hand has {len(hand)} cards; expected 1 to {MAX_CARDS}"
        raise LimitError(msg)
    return hand


def answer(hand: Hand, question: Question) -> AnswerJson:
    """Return all that is known about one hand."""
    aces, ace_pips, limit = question.aces, question.ace_pips, question.limit
    optimal = solver.optimal_arrangements(hand, aces=aces, ace_pips=ace_pips)
    least = optimal[0].deadwood
    found: AnswerJson = {
        "hand": str(hand),
        "cards": len(hand),
        "pips": Arrangement((), hand, ace_pips=ace_pips).deadwood,
        "deadwood": least,
        "arrangements": [_arrangement_json(arrangement) for arrangement in optimal],
    }
    if len(hand) == _DRAWN:
        left = solver.after_discard(hand, aces=aces, ace_pips=ace_pips)
        found["may_knock"] = min(left.values()) <= limit
        found["gin"] = 0 in left.values()
        found["big_gin"] = least == 0
        found["discards"] = [
            {"card": str(card), "deadwood": pips, "may_knock": pips <= limit, "gin": pips == 0}
            for card, pips in sorted(left.items(), key=_least_first)
        ]
    if len(hand) == _DRAWN - 1:
        found["may_knock"] = least <= limit
        found["gin"] = least == 0
    if question.spread is not None:
        plan = solver.best_layoffs(hand, question.spread, aces=aces, ace_pips=ace_pips)
        found["defense"] = {
            "spread": [str(meld) for meld in question.spread],
            "deadwood": plan.deadwood,
            "layoffs": [str(layoff) for layoff in plan.layoffs],
            "kept": _arrangement_json(plan.arrangement),
        }
    return found


def show(hand: Hand, question: Question, out: Console) -> None:
    """Print all that is known about one hand."""
    aces, ace_pips = question.aces, question.ace_pips
    optimal = solver.optimal_arrangements(hand, aces=aces, ace_pips=ace_pips)
    pips = Arrangement((), hand, ace_pips=ace_pips).deadwood
    out.print(cards_text(hand, out) + Text(f"   {count(len(hand), 'card')}, {count(pips, 'pip')}"))
    out.print()
    out.print(Text("Least deadwood ") + Text(str(optimal[0].deadwood), style="bold"))
    _show_arrangements(optimal, out)
    if len(hand) == _DRAWN:
        _show_discards(hand, question, out)
    elif len(hand) == _DRAWN - 1 and question.spread is None:
        out.print(_verdict(optimal[0].deadwood, question.limit, "Kept after a discard, these ten are"))
    if question.spread is not None:
        _show_defense(hand, question.spread, question, out)


def _show_arrangements(optimal: Sequence[Arrangement], out: Console) -> None:
    if len(optimal) > 1:
        out.print(f"reached in {len(optimal)} ways, the best by the tie-break first:")
    for arrangement in optimal[:_MAX_SHOWN]:
        out.print(Text("  ") + arrangement_text(arrangement, out))
    if len(optimal) > _MAX_SHOWN:
        out.print(f"  … and {len(optimal) - _MAX_SHOWN} more; --json lists them all")
    out.print()


def _show_discards(hand: Hand, question: Question, out: Console) -> None:
    left = solver.after_discard(hand, aces=question.aces, ace_pips=question.ace_pips)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("Discard")
    table.add_column("Leaves", justify="right")
    table.add_column("")
    table.add_column("Best arrangement of the rest")
    for card, pips in sorted(left.items(), key=_least_first):
        kept = solver.best_arrangement(hand.remove(card), aces=question.aces, ace_pips=question.ace_pips)
        may = "gin" if pips == 0 else "knock" if pips <= question.limit else ""
        table.add_row(cards_text([card], out), str(pips), may, arrangement_text(kept, out))
    out.print(table)
    out.print()
    best, pips = min(left.items(), key=_least_first)
    lead = f"Discarding {best} leaves {pips}:"
    out.print(_verdict(pips, question.limit, lead))
    if solver.deadwood(hand, aces=question.aces, ace_pips=question.ace_pips) == 0:
        out.print("All eleven are in melds: big gin, where the table plays it.")


def _show_defense(hand: Hand, spread: tuple[Meld, ...], question: Question, out: Console) -> None:
    plan = solver.best_layoffs(hand, spread, aces=question.aces, ace_pips=question.ace_pips)
    out.print(Text("Against  ") + melds_text(spread, out))
    for layoff in plan.layoffs:
        out.print(
            Text("  lay ") + cards_text([layoff.card], out) + Text(" on ") + cards_text(layoff.meld.cards, out)
        )
    out.print(Text("  keep ") + arrangement_text(plan.arrangement, out))
    out.print(Text("The best answer leaves ") + Text(str(plan.deadwood), style="bold"))


def _verdict(pips: int, limit: int, lead: str) -> Text:
    if pips == 0:
        return Text(f"{lead} gin.")
    if pips <= limit:
        return Text(f"{lead} low enough to knock (at most {limit}).")
    return Text(f"{lead} too much to knock (at most {limit}).")


def _answer_lines(stream: TextIO, question: Question) -> bool:
    """Answer each line that is not blank with one line of JSON; return whether all were hands."""
    all_good = True
    for number, line in _lines(stream):
        try:
            found: object = answer(read_hand(line), question)
        except GinRulesError as error:
            all_good = False
            found = {"line": number, "error": str(error)}
        typer.echo(json.dumps(found))
    return all_good


def _lines(stream: TextIO) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank with their numbers, each cut to what a hand can need."""
    number = 0
    while line := stream.readline(_MAX_LINE):
        number += 1
        rest = line
        while not rest.endswith("\n") and (rest := stream.readline(_MAX_LINE)):
            pass
        if line.strip():
            yield number, line.rstrip("\n")


def _arrangement_json(arrangement: Arrangement) -> ArrangementJson:
    return {
        "melds": [str(meld) for meld in arrangement.melds],
        "loose": [str(card) for card in arrangement.loose],
        "deadwood": arrangement.deadwood,
    }


def _least_first(discard: tuple[Card, int]) -> tuple[int, int]:
    card, pips = discard
    return pips, -card.pips
