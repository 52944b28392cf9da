"""Directives that show the presets by their values, so that nobody types such numbers by hand.

``preset-table`` shows one row for each knob in which presets differ, and one column for each preset. A value
that is not that of the first preset is set in bold; a dash stands where a preset has no such knob. The knobs in
which all that have them agree stand below the table. ``preset-sources`` shows the titles of presets, and where
they are from. Both take the names of presets, all if there are none.
"""

from enum import Enum
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ginrules import Hand, Rules, presets
from ginrules.knobs import knobs_of
from ginrules.scoring import Flat

# Labels, and the scoring, whose own knobs are shown instead.
NOT_KNOBS = {"name", "title", "sources", "seating", "scoring", "pricing", "ledger"}
NO_SUCH_KNOB = "\N{EN DASH}"


class PresetDirective(SphinxDirective):
    """Show what :meth:`lines` makes of all presets, or of those that are named, in Markdown."""

    optional_arguments = 99

    def run(self) -> list[Any]:
        """Return the text as a list of nodes."""
        rulesets = [presets.get(name) for name in self.arguments or presets.names()]
        return self.parse_text_to_nodes("\n".join(self.lines(rulesets)))

    def lines(self, rulesets: list[Rules]) -> list[str]:
        """Return the lines of the text."""
        raise NotImplementedError


class PresetTable(PresetDirective):
    """The knobs in which the presets differ."""

    def lines(self, rulesets: list[Rules]) -> list[str]:
        """Return the table, and a sentence with the knobs in which they agree."""
        columns = [knobs(rules) for rules in rulesets]
        rows = {name: [shown(column, name) for column in columns] for column in columns for name in column}
        agreed = {name: values[0] for name, values in rows.items() if set(values) <= {values[0], NO_SUCH_KNOB}}
        agreed = {name: value for name, value in agreed.items() if value != NO_SUCH_KNOB}
        head = [f"`{rules.name}`" for rules in rulesets]
        body = [[f"`{name}`", *marked(values)] for name, values in rows.items() if name not in agreed]
        same = ", ".join(f"`{name}` {value}" for name, value in agreed.items())
        return [*table(["Knob", *head], body), "", f"The same in all that have it: {same}."]


class PresetSources(PresetDirective):
    """The titles and sources of the presets."""

    def lines(self, rulesets: list[Rules]) -> list[str]:
        """Return the table."""
        return table(
            ["Preset", "Title", "From"],
            [[f"`{rules.name}`", rules.title, "; ".join(rules.sources)] for rules in rulesets],
        )


def table(head: list[str], body: list[list[str]]) -> list[str]:
    """Return the lines of a table."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *body)]


def knobs(rules: Rules) -> dict[str, object]:
    """Return every knob of a ruleset and of its scoring, by name."""
    everything = {**knobs_of(rules), **knobs_of(rules.seating), **rules.scoring.knobs()}
    return {name: value for name, value in everything.items() if name not in NOT_KNOBS}


def shown(values: dict[str, object], name: str) -> str:
    """Return the value of a knob as people write it."""
    if name not in values:
        return NO_SUCH_KNOB
    value = values[name]
    if isinstance(value, Hand):
        return f"{len(value)} cards"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return f"`{in_python(value)}`"


def in_python(value: object) -> str:
    """Return a value as one writes it in Python, without what goes without saying."""
    match value:
        case Enum():
            return value.name
        case Flat(points):
            return f"Flat({points})"
        case _:
            return str(value)


def marked(values: list[str]) -> list[str]:
    """Return the values of a row, with those in bold that are not the first one."""
    plain = {values[0], NO_SUCH_KNOB}
    return [value if value in plain or values[0] == NO_SUCH_KNOB else f"**{value}**" for value in values]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("preset-table", PresetTable)
    app.add_directive("preset-sources", PresetSources)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
