"""How much what the judge reads counts beside the names that are there: a logistic regression."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from groundpath.engine.check.holding import Held, near_all, questions_of
from groundpath.engine.check.judge import SHOWN, LearnedJudge
from groundpath.engine.check.library import Library
from groundpath.engine.check.signals import names_there
from groundpath.engine.check.weighing import log_odds
from groundpath.engine.terms import Document
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.sources import SourceDocument, sentence_spans
from scipy.optimize import minimize

from .rows import Row

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_DAMPING = 1.0  # of the squares of weights, beside the sum over rows
_FAULTS = 1.75  # how much more a fault counts that passes than a supported claim that does not


def weigh(folder: Path, rows: Sequence[Row]) -> None:
    """Write `weighing.json` beside the weights, fitted on rows that the judge was not fitted to.

    Rows that are not supported count 1.75 times as much as supported ones in each group, and the
    groups alike: a fault that passes is a wrong verdict, and what is not found an honest unknown.
    """
    encoder = CachedEncoder(open_encoder())
    held = [Held(row.claim, _library(row, encoder)) for row in rows]
    questions = questions_of(held, near_all(held, SHOWN))
    read = LearnedJudge(folder).read(questions)
    features = np.array(
        [
            [log_odds(one[0]), names_there(question.claim, question.text)]
            for one, question in zip(read, questions, strict=True)
        ]
    )
    right = np.array([row.label == "supported" for row in rows])
    fitted = map(float, _fitted(features, right, _weights(rows, right)).round(4))
    table = dict(zip(("read", "names", "bias"), fitted, strict=True))
    (folder / "weighing.json").write_text(f"{json.dumps(table, indent=2)}\n", encoding="utf-8")


def _fitted(features: Floats, right: Bools, weights: Floats) -> Floats:
    """The weights of a logistic regression and its bias; nothing that bears a claim out speaks against it."""
    signs = np.where(right, 1.0, -1.0)

    def loss(counts: Floats) -> float:
        odds = features @ counts[:-1] + counts[-1]
        return float(weights @ np.logaddexp(0, -signs * odds) + _DAMPING * counts[:-1] @ counts[:-1] / 2)

    columns = features.shape[1]
    bounds = [*[(0.0, None)] * columns, (None, None)]
    found: Floats = minimize(loss, np.zeros(columns + 1), method="L-BFGS-B", bounds=bounds).x
    return found


def _library(row: Row, encoder: CachedEncoder) -> Library:
    text = " ".join(row.sentences)
    source = SourceDocument(Document("d", row.title, text), sentence_spans(text, row.sentences))
    return Library([source], encoder)


def _weights(rows: Sequence[Row], right: Bools) -> Floats:
    groups = np.array([row.group for row in rows])
    weights = np.empty(len(rows))
    for group in set(groups):
        for value in (False, True):
            own = (groups == group) & (right == value)
            weights[own] = (1.0 if value else _FAULTS) * len(rows) / max(own.sum(), 1)
    return weights / weights.mean()
