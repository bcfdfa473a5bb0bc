"""The figures of a set of scored answers, for each model: means, how well scores tell right from wrong.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.4: "a score
for the entire question-answer dataset by averaging over all the queries in the dataset".
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ..errors import BadRowError, InputError
from ..parsing import json_value
from ..resampling import DEFAULT, Interval, Resampling, draws, percentile_interval
from .grounded import GroundedScore, Standing
from .paper import LinkStatus

Floats = npt.NDArray[np.float64]
Groups = npt.NDArray[np.int64]
Row = Mapping[str, Any]
ScoreName = Literal["answer", "pointed", "grounded", "bounds", "paper", "paper_mean"]

SCORES: tuple[ScoreName, ...] = get_args(ScoreName)
ALL_MODELS = "all models"
LINK_STATUSES: tuple[LinkStatus, ...] = get_args(LinkStatus)
STANDINGS: tuple[Standing, ...] = get_args(Standing)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95% bootstrap interval, over `n` answers; questions are drawn, not answers."""

    value: float
    interval: Interval | None
    n: int


@dataclass(slots=True)
class ScoreColumns:
    """What the figures of one model need of each of its answers; NaN where an answer has no such score.

    Attributes:
        scores: by name: "answer", how far the graph speaks for the answer, without its reasoning, from 0 by
            0.5 (as much as for another option) to 1; "pointed", how likely the claims are that carry the
            answer; "grounded", supported among the claims that the graph can judge; "bounds", halfway between
            the score if all unknown claims were false and if all were true; "paper", the paper's coherence;
            "paper_mean", the same without the rule that one link below the threshold makes it 0.
    """

    name: str
    questions: list[str] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    scores: dict[ScoreName, list[float]] = field(default_factory=lambda: {name: [] for name in SCORES})
    links: Counter[str] = field(default_factory=Counter)
    claims: Counter[str] = field(default_factory=Counter)
    standings: Counter[str] = field(default_factory=Counter)
    turning: int = 0

    def add(self, row: Row) -> None:
        """One more answer."""
        grounded = GroundedScore.from_dict(row["grounded"])
        self.questions.append(row["question"] or row["id"])
        self.right.append(_number(row["right"]))
        values = {
            "answer": None if row["answer"] is None else (row["answer"]["margin"] + 1) / 2,
            "pointed": row["pointed"]["score"],
            "grounded": grounded.score,
            "bounds": grounded.middle,
            "paper": row["paper"]["score"],
            "paper_mean": row["paper"]["mean"],
        }
        for name in SCORES:
            self.scores[name].append(_number(values[name]))
        self.links.update(link["status"] for link in row["paper"]["links"])
        counts = ("supported", "contradicted", "unknown", "hedged")
        self.claims.update({name: getattr(grounded, name) for name in counts})
        self.standings[grounded.standing] += 1
        self.turning += grounded.if_true != grounded.if_false


@dataclass(frozen=True, slots=True)
class ModelFigures:
    """The figures of one model, or of all.

    Attributes:
        answers: how many; `right` how many of the `asked` whose correctness is known.
        means: of each score over the answers that have it; None where none has.
        auroc: how often a right answer has a higher score than a wrong one, ties by half, in [0, 1]; None
            where correctness is not known of answers of both kinds.
        gain: AUROC of "pointed" less that of "paper", over answers that have both.
        links, claims, standings: how often each is met.
        turning: answers whose verdict depends on their unknown claims.
    """

    name: str
    answers: int
    asked: int
    right: int
    means: Mapping[ScoreName, Estimate | None]
    auroc: Mapping[ScoreName, Estimate | None]
    gain: Estimate | None
    links: Mapping[str, int]
    claims: Mapping[str, int]
    standings: Mapping[str, int]
    turning: int

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return asdict(self)


def read_scored(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """The rows of a file that `groundpath domain score` wrote, one at a time.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a line is not such a row.
    """
    try:
        file = Path(path).open("rb")  # noqa: SIM115  # only errors of opening are told here
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; check the path") from None
    with file:
        number = 0
        for number, line in enumerate(file, 1):
            yield _scored(line, os.fspath(path), number)
    if not number:
        raise InputError(f"{path} is empty; run groundpath domain score")


def _scored(line: bytes, path: str, number: int) -> dict[str, Any]:
    try:
        row: dict[str, Any] = json_value(line)
        GroundedScore.from_dict(row["grounded"])
        _ = (
            row["pointed"]["score"],
            row["answer"],
            row["id"],
            row["question"],
            row["model"],
            row["right"],
            row["claims"],
            row["paper"]["links"],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BadRowError(
            path,
            number,
            f"not a scored answer ({type(error).__name__}: {error}); run groundpath domain score",
        ) from None
    return row


def collected(rows: Iterable[Row]) -> list[ScoreColumns]:
    """The columns of each model in order of appearance; of all together first, where they are several.

    Answers that groundpath itself failed on are no part of them.
    """
    every = ScoreColumns(ALL_MODELS)
    models: dict[str, ScoreColumns] = {}
    for row in rows:
        if row.get("failed"):
            continue
        name = row["model"] or "unnamed model"
        models.setdefault(name, ScoreColumns(name)).add(row)
        every.add(row)
    return [every, *models.values()] if len(models) != 1 else list(models.values())


def figures_of(columns: Sequence[ScoreColumns], how: Resampling = DEFAULT) -> list[ModelFigures]:
    """The figures of each model."""
    return [_figures(one, how) for one in columns]


def _figures(columns: ScoreColumns, how: Resampling) -> ModelFigures:
    right, groups = np.array(columns.right), _groups(columns.questions)
    scores = {name: np.array(columns.scores[name]) for name in SCORES}
    known = ~np.isnan(right)
    return ModelFigures(
        name=columns.name,
        answers=len(right),
        asked=int(known.sum()),
        right=int(right[known].sum()),
        means={name: mean_of(scores[name], groups, how) for name in SCORES},
        auroc={name: auroc_of(scores[name], right, groups, how) for name in SCORES},
        gain=gain_of(scores["paper"], scores["pointed"], right, groups, how),
        links={status: columns.links[status] for status in LINK_STATUSES},
        claims=dict(columns.claims),
        standings={standing: columns.standings[standing] for standing in STANDINGS},
        turning=columns.turning,
    )


def mean_of(scores: Floats, groups: Groups, how: Resampling) -> Estimate | None:
    """The mean of the scores that are no NaN."""
    there = ~np.isnan(scores)
    if not there.any():
        return None
    return _estimated(lambda weights: weights @ scores[there] / weights.sum(axis=1), groups[there], how)


def auroc_of(scores: Floats, right: Floats, groups: Groups, how: Resampling) -> Estimate | None:
    """How well scores tell right (1) from wrong (0) answers; NaN in either leaves an answer out."""
    there = ~np.isnan(scores) & ~np.isnan(right)
    if len(set(right[there].tolist())) < 2:
        return None
    return _estimated(lambda weights: _auroc(scores[there], right[there], weights), groups[there], how)


def gain_of(before: Floats, after: Floats, right: Floats, groups: Groups, how: Resampling) -> Estimate | None:
    """How much better one score tells right from wrong than another, on the same draws of questions."""
    there = ~np.isnan(before) & ~np.isnan(after) & ~np.isnan(right)
    if len(set(right[there].tolist())) < 2:
        return None

    def change(weights: Floats) -> Floats:
        first, second = (_auroc(scores[there], right[there], weights) for scores in (before, after))
        return second - first

    return _estimated(change, groups[there], how)


def _estimated(figure: Callable[[Floats], Floats], groups: Groups, how: Resampling) -> Estimate:
    """A figure of weighted answers, with its interval; `figure` takes (draws, answers) of weights."""
    _, own = np.unique(groups, return_inverse=True)
    drawn = [figure(weights[:, own]) for weights in draws(int(own.max()) + 1, how)]
    value = float(figure(np.ones((1, len(groups))))[0])
    return Estimate(value, percentile_interval(np.concatenate(drawn)), len(groups))


def _auroc(scores: Floats, right: Floats, weights: Floats) -> Floats:
    """(draws,) areas under the curve; weights (draws, answers) say how often each answer is drawn."""
    _, place = np.unique(scores, return_inverse=True)
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    good, bad = (
        np.add.reduceat((weights * chosen)[:, order], starts, axis=1) for chosen in (right, 1 - right)
    )
    below = np.cumsum(bad, axis=1) - bad / 2
    pairs = good.sum(axis=1) * bad.sum(axis=1)
    with np.errstate(invalid="ignore"):
        area: Floats = (good * below).sum(axis=1) / pairs
    return area


def _groups(questions: Sequence[str]) -> Groups:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(question, len(numbers)) for question in questions], np.int64)


def _number(value: float | bool | None) -> float:
    return float("nan") if value is None else float(value)
