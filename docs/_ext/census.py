"""Directives that show the exact counts of a golden file, so that nobody types such numbers by hand.

Both take the path of the file, relative to the page: ``census-table`` shows the hands of each least deadwood,
``census-summary`` the totals, and the counts for hands with one card more.
"""

import json
from pathlib import Path
from typing import Any, ClassVar, TypedDict

from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

KNOCK_LIMIT = 10


class Eleven(TypedDict):
    """Counts for the hands with a drawn card."""

    total: int
    gin: int
    big_gin: int


class Census(TypedDict):
    """What the golden file holds."""

    cards: int
    total: int
    hands_by_deadwood: dict[str, int]
    eleven: Eleven


class CensusDirective(SphinxDirective):
    """Read the golden file and show what :meth:`lines` makes of it, a Markdown table."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[Any]:
        """Return the table as a list of nodes."""
        _, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(path)
        census: Census = json.loads(Path(path).read_text(encoding="utf-8"))
        return self.parse_text_to_nodes("\n".join(self.lines(census)))

    def lines(self, census: Census) -> list[str]:
        """Return the lines of the table."""
        raise NotImplementedError


class CensusTable(CensusDirective):
    """One row for each least deadwood."""

    def lines(self, census: Census) -> list[str]:
        """Return the lines of the table."""
        lines = ["| Deadwood | Hands | Share | At most this |", "|---:|---:|---:|---:|"]
        total = census["total"]
        so_far = 0
        for pips, hands in census["hands_by_deadwood"].items():
            so_far += hands
            lines.append(f"| {pips} | {hands:,} | {hands / total:.6%} | {so_far / total:.6%} |")
        return lines


class CensusSummary(CensusDirective):
    """The totals, for the hands counted and for those with one card more."""

    def lines(self, census: Census) -> list[str]:
        """Return the lines of the table."""
        cards, total, eleven = census["cards"], census["total"], census["eleven"]
        by_deadwood = {int(pips): hands for pips, hands in census["hands_by_deadwood"].items()}
        gin = by_deadwood[0]
        low = sum(hands for pips, hands in by_deadwood.items() if pips <= KNOCK_LIMIT)
        mean = sum(pips * hands for pips, hands in by_deadwood.items()) / total
        return [
            "| | Number | One hand in |",
            "|---|---:|---:|",
            f"| all hands of {cards} cards | {total:,} | |",
            f"| gin | {gin:,} | {total / gin:,.0f} |",
            f"| deadwood of at most {KNOCK_LIMIT} | {low:,} | {total / low:,.0f} |",
            f"| mean least deadwood | {mean:.6f} | |",
            f"| all hands of {cards + 1} cards | {eleven['total']:,} | |",
            f"| gin after some discard | {eleven['gin']:,} | {eleven['total'] / eleven['gin']:,.0f} |",
            f"| big gin | {eleven['big_gin']:,} | {eleven['total'] / eleven['big_gin']:,.0f} |",
        ]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("census-table", CensusTable)
    app.add_directive("census-summary", CensusSummary)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
