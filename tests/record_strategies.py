"""Hypothesis strategies for what records hold: deals and matches, and texts and JSON that somebody has spoiled."""

from random import Random

import attrs
from deal_strategies import careless, lively, new_deals, rulesets
from hypothesis import strategies as st

from ginrules import presets, shuffled_deck
from ginrules.deal import Deal, GameState, Knock, Phase, resolve
from ginrules.match import Match
from ginrules.records import Json
from ginrules.results import DealResult, blocked_suits
from ginrules.rules import Rules
from ginrules.scoring import DoublePoints, DoubleTotal, Flat
from ginrules.seating import (
    Box,
    DealerRole,
    NextDealer,
    Partnership,
    Seating,
    ThreeHanded,
    TwoPlayers,
    VoidInRound,
    VoidRedeal,
)


def seeds() -> st.SearchStrategy[int]:
    """Draw the seed of a generator."""
    return st.integers(0, 2**32)


def played(start: GameState, rng: Random, most: int) -> Deal:
    """Return a deal played on for a number of actions, if it lasts so long; some knocks spell their spread out."""
    choose = careless if rng.random() < 0.2 else lively
    deal = Deal(start, (), start)
    while deal.state.phase is not Phase.OVER and len(deal.actions) < most:
        action = choose(deal.state, rng)
        if isinstance(action, Knock) and rng.random() < 0.5:
            action = resolve(deal.state, action)
        deal = deal.play(action)
    return deal


@st.composite
def deal_rules(draw: st.DrawFn) -> Rules:
    """Draw a ruleset of which half play with doubles."""
    limit = draw(st.sampled_from([None, 2, 64]))
    return draw(rulesets()).replace(doubling_limit=limit, refusal_points=10)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw a deal, finished or not, under many rules and terms."""
    most = draw(st.sampled_from([0, 1, 2, 3]) | st.integers(4, 60) | st.just(1_000))
    return played(draw(new_deals(deal_rules())), Random(draw(seeds())), most)


@st.composite
def finished_deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Deal:
    """Draw a deal that is over."""
    return played(draw(new_deals(deal_rules() if rules is None else rules)), Random(draw(seeds())), 10_000)


def preset_rules() -> st.SearchStrategy[Rules]:
    """Draw a preset."""
    return st.sampled_from([presets.get(name) for name in presets.names()])


def seatings() -> st.SearchStrategy[Seating]:
    """Draw who meets whom."""
    return st.one_of(
        st.builds(TwoPlayers, next_dealer=st.sampled_from(NextDealer), void_redeal=st.sampled_from(VoidRedeal)),
        st.builds(ThreeHanded, dealer_role=st.sampled_from(DealerRole)),
        st.builds(
            Partnership,
            players=st.sampled_from([4, 4, 6]),
            box=st.sampled_from(Box),
            void_in_round=st.sampled_from(VoidInRound),
        ),
    )


@st.composite
def match_rules(draw: st.DrawFn) -> Rules:
    """Draw a ruleset, with the knobs of a match among what is drawn, or a preset."""
    if draw(st.booleans()):
        return draw(preset_rules())
    rules = draw(deal_rules())
    seating = draw(seatings())
    if rules.scoring.books_rounds or isinstance(seating, TwoPlayers):
        rules = rules.replace(seating=seating)
    knobs = {
        "target": draw(st.sampled_from([1, 40, 200])),
        "suit_target": draw(st.sampled_from([1, 40])),
        "shutout": draw(st.sampled_from([None, Flat(0), Flat(7), DoubleTotal(), DoublePoints()])),
    }
    return rules.replace(**{name: value for name, value in knobs.items() if name in rules.scoring.knobs()})


def names() -> st.SearchStrategy[str]:
    """Draw a name that will do, awkward ones among them."""
    awkward = ["#1", "A = b", "x # y", "a: b", "[deal]", "result: void", "Zoë ♠", '"', "none", "end: x", "\u202e"]
    letters = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=40)
    return (st.sampled_from(awkward) | letters).filter(lambda name: name.strip() == name != "")


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Draw a match, fed with deals and with bare results, perhaps over or given up."""
    rules = draw(match_rules())
    seated = rules.seating.players
    players = draw(st.lists(names(), min_size=seated, max_size=seated, unique=True))
    dealer = draw(st.sampled_from([0, 1]) if draw(st.booleans()) else st.none() | st.just(0))
    match = Match.start(rules, names=players, dealer=dealer)
    rng = Random(draw(seeds()))
    for _ in range(draw(st.integers(0, 4)) if dealer is not None else 0):
        if match.outcome is not None:
            break
        assert match.round is not None
        table = rng.choice(match.round.open_tables)
        deal = played(match.new_deal(shuffled_deck(rng, match.rules.deck), table=table).state, rng, 10_000)
        assert deal.result is not None
        fed: list[Deal | DealResult] = [deal, deal.result, bare(deal.result)]
        match = match.enter(draw(st.sampled_from(fed)), table=table)
    if match.outcome is None and match.seating.accounts == 2 and draw(st.booleans()) and draw(st.booleans()):
        match = match.resign(draw(st.integers(0, 1)))
    return match


def bare(result: DealResult) -> DealResult:
    """Return the result as a score keeper with real cards knows it."""
    blocked = None if result.spread is None else blocked_suits(result.spread.melds)
    return attrs.evolve(result, spread=None, defense=None, blocked=blocked)


@st.composite
def spoiled(draw: st.DrawFn, text: str) -> str:
    """Draw what is left of a text after somebody had his way with it."""
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(text)))
        line = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                text = text[:at]
            case 1:
                text = (
                    text[:at]
                    + draw(st.sampled_from([*"0123456789 ,:;=|/#-[]{}\"'\n\0", "Ks", "é", "٣"]))
                    + text[at:]
                )
            case 2:
                text = text[:at] + text[at + draw(st.integers(1, 30)) :]
            case 3:
                text = "\n".join([*lines[:line], *lines[line + 1 :]])
            case 4:
                text = "\n".join([*lines[: line + 1], *lines[line:]])
            case 5:
                other = draw(st.integers(0, len(lines) - 1))
                lines[line], lines[other] = lines[other], lines[line]
                text = "\n".join(lines)
            case _:
                text = text[:at] + draw(st.text(max_size=5)) + text[at + 1 :]
    return text


def json_values() -> st.SearchStrategy[Json]:
    """Draw any JSON value, and what is none."""
    words = st.sampled_from(["", "deal", "7h", "pass", "standard", "policy", "knock", "low", "-", "As Ad Ac"])
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | words
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | words, inner, max_size=4)
        ),
        max_leaves=12,
    )


@st.composite
def spoiled_json(draw: st.DrawFn, value: Json) -> Json:
    """Draw a JSON value with one part of it replaced, left out, or doubled."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 4)) == 0:
        return draw(json_values())
    how = draw(st.integers(0, 7))
    if isinstance(value, dict):
        key = draw(st.sampled_from(sorted(value)))
        changed = dict(value)
        if how == 0:
            del changed[key]
        elif how == 1:
            changed[draw(st.text(max_size=8))] = value[key]
        else:
            changed[key] = draw(spoiled_json(value[key]))
        return changed
    at = draw(st.integers(0, len(value) - 1))
    parts = {0: [], 1: [value[at], value[at]]}.get(how)
    return [*value[:at], *([draw(spoiled_json(value[at]))] if parts is None else parts), *value[at + 1 :]]
