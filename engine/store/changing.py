"""A change of a graph, as a value: what would be withdrawn, stated and called otherwise."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..names import relation_label
from ..terms import Entity, Fact, fact_key


@dataclass(frozen=True, slots=True)
class GraphChange:
    """Facts and entities of one graph that are to be otherwise; nothing is done by it.

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


def new_fact(head: Entity, relation: str, tail: Entity, sources: Iterable[str] = ()) -> Fact:
    """A fact that a graph does not state yet."""
    key = fact_key(head.id, relation, tail.id)
    return Fact(key, head, relation, relation_label(relation), tail, tuple(sources))
