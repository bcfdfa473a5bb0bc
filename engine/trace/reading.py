"""From evidence to an answer: what a reader is shown, and what it is asked.

Reference: TRACE the Evidence, Section 3.4 and Appendix B.3.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from ..errors import InputError
from ..llm.chat import ChatRequest
from ..llm.cost import Usage
from ..llm.prompts import load_prompt
from ..text.encoder import Encoder
from .evidence import Evidence
from .ircot import DEFAULT_IRCOT, IRCoTSettings
from .retrieval import ByEncoder, Nearest, Retrieval
from .sources import shown_documents

Method = Literal[
    "trace-triple",
    "trace-doc",
    "no-documents",
    "all-documents",
    "top-facts",
    "nearest-documents",
    "reranked-documents",
    "ircot",
]
METHODS: tuple[Method, ...] = get_args(Method)
# Those that show chains and what these rest on, and not all that there is.
GRAPH_METHODS: tuple[Method, ...] = ("trace-triple", "trace-doc", "no-documents")


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """How answers are read.

    Attributes:
        methods: what the reader is shown, one answer each. "trace-triple": the chains; "trace-doc": the
            documents that their facts come from, by votes; and the paper's baselines: "no-documents",
            "all-documents", "top-facts" (the T facts nearest to the question), "nearest-documents" (the M
            documents nearest to the question by an encoder), "reranked-documents" (the same by a
            cross-encoder), "ircot" (see `IRCoT`).
        top_facts: T. The paper tries 10, 20 and 25.
        nearest_documents, reranked_documents: M of these methods. The paper takes what does best on the
            development set of each data set (`trace tune`).
        max_tokens: longest answer; the server's own limit when None.

    Raises:
        InputError: no such method, one twice, or a value below 1.
    """

    methods: tuple[Method, ...] = METHODS[:1]
    top_facts: int = 20
    nearest_documents: int = 5
    max_tokens: int | None = None
    reranked_documents: int = 5
    ircot: IRCoTSettings = DEFAULT_IRCOT

    def __post_init__(self) -> None:
        unknown = [method for method in self.methods if method not in METHODS]
        if unknown or not self.methods:
            raise InputError(f"method {unknown or 'none'} is none of {', '.join(METHODS)}")
        if len(set(self.methods)) < len(self.methods):
            raise InputError(f"a method is named twice ({', '.join(self.methods)}); name each once")
        if min(self.top_facts, self.nearest_documents, self.reranked_documents) < 1:
            raise InputError("top_facts, nearest_documents and reranked_documents must be at least 1")


DEFAULT_READING = ReadingSettings()


NOTHING_FOUND = "there is no evidence to answer from"


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer to a question.

    Attributes:
        method: what the reader was shown.
        context: that text; empty for "no-documents".
        answer: None where the model gave none, for the reason in `failure`.
        usage: what it cost.
        reasoning: the sentences that led to what the reader was shown, for "ircot".
    """

    method: Method
    context: str
    answer: str | None
    failure: str | None = None
    usage: Usage = field(default_factory=Usage)
    reasoning: tuple[str, ...] = ()

    @property
    def nothing_found(self) -> bool:
        """Whether the method found nothing to show a reader, which asking again does not change."""
        return self.failure == NOTHING_FOUND


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader is shown.

    Attributes:
        text: empty where there is nothing.
        reasoning, usage, failure: of how it was found; see `Retrieved`.
    """

    text: str
    reasoning: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    failure: str | None = None


def contexts_of(
    method: Method,
    found: Sequence[Evidence],
    encoder: Encoder,
    settings: ReadingSettings,
    retrievals: Mapping[Method, Retrieval],
) -> list[Context]:
    """What a reader is shown for each question.

    Args:
        retrievals: of the methods that choose among documents; by the encoder where there is none for
            "nearest-documents".

    Raises:
        InputError: there is none for another such method.
    """
    if method in _CONTEXTS:
        return [Context(_CONTEXTS[method](evidence, encoder, settings)) for evidence in found]
    retrieval = retrievals.get(method)
    if method == "nearest-documents":
        retrieval = retrieval or Nearest(ByEncoder(encoder), settings.nearest_documents)
    if retrieval is None:
        raise InputError(f"method {method!r} has nothing that chooses documents for it")
    chosen = retrieval([evidence.question for evidence in found])
    return [Context(shown_documents(one.documents), one.reasoning, one.usage, one.failure) for one in chosen]


def can_be_read(method: Method, context: Context) -> bool:
    """Whether there is something to answer from; a model's memory is asked only where that is wanted."""
    return context.failure is None and (bool(context.text) or method == "no-documents")


def nothing_read(method: Method, context: Context) -> Reading:
    """There is no answer where nothing was found."""
    return Reading(
        method,
        "",
        None,
        context.failure or NOTHING_FOUND,
        context.usage,
        context.reasoning,
    )


def answer_request(question: str, context: str, settings: ReadingSettings) -> ChatRequest:
    """The question to a reader, with greedy decoding; without a context it is asked from memory."""
    if context:
        messages = load_prompt("trace-answer").fill(context=context, question=question)
    else:
        messages = load_prompt("trace-answer-alone").fill(question=question)
    return ChatRequest(messages, max_tokens=settings.max_tokens)


def _chains(evidence: Evidence, _encoder: Encoder, _settings: ReadingSettings) -> str:
    """One chain a line, best first, its facts in their order."""
    lines = (", ".join(fact.text for fact in evidence.facts_of(chain)) for chain in evidence.chains)
    return "\n".join(dict.fromkeys(line for line in lines if line))


def _voted(evidence: Evidence, _encoder: Encoder, _settings: ReadingSettings) -> str:
    return shown_documents([voted.document for voted in evidence.voted()])


def _nothing(_evidence: Evidence, _encoder: Encoder, _settings: ReadingSettings) -> str:
    return ""


def _all(evidence: Evidence, _encoder: Encoder, _settings: ReadingSettings) -> str:
    return shown_documents(evidence.question.documents)


def _top_facts(evidence: Evidence, encoder: Encoder, settings: ReadingSettings) -> str:
    texts = list(dict.fromkeys(fact.text for fact in evidence.facts))
    places = nearest(evidence.question.question, texts, encoder, settings.top_facts)
    return "\n".join(texts[place] for place in places)


def nearest(question: str, texts: Sequence[str], encoder: Encoder, count: int) -> list[int]:
    """The places of the texts with the largest inner product with a question, the largest first."""
    if not texts:
        return []
    likeness = encoder.encode(texts) @ encoder.queries.encode([question])[0]
    return [int(place) for place in np.argsort(-likeness, kind="stable")[:count]]


_CONTEXTS: dict[Method, Callable[[Evidence, Encoder, ReadingSettings], str]] = {
    "trace-triple": _chains,
    "trace-doc": _voted,
    "no-documents": _nothing,
    "all-documents": _all,
    "top-facts": _top_facts,
}
