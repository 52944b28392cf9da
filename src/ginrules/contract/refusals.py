"""Why an action is refused: a reason for programs, a sentence for people."""

from enum import Enum
from typing import TYPE_CHECKING, final

import attrs

from ginrules.errors import GinRulesError

if TYPE_CHECKING:
    from ginrules.contract.actions import Action
    from ginrules.contract.state import RoundState


class Reason(Enum):
    """The kinds of refusal."""

    ROUND_OVER = "round_over"
    WRONG_PHASE = "wrong_phase"
    NOT_HELD = "not_held"
    JUST_TAKEN = "just_taken"
    BAD_MELD = "bad_meld"
    BAD_CONTRACT = "bad_contract"
    ALREADY_DOWN = "already_down"
    NOT_DOWN = "not_down"
    TOO_EARLY = "too_early"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    NO_SWAP = "no_swap"
    NEEDS_DISCARD = "needs_discard"
    NOT_OUT_YET = "not_out_yet"
    NOT_ALL_OUT = "not_all_out"
    BAD_STOCK = "bad_stock"
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

    def __init__(self, action: "Action", state: "RoundState", refusal: Refusal) -> None:
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
