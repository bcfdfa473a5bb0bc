"""The files that documents stand in: rows of JSON or of a table, plain text, or a folder of such files."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any

from ..engine.errors import BadRowError, InputError
from ..engine.progress import Progress
from .faults import Faults
from .markdown import PlainText, plain_text
from .reading import PathLike, open_source, source_name
from .row_values import read_row_values

_MARKDOWN = ".md"
_TEXTS = (".txt", _MARKDOWN)
_KINDS = (*_TEXTS, ".jsonl", ".ndjson", ".json", ".csv", ".tsv")
_LARGEST_TEXT = 64 << 20  # bytes of a file that is one document


def document_files(sources: Sequence[PathLike]) -> list[PathLike]:
    """The files, each folder replaced by those in it and below it, in order of their names.

    Of a folder those count that may hold documents by their names, and hold anything; hidden ones do not.

    Raises:
        InputError: a folder holds no such file.
    """
    return [file for source in sources for file in _files_of(source)]


def read_document_rows(
    path: PathLike, faults: Faults, progress: Progress
) -> Iterator[Sequence[tuple[int, Any]]]:
    """The rows of a file, each with the line on which it starts, in batches; a text is one row.

    Raises:
        BadRowError, InputError: as `read_row_values`; or a text is not UTF-8, or too long, or the file's name
            is that of something else, such as a PDF.
    """
    name = source_name(path)
    if _suffix(name) and _suffix(name) not in _KINDS:
        raise InputError(f"{name}: documents stand in {', '.join(_KINDS)}; convert it to text")
    if is_text(name):
        yield [(1, _text(path, progress))]
    else:
        yield from read_row_values(path, faults, progress)


def _files_of(source: PathLike) -> list[PathLike]:
    folder = Path(source)
    if not folder.is_dir():
        return [source]
    files = sorted(path for path in folder.rglob("*") if _may_hold_documents(path, folder))
    if not files:
        raise InputError(f"{source_name(source)} holds no file of documents ({', '.join(_KINDS)})")
    return list(files)


def _may_hold_documents(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    name = path.name.lower().removesuffix(".gz")
    return not hidden and name.endswith(_KINDS) and path.is_file() and path.stat().st_size > 0


def _text(path: PathLike, progress: Progress) -> dict[str, str]:
    """A row of a file that is one document."""
    with open_source(path, progress) as opened:
        data = opened.read(_LARGEST_TEXT + 1)
    if len(data) > _LARGEST_TEXT:
        raise InputError(f"{opened.name} is larger than {_LARGEST_TEXT >> 20} MiB; split it into documents")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRowError(opened.name, line, "is not UTF-8; convert the file") from None
    return {"id": opened.name, **text_row(opened.name, text)}


def is_text(name: str) -> bool:
    """Whether a file of that name is one document of plain text, packed with gzip or not."""
    return _suffix(name) in _TEXTS


def text_row(name: str, text: str) -> dict[str, str]:
    """`title` and `text` of a file that is one document: its own title, or else the file's name.

    Underscores of the name are spaces, and its letters large or small as the text has them.

    >>> text_row("notes/lena_fischer.txt", "Lena Fischer lives in Graz.")
    {'title': 'Lena Fischer', 'text': 'Lena Fischer lives in Graz.'}
    """
    title, text = plain_text(text) if _suffix(name) == _MARKDOWN else PlainText("", text)
    return {"title": title or _as_written(PurePath(_unpacked(name)).stem, text), "text": text}


def _as_written(stem: str, text: str) -> str:
    named = " ".join(stem.replace("_", " ").split()) or stem
    found = re.search(rf"(?<!\w){re.escape(named)}(?!\w)", text, re.IGNORECASE)
    return found[0] if found else named


def _suffix(name: str) -> str:
    return PurePath(_unpacked(name)).suffix.lower()


def _unpacked(name: str) -> str:
    return name.removesuffix(".gz")
