"""The moves of a round, as a sum type with text forms.

Equal moves are equal values. The melds on the table are counted from 1, in the order in which they were laid.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeAlias, final

import attrs

from ginrules.cards import card_tokens, check_text
from ginrules.contract.cards import AnyCard, read_card, read_cards
from ginrules.contract.melds import End, Meld, ascending, parse_melds
from ginrules.errors import NotationError

_FORMS: Final = (
    "take, draw, buy, pass, lay Qh Qh Qs | 5s [6s] 7s 8s, build 9s on 2, build * on 2 high, swap 6s from 2,"
    " discard 7h or reshuffle 5s 6s *"
)
_MOST_DIGITS: Final = 4
_MOST_CARDS: Final = 1000
"""More than any decks that are played with."""


def _bounded(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    return tuple(islice(cards, _MOST_CARDS))  # one that never ends is refused like any other that is too long


@final
@attrs.frozen
class Take:
    """Take the top card of the discard pile. Rule: SVENSK-07.

    >>> from ginrules.contract import Take
    >>> print(Take())
    take
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "take"


@final
@attrs.frozen
class Draw:
    """Decline the discard pile and draw from the stock, after the others could buy. Rules: SVENSK-07, SVENSK-10.

    >>> from ginrules.contract import Draw
    >>> print(Draw())
    draw
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "draw"


@final
@attrs.frozen
class Buy:
    """Take the declined discard out of turn, and penalty cards with it. Rule: SVENSK-10.

    **[d]** A bought card is not bound like one taken in turn (SVENSK-07): the buyer's next turn is another turn.

    >>> from ginrules.contract import Buy
    >>> print(Buy())
    buy
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "buy"


@final
@attrs.frozen
class Pass:
    """Do not buy the declined discard. Rule: SVENSK-10.

    >>> from ginrules.contract import Pass
    >>> print(Pass())
    pass
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "pass"


@final
@attrs.frozen
class Reshuffle:
    """Chance's move: the discards below the top become the stock, in this order. Rule: SVENSK-17.

    >>> from ginrules.contract import Reshuffle, parse_action
    >>> parse_action("reshuffle 5s * 5s")
    Reshuffle(stock=(Card.parse("5s"), JOKER, Card.parse("5s")))
    """

    stock: tuple[AnyCard, ...] = attrs.field(converter=_bounded)
    """The new stock, the next to be drawn first."""

    def __str__(self) -> str:
        """Return the text form."""
        return f"reshuffle {' '.join(map(str, self.stock))}"


@final
@attrs.frozen
class Lay:
    """Lay the contract, all its melds at once, or, once down, one further meld. Rule: SVENSK-08.

    Args:
        melds: the melds, in any order; they are kept, and numbered on the table, in their own.

    >>> from ginrules.contract import Lay, parse_melds
    >>> print(Lay(parse_melds("5s [6s] 7s 8s | Qh Qh Qs")))
    lay Qh Qh Qs | 5s [6s] 7s 8s
    """

    melds: tuple[Meld, ...] = attrs.field(converter=ascending)

    def __str__(self) -> str:
        """Return the text form."""
        return f"lay {' | '.join(map(str, self.melds))}"


@final
@attrs.frozen
class Build:
    """Add a card to a meld on the table. Rule: SVENSK-09.

    >>> from ginrules.contract import parse_action
    >>> print(parse_action("build * on 2 high"))
    build * on 2 high
    """

    card: AnyCard
    number: int
    """The number of the meld on the table, from 1."""
    end: End | None = None
    """To which end of a run: for jokers, and where an ace fits both; else it goes without saying."""

    def __str__(self) -> str:
        """Return the text form."""
        return f"build {self.card} on {self.number}{'' if self.end is None else f' {self.end.value}'}"


@final
@attrs.frozen
class Swap:
    """Put a card where a laid joker stands for it, and take the joker. Rule: SVENSK-16.

    >>> from ginrules.contract import parse_action
    >>> print(parse_action("swap 6s from 2"))
    swap 6s from 2
    """

    card: AnyCard
    number: int
    """The number of the meld on the table, from 1."""

    def __str__(self) -> str:
        """Return the text form."""
        return f"swap {self.card} from {self.number}"


@final
@attrs.frozen
class Discard:
    """Lay a card face up on the discard pile, which ends the turn. Rule: SVENSK-07.

    >>> from ginrules.contract import parse_action
    >>> print(parse_action("discard 7h"))
    discard 7h
    """

    card: AnyCard

    def __str__(self) -> str:
        """Return the text form."""
        return f"discard {self.card}"


Action: TypeAlias = Take | Draw | Buy | Pass | Reshuffle | Lay | Build | Swap | Discard
"""What a player, or chance, can do. Rule IDs stand at each kind."""

TAKE: Final = Take()
DRAW: Final = Draw()
BUY: Final = Buy()
PASS: Final = Pass()
_WORDS: Final[dict[str, Action]] = {str(action): action for action in (TAKE, DRAW, BUY, PASS)}


def parse_action(text: str) -> Action:
    """Read the text form of an action; the words in either case.

    >>> from ginrules.contract import parse_action
    >>> parse_action("lay Qh Qh Qs | 5s [6s] 7s 8s").melds[1]
    Meld.parse("5s [6s] 7s 8s")

    Raises:
        NotationError: the text has no such form.
        MeldError: what is to be laid is no meld.

    """
    check_text(text, what="an action")
    start = len(text) - len(text.lstrip())
    verb = text[start : start + 12].split(None, 1)[0].lower() if text.strip() else ""
    simple = _WORDS.get(verb)
    if simple is not None and text.strip().lower() == verb:
        return simple
    after = start + len(verb)
    match verb:
        case "lay":
            return Lay(parse_melds(text, start=after))
        case "reshuffle":
            return Reshuffle(tuple(read_cards(text, what="an action", start=after)))
        case "discard":
            card, *rest = card_tokens(text, what="an action", start=after)
            _refuse_rest(text, rest)
            return Discard(read_card(text, *card))
        case "build":
            card_read, number, end = _read_move(text, after, word="on")
            return Build(card_read, number, end)
        case "swap":
            card_read, number, end = _read_move(text, after, word="from")
            if end is not None:
                problem = "a swap names no end"
                raise NotationError(problem, text=text, position=after, expected="swap CARD from NUMBER")
            return Swap(card_read, number)
        case _:
            pass
    problem = "no action" if verb else "the text is empty"
    raise NotationError(problem, text=text, position=start, expected=_FORMS)


def _read_move(text: str, start: int, *, word: str) -> tuple[AnyCard, int, End | None]:
    """Read ``CARD on NUMBER`` with an end perhaps, as stands in ``text[start:]``."""
    parts = list(_first(card_tokens(text, what="an action", start=start), 5))
    expected = f"CARD {word} NUMBER, such as {'build 9s on 2' if word == 'on' else 'swap 6s from 2'}"
    card = read_card(text, *parts[0])
    if len(parts) < 3 or parts[1][1].lower() != word:  # noqa: PLR2004  card, word and number
        problem = f"no {word!r} and number after the card"
        raise NotationError(problem, text=text, position=parts[0][0], expected=expected)
    at, number = parts[2]
    if not (number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS):
        problem = f"{number[:8]!r} is no number of a meld"
        raise NotationError(problem, text=text, position=at, expected=expected)
    end: End | None = None
    rest = parts[3:]
    if rest and rest[0][1].lower() in {each.value for each in End}:
        end = End(rest.pop(0)[1].lower())
    _refuse_rest(text, rest)
    return card, int(number), end


def _refuse_rest(text: str, rest: list[tuple[int, str]]) -> None:
    if rest:
        problem = "unexpected text after the action"
        raise NotationError(problem, text=text, position=rest[0][0], expected="the end")


def _first(parts: Iterable[tuple[int, str]], most: int) -> Iterable[tuple[int, str]]:
    """Return the first few parts: a long text need not be read to the end to be refused."""
    for number, part in enumerate(parts):
        if number == most:
            return
        yield part
