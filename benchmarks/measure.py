"""How a row is measured: both sides in turn, on the same hands, the best of several rounds."""

import platform
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import attrs

T = TypeVar("T")
U = TypeVar("U")


@attrs.frozen(kw_only=True)
class Row:
    """One line of the table."""

    what: str
    ours: str
    peer: str
    """What it is compared with, or a dash."""
    reached: str
    """The ratio, or for an absolute bar the time."""
    bar: str
    met: bool


def seconds_a_call(function: Callable[[T], object], inputs: Sequence[T], *, rounds: int = 9) -> float:
    """Return the seconds that one call takes, over all inputs, in the quickest round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for item in inputs:
            function(item)
        best = min(best, time.perf_counter() - start)
    return best / len(inputs)


def in_turn(
    ours: Callable[[T], object],
    our_inputs: Sequence[T],
    theirs: Callable[[U], object],
    their_inputs: Sequence[U],
    *,
    rounds: int = 25,
) -> tuple[float, float]:
    """Return the seconds that a call of each side takes, in turn, so that both meet the machine's moods."""
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        best[0] = min(best[0], seconds_a_call(ours, our_inputs, rounds=1))
        best[1] = min(best[1], seconds_a_call(theirs, their_inputs, rounds=1))
    return best[0], best[1]


def seconds_of(function: Callable[[], object], *, rounds: int = 5) -> float:
    """Return the seconds of one call without input, in the quickest round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - start)
    return best


def times_faster(what: str, *, ours: float, peer: float, peer_name: str, bar: float) -> Row:
    """Return the row for a ratio against a peer, both in seconds."""
    return Row(
        what=what,
        ours=duration(ours),
        peer=f"{duration(peer)} {peer_name}",
        reached=f"{peer / ours:.1f}×",
        bar=f"{bar:g}×",
        met=peer / ours >= bar,
    )


def under(what: str, *, ours: float, bar: float) -> Row:
    """Return the row for a time that must stay under a bar, both in seconds."""
    return Row(
        what=what,
        ours=duration(ours),
        peer="–",
        reached=duration(ours),
        bar=f"under {duration(bar)}",
        met=ours < bar,
    )


def at_least(what: str, *, reached: float, bar: float) -> Row:
    """Return the row for a number that must reach a bar."""
    return Row(
        what=what,
        ours=f"{reached:,.0f}",
        peer="–",
        reached=f"{reached:,.0f}",
        bar=f"{bar:,.0f}",
        met=reached >= bar,
    )


def duration(seconds: float) -> str:
    """Return seconds in the unit in which people say them."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


def machine() -> str:
    """Say on what and when this runs."""
    model = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    today = datetime.now(tz=UTC).date().isoformat()
    return f"{today}, {model}, {platform.system()}, Python {platform.python_version()}"
