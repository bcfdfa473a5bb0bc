"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import InputError
from .workshops import owner, remove_left

# Half of a surrogate pair, which a text may hold and no UTF-8, is written as JSON writes it: "\ud83c".
_ESCAPED = "backslashreplace"
_SUFFIX = ".partial"


@contextmanager
def replacing(path: Path, what: str) -> Iterator[IO[str]]:
    """A file that takes the place of `path` when the block ends well, and vanishes otherwise.

    Behind a link it is the file that is replaced, not the link. A device or a pipe is written to.

    Args:
        what: what is written, for the message of an error.

    Raises:
        InputError: it cannot be written.
    """
    if is_written_to(path):
        with told(path, what), path.open("w", encoding="utf-8", errors=_ESCAPED, newline="") as stream:
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

    What a process that was killed left of the same file is removed first.

    Raises:
        InputError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    remove_left(target.parent, f".{target.name}.", _SUFFIX)
    partial = target.with_name(f".{target.name}.{owner()}{_SUFFIX}")
    try:
        with told(path, what):
            yield partial
            partial.replace(target)
    finally:
        if partial.parent.is_dir():
            partial.unlink(missing_ok=True)


def is_written_to(path: Path) -> bool:
    """Whether there is a device or a pipe, also behind a link, which no file takes the place of."""
    return path.exists() and not (path.is_file() or path.is_dir())


@contextmanager
def told(path: Path, what: str) -> Iterator[None]:
    """Raises InputError for an OSError of the block."""
    try:
        yield
    except OSError as error:
        reason = f"{error.strerror or error}. Choose a file in a folder that exists and can be written to."
        raise InputError(f"{path}: the {what} cannot be written: {reason}") from error
