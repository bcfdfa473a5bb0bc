"""What a graph store does: operations, not query strings. Both stores behave alike, order included."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..errors import InputError
from ..progress import SILENT, Progress
from ..terms import Document, Entity, Fact, Path, RelationTraits
from .evidence import EvidenceRow, Template
from .filters import EVERYTHING, FactFilter
from .identity import Identity
from .writer_protocol import GraphWriter

if TYPE_CHECKING:
    from pathlib import Path as FilePath

    from .changing import GraphChange
    from .dump import GraphDump, GraphStream
    from .showing import Showing

Vectors = npt.NDArray[np.float32]
EmbeddedKind = Literal["entities", "facts"]
Direction = Literal["out", "in", "both"]
ATTACHED = "attached"  # the state of a graph that is read where it stands
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class EncoderIdentity:
    """Which model made a graph's vectors."""

    model_id: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """One line of `groundpath kgs`.

    `state` is "ready", or "loading" while a load is under way or after one was cut off, or "dropping".
    Only a ready graph can be read, and an "attached" one, which stands under its owner's labels.
    `embedded_*` count the entities and facts that have a vector; nameless entities never get one. Vector
    lookups need `embedded_facts == facts`.
    """

    name: str
    state: str
    entities: int
    facts: int
    documents: int
    embeddable_entities: int
    embedded_entities: int
    embedded_facts: int
    encoder: EncoderIdentity | None

    def _repr_html_(self) -> str:
        """For notebooks: its counts, vectors and encoder."""
        from ..report.notebook import graph_html

        return graph_html(self)


@dataclass(frozen=True, slots=True)
class GraphStatistics:
    """`groundpath info KG`: counts by type and relation (most frequent first, then by name), what is declared
    of the relations, and degree quantiles."""

    info: GraphInfo
    relations: tuple[tuple[str, int], ...]
    degree_quantiles: tuple[tuple[float, int], ...]  # of in + out degree, at 0, .25, .5, .75, .9, .99, 1
    indexes: tuple[str, ...]  # one readable line each: name and state
    types: tuple[tuple[str, int], ...] = ()
    traits: RelationTraits = field(default_factory=RelationTraits)
    labels: Mapping[str, str] = field(default_factory=dict)  # what each relation is called

    def _repr_html_(self) -> str:
        """For notebooks: the graph's counts, its most frequent types and relations, and degrees."""
        from ..report.notebook import statistics_html

        return statistics_html(self)


@dataclass(frozen=True, slots=True)
class EntityMatch:
    """An entity that a text may mean. `how`: "id" > "xref" > "name" > "alias" > "words"; `score` in [0, 1].

    "meaning" stands for entities found by their vector, which `find_entities` does not do.
    """

    entity: Entity
    how: Literal["id", "xref", "name", "alias", "words", "meaning"]
    score: float


@dataclass(frozen=True, slots=True)
class Scored(Generic[T_co]):
    """Something found by its vector; `score` is the cosine in [-1, 1]."""

    item: T_co
    score: float


@dataclass(frozen=True, slots=True)
class PathQuery:
    """Simple paths (no entity twice) between two entities of a graph, given by their ids.

    Order: fewest hops first; then, hop by hop, by (relation, forward before backward, id of the entity
    reached), strings compared by code point. Parallel facts make different paths. `limit` keeps the first
    of that order, so that the k shortest paths are `limit=k`. No path leads from an entity to itself.

    Attributes:
        relations: when given, the path has exactly these relations in this order, and `max_hops` is not used.
        directed: walk facts only from head to tail.
        timeout: seconds, after which StoreTimeoutError is raised.
        where: which facts may be walked, and through which entities.

    Raises:
        InputError: max_hops or limit below 1, a timeout that is not above 0, or relations that name none.
    """

    source: str
    target: str
    max_hops: int = 3
    directed: bool = False
    relations: tuple[str, ...] | None = None
    limit: int | None = None
    timeout: float = 30.0
    where: FactFilter = EVERYTHING

    def __post_init__(self) -> None:
        for name, value in (("max_hops", self.max_hops), ("limit", self.limit)):
            if value is not None and value < 1:
                raise InputError(f"{name} of a path query is {value}; it must be at least 1")
        if not self.timeout > 0:
            raise InputError(f"timeout of a path query is {self.timeout:g}; it must be above 0 seconds")
        if self.relations is not None and not self.relations:
            raise InputError("relations of a path query name none; give at least one, or leave them out")


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """All facts between the entities within some hops of a centre, in key order; entities in id order."""

    centre: Entity
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A Cypher statement with its parameters, to be shown or run."""

    text: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of a read-only statement; `truncated` when the row limit cut them off."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class StoredFault:
    """A file of a store that is not as it was written.

    Attributes:
        fault: what is wrong with it, and where.
        kg: the graph whose file it is; empty where it is that of all graphs.
    """

    file: str
    fault: str
    kg: str = ""

    def __str__(self) -> str:
        of = f" (graph {self.kg!r})" if self.kg else ""
        return f"{self.file}{of}: {self.fault}"


@dataclass(frozen=True, slots=True)
class GraphColumns:
    """A whole graph as arrays. Row i of `entities` is node i; entities are sorted by id, facts by key.

    Attributes:
        entities: table of ENTITY_SCHEMA.
        facts: table of FACT_SCHEMA.
    """

    entities: pa.Table
    facts: pa.Table


class GraphSource(Protocol):
    """What whole graphs are read from: a store, or one with changes that it does not hold yet."""

    def traits(self, kg: str) -> RelationTraits: ...
    def identity(self, kg: str) -> Identity: ...
    def columns(self, kg: str) -> GraphColumns: ...
    def showing(self, kg: str) -> "Showing": ...


class GraphStore(Protocol):
    """A database that holds named graphs. The constructor does no I/O; the first operation connects.

    Reading operations raise UnknownGraphError for a graph that is not there and GraphBusyError for one that
    is not ready; all raise StoreError when the store does not answer.
    """

    @property
    def url(self) -> str:
        """Where it is, without credentials."""

    def verify(self) -> str:
        """Check address, credentials, version and schema; return one line that names what was found."""

    def faults(self, kgs: Sequence[str] = (), *, deep: bool = False) -> Iterator[StoredFault]:
        """What is damaged of some graphs, or of all: files of which size or ends are not as written.

        With `deep` every byte is read. Where the database file is damaged, vectors are not looked at. A Neo4j
        server keeps files of its own, of which it finds none.

        Raises InputError where a server's files are to be read, with the tool that does.
        """

    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    # -- the catalogue

    def graphs(self) -> list[GraphInfo]:
        """All graphs by name, also those that are not ready."""

    def graph(self, kg: str) -> GraphInfo: ...
    def revision(self, kg: str) -> str | None:
        """Names the state of a graph, without reading it: another one after each write through a store.

        An embedded store has one for all of its graphs. None for an attached graph, whose owner writes it.
        """

    def statistics(self, kg: str) -> GraphStatistics: ...
    def traits(self, kg: str) -> RelationTraits:
        """What is declared of a graph's relations; empty where nothing is."""

    def identity(self, kg: str) -> Identity:
        """How the names of a graph's documents become entities."""

    def fact_count(self, kg: str) -> int:
        """How many facts a graph has, as `graph` tells; without looking at vectors."""

    def version(self, kg: str) -> str:
        """What changes with whatever the graph holds; it may also change when the graph does not."""

    def streaming(self, kg: str, workshop: "FilePath") -> AbstractContextManager["GraphStream"]:
        """The entities and facts of a graph, without holding them.

        Args:
            workshop: an empty folder for files on the way.

        Raises:
            DamagedError: an embedded store is damaged.
        """

    def dumping(self, kg: str, workshop: "FilePath") -> AbstractContextManager["GraphDump"]:
        """All of a graph in one state, whatever is written meanwhile.

        Args:
            workshop: an empty folder for files on the way.

        Raises:
            DamagedError: an embedded store is damaged.
            GraphBusyError: a graph of a server was changed while it was read.
        """

    # -- writing

    def writing(self, kg: str, *, afresh: bool = False) -> AbstractContextManager[GraphWriter]:
        """Change a graph, or make it: others see it again when the block ends well.

        What is written `afresh` takes the place of all that the graph held; a transactional store changes
        both at once.

        When the block fails, a transactional store undoes it; otherwise the graph stays "loading" and the
        same load, run again, completes it.
        """

    def drop(self, kg: str) -> None:
        """Remove a graph with its documents and vectors; safe to repeat after an interruption."""

    # -- vectors

    def begin_embedding(self, kg: str, encoder: EncoderIdentity) -> None:
        """Tie the graph to an encoder. Raises EncoderError when its vectors came from another one."""

    def texts_without_vectors(self, kg: str, kind: EmbeddedKind) -> Iterator[list[str]]:
        """Distinct texts (names of entities, texts of facts) that still need a vector, in batches."""

    def add_vectors(self, kg: str, kind: EmbeddedKind, texts: Sequence[str], vectors: Vectors) -> None:
        """Store the vectors (n, d) of texts, for everything that bears the text. Durable."""

    def finish_embedding(self, kg: str, progress: Progress = SILENT) -> None:
        """Build what vector lookups need, and wait for it."""

    def nearest_entities(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Entity]]]:
        """For each query (m, d), the k entities of highest cosine; ties by id.

        Scores are exact. In a large graph an index may miss some: of the ten nearest about 1 in 100.
        """

    def nearest_facts(self, kg: str, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        """For each query (m, d), the k facts of highest cosine; ties by key. See `nearest_entities`.

        Raises EncoderError when facts still lack a vector, with the command that adds them.
        """

    def nearest_facts_of(
        self, kg: str, entities: Sequence[Sequence[str]], queries: Vectors, k: int
    ) -> list[list[Scored[Fact]]]:
        """For each query (m, d), the k facts of highest cosine that its entities are head or tail of.

        `entities` holds ids, those of one query at its place; ids that are not there have no facts. Ties by
        key. Raises EncoderError as `nearest_facts` does.
        """

    def fact_vectors(self, kg: str, keys: Sequence[str]) -> Vectors:
        """The vectors (n, d) of facts, in the order of their keys.

        Raises EncoderError as `nearest_facts` does, InputError for a key that no fact has.
        """

    # -- reading

    def entities(self, kg: str, ids: Sequence[str]) -> list[Entity | None]:
        """The entities of these ids, in the order asked, None where there is none."""

    def find_entities(self, kg: str, text: str, limit: int = 10) -> list[EntityMatch]:
        """Entities that a text names: by id, cross-reference, whole name, alias, then by shared words.

        Best `how` first, then highest score, then id. Any string is allowed; none is query syntax.
        """

    def entities_named(self, kg: str, names: Sequence[str]) -> list[list[Entity]]:
        """For each name, the entities that bear it as their name or an alias, by id.

        Names are compared in their normal form (`names.normalise`). Many are looked up at once.
        """

    def facts_of(
        self,
        kg: str,
        entity: str,
        *,
        direction: Direction = "both",
        limit: int | None = None,
        where: FactFilter = EVERYTHING,
    ) -> list[Fact]:
        """Facts of which an entity is head ("out"), tail ("in") or either.

        Order: relation, head id, tail id. `limit` keeps the first. Raises UnknownEntityError.
        """

    def facts(self, kg: str, keys: Sequence[str]) -> list[Fact | None]: ...
    def neighbourhood(
        self, kg: str, entity: str, hops: int = 1, limit: int = 1000, *, where: FactFilter = EVERYTHING
    ) -> Neighbourhood:
        """What lies within some hops, at most `limit` entities: nearest first, then by id."""

    def paths(self, kg: str, query: PathQuery) -> list[Path]:
        """All paths that a query asks for, in its order. Raises UnknownEntityError, StoreTimeoutError."""

    def path_statement(self, kg: str, query: PathQuery) -> Statement:
        """The Cypher, in this store's dialect, that returns the rows of `paths` in the same order.

        Columns: `hops` (int), `path` (list: label of the start, then for each hop the relation, "->" or
        "<-", and the label of the entity reached), `keys` (list of the facts' keys).
        """

    def showing(self, kg: str) -> "Showing":
        """What shows a reader facts and entities of a graph, as Cypher in the terms in which it stands."""

    def evidence_statement(self, kg: str, template: Template, rows: Sequence[EvidenceRow]) -> Statement:
        """The Cypher, in this store's dialect, that a certificate's evidence is asked for by; see `Template`.

        It is for `cypher`, and holds the rows as parameters alone.

        Raises InputError where there is no such template, no row, or one of another width.
        """

    def change_statement(self, kg: str, change: "GraphChange") -> Statement:
        """The one Cypher statement that makes a change, for a user to run; groundpath never runs it.

        It is for a Neo4j server, in groundpath's layout or an attached graph's own. An embedded store has no
        door for statements that write: there it is the one for the same graph on a server, and
        `loaders.changing.apply_change` makes the change. Texts of facts follow the names of their entities;
        what is stated or told otherwise has no vector until the graph is embedded again.

        Raises InputError where an attached graph has no place for what is stated or described.
        """

    def documents(self, kg: str, ids: Sequence[str]) -> list[Document | None]: ...
    def all_documents(self, kg: str) -> Iterator[pa.RecordBatch]:
        """Rows of DOCUMENT_SCHEMA, by id; an attached graph has none."""

    def columns(self, kg: str) -> GraphColumns: ...

    def cypher(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        limit: int = 1000,
        timeout: float = 30.0,
    ) -> QueryResult:
        """Run a statement that only reads.

        Raises ReadOnlyError before anything runs when it would write, change the schema, administer the
        server, or reach files or the network; StoreTimeoutError; InputError for a statement that does not
        parse or lacks a parameter.
        """
