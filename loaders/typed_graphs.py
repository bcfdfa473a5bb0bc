"""Loading a typed graph, with provenance and score: tables of nodes and edges, or files that hold both."""

import os
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from ..engine.counted import counted
from ..engine.errors import InputError
from ..engine.progress import SILENT, Progress
from ..engine.store.bounds import check_name
from ..engine.store.protocol import GraphStore
from ..engine.text.encoder import Encoder
from .chunks import Chunk
from .columns import GRAPH, Columns, ColumnsLike
from .edge_rows import StagedEdges
from .faults import Faults, OnError
from .graphs.table import GRAPH_FORMATS
from .header_files import tables_of
from .id_spaces import IdSpaces
from .loading import nothing_in
from .node_rows import ID, StagedNodes, stage_chunk, stage_nodes, stage_xrefs
from .properties import BETWEEN
from .reading import PathLike, open_source, source_name
from .relation_names import stage_relation_names
from .relation_schema import Schema
from .report import Counts, LoadReport
from .staging import Staging
from .triple_formats import TRIPLE_FORMATS
from .typed_loading import load_typed


def load_graph(
    store: GraphStore,
    kg: str,
    nodes: PathLike | Sequence[PathLike] = (),
    edges: PathLike | Sequence[PathLike] = (),
    *,
    files: PathLike | Sequence[PathLike] = (),
    xrefs: PathLike | None = None,
    format: str | None = None,
    schema: PathLike | None = None,
    relation_names: PathLike | None = None,
    columns: ColumnsLike | None = None,
    on_error: OnError = "stop",
    embed: bool = True,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> LoadReport:
    """Load a graph of typed nodes and edges; it is made when it is not there.

    Tables are TSV, or CSV, JSON lines or Parquet by their name, packed (gzip, bzip2, Zstandard) or not, with
    a header that names their columns in any order; those of neo4j-admin, Hetionet, KGX, BioCypher and Gephi
    are known, further columns are passed over. Of neo4j-admin's id spaces each counts on its own: where two
    hold one id, the space stands before the ids of both ("City:1"). A table whose header is another file is
    named "HEADER,FILE".

    An edge that a column `negated` calls true is a fact that says that its relation does not hold
    ("not:biolink:causes"): it speaks against that claim, and for its denial.

    Edges of one source, relation and target are one fact: it has the sources of all of them, and the highest
    score. The same load twice changes nothing. A later one adds names, synonyms, types, cross-references and
    sources to what is there; the score of a fact becomes the one that is stated last. What a later table
    leaves out stays: drop the graph first to load it anew.

    Args:
        nodes: `id`, and where there are any `type`, `name`, `synonyms` and `xrefs`; several texts in a cell
            are parted by "|". One table or several; each node has one row.
        edges: `source_id`, `relation`, `target_id`, and where there are any `provenance` (names of sources
            parted by "|"), `score` in [0, 1] and `negated`. Their ends are nodes of the tables, or of the
            graph already: then edges may come alone.
        files: files that hold nodes and edges both: GraphML, GEXF, an ontology in OBO or OWL, what
            `apoc.export.json` writes, PrimeKG's kg.csv.
        format: of `files`, where neither name nor beginning tells it; a name of GRAPH_FORMATS.
        xrefs: a table of `id` and `xref`.
        schema: a TOML file that declares which relations are symmetric or transitive, and how else they are
            said; see `relation_schema`. What it declares takes the place of what was declared before. It may
            come alone, to be declared of a graph that is there.
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
        InputError: a table that is missing, empty, cut off, or lacks a column; a file of a format that is not
            known, or that a missing library reads; a schema with a slip.
        UnknownGraphError: there is no such graph to declare a schema of.
        StoreError: the store does not answer. Run the same load again: it writes what is missing.
    """
    check_name(kg)
    sources = _Sources(_listed(nodes), _listed(edges), xrefs, _listed(files))
    declared = Schema.of(schema)
    if declared is not None and not any(sources) and relation_names is None:
        return _declare(store, kg, declared)
    if not sources.files and not sources.edges:
        raise InputError(
            "a graph needs files that hold it whole, or tables of nodes and of edges; "
            "a schema may come alone, for a graph that is loaded"
        )
    if format is not None and not sources.files:
        raise InputError(
            f"format {format!r} is that of files that hold a graph whole, not of tables; leave it out"
        )
    named = Columns.of(columns, GRAPH)
    if named.names and not (sources.nodes or sources.edges):
        raise InputError(f"{sources.name(())} has no columns to be named; leave them out")

    def stage(staging: Staging, staged: StagedEdges, faults: Faults) -> StagedNodes:
        if relation_names is not None:
            stage_relation_names(relation_names, staging, faults, progress)
        return _stage(sources, named, format, staging, staged, faults, progress)

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


def _declare(store: GraphStore, kg: str, schema: Schema) -> LoadReport:
    """Declare a schema of a graph that is there."""
    started = perf_counter()
    store.graph(kg)
    with store.writing(kg) as graph:
        schema.check((), graph)
        schema.declare(graph)
    count = counted(len(schema.traits.relations), "relation")
    return LoadReport(
        kg=kg,
        read=0,
        entities=Counts(),
        facts=Counts(),
        documents=Counts(),
        skipped_count=0,
        skipped=(),
        notes=(f"{os.fspath(schema.file)} is declared of {count}; facts are as they were",),
        seconds=perf_counter() - started,
    )


def _listed(tables: PathLike | Sequence[PathLike]) -> Sequence[PathLike]:
    return [tables] if isinstance(tables, str | os.PathLike) else tables


class _Sources(NamedTuple):
    """What a graph is loaded from."""

    nodes: Sequence[PathLike]
    edges: Sequence[PathLike]
    xrefs: PathLike | None
    files: Sequence[PathLike]

    def name(self, tables: Sequence[PathLike]) -> str:
        """What errors call some tables, and the files that hold all."""
        return ", ".join(map(source_name, (*tables, *self.files)))


def _stage(
    sources: _Sources,
    columns: Columns,
    format: str | None,
    staging: Staging,
    staged: StagedEdges,
    faults: Faults,
    progress: Progress,
) -> StagedNodes:
    """Read all tables, and files of whole graphs."""
    tables = list(tables_of(sources.nodes))
    spaces = IdSpaces.of(tables, ID, columns)
    found = stage_nodes(tables, columns, spaces, staging, faults, progress)
    for path in sources.files:
        _stage_file(path, format, found.ids, staging, staged, faults, progress)
    if not found.ids and (sources.nodes or sources.files):
        raise InputError(nothing_in(sources.name(sources.nodes), "nodes", faults))
    if sources.xrefs is not None:
        stage_xrefs(sources.xrefs, columns, staging, faults, progress)
    for table in tables_of(sources.edges):
        staged.read(table, columns, spaces, found.ids, faults, progress)
    if not staged.rows:
        raise InputError(nothing_in(sources.name(sources.edges), "edges", faults))
    return found


def _stage_file(
    path: PathLike,
    format: str | None,
    ids: set[str],
    staging: Staging,
    staged: StagedEdges,
    faults: Faults,
    progress: Progress,
) -> None:
    """Stage the nodes and edges of a file that holds both, and add the ids of its nodes."""
    with open_source(path, progress) as source:
        form = GRAPH_FORMATS.named(format) if format else GRAPH_FORMATS.of(source, TRIPLE_FORMATS)

        def edges() -> Iterator[Chunk]:
            for part in form.read(source, faults):
                ids.update(stage_chunk(part.nodes, [BETWEEN] * 5, source.name, ids, staging, faults))
                yield part.edges

        staged.add(source.name, edges(), BETWEEN, ids, faults)
    staged.strays -= ids
