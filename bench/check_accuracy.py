"""How well `groundpath check` tells what documents support, against what installs offline beside it.

    python bench/check_accuracy.py SET.jsonl … --fit OTHER.jsonl [--peers] [--weights DIR] [--rows N]

A set is JSON lines of `claim`, `evidence` (a text, or its sentences) and `label`: "supported" or
"completely-support" are right; "not_supported", "partially_supported", "irrelevant" and "refute" are wrong;
others are left out. Each claim goes to `Checker` as an answer of its own, with its evidence as the documents.

Balanced accuracy is the mean of the shares of right and of wrong ones that are told: groundpath's by the
status that it gives, a peer's by the threshold that is best on the set named by --fit, which must be another
one. AUROC knows no threshold. Intervals are 95% bootstrap percentiles over rows.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from groundpath import AnswerCase, Checker, Document
from groundpath.engine.check.judge import LearnedJudge
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.text.sentences import split_sentences
from groundpath.engine.trace.sources import SourceDocument, sentence_spans

RIGHT = ("supported", "completely-support")
WRONG = ("not_supported", "partially_supported", "irrelevant", "refute")
RESAMPLES = 1000

Scores = npt.NDArray[np.float64]


class Row(NamedTuple):
    claim: str
    sentences: tuple[str, ...]
    right: bool


Peer = Callable[[Sequence[Row]], Scores]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--fit", type=Path, help="where thresholds of peers are chosen")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument(
        "--weights", type=Path, help="of another judge than the one that ships with groundpath"
    )
    parser.add_argument("--rows", type=int, help="the first of each set alone")
    asked = parser.parse_args()
    checker = Checker(judge=LearnedJudge(asked.weights))
    for path in asked.sets:
        rows = list(islice(read(path), asked.rows))
        right = np.array([row.right for row in rows])
        print(f"{path.stem}: {right.sum()} right, {(~right).sum()} wrong")
        scores, told = checked(checker, rows)
        show("groundpath check", scores, told, right)
        for name, peer in PEERS.items() if asked.peers else ():
            if asked.fit is None or asked.fit == path:
                raise SystemExit("--peers needs --fit, a set that is not measured")
            threshold = best_threshold(peer, list(islice(read(asked.fit), asked.rows)))
            found = peer(rows)
            show(name, found, found >= threshold, right)


def read(path: Path) -> Iterator[Row]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["label"] in RIGHT + WRONG:
            given = row["evidence"]
            sentences = given if isinstance(given, list) else split_sentences(given)
            kept = tuple(filter(str.strip, sentences)) or ("—",)
            yield Row(row["claim"], kept, row["label"] in RIGHT)


def checked(checker: Checker, rows: Sequence[Row]) -> tuple[Scores, npt.NDArray[np.bool_]]:
    """How likely each claim is supported, in all that it says, and whether groundpath says so."""
    cases = (AnswerCase(str(n), row.claim, contexts=(document(row),)) for n, row in enumerate(rows))
    answers = list(checker.check_all(cases))
    chances = [min((claim.chance for claim in one.claims), default=0.0) for one in answers]
    return np.array(chances), np.array([bool(one.grounded) for one in answers])


def document(row: Row) -> SourceDocument:
    text = " ".join(row.sentences)
    return SourceDocument(Document("evidence", "", text), sentence_spans(text, row.sentences))


# -- peers


def nearest_sentence(rows: Sequence[Row]) -> Scores:
    """The cosine of the claim and the sentence that is nearest to it (all-MiniLM-L6-v2)."""
    encoder = CachedEncoder(open_encoder())
    claims = encoder.encode([row.claim for row in rows])
    return np.array(
        [
            float((encoder.encode(row.sentences) @ claim).max())
            for row, claim in zip(rows, claims, strict=True)
        ]
    )


def bm25(rows: Sequence[Row]) -> Scores:
    """The best sentence's BM25 score (rank_bm25), as a share of the claim's own as if it were a sentence."""
    from rank_bm25 import BM25Okapi

    def score(row: Row) -> float:
        claim = row.claim.lower().split()
        scores = BM25Okapi([*(one.lower().split() for one in row.sentences), claim]).get_scores(claim)
        return float(max(scores[:-1]) / scores[-1]) if scores[-1] > 0 else 0.0

    return np.array([score(row) for row in rows])


def rouge(rows: Sequence[Row]) -> Scores:
    """ROUGE-L recall of the claim in its evidence (rouge_score): the share of its words in order."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rougeL"], use_stemmer=True)
    return np.array([scorer.score(row.claim, " ".join(row.sentences))["rougeL"].recall for row in rows])


PEERS: dict[str, Peer] = {
    "cosine of the nearest sentence": nearest_sentence,
    "BM25 overlap": bm25,
    "ROUGE-L recall": rouge,
}


# -- figures


def best_threshold(peer: Peer, rows: Sequence[Row]) -> float:
    """From which score on balanced accuracy is best on these rows."""
    scores, right = peer(rows), np.array([row.right for row in rows])
    return max(np.unique(scores), key=lambda threshold: balanced(scores >= threshold, right))


def balanced(told: npt.NDArray[np.bool_], right: npt.NDArray[np.bool_]) -> float:
    return float((told[right].mean() + (~told[~right]).mean()) / 2)


def auroc(scores: Scores, right: npt.NDArray[np.bool_]) -> float:
    """How often a right one stands above a wrong one, ties half."""
    _, ranks, counts = np.unique(scores, return_inverse=True, return_counts=True)
    mean_rank = np.cumsum(counts) - (counts - 1) / 2
    many, few = right.sum(), (~right).sum()
    return float((mean_rank[ranks][right].sum() - many * (many + 1) / 2) / (many * few))


def show(name: str, scores: Scores, told: npt.NDArray[np.bool_], right: npt.NDArray[np.bool_]) -> None:
    draw = np.random.default_rng(0)
    drawn = [draw.integers(len(right), size=len(right)) for _ in range(RESAMPLES)]
    low, high = np.percentile([balanced(told[at], right[at]) for at in drawn], (2.5, 97.5))
    first, last = np.percentile([auroc(scores[at], right[at]) for at in drawn], (2.5, 97.5))
    print(
        f"  {name:32} balanced accuracy {balanced(told, right):.3f} ({low:.3f}-{high:.3f})   "
        f"AUROC {auroc(scores, right):.3f} ({first:.3f}-{last:.3f})   "
        f"faithful called unfaithful {(~told[right]).mean():.3f}, faults passed {told[~right].mean():.3f}"
    )


if __name__ == "__main__":
    main()
