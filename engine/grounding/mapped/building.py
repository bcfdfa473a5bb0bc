"""A graph written into files as a store gives it, batch by batch: memory does not grow with its facts."""

import json
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ...errors import StoreError
from ...language.quantities import day_first_of
from ...linking.entity_names import called, further_names
from ...linking.values import MOST_DATES
from ...private_files import make_private
from ...progress import Advance, ignored
from ...store.dump import GraphStream
from ..kinds import kind_number
from .arrays import Array, GrowingArray, looked_at, made, mapped
from .facts import FactsWriter
from .names import NamesWriter
from .steps import write_steps
from .texts import Texts, TextsWriter
from .view import CAPITALISED, NAMELESS, About, MappedView
from .whole import Whole

_IDS_AT_ONCE = 2_000_000  # among which the ends of facts are looked for
_ROWS_AT_ONCE = 200_000
_IDS_A_ROW = 4  # at most, of a table of facts: then work grows with facts, not with facts x ids
_UNNAMED = 8
"""Of a node that has no name, nor an id that is made of words; see `mediators_of`."""


def build(graph: GraphStream, folder: Path, advance: Advance = ignored) -> None:
    """Write what `MappedView` opens.

    Args:
        advance: told of facts as they are written.

    Raises:
        StoreError: a fact whose head or tail is not among the entities.
    """
    folder.mkdir(parents=True, exist_ok=True)
    day_first = _write_entities(graph.entities(), folder)
    facts = FactsWriter(folder)
    for batch in _larger(graph.facts(), len(Texts(folder, "ids")) // _IDS_A_ROW):
        facts.add(batch, *(_nodes(folder, batch, end) for end in ("head", "tail")))
        advance(len(batch))
    relations, labels = facts.finish()
    write_steps(folder)
    about = About(relations, labels, (), (), day_first, "")
    about.keep(folder)
    whole = Whole(MappedView.open(folder), _UNNAMED)
    about = about._replace(ends=tuple(whole.kinds()), value_counts=whole.value_counts)
    whole.write_persons(labels)
    whole.write_mediators()
    about.keep(folder)
    about._replace(digest=MappedView.open(folder).digested()).keep(folder)
    for file in folder.iterdir():
        make_private(file)


# -- entities


def _write_entities(batches: Iterable[pa.RecordBatch], folder: Path) -> bool | None:
    """Entities by id, and their names. Returns how the graph writes dates, see `Values.day_first`."""
    records = TextsWriter(folder, "entities.records")
    ids: list[pa.Array] = []
    for batch in batches:
        ids.append(batch["id"].cast(pa.large_string()))
        columns = (batch[name].to_pylist() for name in ("name", "aliases", "types", "xrefs"))
        for row in zip(*columns, strict=True):
            records.add(json.dumps(row, ensure_ascii=False))
    records.finish()
    together = pa.concat_arrays([pa.array([], pa.large_string()), *ids])
    order = np.asarray(pc.sort_indices(together), np.int64)
    made(folder, "entities.places", np.int64, len(order))[:] = order
    _write_texts(folder, "ids", together, order)
    del together, ids
    return _write_names(folder)


def _write_texts(folder: Path, name: str, texts: pa.Array, order: npt.NDArray[np.int64]) -> None:
    writer = TextsWriter(folder, name)
    for first in range(0, len(order), _ROWS_AT_ONCE):
        for text in texts.take(pa.array(order[first : first + _ROWS_AT_ONCE])).to_pylist():
            writer.add(text)
    writer.finish()


def _write_names(folder: Path) -> bool | None:
    names = NamesWriter(folder)
    flags, kinds = (GrowingArray(folder, name, np.uint8) for name in ("flags", "kinds"))
    own_flags, own_kinds = array("B"), array("B")
    dates: list[str] = []
    for id, (name, aliases, *_) in _named(folder):
        told = called(id, name)
        key = names.add(told, list(further_names(told, aliases)))
        own_flags.append(told[:1].isupper() * CAPITALISED | (not key) * NAMELESS | (not told) * _UNNAMED)
        own_kinds.append(kind_number(key))
        if key[:1].isdigit() and len(dates) < MOST_DATES:
            dates.append(name or id)
    names.finish()
    for growing, own in ((flags, own_flags), (kinds, own_kinds)):
        growing.extend(np.frombuffer(own, np.uint8))
        growing.finish()
    return day_first_of(dates)


def _named(folder: Path) -> Iterator[tuple[str, Any]]:
    """The id and the record of each entity, by id."""
    records, places = Texts(folder, "entities.records"), mapped(folder, "entities.places")
    for id, place in zip(Texts(folder, "ids"), looked_at(places), strict=True):
        yield id, json.loads(records[place])


# -- ends of facts


def _larger(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.Table]:
    """Rows in tables of `rows` or more, and of some size: each is compared with all ids."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch.select(["key", "head", "relation", "label", "tail", "sources", "score"]))
        if sum(map(len, waiting)) >= max(rows, _ROWS_AT_ONCE):
            yield pa.Table.from_batches(waiting)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def _nodes(folder: Path, facts: pa.Table, end: str) -> Array:
    """The nodes (n,) of one end of facts."""
    ids = Texts(folder, "ids")
    sought = facts[end].combine_chunks().dictionary_encode()
    names = sought.dictionary.cast(pa.large_string())
    nodes = np.full(len(names), -1, np.int64)
    for first in range(0, len(ids), _IDS_AT_ONCE):
        found = pc.index_in(names, value_set=ids.array(first, min(len(ids), first + _IDS_AT_ONCE)))
        places = np.asarray(found.fill_null(-1), np.int64)
        nodes[places >= 0] = places[places >= 0] + first
    if (nodes < 0).any():
        stray = names[int(np.flatnonzero(nodes < 0)[0])].as_py()
        raise StoreError(f"the {end} {stray!r} of a fact is not an entity of the graph; load the graph again")
    found_nodes: Array = nodes[np.asarray(sought.indices)].astype(np.int32)
    return found_nodes
