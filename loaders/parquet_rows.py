"""Rows of Parquet files, as the cells of tables: a list is a cell with a JSON list."""

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..engine.errors import InputError
from .delimited import Rows
from .reading import ByteSource

_MAGIC = b"PAR1"
_ROWS = 20_000


def is_parquet(source: ByteSource) -> bool:
    """Whether an input is a Parquet file, whatever it is called."""
    return source.starts_with(_MAGIC)


def parquet_rows(source: ByteSource) -> tuple[list[str], Iterator[Rows]]:
    """The names of the columns, and the rows with their numbers, from 1 on.

    Raises:
        InputError: the file is cut off or damaged, or comes from standard input.
    """
    try:
        file = pq.ParquetFile(source.name)
    except (OSError, pa.ArrowException) as error:
        raise _unreadable(source, error) from error
    return list(file.schema_arrow.names), _batches(file, source)


def _batches(file: pq.ParquetFile, source: ByteSource) -> Iterator[Rows]:
    first = 1
    try:
        with file:
            for batch in file.iter_batches(_ROWS):
                columns = (map(_cell, column.to_pylist()) for column in batch.columns)
                yield Rows(range(first, first + batch.num_rows), list(map(list, zip(*columns, strict=True))))
                first += batch.num_rows
    except (OSError, pa.ArrowException) as error:
        raise _unreadable(source, error) from error


def _cell(value: Any) -> str:
    if value is None or value == []:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _unreadable(source: ByteSource, error: Exception) -> InputError:
    said = " ".join(str(error).split())[:200]
    return InputError(f"{source.name} cannot be read as Parquet ({said}); give a whole file, not a stream")
