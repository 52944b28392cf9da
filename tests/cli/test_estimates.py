"""Estimates and their intervals."""

import random

import pytest

from ginrules.cli.estimates import mean, share


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_intervals_known_from_the_literature(hits: int, tries: int, low: float, high: float) -> None:
    """Shares have Wilson's interval (the last row is the example of Newcombe, 1998)."""
    found = share(hits, tries)
    assert found.value == hits / tries
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_mean() -> None:
    """A mean has the normal approximation of its interval; of one value nothing is known."""
    found = mean([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert found.value == 5.0
    assert found.high is not None
    assert found.low is not None
    assert found.high - 5.0 == pytest.approx(5.0 - found.low) == pytest.approx(1.4816, abs=1e-4)
    assert mean([3.0]).low is None


def test_intervals_cover_the_truth() -> None:
    """About 95 of 100 intervals hold the true value."""
    rng = random.Random(1)
    shares = [share(sum(rng.random() < 0.1 for _ in range(200)), 200) for _ in range(400)]
    means = [mean([rng.gauss(3, 2) for _ in range(100)]) for _ in range(400)]
    for estimates, truth in ((shares, 0.1), (means, 3.0)):
        bounds = [(e.low, e.high) for e in estimates if e.low is not None and e.high is not None]
        assert 0.91 < sum(low <= truth <= high for low, high in bounds) / 400 < 0.99
