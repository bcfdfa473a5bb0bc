"""The files that documents stand in: rows of JSON or of a table, one document a file, or a folder of them."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any

from ..engine.errors import BadRowError, InputError
from ..engine.names import is_unicode
from ..engine.progress import Progress
from .columns import AS_NAMED, Columns
from .faults import Faults
from .files.assembling import FileText
from .files.reading import KINDS, LARGEST, read_file, suffix
from .files.terms import UnreadableError
from .identifiers import id_fault
from .reading import PathLike, open_source, source_name
from .report import FilesRead, UnreadFile
from .row_values import read_row_values
from .rows_of_documents import ROWS, TABLES, check_first_row, holds_documents
from .suffixes import unpacked_name

_TEXTS = (".txt", ".md")
_LISTED = 100
# What programs leave beside documents while they are open, and systems in every folder.
_LEFT_BESIDE = re.compile(r"\.|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$")


class DocumentFiles:
    """The files of one reading, over all its sources.

    A folder stands for the files in it and below it, in order of their names; hidden ones, and what programs
    leave beside open documents, do not count. Of a folder's files, those that cannot be read are left out and
    told (`report`), and so is JSON that does not begin with a row of documents, as programs keep settings in
    it; what is wrong further down is a malformed row. A file that is named itself is an error.

    Attributes:
        sources: files, and folders of files, as far as they were gone through.
        unread: why each file was left out that was, by its name.
    """

    def __init__(self, columns: Columns = AS_NAMED) -> None:
        """`columns`: what files of rows call the members that are read."""
        self._columns = columns
        self.sources: list[PathLike] = []
        self.unread: dict[str, str] = {}
        self._partly: list[UnreadFile] = []
        self._read = 0

    @property
    def name(self) -> str:
        """What errors call all of them."""
        return ", ".join(map(source_name, self.sources))

    def rows(self, source: PathLike, faults: Faults, progress: Progress) -> Iterator[tuple[str, int, Any]]:
        """Go through a file or a folder: what errors call each row's file, the line on which the row starts,
        and the row of `documents_of`.

        Raises:
            BadRowError, InputError: as `read_row_values`; a file that is named itself cannot be read; a
                folder holds no file.
        """
        self.sources.append(source)
        in_folder = Path(source).is_dir()
        for file in _files_of(source):
            name = source_name(file)
            rows = ROWS if in_folder else (*ROWS, "")  # without an ending, as standard input
            begun = False
            try:
                _check_name(name)
                if in_folder and suffix(name) in ROWS:
                    check_first_row(file, self._columns)
                for line, row in self._rows_of(file, rows, faults, progress):
                    begun = True
                    yield name, line, row
            except UnreadableError as error:
                if not in_folder:
                    raise _as_input_error(name, error) from error
                self.unread[name] = str(error)
            except InputError as error:
                if begun or not in_folder or isinstance(error, BadRowError):
                    raise
                self.unread[name] = str(error).removeprefix(f"{name} ")
            else:
                self._read += 1

    def report(self) -> FilesRead:
        """What became of the files that were gone through."""
        unread = [UnreadFile(_printable(file), reason) for file, reason in self.unread.items()]
        partly = tuple(self._partly[:_LISTED])
        return FilesRead(self._read, len(unread), tuple(unread[:_LISTED]), len(self._partly), partly)

    def _rows_of(
        self, file: PathLike, rows: Sequence[str], faults: Faults, progress: Progress
    ) -> Iterator[tuple[int, Any]]:
        """Those of a file, where names with one of some endings hold rows of JSON."""
        name = source_name(file)
        kind = suffix(name)
        if kind in rows or (kind in TABLES and holds_documents(file, self._columns, progress)):
            for batch in read_row_values(file, faults, progress, columns=self._columns):
                yield from batch
            return
        if fault := id_fault(name):
            raise UnreadableError(f"has a path that {fault}; move it")
        read = read_file(name, _bytes(file, progress))
        if not read.text.strip():
            raise UnreadableError("holds no text; leave it out, or write something in it")
        self._partly += [UnreadFile(name, lost) for lost in read.lost]
        yield 1, {"id": os.path.normpath(name), **_row(name, read)}


def is_text(name: str) -> bool:
    """Whether a file of that name is one document of plain text, packed with gzip or not."""
    return suffix(name) in _TEXTS


def text_row(name: str, text: str) -> dict[str, Any]:
    """A row of a file of plain text that is one document: its own title, or else the file's name.

    Underscores of the name are spaces, and its letters large or small as the text has them.

    >>> text_row("notes/lena_fischer.txt", "Lena Fischer lives in Graz.")["title"]
    'Lena Fischer'
    """
    return _row(name, read_file(name, text.encode("utf-8", "surrogatepass")))


def _row(name: str, read: FileText) -> dict[str, Any]:
    title = read.title or _as_written(PurePath(unpacked_name(name)).stem, read.text)
    return {"title": title, "text": read.text, "places": read.places, "tabled": read.tabled}


def _as_written(stem: str, text: str) -> str:
    named = " ".join(stem.replace("_", " ").split()) or stem
    found = re.search(rf"(?<!\w){re.escape(named)}(?!\w)", text, re.IGNORECASE)
    return found[0] if found else named


def _files_of(source: PathLike) -> list[PathLike]:
    folder = Path(source)
    if not folder.is_dir():
        return [source]
    files = sorted(path for path in folder.rglob("*") if _counts(path, folder))
    if not files:
        raise InputError(f"{source_name(source)} holds no file of documents ({', '.join(ROWS + KINDS)})")
    return list(files)


def _counts(path: Path, folder: Path) -> bool:
    return not any(map(_LEFT_BESIDE.match, path.relative_to(folder).parts)) and path.is_file()


def _as_input_error(name: str, error: UnreadableError) -> InputError:
    if error.line is not None:
        return BadRowError(name, error.line, str(error))
    return InputError(f"{_printable(name)} {error}")


def _printable(name: str) -> str:
    """A file's name with "?" in the place of what is no UTF-8."""
    return name.encode(errors="replace").decode()


def _check_name(name: str) -> None:
    """Raises UnreadableError when a graph cannot hold it."""
    if not is_unicode(name):
        raise UnreadableError("has a name that is not UTF-8; rename it")


def _bytes(file: PathLike, progress: Progress) -> bytes:
    """All of a file.

    Raises:
        InputError: as `open_source`.
        UnreadableError: it is too large.
    """
    with open_source(file, progress) as opened:
        data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UnreadableError(f"is larger than {LARGEST >> 20} MiB; split it into documents")
    return data
