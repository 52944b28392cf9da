"""Melds of a game with jokers and several decks: what lies on the table and how it may grow.

A meld is judged by its structure alone: one natural card at least, three cards at least, a run of at most
thirteen. What else a table asks for (its lengths, its aces, how many natural cards) is for the rules to say.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Final, final

import attrs

from ginrules.cards import Card, Rank, Suit, card_tokens, check_text
from ginrules.contract.cards import JOKER, JOKER_TEXT, AnyCard, Hand, Joker, read_card
from ginrules.errors import CardError, MeldError, NotationError
from ginrules.melds import Aces, MeldKind

MIN_MELD: Final = 3
MAX_RUN: Final = 13
MAX_MELD: Final = 255
HIGH_ACE: Final = 14
"""The position of an ace above the king; a low ace is at 1."""
_RANKS: Final = {rank.letter: rank for rank in Rank}


class End(Enum):
    """An end of a run."""

    LOW = "low"
    HIGH = "high"


@final
@attrs.frozen(repr=False)
class Meld:
    """A set or a run, its jokers included. Rules: SVENSK-04, SVENSK-05, SVENSK-06.

    In a run a joker stands for the card of its place, in a set for the rank. Make one with :meth:`parse`,
    :meth:`of_set` or :meth:`of_run`; the bare constructor checks nothing.

    >>> from ginrules.contract import JOKER, End, Meld
    >>> run = Meld.parse("5s [6s] 7s 8s")
    >>> run.hand, run.stands_for(1), run.build(JOKER, End.HIGH)
    (Hand.parse("5s 7s 8s *"), Card.parse("6s"), Meld.parse("5s [6s] 7s 8s [9s]"))
    >>> Meld.parse("Qs * Qh Qh")
    Meld.parse("Qh Qh Qs [Q]")
    """

    kind: MeldKind
    cards: tuple[AnyCard, ...]
    """Its cards as they lie: a run upward, a set by suit with the jokers last."""

    @classmethod
    def of_set(cls, cards: Iterable[AnyCard]) -> "Meld":
        """Return the set of these cards, jokers among them.

        Raises:
            MeldError: there are too few cards, no natural one, or several ranks.

        """
        row = sorted(cards)
        ranks = {card.rank for card in row if isinstance(card, Card)}
        shown = Hand.of(row)
        if not MIN_MELD <= len(row) <= MAX_MELD:
            msg = f"{shown} is no set: {len(row)} cards; expected {MIN_MELD} or more"
            raise MeldError(msg)
        if len(ranks) != 1:
            why = "of several ranks" if ranks else "jokers alone, which stand for nothing"
            msg = f"{shown} is no set: {why}; expected one rank"
            raise MeldError(msg)
        return cls(MeldKind.SET, tuple(row))

    @classmethod
    def of_run(cls, suit: Suit, low: int, length: int, *, jokers: Iterable[int] = ()) -> "Meld":
        """Return a run by its positions: 1 for a low ace, 2 to 13 for two to king, 14 for a high ace.

        Args:
            suit: its suit.
            low: the position of its lowest card.
            length: the number of its cards.
            jokers: the positions at which jokers lie.

        Raises:
            MeldError: the length or a position is out of range, or there is no natural card.

        """
        wild = frozenset(jokers)
        if not MIN_MELD <= length <= MAX_RUN or low < 1 or low + length - 1 > HIGH_ACE:
            msg = (
                f"no run has {length} cards from position {low}; expected {MIN_MELD} to {MAX_RUN} cards"
                f" between 1 (low ace) and {HIGH_ACE} (high ace)"
            )
            raise MeldError(msg)
        positions = range(low, low + length)
        if not all(position in positions for position in wild):
            msg = f"a joker lies beside the run from position {low} to {low + length - 1}"
            raise MeldError(msg)
        if len(wild) == length:
            msg = "a run of jokers alone stands for nothing; expected at least one natural card"
            raise MeldError(msg)
        row = (JOKER if position in wild else _at(suit, position) for position in positions)
        return cls(MeldKind.RUN, tuple(row))

    @classmethod
    def parse(cls, text: str) -> "Meld":
        """Read a meld; a joker is written in brackets as what it stands for, in a set also as ``*``.

        The cards come in any order, save that in a whole suit the ace is low or high as it stands first or last.

        Raises:
            NotationError: the text has another form, or a joker in a run does not say what it stands for.
            MeldError: the cards are no meld.

        """
        check_text(text, what="a meld")
        return read_meld(text, 0, None)

    @property
    def rank(self) -> Rank | None:
        """The rank of a set; None for a run."""
        return self._anchor[1].rank if self.kind is MeldKind.SET else None

    @property
    def suit(self) -> Suit | None:
        """The suit of a run; None for a set."""
        return self._anchor[1].suit if self.kind is MeldKind.RUN else None

    @property
    def low(self) -> int:
        """The position of a run's lowest card, 1 for a low ace; for a set the number of its rank."""
        place, card = self._anchor
        if self.kind is MeldKind.SET:
            return int(card.rank)
        return (HIGH_ACE if card.rank is Rank.ACE and place else int(card.rank)) - place

    @property
    def high(self) -> int:
        """The position of a run's highest card, 14 for a high ace; for a set the number of its rank."""
        return self.low + (len(self.cards) - 1 if self.kind is MeldKind.RUN else 0)

    @property
    def hand(self) -> Hand:
        """Its cards as a hand, the jokers as jokers."""
        return Hand.of(self.cards)

    @property
    def jokers(self) -> int:
        """The number of its jokers."""
        return self.cards.count(JOKER)

    @property
    def naturals(self) -> int:
        """The number of its natural cards."""
        return len(self.cards) - self.jokers

    @property
    def sort_key(self) -> tuple[object, ...]:
        """What melds are put in order by: sets, then runs; by rank or lowest position; by cards."""
        return self.kind is MeldKind.RUN, self.low, tuple(card.index for card in self.cards)

    def stands_for(self, place: int) -> Card | Rank:
        """Return what the card at a place, counted from 0, stands for: in a run a card, in a set the rank.

        Raises:
            MeldError: there is no such place.

        """
        if not 0 <= place < len(self.cards):
            msg = f"{self} has no place {place}; expected 0 to {len(self.cards) - 1}"
            raise MeldError(msg)
        _, natural = self._anchor
        return natural.rank if self.kind is MeldKind.SET else _at(natural.suit, self.low + place)

    @property
    def is_sound(self) -> bool:
        """Whether it is a meld indeed; false only for what the bare constructor has been given."""
        try:
            if self.kind is MeldKind.SET:
                return Meld.of_set(self.cards) == self
            low, suit = self.low, self._anchor[1].suit
            jokers = [low + place for place, card in enumerate(self.cards) if isinstance(card, Joker)]
            return Meld.of_run(suit, low, len(self.cards), jokers=jokers) == self
        except (CardError, MeldError):
            return False

    def counts(self, aces: Aces) -> bool:
        """Return whether its ace, if any, lies where a table with these aces lets it. Rule: SVENSK-06.

        >>> from ginrules.contract import Meld
        >>> [aces.name for aces in Aces if Meld.parse("Js Qs Ks As").counts(aces)]
        ['HIGH_OR_LOW', 'ROUND_THE_CORNER']
        """
        return self.kind is MeldKind.SET or self.high <= highest_position(aces)

    def adjoins(self, other: "Meld") -> bool:
        """Return whether both are runs of one suit that together are one run: one ends where the other begins.

        Ace to seven and eight to ace are fourteen cards, no run, and so do not adjoin. Rule: SVENSK-08.
        """
        if self.suit is None or self.suit is not other.suit or len(self) + len(other) > MAX_RUN:
            return False
        return self.high + 1 == other.low or other.high + 1 == self.low

    def ways(self, card: AnyCard, *, aces: Aces = Aces.HIGH_OR_LOW) -> tuple[End | None, ...]:
        """Return the ways to build a card onto it, as :meth:`build` takes them; none where it does not fit.

        None is a way that goes without saying: a card of a set's rank, a card that fits one end of a run alone.
        A joker on a run always has to say to which end it goes. Rule: SVENSK-09.
        """
        if self.kind is MeldKind.SET:
            return (None,) if isinstance(card, Joker) or card.rank is self.rank else ()
        ends = self._ends(card, aces)
        return (None,) if len(ends) == 1 and isinstance(card, Card) else ends

    def build(self, card: AnyCard, end: End | None = None, *, aces: Aces = Aces.HIGH_OR_LOW) -> "Meld":
        """Return the meld with one card more. Rule: SVENSK-09.

        Args:
            card: the card.
            end: to which end of a run it goes; None where that goes without saying, and for a set.
            aces: how the table plays aces.

        Raises:
            MeldError: the card does not fit there, or nobody could tell to which end it goes.

        """
        if self.kind is MeldKind.SET:
            if end is not None:
                msg = f"{self} is a set and has no {end.value} end"
                raise MeldError(msg)
            if isinstance(card, Card) and card.rank is not self.rank:
                msg = f"{card} does not go on the set {self}; expected a card of its rank or a joker"
                raise MeldError(msg)
            return Meld.of_set((*self.cards, card))
        ends = self._ends(card, aces)
        if not ends or (end is not None and end not in ends):
            to = "" if end is None else f"the {end.value} end of "
            msg = f"{card} does not go on {to}{self}; {self._what_fits(aces)}"
            raise MeldError(msg)
        if end is None and (len(ends) > 1 or isinstance(card, Joker)):
            msg = f"{card} on {self}: say to which end, {' or '.join(each.value for each in ends)}"
            raise MeldError(msg)
        if end is End.LOW or (end is None and End.LOW in ends):
            return Meld(MeldKind.RUN, (card, *self.cards))
        return Meld(MeldKind.RUN, (*self.cards, card))

    def holds_joker_for(self, card: Card) -> bool:
        """Return whether one of its jokers stands for this card, in a set for its rank."""
        places = (place for place, lying in enumerate(self.cards) if isinstance(lying, Joker))
        return any(self.stands_for(place) in (card, card.rank) for place in places)

    def swap(self, card: AnyCard) -> "Meld":
        """Return the meld with a natural card in place of the joker that stands for it. Rule: SVENSK-16.

        Raises:
            MeldError: no joker of it stands for this card.

        """
        for place, lying in enumerate(self.cards):
            if isinstance(lying, Joker) and self.stands_for(place) in (card, getattr(card, "rank", None)):
                cards = (*self.cards[:place], card, *self.cards[place + 1 :])
                return Meld.of_set(cards) if self.kind is MeldKind.SET else Meld(MeldKind.RUN, cards)
        msg = f"no joker of {self} stands for {card}"
        raise MeldError(msg)

    @property
    def _anchor(self) -> tuple[int, Card]:
        """Its first natural card with its place."""
        for place, card in enumerate(self.cards):
            if isinstance(card, Card):
                return place, card
        msg = "a meld of jokers alone stands for nothing"
        raise MeldError(msg)

    def _ends(self, card: AnyCard, aces: Aces) -> tuple[End, ...]:
        """Return the ends of a run at which a card can lie."""
        if len(self.cards) >= MAX_RUN:
            return ()
        _, natural = self._anchor
        found: list[End] = []
        for end, position in ((End.LOW, self.low - 1), (End.HIGH, self.high + 1)):
            if 1 <= position <= highest_position(aces) and card in (JOKER, _at(natural.suit, position)):
                found.append(end)
        return tuple(found)

    def _what_fits(self, aces: Aces) -> str:
        _, natural = self._anchor
        fitting = {
            str(_at(natural.suit, position))
            for position in (self.low - 1, self.high + 1)
            if 1 <= position <= highest_position(aces) and len(self.cards) < MAX_RUN
        }
        return f"expected {' or '.join(sorted(fitting))} or a joker" if fitting else "nothing goes on it"

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    def __str__(self) -> str:
        """Return the notation, such as ``5s [6s] 7s 8s`` or ``Qh Qh [Q]``."""
        return " ".join(
            f"[{_what(self.stands_for(place))}]" if isinstance(card, Joker) else str(card)
            for place, card in enumerate(self.cards)
        )

    def __repr__(self) -> str:
        """Return an expression that evaluates to the meld."""
        return f'Meld.parse("{self}")'


def ascending(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Return melds in their order: sets, then runs; by rank or lowest position; by cards.

    Raises:
        MeldError: something is no meld.

    """
    row = tuple(melds)
    for meld in row:
        if not isinstance(meld, Meld):
            msg = f"{meld!r} is no Meld; to read texts use Meld.parse"
            raise MeldError(msg)
    return tuple(sorted(row, key=lambda meld: meld.sort_key))  # pyright: ignore[reportArgumentType]


def parse_melds(text: str, *, start: int = 0) -> tuple[Meld, ...]:
    """Read the melds in ``text[start:]``, parted by ``|``, in their order.

    Raises:
        NotationError: a part has another form.
        MeldError: a part is no meld.

    """
    check_text(text, what="melds")
    melds: list[Meld] = []
    at = start
    while at <= len(text):
        bar = text.find("|", at)
        stop = len(text) if bar < 0 else bar
        melds.append(read_meld(text, at, stop))
        at = stop + 1
    return tuple(melds)


def read_meld(text: str, start: int, end: int | None) -> Meld:
    """Read the meld that stands in ``text[start:end]``; errors name places in the whole text."""
    naturals: list[Card] = []
    stated: list[tuple[Card, bool]] = []  # in a run: a card, and whether a joker stands for it
    ranks: list[Rank] = []
    loose_at: int | None = None
    jokers = 0
    for position, token in card_tokens(text, what="a meld", start=start, end=end):
        if len(naturals) + jokers >= MAX_MELD:
            problem = "too many cards"
            raise NotationError(problem, text=text, position=position, expected=f"at most {MAX_MELD} in a meld")
        if token == JOKER_TEXT:
            jokers, loose_at = jokers + 1, position if loose_at is None else loose_at
        elif token[0] == "[" or token[-1] == "]":
            jokers += 1
            stands = _read_stand(text, position, token)
            if isinstance(stands, Card):
                stated.append((stands, True))
            else:
                ranks.append(stands)
        else:
            card = read_card(text, position, token)
            assert isinstance(card, Card)  # noqa: S101  a joker has been read above
            naturals.append(card)
            stated.append((card, False))
    if ranks or all(not joker and card.rank is stated[0][0].rank for card, joker in stated):
        if any(joker for _, joker in stated):
            problem = "a joker of a set stands for the rank, one of a run for a card"
            raise NotationError(problem, text=text, position=start, expected="one or the other, not both")
        meld = Meld.of_set([*naturals, *[JOKER] * jokers])
        if any(rank is not meld.rank for rank in ranks):
            msg = f"{Hand.of(naturals)} are of one rank; a joker in their set stands for no other"
            raise MeldError(msg)
        return meld
    if loose_at is not None:
        problem = "a joker in a run that does not say what it stands for"
        raise NotationError(problem, text=text, position=loose_at, expected="its card in brackets, such as [6s]")
    return _stated_run(stated)


def _read_stand(text: str, position: int, token: str) -> Card | Rank:
    """Read a joker in brackets: the card or the rank that it stands for."""
    inside = token[1:-1]
    expected = "a card or a rank in brackets, such as [6s] or [Q]"
    if token[0] != "[" or token[-1] != "]" or not inside:
        problem = f"unclear brackets in {token[:8]!r}"
        raise NotationError(problem, text=text, position=position, expected=expected)
    rank = _RANKS.get("T" if inside == "10" else inside.upper())
    if rank is not None:
        return rank
    card = read_card(text, position + 1, inside)
    if isinstance(card, Joker):
        problem = "a joker stands for no joker"
        raise NotationError(problem, text=text, position=position, expected=expected)
    return card


def _stated_run(stated: list[tuple[Card, bool]]) -> Meld:
    """Return the run of these cards, some of them jokers that stand for them."""
    shown = " ".join(f"[{card}]" if joker else str(card) for card, joker in stated)
    suits = {card.suit for card, _ in stated}
    if len(suits) > 1:
        why = "of several suits" if len({card.rank for card, _ in stated}) > 1 else "not of one kind"
        msg = f"{shown} is {why}: a run is of one suit, a set of one rank"
        raise MeldError(msg)
    (suit,) = suits
    ranks = [card.rank for card, _ in stated]
    twice = next((rank for rank in Rank if ranks.count(rank) > 1), None)
    if twice is not None:
        msg = f"{shown} is no run: {Card(twice, suit)} comes twice"
        raise MeldError(msg)
    # Only a whole suit reads both ways: then the ace is high if it stands last.
    has_two, has_king = Rank.TWO in ranks, Rank.KING in ranks
    ace_high = has_king and (not has_two or ranks[-1] is Rank.ACE)
    places = {HIGH_ACE if ace_high and card.rank is Rank.ACE else int(card.rank): joker for card, joker in stated}
    low, high = min(places), max(places)
    if high - low + 1 != len(places):
        missing = " ".join(str(_at(suit, at)) for at in range(low, high) if at not in places)
        msg = f"{shown} is no run: {missing} missing between its cards"
        raise MeldError(msg)
    return Meld.of_run(suit, low, len(places), jokers=[at for at, joker in places.items() if joker])


def _at(suit: Suit, position: int) -> Card:
    """Return the card at a position from 1 (low ace) to 14 (high ace)."""
    return Card.from_index(13 * suit + (position - 1) % 13)


def highest_position(aces: Aces) -> int:
    """Return the highest position of a run at a table with these aces."""
    return int(Rank.KING) if aces is Aces.LOW else HIGH_ACE


def _what(stands: Card | Rank) -> str:
    return stands.letter if isinstance(stands, Rank) else str(stands)
