"""PrimeKG as it is published: a table of edges (kg.csv) with all that is known of both ends.

Reference: Chandak, Huang and Zitnik: Building a knowledge graph to enable precision medicine (2023).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ..faults import Faults
from ..headed import read_mappings
from ..identifiers import literal_id
from ..reading import ByteSource
from .parts import EdgeRow, GraphPart, NodeRow, part_of

RELATION = "display_relation"
_OF_NODES = ("id", "type", "name", "source")
COLUMNS = (RELATION, *(f"{end}_{name}" for end in "xy" for name in _OF_NODES))


def read_primekg(source: ByteSource, faults: Faults) -> Iterator[GraphPart]:
    """Nodes under their ids with the vocabulary before them ("NCBI:9796"), and edges by the relation that is
    displayed ("indication"): the column `relation` only says what kinds of nodes an edge joins.
    """
    seen: set[str] = set()
    for batch in read_mappings(source, faults):
        nodes: list[tuple[int, NodeRow]] = []
        edges: list[tuple[int, EdgeRow]] = []
        for line, row in batch:
            missing = [name for name in COLUMNS if name not in row]
            if missing:
                faults.report(source.name, line, f"the {missing[0]} is empty")
                continue
            ends = [_node(row, end) for end in "xy"]
            for node in ends:
                if node.id not in seen:
                    seen.add(node.id)
                    nodes.append((line, node))
            edges.append((line, EdgeRow(ends[0].id, row[RELATION], ends[1].id)))
        yield part_of(nodes, edges)


def _node(row: Mapping[str, Any], end: str) -> NodeRow:
    id, type_, name, source = (row[f"{end}_{one}"].strip() for one in _OF_NODES)
    return NodeRow(literal_id(f"{source}:{id}"), type_, name)
