"""Checked answers, counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..counted import counted
from ..resampling import Resampling, percentile_interval, resampled_means
from .verdicts import STATUSES, CheckedAnswer, CitationStatus

_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """What came of many answers.

    Attributes:
        answers: all of them.
        grounded: those of which every claim is supported, and every document that they cite is there.
        failed: those that could not be judged.
        first_failure: id and reason of the first of these; empty without one.
        without_claims: those that state nothing to check.
        claims: how many claims have each status.
        no_claim: sentences that state nothing.
        citations: how many citations have each status; empty where nothing is cited.
        chains: how many chains of thought have each outcome, by its error or verdict; empty without any.
        faithfulness: the mean of the answers' scores in [0, 1], None where no answer claims anything.
        low, high: its 95% bootstrap interval over answers.
    """

    answers: int
    grounded: int
    failed: int
    first_failure: str
    without_claims: int
    claims: dict[str, int]
    no_claim: int
    citations: dict[CitationStatus, int]
    chains: dict[str, int]
    faithfulness: float | None
    low: float | None
    high: float | None

    @property
    def judged(self) -> int:
        """Answers that claim something, and could be judged."""
        return self.answers - self.failed - self.without_claims

    def __str__(self) -> str:
        claims = ", ".join(f"{count:,} {status.replace('_', ' ')}" for status, count in self.claims.items())
        told = f"{counted(self.answers, 'answer')}, {self.grounded:,} of {self.judged:,} grounded"
        if self.faithfulness is None:
            return f"{told}; claims: {claims}"
        interval = f"95% interval {self.low:.3f} to {self.high:.3f}"
        return f"{told}; claims: {claims}; mean faithfulness {self.faithfulness:.3f} ({interval})"

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return asdict(self) | {"judged": self.judged}


def summarise_checks(checked: Iterable[CheckedAnswer], *, seed: int = 0) -> CheckSummary:
    """Count answers and claims; they are read once, and only their scores are kept."""
    claims: Counter[str] = Counter()
    citations: Counter[CitationStatus] = Counter()
    chains: Counter[str] = Counter()
    scores: list[float] = []
    answers = grounded = failed = without = no_claim = 0
    first_failure = ""
    for one in checked:
        answers += 1
        if one.failure:
            failed += 1
            first_failure = first_failure or f"{one.id}: {one.failure}"
            continue
        grounded += bool(one.grounded)
        claims.update(claim.status for claim in one.claims)
        chains.update([one.chain.error or one.chain.verdict] if one.chain else [])
        citations.update(citation.status for citation in one.citations)
        no_claim += one.counts()["no_claim"]
        if one.score is None:
            without += 1
        else:
            scores.append(one.score.share)
    values = np.array(scores)
    interval = percentile_interval(resampled_means(values, Resampling(_RESAMPLES, seed))) if scores else None
    return CheckSummary(
        answers,
        grounded,
        failed,
        first_failure,
        without,
        {status: claims[status] for status in STATUSES},
        no_claim,
        dict(sorted(citations.items())),
        dict(sorted(chains.items())),
        float(values.mean()) if scores else None,
        interval.low if interval else None,
        interval.high if interval else None,
    )
