"""Tables whose columns are found by the names in their header, in whatever order they stand."""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import PurePath
from typing import Any, NamedTuple

from ..engine.errors import InputError
from .chunks import Chunk
from .columns import AS_NAMED, Columns
from .delimited import BLANK, LONGEST_CELL, Rows, csv_rows, fitting, tsv_rows, without_direction
from .faults import Faults
from .reading import LONGEST_LINE, ByteSource
from .separators import Dialect
from .suffixes import unpacked_name

# How neo4j-admin marks columns, as in "geneId:ID(Gene)" and ":START_ID(Gene)"; in brackets the id space.
_MARKS = frozenset({"id", "label", "start_id", "end_id", "type"})
_SPACE = re.compile(r":(?:start_|end_)?id\(([^)]*)\)", re.IGNORECASE)
_BAR, _SEMICOLON = "|", ";"


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is read, under the first of its names that the header has.

    Attributes:
        name: what errors call it; the name that groundpath's own tables use.
        others: further names. Of those of a required column a header may have one at most when it lacks the
            first; of another one, the first that is there counts. What neo4j-admin marks (":id") comes before
            all, as in BioCypher's tables.
        also: names that further columns may have as well, and that count where none of the others is there.
        listed: a row may have several texts of it.
        with_own: of a list, an empty text counts too: it stands for the load itself among sources.
    """

    name: str
    others: tuple[str, ...] = ()
    required: bool = False
    also: tuple[str, ...] = ()
    listed: bool = False
    with_own: bool = False


class Header(NamedTuple):
    """The names of columns, where they stand, and what parts the tables below it."""

    source: str
    line: int
    names: Sequence[str]
    dialect: Dialect = Dialect("\t")


class HeadedTable(NamedTuple):
    """The columns asked for, chunk by chunk; one that the table lacks is empty.

    Attributes:
        separators: what parts the texts in a cell of each column.
        notes: which columns are passed over, for the report of a load.
        spaces: the id space that the header names for each column; empty where it names none.
    """

    separators: tuple[str, ...]
    notes: tuple[str, ...]
    chunks: Iterator[Chunk]
    spaces: tuple[str, ...]


def read_headed(
    source: ByteSource,
    columns: Sequence[Column],
    faults: Faults,
    header: Header | None = None,
    named: Columns = AS_NAMED,
) -> HeadedTable:
    """A table with a header: CSV where the file's name says so, else tab-separated.

    Names are compared without regard to case. A type behind a colon is passed over, as in "score:float"; in
    columns that neo4j-admin marks as lists ("names:string[]", ":LABEL") texts are parted by ";", in others
    by "|", and in a table that is parted by ";" itself, as BioCypher's, always by "|".

    Args:
        header: that of a table without one of its own.
        named: what the table calls some of `columns`; names of others are passed over.

    Raises:
        InputError: a required column is missing, one that is named is, or two columns may be one.
    """
    table = _opened(source, faults, LONGEST_CELL, header)
    cells, place = table.header.names, f"{table.header.source}, line {table.header.line}"
    named = named.only([column.name for column in columns])
    names = named.header([cell.strip() for cell in cells], table.header.source)
    columns = [replace(one, others=(), also=()) if one.name in named.names else one for one in columns]
    places = [place_of(column, names, place) for column in columns]
    barred = header is not None and header.dialect.separator == _SEMICOLON
    separators = tuple(_BAR if at is None or barred else _separator(cells[at]) for at in places)
    spaces = tuple("" if at is None else _space(cells[at]) for at in places)
    unread = (cell.strip() for at, cell in enumerate(cells) if at not in places)
    others = [name for name in unread if name]
    notes = (f"{source.name}: columns that are passed over: {', '.join(others)}",) if others else ()
    return HeadedTable(separators, notes, _chunks(table.batches, places), spaces)


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
    names = [cell.strip() for cell in table.header.names]
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
    """A header, and rows that are as wide, in batches."""

    header: Header
    batches: Iterator[Rows]


def _opened(source: ByteSource, faults: Faults, longest_cell: int, header: Header | None = None) -> _Table:
    if header is not None:
        batches = csv_rows(source, faults, longest_cell, dialect=header.dialect)
    elif PurePath(unpacked_name(source.name)).suffix.lower() == ".csv":
        batches = csv_rows(source, faults, longest_cell)
    else:
        batches = tsv_rows(source, faults)
    first = next((rows for batch in batches if (rows := _without_blank_start(batch)).rows), None)
    if first is None:
        if header is not None:
            return _Table(header, iter(()))
        raise InputError(f"{source.name} holds blank lines only; its first line names its columns")
    if header is None:
        names = without_direction(first.rows[0], first.rows[1:])
        header = Header(source.name, first.lines[0], names)
        first = Rows(first.lines[1:], first.rows[1:])
    width = frozenset({len(header.names)})
    fit = (fitting(batch, width, source.name, faults) for batch in chain([first], batches))
    return _Table(header, (batch for batch in fit if batch.rows))


def _chunks(batches: Iterator[Rows], places: Sequence[int | None]) -> Iterator[Chunk]:
    for batch in batches:
        by_place = list(zip(*batch.rows, strict=True))
        nothing = ("",) * len(batch.rows)
        yield Chunk(batch.lines, tuple(nothing if place is None else by_place[place] for place in places))


def _without_blank_start(batch: Rows) -> Rows:
    start = next((i for i, row in enumerate(batch.rows) if row not in BLANK), len(batch.rows))
    return Rows(batch.lines[start:], batch.rows[start:])


def place_of(column: Column, header: Sequence[str], place: str) -> int | None:
    """Where in a header a column is; None for one that it lacks.

    Raises InputError, which calls the header `place`, for a required one that is missing or in doubt.
    """
    names = [_name(cell) for cell in header]
    marks = [other for other in column.others if other.startswith(":")]
    sought = (*marks, column.name) if column.required else (*marks, column.name, *column.others)
    found = next((own for name in sought if (own := _places(names, (name,)))), [])
    found = found or _places(names, column.others) or _places(names, column.also)
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


def _places(names: Sequence[str], sought: Container[str]) -> list[int]:
    return [place for place, name in enumerate(names) if name in sought]


def _space(cell: str) -> str:
    named = _SPACE.search(cell)
    return named[1].strip() if named else ""


def _name(cell: str) -> str:
    """The name of a column, or ":" and its mark where neo4j-admin marks one."""
    name, colon, kind = cell.strip().casefold().partition(":")
    mark = kind.partition("(")[0].strip()
    return f":{mark}" if colon and mark in _MARKS else name.strip()


def _separator(cell: str) -> str:
    return _SEMICOLON if cell.strip().endswith("[]") or _name(cell) == ":label" else _BAR
