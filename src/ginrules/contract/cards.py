"""Cards of several decks with jokers, and hands that hold some of them more than once.

A card's *kind* is a number: 0 to 51 for a natural card (its ``Card.index``) and 52 for a joker. A hand is how
many it holds of each kind. Both are stable: they never change between releases.
"""

from collections.abc import Iterable, Iterator
from operator import add, le
from typing import ClassVar, Final, TypeAlias, final

import attrs

from ginrules.cards import DECK_SIZE, Card, RandomSource, card_tokens, check_text, read_mask
from ginrules.errors import CardError, NotationError

KINDS: Final = DECK_SIZE + 1
"""The number of kinds: 52 natural cards and the joker."""
JOKER_TEXT: Final = "*"
MAX_COPIES: Final = 255
"""The most cards of one kind that a hand holds."""
_NOTHING: Final = bytes(KINDS)


@final
class Joker:
    """A joker. All jokers are the same object, and it comes after every natural card. Rule: SVENSK-05.

    >>> from ginrules.contract import JOKER
    >>> print(JOKER, JOKER.index)
    * 52
    """

    __slots__ = ()
    index: ClassVar[int] = DECK_SIZE
    """The kind of jokers: 52, after those of the natural cards."""
    _only: ClassVar["Joker"]

    def __new__(cls) -> "Joker":
        """Return the one object."""
        return cls._only

    @property
    def symbol(self) -> str:
        """The joker's sign."""
        return "★"

    def __str__(self) -> str:
        """Return the notation, ``*``."""
        return JOKER_TEXT

    def __repr__(self) -> str:
        """Return an expression that evaluates to the joker."""
        return "JOKER"

    def __lt__(self, other: object) -> bool:
        """Order by kind."""
        return False if isinstance(other, (Card, Joker)) else NotImplemented

    def __le__(self, other: object) -> bool:
        """Order by kind."""
        return isinstance(other, Joker) if isinstance(other, (Card, Joker)) else NotImplemented

    def __gt__(self, other: object) -> bool:
        """Order by kind."""
        return isinstance(other, Card) if isinstance(other, (Card, Joker)) else NotImplemented

    def __ge__(self, other: object) -> bool:
        """Order by kind."""
        return True if isinstance(other, (Card, Joker)) else NotImplemented

    def __reduce__(self) -> str:
        """Pickle and copy to the same object."""
        return "JOKER"


Joker._only = object.__new__(Joker)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # its own class
JOKER: Final = Joker()
AnyCard: TypeAlias = Card | Joker
"""A natural card or a joker; either has ``index``, its kind."""
_BY_KIND: Final[tuple[AnyCard, ...]] = (*map(Card.from_index, range(DECK_SIZE)), JOKER)


def card_of_kind(kind: int) -> AnyCard:
    """Return the card of a kind, 0 to 51 for a natural card and 52 for a joker.

    Raises:
        CardError: there is no such kind.

    """
    if not isinstance(kind, int) or not 0 <= kind < KINDS:
        msg = f"no card is of kind {kind!r}; expected 0 (Ac) to 51 (Ks) or {Joker.index} (joker)"
        raise CardError(msg)
    return _BY_KIND[kind]


def parse_card(text: str) -> AnyCard:
    """Read a card as :meth:`ginrules.Card.parse` does, or a joker, ``*``.

    >>> parse_card("Ts"), parse_card("*")
    (Card.parse("Ts"), JOKER)

    Raises:
        NotationError: the text is not exactly one card.

    """
    check_text(text, what="a card")
    return JOKER if text.strip() == JOKER_TEXT else Card.parse(text)


@final
@attrs.frozen(repr=False, order=False)
class Hand:
    """An immutable collection of cards in which a card may come several times: a hand, a meld's cards, a deck.

    ``len``, iteration by kind with every copy, ``in``, ``+``, ``-`` (which takes away what is there) and ``<=``
    (whether the other holds as many of every kind) work as on counters. Make one with :meth:`parse`, :meth:`of`
    or :meth:`from_counts`; the bare constructor takes the counts and checks nothing. Rule: SVENSK-01.

    >>> from ginrules.contract import JOKER, Hand
    >>> hand = Hand.parse("Qs * Qh Qh")
    >>> hand, len(hand), hand.count(JOKER), hand - Hand.parse("Qh 2c")
    (Hand.parse("Qh Qh Qs *"), 4, 1, Hand.parse("Qh Qs *"))
    """

    counts: bytes = _NOTHING
    """How many there are of each of the 53 kinds; stable between releases."""

    @classmethod
    def of(cls, cards: Iterable[AnyCard]) -> "Hand":
        """Return the hand of these cards.

        Raises:
            CardError: something is no card, or there are more than 255 of a kind.

        """
        counts = bytearray(KINDS)
        for card in cards:
            if not isinstance(card, (Card, Joker)):
                msg = f"{card!r} is neither a Card nor JOKER; to read texts use Hand.parse"
                raise CardError(msg)
            if counts[card.index] == MAX_COPIES:
                msg = f"more than {MAX_COPIES} times {card}; a hand holds no more of a kind"
                raise CardError(msg)
            counts[card.index] += 1
        return cls(bytes(counts))

    @classmethod
    def from_counts(cls, counts: Iterable[int]) -> "Hand":
        """Return the hand with so many cards of each kind.

        Raises:
            CardError: there are not 53 counts from 0 to 255.

        """
        numbers: list[int] = []
        for number in counts:
            if not isinstance(number, int) or not 0 <= number <= MAX_COPIES:
                msg = f"{number!r} is no count of cards; expected 0 to {MAX_COPIES}"
                raise CardError(msg)
            numbers.append(number)
            if len(numbers) > KINDS:
                break
        if len(numbers) != KINDS:
            msg = f"{'too many' if len(numbers) > KINDS else len(numbers)} counts; expected {KINDS}, one a kind"
            raise CardError(msg)
        return cls(bytes(numbers))

    @classmethod
    def parse(cls, text: str) -> "Hand":
        """Read cards parted by spaces or commas, in any order; ``*`` is a joker and ``-`` the empty hand.

        Raises:
            NotationError: the text is empty, a part of it is no card, or a card comes too often.

        """
        check_text(text, what="a hand")
        if text.strip() == "-":
            return cls()
        return cls.of(read_cards(text, what="a hand"))

    @property
    def cards(self) -> tuple[AnyCard, ...]:
        """The cards by kind, each as often as it is held."""
        return tuple(self)

    @property
    def kinds(self) -> tuple[AnyCard, ...]:
        """The cards by kind, each once."""
        return tuple(_BY_KIND[kind] for kind, count in enumerate(self.counts) if count)

    @property
    def jokers(self) -> int:
        """The number of jokers."""
        return self.counts[Joker.index]

    def count(self, card: AnyCard) -> int:
        """Return how many of this card are held."""
        return self.counts[card.index]

    def add(self, card: AnyCard) -> "Hand":
        """Return the hand with one card more.

        Raises:
            CardError: there are 255 of it already.

        """
        counts, kind = self.counts, card.index
        if counts[kind] == MAX_COPIES:
            msg = f"there are {MAX_COPIES} of {card} already; a hand holds no more of a kind"
            raise CardError(msg)
        return Hand(counts[:kind] + bytes((counts[kind] + 1,)) + counts[kind + 1 :])

    def remove(self, card: AnyCard) -> "Hand":
        """Return the hand without one copy of this card.

        Raises:
            CardError: the card is not held.

        """
        counts, kind = self.counts, card.index
        if not counts[kind]:
            msg = f"{card} is not in {self}"
            raise CardError(msg)
        return Hand(counts[:kind] + bytes((counts[kind] - 1,)) + counts[kind + 1 :])

    def __len__(self) -> int:
        """Return the number of cards."""
        return sum(self.counts)

    def __bool__(self) -> bool:
        """Return whether there is a card."""
        return self.counts != _NOTHING

    def __iter__(self) -> Iterator[AnyCard]:
        """Iterate over the cards by kind, each as often as it is held."""
        for kind, count in enumerate(self.counts):
            for _ in range(count):
                yield _BY_KIND[kind]

    def __contains__(self, card: object) -> bool:
        """Return whether the card is held at least once."""
        return isinstance(card, (Card, Joker)) and self.counts[card.index] > 0

    def __add__(self, other: "Hand") -> "Hand":
        """Return the cards of both together."""
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand.from_counts(map(add, self.counts, other.counts))

    def __sub__(self, other: "Hand") -> "Hand":
        """Return the cards that are left when those of the other are taken away as far as they are there."""
        if not isinstance(other, Hand):
            return NotImplemented
        pairs = zip(self.counts, other.counts, strict=True)
        return Hand(bytes(mine - theirs if mine > theirs else 0 for mine, theirs in pairs))

    def __le__(self, other: "Hand") -> bool:
        """Return whether the other holds at least as many of every kind."""
        if not isinstance(other, Hand):
            return NotImplemented
        return all(map(le, self.counts, other.counts))

    def __ge__(self, other: "Hand") -> bool:
        """Return whether this hand holds at least as many of every kind as the other."""
        return other <= self if isinstance(other, Hand) else NotImplemented

    def __str__(self) -> str:
        """Return the notation: the cards by kind, or ``-`` for none."""
        return " ".join(map(str, self)) or "-"

    def __repr__(self) -> str:
        """Return an expression that evaluates to the hand."""
        return f'Hand.parse("{self}")'


def full_deck(decks: int = 2, jokers: int = 4) -> Hand:
    """Return all cards of so many decks and jokers, 108 by default. Rule: SVENSK-01.

    Raises:
        CardError: a number is negative or above 255.

    """
    return Hand.from_counts([*[decks] * DECK_SIZE, jokers])


def shuffled(rng: RandomSource, cards: Hand) -> tuple[AnyCard, ...]:
    """Return the cards in random order.

    The algorithm is frozen, as that of :func:`ginrules.shuffled_deck`: the cards by kind, then for ``i`` from the
    last place down to 1 the cards at ``i`` and ``int(rng.random() * (i + 1))`` change places.

    >>> import random
    >>> from ginrules.contract import full_deck
    >>> " ".join(map(str, shuffled(random.Random(7), full_deck())[:5]))
    'Jd 4h 2d 8s Ks'
    """
    row = list(cards)
    for i in range(len(row) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        row[i], row[j] = row[j], row[i]
    return tuple(row)


def read_cards(
    text: str, *, what: str, start: int = 0, end: int | None = None, most: int = MAX_COPIES
) -> Iterator[AnyCard]:
    """Yield the cards that stand in ``text[start:end]`` in their order, at most *most* of a kind."""
    seen = [0] * KINDS
    for position, token in card_tokens(text, what=what, start=start, end=end):
        card = read_card(text, position, token)
        seen[card.index] += 1
        if seen[card.index] > most:
            problem = f"{card} comes more than {most} times"
            raise NotationError(problem, text=text, position=position, expected=f"at most {most} of a kind")
        yield card


def read_card(text: str, position: int, token: str) -> AnyCard:
    """Read the token that stands at this place of the text as a natural card or a joker."""
    if token == JOKER_TEXT:
        return JOKER
    mask = read_mask(text, what="a card", start=position, end=position + len(token))
    return Card.from_index(mask.bit_length() - 1)
