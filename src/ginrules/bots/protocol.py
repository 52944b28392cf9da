"""What a bot is."""

from typing import Protocol

from ginrules.deal import Action, PlayerView


class Bot(Protocol):
    """Anything that chooses an action for the seat of a view.

    A bot keeps its own generator, if it needs one, and no reference to the deal: all that its seat may know is
    in the view.
    """

    def choose(self, view: PlayerView) -> Action:
        """Return one of ``view.legal_actions``, which is never empty when a bot is asked."""
        ...
