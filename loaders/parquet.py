"""Rows of Parquet files, by pyarrow."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ..engine.errors import InputError
from .chunks import Chunk
from .columns import Columns
from .delimited import TRIPLES, layout_of
from .faults import Faults
from .json_rows import triples_chunk
from .negation import NEGATED
from .reading import ByteSource

PARQUET = (".parquet", ".pq")
"""How the names of Parquet files end."""

_ROWS = 20_000


class ParquetRows(NamedTuple):
    """The names of the columns, and the rows as values, each with its number from 1, in batches."""

    names: Sequence[str]
    batches: Iterator[list[tuple[int, Sequence[Any]]]]


def read_parquet(source: ByteSource) -> ParquetRows:
    """Raises InputError where the file is no Parquet, or damaged."""
    try:
        file = pq.ParquetFile(source.seekable())
    except (pa.ArrowException, OSError) as error:
        raise InputError(_damaged(source, error)) from error
    return ParquetRows(file.schema_arrow.names, _batches(file, source))


def read_parquet_triples(source: ByteSource, faults: Faults, columns: Columns) -> Iterator[Chunk]:
    """Columns head, relation, tail by name (or their common other names), else the first three."""
    rows = read_parquet(source)
    layout = layout_of(rows.names, TRIPLES, columns, source.name)
    if len(rows.names) < len(layout.columns):
        raise InputError(
            f"{source.name} has the columns {', '.join(rows.names)}; head, relation and tail are needed"
        )
    members = (*TRIPLES.columns, NEGATED.name)
    for batch in rows.batches:
        triples = [
            (line, {name: row[place] for name, place in zip(members, layout.columns, strict=False)})
            for line, row in batch
        ]
        yield triples_chunk(triples, source.name, faults)


def _batches(file: pq.ParquetFile, source: ByteSource) -> Iterator[list[tuple[int, Sequence[Any]]]]:
    line = 1
    try:
        for batch in file.iter_batches(_ROWS):
            columns = [column.to_pylist() for column in batch.columns]
            yield list(enumerate(zip(*columns, strict=True), line))
            line += batch.num_rows
    except (pa.ArrowException, OSError) as error:
        raise InputError(_damaged(source, error)) from error


def _damaged(source: ByteSource, error: Exception) -> str:
    said = str(error).splitlines()[0]
    return f"{source.name} is no Parquet file, or is damaged ({said}); write or fetch it again"
