"""What an attached graph holds: entities and facts, read from the user's own nodes and relationships."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
from neo4j import Result

from ...names import is_unicode, search_text, verbalise, words
from ...terms import Entity, Fact, fact_key
from ..bounds import natural
from ..filters import FactFilter
from ..lookup import COMMON_WORD, names_of, rank_matches
from ..neo4j.connection import Neo4jConnection
from ..parallel import one_a_key
from ..protocol import Direction, EntityMatch, GraphColumns, Neighbourhood
from ..schema import ENTITY_SCHEMA, FACT_SCHEMA, row_of_entity
from . import phrases
from .mapping import Attachment, NodeMapping, score_of, sources_of

Row = dict[str, Any]
T = TypeVar("T")
_Keeping = Callable[[Iterator[pa.RecordBatch]], T]

_SECONDS = 3600.0
_OUT_OF_TIME = "the attached graph took longer than an hour to read; attach fewer labels"
_BATCH_ROWS = 20_000
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_DECIMAL = re.compile(r"-?(?:[0-9]+\.[0-9]+(?:E-?[0-9]+)?|Infinity)")  # as the server writes them


def asked(connection: Neo4jConnection, text: str, **parameters: Any) -> list[Row]:
    """The rows of a statement that was put together for an attached graph."""
    return connection.read_text(text, parameters, Result.data, timeout=_SECONDS, out_of_time=_OUT_OF_TIME)


def entities_by_id(
    connection: Neo4jConnection, attached: Attachment, ids: Iterable[str]
) -> dict[str, Entity]:
    """The entities of these ids, by id."""
    wanted = set(filter(is_unicode, ids))
    found: dict[str, Entity] = {}
    for mapping in attached.nodes:
        text = phrases.filled(
            "entities_of_label",
            label=phrases.quote_identifier(mapping.label),
            property=phrases.quote_identifier(mapping.id),
            node=phrases.shown_node(attached, "n"),
        )
        for row in asked(connection, text, values=values_of_label(attached, mapping, wanted)):
            entity = attached.entity(*row["node"])
            if entity.id in wanted:
                found.setdefault(entity.id, entity)
    return found


def facts_of(connection: Neo4jConnection, attached: Attachment, ids: Iterable[str]) -> list[Fact]:
    """All facts of which one of some entities is head or tail, by relation, head and tail."""
    wanted = set(ids)
    facts: list[Fact] = []
    for mapping in attached.nodes:
        text = phrases.filled(
            "facts_of_label",
            label=phrases.quote_identifier(mapping.label),
            property=phrases.quote_identifier(mapping.id),
            labels=phrases.labels(attached),
            types=phrases.types(attached),
            head=phrases.shown_node(attached, "h"),
            relationship=phrases.shown_relationship(attached, "r"),
            tail=phrases.shown_node(attached, "t"),
        )
        rows = asked(connection, text, values=values_of_label(attached, mapping, wanted))
        facts += (fact for row in rows if (fact := fact_of(attached, row)))
    one_each = merged(fact for fact in facts if {fact.head.id, fact.tail.id} & wanted)
    return sorted(one_each, key=lambda fact: (fact.relation, fact.head.id, fact.tail.id))


def chosen(facts: Iterable[Fact], entity: str, direction: Direction, where: FactFilter) -> list[Fact]:
    """The facts of an entity that lead this way and that a filter lets through, in their order."""
    return [
        fact
        for fact in facts
        if ((direction != "in" and fact.head.id == entity) or (direction != "out" and fact.tail.id == entity))
        and where.admits(fact, (entity,))
    ]


def find_entities(
    connection: Neo4jConnection, attached: Attachment, text: str, limit: int, index: str | None = None
) -> list[EntityMatch]:
    """See GraphStore.find_entities.

    Without an index all names are gone through, and compared in small letters: a mark on a letter counts, as
    in "é". Words of more than a thousand names are passed over.

    Args:
        index: the name of a fulltext index on the names of these nodes. It holds texts alone: names that are
            numbers are not found by it.
    """
    natural("limit", limit)
    if not is_unicode(text):
        return []
    sought = set(search_text([text]).split())
    whole = text.strip().lower()
    terms = [*dict.fromkeys([whole, *words(text)])] if whole else []
    pieces = {"labels": phrases.labels(attached), "node": phrases.shown_node(attached, "n")}
    if index is None:
        query = phrases.filled("find_entities", texts=phrases.texts_of(attached, "n"), **pieces)
        parameters: dict[str, Any] = {}
    else:
        query, parameters = phrases.filled("find_indexed", **pieces), {"index": index}
    by_term: dict[str, list[Entity]] = {}
    for row in asked(connection, query, terms=terms, most=COMMON_WORD + 1, **parameters) if terms else ():
        if row["node"][0] is not None:
            by_term.setdefault(row["term"], []).append(attached.entity(*row["node"]))
    usable = [found for term, found in by_term.items() if len(found) <= COMMON_WORD or term == whole]
    named = [entity for found in usable for entity in found if sought & set(_search(entity).split())]
    return rank_matches(text, [*entities_by_id(connection, attached, [text]).values(), *named], limit)


def neighbourhood(
    connection: Neo4jConnection,
    attached: Attachment,
    centre: Entity,
    hops: int,
    limit: int,
    where: FactFilter,
) -> Neighbourhood:
    """See GraphStore.neighbourhood."""
    seen = {centre.id: centre}
    frontier = [centre.id]
    for _ in range(natural("hops", hops)):
        room = natural("limit", limit) - len(seen)
        if room <= 0 or not frontier:
            break
        facts = [f for f in facts_of(connection, attached, frontier) if where.admits(f, (*seen, *frontier))]
        ends = {end.id: end for fact in facts for end in (fact.head, fact.tail) if end.id not in seen}
        frontier = sorted(ends)[:room]
        seen |= {id_: ends[id_] for id_ in frontier}
    inside = (f for f in facts_of(connection, attached, seen) if {f.head.id, f.tail.id} <= seen.keys())
    kept = sorted((f for f in inside if where.admits(f, seen)), key=lambda fact: fact.key)
    return Neighbourhood(centre, tuple(seen[id_] for id_ in sorted(seen)), tuple(kept))


@dataclass(frozen=True, slots=True)
class Streamed:
    """See GraphStream. What the server sends goes to files first, since a transaction has to end."""

    connection: Neo4jConnection
    attached: Attachment
    workshop: Path

    def entities(self) -> Iterator[pa.RecordBatch]:
        file = self.workshop / "entities.arrow"
        _entity_batches(self.connection, self.attached, _FileOf(file, ENTITY_SCHEMA))
        return _batches_in(file)

    def facts(self) -> Iterator[pa.RecordBatch]:
        file = self.workshop / "facts.arrow"
        _fact_batches(self.connection, self.attached, {}, _FileOf(file, FACT_SCHEMA))
        return _batches_in(file)


@dataclass(frozen=True, slots=True)
class _FileOf:
    """Writes batches into a file."""

    file: Path
    schema: pa.Schema

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> None:
        with pa.ipc.new_file(self.file, self.schema) as writer:
            for batch in batches:
                writer.write_batch(batch)


def _batches_in(file: Path) -> Iterator[pa.RecordBatch]:
    with pa.memory_map(str(file)) as mapped:
        reader = pa.ipc.open_file(mapped)
        for number in range(reader.num_record_batches):
            yield reader.get_batch(number)
    file.unlink()


def columns(connection: Neo4jConnection, attached: Attachment) -> GraphColumns:
    """See GraphStore.columns. Read as a stream, batch by batch."""
    entities = pa.Table.from_batches(_entity_batches(connection, attached, list), ENTITY_SCHEMA).sort_by("id")
    ids, names = entities["id"].to_pylist(), entities["name"].to_pylist()
    labels = {id_: name or id_ for id_, name in zip(ids, names, strict=True)}
    facts = pa.Table.from_batches(_fact_batches(connection, attached, labels, list), FACT_SCHEMA)
    return GraphColumns(entities, one_a_key(facts))


def merged(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Facts of one key as one: the sources of all, the highest score."""
    by_key: dict[str, list[Fact]] = {}
    for fact in facts:
        by_key.setdefault(fact.key, []).append(fact)
    for key, same in by_key.items():
        first = same[0]
        sources = tuple(sorted({source for fact in same for source in fact.sources}))
        score = max((fact.score for fact in same if fact.score is not None), default=None)
        yield Fact(key, first.head, first.relation, first.label, first.tail, sources, score)


def fact_of(attached: Attachment, row: Row) -> Fact | None:
    """The fact of a row with head, relationship and tail; None where an end has no id."""
    if row["head"][0] is None or row["tail"][0] is None:
        return None
    head, tail = attached.entity(*row["head"]), attached.entity(*row["tail"])
    type_, properties = row["relationship"]
    mapping = attached.relation(type_)
    relation = mapping.relation
    return Fact(
        fact_key(head.id, relation, tail.id),
        head,
        relation,
        attached.label(relation),
        tail,
        sources_of(mapping, properties),
        score_of(mapping, properties),
    )


def values_of(attached: Attachment, id_: str) -> list[str | int | float]:
    """An id as nodes may hold it, whatever their label."""
    values = (value for mapping in attached.nodes for value in values_of_label(attached, mapping, [id_]))
    return list(dict.fromkeys(values))


def values_of_label(
    attached: Attachment, mapping: NodeMapping, ids: Iterable[str]
) -> list[str | int | float]:
    """Ids as the nodes of a label may hold them: as texts, and as numbers."""
    prefix = f"{mapping.type}:" if attached.qualified else ""
    texts = sorted(id_.removeprefix(prefix) for id_ in ids if id_.startswith(prefix))
    return [
        *texts,
        *(int(text) for text in texts if _INTEGER.fullmatch(text)),
        *(float(text) for text in texts if _DECIMAL.fullmatch(text)),
    ]


def _entity_batches(connection: Neo4jConnection, attached: Attachment, kept: _Keeping[T]) -> T:
    text = phrases.filled(
        "all_entities",
        labels=phrases.labels(attached),
        id=phrases.id_of(attached, "n"),
        node=phrases.shown_node(attached, "n"),
    )
    return _streamed(
        connection, text, lambda row: row_of_entity(attached.entity(*row["node"])), ENTITY_SCHEMA, kept
    )


def _fact_batches(
    connection: Neo4jConnection, attached: Attachment, labels: dict[str, str], kept: _Keeping[T]
) -> T:
    text = phrases.filled(
        "all_facts",
        labels=phrases.labels(attached),
        types=phrases.types(attached),
        head=phrases.id_of(attached, "h"),
        tail=phrases.id_of(attached, "t"),
        relationship=phrases.shown_relationship(attached, "r"),
    )
    return _streamed(connection, text, lambda row: _fact_row(attached, row, labels), FACT_SCHEMA, kept)


def _streamed(connection: Neo4jConnection, text: str, made: Any, schema: pa.Schema, kept: _Keeping[T]) -> T:
    def batches(result: Result) -> Iterator[pa.RecordBatch]:
        rows = iter(result)
        while some := [made(row) for row in islice(rows, _BATCH_ROWS)]:
            yield pa.RecordBatch.from_pylist(some, schema)

    def read(result: Result) -> T:
        return kept(batches(result))

    return connection.read_text(text, {}, read, timeout=_SECONDS, out_of_time=_OUT_OF_TIME)


def _fact_row(attached: Attachment, row: Any, labels: dict[str, str]) -> Row:
    type_, properties = row["relationship"]
    mapping = attached.relation(type_)
    head, tail, relation = row["head"], row["tail"], mapping.relation
    label = attached.label(relation)
    return {
        "key": fact_key(head, relation, tail),
        "head": head,
        "relation": relation,
        "label": label,
        "tail": tail,
        "text": verbalise(labels.get(head, head), label, labels.get(tail, tail)),
        "sources": list(sources_of(mapping, properties)),
        "score": score_of(mapping, properties),
    }


def _search(entity: Entity) -> str:
    return search_text(list(names_of(entity)), entity.xrefs)
