"""A change of a graph, as a value: what would be withdrawn, stated and called otherwise."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..names import relation_label
from ..terms import Entity, Fact, fact_key
from .protocol import GraphStore


@dataclass(frozen=True, slots=True)
class GraphChange:
    """Facts and entities of one graph that are to be otherwise; `apply_change` makes it so.

    >>> wrong, right = store.fact("kg", key), new_fact(ann, "born_in", rome)  # doctest: +SKIP
    >>> apply_change(store, "kg", GraphChange(withdrawn=(wrong,), stated=(right,)))  # doctest: +SKIP

    Attributes:
        withdrawn: facts that the graph states and should not.
        stated: facts that it should state, between entities that it has.
        described: entities with the name and types that they should have.
    """

    withdrawn: tuple[Fact, ...] = ()
    stated: tuple[Fact, ...] = ()
    described: tuple[Entity, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.withdrawn or self.stated or self.described)

    def __str__(self) -> str:
        said = [f"withdraw “{fact.text}”" for fact in self.withdrawn]
        said += [f"state “{fact.text}”" for fact in self.stated]
        said += [
            f"call {entity.id} “{entity.name or ''}” ({', '.join(entity.types) or 'no type'})"
            for entity in self.described
        ]
        return "; ".join(said)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "withdrawn": [list(fact.triple) for fact in self.withdrawn],
            "stated": [list(fact.triple) for fact in self.stated],
            "described": [
                {"id": entity.id, "name": entity.name, "types": list(entity.types)}
                for entity in self.described
            ],
        }


def new_fact(head: Entity, relation: str, tail: Entity, label: str | None = None) -> Fact:
    """A fact that a graph does not state yet.

    Args:
        label: what the graph calls the relation; without one, as `relation_label` reads it.
    """
    key = fact_key(head.id, relation, tail.id)
    return Fact(key, head, relation, label or relation_label(relation), tail)


def between(fact: Fact, head: Entity, tail: Entity) -> Fact:
    """A fact as it is told of two other entities."""
    return replace(fact, key=fact_key(head.id, fact.relation, tail.id), head=head, tail=tail)


def retold_facts(store: GraphStore, kg: str, described: Iterable[Entity]) -> list[Fact]:
    """The facts of a graph whose texts change when entities are described so, as they read then."""
    new = {entity.id: entity for entity in described}
    old = store.entities(kg, list(new))
    renamed = [entity.id for entity in old if entity and entity.label != new[entity.id].label]
    facts = {fact.key: fact for id in renamed for fact in store.facts_of(kg, id)}
    return [
        between(fact, new.get(fact.head.id, fact.head), new.get(fact.tail.id, fact.tail))
        for fact in facts.values()
    ]
