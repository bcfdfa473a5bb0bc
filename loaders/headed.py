"""Tables whose columns are found by the names in their header, in whatever order they stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from ..engine.errors import InputError
from .chunks import Chunk
from .delimited import BLANK, Rows, csv_rows, fitting, tsv_rows
from .faults import Faults
from .reading import ByteSource

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
    """

    separators: tuple[str, ...]
    chunks: Iterator[Chunk]


def read_headed(source: ByteSource, columns: Sequence[Column], faults: Faults) -> HeadedTable:
    """A table with a header: CSV where the file's name says so, else tab-separated.

    Names are compared without regard to case. A type behind a colon is passed over, as in "score:float"; in
    columns that neo4j-admin marks as lists ("names:string[]", ":LABEL") texts are parted by ";", in others
    by "|".

    Raises:
        InputError: a required column is missing, or two columns may be one.
    """
    as_csv = PurePath(source.name.removesuffix(".gz")).suffix.lower() == ".csv"
    batches = (csv_rows if as_csv else tsv_rows)(source, faults)
    first = next((rows for batch in batches if (rows := _without_blank_start(batch)).rows), None)
    if first is None:
        raise InputError(f"{source.name} holds blank lines only; its first line names its columns")
    header = first.rows[0]
    places = [_place(column, header, f"{source.name}, line {first.lines[0]}") for column in columns]
    separators = tuple(_BAR if place is None else _separator(header[place]) for place in places)
    body = Rows(first.lines[1:], first.rows[1:])
    return HeadedTable(separators, _chunks(body, batches, places, len(header), source.name, faults))


def _chunks(
    body: Rows,
    batches: Iterator[Rows],
    places: Sequence[int | None],
    width: int,
    source: str,
    faults: Faults,
) -> Iterator[Chunk]:
    batch: Rows | None = body
    while batch is not None:
        good = fitting(batch, frozenset({width}), source, faults)
        if good.rows:
            by_place = list(zip(*good.rows, strict=True))
            nothing = ("",) * len(good.rows)
            yield Chunk(good.lines, tuple(nothing if place is None else by_place[place] for place in places))
        batch = next(batches, None)


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
