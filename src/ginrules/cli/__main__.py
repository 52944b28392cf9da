"""``python -m ginrules.cli`` is the ``ginrules`` command."""

from ginrules.cli import main

main()
