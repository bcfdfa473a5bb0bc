"""Gold paths for a topic and an answer alone: what joins them in the graph."""

from collections.abc import Iterator

from ...engine.counted import counted
from ...engine.store.protocol import GraphStore, PathQuery
from .found import Found, GoldPath
from .questions import GoldQuestion

LONGEST = 4
"""Facts on the longest shortest path that is looked for: the questions of the paper need at most four."""


class BySearch:
    """Answers questions of which only topic and answers are known, with paths in either direction.

    Args:
        max_hops: all paths of up to this many facts; None for the shortest ones alone.
        most_paths: the first so many from a topic to an answer.
    """

    def __init__(self, store: GraphStore, kg: str, max_hops: int | None, most_paths: int) -> None:
        self._store = store
        self._kg = kg
        self._max_hops = max_hops
        self._most = most_paths

    def find(self, question: GoldQuestion) -> Found:
        paths = {topic: self._from(topic, question.answers) for topic in question.topics}
        if any(paths.values()):
            return Found(paths, question.answers)
        return Found.nothing("no_path", f"of up to {counted(self._max_hops or LONGEST, 'fact')}")

    def _from(self, topic: str, answers: tuple[str, ...]) -> list[GoldPath]:
        found = [path for answer in answers if answer != topic for path in self._between(topic, answer)]
        return sorted(set(found), key=lambda path: (len(path.triples), path))

    def _between(self, topic: str, answer: str) -> list[GoldPath]:
        for query in self._queries(topic, answer):
            if paths := self._store.paths(self._kg, query):
                return [GoldPath(tuple(fact.triple for fact in path.facts)) for path in paths]
        return []

    def _queries(self, topic: str, answer: str) -> Iterator[PathQuery]:
        """One query for all lengths, or one more for each hop until there is a path."""
        lengths = [self._max_hops] if self._max_hops else range(1, LONGEST + 1)
        return (PathQuery(topic, answer, max_hops=hops, limit=self._most) for hops in lengths)
