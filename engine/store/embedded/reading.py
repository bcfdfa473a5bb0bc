"""Single things of a graph of the embedded store: entities, facts, documents, what surrounds an entity."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import UnknownEntityError
from ...names import is_unicode, search_text, words
from ...terms import Document, Entity, Fact
from ..bounds import natural
from ..degrees import quantiles
from ..filters import FactFilter
from ..lookup import COMMON_WORD, rank_matches
from ..protocol import Direction, EntityMatch, Neighbourhood
from ..schema import document_of, documents_among
from .database import Database
from .spool import UID_SEPARATOR, uid

_NO_LIMIT = 2**62


def entities_by_id(database: Database, kg: str, ids: Sequence[str]) -> dict[str, Entity]:
    return {row["id"]: entity_of(row) for row in database.rows("entities", uids=_uids(kg, ids))}


def facts_by_key(database: Database, kg: str, keys: Sequence[str]) -> dict[str, Fact]:
    known = list(filter(is_unicode, keys))
    return {row["key"]: fact_of(row) for row in database.rows("facts", kg=kg, keys=known)}


def documents_by_id(database: Database, kg: str, ids: Sequence[str]) -> dict[str, Document]:
    rows = database.rows("documents", uids=_uids(kg, ids))
    return {row["id"]: document_of(row) for row in rows}


def facts_of(
    database: Database, kg: str, entity: str, direction: Direction, limit: int | None, where: FactFilter
) -> list[Fact]:
    """See GraphStore.facts_of."""
    known_entity(database, kg, entity)
    limit = _NO_LIMIT if limit is None else natural("limit", limit)
    ways = ("out", "in") if direction == "both" else (direction,)
    asked = {"kg": kg, "uid": uid(kg, entity), "limit": limit, **where.parameters()}
    rows = [row for way in ways for row in database.rows(f"facts_{way}", **asked)]
    found = {fact.key: fact for fact in map(fact_of, rows)}  # a fact from an entity to itself comes twice
    return sorted(found.values(), key=lambda f: (f.relation, f.head.id, f.tail.id))[:limit]


def find_entities(database: Database, kg: str, text: str, limit: int) -> list[EntityMatch]:
    """See GraphStore.find_entities."""
    natural("limit", limit)
    if not is_unicode(text):
        return []
    single = {f" {word} " for word in words(text)}
    tokens = {f" {token} " for token in search_text([text]).split()}
    counted = database.rows("count_bearers", kg=kg, tokens=sorted(single)) if single else []
    rare = {row["token"] for row in counted if row["bearers"] <= COMMON_WORD}
    # One parameter must not be an empty list; no search text holds a bare separator.
    sought = sorted((tokens - single) | rare) or [UID_SEPARATOR]
    rows = database.rows("find_entities", kg=kg, text=text, tokens=sought)
    return rank_matches(text, map(entity_of, rows), limit)


def neighbourhood(
    database: Database, kg: str, entity: str, hops: int, limit: int, where: FactFilter
) -> Neighbourhood:
    """See GraphStore.neighbourhood."""
    centre = known_entity(database, kg, entity)
    seen = frontier = [uid(kg, entity)]
    for _ in range(natural("hops", hops)):
        room = natural("limit", limit) - len(seen)
        if room <= 0 or not frontier:
            break
        asked = {"kg": kg, "frontier": frontier, "seen": seen, "limit": room, **where.parameters()}
        rows = database.rows("neighbours", **asked)
        frontier = [row["uid"] for row in rows]
        seen = seen + frontier
    entities = sorted(map(entity_of, database.rows("entities", uids=seen)), key=lambda e: e.id)
    usable = where.parameters(fact_alone=True)
    facts = [fact_of(row) for row in database.rows("facts_among", kg=kg, uids=seen, **usable)]
    return Neighbourhood(centre, tuple(entities), tuple(facts))


def known_entity(database: Database, kg: str, entity: str) -> Entity:
    """Raises UnknownEntityError."""
    found = entities_by_id(database, kg, [entity]).get(entity)
    if found is None:
        raise UnknownEntityError.of_id(kg, entity)
    return found


def type_counts(database: Database, kg: str) -> tuple[tuple[str, int], ...]:
    """Entities of each type, the most frequent first, then by type."""
    return tuple((row["type"], row["entities"]) for row in database.rows("type_counts", kg=kg))


def relation_counts(database: Database, kg: str) -> list[dict[str, Any]]:
    """Facts and label of each relation, the most frequent first, then by relation."""
    return list(database.rows("relation_counts", kg=kg))


def degree_quantiles(database: Database, kg: str, entities: int) -> tuple[tuple[float, int], ...]:
    """See `degrees.quantiles`; a fact from an entity to itself counts twice."""
    degrees, counts = np.unique(_degrees(database, kg, entities), return_counts=True)
    return quantiles(list(zip(degrees.tolist(), counts.tolist(), strict=True)))


def entity_of(row: Mapping[str, Any], end: str = "") -> Entity:
    """An entity from its columns, whose names may each begin with the name of an end."""
    lists = (tuple(row[f"{end}{column}"]) for column in ("aliases", "types", "xrefs"))
    return Entity(row[f"{end}id"], row[f"{end}name"], *lists)


def fact_of(row: Mapping[str, Any]) -> Fact:
    return Fact(
        key=row["key"],
        head=entity_of(row, "head_"),
        relation=row["relation"],
        label=row["label"],
        tail=entity_of(row, "tail_"),
        sources=documents_among(row["sources"]),
        score=row["score"],
    )


def _degrees(database: Database, kg: str, entities: int) -> npt.NDArray[np.int64]:
    """Facts out of and into each entity, in no order; shape (entities,)."""
    counts = np.zeros(0, np.int64)
    for table in database.fact_tables(kg):
        ends = database.table("fact_ends", among=table)
        places = np.concatenate([ends[end].to_numpy() for end in ("head", "tail")])
        known, counts = counts, np.bincount(places, minlength=len(counts))
        counts[: len(known)] += known
    joined = counts[counts > 0]
    return np.concatenate([np.zeros(entities - len(joined), np.int64), joined])


def _uids(kg: str, ids: Sequence[str]) -> list[str]:
    """Of those that may be there: no stored text holds half of a surrogate pair, and ladybug takes none."""
    return [uid(kg, id_) for id_ in ids if is_unicode(id_)]
