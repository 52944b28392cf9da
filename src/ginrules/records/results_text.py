"""The result of a deal on one line, such as ``knock 0 7 18; upcard 7h; factor 2``, and back."""

from collections.abc import Iterator
from typing import Final, TypeVar, final

import attrs

from ginrules.cards import Card, Suit
from ginrules.errors import RecordError
from ginrules.melds import Arrangement, LayOff
from ginrules.records.bounds import MAX_DIGITS
from ginrules.records.replaying import End, show_end
from ginrules.results import SEATS, DealResult, Ending, Seat
from ginrules.rules import Rules
from ginrules.solver import LayoffPlan

T = TypeVar("T")
_ENDING_OF: Final = {ending.value.replace("_", " "): ending for ending in Ending}
_SUIT_OF: Final = {suit.letter: suit for suit in Suit}
_FORMS: Final = "knock 0 7 18, gin 1 23 0, big gin 0 0 31 or void"
_FACTS: Final = ("upcard", "blocked", "factor", "spread", "defense", "lay")
_PAIR: Final = 2


def write_result(result: DealResult, rules: Rules) -> str:
    """Return a result on one line.

    Raises:
        RecordError: a number is too long, or its cards count a loose ace otherwise than the rules.

    """
    return "; ".join([show_end(End.of(result)), *_facts(result, rules)])


def _facts(result: DealResult, rules: Rules) -> Iterator[str]:
    for number in (*(result.deadwood or ()), result.factor):
        if number >= 10**MAX_DIGITS:
            raise RecordError(f"the result has a number of more than {MAX_DIGITS} digits")
    if result.upcard is not None:
        yield f"upcard {result.upcard}"
    if result.blocked is not None:
        yield f"blocked {' '.join(suit.letter for suit in result.blocked) or '-'}"
    if result.factor != 1:
        yield f"factor {result.factor}"
    if result.spread is not None:
        yield f"spread {write_arrangement(result.spread, rules)}"
    if result.defense is not None:
        yield f"defense {write_arrangement(result.defense.arrangement, rules)}"
        yield from map(str, result.defense.layoffs)


def write_arrangement(arrangement: Arrangement, rules: Rules) -> str:
    """Return an arrangement as text.

    Raises:
        RecordError: it counts a loose ace otherwise than the rules, which the text would not say.

    """
    if arrangement.ace_pips != rules.ace_pips:
        raise RecordError(
            f"{arrangement} counts a loose ace as {arrangement.ace_pips}, the rules as {rules.ace_pips};"
            " the text cannot say that"
        )
    return str(arrangement)


def read_arrangement(text: str, rules: Rules) -> Arrangement:
    """Return the arrangement of a text, which counts aces as the rules do.

    Raises:
        GinRulesError: it is none.

    """
    read = Arrangement.parse(text)
    return Arrangement(read.melds, read.loose, ace_pips=rules.ace_pips)


def read_end(text: str) -> End:
    """Return what a text such as ``knock 0 7 18`` says.

    Raises:
        RecordError: it says nothing of the kind.

    """
    words = text.lower().split()
    name = " ".join(word for word in words if not _is_number(word))
    numbers = [int(word) for word in words if _is_number(word)]
    ending = _ENDING_OF.get(name)
    if ending is None or words[: len(name.split())] != name.split():
        raise RecordError(f"{text.strip()[:40]!r} is no result; expected {_FORMS}")
    deadwood = numbers if ending is Ending.VOID else numbers[1:]
    knocker = None if ending is Ending.VOID or not numbers else Seat(numbers[0])
    right = knocker is None if ending is Ending.VOID else knocker in SEATS
    if not right or len(deadwood) not in (0, _PAIR):
        raise RecordError(
            f"{text.strip()[:40]!r} has not the numbers of a result: the knocker, seat 0 or 1, unless it is void,"
            " and the deadwood of seat 0 and seat 1"
        )
    pair = (deadwood[0], deadwood[1]) if deadwood else None
    return End(ending=ending, knocker=knocker, deadwood=pair)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS


def read_result(text: str, rules: Rules) -> DealResult:
    """Return the result that a line describes.

    Raises:
        GinRulesError: it describes none, or one that cannot be.

    """
    head, *parts = text.split(";")
    end = read_end(head)
    facts = _Facts(rules)
    for part in parts:
        facts.read(part.strip())
    return DealResult(
        ending=end.ending,
        knocker=end.knocker,
        deadwood=end.deadwood,
        upcard=facts.upcard,
        blocked=facts.blocked,
        factor=facts.factor,
        spread=facts.spread,
        defense=facts.plan(),
    )


@final
@attrs.define
class _Facts:
    """What follows the head of a result."""

    rules: Rules
    upcard: Card | None = None
    blocked: tuple[Suit, ...] | None = None
    factor: int = 1
    spread: Arrangement | None = None
    defense: Arrangement | None = None
    layoffs: tuple[LayOff, ...] = ()
    seen: tuple[str, ...] = ()

    def read(self, part: str) -> None:
        """Read one fact."""
        name, _, value = part.partition(" ")
        if name not in _FACTS:
            raise RecordError(f"{part[:40]!r} is no fact of a result; expected {', '.join(_FACTS)}")
        if name in self.seen and name != "lay":
            raise RecordError(f"{name} comes twice")
        self.seen = (*self.seen, name) if name != "lay" else self.seen
        match name:
            case "upcard":
                self.upcard = Card.parse(value)
            case "blocked":
                self.blocked = _read_suits(value)
            case "factor":
                self.factor = _read_factor(value)
            case "spread":
                self.spread = read_arrangement(value, self.rules)
            case "defense":
                self.defense = read_arrangement(value, self.rules)
            case _:
                self.layoffs = (*self.layoffs, LayOff.parse(part))

    def plan(self) -> LayoffPlan | None:
        """Return what the defender did, if it is told."""
        if self.defense is None:
            if self.layoffs:
                raise RecordError("layoffs without the defense that was left")
            return None
        return LayoffPlan(self.defense, self.layoffs)


def _read_suits(text: str) -> tuple[Suit, ...]:
    letters = [] if text.strip() == "-" else text.lower().split()
    if any(letter not in _SUIT_OF for letter in letters) or (not letters and text.strip() != "-"):
        raise RecordError(f"no suits: {text[:40]!r}; expected letters of c d h s, or - for none")
    return tuple(_SUIT_OF[letter] for letter in letters)


def _read_factor(text: str) -> int:
    if not _is_number(text.strip()):
        raise RecordError(f"no factor: {text[:40]!r}; expected a whole number")
    return int(text)
