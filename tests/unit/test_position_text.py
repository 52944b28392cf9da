"""Position text: one line for a state or a view, the same for equal ones and for no others."""

import random
from random import Random
from typing import cast

import pytest
from deal_strategies import course, new_deals, reachable_states, rulesets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record_strategies import deal_rules, seeds, spoiled

from ginrules import presets, shuffled_deck
from ginrules.deal import GameState, PlayerView, new_deal, view
from ginrules.deal.text import MAX_POSITION
from ginrules.errors import NotationError, StateError
from ginrules.rules import Rules

slow = settings(suppress_health_check=[HealthCheck.too_slow], max_examples=50)
SEATS = [0, 1, None]
START = new_deal(presets.CLASSIC, shuffled_deck(random.Random(7)), dealer=0)


@slow
@given(reachable_states(deal_rules()))
def test_a_state_comes_back_from_its_text(state: GameState) -> None:
    """Reading what was written gives the state, result included, and its text is one short line."""
    text = state.to_text()
    assert GameState.from_text(text, state.rules) == state
    assert "\n" not in text
    assert len(text) < MAX_POSITION


@slow
@given(reachable_states(deal_rules()), st.sampled_from(SEATS))
def test_a_view_comes_back_from_its_text(state: GameState, seat: int | None) -> None:
    """Reading what was written gives the view, legal actions and result included."""
    seen = view(state, seat)
    text = seen.to_text()
    assert PlayerView.from_text(text, state.rules) == seen
    assert "\n" not in text


@slow
@given(new_deals(deal_rules()), seeds())
def test_texts_are_keys(start: GameState, seed: int) -> None:
    """States and views of a deal are equal exactly when their texts are."""
    states = list(course(start, Random(seed)))
    assert len({state.to_text() for state in states}) == len(set(states))
    for seat in SEATS:
        views = [view(state, seat) for state in states]
        assert len({seen.to_text() for seen in views}) == len(set(views))


def written(state: GameState, seat: object) -> tuple[type[GameState | PlayerView], str]:
    """Return the text of a state or of what a seat knows of it, and what it is of."""
    if seat == "state":
        return GameState, state.to_text()
    return PlayerView, view(state, cast("int | None", seat)).to_text()


@slow
@given(st.data(), reachable_states(deal_rules()), st.sampled_from([*SEATS, "state"]))
def test_spoiled_texts_are_refused_or_can_be(
    data: st.DataObject, state: GameState, seat: int | str | None
) -> None:
    """What is left of a text describes a state that can be, or is refused as notation or as a state."""
    kind, text = written(state, seat)
    try:
        again = kind.from_text(data.draw(spoiled(text)), state.rules)
    except (NotationError, StateError):
        return
    assert kind.from_text(again.to_text(), state.rules) == again


@slow
@given(reachable_states(deal_rules()), rulesets(), st.sampled_from([*SEATS, "state"]))
def test_a_text_under_other_rules_is_read_anew(state: GameState, rules: Rules, seat: object) -> None:
    """A position is checked against the rules it is read with, whichever it was written under."""
    kind, text = written(state, seat)
    try:
        again = kind.from_text(text, rules)
    except (NotationError, StateError):
        return
    assert again.rules == rules


@given(st.text())
def test_any_text_is_refused_as_notation(text: str) -> None:
    """What is no position is a notation error."""
    for kind in (GameState, PlayerView):
        with pytest.raises(NotationError):
            kind.from_text(text, presets.CLASSIC)


def test_the_text_of_a_new_deal() -> None:
    """The grammar as documented: phase, then fields in their order, those of the start left out."""
    hands = ["".join(map(str, hand)) for hand in START.hands]
    stock = "".join(map(str, START.stock))
    assert START.to_text() == (
        f"upcard turn=1 dealer=0 upcard=Qs limit=10 hand0={hands[0]} hand1={hands[1]} stock={stock} pile=Qs"
    )
    assert view(START, 1).to_text() == (
        f"view=1 upcard turn=1 dealer=0 upcard=Qs limit=10 hand={hands[1]} sizes=10/10 stock=31 pile=Qs"
    )
    assert view(START, None).to_text() == (
        "view=spectator upcard turn=1 dealer=0 upcard=Qs limit=10 sizes=10/10 stock=31 pile=Qs"
    )


def test_fields_may_come_in_any_order() -> None:
    """Fields are known by their names, wherever they stand."""
    phase, *fields = START.to_text().split()
    shuffled = [phase, *reversed(fields)]
    assert GameState.from_text("  ".join(shuffled), presets.CLASSIC) == START


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("upcard turn", "turn", "no phase"),
        ("turn=1", "turn=2", "no turn: '2'"),
        ("turn=1", "turn=1 turn=1", "turn comes twice"),
        ("turn=1", "turn=1 colour=red", "no field of a position: 'colour=red'"),
        ("turn=1 ", "", "turn is missing"),
        ("upcard=Qs", "upcard=9x", "no card"),
        ("upcard=Qs", "upcard=Qs9c", "2 cards"),
        ("limit=10", "limit=ten", "no number: 'ten'"),
        ("limit=10", "limit=1234567890", "no number"),
        ("limit=10", "limit=10 suits=cc", "no suits"),
        ("limit=10", "limit=10 turns=3", "no pair"),
        ("limit=10", "limit=10 drawn=Qs taken=Qs", "both drawn and taken"),
        ("limit=10", "limit=10 layoffs=7h+4h5h6h", "layoffs without a spread"),
        ("limit=10", "limit=10 picked0=QsQs", "a card comes twice"),
        ("pile=Qs", "pile=9", "no card"),
        (
            "pile=Qs",
            "pile=Qs ending=knock knocker=0 facedown=Qs melds=AcAdAh|AcAdAs loose=-",
            "would be in two places",
        ),
        ("pile=Qs", "pile=Qs ending=knock knocker=0 facedown=Qs melds=AcAd loose=-", "too short"),
        (
            "pile=Qs",
            "pile=Qs ending=gin knocker=0 facedown=? melds=AcAdAh loose=- layoffs=7c+4c5c6c",
            "does not lie on the table",
        ),
        ("pile=Qs", "pile=Qs ending=gin knocker=0 facedown=Qs melds=- loose=- layoffs=7c4c5c6c", "no layoff"),
        (
            "pile=Qs",
            "pile=Qs ending=gin knocker=0 facedown=Qs melds=- loose=- layoffs=8c+4c5c6c",
            "does not extend",
        ),
        ("limit=10", "limit=10 cube=2", "no doubles"),
        ("limit=10", "limit=10 cube=2/0x", "no doubles"),
        ("pile=Qs", "pile=Qs ending=void knocker=0 facedown=Qs melds=- loose=-", "no ending: 'void'"),
    ],
)
def test_what_is_no_position_is_said(old: str, new: str, complaint: str) -> None:
    """A field that cannot be read is named, with its place."""
    text = START.to_text()
    assert old in text
    with pytest.raises(NotationError, match=complaint):
        GameState.from_text(text.replace(old, new, 1), presets.CLASSIC)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("pile=Qs", "pile=Qs taken=Qs", "drawn is Qs in the upcard phase"),
        ("stock=", "stock=Qs", "somewhere else, too"),
        ("limit=10", "limit=11", "the knock limit of the deal is 11"),
        ("pile=Qs", "pile=Qs cube=2/0", "there are doubles, but the rules do not know them"),
    ],
)
def test_what_cannot_be_is_said(old: str, new: str, complaint: str) -> None:
    """A text that reads well and describes no state names what is wrong with it."""
    text = START.to_text()
    with pytest.raises(StateError, match=complaint):
        GameState.from_text(text.replace(old, new, 1), presets.CLASSIC)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("stock=31", "stock=30", "41 cards are unseen; expected 40"),
        ("sizes=10/10", "sizes=9/11", "seat 0 holds 9 cards; expected 10"),
        ("sizes=10/10", "sizes=11/9", "seat 1 holds 9 cards, but 10 of them are known"),
        ("sizes=10/10", "known0=2d sizes=10/10", "known is"),
    ],
)
def test_a_view_that_no_deal_has_is_refused(old: str, new: str, complaint: str) -> None:
    """Numbers that do not add up, and knowledge that the course does not give, are named."""
    text = view(START, 1).to_text()
    with pytest.raises(StateError, match=complaint):
        PlayerView.from_text(text.replace(old, new, 1), presets.CLASSIC)


def test_an_end_that_cannot_be_is_refused() -> None:
    """Gin with a card left over has no result, so the state cannot be."""
    text = START.to_text().replace("upcard turn", "over turn")
    hand = "".join(map(str, START.hands[0]))
    with pytest.raises(StateError, match="the deal could not end so: gin leaves nothing over"):
        GameState.from_text(f"{text} ending=gin knocker=0 facedown=Qs melds=- loose={hand}", presets.CLASSIC)


def test_a_view_without_the_drawn_card_is_refused() -> None:
    """Whoever is in turn knows what he drew."""
    text = view(START, 1).to_text().replace("upcard turn", "discard turn").replace("10/10", "10/11")
    with pytest.raises(StateError, match="not said"):
        PlayerView.from_text(text, presets.CLASSIC)


@pytest.mark.parametrize("thing", [None, 7, b"upcard", "x" * (MAX_POSITION + 1)])
def test_what_is_no_short_text_is_refused(thing: object) -> None:
    """Things that are no text, and texts that are too long, are notation errors."""
    with pytest.raises(NotationError):
        GameState.from_text(thing, presets.CLASSIC)  # type: ignore[arg-type]
