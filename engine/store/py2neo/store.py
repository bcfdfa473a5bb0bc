"""A Neo4j store on a user's `py2neo.Graph`."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ....cypher import statement
from ...errors import InputError, StoreError
from ...terms import Fact, fact_key
from ..attached import phrases
from ..attached.mapping import Attachment
from ..attached.reading import values_of_label
from ..attached.store import AttachingStore
from ..neo4j.drivers import Login

if TYPE_CHECKING:
    from py2neo import Graph, Node, Relationship, Subgraph

Row = dict[str, Any]


class Py2neoStore(AttachingStore):
    """AttachingStore on the server, the user and the database of a `py2neo.Graph`.

    Statements go through a driver of groundpath's own, which `close` closes; the py2neo.Graph is left as it
    is. py2neo (2021.2.4, the last one) gives transactions no time limit, which paths and the read-only door
    need. Only what it shall know comes through its own connection: the nodes of `subgraph`.
    """

    def __init__(self, graph: "Graph") -> None:
        """Nothing is connected yet.

        Raises:
            InputError: the py2neo.Graph speaks HTTP.
        """
        super().__init__(_login(graph), graph.name)
        self._graph = graph

    def subgraph(self, kg: str, facts: Sequence[Fact]) -> "Subgraph":
        """The nodes and relationships that state facts of a graph, bound to the py2neo.Graph.

        Raises:
            UnknownGraphError: the store has no graph of that name.
            InputError: the graph does not hold one of the facts.
            StoreError: py2neo gets no answer.
        """
        from py2neo import Subgraph

        attached = self._attached(kg)
        if attached is None:
            self._ready(kg)
        rows = list(self._own(kg, facts) if attached is None else self._of_owner(attached, facts))
        stated = {row["key"] for row in rows}
        for fact in facts:
            if fact.key not in stated:
                raise InputError(f"graph {kg!r} does not hold the fact {fact.text!r}; it was changed since")
        nodes = {id_: self._node(row, end) for row in rows for end in ("head", "tail") for id_ in [row[end]]}
        return Subgraph(nodes.values(), [self._relationship(row, nodes) for row in rows])

    def _own(self, kg: str, facts: Sequence[Fact]) -> Iterator[Row]:
        keys = list(dict.fromkeys(fact.key for fact in facts))
        yield from self._through_py2neo(statement("neo4j/py2neo_facts"), kg=kg, keys=keys)

    def _of_owner(self, attached: Attachment, facts: Sequence[Fact]) -> Iterator[Row]:
        """The rows of relationships of an attached graph, each once."""
        wanted = {fact.key for fact in facts}
        heads = {fact.head.id for fact in facts}
        seen: set[int] = set()
        for mapping in attached.nodes:
            text = phrases.filled(
                "py2neo_facts_of_label",
                label=phrases.quote_identifier(mapping.label),
                property=phrases.quote_identifier(mapping.id),
                labels=phrases.labels(attached),
                types=phrases.types(attached),
                head=phrases.id_of(attached, "h"),
                relation=phrases.relation_of(attached, "f"),
                tail=phrases.id_of(attached, "t"),
            )
            for row in self._through_py2neo(text, values=values_of_label(attached, mapping, heads)):
                key = fact_key(row["head_id"], row["relation"], row["tail_id"])
                if key in wanted and row["fact"] not in seen:
                    seen.add(row["fact"])
                    yield {**row, "key": key}

    def _through_py2neo(self, text: str, **parameters: Any) -> list[Row]:
        from py2neo import errors

        broken = (
            errors.Neo4jError,
            errors.ConnectionUnavailable,
            errors.ConnectionBroken,
            errors.ConnectionLimit,
            errors.ServiceUnavailable,
            errors.ProtocolError,
            OSError,
        )
        try:
            rows: list[Row] = self._graph.query(text, parameters).data()
        except broken as error:
            reason = (str(error) or type(error).__name__).splitlines()[0]
            raise StoreError(f"{self._connection.place}: py2neo: {reason}") from error
        return rows

    def _node(self, row: Row, end: str) -> "Node":
        from py2neo import Node

        node = Node.ref(self._graph, row[end])
        node.clear_labels()
        node.update_labels(row[f"{end}_labels"])
        node.clear()
        node.update(row[f"{end}_properties"])
        return node

    def _relationship(self, row: Row, nodes: "dict[int, Node]") -> "Relationship":
        from py2neo import Relationship

        ends = nodes[row["head"]], row["type"], nodes[row["tail"]]
        relationship = Relationship.ref(self._graph, row["fact"], *ends)
        relationship.clear()
        relationship.update(row["properties"])
        return relationship


def _login(graph: "Graph") -> Login:
    profile = graph.service.profile
    if profile.protocol != "bolt":
        raise InputError(
            f"py2neo.Graph({profile.uri!r}) speaks {profile.protocol.upper()}, which groundpath does not; "
            f"connect it by Bolt: py2neo.Graph('bolt://{profile.host}:7687')"
        )
    host = f"[{profile.host}]" if ":" in profile.host else profile.host
    return Login(f"{profile.scheme}://{host}:{profile.port}", profile.user, profile.password)
