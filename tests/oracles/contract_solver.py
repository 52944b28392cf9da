"""Oracle for the two-deck contract: written from the rule text alone, by trying everything. It imports no library.

Cards are texts: ``Qh``, and ``*`` for a joker. A hand is any list of them. A set is ``("set", rank, 0, cards)``, a
run ``("run", suit, number of its lowest card, cards)``, numbers 1 to 14 with a low ace at 1 and a high ace at 14;
a joker in a run stands for the card of its place. A place of a contract is ``("set", 3)`` or ``("run", 4)``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKER = "*"

Cards = tuple[str, ...]
AnyMeld = tuple[str, str, int, Cards]
Place = tuple[str, int]


def price(card: str, joker: int = 25) -> int:
    """Return what a card left costs: joker 25, ace 15, ten to king 10, others their number."""
    if card == JOKER:
        return joker
    return 15 if card[0] == "A" else min(10, RANKS.index(card[0]) + 1)


def name_at(suit: str, number: int) -> str:
    """Return the card of a suit at a number from 1 to 14."""
    return RANKS[(number - 1) % 13] + suit


def without(hand: Cards, cards: Sequence[str]) -> Cards:
    """Return the hand without these cards."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def all_sets(hand: Cards, least: int, naturals: int) -> set[AnyMeld]:
    """Return every set that the hand can lay of at least so many cards."""
    jokers = hand.count(JOKER)
    found: set[AnyMeld] = set()
    for rank in RANKS:
        cards = sorted(card for card in hand if card[0] == rank)
        for number in range(naturals, len(cards) + 1):
            for chosen in combinations(cards, number):
                for wild in range(jokers + 1):
                    if number + wild >= least:
                        found.add(("set", rank, 0, chosen + (JOKER,) * wild))
    return found


def all_runs(hand: Cards, least: int, naturals: int, top: int) -> set[AnyMeld]:
    """Return every run that the hand can lay of at least so many cards."""
    found: set[AnyMeld] = set()
    for suit in SUITS:
        for low in range(1, top + 1):
            rows: list[tuple[str, ...]] = [()]
            for number in range(low, min(top, low + 12) + 1):
                card = name_at(suit, number)
                longer = [(*row, JOKER) for row in rows if row.count(JOKER) < hand.count(JOKER)]
                if card in hand:
                    longer += [(*row, card) for row in rows]
                rows = longer
                found.update(
                    ("run", suit, low, row)
                    for row in rows
                    if len(row) >= least and len(row) - row.count(JOKER) >= naturals
                )
    return found


def are_one_run(one: AnyMeld, other: AnyMeld) -> bool:
    """Return whether two melds are runs of a suit that adjoin exactly and would be one run of 13 at most."""
    if one[0] != "run" or other[0] != "run" or one[1] != other[1]:
        return False
    first, second = sorted([one, other], key=lambda run: run[2])
    return first[2] + len(first[-1]) == second[2] and len(first[-1]) + len(second[-1]) <= 13


def all_layings(
    hand: Cards, places: Sequence[Place], naturals: int = 1, top: int = 14
) -> set[tuple[AnyMeld, ...]]:
    """Return every collection of melds, sorted, that fills the places from the hand."""
    found: set[tuple[AnyMeld, ...]] = set()
    for melds in _fillings(tuple(sorted(hand)), tuple(places), naturals, top, ()):
        found.add(tuple(sorted(melds)))
    return found


def _fillings(
    hand: Cards, places: tuple[Place, ...], naturals: int, top: int, laid: tuple[AnyMeld, ...]
) -> Iterator[tuple[AnyMeld, ...]]:
    if not places:
        yield laid
        return
    kind, least = places[0]
    melds: set[AnyMeld] = (
        all_sets(hand, least, naturals) if kind == "set" else all_runs(hand, least, naturals, top)
    )
    for meld in sorted(melds):
        if any(are_one_run(meld, other) for other in laid):
            continue
        rest = without(hand, meld[-1])
        yield from _fillings(rest, places[1:], naturals, top, (*laid, meld))


def can_lay(hand: Cards, places: Sequence[Place], naturals: int = 1, top: int = 14) -> bool:
    """Return whether the places can be filled."""
    return fewest_jokers(hand, places, naturals, top, hand.count(JOKER)) is not None


def can_sweep(hand: Cards, places: Sequence[Place], naturals: int = 1, top: int = 14) -> bool:
    """Return whether the places can be filled with every card of the hand."""
    dead: set[tuple[Cards, int, tuple[AnyMeld, ...]]] = set()

    def go_on(rest: Cards, at: int, laid: tuple[AnyMeld, ...]) -> bool:
        if at == len(places):
            return not rest
        runs = tuple(sorted(meld for meld in laid if meld[0] == "run"))
        key = (rest, at, runs)
        if key in dead:
            return False
        kind, least = places[at]
        melds: set[AnyMeld] = (
            all_sets(rest, least, naturals) if kind == "set" else all_runs(rest, least, naturals, top)
        )
        for meld in melds:
            if not any(are_one_run(meld, other) for other in laid) and go_on(
                without(rest, meld[-1]), at + 1, (*laid, meld)
            ):
                return True
        dead.add(key)
        return False

    return go_on(tuple(sorted(hand)), 0, ())


def fewest_jokers(
    hand: Cards, places: Sequence[Place], naturals: int = 1, top: int = 14, most: int = 60
) -> int | None:
    """Return the fewest jokers with which the places can be filled, however many are held; None beyond *most*.

    A set longer than asked for is never needed, a run may be.
    """
    best = [most + 1]

    def melds(rest: Cards, kind: str, least: int, wild: int) -> list[tuple[int, AnyMeld]]:
        found: list[tuple[int, AnyMeld]] = []
        if kind == "set":
            for rank in RANKS:
                cards = sorted(card for card in rest if card[0] == rank)
                for number in range(naturals, min(least, len(cards)) + 1):
                    wild_cards = (JOKER,) * (least - number)
                    found.extend(
                        (least - number, ("set", rank, 0, chosen + wild_cards))
                        for chosen in set(combinations(cards, number))
                    )
        else:
            full = (*rest, *(JOKER,) * wild)
            found = [(run[3].count(JOKER), run) for run in all_runs(full, least, naturals, top)]
        return sorted(found)

    def go_on(rest: Cards, at: int, used: int, laid: tuple[AnyMeld, ...]) -> None:
        if at == len(places):
            best[0] = min(best[0], used)
            return
        kind, least = places[at]
        for wild, meld in melds(rest, kind, least, min(13, best[0] - 1 - used)):
            if used + wild >= best[0]:
                return
            if any(are_one_run(meld, other) for other in laid):
                continue
            go_on(without(rest, [card for card in meld[-1] if card != JOKER]), at + 1, used + wild, (*laid, meld))

    go_on(tuple(sorted(card for card in hand if card != JOKER)), 0, 0, ())
    return best[0] if best[0] <= most else None


def best_left(  # noqa: C901  a plain search, in one place
    hand: Cards,
    places: Sequence[Place],
    table: Sequence[AnyMeld],
    *,
    build: bool = True,
    keep: int = 1,
    barred: Sequence[str] = (),
    naturals: int = 1,
    top: int = 14,
    joker: int = 25,
) -> tuple[int, int] | None:
    """Return the fewest points that can be left after laying, building and discarding, and then the fewest cards.

    *keep* cards at least are not laid. Whoever has a card left discards one, which may not be a barred one.
    """
    ends: dict[tuple[Cards, tuple[AnyMeld, ...]], tuple[int, int] | None] = {}

    def after_discard(rest: Cards) -> tuple[int, int] | None:
        if not rest and keep == 0:
            return 0, 0
        allowed = [card for card in rest if card not in barred]
        if len(rest) < keep or not allowed:
            return None
        total = sum(price(card, joker) for card in rest)
        return min(total - price(card, joker) for card in allowed), len(rest) - 1

    def build_on(rest: Cards, melds: tuple[AnyMeld, ...]) -> tuple[int, int] | None:
        key = (rest, melds)
        if key not in ends:
            found = [after_discard(rest)]
            if build:
                for number, meld in enumerate(melds):
                    for card in sorted(set(rest)):
                        for longer in grown(meld, card, top):
                            others = (*melds[:number], longer, *melds[number + 1 :])
                            found.append(build_on(without(rest, [card]), tuple(sorted(others))))
            ends[key] = min((each for each in found if each is not None), default=None)
        return ends[key]

    best: tuple[int, int] | None = None
    whole = tuple(sorted(hand))
    for melds in all_layings(whole, places, naturals, top) if places else {()}:
        rest = whole
        for meld in melds:
            rest = without(rest, meld[-1])
        lying = tuple(sorted(map(outline, (*melds, *table))))
        value = build_on(rest, lying)
        if value is not None and (best is None or value < best):
            best = value
    return best


def outline(meld: AnyMeld) -> AnyMeld:
    """Return a meld with what matters for building only: of a set its rank, of a run its place and length."""
    if meld[0] == "set":
        return ("set", meld[1], 0, ())
    return ("run", meld[1], meld[2], ("?",) * len(meld[-1]))


def grown(meld: AnyMeld, card: str, top: int = 14) -> Iterator[AnyMeld]:
    """Yield the outlines of a meld with this card built on it."""
    if meld[0] == "set":
        if card == JOKER or card[0] == meld[1]:
            yield meld
        return
    suit, low, length = meld[1], meld[2], len(meld[-1])
    if length == 13:
        return
    if low > 1 and card in (JOKER, name_at(suit, low - 1)):
        yield ("run", suit, low - 1, ("?",) * (length + 1))
    if low + length <= top and card in (JOKER, name_at(suit, low + length)):
        yield ("run", suit, low, ("?",) * (length + 1))


def fault(  # noqa: C901, PLR0911  a flat list of things that can be wrong
    hand: Cards,
    places: Sequence[Place],
    melds: Sequence[AnyMeld],
    naturals: int = 1,
    top: int = 14,
) -> str:
    """Return what is wrong with laying these melds from this hand; nothing if it is right."""
    used = Counter(card for meld in melds for card in meld[-1])
    if used - Counter(hand):
        return f"cards not held: {used - Counter(hand)}"
    for kind in ("set", "run"):
        lengths = sorted((len(meld[-1]) for meld in melds if meld[0] == kind), reverse=True)
        leasts = sorted((least for what, least in places if what == kind), reverse=True)
        if len(lengths) != len(leasts) or any(a < b for a, b in zip(lengths, leasts, strict=True)):
            return f"{kind}s of {lengths} where {leasts} are asked for"
    for number, meld in enumerate(melds):
        cards = meld[-1]
        if len(cards) - cards.count(JOKER) < naturals:
            return f"too few natural cards: {meld}"
        if meld[0] == "set" and any(card not in (JOKER, meld[1] + card[-1]) for card in cards):
            return f"no set: {meld}"
        if meld[0] == "run":
            low = meld[2]
            if low < 1 or low + len(cards) - 1 > top or len(cards) > 13:
                return f"no run: {meld}"
            if any(card not in (JOKER, name_at(meld[1], low + at)) for at, card in enumerate(cards)):
                return f"no run: {meld}"
        if any(are_one_run(meld, other) for other in melds[:number]):
            return f"one run: {meld}"
    return ""


def random_hand(
    rng: Random, size: int, *, jokers: int = 0, band: int = 6, suits: int = 4, decks: int = 2
) -> Cards:
    """Return cards of neighboring ranks and few suits, where melds are many, and so many jokers."""
    start = rng.randrange(13)
    ranks = [RANKS[(start + at) % 13] for at in range(band)]
    deck = [rank + suit for rank in ranks for suit in rng.sample(SUITS, suits)] * decks
    naturals = rng.sample(deck, min(len(deck), max(0, size - jokers)))
    return (*naturals, *(JOKER,) * min(jokers, size))


def made_hand(
    rng: Random, places: Sequence[Place], *, extra: int, jokers: int, suits: int = 2, band: int = 6
) -> Cards:
    """Return the cards of such melds, close together, and some beside them; as many as *jokers* are jokers."""
    start = rng.randint(1, 14 - band)
    chosen = rng.sample(SUITS, suits)
    cards: list[str] = []
    for kind, least in places:
        if kind == "set":
            rank = RANKS[start + rng.randrange(band) - 1]
            cards += [rank + rng.choice(chosen) for _ in range(least)]
        else:
            low = min(max(1, start + rng.randrange(band) - 1), 15 - least)
            suit = rng.choice(chosen)
            cards += [name_at(suit, low + at) for at in range(least)]
    cards += [name_at(rng.choice(chosen), start + rng.randrange(band)) for _ in range(extra)]
    rng.shuffle(cards)
    return (*cards[jokers:], *(JOKER,) * jokers)
