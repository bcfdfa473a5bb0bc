"""Loading a typed graph: a table of nodes and a table of edges, with provenance and score."""

import os
from collections.abc import Sequence

from ..engine.errors import InputError
from ..engine.progress import SILENT, Progress
from ..engine.store.bounds import check_name
from ..engine.store.protocol import GraphStore
from ..engine.text.encoder import Encoder
from .columns import GRAPH, Columns, ColumnsLike
from .edge_rows import StagedEdges
from .faults import Faults, OnError
from .loading import nothing_in
from .node_rows import StagedNodes, stage_nodes, stage_xrefs
from .reading import PathLike, source_name
from .relation_names import stage_relation_names
from .relation_schema import read_schema
from .report import LoadReport
from .staging import Staging
from .typed_loading import Schema, load_typed


def load_graph(
    store: GraphStore,
    kg: str,
    nodes: PathLike | Sequence[PathLike],
    edges: PathLike | Sequence[PathLike],
    *,
    xrefs: PathLike | None = None,
    schema: PathLike | None = None,
    relation_names: PathLike | None = None,
    columns: ColumnsLike | None = None,
    on_error: OnError = "stop",
    embed: bool = True,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> LoadReport:
    """Load a graph of typed nodes and edges; it is made when it is not there.

    Tables are TSV, or CSV by their name, packed with gzip or not, with a header that names their columns in
    any order; those of neo4j-admin, Hetionet and KGX are known, further columns are passed over.

    Edges of one source, relation and target are one fact: it has the sources of all of them, and the highest
    score. The same load twice changes nothing. A later one adds names, synonyms, types, cross-references and
    sources to what is there; the score of a fact becomes the one that is stated last. What a later table
    leaves out stays: drop the graph first to load it anew.

    Args:
        nodes: `id`, and where there are any `type`, `name`, `synonyms` and `xrefs`; several texts in a cell
            are parted by "|". One table or several; each node has one row.
        edges: `source_id`, `relation`, `target_id`, and where there are any `provenance` (names of sources
            parted by "|") and `score` in [0, 1]. Their ends are nodes of the tables, or of the graph already.
        xrefs: a table of `id` and `xref`.
        schema: a TOML file that declares which relations are symmetric or transitive, and how else they are
            said; see `relation_schema`. What it declares takes the place of what was declared before.
        relation_names: what relations are called, by their ids; see `stage_relation_names`.
        columns: what the tables call these columns: {"source_id": "gene"}; each goes for the tables that are
            told to have such a column.
        on_error: as `load_triples`.
        embed: as `load_triples`.
        encoder: as `load_triples`.
        progress: as `load_triples`.

    Raises:
        BadRowError: a malformed row, an edge whose end is no node, a score outside of [0, 1], a second row
            of a node; with file and line. The store was not touched.
        InputError: a table that is missing, empty, cut off, or lacks a column; a schema with a slip.
        StoreError: the store does not answer. Run the same load again: it writes what is missing.
    """
    check_name(kg)
    named = Columns.of(columns, GRAPH)
    declared = None if schema is None else Schema(schema, read_schema(schema))

    def stage(staging: Staging, staged: StagedEdges, faults: Faults) -> StagedNodes:
        if relation_names is not None:
            stage_relation_names(relation_names, staging, faults, progress)
        return _stage(_listed(nodes), _listed(edges), xrefs, named, staging, staged, faults, progress)

    return load_typed(
        store,
        kg,
        stage,
        declared=declared,
        on_error=on_error,
        embed=embed,
        encoder=encoder,
        progress=progress,
    )


def _listed(tables: PathLike | Sequence[PathLike]) -> Sequence[PathLike]:
    return [tables] if isinstance(tables, str | os.PathLike) else tables


def _stage(
    nodes: Sequence[PathLike],
    edges: Sequence[PathLike],
    xrefs: PathLike | None,
    columns: Columns,
    staging: Staging,
    staged: StagedEdges,
    faults: Faults,
    progress: Progress,
) -> StagedNodes:
    """Read all tables."""
    found = stage_nodes(nodes, columns, staging, faults, progress)
    if not found.ids:
        raise InputError(nothing_in(", ".join(map(source_name, nodes)), "nodes", faults))
    if xrefs is not None:
        stage_xrefs(xrefs, columns, staging, faults, progress)
    for path in edges:
        staged.read(path, columns, found.ids, faults, progress)
    if not staged.rows:
        raise InputError(nothing_in(", ".join(map(source_name, edges)), "edges", faults))
    return found
