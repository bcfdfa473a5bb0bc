"""Chains without a selector: what the ranker ranks highest is taken.

Reference: TRACE the Evidence, Section 4.2, "w/o Triple Selector".
"""

from collections.abc import Sequence

import numpy as np

from .selection import Choice, Selection


def by_relevance(choices: Sequence[Choice], /) -> list[Selection]:
    """Probabilities of the options by their relevance alone (softmax); a chain never ends before L facts."""
    return [Selection(0.0, _softmax(choice.relevance)) for choice in choices]


def _softmax(relevance: Sequence[float]) -> list[float]:
    weights = np.exp(np.asarray(relevance, np.float64) - max(relevance))
    return [float(share) for share in weights / weights.sum()]
