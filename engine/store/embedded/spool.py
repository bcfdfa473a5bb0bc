"""What a writer is given, kept in Parquet files until all of it is there: memory stays flat."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pyarrow.parquet as pq

from ...errors import StoreError
from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA

Table = Literal["Graph", "Entity", "Document", "FACT"]

# Stands between the name of a graph and an id. No name of a graph holds it.
UID_SEPARATOR = "\x1f"


class Spool:
    """A Parquet file that grows batch by batch; there is none until the first row."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rows = 0
        self.bytes = 0  # before compression
        self._writer: pq.ParquetWriter | None = None

    def write(self, batch: pa.RecordBatch) -> None:
        """Raises StoreError when the disk does not take it."""
        if not batch.num_rows:
            return
        with self._storing():
            if self._writer is None:
                self._writer = pq.ParquetWriter(self.file, batch.schema)
            self._writer.write_batch(batch)
        self.rows += batch.num_rows
        self.bytes += batch.nbytes

    def close(self) -> None:
        with self._storing():
            if self._writer is not None:
                self._writer.close()
            self._writer = None

    @contextmanager
    def _storing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # pyarrow puts the name of its own function where the reason belongs.
            reason = os.strerror(error.errno) if error.errno else error
            raise StoreError(f"cannot write {self.file}: {reason}; nothing was changed") from error


def uid(kg: str, id_: str) -> str:
    """The primary key of an entity or document."""
    return f"{kg}{UID_SEPARATOR}{id_}"


def stored_entities(kg: str, batch: pa.RecordBatch) -> pa.RecordBatch:
    """A batch of ENTITY_SCHEMA with the columns of the table Entity."""
    return _with_uids(kg, batch.select(ENTITY_SCHEMA.names))


def stored_documents(kg: str, batch: pa.RecordBatch) -> pa.RecordBatch:
    """A batch of DOCUMENT_SCHEMA with the columns of the table Document."""
    return _with_uids(kg, batch.select(DOCUMENT_SCHEMA.names))


def stored_facts(kg: str, batch: pa.RecordBatch) -> pa.RecordBatch:
    """A batch of FACT_SCHEMA with the columns of the table FACT, its ends first."""
    ends = {end: _uids(kg, batch[end]) for end in ("head", "tail")}
    own = [name for name in FACT_SCHEMA.names if name not in ends]
    return pa.RecordBatch.from_pydict(
        {**ends, "kg": _repeated(kg, batch.num_rows), **{name: batch[name] for name in own}}
    )


def spooled(
    spool: Spool,
    kg: str,
    batches: Iterable[pa.RecordBatch],
    stored: Callable[[str, pa.RecordBatch], pa.RecordBatch],
) -> None:
    for batch in batches:
        spool.write(stored(kg, batch))


def _with_uids(kg: str, batch: pa.RecordBatch) -> pa.RecordBatch:
    own = {name: batch[name] for name in batch.schema.names}
    return pa.RecordBatch.from_pydict(
        {"uid": _uids(kg, batch["id"]), "kg": _repeated(kg, batch.num_rows), **own}
    )


def _uids(kg: str, ids: pa.Array) -> pa.Array:
    return pa.array([uid(kg, id_) for id_ in ids.to_pylist()], pa.string())


def _repeated(value: str, count: int) -> pa.Array:
    return pa.repeat(pa.scalar(value, pa.string()), count)
