"""What a source states that a graph does not hold yet: the only thing that is written."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa

from ..engine.progress import Advance
from ..engine.store.identity import Identity
from ..engine.store.schema import DOCUMENT_SCHEMA, GIVEN, OWN, READ_OFF_ID
from ..engine.store.writer_protocol import GraphWriter
from . import staging_sql as sql
from .batches import SOURCES_SCHEMA, batch_of, columns_of, entity_batch, fact_batch
from .merging import EntityRow, Said, merged, unnamed
from .relation_labels import RelationLabels
from .report import Counts
from .staging import ALIAS, NAME, TYPE, XREF, Staging, packed, unpacked
from .stating import Placed

_ROWS = 10_000
_DOCUMENT_ROWS = 1_000
_LABELS_KEPT = 10_000
_NEW, _CHANGED, _UNCHANGED = 0, 1, 2  # of the column `state`


class Difference:
    """Staged rows against those of a graph, as batches in the order of their ids or keys.

    Attributes:
        entities, facts, documents: how many are new, changed, unchanged, and removed (but for entities, which
            the writer counts).
        documents_not_there: ids of documents to remove that the graph does not have.
        names_not_used: ids that are named but are in neither the source nor the graph.
        labels: what relations are called.
    """

    def __init__(
        self,
        staging: Staging,
        graph: GraphWriter,
        placed: Placed | None = None,
        *,
        relations: Collection[str] | None = None,
    ) -> None:
        """`placed`: how what documents state was staged, where any do.

        With `relations`, of facts that are staged elsewhere, those and the documents of the graph are left
        unread.
        """
        self._staging = staging
        self._placed = placed or Placed(graph.existing_identity())
        self._held_identity = graph.existing_identity()
        self._lent = {} if self._placed.whole else dict(self._held_identity.lent)
        self._read_entities(graph)
        if relations is None:
            self._read(graph)
        own = (relation for (relation,) in staging.rows(sql.STATED_RELATIONS))
        self.labels = RelationLabels.found(staging, relations or own, graph.existing_relations())
        if relations is None:
            staging.run(sql.PREDICATES_ALONE)
        staging.many("INSERT INTO changed_document VALUES (?, ?)", self._changed_documents())
        staging.run(sql.NOTHING_UTTERED)
        staging.run(sql.AS_UTTERED_BEFORE)
        staging.run(sql.DISTINCT_FACTS)
        staging.run(sql.FACTS_WITH_FEWER_SOURCES)
        staging.run(sql.STALE_SOURCES)
        staging.run(sql.FACTS_WITH_MORE_SOURCES)
        staging.run(sql.FACTS_THAT_BECOME_OWN)
        staging.run(sql.LOST_FACTS)
        staging.run(sql.KEPT_FACTS)
        staging.run(sql.NAMED_ENTITIES_OF_GRAPH)
        if self._placed.whole:
            staging.many(sql.ENTITY_OF_GRAPH, ((id_,) for id_ in self._held_identity.lent))
        staging.many("INSERT INTO merged VALUES (?, ?, ?, ?, ?, ?, ?, ?)", self._merged())
        self.entities = self._count_entities()
        self.documents_not_there = tuple(id_ for (id_,) in staging.rows(sql.MISSING_DOCUMENTS))
        self.facts = self._count("fact", "changed_source", "held_fact", "key")
        self.facts = replace(self.facts, removed=staging.one("SELECT count(*) FROM lost_fact"))
        self.documents = self._count("document", "changed_document", "held_document", "id")
        gone = staging.one("SELECT count(*) FROM dropped") - len(self.documents_not_there)
        self.documents = replace(self.documents, removed=gone)
        self.names_not_used = staging.one(sql.NAMES_NOT_USED)

    def write(self, graph: GraphWriter, advance: Advance) -> None:
        """Write what is missing, then take away what nothing states; `advance` hears of each new fact.

        Documents that changed or go come last: should the load be cut off, the next one still finds them.
        """
        settled = self._placed.whole or self._held_identity.settled
        identity = replace(self._placed.identity, lent=self._lent, settled=settled)
        if identity != self._held_identity:
            graph.set_identity(self._unsettled(identity))
        if self.documents.new:
            graph.add_documents(self._documents(sql.NEW_DOCUMENTS))
        if self.entities.new:
            graph.add_entities(self._entities(_NEW))
        if self.entities.changed:
            graph.change_entities(self._entities(_CHANGED))
        if self.labels.changed:
            graph.change_labels(self.labels.changed)
        if self.facts.new:
            graph.add_facts(told(self._new_facts(), advance))
        if self.facts.changed:
            graph.change_sources(self._changed_facts())
        if self.facts.removed:
            graph.remove_facts(self._keys(sql.LOST_FACT_KEYS))
        if self.documents.changed:
            graph.change_documents(self._documents(sql.CHANGED_DOCUMENTS))
        if self.documents.removed:
            graph.remove_documents(self._keys(sql.DROPPED_DOCUMENTS))
        if identity != self._held_identity:
            graph.set_identity(identity)

    def _unsettled(self, identity: Identity) -> Identity:
        """What is kept while the change is under way: all that may be lent, before it or after."""
        before = self._held_identity.lent
        lent = {
            id_: tuple(sorted({*before.get(id_, ()), *identity.lent.get(id_, ())}))
            for id_ in {*before, *identity.lent}
        }
        return replace(identity, lent=lent, settled=False)

    # -- what the graph holds

    def _read_entities(self, graph: GraphWriter) -> None:
        for batch in graph.existing_entities():
            self._staging.many("INSERT INTO held_entity VALUES (?, ?, ?, ?, ?, ?)", _held_entities(batch))

    def _read(self, graph: GraphWriter) -> None:
        for batch in graph.existing_facts():
            self._read_facts(*_lists(batch, "key", "sources"))
        for batch in graph.existing_documents():
            ids, titles, texts, stated = _lists(batch, "id", "title", "text", "stated")
            origins = map(_digest, *_lists(batch, "places", "file"))
            digests = zip(ids, map(_digest, titles, texts), origins, stated, strict=True)
            self._staging.many("INSERT INTO held_document VALUES (?, ?, ?, ?)", digests)

    def _read_facts(self, keys: Sequence[str], sources: Sequence[Sequence[str]]) -> None:
        own = (not some or OWN in some for some in sources)
        self._staging.many("INSERT INTO held_fact VALUES (?, ?)", zip(keys, own, strict=True))
        pairs = (
            (key, document) for key, some in zip(keys, sources, strict=True) for document in some if document
        )
        self._staging.many("INSERT OR IGNORE INTO held_source VALUES (?, ?)", pairs)

    # -- entities

    def _merged(self) -> Iterator[tuple[Any, ...]]:
        all_said = _Following(self._staging.rows(sql.SAID_OF_ENTITIES))
        for id_, is_held, name, rank, *lists in self._staging.rows(sql.ENTITIES):
            held = EntityRow(id_, name, rank, *map(unpacked, lists)) if is_held else None
            entity = self._lending(merged(self._own(id_, held), _said(all_said.of(id_))))
            state = _NEW if held is None else _UNCHANGED if entity == held else _CHANGED
            kept = map(packed, (entity.aliases, entity.types, entity.xrefs))
            yield (id_, state, entity.label, entity.name, entity.name_rank, *kept)

    def _own(self, id_: str, held: EntityRow | None) -> EntityRow:
        """An entity without what it has by identity alone, but under the name that it gives it."""
        known = unnamed(id_) if held is None else held
        resolution = self._placed.resolution
        if self._placed.whole and known.name_rank < GIVEN:
            told = resolution.names.get(id_) if resolution else None
            read = unnamed(id_)
            known = replace(known, name=told or read.name, name_rank=READ_OFF_ID if told else read.name_rank)
        lent = self._held_identity.lent.get(id_, ())
        return replace(known, aliases=tuple(alias for alias in known.aliases if alias not in lent))

    def _lending(self, entity: EntityRow) -> EntityRow:
        """An entity with the aliases that it has by identity, of which account is kept."""
        whole, resolution = self._placed.whole, self._placed.resolution
        given = (resolution.aliases if resolution else {}) if whole else self._held_identity.lent
        lent = [a for a in given.get(entity.id, ()) if a not in entity.aliases and a != entity.name]
        self._lent.pop(entity.id, None)
        if lent:
            self._lent[entity.id] = tuple(sorted(lent))
        return replace(entity, aliases=tuple(sorted({*entity.aliases, *lent})))

    def _count_entities(self) -> Counts:
        counted = dict(self._staging.rows("SELECT state, count(*) FROM merged GROUP BY state"))
        return Counts(*(counted.get(state, 0) for state in (_NEW, _CHANGED, _UNCHANGED)))

    def _entities(self, state: int) -> Iterator[pa.RecordBatch]:
        for columns in columns_of(self._staging.rows(sql.MERGED_ENTITIES, state), _ROWS):
            ids, names, ranks, *lists = columns
            yield entity_batch(ids, names, ranks, *([unpacked(cell) for cell in texts] for texts in lists))

    # -- facts

    def _new_facts(self) -> Iterator[pa.RecordBatch]:
        sources = _Following(self._staging.rows(sql.SOURCES))
        label = lru_cache(_LABELS_KEPT)(self.labels.of)
        for columns in columns_of(self._staging.rows(sql.NEW_FACTS), _ROWS):
            keys, heads, relations, tails, *ends = columns
            labels, unscored = list(map(label, relations)), [None] * len(keys)
            told_by = _documents_of(keys, sources)
            yield fact_batch(keys, heads, relations, tails, labels, *ends, sources=told_by, scores=unscored)

    def _changed_facts(self) -> Iterator[pa.RecordBatch]:
        sources = _Following(self._staging.rows(sql.SOURCES))
        for (keys,) in columns_of(self._staging.rows(sql.CHANGED_FACTS), _ROWS):
            yield batch_of((keys, _documents_of(keys, sources)), SOURCES_SCHEMA)

    def _keys(self, statement: str) -> Iterator[list[str]]:
        for (keys,) in columns_of(self._staging.rows(statement), _ROWS):
            yield list(keys)

    # -- documents

    def _changed_documents(self) -> Iterator[tuple[str, bool]]:
        """Their ids, and whether their title or text is another one."""
        for id_, title, text, places, file, stated, digest, origin, held in self._staging.rows(
            sql.SHARED_DOCUMENTS
        ):
            reworded = _digest(title, text) != digest
            if reworded or _digest(places, file) != origin or stated not in (None, held):
                yield id_, reworded

    def _documents(self, statement: str) -> Iterator[pa.RecordBatch]:
        for columns in columns_of(self._staging.rows(statement), _DOCUMENT_ROWS):
            yield batch_of(columns, DOCUMENT_SCHEMA)

    def _count(self, staged: str, changed: str, held: str, key: str) -> Counts:
        total = self._staging.one(f"SELECT count(*) FROM {staged}")
        there = self._staging.one(f"SELECT count(*) FROM {staged} JOIN {held} USING ({key})")
        differing = self._staging.one(f"SELECT count(*) FROM {changed}")
        stated = self._staging.one(f"SELECT count(*) FROM {staged} JOIN {changed} USING ({key})")
        return Counts(new=total - there, changed=differing, unchanged=there - stated)


class _Following:
    """The rows of each key, of rows in the order of their keys; keys are asked for in that order too."""

    def __init__(self, rows: Iterator[Any]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._next = self._take()

    def of(self, key: str) -> list[Any]:
        while self._next is not None and self._next[0] < key:
            self._next = self._take()
        return self._next[1] if self._next is not None and self._next[0] == key else []

    def _take(self) -> tuple[str, list[Any]] | None:
        for key, rows in self._groups:
            return key, list(rows)
        return None


_NOTHING_SAID = Said()


def _said(rows: Sequence[tuple[str, int, str]]) -> Said:
    if not rows:
        return _NOTHING_SAID
    values: dict[int, list[str]] = {NAME: [], ALIAS: [], TYPE: [], XREF: []}
    for _, kind, value in rows:
        values[kind].append(value)
    return Said(values[NAME], values[ALIAS], values[TYPE], values[XREF])


def _held_entities(batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    columns = _lists(batch, "id", "name", "name_rank", "aliases", "types", "xrefs")
    for id_, name, rank, *lists in zip(*columns, strict=True):
        yield (id_, name, rank, *(packed(sorted(texts)) for texts in lists))


def _documents_of(keys: Sequence[str], sources: _Following) -> list[list[str]]:
    return [[document for _, document in sources.of(key)] for key in keys]


def _digest(*contents: str) -> bytes:
    return blake2b("\x00".join(contents).encode(), digest_size=16).digest()


def _lists(batch: pa.RecordBatch, *columns: str) -> list[list[Any]]:
    return [batch.column(column).to_pylist() for column in columns]


def told(batches: Iterable[pa.RecordBatch], advance: Advance) -> Iterator[pa.RecordBatch]:
    """The batches; `advance` hears of the rows of each that has been taken."""
    for batch in batches:
        yield batch
        advance(batch.num_rows)
