"""Writing a graph of the embedded store: collected first, then made into the next state in one go."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA
from .changes import Changes
from .database import Database
from .spool import Spool, Table, spooled, stored_documents, stored_entities, stored_facts

_ROWS_A_BATCH = 50_000


class EmbeddedWriter:
    """See GraphWriter. Additions go to files; changes stay in memory, which grows with their number only."""

    def __init__(self, kg: str, before: Database, workshop: Path) -> None:
        """`before` is the state that is written upon."""
        self.kg = kg
        self.spools: dict[Table, Spool] = {
            table: Spool(workshop / f"added_{table}.parquet") for table in ("Entity", "FACT", "Document")
        }
        self._before = before
        self._changed: dict[str, list[pa.RecordBatch]] = {"entities": [], "documents": [], "sources": []}

    def existing_documents(self) -> Iterator[pa.RecordBatch]:
        return self._existing("existing_documents", DOCUMENT_SCHEMA)

    def existing_entities(self) -> Iterator[pa.RecordBatch]:
        return self._existing("existing_entities", ENTITY_SCHEMA)

    def existing_facts(self) -> Iterator[pa.RecordBatch]:
        return self._existing("existing_facts", _columns(FACT_SCHEMA, "key", "sources"))

    def add_documents(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.spools["Document"], self.kg, batches, stored_documents)

    def add_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.spools["Entity"], self.kg, batches, stored_entities)

    def add_facts(self, batches: Iterable[pa.RecordBatch]) -> None:
        spooled(self.spools["FACT"], self.kg, batches, stored_facts)

    def change_documents(self, batches: Iterable[pa.RecordBatch]) -> None:
        self._changed["documents"] += [stored_documents(self.kg, batch) for batch in batches]

    def change_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        self._changed["entities"] += [stored_entities(self.kg, batch) for batch in batches]

    def change_sources(self, batches: Iterable[pa.RecordBatch]) -> None:
        self._changed["sources"] += [batch.select(["key", "sources"]) for batch in batches]

    @property
    def idle(self) -> bool:
        """Whether nothing has been added or changed."""
        changed = [batch for batches in self._changed.values() for batch in batches]
        return not any(spool.rows for spool in self.spools.values()) and not any(b.num_rows for b in changed)

    def changes(self) -> Changes:
        """What is to be replaced."""
        return Changes(
            self.kg,
            *(pa.Table.from_batches(batches) if batches else None for batches in self._changed.values()),
        )

    def close(self) -> None:
        for spool in self.spools.values():
            spool.close()

    def _existing(self, name: str, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        table = self._before.table(name, kg=self.kg)
        yield from table.cast(schema).to_batches(max_chunksize=_ROWS_A_BATCH)


def _columns(schema: pa.Schema, *names: str) -> pa.Schema:
    return pa.schema([schema.field(name) for name in names])
