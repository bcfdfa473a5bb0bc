"""Gold paths from a sequence of relations: all ways along them on the store."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from ...engine.store.protocol import GraphStore
from ...engine.terms import Triple
from .found import Found, GoldPath
from .questions import GoldQuestion

_REMEMBERED = 10_000

Tails = Mapping[str, list[str]]
"""Ids of the tails by the relation that leads to them."""


class ByRelations:
    """Answers questions whose relations from topic to answer are known.

    A relation has several tails, so there are several ways, and more answers than a question set may list. A
    way may come back to an entity. Facts are looked up entity by entity, which costs a store the same however
    many other graphs it holds; question sets ask about the same entities again and again.
    """

    def __init__(self, store: GraphStore, kg: str, most_paths: int) -> None:
        self._store = store
        self._kg = kg
        self._most = most_paths
        self._tails = lru_cache(maxsize=_REMEMBERED)(self._read_tails)

    def find(self, question: GoldQuestion) -> Found:
        """Paths end in the question's answers, or in any entity where it does not list them all."""
        ends = question.answers if question.all_answers else ()
        paths = {topic: self._first(topic, question.relations, ends) for topic in question.topics}
        if any(paths.values()):
            reached = {path.triples[-1].tail for ways in paths.values() for path in ways}
            return Found(paths, ends or tuple(sorted({*question.answers, *reached})))
        elsewhere = ends and any(self._first(topic, question.relations, ()) for topic in question.topics)
        return Found.nothing("other_answers" if elsewhere else "no_match")

    def _first(self, topic: str, relations: tuple[str, ...], ends: tuple[str, ...]) -> list[GoldPath]:
        ways = (way for way in self._ways(topic, relations) if not ends or way[-1].tail in ends)
        return [GoldPath(way) for way in islice(ways, self._most)]

    def _ways(self, start: str, relations: tuple[str, ...]) -> Iterator[tuple[Triple, ...]]:
        """All ways along relations, in the order of the entities reached."""
        if not relations:
            yield ()
            return
        relation, *others = relations
        for tail in self._tails(start).get(relation, ()):
            for rest in self._ways(tail, tuple(others)):
                yield (Triple(start, relation, tail), *rest)

    def _read_tails(self, entity: str) -> Tails:
        tails: dict[str, list[str]] = {}
        for fact in self._store.facts_of(self._kg, entity, direction="out"):
            tails.setdefault(fact.relation, []).append(fact.tail.id)
        return tails
