"""What a file of GraphML or GEXF holds, counted element by element: what networkx passes over is told."""

from dataclasses import dataclass, field
from typing import IO, Any
from xml.etree.ElementTree import Element, iterparse

from ...engine.counted import counted


@dataclass(slots=True)
class Elements:
    """The nodes, edges and defaults as the file has them.

    Attributes:
        nodes: the ids of its nodes.
        pairs: source and target of its edges, as they are written.
        edges: how many facts its edges are; a mutual one of a directed graph is two.
        defaults: of keys of GraphML that are for nodes and edges alike, by their names.
        repeated: the id of a node that is there twice, if any is.
        graphs: how many graphs there are, those in nodes among them.
    """

    nodes: set[str] = field(default_factory=set)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    edges: int = 0
    defaults: dict[str, str] = field(default_factory=dict)
    repeated: str = ""
    graphs: int = 0

    @classmethod
    def of(cls, file: IO[bytes]) -> "Elements":
        """Read a file through. Raises ParseError where it is no XML."""
        found = cls()
        is_directed = False
        for event, element in iterparse(file, ("start", "end")):
            name = element.tag.rpartition("}")[2]
            if event == "end":
                if name == "key":
                    found._add_default(element)
                if name in ("node", "edge"):
                    element.clear()
            elif name == "graph":
                found.graphs += 1
                is_directed = element.get("defaultedgetype") == "directed"
            elif name == "node":
                found._add_node(element.get("id", ""))
            elif name == "edge":
                found.edges += 2 if is_directed and element.get("type") == "mutual" else 1
                found.pairs.add((element.get("source", ""), element.get("target", "")))
        return found

    def fault(self, graph: Any) -> str | None:
        """Why a graph of networkx is not all that the file holds, or None where it is."""
        if self.repeated:
            return f"declares the node {self.repeated!r} twice; give each node an id of its own"
        nodes, edges = len(self.nodes - set(graph)), self.edges - graph.number_of_edges()
        if nodes > 0 or edges > 0:
            lost = f"{counted(max(nodes, 0), 'node')} and {counted(max(edges, 0), 'edge')}"
            return (
                f"holds {lost} more than networkx reads: in a further graph, in a graph inside a node, or an "
                "edge with the id of another; write all as one graph, and give each edge an id of its own"
            )
        return None

    def as_written(self, head: str, tail: str) -> tuple[str, str]:
        """The ends of an edge in the file's order, which networkx forgets where edges have no direction."""
        if (head, tail) not in self.pairs and (tail, head) in self.pairs:
            return tail, head
        return head, tail

    def _add_node(self, id: str) -> None:
        if id in self.nodes:
            self.repeated = self.repeated or id
        self.nodes.add(id)

    def _add_default(self, key: Element) -> None:
        if key.get("for", "all") != "all":
            return
        for part in key:
            if part.tag.rpartition("}")[2] == "default":
                self.defaults[key.get("attr.name", "")] = part.text or ""
