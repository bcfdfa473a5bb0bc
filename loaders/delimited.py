"""Rows of TSV and CSV files, with or without a header."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, Self

from ..engine.counted import counted
from ..engine.errors import InputError
from .chunks import Chunk
from .columns import AS_NAMED, Columns
from .faults import Faults
from .negation import denying, is_negated_name
from .reading import ByteSource, decoded, line_blocks
from .separators import Dialect, separated

if TYPE_CHECKING:
    import _csv

_CSV_ROWS = 20_000
LONGEST_CELL = 1 << 17  # of ids and names; more stands behind a quote that is never closed
_DIRECTIONS = frozenset({"directed", "undirected", "mixed"})
BLANK: tuple[list[str], ...] = ([], [""])


@dataclass(frozen=True, slots=True)
class TableForm:
    """How a table may look.

    Attributes:
        columns: what the columns that are read are called.
        headers: for each of them, the names by which a header may call it.
        widths: how many columns a table without a header may have; the first ones are read.
        also: names that may be those of a further column as well, and count where none of `headers` is there.
        may_deny: a column `negated` says of each row whether it is not so.
    """

    columns: tuple[str, ...]
    headers: tuple[frozenset[str], ...]
    widths: frozenset[int]
    also: tuple[frozenset[str], ...] = ()
    may_deny: bool = False

    def called(self, columns: Columns) -> Self:
        """The same where columns are named: each of these has its own name and no other."""
        named = [frozenset({name}) if name in columns.names else None for name in self.columns]
        headers = tuple(own or known for own, known in zip(named, self.headers, strict=True))
        also = zip(named, self.also or (frozenset[str](),) * len(named), strict=True)
        return replace(self, headers=headers, also=tuple(frozenset() if own else more for own, more in also))

    def places_of(self, names: Iterable[str]) -> list[list[int]]:
        """Where among the names of a header each column is; several places where that is in doubt."""
        folded = [name.casefold() for name in names]

        def places(known: frozenset[str]) -> list[int]:
            return [place for place, name in enumerate(folded) if name in known]

        pairs = zip_longest(self.headers, self.also, fillvalue=frozenset[str]())
        return [places(sure) or places(perhaps) for sure, perhaps in pairs]


class _Layout(NamedTuple):
    """The columns to read and the widths that a row may have; the last column may be `negated`."""

    columns: tuple[int, ...]
    widths: frozenset[int]
    has_header: bool
    denies: bool = False


class Rows(NamedTuple):
    """Rows as lists of cells, and the line that each begins in."""

    lines: Sequence[int]
    rows: list[list[str]]


TRIPLES = TableForm(
    columns=("head", "relation", "tail"),
    headers=(
        frozenset({"head", "h", "subject", "subj", "s", "source", "source_id", "head_id", "from"}),
        frozenset({"relation", "rel", "r", "predicate", "pred", "p", "property", "edge"}),
        frozenset({"tail", "t", "object", "obj", "o", "target", "target_id", "tail_id", "to"}),
    ),
    widths=frozenset({3}),
    also=(
        frozenset({"start", "start_id", ":start_id", "subject_id"}),
        frozenset({"type", ":type", "edge_type", "relation_type", "relationship", "label", "metaedge"}),
        frozenset({"end", "end_id", ":end_id", "object_id"}),
    ),
    may_deny=True,
)
_IDS = frozenset({"id", "mid", "entity", "entity_id"})
NAMES = TableForm(
    columns=("id", "name"),
    headers=(_IDS, frozenset({"name", "label", "title"})),
    widths=frozenset({2}),
)
ALIASES = TableForm(
    columns=("id", "alias"),
    headers=(_IDS, frozenset({"alias", "aliases", "synonym", "name"})),
    widths=frozenset({2, 3}),
)


def read_tsv(
    source: ByteSource, form: TableForm, faults: Faults, columns: Columns = AS_NAMED
) -> Iterator[Chunk]:
    """Tab-separated rows; quotes have no meaning, blank lines are passed over."""
    return _chunks(tsv_rows(source, faults), form, columns, source.name, faults)


def read_csv(
    source: ByteSource, form: TableForm, faults: Faults, columns: Columns = AS_NAMED
) -> Iterator[Chunk]:
    """Rows of CSV with quotes as Python's csv module reads them; a row may span lines."""
    return _chunks(csv_rows(source, faults, widths=form.widths), form, columns, source.name, faults)


def layout_of(
    first: Sequence[str], form: TableForm, columns: Columns = AS_NAMED, source: str = ""
) -> _Layout:
    """Where the columns are: by the header's names when it has them all, else the first ones.

    Raises:
        InputError: the header lacks one of `columns`; or it has them, and not all the others.
    """
    cells = columns.header([cell.strip() for cell in first], source)
    places = form.called(columns).places_of(cells)
    if all(len(place) == 1 for place in places) and len({place[0] for place in places}) == len(places):
        negated = [place for place, cell in enumerate(cells) if form.may_deny and is_negated_name(cell)]
        read = (*(place[0] for place in places), *negated[:1])
        return _Layout(read, frozenset({len(cells)}), True, bool(negated))
    if columns.names:
        lacking = ", ".join(name for name, at in zip(form.columns, places, strict=True) if len(at) != 1)
        raise InputError(f"{source}: its header does not tell the columns {lacking}; name them too")
    return _Layout(tuple(range(len(places))), form.widths, False)


def without_direction(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A header whose column "Type" only says what is directed, as Gephi's, with that column called so."""
    kinds = [place for place, cell in enumerate(header) if cell.strip().casefold() == "type"]
    told = [{row[place].strip().casefold() for row in rows if len(row) == len(header)} for place in kinds]
    gephis = {place for place, said in zip(kinds, told, strict=True) if said and said <= _DIRECTIONS}
    return ["direction" if place in gephis else cell for place, cell in enumerate(header)]


def _chunks(
    batches: Iterator[Rows], form: TableForm, columns: Columns, source: str, faults: Faults
) -> Iterator[Chunk]:
    layout: _Layout | None = None
    needs_header = f"; a wider table needs a header that names {', '.join(form.columns)}"
    for batch in batches:
        if layout is None:
            first = next((i for i, row in enumerate(batch.rows) if row not in BLANK), None)
            if first is None:
                continue
            header = without_direction(batch.rows[first], batch.rows[first + 1 :])
            layout = layout_of(header, form, columns, source)
            start = first + layout.has_header
            batch = Rows(batch.lines[start:], batch.rows[start:])
        good = fitting(batch, layout.widths, source, faults, "" if layout.has_header else needs_header)
        if good.rows:
            cells = [[row[column] for row in good.rows] for column in layout.columns]
            chunk = Chunk(good.lines, tuple(cells))
            yield denying(chunk, source, faults) if layout.denies else chunk


def fitting(
    batch: Rows, widths: frozenset[int], source: str, faults: Faults, remedy_of_wide: str = ""
) -> Rows:
    """The rows with a right number of columns; blank ones go, others are reported."""
    if set(map(len, batch.rows)) <= widths:
        return batch
    wanted = f"not {' or '.join(map(str, sorted(widths)))}"
    lines: list[int] = []
    rows: list[list[str]] = []
    for line, row in zip(batch.lines, batch.rows, strict=True):
        if len(row) in widths:
            lines.append(line)
            rows.append(row)
        elif row not in BLANK:
            found = f"has {counted(len(row), 'column')}, {wanted}"
            hint = remedy_of_wide if len(row) > max(widths) else _other_separator(row)
            faults.report(source, line, found + hint)
    return Rows(lines, rows)


def _other_separator(row: Sequence[str]) -> str:
    """A guess about a row that was not parted at all."""
    parting = next((sign for sign in ",;" if sign in row[0]), None) if len(row) == 1 else None
    return f" (is it CSV, parted by {parting!r}?)" if parting else ""


def tsv_rows(source: ByteSource, faults: Faults) -> Iterator[Rows]:
    """Lines split at tabs."""
    for block in line_blocks(source):
        lines = decoded(block, source.name, faults)
        yield Rows(lines.numbers, [text.split("\t") for text in lines.texts])


def csv_rows(
    source: ByteSource,
    faults: Faults,
    longest_cell: int = LONGEST_CELL,
    widths: frozenset[int] = frozenset(),
    dialect: Dialect | None = None,
) -> Iterator[Rows]:
    """Rows as Python's csv module reads them, parted by what parts most of the first ones alike.

    That is a comma, or a semicolon or a tab, as Excel writes them in much of Europe, or a bar; what Excel's
    own mark "sep=" names comes first. What stands behind a quote that is never closed is given up after
    `longest_cell` characters.

    Args:
        widths: how many columns the table may have, where that is known.
        dialect: what parts and encloses cells, where that is known.

    Raises:
        InputError: two separators part all rows into that many columns.
    """
    text = _csv_lines(source, faults)
    if dialect is None:
        separator, text = separated(text, source.name, widths)
        dialect = Dialect(separator)
    before = csv.field_size_limit(longest_cell)  # one for the process
    try:
        reader = csv.reader(text, strict=True, delimiter=dialect.separator, quotechar=dialect.quote)
        yield from _csv_rows(reader, source.name, faults)
    finally:
        csv.field_size_limit(before)


def _csv_rows(reader: "_csv.Reader", source: str, faults: Faults) -> Iterator[Rows]:
    lines: list[int] = []
    rows: list[list[str]] = []
    while True:
        line = reader.line_num + 1
        try:
            rows.append(next(reader))
            lines.append(line)
        except StopIteration:
            break
        except csv.Error as error:
            faults.report(source, line, f"is not CSV: {_reason(error)}")
        if len(rows) == _CSV_ROWS:
            yield Rows(lines, rows)
            lines, rows = [], []
    yield Rows(lines, rows)


def _reason(error: csv.Error) -> str:
    """What is wrong with a row; Python's own words for one of them advise programmers."""
    if "new-line character" in str(error):
        return "a carriage return stands alone in it; save the file with line ends of Unix or Windows"
    return str(error)


def _csv_lines(source: ByteSource, faults: Faults) -> Iterator[str]:
    """Lines with their ends; one that is not UTF-8 becomes blank, so that the reader's count stays right."""
    expected = 1
    for block in line_blocks(source):
        lines = decoded(block, source.name, faults)
        for number, text in zip(lines.numbers, lines.texts, strict=True):
            yield from ["\n"] * (number - expected)
            yield text + "\n"
            expected = number + 1
