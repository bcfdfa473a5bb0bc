"""From documents to facts, by a chat model: each document on its own, shown three others that are like it.

Reference: TRACE the Evidence, Section 3.2 and Appendix B.1. Facts between any of a document's entities are
what its first limitation leaves to future work.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence, Sized
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from ..errors import InputError
from ..llm.cache import ChatCache
from ..llm.chat import ChatModel, ChatRequest, Message
from ..llm.cost import Usage
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from ..terms import Document
from .asking_passages import Passage, PassageAsking, Told
from .demonstrations import Demonstration, shown_text
from .labelled import NearestLabelled
from .placing import place_triple
from .sources import SourceDocument, Span
from .terms import DocumentFact
from .triples import Heads, RefusedLine
from .units import pieces

PROMPT, ANY_HEADS_PROMPT = "trace-extract", "trace-extract-any"
_AGAIN = "-again"  # after either: the prompt for what could not be read

_DOCUMENTS_AT_A_TIME = 64


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """How a model is asked for the facts of documents.

    Attributes:
        demonstrations: labelled documents shown for each; the paper: 3.
        longest_passage: characters of a document that are shown at once; a longer one is asked about in
            several passages, cut between sentences. At least 1,000.
        max_tokens: longest reply; the server's own limit when None.
        any_heads: ask for facts about everything that a text names; the paper: about its title alone.

    Raises:
        InputError: a value outside its range.
    """

    demonstrations: int = 3
    longest_passage: int = 6_000
    max_tokens: int | None = None
    any_heads: bool = False

    def __post_init__(self) -> None:
        if self.demonstrations < 0:
            raise InputError(f"demonstrations is {self.demonstrations}; it must be at least 0")
        if self.longest_passage < 1_000:
            raise InputError(f"longest_passage is {self.longest_passage}; it must be at least 1,000")


DEFAULT_EXTRACTION = ExtractionSettings()


@dataclass(frozen=True, slots=True)
class Extraction:
    """The facts of one document.

    Attributes:
        facts: distinct, those of its tables, then those that the model told, in the order of the text's
            passages; a document whose source states its triples is not asked about.
        refused: lines of the model's replies that are no triples of the document, and why.
        failure: why facts are missing, None where none are; what could be read is in `facts`.
        usage: what it cost.
    """

    source: SourceDocument
    facts: tuple[DocumentFact, ...]
    refused: tuple[RefusedLine, ...] = ()
    failure: str | None = None
    usage: Usage = field(default_factory=Usage)


class Extractor:
    """Asks a chat model for the facts of documents. Nothing that is in the cache is asked again.

    Attributes:
        prompt: id of the prompt that it asks with.
    """

    def __init__(
        self,
        model: ChatModel,
        demonstrations: NearestLabelled[Demonstration],
        settings: ExtractionSettings = DEFAULT_EXTRACTION,
        *,
        cache: ChatCache | None,
        concurrency: int = 8,
    ) -> None:
        self.model = model
        self._demonstrations = demonstrations
        self.prompt = ANY_HEADS_PROMPT if settings.any_heads else PROMPT
        self._settings = settings
        self._asking = PassageAsking(model, cache, concurrency)

    def extract(
        self, sources: Iterable[SourceDocument], *, progress: Progress = SILENT
    ) -> Generator[Extraction, None, None]:
        """The facts of each document, in order, as they come; only a batch of documents is held at a time.

        Lines that cannot be read, and what a cut-off reply lacks, are asked for once more. Close it where it
        may not be read to its end, as `ask_all`.

        Raises:
            ChatError: no request can succeed: the key, the address or the model is wrong. Other failures
                are told in `Extraction.failure`.
        """
        waiting = iter(sources)
        total = len(sources) if isinstance(sources, Sized) else None
        with progress.task("Extracting facts", total) as advance:
            while batch := list(islice(waiting, _DOCUMENTS_AT_A_TIME)):
                with closing(self._extract_some(batch)) as extractions:
                    for extraction in extractions:
                        advance(1)
                        yield extraction

    def requests(self, sources: Iterable[SourceDocument]) -> Iterator[tuple[ChatRequest, ...]]:
        """What is asked first about each document, to estimate what it costs: a request a passage."""
        waiting = iter(sources)
        while batch := list(islice(waiting, _DOCUMENTS_AT_A_TIME)):
            for passages in self._passages(batch):
                yield tuple(passage.request for passage in passages)

    def _extract_some(self, sources: Sequence[SourceDocument]) -> Generator[Extraction, None, None]:
        of_each = self._passages(sources)
        with closing(self._asking.told([one for passages in of_each for one in passages])) as told:
            for source, passages in zip(sources, of_each, strict=True):
                if source.stated is not None:
                    yield Extraction(source, stated_facts(source))
                else:
                    yield _joined(source, passages, [next(told) for _ in passages])

    def _passages(self, sources: Sequence[SourceDocument]) -> list[list[Passage]]:
        """The passages to ask about, of each document; none of one whose source states its triples."""
        spans = [
            [] if source.stated is not None else _spans(source, self._settings.longest_passage)
            for source in sources
        ]
        shown = [
            Document(source.id, source.title, source.text[slice(*span)])
            for source, of_source in zip(sources, spans, strict=True)
            for span in of_source
        ]
        requests = iter(
            list(map(self._request, shown, self._demonstrations.choose(list(map(shown_text, shown)))))
        )
        return [
            [self._passage(source, span, next(requests)) for span in of_source]
            for source, of_source in zip(sources, spans, strict=True)
        ]

    def _passage(self, source: SourceDocument, span: Span, request: ChatRequest) -> Passage:
        named_in = source.text[slice(*span)] if self._settings.any_heads else None
        return Passage(source, span, request, Heads(source.title, named_in), self.prompt + _AGAIN)

    def _request(self, document: Document, demonstrations: Sequence[Demonstration]) -> ChatRequest:
        *task, question = self._asked(document)
        shown = [turn for demonstration in demonstrations for turn in self._turns(demonstration)]
        return ChatRequest((*task, *shown, question), max_tokens=self._settings.max_tokens)

    def _turns(self, demonstration: Demonstration) -> tuple[Message, Message]:
        *_, question = self._asked(demonstration.document)
        return question, Message("assistant", demonstration.answer)

    def _asked(self, document: Document) -> tuple[Message, ...]:
        return load_prompt(self.prompt).fill(title=document.title, text=document.text)


def stated_facts(source: SourceDocument) -> tuple[DocumentFact, ...]:
    """The triples that a document comes with, each where its text states it; () where it comes without."""
    return tuple(place_triple(triple, source) for triple in dict.fromkeys(source.stated or ()))


def _spans(source: SourceDocument, longest: int) -> list[Span]:
    """A document in passages of whole sentences, as far as these are not too long themselves."""
    spans: list[Span] = []
    for _, (start, end) in pieces(source):
        if spans and end - spans[-1].start <= longest:
            spans[-1] = Span(spans[-1].start, end)
        else:
            spans.append(Span(start, end))
    return spans


def _joined(source: SourceDocument, passages: Sequence[Passage], told: Sequence[Told]) -> Extraction:
    """What was said of all passages of a document."""
    placed = {triple: place_triple(triple, source) for triple in source.tabled}
    for passage, said in zip(passages, told, strict=True):
        for triple in said.triples:
            placed.setdefault(triple, place_triple(triple, source, passage.span))
    return Extraction(
        source,
        tuple(placed.values()),
        tuple(line for said in told for line in said.refused),
        next((said.failure for said in told if said.failure), None),
        sum((said.usage for said in told), Usage()),
    )
