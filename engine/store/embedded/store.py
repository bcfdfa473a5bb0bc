"""The graph store without a server: a folder on this machine."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import ladybug
import pyarrow as pa

from ...checksums import NO_SUMS
from ...counted import counted
from ...errors import EncoderError, command
from ...progress import SILENT, Progress
from ...terms import Document, Entity, Fact, RelationTraits
from ...terms import Path as GraphPath
from ..bounds import check_encoder, check_name
from ..changing import GraphChange, retold_facts
from ..dump import GraphDump, GraphStream
from ..evidence import EvidenceRow, Template
from ..filters import EVERYTHING, FactFilter
from ..identity import Identity
from ..identity import unpacked as unpacked_identity
from ..lookup import bearers, in_order
from ..neo4j.changing import change_statement
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
from ..traits import unpacked
from ..walking import find_paths
from ..writer_protocol import GraphWriter
from . import reading
from .damage import damage_told
from .database import (
    EXPORTING_POOL_BYTES,
    POOL_BYTES_AN_ENTITY,
    SCHEMA_VERSION,
    STREAMING_POOL_BYTES,
    Database,
)
from .draft import extend, make_without, remove, tie
from .dump import EmbeddedDump
from .evidence import evidence_statement
from .files import StoreFolder
from .gate import run_reading
from .paths import path_statement
from .snapshot import Snapshot
from .vectors import GraphVectors, append_vectors
from .writer import EmbeddedWriter

EXACT_UP_TO = 1_000_000


@damage_told
class EmbeddedStore:
    """Graphs in a folder, through the embedded database ladybug; see GraphStore.

    Any number of processes may read, and one at a time may write; readers go on while it does, and see its
    work at their next operation once it is done. One object is for one thread at a time.
    """

    def __init__(self, path: Path | str, *, exact_up_to: int = EXACT_UP_TO) -> None:
        """Nothing is opened yet; a folder that does not exist is made by the first write.

        More than `exact_up_to` vectors of a graph get an index of entities or facts when it is embedded
        (see `engine.store.approximate`), if faiss is installed.
        """
        self._exact_up_to = exact_up_to
        self._folder = StoreFolder(Path(path).absolute())
        self._opened: Snapshot | None = None
        self._vectors: dict[str, GraphVectors] = {}

    def __repr__(self) -> str:
        return f"EmbeddedStore({str(self._folder.path)!r})"

    @property
    def url(self) -> str:
        return f"embedded:{self._folder.path}"

    def verify(self) -> str:
        """One line with the versions and the number of graphs. Raises StoreError saying what is wrong."""
        graphs = len(self._snapshot().infos())
        return (
            f"ladybug {ladybug.__version__} at {self._folder.path}: {counted(graphs, 'graph')}, "
            f"schema {SCHEMA_VERSION}"
        )

    def faults(self, kgs: Sequence[str] = (), *, deep: bool = False) -> Iterator[StoredFault]:
        damaged = False
        for file, fault in self._folder.faults(deep=deep):
            damaged = fault != NO_SUMS
            yield StoredFault(str(file), fault)
        if damaged:
            return  # ladybug is given no bytes known to be wrong, and without it vectors are nobody's
        for kg in kgs or self._snapshot().infos():
            if self._ready(kg).info(kg).encoder is not None:
                for file, fault in self._vectors_of(kg).faults(deep=deep):
                    yield StoredFault(str(file), fault, kg)

    def check_whole(self) -> bool:
        """Read the whole database file, once for each state of it; False where there are no checksums.

        Raises:
            DamagedError: not every byte is as it was written.
        """
        if self._opened is None or not self._opened.whole:
            self._folder.check()
        if self._opened is not None:
            self._opened.whole = True
        return bool(self._folder.sums.read())

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
        self._opened = None
        self._vectors = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- the catalogue

    def graphs(self) -> list[GraphInfo]:
        return [self.graph(name) for name in self._snapshot().infos()]

    def graph(self, kg: str) -> GraphInfo:
        info = self._snapshot().info(kg)
        if info.encoder is None:
            return info
        vectors = self._vectors_of(kg)
        return replace(
            info,
            embedded_entities=vectors.embedded("entities"),
            embedded_facts=vectors.embedded("facts"),
        )

    def revision(self, kg: str) -> str | None:
        return self._ready(kg).revision

    def statistics(self, kg: str) -> GraphStatistics:
        info = self.graph(kg)
        database = self._snapshot().database
        relations = reading.relation_counts(database, kg)
        entities, facts = self._vectors_of(kg).how_searched() if info.encoder else ("searched exactly",) * 2
        return GraphStatistics(
            info=info,
            types=reading.type_counts(database, kg),
            traits=self.traits(kg),
            relations=tuple((row["relation"], row["facts"]) for row in relations),
            labels={row["relation"]: row["label"] for row in relations},
            degree_quantiles=reading.degree_quantiles(database, kg, info.entities),
            indexes=(
                f"entity vectors: {info.embedded_entities} of {info.embeddable_entities}, {entities}",
                f"fact vectors: {info.embedded_facts} of {info.facts}, {facts}",
            ),
        )

    def traits(self, kg: str) -> RelationTraits:
        (row,) = self._ready(kg).database.rows("traits", kg=kg)
        return unpacked(row["traits"])

    def identity(self, kg: str) -> Identity:
        (row,) = self._ready(kg).database.rows("identity", kg=kg)
        return unpacked_identity(row["identity"])

    @contextmanager
    def dumping(self, kg: str, workshop: Path) -> Iterator[GraphDump]:
        with self._dumping(kg, workshop, EXPORTING_POOL_BYTES) as dump:
            yield dump

    @contextmanager
    def _dumping(self, kg: str, workshop: Path, pool_bytes: int) -> Iterator[EmbeddedDump]:
        entities = sum(info.entities for info in self._ready(kg).infos().values())
        self.check_whole()
        pool_bytes += entities * POOL_BYTES_AN_ENTITY
        with Database(self._folder.database, read_only=True, pool_bytes=pool_bytes) as database:
            infos = Snapshot(self._folder.path, database, self._folder.state())
            yield EmbeddedDump(infos.info(kg), database, self._folder, workshop)

    def fact_count(self, kg: str) -> int:
        return self._snapshot().info(kg).facts

    def version(self, kg: str) -> str:
        return str(self._ready(kg).identity)

    @contextmanager
    def streaming(self, kg: str, workshop: Path) -> Iterator[GraphStream]:
        with self._dumping(kg, workshop, STREAMING_POOL_BYTES) as dump:
            yield dump

    # -- writing

    @contextmanager
    def writing(self, kg: str, *, afresh: bool = False) -> Iterator[GraphWriter]:
        check_name(kg)
        with self._folder.writing():
            known = kg in self._snapshot().infos()
            with self._written_upon(None if afresh else kg) as before:
                writer = EmbeddedWriter(kg, before, self._folder.workshop)
                try:
                    yield writer
                finally:
                    writer.close()
            if not writer.idle or not known or afresh:
                extend(self._folder, writer, afresh=afresh and known)
            if afresh:  # the graph has no encoder now; what it had may be damaged
                self._folder.remove_vectors(kg)

    def drop(self, kg: str) -> None:
        if self._folder.state() is None:
            self._snapshot().info(kg)
        with self._folder.writing():
            infos = self._snapshot().infos()
            self._drop(infos, kg)
            self._folder.remove_vectors(kg)  # also what an interrupted drop left
            if kg not in infos:
                self._snapshot().info(kg)  # says that there is none

    def _drop(self, infos: Mapping[str, GraphInfo], kg: str) -> None:
        others = [info for info in infos.values() if info.name != kg]
        with self._written_upon(kg) as before:
            if before is None:
                return
            if _contents([infos[kg]]) < _contents(others):
                remove(self._folder, kg)
            else:  # Bringing over the rest is less than what goes, and the file shrinks.
                make_without(self._folder, before, kg, [info.name for info in others])

    @contextmanager
    def _written_upon(self, kg: str | None) -> Iterator[Database | None]:
        """The present state, in little memory; None when it does not hold the graph, or none is meant."""
        if kg not in self._snapshot().infos():
            yield None
            return
        with Database(self._folder.database, read_only=True, pool_bytes=EXPORTING_POOL_BYTES) as database:
            yield database

    # -- vectors

    def begin_embedding(self, kg: str, encoder: EncoderIdentity) -> None:
        info = self._snapshot().info(kg)
        if info.encoder == encoder:
            return
        with self._folder.writing():
            info = self.graph(kg)
            check_encoder(info, encoder)
            tie(self._folder, kg, encoder)

    def texts_without_vectors(self, kg: str, kind: EmbeddedKind) -> Iterator[list[str]]:
        return self._vectors_of(kg).missing(kind)

    def add_vectors(self, kg: str, kind: EmbeddedKind, texts: Sequence[str], vectors: Vectors) -> None:
        append_vectors(self._vectors_of(kg), kind, texts, vectors)

    def finish_embedding(self, kg: str, progress: Progress = SILENT) -> None:
        """Lookups compare with every vector, and need nothing built, up to `exact_up_to`."""
        self._vectors_of(kg).build_indexes(progress)

    def nearest_entities(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Entity]]]:
        return self._vectors_of(kg).nearest_entities(queries, k)

    def nearest_facts(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        return self._vectors_of(kg).nearest_facts(queries, k)

    def nearest_facts_of(
        self, kg: str, entities: Sequence[Sequence[str]], queries: Vectors, k: int
    ) -> list[list[Scored[Fact]]]:
        return self._vectors_of(kg).nearest_facts_of(entities, queries, k)

    def fact_vectors(self, kg: str, keys: Sequence[str]) -> Vectors:
        return self._vectors_of(kg).of_facts(keys)

    # -- reading

    def entities(self, kg: str, ids: Sequence[str]) -> list[Entity | None]:
        return in_order(ids, reading.entities_by_id(self._ready(kg).database, kg, ids))

    def find_entities(self, kg: str, text: str, limit: int = 10) -> list[EntityMatch]:
        return reading.find_entities(self._ready(kg).database, kg, text, limit)

    def entities_named(self, kg: str, names: Sequence[str]) -> list[list[Entity]]:
        snapshot = self._ready(kg)
        return bearers(names, snapshot.view(kg).entities_at(snapshot.names(kg).nodes_of(names)))

    def facts_of(
        self,
        kg: str,
        entity: str,
        *,
        direction: Direction = "both",
        limit: int | None = None,
        where: FactFilter = EVERYTHING,
    ) -> list[Fact]:
        return reading.facts_of(self._ready(kg).database, kg, entity, direction, limit, where)

    def facts(self, kg: str, keys: Sequence[str]) -> list[Fact | None]:
        return in_order(keys, reading.facts_by_key(self._ready(kg).database, kg, keys))

    def neighbourhood(
        self, kg: str, entity: str, hops: int = 1, limit: int = 1000, *, where: FactFilter = EVERYTHING
    ) -> Neighbourhood:
        return reading.neighbourhood(self._ready(kg).database, kg, entity, hops, limit, where)

    def paths(self, kg: str, query: PathQuery) -> list[GraphPath]:
        return find_paths(self._ready(kg).view(kg), kg, query)

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
        return in_order(ids, reading.documents_by_id(self._ready(kg).database, kg, ids))

    def all_documents(self, kg: str) -> Iterator[pa.RecordBatch]:
        return iter(self._ready(kg).documents(kg).to_batches())

    def columns(self, kg: str) -> GraphColumns:
        return self._ready(kg).columns(kg)

    def cypher(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        limit: int = 1000,
        timeout: float = 30.0,
    ) -> QueryResult:
        snapshot = self._snapshot()
        return run_reading(snapshot.database, snapshot.sandbox, statement, parameters or {}, limit, timeout)

    def _snapshot(self) -> Snapshot:
        """The present state: opened anew when another one has taken its place."""
        if self._opened is None or self._opened.identity != self._folder.state():
            self.close()
            state = self._folder.sound_state()
            self._opened = Snapshot.of(self._folder.path, self._folder.database, state)
        return self._opened

    def _ready(self, kg: str) -> Snapshot:
        """The present state, which holds the graph. Raises UnknownGraphError."""
        snapshot = self._snapshot()
        snapshot.info(kg)
        return snapshot

    def _vectors_of(self, kg: str) -> GraphVectors:
        """Raises EncoderError for a graph without an encoder."""
        snapshot = self._snapshot()
        encoder = snapshot.info(kg).encoder
        if encoder is None:
            raise EncoderError(f"graph {kg!r} has no vectors yet; run: {command('embed', kg)}")
        if kg not in self._vectors:
            self._vectors[kg] = GraphVectors(self._folder, snapshot, kg, encoder, self._exact_up_to)
        return self._vectors[kg]


def _contents(infos: Iterable[GraphInfo]) -> int:
    """How many things graphs hold."""
    return sum(info.entities + info.facts + info.documents for info in infos)
