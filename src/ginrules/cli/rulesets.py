"""``ginrules rules``: the rulesets that can be played, and what each of them says."""

import json
import re
from typing import TYPE_CHECKING, Annotated, Final, TypedDict

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules import presets
from ginrules.cli.options import DEFAULT_RULES, read_rules
from ginrules.cli.svensk.family import read_table
from ginrules.cli.terminal import complain, console
from ginrules.records import rules_to_toml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginrules.contract import Rules as TwoDeckRules
    from ginrules.rules import Rules

_RULE_IDS: Final = re.compile(r" \(([A-Z]+-[0-9]+(?:, [A-Z]+-[0-9]+)*)\)$")


class SentenceJson(TypedDict):
    """What a ruleset says on one matter."""

    text: str
    rules: list[str]


class RulesetJson(TypedDict, total=False):
    """A ruleset as JSON; the sentences only where one is asked for by name."""

    name: str
    title: str
    sources: list[str]
    sentences: list[SentenceJson]


def rules(
    name: Annotated[str | None, typer.Argument(help="A ruleset to explain; without it all are listed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="Print every knob of the named ruleset, as a file of house rules.")
    ] = False,
) -> None:
    """List the rulesets, or explain one of them."""
    table = read_table(name)
    if table is not None:
        _answer_table(table, as_json=as_json, as_toml=as_toml)
        return
    if as_toml:
        typer.echo(rules_to_toml(read_rules(DEFAULT_RULES if name is None else name)), nl=False)
        return
    if name is None:
        everything = [presets.get(known) for known in presets.names()]
        if as_json:
            typer.echo(json.dumps([*map(_labels, everything), *map(_labels, _tables())], indent=2))
        else:
            _list([*everything, *_tables()], console())
        return
    chosen = read_rules(name)
    _answer(chosen, as_json=as_json)


def _tables() -> "list[TwoDeckRules]":
    from ginrules.contract import presets as tables

    return [tables.get(known) for known in tables.names()]


def _answer_table(table: "TwoDeckRules", *, as_json: bool, as_toml: bool) -> None:
    if as_toml:
        from ginrules.contract.tables import rules_to_toml as table_to_toml

        typer.echo(table_to_toml(table), nl=False)
    else:
        _answer(table, as_json=as_json)


def _answer(chosen: "Rules | TwoDeckRules", *, as_json: bool) -> None:
    if as_json:
        answer = _labels(chosen)
        answer["sentences"] = [{"text": text, "rules": ids} for text, ids in map(_parted, chosen.describe())]
        typer.echo(json.dumps(answer, indent=2))
    else:
        _explain(chosen, console())


def _labels(ruleset: "Rules | TwoDeckRules") -> RulesetJson:
    return {"name": ruleset.name, "title": ruleset.title, "sources": list(ruleset.sources)}


def _list(everything: "Sequence[Rules | TwoDeckRules]", out: Console) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("Name", no_wrap=True)
    table.add_column("Title")
    table.add_column("Source")
    for ruleset in everything:
        table.add_row(Text(ruleset.name, style="bold"), ruleset.title, "; ".join(ruleset.sources))
    out.print(table)
    out.print()
    out.print("ginrules rules NAME explains one of them.")
    for failure in presets.failures():
        complain(f"the ruleset {failure.name} of {failure.distribution} is left out. {failure.problem}")


def _explain(ruleset: "Rules | TwoDeckRules", out: Console) -> None:
    out.print(Text(ruleset.title, style="bold"))
    if ruleset.sources:
        out.print(f"After {'; '.join(ruleset.sources)}.")
    out.print()
    listed = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    listed.add_column(no_wrap=True)
    listed.add_column()
    for text, ids in map(_parted, ruleset.describe()):
        listed.add_row("-", Text(text) + Text(f" {', '.join(ids)}", style="dim"))
    out.print(listed)


def _parted(sentence: str) -> tuple[str, list[str]]:
    """Return a sentence without the rule IDs at its end, and those."""
    found = _RULE_IDS.search(sentence)
    if found is None:
        return sentence, []
    return sentence[: found.start()], found.group(1).split(", ")
