"""What a store holds after a load, as values that tests compare."""

from typing import NamedTuple

from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.store.schema import documents_among
from groundpath.engine.terms import Entity, Triple


class LoadedGraph(NamedTuple):
    """Entities by id, and the documents of each triple."""

    entities: dict[str, Entity]
    facts: dict[Triple, tuple[str, ...]]

    @property
    def triples(self) -> set[Triple]:
        return set(self.facts)

    def name(self, entity: str) -> str | None:
        return self.entities[entity].name


def loaded_graph(store: GraphStore, kg: str) -> LoadedGraph:
    entities, facts = store.columns(kg).entities.to_pylist(), store.columns(kg).facts.to_pylist()
    return LoadedGraph(
        {e["id"]: Entity(e["id"], e["name"], tuple(e["aliases"]), tuple(e["types"])) for e in entities},
        {Triple(f["head"], f["relation"], f["tail"]): documents_among(f["sources"]) for f in facts},
    )


def texts(store: GraphStore, kg: str) -> set[str]:
    """The sentences of all facts."""
    return set(store.columns(kg).facts["text"].to_pylist())
