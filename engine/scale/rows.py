"""The rows of a shard, each with its number; those that cannot be read with the reason."""

import io
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ...loaders.columns import Columns
from ...loaders.faults import Faults
from ...loaders.json_rows import read_json_lines
from ...loaders.reading import ByteSource
from ..audit.logged import SAMPLE, FirstFilter
from ..errors import InputError
from .addresses import SCHEME
from .places import Place
from .shards import Shard

BATCH_ROWS = 512
"""Rows that are read, made and written together."""

_READ_AT_ONCE = 1 << 20
"""Bytes of a column: without a bound Arrow holds all of a row group, which may be a whole file."""

_NOT_HELD = (ArithmeticError, LookupError, ValueError, pa.ArrowException)
"""What Arrow raises for a cell that Python has no value for."""


class Unreadable(NamedTuple):
    """A row that is none: why."""

    reason: str


class NumberedRow(NamedTuple):
    """A row as it came, or why it did not.

    Attributes:
        name: what it is called where it has no id: its file and its number there.
    """

    name: str
    row: Any


def read_shard(place: Place, shard: Shard, columns: Columns) -> Iterator[list[NumberedRow]]:
    """All rows of a shard, in batches of BATCH_ROWS; of a log each sample once, see `FirstFilter`.

    Raises:
        InputError: its file is damaged, or lacks a column that is named.
    """
    read = _parquet_rows if shard.is_parquet else _json_rows
    source = place.named(shard.part)
    try:
        counted = FirstFilter(_filter_before(place, shard))
        rows = (
            NumberedRow(f"{shard.part}:{number}", row)
            for batch in columns.rows(read(place, shard, columns, source), source, table=shard.is_parquet)
            for number, row in batch
            if counted.takes(row)
        )
        while batch := list(islice(rows, BATCH_ROWS)):
            yield batch
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{source} cannot be read: {error}") from error


def _parquet_rows(
    place: Place, shard: Shard, columns: Columns, source: str
) -> Iterator[list[tuple[int, Any]]]:
    """Cells that are null are left out, as an empty cell of a table is."""
    with place.opened(shard.part) as stream:
        far = SCHEME in place.address  # there each jump is a request, and Arrow fetches a row group in few
        file = pq.ParquetFile(stream, buffer_size=0 if far else _READ_AT_ONCE, pre_buffer=far)
        columns.check(file.schema_arrow.names, source)
        number = shard.first
        groups = None if shard.groups is None else list(range(*shard.groups))
        for batch in file.iter_batches(BATCH_ROWS, row_groups=groups):
            yield list(enumerate(rows_of(batch), number))
            number += len(batch)


def _filter_before(place: Place, shard: Shard) -> Any:
    """The filter of the first sample of a log, for a shard that begins further down; None for others.

    Read of the file, so that a shard holds the same whoever makes it and whatever was made before.
    """
    if shard.first == 1:
        return None
    with place.opened(shard.part) as stream:
        file = pq.ParquetFile(stream)
        if not SAMPLE.issubset(file.schema_arrow.names):
            return None
        return next(file.iter_batches(1, columns=["filter"]))["filter"][0].as_py()


def rows_of(batch: pa.RecordBatch | pa.Table) -> list[Any]:
    """The rows of a table as mappings, without the cells that are null.

    A date that Python has not, after the year 9999 or in a zone that is not known, is text, as in JSON. A row
    with another cell that Python cannot hold, as text that is no UTF-8, is `Unreadable`.
    """
    try:
        rows = batch.to_pylist()
    except _NOT_HELD:
        rows = [_row_of(batch, place) for place in range(len(batch))]
    return [
        row if isinstance(row, Unreadable) else {name: cell for name, cell in row.items() if cell is not None}
        for row in rows
    ]


def _row_of(batch: pa.RecordBatch | pa.Table, place: int) -> dict[str, Any] | Unreadable:
    row = {}
    for name, column in zip(batch.column_names, batch.columns, strict=True):
        try:
            row[name] = _cell_of(column[place])
        except _NOT_HELD as error:
            return Unreadable(f"its column {name!r} cannot be read: {error}")
    return row


def _cell_of(cell: pa.Scalar) -> Any:
    try:
        return cell.as_py()
    except _NOT_HELD:
        if not pa.types.is_temporal(cell.type):
            raise
    if pa.types.is_timestamp(cell.type) and cell.type.tz:
        cell = cell.cast(pa.timestamp(cell.type.unit, "UTC"))
    return cell.cast(pa.string()).as_py()


def _json_rows(
    place: Place,
    shard: Shard,
    columns: Columns,  # noqa: ARG001
    source: str,
) -> Iterator[list[tuple[int, Any]]]:
    """Lines that are no JSON stand among the others as what they are."""
    with place.stream(shard.part) as stream, io.BufferedReader(stream) as packed:
        faults = _Told()
        for batch in read_json_lines(ByteSource(source, packed, lambda _count: None), faults):
            yield sorted([*batch, *faults.taken()], key=lambda numbered: numbered[0])


class _Told(Faults):
    """The lines that are no rows, until they are taken."""

    def __init__(self) -> None:
        super().__init__("skip")
        self._rows: list[tuple[int, Any]] = []

    def report(self, source: str, line: int, reason: str) -> None:  # noqa: ARG002
        self._rows.append((line, Unreadable(reason)))

    def taken(self) -> list[tuple[int, Any]]:
        rows, self._rows = self._rows, []
        return rows
