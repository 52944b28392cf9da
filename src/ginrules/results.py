"""The facts of a finished deal, without prices: who ended it, how, and what each was left with.

A deal that was played here knows them all; at a table with real cards a score keeper tells those that count.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, NewType, TypeGuard, cast, final

import attrs

from ginrules.cards import Card, Suit
from ginrules.errors import ResultError
from ginrules.melds import Arrangement, Meld, MeldKind
from ginrules.solver import LayoffPlan

Seat = NewType("Seat", int)
"""A place at the table of one deal: 0 or 1."""

SEATS: Final = (Seat(0), Seat(1))


class Ending(Enum):
    """How a deal ends. Rules: CORE-11 to CORE-17."""

    KNOCK = "knock"
    """An ordinary knock, undercut or not."""
    GIN = "gin"
    """A spread with nothing left over."""
    BIG_GIN = "big_gin"
    """All cards in melds, without a discard."""
    VOID = "void"
    """Nobody ended it; it is dealt again."""
    REFUSED = "refused"
    """A double was refused. Rule: EXTRA-06."""

    # Enum hashes in Python, which is felt where answers are remembered by it.
    __hash__ = object.__hash__

    @property
    def words(self) -> str:
        """What people call it."""
        return _WORDS[self]


_WORDS: Final = {
    Ending.KNOCK: "a knock",
    Ending.GIN: "gin",
    Ending.BIG_GIN: "big gin",
    Ending.VOID: "a void deal",
    Ending.REFUSED: "a refused double",
}


def as_seat(seat: int | None) -> Seat | None:
    """Return a number as a seat; values with seats take plain numbers, too."""
    return None if seat is None else Seat(seat)


def show_suits(suits: tuple[Suit, ...] | None) -> str:
    """Return suits as an expression that evaluates to them."""
    if suits is None:
        return "None"
    return f"({''.join(f'Suit.{suit.name}, ' for suit in suits).rstrip()})"


def _in_order(suits: tuple[Suit, ...] | None) -> tuple[Suit, ...] | None:
    return None if suits is None else tuple(sorted(suits))


@final
@attrs.frozen(kw_only=True)
class DealResult:
    """How a deal ended: facts that :meth:`~ginrules.ScoringPolicy.price` can put a price on.

    Raises:
        ResultError: the facts cannot be, every problem named.

    >>> result = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(7, 18))
    >>> result.defender
    1
    """

    ending: Ending = attrs.field(repr=str)
    knocker: Seat | None = attrs.field(default=None, converter=as_seat)
    """Who knocked or went gin; who doubled, if the double was refused; None when the deal is void."""
    deadwood: tuple[int, int] | None = None
    """Pips left to each seat, seat 0 first, after layoffs. A void deal and a refused double may do without."""
    upcard: Card | None = None
    """The card turned up at the start, where a variant asks for it. Rules: OKLA-01, OKLA-03."""
    blocked: tuple[Suit, ...] | None = attrs.field(default=None, converter=_in_order, repr=show_suits)
    """The suits that the knocker's spread blocks, ascending, where a variant asks for it. Rule: COLOR-02."""
    factor: int = 1
    """What the players agreed that the deal counts: 2 after one double, and so on. What follows from the upcard
    or from the state of the match is not in it. Rule: EXTRA-06."""
    spread: Arrangement | None = None
    """The knocker's melds and loose cards as laid down; None when no cards are known."""
    defense: LayoffPlan | None = None
    """What the defender laid off and how he arranged the rest; None when no cards are known."""

    def __attrs_post_init__(self) -> None:
        """Refuse facts that cannot be."""
        problems = tuple(_problems(self))
        if problems:
            raise ResultError(problems)

    @property
    def blocks(self) -> tuple[Suit, ...]:
        """The suits that the knocker blocks, as told or by the spread; none if neither is known. COLOR-02."""
        if self.blocked is not None:
            return self.blocked
        return () if self.spread is None else blocked_suits(self.spread.melds)

    @property
    def defender(self) -> Seat | None:
        """The other seat than the knocker's; None when the deal is void."""
        return None if self.knocker is None else Seat(1 - self.knocker)


def blocked_suits(melds: Iterable[Meld]) -> tuple[Suit, ...]:
    """Return the suits that a knocker's melds block, ascending. Rule: COLOR-02.

    A run blocks its own suit, a set of three the missing one, a set of four none.

    >>> [suit.name for suit in blocked_suits([Meld.parse("Qh Qs Qc"), Meld.parse("4c 4d 4h 4s")])]
    ['DIAMONDS']
    """
    blocked: set[Suit] = set()
    for meld in melds:
        suits = {card.suit for card in meld.cards}
        if meld.kind is MeldKind.RUN:
            blocked |= suits
        else:
            blocked |= set(Suit) - suits
    return tuple(sorted(blocked))


def _problems(result: DealResult) -> Iterator[str]:
    if result.ending is Ending.VOID:
        yield from _void_problems(result)
    elif result.knocker is None:
        who = "the doubler" if result.ending is Ending.REFUSED else "the knocker"
        yield f"{result.ending.words} needs {who}, seat 0 or 1"
    elif result.knocker not in SEATS:
        yield f"knocker is {result.knocker!r}; expected seat 0 or 1"
    else:
        yield from _problems_of_knocker(result, result.knocker)
    yield from _deadwood_problems(result)
    if not is_whole(result.factor, least=1):
        yield f"factor is {result.factor!r}; expected a whole number, 1 or more"
    if result.blocked is not None and len(set(result.blocked)) < len(result.blocked):
        yield "blocked names a suit twice; expected each once"


def _void_problems(result: DealResult) -> Iterator[str]:
    for name in ("knocker", "blocked", "spread", "defense"):
        if getattr(result, name) is not None:
            yield f"a void deal has no {name}"


def _deadwood_problems(result: DealResult) -> Iterator[str]:
    deadwood = result.deadwood
    if deadwood is None:
        if result.ending not in {Ending.VOID, Ending.REFUSED}:
            yield f"{result.ending.words} needs the deadwood of both seats"
    elif not _is_pair_of_pips(deadwood):
        yield f"deadwood is {deadwood!r}; expected two whole numbers, 0 or more, seat 0 first"


def _problems_of_knocker(result: DealResult, knocker: Seat) -> Iterator[str]:
    """Yield where the ending and the cards do not go with the numbers."""
    deadwood = result.deadwood if _is_pair_of_pips(result.deadwood) else None
    if deadwood and result.ending in {Ending.GIN, Ending.BIG_GIN} and deadwood[knocker]:
        yield f"{result.ending.words} leaves nothing over, but deadwood gives the knocker {deadwood[knocker]}"
    for name, cards, seat in (("spread", result.spread, knocker), ("defense", result.defense, 1 - knocker)):
        if cards is None:
            continue
        if result.ending is Ending.REFUSED:
            yield f"a refused double has no {name}: no cards are shown"
        elif deadwood and deadwood[seat] != cards.deadwood:
            yield f"the {name} leaves {cards.deadwood}, but deadwood is {deadwood!r}"


def _is_pair_of_pips(deadwood: object) -> TypeGuard[tuple[int, int]]:
    return (
        isinstance(deadwood, tuple)
        and len(cast("tuple[object, ...]", deadwood)) == len(SEATS)
        and all(is_whole(pips) for pips in cast("tuple[object, ...]", deadwood))
    )


def is_whole(number: object, *, least: int = 0) -> bool:
    """Return whether something is a whole number, not below *least*."""
    return isinstance(number, int) and not isinstance(number, bool) and number >= least
