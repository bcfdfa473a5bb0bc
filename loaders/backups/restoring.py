"""Making graphs of what a backup holds."""

import json
import shutil
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pyarrow as pa
import pyarrow.parquet as pq

from ...engine.errors import InputError, UnknownGraphError
from ...engine.progress import SILENT, Advance, Progress
from ...engine.store.bounds import check_name
from ...engine.store.identity import unpacked as unpacked_identity
from ...engine.store.protocol import EmbeddedKind, EncoderIdentity, GraphStore
from ...engine.store.traits import unpacked
from ...engine.vectors import VectorFile
from . import archive
from .backing_up import FORMAT, VECTOR_FILES, BackedUp

_ROWS = 25_000


@dataclass(frozen=True, slots=True)
class _Stored:
    """A graph of a backup: where its members are, and what its graph.json says."""

    place: str
    described: dict[str, Any]

    @property
    def kg(self) -> str:
        return str(self.described["kg"])

    @property
    def encoder(self) -> EncoderIdentity | None:
        encoder = self.described["encoder"]
        return EncoderIdentity(**encoder) if encoder else None


def restore(
    store: GraphStore,
    path: Path | str,
    *,
    name: str | None = None,
    replace: bool = False,
    progress: Progress = SILENT,
) -> list[BackedUp]:
    """Make the graphs of a backup again; every byte of it is checked before anything is changed.

    A graph is there whole or not at all; in an embedded store one that is replaced goes at that same moment.
    On a server a restore that was cut off leaves the graph "loading", until it is run again with `replace`.

    Args:
        name: what the graph shall be called; that of the backup without.
        replace: whether a graph that is there may be replaced.

    Raises:
        DamagedError: the backup is damaged; nothing was changed.
        InputError: it cannot be read or is no backup; a graph of that name is there, and `replace` is not
            set; or `name` is given for several graphs.
        StoreError: the store does not answer, or is damaged itself.
    """
    with archive.reading(Path(path), progress) as file:
        graphs = _graphs(file, Path(path))
        if name is not None:
            check_name(name)
            if len(graphs) > 1:
                listed = ", ".join(graph.kg for graph in graphs)
                raise InputError(f"{path} holds several graphs ({listed}), which cannot all be {name!r}")
        called = {graph.place: name or graph.kg for graph in graphs}
        for kg in called.values() if not replace else ():
            _check_free(store, kg)
        return [
            _restore(store, file, graph, called[graph.place], replace=replace, progress=progress)
            for graph in graphs
        ]


def _graphs(file: tarfile.TarFile, path: Path) -> list[_Stored]:
    manifest = json.load(archive.member(file, archive.MANIFEST))
    if manifest["format"] != FORMAT:
        raise InputError(f"{path} was made by a newer groundpath (format {manifest['format']}); install it")
    places = map(str, range(len(manifest["graphs"])))
    return [_Stored(place, json.load(archive.member(file, f"{place}/graph.json"))) for place in places]


def _check_free(store: GraphStore, kg: str) -> None:
    """Raises InputError where a store holds a graph of that name."""
    try:
        store.graph(kg)
    except UnknownGraphError:
        return
    raise InputError(
        f"{store.url} holds a graph {kg!r} already; --replace puts the restored one in its place, --as gives "
        "it another name"
    )


def _restore(
    store: GraphStore, file: tarfile.TarFile, graph: _Stored, kg: str, *, replace: bool, progress: Progress
) -> BackedUp:
    counts = {name: graph.described[name] for name in ("entities", "facts", "documents")}
    with (
        progress.task(f"Restoring {kg}", sum(counts.values())) as advance,
        store.writing(kg, afresh=replace) as writer,
    ):
        if not replace:
            _check_free(store, kg)  # again, since another process may have made it meanwhile
        writer.add_documents(_batches(file, graph, "documents", advance))
        writer.add_entities(_batches(file, graph, "entities", advance))
        writer.add_facts(_batches(file, graph, "facts", advance))
        writer.set_traits(unpacked(graph.described["traits"]))
        writer.set_identity(unpacked_identity(graph.described["identity"]))
    _add_vectors(store, file, graph, kg, progress)
    return BackedUp(kg, **counts, vectors=graph.described["vectors"])


def _batches(file: tarfile.TarFile, graph: _Stored, name: str, advance: Advance) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(archive.member(file, f"{graph.place}/{name}.parquet")) as rows:
        for batch in rows.iter_batches(_ROWS):
            yield batch
            advance(batch.num_rows)


def _add_vectors(
    store: GraphStore, file: tarfile.TarFile, graph: _Stored, kg: str, progress: Progress
) -> None:
    """Give the texts of a graph the vectors that the backup has of them."""
    encoder = graph.encoder
    if encoder is None or not graph.described["vectors"]:
        return
    store.begin_embedding(kg, encoder)
    known = set(file.getnames())
    for kind in get_args(EmbeddedKind):
        if f"{graph.place}/{kind}.keys" in known:
            with TemporaryDirectory(prefix="groundpath-") as folder:
                for suffix in VECTOR_FILES:
                    with (Path(folder) / f"{kind}{suffix}").open("wb") as part:
                        shutil.copyfileobj(archive.member(file, f"{graph.place}/{kind}{suffix}"), part)
                _copy_vectors(store, kg, kind, VectorFile(Path(folder) / kind, encoder.dimensions))
    store.finish_embedding(kg, progress)


def _copy_vectors(store: GraphStore, kg: str, kind: EmbeddedKind, vectors: VectorFile) -> None:
    for texts in store.texts_without_vectors(kg, kind):
        there = [text for text, row in zip(texts, vectors.lookup(texts), strict=True) if row >= 0]
        if there:
            store.add_vectors(kg, kind, there, vectors.vectors(there))
