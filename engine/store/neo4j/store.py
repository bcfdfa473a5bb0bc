"""The graph store on a Neo4j server."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path as FilePath
from types import TracebackType
from typing import Any, Self

import pyarrow as pa

from ...errors import GraphBusyError, InputError, UnknownGraphError
from ...progress import SILENT, Progress
from ...terms import Document, Entity, Fact, Path, RelationTraits
from ..changing import GraphChange, retold_facts
from ..dump import DumpedColumns, GraphDump, GraphStream
from ..evidence import EvidenceRow, Template
from ..filters import EVERYTHING, FactFilter
from ..identity import Identity
from ..lookup import in_order
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
    QueryResult,
    Scored,
    Statement,
    StoredFault,
    Vectors,
)
from ..showing import Showing
from ..writer_protocol import GraphWriter
from . import catalogue, reader
from . import vectors as embedding
from .changing import change_statement
from .connection import Neo4jConnection
from .drivers import DriverSource
from .dropping import drop
from .evidence import evidence_statement
from .gate import run_reading
from .lookup import entities_named, find_entities
from .paths import find_paths, path_statement
from .writer import writing


class Neo4jStore:
    """Graphs in a Neo4j database, 5.26 or newer, Community Edition included; see GraphStore.

    Entities are `(:Entity {kg, id, …})`, facts `(:Entity)-[:FACT {kg, key, …}]->(:Entity)`, documents
    `(:Document {kg, id, …})`, and `(:Graph {name, …})` is the catalogue.
    """

    def __init__(self, source: DriverSource, database: str | None = None) -> None:
        """Nothing is connected yet.

        Args:
            source: a `Login`, whose driver `close` closes, or a `LentDriver`, which stays open.
            database: the name of the database; None for the user's own, which is "neo4j" in Community.
        """
        self._connection = Neo4jConnection(source, database)

    def __repr__(self) -> str:
        return f"Neo4jStore({self.url!r})"

    @property
    def url(self) -> str:
        return self._connection.url

    def verify(self) -> str:
        """One line with version, edition and graphs. Raises StoreError saying what is wrong."""
        version, edition = self._connection.server()
        graphs = len(catalogue.names(self._connection))
        made, needed = self._connection.schema()
        schema = "complete" if made == needed else f"{made} of {needed} parts, a load makes the rest"
        return f"Neo4j {version} {edition} at {self._connection.place}: graphs: {graphs}; schema: {schema}"

    def faults(self, kgs: Sequence[str] = (), *, deep: bool = False) -> Iterator[StoredFault]:
        if deep:
            raise InputError(
                f"{self.url} keeps its files itself; check them on the server, while the database is "
                "stopped: neo4j-admin database check"
            )
        for kg in kgs:
            self.graph(kg)
        return iter(())

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- the catalogue

    def graphs(self) -> list[GraphInfo]:
        return catalogue.infos(self._connection)

    def graph(self, kg: str) -> GraphInfo:
        return catalogue.info(self._connection, catalogue.known(self._connection, kg))

    def revision(self, kg: str) -> str | None:
        return self._ready(kg).revision

    def statistics(self, kg: str) -> GraphStatistics:
        return catalogue.statistics(self._connection, self._ready(kg))

    def traits(self, kg: str) -> RelationTraits:
        self._ready(kg)
        return catalogue.traits(self._connection, kg)

    def identity(self, kg: str) -> Identity:
        self._ready(kg)
        return catalogue.identity(self._connection, kg)

    @contextmanager
    def dumping(self, kg: str, workshop: FilePath) -> Iterator[GraphDump]:  # noqa: ARG002
        info = self.graph(kg)
        documents = tuple(self.all_documents(kg))
        yield DumpedColumns(info, self.traits(kg), self.identity(kg), self.columns(kg), documents)
        if self.graph(kg) != info:
            raise GraphBusyError(f"graph {kg!r} was changed while it was read; try again when that is done")

    def fact_count(self, kg: str) -> int:
        return catalogue.fact_count(self._connection, kg)

    def version(self, kg: str) -> str:
        self._ready(kg)
        return self._connection.state()

    def streaming(self, kg: str, workshop: FilePath) -> AbstractContextManager[GraphStream]:  # noqa: ARG002
        return self._paged(kg)

    @contextmanager
    def _paged(self, kg: str) -> Iterator[GraphStream]:
        self._ready(kg)
        yield reader.Paged(self._connection, kg)
        self._ready(kg)

    # -- writing

    def writing(self, kg: str, *, afresh: bool = False) -> AbstractContextManager[GraphWriter]:
        return self._writing_afresh(kg) if afresh else writing(self._connection, kg)

    @contextmanager
    def _writing_afresh(self, kg: str) -> Iterator[GraphWriter]:
        with suppress(UnknownGraphError):
            self.drop(kg)
        with writing(self._connection, kg) as writer:
            yield writer

    def drop(self, kg: str) -> None:
        drop(self._connection, kg)

    # -- vectors

    def begin_embedding(self, kg: str, encoder: EncoderIdentity) -> None:
        embedding.begin_embedding(self._connection, kg, encoder)

    def texts_without_vectors(self, kg: str, kind: EmbeddedKind) -> Iterator[list[str]]:
        return embedding.texts_without_vectors(self._connection, kg, kind)

    def add_vectors(self, kg: str, kind: EmbeddedKind, texts: Sequence[str], vectors: Vectors) -> None:
        embedding.add_vectors(self._connection, kg, kind, texts, vectors)

    def finish_embedding(self, kg: str, progress: Progress = SILENT) -> None:
        embedding.finish_embedding(self._connection, kg, progress)

    def nearest_entities(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Entity]]]:
        return embedding.nearest_entities(self._connection, kg, queries, k)

    def nearest_facts(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        return embedding.nearest_facts(self._connection, kg, queries, k)

    def nearest_facts_of(
        self, kg: str, entities: Sequence[Sequence[str]], queries: Vectors, k: int
    ) -> list[list[Scored[Fact]]]:
        return embedding.nearest_facts_of(self._connection, kg, entities, queries, k)

    def fact_vectors(self, kg: str, keys: Sequence[str]) -> Vectors:
        return embedding.fact_vectors(self._connection, kg, keys)

    # -- reading

    def entities(self, kg: str, ids: Sequence[str]) -> list[Entity | None]:
        self._ready(kg)
        return in_order(ids, reader.entities_by_id(self._connection, kg, ids))

    def find_entities(self, kg: str, text: str, limit: int = 10) -> list[EntityMatch]:
        return find_entities(self._connection, self._ready(kg), text, limit)

    def entities_named(self, kg: str, names: Sequence[str]) -> list[list[Entity]]:
        return entities_named(self._connection, self._ready(kg), names)

    def facts_of(
        self,
        kg: str,
        entity: str,
        *,
        direction: Direction = "both",
        limit: int | None = None,
        where: FactFilter = EVERYTHING,
    ) -> list[Fact]:
        self._ready(kg)
        return reader.facts_of(self._connection, kg, entity, direction, limit, where)

    def facts(self, kg: str, keys: Sequence[str]) -> list[Fact | None]:
        self._ready(kg)
        return in_order(keys, reader.facts_by_key(self._connection, kg, keys))

    def neighbourhood(
        self, kg: str, entity: str, hops: int = 1, limit: int = 1000, *, where: FactFilter = EVERYTHING
    ) -> Neighbourhood:
        self._ready(kg)
        return reader.neighbourhood(self._connection, kg, entity, hops, limit, where)

    def paths(self, kg: str, query: PathQuery) -> list[Path]:
        self._ready(kg)
        return find_paths(self._connection, kg, query)

    def path_statement(self, kg: str, query: PathQuery) -> Statement:
        return path_statement(kg, query)

    def showing(self, kg: str) -> Showing:
        self._ready(kg)
        return Showing(kg)

    def evidence_statement(self, kg: str, template: Template, rows: Sequence[EvidenceRow]) -> Statement:
        self._ready(kg)
        return evidence_statement(kg, template, rows)

    def change_statement(self, kg: str, change: GraphChange) -> Statement:
        self._ready(kg)
        return change_statement(kg, change, retold_facts(self, kg, change.described))

    def documents(self, kg: str, ids: Sequence[str]) -> list[Document | None]:
        self._ready(kg)
        return in_order(ids, reader.documents_by_id(self._connection, kg, ids))

    def all_documents(self, kg: str) -> Iterator[pa.RecordBatch]:
        return reader.all_documents(self._connection, kg)

    def columns(self, kg: str) -> GraphColumns:
        return reader.columns(self._connection, kg)

    def cypher(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        limit: int = 1000,
        timeout: float = 30.0,
    ) -> QueryResult:
        return run_reading(self._connection, statement, parameters or {}, limit, timeout)

    def _ready(self, kg: str) -> catalogue.GraphState:
        return catalogue.ready(self._connection, kg)
