"""Documents for a question, as a langchain retriever: by the chains of facts that lead to them."""

import logging
from dataclasses import replace
from itertools import islice
from math import exp, inf
from threading import Lock
from typing import Any

import numpy as np

from ...loaders.langchain_rows import document_row
from ..errors import ChatError, InputError, extra
from ..text.opening import open_encoder
from .evidence import Evidence
from .opening import TraceSettings, open_tracer
from .pipeline import Tracer
from .sources import SourceDocument, documents_in
from .terms import Chain

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from pydantic import Field, PrivateAttr
except ImportError as error:
    raise ImportError(f"the retriever needs langchain-core ({error}); {extra('langchain')}") from error

_LOG = logging.getLogger("groundpath.trace")


class GroundpathRetriever(BaseRetriever):
    """Finds the documents that the best chains of facts lead to, then those nearest to the question.

    A document comes with, in its metadata, `score`: how likely the best chain was to go on to it, as the
    geometric mean of the probabilities of that chain's facts and of the document, in [0, 1]; 0 for one that
    chains never came near to. Documents come in that order. `chain` holds the facts of the best chain that it
    is part of, in their order; `sentences` those of its own sentences that chains rest on; `votes` tells how
    many facts of chains come from it. A document that is in no chain has none of these.

    >>> GroundpathRetriever(documents=[Document("…", metadata={"title": "…"})], k=2)  # doctest: +SKIP

    Attributes:
        documents: to find some of; `title` of their metadata is their title. What its `source` says comes
            from a file of text or Markdown is read as `load_documents` reads it.
        k: how many to return; `invoke(question, k=…)` goes first.
        tracer: how chains are built; by sentences and the encoder, without a model, when None.
    """

    documents: list[Document]
    k: int = Field(default=4, ge=1)
    tracer: Any = None

    _sources: tuple[SourceDocument, ...] = PrivateAttr()
    _given: dict[str, Document] = PrivateAttr()
    _tracer: Tracer = PrivateAttr()
    # langchain asks from several threads; an encoder takes one at a time.
    _one_at_a_time: Any = PrivateAttr(default_factory=Lock)

    def model_post_init(self, context: Any, /) -> None:
        """Read the documents. ValidationError: none has text, or two different ones share an id."""
        super().model_post_init(context)
        self._sources, self._given = _read(self.documents)
        tracer = self.tracer or open_tracer(open_encoder(), TraceSettings())
        self._tracer = replace(tracer, reader=None)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002  # langchain passes it by name
        k: int | None = None,
    ) -> list[Document]:
        wanted = self.k if k is None else k
        if wanted < 1:
            raise InputError(f"k is {wanted}; it must be at least 1")
        with self._one_at_a_time:
            answered = self._tracer.trace(query, self._sources)
            self._tell(answered.failures, found=bool(answered.evidence.chains))
            ranked = answered.evidence.ranked()
            if len(ranked) < wanted:
                ranked = list(dict.fromkeys((*ranked, *self._nearest(query, answered.evidence))))
            votes = {document.id: count for document, count in answered.evidence.voted()}
            return [self._found(id_, votes.get(id_, 0), answered.evidence) for id_ in ranked[:wanted]]

    def _tell(self, failures: tuple[str, ...], *, found: bool) -> None:
        if failures and not found:
            raise ChatError("; ".join(failures))
        for failure in failures:
            _LOG.warning("%s", failure)

    def _found(self, document: str, votes: int, evidence: Evidence) -> Document:
        chains = (chain for chain in evidence.chains if _holds(chain, document, evidence))
        numbers = sorted(s.number for s in evidence.sentences() if s.document == document)
        own = {
            "chain": [fact.text for chain in islice(chains, 1) for fact in evidence.facts_of(chain)],
            "sentences": [evidence.documents[document].sentence(number) for number in numbers],
            "votes": votes,
            "score": exp(evidence.reached.get(document, -inf)),
        }
        given = self._given[document]
        return Document(page_content=given.page_content, id=given.id, metadata={**given.metadata, **own})

    def _nearest(self, query: str, evidence: Evidence) -> list[str]:
        """All documents, first the one with the fact that is nearest to the question."""
        ranked = self._tracer.memory.vectors.hold([evidence.facts], self._tracer.encoder)
        ((likeness,),) = ranked.relevance([0], [ranked.encode([query])])
        facts = (evidence.facts[at] for at in np.argsort(-likeness, kind="stable"))
        by_fact = (place.document for fact in facts for place in fact.places)
        return list(dict.fromkeys((*by_fact, *self._given)))


def _holds(chain: Chain, document: str, evidence: Evidence) -> bool:
    return any(p.document == document for fact in evidence.facts_of(chain) for p in fact.places)


def _read(documents: list[Document]) -> tuple[tuple[SourceDocument, ...], dict[str, Document]]:
    """The documents that have text, each once, and what was given under each id."""
    sources: dict[str, SourceDocument] = {}
    given: dict[str, Document] = {}
    for document in documents:
        for source in documents_in(document_row(document)):
            if sources.setdefault(source.id, source).document != source.document:
                raise InputError(f"two different documents have the id {source.id!r}; give each its own")
            given.setdefault(source.id, document)
    if not sources:
        raise InputError("no document has any text; give the retriever at least one that has")
    return tuple(sources.values()), given
