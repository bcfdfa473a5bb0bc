"""What the chains over documents rest on: facts of the question's own documents, and what they cost."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Self

from ..llm.cost import Usage
from ..progress import SILENT, Progress
from ..text.encoder import Encoder
from .chains import grow
from .evidence import Evidence
from .facts import DocumentFacts, FactsOf
from .growing import ChainsOfQuestion
from .offering import GivenFacts
from .questions import TraceQuestion
from .ranking import FactVectors
from .selection import Selector
from .settings import ChainSettings
from .terms import DocumentFact


def document_evidence(
    facts_of: FactsOf,
    questions: Iterable[TraceQuestion],
    *,
    encoder: Encoder,
    selector: Selector,
    settings: ChainSettings,
    progress: Progress = SILENT,
) -> Generator[list[tuple[Evidence, Usage]], None, None]:
    """The chains of each question over its documents, and what facts and chains cost, batch by batch.

    While the selector decides for one batch, the texts of the next are encoded; close the iterator where it
    may not be read to its end (`contextlib.closing`).
    """
    vectors, under_way = FactVectors(encoder), deque[_Batch]()

    def sources() -> Iterator[GivenFacts]:
        waiting = iter(questions)
        while some := list(islice(waiting, settings.questions_at_a_time)):
            under_way.append(_Batch.of(some, facts_of, progress))
            yield GivenFacts([one.question for one in some], under_way[-1].facts, vectors)

    with closing(grow(sources(), selector=selector, settings=settings)) as batches:
        for built in batches:
            yield under_way.popleft().found(built)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Questions with the facts of their documents."""

    questions: Sequence[TraceQuestion]
    known: DocumentFacts
    facts: Sequence[Sequence[DocumentFact]]

    @classmethod
    def of(cls, questions: Sequence[TraceQuestion], facts_of: FactsOf, progress: Progress) -> Self:
        sources = {source.document: source for question in questions for source in question.documents}
        known = facts_of(list(sources.values()), progress)
        facts = [
            [fact for source in question.documents for fact in known.facts[source.document]]
            for question in questions
        ]
        return cls(questions, known, facts)

    def found(self, built: Sequence[ChainsOfQuestion]) -> list[tuple[Evidence, Usage]]:
        """The evidence of each question, and what it cost."""
        unpaid = dict(self.known.usage)  # a document of several questions is paid by the first
        found = []
        for question, facts, chains in zip(self.questions, self.facts, built, strict=True):
            paid = [unpaid.pop(source.document, Usage()) for source in question.documents]
            evidence = Evidence(question, facts, chains.chains, self._missing(question, chains))
            found.append((evidence, sum(paid, chains.usage)))
        return found

    def _missing(self, question: TraceQuestion, chains: ChainsOfQuestion) -> tuple[str, ...]:
        """Why something is missing, one sentence each."""
        failures = [self.known.failures.get(source.document) for source in question.documents]
        failures.append(f"chains: {chains.failure}" if chains.failure else None)
        return tuple(failure for failure in failures if failure)
