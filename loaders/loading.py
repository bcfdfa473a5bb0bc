"""What all loaders do: stage everything, write the difference, embed, report."""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from ..engine.counted import counted
from ..engine.progress import Progress
from ..engine.store.bounds import check_name
from ..engine.store.protocol import GraphStore
from ..engine.store.writer_protocol import GraphWriter
from ..engine.text.encoder import Encoder
from . import staging_sql as sql
from .difference import Difference
from .faults import Faults, OnError
from .relation_schema import Schema
from .report import Counts, LoadReport
from .staging import Staging
from .stating import place_statements

if TYPE_CHECKING:
    from .embedding import EmbedReport

Before = Callable[[Staging, GraphWriter], None]
"""Looks at what a graph holds, before what is staged is compared with it."""

StageRows = Callable[[Staging, Faults], tuple[int, tuple[str, ...]]]
"""Stages a source; returns how many rows it read, and notes for the report."""


def load(
    store: GraphStore,
    kg: str,
    stage: StageRows,
    *,
    on_error: OnError,
    embed: bool,
    encoder: Encoder | None,
    progress: Progress,
    before: Before | None = None,
    declared: Schema | None = None,
) -> LoadReport:
    """Stage a source completely, then write what the graph lacks; nothing is written when staging fails."""
    check_name(kg)
    faults = Faults(on_error)
    started = perf_counter()
    with Staging() as staging:
        read, notes = stage(staging, faults)
        if embed:
            check_encoding(store, kg, encoder)
        difference, entities = write(store, kg, staging, progress, before, declared)
    seconds = perf_counter() - started
    return LoadReport(
        kg=kg,
        read=read,
        entities=entities,
        facts=difference.facts,
        documents=difference.documents,
        skipped_count=faults.count,
        skipped=tuple(faults.listed),
        notes=notes + _note_on_names(difference),
        seconds=seconds,
        embedded=embedded(store, kg, encoder, progress=progress) if embed else None,
    )


def nothing_in(source: str, what: str, faults: Faults) -> str:
    """The message for a source of which nothing can be loaded."""
    if faults.count:
        return f"{source} holds no usable {what}: {faults.count:,} malformed, the first: {faults.listed[0]}"
    return f"{source} holds no {what}: there is nothing to load"


def write(
    store: GraphStore,
    kg: str,
    staging: Staging,
    progress: Progress,
    before: Before | None = None,
    schema: Schema | None = None,
) -> tuple[Difference, Counts]:
    """Write what differs; return it, and how many entities are new, changed, unchanged and removed."""
    with store.writing(kg) as graph:
        if before is not None:
            before(staging, graph)
        placed = place_statements(staging, graph)
        if schema is not None:
            schema.check({relation for (relation,) in staging.rows(sql.STATED_RELATIONS)}, graph)
        difference = Difference(staging, graph, placed)
        with progress.task(f"Writing facts of {kg}", difference.facts.new) as advance:
            difference.write(graph, advance)
        if schema is not None:
            schema.declare(graph)
    return difference, replace(difference.entities, removed=graph.removed_entities)


def _note_on_names(difference: Difference) -> tuple[str, ...]:
    unused, notes = difference.names_not_used, note_on_labels(difference)
    return (
        (*notes, f"names of {counted(unused, 'id was', 'ids were')} not used: the graph has no such ids")
        if unused
        else notes
    )


def note_on_labels(difference: Difference) -> tuple[str, ...]:
    """Where a file of relation names has none for any relation."""
    unused = difference.labels.unused
    return ("no relation of the graph is in the file of relation names",) if unused else ()


def check_encoding(store: GraphStore, kg: str, encoder: Encoder | None) -> None:
    """Raises EncoderError where what is loaded could not be embedded, before anything is written."""
    from .embedding import check_embeddable

    check_embeddable(store, kg, encoder)


def embedded(store: GraphStore, kg: str, encoder: Encoder | None, progress: Progress) -> "EmbedReport":
    from .embedding import embed

    return embed(store, kg, encoder, progress=progress)
