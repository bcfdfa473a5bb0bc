"""Which gold answers of a question set a graph can support: the set is audited like any other text.

A gold answer is the claim that the question's own way leads to it: along its gold paths, its relations, or
the pattern of its query; where a row tells none of these, that some path leads to it within its hops.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ...engine.certificate.answers import Answers
from ...engine.errors import InputError
from ...engine.progress import SILENT, Progress
from ...engine.replacing import replacing
from ...engine.store.protocol import GraphStore
from ...engine.terms import Triple
from ..json_rows import triple_of
from ..reading import PathLike
from .finder import GoldFinder
from .found import REASONS, Reason
from .questions import Format, GoldQuestion, read_questions

_MOST_PATHS = 1000  # from one topic: so many answers of a question may each have one

Lack = Reason | Literal["missing_fact"]
LACKS: dict[Lack, str] = {"missing_fact": "the graph lacks a fact of its gold path"}
LACKS |= {reason: told for reason, told in REASONS.items()}  # noqa: C416 - of a narrower type
"""Why a gold answer is not supported."""


class AnswerSupport(NamedTuple):
    """One gold answer.

    Attributes:
        answer: as the row has it, or its id in the graph.
        path: facts that lead to it from a topic; empty where it is not supported.
        lack: why it is not; None where it is.
        missing: the facts of its gold path that the graph lacks.
    """

    answer: str
    path: tuple[Triple, ...] = ()
    lack: Lack | None = None
    missing: tuple[Triple, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        path, missing = ([list(triple) for triple in some] for some in (self.path, self.missing))
        return {"answer": self.answer, "supported": self.lack is None, "path": path, "lack": self.lack} | (
            {"missing": missing} if missing else {}
        )


@dataclass(frozen=True, slots=True)
class QuestionSupport:
    """The gold answers of one question.

    Attributes:
        checked_by: "paths", "relations", "query" or "reach": what the row tells of the way to its answers.
        detail: what a lack is about, such as a relation; may be empty.
        unchecked: relations that its query asks for besides and that no fact of the graph has.
    """

    id: str
    question: str
    checked_by: str
    answers: tuple[AnswerSupport, ...]
    detail: str = ""
    unchecked: tuple[str, ...] = ()

    @property
    def supported(self) -> Literal["all", "some", "none"]:
        """How many of its gold answers the graph supports; none for a question without any."""
        held = [answer.lack is None for answer in self.answers]
        return "all" if held and all(held) else "some" if any(held) else "none"

    @property
    def lack(self) -> Lack | None:
        """Why it has an answer without support: the first reason."""
        return next((answer.lack for answer in self.answers if answer.lack), None)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "id": self.id,
            "question": self.question,
            "checked_by": self.checked_by,
            "supported": self.supported,
            "answers": [answer.to_dict() for answer in self.answers],
            "detail": self.detail,
            "unchecked": list(self.unchecked),
        }


@dataclass(frozen=True, slots=True)
class SupportReport:
    """A question set in numbers.

    Attributes:
        by_support: questions of which all, some or none of the gold answers are supported.
        by_lack: questions by the first reason why a gold answer is not, the most frequent first.
        supported, answers: how many gold answers are supported, of how many.
        failed: questions on which groundpath itself failed.
    """

    kg: str
    by_support: Mapping[str, int]
    by_lack: Mapping[Lack, int]
    supported: int
    answers: int
    failed: int

    @property
    def questions(self) -> int:
        return sum(self.by_support.values())

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "kg": self.kg,
            "questions": self.questions,
            "by_support": dict(self.by_support),
            "by_lack": dict(self.by_lack),
            "gold_answers": {"supported": self.supported, "of": self.answers},
        }


def gold_support(
    store: GraphStore, kg: str, source: PathLike, *, format: Format = "auto", progress: Progress = SILENT
) -> Iterator[QuestionSupport]:
    """What a graph can support of the gold answers of a file, question by question, in order.

    Args:
        source, format: see `read_questions`; a plain row may hold `gold_paths` or `hops`.

    Raises:
        BadRowError, InputError: see `read_questions`.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    store.graph(kg)
    return map(_Support(store, kg).of, read_questions(source, progress, format))


def write_support(
    found: Iterable[QuestionSupport], kg: str, out: str | os.PathLike[str] | None = None
) -> SupportReport:
    """Count what was found, and write a row for each question where `out` is given.

    Raises:
        InputError: there is no question; or the file cannot be written.
        Others as `gold_support` does.
    """
    by_support, by_lack = Counter({"all": 0, "some": 0, "none": 0}), Counter[Lack]()
    supported = answers = 0
    with replacing(Path(out), "gold answers") if out else nullcontext() as file:
        for one in found:
            by_support[one.supported] += 1
            if one.lack:
                by_lack[one.lack] += 1
            supported += sum(answer.lack is None for answer in one.answers)
            answers += len(one.answers)
            if file:
                file.write(json.dumps(one.to_dict(), ensure_ascii=False) + "\n")
        if not by_support.total():
            raise InputError("there are no questions: there is nothing to look for")
    order = list(LACKS)
    ranked = sorted(by_lack.items(), key=lambda item: (-item[1], order.index(item[0])))
    return SupportReport(kg, dict(by_support), dict(ranked), supported, answers, by_lack["failed"])


class _Support:
    """Looks for the support of gold answers in one graph."""

    def __init__(self, store: GraphStore, kg: str) -> None:
        self._store = store
        self._kg = kg
        self._finders: dict[int | None, GoldFinder] = {}

    def of(self, question: GoldQuestion) -> QuestionSupport:
        paths = _gold_paths(question)
        if paths:
            return self._by_paths(question, paths)
        hops = question.others.get("hops")
        hops = hops if isinstance(hops, int) and hops > 0 else None
        row = self._finder(hops).find(question)
        ends = {_end(path.triples, row.topics): path.triples for path in reversed(row.paths)}
        ids = row.answers[: len(question.answers)] if question.answers else row.answers
        lack: Lack = row.reason or "other_answers"
        answers = tuple(
            AnswerSupport(answer, ends[answer]) if answer in ends else AnswerSupport(answer, lack=lack)
            for answer in ids
        )
        way = "query" if question.sparql else "relations" if question.relations else "reach"
        if not answers:
            answers = (AnswerSupport("", lack=lack),)
        return QuestionSupport(question.id, question.question, way, answers, row.detail, row.unchecked)

    def _finder(self, hops: int | None) -> GoldFinder:
        if hops not in self._finders:
            self._finders[hops] = GoldFinder(self._store, self._kg, max_hops=hops, most_paths=_MOST_PATHS)
        return self._finders[hops]

    @cached_property
    def _stated(self) -> Answers:
        return Answers(self._store, self._kg)

    def _by_paths(self, question: GoldQuestion, paths: Sequence[tuple[Triple, ...]]) -> QuestionSupport:
        """Each answer by the gold paths that lead to it, of which the graph must state all facts."""
        self._stated.prepare(("facts", triple) for path in paths for triple in path)
        missing = {
            path: tuple(triple for triple in path if self._stated["facts", triple] is None) for path in paths
        }
        topics = question.topics or tuple(path[0].head for path in paths)
        ends: dict[str, list[tuple[Triple, ...]]] = {}
        for path in paths:
            ends.setdefault(_end(path, topics), []).append(path)
        answers = tuple(
            _supported(answer, ends.get(answer, []), missing) for answer in question.answers or ends
        )
        return QuestionSupport(question.id, question.question, "paths", answers)


def _supported(
    answer: str, paths: Sequence[tuple[Triple, ...]], missing: Mapping[tuple[Triple, ...], tuple[Triple, ...]]
) -> AnswerSupport:
    if not paths:
        return AnswerSupport(answer, lack="not_joined")
    best = min(paths, key=lambda path: len(missing[path]))
    if missing[best]:
        return AnswerSupport(answer, lack="missing_fact", missing=missing[best])
    return AnswerSupport(answer, best)


def _gold_paths(question: GoldQuestion) -> list[tuple[Triple, ...]]:
    """The gold paths that a plain row holds."""
    given = question.others.get("gold_paths") or []
    return [tuple(Triple(*triple_of(triple)) for triple in path) for path in given if path]


def _end(path: Sequence[Triple], topics: Iterable[str]) -> str:
    """Where a path leads to from the topic that it begins at."""
    first, starts = path[0], set(topics)
    at = first.head if first.head in starts or first.tail not in starts else first.tail
    for triple in path:
        at = triple.tail if triple.head == at else triple.head
    return at
