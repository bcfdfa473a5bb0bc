"""Topics that a graph does not know: mostly names that are spelt otherwise there."""

from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz import fuzz, process

from ...grounding.graph import GroundingGraph
from ...language.tokens import name_key

_NEAREST = 3  # names that are told
_ALIKE = 60.0  # of rapidfuzz's ratio: so alike are words of which a third is changed
_MOST_NAMES = 2_000_000  # of a graph whose names are looked through: about a second
_KEPT = 1000


class Topics:
    """Tells which topics of questions one graph does not know, and what it knows that is called alike."""

    def __init__(self, graph: GroundingGraph) -> None:
        self._graph = graph
        self._nearest = lru_cache(_KEPT)(self._find_nearest)

    def warning(self, topics: Iterable[str]) -> str:
        """A sentence for each topic that is neither an id nor a name of the graph; empty where all are."""
        return " ".join(
            f"The graph knows no “{topic}”, which the question asks from; {self._nearest(topic)}."
            for topic in topics
            if not self._graph.nodes(topic)
        )

    def _find_nearest(self, topic: str) -> str:
        keys = self._graph.names.keys
        if len(keys) > _MOST_NAMES:
            return "look it up with groundpath search"
        found = process.extract(name_key(topic), keys, scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=_NEAREST)
        names = [f"“{self._graph.name(node)}”" for _, _, node in found]
        return f"the nearest names are {', '.join(names)}" if names else "no name of it is nearly that"
