"""Rewriting the tables of a store: rows dropped or replaced on their way from one state to the next."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ...names import verbalise
from .spool import Spool, Table

_FACT_COLUMNS = ("head", "tail", "kg", "key", "relation", "label", "text", "sources")
_ROWS_A_BATCH = 50_000


class Rewriting(Protocol):
    """What happens to each batch of an exported table."""

    def of(self, table: Table) -> Callable[[pa.RecordBatch], pa.RecordBatch]: ...


@dataclass(frozen=True, slots=True)
class Dropping:
    """All rows of one graph go."""

    kg: str

    def of(self, table: Table) -> Callable[[pa.RecordBatch], pa.RecordBatch]:
        column = "name" if table == "Graph" else "kg"
        return lambda batch: batch.filter(pc.not_equal(batch[column], self.kg))


@dataclass(frozen=True, slots=True)
class Changes:
    """Rows of one graph are replaced.

    Attributes:
        entities: columns of the table Entity; the texts of their facts follow their names.
        documents: columns of the table Document.
        sources: key and sources of facts.
    """

    kg: str
    entities: pa.Table | None
    documents: pa.Table | None
    sources: pa.Table | None

    def of(self, table: Table) -> Callable[[pa.RecordBatch], pa.RecordBatch]:
        match table:
            case "Entity":
                return lambda batch: _replaced(batch, self.entities, "uid")
            case "Document":
                return lambda batch: _replaced(batch, self.documents, "uid")
            case "FACT":
                return self._facts
            case "Graph":
                return lambda batch: batch

    def _facts(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        ours = pc.equal(batch["kg"], self.kg)
        return self._renamed(_replaced(batch, self.sources, "key", ours))

    def _renamed(self, facts: pa.RecordBatch) -> pa.RecordBatch:
        if self.entities is None:
            return facts
        labels = pa.table({"uid": self.entities["uid"], "label": _labels(self.entities)})
        touched = pa.repeat(False, facts.num_rows)
        for end in ("head", "tail"):
            place = pc.index_in(facts[end], value_set=labels["uid"])
            touched = pc.or_(touched, pc.is_valid(place))
            facts = _with(facts, f"{end}_label", _overlaid(facts[f"{end}_label"], labels["label"], place))
        parts = zip(*(facts[name].to_pylist() for name in ("head_label", "label", "tail_label")), strict=True)
        # Texts that stay are not made anew: they may come from an older way of saying a fact.
        texts = [
            verbalise(*part) if new else None for part, new in zip(parts, touched.to_pylist(), strict=True)
        ]
        return _with(facts, "text", pc.coalesce(pa.array(texts, pa.string()), facts["text"]))


def rewritten(exported: Path, table: Table, rewriting: Rewriting, spool: Spool) -> None:
    """Bring an exported table over to a spool, changed, with the columns that COPY takes."""
    change = rewriting.of(table)
    for batch in _batches(exported):
        changed = change(batch)
        spool.write(changed.select(_FACT_COLUMNS) if table == "FACT" else changed)
    spool.close()


def _batches(file: Path) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(file) as parquet:
        yield from parquet.iter_batches(_ROWS_A_BATCH)


def _replaced(
    batch: pa.RecordBatch, rows: pa.Table | None, on: str, where: pa.Array | None = None
) -> pa.RecordBatch:
    """The batch with the columns of `rows` in place of its own, where the column `on` is equal."""
    if rows is None:
        return batch
    place = pc.index_in(batch[on], value_set=rows[on])
    if where is not None:
        place = pc.if_else(where, place, None)
    for name in rows.column_names:
        batch = _with(batch, name, _overlaid(batch[name], rows[name], place))
    return batch


def _overlaid(own: pa.Array, others: pa.ChunkedArray, place: pa.Array) -> pa.Array:
    """`own`, but others[place[i]] at i wherever there is a place."""
    both = pa.concat_arrays([own, *others.cast(own.type).chunks])
    itself = pa.array(range(len(own)), pa.int64())
    return both.take(pc.coalesce(pc.add(place.cast(pa.int64()), len(own)), itself))


def _labels(entities: pa.Table) -> pa.ChunkedArray:
    nameless = pc.fill_null(pc.equal(entities["name"], ""), True)
    return pc.if_else(nameless, entities["id"], entities["name"])


def _with(batch: pa.RecordBatch, name: str, column: pa.Array) -> pa.RecordBatch:
    return batch.set_column(batch.schema.get_field_index(name), name, column)
