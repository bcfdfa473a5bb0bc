"""The figures of the generative evaluation, each defined once, for one sum of tallies or for many.

Reference: Direct Evaluation of CoT, Section 4 "Evaluation Metrics", Appendix C.3, Table 3.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..evidence import ErrorKind
from ..verdicts import Verdict
from .tallies import EMPTY, ERROR_KINDS, JOINT, Floats, Tally, tally


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


def _precision(hits: str, misses: str) -> Callable[[Columns], Floats]:
    """hits / (hits + misses)."""
    return lambda sums: _ratio(sums[hits], sums[hits] + sums[misses])


def _share(part: str, whole: str) -> Callable[[Columns], Floats]:
    return lambda sums: _ratio(sums[part], sums[whole])


_answer_f1 = _f1("right", "wrong", "asked")
_reasoning_f1 = _f1("faithful", "unfaithful", "chains")

MEASURES = (
    Measure("answer_precision", "Answer precision", True, True, _precision("right", "wrong")),
    Measure("answer_accuracy", "Answer accuracy", True, True, _share("right", "asked")),
    Measure("answer_f1", "Answer", True, True, _answer_f1),
    Measure("precision", "Precision", True, True, _precision("faithful", "unfaithful")),
    Measure("recall", "Recall", True, True, _share("faithful", "chains")),
    Measure("reasoning_f1", "Reasoning", True, True, _reasoning_f1),
    Measure("gap", "Gap", False, True, lambda s: _answer_f1(s) - _reasoning_f1(s)),
    Measure("edit_distance", "Edit dist.", False, True, _share("apart", "aligned")),
    Measure("edits", "Edits", False, False, _share("edits", "aligned")),
    Measure("abstained_share", "Abstained", False, True, _share("abstained", "chains")),
    Measure("unstructured_share", "Unstructured", False, True, _share("unstructured", "chains")),
)


_BY_KEY = {measure.key: measure for measure in MEASURES}


def measure_of(key: str) -> Measure:
    """The measure of a key; KeyError where there is none."""
    return _BY_KEY[key]


@dataclass(frozen=True, slots=True)
class Joint:
    """Answers against reasoning: how many chains fall into each of four cells.

    Reasoning is sound where the steps are supported, connect and lead to what was asked: in a faithful chain,
    and in one whose only error is its answer; a misguided one is unsound. Chains without a gold
    answer, without an answer, or unscored, are in no cell.

    Reference: Direct Evaluation of CoT, Appendix D.4, Table 8.
    """

    right_sound: int
    right_unsound: int
    wrong_sound: int
    wrong_unsound: int

    @classmethod
    def of(cls, total: Tally) -> "Joint":
        """From summed tallies."""
        return cls(*(int(getattr(total, cell)) for cell in JOINT))


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of an audit. Shares are in [0, 1]; None stands where nothing can be divided.

    Attributes:
        chains: how many were audited.
        faithful, unfaithful, abstained, unstructured: the paper's FR, UR, A and U.
        inferred: they hold by rules that complete the graph: told apart, neither FR nor UR.
        other: unscored for another reason; counted in recall as A and U are, and so is what is inferred.
        errors: how many chains have each kind of error. Figure 4.
        asked: how many chains have gold answers.
        right, wrong: how many of them give an answer that is a gold one, or is none.
        joint: how many chains have right or wrong answers by sound or unsound reasoning.
        answer_precision: right / (right + wrong). Figures 5 to 7, with `precision`.
        answer_accuracy: right / asked: right answers by chains with gold answers, those without an answer
            included. The recall of answers, Table 7, with `recall`.
        answer_f1: of the two. Table 3's "Answer".
        precision: FR / (FR + UR).
        recall: FR / all chains.
        reasoning_f1: of the two. Table 3's "Reasoning".
        gap: `answer_f1` less `reasoning_f1`.
        edit_distance: mean distance to the best gold path as a share of the greatest possible one: 0 for the
            same path, 1 for one without a common triple. Table 3's "Edit Dist.".
        edits: the same as a mean cost of edits.
        abstained_share, unstructured_share: A and U by all chains. Figures 5 to 7.
    """

    chains: int
    faithful: int
    unfaithful: int
    inferred: int
    abstained: int
    unstructured: int
    other: int
    errors: dict[ErrorKind, int]
    asked: int
    right: int
    wrong: int
    joint: Joint
    answer_precision: float | None
    answer_accuracy: float | None
    answer_f1: float | None
    precision: float | None
    recall: float | None
    reasoning_f1: float | None
    gap: float | None
    edit_distance: float | None
    edits: float | None
    abstained_share: float | None
    unstructured_share: float | None

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
            inferred=int(total.inferred),
            abstained=int(total.abstained),
            unstructured=int(total.unstructured),
            other=int(total.chains - scored - total.inferred - total.abstained - total.unstructured),
            errors={kind: int(getattr(total, kind)) for kind in ERROR_KINDS},
            asked=int(total.asked),
            right=int(total.right),
            wrong=int(total.wrong),
            joint=Joint.of(total),
            **values,
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
