"""Estimates with 95 % confidence intervals: means by the normal approximation, shares by Wilson's interval."""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final, TypedDict, final

import attrs

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@final
@attrs.frozen(kw_only=True)
class Estimate:
    """A value, and the bounds between which it lies with 95 % confidence; None where too little is known."""

    value: float
    low: float | None
    high: float | None


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values, with the normal approximation of its interval.

    >>> found = mean([1.0, 2.0, 3.0])
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (2.0, 0.868, 3.132)
    """
    middle = fmean(values)
    if len(values) == 1:
        return Estimate(value=middle, low=None, high=None)
    reach = _Z * stdev(values) / math.sqrt(len(values))
    return Estimate(value=middle, low=middle - reach, high=middle + reach)


def share(hits: int, tries: int) -> Estimate:
    """Return a share of independent tries, with Wilson's score interval.

    >>> found = share(0, 100)
    >>> found.value, found.low, round(found.high, 3)
    (0.0, 0.0, 0.037)
    """
    observed = hits / tries
    weight = _Z * _Z / tries
    center = (observed + weight / 2) / (1 + weight)
    reach = _Z * math.sqrt(observed * (1 - observed) / tries + weight / (4 * tries)) / (1 + weight)
    # At the ends the bound is the share itself, which rounding may miss.
    low = 0.0 if hits == 0 else center - reach
    high = 1.0 if hits == tries else center + reach
    return Estimate(value=observed, low=low, high=high)


class EstimateJson(TypedDict):
    """An estimate as JSON: the value and the bounds of its 95 % interval."""

    value: float
    low: float | None
    high: float | None


def estimate_json(estimate: Estimate) -> EstimateJson:
    """Return an estimate as JSON has it."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def percent_text(estimate: Estimate) -> str:
    """Return a share in percent, with its bounds if they are known.

    >>> percent_text(share(0, 100))
    '0.0 % (0.0 to 3.7)'
    """
    if estimate.low is None or estimate.high is None:
        return f"{100 * estimate.value:.1f} %"
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def number_text(estimate: Estimate) -> str:
    """Return a mean, with its bounds if they are known.

    >>> number_text(mean([1.0, 2.0, 3.0]))
    '2.00 (0.87 to 3.13)'
    """
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f}"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"
