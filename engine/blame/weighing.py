"""How likely a graph is at fault where answers contradict it.

Of a slot (the birthplace of Ann) the graph holds one value or more, and voters say the same, or others. One
of these is true: what the graph holds (H0); a value a that a voter gives (Ha); one that nobody gives (H*).

    prior:       P(H0) = 1 - p,  P(Ha) = p / V,  P(H*) = p (V - k) / V
                 V values are possible besides those held, k are given; p = 1 - (1 - error rate) * product
                 over held facts of (1 - suspicion), suspicion being what lint says of the fact
    likelihood:  a voter of error rate e says the truth with 1 - e, and each of the others with e / V;
                 that what is held is wrong it says with 1 - e where it is, with e where it is not

The voters are held for independent, so that likelihoods multiply, and P(graph at fault) = 1 - P(H0 | votes).
So two answers that agree on one value tell more than two that differ: to err alike is rare. Where a relation
has several values, Ha says that the graph lacks a: what it holds may be true as well, and who repeats it says
nothing.

Reference: Dong, Berti-Equille and Srivastava, "Integrating Conflicting Data: The Role of Source Dependence",
VLDB 2009, section 3.2 (ACCU), with a prior that lint gives.
"""

from collections.abc import Mapping
from math import exp, log
from typing import NamedTuple

from .votes import DENIES, HOLDS

_OTHER = "\x00other"


class Weighed(NamedTuple):
    """What votes make of a slot.

    Attributes:
        graph: P(graph at fault), in [0, 1].
        prior: the same before any vote.
        value: the likeliest of the values that voters give; empty where they give none.
        probability: that it is true.
    """

    graph: float
    prior: float
    value: str
    probability: float


def weighed(
    ballot: Mapping[str, str],
    error_rates: Mapping[str, float],
    prior: float,
    possible: int,
    single: bool,
) -> Weighed:
    """Weigh the votes on a slot.

    By hand: one voter with e = 0.2 gives another of 100 values, prior 0.01. H0 0.99 * 0.2 / 100 = 0.00198, Ha
    0.0001 * 0.8 = 0.00008, H* 0.0099 * 0.002 = 0.0000198: 0.0480. Two who agree: 0.9421.

    Args:
        ballot: by voter what it says: HOLDS, DENIES or a value.
        error_rates: of each voter, in (0, 1).
        prior: P(graph at fault) before the votes, in (0, 1).
        possible: V, at least 1.
        single: whether the relation has one value.
    """
    values = sorted({value for value in ballot.values() if value not in (HOLDS, DENIES)})
    possible = max(possible, len(values), 1)
    unsaid = prior * (possible - len(values)) / possible
    logs = {HOLDS: log(1 - prior), **{value: log(prior / possible) for value in values}}
    if unsaid > 0:
        logs[_OTHER] = log(unsaid)
    for voter, vote in ballot.items():
        for truth in logs:
            logs[truth] += log(_likelihood(vote, truth, error_rates[voter], possible, single))
    most = max(logs.values())
    weights = {truth: exp(weight - most) for truth, weight in logs.items()}
    total = sum(weights.values())
    best = max(values, key=lambda value: (weights[value], value), default="")
    return Weighed(1 - weights[HOLDS] / total, prior, best, weights[best] / total if best else 0.0)


def _likelihood(vote: str, truth: str, error: float, possible: int, single: bool) -> float:
    if vote == DENIES:
        return error if truth == HOLDS else 1 - error
    if vote == truth or (vote == HOLDS and not single):
        return 1 - error
    return error / possible
