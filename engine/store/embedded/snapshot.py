"""One state of an embedded store, open for reading, with what has been made of it in memory."""

from pathlib import Path

import pyarrow as pa

from ...errors import StoreError, UnknownGraphError
from ..protocol import EncoderIdentity, GraphColumns, GraphInfo
from ..schema import ENTITY_SCHEMA, FACT_SCHEMA
from ..view import GraphView
from .database import READING_POOL_BYTES, SCHEMA_VERSION, Database
from .files import FileIdentity
from .whole_names import WholeNames

# What ladybug may hold of a whole graph that is read, in bytes for each byte on disk.
_MEMORY_A_BYTE = 4


class Snapshot:
    """Reads one state; the views of its graphs are made once."""

    def __init__(self, place: Path, database: Database, identity: FileIdentity | None) -> None:
        self.place = place
        self.database = database
        self.identity = identity
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

    def close(self) -> None:
        self.database.close()

    def infos(self) -> dict[str, GraphInfo]:
        """The catalogue by name, in order of names, without the counts of vectors."""
        if self._infos is None:
            self._infos = {row["name"]: _info(row) for row in self.database.rows("graphs")}
        return self._infos

    def info(self, kg: str) -> GraphInfo:
        """The catalogue's entry. Raises UnknownGraphError."""
        if kg not in self.infos():
            raise UnknownGraphError.of(str(self.place), kg, self.infos())
        return self.infos()[kg]

    def columns(self, kg: str) -> GraphColumns:
        self.info(kg)
        return GraphColumns(
            _table(self.database.table("existing_entities", kg=kg), ENTITY_SCHEMA, "id"),
            _table(self.database.table("all_facts", kg=kg), FACT_SCHEMA, "key"),
        )

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


def _table(table: pa.Table, schema: pa.Schema, order: str) -> pa.Table:
    return table.select(schema.names).cast(schema).sort_by(order)
