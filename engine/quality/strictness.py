"""Is a regularity of a graph strict, so that what breaks it is at fault, or merely usual?

Of `ends` things that a regularity is about, `breaking` break it. Three explanations are weighed:

- It is strict, and what breaks it are errors. Each thing is wrong with a rate e, of which is known that it is
  small: Beta(1, b), whose mean 1 / (1 + b) is the `error_rate` that graphs of this kind have.
- It is a habit, with exceptions at a rate of which is known that it is not half: Beta(1, 4), whose mean is a
  fifth. What has more exceptions nobody takes for a regularity.
- There is nothing: that so few break it is chance, in a graph that is sparse. Then their number is Poisson
  with the mean that is `expected` of facts drawn at random. Left out where no such mean is known.

Before the graph is looked at, strict or not is equally likely, unless more is known, and so are the
explanations of what is not. By Bayes' theorem

    P(strict) = o S / (o S + (H + C) / 2),   C = Poisson(breaking; expected),

o being the odds of `before`, 1 unless more is known, and S and H the beta-binomials of `breaking` of `ends`
for these two priors. So few ends prove little, many prove much, and exceptions at several times the error
rate make it a habit, without a threshold for any.
"""

from math import exp, lgamma, log

ERROR_RATE = 0.01
"""The share of wrong facts that is expected: that of a graph which people keep. One that is extracted from
texts has more (YAGO reports 95 % right, Suchanek et al. 2007); then it should be said."""

_HABITS = 4.0
_NOTHING = 1e-9  # of an expected number, whose logarithm is taken


def strictness(
    ends: int,
    breaking: int,
    error_rate: float = ERROR_RATE,
    expected: float | None = None,
    before: float = 0.5,
) -> float:
    """P(strict), in [0, 1]; `before` without any end, and from a half 0.96 at most at an error rate of 0.01.

    >>> round(strictness(10, 1), 2), round(strictness(100, 1), 2), round(strictness(1000, 100), 3)
    (0.28, 0.87, 0.002)

    Args:
        breaking: at most `ends`.
        error_rate: in (0, 1).
        expected: how many would break it by chance.
        before: P(strict) before the graph is looked at, in (0, 1).
    """
    by_errors = log_errors(ends, breaking, error_rate) + log(before / (1 - before))
    by_habit = _beta_binomial(ends, breaking, 1, _HABITS)
    if expected is None:
        return _share(by_errors, by_habit)
    mean = max(expected, _NOTHING)
    by_chance = breaking * log(mean) - mean - lgamma(breaking + 1)
    return _share(by_errors, log(exp(by_habit) + exp(by_chance)) - log(2))


def log_errors(ends: int, breaking: int, error_rate: float = ERROR_RATE) -> float:
    """log S: the logarithm of the probability that so many of some ends are errors."""
    return _beta_binomial(ends, breaking, 1, (1 - error_rate) / error_rate)


def _beta_binomial(ends: int, breaking: int, a: float, b: float) -> float:
    """The logarithm of C(ends, breaking) * B(a + breaking, b + ends - breaking) / B(a, b)."""
    kept = ends - breaking
    ways = lgamma(ends + 1) - lgamma(breaking + 1) - lgamma(kept + 1)
    before = lgamma(a) + lgamma(b) - lgamma(a + b)
    return ways + lgamma(a + breaking) + lgamma(b + kept) - lgamma(a + b + ends) - before


def _share(one: float, other: float) -> float:
    """exp(one) / (exp(one) + exp(other)), whatever their size."""
    apart = other - one
    return 1 / (1 + exp(apart)) if apart < 0 else exp(-apart) / (1 + exp(-apart))
