"""What can be laid from a hand, what is best laid, and how far a hand is from it. Rules: SVENSK-08, SVENSK-09."""

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from ginrules.cards import Suit
from ginrules.contract.cards import JOKER, AnyCard, Hand, card_of_kind
from ginrules.contract.contracts import Contract
from ginrules.contract.melds import MAX_RUN, End, Meld, ascending
from ginrules.contract.rules import Rules
from ginrules.contract.solver._fewest import can_be_laid, enough_jokers, fewest_jokers
from ginrules.contract.solver._known import Known
from ginrules.contract.solver._layout import Layout, Problem, RawMeld, TableMeld
from ginrules.contract.solver._plan import plan
from ginrules.contract.solver._search import cheapest
from ginrules.contract.solver._ways import ways
from ginrules.errors import LimitError, MeldError
from ginrules.melds import Aces, MeldKind

MAX_CARDS: Final = 255
"""The most cards of a hand that the solver takes."""
MAX_TABLE: Final = 64
"""The most melds of a table that the solver takes."""
MAX_KEEP: Final = 2
"""The most cards that may have to stay."""
_RULES: Final = Rules()
_POINT: Final = 256
"""What a point costs where a card costs one: more than any hand has cards."""


@attrs.frozen
class Build:
    """A card built on a meld. Rule: SVENSK-09."""

    card: AnyCard
    meld: int
    """The number of the meld: first those of the table as they were given, then those laid with the plan."""
    end: End | None
    """To which end of a run; None for a set."""


@attrs.frozen(kw_only=True)
class LayPlan:
    """What to lay, to build and to discard in one turn, in this order. Rules: SVENSK-08, SVENSK-09, SVENSK-14."""

    melds: tuple[Meld, ...]
    """The melds that fill the contract, in their order; none for a player who is down already."""
    builds: tuple[Build, ...]
    """One card at a time, in playable order."""
    discard: AnyCard | None
    """The discard; None where all cards go without one."""
    left: Hand
    """What is left after the discard."""
    points: int
    """What that costs."""


def can_lay(hand: Hand, contract: Contract, *, rules: Rules = _RULES) -> bool:
    """Return whether the whole contract can be laid from the hand. Rule: SVENSK-08.

    >>> from ginrules.contract import Contract, Hand
    >>> can_lay(Hand.parse("Qh Qh Qs 5s 7s 8s * 2c"), Contract.parse("1 set, 1 run"))
    True

    Raises:
        LimitError: the hand has more than 255 cards.

    """
    return enough_jokers(_problem(hand, contract, rules), hand.jokers)


def missing(hand: Hand, contract: Contract, *, rules: Rules = _RULES) -> int | None:
    """Return how many jokers the hand lacks to lay the contract: 0 if it can now. Rules: SVENSK-05, SVENSK-08.

    None if no number of jokers would do, because there are too few natural cards for so many melds.

    >>> from ginrules.contract import Contract, Hand
    >>> missing(Hand.parse("Qh Qh 5s 7s 8s 2c"), Contract.parse("1 set, 1 run"))
    2

    Raises:
        LimitError: the hand has more than 255 cards.

    """
    problem = _problem(hand, contract, rules)
    melds = len(problem.sets) + len(problem.runs)
    if problem.naturals * melds > len(hand) - hand.jokers:
        return None
    ceiling = sum(problem.sets) + MAX_RUN * len(problem.runs)
    # Few are the usual answer, and found sooner where more are not considered.
    for most in sorted({min(hand.jokers + more, ceiling) for more in (0, 2, 5, 9, ceiling)}):
        fewest = fewest_jokers(problem, most)
        if fewest is not None:
            return max(0, fewest - hand.jokers)
    return None


def missing_after_discard(hand: Hand, contract: Contract, *, rules: Rules = _RULES) -> dict[AnyCard, int | None]:
    """Return :func:`missing` of the rest for each card that could be discarded, by kind.

    >>> from ginrules.contract import Contract, Hand
    >>> left = missing_after_discard(Hand.parse("Qh Qh 5s 7s 8s 2c"), Contract.parse("1 set, 1 run"))
    >>> [f"{card} {number}" for card, number in left.items()]
    ['2c 2', 'Qh 3', '5s 3', '7s 3', '8s 3']

    Raises:
        LimitError: the hand has more than 255 cards.

    """
    return {card: missing(hand.remove(card), contract, rules=rules) for card in hand.kinds}


def sweep(hand: Hand, contract: Contract, *, rules: Rules = _RULES) -> tuple[Meld, ...] | None:
    """Return melds that fill the contract with every card of the hand, or None. Rule: SVENSK-13.

    >>> from ginrules.contract import Contract, Hand
    >>> melds = sweep(Hand.parse("Qh Qh Qs 5s 7s 8s *"), Contract.parse("1 set, 1 run"))
    >>> [str(meld) for meld in melds]
    ['Qh Qh Qs', '5s [6s] 7s 8s']

    Raises:
        LimitError: the hand has more than 255 cards.

    """
    found = cheapest(_problem(hand, contract, rules, costs=(1,) * 14), 1)
    return None if found is None else ascending(map(_meld, found.melds))


def layings(
    hand: Hand, contract: Contract, *, rules: Rules = _RULES, build: bool = True, every: bool = False
) -> Iterator[tuple[Meld, ...]]:
    """Yield the ways to lay the contract that matter, each collection of melds once. Rule: SVENSK-08.

    A way matters if

    - no joker lies where a card left in the hand could lie instead: the card it stands for in a run, any card of
      the rank in a set; and
    - with *build*, no meld is longer than it must be: a set is as long as its place asks for, and no shorter part
      of a run could take the run's place. What was taken off is built on again in the same turn.

    From any other way one comes to a way that matters by taking cards back and by giving natural cards for jokers,
    so nothing is lost but to lay a joker and keep its natural card. Without *build*, for tables where nobody
    builds in the turn of laying, longer melds are listed too.

    Ways come by their melds: sets before runs, the shorter first, then by rank or suit, lowest position and cards.
    They are found one by one, and no more than one is kept; of a hand with many jokers there may be millions.

    Args:
        hand: the cards held.
        contract: the places to be filled.
        rules: lengths, aces, natural cards.
        build: whether cards may be built in the turn of laying. Rule: SVENSK-09.
        every: list every way, whether it matters or not.

    >>> from ginrules.contract import Contract, Hand
    >>> for melds in layings(Hand.parse("Qh Qh Qs 4s 5s 7s 8s *"), Contract.parse("1 set, 1 run")):
    ...     print(" | ".join(map(str, melds)))
    Qh Qh Qs | 4s 5s [6s] 7s
    Qh Qh Qs | 5s [6s] 7s 8s

    Raises:
        LimitError: the hand has more than 255 cards.

    """
    problem = _problem(hand, contract, rules, build=build)
    return (ascending(map(_meld, way)) for way in ways(problem, every=every))


def best_laying(  # noqa: PLR0913  every knob by its name
    hand: Hand,
    contract: Contract,
    table: Iterable[Meld] = (),
    *,
    rules: Rules = _RULES,
    build: bool = True,
    keep: int = 1,
    barred: Iterable[AnyCard] = (),
) -> LayPlan | None:
    """Return the way to lay the contract, build and discard that leaves the fewest points; None if none can be.

    Laying, building on the melds of the table and on those just laid, and the discard are chosen together. What
    is least is the points of the cards left after the discard, and among equals their number; among equals in
    both, the search takes the first it meets, always the same one for the same hand, contract and table.

    Args:
        hand: the cards held, the one just drawn included.
        contract: the places to be filled, each by a meld as long or longer.
        table: the melds that lie there already.
        rules: lengths, aces, natural cards, points.
        build: whether cards may be built in the turn of laying. Rule: SVENSK-09.
        keep: how many cards may not be laid. 1 leaves a discard; 2 leaves one card more, where nobody may go
            out in the turn of laying (SVENSK-16); 0 lets the last card go without a discard. Where cards are
            left, one is discarded in any case.
        barred: the kinds that may not be discarded. Rule: SVENSK-07.

    >>> from ginrules.contract import Contract, Hand, parse_melds
    >>> hand = Hand.parse("Qh Qh Qs 5s 7s 8s * 9d Kc")
    >>> plan = best_laying(hand, Contract.parse("1 set, 1 run"), parse_melds("6d 7d 8d [9d]"))
    >>> [str(meld) for meld in plan.melds], str(plan.discard), str(plan.left), plan.points
    (['Qh Qh Qs', '5s [6s] 7s 8s'], 'Kc', '9d', 9)

    Raises:
        LimitError: the hand has more than 255 cards, the table more than 64 melds, or *keep* is not 0, 1 or 2.
        MeldError: a meld of the table does not count with these aces.

    """
    return _best(hand, contract, tuple(table), rules, build=build, keep=keep, barred=barred)


def best_builds(
    hand: Hand,
    table: Iterable[Meld],
    *,
    rules: Rules = _RULES,
    keep: int = 1,
    barred: Iterable[AnyCard] = (),
) -> LayPlan | None:
    """Return what a player who is down already best builds and discards; see :func:`best_laying`.

    None if no card may be discarded and one would have to be. Rule: SVENSK-09.

    >>> from ginrules.contract import Hand, parse_melds
    >>> plan = best_builds(Hand.parse("9d Td Kc 3c"), parse_melds("5d 6d 7d 8d"))
    >>> [str(build.card) for build in plan.builds], str(plan.discard), plan.points
    (['9d', 'Td'], 'Kc', 3)

    Raises:
        LimitError: the hand has more than 255 cards, the table more than 64 melds, or *keep* is not 0, 1 or 2.
        MeldError: a meld of the table does not count with these aces.

    """
    return _best(hand, None, tuple(table), rules, build=True, keep=keep, barred=barred)


def _best(  # noqa: PLR0913  all that the two questions ask
    hand: Hand,
    contract: Contract | None,
    table: tuple[Meld, ...],
    rules: Rules,
    *,
    build: bool,
    keep: int,
    barred: Iterable[AnyCard],
) -> LayPlan | None:
    if keep not in range(MAX_KEEP + 1):
        msg = f"keep is {keep!r}; expected 0 to {MAX_KEEP}"
        raise LimitError(msg)
    if len(table) > MAX_TABLE:
        msg = f"a table of {len(table)} melds; the solver takes at most {MAX_TABLE}"
        raise LimitError(msg)
    for meld in table:
        if not meld.counts(rules.aces):
            msg = f"{meld} is no meld with aces {rules.aces.value}"
            raise MeldError(msg)
    prices = tuple(_POINT * rules.points(card_of_kind(kind)) + 1 for kind in (*range(13), JOKER.index))
    problem = _problem(hand, contract, rules, costs=prices, table=table if build else (), build=build)
    known = Known()
    if contract is not None and not can_be_laid(problem, known):
        return None
    found = plan(problem, keep, frozenset(card.index for card in barred), known)
    if found is None:
        return None
    discard = card_of_kind(found.held[0]) if found.held else None
    left = Hand.of(map(card_of_kind, (*found.layout.left, *found.held[1:])))
    melds, builds = _laid(found.layout, len(table))
    return LayPlan(melds=melds, builds=builds, discard=discard, left=left, points=rules.points(left))


def _problem(  # noqa: PLR0913  the same
    hand: Hand,
    contract: Contract | None,
    rules: Rules,
    *,
    costs: tuple[int, ...] = (0,) * 14,
    table: tuple[Meld, ...] = (),
    build: bool = False,
) -> Problem:
    """Return the question in the words of the search."""
    if len(hand) > MAX_CARDS:
        msg = f"a hand of {len(hand)} cards; the solver takes at most {MAX_CARDS}"
        raise LimitError(msg)
    lengths: dict[MeldKind, list[int]] = {kind: [] for kind in MeldKind}
    if contract is not None:
        for place in contract.at_table(min_set=rules.min_set, min_run=rules.min_run).places:
            lengths[place.kind].append(max(place.least or 0, rules.min_naturals))
    return Problem(
        counts=hand.counts,
        sets=tuple(sorted(lengths[MeldKind.SET], reverse=True)),
        runs=tuple(sorted(lengths[MeldKind.RUN], reverse=True)),
        naturals=rules.min_naturals,
        top=12 if rules.aces is Aces.LOW else 13,
        table=tuple(map(_table_meld, table)),
        build=build,
        costs=tuple(
            0 if any(meld.rank is not None and meld.rank == rank + 1 for meld in table) else cost
            for rank, cost in enumerate(costs)
        ),
        prices=costs,
    )


def _table_meld(meld: Meld) -> TableMeld:
    suit = meld.suit
    return (-1 if suit is None else int(suit), meld.low - 1, len(meld))


def _meld(raw: RawMeld) -> Meld:
    suit, low, kinds = raw
    if suit < 0:
        return Meld.of_set(map(card_of_kind, kinds))
    wild = [low + 1 + place for place, kind in enumerate(kinds) if kind == JOKER.index]
    return Meld.of_run(Suit(suit), low + 1, len(kinds), jokers=wild)


def _laid(layout: Layout, table: int) -> tuple[tuple[Meld, ...], tuple[Build, ...]]:
    """Return the melds in their order, and the builds with the numbers that follow from it."""
    laid = [_meld(raw) for raw in layout.melds]
    melds = ascending(laid)
    order = sorted(range(len(laid)), key=lambda number: melds.index(laid[number]))
    number_of = {table + old: table + new for new, old in enumerate(order)}
    ends = {-1: None, 0: End.LOW, 1: End.HIGH}
    builds = tuple(
        Build(card_of_kind(kind), number_of.get(number, number), ends[end]) for number, end, kind in layout.builds
    )
    return melds, builds
