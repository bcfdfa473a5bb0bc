"""What questions add to the figures of a run, as arrays, so that questions can be drawn anew.

Reference: CofCA, Section 3.2 and Appendix C.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Self

import numpy as np
import numpy.typing as npt

from .answers import Answered

Floats = npt.NDArray[np.float64]
Parts = Mapping[int, Answered]
"""The answers to one question in one version and run, by part; empty where it was not asked."""

_FINAL, _SUBS = ("EM", "F1", "PM", "recalled"), ("sub EM", "sub F1", "sub PM", "sub recalled")
_CHAIN = ("joint EM", "joint F1", "shortcut")
_RC = ("joint EM RC", "joint F1 RC")


@dataclass(frozen=True, slots=True)
class Columns:
    """Sums and counts of what is averaged: (questions, columns), and the columns' names.

    Attributes:
        hops: of the questions; None where they differ.
        totals: by the name of a figure, how many questions or sub-questions it could rest on.
    """

    names: tuple[str, ...]
    sums: Floats
    counts: Floats
    hops: int | None
    totals: Mapping[str, int]

    @classmethod
    def of(cls, questions: Sequence[Parts], hops: int | None) -> Self:
        """The columns of one run."""
        rows = [dict(_values(parts)) for parts in questions]
        names = tuple(dict.fromkeys(name for row in rows for name in row))
        sums = [[sum(row.get(name, ())) for name in names] for row in rows]
        counts = [[len(row.get(name, ())) for name in names] for row in rows]
        subs = sum(len(parts) - (0 in parts) for parts in questions)
        asked = {name: sum(name in row for row in rows) for name in names}
        totals = {name: subs if name.startswith("sub") else asked[name] for name in names}
        totals |= dict.fromkeys(_RC, asked.get(_CHAIN[0], 0))
        shape = (len(rows), len(names))
        return cls(
            names, np.array(sums, float).reshape(shape), np.array(counts, float).reshape(shape), hops, totals
        )

    def figures(self, drawn: Floats) -> dict[str, Floats]:
        """Each figure for each of some draws of the questions, (draws, questions); NaN where it has none."""
        with np.errstate(invalid="ignore", divide="ignore"):
            means = dict(zip(self.names, ((drawn @ self.sums) / (drawn @ self.counts)).T, strict=True))
            hidden = "_" if self.hops else ("_", "Q")  # where hops differ in number, so do what they ask
            shown = {name: values for name, values in means.items() if not name.startswith(hidden)}
            return shown | (_reasoning_chain(means, self.hops) if self.hops and "_EM0" in means else {})

    def scored(self, name: str) -> int:
        """How many questions or sub-questions a figure rests on."""
        column = "_EM0" if name in _RC else name
        return int(self.counts[:, self.names.index(column)].sum()) if column in self.names else 0


def is_whole(parts: Parts) -> bool:
    """Whether a question and all its sub-questions are scored."""
    return (
        bool(parts)
        and len(parts) == next(iter(parts.values())).asked.hops + 1
        and all(answer.answer is not None for answer in parts.values())
    )


def _values(parts: Parts) -> Iterator[tuple[str, list[float]]]:
    """What one question adds to each column: nothing where it is unscored."""
    subs = [parts[part] for part in sorted(parts) if part]
    final = [parts[0]] if 0 in parts else []
    for names, answers in ((_FINAL, final), (_SUBS, subs)):
        for name, values in zip(names, zip(*map(_measured, answers), strict=True), strict=False):
            yield name, [value for value in values if value is not None]
    for answer in subs:
        exact, f1, *_ = _measured(answer)
        yield f"Q{answer.asked.part} EM", [] if exact is None else [exact]
        yield f"Q{answer.asked.part} F1", [] if f1 is None else [f1]
    if subs:
        yield from _of_chain([*final, *subs], whole=is_whole(parts))


def _of_chain(answers: Sequence[Answered], *, whole: bool) -> Iterator[tuple[str, list[float]]]:
    """What the question and its sub-questions add together: nothing where one of them is unscored."""
    exacts = [answer.exact for answer in answers if answer.exact is not None]
    overlaps = [answer.overlap for answer in answers if answer.overlap is not None]
    if not whole:
        yield from ((name, []) for name in _CHAIN)
        return
    precision, recall = prod(one.precision for one in overlaps), prod(one.recall for one in overlaps)
    yield "joint EM", [prod(exacts)]
    yield "joint F1", [2 * precision * recall / (precision + recall) if precision + recall else 0.0]
    yield "shortcut", [float(bool(exacts[0]) and not all(exacts))]
    for place, (exact, overlap) in enumerate(zip(exacts, overlaps, strict=True)):
        yield f"_EM{place}", [exact]
        yield f"_P{place}", [overlap.precision]
        yield f"_R{place}", [overlap.recall]


def _measured(answer: Answered) -> tuple[float | None, ...]:
    """In the order of the figures' names."""
    overlap = answer.overlap
    return answer.exact, None if overlap is None else overlap.f1, answer.partial, answer.recalled


def _reasoning_chain(means: Mapping[str, Floats], hops: int) -> dict[str, Floats]:
    """Appendix C of the paper, of means."""
    exact, precision, recall = (
        np.array([means[f"_{kind}{part}"] for part in range(hops + 1)]) for kind in ("EM", "P", "R")
    )
    p, r = precision.prod(axis=0), recall.prod(axis=0)
    return {
        "joint EM RC": _defined(-np.log(2 * exact.prod(axis=0) / exact.sum(axis=0))),
        "joint F1 RC": _defined(-np.log(2 * p * r / (p + r))),
    }


def _defined(values: Floats) -> Floats:
    return np.where(np.isfinite(values), values + 0.0, np.nan)  # no -0.0
