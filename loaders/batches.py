"""Rows as the record batches that a store takes, with the columns that follow from others."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pyarrow as pa

from ..engine.names import search_text, verbalise
from ..engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA

SOURCES_SCHEMA = pa.schema([FACT_SCHEMA.field(name) for name in ("key", "sources")])

Texts = Sequence[str]


def columns_of(rows: Iterator[Any], size: int) -> Iterator[tuple[Sequence[Any], ...]]:
    """Rows as columns, at most `size` of them at once."""
    while some := list(islice(rows, size)):
        yield tuple(zip(*some, strict=True))


def batch_of(columns: Sequence[Sequence[Any]], schema: pa.Schema) -> pa.RecordBatch:
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def entity_batch(
    ids: Texts,
    names: Sequence[str | None],
    ranks: Sequence[int],
    aliases: Sequence[Texts],
    types: Sequence[Texts],
    xrefs: Sequence[Texts],
) -> pa.RecordBatch:
    """Rows of ENTITY_SCHEMA, with the text that lookups by name run on."""
    known = zip(names, aliases, xrefs, strict=True)
    search = [search_text([*filter(None, [name]), *more], elsewhere) for name, more, elsewhere in known]
    return batch_of((ids, names, ranks, aliases, types, xrefs, search), ENTITY_SCHEMA)


def fact_batch(
    keys: Texts,
    heads: Texts,
    relations: Texts,
    tails: Texts,
    labels: Texts,
    head_labels: Texts,
    tail_labels: Texts,
    *,
    sources: Sequence[Texts],
    scores: Sequence[float | None],
) -> pa.RecordBatch:
    """Rows of FACT_SCHEMA, with the text that is embedded; `labels` are those of the relations."""
    texts = list(map(verbalise, head_labels, labels, tail_labels))
    return batch_of((keys, heads, relations, labels, tails, texts, sources, scores), FACT_SCHEMA)
