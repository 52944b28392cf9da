"""The ``ginrules`` command. Needs the extra ``cli``."""

import sys


def main() -> None:
    """Run the command line; say how to get its libraries where they are missing."""
    try:
        from ginrules.cli.app import app
        from ginrules.cli.terminal import make_streams_lenient
    except ModuleNotFoundError as error:
        if error.name not in {"typer", "rich"}:
            raise
        sys.exit(f'the command line needs {error.name}: python -m pip install "ginrules[cli]"')
    make_streams_lenient()
    app()
