"""Hints, from what the player himself can see."""

import random

from rich.console import Console

from ginrules import (
    Card,
    GameState,
    Hand,
    Phase,
    PlayerView,
    Rules,
    apply,
    new_deal,
    parse_action,
    presets,
    shuffled_deck,
    view,
)
from ginrules.cli.hints import hints
from ginrules.cli.position import show_position
from ginrules.results import Seat


def drawn(hand: str, other: str = "", *, rules: Rules = presets.MODERN) -> GameState:
    """Return a state in which seat 0 has drawn the last of these eleven cards."""
    held = Hand.parse(hand)
    against = Hand.parse(other) if other else Hand.of((Hand.full() - held).cards[:10])
    rest = (Hand.full() - held - against).cards
    return GameState.from_setup(
        rules=rules,
        hands=(held, against),
        upcard=rest[0],
        discards=(rest[0],),
        stock=rest[1:],
        phase=Phase.DISCARD,
        turn=Seat(0),
        drawn=Card.parse(hand[-2:]),
        passes=2,
    )


def told(seen: PlayerView, out: Console) -> str:
    """Return the hints as one text."""
    return " ".join(line.plain for line in hints(seen, out))


def test_before_drawing(paper: Console) -> None:
    """It is told what the discard would do for the hand."""
    seen = view(new_deal(presets.CLASSIC, shuffled_deck(random.Random(7)), dealer=0), 1)
    assert "A bot would " in told(seen, paper)
    assert "you would be left with" in told(seen, paper)


def test_before_discarding(paper: Console) -> None:
    """The knocks and the best discards are told, gin as such."""
    text = told(view(drawn("2c 3c 4c 7d 7h 7s 9s Ts Js Ac Kd"), 0), paper)
    assert "A bot would knock with K♦ face down." in text
    assert "You could knock with K♦ (gin)" in text
    assert "For the least deadwood: K♦ leaves 0" in text
    text = told(view(drawn("2c 3c 4c 7d 7h 7s 9s Ts Qd 5h Kd"), 0), paper)
    assert "A bot would discard" in text
    assert "You could knock" not in text


def test_big_gin(paper: Console) -> None:
    """Big gin is told where it is played."""
    melded = "2c 3c 4c 7d 7h 7s 9s Ts Js Qs 7c"
    text = told(view(drawn(melded), 0), paper)
    assert "A bot would declare big gin." in text
    assert "All cards are in melds: big gin." in text
    assert "big gin" not in told(view(drawn(melded, rules=presets.CLASSIC), 0), paper)


def test_layoffs(paper: Console) -> None:
    """The best layoffs are told one after the other, or that there are none."""
    state = drawn("2c 3c 4c 7d 7h 7s 9s Ts Js 5h 3d", "5c 6c 7c Qs 2d 4d 6h 9h Kh Jh")
    seen = view(apply(state, parse_action("knock 5h")), 1)
    text = told(seen, paper)
    assert "A bot would lay" in text
    assert "Best lay off" in text
    assert " left." in text
    nothing = drawn("2c 3c 4c 7d 7h 7s 9s Ts Js 5h 3d", "Kd Kh Ks 2d 4d 6h 9h Qd Qh 6c")
    seen = view(apply(nothing, parse_action("knock 5h")), 1)
    assert "Nothing is gained by laying off" in told(seen, paper)


def test_positions_with_knocks(paper: Console) -> None:
    """Knocks are listed with what they leave, big gin by its key; where only gin counts, that is said."""
    for hand, rules, parts in (
        ("2c 3c 4c 7d 7h 7s 9s Ts Js 5h 3d", presets.MODERN, ("Knock k 12 5♥ 3 left   13 3♦ 5 left",)),
        ("2c 3c 4c 7d 7h 7s 9s Ts Js Qs 7c", presets.MODERN, (" gin", "g big gin")),
        ("2c 3c 4c 7d 7h 7s 9s Ts Js Ac Kd", presets.MODERN.replace(knock_limit=0), ("only gin ends it", " gin")),
    ):
        seen = view(drawn(hand, rules=rules), 0)
        from ginrules.cli.moves import listed_moves

        show_position(seen, listed_moves(seen), paper)
        printed = paper.export_text()
        for part in parts:
            assert part in printed
