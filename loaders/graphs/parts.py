"""What readers of whole graphs give: nodes and edges, a part of the file at a time."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..chunks import Chunk
from ..faults import Faults
from ..reading import ByteSource


class NodeRow(NamedTuple):
    """The cells of a node; several texts in one are parted by `properties.BETWEEN`."""

    id: str
    types: str = ""
    name: str = ""
    synonyms: str = ""
    xrefs: str = ""


class EdgeRow(NamedTuple):
    """The cells of an edge; `negated` is "true" for one that says that this is not so."""

    source: str
    relation: str
    target: str
    provenance: str = ""
    score: str = ""
    negated: str = ""


class GraphPart(NamedTuple):
    """Some nodes and edges, with their lines; they are numbered where the reader tells no lines."""

    nodes: Chunk
    edges: Chunk


ReadGraph = Callable[[ByteSource, Faults], Iterator[GraphPart]]
"""Gives each node once; nodes may stand behind edges. Raises InputError for a file that cannot be read."""


def part_of(
    nodes: Sequence[tuple[int, NodeRow]] = (), edges: Sequence[tuple[int, EdgeRow]] = ()
) -> GraphPart:
    """Rows, each with its line, as a part."""
    return GraphPart(_chunk(nodes, len(NodeRow._fields)), _chunk(edges, len(EdgeRow._fields)))


def _chunk(rows: Sequence[tuple[int, tuple[str, ...]]], width: int) -> Chunk:
    if not rows:
        return Chunk((), ((),) * width)
    lines, cells = zip(*rows, strict=True)
    return Chunk(lines, tuple(zip(*cells, strict=True)))
