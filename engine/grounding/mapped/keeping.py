"""Which graphs are judged from files, and where these are kept: written once for each state of a graph."""

import os
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from filelock import FileLock

from ...errors import InputError, StoreError
from ...private_files import cache_directory, private_folder
from ...progress import SILENT, Progress
from ...store.protocol import GraphStore
from .building import build
from .view import DONE, MappedView

IN_MEMORY_UP_TO = 2_000_000
"""Facts of a graph that is read into memory to be judged by; more stay in files."""

_LAYOUT = 2  # raised when files of another groundpath cannot be read


def mapped_view_of(store: GraphStore, kg: str, progress: Progress = SILENT) -> MappedView | None:
    """A graph in files, where it is too large to be read into memory: None where it is not.

    The limit is GROUNDPATH_IN_MEMORY_UP_TO facts, else IN_MEMORY_UP_TO. The files lie in the cache; they are
    written when a state of the graph is first met, and take the place of those of an earlier state.

    Raises:
        InputError: the limit is no number.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore; nothing can be written to the cache.
    """
    facts = store.fact_count(kg)
    if facts <= _most_in_memory():
        return None
    folder = cache_directory() / "large-graphs" / _digest(store.url, kg)
    version = store.version(kg)  # before it is read: what changes meanwhile is read again next time
    try:
        private_folder(folder)
        with FileLock(folder / "lock"):
            place = folder / _digest(version, str(_LAYOUT))
            if not (place / DONE).is_file():
                _write(store, kg, place, facts, progress)
            return MappedView.open(place)
    except OSError as error:
        raise StoreError(f"{folder}: graph {kg!r} cannot be kept there: {error.strerror or error}") from error


def _write(store: GraphStore, kg: str, place: Path, facts: int, progress: Progress) -> None:
    """Write the present state of a graph, in place of the one before; who reads that one goes on."""
    with (
        TemporaryDirectory(prefix="next-", dir=place.parent) as workshop,
        store.streaming(kg, Path(workshop)) as graph,
        progress.task("Writing the graph to files", facts) as advance,
    ):
        build(graph, Path(workshop) / "graph", advance)
        for other in place.parent.iterdir():
            if other.is_dir() and other != Path(workshop):
                rmtree(other, ignore_errors=True)
        (Path(workshop) / "graph").rename(place)


def _most_in_memory() -> int:
    given = (os.environ.get("GROUNDPATH_IN_MEMORY_UP_TO") or "").strip()
    if given and not given.isdecimal():
        raise InputError(f"GROUNDPATH_IN_MEMORY_UP_TO is {given!r}; it must be a number of facts, or unset")
    return int(given) if given else IN_MEMORY_UP_TO


def _digest(*texts: str) -> str:
    return blake2b("\x00".join(texts).encode(), digest_size=16).hexdigest()
