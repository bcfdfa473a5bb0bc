"""Which gold paths of a question are valid in a graph, so that tests can be made from them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..audit.verdicts import ChainOfThought
from ..hops import Triples
from ..terms import Triple
from .known import KnownFacts
from .walking import Steps, walk


@dataclass(frozen=True, slots=True)
class ValidPath:
    """A gold path whose facts the graph states and which leads from the question's topic to an answer.

    Attributes:
        question_id: of the row that it belongs to.
        steps: its hops, along the walk.
        topic, answers: all entities that the question asks from, and that answer it.
    """

    question_id: str
    steps: Steps
    topic: frozenset[str]
    answers: frozenset[str]

    @property
    def triples(self) -> Triples:
        return tuple(fact for step in self.steps for fact in step.facts)

    @property
    def relations(self) -> tuple[str, ...]:
        """Of each triple."""
        return tuple(triple.relation for triple in self.triples)

    @property
    def start(self) -> str:
        return self.steps[0].start

    @property
    def end(self) -> str:
        return self.steps[-1].end

    @property
    def entities(self) -> tuple[str, ...]:
        """In order of appearance, each once."""
        return tuple(dict.fromkeys(end for triple in self.triples for end in (triple.head, triple.tail)))


class NotTestableError(Exception):
    """A question gives no tests; the message is the reason, the same for all rows of which it is true."""


def valid_paths(question: ChainOfThought, facts: KnownFacts, min_hops: int = 2) -> list[ValidPath]:
    """The gold paths of so many hops or more, from a topic to an answer, each step between things with names.

    Raises:
        NotTestableError: there is none.
    """
    for value, name in (
        (question.topic, "topic"),
        (question.gold_answers, "gold_answers"),
        (question.gold_paths, "gold_paths"),
    ):
        if not value:
            raise NotTestableError(f"has no {name}")
    stated = [path for gold in question.gold_paths if (path := _stated(gold, facts))]
    leading = [path for triples in stated for path in _leading(triples, question, facts)]
    several = [path for path in leading if len(path.steps) >= min_hops]
    shown = [path for path in several if all(map(facts.is_named, _shown(path)))]
    for found, reason in (
        (stated, "no gold path of which the graph states every fact"),
        (leading, "no gold path leads from its topic to one of its answers"),
        (several, _too_short(min_hops)),
        (shown, "what a step of its gold paths starts from or leads to has no name in the graph"),
    ):
        if not found:
            raise NotTestableError(reason)
    return shown


def _too_short(min_hops: int) -> str:
    return "its gold paths have one step" if min_hops == 2 else f"its gold paths have no {min_hops} steps"


def _shown(path: ValidPath) -> Iterator[str]:
    return (end for step in path.steps for end in (step.start, step.end))


def _stated(path: Sequence[Triple], facts: KnownFacts) -> Triples:
    """A gold path by the ids of the graph's entities; empty when a fact of it is not stated."""
    found = []
    for head, relation, tail in path:
        meant = (Triple(h, relation, t) for h in facts.find(head) for t in facts.find(tail))
        fact = next(filter(facts.states, meant), None)
        if fact is None:
            return ()
        found.append(fact)
    return tuple(found)


def _leading(triples: Triples, question: ChainOfThought, facts: KnownFacts) -> list[ValidPath]:
    topic, answers = _entities(question.topic, facts), _entities(question.gold_answers, facts)
    walked = (walk(triples, start, facts.mediators) for start in sorted(topic))
    return [
        ValidPath(question.id, steps, topic, answers)
        for steps in walked
        if steps and steps[-1].end in answers
    ]


def _entities(texts: Iterable[str], facts: KnownFacts) -> frozenset[str]:
    return frozenset(entity for text in texts for entity in facts.find(text))
