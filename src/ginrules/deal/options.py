"""Every way to end the deal by a knock, and what each would pay: the knocker's choice in Color Gin."""

from typing import final

import attrs

from ginrules.cards import Card, Suit
from ginrules.deal.state import GameState, Phase
from ginrules.deal.transitions import knock_spreads
from ginrules.melds import Arrangement
from ginrules.results import blocked_suits


@final
@attrs.frozen(kw_only=True)
class KnockOption:
    """One legal knock. Rules: CORE-12, COLOR-02, COLOR-06, COLOR-07."""

    discard: Card
    spread: Arrangement
    blocked: tuple[Suit, ...]
    """The suits that the spread blocks, ascending. They matter in Color Gin alone."""
    paying: tuple[Suit, ...]
    """The suits in which it would pay, ascending: all four where suits do not matter."""
    undominated: bool
    """Whether no other option leaves as little or less and pays in the same suits and more."""

    @property
    def deadwood(self) -> int:
        """What the spread leaves over."""
        return self.spread.deadwood


def knock_options(state: GameState) -> tuple[KnockOption, ...]:
    """Return every legal knock of the player in turn, those that nothing dominates first.

    Within each part the order is by deadwood, then most paying suits, then discard and spread. Rule: COLOR-06.
    """
    if state.phase is not Phase.DISCARD:
        return ()
    scoring, terms = state.rules.scoring, state.terms
    found = [
        (discard, spread, blocked_suits(spread.melds), scoring.paying_suits(spread, terms))
        for discard in state.hands[state.turn]
        for spread in knock_spreads(state, discard)
    ]
    worth = {(spread.deadwood, paying) for _, spread, _, paying in found}
    best = {one for one in worth if not any(_dominates(other, one) for other in worth)}
    options = [
        KnockOption(
            discard=discard,
            spread=spread,
            blocked=blocked,
            paying=paying,
            undominated=(spread.deadwood, paying) in best,
        )
        for discard, spread, blocked, paying in found
    ]
    return tuple(sorted(options, key=_order))


def _dominates(one: tuple[int, tuple[Suit, ...]], other: tuple[int, tuple[Suit, ...]]) -> bool:
    """Return whether one is at least as good in both respects, and better in one."""
    return one != other and one[0] <= other[0] and set(one[1]) >= set(other[1])


def _order(option: KnockOption) -> tuple[object, ...]:
    masks = [meld.mask for meld in option.spread.melds]
    return not option.undominated, option.deadwood, -len(option.paying), option.discard.index, len(masks), masks
