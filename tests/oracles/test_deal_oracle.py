"""Checks of the naive referee itself: positions worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oracles.deal import Outcome, Position, Table, deal, moves, perft, play
from oracles.solver import DECK

SMALL_DECK = frozenset(card for card in DECK if card[0] in "A2345" and card[1] in "cdh")
FOUR_EACH = Table(deck=SMALL_DECK, hand_size=4)


def stacked(table: Table, non_dealer: str, dealer: str, then: str) -> Position:
    """Deal these hands, the non-dealer being seat 1; *then* come the upcard and the top of the stock."""
    pairs = zip(non_dealer.split(), dealer.split(), strict=True)
    top = [*(card for pair in pairs for card in pair), *then.split()]
    return deal(table, [*top, *(card for card in DECK if card in table.deck and card not in top)], dealer=0)


def played(position: Position, *texts: str) -> Position:
    """Return the position after these moves, each of which must be legal."""
    for text in texts:
        assert text in moves(position, every_spread=":" in text)
        position = play(position, text)
    return position


def test_cards_go_round_from_the_non_dealer() -> None:
    """One card at a time is dealt, the non-dealer first, and the next one is turned up."""
    position = deal(Table(), DECK, dealer=1)
    assert position.turn == 0
    assert position.hands == (frozenset(DECK[0:20:2]), frozenset(DECK[1:20:2]))
    assert position.pile == (DECK[20],)
    assert position.stock == DECK[21:]


@pytest.mark.parametrize(("forced", "legal"), [(True, {"draw"}), (False, {"draw", "take"})])
def test_both_pass(forced: bool, legal: set[str]) -> None:  # noqa: FBT001
    """After two passes the non-dealer draws from the stock, or as he likes."""
    position = deal(Table(forced_stock_draw=forced), DECK, dealer=0)
    assert moves(played(position, "pass", "pass")) == legal


def test_a_knock_with_a_chain_of_layoffs() -> None:
    """A knock with 4 on a run that takes the four and then the five: the defender is left with 6."""
    knocked = played(stacked(FOUR_EACH, "Ac 2c 4h 5d", "4c 5h 5c Ad", "3c"), "take", "knock 5d")
    assert moves(knocked) == {"lay 4c on Ac 2c 3c", "show"}
    over = played(knocked, "lay 4c on Ac 2c 3c", "lay 5c on Ac 2c 3c 4c", "show")
    assert over.outcome == Outcome("knock", 1, (6, 4))
    assert played(knocked, "show").outcome == Outcome("knock", 1, (15, 4))


def test_the_taken_card_stays() -> None:
    """The card just taken is no discard of the turn, not of a knock either; without the 2c 11 are left."""
    position = played(stacked(FOUR_EACH, "Ac 2c 3c 4c", "4d 5h 5c Ad", "3h"), "take")
    discards = {"discard Ac", "discard 2c", "discard 3c", "discard 4c"}
    assert moves(position) == discards | {"knock Ac", "knock 3c", "knock 4c"}


def test_gin_ends_the_deal_at_once() -> None:
    """Nothing is laid off on gin, and a spread that leaves a card loose is an ordinary knock."""
    position = played(stacked(FOUR_EACH, "Ac 2c 3c 4h", "5c 5h 5d Ad", "4c"), "take")
    assert played(position, "knock 4h").outcome == Outcome("gin", 1, (1, 0))
    assert moves(played(position, "knock 4h: Ac 2c 3c")) == {"show"}


def test_the_stock_at_its_floor() -> None:
    """The discard that leaves two cards in the stock ends the deal, or is offered for a knock."""
    cards = ("Ac 2d 4h 5d", "4c 5h 5c Ad", "3c 2h Ah 3h 4d")
    line = ("pass", "pass", "draw", "discard 5d", "draw", "discard 5h", "draw", "discard 4h", "draw", "discard 5c")
    assert played(stacked(FOUR_EACH, *cards), *line).outcome == Outcome("void")
    offered = played(stacked(replace(FOUR_EACH, fiftieth_card=True), *cards), *line)
    assert moves(offered) == {"pass", "take"}
    assert moves(played(offered, "take")) == {"knock 3h"}  # Ac 2d 2h 5c are 10


def test_perft_counts_ended_deals_once() -> None:
    """A sequence that ends the deal early counts, so a defender without layoffs has one at any depth."""
    knocked = played(stacked(FOUR_EACH, "Ac 2c 3c 4h", "5c 5h 5d Ad", "4c"), "take", "knock 4h: Ac 2c 3c")
    assert [perft(knocked, depth) for depth in range(4)] == [1, 1, 1, 1]
