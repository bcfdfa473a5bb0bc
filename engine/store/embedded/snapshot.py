"""One state of an embedded store, open for reading, with what has been made of it in memory."""

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa

from ...errors import StoreError, UnknownGraphError
from ..protocol import EncoderIdentity, GraphColumns, GraphInfo
from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA
from ..view import GraphView
from .database import EXPORTING_POOL_BYTES, READING_POOL_BYTES, SCHEMA_VERSION, Database
from .files import FileIdentity
from .sandbox import Sandbox
from .whole_names import WholeNames

# What ladybug may hold of a whole graph that is read, in bytes for each byte on disk.
_MEMORY_A_BYTE = 4
# Facts of a graph that is read in the database that is open, some 30 MB: to open another takes 10 ms.
_FEW_FACTS = 50_000


class Snapshot:
    """Reads one state; the views of its graphs are made once.

    Attributes:
        whole: whether every byte of the file is known to be as it was written.
    """

    def __init__(self, place: Path, database: Database, identity: FileIdentity | None) -> None:
        self.place = place
        self.database = database
        self.identity = identity
        self.sandbox = Sandbox(database.path)
        self.whole = False
        self._infos: dict[str, GraphInfo] | None = None
        self._views: dict[str, GraphView] = {}
        self._names: dict[str, WholeNames] = {}

    @classmethod
    def of(cls, folder: Path, file: Path, identity: FileIdentity | None) -> "Snapshot":
        """Open the present state; a store that does not exist yet reads as empty.

        Raises:
            StoreError: the file is damaged, or was made by another version.
        """
        if identity is None:
            database = Database(None, read_only=False)
            database.create_tables()
        else:
            pool = READING_POOL_BYTES + _MEMORY_A_BYTE * identity.size
            database = Database(file, read_only=True, pool_bytes=pool)
            _check_schema(database)
        return cls(folder, database, identity)

    @property
    def revision(self) -> str:
        """Names the state; empty for a store that does not exist yet."""
        known = self.identity
        return f"{known.inode}-{known.modified_ns}-{known.size}" if known else ""

    def close(self) -> None:
        self.sandbox.close()
        self.database.close()

    def infos(self) -> dict[str, GraphInfo]:
        """The catalogue by name, in order of names, without the counts of vectors."""
        if self._infos is None:
            self._infos = {row["name"]: _info(row) for row in self.database.rows("graphs")}
        return self._infos

    def info(self, kg: str) -> GraphInfo:
        """The catalogue's entry. Raises UnknownGraphError."""
        if kg not in self.infos():
            raise self._unknown(kg)
        return self.infos()[kg]

    def columns(self, kg: str) -> GraphColumns:
        """The whole graph; of the state that a writer has published meanwhile, if it is large and one has.

        ladybug keeps what it has read, and all of a result until it is fetched. So it is read table by table,
        a large graph in a database that is closed again: half the memory for ten million facts.
        """
        if self.info(kg).facts <= _FEW_FACTS:
            return _columns(self.database, kg)
        with Database(self.database.path, read_only=True, pool_bytes=EXPORTING_POOL_BYTES) as whole:
            if kg not in {row["name"] for row in whole.rows("graphs")}:
                raise self._unknown(kg)
            return _columns(whole, kg)

    def documents(self, kg: str) -> pa.Table:
        """All documents of a graph, by id."""
        return _table([self.database.table("all_documents", kg=kg)], DOCUMENT_SCHEMA, "id")

    def view(self, kg: str) -> GraphView:
        """The graph in memory: about a second for 300,000 facts the first time."""
        if kg not in self._views:
            self._views[kg] = GraphView.of(self.columns(kg))
        return self._views[kg]

    def names(self, kg: str) -> WholeNames:
        """The whole names of a graph in memory: about a second for 500,000 entities the first time."""
        if kg not in self._names:
            self._names[kg] = WholeNames.of(self.view(kg))
        return self._names[kg]

    def _unknown(self, kg: str) -> UnknownGraphError:
        return UnknownGraphError.of(str(self.place), kg, self.infos())


def _check_schema(database: Database) -> None:
    try:
        versions = [row["version"] for row in database.rows("schema_version")]
    except StoreError as error:
        if "does not exist" not in str(error):
            database.close()
            raise
        versions = []
    if versions != [SCHEMA_VERSION]:
        database.close()
        made = f"schema version {versions[0]}" if versions else "another program"
        raise StoreError(
            f"{database.place} was made by {made}, this groundpath reads version {SCHEMA_VERSION}; "
            "name another path, or remove it and load again"
        )


def _info(row: dict[str, object]) -> GraphInfo:
    model, dimensions = row.pop("encoder_model"), row.pop("encoder_dimensions")
    encoder = EncoderIdentity(str(model), int(str(dimensions))) if model is not None else None
    return GraphInfo(state="ready", encoder=encoder, embedded_entities=0, embedded_facts=0, **row)  # type: ignore[arg-type]


def _columns(database: Database, kg: str) -> GraphColumns:
    facts = [database.table("all_facts", among=table, kg=kg) for table in database.fact_tables(kg)]
    return GraphColumns(
        _table([database.table("existing_entities", kg=kg)], ENTITY_SCHEMA, "id"),
        _table(facts, FACT_SCHEMA, "key"),
    )


def _table(parts: Iterable[pa.Table], schema: pa.Schema, order: str) -> pa.Table:
    """Raises pa.ArrowInvalid where a text is no UTF-8, as on a damaged page: ladybug does not look."""
    typed = [part.select(schema.names).cast(schema) for part in parts]
    ordered = pa.concat_tables([schema.empty_table(), *typed]).sort_by(order)
    ordered.validate(full=True)  # in ladybug's own arrays, offsets of lists that are empty may be anything
    return ordered
