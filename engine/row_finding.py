"""One row out of a file of verdicts: of audits, or of checks."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from shlex import quote
from typing import Generic, NamedTuple, TypeVar

from .errors import BadRowError, InputError

_LOOKED_AT = 200  # rows, and so many of them are named where one must be chosen:
_NAMED = 5

PathLike = str | os.PathLike[str]
_Row = TypeVar("_Row")


@dataclass(frozen=True)
class FoundRows(Generic[_Row]):
    """How rows of a kind are read, and what tells one from another.

    Attributes:
        read: all rows of a file, one at a time.
        id: what a user calls a row by; several may have one.
        maker: who made what the row is about; empty where that is not known.
        outcome: in a word or two.
        best: the outcome in which nothing has to be looked at; such rows are named last.
        written_by: the command that writes such a file.
    """

    read: Callable[[PathLike], Iterator[_Row]]
    id: Callable[[_Row], str]
    maker: Callable[[_Row], str]
    outcome: Callable[[_Row], str]
    best: str
    written_by: str


class _Found(NamedTuple, Generic[_Row]):
    line: int
    row: _Row


def find_row(path: PathLike, rows: FoundRows[_Row], id: str | None = None, line: int | None = None) -> _Row:
    """One row of a file: the one called `id`, the one in a line (from 1), or the only one.

    Raises:
        InputError: the file is not there or has no such row; or it has several, as where several models
            answered one question: then the line tells which.
        BadRowError: a line before it is no such row.
    """
    found = _found(path, rows, id, line)
    if not found:
        raise _unknown(path, rows, id, line)
    if len(found) > 1 and id is not None:
        raise InputError(
            f"{path} has several verdicts on rows {id!r}; name the line of one; {_lines(path, rows, found)}"
        )
    if len(found) > 1:
        raise InputError(f"{path} has several verdicts; name the row of one; {_some_ids(path, rows)}")
    return found[0].row


def _found(path: PathLike, rows: FoundRows[_Row], id: str | None, line: int | None) -> list[_Found[_Row]]:
    """The rows that are meant, two at most where none is named."""
    meant: list[_Found[_Row]] = []
    try:
        for number, row in enumerate(rows.read(path), 1):
            if id in (None, rows.id(row)) and line in (None, number):
                meant.append(_Found(number, row))
            if number == line or (id is None and len(meant) > 1):
                break
    except BadRowError:
        # A run may be writing the last line, which must not hide what is there.
        if not meant:
            raise
    return meant


def _unknown(path: PathLike, rows: FoundRows[_Row], id: str | None, line: int | None) -> InputError:
    if next(rows.read(path), None) is None:
        return InputError(f"{path} is empty; write verdicts into it: {rows.written_by} … --out {path}")
    wanted = " ".join(
        (*(() if id is None else (f"on a row {id!r}",)), *(() if line is None else (f"in line {line}",)))
    )
    return InputError(f"{path} has no verdict {wanted}; {_some_ids(path, rows)}")


def _some_ids(path: PathLike, rows: FoundRows[_Row]) -> str:
    """Which rows can be named: the first, those to be looked at before others, and how to see all."""
    first = sorted(islice(rows.read(path), _LOOKED_AT), key=lambda row: rows.outcome(row) == rows.best)
    named = "; ".join(f"{rows.id(row)!r} ({rows.outcome(row)})" for row in first[:_NAMED])
    more = ", …" if len(first) > _NAMED else ""
    such_as = f"groundpath explain {quote(os.fspath(path))} {quote(rows.id(first[0]))}"
    return f"there is: {named}{more}; such as: {such_as}"


def _lines(path: PathLike, rows: FoundRows[_Row], found: list[_Found[_Row]]) -> str:
    """Which lines can be named, and what tells them apart."""
    named = "; ".join(
        f"line {line} ({', '.join(filter(None, (rows.maker(row), rows.outcome(row))))})"
        for line, row in found[:_NAMED]
    )
    more = ", …" if len(found) > _NAMED else ""
    last = f"groundpath explain {quote(os.fspath(path))} --line {found[-1].line}"
    return f"there is: {named}{more}; such as: {last}"
