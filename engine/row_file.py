"""Results as JSON lines: a run that was cut off, run again, goes on where it was."""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from .errors import BadRowError, InputError
from .parsing import json_value
from .resuming import resuming

_ORIGIN = "made_from"
_FIRST_BYTES = f'{{"{_ORIGIN}": "'.encode()

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class RowKind(Generic[_Made]):
    """What the rows of a file are.

    Attributes:
        read: a row back from its values of JSON; ValueError, KeyError or TypeError where it is none.
        row: what a file calls a row: "a verdict of an audit".
        run: what it calls what made it: "an audit".
        depends_on: what else than the row given it is made from, in words: "method, settings or graph".
    """

    read: Callable[[Mapping[str, Any]], _Made]
    row: str
    run: str
    depends_on: str


def origin_of(*parts: Any) -> str:
    """32 hexadecimal digits that name what a result is made from: values of JSON."""
    return blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class RowFile(Generic[_Given, _Made]):
    """A file of results, one row for each of what is given, in order; memory stays flat.

    Each row remembers, in `made_from`, what it was made from.

    Attributes:
        origin: names all that the result of what is given is made from.
        make: results of what is given, in order, as they come.
        write: a result as values of JSON.
        failed: whether a result is to be made again by the next run; what follows it is then made again too.
    """

    path: str | os.PathLike[str]
    kind: RowKind[_Made]
    origin: Callable[[_Given], str]
    make: Callable[[Iterator[_Given]], Iterable[_Made]]
    write: Callable[[_Made], Mapping[str, Any]]
    failed: Callable[[_Made], bool]

    def rows(self, given: Iterable[_Given]) -> Iterator[_Made]:
        """The results of all that is given: those that the file holds already, then those that it lacks.

        A last line that was cut off is made again.

        Raises:
            InputError: the file cannot be written, or holds results of something else.
        """
        waiting, again = iter(given), list[_Given]()
        with resuming(self.path) as file:
            yield from self._kept(file, waiting, again)
            yield from self._added(file, chain(again, waiting))

    def _kept(self, file: IO[bytes], waiting: Iterator[_Given], again: list[_Given]) -> Iterator[_Made]:
        """What the file holds, each row checked against what is given; the rest of it is cut.

        Args:
            again: what the first failed row was made from is put into it.
        """
        path, end = os.fspath(self.path), 0
        for number, line in enumerate(file, 1):
            if not line.startswith(_FIRST_BYTES[: len(line)]):
                raise InputError(
                    f"{path}, line {number}: not a row of {self.kind.run}; choose another file to write to"
                )
            if not line.endswith(b"\n"):
                break
            one = next(waiting, None)
            if one is None or not line.startswith(_FIRST_BYTES + self.origin(one).encode()):
                raise InputError(
                    f"{path}, line {number}: made from another row, {self.kind.depends_on} than this run's; "
                    "choose another file to write to, or remove the file"
                )
            made = _read(self.kind, line, path, number)
            if self.failed(made):
                again.append(one)
                break
            end += len(line)
            yield made
        file.seek(end)
        file.truncate()

    def _added(self, file: IO[bytes], waiting: Iterator[_Given]) -> Iterator[_Made]:
        origins: deque[str] = deque()

        def remembered() -> Iterator[_Given]:
            for one in waiting:
                origins.append(self.origin(one))
                yield one

        for made in self.make(remembered()):
            row = {_ORIGIN: origins.popleft(), **self.write(made)}
            file.write(json.dumps(row, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
            file.flush()
            yield made


def read_row_file(path: str | os.PathLike[str], kind: RowKind[_Made]) -> Iterator[_Made]:
    """The results of a file that was written so, one at a time.

    Raises:
        InputError: the file is not there.
        BadRowError: a line is no such result.
    """
    with _clear_error(Path(path)), Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            yield _read(kind, line, os.fspath(path), number)


def _read(kind: RowKind[_Made], line: bytes, path: str, number: int) -> _Made:
    try:
        return kind.read(json_value(line))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = (
            f"not {kind.row} ({type(error).__name__}: {error}); give a file that {kind.run} wrote, or take "
            "the line out if it is damaged"
        )
        raise BadRowError(path, number, reason) from error


@contextmanager
def _clear_error(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; choose another file") from error
