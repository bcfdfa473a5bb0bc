"""Rows with a key, on disk, in parts by the beginnings of their keys: each part fits into memory."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..engine.errors import StoreError

PARTS = 64  # 10 million facts are parts of 160,000
_BUFFERED_ROWS = 250_000
_OPTIONS = pa.ipc.IpcWriteOptions(compression="lz4")


class KeyedParts:
    """Tables of one schema with a column `key` of hexadecimal digits; all rows of a key are in one part.

    Parts are in the order of keys: the rows of a part come before those of the next.
    """

    def __init__(self, folder: Path, name: str, schema: pa.Schema) -> None:
        self._folder = folder
        self._name = name
        self._schema = schema
        self._waiting: list[pa.RecordBatch] = []
        self._waiting_rows = 0
        self._writers: dict[int, pa.ipc.RecordBatchStreamWriter] = {}

    def add(self, batches: Iterable[pa.RecordBatch]) -> None:
        """Rows in any order. Raises StoreError when the disk does not take them."""
        for batch in batches:
            self._waiting.append(batch)
            self._waiting_rows += batch.num_rows
            if self._waiting_rows >= _BUFFERED_ROWS:
                self._scatter()

    def put(self, part: int, table: pa.Table) -> None:
        """Rows that are known to be of one part."""
        if not table.num_rows:
            return
        try:
            if part not in self._writers:
                self._writers[part] = pa.ipc.new_stream(str(self._file(part)), self._schema, options=_OPTIONS)
            self._writers[part].write_table(table)
        except OSError as error:
            raise StoreError(
                f"cannot write {self._file(part)} ({error}); make room in the temporary folder, or name "
                "another one in TMPDIR"
            ) from error

    def take(self, part: int) -> pa.Table:
        """All rows of a part, in the order in which they were added; its file is then removed."""
        self._scatter()
        writer = self._writers.pop(part, None)
        if writer is None:
            return self._schema.empty_table()
        writer.close()
        with pa.OSFile(str(self._file(part))) as file, pa.ipc.open_stream(file) as reader:
            table = reader.read_all()
        self._file(part).unlink()
        return table

    def close(self) -> None:
        for writer in self._writers.values():
            writer.close()

    def _scatter(self) -> None:
        if not self._waiting_rows:
            return
        table = pa.Table.from_batches(self._waiting, self._schema)
        self._waiting, self._waiting_rows = [], 0
        parts = _parts_of(table["key"])
        order = np.argsort(parts, kind="stable")
        sorted_rows = table.take(pa.array(order))
        ends = np.searchsorted(parts[order], np.arange(PARTS + 1))
        for part in range(PARTS):
            self.put(part, sorted_rows.slice(ends[part], ends[part + 1] - ends[part]))

    def _file(self, part: int) -> Path:
        return self._folder / f"{self._name}_{part:02}.arrow"


def _parts_of(keys: pa.ChunkedArray) -> npt.NDArray[np.uint8]:
    beginnings = pc.utf8_slice_codeunits(keys, 0, 2).combine_chunks().dictionary_encode()
    distinct = [int(digits, 16) * PARTS // 256 for digits in beginnings.dictionary.to_pylist()]
    parts: npt.NDArray[np.uint8] = np.array(distinct, np.uint8)[beginnings.indices.to_numpy()]
    return parts
