"""Documents for a question, as a langchain retriever: by the chains of facts that lead to them."""

import logging
from dataclasses import replace
from itertools import islice
from math import exp
from threading import Lock
from typing import Any

import numpy as np

from ...loaders.langchain_rows import document_row
from ..errors import ChatError, InputError
from ..text.opening import open_encoder
from .evidence import Evidence, VotedDocument
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
    raise ImportError(
        f"the retriever needs langchain-core ({error}); run: pip install 'groundpath[langchain]'"
    ) from error

_LOG = logging.getLogger("groundpath.trace")


class GroundpathRetriever(BaseRetriever):
    """Finds the documents that the best chains of facts rest on, then those nearest to the question.

    A document comes with, in its metadata, `chain`: the facts of the best chain that it is part of, in their
    order; `sentences`: those of its own sentences that chains rest on; `votes`: how many facts of chains come
    from it; and `score`: the probability with which a fact of that chain was chosen (geometric mean), in
    [0, 1]. A document that is in no chain has none, no votes, and score 0.

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
            found = [self._found(voted, answered.evidence) for voted in answered.evidence.voted()]
            if len(found) < wanted:
                found += self._nearest(query, answered.evidence, wanted - len(found))
        return found[:wanted]

    def _tell(self, failures: tuple[str, ...], *, found: bool) -> None:
        if failures and not found:
            raise ChatError("; ".join(failures))
        for failure in failures:
            _LOG.warning("%s", failure)

    def _found(self, voted: VotedDocument, evidence: Evidence) -> Document:
        source, votes = voted
        chain = next(chain for chain in evidence.chains if _holds(chain, source, evidence))
        numbers = sorted(s.number for s in evidence.sentences() if s.document == source.id)
        return self._with_metadata(
            source.id,
            chain=[fact.text for fact in evidence.facts_of(chain)],
            sentences=[source.sentence(number) for number in numbers],
            votes=votes,
            score=exp(chain.score),
        )

    def _nearest(self, query: str, evidence: Evidence, count: int) -> list[Document]:
        """Documents that are in no chain, first the one with the fact that is nearest to the question."""
        ranked = self._tracer.memory.vectors.hold([evidence.facts], self._tracer.encoder)
        ((likeness,),) = ranked.relevance([0], [ranked.encode([query])])
        facts = (evidence.facts[at] for at in np.argsort(-likeness, kind="stable"))
        by_fact = (place.document for fact in facts for place in fact.places)
        voted = {document.id for document, _ in evidence.voted()}
        others = (id_ for id_ in dict.fromkeys((*by_fact, *self._given)) if id_ not in voted)
        return [
            self._with_metadata(id_, chain=[], sentences=[], votes=0, score=0.0)
            for id_ in islice(others, count)
        ]

    def _with_metadata(self, document: str, **evidence: Any) -> Document:
        given = self._given[document]
        return Document(page_content=given.page_content, id=given.id, metadata={**given.metadata, **evidence})


def _holds(chain: Chain, source: SourceDocument, evidence: Evidence) -> bool:
    return any(p.document == source.id for fact in evidence.facts_of(chain) for p in fact.places)


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
