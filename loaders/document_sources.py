"""Where documents come from: files, folders, rows that a program has, and langchain's documents."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..engine.progress import Progress
from .document_files import document_files, read_document_rows
from .faults import Faults
from .langchain_rows import GraphDocument, LangchainDocument, row_of
from .reading import PathLike, source_name

_ITERABLE = "<documents>"

DocumentSource = PathLike | Iterable[PathLike | Mapping[str, Any] | LangchainDocument | GraphDocument]


def document_rows(
    source: DocumentSource, faults: Faults, progress: Progress
) -> Iterator[tuple[str, int, Any]]:
    """What errors call the place of a row, its line there, and the row."""
    several = [source] if isinstance(source, str | os.PathLike) else source
    for number, one in enumerate(several, 1):
        if isinstance(one, str | os.PathLike):
            yield from _of_files(one, faults, progress)
            continue
        try:
            yield _ITERABLE, number, row_of(one)
        except ValueError as error:
            faults.report(_ITERABLE, number, str(error))


def name_of(source: DocumentSource) -> str:
    """What errors call a source as a whole."""
    if isinstance(source, str | os.PathLike):
        return source_name(source)
    given = source if isinstance(source, Sequence) else ()  # what is gone through once is gone by now
    paths = [one for one in given if isinstance(one, str | os.PathLike)]
    return ", ".join(map(source_name, paths)) or _ITERABLE


def _of_files(path: PathLike, faults: Faults, progress: Progress) -> Iterator[tuple[str, int, Any]]:
    for file in document_files([path]):
        for batch in read_document_rows(file, faults, progress):
            yield from ((source_name(file), line, row) for line, row in batch)
