"""Retrieving and reasoning in turns: each sentence of a chain of thought is what is searched for next.

Reference: TRACE the Evidence, Section 4.1 and Appendix C.2, "IRCoT", where it only chooses documents, and the
reader answers from them; Trivedi et al. (2023), Interleaving Retrieval with Chain-of-Thought Reasoning for
Knowledge-Intensive Multi-Step Questions, Section 3.
"""

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field

from ..errors import InputError
from ..llm.asking import Asked, AskedModel, ask_all
from ..llm.chat import ChatRequest
from ..llm.cost import Usage, usage_of
from ..llm.prompts import load_prompt
from ..text.sentences import split_sentences
from .questions import TraceQuestion
from .retrieval import DocumentRanker, Retrieved
from .sources import SourceDocument, shown_documents

MOST_DOCUMENTS = 15
"""That are collected for a question; IRCoT's bound."""

_ENDS = re.compile(r"\banswer\s+is\b", re.IGNORECASE)
_NO_SENTENCE = "(no sentence yet)"


@dataclass(frozen=True, slots=True)
class IRCoTSettings:
    """How IRCoT goes on.

    Attributes:
        documents: K, how many of a question's documents each query adds at most. IRCoT tries 2 to 8, of all
            of Wikipedia; TRACE does not tell its number.
        sentences: the most sentences of reasoning; IRCoT: 8.

    Raises:
        InputError: a value below 1.
    """

    documents: int = 2
    sentences: int = 8

    def __post_init__(self) -> None:
        if self.documents < 1 or self.sentences < 1:
            raise InputError("documents and sentences of IRCoT must be at least 1")


DEFAULT_IRCOT = IRCoTSettings()


@dataclass(frozen=True, slots=True)
class IRCoT:
    """Chooses documents for questions; see `Retrieval`.

    The question is the first query. Then a model that sees the documents so far writes the next sentence of
    its reasoning, which is the next query, and so on. It ends with a sentence that says what the answer is,
    after the most sentences, or with nothing left to collect.

    Attributes:
        by: writes the sentences; those of all questions of a batch are asked for together.
        ranker: what a query finds among the question's documents; its first K are collected.
    """

    by: AskedModel
    ranker: DocumentRanker
    settings: IRCoTSettings = DEFAULT_IRCOT

    def __call__(self, questions: Sequence[TraceQuestion], /) -> list[Retrieved]:
        runs = [_Run(question) for question in questions]
        for run in runs:
            self._search(run, run.question.question)
        for _ in range(self.settings.sentences):
            going_on = [run for run in runs if run.goes_on]
            if not going_on:
                break
            requests = [run.request() for run in going_on]
            with closing(
                ask_all(self.by.model, requests, cache=self.by.cache, concurrency=self.by.concurrency)
            ) as answers:
                for run, asked in zip(going_on, answers, strict=True):
                    run.take(asked)
            for run in going_on:
                if run.goes_on:
                    self._search(run, run.sentences[-1])
        return [run.retrieved() for run in runs]

    def _search(self, run: "_Run", query: str) -> None:
        run.collect(self.ranker(query, run.question.documents)[: self.settings.documents])


@dataclass(slots=True)
class _Run:
    """One question on its way."""

    question: TraceQuestion
    found: dict[str, SourceDocument] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    failure: str | None = None

    @property
    def goes_on(self) -> bool:
        answered = bool(self.sentences) and _ENDS.search(self.sentences[-1]) is not None
        most = min(MOST_DOCUMENTS, len(self.question.documents))
        return not answered and self.failure is None and len(self.found) < most

    def collect(self, documents: Sequence[SourceDocument]) -> None:
        for document in documents:
            if len(self.found) < MOST_DOCUMENTS:
                self.found.setdefault(document.id, document)

    def request(self) -> ChatRequest:
        return ChatRequest(
            load_prompt("trace-ircot").fill(
                context=shown_documents(list(self.found.values())),
                question=self.question.question,
                reasoning="\n".join(self.sentences) or _NO_SENTENCE,
            )
        )

    def take(self, asked: Asked) -> None:
        """The first sentence of what was said: what follows it was said without having seen more."""
        self.usage += usage_of(asked)
        said = split_sentences(asked.reply.text) if asked.reply else []
        if said:
            self.sentences.append(" ".join(said[0].split()))
        else:
            self.failure = asked.failure or "the model wrote no sentence"

    def retrieved(self) -> Retrieved:
        return Retrieved(tuple(self.found.values()), tuple(self.sentences), self.usage, self.failure)
