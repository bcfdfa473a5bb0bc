"""From questions and documents to answers that show their evidence.

Reference: TRACE the Evidence, Section 3.1.
"""

from collections.abc import Generator, Iterable, Sequence, Sized
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from time import perf_counter
from typing import Any

from ..llm.cost import Usage
from ..progress import SILENT, Progress
from ..text.encoder import Encoder
from .answers import answer_f1, exact_match
from .document_evidence import document_evidence
from .evidence import Evidence
from .facts import FactsOf
from .graph_evidence import graph_evidence
from .memory import DocumentMemory
from .questions import TraceQuestion
from .reader import Reader
from .reading import Reading
from .selection import Selector
from .settings import DEFAULTS, ChainSettings
from .sources import SourceDocument
from .spent import Spent, Stage
from .stored import StoredFacts


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its evidence and its answers.

    Attributes:
        readings: one for each method that was asked for; none without a model.
        spent: what facts, chains and answers took; the seconds of its batch in equal parts.
    """

    evidence: Evidence
    readings: tuple[Reading, ...]
    spent: Spent

    @property
    def usage(self) -> Usage:
        """Of facts, chains and answers."""
        return self.spent.usage

    @property
    def seconds(self) -> float:
        """Of work and waiting for facts, chains and answers."""
        return self.spent.seconds

    def __repr__(self) -> str:
        return f"<Answered {self.evidence.question.question!r}: {self.answer!r}, {self.evidence!r}>"

    def _repr_html_(self) -> str:
        """For notebooks: the answer, and the chains with what each of their facts rests on."""
        from ..report.notebook import answered_html

        return answered_html(self)

    @property
    def answer(self) -> str | None:
        """The first method's; None where there is none."""
        return self.readings[0].answer if self.readings else None

    @property
    def failures(self) -> tuple[str, ...]:
        """Why something of it is missing, one sentence each."""
        return self._failures(self.readings)

    @property
    def missing(self) -> tuple[str, ...]:
        """Those of the failures that asking again may mend: all but that a method found nothing."""
        return self._failures(reading for reading in self.readings if not reading.nothing_found)

    def _failures(self, readings: Iterable[Reading]) -> tuple[str, ...]:
        unread = (f"answer ({reading.method}): {reading.failure}" for reading in readings if reading.failure)
        return (*self.evidence.failures, *unread)

    @property
    def scores(self) -> dict[str, dict[str, float]]:
        """How right each method's answer is, as `em` and `f1` in [0, 1]; none where that is not known."""
        accepted = self.evidence.question.answers
        if not accepted:
            return {}
        given = {reading.method: reading.answer or "" for reading in self.readings}
        return {
            method: {"em": exact_match(answer, accepted), "f1": answer_f1(answer, accepted)}
            for method, answer in given.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON; `documents` by votes of the chains."""
        evidence = self.evidence
        return {
            "id": evidence.question.id,
            "question": evidence.question.question,
            "answer": self.answer,
            "answers": {reading.method: reading.answer for reading in self.readings},
            "scores": self.scores,
            "reasoning": {one.method: list(one.reasoning) for one in self.readings if one.reasoning},
            "chains": [evidence.chain_row(chain) for chain in evidence.chains],
            "documents": [
                {"id": document.id, "title": document.title, "votes": votes}
                for document, votes in evidence.voted()
            ],
            "facts_read": len(evidence.facts),
            "failures": list(self.failures),
            "usage": asdict(self.usage),
            "spent": self.spent.to_dict(),
            "seconds": round(self.seconds, 3),
        }


Found = Generator[list[tuple[Evidence, Spent]], None, None]


@dataclass(frozen=True, slots=True)
class Tracer:
    """Answers questions over documents, or over a stored graph.

    Attributes:
        facts_of: how documents become facts.
        encoder: of the ranker, asked from several threads. `text.cache.CachedEncoder` remembers what it
            encoded, and lets another encoder be asked by one thread at a time.
        selector: what decides how chains go on.
        chains: see `ChainSettings`; two batches of as many questions as it says are held at a time.
        reader: None for evidence without answers.
        graph: whose facts chains are built of; questions then come without documents, and `facts_of` is not
            asked.
        memory: of the documents that were asked about last: give questions over one collection the same
            tuple of documents, and they are read once.
    """

    facts_of: FactsOf
    encoder: Encoder
    selector: Selector
    chains: ChainSettings = DEFAULTS
    reader: Reader | None = None
    graph: StoredFacts | None = None
    memory: DocumentMemory = field(default_factory=DocumentMemory, init=False, repr=False, compare=False)

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
    ) -> Generator[Answered, None, None]:
        """Answers in the order of the questions, each over its own documents or all over the graph; memory
        stays flat.

        Close the iterator where it may not be read to its end (`contextlib.closing`): other questions are
        under way.

        Raises:
            As `trace`.
        """
        total = len(questions) if isinstance(questions, Sized) else None
        with (
            progress.task("Answering questions", total) as advance,
            closing(self._traced(questions, SILENT)) as traced,
        ):
            for answered in traced:
                advance(1)
                yield answered

    def _traced(
        self, questions: Iterable[TraceQuestion], progress: Progress
    ) -> Generator[Answered, None, None]:
        with closing(self._found(questions, progress)) as batches:
            for found in batches:
                began = perf_counter()
                readings = self._read([evidence for evidence, _ in found], progress)
                seconds = (perf_counter() - began) / len(found)
                for (evidence, spent), read in zip(found, readings, strict=True):
                    paid = sum((reading.usage for reading in read), Usage())
                    yield Answered(evidence, read, replace(spent, answers=Stage(paid, seconds)))

    def _read(self, evidence: Sequence[Evidence], progress: Progress) -> Sequence[tuple[Reading, ...]]:
        if self.reader is None:
            return [()] * len(evidence)
        return self.reader.read(evidence, self.encoder, progress=progress)

    def _found(self, questions: Iterable[TraceQuestion], progress: Progress) -> Found:
        """The evidence of each question, and what it took, batch by batch."""
        if self.graph is not None:
            return graph_evidence(
                self.graph, questions, encoder=self.encoder, selector=self.selector, settings=self.chains
            )
        return document_evidence(
            self.facts_of,
            questions,
            encoder=self.encoder,
            selector=self.selector,
            settings=self.chains,
            memory=self.memory,
            progress=progress,
        )
