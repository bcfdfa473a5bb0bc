"""What a check returns: the sentences of an answer, what each claims, and what bears on it."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, Self, get_args

from ..audit.evidence import GroundedFact
from ..certificate.claims import Certificate
from .chain_outcome import ChainOutcome
from .evidence import Evidence, Excerpt
from .faithfulness import Faithfulness, faithfulness_of
from .statements import NoClaim

Status = Literal["supported", "contradicted", "not_found"]
STATUSES: tuple[Status, ...] = get_args(Status)
"""What documents do with a claim."""

CitationStatus = Literal["supports", "contradicts", "does_not_support", "not_there"]
"""What a cited document does with the claim that cites it; "not_there": no document is cited so."""

By = Literal["documents", "graph", "both"]

_WORST: tuple[Status, ...] = ("contradicted", "not_found", "supported")


class Chances(NamedTuple):
    """How likely each status of a claim is; they sum to 1."""

    supported: float
    contradicted: float
    not_found: float

    @property
    def likeliest(self) -> Status:
        """The status: supported from one half on, else the likelier of the others."""
        if self.supported >= 0.5:
            return "supported"
        return "contradicted" if self.contradicted > self.not_found else "not_found"


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """What documents, and a graph where there is one, do with a claim.

    Attributes:
        text: the claim as it stands in its sentence.
        said: the claim as it was judged: a pronoun that it opens with is replaced by what it stands for.
        chances: of each status, by the documents.
        evidence: the sentences that support or contradict it, together; those that come nearest where
            nothing was found.
        by: what decided.
        reason: one sentence.
        graph: the status that the graph gives it, None where it says nothing of it or there is no graph.
        facts: of the graph that support or contradict it.
    """

    text: str
    said: str
    status: Status
    chances: Chances
    evidence: tuple[Evidence, ...]
    reason: str
    by: By = "documents"
    graph: Status | None = None
    facts: tuple[GroundedFact, ...] = ()

    @property
    def chance(self) -> float:
        """How likely it is that it is supported, in [0, 1]: 1 or 0 where the graph decided."""
        return float(self.status == "supported") if self.by == "graph" else self.chances.supported

    @property
    def certainty(self) -> float:
        """How likely its status is, in [0, 1]: 1 where the graph decided."""
        return 1.0 if self.by == "graph" else float(getattr(self.chances, self.status))

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "text": self.text,
            "said": self.said,
            "status": self.status,
            "by": self.by,
            "reason": self.reason,
            "chances": {name: round(chance, 4) for name, chance in self.chances._asdict().items()},
            "evidence": [asdict(one) for one in self.evidence],
            "graph": self.graph,
            "facts": [fact.to_dict() for fact in self.facts],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`."""
        return cls(
            row["text"],
            row["said"],
            row["status"],
            Chances(**row["chances"]),
            tuple(Evidence(**one) for one in row["evidence"]),
            row["reason"],
            row["by"],
            row["graph"],
            tuple(GroundedFact.from_dict(fact) for fact in row["facts"]),
        )


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """What comes of a citation: whether what its sentence cites says what the sentence says.

    All that a sentence cites is held against it together (citation recall; ALCE, Gao et al. 2023, 3.2).

    Attributes:
        text: as it stands in the answer: "[3]", "(Smith 2020, p. 4)".
        documents: the ids of those that it cites; empty where there is no such document.
        chance: how likely it is that what the sentence cites supports its claims; None where none is there.
        missing: of a range or a list the numbers that no document has, "2-999"; empty where each has one.
    """

    text: str
    documents: tuple[str, ...]
    status: CitationStatus
    chance: float | None = None
    missing: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        chance = None if self.chance is None else round(self.chance, 4)
        return asdict(self) | {"documents": list(self.documents), "chance": chance}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`."""
        return cls(**{**row, "documents": tuple(row["documents"])})


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence of an answer.

    Attributes:
        number: its place in the answer, from 1.
        text: as it stands in the answer, `start` to `end`.
        no_claim: why it states nothing to check; None where it does.
        claims: what it states, in order; none where it states nothing.
        citations: what it cites, in order.
    """

    number: int
    text: str
    start: int
    end: int
    no_claim: NoClaim | None = None
    claims: tuple[CheckedClaim, ...] = ()
    citations: tuple[CheckedCitation, ...] = ()

    @property
    def status(self) -> Status | None:
        """That of its worst claim; None where it states nothing."""
        return worst(claim.status for claim in self.claims)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "number": self.number,
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "status": self.status,
            "no_claim": self.no_claim,
            "claims": [claim.to_dict() for claim in self.claims],
            "citations": [citation.to_dict() for citation in self.citations],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`."""
        return cls(
            row["number"],
            row["text"],
            row["start"],
            row["end"],
            row["no_claim"],
            tuple(map(CheckedClaim.from_dict, row["claims"])),
            tuple(map(CheckedCitation.from_dict, row["citations"])),
        )


@dataclass(frozen=True, slots=True, repr=False)
class CheckedAnswer:
    """An answer held against documents.

    Attributes:
        documents: how many it was held against.
        judge: what judged: "groundpath" and the digest of its judge, or the name of a chat model.
        failure: why it could not be judged; empty where it was.
        chain: what becomes of it as a chain of thought; None where it is none.
        excerpts: what stands around the evidence of its claims in their documents.
        certificate: what a graph's verdicts on it rest on; None where there is no graph.
    """

    id: str
    question: str
    answer: str
    sentences: tuple[CheckedSentence, ...]
    documents: int
    judge: str
    model: str = ""
    kg: str = ""
    failure: str = ""
    chain: ChainOutcome | None = None
    excerpts: tuple[Excerpt, ...] = ()
    certificate: Certificate | None = None
    score: Faithfulness | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "score", faithfulness_of([claim.chance for claim in self.claims]))

    @property
    def claims(self) -> tuple[CheckedClaim, ...]:
        """The claims of all sentences, in order."""
        return tuple(claim for sentence in self.sentences for claim in sentence.claims)

    @property
    def citations(self) -> tuple[CheckedCitation, ...]:
        """The citations of all sentences, in order."""
        return tuple(citation for sentence in self.sentences for citation in sentence.citations)

    @property
    def status(self) -> Status | None:
        """That of its worst claim; None where the answer claims nothing or could not be judged."""
        return worst(claim.status for claim in self.claims)

    @property
    def grounded(self) -> bool | None:
        """Whether every claim is supported, and every citation is of a document that is there.

        None where the answer claims nothing or could not be judged.
        """
        if not self.claims:
            return None
        cites_nothing = any(citation.status == "not_there" for citation in self.citations)
        return not cites_nothing and all(claim.status == "supported" for claim in self.claims)

    def counts(self) -> dict[str, int]:
        """How many claims have each status, and how many sentences claim nothing."""
        found: dict[str, int] = {
            status: sum(claim.status == status for claim in self.claims) for status in STATUSES
        }
        return {**found, "no_claim": sum(sentence.no_claim is not None for sentence in self.sentences)}

    def __repr__(self) -> str:
        told = ", ".join(f"{count} {status.replace('_', ' ')}" for status, count in self.counts().items())
        return f"<CheckedAnswer {self.id!r}: {self.failure or told}>"

    def _repr_html_(self) -> str:
        """For notebooks: the answer as on the page of a check, each claim beside its evidence."""
        from ..report.notebook import check_html

        return check_html(self)

    def explain(self) -> str:
        """The answer in full as plain text, as `groundpath explain` prints it."""
        from ..report.notebook import check_text

        return check_text(self)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON: a row of `groundpath check --out`."""
        row = self._row()
        return row | {"certificate": self.certificate.sealed(row).to_dict()} if self.certificate else row

    def _row(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "question": self.question,
            "answer": self.answer,
            "model": self.model,
            "grounded": self.grounded,
            "score": self.score.to_dict() if self.score else None,
            "counts": self.counts(),
            "documents": self.documents,
            "judge": self.judge,
            "kg": self.kg,
            "failure": self.failure,
            "chain": self.chain.to_dict() if self.chain else None,
            "sentences": [sentence.to_dict() for sentence in self.sentences],
            "excerpts": [asdict(excerpt) for excerpt in self.excerpts],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`."""
        return cls(
            row["id"],
            row["question"],
            row["answer"],
            tuple(map(CheckedSentence.from_dict, row["sentences"])),
            row["documents"],
            row["judge"],
            row["model"],
            row["kg"],
            row["failure"],
            ChainOutcome(**row["chain"]) if row["chain"] else None,
            tuple(Excerpt(**excerpt) for excerpt in row["excerpts"]),
            Certificate.from_dict(row["certificate"]) if row.get("certificate") else None,
        )


def worst(statuses: Iterable[Status]) -> Status | None:
    """The worst of some statuses; None of none."""
    found = set(statuses)
    return next((status for status in _WORST if status in found), None)
