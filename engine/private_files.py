"""Files of stores and caches, which only their owner may read: they hold what graphs and models say."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_dir

PRIVATE = 0o600
"""The mode of such a file."""

_FOLDER = 0o700


def cache_directory() -> Path:
    """Where vectors and copies are kept: GROUNDPATH_CACHE, else the user's cache directory."""
    return Path(os.environ.get("GROUNDPATH_CACHE") or user_cache_dir("groundpath")).expanduser()


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it, where there is none; those that are there keep their modes.

    Raises OSError.
    """
    if not folder.parent.exists():
        private_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(_FOLDER)
    if not folder.is_dir():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))


def private_file(file: Path) -> None:
    """Make an empty file where there is none, before a library opens it. Raises OSError."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))


def make_private(file: Path) -> None:
    """Of a file that a library has made. Raises OSError."""
    file.chmod(PRIVATE)
