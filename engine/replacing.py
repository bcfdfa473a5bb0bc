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
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            with target.open("w", encoding="utf-8", errors=_ESCAPED, newline="") as stream:
                yield stream
            return
        with partial.open("w", encoding="utf-8", errors=_ESCAPED, newline="") as file:
            yield file
        partial.replace(target)
    except OSError as error:
        reason = f"{error.strerror or error}. Choose a file in a folder that exists and can be written to."
        raise InputError(f"{path}: the {what} cannot be written: {reason}") from error
    finally:
        if partial.parent.is_dir():
            partial.unlink(missing_ok=True)
