"""Which files hold rows of documents, by how they begin."""

import csv

from ..engine.errors import BadRowError
from ..engine.progress import SILENT, Progress
from .columns import Columns
from .document_rows import documents_of
from .faults import Faults
from .files.terms import UnreadableError
from .reading import PathLike, open_source
from .row_values import read_row_values
from .separators import EXCELS_MARK, SEPARATORS

ROWS = (".jsonl", ".ndjson", ".json")
TABLES = (".csv", ".tsv")
# Columns of a table whose rows are documents.
_COLUMNS_OF_DOCUMENTS = frozenset({"text", "contents", "context", "paragraphs", "question"})
_LONGEST_HEADER = 1 << 16


def check_first_row(file: PathLike, columns: Columns) -> None:
    """See that a file of JSON begins with a row of documents, or holds none at all.

    Raises:
        InputError: as `open_source`.
        UnreadableError: the first row is malformed, or of no known form.
    """
    if fault := _fault_of_first_row(file, columns):
        raise UnreadableError(f"holds no rows of documents: the first {fault}; leave it out, or correct it")


def _fault_of_first_row(file: PathLike, columns: Columns) -> str | None:
    faults = Faults("skip")
    try:
        batches = read_row_values(file, faults, SILENT, columns=columns)
        first = next((numbered for batch in batches for numbered in batch), None)
    except BadRowError as error:
        return error.reason
    if faults.listed and (first is None or faults.listed[0].line < first[0]):
        return faults.listed[0].reason
    if first is None:
        return None
    try:
        documents_of(first[1])
    except ValueError as error:
        return str(error)
    return None


def holds_documents(file: PathLike, columns: Columns, progress: Progress) -> bool:
    """Whether the rows of a table are documents, by the names of its columns; else it is one document."""
    with open_source(file, progress) as opened:
        start = opened.read(_LONGEST_HEADER).decode(errors="replace").lstrip()
    lines = [line for line in start.splitlines() if not line.casefold().startswith(EXCELS_MARK)]
    names = {cell.strip() for sign in SEPARATORS for cell in next(csv.reader(lines[:1], delimiter=sign), [])}
    return not names.isdisjoint(_COLUMNS_OF_DOCUMENTS | set(columns.names.values()))
