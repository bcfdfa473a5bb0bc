"""Vectors on disk, by the text they stand for: appended by several processes, read as one matrix.

A vector file is three: `NAME.keys` holds a 16-byte digest a row, `NAME.rows` the float32 vector of the same
row, `NAME.sums` a checksum of NAME and both. Rows are only ever appended, under a lock: first the vector,
then the checksum, then the key. A row counts once its key is complete, so that what a killed process left
half-written is cut off by the next one that appends. A row whose checksum is another was damaged, or belongs
to another file.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt
from filelock import FileLock

from .checksums import SUM_BYTES, checksum
from .counted import counted
from .errors import InputError, StoreError
from .private_files import PRIVATE, private_folder

Vectors = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]
Digests = npt.NDArray[np.bytes_]

_DIGEST_BYTES = 16
_DIGEST = np.dtype(f"S{_DIGEST_BYTES}")
_FLOAT_BYTES = 4
_SAMPLED = 1000


def digest(text: str) -> bytes:
    """The 16 bytes under which the vector of a text is kept."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()


class VectorFile:
    """Vectors of one model, each distinct text once.

    The constructor does no I/O; a file that is not there reads as empty, and the first `append` makes it.
    One object may be used by one thread at a time; any number of processes may append to the same file.
    """

    def __init__(self, path: Path, dimensions: int) -> None:
        """`path` without suffix: four files stand there, `.keys`, `.rows`, `.sums` and `.lock`."""
        self.dimensions = dimensions
        self._name = path.name.encode()
        self._keys = path.with_name(path.name + ".keys")
        self._rows = path.with_name(path.name + ".rows")
        self._sums = path.with_name(path.name + ".sums")
        self._lock = path.with_name(path.name + ".lock")
        # The digests in order, and the row of each: 24 bytes a text, where a dict would take 190.
        self._digests: Digests = np.empty(0, _DIGEST)
        self._row_of_digest: Rows = np.empty(0, np.int64)
        # The rows as they were mapped last, with inode and number: pages of a new map are read in anew.
        self._mapped: tuple[tuple[int, int], Vectors] | None = None
        # The bytes of all files, with inodes and sizes.
        self._bytes: tuple[object, tuple[memoryview, memoryview, memoryview]] | None = None

    @property
    def rows_file(self) -> Path:
        """Where the vectors are."""
        return self._rows

    @property
    def parts(self) -> tuple[tuple[Path, int], ...]:
        """The files of keys, vectors and checksums, each with the bytes of a row."""
        return (self._keys, _DIGEST_BYTES), (self._rows, self._row_bytes), (self._sums, SUM_BYTES)

    def __len__(self) -> int:
        """How many rows are complete."""
        try:
            keys, rows = self._keys.stat().st_size, self._rows.stat().st_size
        except FileNotFoundError:
            return 0
        return min(keys // _DIGEST_BYTES, rows // self._row_bytes)

    def lookup(self, texts: Iterable[str]) -> Rows:
        """The row of each text, -1 where there is none; shape (n,)."""
        self._refresh()
        return self._rows_of(_digests(texts))

    def missing(self, texts: Iterable[str]) -> list[str]:
        """The distinct texts that have no vector, in order of first appearance."""
        distinct = list(dict.fromkeys(texts))
        rows = self.lookup(distinct)
        return [text for text, row in zip(distinct, rows, strict=True) if row < 0]

    def matrix(self) -> Vectors:
        """All rows, memory-mapped and read-only; shape (len, dimensions)."""
        count = len(self)
        if not count:
            return np.empty((0, self.dimensions), np.float32)
        identity = self._rows.stat().st_ino, count
        if self._mapped is None or self._mapped[0] != identity:
            rows = np.memmap(self._rows, np.float32, "r", shape=(count, self.dimensions))
            self._mapped = identity, rows
        return self._mapped[1]

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts that all have one; shape (len(texts), dimensions).

        Raises KeyError, with the text, when one has none.
        """
        rows = self.lookup(texts)
        if len(rows) and rows.min() < 0:
            raise KeyError(texts[int(rows.argmin())])
        return np.asarray(self.matrix()[rows], np.float32)

    def sound(self, rows: Rows) -> npt.NDArray[np.bool_]:
        """Which of some complete rows are as they were written; all, in a file made without checksums."""
        if not len(rows) or not self._sums.exists():
            return np.ones(len(rows), np.bool_)
        sums = self._maps()[-1]
        kept = (_piece(sums, row, SUM_BYTES) for row in rows.tolist())
        return np.array([a == b for a, b in zip(self._made_sums(rows.tolist()), kept, strict=True)], np.bool_)

    def fingerprint(self, rows: int) -> str:
        """Tells the first rows from those of another file, or of one made anew: by the keys of a thousand."""
        state = blake2b(str(rows).encode(), digest_size=8)
        if 0 < rows <= len(self):
            keys = np.memmap(self._keys, _DIGEST, "r", shape=(rows,))
            state.update(keys[np.linspace(0, rows - 1, _SAMPLED).astype(np.int64)].tobytes())
        return state.hexdigest()

    def append(self, texts: Sequence[str], vectors: Vectors) -> int:
        """Keep the vectors of texts that have none yet; durable on return. How many were new.

        Raises:
            InputError: `vectors` is not of shape (len(texts), dimensions), or holds NaN or infinity.
            StoreError: the files cannot be written, a full disk for instance.
        """
        vectors = self._checked(texts, vectors)
        try:
            private_folder(self._keys.parent)
            with FileLock(self._lock, mode=PRIVATE):
                return self._append_locked(texts, vectors)
        except OSError as error:
            raise StoreError(f"cannot write vectors to {self._rows}: {error.strerror or error}") from error

    def replace(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Put other vectors in the place of those of texts that have one, damaged ones for instance.

        Durable on return; texts without a vector are passed over. Raises as `append` does.
        """
        vectors = self._checked(texts, vectors)
        try:
            with FileLock(self._lock, mode=PRIVATE):
                self._with_sums()
                found = zip(self.lookup(texts), _digests(texts), vectors, strict=True)
                changed = [(int(row), key, vector) for row, key, vector in found if row >= 0]
                _overwrite(self._rows, ((row * self._row_bytes, v.tobytes()) for row, _, v in changed))
                sums = ((row * SUM_BYTES, self._sum(_key(key), v.tobytes())) for row, key, v in changed)
                _overwrite(self._sums, sums)
        except OSError as error:
            raise StoreError(f"cannot write vectors to {self._rows}: {error.strerror or error}") from error

    def _checked(self, texts: Sequence[str], vectors: Vectors) -> Vectors:
        vectors = np.ascontiguousarray(vectors, np.float32)
        if vectors.shape != (len(texts), self.dimensions):
            raise InputError(
                f"vectors of shape {vectors.shape} for {counted(len(texts), 'text')}: "
                f"expected ({len(texts)}, {self.dimensions})"
            )
        if not np.isfinite(vectors).all():
            raise InputError("a vector holds NaN or infinity: the encoder that made it is broken")
        return vectors

    @property
    def _row_bytes(self) -> int:
        return self.dimensions * _FLOAT_BYTES

    def _append_locked(self, texts: Sequence[str], vectors: Vectors) -> int:
        self._refresh()
        digests, first = np.unique(_digests(texts), return_index=True)
        new = np.sort(first[self._rows_of(digests) < 0])
        count = len(self)
        self._with_sums()
        keys = _digests(texts[i] for i in new)
        sums = (self._sum(_key(key), vectors[i].tobytes()) for key, i in zip(keys, new, strict=True))
        # The key last: one without its vector would be a promise that cannot be kept.
        _write_at(self._rows, count * self._row_bytes, vectors[new].tobytes())
        _write_at(self._sums, count * SUM_BYTES, b"".join(sums))
        _write_at(self._keys, count * _DIGEST_BYTES, keys.tobytes())
        return len(new)

    def _sum(self, key: bytes | memoryview, vector: bytes | memoryview) -> bytes:
        """The checksum of a row; rows of another file have others."""
        return checksum(b"".join((self._name, key, vector)))

    def _made_sums(self, rows: Iterable[int]) -> Iterator[bytes]:
        """The checksums of rows as they are now."""
        keys, vectors, _ = self._maps()
        for row in rows:
            yield self._sum(_piece(keys, row, _DIGEST_BYTES), _piece(vectors, row, self._row_bytes))

    def _maps(self) -> tuple[memoryview, memoryview, memoryview]:
        """The bytes of keys, rows and checksums, mapped anew when there are more of them, or others."""
        files = (self._keys, self._rows, self._sums)
        stats = [file.stat() if file.exists() else None for file in files]
        identity = tuple((found.st_ino, found.st_size) if found else None for found in stats)
        if self._bytes is None or self._bytes[0] != identity:
            keys, rows, sums = (
                _mapped(file) if found else memoryview(b"") for file, found in zip(files, stats, strict=True)
            )
            self._bytes = identity, (keys, rows, sums)
        return self._bytes[1]

    def _with_sums(self) -> None:
        """Make the checksums of a file that was written without; its rows are taken as they are."""
        if not self._sums.exists() and (count := len(self)):
            _write_at(self._sums, 0, b"".join(self._made_sums(range(count))))

    def _rows_of(self, digests: Digests) -> Rows:
        if not len(self._digests):
            return np.full(len(digests), -1, np.int64)
        # Asked for in order, each is found near the one before it: of millions, four times as fast.
        order = np.argsort(digests)
        place = np.empty(len(digests), np.int64)
        place[order] = np.searchsorted(self._digests, digests[order])
        place = place.clip(max=len(self._digests) - 1)
        return np.where(self._digests[place] == digests, self._row_of_digest[place], -1)

    def _refresh(self) -> None:
        """Read the keys that were appended, by anybody, since the last look."""
        known, count = len(self._digests), len(self)
        if count < known:  # the file was removed or made anew
            self._digests, self._row_of_digest, known = self._digests[:0], self._row_of_digest[:0], 0
        if count == known:
            return
        with self._keys.open("rb") as keys:
            keys.seek(known * _DIGEST_BYTES)
            added = np.frombuffer(keys.read((count - known) * _DIGEST_BYTES), _DIGEST)
        digests = np.concatenate([self._digests, added])
        rows = np.concatenate([self._row_of_digest, np.arange(known, count)])
        order = np.argsort(digests, kind="stable")  # merges what is in order already
        self._digests, self._row_of_digest = digests[order], rows[order]


def _digests(texts: Iterable[str]) -> Digests:
    return np.frombuffer(b"".join(map(digest, texts)), _DIGEST)


def _key(digest: bytes) -> bytes:
    """All 16 bytes: numpy cuts off zeros at the end."""
    return digest.ljust(_DIGEST_BYTES, b"\x00")


def _mapped(file: Path) -> memoryview:
    return memoryview(np.memmap(file, np.uint8, "r").data if file.stat().st_size else b"")


def _piece(view: memoryview, row: int, size: int) -> memoryview:
    return view[row * size : (row + 1) * size]


def _overwrite(path: Path, pieces: Iterable[tuple[int, bytes]]) -> None:
    """Put bytes in the place of others, on disk."""
    with path.open("r+b") as file:
        for offset, data in pieces:
            file.seek(offset)
            file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _write_at(path: Path, offset: int, data: bytes) -> None:
    """Make the file end with `data` at `offset`, on disk: what stood beyond was never complete."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    with os.fdopen(descriptor, "r+b") as file:
        file.truncate(offset)
        file.seek(offset)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
