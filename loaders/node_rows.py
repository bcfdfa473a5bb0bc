"""The nodes of a typed graph: ids, types, names, synonyms and cross-references, from tables."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..engine.parsing import json_value
from ..engine.progress import Progress
from .chunks import Chunk, Role, checked
from .columns import Columns
from .faults import Faults
from .freebase import entity_id
from .headed import Column
from .header_files import Table
from .id_spaces import IdSpaces
from .identifiers import id_fault, text_fault
from .naming import TURN_OF_NAMES_FILE, Name, Statements
from .reading import PathLike, open_source
from .records import read_table
from .staging import Staging

_XREFS = ("xref", "cross_references", "crossrefs", "dbxrefs")
ID = Column("id", (":id", "node_id", "entity_id", "identifier", "curie"), required=True)
_NODES = (
    ID,
    Column("type", (":label", "types", "kind", "category", "node_type", "metanode"), listed=True),
    Column("name", ("node_name", "preferred_name", "title", "label")),
    Column("synonyms", ("synonym", "aliases", "alias"), listed=True),
    Column("xrefs", _XREFS, listed=True),
)
_XREF_ROWS = (ID, Column("xref", (*_XREFS, "xrefs"), required=True, listed=True))
_NO_TRIPLES = ((), (), ())


def text_or_nothing(value: str) -> str | None:
    """Why a cell that may be empty cannot be used."""
    return text_fault(value) if value else None


ENTITY = Role("id", entity_id, id_fault)
_TEXTS = tuple(Role(name, str.strip, text_or_nothing) for name in ("type", "name", "synonyms", "xrefs"))


class StagedNodes(NamedTuple):
    """The ids of nodes, of which each has one row, and notes for the report."""

    ids: set[str]
    notes: list[str]


def stage_nodes(
    tables: Sequence[Table],
    columns: Columns,
    spaces: IdSpaces,
    staging: Staging,
    faults: Faults,
    progress: Progress,
) -> StagedNodes:
    """Stage all that tables say of nodes."""
    ids: set[str] = set()
    notes: list[str] = []
    for one in tables:
        with open_source(one.file, progress) as source:
            table = read_table(source, _NODES, faults, one.header, columns)
            notes += table.notes
            node = ENTITY._replace(read=spaces.node(table.spaces[0]))
            for chunk in table.chunks:
                ids |= stage_chunk(chunk, table.separators, source.name, ids, staging, faults, node)
    return StagedNodes(ids, notes)


def stage_chunk(
    chunk: Chunk,
    separators: Sequence[str],
    source: str,
    before: set[str],
    staging: Staging,
    faults: Faults,
    node: Role = ENTITY,
) -> set[str]:
    """Stage rows of nodes, and return their ids.

    Args:
        chunk: the columns id, type, name, synonyms and xrefs.
        separators: what parts several texts in a cell, for each column.
        source: what errors call the place of the rows.
        before: ids of nodes that have a row already.
        node: how their ids are read.
    """
    good = checked(chunk, (node, *_TEXTS), source, faults)
    fresh = _without_repeats(good, before, source, faults)
    _stage(fresh, separators, staging)
    return set(fresh.columns[0])


def stage_xrefs(
    path: PathLike, columns: Columns, staging: Staging, faults: Faults, progress: Progress
) -> None:
    """Stage cross-references, one or several a row."""
    with open_source(path, progress) as source:
        table = read_table(source, _XREF_ROWS, faults, named=columns.only(["xref"]))
        for chunk in table.chunks:
            ids, cells = checked(chunk, (ENTITY, _TEXTS[-1]), source.name, faults).columns
            staging.add_xrefs(_each(ids, cells, table.separators[1]))


def split(cell: str, separator: str, *, with_own: bool = False) -> list[str]:
    """The texts in a cell, without those that are blank; a JSON list of texts is these in any case.

    Args:
        with_own: of a JSON list, all texts; an empty one stands for the load itself among sources.
    """
    if cell.startswith('["') and cell.endswith('"]'):
        with suppress(ValueError):
            listed = json_value(cell)
            if all(isinstance(text, str) for text in listed):
                return [text for text in listed if with_own or text.strip()]
    return [text for part in cell.split(separator) if (text := part.strip())]


def _stage(chunk: Chunk, separators: Sequence[str], staging: Staging) -> None:
    ids, types, names, synonyms, xrefs = chunk.columns
    _, by_type, _, by_synonym, by_xref = separators
    staging.add(
        Statements(
            _NO_TRIPLES,
            names=[Name(id_, name, TURN_OF_NAMES_FILE) for id_, name in zip(ids, names, strict=True) if name],
            aliases=list(_each(ids, synonyms, by_synonym)),
            types=list(_each(ids, types, by_type)),
            about=list(ids),
        )
    )
    staging.add_xrefs(_each(ids, xrefs, by_xref))


def _each(ids: Sequence[str], cells: Sequence[str], separator: str) -> Iterator[tuple[str, str]]:
    for id_, cell in zip(ids, cells, strict=True):
        if cell:
            yield from ((id_, text) for text in split(cell, separator))


def _without_repeats(chunk: Chunk, before: set[str], source: str, faults: Faults) -> Chunk:
    """The rows of nodes that have none yet; a second one is reported."""
    ids = chunk.columns[0]
    if len(set(ids)) == len(ids) and before.isdisjoint(ids):
        return chunk
    seen: set[str] = set()
    repeated: set[int] = set()
    for row, id_ in enumerate(ids):
        if id_ in seen or id_ in before:
            faults.report(source, chunk.lines[row], f"is a second row of the node {id_!r}")
            repeated.add(row)
        seen.add(id_)
    return chunk.without(repeated)
