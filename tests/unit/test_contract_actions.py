"""The actions of the two-deck round and their texts."""

import copy
import itertools
import pickle
from random import Random

import pytest
from contract_play import set_up
from contract_strategies import any_cards, contract_melds
from hypothesis import given
from hypothesis import strategies as st

from ginrules.contract import (
    JOKER,
    Action,
    Build,
    Buy,
    Discard,
    Draw,
    End,
    IllegalAction,
    Lay,
    Pass,
    Phase,
    Reason,
    Reshuffle,
    Swap,
    Take,
    apply,
    explain,
    new_round,
    parse_action,
    presets,
    shuffled,
)
from ginrules.errors import MeldError, NotationError


def actions() -> st.SearchStrategy[Action]:
    """Draw any action."""
    numbers = st.integers(0, 30)
    return st.one_of(
        st.sampled_from([Take(), Draw(), Buy(), Pass()]),
        st.builds(Discard, any_cards()),
        st.builds(Build, any_cards(), numbers, st.sampled_from([None, *End])),
        st.builds(Swap, any_cards(), numbers),
        st.builds(Lay, st.lists(contract_melds(), min_size=1, max_size=4)),
        st.builds(Reshuffle, st.lists(any_cards(), min_size=1, max_size=20)),
    )


@given(actions())
def test_actions_are_read_back_from_their_texts(action: Action) -> None:
    """Text, copy and pickle lead back to an equal action with an equal hash."""
    for twin in (
        parse_action(str(action)),
        parse_action(f"  {action} "),
        copy.deepcopy(action),
        pickle.loads(pickle.dumps(action)),  # noqa: S301  our own
    ):
        assert twin == action
        assert hash(twin) == hash(action)


@given(st.lists(contract_melds(), min_size=1, max_size=4), st.randoms())
def test_the_order_in_which_melds_are_named_does_not_matter(melds: list[object], rng: Random) -> None:
    """Laying the same melds is the same action."""
    other = melds[:]
    rng.shuffle(other)
    assert Lay(melds) == Lay(other)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["TAKE", " Draw ", "Build AS on 2 LOW", "Lay Qh qh QS", "RESHUFFLE as *"])
def test_words_are_read_in_either_case(text: str) -> None:
    """Capitals make no difference."""
    assert str(parse_action(text)) == str(parse_action(text.lower()))


@pytest.mark.parametrize(
    "text",
    [
        *["", "  ", "take 7h", "draw draw", "buy me", "knock", "lay", "lay ", "lay Qh Qh Qs |", "lay | Qh Qh Qs"],
        *["discard", "discard 7", "discard 7h 8h", "build", "build 7h", "build 7h on", "build 7h 2", "build on 2"],
        *["build 7h on two", "build 7h on -1", "build 7h on 2 up", "build 7h on 2 low low", "build 7h on 99999"],
        *["build 7h on ²", "swap 7h on 2", "swap 7h from 2 high", "reshuffle", "reshuffle 7h x", "x" * 10**6],
        *["discard " + "7h " * 10**5, "build 7h on 2 " + "low " * 10**5, "reshuffle " + "7h " * 10**5],
        "lay " + "Qh " * 10**5,
    ],
)
def test_texts_that_are_no_action_are_refused(text: str) -> None:
    """A text that is no action is a notation error."""
    with pytest.raises(NotationError):
        parse_action(text)


@pytest.mark.parametrize("text", ["lay Qh Qh", "lay Qh Kh As", "lay 5s [9s] 7s 8s", "lay [5s] [6s] [7s]"])
def test_melds_that_are_none_are_refused_as_such(text: str) -> None:
    """What is to be laid and is no meld is a meld error."""
    with pytest.raises(MeldError):
        parse_action(text)


def test_a_text_is_asked_for() -> None:
    """What is no text is refused."""
    with pytest.raises(NotationError, match="is no text"):
        parse_action(None)  # type: ignore[arg-type]


def test_an_endless_stock_is_refused() -> None:
    """A reshuffle that never ends is cut short and refused like one of the wrong cards."""
    state = set_up(presets.SVENSK_7, ["2d 3d", "2h 3h"], only=True)
    waiting = apply(state, Draw())
    assert waiting.phase is Phase.RESHUFFLE
    for stock in (itertools.repeat(JOKER), ["5s"] * (len(state.discards) - 1)):
        refusal = explain(waiting, Reshuffle(stock))  # type: ignore[arg-type]
        assert refusal is not None
        assert refusal.reason is Reason.BAD_STOCK


def test_a_refusal_says_who_tried_what_where() -> None:
    """An illegal action carries the action, the state, a reason and a sentence, and survives pickling."""
    rules = presets.SVENSK_7
    state = new_round(rules, 1, shuffled(Random(1), rules.deck), players=2)
    with pytest.raises(IllegalAction) as caught:
        apply(state, Buy())
    error = caught.value
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301  our own
    for each in (error, twin):
        assert (each.action, each.state, each.reason) == (Buy(), state, Reason.WRONG_PHASE)
        assert each.sentence == str(each) == "not now: the player in turn takes the discard or draws"


@pytest.mark.parametrize(
    "action",
    [Discard("7h"), Build("7h", 1), Build(JOKER, 1, "low"), Build(JOKER, "1"), Swap(None, 1)],  # type: ignore[arg-type]
)
def test_actions_of_wrong_parts_are_refused(action: Action) -> None:
    """A text where a card, a number or an end belongs is refused with a sentence."""
    table = [(0, "5s 6s 7s 8s")]
    state = set_up(presets.SVENSK_7.replace(joker_swap=True), ["2d 3d *", "2h 3h"], table=table, drawn=True)
    refusal = explain(state, action)
    assert refusal is not None
    assert refusal.reason in {Reason.NO_ACTION, Reason.NO_SUCH_MELD}
