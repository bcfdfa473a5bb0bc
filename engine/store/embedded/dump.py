"""All of a graph of the embedded store, in one state and in flat memory; see GraphDump."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from ...errors import DamagedError
from ...terms import RelationTraits
from ...vectors import VectorFile, Vectors
from ..identity import Identity
from ..identity import unpacked as unpacked_identity
from ..protocol import EmbeddedKind, GraphInfo
from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA
from ..traits import unpacked
from .database import Database
from .files import StoreFolder
from .spool import batches_of, uid
from .vectors import TEXTS

_TEXTS_A_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class EmbeddedDump:
    """A graph in a database that is open, and stays the same when another state takes its place.

    Attributes:
        workshop: where files are made on the way; a folder of its own.
    """

    info: GraphInfo
    database: Database
    folder: StoreFolder
    workshop: Path

    @property
    def traits(self) -> RelationTraits:
        (row,) = self.database.rows("traits", kg=self.info.name)
        return unpacked(row["traits"])

    @property
    def identity(self) -> Identity:
        (row,) = self.database.rows("identity", kg=self.info.name)
        return unpacked_identity(row["identity"])

    def documents(self) -> Iterator[pa.RecordBatch]:
        return self._exported("documents", DOCUMENT_SCHEMA)

    def entities(self) -> Iterator[pa.RecordBatch]:
        return self._exported("entities", ENTITY_SCHEMA)

    def facts(self) -> Iterator[pa.RecordBatch]:
        file = self.workshop / "facts.parquet"
        before = len(uid(self.info.name, ""))
        for table in self.database.fact_tables(self.info.name):
            self.database.export("facts", file, among=table)
            for batch in batches_of(file):
                ends = {end: pc.utf8_slice_codeunits(batch[end], before) for end in ("head", "tail")}
                columns = [ends.get(name, batch[name]) for name in FACT_SCHEMA.names]
                yield pa.RecordBatch.from_arrays(columns, FACT_SCHEMA.names).cast(FACT_SCHEMA)
            file.unlink()

    def vectors(self, kind: EmbeddedKind) -> Iterator[tuple[list[str], Vectors]]:
        encoder = self.info.encoder
        if encoder is None:
            return
        file = VectorFile(self.folder.vectors(self.info.name, encoder, kind), encoder.dimensions)
        texts = self.database.table(TEXTS[kind], kg=self.info.name)["text"].to_pylist()
        distinct = list(dict.fromkeys(map(str, texts)))
        for first in range(0, len(distinct), _TEXTS_A_BATCH):
            some = distinct[first : first + _TEXTS_A_BATCH]
            rows = file.lookup(some)
            if not (sound := file.sound(rows[rows >= 0])).all():
                row = int(rows[rows >= 0][~sound][0])
                raise DamagedError(
                    file.rows_file, f"row {row:,} is not that which was written", self.info.name
                )
            there = [text for text, row in zip(some, rows, strict=True) if row >= 0]
            yield there, file.vectors(there)

    def _exported(self, name: str, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        file = self.workshop / f"{name}.parquet"
        self.database.export(name, file, kg=self.info.name)
        for batch in batches_of(file):
            yield batch.select(schema.names).cast(schema)
        file.unlink()
