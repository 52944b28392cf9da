"""Cards, hands and decks: the vocabulary that everything else is written in.

A card's *index* is ``13*suit + rank-1`` with the suits in the order clubs, diamonds, hearts, spades, and a
hand's *mask* has the bit of each of its cards. Both are stable: they never change between releases.
"""

import re
import reprlib
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, Generic, Protocol, TypeVar, final

import attrs

from ginrules.errors import CardError, NotationError

T = TypeVar("T")

DECK_SIZE: Final = 52
FULL_MASK: Final = (1 << DECK_SIZE) - 1
FACE_PIPS: Final = 10

_RANK_LETTERS: Final = "A23456789TJQK"
_SUIT_LETTERS: Final = "cdhs"
_SUIT_SYMBOLS: Final = "♣♦♥♠"
_RANK_OF: Final = {
    **{letter: i for i, letter in enumerate(_RANK_LETTERS)},
    **{letter.lower(): i for i, letter in enumerate(_RANK_LETTERS)},
}
_SUIT_OF: Final = {
    **{letter: i for i, letter in enumerate(_SUIT_LETTERS)},
    **{letter.upper(): i for i, letter in enumerate(_SUIT_LETTERS)},
    **{letter: i for i, letter in enumerate(_SUIT_SYMBOLS)},
    **{letter: i for i, letter in enumerate("♧♢♡♤")},
}
_TOKEN: Final = re.compile(r"[^\s,]+")
_CARD_FORM: Final = "a card such as Ts, 10s or T♠ (ranks A23456789TJQK, suits c d h s)"


class Suit(IntEnum):
    """One of the four suits; no suit outranks another, the order is only that of notation."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit's letter in notation: ``c d h s``."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit's sign: ``♣ ♦ ♥ ♠``."""
        return _SUIT_SYMBOLS[self]


class Rank(IntEnum):
    """One of the thirteen ranks, numbered from the ace (1) to the king (13)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The rank's letter in notation: ``A 2 3 … 9 T J Q K``."""
        return _RANK_LETTERS[self - 1]

    @property
    def pips(self) -> int:
        """What a loose card of this rank counts: ace 1, number cards their number, court cards 10.

        Rule: CORE-10. Where a ruleset prices a loose ace otherwise, the calls that count take ``ace_pips``.
        """
        return min(int(self), FACE_PIPS)


@final
@attrs.frozen(eq=False, repr=False, init=False)
class Card:
    """One of the 52 cards. There is one object a card, so cards compare by identity.

    >>> Card.parse("10♠") is Card(Rank.TEN, Suit.SPADES)
    True
    >>> sorted([Card.parse("Ac"), Card.parse("Ks"), Card.parse("2c")])
    [Card.parse("Ac"), Card.parse("2c"), Card.parse("Ks")]
    """

    rank: Rank
    suit: Suit
    index: int
    """``13*suit + rank-1``, from 0 (ace of clubs) to 51 (king of spades)."""
    mask: int
    """``1 << index``: the mask of the hand that holds this card alone."""
    pips: int
    """What the card counts as deadwood: ace 1, number cards their number, court cards 10. Rule: CORE-10."""
    _text: str

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        """Return the card of this rank and suit; always the same object."""
        if not (1 <= rank <= 13 and 0 <= suit <= 3):  # noqa: PLR2004  the numbers of the enums above
            msg = f"no card has rank {rank!r} and suit {suit!r}; expected a Rank and a Suit"
            raise CardError(msg)
        return _BY_INDEX[13 * suit + rank - 1]

    @classmethod
    def from_index(cls, index: int) -> "Card":
        """Return the card with this index.

        Raises:
            CardError: the index is not from 0 to 51.

        """
        if not 0 <= index < DECK_SIZE:
            msg = f"no card has index {index!r}; expected 0 (Ac) to 51 (Ks)"
            raise CardError(msg)
        return _BY_INDEX[index]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card: rank then suit, ``Ts``, ``10s``, ``T♠`` or ``10♠``, in either case.

        Raises:
            NotationError: the text is not exactly one card.

        """
        tokens = card_tokens(text, what="a card")
        card = _read_card(text, *next(tokens))
        for position, _ in tokens:
            problem = "unexpected text after the card"
            raise NotationError(problem, text=text, position=position, expected="one card and nothing more")
        return card

    @property
    def symbol(self) -> str:
        """The card with its suit's sign, such as ``T♠``."""
        return f"{self.rank.letter}{self.suit.symbol}"

    def __str__(self) -> str:
        """Return the notation, such as ``Ts``."""
        return self._text

    def __repr__(self) -> str:
        """Return an expression that evaluates to the card."""
        return f'Card.parse("{self._text}")'

    def __lt__(self, other: object) -> bool:
        """Order by index: clubs, diamonds, hearts, spades, each from ace to king."""
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        """Order by index."""
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: object) -> bool:
        """Order by index."""
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: object) -> bool:
        """Order by index."""
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy to the same object."""
        return Card.from_index, (self.index,)


def _make_card(index: int) -> Card:
    rank, suit = Rank(index % 13 + 1), Suit(index // 13)
    card = object.__new__(Card)
    values = {
        "rank": rank,
        "suit": suit,
        "index": index,
        "mask": 1 << index,
        "pips": rank.pips,
        "_text": rank.letter + suit.letter,
    }
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


_BY_INDEX: Final = tuple(_make_card(index) for index in range(DECK_SIZE))


@final
class ByCard(Generic[T]):
    """Fifty-two things, one a card, from which those of a mask are selected quickly, eight bits at a time."""

    __slots__ = ("_parts",)

    def __init__(self, things: Iterable[T]) -> None:
        """Prepare the selections; *things* come in the order of the card indices."""
        parts: list[list[tuple[T, ...]]] = []
        row = tuple(things)
        for start in range(0, DECK_SIZE, 8):
            part: list[tuple[T, ...]] = [()]
            for thing in row[start : start + 8]:
                part += [(*chosen, thing) for chosen in part]
            parts.append(part)
        self._parts = parts

    def select(self, mask: int) -> tuple[T, ...]:
        """Return the things of the cards in *mask*, in index order."""
        p0, p1, p2, p3, p4, p5, p6 = self._parts
        return (
            p0[mask & 255]
            + p1[mask >> 8 & 255]
            + p2[mask >> 16 & 255]
            + p3[mask >> 24 & 255]
            + p4[mask >> 32 & 255]
            + p5[mask >> 40 & 255]
            + p6[mask >> 48]
        )


_CARDS: Final = ByCard(_BY_INDEX)


@final
@attrs.frozen(repr=False, order=False)
class Hand:
    """An immutable set of distinct cards of one deck: a player's hand, a meld's cards, a whole deck.

    ``len``, ``in``, iteration in index order, ``|``, ``&``, ``-``, ``^`` and the subset comparisons work as on
    sets. Make one with :meth:`parse`, :meth:`of` or :meth:`from_mask`; the bare constructor takes a mask and
    checks nothing.

    >>> hand = Hand.parse("As 2s 3s")
    >>> hand.pips, len(hand), Card.parse("2s") in hand
    (6, 3, True)
    >>> hand - Hand.parse("2s")
    Hand.parse("As 3s")
    """

    mask: int = 0
    """The bits ``1 << card.index`` of the cards; stable between releases."""

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Hand":
        """Return the hand of these cards.

        Raises:
            CardError: a card comes twice, or something is no card.

        """
        mask = 0
        for card in cards:
            if not isinstance(card, Card):  # pyright: ignore[reportUnnecessaryIsInstance]  # callers may err
                msg = f"{card!r} is no Card; to read texts use Hand.parse"
                raise CardError(msg)
            if mask & card.mask:
                msg = f"{card} comes twice; a hand holds each card once"
                raise CardError(msg)
            mask |= card.mask
        return cls(mask)

    @classmethod
    def from_mask(cls, mask: int) -> "Hand":
        """Return the hand with this mask.

        Raises:
            CardError: the mask is no int or has bits above 51.

        """
        if not isinstance(mask, int) or not 0 <= mask <= FULL_MASK:  # pyright: ignore[reportUnnecessaryIsInstance]
            msg = f"{mask!r} is no mask of cards; expected an int from 0 to 2**52 - 1"
            raise CardError(msg)
        return cls(mask)

    @classmethod
    def full(cls) -> "Hand":
        """Return all 52 cards."""
        return cls(FULL_MASK)

    @classmethod
    def parse(cls, text: str) -> "Hand":
        """Read cards parted by spaces or commas, in any order; ``-`` is the hand without cards.

        Raises:
            NotationError: the text is empty, a part of it is no card, or a card comes twice.

        """
        if isinstance(text, str) and text.strip() == "-":  # pyright: ignore[reportUnnecessaryIsInstance]
            return cls(0)
        return cls(read_mask(text, what="a hand"))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in index order."""
        return _CARDS.select(self.mask)

    @property
    def pips(self) -> int:
        """The sum of the cards' pips, with aces at 1. Rule: CORE-10."""
        return sum(card.pips for card in self.cards)

    def add(self, card: Card) -> "Hand":
        """Return the hand with one card more.

        Raises:
            CardError: the card is held already.

        """
        if self.mask & card.mask:
            msg = f"{card} is already in {self}"
            raise CardError(msg)
        return Hand(self.mask | card.mask)

    def remove(self, card: Card) -> "Hand":
        """Return the hand without this card.

        Raises:
            CardError: the card is not held.

        """
        if not self.mask & card.mask:
            msg = f"{card} is not in {self}"
            raise CardError(msg)
        return Hand(self.mask ^ card.mask)

    def canonical(self) -> "Hand":
        """Return the hand with the least mask among those that differ from this one in the suits' names only."""
        suits = sorted((self.mask >> 13 * suit & 0x1FFF for suit in range(4)), reverse=True)
        return Hand(sum(cards << 13 * suit for suit, cards in enumerate(suits)))

    def isdisjoint(self, other: "Hand") -> bool:
        """Return whether no card is in both."""
        return not self.mask & other.mask

    def __len__(self) -> int:
        """Return the number of cards."""
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        """Return whether there is a card."""
        return self.mask != 0

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards in index order."""
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        """Return whether the card is held."""
        return isinstance(card, Card) and self.mask & card.mask != 0

    def __or__(self, other: "Hand") -> "Hand":
        """Return the cards in either."""
        return Hand(self.mask | other.mask) if isinstance(other, Hand) else NotImplemented  # pyright: ignore[reportUnnecessaryIsInstance]

    def __and__(self, other: "Hand") -> "Hand":
        """Return the cards in both."""
        return Hand(self.mask & other.mask) if isinstance(other, Hand) else NotImplemented  # pyright: ignore[reportUnnecessaryIsInstance]

    def __sub__(self, other: "Hand") -> "Hand":
        """Return the cards in this hand and not in the other."""
        return Hand(self.mask & ~other.mask) if isinstance(other, Hand) else NotImplemented  # pyright: ignore[reportUnnecessaryIsInstance]

    def __xor__(self, other: "Hand") -> "Hand":
        """Return the cards in exactly one of the two."""
        return Hand(self.mask ^ other.mask) if isinstance(other, Hand) else NotImplemented  # pyright: ignore[reportUnnecessaryIsInstance]

    def __le__(self, other: "Hand") -> bool:
        """Return whether the other hand holds every card of this one."""
        return not self.mask & ~other.mask if isinstance(other, Hand) else NotImplemented  # pyright: ignore[reportUnnecessaryIsInstance]

    def __lt__(self, other: "Hand") -> bool:
        """Return whether the other hand holds every card of this one and more."""
        return self <= other and self.mask != other.mask

    def __ge__(self, other: "Hand") -> bool:
        """Return whether this hand holds every card of the other."""
        return not other.mask & ~self.mask if isinstance(other, Hand) else NotImplemented  # pyright: ignore[reportUnnecessaryIsInstance]

    def __gt__(self, other: "Hand") -> bool:
        """Return whether this hand holds every card of the other and more."""
        return self >= other and self.mask != other.mask

    def __str__(self) -> str:
        """Return the notation: the cards in index order, or ``-`` for none."""
        return " ".join(map(str, self.cards)) or "-"

    def __repr__(self) -> str:
        """Return an expression that evaluates to the hand."""
        return f'Hand.parse("{self}")'


class RandomSource(Protocol):
    """What shuffling needs of a random generator; :class:`random.Random` has it."""

    def random(self) -> float:
        """Return a float in [0, 1)."""
        ...


def shuffled_deck(rng: RandomSource, deck: Hand | None = None) -> tuple[Card, ...]:
    """Return the cards of *deck* (all 52 by default) in random order; the first is dealt first.

    The algorithm is frozen, so that a seed gives the same deck in every release: the cards in index order,
    then for ``i`` from the last place down to 1 the cards at ``i`` and ``int(rng.random() * (i + 1))`` change
    places. Only ``rng.random()`` is called, ``len(deck) - 1`` times.

    >>> import random
    >>> " ".join(map(str, shuffled_deck(random.Random(7))[:5]))
    'Qc Tc Ac 3s 4h'
    """
    cards = list(_BY_INDEX if deck is None else deck.cards)
    for i in range(len(cards) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def read_mask(text: str, *, what: str, start: int = 0, end: int | None = None) -> int:
    """Return the mask of the cards that stand in ``text[start:end]``; errors name places in the whole text."""
    mask = 0
    for position, token in card_tokens(text, what=what, start=start, end=end):
        card = _read_card(text, position, token)
        if mask & card.mask:
            problem = f"{card} comes twice"
            raise NotationError(problem, text=text, position=position, expected="each card once")
        mask |= card.mask
    return mask


def card_tokens(text: str, *, what: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield the parts of ``text[start:end]`` with their places; refuse what is no text or has no parts."""
    check_text(text, what=what)
    empty = True
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        empty = False
        yield match.start(), match.group()
    if empty:
        problem = "the text is empty" if end is None else "there is no card"
        raise NotationError(problem, text=text, position=start, expected=_CARD_FORM)


def check_text(text: object, *, what: str) -> None:
    """Refuse what is no text with a :class:`NotationError`."""
    if not isinstance(text, str):
        problem = f"{type(text).__name__} is no text"
        raise NotationError(problem, text=reprlib.repr(text), position=0, expected=f"the text of {what}")


def _read_card(text: str, position: int, token: str) -> Card:
    """Read one token of *text* as a card."""
    letter, rest = ("T", token[2:]) if token.startswith("10") else (token[0], token[1:])
    rank = _RANK_OF.get(letter)
    if rank is None:
        problem, expected = f"unknown rank {letter!r}", _CARD_FORM
        if letter == "1":
            problem, expected = "a lone 1 is no rank", "A for the ace or 10 for the ten"
        raise NotationError(problem, text=text, position=position, expected=expected)
    after_rank = position + len(token) - len(rest)
    if not rest:
        problem = f"half a card: the rank {letter} without a suit"
        raise NotationError(problem, text=text, position=after_rank, expected="a suit, one of c d h s")
    suit = _SUIT_OF.get(rest[0])
    if suit is None:
        problem = f"unknown suit {rest[0]!r}"
        raise NotationError(problem, text=text, position=after_rank, expected="a suit, one of c d h s ♣ ♦ ♥ ♠")
    if rest[1:] not in ("", "\ufe0e", "\ufe0f"):  # a suit sign may carry a variation selector
        problem = f"unexpected {rest[1]!r} after the card"
        raise NotationError(problem, text=text, position=after_rank + 1, expected="a space or the end")
    return _BY_INDEX[13 * suit + rank]
