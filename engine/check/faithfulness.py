"""How much of an answer is supported, with what is not known of it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

_TAIL = 0.025  # on each side of a 95% interval


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """The share of an answer's claims that documents support.

    Attributes:
        share: the expected share, the mean of the chances that a claim is supported, in [0, 1].
        low, high: the 95% interval of the share, as far as the judge is unsure of each claim: quantiles of
            how many are supported where each is with its chance, independently (Poisson binomial).
        claims: how many there are.
    """

    share: float
    low: float
    high: float
    claims: int

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {name: round(value, 4) for name, value in asdict(self).items()}


def faithfulness_of(chances: Sequence[float]) -> Faithfulness | None:
    """From the chance, in [0, 1], that each claim is supported; None of no claims.

    >>> faithfulness_of([1.0, 1.0, 0.0, 0.0])
    Faithfulness(share=0.5, low=0.5, high=0.5, claims=4)
    """
    if not chances:
        return None
    below = np.cumsum(_numbers_supported(chances))
    low, high = (int(np.searchsorted(below, level)) for level in (_TAIL, 1 - _TAIL))
    count = len(chances)
    return Faithfulness(float(np.mean(chances)), low / count, min(high, count) / count, count)


def _numbers_supported(chances: Sequence[float]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """How likely each number of supported claims is, (claims + 1,)."""
    likely = np.ones(1)
    for chance in chances:
        likely = np.convolve(likely, (1 - chance, chance))
    return likely
