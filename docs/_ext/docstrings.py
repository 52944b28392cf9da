"""Reads the docstrings for autodoc: Google style, and names as the source writes them."""

import re
from typing import Any, get_args

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util.typing import ExtensionMetadata

from ginrules import Action
from ginrules.scoring import Shutout

# Napoleon would take the words before a colon for the type: "The pips of the loose cards. Rule" of CORE-10.
UNTOUCHED = {"attribute", "data", "property"}

# What numpy.typing.NDArray[numpy.uint8] has become by the time autodoc sees it.
ARRAY = re.compile(r"~?numpy\.ndarray\[tuple\[~?typing\.Any, \.\.\.\], ~?numpy\.dtype\[(~?numpy\.\w+)\]\]")

# What a type alias has become by then, and what it is called.
ALIASES = {
    re.compile(r" \| ".join(rf"~?{re.escape(kind.__module__)}\.{kind.__name__}" for kind in get_args(union))): name
    for union, name in ((Action, "~ginrules.Action"), (Shutout, "~ginrules.scoring.Shutout"))
}
# The gin family's event, which its deals know by a short name only, while the two-deck family has one of its own.
ALIASES[re.compile(r"(?<![\w.])Event\b")] = "~ginrules.deal.events.Event"

# How attrs shows a default that a factory makes.
FACTORY = re.compile(r"\bNOTHING\b")

# Where a docstring may have a short name from, although the page documents its object elsewhere.
HOMES = ("ginrules", "ginrules.scoring", "ginrules.deal.events")


def read_google_style(  # noqa: PLR0913  autodoc passes all this
    app: Sphinx,  # noqa: ARG001
    what: Any,
    name: str,
    obj: object,
    options: Any,
    lines: list[str],
) -> None:
    """Turn the sections of a docstring into fields; autodoc calls this."""
    if what not in UNTOUCHED:
        lines[:] = GoogleDocstring(list(lines), what=what, name=name, obj=obj, options=options).lines()


def tidy_signature(  # noqa: PLR0913  autodoc passes all this
    app: Sphinx,  # noqa: ARG001
    what: str,  # noqa: ARG001
    name: str,  # noqa: ARG001
    obj: object,  # noqa: ARG001
    options: Any,  # noqa: ARG001
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Write arrays and aliases by their names, and a made default as ``...``; autodoc calls this."""
    return _tidy(signature), _tidy(returned)


def _tidy(annotations: str | None) -> str | None:
    if annotations is None:
        return None
    tidied = FACTORY.sub("...", ARRAY.sub(r"~numpy.typing.NDArray[\1]", annotations))
    for union, name in ALIASES.items():
        tidied = union.sub(name, tidied)
    return tidied


def find_short_name(app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: Any) -> Any:
    """Find what a docstring calls by its short name at home; Sphinx calls this for names that it did not find."""
    target = node.get("reftarget", "")
    if node.get("refdomain") != "py" or "." in target:
        return None
    domain = env.domains.python_domain
    for name in (f"{home}.{target}" for home in HOMES):
        if name in domain.objects:
            return domain.resolve_xref(env, node["refdoc"], app.builder, node["reftype"], name, node, shown)
    return None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect to autodoc."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", read_google_style)
    app.connect("autodoc-process-signature", tidy_signature)
    app.connect("missing-reference", find_short_name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
