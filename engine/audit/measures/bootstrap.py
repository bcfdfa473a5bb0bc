"""How sure the figures of an audit are.

Questions are drawn, not chains, since the samples of one question are not independent.
"""

import numpy as np

from ...resampling import DEFAULT, Interval, Resampling, draws, percentile_interval
from .figures import MEASURES, Columns
from .tallies import Floats


def intervals(tallies: Floats, how: Resampling = DEFAULT) -> dict[str, Interval | None]:
    """The interval of each measure, by its key; None where it has no value.

    Args:
        tallies: (questions, columns of Tally).
    """
    return _bounds(_resampled(tallies, how))


def differences(first: Floats, second: Floats, how: Resampling = DEFAULT) -> dict[str, Interval | None]:
    """The interval of (second - first) of each measure, where row i of both is the same question.

    Both are taken on the same draws, so that what makes a question easy for both cancels out.
    """
    before, after = _resampled(first, how), _resampled(second, how)
    return _bounds({key: after[key] - before[key] for key in after})


def _resampled(tallies: Floats, how: Resampling) -> dict[str, Floats]:
    """(resamples,) values of each measure."""
    if not len(tallies):
        return {measure.key: np.full(how.resamples, np.nan) for measure in MEASURES}
    sums = Columns(np.concatenate([drawn @ tallies for drawn in draws(len(tallies), how)]))
    return {measure.key: measure.of(sums) for measure in MEASURES}


def _bounds(values: dict[str, Floats]) -> dict[str, Interval | None]:
    return {key: percentile_interval(drawn) for key, drawn in values.items()}
