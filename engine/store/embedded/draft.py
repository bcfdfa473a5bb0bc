"""The next state of an embedded store, made in a file of its own and then published.

The file begins as a copy of the present one, which takes the disk about a second for 600 MB. What a write
adds or changes goes into the copy, piece by piece; what other graphs hold stays as it is.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from ..identity import packed as packed_identity
from ..protocol import EncoderIdentity
from ..traits import packed
from .changes import FactChanges
from .database import WRITING_POOL_BYTES, Database
from .facts import add_facts, change_facts, copy_facts
from .files import StoreFolder
from .spool import Spool, Table, batches_of, uid
from .writer import EmbeddedWriter

# Tables of nodes, and what is exported to fill them. Entities come before the facts that need them.
_NODES: dict[Table, str] = {"Entity": "entities", "Document": "documents"}
_ASKED_AT_ONCE = 10_000


def extend(folder: StoreFolder, writer: EmbeddedWriter, *, afresh: bool = False) -> None:
    """Publish the present state with what a writer was given, in place of what the graph held if `afresh`."""
    with _next_state(folder, writer.bytes) as database:
        if afresh:
            _strike(database, writer.kg)
            database.checkpoint()
        renamed = _change_nodes(database, writer)
        for table in _NODES:
            _add_nodes(database, table, writer.added[table])
        changes = FactChanges(
            writer.changed_sources(),
            writer.changed_scores(),
            renamed=pa.array(renamed, pa.string()),
            removed=pa.array(writer.removed_facts, pa.string()),
            labels=writer.labels,
        )
        bereft = change_facts(database, writer.kg, changes, folder.workshop)
        add_facts(database, writer.kg, writer.added["FACT"].parts, folder.workshop)
        writer.removed_entities = _remove_orphans(database, writer.kg, bereft)
        _remove_documents(database, writer.kg, writer.removed_documents)
        _count(database, writer.kg)
        if writer.traits is not None:
            database.run("put_traits", kg=writer.kg, traits=packed(writer.traits))
        if writer.identity is not None:
            database.run("put_identity", kg=writer.kg, identity=packed_identity(writer.identity))


def remove(folder: StoreFolder, kg: str) -> None:
    """Publish the present state without a graph; what other graphs hold is not touched."""
    with _next_state(folder) as database:
        _strike(database, kg)


def make_without(folder: StoreFolder, before: Database, kg: str, others: Iterable[str]) -> None:
    """Publish a state made afresh from the other graphs, whose file is as small as they are."""
    with _next_state(folder, afresh=True) as database:
        catalogue = folder.workshop / "catalogue.parquet"
        before.export("other_graphs", catalogue, kg=kg)
        database.copy_from("Graph", [catalogue])
        for other in others:
            for table in _NODES:
                _copy_nodes(before, database, table, other, folder.workshop)
            copy_facts(before, database, other, folder.workshop)


def tie(folder: StoreFolder, kg: str, encoder: EncoderIdentity) -> None:
    """Publish the present state with a graph tied to an encoder."""
    with _next_state(folder) as database:
        database.run("put_encoder", kg=kg, model=encoder.model_id, dimensions=encoder.dimensions)


@contextmanager
def _next_state(folder: StoreFolder, added: int = 0, *, afresh: bool = False) -> Iterator[Database]:
    """A copy of the present state, or an empty one, to be changed; published when the block ends well.

    Raises:
        DamagedError: the present state is damaged.
        StoreError: the disk is too full for it and `added` bytes more.
    """
    file = folder.workshop / "graph.lbdb"
    empty = folder.state() is None
    folder.check_room(added)
    if afresh and not empty:
        folder.check()
    elif not empty:
        folder.copy_state(file)
    with Database(file, read_only=False, pool_bytes=WRITING_POOL_BYTES) as database:
        if afresh or empty:
            database.create_tables()
        yield database
        database.checkpoint()
    folder.publish(file)


def _strike(database: Database, kg: str) -> None:
    for table in database.fact_tables(kg):
        database.drop_facts(table)
    for contents in ("entities", "documents", "graph"):
        database.run(f"delete_{contents}", kg=kg)


def _change_nodes(database: Database, writer: EmbeddedWriter) -> list[str]:
    """Replace entities and documents; return the uids of the entities that are called otherwise now."""
    renamed: list[str] = []
    for part in writer.changed["Entity"].parts:
        renamed += [row["uid"] for row in database.rows("renamed_entities", file=part.file)]
        database.run("change_entities", file=part.file)
        database.checkpoint()
    for part in writer.changed["Document"].parts:
        database.run("change_documents", file=part.file)
        database.checkpoint()
    return renamed


def _add_nodes(database: Database, table: Table, spool: Spool) -> None:
    for part in spool.parts:
        database.copy_from(table, [part.file])
        database.checkpoint()


def _remove_orphans(database: Database, kg: str, bereft: Iterable[str]) -> int:
    """Remove those of some entities that no fact mentions, and of which nothing is known; say how many."""
    orphans = [
        row["uid"] for uids in _parts(bereft) for row in database.rows("orphaned_entities", kg=kg, uids=uids)
    ]
    for uids in _parts(orphans):
        database.run("remove_entities", uids=uids)
    return len(orphans)


def _remove_documents(database: Database, kg: str, ids: Iterable[str]) -> None:
    for some in _parts(ids):
        database.run("remove_documents", uids=[uid(kg, id_) for id_ in some])


def _parts(values: Iterable[str]) -> Iterator[list[str]]:
    waiting = iter(sorted(values))
    return iter(lambda: list(islice(waiting, _ASKED_AT_ONCE)), [])


def _copy_nodes(before: Database, after: Database, table: Table, kg: str, workshop: Path) -> None:
    exported = workshop / "exported.parquet"
    before.export(_NODES[table], exported, kg=kg)
    spool = Spool(workshop, table)
    for batch in batches_of(exported):
        spool.write(batch)
    spool.close()
    _add_nodes(after, table, spool)


def _count(database: Database, kg: str) -> None:
    """Enter a graph in the catalogue, with what it holds now."""
    counts: dict[str, Any] = {}
    for contents in ("entities", "facts", "documents"):
        counts |= database.rows(f"count_{contents}", kg=kg)[0]
    database.run("put_graph", kg=kg, **counts)
