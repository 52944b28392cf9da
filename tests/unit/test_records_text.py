"""Records as text: the grammar as documented, what is refused and how it is said, and the bounds."""

import random
import re
from collections.abc import Callable

import attrs
import pytest

from ginrules import Card, LayOff, Suit, presets, shuffled_deck
from ginrules.bots import SimpleBot, play_deal
from ginrules.deal import Deal, DrawStock, Pass, TakeDiscard, apply, parse_action
from ginrules.deal.events import EventKind
from ginrules.errors import RecordError
from ginrules.match import Match
from ginrules.melds import Arrangement
from ginrules.records import RedactedDeal, bounds, read, read_deals, redact, replay, to_text, write_deals
from ginrules.records.replaying import turns_of
from ginrules.results import DealResult, Ending, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealTerms, Flat

DECK = shuffled_deck(random.Random(7))
CARDS = " ".join(map(str, DECK))
HEAD = "ginrules record 1\nsemantics = 1\n"
DEAL = f"""{HEAD}
[deal]
dealer = 0
deck = {CARDS}
1: pass
0: pass
1: draw, discard Qc
0: take
"""
MATCH = f"""{HEAD}
[match]
player 0 = Anna
player 1 = Bertil
dealer = 0
"""


def begun(*texts: str, rules: Rules = presets.CLASSIC) -> Deal:
    """Return a deal with the known deck after these actions."""
    return Deal.start(rules, DECK, actions=map(parse_action, texts))


# The grammar ----------------------------------------------------------------


def test_a_record_as_it_is_written() -> None:
    """Header, all rules, the deal, a line a turn."""
    told = begun("pass", "pass", "draw", "discard Qc", "take")
    text = to_text(told, names=("Anna", "Bertil"))
    deck = " ".join(map(str, told.deck))
    head, _, rest = text.partition("[rules]\n")
    rules, _, deal = rest.partition("\n[deal]\n")
    assert head == "ginrules record 1\nsemantics = 1\n\n"
    assert rules.splitlines()[:4] == [
        "label = classic",
        "title = Classic gin rummy",
        "deck = full",
        "hand_size = 10",
    ]
    assert rules.splitlines()[-4:] == [
        "winner = first_to_target",
        "shutout = flat",
        "shutout.points = 100",
        "boxes_count_at_once = false",
    ]
    assert deal == (
        f"player 0 = Anna\nplayer 1 = Bertil\ndealer = 0\ndeck = {deck}\n"
        "1: pass\n0: pass\n1: draw, discard Qc\n0: take\n"
    )


def test_a_record_by_hand() -> None:
    """Rules may be left out, lines indented, commented and ended in either way, and cards written as people do."""
    text = (
        "\ufeffginrules record 1\r\n"
        "  semantics = 1   # the rules of this library\r\n"
        "# a deal from last night\r\n\r\n"
        "[deal]  # the first\r\n"
        "dealer = 0\r\n"
        f"deck = {', '.join(card.symbol for card in DECK)}\r\n"
        "  1: PASS\r\n  0: pass\r\n  1: draw,discard q♣ # why?\r\n  0: take\r\n"
    )
    assert replay(text) == begun("pass", "pass", "draw", "discard Qc", "take", rules=Rules())


def test_a_match_by_hand() -> None:
    """Bare results, one a line, with the facts that a variant asks for, and a resignation."""
    text = MATCH + (
        "result: knock 0 7 18; upcard 7h\n"
        "result: Gin 1 23 0 ; blocked d s; factor 2\n"
        "result: big gin 0 0 31\n"
        "result: void\n"
        "result: void 3 4\n"
        "result: knock 1 4 1; blocked -; spread Ac Ad Ah / As; defense 2c 3c 4c / 4d; lay 5d on 2d 3d 4d\n"
        "resign: 1\n"
    )
    match = replay(text.replace("[match]", "[rules]\nbig_gin_bonus = 31\ntarget = 1000\n[match]"))
    assert isinstance(match, Match)
    endings = [entry.result.ending for entry in match.entries]
    assert endings == [Ending.KNOCK, Ending.GIN, Ending.BIG_GIN, Ending.VOID, Ending.VOID, Ending.KNOCK]
    first, second, *_, last = [entry.result for entry in match.entries]
    assert (first.knocker, first.deadwood, first.upcard) == (0, (7, 18), Card.parse("7h"))
    assert (second.blocked, second.factor) == ((Suit.DIAMONDS, Suit.SPADES), 2)
    assert last.blocked == ()
    assert last.defense is not None
    assert [str(layoff) for layoff in last.defense.layoffs] == ["lay 5d on 2d 3d 4d"]
    assert match.resigned == 1
    assert replay(to_text(match)) == match


def test_a_dealer_may_have_to_be_drawn_for() -> None:
    """A match whose first dealer is not known yet is stored as such."""
    match = replay(MATCH.replace("dealer = 0", "dealer = none"))
    assert isinstance(match, Match)
    assert match.first_dealer is None
    assert replay(to_text(match)) == match


def test_knobs_may_stand_above_what_they_belong_to() -> None:
    """The order of the lines does not matter."""
    deal = replay(DEAL.replace("[deal]", "[rules]\nshutout.points = 3\nshutout = flat\n[deal]"))
    assert deal.rules == Rules().replace(shutout=Flat(3))


def test_the_label_means_nothing_by_itself() -> None:
    """The rules are what the knobs say, and a preset's name with other knobs does not bring its own."""
    deal = replay(DEAL.replace("[deal]", "[rules]\nlabel = modern\n[deal]"))
    assert deal.rules == Rules()
    assert deal.rules.name == "modern"
    assert deal.rules != presets.MODERN


def test_a_preset_is_recognised_by_its_knobs() -> None:
    """The rules of a preset come back as the preset itself, with its sources."""
    again = replay(to_text(begun(rules=presets.MODERN)))
    assert again.rules is presets.MODERN


@pytest.mark.parametrize("label", ["", "two\nlines", " # [deal] ", "x" * 1000, "\ud800\u2028", "end: void"])
def test_labels_stay_on_their_line(label: str) -> None:
    """Whatever rules are called, the record can be read again and stored in a file."""
    rules = attrs.evolve(Rules(knock_limit=9), name=label, title=label)
    text = to_text(begun(rules=rules))
    text.encode()
    again = replay(text).rules
    assert again == rules
    assert again.name == again.title
    assert "\n" not in again.name


def test_terms_are_stored_where_they_are_not_those_of_a_first_deal() -> None:
    """What a match told the deal goes along with the deal when it is stored by itself."""
    terms = DealTerms(knock_limit=3, factor=2, open_suits=(Suit.CLUBS, Suit.SPADES))
    deal = Deal.start(presets.CLASSIC, DECK, terms=terms)
    assert "\nknock_limit = 3\nfactor = 2\nopen_suits = c s\n" in to_text(deal)
    assert replay(to_text(deal)) == deal
    closed = Deal.start(presets.CLASSIC, DECK, terms=attrs.evolve(terms, open_suits=()))
    assert replay(to_text(closed)) == closed


def test_a_match_keeps_the_cards_it_was_fed() -> None:
    """A deal of a match is stored with its cards, the open one too; its terms are left to the match."""
    match = Match.start(presets.OKLAHOMA, names=("Anna", "Bertil"), dealer=0)
    rng = random.Random(3)
    deal = play_deal(match.new_deal(DECK), [SimpleBot(rng)] * 2)
    match = match.enter(deal)
    open_deal = match.new_deal(DECK).play(Pass())
    text = to_text(match, open_deal=open_deal)
    assert "knock_limit = 1\n" not in text.partition("[match]")[2]
    record = read(text)
    assert record.content == match
    assert record.open_deal == open_deal
    assert isinstance(record.content, Match)
    assert [entry.deal for entry in record.content.entries] == [deal]
    assert replay(text) == match


@pytest.mark.parametrize("pieces", [iter, str.splitlines, lambda text: [text], lambda text: text.split("\n")])
def test_a_file_is_any_number_of_records(pieces: Callable[[str], object]) -> None:
    """Records one after the other give their deals in order, those of matches too; bare results give none."""
    match = MATCH + f"result: gin 0 0 23\n[deal]\ndeck = {CARDS}\n"
    text = DEAL + f"[deal]\ndealer = 1\ndeck = {CARDS}\n" + match + DEAL
    if pieces is iter:
        text = text.replace("\n", " \n")
        pieces = str.splitlines
    found = list(read_deals(pieces(text)))  # type: ignore[arg-type]
    assert [deal.dealer for deal in found] == [0, 1, 0, 0]
    assert [len(deal.actions) for deal in found] == [5, 0, 0, 5]


def test_many_deals_share_their_rules() -> None:
    """Rules are written once for all deals in a row that have them, labels included."""
    same = attrs.evolve(presets.CLASSIC, name="house")
    deals = [begun(), begun(), begun(rules=presets.MODERN), begun(), begun(rules=same)]
    text = "".join(write_deals(deals))
    assert text.count("[rules]") == 4
    assert text.count("[deal]") == 5
    assert [deal.rules.name for deal in read_deals(text)] == ["classic", "classic", "modern", "classic", "house"]


def test_turns_are_told_by_the_actions_alone() -> None:
    """Who acts follows from the actions: after a pass, a discard or a knock it is the other seat."""
    deal = begun("pass", "pass", "draw", "discard Qc", "take")
    state = deal.start_state
    for seat, actions in turns_of(deal):
        for action in actions:
            assert state.turn == seat
            state = apply(state, action)
    assert [seat for seat, _ in turns_of(deal)] == [1, 0, 1, 0]


def test_a_redacted_record_as_it_is_written() -> None:
    """It shows what the seat saw: its own draws with their cards, the other's without."""
    deal = begun("pass", "pass", "draw", "discard Qc", "draw")
    drawn = begun("pass", "pass", "draw").state.drawn
    for seat, seen in ((1, f"draw {drawn}"), (0, "draw"), (None, "draw")):
        text = to_text(redact(deal, seat))
        _, _, told = text.partition("[redacted]\n")
        hand = "-" if seat is None else str(deal.start_state.hands[seat])
        viewer = "spectator" if seat is None else str(seat)
        last = f"draw {deal.state.drawn}" if seat == 0 else "draw"
        assert told == (
            f"viewer = {viewer}\ndealer = 0\ndeal: {hand}\nupcard: Qs\n"
            f"1: pass\n0: pass\n1: {seen}, discard Qc\n0: {last}\n"
        )


def test_a_redacted_deal_with_layoffs_comes_back() -> None:
    """Knock, layoffs and the showing of the hand are in the record as both seats see them."""
    rng = random.Random(3)
    played = (play_deal(Deal.start(presets.CLASSIC, shuffled_deck(rng)), [SimpleBot(rng)] * 2) for _ in range(200))
    deal = next(deal for deal in played if any(isinstance(action, LayOff) for action in deal.actions))
    for seat in (0, 1, None):
        seen = redact(deal, seat)
        text = to_text(seen)
        assert ": lay " in text
        assert ", show: " in text
        assert read(text).content == seen


# What is refused ----------------------------------------------------------------


def refusal(text: str) -> RecordError:
    """Return the error that reading a text raises."""
    with pytest.raises(RecordError) as caught:
        read(text)
    return caught.value


@pytest.mark.parametrize(
    ("line", "action", "reason", "problem"),
    [
        ("0: discard Qc", "discard Qc", "just_taken", "just taken"),
        ("0: draw", "draw", "wrong_phase", "One cannot draw"),
        ("1: draw", "draw", None, "it is for seat 0 to act, not for seat 1"),
        ("0: discard Ks", "discard Ks", "not_held", "not in the hand"),
        ("0: knock Tc", "knock Tc", "too_much_deadwood", "deadwood"),
        ("0: fold", "fold", None, "no action"),
        ("0: discard Tc,", "", None, "the text is empty"),
        ("0: discard Tc, draw", "draw", None, "it is for seat 1"),
    ],
)
def test_a_refused_action_is_named(line: str, action: str, reason: str | None, problem: str) -> None:
    """The error has the line, the action, the reason for programs and the sentence for people."""
    error = refusal(DEAL + line)
    assert (error.where, error.action, error.reason) == ("line 11", action, reason)
    assert problem in error.problem
    assert str(error).startswith("line 11: ")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("ginrules record 1", "ginrules record 2", "line 1: version '2' of the format is not known; expected 1"),
        ("ginrules record 1", "ginrules record", "line 1: version '' of the format"),
        ("ginrules record 1\n", "", "line 1: 'semantics = 1'; expected ginrules record 1"),
        ("ginrules record 1\nsemantics = 1\n", "", "line 2: expected ginrules record 1 before anything else"),
        ("semantics = 1", "semantics = 2", "line 1: semantics '2' are not known; expected 1"),
        ("semantics = 1", "", "line 1: semantics is missing"),
        ("semantics = 1", "semantics = 1\nsemantic = 2", "line 3: 'semantic' is not known here"),
        ("[deal]", "[dael]", "line 4: no section is called 'dael'; perhaps deal"),
        ("[deal]", "[rules]\n[rules]\n[deal]", "line 5: the rules stand at the beginning"),
        ("[deal]", "[rules]\nhand_size = 30\n[deal]", "line 4: hand_size 30 does not deal"),
        ("[deal]", "[rules]\ngin_bonus = -3\n[deal]", "line 4: gin_bonus is -3"),
        (
            "[deal]",
            "[rules]\nshutout = flat\nshutout.points = x\n[deal]",
            "line 6: a text; expected a whole number",
        ),
        ("[deal]", "[rules]\ngin_bonis = 3\n[deal]", "line 5: no knob is called 'gin_bonis'; perhaps gin_bonus"),
        (
            "[deal]",
            "[rules]\nledger = hollywud\n[deal]",
            "no ledger policy is called 'hollywud'; perhaps hollywood",
        ),
        ("[deal]", "[rules]\nshutout.points = 3\n[deal]", "line 5: the name of the part policy is missing"),
        ("[deal]", "[rules]\ntarget = 3\ntarget = 3\n[deal]", "line 6: target comes twice"),
        ("[deal]", "[rules]\nhand_size = 10\nhand_size.x = 1\n[deal]", "line 6: hand_size.x belongs to hand_size"),
        ("[deal]", "[rules]\nhand_size = [10\n[deal]", "line 5: a list without its end"),
        ("[deal]", '[rules]\nhand_size = "10\n[deal]', "line 5: .* is no text in quotes"),
        ("[deal]", "[rules]\nshutout.policy = flat\nshutout = flat\n[deal]", "line 6: shutout comes twice"),
        ("[deal]", "[rules]\nfoo\n[deal]", "line 5: 'foo' stands where it cannot"),
        ("[deal]", "[rules]\npricing = 3\n[deal]", "no policy"),
        ("[deal]", f"[rules]\n{'a.' * 20}b = 3\n[deal]", "more dots than any rules have"),
        ("[deal]", "[rules]\n" + "\n".join(f"a{i} = 1" for i in range(600)) + "\n[deal]", "more than 500 lines"),
        ("dealer = 0", "", "line 4: the dealer is missing"),
        ("dealer = 0", "dealer = 2", "line 5: dealer is '2'; expected 0, 1"),
        ("dealer = 0", "dealer = 0\ndealer = 0", "line 6: dealer comes twice"),
        ("dealer = 0", "dealer = 0\nfoo = bar", "line 6: 'foo' is not known here"),
        ("dealer = 0", "dealer = 0\nplayer 0 = Anna", "line 4: 1 names for 2 players"),
        ("dealer = 0", "dealer = 0\nplayer 1 = Anna", "line 4: the players are not numbered from 0"),
        ("dealer = 0", "dealer = 0\nknock_limit = 3", "line 4: knock_limit, factor and open_suits stand together"),
        ("dealer = 0", "dealer = 0\nknock_limit = 11\nfactor = 1\nopen_suits = c", "line 4: the knock limit"),
        ("dealer = 0", "dealer = 0\nknock_limit = 1\nfactor = 0\nopen_suits = c", "line 4: the factor"),
        ("dealer = 0", "dealer = 0\nknock_limit = 1\nfactor = 1\nopen_suits = d c", "line 4: the open suits"),
        ("dealer = 0", "dealer = 0\nknock_limit = 1\nfactor = 1\nopen_suits = x", "line 6: no suits: 'x'"),
        ("dealer = 0", "dealer = 0\nknock_limit = a\nfactor = 1\nopen_suits = c", "line 6: 'a' is no number"),
        (CARDS, CARDS[3:], "line 4: Qc: is missing in the deck of 52"),
        (CARDS, CARDS + " Qc", "line 4: Qc: comes twice"),
        (CARDS, CARDS + " Q", "line 6: half a card"),
        ("1: pass", "1: pass\n2: pass", "line 8: '2: pass' stands where it cannot"),
        ("1: pass", "end: void", "line 8: 'pass' is refused: it is for seat 1"),
        ("0: take", "0: take\nend: void", "line 11: the deal is not over yet"),
        ("0: take", "0: take\nend: void\nend: void", "line 12: end comes twice"),
        ("0: take", "0: take\nend: finished", "line 11: 'finished' is no result"),
        ("0: take", "0: take\nresult: void", "line 11: a result stands in a match only"),
        ("0: take", "0: take\nresign: 0", "line 11: only a match can be given up"),
        ("0: take", "0: take\n[deal]", "line 11: a second deal without a match"),
        ("0: take", "0: take\n[match]", "line 11: a match stands after the rules"),
        ("0: take", f"0: take\n{HEAD}", "line 11: a second record begins"),
        ("0: take", "0: take\n[redacted]", "line 11: a redacted deal stands by itself"),
    ],
)
def test_what_cannot_be_read_is_said(old: str, new: str, complaint: str) -> None:
    """The error names the line and what is wrong with it."""
    assert old in DEAL
    refused = refusal(DEAL.replace(old, new, 1))
    assert re.search(complaint, str(refused)), str(refused)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("result: knock 0 7", "has not the numbers of a result"),
        ("result: knock 2 7 18", "has not the numbers of a result"),
        ("result: knock", "has not the numbers of a result"),
        ("result: void 0", "has not the numbers of a result"),
        ("result: 0 knock 7 18", "is no result"),
        ("result: knock 0 7 1234567890", "is no result"),
        ("result: knock 0 11 18", "line 8: a knock with 11 is over the limit"),
        ("result: gin 0 3 18", "line 8: gin leaves nothing over"),
        ("result: big gin 0 0 18", "line 8: big gin has no price here"),
        ("result: gin 0 0 18; colour red", "'colour red' is no fact of a result"),
        ("result: gin 0 0 18; upcard 7h; upcard 7h", "upcard comes twice"),
        ("result: gin 0 0 18; upcard 7x", "unknown suit"),
        ("result: gin 0 0 18; blocked x", "no suits: 'x'"),
        ("result: gin 0 0 18; blocked", "no suits: ''"),
        ("result: gin 0 0 18; factor x", "no factor: 'x'"),
        ("result: gin 0 0 18; factor 0", "factor is 0"),
        ("result: gin 0 0 18; lay As on Ac Ad Ah", "layoffs without the defense"),
        ("result: gin 0 0 18; spread Ac Ad / 2c", "too short"),
        ("result: gin 0 0 18; spread Ac Ad Ah / 2c", "the spread leaves 2"),
        ("result: void\nsomething = 3", "line 9: 'something = 3' stands where it cannot"),
        ("result: void; table x", "'x' is no number"),
        ("result: void; table 7", "table 7 has no open deal"),
        ("resign: 2", "line 8: player 2 is not in the match"),
        ("resign: x", "line 8: 'x' is no number"),
        ("resign: 0\nresult: void", "line 9: the match is over"),
        ("resign: 0\nresign: 0", "line 9: the match is over"),
        (f"[deal]\ndeck = {CARDS}\nresult: void", "line 10: the deal before this one is not finished"),
        (f"[deal]\ndealer = 1\ndeck = {CARDS}", "line 8: seat 1 deals; in this match it is for seat 0 to deal"),
        (
            f"[deal]\nknock_limit = 5\nfactor = 1\nopen_suits = c d h s\ndeck = {CARDS}",
            "line 8: the deal has the terms .*; in this match it has",
        ),
        (f"[deal]\ntable = x\ndeck = {CARDS}", "line 9: 'x' is no number"),
    ],
)
def test_an_entry_that_the_match_refuses_is_named(entry: str, complaint: str) -> None:
    """The error names the line of the entry and what the match has against it."""
    refused = refusal(MATCH + entry)
    assert re.search(complaint, str(refused)), str(refused)
    assert refused.where.startswith("line ")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("player 0 = Anna", "", "the players are not numbered from 0"),
        ("player 0 = Anna", "player 0 = Bertil", "names two players alike"),
        ("player 0 = Anna", "player 0 =", "line 4: the name '' is empty"),
        ("dealer = 0", "dealer = 3", "line 4: dealer is 3; expected 0 to 1"),
        ("[match]", "[rules]\nseating = three\n[match]", "line 5: no seating policy is called 'three'"),
        ("[match]", "[rules]\nseating.x = three\n[match]", "line 5: the name of the seating policy is missing"),
        ("[match]", "[rules]\nseating = two_players\nnext_dealer = me\n[match]", "line 6: 'me' is none of"),
        (
            "[match]",
            "[rules]\nseating.next_dealer = me\nseating = two_players\n[match]",
            "line 5: 'me' is none of",
        ),
        ("[match]", "[rules]\nseating = three_handed\n[match]", "2 names for 3 players"),
        (
            "[match]",
            "[rules]\nseating = partnership\nplayers = 5\n[match]",
            "players is 5; two sides take",
        ),
        ("dealer = 0", "\n".join(["dealer = 0", *(f"player {i} = {i}" for i in range(2, 30))]), "30 names"),
    ],
)
def test_a_match_that_cannot_begin_is_refused(old: str, new: str, complaint: str) -> None:
    """The error names the section or its line."""
    assert complaint in str(refusal(MATCH.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("viewer = 1", "viewer = 3", "viewer is '3'; expected 0, 1, spectator"),
        ("viewer = 1", "viewer = spectator", "a spectator is dealt no cards"),
        ("dealer = 0\n", "", "dealer is missing"),
        ("upcard: Qs\n", "", "begins with the deal and the upcard"),
        ("upcard: Qs\n", "upcard: Qs\nupcard: Qs\n", "an event stands where it cannot"),
        ("upcard: Qs\n", "upcard: Qs\nend: void\n", "an event stands where it cannot"),
        ("upcard: Qs\n", "upcard: Qs\n2: pass\n", "'2' is nobody"),
        ("1: pass", "1: pass Qs", "'pass Qs' is nothing that can be seen"),
        ("1: pass", "1: take", "'take' is nothing that can be seen"),
        ("1: pass", "1: knock Qs Ks: -", "is nothing that can be seen"),
        ("1: pass", "1: big gin Qs: -", "is nothing that can be seen"),
        ("1: pass", "1: lay As", "a layoff without its meld"),
        ("1: pass", "1: show", "is nothing that can be seen"),
        ("1: pass", "1: show: Ac Ad / 3c", "too short"),
        ("1: pass", "1: discard 7x", "unknown suit"),
        ("0: take Qc\n", "0: take Qc\n[deal]\n", "nothing follows a redacted deal"),
        ("0: take Qc\n", "0: take Qc\nend: void; hands Ac\n", "the text is empty"),
        ("0: take Qc\n", "0: take Qc\nend: void; facedown 7h; facedown 7h\n", "'facedown 7h' is no fact"),
    ],
)
def test_what_nobody_can_have_seen_is_refused(old: str, new: str, complaint: str) -> None:
    """A redacted record has to be one, though it cannot be played again."""
    text = to_text(redact(begun("pass", "pass", "draw", "discard Qc", "take"), 1))
    assert old in text
    assert complaint in str(refusal(text.replace(old, new, 1)))


@pytest.mark.parametrize("thing", [None, 7, b"ginrules record 1", ["ginrules record 1"]])
def test_what_is_no_text_is_refused(thing: object) -> None:
    """Things that are no text are record errors, too."""
    with pytest.raises(RecordError, match="is no text"):
        read(thing)  # type: ignore[arg-type]


def test_an_end_that_did_not_come_is_refused() -> None:
    """The end of a deal is checked against the cards."""
    deal = Deal.start(presets.EAAI, DECK)
    rng = random.Random(3)
    text = to_text(play_deal(deal, [SimpleBot(rng)] * 2))
    end = text.splitlines()[-1]
    error = refusal(text.replace(end, "end: void"))
    assert error.problem == f"the deal ended with {end.removeprefix('end: ')}, not with void"
    assert error.where == f"line {len(text.splitlines())}"


@pytest.mark.parametrize("text", ["", "\n", "# nothing", HEAD, HEAD + "[rules]\n"])
def test_a_record_of_nothing_is_refused(text: str) -> None:
    """A record holds a deal or a match."""
    with pytest.raises(RecordError, match="neither a deal nor a match"):
        read(text)
    assert list(read_deals(text)) == []


# What cannot be recorded ----------------------------------------------------------------


def test_a_deal_that_did_not_begin_with_a_deck_is_not_recorded() -> None:
    """A record begins with dealing; a position has its own text."""
    state = begun("take").state
    with pytest.raises(RecordError, match="did not begin with dealing"):
        to_text(Deal(state, (), state))
    wrong = attrs.evolve(begun().state, passes=1)
    with pytest.raises(RecordError, match="did not begin with dealing"):
        to_text(Deal(wrong, (), wrong))


def test_an_open_deal_belongs_to_its_match() -> None:
    """It has to be the next deal of the match, unfinished, and a deal has no open deal."""
    match = Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0)
    with pytest.raises(RecordError, match="stored with its match"):
        to_text(begun(), open_deal=begun())
    with pytest.raises(RecordError, match="not the next one"):
        to_text(match, open_deal=Deal.start(presets.CLASSIC, DECK, dealer=1))
    rng = random.Random(3)
    with pytest.raises(RecordError, match="the open deal is over"):
        to_text(match, open_deal=play_deal(match.new_deal(DECK), [SimpleBot(rng)] * 2))
    resigned = match.resign(0)
    record = read(to_text(resigned, open_deal=match.new_deal(DECK)))
    assert record.content == resigned
    assert record.open_deal == match.new_deal(DECK)


def test_names_that_will_not_do_are_not_recorded() -> None:
    """The names of a deal are checked as those of a match."""
    with pytest.raises(RecordError, match="1 names for 2 players"):
        to_text(begun(), names=("Anna",))
    with pytest.raises(RecordError, match="line break"):
        to_text(redact(begun(), 0), names=("An\nna", "Bertil"))


def test_a_spread_that_counts_aces_otherwise_is_not_recorded_in_text() -> None:
    """An arrangement as text does not say what a loose ace counts, so it has to be what the rules say."""
    spread = Arrangement.parse("2c 2d 2h / As")
    fifteen = Arrangement(spread.melds, spread.loose, ace_pips=15)
    result = DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(15, 20), spread=fifteen)
    match = Match.start(presets.CLASSIC.replace(knock_limit=15), names=("Anna", "Bertil"), dealer=0).enter(result)
    with pytest.raises(RecordError, match="counts a loose ace as 15"):
        to_text(match)


def test_long_numbers_are_not_recorded() -> None:
    """What could not be read again is not written."""
    match = Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0)
    huge = DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 10**9))
    with pytest.raises(RecordError, match="more than 9 digits"):
        to_text(match.enter(huge))
    with pytest.raises(RecordError, match="more than 9 digits"):
        to_text(begun(rules=presets.CLASSIC.replace(target=10**9)))


def test_events_that_are_none_of_a_deal_are_not_recorded() -> None:
    """A redacted deal made by hand is written only where it could be read again."""
    seen = redact(begun("pass"), 0)
    deal, upcard, passed = seen.events
    wrong = [
        (),
        (deal,),
        (deal, attrs.evolve(upcard, number=7)),
        (deal, upcard, attrs.evolve(passed, kind=EventKind.KNOCK)),
        (deal, upcard, attrs.evolve(passed, kind=EventKind.SHOW)),
        (deal, upcard, attrs.evolve(passed, kind=EventKind.OVER)),
        (deal, upcard, attrs.evolve(passed, kind=EventKind.DEAL)),
    ]
    for events in wrong:
        with pytest.raises(RecordError):
            to_text(RedactedDeal(rules=seen.rules, viewer=Seat(0), events=events))


# Bounds ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x" * (bounds.MAX_RECORD + 1), "expected at most 2,000,000"),
        (HEAD + "x" * 1_900_000, "line 3: a line of more than 10,000 characters"),
        (HEAD + "[rules]\n" + "a = 1\n" * 300_000, "lines in a section"),
        (DEAL + "1: pass\n" * 200_000, "lines in a section"),
        (DEAL + "0: " + ",".join(["draw"] * 1_900), "'draw' is refused"),
        (MATCH + "result: void\n" * 100_000, "line 508: more than 500 deals in a match"),
        (MATCH + "[deal]\n" * 200_000, "deck is missing"),
        ("#\n" * 990_000, "neither a deal nor a match"),
    ],
)
def test_hostile_texts_are_refused_at_once(text: str, complaint: str) -> None:
    """What is larger than any game is refused before it costs more than a moment."""
    assert complaint in str(refusal(text))


def endless(rules: Rules, turns: int) -> str:
    """Return a deal in which the two go on taking and laying back one card, as text."""
    deal = Deal.start(rules, DECK, actions=[Pass(), Pass(), DrawStock()])
    card = next(iter(deal.state.hands[1]))
    lines = [
        f"1: pass\n0: pass\n1: draw, discard {card}",
        *(f"{i % 2}: take, discard {card}" for i in range(turns)),
    ]
    return f"[deal]\ndeck = {CARDS}\ndealer = 0\n" + "\n".join(lines) + "\n"


ENDLESS = "[rules]\npile_take_limit = none\nmay_return_taken = true\n"


def test_endless_deals_are_refused() -> None:
    """There is a bound on the actions of a deal, in writing and in reading."""
    rules = presets.CLASSIC.replace(pile_take_limit=None, may_return_taken=True)
    text = HEAD + ENDLESS + endless(rules, 2_600)
    assert "more than 5,000 actions in a deal" in str(refusal(text))
    allowed = replay(HEAD + ENDLESS + endless(rules, 2_497))
    assert isinstance(allowed, Deal)
    longer = allowed
    card = allowed.state.top
    assert card is not None
    while len(longer.actions) <= bounds.MAX_DEAL_ACTIONS:
        longer = longer.play(TakeDiscard()).play(parse_action(f"discard {card}"))
    with pytest.raises(RecordError, match="expected at most 5,000"):
        to_text(longer)


def test_endless_matches_are_refused() -> None:
    """There is a bound on the actions of a match, and on its deals, in writing and in reading."""
    long_deals = "[rules]\npile_take_limit = 2000\nmay_return_taken = true\n"
    rules = presets.CLASSIC.replace(pile_take_limit=2000, may_return_taken=True)
    deal = endless(rules, 1_999) + "1: take\n"
    match = HEAD + long_deals + MATCH.removeprefix(HEAD)
    text = match + deal.replace("1: take", "1:take") * 12
    assert "more than 40,000 actions in a match" in str(refusal(text))
    many = Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0)
    entry = many.enter(DealResult(ending=Ending.VOID)).entries[0]
    with pytest.raises(RecordError, match="expected at most 500"):
        to_text(attrs.evolve(many, entries=(entry,) * 501))
    played = read(match + deal).content
    assert isinstance(played, Match)
    with pytest.raises(RecordError, match="expected at most 40,000"):
        to_text(attrs.evolve(played, entries=played.entries * 12))


def test_matches_of_large_hands_are_shorter() -> None:
    """Arranging many cards takes longer, so fewer deals of them are taken."""
    text = MATCH.replace("[match]", "[rules]\nhand_size = 14\n[match]") + "result: void\n" * 26
    assert "more than 25 deals in a match" in str(refusal(text))
