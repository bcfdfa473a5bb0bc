"""The check: answers and documents in, what becomes of each claim out."""

from collections.abc import Iterable, Iterator, Sequence, Sized
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from ..audit.auditor import Auditor
from ..counted import counted
from ..errors import InputError
from ..llm.thinking import said
from ..progress import SILENT, Progress
from ..sparing import sparing
from ..text.cache import CachedEncoder
from ..text.encoder import Encoder
from ..text.opening import open_encoder
from ..trace.sources import SourceDocument
from .cases import CANNOT_BE_CHECKED, AnswerCase, contexts_of, digest_of
from .graph import NOT_READ, read_by
from .judge import SupportJudge, packaged_judge
from .judging import CheckedBatch, ReadCase
from .library import Library
from .questions import Question
from .read_answer import ReadSentence, read_answer
from .verdicts import CheckedAnswer

BATCH_SIZE = 16
"""Answers whose claims are judged together."""
NO_DOCUMENTS = "it comes with no documents, and none were given to hold it against"
NOTHING_SAID = "it says nothing; what was only thought is no answer"
_LIBRARIES_KEPT = 32


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """How claims are held against documents.

    Attributes:
        shown: sentences that the judge sees of a claim, the nearest ones; at least 1, or as many as it reads
            best: 4 for the learned judge, 6 for a chat model.

    Raises:
        InputError: `shown` is below 1.
    """

    shown: int | None = None

    def __post_init__(self) -> None:
        if self.shown is not None and self.shown < 1:
            raise InputError(f"shown is {self.shown}; it must be at least 1")


class Checker:
    """Holds answers against documents, sentence by sentence, and against a graph where one is given.

    The constructor does no I/O.

    >>> Checker().check("Ann lives in Ely.", contexts=["Ann moved to Ely in 1990."])  # doctest: +SKIP
    <CheckedAnswer '': 1 supported, 0 contradicted, 0 not found, 0 no claim>
    """

    def __init__(
        self,
        documents: Sequence[SourceDocument] = (),
        *,
        encoder: Encoder | None = None,
        judge: SupportJudge | None = None,
        graph: Auditor | None = None,
        settings: CheckSettings | None = None,
    ) -> None:
        """
        Args:
            documents: what every answer is held against, beside contexts of its own; see `read_documents`.
            encoder: finds sentences for claims; `open_encoder()` without one.
            judge: says what sentences do with a claim; the learned one that groundpath ships with, without.
            graph: an auditor of method "path", by which claims are held against its graph too.

        Raises:
            InputError: the auditor is of another method.
        """
        if graph is not None and graph.method != "path":
            raise InputError(f"method {graph.method!r} reads no claims; give an auditor of method 'path'")
        self.documents = tuple(documents)
        self.judge = judge or packaged_judge()
        self.graph = graph
        self.settings = settings or CheckSettings()
        self._given_encoder = encoder
        self._library = lru_cache(_LIBRARIES_KEPT)(self._library_of)

    def __repr__(self) -> str:
        return f"Checker({counted(len(self.documents), 'document')}, judge={self.judge.name!r})"

    @cached_property
    def encoder(self) -> CachedEncoder:
        """What turns sentences into vectors, each distinct one once ever."""
        return CachedEncoder.of(self._given_encoder or open_encoder())

    @property
    def version(self) -> str:
        """Names what verdicts depend on besides the answer and its contexts."""
        graph = f" {self.graph.version}" if self.graph else ""
        return f"{self.judge.name} {self.encoder.model_id} {self.settings} {self._digest}{graph}"

    def of_one_state(self, progress: Progress = SILENT) -> "Checker":
        """A checker by the graph as it is now, see `Auditor.of_one_state`; itself where it asks none."""
        if self.graph is None:
            return self
        pinned = copy(self)
        pinned.graph = self.graph.of_one_state(progress)
        return pinned

    @cached_property
    def _digest(self) -> str:
        """Changes with the documents that all answers are held against."""
        return digest_of(self.documents)

    def check(
        self, answer: str, *, contexts: Sequence[Any] = (), question: str = "", id: str = ""
    ) -> CheckedAnswer:
        """Hold one answer against documents.

        Args:
            contexts: what it was made from, beside the checker's own documents: texts, langchain's documents,
                or mappings with `text` and what is known of `id` and `title`.

        Raises:
            InputError: a context is none of these.
            EncoderError: the weights of the encoder or the judge are missing or damaged.
        """
        try:
            case = AnswerCase(id, said(answer), question, contexts_of(contexts))
        except ValueError as error:
            raise InputError(str(error)) from None
        (checked,) = self.check_all([case])
        return checked

    def check_all(
        self,
        cases: Iterable[AnswerCase],
        *,
        progress: Progress = SILENT,
        batch_size: int = BATCH_SIZE,
    ) -> Iterator[CheckedAnswer]:
        """Hold many answers against their contexts: one verdict each, in order; memory stays flat.

        Raises:
            InputError: batch_size is below 1.
            GroundpathError: others as `check` does.
        """
        if batch_size < 1:
            raise InputError(f"batch_size is {batch_size}; it must be at least 1")
        total = len(cases) if isinstance(cases, Sized) else None
        waiting = iter(cases)
        with progress.task("Checking answers", total) as advance:
            while batch := list(islice(waiting, batch_size)):
                checked = sparing(batch, self._check_together, self._failed)
                advance(len(batch))
                yield from checked

    def questions(self, cases: Iterable[AnswerCase]) -> Iterator[Question]:
        """What the judge is asked about answers, to tell beforehand what that costs."""
        waiting = iter(cases)
        while batch := list(islice(waiting, BATCH_SIZE)):
            yield from self._read(case for case in batch if not self._fault(case)).questions()

    def _check_together(self, batch: Sequence[AnswerCase]) -> list[CheckedAnswer]:
        """One verdict each; an answer that cannot be held against anything fails by itself."""
        faults = list(map(self._fault, batch))
        held = [case for case, fault in zip(batch, faults, strict=True) if not fault]
        graph = read_by(self.graph, held) if self.graph else [NOT_READ] * len(held)
        checked = iter(self._read(held).checked(graph))
        return [
            self._failed(case, fault) if fault else next(checked)
            for case, fault in zip(batch, faults, strict=True)
        ]

    def _read(self, held: Iterable[AnswerCase]) -> CheckedBatch:
        """Answers as they are read, each with what it is held against."""
        cases = [ReadCase(case, _read(case), self._library(case.contexts)) for case in held]
        shown = self.settings.shown or self.judge.shown
        return CheckedBatch(cases, self.judge, shown, self.graph.kg if self.graph else "")

    def _fault(self, case: AnswerCase) -> str:
        """Why an answer cannot be held against anything; empty where it can."""
        if case.fault:
            return case.fault
        if not case.answer.strip():
            return NOTHING_SAID
        return "" if case.contexts or self.documents else NO_DOCUMENTS

    def _library_of(self, contexts: tuple[SourceDocument, ...]) -> Library:
        return Library(contexts, self.encoder, self._shared) if contexts else self._shared

    @cached_property
    def _shared(self) -> Library:
        """The documents that all answers are held against; they are read once."""
        return Library(self.documents, self.encoder)

    def _failed(self, case: AnswerCase, failure: str) -> CheckedAnswer:
        return CheckedAnswer(
            case.id, case.question, case.answer, (), 0, self.judge.name, case.model, failure=failure
        )


def _read(case: AnswerCase) -> list[ReadSentence]:
    return read_answer(case.answer, case.question if case.answers_briefly else "")


def fails_for_good(failure: str) -> bool:
    """Whether an answer that failed would do so again, whoever judges: nobody was asked about it."""
    return failure in (NO_DOCUMENTS, NOTHING_SAID) or failure.startswith(CANNOT_BE_CHECKED)
