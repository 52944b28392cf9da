"""Records as JSON, with the same content as the text."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeGuard, cast

from ginrules.contract.cards import read_cards
from ginrules.contract.contracts import is_int
from ginrules.contract.match import Match
from ginrules.contract.play import Round
from ginrules.contract.records.bounds import (
    FORMAT,
    MAGIC,
    MAX_DIGITS,
    SEMANTICS,
)
from ginrules.contract.records.record import Content, Record
from ginrules.contract.records.replaying import (
    End,
    Replay,
    ToldRound,
    Turn,
    check_match,
    check_names,
    turns_of,
)
from ginrules.contract.rules import MAX_PLAYERS
from ginrules.contract.state import RoundResult
from ginrules.contract.tables import rules_from_plain, rules_to_plain
from ginrules.errors import RecordError, excerpt, perhaps
from ginrules.rawrecord import parse_json, refused_at

_WHOLE: Final = re.compile("-?[0-9]+")
_HEAD: Final = ("format", "version", "semantics", "rules")


# Writing ---------------------------------------------------------------------


def write_json(
    content: Content, *, names: Sequence[str] | None, open_round: Round | None, indent: int | None
) -> str:
    """Return a record as JSON; see :func:`ginrules.contract.records.to_json`."""
    with refused_at(""):
        rules = rules_to_plain(content.rules)
    del rules["sources"]
    whole: dict[str, object] = {"format": MAGIC, "version": FORMAT, "semantics": SEMANTICS, "rules": rules}
    if isinstance(content, Match):
        whole["match"] = _match_to_json(content, open_round)
    else:
        if names is not None:
            whole["names"] = [*check_names(content, names)]
        whole["round"] = _round_to_json(content)
    return json.dumps(whole, ensure_ascii=False, indent=indent)


def _match_to_json(match: Match, open_round: Round | None) -> dict[str, object]:
    check_match(match, open_round)
    entries: list[dict[str, object]] = []
    for entry in match.entries:
        if entry.round is not None:
            entries.append({"round": _round_to_json(entry.round)})
        elif entry.result is not None:
            hands = [*map(str, entry.result.hands)]
            entries.append({"result": {**_end_to_json(entry.result), "hands": hands}})
        else:
            entries.append({"points": [*entry.points]})
    told: dict[str, object] = {"names": [*match.names], "dealer": match.first_dealer, "entries": entries}
    if open_round is not None:
        told["open_round"] = _round_to_json(open_round)
    return told


def _round_to_json(played: Round) -> dict[str, object]:
    turns = [{"seat": seat, "actions": [*map(str, actions)]} for seat, actions in turns_of(played)]
    start = played.start_state
    told: dict[str, object] = {
        "number": start.number,
        "players": start.players,
        "dealer": start.dealer,
        "deck": " ".join(map(str, played.deck)),
        "turns": turns,
    }
    if played.result is not None:
        told["end"] = _end_to_json(played.result)
    return told


def _end_to_json(result: RoundResult) -> dict[str, object]:
    return {"out": result.out, "points": [*result.points]}


# Reading ---------------------------------------------------------------------


def read_json(text: str) -> Record:
    """Return what one record holds; see :func:`ginrules.contract.records.read`."""
    value = _object(parse_json(text, number=_whole_number), "$")
    for key, expected in (("format", MAGIC), ("version", FORMAT), ("semantics", SEMANTICS)):
        told = value.get(key)
        if told != expected or isinstance(told, bool):
            raise RecordError(f"{_told(told)}; expected {expected!r}", where=f"$.{key}")
    whole = _object(value, "$", needed=_HEAD, perhaps_there=("names", "round", "match"))
    rules = _object(whole["rules"], "$.rules")
    if "sources" in rules:
        raise RecordError("a record has no sources", where="$.rules.sources")
    with refused_at("$.rules"):
        replay = Replay(rules_from_plain(rules))
    if ("round" in whole) == ("match" in whole):
        raise RecordError("expected a round or a match", where="$")
    if "match" in whole:
        if "names" in whole:
            raise RecordError("the names stand in the match", where="$.names")
        _match(whole["match"], replay)
    else:
        if "names" in whole:
            replay.name_players("$.names", _texts(whole["names"], "$.names"))
        replay.play(_round(whole["round"], "$.round"))
    return replay.record()


def _whole_number(text: str) -> int:
    if not _WHOLE.fullmatch(text) or len(text) > MAX_DIGITS:
        raise RecordError(f"the number {text[:20]} is none that a record has")
    return int(text)


def _match(value: object, replay: Replay) -> None:
    told = _object(value, "$.match", needed=("names", "dealer", "entries"), perhaps_there=("open_round",))
    names = _texts(told["names"], "$.match.names")
    replay.begin_match("$.match", names, _number(told["dealer"], "$.match.dealer"))
    for at, entry in enumerate(_list(told["entries"], "$.match.entries")):
        _entry(entry, f"$.match.entries[{at}]", replay)
    if "open_round" in told:
        played = _round(told["open_round"], "$.match.open_round")
        if played.end is not None:
            raise RecordError("an open round has no end", where="$.match.open_round.end")
        replay.play(played)
        if replay.round is not None and replay.round.result is not None:
            raise RecordError("the open round is finished; it is an entry", where="$.match.open_round")


def _entry(value: object, where: str, replay: Replay) -> None:
    told = _object(value, where, perhaps_there=("round", "result", "points"))
    if len(told) != 1:
        raise RecordError("expected a round, a result or points", where=where)
    if "points" in told:
        replay.enter(where, _numbers(told["points"], f"{where}.points"))
    elif "round" in told:
        played = _round(told["round"], f"{where}.round")
        replay.play(played)
        if replay.round is not None and replay.round.result is None:
            raise RecordError("the round is not finished; it is the open round", where=where)
    else:
        where = f"{where}.result"
        result = _object(told["result"], where, needed=("out", "points", "hands"))
        hands = _texts(result["hands"], f"{where}.hands")
        if len(hands) > MAX_PLAYERS:
            raise RecordError(f"more than {MAX_PLAYERS} hands", where=f"{where}.hands")
        replay.result(where, hands=hands, end=_end(result, where))


def _round(value: object, where: str) -> ToldRound:
    told = _object(value, where, needed=("number", "players", "dealer", "deck", "turns"), perhaps_there=("end",))
    with refused_at(f"{where}.deck"):
        deck = tuple(read_cards(_text(told["deck"], f"{where}.deck"), what="a deck"))
    turns: list[Turn] = []
    for at, turn in enumerate(_list(told["turns"], f"{where}.turns")):
        place = f"{where}.turns[{at}]"
        parts = _object(turn, place, needed=("seat", "actions"))
        seat = None if parts["seat"] is None else _number(parts["seat"], f"{place}.seat")
        turns.append((place, seat, _texts(parts["actions"], f"{place}.actions")))
    end: tuple[str, End] | None = None
    if "end" in told:
        place = f"{where}.end"
        end = place, _end(_object(told["end"], place, needed=("out", "points")), place)
    return ToldRound(
        where=where,
        deck=deck,
        number=_number(told["number"], f"{where}.number"),
        players=_number(told["players"], f"{where}.players"),
        dealer=_number(told["dealer"], f"{where}.dealer"),
        turns=turns,
        end=end,
    )


def _end(told: Mapping[str, object], where: str) -> End:
    out = None if told["out"] is None else _number(told["out"], f"{where}.out")
    return End(out, tuple(_numbers(told["points"], f"{where}.points")))


def _object(
    value: object, where: str, *, needed: Sequence[str] | None = None, perhaps_there: Sequence[str] = ()
) -> dict[str, object]:
    """Return an object with these keys, or, if none are named, with any."""
    if not isinstance(value, dict):
        raise RecordError(f"{_told(value)}; expected an object", where=where)
    found = cast("dict[str, object]", value)
    if needed is None and not perhaps_there:
        return found
    known = (*(needed or ()), *perhaps_there)
    for key in found:
        if key not in known:
            raise RecordError(f"the key {excerpt(key)!r} is not known{perhaps(key[:40], known)}", where=where)
    for key in needed or ():
        if key not in found:
            raise RecordError(f"the key {key!r} is missing", where=where)
    return found


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise RecordError(f"{_told(value)}; expected a list", where=where)
    return cast("list[object]", value)


def _texts(value: object, where: str) -> list[str]:
    texts = _list(value, where)
    if not _are_texts(texts):
        raise RecordError("expected a list of texts", where=where)
    return texts


def _are_texts(values: list[object]) -> TypeGuard[list[str]]:
    return all(isinstance(each, str) for each in values)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{_told(value)}; expected a text", where=where)
    return value


def _numbers(value: object, where: str) -> list[int]:
    numbers = _list(value, where)
    if len(numbers) > MAX_PLAYERS:
        raise RecordError(f"more than {MAX_PLAYERS} numbers", where=where)
    return [_number(each, where) for each in numbers]


def _number(value: object, where: str) -> int:
    if not is_int(value):
        raise RecordError(f"{_told(value)}; expected a whole number", where=where)
    return cast("int", value)


def _told(value: object) -> str:
    """Return a value for a sentence, short whatever it is."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else excerpt(repr(value))
