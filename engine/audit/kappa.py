"""How far two that name classes agree beyond chance.

Reference: Cohen (1960), "A Coefficient of Agreement for Nominal Scales".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..resampling import DEFAULT, Floats, Interval, Resampling, draws, percentile_interval


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa of labels and verdicts.

    Attributes:
        kappa: (agreed - by chance) / (1 - by chance), in [-1, 1]; None where both always name one class, of
            which nothing can be said.
        interval: of a bootstrap that draws questions, 95%; None where kappa is.
        agreed: the share of rows on which both agree, in [0, 1].
        rows: how many there are.
    """

    kappa: float | None
    interval: Interval | None
    agreed: float
    rows: int

    def to_row(self) -> dict[str, Any]:
        """As a row of a frame."""
        low, high = (self.interval.low, self.interval.high) if self.interval else (None, None)
        return {"kappa": self.kappa, "low": low, "high": high, "agreed": self.agreed, "rows": self.rows}


def kappa_of(told: Sequence[tuple[str, str, str]], how: Resampling = DEFAULT) -> Kappa:
    """Kappa of rows: the question of each, what one says and what the other says; there is at least one.

    >>> kappa_of([("1", "a", "a"), ("2", "b", "b"), ("3", "a", "b"), ("4", "b", "b")]).kappa
    0.5
    """
    classes = sorted({name for _, *both in told for name in both})
    rank = {name: place for place, name in enumerate(classes)}
    questions = {name: place for place, name in enumerate(dict.fromkeys(row[0] for row in told))}
    tables = np.zeros((len(questions), len(classes), len(classes)))
    for question, one, other in told:
        tables[questions[question], rank[one], rank[other]] += 1
    whole = tables.sum(axis=0)
    (value,) = _kappas(whole[None]).tolist()
    found = None if np.isnan(value) else value
    return Kappa(
        found,
        None if found is None else _interval(tables, how),
        float(np.trace(whole) / len(told)),
        len(told),
    )


def _interval(tables: Floats, how: Resampling) -> Interval | None:
    flat = tables.reshape(len(tables), -1)
    drawn = [_kappas((block @ flat).reshape(-1, *tables.shape[1:])) for block in draws(len(tables), how)]
    return percentile_interval(np.concatenate(drawn))


def _kappas(tables: Floats) -> Floats:
    """(tables,) the kappa of tables (tables, classes, classes); NaN where chance explains all."""
    total = tables.sum(axis=(1, 2))
    agreed = np.trace(tables, axis1=1, axis2=2) / total
    by_chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1) / total**2
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = np.where(by_chance < 1, (agreed - by_chance) / (1 - by_chance), np.nan)
    return found
