"""Policies in records: looked up by name, never imported; rules of third parties as text and as JSON."""

import random
from collections.abc import Iterator, Sequence

import attrs
import pytest

from ginrules import presets, scoring, shuffled_deck
from ginrules.deal import Deal
from ginrules.errors import RecordError, RulesError
from ginrules.match import Match
from ginrules.records import (
    PolicyKind,
    policies,
    policy_named,
    read,
    register_policy,
    replay,
    rules_from_json,
    rules_to_json,
    to_json,
    to_text,
)
from ginrules.records.policies import policies_of
from ginrules.results import DealResult, Ending, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealScore, Flat, Pricing, Scoring, StandardLedger, StandardScoring
from ginrules.seating import Booking, Round, Table, TwoPlayers

DECK = shuffled_deck(random.Random(7))


@attrs.frozen(kw_only=True)
class OddLedger:
    """A ledger of somebody else, with knobs of every kind; it books as the standard one does."""

    base: StandardLedger = attrs.field(factory=StandardLedger)
    motto: str = "plain"
    steps: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    mixed: tuple[Flat, ...] = ()
    gin_bonus: int = 3

    def __getattr__(self, attribute: str) -> object:
        """Do as the standard ledger does."""
        return getattr(self.base, attribute)


@attrs.frozen
class OddScoring:
    """A scoring of somebody else, which is not composed of a pricing and a ledger."""

    base: scoring.ScoringPolicy = attrs.field(factory=StandardScoring)
    most: int | None = None

    def __getattr__(self, attribute: str) -> object:
        """Do as the standard scoring does."""
        return getattr(self.base, attribute)


@attrs.frozen
class Unregistered:
    """A ledger that nobody has registered."""

    base: StandardLedger = attrs.field(factory=StandardLedger)

    def __getattr__(self, attribute: str) -> object:
        """Do as the standard ledger does."""
        return getattr(self.base, attribute)


@attrs.frozen
class Nothing:
    """A part of some other policy."""


@attrs.frozen(kw_only=True)
class TwoTables:
    """Four players at two tables, each for himself against the one across."""

    players = 4
    accounts = 4
    books_rounds = False
    rounds: int = 1

    def describe(self) -> tuple[str, ...]:
        """Return nothing: it is a test."""
        return ()

    def account_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what the accounts are called."""
        return tuple(names)

    def account_of(self, player: int) -> int:
        """Return for whom a player scores."""
        return player

    def first_round(self, dealer: int) -> Round:
        """Return a round of two deals."""
        tables = tuple(
            Table(players=(first, first + 1), accounts=(first, first + 1), dealer=Seat(dealer % 2))
            for first in (0, 2)
        )
        return Round(dealer=dealer, tables=tables, scores=(None, None))

    def finish(self, now: Round, table: int, score: DealScore) -> tuple[tuple[Booking, ...], Round]:
        """Book every deal, and go on when both are finished."""
        scores = tuple(score if number == table else other for number, other in enumerate(now.scores))
        then = attrs.evolve(now, scores=scores)
        booking = Booking(score=score, accounts=now.tables[table].accounts)
        return (booking,), then if then.open_tables else self.first_round(now.dealer + 1)


@pytest.fixture(autouse=True, scope="module")
def _registry() -> Iterator[None]:
    """Register the policies above for the tests of this file, and only for them."""
    before = dict(policies._POLICIES), dict(policies._NAMES)
    register_policy("odd", OddLedger, PolicyKind.LEDGER)
    register_policy("odd.scoring", OddScoring, PolicyKind.SCORING)
    register_policy("two-tables", TwoTables, PolicyKind.SEATING)
    yield
    for table, old in zip((policies._POLICIES, policies._NAMES), before, strict=True):
        table.clear()  # type: ignore[attr-defined]
        table.update(old)  # type: ignore[attr-defined]


def with_scoring(policy: object) -> Rules:
    """Return rules with a scoring."""
    return Rules(scoring=policy)  # type: ignore[arg-type]


def with_ledger(ledger: object) -> Rules:
    """Return rules with a ledger under a composed scoring."""
    return with_scoring(Scoring(Pricing(), ledger))  # type: ignore[arg-type]


ODD_RULES = [
    with_ledger(OddLedger()),
    with_ledger(OddLedger(base=StandardLedger(target=7, shutout=Flat(3)), gin_bonus=9, steps=(1, -2, 3))),
    with_ledger(OddLedger(words=("a", "b c", "none", "1", "x, y", '"', "[", " # ", ""), motto="true")),
    with_ledger(OddLedger(motto="two words, # and = [more]\n\\")),
    with_scoring(OddScoring()),
    with_scoring(OddScoring(most=3, base=StandardScoring(target=7))),
]


@pytest.mark.parametrize("rules", ODD_RULES)
def test_rules_of_third_parties_come_back(rules: Rules) -> None:
    """Registered policies are stored with all their knobs, in text and in JSON."""
    deal = Deal.start(rules, DECK)
    for record in (to_text(deal), to_json(deal)):
        assert replay(record) == deal
    assert rules_from_json(rules_to_json(rules)) == rules


def test_a_knob_of_two_parts_says_whose_it_is() -> None:
    """Where pricing and ledger both have a knob of one name, each has its prefix in text."""
    text = to_text(Deal.start(ODD_RULES[1], DECK))
    for line in ("pricing.gin_bonus = 20", "ledger.gin_bonus = 9", "steps = [1, -2, 3]", "base.target = 7"):
        assert f"\n{line}\n" in text
    assert "\ngin_bonus" not in text
    by_hand = text.replace("base.shutout.points = 3", "base.shutout.points = 4")
    assert replay(by_hand).rules != ODD_RULES[1]


def test_prefixes_may_be_written_where_they_are_not_needed() -> None:
    """A knob may always be written below the part that owns it."""
    lines = "[rules]\nscoring = composed\npricing = standard\npricing.gin_bonus = 25\nledger = standard\n"
    text = to_text(Deal.start(Rules(), DECK))
    head, _, rest = text.partition("[rules]")
    deal = rest.partition("[deal]")[2]
    again = replay(f"{head}{lines}ledger.target = 150\n[deal]{deal}")
    assert again.rules == Rules().replace(gin_bonus=25, target=150)


def test_a_list_of_policies_has_a_form_in_json_only() -> None:
    """Text refuses what its lines cannot say."""
    deal = Deal.start(with_ledger(OddLedger(mixed=(Flat(3), Flat(4)))), DECK)
    with pytest.raises(RecordError, match="no form in text"):
        to_text(deal)
    assert replay(to_json(deal)) == deal


def test_what_is_not_registered_is_neither_written_nor_read() -> None:
    """The names in a file are looked up in the registry, whatever they are."""
    with pytest.raises(RecordError, match="Unregistered has no name in records"):
        to_text(Deal.start(with_ledger(Unregistered()), DECK))
    knobs = rules_to_json(presets.CLASSIC)
    for name in ("os.system", "ginrules.scoring:Pricing", "ledger", "hollywod"):
        knobs["scoring"]["pricing"] = name
        with pytest.raises(RecordError, match="no pricing policy is called"):
            rules_from_json(knobs)


def test_a_policy_of_another_kind_does_not_fit() -> None:
    """A part belongs to the knob that has it."""
    register_policy("nothing", Nothing, PolicyKind.PART)
    knobs = rules_to_json(presets.CLASSIC)
    knobs["scoring"]["ledger"]["shutout"] = "nothing"
    with pytest.raises(RecordError, match=r"\$.scoring.ledger.shutout: 'nothing' does not belong here"):
        rules_from_json(knobs)
    knobs["scoring"]["ledger"]["shutout"] = {"points": 3}
    with pytest.raises(RecordError, match=r"the name of the part policy is missing"):
        rules_from_json(knobs)


@pytest.mark.parametrize("name", ["", "Odd", "none", "true", "1odd", "od d", "odd!", "-odd"])
def test_names_of_policies_are_plain(name: str) -> None:
    """A name can stand on a line as it is."""
    with pytest.raises(RulesError, match="will not do as a name"):
        register_policy(name, OddLedger, PolicyKind.LEDGER)


def test_a_name_means_one_policy() -> None:
    """Nobody takes the name of another, or gives a policy two; the same again does nothing."""
    register_policy("odd", OddLedger, PolicyKind.LEDGER)
    with pytest.raises(RulesError, match="another ledger policy is called 'standard'"):
        register_policy("standard", OddLedger, PolicyKind.LEDGER)
    with pytest.raises(RulesError, match="OddLedger is called 'odd' already"):
        register_policy("strange", OddLedger, PolicyKind.LEDGER)
    with pytest.raises(RulesError, match="is no attrs class"):
        register_policy("strange", int, PolicyKind.LEDGER)
    assert policy_named("odd", PolicyKind.LEDGER) is OddLedger


def test_every_policy_of_the_library_is_registered() -> None:
    """Each preset can be stored, and every ledger and seating that is exported has its name."""
    for name in presets.names():
        rules = presets.get(name)
        assert replay(to_text(Deal.start(rules, shuffled_deck(random.Random(1), rules.deck)))).rules is rules
    named = {policy for kind in PolicyKind for policy in policies_of(kind).values()}
    exported = {getattr(scoring, name) for name in scoring.__all__ if name.endswith("Ledger") and name != "Ledger"}
    assert exported <= named
    assert TwoPlayers in named


def test_a_match_with_another_seating_comes_back() -> None:
    """The seating is stored by name, and every entry with its table."""
    match = Match.start(presets.CLASSIC.replace(seating=TwoTables(rounds=3)), names=tuple("abcd"), dealer=1)
    result = DealResult(ending=Ending.GIN, knocker=1, deadwood=(23, 0))
    for table in (1, 0, 0):
        match = match.enter(result, table=table)
    open_deal = match.new_deal(DECK)
    for record in (to_text(match, open_deal=open_deal), to_json(match, open_deal=open_deal)):
        again = read(record)
        assert again.content == match
        assert again.open_deal == open_deal
    assert "seating = two-tables\nrounds = 3\n" in to_text(match)
    assert "\nresult: gin 1 23 0; table 1\n" in to_text(match)


def test_an_open_deal_needs_one_open_table() -> None:
    """Where two deals are open, it has to be said which one is stored."""
    match = Match.start(presets.CLASSIC.replace(seating=TwoTables()), names=tuple("abcd"), dealer=1)
    with pytest.raises(RecordError, match="several deals are open; expected the deals by table, 0 or 1"):
        to_text(match, open_deal=match.new_deal(DECK, table=0))
