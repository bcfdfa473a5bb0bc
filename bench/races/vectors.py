"""Encoding texts, and finding the nearest of many vectors."""

import sys
from collections.abc import Callable
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from encoder import PEER, Contestant, read_texts
from groundpath.engine.store.approximate import RowIndex, amid_three, some_of
from groundpath.engine.store.nearest import nearest_rows
from groundpath.engine.text.minilm import MiniLM
from groundpath.engine.text.weights import installed_folder
from racing import OURS, Field, Race, Timed, installed

from .made_vectors import DIMENSIONS, like_facts, queries_beside

ROOT = Path(__file__).parents[2]
TORCH = ROOT / ".venv" / "sbert" / "bin" / "python"  # made by .ci/sbert
NEAREST, QUERIES, TUNING = 10, 20, 100
RECALL = 0.99


def races(data: Path) -> dict[str, Race]:
    exact = [10_000 << n for n in range(7)] + [1_000_000]
    return {
        "embed": Race(
            "encoding facts, all-MiniLM-L6-v2",
            "texts",
            [32 << n for n in range(6)],
            lambda size: _encoders(_texts(data), size),
            same=lambda ours, theirs: bool((ours * theirs).sum(axis=1).min() >= 0.9999),
            note="sentence-transformers runs in a process of its own, when .ci/sbert has made it; "
            "times are those of encoding alone",
        ),
        "embed-int8": Race(
            "the same in int8, which must be asked for",
            "texts",
            [32 << n for n in range(6)],
            lambda size: _precisions(_texts(data), size),
            same=lambda ours, theirs: bool((ours * theirs).sum(axis=1).min() >= 0.99),
        ),
        "nearest": Race(
            f"the {NEAREST} nearest of vectors on disk (384 numbers), exactly; {QUERIES} queries one by one",
            "vectors",
            exact,
            _exact,
            note="numpy is one matrix product and argpartition, in memory; faiss IndexFlatIP, in memory",
        ),
        "nearest-index": Race(
            f"the same, {TUNING} queries, by the store's index of recall >= {RECALL}; building not counted",
            "vectors",
            exact[:3],
            lambda size: _approximate(size, as_promised=True),
            same=lambda ours, theirs: _recall(ours, theirs) >= 2 * RECALL - 1,  # each may miss its own
            approximate=True,
            smoke=1_000,
            note="both search as far as finds that many for rows and for queries amid three of them, which "
            "is what the store promises. bench/nearest.py goes on to larger sizes",
        ),
        "nearest-index-easy": Race(
            "the same, both set to reach that recall on queries beside rows, and no more",
            "vectors",
            exact[:3],
            lambda size: _approximate(size, as_promised=False),
            same=lambda ours, theirs: _recall(ours, theirs) >= 2 * RECALL - 1,
            approximate=True,
            smoke=1_000,
        ),
    }


# -- encoding


def _texts(data: Path) -> list[str]:
    return read_texts(data)["facts"]


@cache
def _ours(precision: str) -> MiniLM:
    encoder = MiniLM(precision=precision)  # type: ignore[arg-type]
    encoder.encode(["warm"])
    return encoder


@cache
def _peer() -> Contestant | None:
    if not TORCH.exists() and not installed("sentence_transformers"):
        return None
    peer = Contestant(PEER, str(TORCH if TORCH.exists() else sys.executable), installed_folder())
    peer.encode(["warm"])
    return peer


def _encoders(texts: list[str], size: int) -> Field:
    some, peer = list(islice(cycle(texts), size)), _peer()
    contestants: dict[str, Callable[[], Any]] = {OURS: lambda: _ours("float32").encode(some)}
    if peer:
        contestants["sentence-transformers"] = lambda: _told(peer.encode(some))
    return contestants


def _told(answer: dict[str, Any]) -> Timed:
    return Timed(answer["seconds"], np.array(answer["vectors"], np.float32))


def _precisions(texts: list[str], size: int) -> Field:
    some = list(islice(cycle(texts), size))
    return {OURS: lambda: _ours("int8").encode(some), "float32": lambda: _ours("float32").encode(some)}


# -- the nearest


_FOLDER = TemporaryDirectory(prefix="groundpath-bench-")


def _on_disk(vectors: np.ndarray) -> np.ndarray:
    file = Path(_FOLDER.name) / "vectors.rows"
    vectors.tofile(file)
    return np.memmap(file, np.float32, "r", shape=vectors.shape)


def _exactly(matrix: np.ndarray, queries: np.ndarray) -> list[list[int]]:
    used = np.ones(len(matrix), bool)
    found = (nearest_rows(matrix, used, query[None], NEAREST)[0][0] for query in queries)
    return [rows[:NEAREST].tolist() for rows in found]


def _exact(size: int) -> Field:
    vectors = like_facts(size)
    queries, matrix = queries_beside(vectors, QUERIES, 1), _on_disk(vectors)

    def plain() -> list[list[int]]:
        found = []
        for query in queries:
            scores = vectors @ query
            best = np.argpartition(-scores, NEAREST)[:NEAREST]
            found.append(best[np.argsort(-scores[best])].tolist())
        return found

    contestants: dict[str, Callable[[], list[list[int]]]] = {
        OURS: lambda: _exactly(matrix, queries),
        "numpy": plain,
    }
    if installed("faiss"):
        import faiss

        index = faiss.IndexFlatIP(DIMENSIONS)
        index.add(vectors)
        contestants["faiss flat"] = lambda: [index.search(q[None], NEAREST)[1][0].tolist() for q in queries]
    return contestants


def _recall(expected: list[list[int]], found: list[list[int]]) -> float:
    hits = sum(len(set(one) & set(other)) for one, other in zip(expected, found, strict=True))
    return hits / sum(map(len, expected))


def _approximate(size: int, *, as_promised: bool) -> Field:
    if not installed("faiss"):
        return {}
    vectors = like_facts(size)
    queries, tuning = queries_beside(vectors, TUNING, 1), [queries_beside(vectors, TUNING, 2)]
    if as_promised:
        tuning = [some_of(vectors, TUNING), amid_three(vectors, TUNING)]
    matrix, expected = _on_disk(vectors), [_exactly(vectors, asked) for asked in tuning]

    def effort_of(search: Search) -> int:
        return max(_tuned(search, *asked) for asked in zip(tuning, expected, strict=True))

    ours = _indexed(matrix)
    ours_effort = None if as_promised else effort_of(ours)  # else as far as it goes by itself
    contestants: dict[str, Callable[[], list[list[int]]]] = {
        OURS: lambda: ours(queries, ours_effort),
        "comparing with all": lambda: _exactly(matrix, queries),
    }
    if search := _usearch(vectors):
        effort = effort_of(search)
        contestants["usearch"] = lambda: search(queries, effort)
    return contestants


Search = Callable[[np.ndarray, int], list[list[int]]]


def _tuned(search: Search, queries: np.ndarray, expected: list[list[int]]) -> int:
    """The least effort that reaches the recall on these queries with room for chance; within a fifth."""
    effort = 4 * NEAREST
    while _recall(expected, search(queries, effort)) < (1 + RECALL) / 2 and effort < 4096:
        effort = effort * 6 // 5
    return effort


def _indexed(matrix: np.ndarray) -> Callable[[np.ndarray, int | None], list[list[int]]]:
    file, used = Path(_FOLDER.name) / "rows.index", np.ones(len(matrix), bool)
    RowIndex.build(matrix, lambda _: None).write(file)
    index = RowIndex.read(file)
    assert index is not None

    def search(queries: np.ndarray, effort: int | None) -> list[list[int]]:
        if effort is not None:
            index.reach = effort
        found = (index.nearest(matrix, used, query[None], NEAREST)[0][0] for query in queries)
        return [rows[:NEAREST].tolist() for rows in found]

    return search


def _usearch(vectors: np.ndarray) -> Search | None:
    if not installed("usearch.index"):
        return None
    from usearch.index import Index

    index = Index(ndim=DIMENSIONS, metric="ip", dtype="f32")
    index.add(np.arange(len(vectors)), vectors, threads=1)  # so that every machine builds the same

    def search(queries: np.ndarray, effort: int) -> list[list[int]]:
        index.expansion_search = effort
        return [index.search(query, NEAREST).keys.tolist() for query in queries]

    return search
