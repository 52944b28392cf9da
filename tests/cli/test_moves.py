"""What a person types for a move."""

import random

import pytest

from ginrules import (
    Action,
    BigGin,
    Card,
    Discard,
    DrawStock,
    GameState,
    Hand,
    Knock,
    LayOff,
    Pass,
    Phase,
    PlayerView,
    Rules,
    ShowHand,
    TakeDiscard,
    apply,
    new_deal,
    parse_action,
    presets,
    shuffled_deck,
    view,
)
from ginrules.cli.moves import listed_moves, read_move


def opening() -> PlayerView:
    """Return what the non-dealer sees when the cards are dealt."""
    return view(new_deal(presets.CLASSIC, shuffled_deck(random.Random(7)), dealer=0), 1)


def after_drawing(hand: str, *, rules: Rules = presets.MODERN) -> GameState:
    """Return a state in which seat 0 has drawn the last of these eleven cards."""
    held = Hand.parse(hand)
    rest = (Hand.full() - held).cards
    return GameState.from_setup(
        rules=rules,
        hands=(held, Hand.of(rest[:10])),
        upcard=rest[10],
        discards=(rest[10],),
        stock=rest[11:],
        phase=Phase.DISCARD,
        turn=0,
        drawn=Card.parse(hand[-2:]),
        passes=2,
    )


def read(text: str, seen: PlayerView) -> Action:
    """Return what a text means in a view."""
    return read_move(text, seen, listed_moves(seen))


THREE_LOOSE = "2c 3c 4c 7d 7h 7s Ts Js Ac Kd Qh"
"""May knock by none: king, queen, ten and jack are too much."""
NEAR_GIN = "2c 3c 4c 7d 7h 7s 9s Ts Js Ac Kd"
"""Two runs... Ac extends the clubs: the king can go for gin."""
TWO_KNOCKS = "2c 3c 4c 7d 7h 7s 9s Ts Js 5h 3d"
ALL_MELDED = "2c 3c 4c 7d 7h 7s 9s Ts Js Qs 7c"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("t", TakeDiscard()),
        ("T", TakeDiscard()),
        ("take", TakeDiscard()),
        ("d", DrawStock()),
        ("draw", DrawStock()),
        ("p", Pass()),
        (" Pass ", Pass()),
        ("s", ShowHand()),
        ("show", ShowHand()),
        ("7h", Discard(Card.parse("7h"))),
        ("10s", Discard(Card.parse("Ts"))),
        ("T♠", Discard(Card.parse("Ts"))),
        ("discard 7h", Discard(Card.parse("7h"))),
        ("k 7h", Knock(Card.parse("7h"))),
        ("K 7H", Knock(Card.parse("7h"))),
        ("knock 7h", Knock(Card.parse("7h"))),
        ("k 7h: As Ad Ac | 4h 5h 6h", parse_action("knock 7h: As Ad Ac | 4h 5h 6h")),
        ("lay 9c on 6c 7c 8c", LayOff.parse("lay 9c on 6c 7c 8c")),
        ("1", TakeDiscard()),
        ("2", Pass()),
    ],
)
def test_every_form(text: str, action: Action) -> None:
    """Keys, cards, numbers and full texts are read; whether they are legal is not asked here."""
    if text.startswith("lay"):
        return  # needs a knock; see below
    assert read(text, opening()) == action


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("zz", "'zz' is no move; expected a move of the list"),
        ("0", "0 is not in the list; expected 1 to 2"),
        ("3", "3 is not in the list"),
        ("99999999999999999999999", "is not in the list"),
        ("k", "a knock comes after a card has been drawn"),
        ("k zz", "expected"),
        ("discard", "is no move"),
        ("discard 7h 8h", "expected one card"),
        ("lay 9c", "nothing can be laid off now"),
        ("lay zz", "expected"),
        ("9" * 400, "too long"),
        ("\x00", "is no move"),
        ("²", "is no move"),
    ],
)
def test_what_is_no_move(text: str, complaint: str) -> None:
    """What means nothing is refused with what would be right."""
    with pytest.raises(ValueError, match=complaint):
        read(text, opening())


def test_discards_are_listed_by_the_arrangement() -> None:
    """The loose cards come first, the highest first, then knocks by what they leave, then big gin."""
    seen = view(after_drawing(TWO_KNOCKS), 0)
    listed = listed_moves(seen)
    assert set(listed) == set(seen.legal_actions)
    assert listed[:2] == (Discard(Card.parse("5h")), Discard(Card.parse("3d")))
    knocks = [action for action in listed if isinstance(action, Knock)]
    assert knocks[:2] == [Knock(Card.parse("5h")), Knock(Card.parse("3d"))]
    assert listed_moves(view(after_drawing(ALL_MELDED), 0))[-1] == BigGin()


def test_a_knock_without_a_card() -> None:
    """``k`` alone is enough where one card can go; otherwise the cards, or what is left, are named."""
    with pytest.raises(ValueError, match="name the card to lay face down: k 3d or k 5h"):
        read("k", view(after_drawing(TWO_KNOCKS), 0))
    with pytest.raises(ValueError, match=r"the best leaves \d+, the limit is 10"):
        read("k", view(after_drawing(THREE_LOOSE), 0))


def test_gin_finds_its_card() -> None:
    """``gin`` lays down the card that leaves nothing; ``g`` is big gin where the hand has it."""
    assert read("gin", view(after_drawing(NEAR_GIN), 0)) == Knock(Card.parse("Kd"))
    assert read("g", view(after_drawing(NEAR_GIN), 0)) == Knock(Card.parse("Kd"))
    assert read("g", view(after_drawing(ALL_MELDED), 0)) == BigGin()
    assert isinstance(read("gin", view(after_drawing(ALL_MELDED), 0)), Knock)
    assert isinstance(read("g", view(after_drawing(ALL_MELDED, rules=presets.CLASSIC), 0)), Knock)
    assert read("gin", view(after_drawing(TWO_KNOCKS), 0)) == BigGin()


def layoffs() -> PlayerView:
    """Return what seat 1 sees of a knock; it holds the four of clubs' neighbours and the fourth seven."""
    hand = Hand.parse("2c 3c 4c 7d 7h 7s 9s Ts Js 5h 3d")
    other = Hand.parse("5c Ac 7c 8s Qs 2d 4d 6h 9h Kh")
    rest = (Hand.full() - hand - other).cards
    state = GameState.from_setup(
        rules=presets.CLASSIC,
        hands=(hand, other),
        upcard=rest[0],
        discards=(rest[0],),
        stock=rest[1:],
        phase=Phase.DISCARD,
        turn=0,
        drawn=Card.parse("3d"),
        passes=2,
    )
    return view(apply(state, parse_action("knock 5h")), 1)


def test_layoffs() -> None:
    """A card alone is laid off where it fits one meld only."""
    seen = layoffs()
    assert str(read("7c", seen)) == "lay 7c on 7d 7h 7s"
    assert str(read("lay 5c", seen)) == "lay 5c on 2c 3c 4c"
    assert str(read("l Qs", seen)) == "lay Qs on 9s Ts Js"
    assert read("lay 5c on 2c 3c 4c", seen) == LayOff.parse("lay 5c on 2c 3c 4c")
    with pytest.raises(ValueError, match="the Kh fits none of the knocker's melds"):
        read("Kh", seen)
    with pytest.raises(ValueError, match="the Jh is not in the hand"):
        read("lay Jh", seen)
