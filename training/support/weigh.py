"""How much what the judge reads counts beside words, names and values: a logistic regression."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from groundpath.engine.check.holding import Held, near_all, questions_of
from groundpath.engine.check.judge import SHOWN, LearnedJudge
from groundpath.engine.check.library import Library
from groundpath.engine.check.signals import Signals, signals_of
from groundpath.engine.check.weighing import log_odds
from groundpath.engine.terms import Document
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.sources import SourceDocument, sentence_spans
from sklearn.linear_model import LogisticRegression

from .rows import Row

_STRENGTH = 1.0  # inverse of the regularisation


def weigh(folder: Path, rows: Sequence[Row]) -> None:
    """Write `weighing.json` beside the weights, fitted on rows that the judge was not fitted to.

    Supported and not supported rows count alike in each group, and the groups alike.
    """
    encoder = CachedEncoder(open_encoder())
    held = [Held(row.claim, _library(row, encoder)) for row in rows]
    questions = questions_of(held, near_all(held, SHOWN))
    read = LearnedJudge(folder).read(questions)
    features = np.array(
        [[log_odds(one[0]), *signals_of(question)] for one, question in zip(read, questions, strict=True)]
    )
    right = np.array([row.label == "supported" for row in rows])
    found = LogisticRegression(C=_STRENGTH, max_iter=1000).fit(features, right, _weights(rows, right))
    read_counts, *signals = map(float, found.coef_[0].round(4))
    table = {
        "read": read_counts,
        "signals": dict(zip(Signals._fields, signals, strict=True)),
        "bias": float(found.intercept_[0].round(4)),
    }
    (folder / "weighing.json").write_text(f"{json.dumps(table, indent=2)}\n", encoding="utf-8")


def _library(row: Row, encoder: CachedEncoder) -> Library:
    text = " ".join(row.sentences)
    source = SourceDocument(Document("d", row.title, text), sentence_spans(text, row.sentences))
    return Library([source], encoder)


def _weights(rows: Sequence[Row], right: np.ndarray) -> np.ndarray:
    groups = np.array([row.group for row in rows])
    weights = np.empty(len(rows))
    for group in set(groups):
        for value in (False, True):
            own = (groups == group) & (right == value)
            weights[own] = len(rows) / max(own.sum(), 1)
    return weights / weights.mean()
