"""Tables whose columns are found by the names in their header, in whatever order they stand."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePath
from typing import Any, NamedTuple

from ..engine.errors import InputError
from .chunks import Chunk
from .columns import AS_NAMED, Columns
from .delimited import BLANK, LONGEST_CELL, Rows, csv_rows, fitting, tsv_rows
from .faults import Faults
from .parquet_rows import is_parquet, parquet_rows
from .reading import LONGEST_LINE, ByteSource, unpacked_name

# How neo4j-admin marks columns, as in "geneId:ID(Gene)" and ":START_ID(Gene)".
_MARKS = frozenset({"id", "label", "start_id", "end_id", "type"})
_BAR, _SEMICOLON = "|", ";"


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is read, under the first of its names that the header has.

    Attributes:
        name: what errors call it; the name that groundpath's own tables use.
        others: further names, of which a header may have one at most when it lacks the first.
    """

    name: str
    others: frozenset[str] = field(default_factory=frozenset)
    required: bool = False


class HeadedTable(NamedTuple):
    """The columns asked for, chunk by chunk; one that the table lacks is empty.

    Attributes:
        separators: what parts the texts in a cell of each column.
        notes: which columns are passed over, for the report of a load.
    """

    separators: tuple[str, ...]
    notes: tuple[str, ...]
    chunks: Iterator[Chunk]


def read_headed(
    source: ByteSource, columns: Sequence[Column], faults: Faults, named: Columns = AS_NAMED
) -> HeadedTable:
    """A table with a header: CSV where the file's name says so, else tab-separated.

    Names are compared without regard to case. A type behind a colon is passed over, as in "score:float"; in
    columns that neo4j-admin marks as lists ("names:string[]", ":LABEL") texts are parted by ";", in others
    by "|".

    Args:
        named: what the table calls some of `columns`; names of others are passed over.

    Raises:
        InputError: a required column is missing, one that is named is, or two columns may be one.
    """
    table = _opened(source, faults, LONGEST_CELL)
    named = named.only([column.name for column in columns])
    header = named.header([cell.strip() for cell in table.header], source.name)
    columns = [Column(one.name, required=one.required) if one.name in named.names else one for one in columns]
    places = [_place(column, header, f"{source.name}, line {table.line}") for column in columns]
    separators = tuple(_BAR if place is None else _separator(table.header[place]) for place in places)
    unread = (cell.strip() for place, cell in enumerate(table.header) if place not in places)
    others = [name for name in unread if name]
    notes = (f"{source.name}: columns that are passed over: {', '.join(others)}",) if others else ()
    return HeadedTable(separators, notes, _chunks(table.batches, places))


def read_mappings(
    source: ByteSource, faults: Faults, columns: Columns = AS_NAMED, kept: Collection[str] = ()
) -> Iterator[list[tuple[int, dict[str, Any]]]]:
    """The rows of such a table as mappings from its columns' names, each with its line, in batches.

    What is empty is left out, but in columns of the members that are `kept`; so are rows of which every cell
    is, as spreadsheets leave them behind. A cell may be a whole document.

    Raises:
        InputError: the table has blank lines only, or lacks one of `columns`.
    """
    table = _opened(source, faults, LONGEST_LINE)
    names = [cell.strip() for cell in table.header]
    columns.check(names, source.name)
    kept = {columns.names.get(member, member) for member in kept}
    for batch in table.batches:
        yield [
            (
                line,
                {name: cell for name, cell in zip(names, row, strict=True) if cell.strip() or name in kept},
            )
            for line, row in zip(batch.lines, batch.rows, strict=True)
            if any(map(str.strip, row))
        ]


class _Table(NamedTuple):
    """A header, the line that it stands in, and rows that are as wide, in batches."""

    line: int
    header: list[str]
    batches: Iterator[Rows]


def _opened(source: ByteSource, faults: Faults, longest_cell: int) -> _Table:
    if is_parquet(source):
        header, batches = parquet_rows(source)
        return _Table(1, header, batches)
    as_csv = PurePath(unpacked_name(source.name)).suffix.lower() == ".csv"
    batches = csv_rows(source, faults, longest_cell) if as_csv else tsv_rows(source, faults)
    first = next((rows for batch in batches if (rows := _without_blank_start(batch)).rows), None)
    if first is None:
        raise InputError(f"{source.name} holds blank lines only; its first line names its columns")
    body = chain([Rows(first.lines[1:], first.rows[1:])], batches)
    width = frozenset({len(first.rows[0])})
    fit = (fitting(batch, width, source.name, faults) for batch in body)
    return _Table(first.lines[0], first.rows[0], (batch for batch in fit if batch.rows))


def _chunks(batches: Iterator[Rows], places: Sequence[int | None]) -> Iterator[Chunk]:
    for batch in batches:
        by_place = list(zip(*batch.rows, strict=True))
        nothing = ("",) * len(batch.rows)
        yield Chunk(batch.lines, tuple(nothing if place is None else by_place[place] for place in places))


def _without_blank_start(batch: Rows) -> Rows:
    start = next((i for i, row in enumerate(batch.rows) if row not in BLANK), len(batch.rows))
    return Rows(batch.lines[start:], batch.rows[start:])


def _place(column: Column, header: Sequence[str], place: str) -> int | None:
    names = [_name(cell) for cell in header]
    own = [i for i, name in enumerate(names) if name == column.name]
    found = own or [i for i, name in enumerate(names) if name in column.others]
    if len(found) > 1:
        both = " and ".join(repr(header[i]) for i in found[:2])
        raise InputError(f"{place}: {both} may both be the column {column.name}; rename all but one")
    if not found and column.required:
        listed = ", ".join(cell.strip() for cell in header)
        raise InputError(
            f"{place}: there is no column {column.name} (or {', '.join(sorted(column.others))}); "
            f"the columns are: {listed}"
        )
    return found[0] if found else None


def _name(cell: str) -> str:
    """The name of a column, or ":" and its mark where neo4j-admin marks one."""
    name, colon, kind = cell.strip().casefold().partition(":")
    mark = kind.partition("(")[0].strip()
    return f":{mark}" if colon and mark in _MARKS else name.strip()


def _separator(cell: str) -> str:
    return _SEMICOLON if cell.strip().endswith("[]") or _name(cell) == ":label" else _BAR
