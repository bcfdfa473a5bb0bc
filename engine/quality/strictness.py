"""Is a regularity of a graph strict, so that what breaks it is at fault, or merely usual?

Of `ends` things that a regularity is about, `breaking` break it. Three explanations are weighed:

- It is strict, and what breaks it are errors. Each thing is wrong with a rate e, of which is known that it is
  small: Beta(1, b), whose mean 1 / (1 + b) is the `error_rate` that graphs of this kind have.
- It is a habit, with exceptions at any rate: Beta(1, 1). Then every number of them is equally likely.
- There is nothing: that so few break it is chance, in a graph that is sparse. Then their number is Poisson
  with the mean that is `expected` of facts drawn at random. Left out where no such mean is known.

Before the graph is looked at, strict or not is equally likely, and so are the explanations of what is not. By
Bayes' theorem

    P(strict) = S / (S + (H + C) / 2),   H = 1 / (ends + 1),   C = Poisson(breaking; expected),
    S = C(ends, breaking) * b * B(1 + breaking, b + ends - breaking),

S the beta-binomial. So few ends prove little (1 of 10 breaks it: 0.48), many prove much (1 of 100: 0.96), and
exceptions at ten times the error rate make it a habit (100 of 1,000: 0.005), without a threshold for either.
"""

from math import exp, lgamma, log, log1p

ERROR_RATE = 0.01
"""The share of wrong facts that is expected: that of a graph which people keep. One that is extracted from
texts has more (YAGO reports 95 % right, Suchanek et al. 2007); then it should be said."""

_NOTHING = 1e-9  # of an expected number, whose logarithm is taken


def strictness(
    ends: int, breaking: int, error_rate: float = ERROR_RATE, expected: float | None = None
) -> float:
    """P(strict), in [0, 1]; 0.5 without any end.

    >>> round(strictness(10, 1), 2), round(strictness(100, 1), 2), round(strictness(1000, 100), 3)
    (0.48, 0.96, 0.005)

    Args:
        breaking: at most `ends`.
        error_rate: in (0, 1).
        expected: how many would break it by chance.
    """
    b = (1 - error_rate) / error_rate
    kept = ends - breaking
    by_errors = (
        lgamma(ends + 1)
        - lgamma(breaking + 1)
        - lgamma(kept + 1)
        + log(b)
        + lgamma(1 + breaking)
        + lgamma(b + kept)
        - lgamma(1 + b + ends)
    )
    by_habit = -log1p(ends)
    if expected is None:
        return _share(by_errors, by_habit)
    mean = max(expected, _NOTHING)
    by_chance = breaking * log(mean) - mean - lgamma(breaking + 1)
    return _share(by_errors, log(exp(by_habit) + exp(by_chance)) - log(2))


def _share(one: float, other: float) -> float:
    """exp(one) / (exp(one) + exp(other)), whatever their size."""
    apart = other - one
    return 1 / (1 + exp(apart)) if apart < 0 else exp(-apart) / (1 + exp(-apart))
