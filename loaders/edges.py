"""The edges of a typed graph against the facts that a graph holds: compared part by part, in columns.

However many edges there are, memory is that of the nodes and of one part.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from ..engine.store.parallel import one_a_key
from ..engine.store.schema import FACT_SCHEMA
from .parts import PARTS, KeyedParts
from .relation_labels import RelationLabels
from .report import Counts

_STATED = ("key", "head", "relation", "tail", "sources", "score")
STATED_SCHEMA = pa.schema([*(FACT_SCHEMA.field(name) for name in _STATED), pa.field("place", pa.int64())])
_SOURCES_SCHEMA = pa.schema([FACT_SCHEMA.field(name) for name in ("key", "sources")])
_SCORES_SCHEMA = pa.schema([FACT_SCHEMA.field(name) for name in ("key", "score")])
_PROVENANCE = pa.schema([FACT_SCHEMA.field(name) for name in ("key", "sources", "score")])
_BATCH_ROWS = 50_000


class Labels(NamedTuple):
    """What entities are called: two columns of one length."""

    ids: pa.Array
    labels: pa.Array


class EdgeDifference:
    """What edges state that a graph does not hold yet.

    Edges of one source, relation and target are one fact, with the sources of all and the highest score. Of a
    fact that the graph holds, new sources join the old ones, and a score that is stated now takes the place
    of the old one.

    Attributes:
        counts: facts that are new, changed and unchanged.
    """

    def __init__(self, stated: KeyedParts, held: Iterable[pa.RecordBatch], folder: Path) -> None:
        known = KeyedParts(folder, "held", _PROVENANCE)
        known.add(held)
        self._new = KeyedParts(folder, "new", STATED_SCHEMA)
        self._sources = KeyedParts(folder, "changed_sources", _SOURCES_SCHEMA)
        self._scores = KeyedParts(folder, "changed_scores", _SCORES_SCHEMA)
        self.counts = Counts()
        for part in range(PARTS):
            self._compare(part, one_a_key(stated.take(part)), known.take(part))

    def new_facts(self, labels: Labels, called: RelationLabels) -> Iterator[pa.RecordBatch]:
        """Rows of FACT_SCHEMA in key order, with the labels of entities and of relations."""
        for part in range(PARTS):
            yield from _facts(self._new.take(part), labels, called).to_batches(max_chunksize=_BATCH_ROWS)

    def changed_sources(self) -> Iterator[pa.RecordBatch]:
        """Key and sources, in key order."""
        return _batches(self._sources)

    def changed_scores(self) -> Iterator[pa.RecordBatch]:
        """Key and score, in key order."""
        return _batches(self._scores)

    def _compare(self, part: int, stated: pa.Table, held: pa.Table) -> None:
        place = pc.index_in(stated["key"], value_set=held["key"].combine_chunks())
        is_new = pc.is_null(place)
        self._new.put(part, stated.filter(is_new))
        again, before = stated.filter(pc.invert(is_new)), held.take(place.drop_null())
        keys = again["key"].to_pylist()
        sources = dict(_with_more_sources(keys, again["sources"], before["sources"]))
        scores = dict(_with_other_scores(keys, again["score"], before["score"]))
        self._sources.put(part, _table(sources, _SOURCES_SCHEMA))
        self._scores.put(part, _table(scores, _SCORES_SCHEMA))
        changed = len(sources.keys() | scores.keys())
        self.counts = Counts(
            self.counts.new + stated.num_rows - len(keys),
            self.counts.changed + changed,
            self.counts.unchanged + len(keys) - changed,
        )


_OWN = ("",)  # the load itself, among the sources of a fact


def _with_more_sources(
    keys: Sequence[str], stated: pa.ChunkedArray, held: pa.ChunkedArray
) -> Iterator[tuple[str, list[str]]]:
    """The sources of facts that gained some; none at all is the load itself, which stays beside others."""
    for key, now, before in zip(keys, stated.to_pylist(), held.to_pylist(), strict=True):
        if now != before and not set(now or _OWN) <= set(before or _OWN):
            yield key, sorted({*(now or _OWN), *(before or _OWN)})


def _with_other_scores(
    keys: Sequence[str], stated: pa.ChunkedArray, held: pa.ChunkedArray
) -> Iterator[tuple[str, float]]:
    for key, now, before in zip(keys, stated.to_pylist(), held.to_pylist(), strict=True):
        if now is not None and now != before:
            yield key, now


def _table(changed: Mapping[str, object], schema: pa.Schema) -> pa.Table:
    columns = (list(changed), list(changed.values()))
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema)


def _batches(parts: KeyedParts) -> Iterator[pa.RecordBatch]:
    for part in range(PARTS):
        yield from parts.take(part).to_batches(max_chunksize=_BATCH_ROWS)


def _facts(edges: pa.Table, labels: Labels, named: RelationLabels) -> pa.Table:
    """Rows of FACT_SCHEMA: with the relation's label and the text, as `names.verbalise` writes it."""
    relations = edges["relation"].combine_chunks().dictionary_encode()
    readable = [named.of(relation) for relation in relations.dictionary.to_pylist()]
    label = pa.array(readable, pa.string()).take(relations.indices)
    both = pa.chunked_array([*edges["head"].chunks, *edges["tail"].chunks], pa.string())
    called = labels.labels.take(pc.index_in(both, value_set=labels.ids).combine_chunks())
    head, tail = called.slice(0, len(edges)), called.slice(len(edges))
    text = pc.binary_join_element_wise(head, label, pc.binary_join_element_wise(tail, ".", ""), " ")
    columns = {**{name: edges[name] for name in _STATED}, "label": label, "text": text}
    return pa.table([columns[name] for name in FACT_SCHEMA.names], FACT_SCHEMA)
