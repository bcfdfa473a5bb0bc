"""Answers as JSON lines, in the order in which they were asked for: a killed run goes on where it was."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from ..errors import BadRowError, InputError
from ..parsing import json_value
from ..resuming import resuming

ORIGIN = "made_from"
FAILURE = "failure"
_FIRST_BYTES = f'{{"{ORIGIN}": "'.encode()


class Journal:
    """An open file of rows. Each remembers, in `made_from`, what it was made from.

    Attributes:
        kept: how many rows were there already, and stand.
    """

    def __init__(self, file: IO[bytes], kept: int) -> None:
        self._file = file
        self.kept = kept

    def write(self, origin: str, row: Mapping[str, Any], failure: str | None = None) -> None:
        """Add a row. One with a failure is asked for again by the next run."""
        failed = {} if failure is None else {FAILURE: failure}
        whole = {ORIGIN: origin, **row, **failed}
        # Half a surrogate pair in a text is written as it came: \udXXX is JSON.
        self._file.write(json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
        self._file.flush()


@contextmanager
def open_journal(path: str | os.PathLike[str], origins: Sequence[str]) -> Iterator[Journal]:
    """The file for rows of these origins, made where there is none.

    Rows that are there are kept up to the first failure or torn line; what follows is cut.

    Raises:
        InputError: the file cannot be written, or holds rows of another origin.
        BadRowError: a row is damaged.
    """
    with resuming(path) as file:
        yield Journal(file, _keep(file, Path(path), origins))


def _keep(file: IO[bytes], path: Path, origins: Sequence[str]) -> int:
    kept = end = 0
    for line in file:
        if not line.startswith(_FIRST_BYTES[: len(line)]):
            raise InputError(
                f"{path}, line {kept + 1}: not a row of answers; choose another file to write to"
            )
        if not line.endswith(b"\n"):
            break
        row = _parsed(line, path, kept + 1)
        if kept == len(origins) or row[ORIGIN] != origins[kept]:
            raise InputError(
                f"{path}, line {kept + 1}: made from another row, prompt, model or setting than this run's; "
                "choose another file to write to, or remove the file"
            )
        if FAILURE in row:
            break
        kept += 1
        end += len(line)
    file.seek(end)
    file.truncate()
    return kept


def _parsed(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        row: dict[str, Any] = json_value(line)
    except ValueError as error:
        raise BadRowError(str(path), number, f"is damaged ({error}); remove the file and run again") from None
    return row
