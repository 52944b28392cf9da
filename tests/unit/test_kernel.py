"""The kernel's functions, on each kernel: ints in, ints out."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from types import ModuleType

import pytest
from kernels import KERNELS, code, table
from oracles import solver as oracle

from ginrules import Aces, Hand

SUIT = (1 << 13) - 1
RULES = [(aces, ace_pips) for aces in Aces for ace_pips in (1, 15)]
WIDE = 5
"""So many contested ranks make the kernel sweep rather than branch."""

every_rule = pytest.mark.parametrize(("aces", "ace_pips"), RULES)


def cards_of(mask: int) -> list[str]:
    """Return the cards of a mask in the words of the oracle."""
    return [card for index, card in enumerate(oracle.DECK) if mask >> index & 1]


def mask_of(cards: list[str]) -> int:
    """Return the mask of the oracle's cards."""
    return oracle.mask_of(frozenset(cards))


def band(rng: random.Random, ranks: int, cards: int) -> int:
    """Return a hand from so many neighbouring ranks, which may go over the king to the ace."""
    lowest = rng.randrange(13)
    source = [card for index, card in enumerate(oracle.DECK) if (index % 13 - lowest) % 13 < ranks]
    return mask_of(rng.sample(source, cards))


def some_hands(rng: random.Random, count: int, sizes: range) -> Iterator[int]:
    """Yield hands of these sizes, uniform and from bands in turn."""
    for number in range(count):
        cards = rng.choice(sizes)
        if number % 2:
            yield mask_of(rng.sample(oracle.DECK, cards))
        else:
            yield band(rng, max(5, -(-cards // 3)), cards)


def contested(hand: int, aces: Aces) -> int:
    """Count the ranks held three or four times of which a card could be part of a run."""
    in_runs = {
        card for meld in oracle.all_melds(cards_of(hand), aces.value) if not oracle.is_set(meld) for card in meld
    }
    ranks = [card[0] for card in cards_of(hand)]
    return len({card[0] for card in in_runs if ranks.count(card[0]) >= 3})


def by_branching(kernel: ModuleType, hand: int, rules: bytes) -> int:
    """Return the least deadwood found by trying every set in every rank, without any short cut."""
    found: int = kernel._branch(
        hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39, SUIT & ranks_of_sets(hand), hand, rules
    )
    return found


def ranks_of_sets(hand: int) -> int:
    """Return the ranks held three or four times as a suit mask."""
    ranks = [card[0] for card in cards_of(hand)]
    return sum(1 << at for at, rank in enumerate(oracle.RANKS) if ranks.count(rank) >= 3)


# --- tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aces", "number"), [(Aces.LOW, 66), (Aces.HIGH_OR_LOW, 76), (Aces.ROUND_THE_CORNER, 131)]
)
def test_runs_are_those_of_one_suit(kernel: ModuleType, aces: Aces, number: int) -> None:
    """The runs are those that the oracle finds in the clubs, ascending."""
    right = sorted(
        oracle.mask_of(meld)
        for meld in oracle.melds_of_the_deck(aces.value)
        if not oracle.is_set(meld) and {card[1] for card in meld} == {"c"}
    )
    assert kernel.runs(code(kernel, aces)) == right
    assert len(right) == number


@every_rule
def test_a_table_knows_the_deadwood_of_one_suit(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """For some suit masks the table has the least deadwood that the oracle finds, and then the rules."""
    rules = table(kernel, aces, ace_pips)
    rng = random.Random(f"table {aces.value} {ace_pips}")
    for mask in [0, SUIT, *(rng.randrange(8192) for _ in range(150))]:
        assert rules[mask] == oracle.least_deadwood(cards_of(mask), aces.value, ace_pips)
    assert len(rules) == kernel.TABLE_SIZE
    assert list(rules[8192:]) == [code(kernel, aces), ace_pips]


@pytest.mark.parametrize("aces", Aces)
@pytest.mark.parametrize("ace_pips", [1, 40])
def test_a_table_obeys_its_recursion(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """In all 8,192 suit masks the lowest card is loose or in one of its runs, whichever leaves less."""
    rules = table(kernel, aces, ace_pips)
    runs = kernel.runs(code(kernel, aces))
    pips = [ace_pips, *range(2, 11), 10, 10, 10]
    for mask in range(1, 8192):
        lowest = mask & -mask
        loose = rules[mask ^ lowest] + pips[lowest.bit_length() - 1]
        in_runs = [rules[mask ^ run] for run in runs if run & lowest and run & mask == run]
        assert rules[mask] == min([loose, *in_runs])


# --- one hand -----------------------------------------------------------------------------------------------


@every_rule
def test_sweep_and_branching_agree_with_the_oracle(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """For hands of up to 13 cards the sweep, branching and the kernel's choice find what the oracle finds."""
    rules = table(kernel, aces, ace_pips)
    rng = random.Random(f"small {aces.value} {ace_pips}")
    for hand in some_hands(rng, 60, range(14)):
        right = oracle.least_deadwood(cards_of(hand), aces.value, ace_pips)
        assert kernel._sweep(hand, rules) == right
        assert by_branching(kernel, hand, rules) == right
        assert kernel.deadwood(hand, rules) == right


@every_rule
def test_sweep_and_branching_agree_on_wide_hands(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """For hands of 13 to 20 cards, with many contested ranks too, the sweep finds what branching finds."""
    rules = table(kernel, aces, ace_pips)
    rng = random.Random(f"wide {aces.value} {ace_pips}")
    wide = 0
    for _ in range(20):
        hand = band(rng, 5, rng.randint(13, 20))
        wide += contested(hand, aces) >= WIDE
        right = by_branching(kernel, hand, rules)
        assert kernel._sweep(hand, rules) == right
        assert kernel.deadwood(hand, rules) == right
    assert wide > 3


@pytest.mark.parametrize("aces", Aces)
def test_the_oracle_agrees_on_hands_wide_enough_to_sweep(kernel: ModuleType, aces: Aces) -> None:
    """On hands of 15 cards in five ranks of three, where the kernel sweeps, the oracle finds the same."""
    rules = table(kernel, aces)
    rng = random.Random(f"sweep {aces.value}")
    for _ in range(2):
        lowest = rng.randrange(9)
        hand = mask_of(
            [rank + suit for rank in oracle.RANKS[lowest : lowest + 5] for suit in rng.sample("cdhs", 3)]
        )
        assert kernel.deadwood(hand, rules) == oracle.least_deadwood(cards_of(hand), aces.value)


@every_rule
def test_hands_of_any_size_obey_the_recursion(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """In hands of any size the lowest card is loose or in one of the oracle's melds, whichever leaves less."""
    rules = table(kernel, aces, ace_pips)
    rng = random.Random(f"recursion {aces.value} {ace_pips}")
    melds = [oracle.mask_of(meld) for meld in oracle.melds_of_the_deck(aces.value)]
    for size in (1, 3, 6, 10, 14, 18, 22, 26, 30):
        hand = mask_of(rng.sample(oracle.DECK, size))
        lowest = hand & -hand
        loose = kernel.deadwood(hand ^ lowest, rules) + oracle.total_pips(cards_of(lowest), ace_pips)
        melded = [kernel.deadwood(hand ^ meld, rules) for meld in melds if meld & lowest and meld & hand == meld]
        assert kernel.deadwood(hand, rules) == min([loose, *melded])


@pytest.mark.parametrize("aces", [Aces.LOW, Aces.ROUND_THE_CORNER])
def test_nearly_whole_decks_obey_the_recursion(kernel: ModuleType, aces: Aces) -> None:
    """In hands of 40 to 48 cards a card is loose or in one of the oracle's melds, whichever leaves less."""
    rules = table(kernel, aces)
    rng = random.Random(f"large {aces.value}")
    melds = [oracle.mask_of(meld) for meld in oracle.melds_of_the_deck(aces.value)]
    for size in (40, 44, 48):
        hand = mask_of(rng.sample(oracle.DECK, size))
        card = mask_of([rng.choice(cards_of(hand))])
        loose = kernel.deadwood(hand ^ card, rules) + oracle.total_pips(cards_of(card))
        fitting = [meld for meld in melds if meld & card and meld & hand == meld]
        assert kernel.deadwood(hand, rules) == min(
            [loose, *(kernel.deadwood(hand ^ meld, rules) for meld in fitting)]
        )


@every_rule
def test_the_whole_deck_and_no_cards_leave_nothing(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """All 52 cards leave nothing, and so does none."""
    rules = table(kernel, aces, ace_pips)
    assert kernel.deadwood(Hand.full().mask, rules) == 0
    assert kernel.deadwood(0, rules) == 0


@every_rule
def test_discards(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """Each discard leaves the deadwood of the smaller hand, in the order of the cards; the least is the least."""
    rules = table(kernel, aces, ace_pips)
    rng = random.Random(f"discards {aces.value} {ace_pips}")
    for hand in [0, *some_hands(rng, 60, range(1, 15))]:
        bits = [1 << index for index in range(52) if hand >> index & 1]
        right = [kernel.deadwood(hand ^ bit, rules) for bit in bits]
        assert kernel.after_discard(hand, rules) == right
        assert kernel.least_after_discard(hand, rules) == min(right, default=0)
        names = [f"card {index}" for index in range(52)]
        by_name = dict(zip([names[bit.bit_length() - 1] for bit in bits], right, strict=True))
        found = kernel.discards(hand, rules, names)
        assert list(found.items()) == list(by_name.items())


@every_rule
def test_every_arrangement_is_found_once(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """The arrangements within a limit are those of the oracle that keep it, each once."""
    rules = table(kernel, aces, ace_pips)
    rng = random.Random(f"arrangements {aces.value} {ace_pips}")
    for hand in some_hands(rng, 30, range(12)):
        cards = cards_of(hand)
        right = {
            tuple(sorted(map(oracle.mask_of, arrangement))): oracle.deadwood_of(cards, arrangement, ace_pips)
            for arrangement in oracle.all_arrangements(cards, aces.value)
        }
        for limit in (-1, 0, 10, min(right.values()), oracle.total_pips(cards, ace_pips)):
            found = [tuple(sorted(chosen)) for chosen in kernel.arrangements(hand, limit, rules)]
            assert len(found) == len(set(found))
            assert set(found) == {chosen for chosen, deadwood in right.items() if deadwood <= limit}


def test_the_search_for_the_best_gives_up_when_told(kernel: ModuleType) -> None:
    """The search for the best arrangement answers (-1,) if it takes more steps than allowed."""
    rules = table(kernel, Aces.LOW)
    hand = Hand.parse("3c 4c 5c 6c 3d 4d 5d 6d 3h 4h 5h 6h").mask
    invites = dict.fromkeys(kernel.melds(hand, kernel.LOW), 0)
    assert kernel.best(hand, rules, invites, 3) == (-1,)
    assert len(kernel.best(hand, rules, invites, 5_000)) >= 3
    assert kernel.best(0, rules, {}, 0) == ()


# --- many hands ---------------------------------------------------------------------------------------------


@every_rule
def test_many_hands_are_solved_as_one(kernel: ModuleType, aces: Aces, ace_pips: int) -> None:
    """Buffers of hands give byte by byte what the calls for one hand give."""
    rules = table(kernel, aces, ace_pips)
    rng = random.Random(f"many {aces.value} {ace_pips}")
    hands = [0, *some_hands(rng, 60, range(1, 15)), 1 << 51]
    buffer = b"".join(hand.to_bytes(8, "little") for hand in hands)
    assert list(kernel.many(buffer, rules)) == [kernel.deadwood(hand, rules) for hand in hands]
    after = kernel.many_after_discard(buffer, rules)
    assert len(after) == 52 * len(hands)
    for number, hand in enumerate(hands):
        left = kernel.discards(hand, rules, list(range(52)))
        assert list(after[52 * number : 52 * number + 52]) == [left.get(index, 255) for index in range(52)]
    assert kernel.many(b"", rules) == kernel.many_after_discard(b"", rules) == b""


def test_a_walk_of_the_census_counts_hands_with_their_multiplicity(kernel: ModuleType) -> None:
    """All walks over hands of one card a suit together count each of the 13**4 hands once, and rightly."""
    rules = table(kernel, Aces.LOW)
    masks = [sorted((1 << rank for rank in range(13)), key=lambda mask: (rules[mask], mask))]
    packed = [b"", b"".join(mask.to_bytes(2, "little") for mask in masks[0])]
    counts = [0] * 256
    for first in masks[0]:
        for pips, hands in enumerate(kernel.census_walk(first, (1, 1, 1, 1), packed, rules)):
            counts[pips] += hands
    right = [0] * 256
    for hand in _one_card_a_suit():
        right[kernel.deadwood(hand, rules)] += 1
    assert counts == right
    assert sum(counts) == 13**4


def _one_card_a_suit() -> Iterator[int]:
    ranks = range(13)
    for c in ranks:
        for d in ranks:
            for h in ranks:
                yield from (1 << c | 1 << 13 + d | 1 << 26 + h | 1 << 39 + s for s in ranks)


# --- both kernels -------------------------------------------------------------------------------------------


def test_the_source_of_the_kernel_knows_no_hash(kernel: ModuleType) -> None:
    """The plain kernel has an empty hash and the compiled one that of its source."""
    is_source = str(kernel.__file__).endswith(".py")
    assert len(kernel.SOURCE_HASH) == (0 if is_source else 64)


@pytest.mark.parametrize(
    "call",
    [
        lambda kernel, hand, rules: kernel.deadwood(hand, rules),
        lambda kernel, hand, rules: kernel.melds(hand, rules[8192]),
        lambda kernel, hand, rules: [*islice(kernel.arrangements(hand, kernel.deadwood(hand, rules), rules), 3)],
    ],
    ids=["deadwood", "melds", "arrangements"],
)
@every_rule
def test_kernels_say_the_same_in_the_same_order(
    call: Callable[[ModuleType, int, bytes], object], aces: Aces, ace_pips: int
) -> None:
    """All kernels answer alike on hands of up to 30 cards, and from equal tables."""
    rng = random.Random(f"alike {aces.value} {ace_pips}")
    hands = [*some_hands(rng, 40, range(20)), mask_of(rng.sample(oracle.DECK, 30))]
    rules = table(KERNELS["python"], aces, ace_pips)
    for kernel in KERNELS.values():
        assert table(kernel, aces, ace_pips) == rules
        for hand in hands:
            assert call(kernel, hand, rules) == call(KERNELS["python"], hand, rules)
