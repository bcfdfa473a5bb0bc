"""What one batch of questions leaves for the next: the facts of its documents, and their vectors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from ..llm.cost import Usage
from ..progress import Progress
from ..terms import Document
from .facts import DocumentFacts, FactsOf
from .ranking import FactVectors
from .sources import SourceDocument
from .terms import DocumentFact

Documents = tuple[SourceDocument, ...]


@dataclass(frozen=True, slots=True)
class FactsOfDocuments:
    """The facts of a question's documents, in their order.

    Attributes:
        by_id: the documents again.
        failures: why facts are missing, one sentence for each document of which some are.
    """

    documents: Documents
    by_id: Mapping[str, SourceDocument]
    facts: Sequence[DocumentFact]
    failures: tuple[str, ...]


class DocumentMemory:
    """Remembers the documents of the last batch: a collection that is asked again and again is read once.

    Several threads may use one object.

    Attributes:
        vectors: of the facts.
    """

    def __init__(self) -> None:
        self.vectors = FactVectors()
        self._known = DocumentFacts({})
        # By the id of the documents' tuple, which names it as long as it is held.
        self._held: dict[int, FactsOfDocuments] = {}
        self._lock = Lock()

    def read(
        self, sets: Sequence[Documents], facts_of: FactsOf, progress: Progress
    ) -> tuple[list[FactsOfDocuments], Mapping[Document, Usage]]:
        """The facts of each set of documents, and what those cost that were not known.

        Sets that are one object have one list of facts. Documents of which facts are missing are read again.
        """
        with self._lock:
            distinct = {id(documents): documents for documents in sets}
            held = {key: self._held[key] for key in distinct if key in self._held}
            read = DocumentFacts({})
            if len(held) < len(distinct) or any(of_set.failures for of_set in held.values()):
                read = self._learn(distinct, facts_of, progress)
            return [self._held[id(documents)] for documents in sets], read.usage

    def _learn(self, sets: Mapping[int, Documents], facts_of: FactsOf, progress: Progress) -> DocumentFacts:
        sources = {source.document: source for documents in sets.values() for source in documents}
        new = [source for document, source in sources.items() if document not in self._known.facts]
        read = facts_of(new, progress)
        facts = {**self._known.facts, **read.facts}
        self._held = {
            key: FactsOfDocuments(
                documents,
                {source.id: source for source in documents},
                [fact for source in documents for fact in facts[source.document]],
                tuple(read.failures[s.document] for s in documents if s.document in read.failures),
            )
            for key, documents in sets.items()
        }
        self._known = DocumentFacts({d: facts[d] for d in sources if d not in read.failures})
        return read
