"""Where documents come from: files, folders, rows that a program has, and langchain's documents."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeGuard

from ..engine.progress import Progress
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
    """Everything that one source of documents gives: first what its files hold, then the others in order.

    Attributes:
        files: those that it names; None where it names none.
    """

    def __init__(self, source: DocumentSource) -> None:
        """Raises InputError: a folder holds no file."""
        several = [source] if _is_path(source) else _listed(source)
        listed = several if isinstance(several, Sequence) else ()
        paths = [one for one in listed if _is_path(one)]
        self.files = DocumentFiles(paths) if paths else None
        self._others = ((at, one) for at, one in enumerate(several, 1) if not (listed and _is_path(one)))

    @property
    def name(self) -> str:
        """What errors call all of it."""
        return self.files.name if self.files else _ITERABLE

    def rows(self, faults: Faults, progress: Progress) -> Iterator[SourceRow]:
        """Each row, once.

        Raises:
            BadRowError, InputError: as `DocumentFiles.rows`.
        """
        if self.files:
            for name, line, row in self.files.rows(faults, progress):
                yield SourceRow(name, line, row, file_of(name))
        for number, one in self._others:
            try:
                yield SourceRow(_ITERABLE, number, row_of(one))
            except ValueError as error:
                faults.report(_ITERABLE, number, str(error))

    def report(self) -> FilesRead | None:
        """What became of the files, once their rows were gone through; None without files."""
        return self.files.report() if self.files else None


def file_of(source: PathLike) -> str:
    """By what a graph knows a file that documents came from: its path from the root; "" for a stream."""
    return "" if source == "-" or source == source_name("-") else os.path.abspath(source)


def _is_path(value: Any) -> TypeGuard[PathLike]:
    return isinstance(value, str | os.PathLike)


def _listed(source: Iterable[Any]) -> Iterable[Any]:
    """The same; a list where it begins with a path, as what a folder's `glob` gives. Documents may be many, and
    are gone through one by one."""
    if isinstance(source, Sequence):
        return source
    waiting = iter(source)
    first = next(waiting, None)
    if _is_path(first):
        return [first, *waiting]
    return waiting if first is None else chain([first], waiting)
