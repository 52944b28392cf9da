"""Chapter 8: Swedish gin with two decks, the round. The match stands in a file of its own."""

from itertools import islice
from random import Random

import attrs
import pytest
from contract_play import played, refusal, set_up

from ginrules.cards import Card
from ginrules.contract import (
    JOKER,
    AnyCard,
    Contract,
    Hand,
    IllegalAction,
    Lay,
    Meld,
    Phase,
    Reason,
    Reshuffle,
    Round,
    RoundState,
    Rules,
    apply,
    buyers,
    explain,
    full_deck,
    is_legal,
    legal_actions,
    new_round,
    parse_action,
    parse_melds,
    presets,
    reshuffle,
    shuffled,
)
from ginrules.errors import MeldError, RulesError, StateError
from ginrules.melds import Aces, MeldKind

RULES = presets.SVENSK_7
TWO_SETS = "Qh Qh Qs 5c 5d 5h 9s Kd 2d 3d 8h"
JUNK = "Ad 2h 4s 6h 7c 8d 9c Tc Jc Kc Kh"


def deck() -> tuple[AnyCard, ...]:
    """Return a shuffled deck of the seven rounds."""
    return shuffled(Random(1), RULES.deck)


def house(contract: str = "1 set", **knobs: object) -> Rules:
    """Return the rules of a table of one round, dealt what its contract needs."""
    return RULES.replace(contracts=(Contract.parse(contract),), **knobs)


@pytest.mark.rule("SVENSK-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play_with_108_cards(players: int) -> None:
    """Two decks and four jokers are dealt to two to six players, and every card is somewhere."""
    state = new_round(RULES, 1, deck(), players=players)
    everything = Hand.of([*state.stock, *state.discards])
    for hand in state.hands:
        everything += hand
    assert everything == full_deck(2, 4) == RULES.deck
    assert len(everything) == 108


@pytest.mark.rule("SVENSK-01")
@pytest.mark.parametrize("players", [0, 1, 7, 11, -3])
def test_no_eleventh_player_sits_down(players: int) -> None:
    """Fewer than two or more than six players are refused in words."""
    with pytest.raises(RulesError, match=f"{players} players; expected 2 to 6"):
        new_round(RULES, 1, deck(), players=players)


@pytest.mark.rule("SVENSK-01")
def test_another_deck_is_refused() -> None:
    """A deck that lacks a card, has one too often, or is endless, is refused with the cards named."""
    cards = deck()
    with pytest.raises(StateError, match="missing in the deck of 108"):
        new_round(RULES, 1, cards[1:], players=3)
    with pytest.raises(StateError, match="more than 108 cards"):
        new_round(RULES, 1, (JOKER for _ in iter(int, 1)), players=3)
    wrong = [JOKER if card is not JOKER else card for card in cards[:50]] + [*cards[50:]]
    with pytest.raises(StateError, match="too many in the deck"):
        new_round(RULES, 1, wrong, players=3)
    with pytest.raises(StateError, match="is neither a Card nor JOKER"):
        new_round(RULES, 1, ["As"] * 108, players=3)  # type: ignore[list-item]
    with pytest.raises(StateError, match="dealer is 3; expected a seat from 0 to 2"):
        new_round(RULES, 1, cards, players=3, dealer=3)
    with pytest.raises(RulesError, match="there is no round 8"):
        new_round(RULES, 8, cards, players=3)


@pytest.mark.rule("SVENSK-02", "SVENSK-03")
def test_eleven_cards_are_dealt_one_by_one_from_the_left_of_the_dealer() -> None:
    """Each gets eleven, the next card is turned up, the rest is stock, and left of the dealer begins."""
    cards = deck()
    state = new_round(RULES, 1, cards, players=3, dealer=1)
    assert state.turn == 2 == state.actor
    assert [state.hands[seat] for seat in (2, 0, 1)] == [Hand.of(cards[at:33:3]) for at in range(3)]
    assert state.discards == (cards[33],)
    assert state.stock == cards[34:]
    assert state.discarder is None


@pytest.mark.rule("SVENSK-02", "SVENSK-12")
@pytest.mark.parametrize(("number", "size"), [(1, 11), (7, 12), (12, 16), (15, 14)])
def test_a_round_deals_its_own_number_of_cards(number: int, size: int) -> None:
    """Each round of the long table deals what it says, and only the order of play decides who sits where."""
    state = new_round(presets.SVENSK_15, number, deck(), players=6)
    assert {len(hand) for hand in state.hands} == {size}


@pytest.mark.rule("SVENSK-03")
def test_the_turn_passes_to_the_left() -> None:
    """After a discard the next seat draws, and after the last the first."""
    state = set_up(RULES, [JUNK, TWO_SETS, "3c"], turn=1)
    state = played(state, "take", "discard 9s")
    assert (state.turn, state.phase) == (2, Phase.DRAW)
    assert played(state, "take", "discard 3c").turn == 0


@pytest.mark.rule("SVENSK-04")
def test_a_set_may_hold_a_card_twice_and_a_run_has_four() -> None:
    """Two queens of hearts and one of spades are a set; three in sequence are no run, and no card comes twice."""
    assert Meld.parse("Qh Qh Qs").kind is MeldKind.SET
    state = set_up(house("1 set"), ["Qh Qh Qs 2c", JUNK], drawn=True)
    assert refusal(state, "lay Qh Qh Qs") is None
    state = set_up(house("1 run"), ["5s 6s 7s 8s 8s 2c", JUNK], drawn=True)
    assert refusal(state, "lay 5s 6s 7s 8s") is None
    assert refusal(state, "lay 5s 6s 7s") is Reason.BAD_MELD
    assert is_legal(
        set_up(house("1 run", min_run=3), ["5s 6s 7s 2c", JUNK], drawn=True), parse_action("lay 5s 6s 7s")
    )
    with pytest.raises(MeldError, match="8s comes twice"):
        parse_action("lay 5s 6s 7s 8s 8s")


@pytest.mark.rule("SVENSK-05")
def test_jokers_are_wild_and_stand_for_what_is_declared() -> None:
    """A joker fills a set and a run; it lies for a card that can be there, and never alone."""
    state = set_up(house("1 set, 1 run"), ["Qh Qs * 5s * 7s 8s 2c", JUNK], drawn=True)
    laid = played(state, "lay Qh Qs [Q] | 5s [6s] 7s 8s")
    assert [str(lying.meld) for lying in laid.table] == ["Qh Qs [Q]", "5s [6s] 7s 8s"]
    assert refusal(state, "lay Qh Qs * | 5s [6s] 7s 8s") is None
    assert refusal(state, "lay Qh Qs [Q] | [4s] 5s [6s] 7s 8s") is Reason.NOT_HELD
    for wrong in ("lay 5s [9s] 7s 8s", "lay 5s [6d] 7s 8s", "lay [Q] [Q] [Q]", "lay Qh Qs [K]"):
        with pytest.raises(MeldError):
            parse_action(wrong)


@pytest.mark.rule("SVENSK-05")
def test_a_meld_has_as_many_natural_cards_as_the_table_asks_for() -> None:
    """One natural card is enough by default; a table may ask for two."""
    hands = ["Qh * * 2c", JUNK]
    assert refusal(set_up(house(), hands, drawn=True), "lay Qh [Q] [Q]") is None
    two = set_up(house(min_naturals=2), hands, drawn=True)
    assert refusal(two, "lay Qh [Q] [Q]") is Reason.BAD_MELD
    assert legal_actions(two) == tuple(map(parse_action, ("discard 2c", "discard Qh", "discard *")))


@pytest.mark.rule("SVENSK-06")
def test_the_ace_is_low_or_high_in_runs_and_never_in_the_middle() -> None:
    """A-2-3-4 and J-Q-K-A are runs, K-A-2-3 is none; where the ace is low J-Q-K-A is none either."""
    low, high = ["As 2s 3s 4s 9c", JUNK], ["Js Qs Ks As 9c", JUNK]
    assert refusal(set_up(house("1 run"), low, drawn=True), "lay As 2s 3s 4s") is None
    assert refusal(set_up(house("1 run"), high, drawn=True), "lay Js Qs Ks As") is None
    only_low = house("1 run", aces=Aces.LOW)
    assert refusal(set_up(only_low, low, drawn=True), "lay As 2s 3s 4s") is None
    assert refusal(set_up(only_low, high, drawn=True), "lay Js Qs Ks As") is Reason.BAD_MELD
    with pytest.raises(MeldError, match="missing between"):
        parse_action("lay Ks As 2s 3s")
    with pytest.raises(RulesError, match="round the corner"):
        house("1 run", aces=Aces.ROUND_THE_CORNER)


@pytest.mark.rule("SVENSK-06", "SVENSK-09")
def test_nothing_is_built_beyond_an_ace() -> None:
    """A run that ends with its ace grows at its other end alone."""
    state = set_up(
        house("1 run"), ["2s Ts Ks 9c *", JUNK], table=[(0, "Js Qs Ks As"), (0, "As 2s 3s 4s")], drawn=True
    )
    assert refusal(state, "build 2s on 1") is Reason.DOES_NOT_FIT
    assert refusal(state, "build Ks on 2") is Reason.DOES_NOT_FIT
    assert refusal(state, "build * on 1 high") is Reason.DOES_NOT_FIT
    assert refusal(state, "build * on 1 low") is None
    assert refusal(state, "build Ts on 1") is None
    assert refusal(state, "build * on 1") is Reason.DOES_NOT_FIT


@pytest.mark.rule("SVENSK-07")
def test_a_turn_draws_once_and_ends_with_a_discard() -> None:
    """One takes or draws, and only then lays and discards; what was drawn may be discarded again."""
    state = set_up(RULES, [TWO_SETS, JUNK], stock="7d")
    for early in ("discard 9s", "lay Qh Qh Qs | 5c 5d 5h", "buy", "pass"):
        assert refusal(state, early) is Reason.WRONG_PHASE
    drawn = played(state, "draw")
    assert drawn.hands[0] == Hand.parse(TWO_SETS + " 7d")
    assert refusal(drawn, "draw") is refusal(drawn, "take") is Reason.WRONG_PHASE
    assert refusal(drawn, "discard As") is Reason.NOT_HELD
    done = played(drawn, "discard 7d")
    assert (done.turn, str(done.top), done.discarder) == (1, "7d", 0)


@pytest.mark.rule("SVENSK-07")
def test_a_card_taken_from_the_pile_or_its_twin_stays_for_this_turn() -> None:
    """Neither the queen just taken nor another like it is discarded; in the next turn it may be."""
    state = played(set_up(RULES, [TWO_SETS, JUNK], pile="3c Qs"), "take")
    assert state.hands[0].count(Card.parse("Qs")) == 2
    assert refusal(state, "discard Qs") is Reason.JUST_TAKEN
    assert refusal(state, "discard Qh") is None
    later = played(state, "discard 9s", "take", "discard Kc", "take")
    assert refusal(later, "discard Qs") is None
    assert state.known[0] == Hand.parse("Qs")


@pytest.mark.rule("SVENSK-07", "SVENSK-13")
def test_nobody_takes_a_card_that_would_leave_him_nothing_to_discard() -> None:
    """Who holds the twin of the top card alone cannot take it; he would have nothing to end the turn with."""
    table = [(0, "5s 6s 7s 8s"), (1, "Qh Qh Qs")]
    state = set_up(house("1 set"), ["Kd", JUNK], pile="Kd", table=table)
    assert refusal(state, "take") is Reason.JUST_TAKEN
    assert legal_actions(state) == (parse_action("draw"),)
    other = set_up(house("1 set"), ["9s", JUNK], pile="Kd", table=table)
    taken = played(other, "take")
    assert refusal(taken, "build 9s on 1") is Reason.JUST_TAKEN
    assert refusal(taken, "discard 9s") is None
    # Where one may go out without a discard, both can be built.
    free = house("1 set", go_out_without_discard=True)
    both = set_up(free, ["Qd", JUNK], pile="Qd", table=table)
    out = played(both, "take", "build Qd on 2", "build Qd on 2")
    assert out.result is not None
    assert out.result.out == 0
    # But only where each copy finds a place.
    one_place = set_up(free, ["9s", JUNK], pile="9s", table=table)
    assert refusal(one_place, "take") is Reason.JUST_TAKEN


@pytest.mark.rule("SVENSK-08")
@pytest.mark.parametrize(
    ("lay", "why"),
    [
        ("lay Qh Qh Qs | 5c 5d 5h", None),
        ("lay Qh Qh Qs Qs | 5c 5d 5h", None),
        ("lay Qh Qh Qs", Reason.BAD_CONTRACT),
        ("lay Qh Qh Qs | 5c 5d 5h | 8c 8d 8h", Reason.BAD_CONTRACT),
        ("lay 8c 8d 8h | 4s 5s 6s 7s", Reason.BAD_CONTRACT),
        ("lay Qh Qh Qs | Kc Kd Kh", Reason.NOT_HELD),
        ("lay Qh Qh Qs | Qh Qs Qs", Reason.NOT_HELD),
    ],
)
def test_the_contract_is_laid_whole_and_exactly(lay: str, why: Reason | None) -> None:
    """Two sets are laid as two sets, of cards held, each longer if one likes; nothing less and nothing more."""
    hand = "Qh Qh Qs Qs 5c 5d 5h 8c 8d 8h 4s 5s 6s 7s"
    state = set_up(RULES, [hand, JUNK], drawn=True)
    assert refusal(state, lay) is why


@pytest.mark.rule("SVENSK-08")
def test_runs_that_adjoin_are_one_and_runs_that_overlap_are_two() -> None:
    """3-6 and 7-T of a suit do not fill two places; overlapping runs, and two sets of one rank, do."""
    adjoining = set_up(RULES, ["3s 4s 5s 6s 7s 8s 9s Ts 2d", JUNK], number=3, drawn=True)
    assert refusal(adjoining, "lay 3s 4s 5s 6s | 7s 8s 9s Ts") is Reason.BAD_CONTRACT
    assert not any(isinstance(action, Lay) for action in legal_actions(adjoining, every_laying=True))
    overlapping = set_up(RULES, ["3s 4s 5s 6s 5s 6s 7s 8s 2d", JUNK], number=3, drawn=True)
    assert refusal(overlapping, "lay 3s 4s 5s 6s | 5s 6s 7s 8s") is None
    queens = set_up(RULES, ["Qh Qh Qs Qd Qd Qc 2d", JUNK], drawn=True)
    assert refusal(queens, "lay Qh Qh Qs | Qd Qd Qc") is None


@pytest.mark.rule("SVENSK-08")
def test_building_later_never_makes_one_meld_of_two() -> None:
    """Two runs that come to adjoin stay two, and each card is built on the one that is named."""
    state = set_up(
        house("1 run"), ["6s 6s 2d 3d", JUNK], table=[(0, "2s 3s 4s 5s"), (1, "7s 8s 9s Ts")], drawn=True
    )
    built = played(state, "build 6s on 1", "build 6s on 2")
    assert [str(lying.meld) for lying in built.table] == ["2s 3s 4s 5s 6s", "6s 7s 8s 9s Ts"]


@pytest.mark.rule("SVENSK-08")
def test_further_melds_are_laid_only_where_the_table_has_them() -> None:
    """After the contract a further meld is refused, or laid one at a time with the knob."""
    hands = ["Qh Qh Qs 5c 5d 5h 9c 9d 9h 2d", JUNK]
    laid = played(set_up(house("1 set"), hands, drawn=True), "lay Qh Qh Qs")
    assert refusal(laid, "lay 5c 5d 5h") is Reason.ALREADY_DOWN
    more = played(set_up(house("1 set", extra_melds=True), hands, drawn=True), "lay Qh Qh Qs")
    assert refusal(more, "lay 5c 5d 5h | 9c 9d 9h") is Reason.BAD_MELD
    assert refusal(more, "lay 5c 5d 5h") is None
    assert len(played(more, "lay 5c 5d 5h", "lay 9c 9d 9h").table) == 3
    waiting = house("1 set", extra_melds=True, build_same_turn=False)
    assert refusal(played(set_up(waiting, hands, drawn=True), "lay Qh Qh Qs"), "lay 5c 5d 5h") is Reason.TOO_EARLY


@pytest.mark.rule("SVENSK-09")
def test_who_is_down_builds_on_any_meld_from_the_same_turn_on() -> None:
    """Before the contract nobody builds; then on one's own and on others' melds, unless the table has one wait."""
    hands, table = ["Qh Qh Qs Qd 9s 2d 3d", JUNK], [(1, "5s 6s 7s 8s")]
    state = set_up(house("1 set"), hands, table=table, drawn=True)
    assert refusal(state, "build 9s on 1") is Reason.NOT_DOWN
    laid = played(state, "lay Qh Qh Qs")
    for build in ("build 9s on 1", "build Qd on 2"):
        assert refusal(laid, build) is None
    assert refusal(laid, "build Qd on 1") is Reason.DOES_NOT_FIT
    assert refusal(laid, "build Qd on 3") is refusal(laid, "build Qd on 0") is Reason.NO_SUCH_MELD
    assert refusal(laid, "build Ks on 1") is Reason.NOT_HELD
    assert played(laid, "build 9s on 1").table[0].owner == 1
    waiting = set_up(house("1 set", build_same_turn=False), hands, table=table, drawn=True, stock="Kd")
    waiting = played(waiting, "lay Qh Qh Qs")
    assert refusal(waiting, "build 9s on 1") is Reason.TOO_EARLY
    next_turn = played(waiting, "discard 2d", "take", "discard Kc", "draw")
    assert refusal(next_turn, "build 9s on 1") is None


def window(**knobs: object) -> RoundState:
    """Return a round of five whose player in turn, seat 0, is about to decline the king that seat 4 laid."""
    return set_up(
        house("1 set", **knobs), [JUNK, "3c 4c", "3d 4d", "3h 4h", "3s 4s"], pile="2c Kd", stock="7d 8d 9d"
    )


@pytest.mark.rule("SVENSK-10")
def test_the_others_are_asked_in_turn_order_and_the_buyer_pays() -> None:
    """From the left of the player in turn all are asked, save who laid the card; a buyer draws first."""
    state = played(window(), "draw")
    assert (state.phase, state.turn, state.asked, state.actor) == (Phase.BUY, 0, 1, 1)
    assert buyers(window()) == (1, 2, 3)
    assert [str(action) for action in legal_actions(state)] == ["buy", "pass"]
    bought = played(state, "pass", "buy")
    assert bought.hands[2] == Hand.parse("3d 4d Kd 7d")
    assert bought.hands[0] == Hand.parse(JUNK + " 8d")
    assert bought.hands[3] == Hand.parse("3h 4h")
    assert (bought.phase, bought.turn, bought.buys) == (Phase.PLAY, 0, (0, 0, 1, 0, 0))
    assert bought.known[2] == Hand.parse("Kd")
    assert str(bought.top) == "2c"
    assert bought.discarder is None
    assert (state.offered, bought.offered) == (Card.parse("Kd"), None)
    declined = played(state, "pass", "pass", "pass")
    assert declined.hands[0] == Hand.parse(JUNK + " 7d")
    assert declined.phase is Phase.PLAY
    assert str(declined.top) == "Kd"


@pytest.mark.rule("SVENSK-10")
def test_the_card_beneath_a_bought_one_is_dead() -> None:
    """Once the discard is bought nobody takes or buys what lay below: the next discard covers it."""
    state = played(window(), "draw", "buy")
    assert refusal(state, "take") is refusal(state, "buy") is Reason.WRONG_PHASE
    after = played(state, "discard Kc")
    assert str(after.top) == "Kc"
    assert played(after, "take").hands[1].count(Card.parse("2c")) == 0


@pytest.mark.rule("SVENSK-10")
def test_nobody_buys_his_own_discard_or_the_upcard() -> None:
    """With two players the other one laid the card, so nobody is asked; nor is anybody about the upcard."""
    two = set_up(house("1 set"), [JUNK, "3c 4c"], pile="2c Kd")
    assert buyers(two) == ()
    drawn = played(two, "draw")
    assert drawn.phase is Phase.PLAY
    assert refusal(drawn, "buy") is Reason.WRONG_PHASE
    five = window()
    last = played(five, "draw", "pass", "pass")
    assert last.asked == 3
    assert played(last, "pass").phase is Phase.PLAY
    turned = set_up(house("1 set"), [JUNK, "3c 4c", "3d 4d"], pile="Kd", upcard=True)
    assert played(turned, "draw").phase is Phase.PLAY


@pytest.mark.rule("SVENSK-10")
def test_who_is_down_does_not_buy_unless_the_table_lets_him() -> None:
    """A player who has laid is passed over, and asked with the knob."""
    hands, table = [JUNK, "3c 4c", "3d 4d", "3h 4h"], [(1, "Qh Qh Qs")]
    assert buyers(set_up(house("1 set"), hands, pile="Kd", table=table)) == (2,)
    assert buyers(set_up(house("1 set", buy_after_down=True), hands, pile="Kd", table=table)) == (1, 2)


@pytest.mark.rule("SVENSK-10", "SVENSK-16")
def test_no_buy_when_the_stock_cannot_give_penalty_and_draw() -> None:
    """With one penalty card two cards must be left in the stock, with two three."""
    hands = [JUNK, "3c 4c", "3d 4d"]
    for penalty, enough in ((1, "5d 6d"), (2, "5d 6d 7d")):
        rules = house("1 set", penalty_cards=penalty)
        assert buyers(set_up(rules, hands, stock=enough, only=True)) == (1,)
        short = set_up(rules, hands, stock=enough[3:], only=True)
        assert buyers(short) == ()
        assert played(short, "draw").phase is Phase.PLAY


@pytest.mark.rule("SVENSK-16", "SVENSK-10")
def test_buys_are_limited_and_cost_two_cards_where_the_table_says_so() -> None:
    """Who has used up his buys is not asked; with two penalty cards a buyer has three cards more."""
    limited = window(buy_limit=2)
    assert buyers(limited) == (1, 2, 3)
    used = attrs.evolve(limited, buys=(0, 2, 1, 2, 0))
    assert buyers(used) == (2,)
    assert buyers(window(buy_limit=0)) == ()
    bought = played(window(penalty_cards=2), "draw", "buy")
    assert bought.hands[1] == Hand.parse("3c 4c Kd 7d 8d")
    assert bought.hands[0] == Hand.parse(JUNK + " 9d")


@pytest.mark.rule("SVENSK-13")
def test_going_out_takes_a_discard() -> None:
    """The last card is discarded and not built, and the contract leaves one for it; the round is over then."""
    table = [(0, "Qh Qh Qs")]
    state = set_up(house("1 set"), ["Qd 2d", "Kd As *"], table=table, drawn=True)
    built = played(state, "build Qd on 1")
    over = played(built, "discard 2d")
    assert over.phase is Phase.OVER
    assert over.result is not None
    assert over.result.out == 0
    last = set_up(house("1 set"), ["Qd", "Kd As *"], table=table, drawn=True)
    assert refusal(last, "build Qd on 1") is Reason.NEEDS_DISCARD
    whole = set_up(house("1 set"), ["5c 5d 5h", "Kd As *"], drawn=True)
    assert refusal(whole, "lay 5c 5d 5h") is Reason.NEEDS_DISCARD
    assert refusal(over, "discard Kd") is Reason.ROUND_OVER
    assert legal_actions(over) == ()


@pytest.mark.rule("SVENSK-13")
def test_a_table_may_let_one_go_out_without_a_discard() -> None:
    """With the knob a build, or the contract, may be the last thing a player does."""
    free = house("1 set", go_out_without_discard=True)
    last = set_up(free, ["Qd", "Kd As *"], table=[(0, "Qh Qh Qs")], drawn=True)
    whole = set_up(free, ["5c 5d 5h", "Kd As *"], drawn=True)
    for over in (played(last, "build Qd on 1"), played(whole, "lay 5c 5d 5h")):
        assert over.result is not None
        assert (over.result.out, over.result.points) == (0, (0, 50))


SWEEP = "3s 4s 5s 6s 8d 9d Td Jd Jc Qc Kc"


@pytest.mark.rule("SVENSK-11", "SVENSK-13")
def test_the_final_round_goes_out_in_one_sweep() -> None:
    """All cards go out in exactly three runs, without a discard; until then turns end with one."""
    state = set_up(RULES, [SWEEP + " Ac", JUNK.replace("Kc", "Ks")], number=7, drawn=True)
    over = played(state, "lay 3s 4s 5s 6s | 8d 9d Td Jd | Jc Qc Kc Ac")
    assert over.result is not None
    assert over.result.out == 0
    assert over.result.hands[0] == Hand()
    assert refusal(state, "discard Ac") is None
    one_more = set_up(RULES, [SWEEP + " Ac 7s", JUNK.replace("Kc", "Ks")], number=7, drawn=True)
    assert refusal(one_more, "lay 3s 4s 5s 6s | 8d 9d Td Jd | Jc Qc Kc Ac") is Reason.NOT_ALL_OUT
    assert refusal(one_more, "lay 3s 4s 5s 6s 7s | 8d 9d Td Jd | Jc Qc Kc Ac") is None
    assert refusal(state, "lay 3s 4s 5s 6s | 8d 9d Td Jd") is Reason.BAD_CONTRACT


@pytest.mark.rule("SVENSK-16", "SVENSK-13")
def test_a_sweep_is_exempt_from_not_going_out_in_the_turn_of_the_contract() -> None:
    """Where nobody goes out in the turn of his contract a card must stay behind; a sweep goes out all the same."""
    waiting = house("1 set", out_on_contract_turn=False)
    state = set_up(waiting, ["5c 5d 5h Qd 2d", JUNK], table=[(1, "Qh Qh Qs")], drawn=True, stock="9s")
    laid = played(state, "lay 5c 5d 5h")
    assert refusal(laid, "build Qd on 1") is Reason.NOT_OUT_YET
    later = played(laid, "discard 2d", "take", "discard Kc")
    assert refusal(played(later, "take"), "build Qd on 1") is Reason.JUST_TAKEN
    assert played(later, "draw", "build Qd on 1", "discard 9s").phase is Phase.OVER
    short = set_up(waiting, ["5c 5d 5h 2d", JUNK], drawn=True)
    assert refusal(short, "lay 5c 5d 5h") is Reason.NOT_OUT_YET
    assert refusal(set_up(house("1 set"), ["5c 5d 5h 2d", JUNK], drawn=True), "lay 5c 5d 5h") is None
    rules = RULES.replace(out_on_contract_turn=False)
    sweep = set_up(rules, [SWEEP + " Ac", JUNK.replace("Kc", "Ks")], number=7, drawn=True)
    assert refusal(sweep, "lay 3s 4s 5s 6s | 8d 9d Td Jd | Jc Qc Kc Ac") is None


@pytest.mark.rule("SVENSK-14", "SVENSK-15")
def test_everybody_pays_for_what_he_holds_and_nothing_else() -> None:
    """Who goes out has 0; the others pay joker 25, ace 15, court 10, number; there is no bonus of any kind."""
    state = set_up(house("1 set"), ["2d", "Kd As *", "3c Td", "5c 5d 5h"], table=[(0, "Qh Qh Qs")], drawn=True)
    result = played(state, "discard 2d").result
    assert result is not None
    assert result.points == (0, 50, 13, 15)
    assert result.hands == (Hand(), Hand.parse("Kd As *"), Hand.parse("3c Td"), Hand.parse("5c 5d 5h"))
    dear = RULES.replace(contracts=state.rules.contracts, joker_points=50)
    again = set_up(dear, ["2d", "Kd As *", "3c Td"], table=[(0, "Qh Qh Qs")], drawn=True)
    assert played(again, "discard 2d").result.points == (0, 75, 13)  # type: ignore[union-attr]


@pytest.mark.rule("SVENSK-15")
@pytest.mark.parametrize("word", ["knock 7h", "big gin", "gin", "show"])
def test_there_is_no_knock(word: str) -> None:
    """The words of the knocking game are no actions here."""
    with pytest.raises(ValueError, match="no action"):
        parse_action(word)


@pytest.mark.rule("SVENSK-16")
def test_a_laid_joker_is_swapped_for_the_card_it_stands_for() -> None:
    """With the knob, who is down puts the exact card there and holds the joker; in a set any suit of the rank."""
    hands, table = ["6s Qd 6d 2d", JUNK], [(1, "5s [6s] 7s 8s"), (0, "Qh Qs [Q]")]
    plain = set_up(house("1 set"), hands, table=table, drawn=True)
    assert refusal(plain, "swap 6s from 1") is Reason.NO_SWAP
    state = set_up(house("1 set", joker_swap=True), hands, table=table, drawn=True)
    swapped = played(state, "swap 6s from 1")
    assert str(swapped.table[0].meld) == "5s 6s 7s 8s"
    assert swapped.hands[0] == Hand.parse("Qd 6d 2d *")
    assert swapped.known[0] == Hand.parse("*")
    assert str(played(swapped, "swap Qd from 2").table[1].meld) == "Qd Qh Qs"
    assert refusal(state, "swap 6d from 1") is Reason.DOES_NOT_FIT
    assert refusal(state, "swap 7s from 1") is Reason.NOT_HELD
    assert refusal(state, "swap 6s from 3") is Reason.NO_SUCH_MELD
    assert refusal(swapped, "swap 6d from 1") is Reason.DOES_NOT_FIT
    not_down = set_up(house("1 set", joker_swap=True), hands, table=table[:1], drawn=True)
    assert refusal(not_down, "swap 6s from 1") is Reason.NOT_DOWN
    before_draw = set_up(house("1 set", joker_swap=True), hands, table=table)
    assert refusal(before_draw, "swap 6s from 1") is Reason.WRONG_PHASE


@pytest.mark.rule("SVENSK-17")
def test_an_empty_stock_is_made_anew_from_the_discards() -> None:
    """When somebody must draw from an empty stock chance orders the pile below its top; then buyers are asked."""
    state = set_up(house("1 set"), [JUNK, "3c 4c", "3d 4d"], pile="2c 5d 6d Kd", only=True, stock="")
    assert not state.stock
    waiting = played(state, "draw")
    assert (waiting.phase, waiting.actor) == (Phase.RESHUFFLE, None)
    assert legal_actions(waiting) == ()
    for early in ("draw", "take", "pass"):
        assert refusal(waiting, early) is Reason.WRONG_PHASE
    below = waiting.discards[:-1]
    renewed = apply(waiting, reshuffle(waiting, Random(1)))
    assert (renewed.phase, renewed.asked, renewed.reshuffles) == (Phase.BUY, 1, 1)
    assert Hand.of(renewed.stock) == Hand.of(below)
    assert renewed.discards == state.discards[-1:]
    for wrong in (below[1:], (*below, JOKER), (*below[:-1], waiting.discards[-1]), ()):
        with pytest.raises(IllegalAction) as caught:
            apply(waiting, Reshuffle(wrong))
        assert caught.value.reason is Reason.BAD_STOCK
    given = apply(waiting, Reshuffle(below[::-1]))
    assert given.stock == below[::-1]
    assert is_legal(state, parse_action("take"))


@pytest.mark.rule("SVENSK-17")
def test_a_stock_that_cannot_be_made_anew_ends_the_round() -> None:
    """With nothing below the top, or the reshuffles used up, declining ends the round and all pay."""
    hands = [JUNK, "3c *", "3d 4d"]
    full = set_up(house("1 set"), hands, pile="Kd", only=True)
    bare = attrs.evolve(full, discards=full.discards[-1:])
    used = attrs.evolve(full, reshuffles=3)
    for state in (bare, used):
        over = played(state, "draw")
        assert over.result is not None
        assert over.result.out is None
        assert over.result.points[1:] == (28, 7)
        assert is_legal(state, parse_action("take"))
    assert played(attrs.evolve(full, reshuffles=2), "draw").phase is Phase.RESHUFFLE
    never = attrs.evolve(full, rules=house("1 set", max_reshuffles=0))
    assert played(never, "draw").phase is Phase.OVER


@pytest.mark.rule("SVENSK-17")
def test_a_round_in_which_nobody_draws_any_more_ends() -> None:
    """So many cards taken from the pile in a row end the round, and a draw begins the count anew."""
    rules = house("1 set", take_limit=3)
    state = set_up(rules, ["Kc Kd 2d", "3c 4c 5c"], pile="9d")
    one = played(state, "take", "discard 2d", "take", "discard 3c")
    drawn = played(one, "draw", "discard Kc")
    assert (one.takes, drawn.takes) == (2, 0)
    over = played(one, "take", "discard Kc")
    assert over.result is not None
    assert over.result.out is None


@pytest.mark.rule("SVENSK-05", "SVENSK-08")
def test_melds_made_past_their_checks_are_not_laid() -> None:
    """A meld from the bare constructor, which checks nothing, is refused when it is laid."""
    state = set_up(house("1 set"), ["Qh Kh 2s * * *", JUNK], drawn=True)
    cards = tuple(map(Card.parse, ("Qh", "Kh", "2s")))
    wrong = [Meld(MeldKind.SET, cards), Meld(MeldKind.RUN, cards)]
    for meld in wrong:
        why = explain(state, Lay((meld,)))
        assert why is not None
        assert why.reason is Reason.BAD_MELD
    with pytest.raises(MeldError, match="is no Meld"):
        Lay(("Qh Qh Qs",))  # type: ignore[arg-type]


def test_a_whole_round_reads_like_a_protocol() -> None:
    """A short round, told action by action, leads to the result that people would write down."""
    rules = house("1 set", deal=4)
    hands = ["Qh Qh Qs 9c", "2d 3d Kd *"]
    dealt = [card for pair in zip(*(Hand.parse(hand) for hand in hands), strict=True) for card in pair]
    rest = rules.deck - Hand.of(dealt) - Hand.parse("8h 7s")
    deck_used = (*dealt, *map(Card.parse, ("8h", "7s")), *rest)
    actions = ("draw", "lay Qh Qh Qs", "discard 7s", "take", "discard 2d", "take", "discard 9c")
    played_round = Round.start(rules, 1, deck_used, players=2, dealer=1, actions=map(parse_action, actions))
    assert played_round.state.hands == (Hand.parse("2d"), Hand.parse("3d Kd * 7s"))
    assert [event.text for event in islice(played_round.events(0), 2, 5)] == [
        "you drew 7s",
        "you laid Qh Qh Qs",
        "you discarded 7s",
    ]
    assert parse_melds("Qh Qh Qs") == tuple(lying.meld for lying in played_round.state.table)
