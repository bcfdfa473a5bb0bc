"""Whether one way to answer is better than another on the same questions, or only luckier.

Reference: TRACE the Evidence, Tables 1 and 2, which mark p < 0.05 and do not name their test. Here: McNemar's
exact test for answers that are right or wrong, and a paired bootstrap (Efron and Tibshirani, 1993).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import numpy as np

from ..errors import InputError
from ..resampling import DEFAULT, Floats, Interval, Resampling, percentile_interval, resampled_means

AnswerMeasure = Literal["EM", "F1"]
ANSWER_MEASURES: tuple[AnswerMeasure, ...] = get_args(AnswerMeasure)
Values = Mapping[str, Sequence[float | None]]
"""Of each method a figure for each question, in one order; None where a question has none."""


@dataclass(frozen=True, slots=True)
class McNemar:
    """How two methods disagree on which questions they answer rightly.

    Attributes:
        gained, lost: questions that only the one, and only the other, answers rightly.
    """

    gained: int
    lost: int

    @property
    def p(self) -> float:
        """The two-sided p-value of McNemar's exact test, in (0, 1]; 0 where no float is as small.

        Of the questions that only one method answers rightly, each is as likely to be either's where both are
        equally good: how likely is it that they are split at least as unevenly?

        >>> McNemar(6, 1).p  # 2 (1 + 7) / 2**7
        0.125
        """
        questions, fewer = self.gained + self.lost, min(self.gained, self.lost)
        ways, tail = 1, 1
        for number in range(fewer):
            ways = ways * (questions - number) // (number + 1)
            tail += ways
        return min(1.0, 2 * tail / (1 << questions))


@dataclass(frozen=True, slots=True)
class Significance:
    """A method against another, over the questions that have a figure for both.

    Attributes:
        difference: the mean of `method` less that of `against`.
        interval: of the difference, by paired bootstrap: 95% of it over resamples of the questions.
        p_bootstrap: twice the smaller share of resampled differences that are at most, or at least, 0.
        disagreement: of answers that are right or wrong (EM); None of others.
    """

    measure: AnswerMeasure
    method: str
    against: str
    questions: int
    difference: float
    interval: Interval
    p_bootstrap: float
    disagreement: McNemar | None

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        row = asdict(self)
        if self.disagreement is not None:
            row["disagreement"] |= {"p": self.disagreement.p}
        return row


def significance(
    measure: AnswerMeasure, values: Values, against: str, how: Resampling = DEFAULT
) -> list[Significance]:
    """Every other method against one of them, where they share a question that has a figure for both.

    p-values are not corrected for the number of comparisons.

    Raises:
        InputError: `against` is none of the methods.
    """
    if against not in values:
        raise InputError(f"there is no {against!r} to compare with; there is: {', '.join(values)}")
    found = []
    for method in values:
        pairs = [
            (mine, theirs)
            for mine, theirs in zip(values[method], values[against], strict=True)
            if mine is not None and theirs is not None
        ]
        if pairs and method != against:
            mine, theirs = np.array(pairs, np.float64).T
            found.append(_compared(measure, method, against, mine, theirs, how))
    return found


def _compared(
    measure: AnswerMeasure, method: str, against: str, mine: Floats, theirs: Floats, how: Resampling
) -> Significance:
    drawn = resampled_means(mine - theirs, how)
    interval = percentile_interval(drawn)
    assert interval is not None  # there is a question
    return Significance(
        measure=measure,
        method=method,
        against=against,
        questions=len(mine),
        difference=float((mine - theirs).mean()),
        interval=interval,
        p_bootstrap=_two_sided(drawn),
        disagreement=McNemar(int((mine > theirs).sum()), int((mine < theirs).sum()))
        if measure == "EM"
        else None,
    )


def _two_sided(drawn: Floats) -> float:
    """Never 0: what was found itself counts as one more resample on either side."""
    below, above = int((drawn <= 0).sum()), int((drawn >= 0).sum())
    return min(1.0, 2 * (min(below, above) + 1) / (len(drawn) + 1))
