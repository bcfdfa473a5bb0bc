"""What a load did, as a value that prints well."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.counted import by_count, counted

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
class UnreadFile:
    """A file, or a part of one, that could not be read; why, and what to do about it."""

    file: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.reason}"


@dataclass(frozen=True, slots=True)
class FilesRead:
    """What became of the files of a source.

    Attributes:
        read: how many were read.
        skipped_count: how many files of a folder were left out; `skipped`: the first 100 of them.
        partly_count: how many parts of files that were read were left out, as pages that are pictures;
            `partly`: the first 100 of them.
    """

    read: int = 0
    skipped_count: int = 0
    skipped: tuple[UnreadFile, ...] = ()
    partly_count: int = 0
    partly: tuple[UnreadFile, ...] = ()

    def describe(self) -> str:
        """One line for a person: how many files were read, and why the first of the others were not."""
        return "; ".join(self.lines(most=1)).replace(":;", ":")

    def lines(self, most: int = 5) -> list[str]:
        """For a person: nothing where nothing was left out; of more than `most`, the first."""
        lines = []
        if self.skipped_count:
            lines.append(f"{counted(self.read, 'file')} read, {self.skipped_count:,} skipped:")
            lines += _first(self.skipped, self.skipped_count, most)
        if self.partly_count:
            lines.append(f"{counted(self.partly_count, 'part')} of files that were read could not be:")
            lines += _first(self.partly, self.partly_count, most)
        return lines


def _first(unread: tuple[UnreadFile, ...], count: int, most: int) -> list[str]:
    shown = [f"  {one}" for one in unread[:most]]
    return [*shown, f"  … and {count - most:,} more (--json lists them)"] if count > most else shown


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
        told = f"{self.new:,} new, {self.changed:,} changed, {self.unchanged:,} unchanged"
        return f"{told}, {self.removed:,} removed" if self.removed else told


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
        files: what became of the files of documents; None for what is not read from files.
        gone: ids of documents that the files no longer hold; they are removed where that was asked for
            (`prune`), and stay where it was not.
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
    files: FilesRead | None = None
    gone: tuple[str, ...] = ()

    def __str__(self) -> str:
        stated = {"entities": self.entities, "facts": self.facts, "documents": self.documents}
        lines = [f"{self.kg}: {counted(self.read, 'row')} read in {self.seconds:.1f} s"]
        lines += [f"  {what}: {counts}" for what, counts in stated.items() if counts.total or counts.removed]
        lines += [f"  {note}" for note in self.notes]
        lines += [f"  {line}" for line in (self.files.lines() if self.files else ())]
        if self.gone and not self.documents.removed:
            lines.append(f"  {_listed_gone(self.gone)}")
        if self.skipped_count:
            lines.append(f"  {counted(self.skipped_count, 'bad row')} left out{self._how_many_shown()}:")
            lines += [f"    {row}" for row in self.skipped]
        if self.embedded is not None:
            lines.append(f"  {self.embedded}")
        return "\n".join(lines)

    def _how_many_shown(self) -> str:
        shown = len(self.skipped)
        return f", the first {shown}" if shown < self.skipped_count else ""


def _listed_gone(ids: tuple[str, ...], most: int = 3) -> str:
    more = ", …" if len(ids) > most else ""
    return (
        f"{counted(len(ids), 'document')} of the graph {by_count(len(ids), 'is', 'are')} no "
        f"longer in these files ({', '.join(ids[:most])}{more}); --prune removes them"
    )
