import copy
import pickle
from random import Random

import pytest
from deal_strategies import course, new_deals
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cards, layoffs, spreads

from ginrules import (
    Action,
    BigGin,
    Card,
    Discard,
    DrawStock,
    GameState,
    GinRulesError,
    Knock,
    LayOff,
    Meld,
    MeldError,
    NotationError,
    Pass,
    ShowHand,
    TakeDiscard,
    legal_actions,
    parse_action,
    parse_melds,
)

SEVEN = Card.parse("7h")
EXAMPLES: list[tuple[str, Action]] = [
    ("pass", Pass()),
    ("take", TakeDiscard()),
    ("draw", DrawStock()),
    ("discard 7h", Discard(SEVEN)),
    ("knock 7h", Knock(SEVEN)),
    ("knock 7h: 4h 5h 6h | Ac Ad As", Knock(SEVEN, parse_melds("4h 5h 6h | Ac Ad As"))),
    ("knock 7h: -", Knock(SEVEN, ())),
    ("big gin", BigGin()),
    ("lay 9c on 6c 7c 8c", LayOff(Card.parse("9c"), Meld.parse("6c 7c 8c"))),
    ("show", ShowHand()),
]


def any_action() -> st.SearchStrategy[Action]:
    """Draw an action of any kind."""
    simple: list[Action] = [Pass(), TakeDiscard(), DrawStock(), BigGin(), ShowHand()]
    knocks = st.builds(Knock, cards(), st.none() | spreads())
    return st.sampled_from(simple) | st.builds(Discard, cards()) | knocks | layoffs()


@given(any_action())
def test_parsing_gives_back_what_was_written(action: Action) -> None:
    """Reading the text form of an action gives an equal action, in either case."""
    assert parse_action(str(action)) == action
    assert parse_action(str(action).upper()) == action


@given(any_action())
def test_actions_travel(action: Action) -> None:
    """Pickles and copies of an action are equal and hash alike, and its repr evaluates to it."""
    for twin in (pickle.loads(pickle.dumps(action)), copy.deepcopy(action)):  # noqa: S301  our own
        assert twin == action
        assert hash(twin) == hash(action)
    assert eval(repr(action)) == action  # noqa: S307  our own


@given(new_deals(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_all_legal_actions_have_text_forms(start: GameState, seed: int) -> None:
    """Every action that is legal in a deal, spreads spelled out, comes back from its text form."""
    for state in list(course(start, Random(seed)))[::5]:
        for action in legal_actions(state, every_spread=True):
            assert parse_action(str(action)) == action


@pytest.mark.parametrize(("text", "action"), EXAMPLES)
def test_text_forms(text: str, action: Action) -> None:
    """Each kind of action has its text form."""
    assert str(action) == text
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  Pass ", Pass()),
        ("BIG   GIN", BigGin()),
        ("discard 7♥", Discard(SEVEN)),
        ("discard\t10s", Discard(Card.parse("Ts"))),
        ("knock 7h:As Ad Ac|6h 5h 4h", Knock(SEVEN, parse_melds("4h 5h 6h | Ac Ad As"))),
        ("Knock  7H : 4h 5h 6h", Knock(SEVEN, parse_melds("4h 5h 6h"))),
        ("Lay 9c on 8c 7c 6c", LayOff(Card.parse("9c"), Meld.parse("6c 7c 8c"))),
    ],
)
def test_other_ways_to_write_them(text: str, action: Action) -> None:
    """Spaces, capitals, suit signs, and the order of cards and melds do not matter."""
    assert parse_action(text) == action


def test_a_spread_is_in_canonical_order() -> None:
    """Knocks with the same melds in another order are equal."""
    there, back = parse_melds("4h 5h 6h | Ac Ad As"), parse_melds("Ac Ad As | 4h 5h 6h")
    assert Knock(SEVEN, there) == Knock(SEVEN, back)
    assert hash(Knock(SEVEN, there)) == hash(Knock(SEVEN, back))


def test_actions_without_a_spread_are_shared() -> None:
    """Reading the same simple action twice gives the same object."""
    for text in ("pass", "take", "draw", "discard 7h", "knock 7h", "big gin", "show"):
        assert parse_action(text) is parse_action(text)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("   ", 3),
        ("  fold", 2),
        ("big", 0),
        ("big bang", 0),
        ("pass 7h", 0),
        ("discard", 0),
        ("discard 7h 8h", 8),
        ("discard -", 8),
        ("discard 7x", 9),
        ("knock", 0),
        ("knock 7h 8h: 4h 5h 6h", 6),
        ("knock : 4h 5h 6h", 6),
        ("knock 7h: 4h 5h 6x", 17),
        ("discard 7h: 4h 5h 6h", 10),
        ("lay", 0),
        ("lay 9c", 6),
        ("lay 9c Tc on 6c 7c 8c", 4),
    ],
)
def test_what_is_no_action(text: str, position: int) -> None:
    """A text of another form is refused with the place where the trouble begins."""
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.position == position


@pytest.mark.parametrize("text", ["knock 7h: 4h 5h 7h", "knock 7h: 4h 5h", "lay Jc on 6c 7c 8c"])
def test_what_is_no_meld(text: str) -> None:
    """An action whose cards make no meld, or extend none, is refused as such."""
    with pytest.raises(MeldError):
        parse_action(text)


@given(st.text(max_size=40) | st.text("knockdisarlytepbigu 7hAsTc:|-on", max_size=30))
@settings(max_examples=300)
def test_nothing_else_comes_out_of_the_parser(text: str) -> None:
    """Any text is an action or is refused with an error of this library."""
    try:
        action = parse_action(text)
    except GinRulesError:
        return
    assert parse_action(str(action)) == action


@pytest.mark.parametrize("thing", [None, 7, b"pass", ["pass"]])
def test_only_texts_are_read(thing: object) -> None:
    """What is no text is refused, too."""
    with pytest.raises(NotationError):
        parse_action(thing)  # type: ignore[arg-type]
