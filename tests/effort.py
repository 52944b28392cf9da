"""Measures what a call costs without a clock, which says more about the machine than about the call."""

import sys
from collections.abc import Callable
from types import FrameType


def calls_made(run: Callable[[], object]) -> int:
    """Return how many functions, Python's and built-in ones, run while a call goes on, however it ends."""
    made = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return made
