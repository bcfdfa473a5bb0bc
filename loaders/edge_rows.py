"""The edges of a typed graph: source, relation, target, provenance and score, from tables."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from ..engine.progress import Progress
from ..engine.terms import fact_key
from .batches import batch_of
from .chunks import Chunk, Role, checked
from .columns import Columns
from .edges import STATED_SCHEMA
from .faults import Faults
from .freebase import entity_id, relation_id
from .headed import Column
from .header_files import Table
from .id_spaces import IdSpaces
from .identifiers import id_fault
from .negation import NEGATED, with_denials
from .node_rows import split, text_or_nothing
from .parts import PARTS, KeyedParts
from .reading import open_source
from .records import read_table

_EDGES = (
    Column("source_id", (":start_id", "source", "start_id", "subject", "from"), required=True),
    Column(
        "relation", (":type", "predicate", "metaedge", "type", "edge_type"), required=True, also=("label",)
    ),
    Column("target_id", (":end_id", "target", "end_id", "object", "to"), required=True),
    Column(
        "provenance", ("sources", "primary_knowledge_source", "knowledge_source"), listed=True, with_own=True
    ),
    Column("score", ("confidence",)),
    Column("negated"),
)
_LINES_A_FILE = 1 << 40
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:nan|inf(?:inity)?)", re.IGNORECASE
)


def _score_fault(value: str) -> str | None:
    if not value:
        return None
    if not _NUMBER.fullmatch(value):
        return f"{value!r} is no number"
    return None if 0 <= float(value) <= 1 else f"{value} is not in [0, 1]"


_ROLES = (
    Role("source_id", entity_id, id_fault),
    Role("relation", relation_id, id_fault),
    Role("target_id", entity_id, id_fault),
    Role("provenance", str.strip, text_or_nothing),
    Role("score", str.strip, _score_fault),
    NEGATED,
)


class StagedEdges:
    """All edges of a source, on disk, each with the place that it stands in.

    Attributes:
        parts: the edges, of STATED_SCHEMA.
        rows: how many were read.
        relations: the relations that they have.
        strays: ends that are no node of the source, as far as its nodes were known when they were read.
        notes: for the report.
    """

    def __init__(self, folder: Path) -> None:
        self.parts = KeyedParts(folder, "stated", STATED_SCHEMA)
        self.rows = 0
        self.relations: set[str] = set()
        self.strays: set[str] = set()
        self.notes: list[str] = []
        self._files: list[str] = []

    def read(
        self,
        one: Table,
        columns: Columns,
        spaces: IdSpaces,
        nodes: set[str],
        faults: Faults,
        progress: Progress,
    ) -> None:
        """Stage the edges of one more table."""
        with open_source(one.file, progress) as source:
            table = read_table(source, _EDGES, faults, one.header, columns)
            self.notes += table.notes
            ends = [spaces.end(space) for space in (table.spaces[0], table.spaces[2])]
            self.add(source.name, table.chunks, table.separators[3], nodes, faults, ends)

    def add(
        self,
        source: str,
        chunks: Iterable[Chunk],
        separator: str,
        nodes: set[str],
        faults: Faults,
        ends: Sequence[Callable[[str], str]] = (entity_id, entity_id),
    ) -> None:
        """Stage the edges of one more source.

        Args:
            source: what errors call it.
            chunks: the columns source_id, relation, target_id, provenance, score and negated.
            separator: what parts several sources in a cell.
            nodes: the ids of the nodes that are staged, once the last of the chunks is taken.
            ends: how the cells of the two ends are read.
        """
        self._files.append(source)
        head, tail = ends
        roles = (_ROLES[0]._replace(read=head), _ROLES[1], _ROLES[2]._replace(read=tail), *_ROLES[3:])
        for chunk in chunks:
            good = checked(chunk, roles, source, faults)
            if good.lines:
                self._stage(good, separator, nodes)

    def refuse(self, unknown: set[str], faults: Faults) -> None:
        """Report the edges that lead from or to these ids, in their order, and leave them out.

        Raises BadRowError for the first of them when the load is to stop there.
        """
        found = [reason for part in range(PARTS) for reason in self._taken_out(part, unknown)]
        for place, reason in sorted(found):
            faults.report(self._files[place // _LINES_A_FILE], place % _LINES_A_FILE, reason)
        self.rows -= len(found)

    def _stage(self, chunk: Chunk, separator: str, nodes: set[str]) -> None:
        heads, positive, tails, cells, scores, negated = chunk.columns
        relations = with_denials(positive, negated)
        self.rows += len(heads)
        self.relations.update(relations)
        self.strays.update({*heads, *tails} - nodes)
        sources = {cell: sorted({*split(cell, separator, with_own=True)}) for cell in set(cells)}
        first = (len(self._files) - 1) * _LINES_A_FILE
        columns = (
            list(map(fact_key, heads, relations, tails)),
            heads,
            relations,
            tails,
            [sources[cell] for cell in cells],
            [float(score) if score else None for score in scores],
            [first + line for line in chunk.lines],
        )
        self.parts.add([batch_of(columns, STATED_SCHEMA)])

    def _taken_out(self, part: int, unknown: set[str]) -> Iterator[tuple[int, str]]:
        """The places of the edges of a part that have such an end, and what is wrong with each."""
        edges = self.parts.take(part)
        ends = pa.array(sorted(unknown), pa.string())
        bad = pc.or_(*(pc.is_in(edges[end], ends) for end in ("head", "tail")))
        self.parts.put(part, edges.filter(pc.invert(bad)))
        for row in edges.filter(bad).select(["head", "tail", "place"]).to_pylist():
            column, end = ("source_id", row["head"]) if row["head"] in unknown else ("target_id", row["tail"])
            yield row["place"], f"the {column} {end!r} is no node of the graph"
