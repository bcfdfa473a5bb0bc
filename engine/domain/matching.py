"""From a name in a question to entities of the graph: by name, by synonym, then by meaning.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.1: "entity
matching is achieved by precomputing embeddings for all nodes".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..language.tokens import name_key
from ..store.protocol import Scored
from ..terms import Entity
from .extracting import NamedText
from .graph import DomainGraph, numbers_of

How = Literal["id", "name", "synonym", "meaning", "missing"]
Row = dict[str, Any]

THRESHOLD = 0.9
"""Cosine from which the entity of the nearest name is meant. The paper names none."""

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class MatchedName:
    """A name of a question, and what it means in the graph.

    Attributes:
        entities: those that bear the name; () when it is missing.
        how: "id" > "name" > "synonym" > "meaning", or "missing".
        nearest: the entity whose name is nearest in meaning, with the cosine in [-1, 1]; None where a name or
            synonym was found, and where the graph has no vectors.
        other_numbers: the nearest name would be near enough, but holds other numbers.
    """

    text: str
    entities: tuple[Entity, ...]
    how: How
    nearest: Scored[Entity] | None = None
    other_numbers: bool = False

    @property
    def reason(self) -> str:
        """Why it is missing, in one sentence."""
        if self.nearest is None:
            return f"{self.text!r} is no name of the graph, which has no vectors to look further"
        named = f"{self.nearest.item.label!r} (cosine {self.nearest.score:.2f})"
        if self.other_numbers:
            named += ", which has other numbers"
        return f"{self.text!r} is no name of the graph; the nearest is {named}"

    def to_dict(self) -> Row:
        """As values of JSON."""
        near = self.nearest
        return {
            "text": self.text,
            "how": self.how,
            "ids": [entity.id for entity in self.entities],
            "names": [entity.label for entity in self.entities],
            "types": [list(entity.types) for entity in self.entities],
            "nearest": near.item.label if near else None,
            "nearest_id": near.item.id if near else None,
            "cosine": round(near.score, _DECIMALS) if near else None,
        }


class NameMatcher:
    """Matches names with the entities of one graph."""

    def __init__(self, graph: DomainGraph, threshold: float = THRESHOLD) -> None:
        """
        Args:
            threshold: cosine in [-1, 1] from which a name means the entity of the nearest name.
        """
        self._graph = graph
        self.threshold = threshold

    def match_each(self, names: Sequence[NamedText]) -> list[list[MatchedName]]:
        """What each name means, in order. Those that no entity bears are encoded and looked up together.

        Vectors hardly tell numbers apart, so that a name means another one only where both hold the same:
        "type 1 diabetes" is not "type 2 diabetes". A row of several names is those names, unless the graph
        has something of the whole.
        """
        exact = [self._by_name(name.text) for name in names]
        unmatched = [name.text for name, found in zip(names, exact, strict=True) if found is None]
        near = iter(self._by_meaning(unmatched))
        return [
            self._whole_or_parts(name, found or next(near)) for name, found in zip(names, exact, strict=True)
        ]

    def match(self, names: Sequence[NamedText]) -> list[MatchedName]:
        """What some names mean, each meaning once."""
        matched = [one for several in self.match_each(names) for one in several]
        return list({one.text.casefold(): one for one in matched}.values())

    def _whole_or_parts(self, name: NamedText, whole: MatchedName) -> list[MatchedName]:
        parts = [self._by_name(part) for part in name.parts] if whole.how == "missing" else []
        return [part for part in parts if part] or [whole]

    def _by_name(self, name: str) -> MatchedName | None:
        readable = self._graph.readable
        node = readable.ids.get(name)
        if node is not None:
            return MatchedName(name, (self._graph.entity(node),), "id")
        nodes = readable.names.named(name_key(name))
        if not nodes:
            return None
        entities = [self._graph.entity(node) for node in nodes]
        own = tuple(entity for entity in entities if self._graph.bears(entity, name))
        return MatchedName(name, own, "name") if own else MatchedName(name, tuple(entities), "synonym")

    def _by_meaning(self, names: Sequence[str]) -> list[MatchedName]:
        graph = self._graph
        if not names or not graph.embedded:
            return [MatchedName(name, (), "missing") for name in names]
        near = graph.store.nearest_entities(graph.kg, graph.encoder.encode(list(names)), 1)
        return [self._near(name, found[0]) for name, found in zip(names, near, strict=True)]

    def _near(self, name: str, nearest: Scored[Entity]) -> MatchedName:
        if nearest.score < self.threshold or self._graph.is_like_an_id(name):
            return MatchedName(name, (), "missing", nearest)
        if numbers_of(name) != numbers_of(nearest.item.label):
            return MatchedName(name, (), "missing", nearest, other_numbers=True)
        return MatchedName(name, (nearest.item,), "meaning", nearest)
