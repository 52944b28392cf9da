"""Makes pytest run the examples of the documents: README.md, docs/ and the docstrings of src/ginrules.

The examples of one document run in order and share their names, so they stay in one worker. Those of a docstring
see the names of their module and whatever ``from ginrules import *`` brings.
"""

from pathlib import Path
from typing import Any

import pytest
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser
from sybil.sybil import SybilCollection

_SOURCE = Path(__file__).parent / "src"


def _bring_public_names(namespace: dict[str, Any]) -> None:
    import ginrules  # not above: coverage must have begun before the package is loaded

    namespace.update({name: getattr(ginrules, name) for name in ginrules.__all__})


_collect_examples = SybilCollection(
    (
        Sybil([PythonCodeBlockParser()], pattern="README.md", exclude="*/README.md"),
        Sybil([PythonCodeBlockParser()], path="docs", pattern="*.md"),
        Sybil([DocTestParser()], path="src/ginrules", pattern="*.py", setup=_bring_public_names),
    )
).pytest()


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take the source for plain folders: as packages pytest would import them, in place of the installed ones."""
    if _SOURCE in (path, *path.parents):
        return pytest.Dir.from_parent(parent, path=path)
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the examples of a document."""
    document = _collect_examples(file_path, parent)
    if document is not None:
        document.add_marker(pytest.mark.xdist_group(document.nodeid))
    return document
