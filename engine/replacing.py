"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import InputError

# Half of a surrogate pair, which a text may hold and no UTF-8, is written as JSON writes it: "\ud83c".
_ESCAPED = "backslashreplace"


@contextmanager
def replacing(path: Path, what: str) -> Iterator[IO[str]]:
    """A file that takes the place of `path` when the block ends well, and vanishes otherwise.

    Behind a link it is the file that is replaced, not the link. A device or a pipe is written to.

    Args:
        what: what is written, for the message of an error.

    Raises:
        InputError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not (target.is_file() or target.is_dir()):
        with _told(path, what), target.open("w", encoding="utf-8", errors=_ESCAPED, newline="") as stream:
            yield stream
        return
    with (
        making(path, what) as partial,
        partial.open("w", encoding="utf-8", errors=_ESCAPED, newline="") as file,
    ):
        yield file


@contextmanager
def making(path: Path, what: str) -> Iterator[Path]:
    """The same of a file that others write: where to, until the block ends well.

    Raises:
        InputError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        with _told(path, what):
            yield partial
            partial.replace(target)
    finally:
        if partial.parent.is_dir():
            partial.unlink(missing_ok=True)


@contextmanager
def _told(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = f"{error.strerror or error}. Choose a file in a folder that exists and can be written to."
        raise InputError(f"{path}: the {what} cannot be written: {reason}") from error
