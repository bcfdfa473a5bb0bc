"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import InputError


@contextmanager
def replacing(path: Path, what: str) -> Iterator[IO[str]]:
    """A file that takes the place of `path` when the block ends well, and vanishes otherwise.

    Args:
        what: what is written, for the message of an error.

    Raises:
        InputError: it cannot be written.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("w", encoding="utf-8", newline="") as file:
            yield file
        partial.replace(path)
    except OSError as error:
        reason = f"{error.strerror or error}. Choose a file in a folder that exists and can be written to."
        raise InputError(f"{path}: the {what} cannot be written: {reason}") from error
    finally:
        if partial.parent.is_dir():
            partial.unlink(missing_ok=True)
