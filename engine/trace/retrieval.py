"""Which of a question's documents a reader is shown: the paper's baselines that choose among them.

Reference: TRACE the Evidence, Section 4.1 and Appendix C.2, bi-encoders and cross-encoders.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ..llm.cost import Usage
from ..text.encoder import Encoder
from ..text.reranker import Reranker, Scores
from .questions import TraceQuestion
from .sources import SourceDocument
from .units import document_facts


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was chosen for a question.

    Attributes:
        documents: in the order in which a reader is shown them.
        reasoning: the sentences of a model that led to them, where there are any.
        usage: what it cost to ask.
        failure: why the choice did not come to its end; the documents are then those until there.
    """

    documents: tuple[SourceDocument, ...]
    reasoning: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    failure: str | None = None


class Retrieval(Protocol):
    """Any callable that chooses documents for a batch of questions."""

    def __call__(self, questions: Sequence[TraceQuestion], /) -> Sequence[Retrieved]:
        """One choice for each question, in their order.

        Raises:
            ChatError: no question can be answered (key, address, name of the model).
        """


class DocumentRanker(Protocol):
    """Any callable that puts documents in order."""

    def __call__(self, query: str, documents: Sequence[SourceDocument], /) -> list[SourceDocument]:
        """All of them, the most relevant first."""


@dataclass(frozen=True, slots=True)
class ByEncoder:
    """By the inner product of the query's vector and the document's: a bi-encoder."""

    encoder: Encoder

    def __call__(self, query: str, documents: Sequence[SourceDocument], /) -> list[SourceDocument]:
        def products(texts: list[str]) -> Scores:
            found: Scores = self.encoder.encode(texts) @ self.encoder.queries.encode([query])[0]
            return found

        return _ordered(documents, products)


@dataclass(frozen=True, slots=True)
class ByReranker:
    """By what a model says of query and document together: a cross-encoder."""

    reranker: Reranker

    def __call__(self, query: str, documents: Sequence[SourceDocument], /) -> list[SourceDocument]:
        return _ordered(documents, lambda texts: self.reranker.scores(query, texts))


@dataclass(frozen=True, slots=True)
class Nearest:
    """The first M documents of an order by the question."""

    ranker: DocumentRanker
    count: int

    def __call__(self, questions: Sequence[TraceQuestion], /) -> list[Retrieved]:
        ranked = (self.ranker(one.question, one.documents) for one in questions)
        return [Retrieved(tuple(documents[: self.count])) for documents in ranked]


def _ordered(
    documents: Sequence[SourceDocument], scored: Callable[[list[str]], Scores]
) -> list[SourceDocument]:
    """Documents by the score of title and text, highest first; of equal ones the earlier first."""
    if not documents:
        return []
    scores = scored([fact.text for fact in document_facts(documents)])
    return [documents[place] for place in np.argsort(-scores, kind="stable")]
