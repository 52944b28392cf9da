import attrs
import pytest
from deal_strategies import play, stacked

from ginrules import Card, DealTerms, GameState, Knock, Rules, Suit, explain, legal_actions, presets
from ginrules.deal import KnockOption, knock_options
from ginrules.melds import Arrangement

HAND = "5h 6h 7h 5d 6d 7d 5c 6c 7c As"
OTHERS = "2h 3d 4c 9h 9d Th Jd Qc Ks 8s"


def holding(rules: Rules, upcard: str = "Qs", drawn: str = "Kd", *, way: str = "pass, pass, draw") -> GameState:
    """Return a deal in which a hand with three runs or three sets waits for a discard."""
    return play(stacked(rules, HAND, OTHERS, f"{upcard} {drawn}"), way)


def shown(options: tuple[KnockOption, ...]) -> list[tuple[str, str, int]]:
    """Return discard, spread and deadwood of each option."""
    return [(str(option.discard), str(option.spread), option.deadwood) for option in options]


@pytest.mark.parametrize(
    "way", ["pass", "pass, pass", "pass, pass, draw, knock Kd", "pass, pass, draw, discard Kd"]
)
def test_no_options_without_a_discard_due(way: str) -> None:
    """Before the draw, after the discard and after a knock there is none."""
    assert knock_options(holding(presets.COLOR_GIN, way=way)) == ()


def test_no_options_with_too_much_left_over() -> None:
    """A hand without melds has none."""
    state = play(stacked(presets.COLOR_GIN, OTHERS, HAND, "Qs Kd"), "pass, pass, draw")
    assert knock_options(state) == ()


def test_no_options_before_the_first_turns() -> None:
    """Where a knock needs turns of one's own there is none until then."""
    assert knock_options(holding(presets.COLOR_GIN.replace(turns_before_knock=1))) == ()


def test_the_card_just_taken_is_no_discard() -> None:
    """An option never lays back the card that was taken from the pile, unless the house allows it."""
    state = holding(presets.COLOR_GIN, "Kd", "2c", way="take")
    assert {str(option.discard) for option in knock_options(state)} == {"As"}
    state = holding(presets.COLOR_GIN.replace(may_return_taken=True), "Kd", "2c", way="take")
    assert {str(option.discard) for option in knock_options(state)} == {"As", "Kd"}


def test_every_suit_pays_where_suits_do_not_matter() -> None:
    """In the classic game an option is undominated if no other leaves less."""
    options = knock_options(holding(presets.CLASSIC))
    assert all(option.paying == tuple(Suit) for option in options)
    assert [option.deadwood for option in options if option.undominated] == [1, 1]
    assert all(option.deadwood > 1 for option in options if not option.undominated)


def test_the_best_come_first() -> None:
    """First what nothing dominates, then the rest; within each less deadwood, then more suits."""
    options = knock_options(holding(presets.COLOR_GIN))
    keys = [(not option.undominated, option.deadwood, -len(option.paying)) for option in options]
    assert keys == sorted(keys)
    assert shown(options)[:2] == [
        ("Kd", "5c 5d 5h | 6c 6d 6h | 7c 7d 7h / As", 1),
        ("Kd", "5c 6c 7c | 5d 6d 7d | 5h 6h 7h / As", 1),
    ]
    assert len({(option.discard, option.spread) for option in options}) == len(options)


def test_closed_suits_make_options_go() -> None:
    """With one suit alone open every option leaves it unblocked; with none there is no option."""
    state = holding(presets.COLOR_GIN)
    for suit in Suit:
        closed_but_one = attrs.evolve(state, terms=DealTerms(knock_limit=10, open_suits=(suit,)))
        options = knock_options(closed_but_one)
        assert options
        assert all(option.paying == (suit,) and suit not in option.blocked for option in options)
    nothing_open = attrs.evolve(state, terms=DealTerms(knock_limit=10, open_suits=()))
    assert knock_options(nothing_open) == ()
    assert not any(isinstance(action, Knock) for action in legal_actions(nothing_open))


def test_the_limit_of_the_deal_counts() -> None:
    """With a limit of zero only gin is an option."""
    state = holding(presets.COLOR_GIN, drawn="5s")
    gin_only = attrs.evolve(state, terms=DealTerms(knock_limit=0))
    assert shown(knock_options(gin_only)) == [("As", "6c 6d 6h | 7c 7d 7h | 5c 5d 5h 5s", 0)]
    assert explain(gin_only, Knock(Card.parse("5s"))) is not None


def test_an_option_is_a_value() -> None:
    """Equal options compare equal, and the deadwood is that of the spread."""
    option = knock_options(holding(presets.COLOR_GIN))[0]
    same = KnockOption(
        discard=Card.parse("Kd"),
        spread=Arrangement.parse("5c 5d 5h | 6c 6d 6h | 7c 7d 7h / As"),
        blocked=(Suit.SPADES,),
        paying=(Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS),
        undominated=True,
    )
    assert option == same
    assert hash(option) == hash(same)
    assert option.deadwood == option.spread.deadwood == 1
