"""Reads text records block by block; the grammar stands in :mod:`ginrules.contract.records.text`."""

import json
import re
from typing import Final, final

from ginrules.contract.cards import AnyCard, read_cards
from ginrules.contract.records.bounds import FORMAT, MAGIC, MAX_DIGITS, MAX_ROUND_ACTIONS, SEMANTICS
from ginrules.contract.records.record import Record
from ginrules.contract.records.replaying import End, Replay, ToldRound, Turn
from ginrules.contract.records.text import CHANCE, NONE
from ginrules.contract.rules import MAX_PLAYERS, MAX_ROUNDS, Rules
from ginrules.contract.tables import rules_from_plain
from ginrules.errors import GinRulesError, RecordError, excerpt, perhaps
from ginrules.rawrecord import Block, blocks, place, refused_at, telling

_SECTIONS: Final = ("rules", "match", "round")
_ENTRIES: Final = ("result", "points")
_RAW_KEY: Final = re.compile(r"(?:player [0-9]+|name|title)\s*=")
_TURN: Final = re.compile(r"([0-9]{1,2}|-)\s*:")
_PLAYER: Final = re.compile(r"player (0|[1-9][0-9]?)")
_CONTRACT: Final = re.compile(r"contract ([1-9][0-9]?)")
_NUMBER: Final = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
_END: Final = re.compile(r"out ([0-9]{1,2}|none); points ([0-9 ]+)")
_HANDS: Final = "; hands "
_MAX_BLOCK: Final = MAX_ROUND_ACTIONS + 100
_WORDS: Final = {"true": True, "false": False, NONE: None}


def read_text(text: str) -> Record:
    """Return what one record holds; see :func:`ginrules.contract.records.read`."""
    replay: Replay | None = None
    before = ""
    for block in blocks(telling((text,), _RAW_KEY), _opened, begin=f"{MAGIC} {FORMAT}", most=_MAX_BLOCK):
        if block.kind == "record":
            if replay is not None:
                raise RecordError("a second record begins", where=place(block.line))
            _check_header(block)
            replay = Replay(Rules())
        elif replay is None:
            raise RecordError(f"expected {MAGIC} {FORMAT} before anything else", where=place(block.line))
        else:
            _take(block, replay, before)
        before = block.kind
    if replay is None:
        raise RecordError(f"the text is empty; expected {MAGIC} {FORMAT}")
    return replay.record()


def _opened(number: int, line: str) -> Block | None:
    """Return the block that a line opens, if it does."""
    if line.startswith("[") and line.endswith("]"):
        name = line[1:-1].strip()
        if name not in _SECTIONS:
            problem = f"no section is called {excerpt(name)!r}{perhaps(name[:40], _SECTIONS)}"
            raise RecordError(problem, where=place(number))
        return Block(name, number)
    if line.startswith(MAGIC):
        return Block("record", number, line[len(MAGIC) :].strip())
    head, colon, value = line.partition(":")
    if colon and head in _ENTRIES:
        return Block(head, number, value.strip())
    return None


def _check_header(block: Block) -> None:
    if block.value != str(FORMAT):
        problem = f"version {block.value[:20]!r} of the format is not known; expected {FORMAT}"
        raise RecordError(problem, where=place(block.line))
    pairs = _Pairs(block.line, block.lines)
    line, semantics = pairs.needed("semantics")
    if semantics != str(SEMANTICS):
        problem = f"semantics {semantics[:20]!r} are not known; expected {SEMANTICS}"
        raise RecordError(problem, where=place(line))
    pairs.refuse_rest()


def _take(block: Block, replay: Replay, before: str) -> None:
    match block.kind:
        case "rules":
            if before != "record":
                raise RecordError("the rules stand at the beginning", where=place(block.line))
            replay.rules = _rules(block)
        case "match":
            if before not in {"record", "rules"}:
                raise RecordError("a match stands after the rules", where=place(block.line))
            pairs = _Pairs(block.line, block.lines)
            names, dealer = pairs.players(), pairs.number("dealer")
            pairs.refuse_rest()
            if dealer is None:
                raise RecordError("dealer is missing", where=place(block.line))
            replay.begin_match(block.line, names, dealer)
        case "round":
            _round(block, replay)
        case _:
            if block.lines:
                number, line = block.lines[0]
                raise RecordError(f"{excerpt(line)!r} stands where it cannot", where=place(number))
            _entry(block, replay)


def _entry(block: Block, replay: Replay) -> None:
    """Enter bare points, or a result with the hands that are left."""
    if block.kind == "points":
        with refused_at(block.line):
            points = _numbers(block.value)
        replay.enter(block.line, points)
        return
    told, hands, cards = block.value.partition(_HANDS)
    if not hands:
        raise RecordError(
            "no hands; expected out SEAT; points NUMBERS; hands CARDS / CARDS", where=place(block.line)
        )
    with refused_at(block.line):
        end = _end(told)
    parts = cards.split("/", MAX_PLAYERS)
    replay.result(block.line, hands=parts, end=end)


def _rules(block: Block) -> Rules:
    pairs = _Pairs(block.line, block.lines)
    contracts = pairs.numbered(_CONTRACT, first=1, what="contracts")
    if len(contracts) > MAX_ROUNDS:
        raise RecordError(f"more than {MAX_ROUNDS} contracts", where=place(block.line))
    plain: dict[str, object] = {}
    for line, key, value in pairs.rest():
        if key in {"contracts", "sources"}:
            raise RecordError(f"{key} is not told so; contracts are lines contract 1 = 2 sets", where=place(line))
        with refused_at(line):
            plain[key] = _plain(value)
    if contracts:
        plain["contracts"] = contracts
    try:
        return rules_from_plain(plain)
    except GinRulesError as error:
        raise RecordError(str(error), where=pairs.line_of(plain, error)) from error


def _plain(value: str) -> object:
    if value in _WORDS:
        return _WORDS[value]
    if _NUMBER.fullmatch(value):
        return int(value)
    if value.startswith('"'):
        try:
            return json.loads(value)
        except ValueError as error:
            raise RecordError(f"{excerpt(value)} is no text in double quotes: {error}") from error
    return value


def _round(block: Block, replay: Replay) -> None:
    turns: list[Turn] = []
    end: tuple[int, End] | None = None
    knobs: list[tuple[int, str]] = []
    for number, line in block.lines:
        head = _TURN.match(line)
        if head is not None:
            seat = None if head[1] == CHANCE else int(head[1])
            turns.append((number, seat, [part.strip() for part in line[head.end() :].split(",")]))
        elif line.startswith("end:"):
            if end is not None:
                raise RecordError("end comes twice", where=place(number))
            with refused_at(number):
                end = number, _end(line[4:].strip())
        else:
            knobs.append((number, line))
    pairs = _Pairs(block.line, knobs)
    names = pairs.players()
    deck = _deck(*pairs.needed("deck"))
    told = ToldRound(
        where=block.line,
        deck=deck,
        number=pairs.number("number"),
        players=pairs.number("players"),
        dealer=pairs.number("dealer"),
        turns=turns,
        end=end,
    )
    pairs.refuse_rest()
    if names and replay.match is not None:
        raise RecordError("the match says who plays, its rounds do not", where=place(block.line))
    if names:
        replay.name_players(block.line, names)
    replay.play(told)


def _deck(line: int, text: str) -> tuple[AnyCard, ...]:
    with refused_at(line):
        return tuple(read_cards(text, what="a deck"))


def _end(text: str) -> End:
    told = _END.fullmatch(text)
    if told is None:
        raise RecordError(f"{excerpt(text)!r} is no end; expected one such as out 2; points 45 0 13")
    return End(None if told[1] == NONE else int(told[1]), tuple(_numbers(told[2])))


def _numbers(text: str) -> list[int]:
    words = text.split()
    if len(words) > MAX_PLAYERS:
        raise RecordError(f"more than {MAX_PLAYERS} numbers; expected the points of each player")
    return [_number(word) for word in words]


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise RecordError(f"{excerpt(text)!r} is no number")
    return int(text)


@final
class _Pairs:
    """The lines ``key = value`` of a section."""

    def __init__(self, line: int, lines: list[tuple[int, str]]) -> None:
        self._line = line
        self._values: dict[str, tuple[int, str]] = {}
        for number, text in lines:
            key, equals, value = text.partition("=")
            key = key.strip()
            if not equals:
                raise RecordError(f"{excerpt(text)!r} stands where it cannot", where=place(number))
            if key in self._values:
                raise RecordError(f"{excerpt(key)} comes twice", where=place(number))
            self._values[key] = number, value.strip()

    def rest(self) -> list[tuple[int, str, str]]:
        """Return what nobody has asked for: line, key and value."""
        return [(line, key, value) for key, (line, value) in self._values.items()]

    def refuse_rest(self) -> None:
        """Refuse what nobody has asked for."""
        for line, key, _ in self.rest():
            raise RecordError(f"{excerpt(key)!r} is not known here", where=place(line))

    def needed(self, key: str) -> tuple[int, str]:
        """Return the line and the value of a key that must be there."""
        if key not in self._values:
            raise RecordError(f"{key} is missing", where=place(self._line))
        return self._values.pop(key)

    def number(self, key: str) -> int | None:
        """Return the number that a key has, if it is there."""
        if key not in self._values:
            return None
        line, text = self._values.pop(key)
        with refused_at(line):
            return _number(text)

    def players(self) -> list[str]:
        """Return the names of the players."""
        return self.numbered(_PLAYER, first=0, what="players")

    def numbered(self, form: re.Pattern[str], *, first: int, what: str) -> list[str]:
        """Return the values of keys that differ in a number, in its order."""
        found: dict[int, str] = {}
        for key in [key for key in self._values if form.fullmatch(key)]:
            _, found[int(key.split()[1])] = self._values.pop(key)
        if sorted(found) != list(range(first, first + len(found))):
            raise RecordError(f"the {what} are not numbered from {first}", where=place(self._line))
        return [found[number] for number in sorted(found)]

    def line_of(self, knobs: dict[str, object], error: GinRulesError) -> str:
        """Return the line of the knob that an error begins with, or else of the section."""
        knob = next((knob for knob in knobs if str(error).startswith((f"{knob} is", f"{knob} has"))), "")
        return place(self._values[knob][0] if knob in self._values else self._line)
