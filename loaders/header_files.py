"""Tables whose header is a file of its own, as neo4j-admin takes them and BioCypher writes them."""

import csv
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import InputError
from ..engine.progress import SILENT
from .faults import Faults
from .headed import Header
from .reading import PathLike, decoded, line_blocks, open_source
from .separators import Dialect, separator_of

_COMMA = ","


class Table(NamedTuple):
    """A file of rows, and the file that holds their header where that is another."""

    file: PathLike
    header: Header | None = None


def tables_of(paths: Sequence[PathLike]) -> Iterator[Table]:
    """The tables that paths name: a file, or "HEADER,FILE,…" of which each FILE may be a pattern.

    A pattern is a regular expression of a file's name in its folder, as "Protein-part.*"; its files come in
    the order of their names.

    Raises:
        InputError: the header cannot be read, or no file is of a pattern.
    """
    for path in paths:
        parts = os.fspath(path).split(_COMMA)
        if len(parts) == 1 or Path(path).exists():
            yield Table(path)
            continue
        files = [file for part in parts[1:] for file in _files(part)]
        header = _header(parts[0], files[0])
        yield from (Table(file, header) for file in files)


def _files(part: str) -> list[PathLike]:
    path = Path(part)
    if path.exists():
        return [part]
    try:
        pattern = re.compile(path.name)
        found = sorted(file for file in path.parent.iterdir() if pattern.fullmatch(file.name))
    except (re.error, OSError) as error:
        raise InputError(f"{part} is neither a file nor a pattern of files: {error}") from None
    if not found:
        raise InputError(f"{part} is not there, and as a pattern it fits no file of its folder")
    return list(found)


def _header(path: PathLike, of: PathLike) -> Header:
    """A header, and how the cells of its tables are quoted, which the first of them shows."""
    with open_source(path, SILENT) as source:
        lines = (
            text + "\n"
            for block in line_blocks(source)
            for text in decoded(block, source.name, Faults("stop")).texts
            if text.strip()
        )
        line = next(lines, "")
        name = source.name
    if not line:
        raise InputError(
            f"{name} holds blank lines only; its first line names the columns of {os.fspath(of)}"
        )
    separator = separator_of([line], name)
    names = next(csv.reader([line], delimiter=separator))
    return Header(name, 1, names, Dialect(separator, _quote(of, separator)))


def _quote(path: PathLike, separator: str) -> str:
    """An apostrophe where texts stand in such and none in quotation marks, as BioCypher writes them."""
    with open_source(path, SILENT) as source:
        begun = source.beginning()
    sign = re.escape(separator.encode())
    quoted = re.search(rb"(?m)(?:^|" + sign + rb")'[^'\n]*'(?:" + sign + rb"|\r?$)", begun)
    return "'" if quoted and b'"' not in begun else '"'
