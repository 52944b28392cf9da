"""What holds of every hand, in every way with aces and at every price of an ace."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from oracles import solver as oracle
from strategies import (
    HouseRules,
    Knock,
    arrangements,
    cards,
    hands,
    house_rules,
    knocks,
    layoffs,
    melds,
    renamed,
    suit_orders,
)

from ginrules import (
    Aces,
    Arrangement,
    Card,
    GinRulesError,
    Hand,
    LayOff,
    Meld,
    MeldKind,
    NotationError,
    Rank,
    parse_melds,
    solver,
)


def pips(hand: Hand, ace_pips: int) -> int:
    """Return the pips of a hand in which an ace counts so much."""
    return sum(ace_pips if card.rank is Rank.ACE else card.pips for card in hand)


def melded_value(hand: Hand, rules: HouseRules) -> int:
    """Return the most pips of a hand that melds can hold."""
    return pips(hand, rules["ace_pips"]) - solver.deadwood(hand, **rules)


def names(hand: Iterable[Card]) -> list[str]:
    """Return the cards in the words of the oracle."""
    return [str(card) for card in hand]


# --- deadwood -----------------------------------------------------------------------------------------------


@given(hands(0, 20), suit_orders(), house_rules())
def test_renaming_suits_keeps_deadwood(hand: Hand, order: list[int], rules: HouseRules) -> None:
    """A hand with its suits renamed, its canonical hand among them, has the same least deadwood."""
    least = solver.deadwood(hand, **rules)
    assert solver.deadwood(renamed(hand, order), **rules) == least
    assert solver.deadwood(hand.canonical(), **rules) == least


@given(hands(0, 13), suit_orders(), house_rules())
def test_renaming_suits_keeps_the_number_of_optimal_arrangements(
    hand: Hand, order: list[int], rules: HouseRules
) -> None:
    """A hand with its suits renamed has as many optimal arrangements."""
    there = solver.optimal_arrangements(renamed(hand, order), **rules)
    assert len(there) == len(solver.optimal_arrangements(hand, **rules))


@given(hands(0, 52), house_rules())
def test_deadwood_never_exceeds_the_pips(hand: Hand, rules: HouseRules) -> None:
    """The least deadwood is from 0 to the pips of the hand, and the pips where there is no meld."""
    least = solver.deadwood(hand, **rules)
    assert 0 <= least <= pips(hand, rules["ace_pips"])
    assert (least == pips(hand, rules["ace_pips"])) == (not solver.melds(hand, aces=rules["aces"]))


@given(hands(0, 24), cards(), house_rules())
def test_a_card_more_never_lowers_the_melded_value(hand: Hand, card: Card, rules: HouseRules) -> None:
    """A card more never lowers what melds can hold, and raises deadwood by its own pips at most."""
    assume(card not in hand)
    more = hand.add(card)
    assert melded_value(more, rules) >= melded_value(hand, rules)
    price = pips(Hand.of([card]), rules["ace_pips"])
    assert solver.deadwood(more, **rules) <= solver.deadwood(hand, **rules) + price


@given(hands(0, 24), melds(), house_rules())
def test_a_meld_more_never_raises_deadwood(hand: Hand, meld: Meld, rules: HouseRules) -> None:
    """A hand with the cards of a whole meld more has no more deadwood than before."""
    assume(meld.counts(rules["aces"]) and meld.hand.isdisjoint(hand))
    assert solver.deadwood(hand | meld.hand, **rules) <= solver.deadwood(hand, **rules)


@given(hands(0, 24), st.integers(1, 39))
def test_more_runs_and_cheaper_aces_never_raise_deadwood(hand: Hand, ace_pips: int) -> None:
    """The more runs aces may close and the less a loose ace counts, the less is left."""
    of_aces = [solver.deadwood(hand, aces=aces, ace_pips=ace_pips) for aces in Aces]
    assert of_aces == sorted(of_aces, reverse=True)
    for aces, least in zip(Aces, of_aces, strict=True):
        dearer = solver.deadwood(hand, aces=aces, ace_pips=ace_pips + 1)
        assert least <= dearer <= least + sum(card.rank is Rank.ACE for card in hand)


# --- arrangements -------------------------------------------------------------------------------------------


@given(hands(0, 10), house_rules(), st.integers(0, 60))
def test_arrangements_within_a_limit_are_those_that_keep_it(hand: Hand, rules: HouseRules, limit: int) -> None:
    """The arrangements within a limit are those of all arrangements that keep it, each once."""
    every = list(solver.arrangements(hand, **rules))
    within = list(solver.arrangements(hand, limit, **rules))
    assert len(set(every)) == len(every)
    assert len(set(within)) == len(within)
    assert set(within) == {arrangement for arrangement in every if arrangement.deadwood <= limit}


@given(hands(0, 10), house_rules())
def test_arrangements_partition_the_hand_into_melds_that_count(hand: Hand, rules: HouseRules) -> None:
    """Each arrangement has each card of the hand once, and only melds of these rules."""
    every_meld = set(solver.melds(hand, aces=rules["aces"]))
    for arrangement in solver.arrangements(hand, **rules):
        parts = [*(meld.hand for meld in arrangement.melds), arrangement.loose]
        assert sum(map(len, parts)) == len(hand)
        assert arrangement.hand == hand
        assert every_meld.issuperset(arrangement.melds)
        assert arrangement.deadwood == pips(arrangement.loose, rules["ace_pips"])


@given(hands(0, 13), house_rules())
def test_optimal_arrangements_partition_the_hand_and_leave_the_least(hand: Hand, rules: HouseRules) -> None:
    """Each optimal arrangement has each card of the hand once, leaves the least, and is listed once."""
    optimal = solver.optimal_arrangements(hand, **rules)
    least = solver.deadwood(hand, **rules)
    assert len(set(optimal)) == len(optimal)
    for arrangement in optimal:
        assert arrangement.hand == hand
        assert arrangement.deadwood == least == pips(arrangement.loose, rules["ace_pips"])
        assert all(meld.counts(rules["aces"]) for meld in arrangement.melds)


@given(hands(0, 13), house_rules())
def test_the_best_arrangement_is_optimal_and_obeys_the_tie_break(hand: Hand, rules: HouseRules) -> None:
    """The best is one of the optimal ones, the one that the oracle's tie-break prefers, and stands first."""
    best = solver.best_arrangement(hand, **rules)
    optimal = solver.optimal_arrangements(hand, **rules)
    assert optimal[0] == best
    preferred = oracle.best_arrangement(names(hand), rules["aces"].value, rules["ace_pips"])
    assert {frozenset(names(meld.cards)) for meld in best.melds} == preferred


@given(hands(0, 13), house_rules())
def test_optimal_arrangements_come_in_the_order_of_the_tie_break(hand: Hand, rules: HouseRules) -> None:
    """Fewest cards that could be laid off, fewest melds, fewest sets, least masks: so it goes throughout."""

    def preference(arrangement: Arrangement) -> tuple[int, int, int, list[int]]:
        """Return the key of the tie-break, computed from the values."""
        invited = {card for meld in arrangement.melds for card in meld.extensions(aces=rules["aces"])}
        sets = sum(meld.kind is MeldKind.SET for meld in arrangement.melds)
        masks = [meld.mask for meld in arrangement.melds]
        return len(invited - set(hand)), len(arrangement.melds), sets, masks

    optimal = solver.optimal_arrangements(hand, **rules)
    keys = [preference(arrangement) for arrangement in optimal]
    assert keys == sorted(keys)
    assert keys == [solver.tie_break(arrangement, aces=rules["aces"]) for arrangement in optimal]


@given(hands(1, 14), house_rules())
def test_a_discard_never_melds_more(hand: Hand, rules: HouseRules) -> None:
    """After a discard melds hold at most what they held, and all but one of the cards are still there to count."""
    whole = solver.deadwood(hand, **rules)
    for card, left in solver.after_discard(hand, **rules).items():
        price = pips(Hand.of([card]), rules["ace_pips"])
        assert left >= whole - price
        assert left <= pips(hand.remove(card), rules["ace_pips"])
    best = solver.best_arrangement(hand, **rules)
    for card in best.loose:
        price = pips(Hand.of([card]), rules["ace_pips"])
        assert solver.after_discard(hand, **rules)[card] == whole - price


# --- layoffs ------------------------------------------------------------------------------------------------


@given(knocks())
def test_layoffs_can_be_played_one_by_one(knock: Knock) -> None:
    """Each layoff names a meld as it lies by then, and a card of the hand that extends it."""
    plan = solver.best_layoffs(**knock)
    table = list(knock["spread"])
    held = knock["hand"]
    for layoff in plan.layoffs:
        assert layoff.card in layoff.meld.extensions(aces=knock["aces"])
        held = held.remove(layoff.card)
        table.remove(layoff.meld)
        table.append(layoff.meld.extend(layoff.card, aces=knock["aces"]))
    assert plan.arrangement.hand == held


@given(knocks())
def test_own_melds_loose_cards_and_layoffs_partition_the_hand(knock: Knock) -> None:
    """Each card of the defender is laid off, in one own meld, or loose."""
    plan = solver.best_layoffs(**knock)
    laid = [layoff.card for layoff in plan.layoffs]
    kept = [card for meld in plan.arrangement.melds for card in meld.cards]
    assert Hand.of([*laid, *kept, *plan.arrangement.loose]) == knock["hand"]
    assert all(meld.counts(knock["aces"]) for meld in plan.arrangement.melds)
    assert plan.deadwood == pips(plan.arrangement.loose, knock["ace_pips"])


@given(knocks())
def test_laying_off_never_costs(knock: Knock) -> None:
    """The defender is never left with more than without the spread, and exactly that with no spread."""
    rules = HouseRules(aces=knock["aces"], ace_pips=knock["ace_pips"])
    alone = solver.deadwood(knock["hand"], **rules)
    assert solver.best_layoffs(**knock).deadwood <= alone
    without_spread = solver.best_layoffs(knock["hand"], [], **rules)
    assert without_spread.deadwood == alone
    assert without_spread.arrangement == solver.best_arrangement(knock["hand"], **rules)


@given(knocks(max_cards=8))
def test_the_plan_is_the_joint_optimum_and_lays_off_as_little_as_will_do(knock: Knock) -> None:
    """Of all ways of laying off, played one by one, the plan leaves least, then lays fewest, then least mask."""
    rules = HouseRules(aces=knock["aces"], ace_pips=knock["ace_pips"])

    def preference(laid: frozenset[Card]) -> tuple[int, int, int]:
        """Return what the plans are compared by."""
        kept = Hand.of(card for card in knock["hand"] if card not in laid)
        return solver.deadwood(kept, **rules), len(laid), Hand.of(laid).mask

    plan = solver.best_layoffs(**knock)
    laid = frozenset(layoff.card for layoff in plan.layoffs)
    reachable = ways_of_laying_off(knock)
    assert laid in reachable
    assert preference(laid) == min(map(preference, reachable))
    assert plan.arrangement == solver.best_arrangement(plan.arrangement.hand, **rules)


def ways_of_laying_off(knock: Knock) -> set[frozenset[Card]]:
    """Return the cards laid off in every play that stops at any moment, found by playing them all."""
    start = (frozenset[Card](), frozenset(knock["spread"]))
    seen = {start}
    unfinished = [start]
    while unfinished:
        laid, table = unfinished.pop()
        for meld in table:
            for card in meld.extensions(aces=knock["aces"]):
                if card in knock["hand"] and card not in laid:
                    grown = meld.extend(card, aces=knock["aces"])
                    after = (laid | {card}, (table - {meld}) | {grown})
                    if after not in seen:
                        seen.add(after)
                        unfinished.append(after)
    return {laid for laid, _ in seen}


@given(knocks(max_cards=8))
def test_the_oracle_leaves_the_defender_the_same(knock: Knock) -> None:
    """The oracle, which plays every order of layoffs with every arrangement, is left with as much."""
    spread = [names(meld.cards) for meld in knock["spread"]]
    right = oracle.least_after_layoffs(names(knock["hand"]), spread, knock["aces"].value, knock["ace_pips"])
    assert solver.best_layoffs(**knock).deadwood == right


# --- texts --------------------------------------------------------------------------------------------------

PARSERS: list[Callable[[str], object]] = [
    Card.parse,
    Hand.parse,
    Meld.parse,
    LayOff.parse,
    Arrangement.parse,
    parse_melds,
]
LONGEST_REFUSAL = 1_000  # a quoted character may take ten
PIECES = [*"A10Tkc♠♡\ufe0f ,|/-İ٣", "10", "lay ", " on "]

texts = (
    st.text()
    | st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
    | st.builds(str, cards() | hands() | melds() | layoffs() | arrangements())
    | st.builds(lambda text, times: text * times, st.text(min_size=1, max_size=5), st.integers(1, 5_000))
)


def check_any_text(parse: Callable[[str], object], text: str) -> None:
    """Check that a parser reads a text that says something, or refuses it by an error of the library."""
    refusal: GinRulesError | None = None
    try:
        parse(text)
    except GinRulesError as error:
        refusal = error
    assert refusal or text.strip()
    assert len(str(refusal)) < LONGEST_REFUSAL
    if isinstance(refusal, NotationError):
        assert 0 <= refusal.position <= len(text)
        assert refusal.text.strip("…") in text


@pytest.mark.parametrize("parse", PARSERS)
@given(text=texts)
@example(text="\ud800")
@example(text="Ac" * 100_000)
@example(text="3c 4c 5c | " * 20_000)
@example(text="lay İ on İ on 3c 4c 5c")
def test_any_text_is_read_or_refused(parse: Callable[[str], object], text: str) -> None:
    """Whatever the text, a parser returns a value or raises one of the library's errors, of readable length."""
    check_any_text(parse, text)


@pytest.mark.parametrize("parse", PARSERS)
@given(text=texts, at=st.integers(0, 60), piece=st.sampled_from(PIECES))
def test_damaged_texts_are_read_or_refused(parse: Callable[[str], object], text: str, at: int, piece: str) -> None:
    """A text with something put into it anywhere is read or refused like any other."""
    check_any_text(parse, text[:at] + piece + text[at:])
