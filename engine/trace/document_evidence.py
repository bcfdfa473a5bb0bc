"""What the chains over documents rest on: facts of the question's own documents, and what they cost."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from ..llm.cost import Usage
from ..progress import SILENT, Progress
from ..terms import Document
from ..text.encoder import Encoder
from .chains import grow
from .evidence import Evidence
from .facts import FactsOf
from .growing import ChainsOfQuestion
from .memory import DocumentMemory, FactsOfDocuments
from .offering import GivenFacts
from .questions import TraceQuestion
from .selection import Selector
from .settings import ChainSettings


def document_evidence(
    facts_of: FactsOf,
    questions: Iterable[TraceQuestion],
    *,
    encoder: Encoder,
    selector: Selector,
    settings: ChainSettings,
    memory: DocumentMemory,
    progress: Progress = SILENT,
) -> Generator[list[tuple[Evidence, Usage]], None, None]:
    """The chains of each question over its documents, and what facts and chains cost, batch by batch.

    While the selector decides for one batch, the texts of the next are encoded; close the iterator where it
    may not be read to its end (`contextlib.closing`).
    """
    under_way = deque[_Batch]()

    def sources() -> Iterator[GivenFacts]:
        waiting = iter(questions)
        while some := list(islice(waiting, settings.questions_at_a_time)):
            known, usage = memory.read([one.documents for one in some], facts_of, progress)
            under_way.append(_Batch(some, known, usage))
            facts = [of_question.facts for of_question in known]
            yield GivenFacts([one.question for one in some], facts, memory.vectors, encoder, progress)

    with closing(grow(sources(), selector=selector, settings=settings)) as batches:
        for built in batches:
            yield under_way.popleft().found(built)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Questions with what is known of their documents, and what that cost."""

    questions: Sequence[TraceQuestion]
    known: Sequence[FactsOfDocuments]
    usage: Mapping[Document, Usage]

    def found(self, built: Sequence[ChainsOfQuestion]) -> list[tuple[Evidence, Usage]]:
        """The evidence of each question, and what it cost."""
        unpaid = dict(self.usage)  # a document of several questions is paid by the first
        found = []
        for question, known, chains in zip(self.questions, self.known, built, strict=True):
            missing = (f"chains: {chains.failure}",) if chains.failure else ()
            evidence = Evidence(
                question, known.facts, chains.chains, known.by_id, (*known.failures, *missing)
            )
            own = [source.document for source in question.documents] if unpaid else []
            paid = (unpaid.pop(document) for document in own if document in unpaid)
            found.append((evidence, sum(paid, chains.usage)))
        return found
