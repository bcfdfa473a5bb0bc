"""Shares as benchmarks print them."""

from math import sqrt

_Z = 1.96


def share(count: int, total: int) -> str:
    """A share with Wilson's interval at 95 %, and what it is of."""
    if not total:
        return "none"
    middle = (count / total + _Z**2 / (2 * total)) / (1 + _Z**2 / total)
    half = _Z * sqrt(count * (total - count) / total + _Z**2 / 4) / (total + _Z**2)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{count / total:.3f} ({low:.2f}–{high:.2f}; {count:,} of {total:,})"
