"""Which gold paths of a question are valid in a graph, so that tests can be made from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..audit.verdicts import ChainOfThought
from ..terms import Triple
from .known import KnownFacts
from .walking import arrivals

Triples = tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class ValidPath:
    """A gold path whose facts the graph states and which leads from the question's topic to an answer.

    Attributes:
        question_id: of the row that it belongs to.
        start, end: the entities that it is walked from and to.
        topic, answers: all entities that the question asks from, and that answer it.
    """

    question_id: str
    triples: Triples
    start: str
    end: str
    topic: frozenset[str]
    answers: frozenset[str]

    @property
    def entities(self) -> tuple[str, ...]:
        """In order of appearance, each once."""
        return tuple(dict.fromkeys(end for triple in self.triples for end in (triple.head, triple.tail)))

    @property
    def relations(self) -> tuple[str, ...]:
        return tuple(triple.relation for triple in self.triples)


class NotTestableError(Exception):
    """A question gives no tests; the message is the reason, the same for all rows of which it is true."""


def valid_paths(question: ChainOfThought, facts: KnownFacts) -> list[ValidPath]:
    """The gold paths of two steps or more, from a topic to an answer, both with a name to show.

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
    several = [path for path in leading if len(path.triples) > 1]
    shown = [path for path in several if facts.is_named(path.start) and facts.is_named(path.end)]
    for found, reason in (
        (stated, "no gold path of which the graph states every fact"),
        (leading, "no gold path leads from its topic to one of its answers"),
        (several, "its gold paths have one step"),
        (shown, "its topic or its answer has no name in the graph"),
    ):
        if not found:
            raise NotTestableError(reason)
    return shown


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
    return [
        ValidPath(question.id, triples, start, end, topic, answers)
        for start in sorted(topic)
        for end in sorted(arrivals(triples, {start}) & answers)
    ]


def _entities(texts: Iterable[str], facts: KnownFacts) -> frozenset[str]:
    return frozenset(entity for text in texts for entity in facts.find(text))
