"""A Neo4j store that also reads graphs where they stand, under their owners' labels."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path as FilePath

import pyarrow as pa

from ....cypher import statement
from ...errors import InputError, UnknownEntityError
from ...private_files import cache_directory
from ...progress import SILENT, Progress
from ...terms import Document, Entity, Fact, Path, RelationTraits
from ..bounds import check_name, natural
from ..changing import GraphChange
from ..dump import GraphStream
from ..embedded.store import EmbeddedStore
from ..evidence import EvidenceRow, Template
from ..filters import EVERYTHING, FactFilter
from ..identity import Identity
from ..neo4j import catalogue
from ..neo4j.drivers import DriverSource
from ..neo4j.store import Neo4jStore
from ..protocol import (
    Direction,
    EmbeddedKind,
    EncoderIdentity,
    EntityMatch,
    GraphColumns,
    GraphInfo,
    GraphStatistics,
    Neighbourhood,
    PathQuery,
    Scored,
    Statement,
    Vectors,
)
from ..showing import Showing
from ..writer_protocol import GraphWriter
from . import counting, reading
from . import indexes as making
from .changing import change_statement
from .detecting import detect
from .evidence import evidence_statement
from .mapping import Attachment, unpacked
from .mapping_file import MappingFile
from .paths import find_paths, path_statement
from .showing import OwnersShowing
from .vectors import KeptVectors

_BEARERS = 1000  # entities of one name


class AttachingStore(Neo4jStore):
    """Neo4jStore, and besides it graphs that are attached: read in place, never written.

    What is kept of an attachment is its mapping, in one node `(:GroundpathAttached {name, mapping})` of the
    same database: all who use the database see the graph, and detaching removes this node alone.
    """

    def __init__(self, source: DriverSource, database: str | None = None) -> None:
        super().__init__(source, database)
        self._attachments: dict[str, Attachment] | None = None
        self._kept = KeptVectors(cache_directory() / "attached", f"{self.url} {database or ''}")

    def close(self) -> None:
        self._kept.close()
        super().close()

    # -- attaching

    def attach(
        self,
        kg: str,
        nodes: Sequence[str] = (),
        mapping: MappingFile | None = None,
        *,
        traits: RelationTraits | None = None,
        indexes: bool = False,
    ) -> Attachment:
        """Read the nodes of some labels as a graph of that name, from now on.

        Args:
            nodes: labels; those that `mapping` names are read as well.
            mapping: what is not to be read off the database; see `mapping_file`.
            traits: what is declared of the relations.
            indexes: make an index on the ids of each label and one on all names, whose own names begin with
                "groundpath"; names are found by it as soon as the server has filled it.

        Raises:
            InputError: the name is taken by a graph of groundpath's own; see also `detect`.
        """
        check_name(kg)
        if catalogue.find(self._connection, kg) is not None:
            raise InputError(f"{self.url} holds a graph {kg!r} already; attach under another name")
        attached = detect(self._connection, kg, nodes, mapping or MappingFile(), traits or RelationTraits())
        if indexes:
            making.make(self._connection, attached)
        self._connection.run(statement("attached/put_attachment"), kg=kg, mapping=attached.packed())
        self._attachments = None
        return attached

    def left_out(self, attached: Attachment) -> list[str]:
        """What is said of nodes that an attachment does not read since they have no id, a line a label."""
        return counting.left_out(self._connection, attached)

    def _attached(self, kg: str) -> Attachment | None:
        return self._all_attached().get(kg)

    def _all_attached(self) -> dict[str, Attachment]:
        if self._attachments is None:
            rows = reading.asked(self._connection, statement("attached/attachments"))
            self._attachments = {row["name"]: unpacked(row["mapping"]) for row in rows}
        return self._attachments

    def _refuse(self, kg: str, what: str) -> None:
        """Raises InputError for what an attached graph cannot do."""
        if self._attached(kg):
            raise InputError(
                f"graph {kg!r} is attached: groundpath reads it where it stands and {what}; "
                "load its tables under another name for that"
            )

    # -- the catalogue

    def graphs(self) -> list[GraphInfo]:
        attached = [self._counted(one) for one in self._all_attached().values()]
        return sorted([*super().graphs(), *attached], key=lambda graph: graph.name)

    def graph(self, kg: str) -> GraphInfo:
        attached = self._attached(kg)
        return self._counted(attached) if attached else super().graph(kg)

    def revision(self, kg: str) -> str | None:
        return None if self._attached(kg) else super().revision(kg)

    def statistics(self, kg: str) -> GraphStatistics:
        attached = self._attached(kg)
        if attached is None:
            return super().statistics(kg)
        found = counting.statistics(self._connection, attached, making.prefix(kg))
        return replace(found, info=self._counted(attached))

    def traits(self, kg: str) -> RelationTraits:
        attached = self._attached(kg)
        return attached.traits if attached else super().traits(kg)

    def identity(self, kg: str) -> Identity:
        return Identity() if self._attached(kg) else super().identity(kg)

    def fact_count(self, kg: str) -> int:
        attached = self._attached(kg)
        return counting.fact_count(self._connection, attached) if attached else super().fact_count(kg)

    def version(self, kg: str) -> str:
        return self._connection.state() if self._attached(kg) else super().version(kg)

    def streaming(self, kg: str, workshop: FilePath) -> AbstractContextManager[GraphStream]:
        attached = self._attached(kg)
        if attached is None:
            return super().streaming(kg, workshop)
        return nullcontext(reading.Streamed(self._connection, attached, workshop))

    def writing(self, kg: str, *, afresh: bool = False) -> AbstractContextManager[GraphWriter]:
        self._refuse(kg, "never writes to it")
        return super().writing(kg, afresh=afresh)

    def drop(self, kg: str) -> None:
        """For an attached graph: forget the mapping, and remove the indexes that were made for it."""
        if self._attached(kg) is None:
            super().drop(kg)
            return
        making.remove(self._connection, kg)
        self._kept.forget(kg)
        self._connection.run(statement("attached/strike_attachment"), kg=kg)
        self._attachments = None

    # -- vectors, which are kept on this machine

    def begin_embedding(self, kg: str, encoder: EncoderIdentity) -> None:
        if self._attached(kg) is None:
            super().begin_embedding(kg, encoder)
        else:
            kept = self._kept.copy(kg, self.version(kg), partial(self.columns, kg))
            kept.begin_embedding(kg, encoder)

    def texts_without_vectors(self, kg: str, kind: EmbeddedKind) -> Iterator[list[str]]:
        kept = self._with_vectors(kg)
        return kept.texts_without_vectors(kg, kind) if kept else super().texts_without_vectors(kg, kind)

    def add_vectors(self, kg: str, kind: EmbeddedKind, texts: Sequence[str], vectors: Vectors) -> None:
        if kept := self._with_vectors(kg):
            kept.add_vectors(kg, kind, texts, vectors)
        else:
            super().add_vectors(kg, kind, texts, vectors)

    def finish_embedding(self, kg: str, progress: Progress = SILENT) -> None:
        if kept := self._with_vectors(kg):
            kept.finish_embedding(kg, progress)
        else:
            super().finish_embedding(kg, progress)

    def nearest_entities(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Entity]]]:
        kept = self._with_vectors(kg)
        return kept.nearest_entities(kg, queries, k) if kept else super().nearest_entities(kg, queries, k)

    def nearest_facts(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        kept = self._with_vectors(kg)
        return kept.nearest_facts(kg, queries, k) if kept else super().nearest_facts(kg, queries, k)

    def nearest_facts_of(
        self, kg: str, entities: Sequence[Sequence[str]], queries: Vectors, k: int
    ) -> list[list[Scored[Fact]]]:
        if kept := self._with_vectors(kg):
            return kept.nearest_facts_of(kg, entities, queries, k)
        return super().nearest_facts_of(kg, entities, queries, k)

    def fact_vectors(self, kg: str, keys: Sequence[str]) -> Vectors:
        kept = self._with_vectors(kg)
        return kept.fact_vectors(kg, keys) if kept else super().fact_vectors(kg, keys)

    def _with_vectors(self, kg: str) -> EmbeddedStore | None:
        """The copy of an attached graph that has its vectors; None for a graph of groundpath's own."""
        return self._kept.needed(kg, partial(self.version, kg)) if self._attached(kg) else None

    def _counted(self, attached: Attachment) -> GraphInfo:
        """What an attached graph holds, and its vectors."""
        info = counting.info(self._connection, attached)
        kept = self._kept.of(attached.kg, partial(self.version, attached.kg))
        copy = kept.graph(attached.kg) if kept else None
        if copy is None or copy.encoder is None:
            return info
        whole = copy.embedded_facts == copy.facts  # the database counts parallel relationships one by one
        return replace(
            info,
            encoder=copy.encoder,
            embedded_entities=copy.embedded_entities,
            embedded_facts=info.facts if whole else copy.embedded_facts,
        )

    # -- reading

    def entities(self, kg: str, ids: Sequence[str]) -> list[Entity | None]:
        attached = self._attached(kg)
        if attached is None:
            return super().entities(kg, ids)
        found = reading.entities_by_id(self._connection, attached, ids)
        return [found.get(id_) for id_ in ids]

    def find_entities(self, kg: str, text: str, limit: int = 10) -> list[EntityMatch]:
        attached = self._attached(kg)
        if attached is None:
            return super().find_entities(kg, text, limit)
        index = making.on_names(self._connection, attached)
        return reading.find_entities(self._connection, attached, text, limit, index)

    def entities_named(self, kg: str, names: Sequence[str]) -> list[list[Entity]]:
        attached = self._attached(kg)
        if attached is None:
            return super().entities_named(kg, names)
        index = making.on_names(self._connection, attached)
        found = (reading.find_entities(self._connection, attached, name, _BEARERS, index) for name in names)
        return [
            sorted((match.entity for match in matches if match.how in ("name", "alias")), key=lambda e: e.id)
            for matches in found
        ]

    def facts_of(
        self,
        kg: str,
        entity: str,
        *,
        direction: Direction = "both",
        limit: int | None = None,
        where: FactFilter = EVERYTHING,
    ) -> list[Fact]:
        attached = self._attached(kg)
        if attached is None:
            return super().facts_of(kg, entity, direction=direction, limit=limit, where=where)
        self._known(attached, entity)
        facts = reading.facts_of(self._connection, attached, [entity])
        most = None if limit is None else natural("limit", limit)
        return reading.chosen(facts, entity, direction, where)[:most]

    def facts(self, kg: str, keys: Sequence[str]) -> list[Fact | None]:
        self._refuse(kg, "knows no keys of its facts but those of the facts it has shown")
        return super().facts(kg, keys)

    def neighbourhood(
        self, kg: str, entity: str, hops: int = 1, limit: int = 1000, *, where: FactFilter = EVERYTHING
    ) -> Neighbourhood:
        attached = self._attached(kg)
        if attached is None:
            return super().neighbourhood(kg, entity, hops, limit, where=where)
        centre = self._known(attached, entity)
        return reading.neighbourhood(self._connection, attached, centre, hops, limit, where)

    def paths(self, kg: str, query: PathQuery) -> list[Path]:
        attached = self._attached(kg)
        return find_paths(self._connection, attached, query) if attached else super().paths(kg, query)

    def path_statement(self, kg: str, query: PathQuery) -> Statement:
        attached = self._attached(kg)
        return path_statement(attached, query) if attached else super().path_statement(kg, query)

    def showing(self, kg: str) -> Showing:
        attached = self._attached(kg)
        return OwnersShowing.of(attached) if attached else super().showing(kg)

    def evidence_statement(self, kg: str, template: Template, rows: Sequence[EvidenceRow]) -> Statement:
        attached = self._attached(kg)
        if attached is None:
            return super().evidence_statement(kg, template, rows)
        return evidence_statement(attached, template, rows)

    def change_statement(self, kg: str, change: GraphChange) -> Statement:
        attached = self._attached(kg)
        if attached is None:
            return super().change_statement(kg, change)
        return change_statement(attached, change, self.entities(kg, [one.id for one in change.described]))

    def documents(self, kg: str, ids: Sequence[str]) -> list[Document | None]:
        return [None] * len(ids) if self._attached(kg) else super().documents(kg, ids)

    def all_documents(self, kg: str) -> Iterator[pa.RecordBatch]:
        return iter(()) if self._attached(kg) else super().all_documents(kg)

    def columns(self, kg: str) -> GraphColumns:
        attached = self._attached(kg)
        return reading.columns(self._connection, attached) if attached else super().columns(kg)

    def _known(self, attached: Attachment, entity: str) -> Entity:
        found = reading.entities_by_id(self._connection, attached, [entity])
        if entity not in found:
            raise UnknownEntityError.of_id(attached.kg, entity)
        return found[entity]
