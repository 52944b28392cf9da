"""What a record can hold: a round or a match."""

from typing import TypeAlias, final

import attrs

from ginrules.contract.match import Match
from ginrules.contract.play import Round

Content: TypeAlias = Round | Match
"""What a record is of."""


@final
@attrs.frozen(kw_only=True)
class Record:
    """A record that has been read, every action in it played again."""

    content: Content
    names: tuple[str, ...] | None = None
    """The names of the players, by seat, where they are known."""
    open_round: Round | None = None
    """The round of the match that is not finished, if it was stored."""
