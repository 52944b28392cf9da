"""Chapter 7 of the rulebook, three and four at the table, and the worked example on it.

Evenings are drawn at random and told a second time in the words of the rule, by code that knows nothing of the
library's seatings.
"""

from itertools import permutations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules import (
    Card,
    DealResult,
    DealScore,
    Ending,
    Match,
    MatchError,
    Rules,
    RulesError,
    ScoreLine,
    presets,
)
from ginrules.scoring import DoubleTotal, Flat, StandardSheet, VoidAward
from ginrules.seating import Box, DealerRole, Partnership, ThreeHanded, VoidInRound, usual_target

THREE = ("Anna", "Bertil", "Cilla")
FOUR = ("Anna", "Bertil", "Cilla", "David")
VOID = DealResult(ending=Ending.VOID)
ENDLESS = 999_999
"""A target that no evening reaches."""


def knock(by: int, margin: int) -> DealResult:
    """Return a knock with two that wins so many points."""
    deadwood = (2, 2 + margin) if by == 0 else (2 + margin, 2)
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=deadwood)


def won(table_players: tuple[int, int], winner: int | None, margin: int = 5) -> DealResult:
    """Return the result of a deal between two players that this one has won; None for a void one."""
    return VOID if winner is None else knock(table_players.index(winner), margin)


# Three: who sits where --------------------------------------------------------------------------------------


def three(role: DealerRole, dealer: int = 0, target: int = ENDLESS) -> Match:
    """Return an evening of three."""
    rules = presets.THREE_HANDED.replace(dealer_role=role, target=target)
    return Match.start(rules, names=THREE, dealer=dealer)


def placed(match: Match) -> tuple[int, int, int]:
    """Return who deals, who has the non-dealer's part, and who has the dealer's part."""
    (table,) = match.tables
    assert match.round is not None
    return match.round.dealer, table.players[1 - table.dealer], table.players[table.dealer]


EVENINGS = st.lists(st.sampled_from(["first", "second", "void"]), max_size=25)


@pytest.mark.rule("THREE-01")
@given(EVENINGS, st.integers(0, 2))
def test_the_dealer_rests_and_the_loser_deals_next(evening: list[str], dealer: int) -> None:
    """The dealer deals to the two others; the loser deals next, and who rested comes in against the winner."""
    match = three(DealerRole.RESTS, dealer)
    playing = {0, 1, 2} - {dealer}
    for how in evening:
        forehand = {0: 1, 1: 2, 2: 0}[dealer]
        assert placed(match) == (dealer, forehand, (playing - {forehand}).pop())
        if how == "void":
            match = match.enter(VOID)
            continue
        winner = min(playing) if how == "first" else max(playing)
        match = match.enter(won(match.tables[0].players, winner))
        (loser,) = playing - {winner}
        playing, dealer = {winner, dealer}, loser
    assert len(match.entries) == len(evening)


@pytest.mark.rule("THREE-02")
@given(EVENINGS, st.integers(0, 2))
def test_the_dealer_plays_and_the_loser_rests(evening: list[str], dealer: int) -> None:
    """First the dealer meets his left neighbor; then whoever sat out deals and meets the winner."""
    match = three(DealerRole.PLAYS, dealer)
    opponent = {0: 1, 1: 2, 2: 0}[dealer]
    for how in evening:
        assert placed(match) == (dealer, opponent, dealer)
        if how == "void":
            match = match.enter(VOID)
            continue
        winner = dealer if how == "first" else opponent
        match = match.enter(won(match.tables[0].players, winner))
        (sat_out,) = {0, 1, 2} - {dealer, opponent}
        dealer, opponent = sat_out, winner


@pytest.mark.rule("THREE-02")
@given(EVENINGS)
def test_both_forms_bring_the_same_people_together(evening: list[str]) -> None:
    """If the same two begin, winner and who rested meet in both forms, whoever holds the cards."""
    rests, plays = three(DealerRole.RESTS, 2), three(DealerRole.PLAYS, 0)
    for how in evening:
        one, other = sorted(rests.tables[0].players), sorted(plays.tables[0].players)
        assert one == other
        winner = {"first": one[0], "second": one[1], "void": None}[how]
        rests = rests.enter(won(rests.tables[0].players, winner))
        plays = plays.enter(won(plays.tables[0].players, winner))


@pytest.mark.rule("THREE-01")
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 60)), min_size=1, max_size=30))
def test_each_of_three_scores_for_himself(evening: list[tuple[int, int]]) -> None:
    """Points and boxes go to whoever won, until one has 100; whoever has them then has won the match."""
    match = three(DealerRole.RESTS, target=100)
    points, boxes = [0, 0, 0], [0, 0, 0]
    for seat, margin in evening:
        player = match.tables[0].players[seat]
        points[player] += margin
        boxes[player] += 1
        match = match.enter(knock(seat, margin))
        if max(points) >= 100:
            break
    assert match.sheet.points == tuple(points)
    assert isinstance(match.sheet, StandardSheet)
    assert match.sheet.half_boxes == tuple(2 * number for number in boxes)
    if max(points) < 100:
        assert match.outcome is None
        return
    winner = points.index(max(points))
    totals = [points[player] + 25 * boxes[player] + 100 * (player == winner) for player in range(3)]
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.totals) == (winner, tuple(totals))
    owed = {}
    for one, other in permutations(range(3), 2):
        shut_out = {one: points[one] == 0, other: points[other] == 0}
        net = totals[one] - totals[other]
        if winner == one and shut_out[other]:
            net += totals[one]
        if winner == other and shut_out[one]:
            net -= totals[other]
        owed[one, other] = net
    assert match.outcome.net == tuple(
        sum(net for (player, _), net in owed.items() if player == one) for one in range(3)
    )
    assert sum(match.outcome.net) == 0


@pytest.mark.rule("THREE-03")
@pytest.mark.parametrize(("shutout", "more"), [(Flat(100), 100), (DoubleTotal(), 230), (None, 0)])
def test_a_shutout_of_three_is_between_two(shutout: object, more: int) -> None:
    """The winner's shutout counts against the one on zero only; between two losers it is the plain difference."""
    rules = presets.THREE_HANDED.replace(shutout=shutout)
    match = Match.start(rules, names=THREE, dealer=0)  # Bertil against Cilla
    match = match.enter(won((1, 2), 1, 50))  # Cilla deals, Anna against Bertil
    match = match.enter(won(match.tables[0].players, 0, 40))  # Bertil deals, Cilla against Anna
    match = match.enter(won(match.tables[0].players, 0, 65))
    outcome = match.outcome
    assert outcome is not None
    assert outcome.totals == (105 + 100 + 2 * 25, 50 + 25, 0)
    against_cilla = {100: 100, 230: 255, 0: 0}[more]
    nets = {pair.accounts: (pair.net, pair.shutout) for pair in outcome.outcome.pairs}
    assert nets == {
        (0, 1): (180, False),
        (0, 2): (255 + against_cilla, shutout is not None),
        (1, 2): (75, False),
    }
    assert outcome.net == (180 + 255 + against_cilla, 75 - 180, -255 - against_cilla - 75)


@pytest.mark.rule("THREE-01")
def test_three_draw_for_the_first_deal() -> None:
    """All three draw, and who drew highest deals; equal ones that would deal draw again."""
    match = Match.start(presets.THREE_HANDED, names=THREE)
    assert match.tables == ()
    with pytest.raises(MatchError, match="Anna and Cilla drew the same rank, king; they have to draw again"):
        match.draw_for_deal([Card.parse(text) for text in ("Ks", "2c", "Kh")])
    with pytest.raises(MatchError, match="Ks Kh drawn by 3; expected one card each from one deck"):
        match.draw_for_deal([Card.parse(text) for text in ("Ks", "Kh")])
    drawn = match.draw_for_deal([Card.parse(text) for text in ("3s", "9c", "3h")])
    assert placed(drawn) == (1, 2, 0)


# Two sides: who meets whom, and what a round brings ----------------------------------------------------------


def pairs(
    players: int = 4,
    *,
    box: Box = Box.PER_DEAL,
    void_in_round: VoidInRound = VoidInRound.REDEAL,
    target: int = ENDLESS,
    dealer: int = 0,
) -> Match:
    """Return an evening of two sides at the prices of the modern game."""
    rules = presets.PARTNERSHIP.replace(players=players, box=box, void_in_round=void_in_round, target=target)
    return Match.start(rules, names=tuple("ABCDEFGHIJKL"[:players]), dealer=dealer)


def meetings(match: Match) -> set[tuple[int, int]]:
    """Return who meets whom, the first side first."""
    return {table.players for table in match.tables}


@pytest.mark.rule("PAIRS-01")
@pytest.mark.parametrize("players", [4, 6, 8, 10, 12])
def test_one_of_each_side_at_every_table(players: int) -> None:
    """Everybody plays in every round, against one of the other side."""
    match = pairs(players)
    assert len(match.tables) == players // 2
    for first, second in meetings(match):
        assert (first % 2, second % 2) == (0, 1)
    assert {player for pair in meetings(match) for player in pair} == set(range(players))
    assert [table.accounts for table in match.tables] == [(0, 1)] * (players // 2)


@pytest.mark.rule("PAIRS-01")
@pytest.mark.rule("PAIRS-03")
def test_the_target_goes_by_the_number_of_players() -> None:
    """Four play to 125, six and eight to 150, ten to 175, twelve and more to 200."""
    targets = {4: 125, 6: 150, 8: 150, 10: 175, 12: 200, 20: 200}
    assert {players: usual_target(players) for players in targets} == targets
    for base in (presets.PARTNERSHIP, presets.PARTNERSHIP_BICYCLE):
        for players, target in targets.items():
            sized = presets.for_players(base, players)
            assert (sized.seating.players, sized.scoring.knobs()["target"]) == (players, target)
    house = presets.PARTNERSHIP.replace(target=99)
    assert presets.for_players(house, 8).scoring.knobs()["target"] == 99


@pytest.mark.rule("PAIRS-02")
@pytest.mark.parametrize(
    ("first", "second", "net"),
    [(12, 10, (22, 0)), (12, -10, (2, 0)), (30, -29, (1, 0)), (-30, 29, (0, 1)), (12, -12, (0, 0))],
)
def test_the_net_of_a_round_is_booked(first: int, second: int, net: tuple[int, int]) -> None:
    """Worked example 12: points of a side add up, and only what it has more than the other counts."""
    for order in permutations(enumerate((first, second))):
        match = pairs()
        for table, points in order:
            match = match.enter(knock(int(points < 0), abs(points)), table=table)
        assert match.sheet.points == net


@pytest.mark.rule("PAIRS-02")
@pytest.mark.rule("PAIRS-04")
@pytest.mark.rule("PAIRS-05")
@given(
    st.sampled_from([4, 6, 8]),
    st.sampled_from(Box),
    st.sampled_from(VoidInRound),
    st.integers(0, 1),
    st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from([None, 0, 1]), st.sampled_from([1, 5, 5, 9])), max_size=40
    ),
)
def test_an_evening_of_two_sides(
    players: int,
    box: Box,
    void_in_round: VoidInRound,
    dealer: int,
    evening: list[tuple[int, int | None, int]],
) -> None:
    """Rounds net as told by hand, whatever table finishes first; opponents change, and the losing side deals."""
    match = pairs(players, box=box, void_in_round=void_in_round, dealer=dealer)
    first_side, second_side = list(range(0, players, 2)), list(range(1, players, 2))
    points, boxes = [0, 0], [0, 0]
    unfinished = dict(zip(first_side, second_side, strict=True))
    brought: list[tuple[int, int]] = []
    for choice, winner, margin in evening:
        assert meetings(match) == set(unfinished.items())
        assert {table.dealer for table in match.tables} == {dealer}
        one = sorted(unfinished)[choice % len(unfinished)]
        table = next(number for number, seats in _open(match) if one in seats)
        match = match.enter(VOID if winner is None else knock(winner, margin), table=table)
        if winner is None and void_in_round is VoidInRound.REDEAL:
            continue
        del unfinished[one]
        if winner is not None:
            brought.append((winner, margin))
        if unfinished:
            continue
        net = sum(margin if side == 0 else -margin for side, margin in brought)
        for side, _ in brought:
            boxes[side] += box is Box.PER_DEAL
        if net:
            ahead = 0 if net > 0 else 1
            points[ahead] += abs(net)
            boxes[ahead] += box is Box.PER_ROUND
            dealer = 1 - ahead
        second_side = second_side[1:] + second_side[:1]
        unfinished, brought = dict(zip(first_side, second_side, strict=True)), []
    assert match.sheet.points == tuple(points)
    assert isinstance(match.sheet, StandardSheet)
    assert match.sheet.half_boxes == tuple(2 * number for number in boxes)


def _open(match: Match) -> list[tuple[int, tuple[int, int]]]:
    """Return the open tables with who sits there."""
    assert match.round is not None
    return [(number, match.round.tables[number].players) for number in match.round.open_tables]


@pytest.mark.rule("PAIRS-05")
def test_after_as_many_rounds_as_opponents_everybody_has_met_everybody() -> None:
    """Opponents change after each round, so that nobody is stuck with one; then it begins again."""
    for players in (4, 6, 8):
        match = pairs(players)
        met: list[set[tuple[int, int]]] = []
        for _ in range(players // 2 + 1):
            met.append(meetings(match))
            for table in range(players // 2):
                match = match.enter(knock(0, 5), table=table)
        assert len(set().union(*met[:-1])) == (players // 2) ** 2
        assert met[0] == met[-1]


@pytest.mark.rule("PAIRS-03")
def test_a_side_reaches_the_target_only_by_its_net() -> None:
    """Points in an open round do not count; its net brings a side to the target, bonus and shutout too."""
    match = pairs(target=125).enter(knock(0, 200), table=0)
    assert match.outcome is None
    assert match.sheet.points == (0, 0)
    far = match.enter(knock(1, 80), table=1)
    assert far.outcome is None
    assert far.sheet.points == (120, 0)
    near = match.enter(knock(1, 75), table=1)
    assert near.outcome is not None
    assert near.outcome.names == ("A and C", "B and D")
    # 125 and the game; a box for each side, as each won a deal; all doubled, as the other side has no points.
    assert near.outcome.totals == (2 * (125 + 100 + 25), 25)
    assert near.outcome.net == (2 * 250 - 25, 25 - 2 * 250)


@pytest.mark.rule("PAIRS-04")
def test_boxes_by_the_deal_or_by_the_round() -> None:
    """By the deal each deal won gives one, also at net zero; by the round the net gives one, and net zero none."""
    for box, at_zero, ahead in ((Box.PER_DEAL, (2, 2), (4, 0)), (Box.PER_ROUND, (0, 0), (2, 0))):
        match = pairs(box=box).enter(knock(0, 5), table=0)
        drawn, ahead_by_both = match.enter(knock(1, 5), table=1), match.enter(knock(0, 5), table=1)
        assert isinstance(drawn.sheet, StandardSheet)
        assert isinstance(ahead_by_both.sheet, StandardSheet)
        assert (drawn.sheet.half_boxes, ahead_by_both.sheet.half_boxes) == (at_zero, ahead)
        assert drawn.round is not None
        assert drawn.round.dealer == 0  # at net zero the same side deals again


@pytest.mark.rule("PAIRS-05")
def test_a_void_deal_of_a_round() -> None:
    """It is dealt again by the same side; or, after Bicycle, it brings nothing to the round."""
    match = pairs(dealer=1).enter(knock(0, 5), table=0)
    again = match.enter(VOID, table=1)
    assert [(table.players, table.dealer) for table in again.tables] == [((2, 3), 1)]
    assert again.enter(knock(1, 2), table=1).sheet.points == (3, 0)
    nothing = pairs(dealer=1, void_in_round=VoidInRound.ZERO).enter(knock(0, 5), table=0).enter(VOID, table=1)
    assert nothing.sheet.points == (5, 0)
    assert nothing.dealer == 1
    both = pairs(dealer=1, void_in_round=VoidInRound.ZERO).enter(VOID, table=1).enter(VOID, table=0)
    assert both.sheet.points == (0, 0)
    assert (both.dealer, meetings(both)) == (1, {(0, 3), (2, 1)})


@pytest.mark.rule("PAIRS-05")
def test_half_a_box_for_a_void_deal_is_kept() -> None:
    """Where a void deal gives half a box, dealing it again does not lose that; by the round there is none."""
    void = DealResult(ending=Ending.VOID, deadwood=(3, 9))
    for box, half_boxes in ((Box.PER_DEAL, (1, 0)), (Box.PER_ROUND, (0, 0))):
        rules = presets.PARTNERSHIP.replace(void_award=VoidAward.HALF_BOX_TO_LOWEST, box=box)
        match = Match.start(rules, names=FOUR, dealer=0).enter(void, table=1)
        assert isinstance(match.sheet, StandardSheet)
        assert match.sheet.half_boxes == half_boxes
        assert match.round is not None
        assert match.round.open_tables == (0, 1)


@pytest.mark.rule("PAIRS-01")
@pytest.mark.rule("PAIRS-04")
@pytest.mark.rule("PAIRS-05")
def test_the_two_presets() -> None:
    """The Swedish guide plays modern gin with a box a deal, Bicycle classic gin with a box a round."""
    guide, bicycle = presets.PARTNERSHIP, presets.PARTNERSHIP_BICYCLE
    assert guide.seating == Partnership(players=4, box=Box.PER_DEAL, void_in_round=VoidInRound.REDEAL)
    assert bicycle.seating == Partnership(players=4, box=Box.PER_ROUND, void_in_round=VoidInRound.ZERO)
    assert guide.replace(seating=presets.MODERN.seating, target=100) == presets.MODERN
    assert bicycle.replace(seating=presets.CLASSIC.seating, target=100) == presets.CLASSIC


# What does not go ---------------------------------------------------------------------------------------------


@pytest.mark.rule("THREE-01")
@pytest.mark.rule("PAIRS-01")
@pytest.mark.parametrize(
    ("rules", "names", "complaint"),
    [
        (presets.THREE_HANDED, ("Anna", "Bertil"), "2 names for 3 players"),
        (presets.THREE_HANDED, FOUR, "4 names for 3 players"),
        (presets.THREE_HANDED, ("Anna", "Bertil", "Anna"), "names two players alike"),
        (presets.PARTNERSHIP, THREE, "3 names for 4 players"),
        (presets.PARTNERSHIP, ("Anna", "Bertil", "Cilla", ""), "the name '' is empty"),
    ],
)
def test_players_that_will_not_do(rules: Rules, names: tuple[str, ...], complaint: str) -> None:
    """The number of names is that of the players, and no two are the same."""
    with pytest.raises(MatchError, match=complaint):
        Match.start(rules, names=names)


@pytest.mark.rule("PAIRS-01")
def test_a_result_for_a_table_that_is_not_open() -> None:
    """Where several deals are open the table has to be named; one that is done takes nothing more."""
    match = pairs()
    with pytest.raises(MatchError, match="table None has no open deal; expected 0 or 1"):
        match.enter(knock(0, 5))
    with pytest.raises(MatchError, match="table 2 has no open deal; expected 0 or 1"):
        match.enter(knock(0, 5), table=2)
    entered = match.enter(knock(0, 5), table=1)
    before = attrs.asdict(entered, recurse=False)
    with pytest.raises(MatchError, match="table 1 has no open deal; expected 0"):
        entered.enter(knock(0, 5), table=1)
    assert attrs.asdict(entered, recurse=False) == before


@pytest.mark.rule("PAIRS-02")
def test_combinations_that_do_not_go() -> None:
    """Color gin has no net of a round and no sheet for three; the reason is told with every other clash."""
    with pytest.raises(RulesError, match="it books each deal by itself, never the net of a round"):
        presets.COLOR_GIN.replace(seating=Partnership())
    with pytest.raises(RulesError, match="a color gin sheet for 3 accounts; expected two"):
        presets.COLOR_GIN.replace(seating=ThreeHanded())
    with pytest.raises(RulesError, match=r"players is 5; .* from 4 to 100"):
        Partnership(players=5)
    with pytest.raises(RulesError, match=r"players is 2; .*; box is 'deal'; expected Box.PER_DEAL, Box.PER_ROUND"):
        Partnership(players=2, box="deal")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="dealer_role is None; expected DealerRole"):
        ThreeHanded(dealer_role=None)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="modern is for 2 players, not for 5"):
        presets.for_players(presets.MODERN, 5)


@pytest.mark.rule("THREE-01")
@pytest.mark.rule("PAIRS-01")
@pytest.mark.parametrize("name", [name for name in presets.names() if name != "color-gin"])
def test_every_other_preset_can_be_played_by_more(name: str) -> None:
    """Three-handed straight gin, Oklahoma in partnership: whatever ruleset, it goes with both seatings."""
    for seating, names in ((ThreeHanded(), THREE), (Partnership(), FOUR)):
        rules = presets.get(name).replace(seating=seating)
        match = Match.start(rules, names=names, dealer=0)
        assert len(match.sheet.points) == seating.accounts
        sentences = " ".join(rules.describe())
        assert ("THREE-01" if seating.accounts == 3 else "PAIRS-01") in sentences


@pytest.mark.rule("PAIRS-02")
def test_the_net_is_itemized_by_table() -> None:
    """The lines of the net are the tables', those of the other side negative, and nothing at net zero."""
    seating = Partnership(players=6)
    scores = [DealScore(winner=side, points=12, lines=(ScoreLine("difference", 12),)) for side in (0, 1)]
    third = DealScore(winner=1, points=3, lines=(ScoreLine("difference", 3),))
    net = seating.net([*scores, third])
    assert (net.winner, net.points, net.ending) == (1, 3, None)
    assert [(line.label, line.points) for line in net.lines] == [("table 1", -12), ("table 2", 12), ("table 3", 3)]
    assert seating.net(scores).lines == ()
