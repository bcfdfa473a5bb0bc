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

_ROWS = 20_000


class ParquetRows(NamedTuple):
    """Attributes:
    names: of the columns.
    """

    names: Sequence[str]
    file: pq.ParquetFile
    source: ByteSource

    def batches(self, places: Sequence[int]) -> Iterator[list[tuple[int, Sequence[Any]]]]:
        """The cells of some columns, row by row, each with its number from 1; others are not read.

        Raises:
            InputError: the file is damaged.
        """
        wanted = [self.names[place] for place in places]
        some = wanted if len(set(self.names)) == len(self.names) else None  # two may have one name
        line = 1
        try:
            for batch in self.file.iter_batches(_ROWS, columns=some):
                read = [
                    batch.column(place if some is None else name)
                    for place, name in zip(places, wanted, strict=True)
                ]
                cells = (
                    zip(*(column.to_pylist() for column in read), strict=True) if read else [()] * len(batch)
                )
                yield list(enumerate(cells, line))
                line += batch.num_rows
        except (pa.ArrowException, OSError) as error:
            raise InputError(_damaged(self.source, error)) from error


def read_parquet(source: ByteSource) -> ParquetRows:
    """Raises InputError where the file is no Parquet, or damaged."""
    try:
        file = pq.ParquetFile(source.seekable())
    except (pa.ArrowException, OSError) as error:
        raise InputError(_damaged(source, error)) from error
    return ParquetRows(file.schema_arrow.names, file, source)


def read_parquet_triples(source: ByteSource, faults: Faults, columns: Columns) -> Iterator[Chunk]:
    """Columns head, relation, tail by name (or their common other names), else the first three."""
    rows = read_parquet(source)
    layout = layout_of(rows.names, TRIPLES, columns, source.name)
    if len(rows.names) < len(layout.columns):
        raise InputError(
            f"{source.name} has the columns {', '.join(rows.names)}; head, relation and tail are needed"
        )
    members = (*TRIPLES.columns, NEGATED.name)
    for batch in rows.batches(layout.columns):
        triples = [(line, dict(zip(members, row, strict=False))) for line, row in batch]
        yield triples_chunk(triples, source.name, faults)


def _damaged(source: ByteSource, error: Exception) -> str:
    said = str(error).splitlines()[0]
    return f"{source.name} is no Parquet file, or is damaged ({said}); write or fetch it again"
