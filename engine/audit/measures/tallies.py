"""What one verdict adds to the figures of an audit, as a row of numbers that can be summed and resampled."""

from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from ...names import normalise
from ..evidence import ErrorKind
from ..verdicts import Maker, Verdict

Floats = npt.NDArray[np.float64]

ERROR_KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)
JOINT = ("right_sound", "right_unsound", "wrong_sound", "wrong_unsound")
"""The columns of a tally that hold answers against reasoning."""


class Tally(NamedTuple):
    """One verdict, or sums over many, as columns. All are counts but the last two.

    Attributes:
        chains: 1.
        faithful, unfaithful: FR and UR of the paper.
        inferred: it holds by rules that complete the graph, and is neither FR nor UR.
        abstained, unstructured: A and U. What is none of these five is unscored for another reason.
        asked: the row has gold answers.
        right, wrong: an answer is given, and is a gold one or not; both 0 where none is given.
        right_sound, right_unsound, wrong_sound, wrong_unsound: the answer is right or wrong, and the
            reasoning is sound or not (see Verdict.reasoning_sound); all 0 where either is not judged.
        aligned: the row has gold paths.
        edits: the distance to the best of them.
        apart: the same as a share, in [0, 1].
    """

    chains: float
    faithful: float
    unfaithful: float
    inferred: float
    abstained: float
    unstructured: float
    factual_error: float
    incoherent: float
    misguided: float
    answer_error: float
    asked: float
    right: float
    wrong: float
    right_sound: float
    right_unsound: float
    wrong_sound: float
    wrong_unsound: float
    aligned: float
    edits: float
    apart: float


EMPTY = Tally(*[0.0] * len(Tally._fields))


def tally(verdict: Verdict) -> Tally:
    """The columns of one verdict."""
    nearest = verdict.nearest_gold
    return Tally(
        1,
        verdict.verdict == "faithful",
        verdict.verdict == "unfaithful",
        verdict.verdict == "inferred",
        verdict.unscored_as == "abstained",
        verdict.unscored_as == "unstructured",
        verdict.error == "factual_error",
        verdict.error == "incoherent",
        verdict.error == "misguided",
        verdict.error == "answer_error",
        bool(verdict.gold_answers),
        verdict.answer_right is True,
        verdict.answer_right is False,
        *cells(verdict.answer_right, verdict.reasoning_sound),
        nearest is not None,
        nearest.distance if nearest else 0,
        nearest.share if nearest else 0,
    )


def cells(right: bool | None, sound: bool | None) -> tuple[bool, bool, bool, bool]:
    """Which of `JOINT` a chain is in; none where its answer or its reasoning is not judged."""
    if right is None or sound is None:
        return False, False, False, False
    return right and sound, right and not sound, not right and sound, not (right or sound)


class Sample(NamedTuple):
    """A verdict without its evidence: what the figures need.

    Attributes:
        maker: what the chain was made by.
        question: what the samples of one question share: the row's group, or else its id.
        answer: in normal form; empty where none is given.
        hops: of the nearest gold path; None without gold paths.
    """

    maker: Maker
    question: str
    answer: str
    hops: int | None
    tally: Tally


def sample_of(verdict: Verdict) -> Sample:
    """What the figures need of a verdict."""
    gives_one = verdict.answer is not None and verdict.unscored_as != "abstained"
    return Sample(
        maker=verdict.maker,
        question=verdict.group or verdict.id,
        answer=normalise(verdict.answer or "") if gives_one else "",
        hops=verdict.nearest_gold.hops if verdict.nearest_gold else None,
        tally=tally(verdict),
    )
