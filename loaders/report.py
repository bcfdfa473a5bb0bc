"""What a load did, as a value that prints well."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .embedding import EmbedReport


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that was left out. `line` counts from 1; sources without lines count rows."""

    source: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Counts:
    """Of what a source states: how much was new to the graph, changed in it, and there already.

    `removed`: how much was in the graph that nothing states any more.
    """

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0

    @property
    def total(self) -> int:
        return self.new + self.changed + self.unchanged

    def __str__(self) -> str:
        counted = f"{self.new:,} new, {self.changed:,} changed, {self.unchanged:,} unchanged"
        return f"{counted}, {self.removed:,} removed" if self.removed else counted


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load read and what it wrote.

    Attributes:
        kg: the graph.
        read: rows read, without those that were skipped; for RDF, statements.
        entities, facts, documents: distinct ones that the source states, against what the graph held. A fact
            also counts as changed when a document no longer states it, and as removed when nothing else does.
        skipped_count: rows left out because they are malformed (`on_error="skip"`).
        skipped: the first 100 of them.
        notes: what else a reader should know, one sentence each.
        seconds: the time of reading and writing, without embedding.
        embedded: what embedding did; None when it was not asked for.
    """

    kg: str
    read: int
    entities: Counts
    facts: Counts
    documents: Counts
    skipped_count: int
    skipped: tuple[BadRow, ...]
    notes: tuple[str, ...]
    seconds: float
    embedded: "EmbedReport | None" = None

    def __str__(self) -> str:
        counted = {"entities": self.entities, "facts": self.facts, "documents": self.documents}
        lines = [f"{self.kg}: {self.read:,} rows read in {self.seconds:.1f} s"]
        lines += [f"  {what}: {counts}" for what, counts in counted.items() if counts.total or counts.removed]
        lines += [f"  {note}" for note in self.notes]
        if self.skipped_count:
            lines.append(f"  {self.skipped_count:,} bad rows left out{self._how_many_shown()}:")
            lines += [f"    {row}" for row in self.skipped]
        if self.embedded is not None:
            lines.append(f"  {self.embedded}")
        return "\n".join(lines)

    def _how_many_shown(self) -> str:
        shown = len(self.skipped)
        return f", the first {shown}" if shown < self.skipped_count else ""
