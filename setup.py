"""What `pyproject.toml` cannot say: where setuptools finds the compiled kernel, if there is one.

Build through a PEP 517 frontend (`pip`, `build`); called directly, this script makes a pure build.
"""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "_build"))

from backend import setup_arguments

setup(**setup_arguments())
