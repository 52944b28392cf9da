"""The defender's best answer to a knock: own melds and layoffs, chosen together. Rule: CORE-15."""

from collections.abc import Iterable
from typing import Final

import attrs

from ginrules.cards import Card, Hand
from ginrules.errors import LimitError, MeldError
from ginrules.melds import Aces, Arrangement, LayOff, Meld, MeldKind, ascending, extension_mask
from ginrules.solver._kernel import deadwood as _kernel_deadwood
from ginrules.solver.arrange import best_arrangement, table_for

MAX_CHOICES: Final = 100_000
"""The most ways of laying off that :func:`best_layoffs` compares."""


@attrs.frozen
class LayoffPlan:
    """What the defender lays off, in playable order, and how he arranges the rest. Rule: CORE-15."""

    arrangement: Arrangement
    """The cards he keeps: his own melds and his loose cards."""
    layoffs: tuple[LayOff, ...]
    """One card at a time; each names its meld as it lies by then."""

    @property
    def deadwood(self) -> int:
        """The pips left in the end."""
        return self.arrangement.deadwood


def best_layoffs(hand: Hand, spread: Iterable[Meld], *, aces: Aces = Aces.LOW, ace_pips: int = 1) -> LayoffPlan:
    """Return the defender's answer with the least deadwood, own melds and layoffs optimized together.

    Melding first and laying off after is not the same: a card may do more on the knocker's spread than in a
    meld of one's own. Of equal answers the one with the fewest cards laid off is taken, then the one with the
    least mask of them; the rest is arranged as by :func:`~ginrules.solver.best_arrangement`.

    >>> spread = parse_melds("9s 9h 9d | Ah 2h 3h | Js Jh Jd")
    >>> plan = best_layoffs(Hand.parse("9c 8c 7c 7h 7d 2s 3s 4s Kc Qd"), spread)
    >>> plan.deadwood, [str(layoff) for layoff in plan.layoffs]
    (28, ['lay 9c on 9d 9h 9s'])
    >>> print(plan.arrangement)
    7c 7d 7h | 2s 3s 4s / 8c Kc Qd

    Raises:
        MeldError: a meld of the spread does not count with these aces, or a card is in two places.
        LimitError: more than 100,000 ways of laying off (which takes far more cards than any ruleset deals), or
            *ace_pips* is not from 1 to 40.

    """
    table = table_for(aces, ace_pips)
    laid_out = ascending(spread)
    _check(hand, laid_out, aces)
    choices = _choices(hand.mask, laid_out, aces)
    laid = 0
    if len(choices) > 1:
        laid = min(
            choices, key=lambda cards: (_kernel_deadwood(hand.mask ^ cards, table), cards.bit_count(), cards)
        )
    kept = best_arrangement(Hand(hand.mask ^ laid), aces=aces, ace_pips=ace_pips)
    return LayoffPlan(kept, _in_order(laid, laid_out, aces) if laid else ())


def _check(hand: Hand, spread: tuple[Meld, ...], aces: Aces) -> None:
    seen = hand.mask
    for meld in spread:
        if not meld.counts(aces):
            msg = f"{meld} is no meld with aces {aces.value}"
            raise MeldError(msg)
        if seen & meld.mask:
            msg = f"{Hand(seen & meld.mask)} would be both in {meld} and elsewhere; hand and spread share no card"
            raise MeldError(msg)
        seen |= meld.mask


def _choices(hand: int, spread: tuple[Meld, ...], aces: Aces) -> set[int]:
    """Return the mask of every lot of cards that can be laid off, the empty one included.

    From each end of a run a chain of cards can be laid, of any length up to the first card not held. Lots from
    several chains simply join: where two chains meet in one card, either may take it.
    """
    choices = {0}
    for meld in spread:
        ends = extension_mask(meld.mask, aces) & hand
        while ends:
            end = ends & -ends
            ends ^= end
            prefixes = _chain(meld.mask, end, hand, aces)
            choices |= {choice | prefix for choice in choices for prefix in prefixes}
            if len(choices) > MAX_CHOICES:
                msg = f"there are more than {MAX_CHOICES:,} ways of laying off on this spread"
                raise LimitError(msg)
    return choices


def _chain(meld: int, end: int, hand: int, aces: Aces) -> list[int]:
    """Return the masks of the cards that can be laid beginning at one end: one card, two, and so on."""
    prefixes: list[int] = []
    laid = 0
    while end & hand:
        before = extension_mask(meld | laid, aces)
        laid |= end
        prefixes.append(laid)
        # What the last card opened is the next link; the other end was open before.
        end = extension_mask(meld | laid, aces) & ~before
    return prefixes


def _in_order(laid: int, spread: tuple[Meld, ...], aces: Aces) -> tuple[LayOff, ...]:
    """Return the cards as layoffs that can be played one by one.

    Runs take theirs before sets do: a card that fits both may be the link to the next one on the run.
    """
    layoffs: list[LayOff] = []
    runs_first = sorted(spread, key=lambda meld: meld.kind is MeldKind.SET)
    for meld in runs_first:
        while fitting := extension_mask(meld.mask, aces) & laid:
            card: Card = Hand(fitting).cards[0]
            laid ^= card.mask
            layoffs.append(LayOff(card, meld))
            meld = meld.extend(card, aces=aces)  # noqa: PLW2901  the meld as it lies now
    return tuple(layoffs)
