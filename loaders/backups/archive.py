"""The file of a backup: a tar, whose last member is the checksum of all bytes before it.

`tar tf` lists what it holds. What follows the checksum is known: every byte of the file is checked.
"""

import os
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir
from typing import IO

from xxhash import xxh3_64

from ...engine.checksums import BLOCK_BYTES, flush
from ...engine.errors import DamagedError, InputError
from ...engine.private_files import make_private
from ...engine.progress import Progress
from ...engine.replacing import is_written_to, making, told

MANIFEST = "groundpath-backup.json"
_CHECKSUM = "checksum"
_END = tarfile.NUL * (2 * tarfile.BLOCKSIZE)


class Archive:
    """A backup that is written, member by member."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = xxh3_64()

    def add(self, name: str, content: IO[bytes]) -> None:
        """Add a member, from a file that is open at its start."""
        size = content.seek(0, os.SEEK_END)
        content.seek(0)
        self._write(_header(name, size))
        while block := content.read(BLOCK_BYTES):
            self._write(block)
        self._write(_padding(size))

    def add_bytes(self, name: str, content: bytes) -> None:
        self.add(name, BytesIO(content))

    def finish(self) -> None:
        self._file.write(_ending(self._hash.hexdigest()))

    def _write(self, data: bytes) -> None:
        self._hash.update(data)
        self._file.write(data)


@contextmanager
def writing(path: Path) -> Iterator[Archive]:
    """A backup that takes the place of `path`, durably, when the block ends well, and vanishes otherwise.

    Behind a link it is the file that is replaced, not the link. A device or a pipe is written to.

    Raises:
        InputError: it cannot be written.
    """
    if is_written_to(path):
        with told(path, "backup"), path.open("wb") as stream, _finished(stream) as archive:
            yield archive
        return
    with making(path, "backup") as partial, partial.open("wb") as file:
        make_private(partial)
        with _finished(file) as archive:
            yield archive
        file.flush()
        os.fsync(file.fileno())
    with told(path, "backup"):
        flush(place_of(path))


@contextmanager
def _finished(file: IO[bytes]) -> Iterator[Archive]:
    archive = Archive(file)
    yield archive
    archive.finish()


def place_of(path: Path) -> Path:
    """A folder on the disk of a backup, for files on the way; that of temporary files, for a device."""
    return Path(gettempdir()) if is_written_to(path) else Path(os.path.realpath(path)).parent


@contextmanager
def reading(path: Path, progress: Progress) -> Iterator[tarfile.TarFile]:
    """A backup of which every byte is known to be as it was written.

    Raises:
        DamagedError: it is not.
        InputError: it cannot be read, or is no backup.
    """
    try:
        with path.open("rb") as file:
            _check(path, file, progress)
            file.seek(0)
            with tarfile.open(fileobj=file, mode="r:") as archive:
                yield archive
    except OSError as error:
        raise InputError(f"the backup {path} cannot be read: {error.strerror or error}") from error


def member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    """A member, open for reading. Raises InputError where there is none."""
    try:
        opened = archive.extractfile(name)
    except KeyError:
        opened = None
    if opened is None:
        raise InputError(f"{archive.name!r} holds no {name}: it was made by another version of groundpath")
    return opened


def _check(path: Path, file: IO[bytes], progress: Progress) -> None:
    first = tarfile.BLOCKSIZE
    if file.read(len(MANIFEST)) != MANIFEST.encode():
        raise InputError(f"{path} is no backup of groundpath: `groundpath backup` makes one")
    size = file.seek(0, os.SEEK_END)
    left = size - len(_ending("0" * 16))
    file.seek(0)
    seen = xxh3_64()
    with progress.task(f"Checking {path.name}", size) as advance:
        while left > 0 and (block := file.read(min(BLOCK_BYTES, left))):
            seen.update(block)
            left -= len(block)
            advance(len(block))
    if size < first or file.read() != _ending(seen.hexdigest()):
        raise BackupDamagedError(path)


class BackupDamagedError(DamagedError):
    """A backup of which not every byte is as it was written."""

    def __init__(self, path: Path) -> None:
        Exception.__init__(
            self,
            f"the backup {path} is damaged: it was cut off, or bytes changed since it was made; nothing was "
            "restored. Copy it again from where it came, or restore another",
        )
        self.file = path
        self.fault = "it was cut off, or bytes changed"


def _ending(digest: str) -> bytes:
    return _header(_CHECKSUM, len(digest)) + digest.encode() + _padding(len(digest)) + _END


def _header(name: str, size: int) -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    return info.tobuf(tarfile.PAX_FORMAT)


def _padding(size: int) -> bytes:
    return tarfile.NUL * (-size % tarfile.BLOCKSIZE)
