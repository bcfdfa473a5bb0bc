"""Facts of a store, in tables of a bounded size: a write touches those that change, and no others.

ladybug's COPY holds in memory all that it is given, and adding to a table that has rows rewrites most of it.
So each table of facts belongs to one graph, holds at most a part of a spool, and is filled once; it is
replaced as a whole when its facts change. Memory is that of one part, however many facts there are. What is
added joins the smallest table of the graph while there is room, so that tables do not become many.
"""

from collections.abc import Sequence
from pathlib import Path

from .changes import FactChanges
from .database import Database, FactTable
from .spool import Part, Spool, batches_of


def add_facts(database: Database, kg: str, parts: Sequence[Part], workshop: Path) -> None:
    """Add the parts of a spool to the facts of a graph."""
    for part in parts:
        _fill(database, kg, _joined(database, kg, part, workshop))


def change_facts(database: Database, kg: str, changes: FactChanges, workshop: Path) -> set[str]:
    """Replace the tables of a graph in which facts change; return the uids of the ends of those that go."""
    bereft: set[str] = set()
    for table in database.fact_tables(kg) if changes else ():
        places = database.table("fact_places", among=table)
        if changes.touch(places):
            bereft |= changes.bereft(places)
            spool = Spool(workshop, table.name)
            exported = workshop / "exported.parquet"
            database.export("labelled_facts", exported, among=table)
            for batch in batches_of(exported):
                spool.write(changes.of(batch))
            spool.close()
            database.drop_facts(table)
            for part in spool.parts:
                _fill(database, kg, [part])
    return bereft


def copy_facts(before: Database, after: Database, kg: str, workshop: Path) -> None:
    """Bring the facts of a graph from one database to another."""
    for table in before.fact_tables(kg):
        _fill(after, kg, [_exported(before, table, workshop)])


def _joined(database: Database, kg: str, part: Part, workshop: Path) -> list[Part]:
    """The part, and what the smallest table of the graph held if it has room."""
    smallest = min(database.fact_tables(kg), key=lambda table: table.facts, default=None)
    if smallest is None or not part.has_room_for(Part(part.file, smallest.facts, smallest.bytes)):
        return [part]
    exported = _exported(database, smallest, workshop)
    database.drop_facts(smallest)
    return [exported, part]


def _exported(database: Database, table: FactTable, workshop: Path) -> Part:
    file = workshop / "exported.parquet"
    database.export("facts", file, among=table)
    return Part(file, table.facts, table.bytes)


def _fill(database: Database, kg: str, parts: Sequence[Part]) -> None:
    facts, size = sum(part.rows for part in parts), sum(part.bytes for part in parts)
    database.add_facts(kg, [part.file for part in parts], facts, size)
    database.checkpoint()  # What was copied leaves memory only then.
