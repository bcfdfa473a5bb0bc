"""From what documents state, in their own words, to the facts that a graph holds of it.

Without identity the two are the same. With it the facts are a function of all that the documents state and of
what users decided, so that it does not matter in which order documents, merges and undoing arrive.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

import pyarrow as pa

from ..engine.errors import InputError
from ..engine.identity.document_names import DocumentNames
from ..engine.identity.resolving import resolved
from ..engine.identity.terms import Resolution
from ..engine.store.identity import Identity
from ..engine.store.schema import DOCUMENT_SCHEMA, document_of, packed_triples
from ..engine.store.writer_protocol import GraphWriter
from ..engine.terms import Document, Triple
from . import staging_sql as sql
from .staging import Staging


@dataclass(frozen=True, slots=True)
class Placed:
    """How the statements of documents became facts.

    Attributes:
        identity: as the graph will keep it, but for what is lent, which the difference finds.
        resolution: which names became which entities; None where none is merged or told apart.
        whole: whether all documents were staged again, so that what is lent is known anew.
    """

    identity: Identity
    resolution: Resolution | None = None
    whole: bool = False


def place_statements(staging: Staging, graph: GraphWriter, identity: Identity | None = None) -> Placed:
    """Stage the facts of what documents state; with another `identity` those of all documents of the graph.

    Raises:
        InputError: the graph does not know what one of its documents states.
    """
    held = graph.existing_identity()
    becomes = held if identity is None else identity
    _keep_statements(staging)
    arriving = bool(staging.one("SELECT EXISTS (SELECT 1 FROM document) OR EXISTS (SELECT 1 FROM dropped)"))
    if identity is None and held.settled and not (held.on and arriving):
        for id_, triples in _staged_statements(staging):
            staging.add_triples(*_columns(triples), id_)
        _place_types(staging, None)
        return Placed(held)
    documents = [DocumentNames.of(document) for document in _documents(staging, graph)]
    resolution = resolved(documents, becomes.decisions) if becomes.on else None
    for document in documents:
        staging.restate(document.id)
        if document.triples:
            staging.add_triples(*_columns(_facts_of(document, resolution)), document.id)
    _place_types(staging, resolution)
    return Placed(becomes, resolution, whole=True)


def stated_documents(batches: Iterable[pa.RecordBatch]) -> Iterator[Document]:
    """Documents of a graph, rows of DOCUMENT_SCHEMA, with what they state.

    Raises:
        InputError: that is not known of one, since it was loaded before it was kept.
    """
    for batch in batches:
        for row in batch.to_pylist():
            if row["stated"] is None:
                raise InputError(
                    f"the graph does not know what its document {row['id']!r} states: it was loaded before "
                    "groundpath kept that; load the documents again"
                )
            yield document_of(row)


def _keep_statements(staging: Staging) -> None:
    """Enter with each document what it states; of those that do not tell, nothing is entered yet."""
    staging.run("UPDATE document SET stated = '[]' WHERE id IN (SELECT id FROM restated)")
    kept = ((packed_triples(triples), id_) for id_, triples in _staged_statements(staging))
    staging.many("UPDATE document SET stated = ? WHERE id = ?", kept)


def _staged_statements(staging: Staging) -> Iterator[tuple[str, list[Triple]]]:
    for id_, rows in groupby(staging.rows(sql.UTTERED), key=itemgetter(0)):
        yield id_, [Triple(*parts) for _, *parts in rows]


def _documents(staging: Staging, graph: GraphWriter) -> Iterator[Document]:
    """All documents of the graph as they will be, those that stay before those that are new."""
    dropped = {id_ for (id_,) in staging.rows("SELECT id FROM dropped")}
    staged = {id_ for (id_,) in staging.rows("SELECT id FROM document")}
    for held in stated_documents(graph.existing_documents()):
        if held.id in staged:
            staged.remove(held.id)
            yield _staged(staging, held.id, held)
        elif held.id not in dropped:
            yield held
    for id_ in sorted(staged):
        yield _staged(staging, id_, None)


def _staged(staging: Staging, id_: str, held: Document | None) -> Document:
    """A document that comes; one that does not tell its triples states those of the same text."""
    columns = DOCUMENT_SCHEMA.names
    (row,) = staging.rows(f"SELECT {', '.join(columns)} FROM document WHERE id = ?", id_)
    told = dict(zip(columns, row, strict=True))
    coming = document_of(told)
    if told["stated"] is None and held and (held.title, held.text) == (coming.title, coming.text):
        return replace(coming, stated=held.stated)
    return coming


def _facts_of(document: DocumentNames, resolution: Resolution | None) -> list[Triple]:
    if resolution is None:
        return list(document.triples)
    entity = resolution.entities_of(document.id)
    return [Triple(entity[head], relation, entity[tail]) for head, relation, tail in document.triples]


def _place_types(staging: Staging, resolution: Resolution | None) -> None:
    """Types that documents tell, of the entities that their names mean."""
    for document, rows in groupby(staging.rows(sql.TYPED), key=itemgetter(0)):
        entity = resolution.places.get(document, {}) if resolution else {}  # none for one without triples
        staging.add_types([(entity.get(name, name), type_) for _, name, type_ in rows])


def _columns(triples: list[Triple]) -> tuple[list[str], list[str], list[str]]:
    heads, relations, tails = zip(*triples, strict=True)
    return list(heads), list(relations), list(tails)
