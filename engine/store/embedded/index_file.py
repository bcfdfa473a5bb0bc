"""The index of a vector file, where it is large: on disk beside it, never of other vectors than these."""

from pathlib import Path

from filelock import FileLock

from ...private_files import PRIVATE, make_private
from ...progress import Advance, Progress
from ...vectors import VectorFile
from ..approximate import RowIndex, available


class IndexFile:
    """Opens and builds the index of one vector file.

    Its name holds the fingerprint of the rows that it was built of: once these are removed, or made anew, no
    index is found.
    """

    def __init__(self, stem: Path, vectors: VectorFile) -> None:
        """`stem` is the path of the vector file, without suffix."""
        self._stem = stem
        self._vectors = vectors
        self._opened: RowIndex | None = None

    def opened(self) -> RowIndex | None:
        """The index of the first rows of the vector file; None while there is none that can be read."""
        if self._opened is None:
            for file in self._files():
                index = RowIndex.read(file)
                if index is not None and file == self._file(len(index)):
                    self._opened = index
        return self._opened

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
                self._made(rows, index, advance).write(self._file(rows))
                make_private(self._file(rows))
            # Older indexes, and what killed processes left of theirs.
            for file in {*self._files(), *self._files(".partial")} - {self._file(rows)}:
                file.unlink(missing_ok=True)
            self._opened = None

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
