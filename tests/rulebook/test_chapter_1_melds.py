"""Chapter 1 of the rulebook, as far as melds, deadwood and layoffs go, and the worked examples on them."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from strategies import HouseRules, Knock, hands, house_rules, knocks

from ginrules import (
    Aces,
    Arrangement,
    Card,
    Hand,
    Meld,
    MeldError,
    MeldKind,
    Rank,
    Suit,
    parse_melds,
    solver,
)

# --- CORE-08: sets and runs ---------------------------------------------------------------------------------


@pytest.mark.rule("CORE-08")
@pytest.mark.parametrize("rank", Rank)
def test_three_or_four_of_a_rank_are_a_set(rank: Rank) -> None:
    """Any three cards of a rank are a set, and so are all four, but two are none."""
    four = [Card(rank, suit) for suit in Suit]
    for size in (3, 4):
        for chosen in combinations(four, size):
            assert Meld.of(chosen).kind is MeldKind.SET
    with pytest.raises(MeldError):
        Meld.of(four[:2])


@pytest.mark.rule("CORE-08")
@pytest.mark.parametrize("suit", Suit)
def test_three_or_more_consecutive_cards_of_a_suit_are_a_run(suit: Suit) -> None:
    """Three to thirteen consecutive cards of a suit, from the ace low up to the king, are a run."""
    cards = [Card(rank, suit) for rank in Rank]
    for first, end in combinations(range(14), 2):
        if end - first >= 3:
            assert Meld.of(cards[first:end]).kind is MeldKind.RUN
        else:
            with pytest.raises(MeldError):
                Meld.of(cards[first:end])


@pytest.mark.rule("CORE-08")
@pytest.mark.parametrize(
    ("cards", "allowed"),
    [
        ("Ac 2c 3c", set(Aces)),
        ("Ac 2c 3c 4c", set(Aces)),
        ("Jc Qc Kc", set(Aces)),
        ("Qc Kc Ac", {Aces.HIGH_OR_LOW, Aces.ROUND_THE_CORNER}),
        ("Kc Ac 2c", {Aces.ROUND_THE_CORNER}),
        ("Qc Kc Ac 2c", {Aces.ROUND_THE_CORNER}),
    ],
)
def test_the_ace_is_low_unless_the_table_plays_otherwise(cards: str, allowed: set[Aces]) -> None:
    """A-2-3 is a run everywhere, Q-K-A where aces are high or low, K-A-2 round the corner only."""
    hand = Hand.parse(cards)
    for aces in Aces:
        is_meld = hand.mask in {meld.mask for meld in solver.melds(hand, aces=aces)}
        assert is_meld == (aces in allowed)
        assert (solver.deadwood(hand, aces=aces) == 0) == (aces in allowed)


@pytest.mark.rule("CORE-08")
@given(hands(0, 13))
def test_the_ace_is_low_by_default(hand: Hand) -> None:
    """A call that is not told how aces count plays them low and at one point."""
    default = solver.deadwood(hand)
    assert default == solver.deadwood(hand, aces=Aces.LOW, ace_pips=1)
    assert all(meld.counts(Aces.LOW) for meld in solver.melds(hand))


@pytest.mark.rule("CORE-08")
@pytest.mark.parametrize("aces", Aces)
def test_a_loose_ace_is_one_point_in_every_mode(aces: Aces) -> None:
    """A loose ace is one point however it may be melded, unless a preset prices it otherwise."""
    assert solver.deadwood(Hand.parse("Ac Kd"), aces=aces) == 11
    assert solver.deadwood(Hand.parse("Ac Kd"), aces=aces, ace_pips=15) == 25


@pytest.mark.rule("CORE-08")
def test_worked_example_6_runs() -> None:
    """A-2-3-4 of clubs is a run; Q-K-A of clubs is none; loose K-A-2 is 13."""
    assert solver.deadwood(Hand.parse("Ac 2c 3c 4c")) == 0
    assert Meld.parse("Ac 2c 3c 4c", aces=Aces.LOW).kind is MeldKind.RUN
    with pytest.raises(MeldError, match="Ac is low and does not follow the king"):
        Meld.parse("Qc Kc Ac", aces=Aces.LOW)
    assert solver.deadwood(Hand.parse("Qc Kc Ac")) == 21
    assert solver.deadwood(Hand.parse("Kc Ac 2c")) == 13


# --- CORE-09: one meld a card -------------------------------------------------------------------------------


@pytest.mark.rule("CORE-09")
@given(hands(0, 10), house_rules())
def test_a_card_is_in_one_meld_and_ten_cards_hold_three_melds_at_most(hand: Hand, rules: HouseRules) -> None:
    """In every arrangement of up to ten cards there are at most three melds, and no card is in two."""
    for arrangement in solver.arrangements(hand, **rules):
        melded = [card for meld in arrangement.melds for card in meld.cards]
        assert len(melded) == len(set(melded))
        assert len(arrangement.melds) <= 3


@pytest.mark.rule("CORE-09")
def test_a_card_in_two_melds_is_refused() -> None:
    """A run and a set that share a card are no arrangement."""
    with pytest.raises(MeldError, match="9h would be in two places"):
        Arrangement.parse("7h 8h 9h | 9c 9h 9s")


@pytest.mark.rule("CORE-09")
@pytest.mark.parametrize(
    ("hand", "best", "deadwood"),
    [("7h 8h 9h 9s 9c", "9c 9h 9s / 7h 8h", 15), ("7h 8h 9h 7s 7c", "7c 7h 7s / 8h 9h", 17)],
)
def test_worked_example_4_one_meld_of_two(hand: str, best: str, deadwood: int) -> None:
    """Of a run and a set that share a card one is made; the other one would leave the other two cards."""
    arrangements = {
        str(arrangement): arrangement.deadwood for arrangement in solver.arrangements(Hand.parse(hand))
    }
    assert len(arrangements) == 3
    assert arrangements[best] == deadwood


@pytest.mark.rule("CORE-09")
@pytest.mark.rule("CORE-10")
@pytest.mark.parametrize(("hand", "least"), [("7h 8h 9h 9s 9c", 15), ("7h 8h 9h 7s 7c", 14)])
def test_worked_example_4_least_deadwood(hand: str, least: int) -> None:
    """Seven, eight, nine of hearts with two nines leave 15 at least, with two sevens 14."""
    assert solver.deadwood(Hand.parse(hand)) == least
    assert solver.best_arrangement(Hand.parse(hand)).deadwood == least


# --- CORE-10: deadwood points -------------------------------------------------------------------------------


@pytest.mark.rule("CORE-10")
@pytest.mark.parametrize(
    ("rank", "points"),
    [("A", 1), *((str(number), number) for number in range(2, 10)), *((letter, 10) for letter in "TJQK")],
)
def test_deadwood_points(rank: str, points: int) -> None:
    """An ace is one point, the numbers count themselves, and jack, queen and king are ten."""
    for suit in "cdhs":
        assert Card.parse(rank + suit).pips == points
        assert solver.deadwood(Hand.parse(rank + suit)) == points


@pytest.mark.rule("CORE-10")
@given(hands(0, 13))
def test_deadwood_is_the_sum_over_the_cards_left(hand: Hand) -> None:
    """Deadwood is the sum of the points of the cards in no meld; melded cards count nothing."""
    best = solver.best_arrangement(hand)
    assert best.deadwood == sum(min(card.rank, 10) for card in best.loose)


@pytest.mark.rule("CORE-10")
def test_loose_court_cards() -> None:
    """Three loose court cards are 30, and a ten and a jack are 20 (worked example 3)."""
    assert solver.deadwood(Hand.parse("Kc Qd Jh")) == 30
    assert solver.deadwood(Hand.parse("Tc Jd")) == 20


@pytest.mark.rule("CORE-10")
@pytest.mark.parametrize(("discard", "left"), [("Kd", 9), ("6s", 13)])
def test_worked_example_11_which_discard_lets_one_knock(discard: str, left: int) -> None:
    """Four fives, 8-9-10 of hearts, A, 2, 6, K: discarding the king leaves 9, discarding the six 13."""
    eleven = Hand.parse("5s 5h 5d 5c 8h 9h Th As 2s 6s Kd")
    assert len(eleven) == 11
    assert solver.after_discard(eleven)[Card.parse(discard)] == left
    may_knock = [str(card) for card, pips in solver.after_discard(eleven).items() if pips <= 10]
    assert may_knock == ["Kd"]


# --- CORE-12: any spread ------------------------------------------------------------------------------------


@pytest.mark.rule("CORE-12")
@given(hands(0, 10), house_rules())
def test_any_disjoint_melds_within_the_limit_are_a_spread(hand: Hand, rules: HouseRules) -> None:
    """The arrangements within a limit are all ways to choose disjoint melds of the hand that keep it."""
    melds = solver.melds(hand, aces=rules["aces"])
    limit = 10
    right = set()
    for size in range(4):
        for chosen in combinations(melds, size):
            used = [card for meld in chosen for card in meld.cards]
            if len(used) == len(set(used)):
                arrangement = Arrangement(chosen, hand - Hand.of(used), ace_pips=rules["ace_pips"])
                if arrangement.deadwood <= limit:
                    right.add(arrangement)
    assert set(solver.arrangements(hand, limit, **rules)) == right


@pytest.mark.rule("CORE-12")
def test_a_long_run_may_be_split_and_a_meld_left_unmade() -> None:
    """A run of six may be laid as two runs, cut short, or left unmade, as long as what is left is in the limit."""
    hand = Hand.parse("Ac 2c 3c 4c 5c 6c")
    spreads = {str(arrangement) for arrangement in solver.arrangements(hand, 10)}
    assert {"Ac 2c 3c 4c 5c 6c", "Ac 2c 3c | 4c 5c 6c", "4c 5c 6c / Ac 2c 3c", "3c 4c 5c 6c / Ac 2c"} <= spreads
    assert "- / Ac 2c 3c 4c 5c 6c" not in spreads
    assert "- / Ac 2c 3c 4c 5c 6c" in {str(arrangement) for arrangement in solver.arrangements(hand, 21)}


@pytest.mark.rule("CORE-12")
def test_the_default_spread_has_least_deadwood_and_then_the_fewest_layoffs() -> None:
    """Three sevens, eights and nines leave nothing as runs or as sets; the sets invite fewer layoffs."""
    hand = Hand.parse("7c 8c 9c 7d 8d 9d 7h 8h 9h Ks")
    assert str(solver.best_arrangement(hand)) == "7c 7d 7h | 8c 8d 8h | 9c 9d 9h / Ks"


# --- CORE-13, CORE-14: gin and big gin ----------------------------------------------------------------------


@pytest.mark.rule("CORE-13")
def test_worked_example_1_gin() -> None:
    """Three queens, 10-J-Q and 3-4-5-6 of diamonds is gin; with all four queens together 10 and J are left."""
    hand = Hand.parse("Qh Qs Qc Td Jd Qd 3d 4d 5d 6d")
    assert solver.deadwood(hand) == 0
    assert str(solver.best_arrangement(hand)) == "3d 4d 5d 6d | Td Jd Qd | Qc Qh Qs"
    assert [str(a) for a in solver.optimal_arrangements(hand)] == [str(solver.best_arrangement(hand))]
    four_queens = Arrangement.parse("Qc Qd Qh Qs | 3d 4d 5d 6d / Td Jd")
    assert four_queens in set(solver.arrangements(hand))
    assert four_queens.deadwood == 20


@pytest.mark.rule("CORE-13")
@given(hands(10, 10), house_rules())
def test_gin_is_a_spread_with_nothing_left(hand: Hand, rules: HouseRules) -> None:
    """A hand has no deadwood exactly if there is an arrangement without loose cards."""
    is_gin = any(not arrangement.loose for arrangement in solver.arrangements(hand, 0, **rules))
    assert (solver.deadwood(hand, **rules) == 0) == is_gin


@pytest.mark.rule("CORE-13")
def test_a_gin_hand_may_be_spread_with_deadwood() -> None:
    """A hand that could be gin has spreads with deadwood within the limit too, which are ordinary knocks."""
    gin = Hand.parse("Ac 2c 3c 4c 5d 5h 5s 9d 9h 9s")
    spreads = [arrangement.deadwood for arrangement in solver.arrangements(gin, 10)]
    assert spreads.count(0) == 1
    assert any(0 < deadwood <= 10 for deadwood in spreads)


@pytest.mark.rule("CORE-14")
@pytest.mark.parametrize(
    ("eleven", "big"),
    [("8s 9s Ts Js Td Jd Qd Kd 2d 3d 4d", True), ("4s 5s 6s 6c 2d 3d 4d 5d 4h 5h 6h", False)],
)
def test_big_gin_is_all_eleven_cards_in_melds(eleven: str, *, big: bool) -> None:
    """Eleven cards are big gin if nothing at all is left; gin after a discard is another thing."""
    hand = Hand.parse(eleven)
    assert len(hand) == 11
    assert (solver.deadwood(hand) == 0) == big
    assert min(solver.after_discard(hand).values()) == 0


@pytest.mark.rule("CORE-14")
def test_big_gin_can_always_be_turned_into_gin() -> None:
    """Of any eleven cards in melds some discard leaves gin, so that declaring big gin is never the only way."""
    rng = random.Random(14)
    for hand in rng.sample(solver.census.melded_hands(11), 200):
        melds = solver.best_arrangement(hand).melds
        assert sum(map(len, melds)) == 11
        # Eleven is no multiple of three, so some meld is longer than three and gives a card.
        assert min(solver.after_discard(hand).values()) == 0


# --- CORE-15: laying off ------------------------------------------------------------------------------------


@pytest.mark.rule("CORE-15")
def test_worked_example_6_layoffs() -> None:
    """Both 3 and 7 of clubs go on 4-5-6 of clubs; the fourth seven goes on three sevens."""
    assert Meld.parse("4c 5c 6c").extensions() == Hand.parse("3c 7c")
    plan = solver.best_layoffs(Hand.parse("3c 7c"), parse_melds("4c 5c 6c"))
    assert plan.deadwood == 0
    assert [layoff.card for layoff in plan.layoffs] == [Card.parse("3c"), Card.parse("7c")]
    assert Meld.parse("7c 7d 7h").extensions() == Hand.parse("7s")
    assert solver.best_layoffs(Hand.parse("7s"), parse_melds("7c 7d 7h")).deadwood == 0


@pytest.mark.rule("CORE-15")
def test_layoffs_chain() -> None:
    """Laying the nine lets the ten follow, but the ten alone does not go."""
    spread = parse_melds("6c 7c 8c")
    plan = solver.best_layoffs(Hand.parse("9c Tc"), spread)
    assert [str(layoff) for layoff in plan.layoffs] == ["lay 9c on 6c 7c 8c", "lay Tc on 6c 7c 8c 9c"]
    assert solver.best_layoffs(Hand.parse("Tc"), spread).deadwood == 10


@pytest.mark.rule("CORE-15")
def test_a_run_ends_at_the_ace_and_at_the_king() -> None:
    """Nothing goes below a low ace or above the king, whatever the defender holds."""
    assert Meld.parse("Ac 2c 3c").extensions() == Hand.parse("4c")
    assert Meld.parse("Jc Qc Kc").extensions() == Hand.parse("Tc")
    assert not Meld.parse("7c 7d 7h 7s").extensions()


@pytest.mark.rule("CORE-15")
def test_own_melds_and_layoffs_are_one_choice() -> None:
    """Which cards are unmatched is the defender's choice: melding first and laying off after may leave more."""
    hand = Hand.parse("2s 8s 9s Ac 2c 7c 8c 2d 8d 2h")
    spread = parse_melds("Ks Kc Kd | 5s 6s 7s | 9c Tc Jc")
    assert melding_first(hand, spread) == 17
    assert solver.best_layoffs(hand, spread).deadwood == 9


def melding_first(hand: Hand, spread: tuple[Meld, ...]) -> int:
    """Return what is left if the best own melds are laid first and their loose cards laid off after."""
    loose = solver.best_arrangement(hand).loose
    table = list(spread)
    again = True
    while again:
        again = False
        for number, meld in enumerate(table):
            for card in meld.extensions() & loose:
                loose = loose.remove(card)
                table[number] = meld = meld.extend(card)  # noqa: PLW2901  as it lies now
                again = True
    return loose.pips


@pytest.mark.rule("CORE-15")
@given(knocks())
def test_the_joint_choice_is_never_worse(knock: Knock) -> None:
    """Own melds and layoffs chosen together never leave more than melding first and laying off after."""
    low = solver.best_layoffs(knock["hand"], low_spread(knock))
    assert low.deadwood <= melding_first(knock["hand"], low_spread(knock))


def low_spread(knock: Knock) -> tuple[Meld, ...]:
    """Return the melds of the spread that count with aces low."""
    return tuple(meld for meld in knock["spread"] if meld.counts(Aces.LOW))


@pytest.mark.rule("CORE-15")
def test_every_card_that_fits_two_melds_must_name_one() -> None:
    """A card that fits a set and a run of the spread can be laid on either, and a layoff names which."""
    run, three = parse_melds("4c 5c 6c | 7d 7h 7s")
    seven = Card.parse("7c")
    assert seven in run.extensions()
    assert seven in three.extensions()
    (layoff,) = solver.best_layoffs(Hand.parse("7c Kd"), [run, three]).layoffs
    assert layoff.card is seven
    assert layoff.meld in (run, three)
