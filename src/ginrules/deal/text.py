r"""Position text: a state, or what one seat knows of it, on one line.

Equal states have equal texts and different states different ones, so that a text can be a key. The rules are not
in it: whoever reads a text names the rules. ::

    position = PHASE " " state-fields
    view     = "view=" ("0" | "1" | "spectator") " " PHASE " " view-fields
    PHASE    = "upcard" | "draw" | "discard" | "layoff" | "double" | "last_take" | "over"

Then come fields, ``key=value``, one space between them, written in this order and read in any. Those in
parentheses are left out when they are as at the start of a deal.

==========================  =======================================================================================
``turn`` ``dealer``         seat ``0`` or ``1``
``upcard``                  the card turned up at the start
``limit``                   the knock limit; ``-`` where the house sets none
(``factor``)                the factor of the deal
(``suits``)                 the suits in which points can still be had, such as ``cdh``; ``-`` for none
``hand0`` ``hand1``         the hands; in a view of a seat ``hand``, its own
(``known0`` ``known1``)     in a view: the cards in each hand that everybody knows of
``sizes``                   in a view: how many cards each seat holds, such as ``10/11``
``stock``                   the stock, next card first; in a view how many cards it has
``pile``                    the discard pile, top last
(``drawn``) (``taken``)     in the discard phase the card drawn from the stock, or taken from the pile
(``passes``)                how many declined the upcard
(``turns``)                 the turns that each seat has completed, such as ``3/2``
(``takes``) (``returns``)   cards taken from the pile, and turns in a row that laid the taken card back
(``picked0`` ``picked1``)   the cards that each seat ever took from the pile
(``discarded0`` …)          the cards that each seat ever laid on it
(``cube``)                  what the deal counts by doubles and who doubled last, such as ``2/0``; then ``?`` for a
                            double that waits for an answer, ``!`` for one that was refused
(``ending``)                once a spread lies on the table ``knock``, ``gin`` or ``big_gin``; then also the rest:
(``knocker``)               the seat that laid it
(``facedown``)              its face-down discard; ``-`` for none, ``?`` in a view that does not know it
(``melds``) (``loose``)     what was shown, such as ``AcAdAh|4h5h6h`` and ``Kc``
(``layoffs``)               what was laid off since, such as ``7h+4h5h6h,8h+4h5h6h7h``
==========================  =======================================================================================

Cards are two characters each without anything between, hands in the order of the card index; ``-`` is no card.
The result of a deal that is over is not in the text: it follows from the rest.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeVar, final

import attrs

from ginrules.cards import FULL_MASK, Card, Hand, Suit, check_text
from ginrules.deal.state import Cube, GameState, Phase, Spread, changed
from ginrules.deal.transitions import final_result
from ginrules.deal.validate import problems
from ginrules.deal.view import PlayerView, determinize, view
from ginrules.errors import GinRulesError, NotationError, StateError
from ginrules.melds import Arrangement, LayOff, Meld
from ginrules.results import Ending, Seat
from ginrules.rules import Rules
from ginrules.scoring import DealTerms

MAX_POSITION: Final = 2_000
"""The most characters of a position text; none that is written comes near it."""

_T = TypeVar("_T")
_SPECTATOR: Final = "spectator"
_HIDDEN: Final = "?"
_OFFERED: Final = "?"
_REFUSED: Final = "!"
_NONE: Final = "-"
_MAX_DIGITS: Final = 9
_CARD_OF: Final = {str(card): card for card in Hand(FULL_MASK)}
_SUIT_OF: Final = {suit.letter: suit for suit in Suit}
_SUITS: Final = tuple(Suit)
_PHASE_OF: Final = {phase.value: phase for phase in Phase}
_ENDING_OF: Final = {ending.value: ending for ending in (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN)}
_TOKEN: Final = re.compile(r"\S+")


# Writing ----------------------------------------------------------------


def state_to_text(state: GameState) -> str:
    """Return the position text of a state; see :meth:`~ginrules.GameState.to_text`."""
    fields = [
        *_opening_fields(state),
        f"hand0={_run(state.hands[0])}",
        f"hand1={_run(state.hands[1])}",
        f"stock={_run(state.stock)}",
        *_common_fields(state),
    ]
    return " ".join(fields)


def view_to_text(seen: PlayerView) -> str:
    """Return the position text of a view; see :meth:`~ginrules.PlayerView.to_text`."""
    fields = [f"view={_SPECTATOR if seen.seat is None else seen.seat}", *_opening_fields(seen)]
    if seen.seat is not None:
        fields.append(f"hand={_run(seen.hand)}")
    fields += [f"known{seat}={_run(hand)}" for seat, hand in enumerate(seen.known) if hand]
    fields += [f"sizes={_pair(seen.hand_sizes)}", f"stock={seen.stock_count}", *_common_fields(seen)]
    return " ".join(fields)


def _opening_fields(place: GameState | PlayerView) -> Iterator[str]:
    terms = place.terms
    yield place.phase.value
    yield f"turn={place.turn}"
    yield f"dealer={place.dealer}"
    yield f"upcard={place.upcard}"
    yield f"limit={_NONE if terms.knock_limit is None else terms.knock_limit}"
    if terms.factor != 1:
        yield f"factor={terms.factor}"
    if terms.open_suits != _SUITS:
        yield f"suits={''.join(suit.letter for suit in terms.open_suits) or _NONE}"


def _common_fields(place: GameState | PlayerView) -> Iterator[str]:
    yield f"pile={_run(place.discards)}"
    if place.drawn is not None:
        yield f"{'taken' if place.from_pile else 'drawn'}={place.drawn}"
    if place.passes:
        yield f"passes={place.passes}"
    if place.turns != (0, 0):
        yield f"turns={_pair(place.turns)}"
    if place.pile_takes:
        yield f"takes={place.pile_takes}"
    if place.returns:
        yield f"returns={place.returns}"
    yield from _seen_fields(place)
    if place.cube is not None:
        yield _cube_field(place.cube)
    if place.spread is not None:
        yield from _spread_fields(place.spread)


def _seen_fields(place: GameState | PlayerView) -> Iterator[str]:
    for name, hands in (("picked", place.picked), ("discarded", place.discarded)):
        for seat, hand in enumerate(hands):
            if hand:
                yield f"{name}{seat}={_run(hand)}"


def _cube_field(cube: Cube) -> str:
    mark = _OFFERED if cube.offered else _REFUSED if cube.refused else ""
    return f"cube={cube.factor}/{cube.doubler}{mark}"


def _spread_fields(spread: Spread) -> Iterator[str]:
    hidden = _NONE if spread.ending is Ending.BIG_GIN else _HIDDEN
    yield f"ending={spread.ending.value}"
    yield f"knocker={spread.knocker}"
    yield f"facedown={hidden if spread.discard is None else spread.discard}"
    yield f"melds={'|'.join(_run(meld.cards) for meld in spread.arrangement.melds) or _NONE}"
    yield f"loose={_run(spread.arrangement.loose)}"
    if spread.layoffs:
        yield f"layoffs={','.join(f'{layoff.card}+{_run(layoff.meld.cards)}' for layoff in spread.layoffs)}"


def _run(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards)) or _NONE


def _pair(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]}/{numbers[1]}"


# Reading ----------------------------------------------------------------


def state_from_text(text: str, rules: Rules) -> GameState:
    """Return the state that a position text describes; see :meth:`~ginrules.GameState.from_text`."""
    fields = _fields(text, what="a position", of_view=False)
    hands = fields.hand("hand0"), fields.hand("hand1")
    stock = fields.cards("stock")
    return _checked(_state(fields, rules, hands=hands, stock=stock))


def view_from_text(text: str, rules: Rules) -> PlayerView:
    """Return the view that a position text describes; see :meth:`~ginrules.PlayerView.from_text`."""
    fields = _fields(text, what="a view", of_view=True)
    place = _state(fields, rules, hands=(Hand(), Hand()), stock=())
    seat = fields.choice("view", {"0": Seat(0), "1": Seat(1), _SPECTATOR: None})
    told = PlayerView(
        seat=seat,
        rules=rules,
        terms=place.terms,
        dealer=place.dealer,
        upcard=place.upcard,
        phase=place.phase,
        turn=place.turn,
        hand=Hand() if seat is None else fields.hand("hand"),
        drawn=place.drawn,
        from_pile=place.from_pile,
        known=(fields.hand("known0", default=Hand()), fields.hand("known1", default=Hand())),
        hand_sizes=fields.pair("sizes"),
        stock_count=fields.count("stock"),
        discards=place.discards,
        passes=place.passes,
        turns=place.turns,
        pile_takes=place.pile_takes,
        returns=place.returns,
        picked=place.picked,
        discarded=place.discarded,
        spread=place.spread,
        result=None,
        cube=place.cube,
        legal_actions=(),
    )
    return checked_view(told)


def checked_view(told: PlayerView) -> PlayerView:
    """Return a view with the result and the legal actions that it must have, if there is a deal that looks so.

    Raises:
        StateError: there is none.

    """
    found = _count_problems(told)
    if found:
        raise StateError(found)
    seen = view(_checked(attrs.evolve(determinize(told, _NoChance()), result=None)), told.seat)
    wrong = [
        f"{name} is {getattr(told, name)}; a seat that sees the rest would see {getattr(seen, name)}"
        for name in _SEEN
        if getattr(told, name) != getattr(seen, name)
    ]
    if wrong:
        raise StateError(wrong)
    return seen


_SEEN: Final = tuple(
    field.name for field in attrs.fields(PlayerView) if field.name not in {"result", "legal_actions"}
)


def _count_problems(told: PlayerView) -> list[str]:
    """Return what is wrong with the numbers of cards: too many known, or not as many as are unseen."""
    found: list[str] = []
    missing = 0
    for seat, (known, size) in enumerate(zip(told.known, told.hand_sizes, strict=True)):
        held = told.hand if seat == told.seat else known
        missing += size - len(held)
        if len(held) > size:
            found.append(f"seat {seat} holds {size} cards, but {len(held)} of them are known")
    spread = told.spread
    if spread is not None and spread.discard is None and spread.ending is not Ending.BIG_GIN:
        missing += 1
    if missing + told.stock_count != len(told.unseen):
        found.append(
            f"{len(told.unseen)} cards are unseen; expected {missing + told.stock_count} in hands and stock"
        )
    if told.phase is Phase.DISCARD and told.drawn is None:
        hidden = told.hand_sizes[told.turn] - len(told.known[told.turn])
        if told.turn == told.seat or hidden < 1:
            found.append("the card that the turn began with is not said, and cannot be hidden")
    return found


@final
class _NoChance:
    """A generator for one of many possible deals, whichever it be."""

    def random(self) -> float:
        """Return the least number."""
        return 0.0


def _checked(state: GameState) -> GameState:
    """Return the state, with its result if it is over, after checking that it can be."""
    if state.phase is Phase.OVER and all(len(hand) <= state.rules.hand_size + 1 for hand in state.hands):
        try:
            state = changed(state, {"result": final_result(state)})
        except GinRulesError as error:
            raise StateError([f"the deal could not end so: {error}"]) from error
    found = problems(state)
    if found:
        raise StateError(found)
    return state


def _state(fields: "_Fields", rules: Rules, *, hands: tuple[Hand, Hand], stock: tuple[Card, ...]) -> GameState:
    """Return the state that the fields describe, unchecked and without its result."""
    if "drawn" in fields and "taken" in fields:
        raise fields.error("taken", "a card cannot be both drawn and taken", "one of the two")
    taken = fields.card("taken", default=None)
    limit = None if fields.text("limit") == _NONE else fields.count("limit")
    suits = fields.suits("suits")
    terms = DealTerms(knock_limit=limit, factor=fields.count("factor", default=1), open_suits=suits)
    return GameState(
        rules=rules,
        terms=terms,
        dealer=fields.seat("dealer"),
        upcard=fields.cards("upcard", exactly=1)[0],
        phase=fields.phase,
        turn=fields.seat("turn"),
        hands=hands,
        stock=stock,
        discards=fields.cards("pile"),
        drawn=fields.card("drawn", default=taken),
        from_pile=taken is not None,
        passes=fields.count("passes", default=0),
        turns=fields.pair("turns", default=(0, 0)),
        pile_takes=fields.count("takes", default=0),
        returns=fields.count("returns", default=0),
        picked=(fields.hand("picked0", default=Hand()), fields.hand("picked1", default=Hand())),
        discarded=(fields.hand("discarded0", default=Hand()), fields.hand("discarded1", default=Hand())),
        spread=_spread(fields, rules),
        cube=fields.cube("cube"),
    )


def _spread(fields: "_Fields", rules: Rules) -> Spread | None:
    given = [key for key in ("ending", "knocker", "facedown", "melds", "loose") if key in fields]
    if not given:
        if "layoffs" in fields:
            raise fields.error("layoffs", "layoffs without a spread", "ending, knocker, facedown, melds and loose")
        return None
    ending = fields.choice("ending", _ENDING_OF)
    layoffs = fields.layoffs("layoffs")
    try:
        arrangement = Arrangement(fields.melds("melds"), fields.hand("loose"), ace_pips=rules.ace_pips)
    except NotationError:
        raise
    except GinRulesError as error:
        raise fields.error("melds", str(error), "disjoint melds") from error
    lying = list(arrangement.melds)
    for layoff in layoffs:
        if layoff.meld not in lying:
            raise fields.error("layoffs", f"{layoff.meld} does not lie on the table", "a meld as it lies by then")
        lying[lying.index(layoff.meld)] = layoff.result
    hidden = fields.text("facedown") == _HIDDEN and "view" in fields
    return Spread(
        knocker=fields.seat("knocker"),
        ending=ending,
        discard=None if hidden else fields.card("facedown", default=None),
        arrangement=arrangement,
        melds=tuple(sorted(lying)),
        layoffs=layoffs,
    )


_REQUIRED: Final = ("turn", "dealer", "upcard", "limit", "stock", "pile")
_OPTIONAL: Final = (
    "factor", "suits", "drawn", "taken", "passes", "turns", "takes", "returns", "picked0", "picked1",
    "discarded0", "discarded1", "cube", "ending", "knocker", "facedown", "melds", "loose", "layoffs",
)  # fmt: skip
_OF_STATE: Final = (*_REQUIRED, "hand0", "hand1", *_OPTIONAL)
_OF_VIEW: Final = ("view", *_REQUIRED, "hand", "sizes", "known0", "known1", *_OPTIONAL)


def _fields(text: str, *, what: str, of_view: bool) -> "_Fields":
    """Return the fields of a position text."""
    check_text(text, what=what)
    if len(text) > MAX_POSITION:
        problem = f"{len(text):,} characters"
        raise NotationError(problem, text=text, position=0, expected=f"{what} of at most {MAX_POSITION:,}")
    known = _OF_VIEW if of_view else _OF_STATE
    found: dict[str, tuple[int, str]] = {}
    phase: Phase | None = None
    for token in _TOKEN.finditer(text):
        key, equals, value = token.group().partition("=")
        if not equals and phase is None and key in _PHASE_OF:
            phase = _PHASE_OF[key]
            continue
        if not equals or key not in known or key in found or not value:
            problem = f"{key} comes twice" if key in found else f"no field of {what}: {token.group()[:30]!r}"
            raise NotationError(problem, text=text, position=token.start(), expected=", ".join(known))
        found[key] = token.start() + len(key) + 1, value
    if phase is None:
        problem = "no phase"
        raise NotationError(problem, text=text, position=0, expected=", ".join(_PHASE_OF))
    return _Fields(text, phase, found)


@final
@attrs.frozen
class _Fields:
    """The fields of a position text, each with its place in it; a field without a default has to be there."""

    whole: str
    phase: Phase
    values: Mapping[str, tuple[int, str]]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def error(self, key: str, problem: str, expected: str, *, offset: int = 0) -> NotationError:
        """Return an error about a field, or about its absence."""
        position = self.values[key][0] + offset if key in self.values else len(self.whole)
        return NotationError(problem, text=self.whole, position=position, expected=expected)

    def text(self, key: str) -> str:
        if key not in self.values:
            raise self.error(key, f"{key} is missing", f"{key}=…")
        return self.values[key][1]

    def choice(self, key: str, choices: Mapping[str, _T]) -> _T:
        value = self.text(key)
        if value not in choices:
            raise self.error(key, f"no {key}: {value[:30]!r}", ", ".join(choices))
        return choices[value]

    def seat(self, key: str) -> Seat:
        return self.choice(key, {"0": Seat(0), "1": Seat(1)})

    def count(self, key: str, *, default: int | None = None) -> int:
        if default is not None and key not in self.values:
            return default
        return self._number(key, self.text(key))

    def pair(self, key: str, *, default: tuple[int, int] | None = None) -> tuple[int, int]:
        if default is not None and key not in self.values:
            return default
        first, slash, second = self.text(key).partition("/")
        if not slash:
            raise self.error(key, "no pair", "two numbers, such as 3/2, seat 0 first")
        return self._number(key, first), self._number(key, second)

    def cards(self, key: str, *, exactly: int | None = None) -> tuple[Card, ...]:
        cards = self._run(key, self.text(key), 0)
        if exactly is not None and len(cards) != exactly:
            raise self.error(key, f"{len(cards)} cards", f"{exactly}")
        return cards

    def card(self, key: str, *, default: Card | None) -> Card | None:
        if key not in self.values or self.text(key) == _NONE:
            return default
        return self.cards(key, exactly=1)[0]

    def hand(self, key: str, *, default: Hand | None = None) -> Hand:
        if default is not None and key not in self.values:
            return default
        return self._hand(key, self.cards(key))

    def suits(self, key: str) -> tuple[Suit, ...]:
        if key not in self.values:
            return _SUITS
        letters = "" if self.text(key) == _NONE else self.text(key)
        suits = [_SUIT_OF.get(letter) for letter in letters]
        found = tuple(suit for suit in _SUITS if suit in suits)
        if len(found) != len(letters):
            raise self.error(key, f"no suits: {letters[:30]!r}", "letters of c d h s, each once")
        return found

    def cube(self, key: str) -> Cube | None:
        if key not in self.values:
            return None
        factor, slash, doubler = self.text(key).partition("/")
        mark = doubler[1:]
        if not slash or doubler[:1] not in {"0", "1"} or mark not in {"", _OFFERED, _REFUSED}:
            raise self.error(key, "no doubles", "a factor and a seat, such as 2/0, then perhaps ? or !")
        return Cube(
            factor=self._number(key, factor),
            doubler=Seat(int(doubler[0])),
            offered=mark == _OFFERED,
            refused=mark == _REFUSED,
        )

    def melds(self, key: str) -> tuple[Meld, ...]:
        value = self.text(key)
        return () if value == _NONE else tuple(self._meld(key, part, at) for at, part in _parts(value, "|"))

    def layoffs(self, key: str) -> tuple[LayOff, ...]:
        if key not in self.values:
            return ()
        return tuple(self._layoff(key, part, at) for at, part in _parts(self.text(key), ","))

    def _layoff(self, key: str, part: str, at: int) -> LayOff:
        card, plus, meld = part.partition("+")
        cards = self._run(key, card, at)
        if not plus or len(cards) != 1:
            raise self.error(key, "no layoff", "a card and a meld, such as 7h+4h5h6h", offset=at)
        target = self._meld(key, meld, at + len(card) + 1)
        try:
            return LayOff(cards[0], target)
        except GinRulesError as error:
            raise self.error(key, str(error), "a card that extends the meld", offset=at) from error

    def _meld(self, key: str, part: str, at: int) -> Meld:
        mask = self._hand(key, self._run(key, part, at)).mask
        try:
            return Meld.parse(str(Hand(mask)))
        except GinRulesError as error:
            raise self.error(key, str(error), "a meld", offset=at) from error

    def _hand(self, key: str, cards: tuple[Card, ...]) -> Hand:
        if len(set(cards)) != len(cards):
            raise self.error(key, "a card comes twice", "each card once")
        return Hand.of(cards)

    def _run(self, key: str, part: str, at: int) -> tuple[Card, ...]:
        if part == _NONE:
            return ()
        tokens = [part[i : i + 2] for i in range(0, len(part), 2)]
        cards = [_CARD_OF.get(token) for token in tokens]
        found = tuple(card for card in cards if card is not None)
        if len(found) != len(tokens) or not tokens:
            wrong = cards.index(None) if None in cards else 0
            raise self.error(
                key, "no card", "cards of two characters each, such as 7hTs, or - for none", offset=at + 2 * wrong
            )
        return found

    def _number(self, key: str, digits: str) -> int:
        if not (digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS):
            raise self.error(key, f"no number: {digits[:30]!r}", f"digits, {_MAX_DIGITS} at most")
        return int(digits)


def _parts(value: str, separator: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a value with their places in it."""
    at = 0
    for part in value.split(separator):
        yield at, part
        at += len(part) + 1
