"""Files that a command works over, also where the user named none: they go when the command ends."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory


@contextmanager
def rows_file(out: str | None) -> Iterator[Path]:
    """Where rows are kept: the file that was named, or one that goes when the command ends."""
    if out:
        yield Path(out)
        return
    with TemporaryDirectory(prefix="groundpath-") as folder:
        yield Path(folder) / "rows.jsonl"


@contextmanager
def read_again(file: str) -> Iterator[str]:
    """A source that can be read twice: standard input is copied to a file that goes when the command ends."""
    if file != "-":
        yield file
        return
    with TemporaryDirectory(prefix="groundpath-") as folder:
        path = Path(folder) / "<stdin>"
        with path.open("wb") as copy:
            copyfileobj(sys.stdin.buffer, copy)
        yield str(path)
