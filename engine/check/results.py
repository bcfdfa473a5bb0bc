"""Checked answers laid out as pandas frames."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from .summary import CheckSummary, summarise_checks
from .verdicts import Chances, CheckedAnswer, CheckedClaim

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

_ANSWER_COLUMNS = (
    "id",
    "question",
    "model",
    "grounded",
    "score",
    "low",
    "high",
    "claims",
    "supported",
    "contradicted",
    "not_found",
    "no_claim",
    "citations",
    "citations_upheld",
    "documents",
    "judge",
    "kg",
    "failure",
    "chain",
    "answer",
)
_CLAIM_COLUMNS = (
    "id",
    "model",
    "sentence",
    "claim",
    "text",
    "said",
    "status",
    "by",
    "chance",
    *(f"chance_{name}" for name in Chances._fields),
    "graph",
    "documents",
    "evidence",
    "reason",
)


class CheckResults(Sequence[CheckedAnswer]):
    """The answers of a check that fits in memory: `CheckResults(checker.check_all(cases))`."""

    def __init__(self, checked: Iterable[CheckedAnswer]) -> None:
        self._checked = tuple(checked)

    @overload
    def __getitem__(self, place: int) -> CheckedAnswer: ...
    @overload
    def __getitem__(self, place: slice) -> "CheckResults": ...
    def __getitem__(self, place: int | slice) -> "CheckedAnswer | CheckResults":
        found = self._checked[place]
        return found if isinstance(found, CheckedAnswer) else CheckResults(found)

    def __len__(self) -> int:
        return len(self._checked)

    @property
    def summary(self) -> CheckSummary:
        return summarise_checks(self._checked)

    def __repr__(self) -> str:
        return f"<CheckResults: {self.summary}>"

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(max_rows=20, notebook=True))

    def to_frame(self) -> "DataFrame":
        """One row an answer.

        `score` is its faithfulness, `low` and `high` the 95% interval; `supported`, `contradicted` and
        `not_found` count its claims, `no_claim` its sentences that claim nothing; `citations_upheld` counts
        the citations whose documents say what their sentence says; `chain` is the outcome of a chain of
        thought.
        """
        return _frame(map(_answer_row, self._checked), _ANSWER_COLUMNS)

    def claims_frame(self) -> "DataFrame":
        """One row a claim.

        `sentence` and `claim` are numbers from 1, in the answer and in the sentence.
        `chance` is how likely the claim is supported, 1 or 0 where the graph decided; `chance_…` of each
        status are the documents' own. `documents` are the ids of those that the evidence is from, joined by
        "; ", and `evidence` its sentences, joined by " … ".
        """
        return _frame((row for checked in self._checked for row in _claim_rows(checked)), _CLAIM_COLUMNS)

    def plot(self) -> "Figure":
        """How many claims have each status, as a figure of matplotlib (extra `plots`).

        Raises:
            InputError: matplotlib is not there.
        """
        from ..report.notebook import check_figure

        return check_figure(self.summary)


def _frame(rows: Iterable[tuple[Any, ...]], columns: Sequence[str]) -> "DataFrame":
    from pandas import DataFrame

    return DataFrame.from_records(list(rows), columns=list(columns))


def _answer_row(checked: CheckedAnswer) -> tuple[Any, ...]:
    score, counts = checked.score, checked.counts()
    return (
        checked.id,
        checked.question,
        checked.model,
        checked.grounded,
        *((score.share, score.low, score.high) if score else (None,) * 3),
        len(checked.claims),
        *counts.values(),
        len(checked.citations),
        sum(citation.status == "supports" for citation in checked.citations),
        checked.documents,
        checked.judge,
        checked.kg,
        checked.failure,
        (checked.chain.error or checked.chain.verdict) if checked.chain else None,
        checked.answer,
    )


def _claim_rows(checked: CheckedAnswer) -> Iterator[tuple[Any, ...]]:
    for sentence in checked.sentences:
        for number, claim in enumerate(sentence.claims, 1):
            yield (checked.id, checked.model, sentence.number, number, *_claim_row(claim))


def _claim_row(claim: CheckedClaim) -> tuple[Any, ...]:
    return (
        claim.text,
        claim.said,
        claim.status,
        claim.by,
        claim.chance,
        *claim.chances,
        claim.graph,
        "; ".join(dict.fromkeys(one.document for one in claim.evidence)),
        " … ".join(one.text for one in claim.evidence),
        claim.reason,
    )
