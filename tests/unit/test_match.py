import copy
import pickle
import random
import re
from typing import TYPE_CHECKING, cast

import attrs
import pytest

import ginrules
from ginrules import Card, presets, scoring, shuffled_deck
from ginrules.deal import Deal, legal_actions
from ginrules.errors import MatchError, ResultError, StateError
from ginrules.match import MAX_NAME, Match, MatchEntry, MatchOutcome
from ginrules.results import DealResult, Ending, Seat
from ginrules.rules import DealerDraw, Rules
from ginrules.scoring import Ledger, ScoreLine, Scoring, SpadeDoubles, StandardSheet, UpcardLimit
from ginrules.seating import Booking, NextDealer, Round, Table, TwoPlayers, VoidRedeal

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ("Anna", "Bertil")
VOID = DealResult(ending=Ending.VOID)


def knock(by: int, own: int, other: int, *, upcard: Card | None = None) -> DealResult:
    """Return the result of a knock by a seat, with the deadwood of both."""
    deadwood = (own, other) if by == 0 else (other, own)
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=deadwood, upcard=upcard)


def start(rules: Rules = presets.CLASSIC, *, dealer: int | None = 0) -> Match:
    """Return a match of Anna and Bertil."""
    return Match.start(rules, names=NAMES, dealer=dealer)


def finished(deal: Deal, rng: random.Random) -> Deal:
    """Return the deal played to its end, knocks first, the rest at random."""
    while deal.state.result is None:
        actions = legal_actions(deal.state)
        eager = [action for action in actions if str(action).startswith(("knock", "big gin"))]
        deal = deal.play(rng.choice(eager or actions))
    return deal


# The course of a match ----------------------------------------------------------------------------------------


def test_a_match_from_results() -> None:
    """Results are priced and booked, void deals are kept without an entry on the sheet, and the end settles."""
    match = start()
    assert match.outcome is None
    match = match.enter(knock(0, 7, 18)).enter(VOID).enter(knock(0, 8, 5))
    assert [entry.score.points for entry in match.entries] == [11, 0, 13]
    assert match.sheet.points == (11, 13)
    assert len(match.sheet.entries) == 2
    match = match.enter(knock(1, 1, 96))
    outcome = match.outcome
    assert outcome is not None
    assert outcome.names == NAMES
    assert outcome.winner == 1
    assert outcome.totals == (11 + 20, 108 + 100 + 40)
    assert outcome.net == (-217, 217)
    assert outcome.lines[1] == (ScoreLine("points", 108), ScoreLine("game bonus", 100), ScoreLine("boxes", 40))
    assert outcome.resigned is None
    assert match.dealer is None
    assert match.tables == ()


def test_a_match_with_cards() -> None:
    """Deals are dealt by whose turn it is and entered when they are finished; the sheet ends like any other."""
    rng = random.Random(1)
    match = start(presets.MODERN)
    while match.outcome is None:
        deal = finished(match.new_deal(shuffled_deck(rng)), rng)
        assert deal.dealer == match.dealer
        match = match.enter(deal)
        assert match.entries[-1] == MatchEntry(
            result=deal.state.result,  # type: ignore[arg-type]
            score=presets.MODERN.scoring.price(match.entries[-1].result),
            dealer=deal.dealer,
        )
        assert match.entries[-1].played is match.entries[-1].deal is deal
    bare = start(presets.MODERN)
    for entry in match.entries:
        bare = bare.enter(attrs.evolve(entry.result, spread=None, defense=None))
    assert bare.sheet == match.sheet
    assert bare.outcome == match.outcome
    assert [entry.played for entry in bare.entries] == [entry.result for entry in bare.entries]
    assert match.undo().entries[-1].deal is match.entries[-2].deal


def test_undo() -> None:
    """The last entry can be taken back again and again, also when the match is over and after a reload."""
    stages = [start(dealer=1)]
    for result in (knock(0, 7, 18), VOID, knock(1, 1, 60), knock(1, 1, 51)):
        stages.append(stages[-1].enter(result))
    match = pickle.loads(pickle.dumps(stages[-1]))  # noqa: S301  our own bytes
    assert match.outcome is not None
    for stage in reversed(stages[:-1]):
        match = match.undo()
        assert match == stage
    with pytest.raises(MatchError, match="there is no entry to take back"):
        match.undo()


def test_undo_keeps_the_draw() -> None:
    """What the cards said about the first dealer stays."""
    match = start(dealer=None).draw_for_deal((Card.parse("9c"), Card.parse("2h")))
    assert match.enter(knock(0, 7, 18)).undo() == match
    assert match.dealer == 1


def test_undo_of_a_resignation() -> None:
    """A resignation is the last thing done, so it goes first."""
    match = start().enter(knock(0, 7, 18))
    assert match.resign(0).undo() == match
    assert match.resign(0).undo().undo() == start()


def test_an_entry_changes_nothing_when_refused() -> None:
    """A refused entry leaves the match as it was; values never change anyway."""
    match = start().enter(knock(0, 7, 18))
    before = copy.deepcopy(match)
    with pytest.raises(MatchError):
        match.enter(knock(0, 11, 18))
    assert match == before


def test_repr_evaluates_back() -> None:
    """What repr shows builds the same match; the rules stand for themselves in it."""
    names = (
        {name: getattr(ginrules, name) for name in ginrules.__all__}
        | vars(scoring)
        | {"MODERN": presets.MODERN, "Seat": Seat, "Round": Round}
    )
    names |= {"TwoPlayers": TwoPlayers, "NextDealer": NextDealer, "VoidRedeal": VoidRedeal}
    match = start(presets.MODERN, dealer=1).enter(knock(0, 7, 18)).enter(VOID)
    other = attrs.evolve(TwoPlayers())
    for value in (start(presets.MODERN, dealer=None), match, match.resign(1)):
        text = repr(value).replace(repr(presets.MODERN), "MODERN")
        assert eval(text, dict(names)) == value  # noqa: S307  our own text
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  our own bytes
    assert eval(repr(other), dict(names)) == other  # noqa: S307  our own text


# Dealers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "cards", "dealer"),
    [
        (DealerDraw.LOWEST, "9c 2h", 1),
        (DealerDraw.LOWEST, "Ac Kh", 0),  # the ace is low
        (DealerDraw.HIGHEST, "9c 2h", 0),
        (DealerDraw.HIGHEST, "Ac 2h", 1),
    ],
)
def test_drawing_for_the_deal(draw: DealerDraw, cards: str, dealer: int) -> None:
    """The lowest or the highest card deals."""
    drawn = [Card.parse(text) for text in cards.split()]
    match = start(presets.CLASSIC.replace(dealer_draw=draw), dealer=None)
    assert match.dealer is None
    match = match.draw_for_deal(drawn)
    assert (match.first_dealer, match.dealer) == (dealer, dealer)
    assert match == start(match.rules, dealer=dealer)


@pytest.mark.parametrize(
    ("match", "cards", "message"),
    [
        (start(dealer=None), "9c 9h", "Anna and Bertil drew the same rank, nine; they have to draw again"),
        (start(dealer=None), "9c", "9c drawn by 2; expected one card each from one deck"),
        (start(dealer=None), "9c 9c", "9c 9c drawn by 2; expected one card each from one deck"),
        (start(dealer=None), "", "no card drawn by 2; expected one card each from one deck"),
        (start(dealer=1), "9c 2h", "Bertil deals first already; nothing is left to draw for"),
        (
            start(presets.CLASSIC.replace(dealer_draw=DealerDraw.RANDOM), dealer=None),
            "9c 2h",
            "these rules leave the first dealer to chance, not to cards; start with a dealer",
        ),
    ],
)
def test_draws_that_decide_nothing(match: Match, cards: str, message: str) -> None:
    """Equal ranks have to draw again; other draws are refused with the reason."""
    with pytest.raises(MatchError, match=f"^{re.escape(message)}$"):
        match.draw_for_deal([Card.parse(text) for text in cards.split()])


@pytest.mark.parametrize(
    ("next_dealer", "dealers"),
    [
        (NextDealer.WINNER, [0, 1, 1, 1, 0]),
        (NextDealer.LOSER, [0, 0, 0, 0, 1]),
        (NextDealer.ALTERNATE, [0, 1, 1, 0, 1]),
    ],
)
def test_next_dealer(next_dealer: NextDealer, dealers: list[int]) -> None:
    """Who deals next follows from who won; a void deal is dealt again by the same."""
    match = start(presets.CLASSIC.replace(next_dealer=next_dealer))
    seen = [match.dealer]
    for result in (knock(1, 3, 9), VOID, knock(1, 3, 9), knock(1, 3, 2)):
        match = match.enter(result)
        seen.append(match.dealer)
    assert seen == dealers
    assert [entry.dealer for entry in match.entries] == dealers[:-1]


@pytest.mark.parametrize("next_dealer", NextDealer)
def test_the_other_deals_after_a_void_deal(next_dealer: NextDealer) -> None:
    """With the knob, a void deal passes on the deal, whatever winners and losers do."""
    rules = presets.CLASSIC.replace(next_dealer=next_dealer, void_redeal=VoidRedeal.NEXT_DEALER)
    match = start(rules).enter(VOID)
    assert match.dealer == 1
    assert match.enter(VOID).dealer == 0


# What is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (("Anna",), "1 names for 2 players"),
        (("Anna", "Bertil", "Cilla"), "3 names for 2 players"),
        (("Anna", "Anna"), "'Anna', 'Anna' names two players alike; expected different names"),
        (("Anna", ""), "the name '' is empty"),
        (("Anna", "  "), "the name '  ' is empty"),
        (("Anna", " Bertil"), "the name ' Bertil' begins or ends with a space"),
        (("Anna", "B\nertil"), r"the name 'B\nertil' has a line break or control character; expected one line"),
        (
            ("Anna", "B\u2028ertil"),
            r"the name 'B\u2028ertil' has a line break or control character; expected one line",
        ),
        (
            ("Anna", "B\x1bertil"),
            r"the name 'B\x1bertil' has a line break or control character; expected one line",
        ),
        (("Anna", "B" * 41), f"the name '{'B' * 40}…' has 41 characters; expected at most 40"),
        (("Anna", 3), "the name 3 is no text"),
        (("", "x", "y"), "the name '' is empty; 3 names for 2 players"),
    ],
)
def test_names_that_will_not_do(names: tuple[str, ...], problem: str) -> None:
    """Every problem with a name is told."""
    with pytest.raises(MatchError, match=f"^{re.escape(problem)}$"):
        Match.start(presets.CLASSIC, names=names, dealer=0)


def test_a_text_is_no_pair_of_names() -> None:
    """Two letters are not two names by mistake."""
    with pytest.raises(MatchError, match="names is the text 'AB'; expected 2 names"):
        Match.start(presets.CLASSIC, names="AB", dealer=0)


def test_names_that_will_do() -> None:
    """Letters of any script, signs that join, blanks inside, forty characters."""
    for name in ("Åsa Öberg", "李小龍", "👩‍🚀", "x" * MAX_NAME, "O'Neill, Jr."):
        assert Match.start(presets.CLASSIC, names=["A", name], dealer=0).names == ("A", name)


@pytest.mark.parametrize("dealer", [2, -1, "0"])
def test_a_dealer_who_does_not_play(dealer: int) -> None:
    """The dealer is one of the two."""
    with pytest.raises(MatchError, match="expected 0 to 1, or None to draw for it"):
        start(dealer=dealer)


def test_nothing_goes_on_before_the_draw() -> None:
    """Without a dealer there is no deal and no entry."""
    match = start(dealer=None)
    calls: list[Callable[[], object]] = [
        lambda: match.new_deal(shuffled_deck(random.Random(1))),
        lambda: match.enter(VOID),
    ]
    for call in calls:
        with pytest.raises(
            MatchError, match="nobody deals yet; draw cards for it, or start the match with a dealer"
        ):
            call()


def test_nothing_goes_on_after_the_end() -> None:
    """When the match is over, by the target or by a resignation, nothing more can be done but to undo."""
    for match, how in (
        (start().enter(knock(0, 1, 99)).enter(knock(0, 1, 99)), "won by Anna"),
        (start().resign(0), "won by Bertil"),
    ):
        calls: list[Callable[[], object]] = [
            lambda match=match: match.new_deal(shuffled_deck(random.Random(1))),  # type: ignore[misc]
            lambda match=match: match.enter(VOID),  # type: ignore[misc]
            lambda match=match: match.resign(1),  # type: ignore[misc]
        ]
        for call in calls:
            with pytest.raises(MatchError, match=f"the match is over, {how}; take the last entry back"):
                call()


def test_only_the_open_deal_can_be_entered() -> None:
    """Two players have one table."""
    with pytest.raises(MatchError, match="table 1 has no open deal; expected 0"):
        start().enter(VOID, table=1)
    assert start().enter(knock(0, 3, 9), table=0) == start().enter(knock(0, 3, 9))


def test_deals_of_other_matches() -> None:
    """A deal that is unfinished, or of other rules, another dealer or other terms, is refused."""
    rng = random.Random(3)
    deck = shuffled_deck(rng)
    match = start(presets.MODERN)
    with pytest.raises(MatchError, match="the deal is not finished: upcard is due"):
        match.enter(match.new_deal(deck))
    with pytest.raises(MatchError, match="played under other rules; those of a match never change"):
        match.enter(finished(Deal.start(presets.CLASSIC, deck, dealer=0), rng))
    with pytest.raises(MatchError, match="seat 1 dealt; in this match it is for seat 0 to deal"):
        match.enter(finished(Deal.start(presets.MODERN, deck, dealer=1), rng))
    terms = attrs.evolve(match.new_deal(deck).state.terms, knock_limit=0)
    with pytest.raises(MatchError, match=r"played under DealTerms\(knock_limit=0, .*; expected DealTerms"):
        match.enter(finished(Deal.start(presets.MODERN, deck, dealer=0, terms=terms), rng))


def test_a_deck_that_is_none() -> None:
    """The deal itself says what is wrong with a deck."""
    decks: list[tuple[Card, ...]] = [(), shuffled_deck(random.Random(1))[:-1]]
    for deck in decks:
        with pytest.raises(StateError):
            start().new_deal(deck)


def test_results_that_cannot_be() -> None:
    """A knock over the limit, facts that are missing, and endings without a price are refused."""
    oklahoma = start(presets.MODERN.replace(upcard_limit=UpcardLimit.ACE_GIN_ONLY, spade_doubles=SpadeDoubles.ALL))
    with pytest.raises(MatchError, match="a knock with 11 is over the limit, which is 10 in this deal"):
        start().enter(knock(0, 11, 30))
    assert start().enter(knock(0, 10, 30)).sheet.points == (20, 0)
    with pytest.raises(MatchError, match="a knock with 4 is over the limit, which is 3 in this deal"):
        oklahoma.enter(knock(1, 4, 30, upcard=Card.parse("3h")))
    with pytest.raises(MatchError, match="the result of a knock also needs upcard"):
        oklahoma.enter(knock(1, 4, 30))
    with pytest.raises(ResultError, match="big gin has no price here"):
        start().enter(DealResult(ending=Ending.BIG_GIN, knocker=0, deadwood=(0, 9)))


@pytest.mark.parametrize("seat", [2, -1, "0"])
def test_a_stranger_cannot_resign(seat: int) -> None:
    """Only who plays can give up."""
    with pytest.raises(MatchError, match="is not in the match; expected 0 to 1"):
        start().resign(seat)


# Outcomes and seating -----------------------------------------------------------------------------------------


def test_a_drawn_match_has_no_winner() -> None:
    """Where a ledger knows a draw, the outcome has no winner, and the match is over all the same."""
    drawn = scoring.Outcome(winner=None, totals=(0, 0), settlement=(0, 0), lines=((), ()))
    assert MatchOutcome(names=NAMES, outcome=drawn).winner is None

    class DrawnLedger:
        """The standard ledger, but every match ends at once without a winner."""

        sheet_type = StandardSheet

        def __getattr__(self, name: str) -> object:
            return getattr(scoring.StandardLedger(), name)

        def outcome(self, sheet: StandardSheet) -> scoring.Outcome:  # noqa: ARG002
            """Return a draw."""
            return drawn

    policy = Scoring(scoring.Pricing(), cast("Ledger[StandardSheet]", DrawnLedger()))
    with pytest.raises(MatchError, match="the match is over, drawn; take the last entry back, or start another"):
        start(presets.CLASSIC.replace(scoring=policy)).enter(VOID)


def test_two_players() -> None:
    """Players, accounts and seats are the same numbers."""
    seating = TwoPlayers()
    assert (seating.players, seating.accounts) == (2, 2)
    assert seating.account_names(NAMES) == NAMES
    assert [seating.account_of(player) for player in (0, 1)] == [0, 1]
    table = Table(players=(0, 1), accounts=(0, 1), dealer=Seat(1))
    now = seating.first_round(1)
    assert now == Round(dealer=1, tables=(table,), scores=(None,))
    assert now.open_tables == (0,)
    score = presets.CLASSIC.scoring.price(knock(0, 7, 18))
    assert seating.finish(now, 0, score) == ((Booking(score=score),), seating.first_round(0))
