"""CONSTRUCT queries, from the rows of a question set or from a file of queries, and back to such a file."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from ...engine.errors import InputError
from ...engine.progress import Progress
from ...engine.replacing import replacing
from ..columns import QUERIES, Columns, ColumnsLike
from ..faults import Faults
from ..json_array import read_json_array
from ..json_rows import kind_of, read_json_lines, text_of
from ..reading import ByteSource, PathLike, decoded, line_blocks, open_source
from ..suffixes import unpacked_name
from .construct import construct_of

_QUERY_FILES = frozenset({".rq", ".sparql"})
_IDS = ("id", "ID", "qid")
_QUERIES = ("sparql", "sparql_query")
_COMMENT = "#"


class ConstructQuery(NamedTuple):
    """A query, and where it stands.

    Attributes:
        line: of the file, from 1.
        id: the question's; empty where the file names none.
        text: on one line.
    """

    line: int
    id: str
    text: str


def read_queries(
    path: PathLike, faults: Faults, progress: Progress, columns: ColumnsLike | None = None
) -> Iterator[ConstructQuery]:
    """The CONSTRUCT queries of a file, in its order, one at a time.

    A file by the name .rq or .sparql holds queries with blank lines between them, each of them SELECT or
    CONSTRUCT, under comments (`# …`) if there are any; the first comment is its id. Any other file, and "-",
    holds questions, as JSON lines or as one JSON array: objects with a query in `sparql` (as
    ComplexWebQuestions has it) or `sparql_query` (as GrailQA), and an `id` or `qid`.

    Raises:
        BadRowError: a row that holds no query that can be read, with file, line and id; unless `faults` are
            to be skipped.
        InputError: the file is not there, is empty, or cannot be read.
    """
    with open_source(path, progress) as source:
        is_of_queries = PurePath(unpacked_name(source.name)).suffix.lower() in _QUERY_FILES
        named = Columns.of(columns, QUERIES)
        if named.names and is_of_queries:
            raise InputError(f"{source.name} holds queries alone, which have no columns; leave them out")
        rows = _queries(source, faults) if is_of_queries else _questions(source, named, faults)
        for line, id, text in rows:
            try:
                yield ConstructQuery(line, id, construct_of(text))
            except InputError as error:
                faults.report(source.name, line, f"{_of(id)}the query cannot be read: {error}")


def write_queries(queries: Iterable[ConstructQuery], path: PathLike) -> int:
    """Write queries as a file that `read_queries` reads; how many they are.

    Raises:
        InputError: the file cannot be written.
    """
    count = 0
    with replacing(Path(path), "queries") as file:
        for query in queries:
            file.write(f"{_COMMENT} {' '.join(query.id.split())}\n{query.text}\n\n")
            count += 1
    return count


def _queries(source: ByteSource, faults: Faults) -> Iterator[ConstructQuery]:
    line, id, text = 0, "", ""
    blocks = (decoded(block, source.name, faults) for block in line_blocks(source))
    numbered = (pair for lines in blocks for pair in zip(lines.numbers, lines.texts, strict=True))
    for number, own in numbered:
        if own.startswith(_COMMENT) and not text:
            id = id or own.removeprefix(_COMMENT).strip()
        elif own.strip():
            line, text = line or number, f"{text}{own}\n"
        elif text:
            yield ConstructQuery(line, id, text)
            line, id, text = 0, "", ""
    if text:
        yield ConstructQuery(line, id, text)


def _questions(source: ByteSource, columns: Columns, faults: Faults) -> Iterator[ConstructQuery]:
    read = read_json_array(source) if source.starts_with(b"[") else read_json_lines(source, faults)
    batches = columns.rows(read, source.name, table=False)
    for line, row in (numbered for batch in batches for numbered in batch):
        try:
            yield _question(line, row)
        except ValueError as error:
            faults.report(source.name, line, str(error))


def _question(line: int, row: Any) -> ConstructQuery:
    if not isinstance(row, dict):
        raise ValueError(f"is {kind_of(row)}, not an object that holds a question")
    id, text = _first(row, _IDS), _first(row, _QUERIES)
    if not text:
        raise ValueError(f"{_of(id)}has no query in {' or '.join(map(repr, _QUERIES))}")
    return ConstructQuery(line, id, text)


def _first(row: Mapping[str, Any], names: Iterable[str]) -> str:
    """The first of some members that is there; empty without one."""
    return next((text_of(row[name], name) for name in names if row.get(name) is not None), "")


def _of(id: str) -> str:
    return f"{id!r}: " if id else ""
