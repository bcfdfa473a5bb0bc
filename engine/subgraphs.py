"""Facts as a py2neo `Subgraph`: of groundpath's own making, or of the nodes that a database holds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from .errors import InputError, extra
from .terms import Entity, Fact

if TYPE_CHECKING:
    from py2neo import Node, Relationship, Subgraph

ID = "id"


@runtime_checkable
class BoundStore(Protocol):
    """A store on a `py2neo.Graph`, whose nodes py2neo knows."""

    def subgraph(self, kg: str, facts: Sequence[Fact]) -> "Subgraph":
        """The nodes and relationships of the database that state the facts of a graph."""


def subgraph_of(facts: Sequence[Fact], store: object = None, kg: str = "") -> "Subgraph":
    """Facts as nodes and relationships of py2neo.

    Without a store they are unbound: a node for each entity, with its types as labels and the properties id,
    name, aliases and xrefs; a relationship for each fact, with its relation as type and the properties key,
    label, sources and score. What is empty is left out. `graph.create` writes them; `graph.merge` does where
    nodes have a label, and else needs one (`graph.merge(subgraph, "Entity", "id")`). `load_triples` reads
    them back as the same entities and facts.

    With a store and a graph of it they are those of the database, with identity, labels and properties, so
    that py2neo pulls, pushes and deletes them. Relationships side by side that state one fact all come.

    Args:
        store: one that `open_store(py2neo.Graph)` opened, or None.
        kg: the graph of the store that states the facts.

    Raises:
        ImportError: py2neo is missing.
        InputError: the store was opened otherwise, or its graph does not hold a fact.
        StoreError: the database does not answer.
    """
    if store is None:
        return _unbound(facts)
    if not isinstance(store, BoundStore):
        raise InputError(
            "nodes of a database need a store on a py2neo.Graph: open it by open_store(py2neo.Graph(…)), or "
            "leave the store out"
        )
    return store.subgraph(kg, facts)


def _unbound(facts: Sequence[Fact]) -> "Subgraph":
    try:
        from py2neo import Subgraph
    except ImportError as error:
        raise ImportError(f"a subgraph needs py2neo ({error}); {extra('py2neo')}") from error
    nodes: dict[str, Node] = {}
    for fact in facts:
        for entity in (fact.head, fact.tail):
            if entity.id not in nodes:
                nodes[entity.id] = _node(entity)
    distinct = {fact.key: fact for fact in facts}.values()
    return Subgraph(nodes.values(), [_relationship(fact, nodes) for fact in distinct])


def _node(entity: Entity) -> "Node":
    from py2neo import Node

    given = {"name": entity.name, "aliases": list(entity.aliases), "xrefs": list(entity.xrefs)}
    node = Node(*entity.types, id=entity.id, **{name: value for name, value in given.items() if value})
    # What `graph.merge` goes by.
    node.__primarylabel__ = next(iter(entity.types), None)
    node.__primarykey__ = ID
    return node


def _relationship(fact: Fact, nodes: "dict[str, Node]") -> "Relationship":
    from py2neo import Relationship

    given = {"sources": list(fact.sources) or None, "score": fact.score}
    return Relationship(
        nodes[fact.head.id],
        fact.relation,
        nodes[fact.tail.id],
        key=fact.key,
        label=fact.label,
        **{name: value for name, value in given.items() if value is not None},
    )
