"""The figures of the generative evaluation, each defined once, for one sum of tallies or for many.

Reference: Direct Evaluation of CoT, Section 4 "Evaluation Metrics", Appendix C.3, Table 3.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..evidence import ErrorKind
from ..verdicts import Verdict
from .tallies import EMPTY, ERROR_KINDS, Floats, Tally, tally


class Columns:
    """Sums of tallies by name: each is one number a sum."""

    def __init__(self, sums: Floats) -> None:
        """`sums` has shape (…, columns of Tally)."""
        self._sums = sums

    def __getitem__(self, name: str) -> Floats:
        return np.asarray(self._sums[..., Tally._fields.index(name)])


class Measure(NamedTuple):
    """One figure.

    Attributes:
        key: its name in `Figures` and in files.
        label: for people.
        more_is_better: which way is good.
        is_share: in [0, 1] (a gap in [-1, 1]), and shown in percent; otherwise a number of edits.
        of: the figure from sums; NaN where nothing can be divided.
    """

    key: str
    label: str
    more_is_better: bool
    is_share: bool
    of: Callable[[Columns], Floats]


def _ratio(part: Floats, whole: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, np.nan)


def _f1(hits: str, misses: str, everything: str) -> Callable[[Columns], Floats]:
    """The harmonic mean of P = hits / (hits + misses) and R = hits / everything."""
    return lambda sums: np.where(
        sums[everything] > 0, _ratio(2 * sums[hits], sums[hits] + sums[misses] + sums[everything]), np.nan
    )


def _precision(sums: Columns) -> Floats:
    return _ratio(sums["faithful"], sums["faithful"] + sums["unfaithful"])


_answer_f1 = _f1("right", "wrong", "asked")
_reasoning_f1 = _f1("faithful", "unfaithful", "chains")

MEASURES = (
    Measure("answer_accuracy", "Answer accuracy", True, True, lambda s: _ratio(s["right"], s["asked"])),
    Measure("answer_f1", "Answer", True, True, _answer_f1),
    Measure("precision", "Precision", True, True, _precision),
    Measure("recall", "Recall", True, True, lambda s: _ratio(s["faithful"], s["chains"])),
    Measure("reasoning_f1", "Reasoning", True, True, _reasoning_f1),
    Measure("gap", "Gap", False, True, lambda s: _answer_f1(s) - _reasoning_f1(s)),
    Measure("edit_distance", "Edit dist.", False, True, lambda s: _ratio(s["apart"], s["aligned"])),
    Measure("edits", "Edits", False, False, lambda s: _ratio(s["edits"], s["aligned"])),
)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of an audit. Shares are in [0, 1]; None stands where nothing can be divided.

    Attributes:
        chains: how many were audited.
        faithful, unfaithful, abstained, unstructured: the paper's FR, UR, A and U.
        other: unscored for another reason; counted in recall as A and U are.
        errors: how many chains have each kind of error.
        answer_accuracy: right answers by chains with gold answers, those without an answer included.
        answer_f1: of P = right / (right + wrong) and R = `answer_accuracy`. Table 3's "Answer".
        precision: FR / (FR + UR).
        recall: FR / all chains.
        reasoning_f1: of the two. Table 3's "Reasoning".
        gap: `answer_f1` less `reasoning_f1`.
        edit_distance: mean distance to the best gold path as a share of the greatest possible one: 0 for the
            same path, 1 for one without a common triple. Table 3's "Edit Dist.".
        edits: the same as a mean cost of edits.
    """

    chains: int
    faithful: int
    unfaithful: int
    abstained: int
    unstructured: int
    other: int
    errors: dict[ErrorKind, int]
    answer_accuracy: float | None
    answer_f1: float | None
    precision: float | None
    recall: float | None
    reasoning_f1: float | None
    gap: float | None
    edit_distance: float | None
    edits: float | None

    @classmethod
    def of(cls, sums: Floats) -> "Figures":
        """From one row of summed tallies."""
        total = Tally(*sums.tolist())
        scored = total.faithful + total.unfaithful
        values = {measure.key: number(measure.of(Columns(sums))) for measure in MEASURES}
        return cls(
            chains=int(total.chains),
            faithful=int(total.faithful),
            unfaithful=int(total.unfaithful),
            abstained=int(total.abstained),
            unstructured=int(total.unstructured),
            other=int(total.chains - scored - total.abstained - total.unstructured),
            errors={kind: int(getattr(total, kind)) for kind in ERROR_KINDS},
            answer_accuracy=values["answer_accuracy"],
            answer_f1=values["answer_f1"],
            precision=values["precision"],
            recall=values["recall"],
            reasoning_f1=values["reasoning_f1"],
            gap=values["gap"],
            edit_distance=values["edit_distance"],
            edits=values["edits"],
        )

    def value(self, measure: Measure) -> float | None:
        """One of the measures."""
        found: float | None = getattr(self, measure.key)
        return found


def number(value: Floats) -> float | None:
    """A single figure, None for NaN."""
    return None if np.isnan(value) else float(value)


def figures_of(verdicts: Iterable[Verdict]) -> Figures:
    """The figures of verdicts, which are read once and not kept."""
    sums = np.array(EMPTY)
    for verdict in verdicts:
        sums += tally(verdict)
    return Figures.of(sums)
