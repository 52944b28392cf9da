"""What one seat is told of a deal: all that it may know, and nothing else."""

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from record_strategies import deals, finished_deals

from ginrules import Card, Hand, LayOff, Meld, presets, shuffled_deck
from ginrules.deal import (
    Action,
    BigGin,
    Deal,
    Discard,
    DrawStock,
    IllegalAction,
    Knock,
    Pass,
    Phase,
    TakeDiscard,
    apply,
    parse_action,
    view,
)
from ginrules.deal.events import Event, EventKind
from ginrules.melds import Arrangement
from ginrules.results import DealResult, Ending, Seat

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], max_examples=50)
SEATS = [0, 1, None]


def permuted(deal: Deal, renaming: dict[Card, Card]) -> Deal:
    """Return the deal with the cards of the deck renamed, and the same course as far as the cards allow.

    Raises:
        IllegalAction: they do not allow it.

    """
    start = deal.start_state
    deck = [renaming.get(card, card) for card in deal.deck]
    other = Deal.start(deal.rules, deck, dealer=deal.dealer, terms=start.terms)
    for action in deal.actions:
        other = other.play(renamed_action(action, renaming))
    return other


def renamed_action(action: Action, renaming: dict[Card, Card]) -> Action:
    """Return the action with its own card renamed; what lies on the table is known to all and stays."""
    match action:
        case Discard():
            return Discard(renaming.get(action.card, action.card))
        case Knock():
            return Knock(renaming.get(action.discard, action.discard), action.spread)
        case _:
            return action


@slow
@given(deals(), st.sampled_from(SEATS), st.data())
def test_what_a_seat_cannot_know_changes_no_event(deal: Deal, seat: int | None, data: st.DataObject) -> None:
    """Two deals with one public course and one hand of the seat tell it the same, whatever else is hidden."""
    unseen = view(deal.state, seat).unseen.cards
    renaming = dict(zip(unseen, data.draw(st.permutations(unseen)), strict=True))
    try:
        other = permuted(deal, renaming)
    except IllegalAction:
        assume(False)  # noqa: FBT003  with those cards the course would not have been allowed
        raise
    assume(view(other.state, seat) == view(deal.state, seat))
    assert other.events(seat) == deal.events(seat)
    assert [event.text for event in other.events(seat)] == [event.text for event in deal.events(seat)]


@slow
@given(deals(), st.sampled_from(SEATS))
def test_playing_on_adds_events_and_changes_none(deal: Deal, seat: int | None) -> None:
    """The events after some actions are the first of those after more."""
    told = deal.events(seat)
    half = Deal.start(
        deal.rules,
        deal.deck,
        dealer=deal.dealer,
        terms=deal.start_state.terms,
        actions=deal.actions[: len(deal.actions) // 2],
    ).events(seat)
    assert told[: len(half)] == half
    assert [event.number for event in told] == list(range(len(told)))
    assert {event.viewer for event in told} == {seat}


@slow
@given(deals(), st.sampled_from(SEATS))
def test_a_seat_that_listens_knows_what_its_view_says(deal: Deal, seat: int | None) -> None:
    """Hand, pile, picked cards, spread and result can be put together from the events alone."""
    seen = view(deal.state, seat)
    hand, pile, picked = Hand(), list[Card](), [Hand(), Hand()]
    for event in deal.events(seat):
        mine = event.seat == seat
        match event.kind:
            case EventKind.DEAL:
                hand = event.hand or Hand()
            case EventKind.UPCARD if event.card is not None:
                pile.append(event.card)
            case EventKind.TAKE if event.card is not None and event.seat is not None:
                if not (seen.phase is Phase.OVER and pile_limit_reached(deal, event)):
                    picked[event.seat] |= Hand.of([pile.pop()])
                    hand = hand.add(event.card) if mine else hand
            case EventKind.DRAW if mine:
                assert event.card is not None
                hand = hand.add(event.card)
            case EventKind.DISCARD if event.card is not None:
                pile.append(event.card)
                hand = hand.remove(event.card) if mine else hand
            case EventKind.KNOCK | EventKind.GIN if mine and event.card is not None:
                hand = hand.remove(event.card)
            case EventKind.LAYOFF if mine and event.card is not None:
                hand = hand.remove(event.card)
            case _:
                pass
    assert hand == seen.hand
    assert tuple(pile) == seen.discards
    assert tuple(picked) == seen.picked
    last = deal.events(seat)[-1]
    assert (last.kind is EventKind.OVER) == (seen.phase is Phase.OVER)
    assert last.result == seen.result


def pile_limit_reached(deal: Deal, event: Event) -> bool:
    """Return whether this take made the deal void, so that no card moved. Rule: CORE-21."""
    spread_or_end = deal.events(None)[event.number + 1 : event.number + 2]
    return bool(spread_or_end) and spread_or_end[0].kind is EventKind.OVER


@slow
@given(finished_deals(), st.sampled_from(SEATS))
def test_the_face_down_card_is_told_at_the_end(deal: Deal, seat: int | None) -> None:
    """Until the deal is over only the knocker knows the card, and whoever saw him take it."""
    *_, over = told = deal.events(seat)
    spread = deal.state.spread
    if spread is None:
        assert over.card is None
        return
    (knock,) = [event for event in told if event.kind in (EventKind.KNOCK, EventKind.GIN, EventKind.BIG_GIN)]
    seen_taken = spread.discard in deal.state.picked[spread.knocker]
    assert knock.card == (spread.discard if seat == spread.knocker or seen_taken else None)
    assert over.card == spread.discard
    assert knock.arrangement == spread.arrangement
    assert over.hands == deal.state.hands


@slow
@given(deals(), st.sampled_from(SEATS))
def test_every_event_has_a_sentence(deal: Deal, seat: int | None) -> None:
    """The words name who acted as the viewer calls him, and any names will do."""
    for event in deal.events(seat):
        assert event.text
        assert "None" not in event.text
        told = event.told(("Anna", "Bertil"))
        if event.seat is not None:
            assert told.startswith(("Anna", "Bertil")[event.seat])


def test_one_deal_in_words() -> None:
    """Draws are hidden from the other seat, discards and takes are not."""
    deal = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7)))
    for text in ("pass", "pass", "draw", "discard Qc", "take"):
        deal = deal.play(parse_action(text))
    assert [event.text for event in deal.events(1)] == [
        f"opponent dealt, you got {deal.start_state.hands[1]}",
        "Qs was turned up",
        "you passed",
        "opponent passed",
        f"you drew {deal.start_state.stock[0]}",
        "you discarded Qc",
        "opponent took Qc",
    ]
    assert [event.text for event in deal.events(None)][4:] == [
        "seat 1 drew a card",
        "seat 1 discarded Qc",
        "seat 0 took Qc",
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Event(
                number=9,
                kind=EventKind.GIN,
                viewer=Seat(0),
                seat=Seat(1),
                arrangement=Arrangement.parse("Ac Ad Ah | 4h 5h 6h"),
            ),
            "opponent went gin with Ac Ad Ah | 4h 5h 6h",
        ),
        (
            Event(
                number=9,
                kind=EventKind.KNOCK,
                viewer=Seat(0),
                seat=Seat(0),
                card=Card.parse("Kc"),
                arrangement=Arrangement.parse("Ac Ad Ah / 4h"),
            ),
            "you knocked with Ac Ad Ah / 4h, Kc face down",
        ),
        (
            Event(
                number=9,
                kind=EventKind.LAYOFF,
                viewer=Seat(0),
                seat=Seat(0),
                card=Card.parse("As"),
                layoff=LayOff(Card.parse("As"), Meld.parse("Ac Ad Ah")),
            ),
            "you laid off As on Ac Ad Ah",
        ),
        (
            Event(
                number=9,
                kind=EventKind.OVER,
                viewer=Seat(0),
                result=DealResult(ending=Ending.VOID, deadwood=(3, 4)),
                hands=(Hand.parse("3c"), Hand.parse("4c")),
            ),
            "the deal is void; deadwood: you 3, opponent 4; you held 3c, opponent held 4c",
        ),
        (
            Event(
                number=9,
                kind=EventKind.OVER,
                viewer=None,
                result=DealResult(ending=Ending.BIG_GIN, knocker=1, deadwood=(3, 0)),
            ),
            "the deal is over with big gin by seat 1; deadwood: seat 0 3, seat 1 0",
        ),
    ],
)
def test_the_end_of_a_deal_in_words(event: Event, sentence: str) -> None:
    """Spreads, layoffs and results are told with their cards."""
    assert event.text == sentence


def test_a_drawn_card_is_told_to_who_drew_it_alone() -> None:
    """The card is in the event of the seat that drew it, and in no other."""
    deal = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7)), actions=[Pass(), Pass(), DrawStock()])
    drawn = deal.state.drawn
    assert [deal.events(seat)[-1].card for seat in SEATS] == [None, drawn, None]
    taken = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7)), actions=[TakeDiscard()])
    assert [taken.events(seat)[-1].card for seat in SEATS] == [Card.parse("Qs")] * 3


def test_big_gin_is_told_with_all_cards() -> None:
    """Big gin has no face-down card, and every card of the hand is in a meld."""
    deck = Hand.full().cards
    first = Hand.parse("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc").cards
    dealer = Hand.parse("As 3s 5s 7s 9s Js Kh Jh 9h 7h").cards
    dealt = [card for pair in zip(first, dealer, strict=True) for card in pair]
    rest = [card for card in deck if card not in dealt and card is not Card.parse("Jc")]
    rules = presets.MODERN
    deal = Deal.start(rules, [*dealt, Card.parse("Jc"), *rest], actions=[TakeDiscard(), BigGin()])
    for seat in SEATS:
        *_, big_gin, over = deal.events(seat)
        assert big_gin.kind is EventKind.BIG_GIN
        assert big_gin.card is over.card is None
        assert big_gin.arrangement is not None
        assert not big_gin.arrangement.loose
    assert apply(deal.start_state, TakeDiscard()).phase is Phase.DISCARD
