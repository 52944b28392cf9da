"""Reads the docstrings for autodoc: Google style, and arrays by the name that the annotations use."""

import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util.typing import ExtensionMetadata

# Napoleon would take the words before a colon for the type: "The pips of the loose cards. Rule" of CORE-10.
UNTOUCHED = {"attribute", "data", "property"}

# What numpy.typing.NDArray[numpy.uint8] has become by the time autodoc sees it.
ARRAY = re.compile(r"~?numpy\.ndarray\[tuple\[~?typing\.Any, \.\.\.\], ~?numpy\.dtype\[(~?numpy\.\w+)\]\]")


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


def name_arrays(  # noqa: PLR0913  autodoc passes all this
    app: Sphinx,  # noqa: ARG001
    what: str,  # noqa: ARG001
    name: str,  # noqa: ARG001
    obj: object,  # noqa: ARG001
    options: Any,  # noqa: ARG001
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Write an array as ``NDArray[uint8]``; autodoc calls this."""
    return _name_arrays(signature), _name_arrays(returned)


def _name_arrays(annotations: str | None) -> str | None:
    return annotations and ARRAY.sub(r"~numpy.typing.NDArray[\1]", annotations)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect to autodoc."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", read_google_style)
    app.connect("autodoc-process-signature", name_arrays)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
