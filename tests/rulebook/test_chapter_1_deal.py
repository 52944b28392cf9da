"""Chapter 1 of the rulebook, as far as the deal goes, the worked examples on it, and the values of the presets."""

from collections import Counter
from random import Random

import pytest
from deal_strategies import (
    NINE_RANKS_OF_THREE_SUITS,
    course,
    lively,
    play,
    reachable_states,
    stacked,
    texts,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import CARDS

from ginrules import (
    Aces,
    Arrangement,
    Card,
    Deal,
    Discard,
    DrawStock,
    Ending,
    GameState,
    Hand,
    IllegalAction,
    Match,
    NotationError,
    Phase,
    Reason,
    Rules,
    StateError,
    Suit,
    apply,
    explain,
    is_legal,
    legal_actions,
    new_deal,
    parse_action,
    presets,
    shuffled_deck,
    solver,
    view,
)
from ginrules.rules import DealerDraw, DiscardView, LastDiscard
from ginrules.scoring import VoidAward
from ginrules.seating import NextDealer, TwoPlayers, VoidRedeal

CLASSIC = presets.CLASSIC
MODERN = presets.MODERN


def reason(state: GameState, text: str) -> Reason | None:
    """Return why an action is refused, or None if it is legal."""
    refusal = explain(state, parse_action(text))
    return None if refusal is None else refusal.reason


def is_offered(state: GameState, text: str) -> bool:
    """Return whether an action, its spread spelled out or not, is legal."""
    return is_legal(state, parse_action(text))


def draws_only(rules: Rules, seed: int = 5) -> GameState:
    """Play a deal in which both decline the upcard, then draw and lay the drawn card until the stock is down."""
    state = play(new_deal(rules, shuffled_deck(Random(seed), rules.deck)), "pass, pass")
    while state.phase in (Phase.DRAW, Phase.DISCARD):
        state = play(state, "draw" if state.phase is Phase.DRAW else f"discard {state.drawn}")
    return state


# --- CORE-01 to CORE-03: the deck and the deal --------------------------------------------------------------


@pytest.mark.rule("CORE-01")
def test_52_cards_of_four_suits_without_jokers() -> None:
    """All 52 cards are dealt from, 13 of each of four suits, and a joker is no card."""
    state = new_deal(Rules(), CARDS)
    everything = [*state.hands[0], *state.hands[1], *state.stock, *state.discards]
    assert len(everything) == len(set(everything)) == 52
    assert Counter(card.suit for card in everything) == dict.fromkeys(Suit, 13)
    with pytest.raises(NotationError):
        Card.parse("joker")


@pytest.mark.rule("CORE-02")
@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_go_round_one_at_a_time_from_the_non_dealer(dealer: int) -> None:
    """Ten cards each are dealt by turns, the first one to the non-dealer, who is also the first to act."""
    deck = shuffled_deck(Random(1))
    state = new_deal(CLASSIC, deck, dealer=dealer)
    assert state.hands[1 - dealer] == Hand.of(deck[0:20:2])
    assert state.hands[dealer] == Hand.of(deck[1:20:2])
    assert state.turn == 1 - dealer


@pytest.mark.rule("CORE-03")
def test_the_21st_card_is_turned_up_and_31_are_left() -> None:
    """The card after the hands starts the pile, and 31 stay face down in their order."""
    deck = shuffled_deck(Random(1))
    state = new_deal(CLASSIC, deck)
    assert state.upcard is deck[20]
    assert state.discards == (deck[20],)
    assert state.stock == deck[21:]
    assert len(state.stock) == CLASSIC.stock_size == 31


@pytest.mark.rule("CORE-03")
def test_there_are_at_most_29_draws_from_the_stock() -> None:
    """Where nobody takes a discard the stock gives 29 cards until two are left."""
    over = draws_only(CLASSIC.replace(knock_limit=0))
    assert sum(over.turns) == 29
    assert len(over.stock) == 2
    assert over.phase is Phase.OVER


# --- CORE-04 to CORE-07: the pile, the opening, the turn ----------------------------------------------------


@pytest.mark.rule("CORE-04")
@given(reachable_states())
@settings(max_examples=40)
def test_a_take_brings_the_top_card_whatever_one_holds(state: GameState) -> None:
    """Taking from the pile brings its top card and nothing else, and no hand forbids it on an ordinary turn."""
    if state.phase is not Phase.DRAW or state.must_draw_stock:
        return
    assert is_offered(state, "take")
    taken = play(state, "take")
    if taken.phase is Phase.OVER:  # the limit on takes
        return
    assert taken.hands[state.turn] == state.hands[state.turn].add(state.discards[-1])
    assert taken.discards == state.discards[:-1]
    assert taken.stock == state.stock


@pytest.mark.rule("CORE-04")
@pytest.mark.parametrize(("shown", "number"), [(DiscardView.TOP, 1), (DiscardView.ALL, 3)])
def test_a_player_is_shown_the_top_card_unless_the_table_shows_all(shown: DiscardView, number: int) -> None:
    """By default the top discard alone is shown; what lies below is remembered, not looked at."""
    assert Rules().discard_view is DiscardView.TOP
    state = play(new_deal(CLASSIC.replace(discard_view=shown), shuffled_deck(Random(1))), "pass, pass")
    for _ in range(2):
        state = play(state, "draw")
        state = play(state, f"discard {state.drawn}")
    seen = view(state, 0)
    assert seen.shown_discards == state.discards[-number:]
    assert seen.discards == state.discards


@pytest.mark.rule("CORE-04")
def test_a_discard_is_final() -> None:
    """Who has laid a card cannot lay another: it is the opponent's turn."""
    state = play(new_deal(CLASSIC, CARDS), "take")
    laid = apply(state, next(action for action in legal_actions(state) if isinstance(action, Discard)))
    assert laid.turn != state.turn
    assert all(reason(laid, f"discard {card}") is Reason.WRONG_PHASE for card in CARDS)


@pytest.mark.rule("CORE-05")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_upcard_is_offered_to_the_non_dealer_and_then_to_the_dealer(dealer: int) -> None:
    """Each may take the upcard or pass, the non-dealer first; neither may draw from the stock."""
    state = new_deal(CLASSIC, CARDS, dealer=dealer)
    for seat in (1 - dealer, dealer):
        assert state.turn == seat
        assert texts(state) == ["take", "pass"]
        assert reason(state, "draw") is Reason.WRONG_PHASE
        taken = play(state, "take")
        assert (taken.turn, taken.phase, taken.drawn) == (seat, Phase.DISCARD, state.upcard)
        state = play(state, "pass")


@pytest.mark.rule("CORE-05")
@pytest.mark.parametrize(("forced", "legal"), [(True, ["draw"]), (False, ["take", "draw"])])
def test_after_two_passes_the_non_dealer_draws_from_the_stock(forced: bool, legal: list[str]) -> None:  # noqa: FBT001
    """If both pass, the non-dealer must draw from the stock, or does as he likes where nothing is forced."""
    state = play(new_deal(CLASSIC.replace(forced_stock_draw=forced), CARDS, dealer=1), "pass, pass")
    assert (state.turn, state.phase) == (0, Phase.DRAW)
    assert texts(state) == legal
    assert reason(state, "take") is (Reason.STOCK_FORCED if forced else None)
    drawn = play(state, "draw")
    assert drawn.drawn is state.stock[0]


@pytest.mark.rule("CORE-05")
def test_the_stock_is_forced_once_only() -> None:
    """On the turn after the forced draw both piles are open, the old upcard's place included."""
    state = play(new_deal(CLASSIC, CARDS), "pass, pass, draw")
    state = apply(state, legal_actions(state)[0])
    assert texts(state) == ["take", "draw"]


@pytest.mark.rule("CORE-05")
@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_there_are_no_other_passes(seed: int) -> None:
    """Under rules without the 50th-card rule one passes at the opening only, twice at most."""
    rng = Random(seed)
    for state in course(new_deal(CLASSIC, shuffled_deck(rng)), rng, lively):
        assert ("pass" in texts(state)) == (state.phase is Phase.UPCARD)
        assert state.passes <= 2


@pytest.mark.rule("CORE-06")
@given(reachable_states())
@settings(max_examples=40)
def test_a_turn_is_one_card_drawn_and_one_laid(state: GameState) -> None:
    """A draw brings one card, a discard takes one away and lays it on top, and then the other one is in turn."""
    if state.phase is Phase.DRAW:
        drawn = play(state, "draw")
        assert drawn.hands[state.turn] == state.hands[state.turn].add(state.stock[0])
        assert drawn.stock == state.stock[1:]
        assert reason(drawn, "draw") is reason(drawn, "take") is Reason.WRONG_PHASE
    for action in legal_actions(state):
        if isinstance(action, Discard):
            laid = apply(state, action)
            assert laid.discards == (*state.discards, action.card)
            assert laid.hands[state.turn] == state.hands[state.turn].remove(action.card)
            assert laid.turn == 1 - state.turn


@pytest.mark.rule("CORE-07")
def test_the_card_just_taken_may_not_go_back() -> None:
    """The card taken from the pile, be it the upcard, is no discard of that turn, but it may be one later."""
    state = play(stacked(CLASSIC, "Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d", "Ah 3h 5h 7h 9h Jh Kh 2s 4s 6s", "8d"), "take")
    assert reason(state, "discard 8d") is Reason.JUST_TAKEN
    assert "discard 8d" not in texts(state)
    later = play(state, "discard Kc, draw, discard Kh, draw")
    assert is_offered(later, "discard 8d")


@pytest.mark.rule("CORE-07")
def test_a_card_drawn_from_the_stock_may_be_laid_at_once() -> None:
    """Only what came from the pile is barred."""
    state = play(new_deal(CLASSIC, CARDS), "pass, pass, draw")
    assert is_offered(state, f"discard {state.drawn}")


@pytest.mark.rule("CORE-07")
def test_the_card_just_taken_is_no_discard_of_a_knock_or_gin_either() -> None:
    """With gin in hand, who takes a card cannot go gin by laying just that card."""
    state = play(stacked(CLASSIC, "Ac 2c 3c 5d 6d 7d Js Jd Jh Jc", "Ah 3h 5h 7h 9h 2s 4s 6s 8s Ts", "Kd"), "take")
    assert reason(state, "knock Kd") is Reason.JUST_TAKEN
    assert not any(text.endswith("Kd") for text in texts(state))


@pytest.mark.rule("CORE-07")
def test_big_gin_is_not_concerned() -> None:
    """Big gin has no discard, so the card taken may complete it."""
    state = play(stacked(MODERN, "Ac 2c 3c 5d 6d 7d Js Jd Jh Jc", "Ah 3h 5h 7h 9h 2s 4s 6s 8s Ts", "8d"), "take")
    assert is_offered(state, "big gin")


@pytest.mark.rule("CORE-07")
def test_some_tables_let_the_taken_card_go_back() -> None:
    """Where the table allows it, the taken card may be laid at once, for a knock too."""
    rules = CLASSIC.replace(may_return_taken=True)
    state = play(stacked(rules, "Ac 2c 3c 5d 6d 7d Js Jd Jh 9c", "Ah 3h 5h 7h 9h 2s 4s 6s 8s Ts", "Kd"), "take")
    assert is_offered(state, "discard Kd")
    assert is_offered(state, "knock Kd")


# --- CORE-11 to CORE-14: ending the deal --------------------------------------------------------------------

HIGH_CARDS = "Kh Kd Qh Qc Ts 9h 8h 7s 6s 4h"
"""A defender without a meld who can lay off nothing on the spreads below."""


@pytest.mark.rule("CORE-11")
@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("Ac 2c 3c 5d 6d 7d Js Jd Jc Td", None),  # 10
        ("Ac 2c 3c 4c 5d 6d 7d 8d 9h As", None),  # 9 and 1
        ("Ac 2c 3c 4c 5d 6d 7d 8d 9h 2s", Reason.TOO_MUCH_DEADWOOD),  # 9 and 2
    ],
)
def test_one_may_knock_with_at_most_ten(hand: str, why: Reason | None) -> None:
    """Ten in deadwood after the discard is enough, eleven is not."""
    state = stacked(CLASSIC, hand, "Ah 3h 5h 7h Jh Kh Kd Qs Ts 4s", "Kc Ks")
    assert reason(play(state, "pass, pass, draw"), "knock Ks") is why


@pytest.mark.rule("CORE-11")
@given(reachable_states())
@settings(max_examples=60)
def test_a_knock_is_legal_exactly_when_little_enough_is_left(state: GameState) -> None:
    """A card may be the discard of a knock exactly if the rest can leave no more than the limit."""
    if state.phase is not Phase.DISCARD or state.turns[state.turn] < state.rules.turns_before_knock:
        return
    if state.rules.scoring.restricts_spreads:  # see COLOR-06
        return
    limit = state.terms.knock_limit
    assert limit is not None
    left = solver.after_discard(state.hands[state.turn], aces=state.rules.aces, ace_pips=state.rules.ace_pips)
    for card, pips in left.items():
        assert is_offered(state, f"knock {card}") == (pips <= limit and card is not state.barred)


@pytest.mark.rule("CORE-11")
def test_knocking_is_voluntary_and_allowed_from_the_first_turn() -> None:
    """Who may knock in the very first turn may also play on, even with gin in hand."""
    state = play(stacked(CLASSIC, "Ac 2c 3c 5d 6d 7d Js Jd Jh 9c", HIGH_CARDS, "Jc"), "take")
    assert state.turns == (0, 0)
    assert is_offered(state, "knock 9c")
    assert play(state, "discard 9c").phase is Phase.DRAW


@pytest.mark.rule("CORE-11")
def test_only_gin_where_the_limit_is_zero() -> None:
    """With a knock limit of zero one point is too much, and gin is not."""
    rules = CLASSIC.replace(knock_limit=0)
    state = play(stacked(rules, "Ac 2c 3c 5d 6d 7d Js Jd Jh As", HIGH_CARDS, "Jc"), "take")
    assert reason(state, "knock Jh") is Reason.TOO_MUCH_DEADWOOD
    assert play(state, "knock As").phase is Phase.OVER


@pytest.mark.rule("CORE-11")
def test_a_table_may_ask_for_turns_before_a_knock() -> None:
    """Each must first have had so many turns of his own; passes do not count, gin and big gin are barred too."""
    rules = MODERN.replace(turns_before_knock=1)
    start = stacked(rules, "Ac 2c 3c 5d 6d 7d Js Jd Jh Kc", "Ah 2h 3h 5s 6s 7s Qs Qd Qh Ks", "Kd Jc 8s 8d Qc")
    first = play(start, "pass, pass, draw")
    assert reason(first, "knock Kc") is Reason.TOO_EARLY
    assert "gin" not in " ".join(texts(first))
    second = play(first, "discard Kc, draw")  # the dealer has had no turn of his own
    assert reason(second, "knock Ks") is Reason.TOO_EARLY
    assert reason(second, "big gin") is Reason.TOO_EARLY
    third = play(second, "discard Ks, draw")
    assert is_offered(third, "big gin")
    assert is_offered(third, "knock Jc")


@pytest.mark.rule("CORE-12")
def test_the_knocker_may_choose_any_spread_within_the_limit() -> None:
    """He may split a run, leave a meld unmade and so keep more than he must, as long as it is within the limit."""
    start = stacked(CLASSIC, "Ac 2c 3c 4c 5c 6c 2d 2h 2s Kh", "9h 9s 8h 8s 7h 7s Th Ts Jh Js", "Kd Qd")
    state = play(start, "pass, pass, draw")
    spreads = {text.partition(": ")[2] for text in texts(state, every_spread=True) if text.startswith("knock Qd")}
    assert spreads == {
        "Ac 2c 3c 4c 5c 6c | 2d 2h 2s",
        "Ac 2c 3c | 4c 5c 6c | 2d 2h 2s",
    }
    for spread in spreads:
        assert is_offered(state, f"knock Qd: {spread}")


@pytest.mark.rule("CORE-12")
def test_a_meld_may_be_left_unmade() -> None:
    """Three aces may stay loose, where one has room for three points."""
    state = play(stacked(CLASSIC, "5c 6c 7c 8c 9d Td Jd Ac Ad As", HIGH_CARDS, "4d Kc"), "pass, pass, draw")
    shown = play(state, "knock Kc: 5c 6c 7c 8c | 9d Td Jd")
    assert shown.spread is not None
    assert str(shown.spread.arrangement) == "5c 6c 7c 8c | 9d Td Jd / Ac Ad As"
    assert shown.spread.ending is Ending.KNOCK


@pytest.mark.rule("CORE-12")
@pytest.mark.parametrize(
    ("spread", "why"),
    [
        ("5c 6c 7c | 9d Td Jd", Reason.TOO_MUCH_DEADWOOD),  # 8c and three aces
        ("5c 6c 7c 8c | 9d Td Jd Qd", Reason.NOT_HELD),
        ("5c 6c 7c | 6c 7c 8c | 9d Td Jd", Reason.BAD_SPREAD),
    ],
)
def test_a_spread_must_be_melds_from_the_cards_kept(spread: str, why: Reason) -> None:
    """What is shown must be disjoint melds from the cards kept, and leave no more than the limit."""
    state = play(stacked(CLASSIC, "5c 6c 7c 8c 9d Td Jd Ac Ad As", HIGH_CARDS, "4d Kc"), "pass, pass, draw")
    assert reason(state, f"knock Kc: {spread}") is why


@pytest.mark.rule("CORE-12")
@given(reachable_states())
@settings(max_examples=40)
def test_without_a_spread_named_the_best_is_shown(state: GameState) -> None:
    """The default spread leaves the least, and of those the solver's tie-break chooses."""
    if state.rules.scoring.restricts_spreads:  # see COLOR-07
        return
    for text in texts(state):
        if text.startswith("knock"):
            shown = play(state, text)
            kept = state.hands[state.turn].remove(Card.parse(text[6:]))
            best = solver.best_arrangement(kept, aces=state.rules.aces, ace_pips=state.rules.ace_pips)
            assert shown.spread is not None
            assert shown.spread.arrangement == best


@pytest.mark.rule("CORE-12")
@pytest.mark.rule("CORE-19")
def test_the_discard_of_a_knock_lies_face_down() -> None:
    """It does not come to the pile, and it is hidden from the others until the deal is over."""
    start = stacked(CLASSIC, "Ac 2c 3c 5d 6d 7d Js Jd Jc 9c", HIGH_CARDS, "4s Ks")
    state = play(start, "pass, pass, draw, knock Ks")
    assert state.discards == (Card.parse("4s"),)
    for viewer, known in ((1, Card.parse("Ks")), (0, None), (None, None)):
        seen = view(state, viewer)
        assert seen.spread is not None
        assert seen.spread.discard is known
        assert (Card.parse("Ks") in seen.unseen) == (known is None)
    over = view(play(state, "show"), 0)
    assert over.spread is not None
    assert over.spread.discard is Card.parse("Ks")


@pytest.mark.rule("CORE-19")
def test_a_face_down_discard_that_all_saw_being_taken_is_known() -> None:
    """A knocker who lays a card that he took from the pile before hides nothing."""
    state = stacked(CLASSIC, "Ac 2c 3c 5d 6d 7d Js Jd 9c 9s", HIGH_CARDS, "Ks Kc Jc")
    state = play(state, "take, discard 9s, draw, discard Kc, draw, knock Ks")
    seen = view(state, 0)
    assert seen.spread is not None
    assert seen.spread.discard is Card.parse("Ks")


@pytest.mark.rule("CORE-13")
def test_gin_is_a_spread_with_nothing_left_over() -> None:
    """A knock that leaves nothing is gin and ends the deal; FG's example with ten cards in melds is one."""
    hand = "Qh Qs Qc Td Jd Qd 3d 4d 5d 6d"
    state = play(stacked(CLASSIC, hand, "Kh Kd 9h 9c 8c 8s 6h 7s 2h 2s", "As Ks"), "pass, pass, draw")
    over = play(state, "knock Ks")
    assert over.result is not None
    assert over.result.ending is Ending.GIN
    assert over.result.deadwood == (71, 0)


@pytest.mark.rule("CORE-13")
def test_a_gin_hand_may_be_an_ordinary_knock() -> None:
    """With a spread that leaves deadwood it is an ordinary knock, which can be undercut and laid off on."""
    state = stacked(CLASSIC, "Ac 2c 3c 4c 5d 6d 7d Js Jd Jh", "Ad 2d 3d 9h 9s 9d Qs Qd Qh 4s", "Ks Kc")
    state = play(state, "pass, pass, draw, knock Kc: Ac 2c 3c | 5d 6d 7d | Jd Jh Js")
    assert state.phase is Phase.LAYOFF
    over = play(state, "show")
    assert over.result is not None
    assert (over.result.ending, over.result.deadwood) == (Ending.KNOCK, (4, 4))
    score = CLASSIC.scoring.price(over.result)
    assert (score.winner, score.points) == (0, 10)


@pytest.mark.rule("CORE-14")
def test_big_gin_is_all_eleven_cards_in_melds() -> None:
    """Who holds eleven cards in melds after drawing shows them all, without a discard, and the deal is over."""
    hand = "Ac 2c 3c 5d 6d 7d Js Jd Jh Jc"
    state = play(stacked(MODERN, hand, "Kh Td 3h 2s 4h 6h 8h 9s Qs As", "8d"), "take, big gin")
    assert state.phase is Phase.OVER
    assert state.result is not None
    assert (state.result.ending, state.result.knocker) == (Ending.BIG_GIN, 1)
    assert len(state.hands[1]) == 11
    assert state.spread is not None
    assert state.spread.discard is None


@pytest.mark.rule("CORE-14")
def test_big_gin_is_for_tables_that_know_it() -> None:
    """Under the Norwegian and Finnish rules it cannot be declared, and ten in melds are no big gin either."""
    hand, other = "Ac 2c 3c 5d 6d 7d Js Jd Jh Jc", "Kh Td 3h 2s 4h 6h 8h 9s Qs As"
    assert reason(play(stacked(CLASSIC, hand, other, "8d"), "take"), "big gin") is Reason.NO_BIG_GIN
    assert reason(play(stacked(MODERN, hand, other, "Ks"), "take"), "big gin") is Reason.NO_BIG_GIN


# --- CORE-15 and CORE-16: layoffs ---------------------------------------------------------------------------


def knocked(defender: str, hand: str = "4c 5c 6c 7s 7h 7d Jd Jh Js Ah") -> GameState:
    """Return the state after seat 1 has knocked with a hand of nine melded cards and an ace."""
    state = stacked(CLASSIC, hand, defender, "2h Ks")
    return play(state, "pass, pass, draw, knock Ks")


@pytest.mark.rule("CORE-15")
def test_the_defender_lays_off_fourths_and_both_ends_in_chains() -> None:
    """The fourth card of a set, either end of a run, one after another; each names its meld as it lies."""
    state = knocked("3c 7c 8c 2c Kd Kh Qd Qs Th 9s")
    assert state.turn == 0
    assert texts(state) == [
        "lay 3c on 4c 5c 6c",
        "lay 7c on 4c 5c 6c",
        "lay 7c on 7d 7h 7s",
        "show",
    ]
    state = play(state, "lay 7c on 4c 5c 6c, lay 8c on 4c 5c 6c 7c, lay 3c on 4c 5c 6c 7c 8c")
    assert texts(state) == ["lay 2c on 3c 4c 5c 6c 7c 8c", "show"]
    assert state.spread is not None
    assert [str(meld) for meld in state.spread.melds] == ["3c 4c 5c 6c 7c 8c", "7d 7h 7s", "Jd Jh Js"]
    over = play(state, "show")
    assert over.result is not None
    assert over.result.deadwood == (2 + 59, 1)


@pytest.mark.rule("CORE-15")
def test_laying_off_is_voluntary() -> None:
    """The defender may show at once, or after any layoff; what he did not lay off counts."""
    state = knocked("3c 7c 9d 9h Kd Kh Qd Qs Th 9s")
    assert play(state, "show").result.deadwood == (10 + 50, 1)  # type: ignore[union-attr]
    assert play(state, "lay 3c on 4c 5c 6c, show").result.deadwood == (7 + 50, 1)  # type: ignore[union-attr]


@pytest.mark.rule("CORE-15")
def test_nothing_is_laid_on_deadwood_and_the_knocker_lays_nothing() -> None:
    """The loose ace takes no card, and the defender alone acts."""
    state = knocked("2s 3s Ac Ad Kd Kh Qd Qs Th 9s")
    assert texts(state) == ["show"]
    assert state.turn == 0


@pytest.mark.rule("CORE-15")
def test_own_melds_and_layoffs_are_one_choice() -> None:
    """A card of a possible meld may be laid off instead, and the rest is arranged for the least after that."""
    state = knocked("7c 8c 9c 9d 9h Kd Kh Qd Qs Th")
    best = solver.best_layoffs(state.hands[0], state.spread.melds)  # type: ignore[union-attr]
    assert play(state, "show").result.deadwood[0] == 50 + 15  # type: ignore[union-attr, index]
    laid = play(state, "lay 7c on 4c 5c 6c, lay 8c on 4c 5c 6c 7c, show")
    assert laid.result is not None
    assert laid.result.deadwood == (50, 1)
    assert best.deadwood == 50


@pytest.mark.rule("CORE-15")
@given(reachable_states(), st.integers(0, 2**32))
@settings(max_examples=60)
def test_the_joint_optimum_can_be_reached(state: GameState, seed: int) -> None:
    """Layoffs first and the arrangement last reach what the best joint choice of both leaves, and nothing less."""
    rng = Random(seed)
    states = [one for one in course(state, rng) if one.phase is Phase.LAYOFF][:1]
    for layoff in states:
        assert layoff.spread is not None
        plan = solver.best_layoffs(
            layoff.hands[layoff.turn],
            layoff.spread.melds,
            aces=layoff.rules.aces,
            ace_pips=layoff.rules.ace_pips,
        )
        best = play(layoff, *map(str, plan.layoffs), "show")
        assert best.result is not None
        assert best.result.deadwood is not None
        assert best.result.deadwood[layoff.turn] == plan.deadwood
        other = list(course(layoff, rng))[-1]
        assert other.result is not None
        assert other.result.deadwood is not None
        assert other.result.deadwood[layoff.turn] >= plan.deadwood


@pytest.mark.rule("CORE-16")
def test_nothing_is_laid_off_on_gin_but_own_melds_count() -> None:
    """SG's example: against gin a king, a ten and a three outside own melds are 23, though the ten would fit."""
    state = stacked(CLASSIC, "Tc Td Ts Ac 2c 3c 5d 6d 7d 8d", "Th Kh 3h 4h 4s 4d Jd Js Jc Jh", "Ks Kc")
    over = play(state, "pass, pass, draw, knock Kc")
    assert over.phase is Phase.OVER
    assert over.result is not None
    assert over.result.deadwood == (23, 0)


@pytest.mark.rule("CORE-15")
@pytest.mark.rule("CORE-16")
def test_a_table_may_allow_layoffs_on_gin() -> None:
    """Where layoffs on gin are allowed, the deal goes on until the defender shows."""
    rules = CLASSIC.replace(layoff_on_gin=True)
    state = stacked(rules, "Tc Td Ts Ac 2c 3c 5d 6d 7d 8d", "Th Kh 3h 4h 4s 4d Jd Js Jc Jh", "Ks Kc")
    state = play(state, "pass, pass, draw, knock Kc")
    assert state.phase is Phase.LAYOFF
    over = play(state, "lay Th on Tc Td Ts, show")
    assert over.result is not None
    assert (over.result.ending, over.result.deadwood) == (Ending.GIN, (13, 0))


# --- CORE-17 and CORE-21: the deal that nobody ends ---------------------------------------------------------


@pytest.mark.rule("CORE-17")
def test_the_deal_is_void_when_two_cards_are_left() -> None:
    """A discard without a knock that leaves two cards in the stock ends the deal, with no points for anybody."""
    over = draws_only(CLASSIC)
    assert len(over.stock) == 2
    assert over.result is not None
    assert (over.result.ending, over.result.knocker) == (Ending.VOID, None)
    score = CLASSIC.scoring.price(over.result)
    assert (score.winner, score.points, score.boxes) == (None, 0, 0)


@pytest.mark.rule("CORE-17")
def test_whoever_draws_the_third_last_card_has_the_last_chance() -> None:
    """With two cards left after his draw he may still knock, and that knock counts."""
    hand = "Ac 2c 3c 5d 6d 7d Js Jd Jh 9c"
    state = play(stacked(CLASSIC, hand, HIGH_CARDS, "4s"), "pass, pass")
    while len(state.stock) > 3:
        state = play(state, "draw")
        state = play(state, f"discard {state.drawn}")
    state = play(state, "draw")
    assert len(state.stock) == 2
    assert state.turn == 1
    assert play(state, f"knock {state.drawn}").phase is Phase.LAYOFF
    assert play(state, f"discard {state.drawn}").phase is Phase.OVER


@pytest.mark.rule("CORE-17")
def test_a_table_may_play_to_the_last_card() -> None:
    """With a floor of zero play goes on to the discard that follows the last draw, which nobody may take."""
    over = draws_only(CLASSIC.replace(stock_floor=0, knock_limit=0))
    assert over.stock == ()
    assert sum(over.turns) == 31
    assert over.phase is Phase.OVER


@pytest.mark.rule("CORE-17")
def test_the_50th_card_may_be_taken_only_to_knock() -> None:
    """Under the 50th-card rule the opponent may take the last discard to knock, or pass, and nothing else."""
    rules = CLASSIC.replace(last_discard=LastDiscard.KNOCK_ONLY)
    deck = "Ac 2c 3c 5d 6d 7d Js Jd 9c 9s", HIGH_CARDS, "4s"
    state = play(stacked(rules, *deck), "pass, pass")
    while len(state.stock) > 3:
        state = play(state, "draw")
        state = play(state, f"discard {state.drawn}")
    state = play(state, "draw")
    without = play(state, f"discard {state.drawn}")
    assert without.phase is Phase.LAST_TAKE
    assert texts(without) == ["pass"]
    assert reason(without, "take") is Reason.ONLY_TO_KNOCK
    assert play(without, "pass").result.ending is Ending.VOID  # type: ignore[union-attr]


@pytest.mark.rule("CORE-17")
def test_who_takes_the_50th_card_must_knock() -> None:
    """After the take the hand is ended with another card; no ordinary discard is left."""
    rules = CLASSIC.replace(last_discard=LastDiscard.KNOCK_ONLY)
    state = play(stacked(rules, HIGH_CARDS, "Ac 2c 3c 5d 6d 7d Js Jd Jc 9c", "4s"), "pass, pass")
    while state.phase is not Phase.LAST_TAKE:
        state = play(state, "draw")
        state = play(state, f"discard {state.drawn}")
    assert state.turn == 0
    assert texts(state) == ["take", "pass"]
    last = state.discards[-1]
    taken = play(state, "take")
    assert texts(taken)
    assert all(text.startswith("knock") for text in texts(taken))
    assert reason(taken, "discard 9c") is Reason.ONLY_TO_KNOCK
    assert reason(taken, f"knock {last}") is Reason.JUST_TAKEN


@pytest.mark.rule("CORE-17")
def test_half_a_box_may_go_to_the_lower_deadwood() -> None:
    """Where a table pays half a box, a void deal tells what each was left with, and the lower one gets it."""
    rules = CLASSIC.replace(void_award=VoidAward.HALF_BOX_TO_LOWEST)
    over = draws_only(rules)
    assert over.result is not None
    left = tuple(solver.deadwood(hand) for hand in over.hands)
    assert over.result.deadwood == left
    score = rules.scoring.price(over.result)
    assert (score.winner, score.points) == (None, 0)
    assert score.half_boxes == (int(left[0] < left[1]), int(left[1] < left[0]))


@pytest.mark.rule("CORE-17")
@pytest.mark.parametrize(("redeal", "dealer"), [(VoidRedeal.SAME_DEALER, 0), (VoidRedeal.NEXT_DEALER, 1)])
def test_a_void_deal_is_dealt_again_by_the_same_dealer(redeal: VoidRedeal, dealer: int) -> None:
    """After a void deal the same player deals, or the other one where the table plays so."""
    rules = CLASSIC.replace(void_redeal=redeal)
    match = Match.start(rules, names=("Anna", "Bertil"), dealer=0)
    deal = match.new_deal(shuffled_deck(Random(5)))
    deal = deal.play(parse_action("pass")).play(parse_action("pass"))
    while deal.state.phase is not Phase.OVER:
        state = deal.state
        assert state.drawn is not None or state.phase is Phase.DRAW
        deal = deal.play(DrawStock() if state.drawn is None else Discard(state.drawn))
    assert match.enter(deal).dealer == dealer


@pytest.mark.rule("CORE-21")
@pytest.mark.parametrize("limit", [1, 3, 100])
def test_so_many_takes_from_the_pile_make_the_deal_void(limit: int) -> None:
    """The take that reaches the limit ends the deal; the upcard taken at the opening does not count."""
    rules = CLASSIC.replace(pile_take_limit=limit)
    state = play(new_deal(rules, shuffled_deck(Random(2))), "take")
    takes = 0
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DRAW:
            state, takes = play(state, "take"), takes + 1
        else:
            state = apply(state, next(action for action in legal_actions(state) if isinstance(action, Discard)))
    assert takes == limit
    assert state.result is not None
    assert state.result.ending is Ending.VOID


@pytest.mark.rule("CORE-21")
def test_a_card_laid_straight_back_twice_in_a_row_may_end_the_deal() -> None:
    """Under OpenSpiel's rules two turns in a row that return the taken card make the deal void; one does not."""
    state = play(new_deal(presets.OPENSPIEL, shuffled_deck(Random(2))), "take")
    once = play(state, f"discard {state.drawn}")
    assert once.phase is Phase.DRAW
    twice = play(once, "take")
    assert play(twice, f"discard {twice.drawn}").result.ending is Ending.VOID  # type: ignore[union-attr]
    between = play(twice, f"discard {next(card for card in twice.hands[twice.turn] if card is not twice.drawn)}")
    again = play(between, "take")
    assert play(again, f"discard {again.drawn}").phase is Phase.DRAW


# --- CORE-18 and CORE-20: wrong and other numbers of cards --------------------------------------------------


@pytest.mark.rule("CORE-18")
def test_a_wrong_number_of_cards_is_refused() -> None:
    """Nine or eleven cards in a hand are a misdeal: no such state can be built."""
    state = new_deal(CLASSIC, shuffled_deck(Random(1)))
    for first, stock in (
        (Hand.of(state.hands[0].cards[1:]), (*state.stock, state.hands[0].cards[0])),
        (state.hands[0].add(state.stock[0]), state.stock[1:]),
    ):
        with pytest.raises(StateError, match=rf"seat 0 holds {len(first)} cards; expected 10"):
            GameState.from_setup(
                rules=CLASSIC,
                hands=(first, state.hands[1]),
                stock=stock,
                discards=state.discards,
                phase=state.phase,
                turn=state.turn,
                upcard=state.upcard,
            )
    with pytest.raises(StateError, match="missing in the deck of 52"):
        new_deal(CLASSIC, CARDS[:51])


@pytest.mark.rule("CORE-20")
@pytest.mark.rule("CORE-14")
def test_nine_ranks_of_three_suits_with_five_cards_each() -> None:
    """A part of the deck is played like the whole: five cards each, sixteen in the stock, big gin with six."""
    rules = MODERN.replace(deck=NINE_RANKS_OF_THREE_SUITS, hand_size=5)
    state = stacked(rules, "Ac 2c 3c 4c 9d", "9h 8h 6h 5d 3d", "5c Ad 6c")
    assert len(state.stock) == rules.stock_size == 16
    over = play(state, "take, discard 9d, draw, discard 8h, draw, big gin")
    assert over.result is not None
    assert (over.result.ending, len(over.hands[1])) == (Ending.BIG_GIN, 6)


@pytest.mark.rule("CORE-20")
@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_a_reduced_deck_plays_to_an_end(seed: int) -> None:
    """A deal with part of the deck ends like any other, and knows no other cards."""
    rng = Random(seed)
    rules = Rules(deck=NINE_RANKS_OF_THREE_SUITS, hand_size=5)
    last = list(course(new_deal(rules, shuffled_deck(rng, rules.deck)), rng))[-1]
    assert last.result is not None
    assert last.hands[0] | last.hands[1] <= rules.deck


# --- chapter 10: worked examples ----------------------------------------------------------------------------


def test_example_6() -> None:
    """SG: 3c and 7c both go on 4c 5c 6c, the fourth seven on three; A-2-3-4 is a run, K-A-2 are 13 loose."""
    state = knocked("3c 7c Kc Qc 9d 9h Td Tc 8h 2c")
    assert {"lay 3c on 4c 5c 6c", "lay 7c on 4c 5c 6c", "lay 7c on 7d 7h 7s"} <= set(texts(state))
    both = play(state, "lay 3c on 4c 5c 6c, lay 7c on 3c 4c 5c 6c")
    assert both.spread is not None
    assert str(both.spread.melds[0]) == "3c 4c 5c 6c 7c"
    assert solver.deadwood(Hand.parse("Ac 2c 3c 4c")) == 0
    assert solver.deadwood(Hand.parse("Qc Kc Ac")) == 21
    assert solver.deadwood(Hand.parse("Kc Ac 2c")) == 13


@pytest.mark.rule("CORE-11")
def test_example_11() -> None:
    """SG: with four fives, 8-9-10, A, 2, 6 and K the king may be laid for a knock with 9, the six may not."""
    hand = "5c 5d 5h 5s 8h 9h Th Ac 2d 6c"
    state = play(stacked(CLASSIC, hand, "Kh Kd Qh Qc Jd Ts 9s 8s 7s 3s", "4d Kc"), "pass, pass, draw")
    assert texts(state)[-1] == "knock Kc"
    assert [text for text in texts(state) if text.startswith("knock")] == ["knock Kc"]
    shown = play(state, "knock Kc")
    assert shown.spread is not None
    assert shown.spread.arrangement == Arrangement.parse("5c 5d 5h 5s | 8h 9h Th / Ac 2d 6c")
    assert shown.spread.arrangement.deadwood == 9
    with pytest.raises(IllegalAction, match="at least 13 is left"):
        play(state, "knock 6c")


# --- the values of the presets ------------------------------------------------------------------------------

PLAY_KNOBS = {
    "deck": Hand.full(),
    "hand_size": 10,
    "discard_view": DiscardView.TOP,
    "forced_stock_draw": True,
    "may_return_taken": False,
    "aces": Aces.LOW,
    "ace_pips": 1,
    "knock_limit": 10,
    "turns_before_knock": 0,
    "layoff_on_gin": False,
    "stock_floor": 2,
    "last_discard": LastDiscard.DEAD,
    "pile_take_limit": 100,
    "return_limit": None,
}


@pytest.mark.rule("CORE-02")
@pytest.mark.rule("CORE-05")
@pytest.mark.rule("CORE-07")
@pytest.mark.rule("CORE-11")
@pytest.mark.rule("CORE-17")
@pytest.mark.parametrize("rules", [presets.CLASSIC, presets.MODERN, presets.EAAI], ids=lambda rules: rules.name)
def test_three_presets_play_chapter_1_as_it_stands(rules: Rules) -> None:
    """The Norwegian and Finnish rules, the Swedish guide's and the challenge's differ in prices, not in play."""
    assert {name: getattr(rules, name) for name in PLAY_KNOBS} == PLAY_KNOBS
    assert rules.replace(void_redeal=VoidRedeal.SAME_DEALER) == rules


@pytest.mark.rule("CORE-14")
def test_the_swedish_guide_alone_knows_big_gin() -> None:
    """Big gin can be declared under the modern rules, and under none of the others."""
    four = (presets.CLASSIC, presets.MODERN, presets.EAAI, presets.OPENSPIEL)
    assert [rules.name for rules in four if rules.scoring.plays_big_gin] == ["modern"]


@pytest.mark.rule("CORE-21")
def test_openspiel_has_ends_of_its_own() -> None:
    """That ruleset returns taken cards, has the 50th-card rule, 50 takes, and two returns in a row."""
    changed = {
        "may_return_taken": True,
        "last_discard": LastDiscard.KNOCK_ONLY,
        "pile_take_limit": 50,
        "return_limit": 2,
    }
    assert {name: getattr(presets.OPENSPIEL, name) for name in PLAY_KNOBS} == {**PLAY_KNOBS, **changed}


@pytest.mark.parametrize(
    ("rules", "first", "then"),
    [
        (presets.CLASSIC, DealerDraw.LOWEST, NextDealer.WINNER),
        (presets.MODERN, DealerDraw.HIGHEST, NextDealer.LOSER),
        (presets.EAAI, DealerDraw.RANDOM, NextDealer.ALTERNATE),
        (presets.OPENSPIEL, DealerDraw.RANDOM, NextDealer.ALTERNATE),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_who_deals(rules: Rules, first: DealerDraw, then: NextDealer) -> None:
    """Lowest and then the winner (NO, FI), highest and then the loser (SG), by turns in the two for programs."""
    assert (rules.dealer_draw, rules.seating) == (first, TwoPlayers(next_dealer=then))


@pytest.mark.rule("CORE-02")
def test_a_deal_keeps_its_start_and_its_actions() -> None:
    """A deal is a start and the actions since; its deck deals that start again."""
    deck = shuffled_deck(Random(9))
    deal = Deal.start(CLASSIC, deck, dealer=1)
    rng = Random(9)
    while deal.state.phase is not Phase.OVER:
        deal = deal.play(lively(deal.state, rng))
    assert deal.start_state == new_deal(CLASSIC, deck, dealer=1) == new_deal(CLASSIC, deal.deck, dealer=1)
    assert (deal.rules, deal.dealer, deal.result) == (CLASSIC, 1, deal.state.result)
    again = Deal.start(CLASSIC, deck, dealer=1, actions=deal.actions)
    assert (again, again.state) == (deal, deal.state)
