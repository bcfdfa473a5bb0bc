"""Documents that come with a request: as rows, or as files."""

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, NamedTuple

from ..check.cases import contexts_of
from ..errors import InputError
from ..trace.sources import SourceDocument, documents_in, read_documents

_PARTING = re.compile(r"^[ \t]*-{3,}[ \t]*\r?$", re.MULTILINE)
_DIGITS = 6  # of the number of a file among those that are kept
_LONGEST_NAME = 60  # characters, of up to four bytes each


class SentFile(NamedTuple):
    """A file that came with a request; its name tells how it is read."""

    name: str
    data: BinaryIO


def documents_of_rows(rows: Sequence[Mapping[str, Any]]) -> list[SourceDocument]:
    """The documents in rows with `text`, `title` and `id`.

    Raises:
        InputError: one is no such row, or there are rows without any text.
    """
    found: list[SourceDocument] = []
    for number, row in enumerate(rows, 1):
        try:
            found += documents_in(row)
        except ValueError as error:
            raise InputError(f"document {number} {error}; correct it and ask again") from None
    if rows and not found:
        raise InputError("no document has a text; a row holds `text`, `title` and `id`")
    return found


def documents_of_texts(pasted: str) -> tuple[SourceDocument, ...]:
    """Documents that were pasted one below the other, parted by lines of dashes.

    Raises:
        InputError: a text holds what no document may.
    """
    try:
        return contexts_of([text for text in _PARTING.split(pasted) if text.strip()])
    except ValueError as error:
        raise InputError(str(error)) from None


def read_sent(files: Sequence[SentFile]) -> list[SourceDocument]:
    """The documents in files that came with a request, as `read_documents` reads them.

    Raises:
        InputError: one cannot be read, by its name; says what to do.
    """
    if not files:
        return []
    with TemporaryDirectory(prefix="groundpath-") as folder:
        keep_sent(files, Path(folder))
        return read_kept(Path(folder))


def keep_sent(files: Sequence[SentFile], folder: Path) -> None:
    """Keep files, in their order, where `read_kept` reads them."""
    taken = set[str]()
    for number, file in enumerate(files):
        name = re.sub(r"[^\w. ()-]", "_", file.name)[-_LONGEST_NAME:].lstrip(". ") or "file"
        while name in taken:
            name = f"another {name}"
        taken.add(name)
        place = folder / f"{number:0{_DIGITS}}"
        place.mkdir(parents=True)
        with (place / name).open("wb") as kept:
            shutil.copyfileobj(file.data, kept)


def read_kept(folder: Path) -> list[SourceDocument]:
    """The documents in files that `keep_sent` kept, which tell no folder. Raises as `read_sent`."""
    within = re.compile(rf"{re.escape(str(folder))}/\d{{{_DIGITS}}}/")
    try:
        read = read_documents([str(path) for path in sorted(folder.glob("*/*"))])
    except InputError as error:
        raise InputError(within.sub("", str(error))) from None
    return [_under_own_name(source, within) for source in read]


def _under_own_name(source: SourceDocument, folder: re.Pattern[str]) -> SourceDocument:
    """A document that tells its file, not where the server kept that."""
    document = source.document
    named = replace(document, id=folder.sub("", document.id), file=folder.sub("", document.file))
    return replace(source, document=named)
