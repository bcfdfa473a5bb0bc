"""A graph walked entity by entity, and along paths."""

from typing import Any, NamedTuple

from ...cypher import statement
from ..report.plain import pasteable, plain_entity, plain_fact, plain_path
from ..store.protocol import ATTACHED, GraphStore, PathQuery, Statement
from ..terms import Entity, Fact, Path


class Surroundings(NamedTuple):
    """An entity with facts of which it is head or tail.

    Attributes:
        more: whether there are others.
        cypher: what returns all of them, or these alone of a graph that is attached.
    """

    entity: Entity
    facts: tuple[Fact, ...]
    more: bool
    cypher: Statement | None

    @property
    def names(self) -> dict[str, str]:
        """What all ends of the facts are called, by id."""
        ends = (end for fact in self.facts for end in (fact.head, fact.tail))
        return {self.entity.id: self.entity.label} | {end.id: end.label for end in ends}

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        facts = [{**plain_fact(fact), "label": fact.label} for fact in self.facts]
        entity = {**plain_entity(self.entity), "label": self.entity.label}
        cypher = _pasted(self.cypher)
        return {"entity": entity, "facts": facts, "names": self.names, "more": self.more, "cypher": cypher}


class ShownPath(NamedTuple):
    """A path, and what returns its facts in order."""

    path: Path
    cypher: Statement | None

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON, with the labels of relations and entities."""
        plain = plain_path(self.path)
        for hop, row in zip(self.path.hops, plain["hops"], strict=True):
            row["label"] = hop.fact.label
        names = {one.id: one.label for one in self.path.entities}
        return {**plain, "names": names, "cypher": _pasted(self.cypher)}


def surroundings(store: GraphStore, kg: str, entity: Entity, limit: int) -> Surroundings:
    """At most `limit` facts of an entity, by relation and ends. Raises as GraphStore."""
    facts = store.facts_of(kg, entity.id, limit=limit + 1)
    shown, more = tuple(facts[:limit]), len(facts) > limit
    if store.graph(kg).state == ATTACHED:
        return Surroundings(entity, shown, more, store.showing(kg).facts(shown) if shown else None)
    cypher = Statement(statement("show_entity"), {"kg": kg, "id": entity.id})
    return Surroundings(entity, shown, more, cypher)


def shown_paths(store: GraphStore, kg: str, query: PathQuery) -> list[ShownPath]:
    """The paths of a query, in its order. Raises as `GraphStore.paths`."""
    showing = store.showing(kg)
    return [
        ShownPath(path, showing.facts(path.facts) if path.facts else None) for path in store.paths(kg, query)
    ]


def _pasted(shown: Statement | None) -> str | None:
    return pasteable(shown) if shown else None
