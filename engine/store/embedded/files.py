"""The folder of an embedded store: what lies where, who may write, and how a new state replaces the old.

`graph.lbdb` is only ever replaced as a whole: a writer makes the next state in a file of its own and renames
it. Readers, in this process or in others, therefore never wait and never see anything half-written, and a
writer killed at any moment leaves the previous state.

`graph.lbdb.sums` holds the checksums of that file. While one state takes the place of another it holds those
of both, so that whichever is found after a crash is told from a damaged one.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from filelock import FileLock, Timeout

from ...checksums import ABSENT, NO_SUMS, FileSums, SumsFile, flush
from ...errors import DamagedError, StoreError
from ...private_files import PRIVATE, make_private, private_file, private_folder
from ..protocol import EncoderIdentity

_SPARE_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """Tells one state of the database file from every other."""

    inode: int
    modified_ns: int
    size: int


@dataclass(frozen=True, slots=True)
class StoreFolder:
    """The paths of a store. Nothing is made before `writing`."""

    path: Path

    @property
    def database(self) -> Path:
        return self.path / "graph.lbdb"

    @property
    def workshop(self) -> Path:
        """Where a writer makes the next state; what a killed one left is removed by the next."""
        return self.path / "next"

    def state(self) -> FileIdentity | None:
        """Which state is there now; None for a store that does not exist yet.

        Raises:
            StoreError: the path is a file, or cannot be read.
        """
        with self.using():
            try:
                found = self.database.stat()
            except FileNotFoundError:
                return None
        return FileIdentity(found.st_ino, found.st_mtime_ns, found.st_size)

    @property
    def sums(self) -> SumsFile:
        """The checksums of the database file."""
        return SumsFile(self.database)

    def sound_state(self) -> FileIdentity | None:
        """Which state is there now, once size and both ends of its file are known to be as written.

        The end is where ladybug keeps most of its catalogue; a damaged one may end the process.

        Raises:
            DamagedError: they are not.
            StoreError: as `state`.
        """
        while True:
            state = self.state()
            try:
                with self.using():
                    self.sums.check_ends()
                return state
            except DamagedError:
                if self.state() == state:  # else a writer was done between one look and the other
                    raise

    def check(self) -> None:
        """Read the whole database file.

        Raises:
            DamagedError: not every byte is as it was written.
        """
        while True:
            state = self.state()
            try:
                with self.using():
                    self.sums.check(FileSums.of(self.database))
                return
            except DamagedError:
                if self.state() == state:
                    raise

    def faults(self, *, deep: bool) -> Iterator[tuple[Path, str]]:
        """What is wrong with the database file: which file, and what.

        Args:
            deep: read every byte, else size, head and last block alone.

        Raises:
            StoreError: as `state`.
        """
        try:
            if self.sums.read():
                self.check() if deep else self.sound_state()
            elif self.state() is not None:
                yield self.sums.path, NO_SUMS
        except DamagedError as error:
            yield error.file, error.fault

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Be the only writer, with an empty workshop.

        Raises:
            StoreError: there is another writer, or the folder cannot be written; nothing has changed then.
        """
        lock = FileLock(self.path / "lock", mode=PRIVATE)
        with self.using():
            private_folder(self.path)
            try:
                lock.acquire(timeout=0)
            except Timeout as error:
                busy = f"{self.path} is in use by another {self._holder()}; try again when it is done"
                raise StoreError(busy) from error
        try:
            with self.using():
                private_file(self._writer)
                self._writer.write_text(str(os.getpid()))
                self._clear_workshop()
                private_folder(self.workshop)
            yield
        finally:
            self._clear_workshop()
            self._writer.unlink(missing_ok=True)
            lock.release()

    @contextmanager
    def using(self) -> Iterator[None]:
        """Errors of files inside are the store's."""
        try:
            yield
        except OSError as error:
            raise self._unusable(error) from error

    def check_room(self, added: int) -> None:
        """Raises StoreError when the disk may be too full for the next state, with so many bytes more.

        ladybug does not get over a disk that fills up while it writes the last of a database.
        """
        state = self.state()
        needed = _SPARE_BYTES + 2 * added + (state.size if state else 0)
        with self.using():
            _total, _used, free = shutil.disk_usage(self.path)
        if free < needed:
            raise StoreError(
                f"{self.path} needs {needed >> 20:,} MB of disk, but {free >> 20:,} MB are free; "
                "nothing was changed"
            )

    def copy_state(self, file: Path) -> None:
        """Begin the next state.

        Raises:
            DamagedError: the present one is damaged, which its copy must not pass on as sound.
            StoreError: the disk does not take it.
        """
        try:
            with file.open("wb") as copy:
                found = FileSums.of(self.database, copy)
        except OSError as error:
            reason = error.strerror or error
            raise StoreError(f"cannot copy {self.database}: {reason}; nothing was changed") from error
        self.sums.check(found)

    def publish(self, database: Path) -> None:
        """Make a finished database file the state of the store, durably and at once."""
        with self.using():
            make_private(database)
            flush(database)
            made = FileSums.of(database)
            self.sums.write([made, *self._present()])
            database.replace(self.database)
            flush(self.path)
            self.sums.write([made])

    def _present(self) -> list[FileSums]:
        """The checksums of the state that is there now."""
        if not self.database.exists():
            return [ABSENT]
        known = self.sums.read() or [FileSums.of(self.database)]  # a store that was made without checksums
        return [state for state in known if state.fits(self.database)]

    def vectors(self, kg: str, encoder: EncoderIdentity, kind: str) -> Path:
        """The stem of the vector files of a graph; any name of a graph or model makes a safe one."""
        model = _digest(f"{encoder.model_id}\x00{encoder.dimensions}")
        return self._vectors / f"{_digest(kg)}-{model}-{kind}"

    def remove_vectors(self, kg: str) -> None:
        for file in self._vectors.glob(f"{_digest(kg)}-*"):
            file.unlink(missing_ok=True)

    @property
    def _vectors(self) -> Path:
        return self.path / "vectors"

    @property
    def _writer(self) -> Path:
        return self.path / "writer"

    def _clear_workshop(self) -> None:
        with suppress(FileNotFoundError):
            shutil.rmtree(self.workshop)

    def _holder(self) -> str:
        """Who writes now. The writer may be done by the time we look."""
        try:
            pid = self._writer.read_text().strip()
        except OSError:
            return "process"
        return "writer of this process" if pid == str(os.getpid()) else f"process (pid {pid})"

    def _unusable(self, error: OSError) -> StoreError:
        if isinstance(error, NotADirectoryError | FileExistsError):
            return StoreError(f"{self.path} is a file, but an embedded store is a folder; name another path")
        return StoreError(f"cannot use the store {self.path}: {error.strerror or error}")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
