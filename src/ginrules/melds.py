"""Melds, arrangements of a hand, and layoffs.

A meld is judged by its structure alone: it may be a run that only a game round the corner allows. Whether it
counts at a table is asked with ``aces=``.
"""

from collections.abc import Iterable
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Final, final

import attrs

from ginrules.cards import FULL_MASK, Card, Hand, Rank, Suit, check_text, read_mask
from ginrules.errors import MeldError, NotationError

MIN_MELD: Final = 3
_SUIT: Final = 0x1FFF
_ACE: Final = 1
_KING: Final = 1 << 12
_ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39


class Aces(Enum):
    """Which runs an ace may close. Rule: CORE-08."""

    LOW = "low"
    """A-2-3 is a run; Q-K-A and K-A-2 are not."""
    HIGH_OR_LOW = "high_or_low"
    """A-2-3 and Q-K-A are runs; K-A-2 is not."""
    ROUND_THE_CORNER = "round_the_corner"
    """A-2-3, Q-K-A and K-A-2 are runs."""

    # Enum hashes in Python, which is felt where answers are remembered by it.
    __hash__ = object.__hash__


class MeldKind(Enum):
    """The two kinds of meld. Rule: CORE-08."""

    SET = "set"
    """Three or four cards of one rank."""
    RUN = "run"
    """Three or more consecutive cards of one suit."""


@final
@attrs.frozen(repr=False, order=True)
class Meld:
    """A set or a run; melds order by mask. Rule: CORE-08.

    Make one with :meth:`parse`, :meth:`of` or :meth:`from_mask`; the bare constructor checks nothing.

    >>> run = Meld.parse("9c 7c 8c")
    >>> run, run.kind.value
    (Meld.parse("7c 8c 9c"), 'run')
    >>> run.extensions()
    Hand.parse("6c Tc")
    """

    mask: int
    """The mask of its cards, as :attr:`Hand.mask`."""

    @classmethod
    def of(cls, cards: Iterable[Card], *, aces: Aces = Aces.LOW) -> "Meld":
        """Return the meld that these cards make.

        Raises:
            MeldError: they make none, and why: too few, a gap, mixed suits, an ace where it may not be.
            CardError: a card comes twice.

        """
        return cls.from_mask(Hand.of(cards).mask, aces=aces)

    @classmethod
    def from_mask(cls, mask: int, *, aces: Aces = Aces.LOW) -> "Meld":
        """Return the meld with these cards; see :meth:`of`.

        Raises:
            MeldError: the cards make no meld, and why.
            CardError: the mask is out of range.

        """
        if 0 <= mask <= FULL_MASK:
            meld = structural_meld(mask)
            if meld is not None and meld.counts(aces):
                return meld
        raise MeldError(_why_no_meld(Hand.from_mask(mask), aces))

    @classmethod
    def parse(cls, text: str, *, aces: Aces | None = None) -> "Meld":
        """Read a meld as its cards in any order. Without *aces*, any run that some table allows is read.

        Raises:
            NotationError: the text is not cards.
            MeldError: the cards are no meld.

        """
        return _read_meld(text, 0, None, aces)

    @property
    def kind(self) -> MeldKind:
        """Whether it is a set or a run."""
        return MeldKind.RUN if _suit_of(self.mask) is not None else MeldKind.SET

    @property
    def hand(self) -> Hand:
        """Its cards as a hand."""
        return Hand(self.mask)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards in the order in which people lay them: a run upward, a set by suit.

        >>> Meld.parse("Ah Kh Qh").cards
        (Card.parse("Qh"), Card.parse("Kh"), Card.parse("Ah"))
        """
        cards = Hand(self.mask).cards
        suit = _suit_of(self.mask)
        if suit is None:
            return cards
        first, length = _arc(self.mask >> 13 * suit) or (0, 0)
        return tuple(Card.from_index(13 * suit + (first + i) % 13) for i in range(length))

    @property
    def pips(self) -> int:
        """The sum of its cards' pips, aces at 1."""
        return Hand(self.mask).pips

    def counts(self, aces: Aces) -> bool:
        """Return whether this is a meld at a table that plays aces so. Rule: CORE-08.

        >>> [aces.name for aces in Aces if Meld.parse("Qh Kh Ah").counts(aces)]
        ['HIGH_OR_LOW', 'ROUND_THE_CORNER']
        """
        return _counts(self.mask, aces)

    def extensions(self, *, aces: Aces = Aces.LOW) -> Hand:
        """Return the cards any one of which could be laid off on it: a fourth, either end. Rule: CORE-15.

        A meld that does not count with these aces extends by nothing.
        """
        return Hand(extension_mask(self.mask, aces))

    def extend(self, card: Card, *, aces: Aces = Aces.LOW) -> "Meld":
        """Return the meld with one card more.

        Raises:
            MeldError: the card does not extend it.

        """
        if not extension_mask(self.mask, aces) & card.mask:
            fitting = extension_mask(self.mask, aces)
            would = f"what would: {Hand(fitting)}" if fitting else "nothing does"
            msg = f"{card} does not extend {self}; {would}"
            raise MeldError(msg)
        return Meld(self.mask | card.mask)

    def __len__(self) -> int:
        """Return the number of cards."""
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        """Return whether the card is in it."""
        return isinstance(card, Card) and self.mask & card.mask != 0

    def __str__(self) -> str:
        """Return the notation, such as ``7c 8c 9c``."""
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        """Return an expression that evaluates to the meld."""
        return f'Meld.parse("{self}")'


@final
@attrs.frozen(repr=False)
class LayOff:
    """A card laid off on a meld of the spread, as that meld lies at the time. Rule: CORE-15.

    Raises:
        MeldError: the card extends the meld at no table, whatever the aces.

    >>> LayOff.parse("lay 9c on 6c 7c 8c").result
    Meld.parse("6c 7c 8c 9c")
    """

    card: Card
    meld: Meld

    def __attrs_post_init__(self) -> None:
        """Refuse a card that cannot be there."""
        self.meld.extend(self.card, aces=Aces.ROUND_THE_CORNER)

    @property
    def result(self) -> Meld:
        """The meld with the card."""
        return Meld(self.meld.mask | self.card.mask)

    @classmethod
    def parse(cls, text: str) -> "LayOff":
        """Read ``lay 9c on 6c 7c 8c``.

        Raises:
            NotationError: the text has another form.
            MeldError: the card does not go there, or the second part is no meld.

        """
        check_text(text, what="a layoff")
        expected = "lay CARD on MELD, such as lay 9c on 6c 7c 8c"
        head = len(text) - len(text.lstrip())
        if text[head : head + 4].lower() != "lay ":
            problem = "no layoff"
            raise NotationError(problem, text=text, position=head, expected=expected)
        on = text.lower().find(" on ", head)
        if on < 0:
            problem = "a layoff without its meld"
            raise NotationError(problem, text=text, position=len(text), expected=expected)
        cards = Hand(read_mask(text, what="a layoff", start=head + 4, end=on)).cards
        if len(cards) != 1:
            problem = f"{len(cards)} cards before on"
            raise NotationError(problem, text=text, position=head + 4, expected="one card at a time")
        return cls(cards[0], _read_meld(text, on + 4, None, None))

    def __str__(self) -> str:
        """Return the notation, such as ``lay 9c on 6c 7c 8c``."""
        return f"lay {self.card} on {self.meld}"

    def __repr__(self) -> str:
        """Return an expression that evaluates to the layoff."""
        return f'LayOff.parse("{self}")'


def ascending(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Return melds in their order, by mask."""
    return tuple(sorted(melds, key=_mask_of))


_mask_of = attrgetter("mask")


@final
@attrs.frozen(repr=False)
class Arrangement:
    """A hand laid out as disjoint melds and the loose cards that are left. Rules: CORE-09, CORE-10.

    Args:
        melds: disjoint melds, in any order; kept in ascending order of mask.
        loose: the other cards.
        ace_pips: what a loose ace counts.

    Raises:
        MeldError: two of the melds, or a meld and the loose cards, share a card.

    >>> arrangement = Arrangement.parse("3c 3d 3h | 4h 5h 6h / Ah 9d")
    >>> arrangement.deadwood
    10
    """

    melds: tuple[Meld, ...] = attrs.field(converter=ascending)
    loose: Hand
    ace_pips: int = attrs.field(default=1, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse a card in two places."""
        seen = self.loose.mask
        for meld in self.melds:
            if seen & meld.mask:
                msg = f"{Hand(seen & meld.mask)} would be in two places of {self}; a card is in one meld or loose"
                raise MeldError(msg)
            seen |= meld.mask

    @classmethod
    def parse(cls, text: str) -> "Arrangement":
        """Read melds parted by ``|``, then, after ``/``, the loose cards; ``-`` stands for none of either.

        A loose ace counts 1; the notation has no room for another price.

        Raises:
            NotationError: the text has another form.
            MeldError: a part is no meld, or a card stands in two places.

        """
        check_text(text, what="an arrangement")
        slash = text.find("/")
        end = len(text) if slash < 0 else slash
        loose = Hand()
        if slash >= 0 and text[slash + 1 :].strip() != "-":
            loose = Hand(read_mask(text, what="the loose cards", start=slash + 1, end=len(text)))
        return cls(parse_melds(text, end=end), loose)

    @property
    def deadwood(self) -> int:
        """The pips of the loose cards. Rule: CORE-10."""
        aces = (self.loose.mask & _ACES).bit_count()
        return self.loose.pips + aces * (self.ace_pips - 1)

    @property
    def hand(self) -> Hand:
        """All its cards."""
        return Hand(self.loose.mask | sum(meld.mask for meld in self.melds))

    def __str__(self) -> str:
        """Return the notation, such as ``3c 3d 3h | 4h 5h 6h / Kc 9d``."""
        melds = " | ".join(map(str, self.melds)) or "-"
        return f"{melds} / {self.loose}" if self.loose else melds

    def __repr__(self) -> str:
        """Return an expression that evaluates to the arrangement."""
        if self.ace_pips == 1:
            return f'Arrangement.parse("{self}")'
        return f"Arrangement({self.melds!r}, {self.loose!r}, ace_pips={self.ace_pips})"


def parse_melds(
    text: str, *, aces: Aces | None = None, start: int = 0, end: int | None = None
) -> tuple[Meld, ...]:
    """Read the melds in ``text[start:end]``, parted by ``|``, in their order; ``-`` stands for none.

    Raises:
        NotationError: a part is not cards.
        MeldError: a part is no meld; without *aces*, no meld at any table.

    """
    check_text(text, what="melds")
    end = len(text) if end is None else end
    if text[start:end].strip() == "-":
        return ()
    melds: list[Meld] = []
    at = start
    while at <= end:
        bar = text.find("|", at, end)
        stop = end if bar < 0 else bar
        melds.append(_read_meld(text, at, stop, aces))
        at = stop + 1
    return tuple(melds)


def _read_meld(text: str, start: int, end: int | None, aces: Aces | None) -> Meld:
    mask = read_mask(text, what="a meld", start=start, end=end)
    return Meld.from_mask(mask, aces=Aces.ROUND_THE_CORNER if aces is None else aces)


@cache  # at most the 589 masks of melds and, of others, those below
def _known_meld(mask: int) -> Meld:
    return Meld(mask)


def structural_meld(mask: int) -> Meld | None:
    """Return the one object for the meld with this mask, or None where no table calls it a meld."""
    if mask.bit_count() < MIN_MELD:
        return None
    suit = _suit_of(mask)
    is_meld = _one_rank(mask) if suit is None else _arc(mask >> 13 * suit) is not None
    return _known_meld(mask) if is_meld else None


@cache  # melds and ways with aces are few: 589 times three
def _counts(meld: int, aces: Aces) -> bool:
    suit = _suit_of(meld)
    if suit is None or aces is Aces.ROUND_THE_CORNER:
        return True
    first, length = _arc(meld >> 13 * suit) or (0, 0)
    highest_end = 14 if aces is Aces.HIGH_OR_LOW else 13
    return first + length <= highest_end


@cache
def extension_mask(meld: int, aces: Aces) -> int:
    """Return the mask of the cards that would extend the meld with this mask. Rule: CORE-15."""
    suit = _suit_of(meld)
    if suit is None:
        rank_mask = _ACES << (meld.bit_length() - 1) % 13
        return rank_mask & ~meld
    if not _counts(meld, aces):
        return 0
    first, length = _arc(meld >> 13 * suit) or (0, 0)
    if length == len(Rank):
        return 0
    below, above = first - 1, first + length
    ends: list[int] = []
    if below >= 0 or aces is Aces.ROUND_THE_CORNER:
        ends.append(below % 13)
    highest = {Aces.LOW: 12, Aces.HIGH_OR_LOW: 13}.get(aces)
    if highest is None or above <= highest:
        ends.append(above % 13)
    return sum(1 << 13 * suit + rank for rank in set(ends))


def _suit_of(mask: int) -> int | None:
    """Return the suit of cards that are all of one suit."""
    suit = (mask.bit_length() - 1) // 13
    return None if mask & ~(_SUIT << 13 * suit) else suit


def _one_rank(mask: int) -> bool:
    return not mask & ~(_ACES << (mask.bit_length() - 1) % 13)


def _arc(ranks: int) -> tuple[int, int] | None:
    """Return the first rank (0 the ace) and the length of ranks that follow each other, round the corner too.

    A whole suit begins with its ace. None where there is a gap.
    """
    length = ranks.bit_count()
    first = 0
    if ranks != _SUIT and ranks & _ACE and ranks & _KING:
        # It closes round the ace: it begins above the highest rank that is missing.
        first = (~ranks & _SUIT).bit_length()
    elif ranks:
        first = (ranks & -ranks).bit_length() - 1
    arc = ((1 << length) - 1) << first
    return (first, length) if (arc | arc >> 13) & _SUIT == ranks else None


def _why_no_meld(hand: Hand, aces: Aces) -> str:
    """Return the sentence that says why these cards are no meld."""
    if len(hand) < MIN_MELD:
        return f"{hand} is too short: a meld has at least three cards"
    suits = {card.suit for card in hand}
    ranks = {card.rank for card in hand}
    if len(suits) > 1 and len(ranks) > 1:
        if len(ranks) == len(hand):
            return f"{hand} mixes suits: a run is of one suit"
        return f"{hand} is neither of one rank, as a set, nor of one suit, as a run"
    (suit,) = suits
    if structural_meld(hand.mask) is not None:
        ace = Card(Rank.ACE, suit)
        if aces is Aces.LOW:
            return f"{hand} is no run here: {ace} is low and does not follow the king"
        return f"{hand} is no run here: {ace} is high or low, but a run does not go on round the corner"
    return f"{hand} has a gap: {_missing(hand, suit)} between its cards"


def _missing(hand: Hand, suit: Suit) -> str:
    """Say which cards of the suit lie between the lowest and the highest held and are not held."""
    held = [card.rank for card in hand]
    gap = [
        Card(Rank(rank), suit) for rank in range(min(held), max(held)) if not hand.mask >> 13 * suit + rank - 1 & 1
    ]
    return f"{' '.join(map(str, gap))} {'is' if len(gap) == 1 else 'are'} missing"
