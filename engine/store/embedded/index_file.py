"""The index of a vector file, where it is large: on disk beside it, never of other vectors than these."""

from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock

from ...checksums import NO_SUMS, FileSums, SumsFile
from ...errors import DamagedError, StoreError
from ...private_files import PRIVATE, make_private
from ...progress import Advance, Progress
from ...vectors import VectorFile
from ..approximate import RowIndex, available


class IndexFile:
    """Opens and builds the index of one vector file.

    Its name holds the fingerprint of the rows that it was built of: once these are removed, or made anew, no
    index is found. One of which size or ends are not as they were written counts as none.
    """

    def __init__(self, stem: Path, vectors: VectorFile) -> None:
        """`stem` is the path of the vector file, without suffix."""
        self._stem = stem
        self._vectors = vectors
        self._opened: RowIndex | None = None

    def opened(self) -> RowIndex | None:
        """The index of the first rows of the vector file; None while there is none that can be read."""
        if self._opened is None:
            for file in filter(_begins_well, self._files()):
                index = RowIndex.read(file)
                if index is not None and file == self._file(len(index)):
                    self._opened = index
        return self._opened

    def faults(self, *, deep: bool) -> Iterator[tuple[Path, str]]:
        """What is wrong with it: which file, and what.

        Args:
            deep: read all of it, else its size and both ends alone.
        """
        for file in self._files():
            sums = SumsFile(file)
            try:
                if not sums.read():
                    yield sums.path, NO_SUMS
                elif deep:
                    sums.check(FileSums.of(file))
                else:
                    sums.check_ends()
            except DamagedError as error:
                yield error.file, error.fault

    def build(self, progress: Progress, title: str) -> None:
        """Make an index over all rows, unless there is one and what came later is soon compared.

        What came later than the index is compared row by row. It is added when these are more rows than a
        search looks at in it. A process killed meanwhile leaves the index that there was, or none.

        Raises:
            StoreError: it cannot be written.
        """
        if not available():
            return
        with FileLock(self._stem.with_name(f"{self._stem.name}.index.lock"), mode=PRIVATE):
            self._opened = None
            index, rows = self.opened(), len(self._vectors)
            if index is not None and rows - len(index) <= index.rows_a_query:
                return
            with progress.task(title, rows) as advance:
                self._write(self._made(rows, index, advance), self._file(rows))
            # Older indexes, and what killed processes left of theirs.
            for file in {*self._files(), *self._files(".partial")} - {self._file(rows)}:
                file.unlink(missing_ok=True)
                SumsFile(file).path.unlink(missing_ok=True)
            self._opened = None

    def _write(self, index: RowIndex, file: Path) -> None:
        """The checksums are there before the index is: one is never found without them."""
        made = file.with_name(f"{file.name}.partial")
        index.write(made)
        try:
            make_private(made)
            SumsFile(file).write([FileSums.of(made)])
            made.replace(file)
        except OSError as error:
            raise StoreError(f"cannot write the index {file}: {error.strerror or error}") from error

    def _made(self, rows: int, before: RowIndex | None, advance: Advance) -> RowIndex:
        """An index over so many rows, upon the one that there was."""
        matrix = self._vectors.matrix()[:rows]
        index = before and RowIndex.read(self._file(len(before)), to_grow=True)
        if index is None:
            return RowIndex.build(matrix, advance)
        advance(len(index))
        index.grow(matrix, advance)
        return index

    def _file(self, rows: int) -> Path:
        return self._stem.with_name(f"{self._stem.name}.{self._vectors.fingerprint(rows)}.index")

    def _files(self, suffix: str = ".index") -> list[Path]:
        return sorted(self._stem.parent.glob(f"{self._stem.name}.*{suffix}"))


def _begins_well(file: Path) -> bool:
    """Whether size and ends of an index are as they were written, or that is not known."""
    try:
        SumsFile(file).check_ends()
    except (DamagedError, OSError):
        return False
    return True
