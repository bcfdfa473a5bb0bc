"""From documents to facts, by a chat model: each document on its own, shown three others that are like it.

Reference: TRACE the Evidence, Section 3.2 and Appendix B.1.
"""

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, field
from itertools import islice

from ..errors import InputError
from ..llm.asking import Asked, ask_all
from ..llm.cache import ChatCache
from ..llm.chat import ChatModel, ChatRequest, Message
from ..llm.completion import excerpt
from ..llm.cost import Usage, usage_of
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from ..terms import Document, Triple
from .demonstrations import Demonstration, shown_text
from .labelled import NearestLabelled
from .placing import place_triple
from .sources import SourceDocument, Span
from .terms import DocumentFact
from .triples import ReadReply, read_reply
from .units import pieces

_DOCUMENTS_AT_A_TIME = 64


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """How a model is asked for the facts of documents.

    Attributes:
        demonstrations: labelled documents shown for each; the paper: 3.
        longest_passage: characters of a document that are shown at once; a longer one is asked about in
            several passages, cut between sentences. At least 1,000.
        max_tokens: longest reply; the server's own limit when None.

    Raises:
        InputError: a value outside its range.
    """

    demonstrations: int = 3
    longest_passage: int = 6_000
    max_tokens: int | None = None

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
        facts: distinct, in the order of the text's passages; a document whose source states its triples is
            not asked about.
        unread: lines of the model's replies that are no triples of the document.
        failure: why facts are missing, None where none are; what could be read is in `facts`.
        usage: what it cost.
    """

    source: SourceDocument
    facts: tuple[DocumentFact, ...]
    unread: tuple[str, ...] = ()
    failure: str | None = None
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class _Passage:
    source: SourceDocument
    span: Span
    request: ChatRequest


@dataclass(frozen=True, slots=True)
class _Told:
    """What the model said of a passage."""

    triples: tuple[Triple, ...]
    unread: tuple[str, ...]
    failure: str | None
    usage: Usage


class Extractor:
    """Asks a chat model for the facts of documents. Nothing that is in the cache is asked again."""

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
        self._settings = settings
        self._cache = cache
        self._concurrency = concurrency

    def extract(
        self, sources: Iterable[SourceDocument], *, progress: Progress = SILENT
    ) -> Iterator[Extraction]:
        """The facts of each document, in order; only a batch of documents is held at a time.

        Lines that cannot be read, and what a cut-off reply lacks, are asked for once more.

        Raises:
            ChatError: no request can succeed: the key, the address or the model is wrong. Other failures
                are told in `Extraction.failure`.
        """
        waiting = iter(sources)
        total = len(sources) if isinstance(sources, Sized) else None
        with progress.task("Extracting facts", total) as advance:
            while batch := list(islice(waiting, _DOCUMENTS_AT_A_TIME)):
                for extraction in self._extract_some(batch):
                    advance(1)
                    yield extraction

    def requests(self, sources: Iterable[SourceDocument]) -> Iterator[tuple[ChatRequest, ...]]:
        """What is asked first about each document, to estimate what it costs: a request a passage."""
        waiting = iter(sources)
        while batch := list(islice(waiting, _DOCUMENTS_AT_A_TIME)):
            for passages in self._passages(batch):
                yield tuple(passage.request for passage in passages)

    def _extract_some(self, sources: Sequence[SourceDocument]) -> Iterator[Extraction]:
        of_each = self._passages(sources)
        told = self._ask([passage for passages in of_each for passage in passages])
        for source, passages in zip(sources, of_each, strict=True):
            if source.stated is not None:
                yield Extraction(source, stated_facts(source))
            else:
                yield _joined(source, passages, [next(told) for _ in passages])

    def _passages(self, sources: Sequence[SourceDocument]) -> list[list[_Passage]]:
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
            [_Passage(source, span, next(requests)) for span in of_source]
            for source, of_source in zip(sources, spans, strict=True)
        ]

    def _request(self, document: Document, demonstrations: Sequence[Demonstration]) -> ChatRequest:
        system, question = load_prompt("trace-extract").fill(title=document.title, text=document.text)
        shown = [turn for demonstration in demonstrations for turn in _turns(demonstration)]
        return ChatRequest((system, *shown, question), max_tokens=self._settings.max_tokens)

    def _ask(self, passages: Sequence[_Passage]) -> Iterator[_Told]:
        first = list(self._asked([passage.request for passage in passages]))
        read = [
            read_reply(asked.reply, passage.source.title) if asked.reply else None
            for passage, asked in zip(passages, first, strict=True)
        ]
        unfinished = [
            _asked_again(passage, asked, reply)
            for passage, asked, reply in zip(passages, first, read, strict=True)
            if reply and not reply.whole
        ]
        again = iter(list(self._asked(unfinished)))
        for passage, asked, reply in zip(passages, first, read, strict=True):
            second = next(again) if reply and not reply.whole else None
            yield _told(passage, asked, reply, second)

    def _asked(self, requests: Iterable[ChatRequest]) -> Iterator[Asked]:
        return ask_all(self.model, requests, cache=self._cache, concurrency=self._concurrency)


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


def _turns(demonstration: Demonstration) -> tuple[Message, Message]:
    document = demonstration.document
    _, question = load_prompt("trace-extract").fill(title=document.title, text=document.text)
    return question, Message("assistant", demonstration.answer)


def _asked_again(passage: _Passage, asked: Asked, read: ReadReply) -> ChatRequest:
    reply = asked.reply.text if asked.reply else ""
    lines = "\n".join(read.unread) or "(the reply was cut off)"
    question = load_prompt("trace-extract-again").fill(title=passage.source.title, lines=lines)
    messages = (*passage.request.messages, Message("assistant", reply), *question)
    return ChatRequest(messages, max_tokens=passage.request.max_tokens)


def _told(passage: _Passage, asked: Asked, first: ReadReply | None, second: Asked | None) -> _Told:
    usage = usage_of(asked) + (usage_of(second) if second else Usage())
    if first is None:
        return _Told((), (), asked.failure, usage)
    if second is None:
        return _Told(first.triples, (), None, usage)
    if second.reply is None:
        return _Told(first.triples, first.unread, second.failure, usage)
    rest = read_reply(second.reply, passage.source.title)
    triples = tuple(dict.fromkeys((*first.triples, *rest.triples)))
    unread = rest.unread or (() if rest.triples or rest.empty else first.unread)
    return _Told(triples, unread, _why_missing(triples, rest), usage)


def _why_missing(triples: tuple[Triple, ...], last: ReadReply) -> str | None:
    if last.cut_off:
        return "the reply was cut off twice at the limit of tokens; allow it more (--max-tokens)"
    if not triples and not last.empty:
        said = excerpt(" ".join(last.unread))
        return f"nothing of the reply can be read as triples, asked twice: {said!r}; try another model"
    return None


def _joined(source: SourceDocument, passages: Sequence[_Passage], told: Sequence[_Told]) -> Extraction:
    """What was said of all passages of a document."""
    placed: dict[Triple, DocumentFact] = {}
    for passage, said in zip(passages, told, strict=True):
        for triple in said.triples:
            placed.setdefault(triple, place_triple(triple, source, passage.span))
    return Extraction(
        source,
        tuple(placed.values()),
        tuple(line for said in told for line in said.unread),
        next((said.failure for said in told if said.failure), None),
        sum((said.usage for said in told), Usage()),
    )
