"""Ask the contract solver and its oracle the same questions and report where their answers differ.

The tests compare some hundreds of hands; the command compares as many as one likes::

    PYTHONPATH=tests python -m oracles.compare_contract --hands 5000 --seed 1

Hands are of neighboring ranks and few suits, with copies and jokers, so that many melds compete for
the same cards.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import attrs

from ginrules import Aces, Card
from ginrules.contract import Contract, Hand, Meld, Place, Rules, parse_card, solver
from ginrules.melds import MeldKind
from oracles import contract_solver as oracle

SHOWN = 10
CONTRACTS: tuple[tuple[oracle.Place, ...], ...] = (
    (("set", 3),),
    (("run", 4),),
    (("set", 3), ("set", 3)),
    (("set", 3), ("run", 4)),
    (("run", 4), ("run", 4)),
    (("run", 3), ("run", 3)),
    (("run", 3), ("run", 4)),
    (("set", 3), ("set", 4)),
    (("set", 3), ("run", 3)),
    (("run", 3), ("run", 3), ("run", 3)),
    (("set", 3), ("run", 3), ("run", 3)),
    (("set", 3), ("set", 3), ("run", 3)),
    (("set", 3), ("set", 3), ("set", 3)),
)


@attrs.frozen(kw_only=True)
class Question:
    """A hand, a contract, a table and the rules, in the words of the oracle."""

    hand: oracle.Cards
    places: tuple[oracle.Place, ...]
    table: tuple[oracle.AnyMeld, ...] = ()
    naturals: int = 1
    top: int = 14
    joker: int = 25
    keep: int = 1
    build: bool = True
    barred: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules in the words of the library; runs of three are allowed so that small hands have some."""
        return Rules(
            contracts=(Contract((Place(MeldKind.SET),)),),
            min_run=3,
            min_naturals=self.naturals,
            aces=Aces.LOW if self.top == 13 else Aces.HIGH_OR_LOW,
            joker_points=self.joker,
        )

    @property
    def contract(self) -> Contract:
        """The contract in the words of the library."""
        return Contract([Place(MeldKind(kind), least) for kind, least in self.places])

    @property
    def cards(self) -> Hand:
        """The hand in the words of the library."""
        return Hand.of(map(parse_card, self.hand))


def meld_of(meld: oracle.AnyMeld) -> Meld:
    """Return a meld of the oracle in the words of the library."""
    if meld[0] == "set":
        return Meld.of_set(map(parse_card, meld[-1]))
    low = meld[2]
    natural = next(card for card in meld[-1] if card != oracle.JOKER)
    suit = Card.parse(natural).suit
    wild = [low + at for at, card in enumerate(meld[-1]) if card == oracle.JOKER]
    return Meld.of_run(suit, low, len(meld[-1]), jokers=wild)


def of_oracle(meld: Meld) -> oracle.AnyMeld:
    """Return a meld of the library in the words of the oracle."""
    cards = tuple(map(str, meld.cards))
    if meld.kind is MeldKind.SET:
        assert meld.rank is not None
        return ("set", meld.rank.letter, 0, cards)
    assert meld.suit is not None
    return ("run", meld.suit.letter, meld.low, cards)


def check_fewest(question: Question) -> str:
    """Compare whether the contract can be laid, and how many jokers are missing."""
    right = oracle.fewest_jokers(question.hand, question.places, question.naturals, question.top)
    wanted = None if right is None else max(0, right - question.hand.count(oracle.JOKER))
    found = solver.missing(question.cards, question.contract, rules=question.rules)
    can = solver.can_lay(question.cards, question.contract, rules=question.rules)
    if found != wanted or can != (wanted == 0):
        return f"missing {found}, can be laid {can}; the oracle says {wanted} missing"
    return ""


def check_sweep(question: Question) -> str:
    """Compare whether all cards can go out, and check how."""
    right = oracle.can_sweep(question.hand, question.places, question.naturals, question.top)
    melds = solver.sweep(question.cards, question.contract, rules=question.rules)
    if (melds is not None) != right:
        return f"sweep {melds}; the oracle says {right}"
    if melds is None:
        return ""
    if sum(map(len, melds)) != len(question.hand):
        return f"a sweep that leaves cards: {melds}"
    raw = [of_oracle(meld) for meld in melds]
    return oracle.fault(question.hand, question.places, raw, question.naturals, question.top)


def check_best(question: Question) -> str:
    """Compare what is left at best after laying, building and discarding, and play the plan through."""
    right = oracle.best_left(
        question.hand,
        question.places,
        question.table,
        build=question.build,
        keep=question.keep,
        barred=question.barred,
        naturals=question.naturals,
        top=question.top,
        joker=question.joker,
    )
    table = tuple(map(meld_of, question.table))
    barred = [parse_card(card) for card in question.barred]
    if question.places:
        plan = solver.best_laying(
            question.cards,
            question.contract,
            table,
            rules=question.rules,
            build=question.build,
            keep=question.keep,
            barred=barred,
        )
    else:
        plan = solver.best_builds(question.cards, table, rules=question.rules, keep=question.keep, barred=barred)
    found = None if plan is None else (plan.points, len(plan.left))
    if found != right:
        return f"left {found}; the oracle says {right}"
    return "" if plan is None else play_through(question, plan, table)


def play_through(question: Question, plan: solver.LayPlan, table: tuple[Meld, ...]) -> str:
    """Return what is wrong when the plan is played card by card; nothing if it is right."""
    raw = [of_oracle(meld) for meld in plan.melds]
    wrong = oracle.fault(question.hand, question.places, raw, question.naturals, question.top)
    if wrong:
        return wrong
    hand = question.cards
    for meld in plan.melds:
        hand -= meld.hand
    lying = [*table, *plan.melds]
    for build in plan.builds:
        if not question.build:
            return "a build where none is allowed"
        hand = hand.remove(build.card)
        lying[build.meld] = lying[build.meld].build(build.card, build.end, aces=question.rules.aces)
    if len(hand) < question.keep:
        return f"keeps {len(hand)} cards"
    if plan.discard is not None:
        if str(plan.discard) in question.barred:
            return "a discard that is barred"
        hand = hand.remove(plan.discard)
    elif hand:
        return "no discard"
    return "" if hand == plan.left else f"{hand} is left, not {plan.left}"


def check_layings(question: Question) -> str:
    """Compare every way to lay the contract, and that those that matter are among them."""
    right = oracle.all_layings(question.hand, question.places, question.naturals, question.top)
    found = [
        tuple(sorted(map(of_oracle, melds)))
        for melds in solver.layings(question.cards, question.contract, rules=question.rules, every=True)
    ]
    if len(set(found)) != len(found):
        return "a way comes twice"
    if set(found) != right:
        return f"{len(found)} ways, the oracle has {len(right)}"
    for build in (True, False):
        mattering = [
            tuple(sorted(map(of_oracle, melds)))
            for melds in solver.layings(question.cards, question.contract, rules=question.rules, build=build)
        ]
        if (
            len(set(mattering)) != len(mattering)
            or not right.issuperset(mattering)
            or bool(mattering) != bool(right)
        ):
            return f"of {len(right)} ways these matter: {mattering}"
        wanted = {way for way in right if _matters(question, way, right, build=build)}
        if set(mattering) != wanted:
            return f"with build {build}: {len(mattering)} ways matter, the oracle has {len(wanted)}"
    return ""


def _matters(
    question: Question, way: tuple[oracle.AnyMeld, ...], right: set[tuple[oracle.AnyMeld, ...]], *, build: bool
) -> bool:
    """Return whether no joker could be exchanged, and, with building, no meld could be shorter."""
    rest = question.hand
    for meld in way:
        rest = oracle.without(rest, meld[-1])
    for number, meld in enumerate(way):
        cards = meld[-1]
        for at, card in enumerate(cards):
            if card != oracle.JOKER:
                continue
            if meld[0] == "set" and any(other[0] == meld[1] for other in rest):
                return False
            if meld[0] == "run" and oracle.name_at(meld[1], meld[2] + at) in rest:
                return False
        if not build:
            continue
        others = (*way[:number], *way[number + 1 :])
        shorter: list[oracle.AnyMeld] = []
        if meld[0] == "set":
            shorter = [("set", meld[1], 0, cards[:at] + cards[at + 1 :]) for at in range(len(cards))]
        else:
            shorter = [
                ("run", meld[1], meld[2] + begin, cards[begin:end])
                for begin in range(len(cards))
                for end in range(begin + 1, len(cards) + 1)
                if end - begin < len(cards)
            ]
        if any(tuple(sorted((*others, part))) in right for part in shorter):
            return False
    return True


Check = Callable[[Question], str]
KINDS: dict[str, Check] = {
    "fewest": check_fewest,
    "sweep": check_sweep,
    "best": check_best,
    "builds": check_best,
    "layings": check_layings,
}
_SIZES = {"fewest": (4, 12), "sweep": (6, 12), "best": (6, 10), "builds": (2, 8), "layings": (5, 9)}
_JOKERS = {
    "fewest": (0, 0, 0, 1, 1, 2, 3, 4),
    "sweep": (0, 0, 1, 1, 2, 3, 4),
    "best": (0, 0, 1, 1, 2),
    "builds": (0, 1, 2, 3),
    "layings": (0, 0, 1, 1, 2),
}


def questions(kind: str, count: int, rng: Random) -> Iterator[Question]:
    """Yield so many questions of a kind."""
    least, most = _SIZES[kind]
    for _ in range(count):
        jokers = rng.choice(_JOKERS[kind])
        size = rng.randint(least, most)
        places = rng.choice(CONTRACTS)
        if jokers + size > 10 and kind in ("best", "layings"):
            size = 10 - jokers
        hand = oracle.random_hand(
            rng,
            size,
            jokers=jokers,
            band=rng.randint(4, 8),
            suits=rng.choice((1, 1, 2, 2, 3, 4)),
            decks=rng.choice((1, 2, 2, 3)),
        )
        if rng.random() < 0.7:
            extra = rng.randint(0, 1 if kind == "sweep" else 3)
            asked = sum(length for _, length in places)
            extra = max(0, min(extra, most - asked)) if kind != "fewest" else extra
            hand = oracle.made_hand(
                rng,
                places,
                extra=extra,
                jokers=min(jokers, asked - 1),
                suits=rng.randint(1, 4),
                band=rng.randint(4, 9),
            )
        naturals = rng.choice((1, 1, 1, 1, 2, 3))
        top = rng.choice((14, 14, 13))
        question = Question(hand=hand, places=places, naturals=naturals, top=top)
        if kind in ("best", "builds"):
            question = attrs.evolve(
                question,
                places=places if kind == "best" else (),
                table=_table(rng, hand, top, naturals, most=2 if kind == "best" else 3),
                joker=rng.choice((25, 25, 50, 3)),
                keep=rng.choice((1, 1, 1, 0, 2)),
                build=kind == "builds" or rng.random() < 0.8,
                barred=tuple(rng.sample(hand, min(len(hand), rng.choice((0, 0, 1, 2))))),
            )
        yield question


def _table(rng: Random, hand: oracle.Cards, top: int, naturals: int, *, most: int) -> tuple[oracle.AnyMeld, ...]:
    """Return melds of others, near the cards of the hand."""
    melds: list[oracle.AnyMeld] = []
    for _ in range(rng.randint(0, most)):
        near = rng.choice([card for card in hand if card != oracle.JOKER] or ["7h"])
        if rng.random() < 0.3:
            melds.append(("set", near[0], 0, tuple(near[0] + suit for suit in "cdh")))
            continue
        length = rng.choice((3, 3, 4, 5, 6, 11, 12))
        number = oracle.RANKS.index(near[0]) + 1
        low = min(max(1, number + rng.randint(-length - 1, 2)), top - length + 1)
        melds.append(("run", near[1], low, tuple(oracle.name_at(near[1], low + at) for at in range(length))))
    return tuple(melds)


@attrs.define
class Tally:
    """How the solver did on one kind of question."""

    kind: str
    asked: int = 0
    positive: int = 0
    """Of how many hands there was something to lay."""
    differences: list[str] = attrs.Factory(list)


def compare(kind: str, asked: Iterator[Question]) -> Tally:
    """Ask both and tell the differences."""
    tally = Tally(kind)
    for question in asked:
        tally.asked += 1
        tally.positive += not question.places or solver.can_lay(
            question.cards, question.contract, rules=question.rules
        )
        wrong = KINDS[kind](question)
        if wrong:
            tally.differences.append(f"{kind} of {' '.join(question.hand)}: {wrong}; {question}")
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print a table; return 1 if there was any difference."""
    parser = argparse.ArgumentParser(
        prog="python -m oracles.compare_contract", description=__doc__.split("\n\n")[0]
    )
    parser.add_argument("--hands", type=int, default=1_000, help="hands of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=list(KINDS), action="append", help="default: every kind")
    chosen = parser.parse_args(arguments)
    found: list[str] = []
    _print(f"{'kind':10}{'hands':>8}{'can lay':>9}{'differences':>13}{'seconds':>9}")
    for kind in chosen.kind or KINDS:
        begun = time.perf_counter()
        tally = compare(kind, questions(kind, chosen.hands, Random(f"{chosen.seed} {kind}")))
        seconds = time.perf_counter() - begun
        found += tally.differences
        _print(f"{kind:10}{tally.asked:8,}{tally.positive:9,}{len(tally.differences):13,}{seconds:9.1f}")
    for difference in found[:SHOWN]:
        _print(difference)
    return 1 if found else 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
