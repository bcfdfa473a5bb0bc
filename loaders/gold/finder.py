"""From a question to its gold paths, by what its row says of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Protocol

from ...engine.errors import (
    AmbiguousNameError,
    GroundpathError,
    InputError,
    StoreTimeoutError,
    UnknownEntityError,
    defect,
)
from ...engine.hops import hops_of
from ...engine.linking.mediators import mediators_of
from ...engine.store.protocol import GraphStore
from ...engine.store.resolving import resolve
from ..freebase import is_mid
from .asked_topics import AskedTopics
from .by_pattern import ByPattern
from .by_relations import ByRelations
from .by_search import BySearch
from .found import Found, GoldPath, GoldRow
from .pattern_graph import PatternGraph
from .questions import GoldQuestion

MOST_PATHS = 50
"""Gold paths from one topic, where nothing else is asked for."""

_NAMED = 5
_LOOKED_UP_TOGETHER = 256


class Way(Protocol):
    """One way to find the gold paths of a question whose topics and answers are ids of the graph."""

    def find(self, question: GoldQuestion) -> Found: ...


class GoldFinder:
    """Finds gold paths of questions in one graph of a store.

    A question with a query is answered by matching its pattern, one with relations by walking along them,
    any other by what joins its topics and answers. Without topics and a query, what the question names is
    its topics, but for the answers.
    """

    def __init__(
        self, store: GraphStore, kg: str, *, max_hops: int | None = None, most_paths: int = MOST_PATHS
    ) -> None:
        """
        Args:
            max_hops: for questions of which only topic and answers are known: all paths of up to this many
                facts; None for the shortest ones alone.
            most_paths: gold paths from one topic, at most; the first in order are kept.

        Raises:
            InputError: max_hops or most_paths below 1.
        """
        for name, value in (("max_hops", max_hops), ("most_paths", most_paths)):
            if value is not None and value < 1:
                raise InputError(f"{name} is {value}; it must be at least 1")
        self._store = store
        self._kg = kg
        self._most = most_paths
        self._by_relations = ByRelations(store, kg, most_paths)
        self._by_search = BySearch(store, kg, max_hops, most_paths)

    def find(self, question: GoldQuestion) -> GoldRow:
        """The gold paths of one question, or the reason why it has none. Raises as `find_all` does."""
        return next(self.find_all([question]))

    def find_all(self, questions: Iterable[GoldQuestion]) -> Iterator[GoldRow]:
        """One row a question, in order, as they come; memory stays flat.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore. A search that takes the store too
                long is the reason of its row.
        """
        coming = iter(questions)
        while batch := list(islice(coming, _LOOKED_UP_TOGETHER)):
            ids = self._ids({name for question in batch for name in (*question.topics, *question.answers)})
            for question in batch:
                yield self._row(question, ids)

    def _row(self, question: GoldQuestion, ids: Mapping[str, str]) -> GoldRow:
        topics = dict.fromkeys(ids[name] for name in question.topics if name in ids)
        answers = dict.fromkeys(ids[name] for name in question.answers if name in ids)
        if not question.topics and not question.sparql and question.question:
            named = self._asked_topics.of(question.question)
            topics = dict.fromkeys(topic for topic in named if topic not in answers)
        known = replace(question, topics=tuple(topics), answers=tuple(answers))
        found = _lack(question, known) or self._found(known)
        paths = {topic: ways[: self._most] for topic, ways in found.paths.items() if ways}
        return GoldRow(
            question=question,
            topics=tuple(ids.get(name, name) for name in question.topics) or tuple(paths),
            answers=tuple(
                dict.fromkeys([*(ids.get(name, name) for name in question.answers), *found.answers])
            ),
            paths=tuple(path for ways in paths.values() for path in ways),
            hops=max(map(self._fewest_hops, paths.values()), default=None),
            reason=found.reason,
            detail=found.detail,
            unchecked=found.unchecked,
        )

    def _fewest_hops(self, ways: Sequence[GoldPath]) -> int:
        return min(len(hops_of(way.triples, self._mediators)) for way in ways)

    def _found(self, question: GoldQuestion) -> Found:
        try:
            return self._way(question).find(question)
        except StoreTimeoutError as error:  # one question among many: the others go on
            return Found.nothing("too_slow", str(error))
        except GroundpathError:
            raise
        except Exception as error:
            return Found.nothing("failed", defect(error))

    def _way(self, question: GoldQuestion) -> Way:
        if question.sparql:
            return self._by_pattern
        return self._by_relations if question.relations else self._by_search

    # These read the whole graph, so only where a question needs it.

    @cached_property
    def _mediators(self) -> frozenset[str]:
        graph = self._store.graph(self._kg)
        if graph.embeddable_entities == graph.entities:
            return frozenset()  # all have names
        columns = self._store.columns(self._kg)
        return mediators_of(columns.entities, columns.facts)

    @cached_property
    def _by_pattern(self) -> ByPattern:
        return ByPattern(PatternGraph(self._store.columns(self._kg)))

    @cached_property
    def _asked_topics(self) -> AskedTopics:
        return AskedTopics(self._store.columns(self._kg))

    def _ids(self, names: Iterable[str]) -> dict[str, str]:
        """The ids that texts are or name; without those that are none, or that name several entities."""
        names = sorted(names)
        found = dict(zip(names, self._store.entities(self._kg, names), strict=True))
        ids = {name: entity.id if entity else self._named(name) for name, entity in found.items()}
        return {name: id for name, id in ids.items() if id is not None}

    def _named(self, text: str) -> str | None:
        if is_mid(text):
            return None
        try:
            return resolve(self._store, self._kg, text).id
        except (UnknownEntityError, AmbiguousNameError):
            return None


def _lack(question: GoldQuestion, known: GoldQuestion) -> Found | None:
    """What a question lacks to be looked for at all, in its row or in the graph."""
    if question.topics and not known.topics:
        return Found.nothing("topic_absent", ", ".join(question.topics))
    if question.answers and not known.answers and question.all_answers:
        return Found.nothing("answer_absent", ", ".join(question.answers[:_NAMED]))
    if not known.topics and not question.sparql:
        return Found.nothing("no_topic")
    if not question.answers and not question.sparql and not question.relations:
        return Found.nothing("no_answer")
    return None
