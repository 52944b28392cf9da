"""Whole deals against OpenSpiel, and a reproduction of every known difference."""

from collections.abc import Sequence
from random import Random

import pytest
from peers.openspiel_deal import (
    DRAW,
    FIRST_MELD,
    KNOCK,
    PASS,
    TAKE,
    Difference,
    Lockstep,
    Report,
    compare,
    number_of,
)

from ginrules import (
    Action,
    Card,
    Discard,
    Ending,
    GameState,
    Hand,
    Knock,
    Phase,
    TakeDiscard,
    legal_actions,
    parse_action,
    presets,
    shuffled_deck,
)
from ginrules.scoring import Tie

CHUNKS = 8
DEALS = 250


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_whole_deals_go_the_same_way(chunk: int) -> None:
    """In whole deals both sides allow the same, go the same way and pay the same, up to the known differences."""
    report = compare(DEALS, f"test {chunk}")
    assert report.deals == DEALS
    assert {"knock", "void"} <= set(report.endings)


def test_other_hand_sizes_go_the_same_way() -> None:
    """With seven cards each it is the same."""
    report = compare(DEALS, "test seven", hand_size=7)
    assert {"knock", "gin", "void"} <= set(report.endings)


def stacked(non_dealer: str, dealer: str, then: str) -> Lockstep:
    """Deal these hands on both sides; *then* come the upcard and the top of the stock."""
    pairs = zip(non_dealer.split(), dealer.split(), strict=True)
    top = [Card.parse(text) for text in (*(card for pair in pairs for card in pair), *then.split())]
    rest = (card for card in Hand.full() if card not in top)
    return Lockstep.start([*top, *rest], Report())


def play(lockstep: Lockstep, *actions: str | Action) -> None:
    """Play these actions on both sides, checking that both allow the same."""
    for action in actions:
        legal = lockstep.choices()
        action = parse_action(action) if isinstance(action, str) else action  # noqa: PLW2901  as text or not
        assert action in legal
        lockstep.play(action, Random(0))


def our_knocks(state: GameState) -> list[str]:
    """Return the knocks that are legal on our side."""
    return [str(action) for action in legal_actions(state) if isinstance(action, Knock)]


def test_they_deny_a_legal_knock() -> None:
    """Of these eleven cards the 7d leaves 10, but their best arrangement of all eleven does not have it loose."""
    lockstep = stacked("3s 5s Ac 5c 6c 7c Ad 7d 5h 6h", "Kc Kd Qc Qd Jc Jd Tc Td 9s 8s", "2s 7h")
    play(lockstep, "pass", "pass", "draw")
    assert our_knocks(lockstep.ours) == ["knock 7d"]
    assert KNOCK not in lockstep.theirs.legal_actions()
    assert all(not isinstance(action, Knock) for action in lockstep.choices())
    assert lockstep.report.differences == {Difference.KNOCK_DENIED: 1}


def test_they_pay_nothing_on_a_tie() -> None:
    """A knock with 5 against 5 pays nobody there, which our ruleset follows; the usual rules pay an undercut."""
    lockstep = stacked("2c 3c 4c 6h 7h 8h Jc Jd Js 5d", "2d 3d 4d 7s 8s 9s Qc Qd Qh 5s", "Ks Kc")
    play(lockstep, "pass", "pass", "draw", "knock Kc", "show")
    assert lockstep.check_end() is Ending.KNOCK
    assert lockstep.theirs.returns() == [0.0, 0.0]
    result = lockstep.ours.result
    assert result is not None
    assert presets.OPENSPIEL.scoring.price(result).winner is None
    usual = presets.OPENSPIEL.replace(tie=Tie.UNDERCUT).scoring.price(result)
    assert (usual.winner, usual.points) == (1, 25)


def test_they_deny_the_third_card_of_a_chain() -> None:
    """After 7c and 8c on 4c 5c 6c the 9c may follow, but not there."""
    lockstep = stacked("4c 5c 6c 2h 2d 2s Ah Ad As Ks", "7c 8c 9c Kd Qd Jh Th 8h 7h 6d", "Qs Kc")
    play(lockstep, "pass", "pass", "draw", "knock Kc", "lay 7c on 4c 5c 6c", "lay 8c on 4c 5c 6c 7c")
    assert [str(action) for action in legal_actions(lockstep.ours)] == ["lay 9c on 4c 5c 6c 7c 8c", "show"]
    assert lockstep.theirs.legal_actions() == [PASS]
    lockstep.choices()
    assert lockstep.report.differences == {Difference.THIRD_OF_A_CHAIN_DENIED: 1}


def test_they_let_a_card_lie_on_two_melds() -> None:
    """After the 5d on the fives the 6d may not follow on 2d 3d 4d, but it may there."""
    lockstep = stacked("2d 3d 4d 5c 5h 5s Jc Jd Js Ah", "5d 6d Kh Kd Qh Qc Th Td 9s 8c", "Qs Kc")
    play(lockstep, "pass", "pass", "draw", "knock Kc", "lay 5d on 5c 5h 5s")
    assert [str(action) for action in legal_actions(lockstep.ours)] == ["show"]
    assert set(lockstep.theirs.legal_actions()) == {PASS, number_of(Card.parse("6d"))}
    lockstep.choices()
    assert lockstep.report.differences == {Difference.LAID_ON_BOTH: 1}


def test_they_lay_long_runs_in_parts() -> None:
    """A run of six cannot be laid whole there, so the spreads that both know have runs of up to five."""
    lockstep = stacked("4c 5c 6c 7c 8c 9c Jc Jd Js Ah", "5d 6d Kh Kd Qh Qd Th Td 9s 8d", "Qs Kc")
    play(lockstep, "pass", "pass", "draw")
    whole = parse_action("knock Kc: 4c 5c 6c 7c 8c 9c | Jc Jd Js")
    assert whole in legal_actions(lockstep.ours, every_spread=True)
    for number in (KNOCK, number_of(Card.parse("Kc"))):
        lockstep.theirs.apply_action(number)
    runs = [number for number in lockstep.theirs.legal_actions() if number >= FIRST_MELD]
    texts = [lockstep.theirs.action_to_string(0, number) for number in runs]
    assert "Player: 0 Action: 4c5c6c7c8c" in texts
    assert not any("4c5c6c7c8c9c" in text for text in texts)


def test_a_card_returned_twice_in_a_row_ends_the_deal() -> None:
    """Taking the upcard and laying it straight back, done by both in turn, makes the deal void on both sides."""
    lockstep = stacked("Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d", "Ah 3h 5h 7h 9h Jh Kh 2s 4s 6s", "8d")
    play(lockstep, "take", "discard 8d", "take", "discard 8d")
    assert lockstep.check_end() is Ending.VOID


def test_one_may_return_a_card_now_and_then() -> None:
    """A card laid straight back, then a turn of another kind, then one laid back again goes on."""
    lockstep = stacked("Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d", "Ah 3h 5h 7h 9h Jh Kh 2s 4s 6s", "8d")
    play(lockstep, "take", "discard 8d", "take", "discard Kh", "take", "discard Kh", "draw")
    assert lockstep.ours.phase is Phase.DISCARD


def exchange(lockstep: Lockstep, takes: int) -> None:
    """Decline the upcard, let seat 0 draw, and then let both take the top of the pile so many times.

    Seat 0 lays the card straight back and keeps its hand; seat 1 keeps the card and lays another.
    """
    play(lockstep, "pass", "pass", "draw")
    while lockstep.ours.phase is not Phase.OVER:
        if lockstep.ours.phase is Phase.DISCARD:
            play(lockstep, own_discard(lockstep.ours))
        elif lockstep.ours.pile_takes < takes:
            play(lockstep, "take")
        else:
            break


def own_discard(state: GameState) -> Discard:
    """Return what seat 0 or seat 1 lays in an exchange."""
    assert state.drawn is not None
    if state.turn == 0:
        return Discard(state.drawn)
    return Discard(max(state.hands[1].remove(state.drawn), key=lambda card: card.pips))


NEARLY_GIN: Sequence[str] = ("2c 3c 4c 6h 7h 8h Jc Jd Js 5d", "Ah 3h 5h 9c 9h Ac Kh 2s 4s 6s", "8d 9s")


def test_the_fiftieth_take_ends_the_deal() -> None:
    """The fiftieth card taken from the pile, the opening offers aside, makes the deal void on both sides."""
    lockstep = stacked(*NEARLY_GIN)
    exchange(lockstep, 49)
    assert lockstep.ours.phase is Phase.DRAW
    play(lockstep, TakeDiscard())
    assert lockstep.check_end() is Ending.VOID


def test_the_last_discard_may_be_the_fiftieth_taken() -> None:
    """The last discard taken to knock does not count toward the limit, on neither side."""
    lockstep = stacked(*NEARLY_GIN)
    exchange(lockstep, 49)
    while lockstep.ours.phase is not Phase.LAST_TAKE:
        play(lockstep, "draw")
        play(lockstep, own_discard(lockstep.ours))
    assert set(lockstep.theirs.legal_actions()) == {PASS, KNOCK}
    play(lockstep, "take", f"knock {lockstep.ours.discards[-1]}", "show")
    assert lockstep.check_end() is Ending.KNOCK


def test_the_draws_are_numbered_as_here() -> None:
    """Their numbers of the actions are those that the adapter uses."""
    theirs = Lockstep.start(shuffled_deck(Random(1)), Report()).theirs
    assert [theirs.action_to_string(0, number) for number in (TAKE, DRAW, PASS, KNOCK)] == [
        "Player: 0 Action: Draw upcard",
        "Player: 0 Action: Draw stock",
        "Player: 0 Action: Pass",
        "Player: 0 Action: Knock",
    ]
