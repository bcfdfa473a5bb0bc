"""A source that was loaded before comes again: what a graph has from it, beside what it holds now."""

from pathlib import PurePath
from typing import Any

from ..engine.errors import InputError
from ..engine.store.schema import unpacked_triples
from ..engine.store.writer_protocol import GraphWriter
from .document_files import DocumentFiles
from .document_sources import file_of
from .staging import Staging


class Reloading:
    """Looks at the documents of a graph, once all that the source holds is staged.

    A document whose row tells the facts of its tables alone keeps what else the graph knows it to state, as
    long as its text stays. One that its file no longer holds is gone.

    Attributes:
        tables_only: ids of the staged documents of which the facts of tables alone are known.
        gone: ids of the graph's documents that came from these files and are no longer in them, in order.
    """

    def __init__(self, files: DocumentFiles, *, prune: bool) -> None:
        """
        Args:
            files: gone through when `look` is called; what files held that could not be read this time is not
                known to be gone.
            prune: stage it that what is gone goes.
        """
        self._files = files
        self._prune = prune
        self.tables_only: set[str] = set()
        self.gone: tuple[str, ...] = ()

    def look(self, staging: Staging, graph: GraphWriter) -> None:
        """See what a graph holds, and stage what follows from it.

        Raises:
            InputError: one file would take the place of another, as README.md of two folders would.
        """
        sources = frozenset(PurePath(file) for file in map(file_of, self._files.sources) if file)
        if not (sources or self.tables_only):
            return
        gone: list[str] = []
        unread = {file_of(name) for name in self._files.unread}
        staged = dict(staging.rows("SELECT id, file FROM document"))
        for batch in graph.existing_documents():
            for row in batch.to_pylist():
                _check_same_file(row["id"], row["file"], staged.get(row["id"], ""))
                if row["id"] in self.tables_only:
                    self._keep_statements(row, staging)
                elif row["id"] not in staged and row["file"] not in unread and _is_of(sources, row["file"]):
                    gone.append(row["id"])
        self.gone = tuple(sorted(gone))
        if self._prune:
            staging.drop_documents(self.gone)

    def _keep_statements(self, held: dict[str, Any], staging: Staging) -> None:
        same = "SELECT count(*) FROM document WHERE id = ? AND title = ? AND text = ?"
        if staging.one(same, held["id"], held["title"], held["text"]):
            staging.utter(held["id"], unpacked_triples(held["stated"]))


def _is_of(sources: frozenset[PurePath], file: str) -> bool:
    """Whether a file is one of these, or stands in one of these folders."""
    path = PurePath(file)
    return bool(file) and not sources.isdisjoint((path, *path.parents))


def _check_same_file(id_: str, held: str, staged: str) -> None:
    if held != staged and _is_under(id_, held) and _is_under(id_, staged):
        raise InputError(
            f"the graph holds {id_} from {held}, and {staged} would take its place; load one of them by its "
            f"path from the root, or take out the one that is there (groundpath drop NAME --document {id_!r})"
        )


def _is_under(id_: str, file: str) -> bool:
    """Whether an id is a path by which a file may have been named, from the root or from some folder."""
    parts = [part for part in PurePath(id_).parts if part != ".."]
    return bool(file and parts) and list(PurePath(file).parts[-len(parts) :]) == parts
