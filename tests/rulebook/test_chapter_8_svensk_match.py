"""Chapter 8: Swedish gin with two decks, the match. The rounds and their play stand in a file of their own."""

from random import Random

import pytest
from contract_play import set_up

from ginrules.cards import Card
from ginrules.contract import (
    JOKER,
    Action,
    Contract,
    Discard,
    Draw,
    Hand,
    Match,
    Pass,
    Phase,
    Round,
    RoundResult,
    Rules,
    apply,
    parse_action,
    presets,
    reshuffle,
    shuffled,
)
from ginrules.errors import MatchError, RulesError

NAMES = ("Anna", "Bertil", "Cilla")
SEVEN = ("2 sets", "1 set, 1 run", "2 runs", "3 sets", "2 sets, 1 run", "1 set, 2 runs", "3 runs, all out")
FIFTEEN = (
    *SEVEN[:6],
    "3 runs",
    "4 sets",
    "3 sets, 1 run",
    "2 sets, 2 runs",
    "1 set, 3 runs",
    "4 runs",
    "3 sets, 1 run of 5",
    "1 set, 1 run of 10",
    "3 runs of 5, all out",
)
EIGHT = (*SEVEN[:6], "4 sets", "3 runs, all out")
TABLES = [
    ("svensk-7", SEVEN, [11] * 7),
    ("svensk-15", FIFTEEN, [11, 11, 11, 11, 11, 11, 12, 12, 13, 14, 15, 16, 14, 13, 14]),
    ("svensk-8", EIGHT, [11, 11, 11, 11, 11, 11, 12, 12]),
]
SIZES = [6, 7, 8, 9, 10, 11, 12]


def drawn_out(played: Round, rng: Random) -> Round:
    """Return a round in which nobody takes, buys or lays anything, until the stock ends it."""
    while played.result is None:
        state = played.state
        match state.phase:
            case Phase.DRAW:
                action: Action = Draw()
            case Phase.BUY:
                action = Pass()
            case Phase.RESHUFFLE:
                action = reshuffle(state, rng)
            case _:
                action = Discard(rng.choice(state.hands[state.turn].cards))
        played = played.play(action)
    return played


def asked(text: str) -> Contract:
    """Return a contract with its least numbers spelt out: three cards a set, four a run, where it says nothing."""
    return Contract.parse(text).at_table(min_set=3, min_run=4)


@pytest.mark.rule("SVENSK-03")
def test_the_deal_passes_to_the_left_and_who_sits_left_of_the_dealer_begins() -> None:
    """With three players the deal comes round every third time, and each time the next one has the first turn."""
    match = Match.start(presets.SVENSK_7, names=NAMES, dealer=1)
    dealers: list[int] = []
    while match.number is not None:
        state = match.new_round(shuffled(Random(match.number), match.rules.deck)).state
        assert match.dealer == state.dealer
        assert state.turn == (state.dealer + 1) % 3
        dealers.append(state.dealer)
        match = match.enter((0, 5, 5))
    assert dealers == [1, 2, 0, 1, 2, 0, 1]


@pytest.mark.rule("SVENSK-03")
def test_a_round_that_another_dealt_is_refused() -> None:
    """The deal does not jump."""
    match = Match.start(presets.SVENSK_7, names=NAMES, dealer=1)
    other = Match.start(presets.SVENSK_7, names=NAMES, dealer=2).new_round(shuffled(Random(1), match.rules.deck))
    with pytest.raises(MatchError, match="for seat 1 to deal"):
        match.enter(other)


@pytest.mark.rule("SVENSK-02", "SVENSK-11", "SVENSK-12")
@pytest.mark.parametrize(("name", "contracts", "deals"), TABLES)
def test_the_contracts_and_deals_of_the_tables(name: str, contracts: tuple[str, ...], deals: list[int]) -> None:
    """Every round asks for what the rulebook's table says, and deals as many cards as it says."""
    rules = presets.get(name)
    assert rules.rounds == len(contracts) == len(deals)
    for number, (text, size) in enumerate(zip(contracts, deals, strict=True), 1):
        expected, found = asked(text), rules.contract(number)
        assert (found.places, found.all_out) == (expected.places, expected.all_out)
        assert rules.deal_size(number) == size


@pytest.mark.rule("SVENSK-11")
def test_the_seven_contracts_take_six_to_twelve_cards() -> None:
    """Example 13: the contracts need 6, 7, 8, 9, 10, 11 and 12 cards; only the last goes out in one sweep."""
    rules = presets.SVENSK_7
    contracts = [rules.contract(number) for number in range(1, 8)]
    assert [contract.size for contract in contracts] == SIZES
    assert [contract.all_out for contract in contracts] == [*[False] * 6, True]


@pytest.mark.rule("SVENSK-11", "SVENSK-12", "SVENSK-14")
@pytest.mark.parametrize("name", presets.names())
def test_a_match_plays_the_contracts_in_order_and_then_the_lowest_total_wins(name: str) -> None:
    """Rounds played to their end with cards are entered one after the other; points add up, and that is all."""
    rules, rng = presets.get(name), Random(8)
    match = Match.start(rules, names=NAMES, dealer=0)
    sums = [0, 0, 0]
    for number in range(1, rules.rounds + 1):
        assert match.number == number
        assert match.outcome is None
        played = match.new_round(shuffled(rng, rules.deck))
        assert played.state.contract == rules.contract(number)
        assert [len(hand) for hand in played.state.hands] == [rules.deal_size(number)] * 3
        played = drawn_out(played, rng)
        assert played.result is not None
        assert played.result.points == tuple(map(rules.points, played.state.hands))
        sums = [total + paid for total, paid in zip(sums, played.result.points, strict=True)]
        match = match.enter(played)
        assert match.totals == tuple(sums)
    outcome = match.outcome
    assert outcome is not None
    assert outcome.totals == tuple(sums)
    assert outcome.winners == tuple(seat for seat in range(3) if sums[seat] == min(sums))


@pytest.mark.rule("SVENSK-12")
@pytest.mark.parametrize("number", range(1, 16))
def test_each_of_the_fifteen_rounds_deals_what_contract_and_discard_need(number: int) -> None:
    """With the card drawn a player holds the contract and a discard, or, in the sweep, the contract alone."""
    rules = presets.SVENSK_15
    contract = rules.contract(number)
    needed = contract.size + (0 if contract.all_out else 1)
    assert rules.deal_size(number) + 1 >= needed
    if number > 6:
        assert rules.deal_size(number) + 1 == needed


@pytest.mark.rule("SVENSK-12")
def test_players_may_bring_their_own_table() -> None:
    """A table is data; one that cannot be played with the players and decks is refused."""
    own = presets.SVENSK_7.replace(contracts=tuple(map(Contract.parse, ("1 set", "4 runs, deal 16"))))
    assert Match.start(own, names=NAMES).enter((0, 5, 5)).enter((0, 5, 5)).outcome is not None
    with pytest.raises(RulesError, match="round 2 asks for 16 cards and a discard"):
        own.replace(contracts=tuple(map(Contract.parse, ("1 set", "4 runs"))))
    with pytest.raises(RulesError, match="round 2 does not deal: 4 players"):
        Match.start(own.replace(decks=1), names=("A", "B", "C", "D"))


@pytest.mark.rule("SVENSK-14")
@pytest.mark.parametrize(("card", "seven", "eight"), [("*", 25, 50), ("As", 15, 25), ("Kh", 10, 10), ("7c", 7, 5)])
def test_what_a_card_left_costs_in_a_match(card: str, seven: int, eight: int) -> None:
    """The joker 25 or 50, the ace 15, court cards 10, others their number; the eight rounds have their own."""
    for rules, price in ((presets.SVENSK_7, seven), (presets.SVENSK_15, seven), (presets.SVENSK_8, eight)):
        hands = (Hand(), Hand.parse(card), Hand.parse("Qd"))
        match = Match.start(rules, names=NAMES).enter(RoundResult(1, 0, hands, (0, price, 10)))
        assert match.totals == (0, price, 10)


@pytest.mark.rule("SVENSK-14")
@pytest.mark.parametrize(
    ("last", "winners", "ranking"),
    [((0, 20, 5), (0,), (0, 2, 1)), ((4, 0, 3), (2,), (2, 0, 1)), ((3, 13, 0), (2,), (2, 0, 1))],
)
def test_the_lowest_total_wins(last: tuple[int, ...], winners: tuple[int, ...], ranking: tuple[int, ...]) -> None:
    """The points of all rounds are added up, and the fewest win."""
    rules = presets.SVENSK_7.replace(contracts=presets.SVENSK_7.contracts[:2])
    outcome = Match.start(rules, names=NAMES).enter((8, 20, 8)).enter(last).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == (winners, ranking)


@pytest.mark.rule("SVENSK-14")
def test_equal_lowest_totals_share() -> None:
    """Two with the fewest points win together; three may, too."""
    rules = presets.SVENSK_7.replace(contracts=presets.SVENSK_7.contracts[:3])
    start = Match.start(rules, names=NAMES).enter((0, 5, 8))
    two = start.enter((5, 0, 8)).enter((8, 8, 0)).outcome
    three = start.enter((8, 0, 5)).enter((5, 8, 0)).outcome
    assert two is not None
    assert three is not None
    assert (two.totals, two.winners, two.ranking) == ((13, 13, 16), (0, 1), (0, 1, 2))
    assert (three.totals, three.winners) == ((13, 13, 13), (0, 1, 2))


@pytest.mark.rule("SVENSK-14")
def test_two_kings_and_a_three_cost_23() -> None:
    """The guide's 25 is a slip; going out costs nothing."""
    table = Rules(deal=4, contracts=(Contract.parse("1 set"),))
    laid = (0, "5c 5d 5h"), (1, "6c 6d 6h")
    state = set_up(table, ["9c", "Ks Kd 3c"], table=laid, drawn=True)
    over = apply(state, parse_action("discard 9c"))
    assert over.result is not None
    assert over.result.points == (0, 23)
    match = Match.start(table, names=("A", "B")).enter(over.result)
    assert (match.totals, match.outcome is not None) == ((0, 23), True)


@pytest.mark.rule("SVENSK-14", "SVENSK-15")
def test_a_match_knows_nothing_but_points() -> None:
    """Going out earns no bonus: who went out and who is free of points by chance of the prices are alike."""
    rules = presets.SVENSK_7.replace(joker_points=0, contracts=presets.SVENSK_7.contracts[:1])
    left = RoundResult(1, 0, (Hand(), Hand.of([JOKER]), Hand.of([Card.parse("2c")])), (0, 0, 2))
    outcome = Match.start(rules, names=NAMES).enter(left).outcome
    assert outcome is not None
    assert outcome.winners == (0, 1)
