"""For pyright, which unlike mypy does not know that mypyc's machine integers take and give ints."""

i64 = int
