"""What requests of checks hold and their answers look like, for the OpenAPI description."""

from typing import Literal

from pydantic import Field

from ..errors import InputError
from .shapes import Asked, Name, Row, Told


class CheckRequest(Asked):
    """An answer with what it was made from, or rows as `groundpath check` takes them."""

    answer: str | None = Field(None, description="One answer.")
    contexts: list[str | Row] = Field(
        [], max_length=1000, description="What it was made from: texts, or as `documents`."
    )
    question: str = ""
    id: str = ""
    rows: list[Row] | None = Field(
        None,
        description="Rows with `answer` and `contexts`, as ragas, deepeval and langchain write them too.",
    )
    documents: list[Row] = Field(
        [],
        max_length=1000,
        description="Rows with `text`, `title` and `id`: all answers are held against them.",
    )
    kg: Name | None = Field(None, description="A graph that claims are held against too.")

    def answers(self) -> list[Row]:
        """The rows to check. Raises InputError where there is neither an answer nor rows, or both."""
        if (self.answer is None) == (self.rows is None):
            raise InputError("a check takes an `answer` or `rows`; give one of the two")
        if self.rows is not None:
            if self.contexts:
                raise InputError("`contexts` belong to one `answer`; put those of rows into the rows")
            return self.rows
        return [self.model_dump(include={"id", "question", "answer", "contexts"})]


class EvidenceAnswer(Told):
    """A sentence of a document, where it stands in its text, and on which page of its file."""

    document: str
    title: str
    sentence: int
    start: int
    end: int
    text: str
    place: str


class ClaimAnswer(Told):
    text: str
    status: Literal["supported", "contradicted", "not_found"]
    by: Literal["documents", "graph", "both"]
    reason: str
    chances: dict[str, float] = Field(description="How likely each status is, by the documents.")
    evidence: list[EvidenceAnswer]
    facts: list[Row] = Field(description="Of the graph.")


class SentenceAnswer(Told):
    """A sentence of an answer. It claims nothing where `status` is null, for the reason `no_claim`."""

    number: int
    text: str
    start: int
    end: int
    status: Literal["supported", "contradicted", "not_found"] | None
    no_claim: str | None
    claims: list[ClaimAnswer]
    citations: list[Row]


class CheckedAnswerAnswer(Told):
    """A checked answer: a row of `groundpath check --out`."""

    id: str
    grounded: bool | None
    score: Row | None = Field(description="Expected share of supported claims, its 95% interval, claims.")
    counts: dict[str, int]
    documents: int
    judge: str
    failure: str
    sentences: list[SentenceAnswer]


class CheckAnswer(Told):
    checks: list[CheckedAnswerAnswer]
    summary: Row
