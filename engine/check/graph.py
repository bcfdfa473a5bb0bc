"""What a graph says of the claims of an answer, beside the documents."""

from collections.abc import Sequence
from typing import NamedTuple

from ..audit.auditor import Auditor
from ..audit.evidence import ClaimVerdict as GraphClaim
from ..audit.evidence import GroundedFact
from ..audit.verdicts import ChainOfThought, Verdict
from ..certificate.claims import Certificate
from .cases import AnswerCase
from .statements import Statement
from .verdicts import Status, worst


class Opinion(NamedTuple):
    """What a graph does with a claim, and by which facts; no status where it says nothing of it."""

    status: Status | None
    facts: tuple[GroundedFact, ...] = ()


class GraphReading(NamedTuple):
    """The claims that a graph's auditor reads in an answer, each with where its step stands in it.

    `certificate` says what they rest on.
    """

    claims: tuple[tuple[int, int, GraphClaim], ...] = ()
    certificate: Certificate | None = None

    def opinion(self, statement: Statement, text: str) -> Opinion:
        """Of the part `text` of a statement: what the worst of the claims says that are made in it."""
        within = [
            claim
            for start, end, claim in self.claims
            if start < statement.end
            and statement.start < end
            and claim.subject in text
            and claim.object in text
        ]
        status = worst(_STATUS[claim.status] for claim in within if claim.status in _STATUS)
        deciding = [claim for claim in within if status and _STATUS.get(claim.status) == status]
        return Opinion(status, tuple(fact for claim in deciding for fact in claim.facts or claim.instead))


NOT_READ = GraphReading()
_STATUS: dict[str, Status] = {"supported": "supported", "contradicted": "contradicted"}


def read_by(auditor: Auditor, cases: Sequence[AnswerCase]) -> list[GraphReading]:
    """What the auditor, of method "path", reads in each answer."""
    chains = [ChainOfThought(case.id, case.question, case.answer) for case in cases]
    return [
        GraphReading(tuple(_placed(case.answer, verdict)), verdict.certificate)
        for case, verdict in zip(cases, auditor.audit_all(chains), strict=True)
    ]


def _placed(answer: str, verdict: Verdict) -> list[tuple[int, int, GraphClaim]]:
    """The claims with where their steps stand; a step that is not found word by word stands anywhere."""
    found, end = [], 0
    for step in verdict.steps:
        start = answer.find(step.text, end)
        if start >= 0:
            end = start + len(step.text)
        span = (start, end) if start >= 0 else (0, len(answer))
        found += [(*span, claim) for claim in step.claims]
    return found
