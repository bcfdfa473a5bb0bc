"""A graph walked entity by entity."""

from typing import Any, NamedTuple

from ..report.plain import plain_entity, plain_fact
from ..store.protocol import GraphStore
from ..terms import Entity, Fact


class Surroundings(NamedTuple):
    """An entity with facts of which it is head or tail; `more`: there are others."""

    entity: Entity
    facts: tuple[Fact, ...]
    more: bool

    @property
    def names(self) -> dict[str, str]:
        """What all ends of the facts are called, by id."""
        ends = (end for fact in self.facts for end in (fact.head, fact.tail))
        return {self.entity.id: self.entity.label} | {end.id: end.label for end in ends}

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        facts = [{**plain_fact(fact), "label": fact.label} for fact in self.facts]
        entity = {**plain_entity(self.entity), "label": self.entity.label}
        return {"entity": entity, "facts": facts, "names": self.names, "more": self.more}


def surroundings(store: GraphStore, kg: str, entity: Entity, limit: int) -> Surroundings:
    """At most `limit` facts of an entity, by relation and ends. Raises as GraphStore."""
    facts = store.facts_of(kg, entity.id, limit=limit + 1)
    return Surroundings(entity, tuple(facts[:limit]), len(facts) > limit)
