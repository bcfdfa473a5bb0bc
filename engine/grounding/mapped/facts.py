"""The facts of a graph by key, written into files from rows in any order."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from ...errors import StoreError
from .arrays import Array, GrowingArray
from .buckets import Buckets, Rows
from .texts import Texts, TextsWriter

_BUCKETS = 64  # by the first 6 bits of keys, which are digests
_KEY_DIGITS = 32
_ROWS_AT_ONCE = 20_000  # as values of Python
_KNOWN = 100_000  # records that are not written again
_ROW = np.dtype(
    [
        *(("first", ">u8"), ("second", ">u8"), ("head", "<i4"), ("tail", "<i4")),
        *(("relation", "<i4"), ("record", "<i8")),
    ]
)
_HEX = np.full(256, 255, np.uint8)
_HEX[list(b"0123456789abcdef")] = range(16)


class FactsWriter:
    """Writes key, ends, relation and record of each fact; edges that state one fact are one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._buckets = Buckets(folder, "facts", _BUCKETS)
        self._records = TextsWriter(folder, "facts.records")
        self._met: dict[str, int] = {}  # relations, as they come
        self._labels: list[str] = []
        self._known: dict[tuple[object, ...], tuple[int, int]] = {}

    def add(self, facts: pa.Table, heads: Array, tails: Array) -> None:
        """Some rows, whose ends are nodes.

        Raises:
            StoreError: a key that is none of groundpath's.
        """
        rows = np.empty(len(facts), _ROW)
        keys = _keys(facts["key"].combine_chunks())
        rows["first"], rows["second"] = keys[:, 0], keys[:, 1]
        rows["head"], rows["tail"] = heads, tails
        for first in range(0, len(facts), _ROWS_AT_ONCE):
            part = facts.slice(first, _ROWS_AT_ONCE)
            columns = (part[name].to_pylist() for name in ("relation", "label", "sources", "score"))
            told = np.array([self._told(*row) for row in zip(*columns, strict=True)], np.int64)
            rows["relation"][first : first + len(told)] = told[:, 0]
            rows["record"][first : first + len(told)] = told[:, 1]
        self._buckets.add(rows, (rows["first"] >> np.uint64(58)).astype(np.int64))

    def _told(self, relation: str, label: str, sources: list[str], score: float | None) -> tuple[int, int]:
        """The rank of a fact's relation, as it came, and the place of its record.

        A record is [sources, score, label]; many facts share one.
        """
        known = self._known.get((relation, label, score, *sources))
        if known is None:
            known = self._added(relation, label, sources, score)
            if len(self._known) >= _KNOWN:
                self._known = {}
            self._known[relation, label, score, *sources] = known
        return known

    def _added(self, relation: str, label: str, sources: list[str], score: float | None) -> tuple[int, int]:
        rank = self._met.setdefault(relation, len(self._met))
        if rank == len(self._labels):
            self._labels.append(label)
        self._labels[rank] = min(label, self._labels[rank])
        self._records.add(json.dumps([sources, score, label], ensure_ascii=False))
        return rank, self._records.count - 1

    def finish(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Write all by key. Returns the relations in the order of their ranks, and what each is called."""
        relations = sorted(self._met)
        ranks = np.empty(len(relations), np.int32)  # of relations as they came
        ranks[[self._met[one] for one in relations]] = np.arange(len(relations))
        kinds = {"fact_keys": ">u8", "facts.places": "i8", "heads": "i4", "tails": "i4", "ranks": "i4"}
        columns = {name: GrowingArray(self._folder, name, kind) for name, kind in kinds.items()}
        self._records.finish()
        merger = _Merger(self._folder)
        for rows in self._buckets.taken(_ROW):
            kept = merger.merged(rows[np.lexsort((rows["second"], rows["first"]))])
            columns["fact_keys"].extend(np.stack([kept["first"], kept["second"]], axis=1).reshape(-1))
            columns["facts.places"].extend(kept["record"])
            columns["heads"].extend(kept["head"])
            columns["tails"].extend(kept["tail"])
            columns["ranks"].extend(ranks[kept["relation"]])
        for column in columns.values():
            column.finish()
        merger.finish()
        labels = tuple(self._labels[self._met[one]] for one in relations)
        return tuple(relations), labels


class _Merger:
    """Makes one fact of all edges that state it: it has the sources of all and the highest score."""

    def __init__(self, folder: Path) -> None:
        self._records = Texts(folder, "facts.records")
        self._merged = TextsWriter(folder, "facts.merged")

    def merged(self, rows: Rows) -> Rows:
        """Rows by key, one a key; the record of one made of several is -1 less its place among those."""
        same = np.zeros(len(rows) + 1, bool)
        same[1:-1] = (rows["first"][1:] == rows["first"][:-1]) & (rows["second"][1:] == rows["second"][:-1])
        begins = np.flatnonzero(~same[:-1] & same[1:])
        for begin in begins.tolist():
            end = begin + 1 + int(np.argmin(same[begin + 1 :]))
            rows["record"][begin] = self._joined(rows["record"][begin:end].tolist())
        return rows[~same[:-1]]

    def _joined(self, places: Sequence[int]) -> int:
        records = [json.loads(self._records[place]) for place in places]
        sources = sorted({source for own, _, _ in records for source in own})
        score = max((score for _, score, _ in records if score is not None), default=None)
        self._merged.add(json.dumps([sources, score, records[0][2]], ensure_ascii=False))
        return -self._merged.count

    def finish(self) -> None:
        self._merged.finish()


def _keys(column: pa.Array) -> Array:
    """Keys as two numbers each, (n, 2)."""
    texts = column.cast(pa.large_string())
    offsets = np.frombuffer(texts.buffers()[1], np.int64)[texts.offset : texts.offset + len(texts) + 1]
    data = texts.buffers()[2] or b""
    digits = _HEX[np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]]]
    if (np.diff(offsets) != _KEY_DIGITS).any() or (digits == 255).any():
        raise StoreError("a fact has a key that groundpath has not made; load the graph again")
    pairs = digits.reshape(-1, 2)
    return (pairs[:, 0] << 4 | pairs[:, 1]).astype(np.uint8).view(">u8").reshape(-1, 2)
