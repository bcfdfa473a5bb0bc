"""The columns in which graphs travel between loaders, stores and views."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from ..names import search_text
from ..terms import Document, Entity, Fact, Place, Triple

OWN = ""
"""Stands among a fact's sources, beside documents, when it is also stated without any."""

NAMELESS, READ_OFF_ID, GIVEN = 0, 1, 2
"""Ranks of names: none, read off the id, given by a source. A higher rank replaces a lower."""

ENTITY_SCHEMA = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("name", pa.string()),
        pa.field("name_rank", pa.int8(), nullable=False),
        pa.field("aliases", pa.list_(pa.string()), nullable=False),
        pa.field("types", pa.list_(pa.string()), nullable=False),
        pa.field("xrefs", pa.list_(pa.string()), nullable=False),  # ids of the same thing elsewhere
        pa.field("search", pa.string(), nullable=False),  # names.search_text(name and aliases, xrefs)
    ]
)

FACT_SCHEMA = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),  # terms.fact_key(head, relation, tail)
        pa.field("head", pa.string(), nullable=False),
        pa.field("relation", pa.string(), nullable=False),
        pa.field("label", pa.string(), nullable=False),
        pa.field("tail", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),  # names.verbalise(...), what is embedded
        # Ids of documents or names of data sources; none for a fact that was given without one. OWN comes
        # first in what is both.
        pa.field("sources", pa.list_(pa.string()), nullable=False),
        pa.field("score", pa.float64()),  # how sure the sources are, in [0, 1]; null where none says
    ]
)

DOCUMENT_SCHEMA = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("title", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        # The triples that it states, as it states them (`packed_triples`); null where that is not known.
        pa.field("stated", pa.string()),
        pa.field("places", pa.string(), nullable=False),  # where its parts stand (`packed_places`)
        pa.field("file", pa.string(), nullable=False),  # that it was read from, or ""
    ]
)


def row_of_entity(entity: Entity) -> dict[str, Any]:
    """An entity as a row of ENTITY_SCHEMA; a name that it has is one that a source gave."""
    names = [name for name in (entity.name, *entity.aliases) if name]
    return {
        "id": entity.id,
        "name": entity.name,
        "name_rank": GIVEN if entity.name else NAMELESS,
        "aliases": list(entity.aliases),
        "types": list(entity.types),
        "xrefs": list(entity.xrefs),
        "search": search_text(names, entity.xrefs),
    }


def row_of_fact(fact: Fact) -> dict[str, Any]:
    """A fact as a row of FACT_SCHEMA; that it is stated without a source beside those it has is not known."""
    return {
        "key": fact.key,
        "head": fact.head.id,
        "relation": fact.relation,
        "label": fact.label,
        "tail": fact.tail.id,
        "text": fact.text,
        "sources": list(fact.sources),
        "score": fact.score,
    }


def packed_triples(triples: Iterable[Sequence[str]]) -> str:
    """Triples as the text in which stores keep them: distinct, in order."""
    return json.dumps(sorted({tuple(triple) for triple in triples}), ensure_ascii=False)


def unpacked_triples(text: str | None) -> tuple[Triple, ...]:
    """What `packed_triples` was given; none where it is not known."""
    return tuple(Triple(*triple) for triple in json.loads(text)) if text else ()


def packed_places(places: Iterable[Place]) -> str:
    """Places as the text in which stores keep them; none is no text."""
    listed = [list(place) for place in places]
    return json.dumps(listed, ensure_ascii=False) if listed else ""


def document_of(row: Mapping[str, Any]) -> Document:
    """A document from the columns of DOCUMENT_SCHEMA."""
    places = tuple(Place(*place) for place in json.loads(row["places"])) if row["places"] else ()
    stated = unpacked_triples(row["stated"])
    return Document(row["id"], row["title"], row["text"], stated, places, row["file"] or "")


def documents_among(sources: Iterable[str]) -> tuple[str, ...]:
    """The documents among the sources of a fact."""
    return tuple(source for source in sources if source != OWN)
