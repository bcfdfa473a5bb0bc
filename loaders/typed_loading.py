"""What all loaders of typed graphs do: stage nodes and edges, write the difference, embed, report."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pyarrow as pa

from ..engine.counted import counted
from ..engine.progress import Progress
from ..engine.store.bounds import check_name
from ..engine.store.protocol import GraphStore
from ..engine.store.writer_protocol import GraphWriter
from ..engine.text.encoder import Encoder
from . import staging_sql as sql
from .batches import columns_of
from .difference import Difference, told
from .edge_rows import StagedEdges
from .edges import EdgeDifference, Labels
from .faults import Faults, OnError
from .loading import check_encoding, embedded, note_on_labels
from .node_rows import StagedNodes
from .relation_schema import Schema
from .report import Counts, LoadReport
from .staging import Staging

_ROWS = 50_000

StageGraph = Callable[[Staging, StagedEdges, Faults], StagedNodes]
"""Stages the nodes and the edges of a source."""


def load_typed(
    store: GraphStore,
    kg: str,
    stage: StageGraph,
    *,
    declared: Schema | None = None,
    on_error: OnError,
    embed: bool,
    encoder: Encoder | None,
    progress: Progress,
) -> LoadReport:
    """Stage a typed graph completely, then write what is lacking; nothing is written when staging fails."""
    check_name(kg)
    faults = Faults(on_error)
    started = perf_counter()
    with Staging() as staging, TemporaryDirectory(prefix="groundpath-") as folder:
        edges = StagedEdges(Path(folder))
        nodes = stage(staging, edges, faults)
        if embed:
            check_encoding(store, kg, encoder)
        with store.writing(kg) as graph:
            entities, facts = _write(graph, kg, staging, edges, declared, Path(folder), faults, progress)
    seconds = perf_counter() - started
    return LoadReport(
        kg=kg,
        read=len(nodes.ids) + edges.rows,
        entities=entities.entities,
        facts=facts,
        documents=Counts(),
        skipped_count=faults.count,
        skipped=tuple(faults.listed),
        notes=(*nodes.notes, *edges.notes, *_notes(entities)),
        seconds=seconds,
        embedded=embedded(store, kg, encoder, progress=progress) if embed else None,
    )


def _write(
    graph: GraphWriter,
    kg: str,
    staging: Staging,
    staged: StagedEdges,
    schema: Schema | None,
    folder: Path,
    faults: Faults,
    progress: Progress,
) -> tuple[Difference, Counts]:
    """Write what the graph lacks, after all of it is known to be right."""
    if schema is not None:
        schema.check(staged.relations, graph)
    entities = Difference(staging, graph, relations=staged.relations)
    if unknown := staged.strays - set(_held(staging, staged.strays)):
        staged.refuse(unknown, faults)
    facts = EdgeDifference(staged.parts, graph.existing_facts(), folder)
    with progress.task(f"Writing facts of {kg}", facts.counts.new) as advance:
        entities.write(graph, advance)
        if facts.counts.new:
            graph.add_facts(told(facts.new_facts(_labels(staging), entities.labels), advance))
        if facts.counts.changed:
            graph.change_sources(facts.changed_sources())
            graph.change_scores(facts.changed_scores())
    if schema is not None:
        schema.declare(graph)
    return entities, facts.counts


def _held(staging: Staging, ids: set[str]) -> list[str]:
    """Those of some ids that the graph has."""
    return [id_ for id_ in ids if staging.one("SELECT count(*) FROM held_entity WHERE id = ?", id_)]


def _notes(entities: Difference) -> tuple[str, ...]:
    unused = entities.names_not_used  # nodes are entities: what is left was said in the table of xrefs
    notes = note_on_labels(entities)
    if unused:
        notes += (
            f"cross-references of {counted(unused, 'id was', 'ids were')} not used: the graph "
            "has no such ids",
        )
    return notes


def _labels(staging: Staging) -> Labels:
    """What the entities of source and graph are called, in columns: as many bytes as they have letters."""
    parts = [[pa.array(column, pa.string()) for column in columns] for columns in _label_columns(staging)]
    ids, labels = (pa.concat_arrays(column) for column in zip(*parts, strict=True))
    return Labels(ids, labels)


def _label_columns(staging: Staging) -> Iterator[tuple[Sequence[str], ...]]:
    return columns_of(staging.rows(sql.LABELS), _ROWS)
