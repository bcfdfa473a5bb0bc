"""The next state of an embedded store, made in a file of its own and then published.

Every state that differs in what it holds is made afresh, by one COPY a table. ladybug can add to, change and
delete from a table of facts, but rewrites most of it then: adding 1,000 facts to 300,000 takes as long as
copying all of them, deleting them takes five times as long, and the file grows tenfold.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from ..protocol import EncoderIdentity
from .changes import Rewriting, rewritten
from .database import Database
from .files import StoreFolder
from .spool import Spool, Table
from .writer import EmbeddedWriter

_TABLES: tuple[Table, ...] = get_args(Table)  # facts after the entities that they need
# What COPY holds in memory for a fact: 2.7 GB were measured for 3 million.
_BYTES_A_FACT = 1200


def make_next(
    folder: StoreFolder, before: Database, rewriting: Rewriting, writer: EmbeddedWriter | None = None
) -> None:
    """Publish the state that follows `before`: its rows rewritten, and what a writer was given."""
    added = writer.spools if writer else {}
    files = {table: _files(folder, before, table, rewriting, added.get(table)) for table in _TABLES}
    folder.check_room(sum(spool.bytes for spools in files.values() for spool in spools))
    facts = sum(spool.rows for spool in files["FACT"])
    with Database(_file(folder), read_only=False, more_memory=facts * _BYTES_A_FACT) as database:
        database.create_tables()
        for table, spools in files.items():
            database.copy_from(table, [spool.file for spool in spools])
        if writer:
            _count(database, writer.kg)
        database.checkpoint()
    folder.publish(_file(folder))


def tie(folder: StoreFolder, kg: str, encoder: EncoderIdentity) -> None:
    """Publish the present state with a graph tied to an encoder."""
    with folder.using():
        shutil.copyfile(folder.database, _file(folder))
    with Database(_file(folder), read_only=False) as database:
        database.run("put_encoder", kg=kg, model=encoder.model_id, dimensions=encoder.dimensions)
        database.checkpoint()
    folder.publish(_file(folder))


def _files(
    folder: StoreFolder, before: Database, table: Table, rewriting: Rewriting, added: Spool | None
) -> list[Spool]:
    """The old rows of a table, rewritten, and the new ones; without the empty."""
    exported = folder.workshop / f"exported_{table}.parquet"
    before.copy_to(table, exported)
    kept = Spool(folder.workshop / f"rewritten_{table}.parquet")
    rewritten(exported, table, rewriting, kept)
    exported.unlink()
    return [spool for spool in _present(kept, added) if spool.rows]


def _present(*spools: Spool | None) -> Iterable[Spool]:
    return (spool for spool in spools if spool is not None)


def _count(database: Database, kg: str) -> None:
    """Enter a graph in the catalogue, with what it holds now."""
    counts: dict[str, int] = {}
    for contents in ("entities", "facts", "documents"):
        counts |= database.rows(f"count_{contents}", kg=kg)[0]
    database.run("put_graph", kg=kg, **counts)


def _file(folder: StoreFolder) -> Path:
    return folder.workshop / "graph.lbdb"
