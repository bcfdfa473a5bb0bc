"""XLSX, and CSV or TSV that hold no documents: each row with its number."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time
from itertools import groupby
from typing import Any, NamedTuple
from zipfile import ZipFile

from ...engine.counted import counted
from ...engine.errors import InputError
from ..separators import separated
from .archives import checked_archive
from .needed import needed
from .tables import shows_header
from .terms import Block, FileBlocks, Stand, Table, UnreadableError, on_one_line

_MOST_CELLS = 2_000_000
_QUOTED = re.compile(r'"[^"]*"|\\.')  # of a format: shown as it is, and no sign of a share
_NO_VALUE = re.compile(rb"</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>")


class _Row(NamedTuple):
    number: int
    cells: list[str]
    bold: bool  # whether all that it says is


def read_workbook(data: bytes) -> FileBlocks:
    """Sheet by sheet; rows that stand together are a table, headed if the first is bold or is above values.

    Cells are what they show: the last value of a formula, dates as ISO 8601, shares in percent.

    Raises:
        UnreadableError: it is no XLSX, is encrypted, too large, or made to do harm.
    """
    archive = checked_archive(data)
    openpyxl = needed("openpyxl")
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        sheets = [(sheet.title, list(_rows(sheet))) for sheet in book.worksheets]
        title = str(book.properties.title or "").strip()
    finally:
        book.close()
    blocks = [block for name, rows in sheets if rows for block in (Stand(f"sheet “{name}”"), *_blocks(rows))]
    return FileBlocks(blocks, named=title, lost=_without_value(archive))


def read_csv_table(text: str, separator: str | None = None) -> FileBlocks:
    """Rows of a table whose first one names the columns, as in any CSV that groundpath reads.

    Raises:
        UnreadableError: it is no CSV, or too large.
    """
    lines: Iterator[str] = io.StringIO(text, newline=None)  # a carriage return may end a line too
    try:
        if separator is None:
            separator, lines = separated(lines, "table")
        read = [
            _Row(number, list(map(on_one_line, row)), bold=False)
            for number, row in enumerate(csv.reader(lines, delimiter=separator), 1)
        ]
    except csv.Error as error:
        raise UnreadableError(f"is not CSV ({error}); save it again as CSV") from None
    except InputError as error:
        raise UnreadableError(f"is a {error}") from None
    rows = [row for row in read if any(row.cells)]
    _check(sum(len(row.cells) for row in rows))
    return FileBlocks([_table(rows, headed=True)] if rows else [])


def _without_value(archive: ZipFile) -> list[str]:
    """What is lost of formulas that no program has computed, as of workbooks that scripts write."""
    sheets = (name for name in archive.namelist() if name.startswith("xl/worksheets/sheet"))
    count = sum(len(_NO_VALUE.findall(archive.read(name))) for name in sheets)
    if not count:
        return []
    return [
        f"{counted(count, 'formula has', 'formulas have')} no value yet; open it in a "
        "spreadsheet program and save it there"
    ]


def _rows(sheet: Any) -> Iterator[_Row]:
    """The rows that say something, of a sheet whose own word on its size is not believed."""
    sheet.reset_dimensions()
    seen = 0
    for number, cells in enumerate(sheet.iter_rows(), 1):
        seen += len(cells)
        _check(seen)
        texts = [_shown(cell) for cell in cells]
        if any(texts):
            bold = all(cell.font.b for cell, text in zip(cells, texts, strict=True) if text)
            yield _Row(number, texts, bold)


def _check(cells: int) -> None:
    if cells > _MOST_CELLS:
        raise UnreadableError(f"has more than {_MOST_CELLS:,} cells; load it as triples, or split it")


def _shown(cell: Any) -> str:
    value = cell.value
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() | int() if "%" in _QUOTED.sub("", cell.number_format or ""):
            return f"{value * 100:.10g}%"
        case float():
            return f"{value:.15g}"
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case _:
            return on_one_line(str(value))


def _blocks(rows: Iterable[_Row]) -> Iterator[Block]:
    """Rows without an empty one between them are a table; first ones that say one thing are above it."""
    for _, together in groupby(enumerate(rows), key=lambda item: item[1].number - item[0]):
        region = [row for _, row in together]
        used = [place for place, column in enumerate(_columns(region)) if any(column)]
        kept = [_Row(row.number, [_cell(row, place) for place in used], row.bold) for row in region]
        wide = (at for at, row in enumerate(kept) if sum(map(bool, row.cells)) > 1)
        start = next(wide, len(kept))
        if above := kept[:start]:
            yield _table(above, headed=False)
        if table := kept[start:]:
            bold = table[0].bold and not all(row.bold for row in table)
            yield _table(table, headed=bold or shows_header([row.cells for row in table]))


def _table(rows: Sequence[_Row], *, headed: bool) -> Table:
    width = len(rows[0].cells) if headed else max(len(row.cells) for row in rows)
    regular = all(len(row.cells) == width for row in rows)
    widest = max(len(row.cells) for row in rows)
    cells = [row.cells + [""] * (widest - len(row.cells)) for row in rows]
    return Table(cells, headed, [row.number for row in rows], regular)


def _columns(rows: Sequence[_Row]) -> list[list[str]]:
    width = max(len(row.cells) for row in rows)
    return [[_cell(row, place) for row in rows] for place in range(width)]


def _cell(row: _Row, place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""
