"""What the index of kept verdicts holds of each: its chain, the questions that it rests on, and its words."""

import json
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import NamedTuple

from ..audit.alignment import EditCosts
from ..audit.judging import ParsedChain
from ..audit.path.judge import PathJudge
from ..audit.verdicts import ChainOfThought, Verdict
from ..terms import Fact
from .index_file import Asked, IndexFile, Kept, number_of
from .places import LEARNED, places_of
from .questions import OF_TEXTS, Question, Respondent
from .readers import Told, as_values
from .texts import words_of

_AT_ONCE = 512  # verdicts that are written together
_SEGMENT = 8192  # verdicts of which lists are held in memory


class Watched(NamedTuple):
    """A verdict, and what it was made from.

    Attributes:
        line: of the file of verdicts, from 1.
        asked: the questions of its judge.
        told: what a model told of its text, if one did.
    """

    line: int
    chain: ChainOfThought
    verdict: Verdict
    asked: Sequence[Question]
    told: Told


class Indexer:
    """Adds verdicts to an index; memory stays flat. What is added last is written by `finish`."""

    def __init__(self, index: IndexFile, judge: PathJudge, costs: EditCosts) -> None:
        self._index = index
        self._respondent = Respondent(judge)
        self._costs = costs
        self._kept: list[Kept] = []
        self._begin()

    def _begin(self) -> None:
        self._first: int | None = None
        self._numbers: dict[Question, int] = {}
        self._new: list[Question] = []
        self._used: defaultdict[int, array[int]] = defaultdict(_lines)
        self._words: defaultdict[str, array[int]] = defaultdict(_lines)

    def add(self, one: Watched) -> None:
        if self._first is None:
            self._first = one.line
        questions = _questions(one)
        for question in questions:
            self._used[self._number(question)].append(one.line)
        searched = [question for question in questions if question[0] in OF_TEXTS]
        content = {"chain": asdict(one.chain), "told": as_values(one.told)}
        self._kept.append(Kept(one.line, list(map(self._number, searched)), content))
        for word in self._words_of(one, {text for _, text, *_ in searched}):
            self._words[word].append(one.line)
        if len(self._kept) == _AT_ONCE:
            self._write()
        if one.line - self._first + 1 >= _SEGMENT:
            self.finish()

    def finish(self) -> None:
        self._write()
        if self._first is not None:
            self._index.add_lines(self._first, self._used, self._words)
        self._begin()

    def _write(self) -> None:
        self._index.add_verdicts(self._kept)
        self._index.add_questions(self._asked(), self._places())
        self._kept, self._new = [], []

    def _number(self, question: Question) -> int:
        if question not in self._numbers:
            self._numbers[question] = number_of(json.dumps(question))
            self._new.append(question)
        return self._numbers[question]

    def _words_of(self, one: Watched, searched: Iterable[str]) -> frozenset[str]:
        parsed = ParsedChain.of(one.chain, self._costs)
        steps = [step for found in one.told.values() for step in found.steps]
        return words_of(parsed._replace(told=tuple((step, step) for step in steps)), searched)

    def _asked(self) -> Iterator[Asked]:
        for one in self._new:
            yield Asked(self._numbers[one], one, self._respondent.answer(one))

    def _places(self) -> Iterator[tuple[str, int]]:
        for one in self._new:
            for place in places_of(one, self._respondent.degree):
                yield place, self._numbers[one]
            if self._respondent.by_model(one):
                yield LEARNED, self._numbers[one]


def _questions(one: Watched) -> dict[Question, None]:
    """What a verdict asks of the graph: what its judge asked, and of all that it shows."""
    facts = {fact.key: fact.triple for fact in _cited(one.verdict)}
    claims = one.verdict.certificate.claims if one.verdict.certificate else ()
    facts |= {key: fact for claim in claims for key, fact, _ in claim.facts}
    path = (id for path in one.chain.gold_paths for head, _, tail in path for id in (head, tail))
    ends = (id for head, _, tail in facts.values() for id in (head, tail))
    questions = dict.fromkeys(one.asked)
    questions |= {("fact", key, head, tail): None for key, (head, _, tail) in facts.items()}
    shown = (*one.chain.topic, *one.chain.gold_answers, *path, *ends)
    return questions | {("entity", id): None for id in shown}


def _cited(verdict: Verdict) -> Iterator[Fact]:
    """The facts that a verdict shows."""
    for step in verdict.steps:
        yield from (one.fact for one in step.facts)
        for claim in step.claims:
            yield from (one.fact for one in claim.instead)
            yield from (one.fact for one in claim.inferred.facts) if claim.inferred else ()


def _lines() -> "array[int]":
    return array("q")
