"""From questions and documents to answers that show their evidence.

Reference: TRACE the Evidence, Section 3.1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from time import perf_counter
from typing import Any

from ..llm.cost import Usage
from ..progress import SILENT, Progress
from ..text.encoder import Encoder
from .chains import stream_chains
from .evidence import Evidence
from .facts import DocumentFacts, FactsOf
from .graph_evidence import graph_evidence
from .growing import ChainsOfQuestion
from .questions import TraceQuestion
from .reader import Reader
from .reading import Reading
from .selection import Selector
from .settings import DEFAULTS, ChainSettings
from .sources import SourceDocument
from .stored import StoredFacts
from .terms import DocumentFact


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its evidence and its answers.

    Attributes:
        readings: one for each method that was asked for; none without a model.
        usage: of facts, chains and answers.
        seconds: of work and waiting: the time of its batch, divided by the questions in it.
    """

    evidence: Evidence
    readings: tuple[Reading, ...]
    usage: Usage
    seconds: float

    @property
    def answer(self) -> str | None:
        """The first method's; None where there is none."""
        return self.readings[0].answer if self.readings else None

    @property
    def failures(self) -> tuple[str, ...]:
        """Why something of it is missing, one sentence each."""
        unread = (f"answer ({reading.method}): {reading.failure}" for reading in self.readings)
        missing = (why for why, reading in zip(unread, self.readings, strict=True) if reading.failure)
        return (*self.evidence.failures, *missing)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON; `documents` by votes of the chains."""
        evidence = self.evidence
        return {
            "id": evidence.question.id,
            "question": evidence.question.question,
            "answer": self.answer,
            "answers": {reading.method: reading.answer for reading in self.readings},
            "chains": [evidence.chain_row(chain) for chain in evidence.chains],
            "documents": [
                {"id": document.id, "title": document.title, "votes": votes}
                for document, votes in evidence.voted()
            ],
            "facts_read": len(evidence.facts),
            "failures": list(self.failures),
            "usage": asdict(self.usage),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Tracer:
    """Answers questions over documents, or over a stored graph.

    Attributes:
        facts_of: how documents become facts.
        encoder: of the ranker. Give one that remembers (`text.cache.CachedEncoder`) where documents come
            again.
        selector: what decides how chains go on.
        chains: see `ChainSettings`; as many questions as it says are worked on, and held, at a time.
        reader: None for evidence without answers.
        graph: whose facts chains are built of; questions then come without documents, and `facts_of` is not
            asked.
    """

    facts_of: FactsOf
    encoder: Encoder
    selector: Selector
    chains: ChainSettings = DEFAULTS
    reader: Reader | None = None
    graph: StoredFacts | None = None

    def trace(
        self, question: str, documents: Sequence[SourceDocument] = (), *, progress: Progress = SILENT
    ) -> Answered:
        """The answer to one question, or its evidence where there is no reader.

        Raises:
            ChatError: no request can succeed: the key, the address or the model is wrong. Other failures
                are told in `Answered.failures`.
        """
        (answered,) = self._traced([TraceQuestion("1", question, tuple(documents))], progress)
        return answered

    def trace_all(
        self, questions: Iterable[TraceQuestion], *, progress: Progress = SILENT
    ) -> Iterator[Answered]:
        """Answers in the order of the questions, each over its own documents or all over the graph; memory
        stays flat.

        Raises:
            As `trace`.
        """
        waiting = iter(questions)
        with progress.task("Answering questions") as advance:
            while batch := list(islice(waiting, self.chains.questions_at_a_time)):
                yield from self._traced(batch, SILENT)
                advance(len(batch))

    def _traced(self, questions: Sequence[TraceQuestion], progress: Progress) -> Iterator[Answered]:
        began = perf_counter()
        found = self._found(questions, progress)
        evidence = [of_question for of_question, _ in found]
        readings = (
            self.reader.read(evidence, self.encoder, progress=progress)
            if self.reader
            else [()] * len(evidence)
        )
        seconds = (perf_counter() - began) / len(questions)
        for (of_question, usage), read in zip(found, readings, strict=True):
            paid = sum((reading.usage for reading in read), usage)
            yield Answered(of_question, read, paid, seconds)

    def _found(self, questions: Sequence[TraceQuestion], progress: Progress) -> list[tuple[Evidence, Usage]]:
        """The evidence of each question, and what it cost."""
        if self.graph is not None:
            return graph_evidence(
                self.graph,
                questions,
                encoder=self.encoder,
                selector=self.selector,
                settings=self.chains,
                progress=progress,
            )
        sources = {source.document: source for question in questions for source in question.documents}
        known = self.facts_of(list(sources.values()), progress)
        facts = [
            [fact for source in question.documents for fact in known.facts[source.document]]
            for question in questions
        ]
        built = list(
            stream_chains(
                [question.question for question in questions],
                facts,
                encoder=self.encoder,
                selector=self.selector,
                settings=self.chains,
                progress=progress,
            )
        )
        unpaid = dict(known.usage)  # a document of several questions is paid by the first
        found = []
        for question, of_question, chains in zip(questions, facts, built, strict=True):
            paid = [unpaid.pop(source.document, Usage()) for source in question.documents]
            evidence = _evidence(question, of_question, chains, known)
            found.append((evidence, sum(paid, chains.usage)))
        return found


def _evidence(
    question: TraceQuestion, facts: Sequence[DocumentFact], chains: ChainsOfQuestion, known: DocumentFacts
) -> Evidence:
    missing = [known.failures.get(source.document) for source in question.documents]
    missing.append(f"chains: {chains.failure}" if chains.failure else None)
    return Evidence(question, facts, chains.chains, tuple(failure for failure in missing if failure))
