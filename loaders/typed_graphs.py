"""Loading a typed graph: a table of nodes and a table of edges, with provenance and score."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import pyarrow as pa

from ..engine.errors import InputError
from ..engine.progress import SILENT, Progress
from ..engine.store.bounds import check_name
from ..engine.store.protocol import GraphStore
from ..engine.store.writer_protocol import GraphWriter
from ..engine.terms import RelationTraits
from ..engine.text.encoder import Encoder
from . import staging_sql as sql
from .batches import columns_of
from .difference import Difference, told
from .edge_rows import StagedEdges
from .edges import EdgeDifference, Labels
from .faults import Faults, OnError
from .loading import embedded, nothing_in
from .node_rows import StagedNodes, stage_nodes, stage_xrefs
from .reading import PathLike, source_name
from .relation_schema import check_relations, read_schema
from .report import Counts, LoadReport
from .staging import Staging

_ROWS = 50_000


class _Schema(NamedTuple):
    file: PathLike
    traits: RelationTraits


def load_graph(
    store: GraphStore,
    kg: str,
    nodes: PathLike | Sequence[PathLike],
    edges: PathLike | Sequence[PathLike],
    *,
    xrefs: PathLike | None = None,
    schema: PathLike | None = None,
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
        on_error, embed, encoder, progress: see `load_triples`.

    Raises:
        BadRowError: a malformed row, an edge whose end is no node, a score outside of [0, 1], a second row
            of a node; with file and line. The store was not touched.
        InputError: a table that is missing, empty, cut off, or lacks a column; a schema with a slip.
        StoreError: the store does not answer. Run the same load again: it writes what is missing.
    """
    check_name(kg)
    declared = None if schema is None else _Schema(schema, read_schema(schema))
    faults = Faults(on_error)
    started = perf_counter()
    with Staging() as staging, TemporaryDirectory(prefix="groundpath-") as folder:
        staged = StagedEdges(Path(folder))
        staged_nodes = _stage(_listed(nodes), _listed(edges), xrefs, staging, staged, faults, progress)
        with store.writing(kg) as graph:
            entities, facts = _write(graph, kg, staging, staged, declared, Path(folder), faults, progress)
    seconds = perf_counter() - started
    return LoadReport(
        kg=kg,
        read=len(staged_nodes.ids) + staged.rows,
        entities=entities.entities,
        facts=facts,
        documents=Counts(),
        skipped_count=faults.count,
        skipped=tuple(faults.listed),
        notes=(*staged_nodes.notes, *staged.notes, *_notes(entities)),
        seconds=seconds,
        embedded=embedded(store, kg, encoder, progress=progress) if embed else None,
    )


def _listed(tables: PathLike | Sequence[PathLike]) -> Sequence[PathLike]:
    return [tables] if isinstance(tables, str | os.PathLike) else tables


def _stage(
    nodes: Sequence[PathLike],
    edges: Sequence[PathLike],
    xrefs: PathLike | None,
    staging: Staging,
    staged: StagedEdges,
    faults: Faults,
    progress: Progress,
) -> StagedNodes:
    """Read all tables."""
    found = stage_nodes(nodes, staging, faults, progress)
    if not found.ids:
        raise InputError(nothing_in(", ".join(map(source_name, nodes)), "nodes", faults))
    if xrefs is not None:
        stage_xrefs(xrefs, staging, faults, progress)
    for path in edges:
        staged.read(path, found.ids, faults, progress)
    if not staged.rows:
        raise InputError(nothing_in(", ".join(map(source_name, edges)), "edges", faults))
    return found


def _write(
    graph: GraphWriter,
    kg: str,
    staging: Staging,
    staged: StagedEdges,
    schema: _Schema | None,
    folder: Path,
    faults: Faults,
    progress: Progress,
) -> tuple[Difference, Counts]:
    """Write what the graph lacks, after all of it is known to be right."""
    if schema is not None:
        _check(schema, staged.relations, graph)
    entities = Difference(staging, graph, entities_only=True)
    if unknown := staged.strays - set(_held(staging, staged.strays)):
        staged.refuse(unknown, faults)
    facts = EdgeDifference(staged.parts, graph.existing_facts(), folder)
    with progress.task(f"Writing facts of {kg}", facts.counts.new) as advance:
        entities.write(graph, advance)
        if facts.counts.new:
            graph.add_facts(told(facts.new_facts(_labels(staging)), advance))
        if facts.counts.changed:
            graph.change_sources(facts.changed_sources())
            graph.change_scores(facts.changed_scores())
    if schema is not None and schema.traits != graph.existing_traits():
        graph.set_traits(schema.traits)
    return entities, facts.counts


def _check(schema: _Schema, stated: set[str], graph: GraphWriter) -> None:
    if not stated.issuperset(schema.traits.relations):
        check_relations(schema.file, schema.traits, stated | graph.existing_relations())


def _held(staging: Staging, ids: set[str]) -> list[str]:
    """Those of some ids that the graph has."""
    return [id_ for id_ in ids if staging.one("SELECT count(*) FROM held_entity WHERE id = ?", id_)]


def _notes(entities: Difference) -> tuple[str, ...]:
    unused = entities.names_not_used  # nodes are entities: what is left was said in the table of xrefs
    return (f"cross-references of {unused:,} ids were not used: the graph has no such ids",) if unused else ()


def _labels(staging: Staging) -> Labels:
    """What the entities of source and graph are called, in columns: as many bytes as they have letters."""
    parts = [[pa.array(column, pa.string()) for column in columns] for columns in _label_columns(staging)]
    ids, labels = (pa.concat_arrays(column) for column in zip(*parts, strict=True))
    return Labels(ids, labels)


def _label_columns(staging: Staging) -> Iterator[tuple[Sequence[str], ...]]:
    return columns_of(staging.rows(sql.LABELS), _ROWS)
