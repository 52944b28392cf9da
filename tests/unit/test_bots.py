from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from random import Random

import attrs
import pytest
from deal_strategies import course, new_deals, play, stacked
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules import (
    Action,
    BigGin,
    Card,
    Deal,
    Discard,
    Ending,
    GameState,
    Knock,
    LayOff,
    Match,
    Phase,
    PlayerView,
    Rules,
    ShowHand,
    TakeDiscard,
    apply,
    determinize,
    legal_actions,
    new_deal,
    presets,
    shuffled_deck,
    solver,
    view,
)
from ginrules.bots import Bot, GreedyBot, RandomBot, SimpleBot, play_deal, play_match

# The plain kernel is for the counting of lines; there fewer deals do, within wider bands.
DEALS = 3_000 if solver.KERNEL == "compiled" else 500
PAIRS = 1_000 if solver.KERNEL == "compiled" else 150


def bots(seed: int) -> list[Bot]:
    """Return one bot of each kind."""
    return [RandomBot(Random(seed)), SimpleBot(Random(seed)), GreedyBot()]


@attrs.frozen
class Watched:
    """A bot that notes what it was shown and what it did."""

    bot: Bot
    seen: list[tuple[PlayerView, Action]]

    def choose(self, view: PlayerView) -> Action:
        """Return the choice of the bot, noted."""
        assert isinstance(view, PlayerView)
        action = self.bot.choose(view)
        self.seen.append((view, action))
        return action


def watched_deals(bot: Bot, deals: int, *, rules: Rules = presets.EAAI) -> Iterator[tuple[PlayerView, Action]]:
    """Yield what a bot was shown and did in some deals against itself."""
    watched = Watched(bot, [])
    rng = Random(7)
    for number in range(deals):
        play_deal(Deal.start(rules, shuffled_deck(rng, rules.deck), dealer=number % 2), (watched, watched))
    yield from watched.seen


@given(new_deals(), st.integers(0, 2**32))
@settings(max_examples=25)
def test_bots_choose_what_is_legal(start: GameState, seed: int) -> None:
    """Under any rules and in any state each bot chooses one of the actions that its view carries."""
    for state in list(course(start, Random(seed)))[:-1:3]:
        shown = view(state, state.turn)
        for bot in bots(seed):
            assert bot.choose(shown) in legal_actions(state)


@given(new_deals(), st.integers(0, 2**32))
@settings(max_examples=25)
def test_bots_do_not_see_more_than_their_view(start: GameState, seed: int) -> None:
    """A bot does the same in every deal that looks the same to its seat."""
    for state in list(course(start, Random(seed)))[:-1:7]:
        shown = view(state, state.turn)
        other = view(determinize(shown, Random(seed)), state.turn)
        for one, same in zip(bots(seed), bots(seed), strict=True):
            assert one.choose(shown) == same.choose(other)


@pytest.mark.parametrize("number", range(3))
def test_bots_play_whole_deals(number: int) -> None:
    """Each bot plays deals against itself to their end, showing views of its own seat only."""
    for shown, action in watched_deals(bots(1)[number], 10):
        assert shown.seat == shown.turn
        assert action in shown.legal_actions


def test_a_seed_gives_the_same_play() -> None:
    """The same deck and the same seeds give the same deal, for bots with a generator too."""
    deal = Deal.start(presets.EAAI, shuffled_deck(Random(4)))
    for number in range(3):
        once, again = (play_deal(deal, (bots(3)[number], bots(3)[number])) for _ in range(2))
        assert once == again


def test_the_random_bot_does_everything() -> None:
    """Over many choices in one state the random bot does each legal thing about equally often."""
    state = play(new_deal(presets.EAAI, shuffled_deck(Random(4))), "pass, pass, draw")
    bot = RandomBot(Random(1))
    shown = view(state, 1)
    counts = Counter(bot.choose(shown) for _ in range(2_200))
    assert set(counts) == set(shown.legal_actions)
    assert all(130 < count < 270 for count in counts.values())


# SimpleBot ------------------------------------------------------------------------------------------------------


@cache
def simple_play() -> Sequence[tuple[PlayerView, Action]]:
    """What a simple bot was shown and did in some deals."""
    return list(watched_deals(SimpleBot(Random(5)), 200))


def test_the_simple_bot_takes_what_makes_a_meld_and_nothing_else() -> None:
    """It takes the top discard exactly if that is part of a meld with its cards."""
    for shown, action in simple_play():
        if TakeDiscard() in shown.legal_actions:
            assert shown.top is not None
            melds = solver.melds(shown.hand.add(shown.top))
            assert (action == TakeDiscard()) == any(shown.top in meld for meld in melds)


def test_the_simple_bot_ends_the_deal_as_soon_as_it_may() -> None:
    """Whenever a knock is legal it knocks, with the discard that leaves the least."""
    for shown, action in simple_play():
        knocks = [one for one in shown.legal_actions if isinstance(one, Knock)]
        if knocks:
            assert isinstance(action, Knock)
            left = solver.after_discard(shown.hand)
            assert left[action.discard] == min(left[knock.discard] for knock in knocks)


def test_the_simple_bot_declares_big_gin() -> None:
    """Big gin is the best end of a deal and is declared wherever it is known."""
    hand = "Ac 2c 3c 5d 6d 7d Js Jd Jh Jc"
    state = play(stacked(presets.MODERN, hand, "Kh Td 3h 2s 4h 6h 8h 9s Qs As", "8d"), "take")
    assert SimpleBot(Random(1)).choose(view(state, 1)) == BigGin()
    assert GreedyBot().choose(view(state, 1)) == BigGin()


def test_the_simple_bot_discards_for_the_least_deadwood_and_never_the_card_taken() -> None:
    """Its discard leaves the least of all but the card that it has just taken from the pile."""
    for shown, action in simple_play():
        if isinstance(action, Discard):
            taken = shown.drawn if shown.from_pile else None
            left = {card: pips for card, pips in solver.after_discard(shown.hand).items() if card is not taken}
            assert left.get(action.card) == min(left.values())


def test_the_simple_bot_keeps_the_card_taken_where_it_might_go_back() -> None:
    """Even at a table where the taken card may be returned at once, it is not."""
    rules = presets.EAAI.replace(may_return_taken=True, knock_limit=0)
    taken = [
        (shown, action)
        for shown, action in watched_deals(SimpleBot(Random(5)), 60, rules=rules)
        if shown.from_pile and isinstance(action, Discard)
    ]
    assert len(taken) > 50
    assert all(action != Discard(shown.drawn) for shown, action in taken if shown.drawn is not None)


def test_ties_among_discards_are_broken_by_chance() -> None:
    """Of discards that leave equally little each is chosen at times."""
    state = stacked(presets.EAAI, "Kc Kd Qc Qd 2h 3s 5h 6s 8h 8s", "Ah 4d 7d 9s Th Js Jd 5c 3c 4c", "As Tc")
    shown = view(play(state, "pass, pass, draw"), 1)
    bot = SimpleBot(Random(2))
    chosen = {str(bot.choose(shown)) for _ in range(100)}
    assert chosen == {f"discard {card}" for card in ("Kc", "Kd", "Qc", "Qd", "Tc")}


@pytest.mark.parametrize("bot", [SimpleBot(Random(1)), GreedyBot()], ids=lambda bot: type(bot).__name__)
def test_a_knock_is_answered_as_well_as_can_be(bot: Bot) -> None:
    """The defender ends with what the best joint choice of own melds and layoffs leaves."""
    rng = Random(11)
    answered = 0
    while answered < 30:
        for state in course(new_deal(presets.EAAI, shuffled_deck(rng)), rng):
            if state.phase is not Phase.LAYOFF or state.spread is None or state.spread.layoffs:
                continue
            answered += 1
            plan = solver.best_layoffs(state.hands[state.turn], state.spread.melds)
            last = state
            while last.phase is Phase.LAYOFF:
                action = bot.choose(view(last, last.turn))
                assert isinstance(action, LayOff | ShowHand)
                last = apply(last, action)
            assert last.result is not None
            assert last.result.deadwood is not None
            assert last.result.deadwood[state.turn] == plan.deadwood


def test_simple_against_simple_goes_as_in_the_challenge() -> None:
    """Under EAAI values gin is about 2.1 %, undercut 4.3 %, void under 1 %, with 12.5 discards a deal."""
    rng = Random(2021)
    pair = (SimpleBot(Random(1)), SimpleBot(Random(2)))
    endings: Counter[str] = Counter()
    discards = 0
    for number in range(DEALS):
        deal = play_deal(Deal.start(presets.EAAI, shuffled_deck(rng), dealer=number % 2), pair)
        discards += sum(isinstance(action, Discard | Knock) for action in deal.actions)
        result = deal.result
        assert result is not None
        score = presets.EAAI.scoring.price(result)
        endings["undercut" if score.winner not in {None, result.knocker} else result.ending.value] += 1
    assert is_near(endings[Ending.GIN.value], 0.021)
    assert is_near(endings["undercut"], 0.043)
    assert endings[Ending.VOID.value] / DEALS < 0.01
    assert abs(discards / DEALS - 12.5) < 4 * 5.2 / sqrt(DEALS)  # the standard deviation of a deal is 5.2


def is_near(count: int, share: float) -> bool:
    """Return whether so many of the deals are about this share of them: within four standard errors."""
    return abs(count / DEALS - share) < 4 * sqrt(share * (1 - share) / DEALS)


# GreedyBot ------------------------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_the_greedy_bot_beats_the_simple_one() -> None:
    """Over paired deals, each deck played twice with seats changed, the greedy bot scores clearly more."""
    rng = Random(77)
    greedy, simple = GreedyBot(), SimpleBot(Random(3))
    both: tuple[tuple[Bot, Bot], tuple[Bot, Bot]] = ((greedy, simple), (simple, greedy))
    margins: list[int] = []
    for number in range(PAIRS):
        deck = shuffled_deck(rng)
        margin = 0
        for seat, pair in enumerate(both):
            result = play_deal(Deal.start(presets.EAAI, deck, dealer=number % 2), pair).result
            assert result is not None
            score = presets.EAAI.scoring.price(result)
            if score.winner is not None:
                margin += score.points if score.winner == seat else -score.points
        margins.append(margin)
    mean = sum(margins) / PAIRS
    spread = sqrt(sum((margin - mean) ** 2 for margin in margins) / PAIRS)
    assert mean > 2 * spread / sqrt(PAIRS)


def test_the_greedy_bot_needs_no_generator() -> None:
    """It does the same thing in the same view, whatever was done before."""
    one, other = GreedyBot(), GreedyBot()
    for shown, action in list(watched_deals(one, 3)):
        assert other.choose(shown) == action


def test_the_greedy_bot_minds_what_the_opponent_picked() -> None:
    """Of discards that are worth the same it lays none that fits a card seen being taken."""
    hand, other = "Ac 2c 3c 5d 6d 7d 9s 9h Kd Qh", "Ks Kc 2h 4h 6h 8h Td 2s 4s 6s"
    start = stacked(presets.EAAI.replace(knock_limit=0), hand, other, "Jc Tc 3d")
    unwarned = play(start, "pass, pass, draw")
    assert GreedyBot().choose(view(unwarned, 1)) == Discard(Card.parse("Tc"))
    warned = play(start, "pass, take, discard Td, draw")
    assert GreedyBot().choose(view(warned, 1)) == Discard(Card.parse("Kd"))


# Whole matches --------------------------------------------------------------------------------------------------


def test_a_match_between_bots_ends() -> None:
    """Deal after deal is yielded with the match after it, until somebody has won."""
    match = Match.start(presets.CLASSIC, names=("Simple", "Greedy"), dealer=0)
    course_of_match = list(play_match(match, (SimpleBot(Random(1)), GreedyBot()), Random(5)))
    assert [later.outcome is None for later, _ in course_of_match] == [True] * (len(course_of_match) - 1) + [False]
    assert all(deal.result is not None for _, deal in course_of_match)
