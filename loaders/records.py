"""Tables of nodes and edges whose rows are values: JSON lines, as KGX writes them, and Parquet."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from ..engine.counted import counted
from .chunks import Chunk
from .columns import AS_NAMED, Columns
from .faults import Faults
from .headed import Column, HeadedTable, Header, place_of, read_headed
from .json_rows import kind_of, read_json_lines, text_of
from .parquet import read_parquet
from .properties import BETWEEN, joined
from .reading import ByteSource
from .suffixes import JSON_LINES, PARQUET, unpacked_name


def read_table(
    source: ByteSource,
    columns: Sequence[Column],
    faults: Faults,
    header: Header | None = None,
    named: Columns = AS_NAMED,
) -> HeadedTable:
    """A table of nodes or edges: JSON lines or Parquet where the file's name says so, else as `read_headed`.

    Texts of a list are those of one cell.

    Raises:
        InputError: as `read_headed` and `read_parquet`.
    """
    if header is not None:
        return read_headed(source, columns, faults, header, named)
    suffix = PurePath(unpacked_name(source.name)).suffix.lower()
    own = named.only([column.name for column in columns])
    if suffix in JSON_LINES:
        batches = own.rows(read_json_lines(source, faults), source.name, table=False)
        return _table(columns, (_of_objects(batch, columns, source.name, faults) for batch in batches))
    if suffix in PARQUET:
        rows = read_parquet(source)
        names = own.header(rows.names, source.name)
        places = [place_of(column, names, source.name) for column in columns]
        read = sorted({place for place in places if place is not None})
        cells = [None if place is None else read.index(place) for place in places]
        chunks = (_of_rows(batch, columns, cells, source.name, faults) for batch in rows.batches(read))
        others = [name for place, name in enumerate(rows.names) if place not in places]
        return _table(columns, chunks, source.name, others)
    return read_headed(source, columns, faults, named=named)


def _table(
    columns: Sequence[Column], chunks: Iterator[Chunk], source: str = "", others: Sequence[str] = ()
) -> HeadedTable:
    notes = (f"{source}: columns that are passed over: {', '.join(others)}",) if others else ()
    return HeadedTable((BETWEEN,) * len(columns), notes, chunks, ("",) * len(columns))


def _of_objects(
    batch: Sequence[tuple[int, Any]], columns: Sequence[Column], source: str, faults: Faults
) -> Chunk:
    """Rows that are objects, each with members of its own."""

    @lru_cache(maxsize=64)  # the rows of a file have mostly the same members
    def places(members: tuple[str, ...]) -> list[int | None]:
        return [place_of(column, members, "the row") for column in columns]

    lines: list[int] = []
    rows: list[list[str]] = []
    for line, value in batch:
        try:
            if not isinstance(value, Mapping):
                raise ValueError(f"is {kind_of(value)}, not an object")
            rows.append(_cells(tuple(value.values()), columns, places(tuple(value))))
            lines.append(line)
        except ValueError as error:  # an InputError of `place_of` is one too
            faults.report(source, line, str(error))
    return _chunk(lines, rows, len(columns))


def _of_rows(
    batch: Iterable[tuple[int, Sequence[Any]]],
    columns: Sequence[Column],
    places: Sequence[int | None],
    source: str,
    faults: Faults,
) -> Chunk:
    """Rows of which all have the same members."""
    lines: list[int] = []
    rows: list[list[str]] = []
    for line, row in batch:
        try:
            rows.append(_cells(row, columns, places))
            lines.append(line)
        except ValueError as error:
            faults.report(source, line, str(error))
    return _chunk(lines, rows, len(columns))


def _chunk(lines: Sequence[int], rows: Sequence[Sequence[str]], width: int) -> Chunk:
    return Chunk(lines, tuple(zip(*rows, strict=True)) if rows else ((),) * width)


def _cells(row: Sequence[Any], columns: Sequence[Column], places: Sequence[int | None]) -> list[str]:
    return [
        "" if place is None else _cell(row[place], column)
        for column, place in zip(columns, places, strict=True)
    ]


def _cell(value: Any, column: Column) -> str:
    """Raises ValueError with the reason."""
    if not isinstance(value, list | tuple):
        return str(value) if isinstance(value, bool) else text_of(value, column.name)
    every = [text_of(item, column.name) for item in value if item is not None]
    if column.with_own and "" in every:
        return json.dumps(every, ensure_ascii=False)
    texts = list(filter(None, every))
    if len(texts) > 1 and not column.listed:
        raise ValueError(f"the {column.name} is a list of {counted(len(texts), 'text')}, not one")
    return joined(texts)
