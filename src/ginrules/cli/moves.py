"""What a person types for a move: a key, a card, a number of the list, or the full text of an action."""

import re
from collections.abc import Sequence
from typing import Final

from ginrules import solver
from ginrules.cards import Card
from ginrules.deal import (
    AcceptDouble,
    Action,
    BigGin,
    Discard,
    Double,
    DrawStock,
    Knock,
    LayOff,
    Pass,
    Phase,
    PlayerView,
    RefuseDouble,
    ShowHand,
    TakeDiscard,
    parse_action,
)
from ginrules.errors import GinRulesError, NotationError

_KEYS: Final[dict[str, Action]] = {
    "t": TakeDiscard(),
    "d": DrawStock(),
    "p": Pass(),
    "s": ShowHand(),
    "x": Double(),
    "a": AcceptDouble(),
    "r": RefuseDouble(),
}
_KNOCK: Final = re.compile(r"k(?:nock)?\s+(?P<rest>.+)", re.IGNORECASE)
_LAY: Final = re.compile(r"l(?:ay)?\s+(?P<card>\S+)", re.IGNORECASE)
_EXPECTED: Final = "a move of the list, its number, ? for a hint, or h for help"
_MAX_LENGTH: Final = 200


class MoveError(GinRulesError):
    """Something typed that is no move, or not one move."""


def listed_moves(view: PlayerView) -> tuple[Action, ...]:
    """Return the moves in the order in which a person is shown them, numbered from 1.

    When a card must go, the loose cards come first, the dearest of them first; then whatever ends the deal.
    """
    if view.phase is not Phase.DISCARD:
        return view.legal_actions
    order = {card: place for place, card in enumerate(by_arrangement(view))}
    discards = [action for action in view.legal_actions if isinstance(action, Discard)]
    knocks = _knocks(view)
    rest = [action for action in view.legal_actions if not isinstance(action, Discard | Knock)]
    left = after_discard(view)
    discards.sort(key=lambda discard: order[discard.card])
    knocks.sort(key=lambda knock: (left[knock.discard], order[knock.discard]))
    return (*discards, *knocks, *rest)


def by_arrangement(view: PlayerView) -> tuple[Card, ...]:
    """Return the cards of the hand, the loose ones first and the dearest of them first, then those in melds."""
    arrangement = solver.best_arrangement(view.hand, aces=view.rules.aces, ace_pips=view.rules.ace_pips)
    loose = sorted(arrangement.loose, key=lambda card: (-card.rank, card.suit))
    return (*loose, *(card for meld in arrangement.melds for card in meld.cards))


def after_discard(view: PlayerView) -> dict[Card, int]:
    """Return the least deadwood that each discard leaves."""
    return dict(solver.after_discard(view.hand, aces=view.rules.aces, ace_pips=view.rules.ace_pips))


def read_move(text: str, view: PlayerView, listed: Sequence[Action]) -> Action:
    """Return the action that a person means; whether it is legal is for the rules to say.

    Raises:
        GinRulesError: the text means nothing here, or could mean several things.

    """
    if len(text) > _MAX_LENGTH:
        raise MoveError(f"{text[:40]!r}... is too long for a move; expected {_EXPECTED}")
    typed = text.strip()
    if typed.isascii() and typed.isdigit():
        return _numbered(int(typed), listed)
    return _by_key(typed.lower(), view) or _by_card(typed, view) or _in_full(typed)


def _by_key(key: str, view: PlayerView) -> Action | None:
    if key in {"g", "gin"}:
        return _gin(view, big_first=key == "g")
    if key in {"k", "knock"}:
        return _any_knock(view)
    return _KEYS.get(key)


def _by_card(text: str, view: PlayerView) -> Action | None:
    """Return what a card alone means, or a card to lay off."""
    lay = _LAY.fullmatch(text)
    if lay is not None:
        return _layoff(Card.parse(lay["card"]), view)
    card = _card(text)
    if card is None:
        return None
    return _layoff(card, view) if view.phase is Phase.LAYOFF else Discard(card)


def _in_full(text: str) -> Action:
    """Return the action that a text stands for; ``k`` is short for knock."""
    knock = _KNOCK.fullmatch(text)
    if knock is not None:
        text = f"knock {knock['rest']}"
    try:
        return parse_action(text)
    except NotationError as error:
        if error.problem != "no action":
            raise
        raise MoveError(f"{text[:40]!r} is no move; expected {_EXPECTED}") from None


def _card(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except NotationError:
        return None


def _numbered(number: int, listed: Sequence[Action]) -> Action:
    if not 1 <= number <= len(listed):
        raise MoveError(f"{number} is not in the list; expected 1 to {len(listed)}")
    return listed[number - 1]


def _gin(view: PlayerView, *, big_first: bool) -> Action:
    """Return gin or big gin, whichever the hand has; of several discards that leave gin, any will do."""
    if view.phase is not Phase.DISCARD or (big_first and BigGin() in view.legal_actions):
        return BigGin()
    left = after_discard(view)
    gins = [action for action in _knocks(view) if left[action.discard] == 0]
    return gins[0] if gins else BigGin()


def _any_knock(view: PlayerView) -> Action:
    """Return the only knock, or say that the card has to be named."""
    knocks = _knocks(view)
    if len(knocks) == 1:
        return knocks[0]
    if knocks:
        cards = " or ".join(f"k {action.discard}" for action in knocks)
        raise MoveError(f"name the card to lay face down: {cards}")
    if view.phase is not Phase.DISCARD:
        raise MoveError("a knock comes after a card has been drawn, with the card to lay face down: k 7h")
    least = min(after_discard(view).values())
    limit = view.rules.knock_limit if view.terms.knock_limit is None else view.terms.knock_limit
    raise MoveError(f"no discard leaves little enough to knock: the best leaves {least}, the limit is {limit}")


def _knocks(view: PlayerView) -> list[Knock]:
    return [action for action in view.legal_actions if isinstance(action, Knock)]


def _layoff(card: Card, view: PlayerView) -> Action:
    """Return the layoff of a card, if it can go to one place only."""
    fitting = [action for action in view.legal_actions if isinstance(action, LayOff) and action.card is card]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise MoveError(f"the {card} fits in several places; expected {' or '.join(map(str, fitting))}")
    if view.phase is not Phase.LAYOFF:
        raise MoveError("nothing can be laid off now; that answers a knock")
    if card not in view.hand:
        raise MoveError(f"the {card} is not in the hand")
    raise MoveError(f"the {card} fits none of the knocker's melds")
