"""All of a graph, to be written elsewhere: by backups and exports."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from ..terms import RelationTraits
from .identity import Identity
from .protocol import EmbeddedKind, GraphColumns, GraphInfo, Vectors

ROWS_A_BATCH = 25_000


class GraphStream(Protocol):
    """The entities and facts of a graph, in flat memory. Rows come in batches, in any order."""

    def entities(self) -> Iterator[pa.RecordBatch]:
        """Rows of ENTITY_SCHEMA."""

    def facts(self) -> Iterator[pa.RecordBatch]:
        """Rows of FACT_SCHEMA, whose texts may be missing; several may state one fact, and have its key."""


class GraphDump(Protocol):
    """One state of a graph, whatever is written meanwhile. Rows come in batches, in any order."""

    @property
    def info(self) -> GraphInfo: ...
    @property
    def traits(self) -> RelationTraits: ...
    @property
    def identity(self) -> Identity: ...
    def documents(self) -> Iterator[pa.RecordBatch]:
        """Rows of DOCUMENT_SCHEMA."""

    def entities(self) -> Iterator[pa.RecordBatch]:
        """Rows of ENTITY_SCHEMA."""

    def facts(self) -> Iterator[pa.RecordBatch]:
        """Rows of FACT_SCHEMA."""

    def vectors(self, kind: EmbeddedKind) -> Iterator[tuple[list[str], Vectors]]:
        """Distinct texts with their vectors (n, d), where the store gives them back; else none."""


@dataclass(frozen=True, slots=True)
class DumpedColumns:
    """A graph that was read whole."""

    info: GraphInfo
    traits: RelationTraits
    identity: Identity
    columns: GraphColumns
    read_documents: tuple[pa.RecordBatch, ...]

    def documents(self) -> Iterator[pa.RecordBatch]:
        return iter(self.read_documents)

    def entities(self) -> Iterator[pa.RecordBatch]:
        return iter(self.columns.entities.to_batches(ROWS_A_BATCH))

    def facts(self) -> Iterator[pa.RecordBatch]:
        return iter(self.columns.facts.to_batches(ROWS_A_BATCH))

    def vectors(self, kind: EmbeddedKind) -> Iterator[tuple[list[str], Vectors]]:  # noqa: ARG002
        """A server gives none back: `embed` makes them again, from the cache where it is the same machine."""
        return iter(())
