"""Vectors of attached graphs, kept on this machine: nothing is written to the database that is read."""

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from ...errors import EncoderError, UnknownGraphError, command
from ...private_files import private_folder
from ...replacing import replacing
from ..embedded.store import EmbeddedStore
from ..protocol import GraphColumns


class KeptVectors:
    """Copies of attached graphs with vectors, in an embedded store of the cache.

    A copy is used as long as its database stands as it was when it was copied.
    """

    def __init__(self, folder: Path, database: str) -> None:
        """
        Args:
            folder: that of all databases.
            database: tells this one from others: where it is, and its name.
        """
        self._folder = folder / blake2b(database.encode(), digest_size=8).hexdigest()
        self._store = EmbeddedStore(self._folder / "store")

    def copy(self, kg: str, state: str, read: Callable[[], GraphColumns]) -> EmbeddedStore:
        """The copy of a graph as it stands, made anew where it was another. Its vectors come later.

        Args:
            state: what changes with whatever the database holds, asked for before the graph is read.
        """
        if self._state(kg) != state:
            columns = read()
            private_folder(self._folder)
            self._file(kg).unlink(missing_ok=True)
            with self._store.writing(kg, afresh=True) as writer:
                writer.add_entities(columns.entities.to_batches())
                writer.add_facts(columns.facts.to_batches())
            with replacing(self._file(kg), "the state of a copied graph") as file:
                file.write(state)
        return self._store

    def of(self, kg: str, state: Callable[[], str]) -> EmbeddedStore | None:
        """The copy of a graph; None where there is none, or the database changed since."""
        kept = self._state(kg)
        return self._store if kept and kept == state() else None

    def needed(self, kg: str, state: Callable[[], str]) -> EmbeddedStore:
        """The copy of a graph.

        Raises:
            EncoderError: there is none, or the database changed since.
        """
        if found := self.of(kg, state):
            return found
        told = "its database changed since they were made" if self._state(kg) else "it has none yet"
        raise EncoderError(
            f"graph {kg!r} is attached, and its vectors are kept on this machine: {told}; "
            f"run {command('embed', kg)}"
        )

    def forget(self, kg: str) -> None:
        """Remove the copy of a graph, also one that was not finished."""
        if self._folder.is_dir():
            self._file(kg).unlink(missing_ok=True)
            with suppress(UnknownGraphError):
                self._store.drop(kg)

    def close(self) -> None:
        self._store.close()

    def _state(self, kg: str) -> str:
        with suppress(FileNotFoundError):
            return self._file(kg).read_text("utf-8")
        return ""

    def _file(self, kg: str) -> Path:
        return self._folder / f"{blake2b(kg.encode(), digest_size=8).hexdigest()}.state"
