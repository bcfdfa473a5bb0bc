"""What a writer is given, kept in Parquet files until all of it is there: memory stays flat."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ...errors import StoreError
from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA

Table = Literal["Entity", "Document", "FACT"]

# Stands between the name of a graph and an id. No name of a graph holds it.
UID_SEPARATOR = "\x1f"

# What ladybug is given at once: its COPY holds about 7 bytes for each byte of a part, until the part is in.
PART_ROWS = 250_000
PART_BYTES = 48 << 20
_ROWS_A_GROUP = 25_000


@dataclass(frozen=True, slots=True)
class Part:
    """A finished file of a spool.

    Attributes:
        bytes: what its rows take in memory, uncompressed.
    """

    file: Path
    rows: int
    bytes: int


def parts_of(rows: int) -> int:
    """How many parts so many rows are, where none is bounded by its bytes."""
    return -(-rows // PART_ROWS)


def fit(parts: Iterable[Part], room: int) -> bool:
    """Whether parts together are no more than `room` full ones."""
    given = list(parts)
    return (
        sum(part.rows for part in given) <= room * PART_ROWS
        and sum(part.bytes for part in given) <= room * PART_BYTES
    )


class Spool:
    """Parquet files of a bounded size, written batch by batch; there is none until the first row."""

    def __init__(self, folder: Path, name: str) -> None:
        self.parts: list[Part] = []
        self._folder = folder
        self._name = name
        self._rows = 0
        self._bytes = 0
        self._writer: pq.ParquetWriter | None = None

    @property
    def rows(self) -> int:
        return self._rows + sum(part.rows for part in self.parts)

    @property
    def bytes(self) -> int:
        """What its rows take in memory."""
        return self._bytes + sum(part.bytes for part in self.parts)

    def write(self, batch: pa.RecordBatch) -> None:
        """Raises StoreError when the disk does not take it."""
        for first in range(0, batch.num_rows, _ROWS_A_GROUP):
            self._write(batch.slice(first, _ROWS_A_GROUP))

    def close(self) -> None:
        """Finish the last part; a batch that is written later begins another."""
        with self._storing():
            if self._writer is not None:
                self._writer.close()
                self.parts.append(Part(self._file, self._rows, self._bytes))
                self._rows = self._bytes = 0
            self._writer = None

    @property
    def _file(self) -> Path:
        return self._folder / f"{self._name}_{len(self.parts)}.parquet"

    def _write(self, group: pa.RecordBatch) -> None:
        with self._storing():
            if self._writer is None:
                self._writer = pq.ParquetWriter(self._file, group.schema)
            self._writer.write_batch(group)
        self._rows += group.num_rows
        self._bytes += group.nbytes
        if self._rows >= PART_ROWS or self._bytes >= PART_BYTES:
            self.close()

    @contextmanager
    def _storing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # pyarrow puts the name of its own function where the reason belongs.
            reason = os.strerror(error.errno) if error.errno else error
            raise StoreError(f"cannot write {self._file}: {reason}; nothing was changed") from error


def batches_of(file: Path) -> Iterator[pa.RecordBatch]:
    """The rows of a Parquet file, memory flat."""
    with pq.ParquetFile(file) as parquet:
        yield from parquet.iter_batches(_ROWS_A_GROUP)


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
    return pc.binary_join_element_wise(uid(kg, ""), ids, "")


def _repeated(value: str, count: int) -> pa.Array:
    return pa.repeat(pa.scalar(value, pa.string()), count)
