"""What the chains over documents rest on: facts of the question's own documents, and what they cost."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

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
from .spent import Spent, Stage


def document_evidence(
    facts_of: FactsOf,
    questions: Iterable[TraceQuestion],
    *,
    encoder: Encoder,
    selector: Selector,
    settings: ChainSettings,
    memory: DocumentMemory,
    progress: Progress = SILENT,
) -> Generator[list[tuple[Evidence, Spent]], None, None]:
    """The chains of each question over its documents, and what facts and chains took, batch by batch.

    While the selector decides for one batch, the texts of the next are encoded; close the iterator where it
    may not be read to its end (`contextlib.closing`). Seconds are those of a batch, in equal parts.
    """
    under_way = deque[_Batch]()
    reading_s = 0.0

    def sources() -> Iterator[GivenFacts]:
        nonlocal reading_s
        waiting = iter(questions)
        while some := list(islice(waiting, settings.questions_at_a_time)):
            began = perf_counter()
            known, usage = memory.read([one.documents for one in some], facts_of, progress)
            took = perf_counter() - began
            reading_s += took
            under_way.append(_Batch(some, known, usage, took / len(some)))
            facts = [of_question.facts for of_question in known]
            yield GivenFacts(
                [one.question for one in some],
                facts,
                memory.vectors,
                encoder,
                settings.candidates_by,
                progress,
            )

    with closing(grow(sources(), selector=selector, settings=settings)) as batches:
        began, before_s = perf_counter(), reading_s
        for built in batches:
            took = perf_counter() - began - (reading_s - before_s)
            yield under_way.popleft().found(built, took / len(built))
            began, before_s = perf_counter(), reading_s


@dataclass(frozen=True, slots=True)
class _Batch:
    """Questions with what is known of their documents, what that cost, and in how many seconds for each."""

    questions: Sequence[TraceQuestion]
    known: Sequence[FactsOfDocuments]
    usage: Mapping[Document, Usage]
    seconds: float

    def found(self, built: Sequence[ChainsOfQuestion], seconds: float) -> list[tuple[Evidence, Spent]]:
        """The evidence of each question, and what it took; the chains of each took some seconds."""
        unpaid = dict(self.usage)  # a document of several questions is paid by the first
        found = []
        for question, known, chains in zip(self.questions, self.known, built, strict=True):
            missing = (f"chains: {chains.failure}",) if chains.failure else ()
            evidence = Evidence(
                question,
                known.facts,
                chains.chains,
                known.by_id,
                (*known.failures, *missing),
                chains.reached,
            )
            own = [source.document for source in question.documents] if unpaid else []
            paid = sum((unpaid.pop(document) for document in own if document in unpaid), Usage())
            spent = Spent(Stage(paid, self.seconds), Stage(chains.usage, seconds))
            found.append((evidence, spent))
        return found
