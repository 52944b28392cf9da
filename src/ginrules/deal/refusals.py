"""Why an action is refused: a reason for programs, a sentence for people."""

from enum import Enum
from typing import TYPE_CHECKING, final

import attrs

from ginrules.errors import GinRulesError

if TYPE_CHECKING:
    from ginrules.deal.actions import Action
    from ginrules.deal.state import GameState


class Reason(Enum):
    """The kinds of refusal."""

    DEAL_OVER = "deal_over"
    WRONG_PHASE = "wrong_phase"
    STOCK_FORCED = "stock_forced"
    NOT_HELD = "not_held"
    JUST_TAKEN = "just_taken"
    TOO_EARLY = "too_early"
    TOO_MUCH_DEADWOOD = "too_much_deadwood"
    BAD_SPREAD = "bad_spread"
    NOT_ADMITTED = "not_admitted"
    NO_BIG_GIN = "no_big_gin"
    ONLY_TO_KNOCK = "only_to_knock"
    DOES_NOT_FIT = "does_not_fit"
    NO_DOUBLE = "no_double"
    NO_ACTION = "no_action"


@final
@attrs.frozen
class Refusal:
    """Why an action may not be done."""

    reason: Reason
    sentence: str
    """A sentence that can be shown to the player."""


@final
class IllegalAction(GinRulesError):  # noqa: N818  the name is the field's word
    """An action that the rules do not allow in this state, which stays as it was."""

    def __init__(self, action: "Action", state: "GameState", refusal: Refusal) -> None:
        """Keep what was tried, where, and why it is refused."""
        super().__init__(refusal.sentence)
        self.action = action
        self.state = state
        self.refusal = refusal

    @property
    def reason(self) -> Reason:
        """The kind of refusal."""
        return self.refusal.reason

    @property
    def sentence(self) -> str:
        """The sentence for the player."""
        return self.refusal.sentence

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by rebuilding from the parts."""
        return IllegalAction, (self.action, self.state, self.refusal)
