"""How many documents a reader is best shown, chosen on questions that nothing else is measured on.

Reference: TRACE the Evidence, Section 4.1 and Appendix C.2: of 1 to N documents, M is the number that makes
the reader do best on the development set.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from ..errors import InputError
from ..llm.asking import Asked, AskedModel, ask_all
from ..llm.chat import ChatRequest
from ..llm.cost import Usage, usage_of
from ..progress import SILENT, Progress
from .answers import answer_f1, exact_match
from .questions import TraceQuestion
from .reading import Method, ReadingSettings, answer_request
from .retrieval import DocumentRanker
from .sources import SourceDocument, shown_documents


@dataclass(frozen=True, slots=True)
class Tried:
    """A number of documents, and how right answers from the first so many were.

    Attributes:
        documents: M; all of a question that has fewer.
        em, f1: means over the questions, in [0, 1]; an answer that is missing is wrong.
    """

    documents: int
    em: float
    f1: float


@dataclass(frozen=True, slots=True)
class TunedMethod:
    """What was tried for a method, from M = 1 on."""

    method: Method
    tried: tuple[Tried, ...]

    @property
    def best(self) -> Tried:
        """That of the highest EM; of several the highest F1, then the fewest documents."""
        return max(self.tried, key=lambda one: (one.em, one.f1, -one.documents))

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return asdict(self) | {"best": self.best.documents}


@dataclass(frozen=True, slots=True)
class Tuned:
    """The outcome of a tuning.

    Attributes:
        questions: those with documents and a known answer, which count.
        first_failure: why the first missing answer is missing, None when none is.
    """

    methods: tuple[TunedMethod, ...]
    questions: int
    usage: Usage
    first_failure: str | None


class Tuning:
    """Asks for an answer to each question from its first 1, 2, … N documents, in the order of each method."""

    def __init__(
        self,
        by: AskedModel,
        rankers: Mapping[Method, DocumentRanker],
        questions: Sequence[TraceQuestion],
        reading: ReadingSettings,
        *,
        progress: Progress = SILENT,
    ) -> None:
        """
        Args:
            rankers: of the methods to tune; each question's documents are put in order here.

        Raises:
            InputError: no question has both documents and a known answer.
        """
        self._by = by
        self._reading = reading
        self._questions = [one for one in questions if one.documents and one.answers]
        if not self._questions:
            raise InputError("no question has both documents and a known answer; nothing can be tuned on it")
        self._most = max(len(one.documents) for one in self._questions)
        self._orders: dict[Method, list[list[SourceDocument]]] = {method: [] for method in rankers}
        with progress.task("Ranking documents", len(rankers) * len(self._questions)) as advance:
            for method, ranker in rankers.items():
                for one in self._questions:
                    self._orders[method].append(ranker(one.question, one.documents))
                    advance(1)

    def requests(self) -> Iterator[ChatRequest]:
        """All that is asked: by method, then by M, then by question."""
        for orders in self._orders.values():
            for count in range(1, self._most + 1):
                for question, documents in zip(self._questions, orders, strict=True):
                    context = shown_documents(documents[:count])
                    yield answer_request(question.question, context, self._reading)

    def tune(self, *, progress: Progress = SILENT) -> Tuned:
        """
        Raises:
            ChatError: no request can succeed. Other failures are told in `Tuned.first_failure`.
        """
        by, requests = self._by, self.requests()
        methods, usage, failures = [], Usage(), list[str]()
        with (
            progress.task("Tuning", len(self._orders) * self._most) as advance,
            closing(ask_all(by.model, requests, cache=by.cache, concurrency=by.concurrency)) as answers,
        ):
            for method in self._orders:
                tried = []
                for count in range(1, self._most + 1):
                    asked = [next(answers) for _ in self._questions]
                    usage = sum(map(usage_of, asked), usage)
                    failures += [one.failure for one in asked if one.failure]
                    tried.append(self._tried(count, asked))
                    advance(1)
                methods.append(TunedMethod(method, tuple(tried)))
        return Tuned(tuple(methods), len(self._questions), usage, next(iter(failures), None))

    def _tried(self, count: int, asked: Sequence[Asked]) -> Tried:
        answers = [one.reply.text if one.reply else "" for one in asked]
        known = [one.answers for one in self._questions]
        em = [exact_match(answer, accepted) for answer, accepted in zip(answers, known, strict=True)]
        f1 = [answer_f1(answer, accepted) for answer, accepted in zip(answers, known, strict=True)]
        return Tried(count, sum(em) / len(em), sum(f1) / len(f1))
