"""One verdict out of a file of them."""

import os
from itertools import islice
from shlex import quote
from typing import NamedTuple

from ..errors import BadRowError, InputError
from .journal import read_verdicts
from .verdicts import Verdict

_LOOKED_AT = 200  # verdicts, and so many of them are named where one must be chosen:
_NAMED = 5


class _Found(NamedTuple):
    line: int
    verdict: Verdict


def read_verdict(path: str | os.PathLike[str], id: str | None = None, line: int | None = None) -> Verdict:
    """One verdict of a file that `audit_to_file` wrote: on the row `id`, in a line (from 1), or the only one.

    Raises:
        InputError: the file is not there or has no such row; or it has several, as where several models
            answered one question: then the line tells which.
        BadRowError: a line before it is not a verdict.
    """
    found = _found(path, id, line)
    if not found:
        raise _unknown(path, id, line)
    if len(found) > 1 and id is not None:
        raise InputError(
            f"{path} has several verdicts on rows {id!r}; name the line of one; {_lines(path, found)}"
        )
    if len(found) > 1:
        raise InputError(f"{path} has several verdicts; name the row of one; {_some_ids(path)}")
    return found[0].verdict


def _found(path: str | os.PathLike[str], id: str | None, line: int | None) -> list[_Found]:
    """The verdicts that are meant, two at most where no row is named."""
    meant: list[_Found] = []
    try:
        for number, verdict in enumerate(read_verdicts(path), 1):
            if id in (None, verdict.id) and line in (None, number):
                meant.append(_Found(number, verdict))
            if number == line or (id is None and len(meant) > 1):
                break
    except BadRowError:
        # An audit may be writing the last line, which must not hide what is there.
        if not meant:
            raise
    return meant


def _unknown(path: str | os.PathLike[str], id: str | None, line: int | None) -> InputError:
    if next(read_verdicts(path), None) is None:
        return InputError(f"{path} is empty; write verdicts into it: groundpath audit … --out {path}")
    wanted = " ".join(
        (*(() if id is None else (f"on a row {id!r}",)), *(() if line is None else (f"in line {line}",)))
    )
    return InputError(f"{path} has no verdict {wanted}; {_some_ids(path)}")


def _some_ids(path: str | os.PathLike[str]) -> str:
    """Which rows can be named: the first, those that are not faithful before others, and how to see all."""
    first = sorted(islice(read_verdicts(path), _LOOKED_AT), key=lambda verdict: verdict.verdict == "faithful")
    named = "; ".join(f"{verdict.id!r} ({_outcome(verdict)})" for verdict in first[:_NAMED])
    more = ", …" if len(first) > _NAMED else ""
    return (
        f"there is: {named}{more}; such as: groundpath explain {quote(os.fspath(path))} {quote(first[0].id)}"
    )


def _lines(path: str | os.PathLike[str], found: list[_Found]) -> str:
    """Which lines can be named, and what tells them apart."""
    named = "; ".join(
        f"line {line} ({', '.join(filter(None, (str(verdict.maker), _outcome(verdict))))})"
        for line, verdict in found[:_NAMED]
    )
    more = ", …" if len(found) > _NAMED else ""
    last = f"groundpath explain {quote(os.fspath(path))} --line {found[-1].line}"
    return f"there is: {named}{more}; such as: {last}"


def _outcome(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict
