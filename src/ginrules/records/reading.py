"""Reads text records block by block; the grammar stands in :mod:`ginrules.records.text`."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar, final

import attrs

from ginrules.cards import Card, Hand, Suit
from ginrules.deal import Deal
from ginrules.errors import RecordError, excerpt, perhaps
from ginrules.match import Match
from ginrules.rawrecord import Block, blocks, place, refused_at, telling
from ginrules.records.bounds import FORMAT, MAX_DEAL_ACTIONS, MAX_DIGITS, SEMANTICS
from ginrules.records.converter import read_cards
from ginrules.records.events_text import read_events
from ginrules.records.knobs import read_rules
from ginrules.records.names import deal_names
from ginrules.records.record import Record, RedactedDeal
from ginrules.records.replaying import Dealing, End, Replay, Turn, actions_of
from ginrules.records.results_text import read_end, read_result
from ginrules.records.text import MAGIC, NONE, SPECTATOR
from ginrules.results import Seat
from ginrules.rules import Rules
from ginrules.scoring import DealTerms

T = TypeVar("T")
_SECTIONS: Final = ("rules", "match", "deal", "redacted")
_ENTRIES: Final = ("result", "resign")
_RAW_KEY: Final = re.compile(r"(?:player [0-9]+|label|title)\s*=")
_PLAYER: Final = re.compile(r"player ([0-9]{1,2})")
_SUIT_OF: Final = {suit.letter: suit for suit in Suit}
_SEAT_OF: Final = {"0": Seat(0), "1": Seat(1)}
_MAX_BLOCK: Final = MAX_DEAL_ACTIONS + 100


def read_text(text: str) -> Record:
    """Return what one record holds; see :func:`ginrules.records.read`."""
    session = _Session(single=True)
    for block in _blocks((text,)):
        session.take(block)
    return session.record()


def read_deals(lines: Iterable[str]) -> Iterator[Deal]:
    """Yield the deals of a file of any number of records, each played again.

    Bare results in a match are checked and left out.

    Args:
        lines: the lines of the file, such as :func:`lines_of` returns, with or without their ends.

    Raises:
        RecordError: a line cannot be read, or the rules refuse what it says.

    >>> import random
    >>> from ginrules import Deal, presets, shuffled_deck
    >>> from ginrules.records import write_deals
    >>> deal = Deal.start(presets.CLASSIC, shuffled_deck(random.Random(7)))
    >>> [*read_deals(write_deals([deal, deal]))] == [deal, deal]
    True
    """
    session = _Session(single=False)
    for block in _blocks((lines,) if isinstance(lines, str) else lines):
        deal = session.take(block)
        if deal is not None:
            yield deal


def _blocks(pieces: Iterable[str]) -> Iterator[Block]:
    """Yield the blocks of a text, comments and empty lines left out."""
    return blocks(telling(pieces, _RAW_KEY), _opened, begin=f"{MAGIC} {FORMAT}", most=_MAX_BLOCK)


def _opened(number: int, text: str) -> Block | None:
    """Return the block that a line opens, if it does."""
    first = text[0]
    if first == "[" and text.endswith("]"):
        name = text[1:-1].strip()
        if name not in _SECTIONS:
            problem = f"no section is called {name[:40]!r}{perhaps(name[:40], _SECTIONS)}"
            raise RecordError(problem, where=place(number))
        return Block(name, number)
    if first == "g" and text.startswith(MAGIC):
        return Block("record", number, text[len(MAGIC) :].strip())
    if first == "r":
        head, colon, value = text.partition(":")
        if colon and head in _ENTRIES:
            return Block(head, number, value.strip())
    return None


@final
@attrs.define
class _Session:
    """What has been read so far: block by block, in the order of the grammar."""

    single: bool
    """Whether there may be one record of one thing only."""
    replay: Replay | None = None
    after: str = ""
    """The kind of the last block."""
    deals: int = 0
    deal: Deal | None = None
    names: tuple[str, ...] | None = None
    redacted: RedactedDeal | None = None

    def take(self, block: Block) -> Deal | None:
        """Read a block; return the deal that it holds, if it holds one."""
        deal: Deal | None = None
        if block.kind == "record":
            self._begin(block)
        elif self.replay is None:
            raise RecordError(f"expected {MAGIC} {FORMAT} before anything else", where=place(block.line))
        else:
            deal = self._take(block, self.replay)
        self.after = block.kind
        return deal

    def _begin(self, block: Block) -> None:
        if self.single and self.replay is not None:
            raise RecordError("a second record begins; read_deals reads several", where=place(block.line))
        if block.value != str(FORMAT):
            problem = f"version {block.value[:20]!r} of the format is not known; expected {FORMAT}"
            raise RecordError(problem, where=place(block.line))
        semantics = _Pairs(block).only("semantics")
        if semantics != str(SEMANTICS):
            problem = f"semantics {semantics[:20]!r} are not known; expected {SEMANTICS}"
            raise RecordError(problem, where=place(block.line))
        self.replay = Replay(Rules())
        self.deals = 0
        self.redacted = None

    def _take(self, block: Block, replay: Replay) -> Deal | None:
        line = place(block.line)
        if self.redacted is not None:
            raise RecordError("nothing follows a redacted deal", where=line)
        match block.kind:
            case "rules":
                if self.after != "record":
                    raise RecordError("the rules stand at the beginning", where=line)
                replay.rules = read_rules(_Pairs(block).all(), begin=block.line)
            case "match":
                if self.after not in {"record", "rules"}:
                    raise RecordError("a match stands after the rules", where=line)
                replay.match = _started(block, replay.rules)
            case "redacted":
                if self.after not in {"record", "rules"} or not self.single:
                    raise RecordError("a redacted deal stands by itself after the rules", where=line)
                self._redacted(block, replay.rules)
            case "deal":
                return self._deal(block, replay)
            case _:
                if block.lines:
                    number, text = block.lines[0]
                    raise RecordError(f"{excerpt(text)!r} stands where it cannot", where=place(number))
                _enter(block, replay)
        return None

    def _deal(self, block: Block, replay: Replay) -> Deal:
        self.deals += 1
        if self.single and replay.match is None and self.deals > 1:
            raise RecordError("a second deal without a match; read_deals reads many", where=place(block.line))
        self.deal, self.names = _read_deal(block, replay)
        return self.deal

    def _redacted(self, block: Block, rules: Rules) -> None:
        pairs, events = _Pairs.of_redacted(block)
        self.names = pairs.names()
        viewer = pairs.choice("viewer", {**_SEAT_OF, SPECTATOR: None})
        dealer = pairs.choice("dealer", _SEAT_OF)
        pairs.refuse_rest()
        self.redacted = read_events(events, rules=rules, viewer=viewer, dealer=dealer, begin=block.line)

    def record(self) -> Record:
        """Return what was read, when everything has been."""
        if self.redacted is not None:
            return Record(content=self.redacted, names=self.names)
        if self.replay is not None and self.replay.match is not None:
            match = self.replay.match
            return Record(content=match, names=match.names, open_deals=self.replay.deals_under_way)
        if self.deal is None:
            raise RecordError("the record holds neither a deal nor a match")
        return Record(content=self.deal, names=self.names)


def _started(block: Block, rules: Rules) -> Match:
    """Return the match that a section begins."""
    pairs = _Pairs(block)
    dealer = pairs.choice("dealer", {NONE: None, **{str(number): number for number in range(_MAX_ACCOUNTS)}})
    names = pairs.players()
    pairs.refuse_rest()
    with refused_at(block.line):
        return Match.start(rules, names=names, dealer=dealer)


_MAX_ACCOUNTS: Final = 100


def _enter(block: Block, replay: Replay) -> None:
    """Enter a bare result, or that a player gives the match up."""
    with refused_at(block.line):
        if block.kind == "resign":
            replay.resign(block.line, _number(block.value))
            return
        text, _, table = block.value.partition("; table ")
        result = read_result(text, replay.rules)
        replay.result(block.line, result, _number(table) if table else None)


def _read_deal(block: Block, replay: Replay) -> tuple[Deal, tuple[str, ...] | None]:
    """Return the deal of a section, played again, and the names in it."""
    turns: list[Turn] = []
    end: tuple[int, End] | None = None
    pairs: list[tuple[int, str]] = []
    for number, text in block.lines:
        head = text[:2]
        if head in _TURN_HEADS:
            turns.append((number, _TURN_HEADS[head], actions_of(text[2:].strip())))
        elif text.startswith("end:"):
            if end is not None:
                raise RecordError("end comes twice", where=place(number))
            with refused_at(number):
                end = number, read_end(text[4:])
        else:
            pairs.append((number, text))
    knobs = _Pairs(Block(block.kind, block.line, lines=pairs))
    names = knobs.names()
    dealing = knobs.dealing()
    knobs.refuse_rest()
    return replay.deal(block.line, dealing, turns, end), names


_TURN_HEADS: Final = {"0:": 0, "1:": 1}


@final
class _Pairs:
    """The lines ``key = value`` of a section."""

    def __init__(self, block: Block) -> None:
        self._line = block.line
        self._values: dict[str, tuple[int, str]] = {}
        for number, text in block.lines:
            key, equals, value = text.partition("=")
            key = key.strip()
            if not equals:
                raise RecordError(f"{excerpt(text)!r} stands where it cannot", where=place(number))
            if key in self._values:
                raise RecordError(f"{excerpt(key)} comes twice", where=place(number))
            self._values[key] = number, value.strip()

    @classmethod
    def of_redacted(cls, block: Block) -> "tuple[_Pairs, list[tuple[int, str, str]]]":
        """Return the pairs of a redacted section and its events."""
        pairs: list[tuple[int, str]] = []
        events: list[tuple[int, str, str]] = []
        for number, text in block.lines:
            head, colon, rest = text.partition(":")
            if colon and "=" not in head:
                events.append((number, head.strip(), rest.strip()))
            else:
                pairs.append((number, text))
        return cls(Block(block.kind, block.line, lines=pairs)), events

    def all(self) -> list[tuple[int, str, str]]:
        """Return all lines: number, key and value."""
        return [(number, key, value) for key, (number, value) in self._values.items()]

    def only(self, key: str) -> str:
        """Return the value of the one key that there may be."""
        _, value = self._take(key)
        self.refuse_rest()
        return value

    def refuse_rest(self) -> None:
        """Refuse what nobody has asked for."""
        for key, (number, _) in self._values.items():
            raise RecordError(f"{excerpt(key)!r} is not known here", where=place(number))

    def choice(self, key: str, choices: dict[str, T]) -> T:
        """Return what a value stands for."""
        number, value = self._take(key)
        if value not in choices:
            expected = ", ".join([*choices][:3])
            raise RecordError(f"{key} is {excerpt(value)!r}; expected {expected}", where=place(number))
        return choices[value]

    def players(self) -> list[str]:
        """Return the names of the players."""
        found: dict[int, str] = {}
        for key in [key for key in self._values if _PLAYER.fullmatch(key)]:
            _, name = self._values.pop(key)
            found[int(key.split()[1])] = name
        if sorted(found) != list(range(len(found))):
            raise RecordError("the players are not numbered from 0", where=place(self._line))
        return [found[number] for number in sorted(found)]

    def names(self) -> tuple[str, ...] | None:
        """Return the names of the players of a deal, if there are any."""
        players = self.players()
        if not players:
            return None
        with refused_at(self._line):
            return deal_names(players)

    def dealing(self) -> Dealing:
        """Return how a deal begins."""
        number, text = self._take("deck")
        with refused_at(number):
            deck = _read_deck(text)
        dealer = self.choice("dealer", _SEAT_OF) if "dealer" in self._values else None
        table = None
        if "table" in self._values:
            number, text = self._take("table")
            with refused_at(number):
                table = _number(text)
        return Dealing(deck=deck, dealer=dealer, terms=self._terms(), table=table)

    def _terms(self) -> DealTerms | None:
        given = {key: self._take(key) for key in ("knock_limit", "factor", "open_suits") if key in self._values}
        if not given:
            return None
        if len(given) < 3:  # noqa: PLR2004  the three above
            raise RecordError("knock_limit, factor and open_suits stand together", where=place(self._line))
        line, limit = given["knock_limit"]
        with refused_at(line):
            return DealTerms(
                knock_limit=None if limit == NONE else _number(limit),
                factor=_number(given["factor"][1]),
                open_suits=_suits(given["open_suits"][1]),
            )

    def _take(self, key: str) -> tuple[int, str]:
        if key not in self._values:
            raise RecordError(f"{key} is missing", where=place(self._line))
        return self._values.pop(key)


_CARD_OF: Final = {str(card): card for card in Hand.full()}


def _read_deck(text: str) -> tuple[Card, ...]:
    """Return the cards of a deck, quickly if they are written as this library writes them."""
    cards = [_CARD_OF.get(token) for token in text.split()]
    found = tuple(card for card in cards if card is not None)
    return found if len(found) == len(cards) else read_cards(text)


def _suits(text: str) -> tuple[Suit, ...]:
    letters = [] if text == "-" else text.split()
    if any(letter not in _SUIT_OF for letter in letters):
        raise RecordError(f"no suits: {excerpt(text)!r}; expected letters of c d h s, or -")
    return tuple(_SUIT_OF[letter] for letter in letters)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise RecordError(f"{excerpt(text)!r} is no number")
    return int(text)
