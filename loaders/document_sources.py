"""Where documents come from: files, folders, rows that a program has, and langchain's documents."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..engine.progress import Progress
from .columns import DOCUMENTS, Columns, ColumnsLike
from .document_files import DocumentFiles
from .faults import Faults
from .langchain_rows import GraphDocument, LangchainDocument, row_of
from .reading import PathLike, source_name
from .report import FilesRead

_ITERABLE = "<documents>"

DocumentSource = PathLike | Iterable[PathLike | Mapping[str, Any] | LangchainDocument | GraphDocument]


class SourceRow(NamedTuple):
    """A row of documents.

    Attributes:
        name, line: its place, as errors call it.
        file: the path from the root of the file that it stands in; "" for what comes from no file.
    """

    name: str
    line: int
    row: Any
    file: str = ""


class DocumentSources:
    """Everything that one source of documents gives, in its order.

    Attributes:
        files: those that it names, as far as they were gone through.
    """

    def __init__(self, source: DocumentSource, columns: ColumnsLike | None = None) -> None:
        """`columns`: what files of rows call the members that are read; rows of a program have these."""
        self._given: Iterable[Any] = [source] if isinstance(source, str | os.PathLike) else source
        self.files = DocumentFiles(Columns.of(columns, DOCUMENTS))

    @property
    def name(self) -> str:
        """What errors call all of it."""
        return self.files.name or _ITERABLE

    def rows(self, faults: Faults, progress: Progress) -> Iterator[SourceRow]:
        """Each row, once.

        Raises:
            BadRowError, InputError: as `DocumentFiles.rows`.
        """
        for number, one in enumerate(self._given, 1):
            if isinstance(one, str | os.PathLike):
                for name, line, row in self.files.rows(one, faults, progress):
                    yield SourceRow(name, line, row, file_of(name))
                continue
            try:
                yield SourceRow(_ITERABLE, number, row_of(one))
            except ValueError as error:
                faults.report(_ITERABLE, number, str(error))

    def report(self) -> FilesRead | None:
        """What became of the files, once their rows were gone through; None without files."""
        return self.files.report() if self.files.sources else None


def file_of(source: PathLike) -> str:
    """By what a graph knows a file that documents came from: its path from the root; "" for a stream."""
    return "" if source == "-" or source == source_name("-") else os.path.abspath(source)
