"""Tables and players for whole rounds of the two-deck game: small contracts, so that much is laid and built."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

import attrs
from hypothesis import strategies as st

from ginrules.cards import Card
from ginrules.contract import (
    Action,
    AnyCard,
    Build,
    Buy,
    Contract,
    Discard,
    Draw,
    End,
    Hand,
    IllegalAction,
    Laid,
    Lay,
    Meld,
    Pass,
    Phase,
    Reason,
    Reshuffle,
    RoundState,
    Rules,
    Swap,
    Take,
    apply,
    card_of_kind,
    explain,
    legal_actions,
    new_round,
    parse_action,
    parse_card,
    reshuffle,
    shuffled,
)
from ginrules.melds import Aces

EVERY_CARD: Final = tuple(card_of_kind(kind) for kind in range(53))
TABLES: Final = (
    "1 set",
    "1 run",
    "2 sets",
    "1 set, 1 run",
    "2 runs, all out",
    "1 set, all out",
    "1 set of 4, 1 run of 5",
)


@st.composite
def small_tables(draw: st.DrawFn) -> Rules:
    """Draw rules of one round with a contract that is soon held, and any house rules."""
    contract = Contract.parse(draw(st.sampled_from(TABLES)))
    size = contract.at_table(min_set=3, min_run=4).size
    switches = st.booleans()
    return Rules(
        decks=draw(st.integers(1, 3)),
        jokers=draw(st.sampled_from([0, 4, 12])),
        deal=size + draw(st.integers(1, 3)),
        contracts=(contract,),
        min_run=draw(st.sampled_from([3, 4])),
        min_naturals=draw(st.sampled_from([1, 1, 2])),
        aces=draw(st.sampled_from([Aces.LOW, Aces.HIGH_OR_LOW])),
        extra_melds=draw(switches),
        build_same_turn=draw(switches),
        penalty_cards=draw(st.integers(1, 2)),
        buy_limit=draw(st.sampled_from([None, None, 0, 2])),
        buy_after_down=draw(switches),
        go_out_without_discard=draw(switches),
        joker_swap=draw(switches),
        out_on_contract_turn=draw(switches),
        max_reshuffles=draw(st.sampled_from([0, 1, 3])),
        take_limit=draw(st.sampled_from([5, 30])),
    )


def begun(rules: Rules, seed: int) -> RoundState:
    """Return a new round of the last contract for as many as the seed says and the cards deal to."""
    rng = Random(seed)
    most = (len(rules.deck) - 1) // (rules.deal_size(rules.rounds) + 1)
    players = rng.randint(2, min(6, most))
    deck = shuffled(rng, rules.deck)
    return new_round(rules, rules.rounds, deck, players=players, dealer=rng.randrange(players))


def chosen(state: RoundState, rng: Random) -> Action:
    """Choose a legal action: mostly to lay and to build where one can."""
    if state.phase is Phase.RESHUFFLE:
        return reshuffle(state, rng)
    legal = legal_actions(state)
    busy = [action for action in legal if isinstance(action, (Lay, Build, Swap))]
    return rng.choice(busy) if busy and rng.random() < 0.7 else rng.choice(legal)


def course(state: RoundState, rng: Random) -> Iterator[tuple[RoundState, Action]]:
    """Yield the states and actions of a round played to its end."""
    while state.phase is not Phase.OVER:
        action = chosen(state, rng)
        yield state, action
        state = apply(state, action)


def some_state(rules: Rules, seed: int, steps: int) -> RoundState:
    """Return the state so many steps into a round, or its end."""
    rng = Random(seed)
    state = begun(rules, seed)
    for _ in range(steps):
        if state.phase is Phase.OVER:
            break
        state = apply(state, chosen(state, rng))
    return state


def moves_without_lays(state: RoundState) -> Iterator[Action]:
    """Yield every action of the game that lays no melds and makes no stock, legal or not."""
    yield from (Take(), Draw(), Buy(), Pass())
    for card in EVERY_CARD:
        yield Discard(card)
        for number in range(len(state.table) + 2):
            yield Swap(card, number)
            yield from (Build(card, number, end) for end in (None, *End))


def wild_lays(state: RoundState, rng: Random) -> Iterator[Action]:
    """Yield lays of melds that lie near what the player in turn holds, most of them wrong."""
    cards = [*state.hands[state.turn]]
    for _ in range(6):
        melds = [meld for meld in (_some_meld(cards, rng) for _ in range(rng.randint(0, 3))) if meld is not None]
        yield Lay(melds)
    yield Reshuffle(state.stock)


def _some_meld(cards: list[AnyCard], rng: Random) -> Meld | None:
    ranks = [card.rank for card in cards if isinstance(card, Card)]
    if not ranks:
        return None
    rank = rng.choice(ranks)
    same = [card for card in cards if not isinstance(card, Card) or card.rank is rank]
    return Meld.of_set(same) if len(same) >= 3 else None


def hidden_swapped(state: RoundState, seat: int | None, rng: Random) -> RoundState:
    """Return the state with cards that a seat cannot see in one another's places."""
    hidden = [Hand() if other == seat else hand - state.known[other] for other, hand in enumerate(state.hands)]
    places = [*state.stock, *(card for hand in hidden for card in hand)]
    rng.shuffle(places)
    stock = tuple(places[: len(state.stock)])
    at = len(stock)
    hands: list[Hand] = []
    for other, hand in enumerate(state.hands):
        number = len(hidden[other])
        hands.append(hand - hidden[other] + Hand.of(places[at : at + number]))
        at += number
    return attrs.evolve(state, stock=stock, hands=tuple(hands))


def set_up(
    rules: Rules,
    hands: Iterable[str],
    *,
    number: int = 1,
    turn: int = 0,
    pile: str = "2c",
    stock: str = "",
    table: Iterable[tuple[int, str]] = (),
    upcard: bool = False,
    only: bool = False,
    drawn: bool = False,
) -> RoundState:
    """Return a state with these hands, before the draw of the player in turn or after it.

    Args:
        rules: the rules.
        hands: what each seat holds.
        number: the number of the round.
        turn: the player in turn.
        pile: the discards, the top last.
        stock: what the stock begins with; the rest of the cards follow.
        table: the melds on the table with their owners.
        upcard: whether nobody laid the top of the pile.
        only: whether the stock holds nothing else and the pile gets the rest of the cards, below.
        drawn: whether the player in turn has drawn.

    """
    held = tuple(map(Hand.parse, hands))
    laid = tuple(Laid(owner, Meld.parse(text)) for owner, text in table)
    first = tuple(map(parse_card, stock.split()))
    discards = tuple(map(parse_card, pile.split()))
    used = Hand.of([*first, *discards, *(card for hand in held for card in hand)])
    for lying in laid:
        used += lying.meld.hand
    assert used <= rules.deck, used - rules.deck
    rest = (rules.deck - used).cards
    return RoundState(
        rules=rules,
        number=number,
        dealer=(turn - 1) % len(held),
        phase=Phase.PLAY if drawn else Phase.DRAW,
        turn=turn,
        hands=held,
        stock=first if only else (*first, *rest),
        discards=(*rest, *discards) if only else discards,
        discarder=None if upcard or drawn else (turn - 1) % len(held),
        table=laid,
        known=(Hand(),) * len(held),
        buys=(0,) * len(held),
    )


def played(state: RoundState, *texts: str) -> RoundState:
    """Return the state after actions given as texts."""
    for text in texts:
        state = apply(state, parse_action(text))
    return state


def refusal(state: RoundState, text: str) -> Reason | None:
    """Return why an action is refused, or None if it is legal; `apply` must agree and change nothing."""
    action = parse_action(text)
    why = explain(state, action)
    before = hash(state)
    if why is None:
        apply(state, action)
        return None
    try:
        apply(state, action)
    except IllegalAction as error:
        assert error.refusal == why  # noqa: PT017  it is not the point of the test that calls this
    else:
        msg = f"{text} was explained as refused and then accepted"
        raise AssertionError(msg)
    assert hash(state) == before
    return why.reason
