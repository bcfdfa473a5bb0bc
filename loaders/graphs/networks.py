"""GraphML and GEXF, as networkx, Gephi, Cytoscape, yEd and Neo4j's APOC write them; read by networkx."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import ParseError

from ...engine.errors import BadRowError, InputError
from ..faults import Faults
from ..libraries import library
from ..properties import edge_of, first_of, node_of, text_of_property, texts_of
from ..reading import ByteSource
from .parts import GraphPart, NodeRow, part_of

_TYPES = ("labels", "type", "types", "category", "kind", "node_type")
_RELATIONS = ("relation", "predicate", "label", "interaction", "type", "edge_type", "kind")


def read_graphml(source: ByteSource, faults: Faults) -> Iterator[GraphPart]:
    """Nodes and edges of GraphML."""
    return _read(source, "GraphML", "read_graphml", faults)


def read_gexf(source: ByteSource, faults: Faults) -> Iterator[GraphPart]:
    """Nodes and edges of GEXF."""
    return _read(source, "GEXF", "read_gexf", faults)


def _read(source: ByteSource, title: str, reader: str, faults: Faults) -> Iterator[GraphPart]:
    """The parts of a file: it has no lines that networkx tells, so that rows are numbered.

    Edges without direction become facts from their first to their second node.

    Raises:
        BadRowError: the file is no XML, with its line.
        InputError: networkx is missing, or cannot read it.
    """
    networkx = library("networkx", source.name, title)
    try:
        graph = getattr(networkx, reader)(source.seekable())  # networkx reads GraphML without namespace twice
    except ParseError as error:
        raise BadRowError(source.name, error.position[0], f"is not XML: {error}; write it again") from None
    except InputError:
        raise
    except Exception as error:  # networkx meets files of other tools with errors of any kind
        said = " ".join(str(error).split())
        reason = f"is no {title} that networkx reads ({type(error).__name__}: {said})"
        raise InputError(f"{source.name} {reason}; write it again") from error
    yield part_of([(line, _node(id, has)) for line, (id, has) in enumerate(graph.nodes(data=True), 1)])
    edges = []
    for line, (head, tail, has) in enumerate(graph.edges(data=True), 1):
        relation = text_of_property(first_of(_RELATIONS, has))
        if relation:
            edges.append((line, edge_of(str(head), relation, str(tail), has)))
        else:
            faults.report(
                source.name,
                line,
                f"the edge from {head!r} to {tail!r} says no relation; give it one of the attributes "
                f"{', '.join(_RELATIONS)}",
            )
    yield part_of(edges=edges)


def _node(id: Any, has: Mapping[str, Any]) -> NodeRow:
    types = (label for text in texts_of(first_of(_TYPES, has)) for label in text.split(":"))
    return node_of(str(id), map(str.strip, types), has)
