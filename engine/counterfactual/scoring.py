"""How well models reason over what they are given: each hop, the whole chain, in either version.

Reference: CofCA, Section 3.2 and Appendix C.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import isfinite
from statistics import mean, stdev

import numpy as np

from ..errors import InputError
from ..resampling import DEFAULT, Resampling, draws, percentile_interval
from .answers import Answered
from .cases import VERSIONS, VersionName
from .columns import Columns, Floats, Parts, is_whole
from .scores import AskedAs, ChainShare, Compared, Figure, Scores


def score(answers: Iterable[Answered], how: Resampling = DEFAULT) -> Scores:
    """Measure answers, by model, stages, version and number of hops. All but the RC figures are in [0, 1].

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

    Runs of one model are a group: each figure is taken of each run, its value is their mean, and `deviation`
    tells how far they lie apart (Section 4.1: the average of three). Intervals are about other questions.

    A sub-question whose answer was not replaced counts in both versions, and is never "recalled". A part
    without an answer is unscored; what is of whole chains rests on questions all of whose parts are
    scored, and questions that have no sub-questions have none of it. Gaps compare the same draws of the same
    questions; where no question is in both versions, those of either are drawn apart.

    Raises:
        InputError: a model answers the same thing twice in one run.
    """
    figures: list[Figure] = []
    chains: list[ChainShare] = []
    for asked_as, questions in _by_model(answers).items():
        runs = sorted({run for v in questions.values() for answered in v.values() for run in answered})
        numbers = sorted({_hops(versions) for versions in questions.values()})
        groups: list[int | None] = [*numbers, None] if len(numbers) > 1 else [*numbers]
        for hops in groups:
            chosen = [v for v in questions.values() if hops in (None, _hops(v))]
            for version, samples in _compared(chosen, runs, hops):
                figures += _figures(asked_as, version, hops, samples, how)
            if hops is not None:
                chains += [
                    ChainShare(asked_as.model, asked_as.shown, asked_as.stages, *one)
                    for one in _chain_shares(chosen, runs, hops)
                ]
    return Scores(tuple(figures), tuple(chains))


_Versions = dict[VersionName, dict[int, dict[int, Answered]]]
"""The answers to one question: by version, run and part."""
_Sample = tuple[Columns, ...]
"""The same questions in each run."""


def _by_model(answers: Iterable[Answered]) -> dict[AskedAs, dict[str, _Versions]]:
    found: dict[AskedAs, dict[str, _Versions]] = {}
    for answer in answers:
        asked = answer.asked
        asked_as = AskedAs(answer.model, answer.shown, asked.stages)
        versions = found.setdefault(asked_as, {}).setdefault(asked.question_id, {})
        parts = versions.setdefault(asked.version, {}).setdefault(answer.run, {})
        if asked.part in parts:
            raise InputError(
                f"{answer.model} answers part {asked.part} of question {asked.question_id!r}, "
                f"{asked.version}, twice in run {answer.run}; name each file once, and number runs by `run`"
            )
        parts[asked.part] = answer
    return found


def _hops(versions: _Versions) -> int:
    answers = (answer for runs in versions.values() for parts in runs.values() for answer in parts.values())
    return next(answers).asked.hops


# -- figures


def _compared(
    questions: Sequence[_Versions], runs: Sequence[int], hops: int | None
) -> Iterator[tuple[Compared, list[tuple[_Sample, int]]]]:
    """The questions of each version, and those of both for the gap, each with the number of its draws."""

    def sample(chosen: Sequence[_Versions], name: VersionName) -> _Sample:
        return tuple(Columns.of([v[name].get(run, {}) for v in chosen], hops) for run in runs)

    own = {name: [versions for versions in questions if name in versions] for name in VERSIONS}
    for name, chosen in own.items():
        if chosen:
            yield name, [(sample(chosen, name), 0)]
    if both := [versions for versions in questions if len(versions) == len(VERSIONS)]:
        yield "gap", [(sample(both, name), 0) for name in VERSIONS]
    elif all(own.values()):
        yield "gap", [(sample(own[name], name), draw) for draw, name in enumerate(VERSIONS)]


def _figures(
    asked_as: AskedAs,
    version: Compared,
    hops: int | None,
    samples: Sequence[tuple[_Sample, int]],
    how: Resampling,
) -> Iterator[Figure]:
    """The figures of one sample, or of the first less the second."""
    runs = [
        _less([columns.figures(np.ones((1, len(columns.sums)))) for columns in of_run])
        for of_run in zip(*(sample for sample, _ in samples), strict=True)
    ]
    resampled = _less([_resampled(sample, replace(how, seed=how.seed + draw)) for sample, draw in samples])
    for name, drawn in resampled.items():
        values = [float(run[name][0]) if name in run else np.nan for run in runs]
        interval = percentile_interval(drawn)
        known = all(map(isfinite, values)) and interval is not None
        low, high = (interval.low, interval.high) if known and interval else (None, None)
        least = min(
            (sum(columns.scored(name) for columns in sample), sum(columns.totals[name] for columns in sample))
            for sample, _ in samples
        )
        yield Figure(
            model=asked_as.model,
            shown=asked_as.shown,
            stages=asked_as.stages,
            version=version,
            hops=hops,
            name=name,
            value=mean(values) if known else None,
            low=low,
            high=high,
            deviation=stdev(values) if known and len(values) > 1 else None,
            runs=len(values),
            scored=least[0],
            total=least[1],
        )


def _resampled(sample: _Sample, how: Resampling) -> dict[str, Floats]:
    """The mean over the runs of each figure, for the same draws of the questions in each: (resamples,)."""
    drawn = [
        _means([columns.figures(block) for columns in sample]) for block in draws(len(sample[0].sums), how)
    ]
    return {name: np.concatenate([block[name] for block in drawn]) for name in drawn[0]}


def _means(runs: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    """Of the figures that each run has."""
    names = [name for name in runs[0] if all(name in run for run in runs)]
    return {name: np.mean([run[name] for run in runs], axis=0) for name in names}


def _less(figures: Sequence[dict[str, Floats]]) -> dict[str, Floats]:
    first, *others = figures
    for other in others:
        first = {name: first[name] - other[name] for name in first if name in other}
    return first


# -- kinds of reasoning chains


def _chain_shares(
    questions: Sequence[_Versions], runs: Sequence[int], hops: int
) -> Iterator[tuple[VersionName, int, str, int, float | None]]:
    """All 2^(N+1) kinds, right ones first, as in the paper's Table 8."""
    for version in VERSIONS:
        found = [
            [_chain(parts) for v in questions if is_whole(parts := v.get(version, {}).get(run, {}))]
            for run in runs
        ]
        for letters in product("cw", repeat=hops + 1):
            chain = "".join(letters)
            counts = [chains.count(chain) for chains in found]
            shares = [count / len(chains) for count, chains in zip(counts, found, strict=True) if chains]
            yield version, hops, chain, sum(counts), mean(shares) if len(shares) == len(runs) else None


def _chain(parts: Parts) -> str:
    return "".join("c" if parts[part].exact else "w" for part in (*range(1, len(parts)), 0))
