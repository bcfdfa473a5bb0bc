"""How well verdicts agree with labels."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ..errors import InputError
from .evidence import ErrorKind
from .verdicts import Verdict

if TYPE_CHECKING:
    from pandas import DataFrame

Expected = Literal["faithful", "factual_error", "incoherent", "misguided", "answer_error"]
EXPECTED: tuple[Expected, ...] = get_args(Expected)
ERROR_KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)
OVERALL = "all"


class Labelled(NamedTuple):
    """A verdict beside what it should be. `tier` groups rows, for instance by difficulty."""

    expected: Expected
    verdict: Verdict
    tier: str = ""


@dataclass(frozen=True, slots=True)
class ClassScores:
    """Precision, recall and F1 of one class, in [0, 1]; 0 where nothing can be divided.

    Attributes:
        support: how many rows are of the class.
        judged: how many are judged to be.
    """

    precision: float
    recall: float
    f1: float
    support: int
    judged: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How verdicts agree with labels.

    An unscored row is not held against precision, but is a miss in recall, accuracy and the error kinds (the
    paper's P = FR / (FR + UR) and R = FR / all, Appendix C.3).

    Attributes:
        accuracy: share of rows of which the outcome, out of five, is the expected one.
        named: for each kind of error, share of its rows that are given this very error.
        seen: for each kind of error, share of its rows that are judged unfaithful, whatever the error.
    """

    total: int
    unscored: int
    faithful: ClassScores
    unfaithful: ClassScores
    accuracy: float
    named: Mapping[ErrorKind, float]
    seen: Mapping[ErrorKind, float]


def expected_outcome(label: str, error: str | None) -> Expected:
    """The outcome that a labelled row names. Raises InputError for words that are none."""
    for outcome in EXPECTED:
        if outcome == (error if label == "unfaithful" else label):
            return outcome
    raise InputError(f"label {label!r} with error {error!r} is no outcome; known are {', '.join(EXPECTED)}")


def measure(rows: Iterable[Labelled]) -> Agreement:
    """Compare verdicts with labels."""
    rows = list(rows)
    return Agreement(
        total=len(rows),
        unscored=sum(row.verdict.verdict == "unscored" for row in rows),
        faithful=_class_scores(rows, "faithful"),
        unfaithful=_class_scores(rows, "unfaithful"),
        accuracy=_share(_outcome(row) == row.expected for row in rows),
        named={kind: _share(_outcome(row) == kind for row in _of(rows, kind)) for kind in ERROR_KINDS},
        seen={
            kind: _share(row.verdict.verdict == "unfaithful" for row in _of(rows, kind))
            for kind in ERROR_KINDS
        },
    )


def measure_tiers(rows: Iterable[Labelled]) -> dict[str, Agreement]:
    """`measure` for each tier in order of appearance, and for all rows under "all"."""
    tiers: defaultdict[str, list[Labelled]] = defaultdict(list)
    for row in rows:
        tiers[row.tier].append(row)
    everything = [row for group in tiers.values() for row in group]
    return {tier: measure(group) for tier, group in tiers.items()} | {OVERALL: measure(everything)}


def agreement_frame(tiers: Mapping[str, Agreement]) -> "DataFrame":
    """One row a tier: F1, precision and recall of both classes, accuracy, and each error kind."""
    from pandas import DataFrame

    return DataFrame.from_dict(
        {tier: _figures(agreement) for tier, agreement in tiers.items()}, orient="index"
    )


def _figures(agreement: Agreement) -> dict[str, float]:
    figures: dict[str, float] = {"chains": agreement.total, "unscored": agreement.unscored}
    for name, scores in (("faithful", agreement.faithful), ("unfaithful", agreement.unfaithful)):
        figures |= {
            f"{name} precision": scores.precision,
            f"{name} recall": scores.recall,
            f"{name} F1": scores.f1,
        }
    figures["five outcomes"] = agreement.accuracy
    figures |= {f"{kind} named": share for kind, share in agreement.named.items()}
    return figures | {f"{kind} seen": share for kind, share in agreement.seen.items()}


def _outcome(row: Labelled) -> str:
    return row.verdict.error or row.verdict.verdict


def _of(rows: Iterable[Labelled], kind: ErrorKind) -> list[Labelled]:
    return [row for row in rows if row.expected == kind]


def class_scores(pairs: Collection[tuple[str, str]], name: str) -> ClassScores:
    """The scores of one class, from pairs of what each row is and what it is judged to be."""
    support = sum(expected == name for expected, _ in pairs)
    judged = sum(found == name for _, found in pairs)
    hits = sum(expected == found == name for expected, found in pairs)
    precision = hits / judged if judged else 0.0
    recall = hits / support if support else 0.0
    f1 = 2 * hits / (support + judged) if hits else 0.0
    return ClassScores(precision, recall, f1, support, judged)


def _class_scores(rows: Collection[Labelled], name: Literal["faithful", "unfaithful"]) -> ClassScores:
    return class_scores([(_validity(row.expected), row.verdict.verdict) for row in rows], name)


def _validity(expected: Expected) -> Literal["faithful", "unfaithful"]:
    return "faithful" if expected == "faithful" else "unfaithful"


def _share(hits: Iterable[bool]) -> float:
    counted = list(hits)
    return sum(counted) / len(counted) if counted else 0.0
