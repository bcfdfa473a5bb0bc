"""Between Neo4j's rows and groundpath's values."""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from ...terms import Entity, Fact
from ..schema import documents_among

NO_SCORE = -1.0  # stands for null in the lists that Neo4j collects, which hold none


def entity_of(row: Mapping[str, Any]) -> Entity:
    """An entity from its columns; one that was written before there were cross-references has none."""
    lists = (tuple(row[column] or ()) for column in ("aliases", "types", "xrefs"))
    return Entity(row["id"], row["name"], *lists)


def fact_of(row: Mapping[str, Any]) -> Fact:
    """A fact from the maps fact, head and tail."""
    fact = row["fact"]
    return Fact(
        key=fact["key"],
        head=entity_of(row["head"]),
        relation=fact["relation"],
        label=fact["label"],
        tail=entity_of(row["tail"]),
        sources=documents_among(fact["sources"]),
        score=fact["score"],
    )


def facts_of_columns(columns: Mapping[str, Any], entities: Mapping[str, Entity]) -> Iterator[Fact]:
    """Facts from lists of their parts and the entities that stand at their ends."""
    parts = (columns[name] for name in ("key", "relation", "label", "sources", "score", "head", "tail"))
    for key, relation, label, sources, score, head, tail in zip(*parts, strict=True):
        known = None if score == NO_SCORE else score
        stated = documents_among(sources)
        yield Fact(key, entities[head], relation, label, entities[tail], stated, known)


def text_number(text: str | None) -> int | None:
    """A number in [0, 2**63) under which an index finds a text of any length; None for no text."""
    if not text:
        return None
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> 1
