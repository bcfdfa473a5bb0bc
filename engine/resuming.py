"""Files of rows that a run which was cut off goes on with."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import InputError


@contextmanager
def resuming(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file to read what is there and to write on, made where there is none.

    Raises:
        InputError: it cannot be written, or is a device or a pipe, of which nothing can be read again.
    """
    path = Path(path)
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise InputError(
            f"{path} is a device or a pipe: rows are read again from where they are kept, so that a run can "
            "go on where it was cut off; choose a file"
        )
    try:
        path.touch()
        file = path.open("r+b")
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}; choose another file"
        ) from error
    with file:
        yield file
