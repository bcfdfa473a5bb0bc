"""Facts of a store, in tables of a bounded size: a write touches those that change, and no others.

ladybug's COPY holds in memory all that it is given, and adding to a table that has rows rewrites most of it.
So each table of facts belongs to one graph, is filled once with one part of a spool or a few, and is replaced
as a whole when its facts change. Memory is that of one table, however many facts there are. What is added
joins the smallest table of the graph while there is room. A graph of many parts gets larger tables, since who
looks for one entity looks into each.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from .changes import FactChanges
from .database import Database, FactTable
from .spool import Part, Spool, batches_of, fit, parts_of

# Tables have one part each up to so many tables; those of larger graphs have more, and this many at most.
_TABLES = 40
_MOST_PARTS = 4


def add_facts(database: Database, kg: str, parts: Sequence[Part], workshop: Path) -> None:
    """Add the parts of a spool to the facts of a graph."""
    room = _room(database, kg, sum(part.rows for part in parts))
    for some in _tabled(parts, room):
        _fill(database, kg, _joined(database, kg, some, room, workshop))


def change_facts(database: Database, kg: str, changes: FactChanges, workshop: Path) -> set[str]:
    """Replace the tables of a graph in which facts change; return the uids of the ends of those that go."""
    bereft: set[str] = set()
    room = _room(database, kg)
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
            for some in _tabled(spool.parts, room):
                _fill(database, kg, some)
    return bereft


def copy_facts(before: Database, after: Database, kg: str, workshop: Path) -> None:
    """Bring the facts of a graph from one database to another."""
    for table in before.fact_tables(kg):
        _fill(after, kg, [_exported(before, table, workshop)])


def _room(database: Database, kg: str, added: int = 0) -> int:
    """How many parts a table of a graph has room for, with so many facts added."""
    facts = added + sum(table.facts for table in database.fact_tables(kg))
    return min(max(1, -(-parts_of(facts) // _TABLES)), _MOST_PARTS)


def _tabled(parts: Sequence[Part], room: int) -> Iterator[Sequence[Part]]:
    """What goes into each table."""
    return (parts[first : first + room] for first in range(0, len(parts), room))


def _joined(database: Database, kg: str, parts: Sequence[Part], room: int, workshop: Path) -> Sequence[Part]:
    """The parts, and what the smallest table of the graph held if it has room."""
    smallest = min(database.fact_tables(kg), key=lambda table: table.facts, default=None)
    if smallest is None or not fit([Part(workshop, smallest.facts, smallest.bytes), *parts], room):
        return parts
    exported = _exported(database, smallest, workshop)
    database.drop_facts(smallest)
    return [exported, *parts]


def _exported(database: Database, table: FactTable, workshop: Path) -> Part:
    file = workshop / "exported.parquet"
    database.export("facts", file, among=table)
    return Part(file, table.facts, table.bytes)


def _fill(database: Database, kg: str, parts: Sequence[Part]) -> None:
    facts, size = sum(part.rows for part in parts), sum(part.bytes for part in parts)
    database.add_facts(kg, [part.file for part in parts], facts, size)
    database.checkpoint()  # What was copied leaves memory only then.
