"""How documents become facts: the unit of reasoning.

Reference: TRACE the Evidence, Section 3.2, and Section 4.2 for sentences and documents.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import GroundpathError, InputError, defect
from ..llm.cost import Usage
from ..progress import SILENT, Progress
from ..terms import Document
from .extraction import Extractor, stated_facts
from .sources import SourceDocument
from .terms import DocumentFact
from .units import document_facts, sentence_facts


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """The facts of some documents.

    Attributes:
        failures: why facts of a document are missing, for those where some are.
        usage: what a document's facts cost, where they cost something.
    """

    facts: Mapping[Document, Sequence[DocumentFact]]
    failures: Mapping[Document, str] = field(default_factory=dict)
    usage: Mapping[Document, Usage] = field(default_factory=dict)


FactsOf = Callable[[Sequence[SourceDocument], Progress], DocumentFacts]


def facts_by_sentence(documents: Sequence[SourceDocument], _progress: Progress = SILENT) -> DocumentFacts:
    """Each sentence is a fact (`--unit sentence`)."""
    return _of_each(documents, lambda source: sentence_facts([source]))


def facts_by_document(documents: Sequence[SourceDocument], _progress: Progress = SILENT) -> DocumentFacts:
    """Each document is a fact (`--unit document`)."""
    return _of_each(documents, lambda source: document_facts([source]))


def facts_as_stated(documents: Sequence[SourceDocument], _progress: Progress = SILENT) -> DocumentFacts:
    """The triples that come with each document, such as `groundpath trace extract` wrote them.

    Raises:
        InputError: a document comes without.
    """
    for source in documents:
        if source.stated is None:
            raise InputError(
                f"{_named(source)} comes without triples, and there is no model to write them down; "
                "name one (--model), extract them first (groundpath trace extract), or choose another unit "
                "(--unit sentence)"
            )
    return _of_each(documents, stated_facts)


def _of_each(
    documents: Sequence[SourceDocument], read: Callable[[SourceDocument], Sequence[DocumentFact]]
) -> DocumentFacts:
    """The facts of each document; one that groundpath itself fails on has none, and the reason."""
    facts: dict[Document, Sequence[DocumentFact]] = {}
    failures: dict[Document, str] = {}
    for source in documents:
        try:
            facts[source.document] = read(source)
        except GroundpathError:
            raise
        except Exception as error:
            facts[source.document] = ()
            failures[source.document] = f"facts of {_named(source)}: {defect(error)}"
    return DocumentFacts(facts, failures)


def facts_by_model(extractor: Extractor) -> FactsOf:
    """A model writes down the triples of each document (`--unit triple`)."""

    def extracted(documents: Sequence[SourceDocument], progress: Progress = SILENT) -> DocumentFacts:
        done = list(extractor.extract(documents, progress=progress))
        return DocumentFacts(
            {extraction.source.document: extraction.facts for extraction in done},
            {e.source.document: f"facts of {_named(e.source)}: {e.failure}" for e in done if e.failure},
            {extraction.source.document: extraction.usage for extraction in done},
        )

    return extracted


def _named(source: SourceDocument) -> str:
    """A document as messages call it."""
    return f"document {source.title or source.id!r}"
