"""Writing a graph of the embedded store: collected first, then made into the next state in one go."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from ...terms import RelationTraits
from ..identity import Identity
from ..identity import unpacked as unpacked_identity
from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA
from ..traits import unpacked
from .database import Database
from .spool import Spool, Table, batches_of, spooled, stored_documents, stored_entities, stored_facts

_PROVENANCE = pa.schema([FACT_SCHEMA.field(name) for name in ("key", "sources", "score")])
_SOURCES = ["key", "sources"]
_SCORES = ["key", "score"]


class EmbeddedWriter:
    """See GraphWriter. All goes to files, and memory stays flat, but for what changes about facts and the
    keys of what is removed.
    """

    def __init__(self, kg: str, before: Database | None, workshop: Path) -> None:
        """`before` is the state that is written upon, None when it does not hold the graph."""
        self.kg = kg
        self.added: Mapping[Table, Spool] = {
            table: Spool(workshop, f"added_{table}") for table in ("Entity", "Document", "FACT")
        }
        self.changed: Mapping[Table, Spool] = {
            table: Spool(workshop, f"changed_{table}") for table in ("Entity", "Document")
        }
        self.removed_facts: list[str] = []
        self.removed_documents: list[str] = []
        self.removed_entities = 0
        self._before = before
        self._workshop = workshop
        self._sources: list[pa.RecordBatch] = []
        self._scores: list[pa.RecordBatch] = []
        self.labels: Mapping[str, str] = {}
        self.traits: RelationTraits | None = None
        self.identity: Identity | None = None

    def existing_documents(self) -> Iterator[pa.RecordBatch]:
        return self._existing("documents", DOCUMENT_SCHEMA)

    def existing_entities(self) -> Iterator[pa.RecordBatch]:
        return self._existing("entities", ENTITY_SCHEMA)

    def existing_facts(self) -> Iterator[pa.RecordBatch]:
        if self._before is not None:
            for table in self._before.fact_tables(self.kg):
                file = self._workshop / "existing_facts.parquet"
                self._before.export("fact_keys", file, among=table)
                yield from _typed(file, _PROVENANCE)

    def existing_relations(self) -> Mapping[str, Sequence[str]]:
        rows = self._before.rows("relation_labels", kg=self.kg) if self._before is not None else []
        return {row["relation"]: row["labels"] for row in rows}

    def existing_traits(self) -> RelationTraits:
        rows = self._before.rows("traits", kg=self.kg) if self._before is not None else []
        return unpacked(rows[0]["traits"] if rows else None)

    def existing_identity(self) -> Identity:
        rows = self._before.rows("identity", kg=self.kg) if self._before is not None else []
        return unpacked_identity(rows[0]["identity"] if rows else None)

    def add_documents(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.added["Document"], self.kg, batches, stored_documents)

    def add_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.added["Entity"], self.kg, batches, stored_entities)

    def add_facts(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.added["FACT"], self.kg, batches, stored_facts)

    def change_documents(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.changed["Document"], self.kg, batches, stored_documents)

    def change_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.changed["Entity"], self.kg, batches, stored_entities)

    def change_sources(self, batches: Iterable[pa.RecordBatch]) -> None:
        self._sources += [batch.select(_SOURCES) for batch in batches if batch.num_rows]

    def change_scores(self, batches: Iterable[pa.RecordBatch]) -> None:
        self._scores += [batch.select(_SCORES) for batch in batches if batch.num_rows]

    def change_labels(self, labels: Mapping[str, str]) -> None:
        self.labels = {**self.labels, **labels}

    def set_traits(self, traits: RelationTraits) -> None:
        self.traits = traits

    def set_identity(self, identity: Identity) -> None:
        self.identity = identity

    def remove_facts(self, batches: Iterable[Sequence[str]]) -> None:
        self.removed_facts += [key for batch in batches for key in batch]

    def remove_documents(self, batches: Iterable[Sequence[str]]) -> None:
        self.removed_documents += [id_ for batch in batches for id_ in batch]

    def changed_sources(self) -> pa.Table | None:
        """Key and sources of the facts that get other sources."""
        return pa.Table.from_batches(self._sources) if self._sources else None

    def changed_scores(self) -> pa.Table | None:
        """Key and score of the facts that get another score."""
        return pa.Table.from_batches(self._scores) if self._scores else None

    @property
    def bytes(self) -> int:
        """What was added or changed takes in memory."""
        return sum(spool.bytes for spool in self._spools)

    @property
    def idle(self) -> bool:
        """Whether nothing has been added, changed or removed."""
        changes = self._sources or self._scores or self.labels or (self.traits, self.identity) != (None, None)
        removed = self.removed_facts or self.removed_documents
        return not (changes or removed or any(spool.rows for spool in self._spools))

    def close(self) -> None:
        for spool in self._spools:
            spool.close()

    @property
    def _spools(self) -> list[Spool]:
        return [*self.added.values(), *self.changed.values()]

    def _existing(self, name: str, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        if self._before is not None:
            file = self._workshop / f"existing_{name}.parquet"
            self._before.export(name, file, kg=self.kg)
            yield from _typed(file, schema)


def _typed(file: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The columns of a schema from an exported file, which is removed when all of it is read."""
    for batch in batches_of(file):
        yield batch.select(schema.names).cast(schema)
    file.unlink()
