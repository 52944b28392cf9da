"""A directive that shows the presets by their values, so that nobody types such numbers by hand.

``preset-table`` shows one row for each knob and one column for each preset. A value that is not that of the first
preset is set in bold.
"""

from enum import Enum
from typing import Any

import attrs
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ginrules import Hand, Rules, presets

# Labels, and the scoring, whose own knobs are shown instead.
NOT_KNOBS = {"name", "title", "sources", "scoring", "pricing", "ledger"}


class PresetTable(SphinxDirective):
    """The knobs of all presets, or of those that are named, in a Markdown table."""

    optional_arguments = 99

    def run(self) -> list[Any]:
        """Return the table as a list of nodes."""
        rulesets = [presets.get(name) for name in self.arguments or presets.names()]
        return self.parse_text_to_nodes("\n".join(table(rulesets)))


def table(rulesets: list[Rules]) -> list[str]:
    """Return the lines of the table."""
    columns = [knobs(rules) for rules in rulesets]
    names = dict.fromkeys(name for column in columns for name in column)
    head = " | ".join(f"`{rules.name}`" for rules in rulesets)
    lines = [f"| Knob | {head} |", "|---" * (len(rulesets) + 1) + "|"]
    for name in names:
        values = [shown(column[name]) if name in column else "" for column in columns]
        cells = [value if value == values[0] else f"**{value}**" for value in values]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return lines


def knobs(rules: Rules) -> dict[str, object]:
    """Return every knob of a ruleset and of its scoring, by name."""
    own = {field.name: getattr(rules, field.name) for field in attrs.fields(Rules)}
    return {name: value for name, value in {**own, **rules.scoring.knobs()}.items() if name not in NOT_KNOBS}


def shown(value: object) -> str:
    """Return a value as people write it."""
    match value:
        case Enum():
            return f"`{value.name}`"
        case Hand():
            return f"{len(value)} cards"
        case int():
            return str(value)
        case _:
            return f"`{value}`"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("preset-table", PresetTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
