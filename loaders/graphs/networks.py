"""GraphML and GEXF, as networkx, Gephi, Cytoscape, yEd and Neo4j's APOC write them; read by networkx."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import ParseError

from ...engine.errors import BadRowError, InputError
from ..faults import Faults
from ..libraries import library
from ..properties import edge_of, first_of, node_of, text_of_property, texts_of
from ..reading import ByteSource
from .elements import Elements
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
        InputError: networkx is missing, or cannot read it, or not all of it.
    """
    networkx = library("networkx", source.name, title)
    try:
        file = source.seekable()  # read twice, and GraphML without namespace once more
        found = Elements.of(file)
        file.seek(0)
        graph = getattr(networkx, reader)(file)
    except ParseError as error:
        raise BadRowError(source.name, error.position[0], f"is not XML: {error}; write it again") from None
    except InputError:
        raise
    except Exception as error:  # networkx meets files of other tools with errors of any kind
        said = " ".join(str(error).split())
        reason = f"is no {title} that networkx reads ({type(error).__name__}: {said})"
        raise InputError(f"{source.name} {reason}; write it again") from error
    if fault := found.fault(graph):
        raise InputError(f"{source.name} {fault}")
    of_nodes, of_edges = (found.defaults | graph.graph.get(f"{of}_default", {}) for of in ("node", "edge"))
    nodes = [(str(id), of_nodes | _timeless(has)) for id, has in graph.nodes(data=True) if id in found.nodes]
    yield part_of([(line, _node(id, has)) for line, (id, has) in enumerate(nodes, 1)])
    edges = []
    for line, (source_id, target_id, own) in enumerate(graph.edges(data=True), 1):
        head, tail = found.as_written(str(source_id), str(target_id))
        has = of_edges | _timeless(own)
        relation = text_of_property(first_of(_RELATIONS, has))
        if relation:
            try:
                edges.append((line, edge_of(head, relation, tail, has)))
            except ValueError as error:
                faults.report(source.name, line, f"the edge from {head!r} to {tail!r} {error}")
        else:
            faults.report(
                source.name,
                line,
                f"the edge from {head!r} to {tail!r} says no relation; give it one of the attributes "
                f"{', '.join(_RELATIONS)}",
            )
    yield part_of(edges=edges)


def _node(id: Any, has: Mapping[str, Any]) -> NodeRow:
    types = (label for text in texts_of(first_of(_TYPES, has)) for label in _labels(text))
    return node_of(str(id), map(str.strip, types), has)


def _labels(text: str) -> list[str]:
    """The labels of APOC's ":Person:Actor"; any other text is one, as "biolink:Gene" is."""
    return text.split(":") if text.startswith(":") else [text]


def _timeless(has: Mapping[str, Any]) -> dict[str, Any]:
    """Properties without the times of dynamic GEXF, of which networkx makes (value, start, end)."""
    return {name: _without_times(value) for name, value in has.items()}


def _without_times(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(one, tuple) and len(one) == 3 for one in value):
        return value
    values = list(dict.fromkeys(one for one, _start, _end in value))
    return values[0] if len(values) == 1 else values
