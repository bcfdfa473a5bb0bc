"""How well models reason over what they are given: each hop, the whole chain, in either version.

Reference: CofCA, Section 3.2 and Appendix C.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isfinite, prod

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..resampling import DEFAULT, Resampling, draws, percentile_interval
from .answers import Answered, Shown
from .cases import VERSIONS, VersionName
from .scores import ChainShare, Compared, Figure, Scores

Floats = npt.NDArray[np.float64]
Parts = Mapping[int, Answered]
"""The answers to one question in one version, by part."""

_FINAL, _SUBS = ("EM", "F1", "PM", "recalled"), ("sub EM", "sub F1", "sub PM", "sub recalled")
_CHAIN = ("joint EM", "joint F1", "shortcut")
_RC = ("joint EM RC", "joint F1 RC")


def score(answers: Iterable[Answered], how: Resampling = DEFAULT) -> Scores:
    """Measure answers, by model, version and number of hops. All but the RC figures are in [0, 1].

    - "EM", "F1", "PM" of the multi-hop question, "recalled": answered with what is right in the factual
      version. "sub EM" and so on: of all sub-questions. "Q1 EM", "Q1 F1", …: of the first, ….
    - "joint EM", "joint F1": the mean over questions of what the products over the question and its
      sub-questions give, of EM, and of precision and of recall (Appendix C without the logarithm). Joint EM
      is the share of right reasoning chains (Section 4.2).
    - "joint EM RC", "joint F1 RC": Appendix C as it stands, natural logarithm, larger is worse. Its fractions
      have no value for one question, whose EM are 0 or 1: they are taken of the means over questions, and
      there is none where a mean is 0. All right is log((N + 1) / 2) for EM and 0 for F1. By number of hops
      alone, since N stands in them.
    - "shortcut": the question is exact, a sub-question is not; such answers make a model look better than it
      reasons (Section 4.2).

    A sub-question whose answer was not replaced counts in both versions, and is never "recalled". A part
    without an answer is unscored; what is of whole chains rests on questions all of whose parts are
    scored. Gaps compare the same draws of the same questions.

    Raises:
        InputError: a model answers the same thing twice.
    """
    figures: list[Figure] = []
    chains: list[ChainShare] = []
    for (model, shown), questions in _by_model(answers).items():
        numbers = sorted({_hops(versions) for versions in questions.values()})
        groups: list[int | None] = [*numbers, None] if len(numbers) > 1 else [*numbers]
        for hops in groups:
            chosen = [v for v in questions.values() if hops in (None, _hops(v))]
            for version, found in _compared(chosen, hops, how):
                figures += [Figure(model, shown, version, hops, *one) for one in found]
            if hops is not None:
                chains += [ChainShare(model, shown, *one) for one in _chain_shares(chosen, hops)]
    return Scores(tuple(figures), tuple(chains))


_Versions = dict[VersionName, dict[int, Answered]]
_Told = tuple[str, float | None, float | None, float | None, int, int]


def _by_model(answers: Iterable[Answered]) -> dict[tuple[str, Shown], dict[str, _Versions]]:
    found: dict[tuple[str, Shown], dict[str, _Versions]] = {}
    for answer in answers:
        asked = answer.asked
        versions = found.setdefault((answer.model, answer.shown), {}).setdefault(asked.question_id, {})
        parts = versions.setdefault(asked.version, {})
        if asked.part in parts:
            raise InputError(
                f"{answer.model} answers part {asked.part} of question {asked.question_id!r}, "
                f"{asked.version}, twice; name each run once"
            )
        parts[asked.part] = answer
    return found


def _hops(versions: _Versions) -> int:
    return next(answer.asked.hops for parts in versions.values() for answer in parts.values())


# -- figures


def _compared(
    questions: Sequence[_Versions], hops: int | None, how: Resampling
) -> Iterator[tuple[Compared, list[_Told]]]:
    """The figures of each version, and of the gap between them."""
    for version in VERSIONS:
        own = [versions[version] for versions in questions if version in versions]
        if own:
            yield version, _told([_Columns.of(own, hops)], how)
    both = [versions for versions in questions if len(versions) == len(VERSIONS)]
    if both:
        yield "gap", _told([_Columns.of([v[name] for v in both], hops) for name in VERSIONS], how)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Sums and counts of what is averaged: (questions, columns), and the columns' names."""

    names: tuple[str, ...]
    sums: Floats
    counts: Floats
    hops: int | None
    totals: Mapping[str, int]

    @classmethod
    def of(cls, questions: Sequence[Parts], hops: int | None) -> "_Columns":
        rows = [dict(_values(parts)) for parts in questions]
        names = tuple(dict.fromkeys(name for row in rows for name in row))
        sums = [[sum(row.get(name, ())) for name in names] for row in rows]
        counts = [[len(row.get(name, ())) for name in names] for row in rows]
        subs = sum(len(parts) - (0 in parts) for parts in questions)
        totals = {name: subs if name.startswith("sub") else len(questions) for name in names}
        return cls(names, np.array(sums, np.float64), np.array(counts, np.float64), hops, totals)

    def figures(self, drawn: Floats) -> dict[str, Floats]:
        """Each figure for each of some draws of the questions, (draws, questions); NaN where it has none."""
        with np.errstate(invalid="ignore", divide="ignore"):
            means = dict(zip(self.names, ((drawn @ self.sums) / (drawn @ self.counts)).T, strict=True))
            hidden = "_" if self.hops else ("_", "Q")  # where hops differ in number, so do what they ask
            shown = {name: values for name, values in means.items() if not name.startswith(hidden)}
            return shown | (_reasoning_chain(means, self.hops) if self.hops and "_EM0" in means else {})

    def scored(self, name: str) -> int:
        column = "_EM0" if name in _RC else name
        return int(self.counts[:, self.names.index(column)].sum()) if column in self.names else 0


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
    whole = [*final, *subs]
    exacts = [answer.exact for answer in whole if answer.exact is not None]
    overlaps = [answer.overlap for answer in whole if answer.overlap is not None]
    if not _is_whole(parts):
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


def _is_whole(parts: Parts) -> bool:
    """Whether the question and all its sub-questions are scored."""
    hops = next(iter(parts.values())).asked.hops
    return len(parts) == hops + 1 and all(answer.answer is not None for answer in parts.values())


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


def _told(versions: Sequence[_Columns], how: Resampling) -> list[_Told]:
    """The figures of one version, or of the first less the second."""
    questions = len(versions[0].sums)
    whole = _less([columns.figures(np.ones((1, questions))) for columns in versions])
    blocks = [_less([columns.figures(drawn) for columns in versions]) for drawn in draws(questions, how)]
    found = []
    for name, value in whole.items():
        interval = percentile_interval(np.concatenate([block[name] for block in blocks]))
        known = isfinite(value[0]) and interval is not None
        low, high = (interval.low, interval.high) if known and interval else (None, None)
        scored = min(columns.scored(name) for columns in versions)
        total = versions[0].totals.get(name, questions)
        found.append((name, float(value[0]) if known else None, low, high, scored, total))
    return found


def _less(figures: Sequence[dict[str, Floats]]) -> dict[str, Floats]:
    first, *others = figures
    for other in others:
        first = {name: first[name] - other[name] for name in first if name in other}
    return first


# -- kinds of reasoning chains


def _chain_shares(
    questions: Sequence[_Versions], hops: int
) -> Iterator[tuple[VersionName, int, str, int, float | None]]:
    """All 2^(N+1) kinds, right ones first, as in the paper's Table 8."""
    for version in VERSIONS:
        found = [_chain(v[version]) for v in questions if version in v and _is_whole(v[version])]
        for letters in product("cw", repeat=hops + 1):
            chain = "".join(letters)
            count = found.count(chain)
            yield version, hops, chain, count, count / len(found) if found else None


def _chain(parts: Parts) -> str:
    return "".join("c" if parts[part].exact else "w" for part in (*range(1, len(parts)), 0))
