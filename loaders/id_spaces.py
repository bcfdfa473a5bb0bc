"""The id spaces of neo4j-admin: ":ID(Person)" and ":ID(City)" count on their own.

Ids stay as they are where those of all spaces differ. Where one id is in two spaces, the ids of both bear the
space's name before them: "City:1".
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from ..engine.progress import SILENT
from .columns import Columns
from .faults import Faults
from .freebase import entity_id
from .headed import Column
from .header_files import Table
from .reading import open_source
from .records import read_table

Qualify = Callable[[str], str]
"""From a cell to the id of an entity."""


class IdSpaces:
    """The id spaces of the nodes of one load."""

    def __init__(self, ids: dict[str, set[str]], *, is_complete: bool = False) -> None:
        """`ids` of each space that has a name; `is_complete` where every table of nodes has
        one, and there are several."""
        self._ids = ids
        self._is_complete = is_complete
        shared = Counter(chain.from_iterable(ids.values())) if len(ids) > 1 else Counter()
        self._qualified = {space for space, own in ids.items() if any(shared[id] > 1 for id in own)}

    @classmethod
    def of(cls, tables: Sequence[Table], column: Column, named: Columns) -> "IdSpaces":
        """Those that the headers of tables of nodes name. The tables are read through where there are two."""
        spaces = [_space(table, column, named) for table in tables]
        ids: dict[str, set[str]] = {space: set() for space in spaces if space}
        if len(ids) > 1:
            for table, space in zip(tables, spaces, strict=True):
                if space:
                    ids[space].update(_ids(table, column, named))
        return cls(ids, is_complete=len(ids) > 1 and all(spaces))

    def node(self, space: str) -> Qualify:
        """How the id of a node of a space is read."""
        return lambda cell: self._name(space, entity_id(cell))

    def end(self, space: str) -> Qualify:
        """How the end of an edge is read that leads into a space.

        One that the space does not hold bears its name, so that no node of another space is meant.
        """
        own = self._ids.get(space)
        if own is None and space and self._is_complete:
            return lambda cell: f"{space}:{id}" if (id := entity_id(cell)) else id
        if not own:
            return entity_id
        return lambda cell: self._end(space, own, entity_id(cell))

    def _end(self, space: str, own: set[str], id: str) -> str:
        return self._name(space, id) if not id or id in own else f"{space}:{id}"

    def _name(self, space: str, id: str) -> str:
        return f"{space}:{id}" if id and space in self._qualified else id


def _space(table: Table, column: Column, named: Columns) -> str:
    if table.file == "-":
        return ""  # standard input can be read but once
    with open_source(table.file, SILENT) as source:
        return read_table(source, (column,), Faults("skip"), table.header, named).spaces[0]


def _ids(table: Table, column: Column, named: Columns) -> Iterator[str]:
    with open_source(table.file, SILENT) as source:
        for chunk in read_table(source, (column,), Faults("skip"), table.header, named).chunks:
            yield from map(entity_id, chunk.columns[0])
