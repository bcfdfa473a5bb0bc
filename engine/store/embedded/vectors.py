"""Vectors of the graphs of an embedded store: files beside the database, searched exactly up to a size."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ...counted import counted
from ...errors import DamagedError, EncoderError, InputError, command
from ...progress import Progress
from ...terms import Entity, Fact
from ...vector_faults import faults as vector_faults
from ...vectors import Rows, VectorFile, Vectors
from ..approximate import DEEPEST, INSTALL, available
from ..bounds import check_vectors
from ..nearest import Scores, exact_scores, nearest_rows, unit
from ..protocol import EmbeddedKind, EncoderIdentity, Scored
from ..view import GraphView
from .files import StoreFolder
from .index_file import IndexFile
from .snapshot import Snapshot

T = TypeVar("T")

_TEXTS_A_BATCH = 10_000
TEXTS = {"entities": "entity_names", "facts": "fact_texts"}


@dataclass(frozen=True, slots=True)
class Bearers:
    """Which things bear the text of each row of a vector file.

    Attributes:
        things: the rows of the view's entities or facts that have a vector, sorted by vector, then by row.
        offsets: (rows of the file + 1,) where the things of each vector begin in `things`.
        used: (rows of the file,) which vectors stand for a thing.
    """

    things: Rows
    offsets: Rows
    used: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, vector_of: Rows, things: Rows, rows: int) -> "Bearers":
        """`vector_of[i]` is the row in the vector file of things[i], which ascend."""
        order = np.argsort(vector_of, kind="stable")
        counts = np.bincount(vector_of, minlength=rows)
        return cls(things[order], np.concatenate([[0], np.cumsum(counts)]), counts > 0)

    def vector_of(self) -> Rows:
        """The row in the vector file of each thing, where all of them have one."""
        rows = np.empty(len(self.things), np.int64)
        rows[self.things] = np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))
        return rows

    def best(self, rows: Rows, scores: Vectors, k: int) -> list[tuple[int, float]]:
        """The k best things with their scores, ties in the order of the view; rows come best first."""
        found = [
            (-score, thing)
            for row, score in zip(rows.tolist(), scores.tolist(), strict=True)
            for thing in self.things[self.offsets[row] : self.offsets[row + 1]].tolist()
        ]
        return [(thing, -score) for score, thing in sorted(found)[:k]]


class GraphVectors:
    """The vectors of one graph in one state of the store."""

    def __init__(
        self, folder: StoreFolder, snapshot: Snapshot, kg: str, encoder: EncoderIdentity, exact_up_to: int
    ) -> None:
        """Up to `exact_up_to` vectors are compared one by one, more through an index where there is one."""
        self.encoder = encoder
        self._snapshot = snapshot
        self.kg = kg
        self._exact_up_to = exact_up_to
        stems = {kind: folder.vectors(kg, encoder, kind) for kind in TEXTS}
        self._files = {kind: VectorFile(stem, encoder.dimensions) for kind, stem in stems.items()}
        self._indexes = {kind: IndexFile(stem, self._files[kind]) for kind, stem in stems.items()}
        self._counted: dict[tuple[str, int], int] = {}
        self._bearers: dict[str, Bearers] = {}
        self._of_fact: Rows | None = None
        self._checked: dict[str, npt.NDArray[np.bool_]] = {}

    def file(self, kind: EmbeddedKind) -> VectorFile:
        return self._files[kind]

    def embedded(self, kind: EmbeddedKind) -> int:
        """How many entities or facts have a vector."""
        rows = len(self._files[kind])
        if rows and (kind, rows) not in self._counted:
            found = self._files[kind].lookup(self._texts(kind))
            self._counted[kind, rows] = int((found >= 0).sum())
        return self._counted.get((kind, rows), 0)

    def missing(self, kind: EmbeddedKind) -> Iterator[list[str]]:
        """Distinct texts without a vector, in batches."""
        texts = self._files[kind].missing(self._texts(kind))
        return (texts[first : first + _TEXTS_A_BATCH] for first in range(0, len(texts), _TEXTS_A_BATCH))

    def build_indexes(self, progress: Progress) -> None:
        for kind, file in self._files.items():
            if len(file) > self._exact_up_to:
                self._indexes[kind].build(progress, f"indexing vectors of {kind} of {self.kg}")

    def faults(self, *, deep: bool) -> Iterator[tuple[Path, str]]:
        """What is wrong with the files of vectors and indexes: which one, and what."""
        for kind, file in self._files.items():
            yield from vector_faults(file, deep=deep)
            yield from self._indexes[kind].faults(deep=deep)

    def how_searched(self) -> tuple[str, str]:
        """How entities and facts are, in words."""
        return self._how_searched("entities"), self._how_searched("facts")

    def _how_searched(self, kind: EmbeddedKind) -> str:
        if len(self._files[kind]) <= self._exact_up_to:
            return "searched exactly"
        index = self._indexes[kind].opened()
        if index is not None:
            return f"index over {counted(len(index), 'vector')}, scores exact"
        install = "" if available() else f"{INSTALL}; then "
        return f"searched exactly; for an index {install}run {command('embed', self.kg)}"

    def nearest_entities(self, queries: Vectors, k: int) -> list[list[Scored[Entity]]]:
        view = self._snapshot.view(self.kg)
        return _scored(view.entities_at, self._nearest("entities", view, queries, k))

    def nearest_facts(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        view = self._snapshot.view(self.kg)
        return _scored(view.facts_at, self._nearest("facts", view, queries, k))

    def nearest_facts_of(
        self, entities: Sequence[Sequence[str]], queries: Vectors, k: int
    ) -> list[list[Scored[Fact]]]:
        check_vectors(self.kg, self.encoder, queries, len(queries))
        view = self._snapshot.view(self.kg)
        vector_of, matrix = self._vector_of_fact(view), self._files["facts"].matrix()
        nearest = []
        for ids, query in zip(entities, unit(queries), strict=True):
            facts = view.facts_touching(ids)
            self._check("facts", vector_of[facts])
            scores = exact_scores(matrix[vector_of[facts]], query)
            best = np.lexsort((facts, -scores))[: max(k, 0)]
            nearest.append(list(zip(facts[best].tolist(), scores[best].tolist(), strict=True)))
        return _scored(view.facts_at, nearest)

    def of_facts(self, keys: Sequence[str]) -> Vectors:
        view = self._snapshot.view(self.kg)
        rows = view.facts_with(keys)
        if (rows < 0).any():
            raise InputError(f"graph {self.kg!r} has no fact with the key {keys[int(rows.argmin())]!r}")
        vector_of = self._vector_of_fact(view)
        self._check("facts", vector_of[rows])
        return np.asarray(self._files["facts"].matrix()[vector_of[rows]], np.float32)

    def _check(self, kind: EmbeddedKind, rows: Rows) -> None:
        """Raises DamagedError where vectors are not as they were written; each is looked at once."""
        if not len(rows):
            return  # there may be no file
        file = self._files[kind]
        if len(self._checked.get(kind, ())) < len(file):
            self._checked[kind] = np.zeros(len(file), np.bool_)
        new = np.unique(rows[~self._checked[kind][rows]])
        sound = file.sound(new)
        if not sound.all():
            row = int(new[~sound][0])
            raise DamagedError(file.rows_file, f"row {row:,} is not that which was written", self.kg)
        self._checked[kind][new] = True

    def _vector_of_fact(self, view: GraphView) -> Rows:
        """The row in the vector file of each fact of the view."""
        if self._of_fact is None:
            self._of_fact = self._bearers_of("facts", view).vector_of()
        return self._of_fact

    def _nearest(
        self, kind: EmbeddedKind, view: GraphView, queries: Vectors, k: int
    ) -> list[list[tuple[int, float]]]:
        check_vectors(self.kg, self.encoder, queries, len(queries))
        bearers = self._bearers_of(kind, view)
        if k < 1 or not len(bearers.things):
            return [[] for _ in queries]
        matrix = self._files[kind].matrix()[: len(bearers.offsets) - 1]
        found = self._nearest_rows(kind, matrix, bearers.used, unit(queries), k)
        self._check_found(kind, found, min(k, int(bearers.used.sum())))
        return [bearers.best(rows, scores, k) for rows, scores in found]

    def _check_found(self, kind: EmbeddedKind, found: list[tuple[Rows, Scores]], expected: int) -> None:
        """Raises DamagedError where vectors that were found are damaged, or keep others from being found."""
        self._check(kind, np.concatenate([rows for rows, _ in found] or [np.empty(0, np.int64)]))
        if any(len(rows) < expected for rows, _ in found):
            for file, fault in vector_faults(self._files[kind], deep=True):
                raise DamagedError(file, fault, self.kg)

    def _nearest_rows(
        self, kind: EmbeddedKind, matrix: Vectors, used: npt.NDArray[np.bool_], queries: Vectors, k: int
    ) -> list[tuple[Rows, Scores]]:
        index = (
            self._indexes[kind].opened()
            if k <= DEEPEST and np.count_nonzero(used) > self._exact_up_to
            else None
        )
        return (nearest_rows if index is None else index.nearest)(matrix, used, queries, k)

    def _bearers_of(self, kind: EmbeddedKind, view: GraphView) -> Bearers:
        if kind not in self._bearers:
            texts = (view.entities["name"] if kind == "entities" else view.facts["text"]).to_pylist()
            things = np.array([row for row, text in enumerate(texts) if text], np.int64)
            file = self._files[kind]
            rows = file.lookup(texts[thing] for thing in things)
            if len(rows) and rows.min() < 0:
                raise EncoderError(
                    f"{int((rows < 0).sum())} {kind} of graph {self.kg!r} lack a vector; "
                    f"run: {command('embed', self.kg)}"
                )
            self._bearers[kind] = Bearers.of(rows, things, len(file))
        return self._bearers[kind]

    def _texts(self, kind: EmbeddedKind) -> list[str]:
        table = self._snapshot.database.table(TEXTS[kind], kg=self.kg)
        return [str(text) for text in table["text"].to_pylist()]


def _scored(
    things_at: Callable[[Rows], list[T]], nearest: Sequence[Sequence[tuple[int, float]]]
) -> list[list[Scored[T]]]:
    """The things in the place of their rows; each is made once, however many queries find it."""
    rows = np.unique(np.array([row for best in nearest for row, _ in best], np.int64))
    made = dict(zip(rows.tolist(), things_at(rows), strict=True))
    return [[Scored(made[row], score) for row, score in best] for best in nearest]


def append_vectors(vectors: GraphVectors, kind: EmbeddedKind, texts: Sequence[str], given: Vectors) -> None:
    check_vectors(vectors.kg, vectors.encoder, given, len(texts))
    vectors.file(kind).append(texts, unit(given))
