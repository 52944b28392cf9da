"""The moves of a deal, as a sum type with text forms.

Equal moves are equal values; those without a spread are made once and shared.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias, final

import attrs

from ginrules.cards import ByCard, Card, Hand, check_text, read_mask
from ginrules.errors import NotationError
from ginrules.melds import LayOff, Meld, ascending, parse_melds

_FORMS: Final = (
    "pass, take, draw, discard 7h, knock 7h, knock 7h: As Ad Ac | 4h 5h 6h, big gin, lay 9c on 6c 7c 8c, show,"
    " double, accept or refuse"
)


@final
@attrs.frozen
class Pass:
    """Decline the upcard at the opening, or the last discard of the deal. Rules: CORE-05, CORE-17.

    >>> print(Pass())
    pass
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "pass"


@final
@attrs.frozen
class TakeDiscard:
    """Take the top card of the discard pile. Rules: CORE-04, CORE-05, CORE-06.

    >>> print(TakeDiscard())
    take
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "take"


@final
@attrs.frozen
class DrawStock:
    """Draw the top card of the stock. Rule: CORE-06.

    >>> print(DrawStock())
    draw
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "draw"


@final
@attrs.frozen
class Discard:
    """Lay a card face up on the discard pile, which ends the turn. Rules: CORE-06, CORE-07.

    >>> print(Discard(Card.parse("7h")))
    discard 7h
    """

    card: Card

    def __str__(self) -> str:
        """Return the text form."""
        return f"discard {self.card}"


def _spread(melds: Iterable[Meld] | None) -> tuple[Meld, ...] | None:
    return None if melds is None else ascending(melds)


@final
@attrs.frozen
class Knock:
    """Lay a card face down and show a spread; gin if nothing is left over. Rules: CORE-11, CORE-12, CORE-13.

    Args:
        discard: the card laid face down.
        spread: the melds shown, in any order; None for the best permitted spread.

    >>> print(Knock(Card.parse("7h")))
    knock 7h
    >>> print(Knock(Card.parse("7h"), parse_melds("4h 5h 6h | As Ad Ac")))
    knock 7h: 4h 5h 6h | Ac Ad As
    """

    discard: Card
    spread: tuple[Meld, ...] | None = attrs.field(default=None, converter=_spread)

    def __str__(self) -> str:
        """Return the text form."""
        if self.spread is None:
            return f"knock {self.discard}"
        return f"knock {self.discard}: {' | '.join(map(str, self.spread)) or '-'}"


@final
@attrs.frozen
class BigGin:
    """Show all cards in melds without a discard. Rule: CORE-14.

    >>> print(BigGin())
    big gin
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "big gin"


@final
@attrs.frozen
class ShowHand:
    """End the layoffs: the defender shows his hand, arranged for the least deadwood. Rule: CORE-15.

    >>> print(ShowHand())
    show
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "show"


@final
@attrs.frozen
class Double:
    """Offer to double what the deal counts, before drawing. Rule: EXTRA-06.

    >>> print(Double())
    double
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "double"


@final
@attrs.frozen
class AcceptDouble:
    """Accept an offered double and play on. Rule: EXTRA-06.

    >>> print(AcceptDouble())
    accept
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "accept"


@final
@attrs.frozen
class RefuseDouble:
    """Refuse an offered double, which gives the deal up. Rule: EXTRA-06.

    >>> print(RefuseDouble())
    refuse
    """

    def __str__(self) -> str:
        """Return the text form."""
        return "refuse"


Action: TypeAlias = (
    Pass
    | TakeDiscard
    | DrawStock
    | Discard
    | Knock
    | BigGin
    | LayOff
    | ShowHand
    | Double
    | AcceptDouble
    | RefuseDouble
)
"""What a player can do. Rule IDs stand at each kind."""

PASS: Final = Pass()
TAKE_DISCARD: Final = TakeDiscard()
DRAW_STOCK: Final = DrawStock()
BIG_GIN: Final = BigGin()
SHOW_HAND: Final = ShowHand()
DOUBLE: Final = Double()
ACCEPT_DOUBLE: Final = AcceptDouble()
REFUSE_DOUBLE: Final = RefuseDouble()
DISCARDS: Final = tuple(map(Discard, Hand.full()))
"""The discard of each card, by card index."""
KNOCKS: Final = tuple(map(Knock, Hand.full()))
"""The knock with each card and the default spread, by card index."""
DISCARDS_OF: Final = ByCard[Action](DISCARDS)
"""The discards of the cards of a hand."""

_WORDS: Final[dict[str, Action]] = {
    str(action): action
    for action in (
        PASS,
        TAKE_DISCARD,
        DRAW_STOCK,
        BIG_GIN,
        SHOW_HAND,
        DOUBLE,
        ACCEPT_DOUBLE,
        REFUSE_DOUBLE,
    )
}


def parse_action(text: str) -> Action:
    """Read the text form of an action, in either case.

    >>> parse_action("knock 7h: As Ad Ac | 4h 5h 6h").discard
    Card.parse("7h")

    Raises:
        NotationError: the text has no such form.
        MeldError: a spread or a layoff names what is no meld.

    """
    check_text(text, what="an action")
    words = text.split(None, 1)
    verb = words[0].lower() if words else ""
    simple = _WORDS.get(" ".join(text.lower().split(None, 2)))
    if simple is not None:
        return simple
    if verb == "lay":
        return LayOff.parse(text)
    if verb not in {"discard", "knock"} or len(words) == 1:
        start = len(text) - len(text.lstrip())
        problem = "no action" if words else "the text is empty"
        raise NotationError(problem, text=text, position=start, expected=_FORMS)
    start = text.index(words[1], text.lower().index(verb) + len(verb))
    colon = text.find(":", start) if verb == "knock" else -1
    end = len(text) if colon < 0 else colon
    cards = Hand(read_mask(text, what="an action", start=start, end=end)).cards
    if len(cards) != 1:
        problem = f"{len(cards)} cards to {verb}"
        raise NotationError(problem, text=text, position=start, expected="one card")
    if verb == "discard":
        return DISCARDS[cards[0].index]
    if colon < 0:
        return KNOCKS[cards[0].index]
    return Knock(cards[0], parse_melds(text, start=colon + 1))
