"""Writing a graph into Neo4j, batch by batch.

Neo4j's memory cannot hold a whole graph as one transaction, so each batch commits, and the graph is kept
from readers until the last has. A load that was cut off is completed by running it again: what is there
already tells the loader what is missing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from neo4j import ManagedTransaction
from neo4j.exceptions import ConstraintError

from ...counted import by_count, counted
from ...errors import GraphBusyError, StoreError
from ...terms import RelationTraits
from ..bounds import check_name
from ..identity import Identity
from ..identity import packed as packed_identity
from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA
from ..traits import packed
from . import catalogue
from . import vectors as embedding
from .connection import Neo4jConnection, rows
from .pages import pages
from .rows import text_number
from .texts import change_labels_of, change_texts_of

Columns = dict[str, list[Any]]
Said = Mapping[str, list[Any] | None]

_ROWS_A_TRANSACTION = 5000
_BYTES_A_TRANSACTION = 4_000_000
_RENAMES_A_TRANSACTION = 500  # each brings all the facts of its entity along
_TRIES = 5

_PROVENANCE = pa.schema([FACT_SCHEMA.field(name) for name in ("key", "sources", "score")])


@contextmanager
def writing(connection: Neo4jConnection, kg: str) -> Iterator["Neo4jWriter"]:
    """Let readers see the graph again when the block ends well. See GraphStore.writing."""
    check_name(kg)
    state = catalogue.find(connection, kg)
    if state is not None and state.state == "dropping":
        raise catalogue.busy(state)
    writer = Neo4jWriter(connection, kg, state)
    yield writer
    writer.publish()


class Neo4jWriter:
    """See GraphWriter. The first batch that is written takes the graph from readers."""

    def __init__(self, connection: Neo4jConnection, kg: str, state: catalogue.GraphState | None) -> None:
        self._connection = connection
        self._kg = kg
        self._slot = None if state is None else state.slot
        self._hidden = state is None or state.state == "loading"
        self._added = False
        self.removed_entities = 0

    def existing_documents(self) -> Iterator[pa.RecordBatch]:
        return pages(self._connection, "page_of_documents", self._kg, DOCUMENT_SCHEMA)

    def existing_entities(self) -> Iterator[pa.RecordBatch]:
        return pages(self._connection, "page_of_entities", self._kg, ENTITY_SCHEMA)

    def existing_facts(self) -> Iterator[pa.RecordBatch]:
        return pages(self._connection, "page_of_provenance", self._kg, _PROVENANCE)

    def existing_relations(self) -> Mapping[str, Sequence[str]]:
        found = self._connection.read("relation_labels", kg=self._kg)
        return {row["relation"]: row["labels"] for row in found}

    def existing_traits(self) -> RelationTraits:
        return catalogue.traits(self._connection, self._kg)

    def existing_identity(self) -> Identity:
        return catalogue.identity(self._connection, self._kg)

    def add_documents(self, batches: Iterable[pa.RecordBatch]) -> None:
        for columns in _transactions(batches):
            self._add("documents", columns)

    def add_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        for columns in _transactions(batches):
            columns["text_id"] = [text_number(name) for name in columns["name"]]
            self._add("entities", columns, slot=catalogue.slot_token(self._own_slot()), complete=False)

    def add_facts(self, batches: Iterable[pa.RecordBatch]) -> None:
        for columns in _transactions(batches):
            columns["text_id"] = [text_number(text) for text in columns["text"]]
            self._add("facts", _with_places(columns), complete=False)

    def change_documents(self, batches: Iterable[pa.RecordBatch]) -> None:
        for columns in _transactions(batches):
            self._write("change_documents", columns)

    def change_sources(self, batches: Iterable[pa.RecordBatch]) -> None:
        for columns in _transactions(batches):
            self._write("change_sources", {"key": columns["key"], "sources": columns["sources"]})

    def change_scores(self, batches: Iterable[pa.RecordBatch]) -> None:
        for columns in _transactions(batches):
            self._write("change_scores", {"key": columns["key"], "score": columns["score"]})

    def change_labels(self, labels: Mapping[str, str]) -> None:
        property_ = catalogue.vector_property(self._own_slot())
        after: str | None = ""
        while after is not None:
            after = self._connection.transaction(_change_labels, self._kg, property_, labels, after)

    def set_traits(self, traits: RelationTraits) -> None:
        self._own_slot()
        self._connection.transaction(_put_traits, self._kg, packed(traits))

    def set_identity(self, identity: Identity) -> None:
        self._own_slot()
        self._connection.transaction(_put_identity, self._kg, packed_identity(identity))

    def change_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        for columns in _transactions(batches, _RENAMES_A_TRANSACTION):
            columns["text_id"] = [text_number(name) for name in columns["name"]]
            property_ = catalogue.vector_property(self._own_slot())
            self._connection.transaction(_change_entities, self._kg, property_, columns)

    def remove_facts(self, batches: Iterable[Sequence[str]]) -> None:
        for keys in _slices(batches):
            self._own_slot()
            self.removed_entities += self._connection.transaction(_remove_facts, self._kg, keys)

    def remove_documents(self, batches: Iterable[Sequence[str]]) -> None:
        for ids in _slices(batches):
            self._own_slot()
            self._connection.transaction(_remove_documents, self._kg, ids)

    def publish(self) -> None:
        """Make the graph, if nothing else has, and let readers see it."""
        if self._hidden:
            self._connection.transaction(_close_graph, self._kg, self._own_slot(), self._added)

    def _add(self, kind: str, columns: Columns, complete: bool | None = None, **parameters: Any) -> None:
        said = {name: _said(column) for name, column in columns.items()}
        try:
            self._write(f"create_{kind}", said, complete, **parameters)
        except ConstraintError:  # another load of the same graph was first with some of these
            self._write(f"merge_{kind}", said, complete, **parameters)

    def _write(self, name: str, columns: Said, complete: bool | None = None, **parameters: Any) -> None:
        self._own_slot()
        self._added |= complete is False
        self._connection.transaction(_write_batch, name, self._kg, columns, complete, parameters)

    def _own_slot(self) -> int:
        """The graph's slot; makes the graph. Called before anything is written, which hides the graph."""
        self._hidden = True
        if self._slot is None:
            self._slot = _open_graph(self._connection, self._kg)
        return self._slot


def _open_graph(connection: Neo4jConnection, kg: str) -> int:
    for _ in range(_TRIES):
        try:
            (row,) = connection.write("open_graph", kg=kg)
        except ConstraintError:  # another graph, made at this moment, took the slot
            continue
        slot: int = row["slot"]
        return slot
    raise StoreError(f"{connection.place}: graph {kg!r} could not be made while others are; try again")


def _transactions(batches: Iterable[pa.RecordBatch], most: int = _ROWS_A_TRANSACTION) -> Iterator[Columns]:
    """Columns of at most `most` rows, and of about 4 MB: what one transaction takes well."""
    for table in _gathered(batches, most):
        fitting = _BYTES_A_TRANSACTION * table.num_rows // max(table.nbytes, 1)
        size = max(1, min(most, fitting))
        for first in range(0, table.num_rows, size):
            yield table.slice(first, size).to_pydict()


def _gathered(batches: Iterable[pa.RecordBatch], most: int) -> Iterator[pa.Table]:
    """Small batches put together, since each transaction costs a round trip and a write to disk."""
    waiting: list[pa.RecordBatch] = []
    rows_waiting = bytes_waiting = 0
    for batch in batches:
        if waiting and (rows_waiting + batch.num_rows > most or bytes_waiting > _BYTES_A_TRANSACTION):
            yield pa.Table.from_batches(waiting)
            waiting, rows_waiting, bytes_waiting = [], 0, 0
        if batch.num_rows:
            waiting.append(batch)
            rows_waiting += batch.num_rows
            bytes_waiting += batch.nbytes
    if waiting:
        yield pa.Table.from_batches(waiting)


def _with_places(facts: Columns) -> Columns:
    """Ends as places in a list of entities, since looking each of these up once is a quarter of the time."""
    entities = list(dict.fromkeys(facts["head"] + facts["tail"]))
    place = {entity: i for i, entity in enumerate(entities)}
    ends = {end: [place[entity] for entity in facts[end]] for end in ("head", "tail")}
    return {**facts, **ends, "entity": entities}


def _said(column: list[Any]) -> list[Any] | None:
    """None for a column of nothing but nulls or empty lists: the driver takes its time over each of them."""
    return column if any(value is not None and value != [] for value in column) else None


def _slices(batches: Iterable[Sequence[str]]) -> Iterator[list[str]]:
    for batch in batches:
        for first in range(0, len(batch), _ROWS_A_TRANSACTION):
            yield list(batch[first : first + _ROWS_A_TRANSACTION])


def _write_batch(
    transaction: ManagedTransaction,
    name: str,
    kg: str,
    columns: Said,
    complete: bool | None,
    parameters: dict[str, Any],
) -> None:
    _hold(transaction, kg, complete)
    (row,) = rows(transaction, name, kg=kg, **columns, **parameters)
    given = len(next(iter(columns.values())) or ())
    if row["written"] != given:
        raise StoreError(
            f"graph {kg!r}: {given - row['written']} of {counted(given, 'row')} of {name} "
            f"{by_count(given - row['written'], 'names', 'name')} what is not there; "
            "add entities before their facts, and change only what exists"
        )


def _change_entities(transaction: ManagedTransaction, kg: str, property_: str, columns: Columns) -> None:
    _hold(transaction, kg, None)
    changed = rows(transaction, "change_entities", kg=kg, property=property_, **columns)
    renamed: Sequence[str] = [row["id"] for row in changed if row["renamed"]]
    if renamed:
        _hold(transaction, kg, complete=False)
        change_texts_of(transaction, kg, property_, renamed)


def _change_labels(
    transaction: ManagedTransaction, kg: str, property_: str, labels: Mapping[str, str], after: str
) -> str | None:
    """A transaction's worth of facts; the key of the last, None where there are no more."""
    _hold(transaction, kg, complete=False)
    return change_labels_of(transaction, kg, property_, labels, after)


def _put_traits(transaction: ManagedTransaction, kg: str, packed_traits: str) -> None:
    _hold(transaction, kg, None)
    rows(transaction, "put_traits", kg=kg, traits=packed_traits)


def _put_identity(transaction: ManagedTransaction, kg: str, identity: str) -> None:
    _hold(transaction, kg, None)
    rows(transaction, "put_identity", kg=kg, identity=identity)


def _remove_facts(transaction: ManagedTransaction, kg: str, keys: list[str]) -> int:
    _hold(transaction, kg, None)
    (row,) = rows(transaction, "remove_facts", kg=kg, key=keys)
    removed: int = row["entities"]
    return removed


def _remove_documents(transaction: ManagedTransaction, kg: str, ids: list[str]) -> None:
    _hold(transaction, kg, None)
    rows(transaction, "remove_documents", kg=kg, id=ids)


def _close_graph(transaction: ManagedTransaction, kg: str, slot: int, added: bool) -> None:
    complete = None
    if not added:  # what lacked a vector may be what was removed
        _hold(transaction, kg, None)
        complete = embedding.is_complete(transaction, kg, slot) or None
    rows(transaction, "close_graph", kg=kg, complete=complete)


def _hold(transaction: ManagedTransaction, kg: str, complete: bool | None) -> None:
    if not rows(transaction, "hold_graph", kg=kg, complete=complete):
        raise GraphBusyError(f"graph {kg!r} was dropped while it was being loaded; run the load again")
