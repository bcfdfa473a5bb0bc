"""An encoder that remembers: each distinct text is encoded once ever, by whichever process comes first."""

import logging
import re
from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from ..errors import StoreError
from ..private_files import cache_directory
from ..vectors import VectorFile
from .encoder import Encoder

_LOG = logging.getLogger("groundpath.text")
# Kept at a time: what a killed process has to encode again.
_TEXTS_AT_A_TIME = 2048
_LENGTH_TOLERANCE = 1e-3

Vectors = npt.NDArray[np.float32]


class CachedEncoder:
    """Another encoder's vectors, kept on disk under the text and the encoder's model_id.

    Those of `queries` are kept beside them, under the id of that encoder.
    Several processes may share a directory. Vectors that were damaged on disk are encoded again; where
    nothing can be kept (full disk, no permission), this is logged once and encoding goes on without.
    Several threads may use one object: the other encoder is asked by one of them at a time, and what is kept
    comes without waiting for it.

    Attributes:
        found: how many texts were answered from the cache so far.
        encoded: how many distinct texts the other encoder was given so far.
    """

    def __init__(self, encoder: Encoder, directory: Path | None = None) -> None:
        """`directory` is made when first needed; without one, `cache_directory()`."""
        self._encoder = encoder
        self._directory = directory
        self._usable = True
        self._told = False  # that vectors were damaged
        self._encoding, self._at_files = Lock(), Lock()
        self.found = 0
        self.encoded = 0
        self._queries = self if encoder.queries is encoder else CachedEncoder(encoder.queries, directory)
        self._queries._encoding = self._encoding  # one model may stand behind both

    @classmethod
    def of(cls, encoder: Encoder) -> "CachedEncoder":
        """An encoder whose vectors are kept: itself, where it is such a one."""
        return encoder if isinstance(encoder, cls) else cls(encoder)

    def __repr__(self) -> str:
        return f"CachedEncoder({self._encoder!r})"

    @property
    def model_id(self) -> str:
        return self._encoder.model_id

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    @property
    def normalised(self) -> bool:
        return self._encoder.normalised

    @property
    def queries(self) -> "CachedEncoder":
        return self._queries

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), _TEXTS_AT_A_TIME):
            part = slice(start, start + _TEXTS_AT_A_TIME)
            vectors[part] = self._encode_some(texts[part])
        return vectors

    def known(self, texts: Sequence[str]) -> tuple[Vectors, npt.NDArray[np.bool_]]:
        """The vectors (n, d) of texts that are kept, and for which of the texts (n,) there is one."""
        with self._at_files:
            return self._read(texts)

    def _encode_some(self, texts: Sequence[str]) -> Vectors:
        distinct = list(dict.fromkeys(texts))
        rows, sound = self.known(distinct)
        wanting = np.flatnonzero(~sound)
        if len(wanting):
            missing = [distinct[row] for row in wanting]
            with self._encoding:
                rows[wanting] = self._encoder.encode(missing)
        with self._at_files:
            if len(wanting):
                self._keep(missing, rows[wanting])
            self.encoded += len(wanting)
            self.found += len(distinct) - len(wanting)
        row_of = {text: row for row, text in enumerate(distinct)}
        return rows[[row_of[text] for text in texts]]

    def _read(self, texts: Sequence[str]) -> tuple[Vectors, npt.NDArray[np.bool_]]:
        rows = np.zeros((len(texts), self._width), np.float32)
        if self._usable:
            try:
                places, kept = self._file.lookup(texts), self._file.matrix()
                known = np.flatnonzero((places >= 0) & (places < len(kept)))
                sound = self._file.sound(places[known])
                rows[known[sound]] = kept[places[known[sound]]]
                self._tell_damaged(len(known) - int(sound.sum()))
            except OSError as error:
                self._go_on_without(error)
        vectors = rows[:, : self.dimensions]
        lengths = 1.0 if self.normalised else rows[:, -1]
        # Anything else that stands there was damaged on disk, in a file without checksums.
        with np.errstate(invalid="ignore", over="ignore"):
            off = np.abs(np.linalg.norm(vectors, axis=1) - lengths)
            return vectors, (off < _LENGTH_TOLERANCE * lengths)

    def _keep(self, texts: list[str], vectors: Vectors) -> None:
        if not self._usable:
            return
        try:
            damaged = self._file.lookup(texts) >= 0
            rows = self._rows(vectors)
            self._file.append(texts, rows)
            if damaged.any():
                self._file.replace([texts[row] for row in np.flatnonzero(damaged)], rows[damaged])
        except (OSError, StoreError) as error:
            self._go_on_without(error)

    def _tell_damaged(self, vectors: int) -> None:
        if vectors and not self._told:
            self._told = True
            _LOG.warning(
                "the cache of vectors %s is damaged: what is not as it was written is encoded again",
                self._path,
            )

    def _go_on_without(self, error: Exception) -> None:
        self._usable = False
        _LOG.warning("encoding goes on without the cache of vectors in %s: %s", self._path.parent, error)

    @property
    def _path(self) -> Path:
        name = re.sub(r"[^\w.-]+", "_", self.model_id)[-60:]
        unique = blake2b(self.model_id.encode(), digest_size=4).hexdigest()
        return (self._directory or cache_directory()) / "vectors" / f"{name}-{unique}"

    @cached_property
    def _file(self) -> VectorFile:
        return VectorFile(self._path, self._width)

    @property
    def _width(self) -> int:
        return self.dimensions if self.normalised else self.dimensions + 1

    def _rows(self, vectors: Vectors) -> Vectors:
        """Vectors as they are kept: each with its length, unless all are of length 1."""
        if self.normalised:
            return vectors
        return np.column_stack([vectors, np.linalg.norm(vectors, axis=1)])
