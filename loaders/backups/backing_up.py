"""Writing graphs into one file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, get_args

import pyarrow as pa
import pyarrow.parquet as pq

from ...engine.counted import counted
from ...engine.errors import InputError
from ...engine.progress import SILENT, Advance, Progress
from ...engine.store.dump import GraphDump
from ...engine.store.identity import packed as packed_identity
from ...engine.store.protocol import ATTACHED, EmbeddedKind, GraphStore
from ...engine.store.schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA
from ...engine.store.traits import packed
from ...engine.vectors import VectorFile
from ...engine.workshops import workshop
from . import archive

FORMAT = 1
SCHEMAS = {"documents": DOCUMENT_SCHEMA, "entities": ENTITY_SCHEMA, "facts": FACT_SCHEMA}
VECTOR_FILES = (".keys", ".rows", ".sums")


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A graph in a backup.

    Attributes:
        vectors: of distinct texts; a server gives none back, and `embed` makes them again.
    """

    kg: str
    entities: int
    facts: int
    documents: int
    vectors: int

    def __str__(self) -> str:
        counts = (
            f"{counted(self.entities, 'entity', 'entities')}, {counted(self.facts, 'fact')}, "
            f"{counted(self.documents, 'document')}"
        )
        return f"{self.kg}: {counts}, vectors of {counted(self.vectors, 'text')}"


def backup(
    store: GraphStore, kgs: Sequence[str], path: Path | str, *, progress: Progress = SILENT
) -> list[BackedUp]:
    """Write graphs, with their documents, declarations and vectors, into one file.

    Each graph is in it as it is when its turn comes, whoever reads or writes meanwhile. The file is there
    whole or not at all, and takes as much room again, of its largest part, while it is made.

    Args:
        kgs: their names; all that are ready where there is none.

    Raises:
        UnknownGraphError, GraphBusyError: as the store does.
        DamagedError: the store is damaged: what it holds is not passed on.
        InputError: the file cannot be written, there is no graph, or one is attached.
    """
    names = list(dict.fromkeys(kgs)) or [info.name for info in store.graphs() if info.state != ATTACHED]
    if not names:
        raise InputError(f"{store.url} holds no graph that could be backed up")
    for kg in names:
        if store.graph(kg).state == ATTACHED:
            raise InputError(
                f"graph {kg!r} is attached: its owner backs it up, with neo4j-admin database dump (or backup)"
            )
    path = Path(path)
    done: list[BackedUp] = []
    with archive.writing(path) as file:
        manifest = {"format": FORMAT, "graphs": names}
        file.add_bytes(archive.MANIFEST, json.dumps(manifest, ensure_ascii=False).encode())
        for number, kg in enumerate(names):
            with workshop(archive.place_of(path)) as folder, store.dumping(kg, folder) as dump:
                done.append(_add(file, str(number), dump, folder, progress))
    return done


def _add(file: archive.Archive, place: str, dump: GraphDump, folder: Path, progress: Progress) -> BackedUp:
    info = dump.info
    parts = {"documents": dump.documents, "entities": dump.entities, "facts": dump.facts}
    counts: dict[str, int] = {}
    total = info.entities + info.facts + info.documents
    with progress.task(f"Backing up {info.name}", total) as advance:
        for name, rows in parts.items():
            with TemporaryFile(dir=folder) as parquet:
                counts[name] = _write_rows(parquet, _told(rows(), advance), SCHEMAS[name])
                file.add(f"{place}/{name}.parquet", parquet)
    counts["vectors"] = sum(_add_vectors(file, place, dump, kind, folder) for kind in get_args(EmbeddedKind))
    described = {
        "kg": info.name,
        "encoder": asdict(info.encoder) if info.encoder else None,
        "traits": packed(dump.traits),
        "identity": packed_identity(dump.identity),
        **counts,
    }
    file.add_bytes(f"{place}/graph.json", json.dumps(described, ensure_ascii=False).encode())
    return BackedUp(info.name, counts["entities"], counts["facts"], counts["documents"], counts["vectors"])


def _write_rows(file: IO[bytes], batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> int:
    count = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch.cast(schema))
            count += batch.num_rows
    return count


def _told(batches: Iterable[pa.RecordBatch], advance: Advance) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield batch
        advance(batch.num_rows)


def _add_vectors(file: archive.Archive, place: str, dump: GraphDump, kind: EmbeddedKind, folder: Path) -> int:
    """Add the vectors of a kind as the files that a VectorFile is; how many there are."""
    encoder = dump.info.encoder
    if encoder is None:
        return 0
    vectors = VectorFile(folder / kind, encoder.dimensions)
    for texts, given in dump.vectors(kind):
        vectors.append(texts, given)
    for suffix in VECTOR_FILES if len(vectors) else ():
        with (folder / f"{kind}{suffix}").open("rb") as part:
            file.add(f"{place}/{kind}{suffix}", part)
    return len(vectors)
