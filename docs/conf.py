"""How Sphinx builds the documents. They describe the installed package: install it first."""

import sys
from pathlib import Path

from ginrules import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "ginrules"
author = "The ginrules developers"
copyright = author  # noqa: A001  Sphinx wants this name
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "census",
    "docstrings",
    "rulesets",
]
exclude_patterns = ["_build", "_ext"]

html_theme = "furo"
html_title = f"ginrules {release}"
html_copy_source = False
html_show_sphinx = False

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

# Members stand in the order of the source, which is the order in which they are best read.
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
add_module_names = False

# No look-up over the network, so what belongs to others has no page here to point to.
nitpicky = True
nitpick_ignore = [
    ("py:class", "collections.abc.Callable"),
    ("py:class", "collections.abc.Iterable"),
    ("py:class", "collections.abc.Iterator"),
    ("py:class", "collections.abc.Mapping"),
    ("py:class", "collections.abc.Sequence"),
    ("py:class", "enum.Enum"),
    ("py:class", "enum.IntEnum"),
    ("py:class", "ginrules.errors._SeveralProblemsError"),  # shared by the errors that list several problems
    ("py:class", "ginrules.scoring.policy.SheetT"),  # stands for any sheet; the protocol is documented
    ("py:class", "numpy.uint64"),
    ("py:class", "numpy.uint8"),
    ("py:class", "numpy.typing.NDArray"),
    ("py:class", "os.PathLike"),
    ("py:class", "random.Random"),
]
