"""A graph's arrays in files that any number of processes map: one copy in memory for all of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ...ext.adjacency import Adjacency
from ..errors import StoreError
from .view import GraphView

_TABLES = ("entities", "facts")
_ENDS = ("heads", "tails")
_WAYS = ("outgoing", "incoming", "both")
_DONE = "done"


def keep_view(view: GraphView, folder: Path) -> None:
    """Write a view into a folder, which is made; `mapped_view` opens it.

    Raises:
        StoreError: nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _TABLES:
            _write_table(getattr(view, name), folder / f"{name}.arrow")
        for name in _ENDS:
            np.save(folder / f"{name}.npy", getattr(view, name))
        for way in _WAYS:
            for name, array in getattr(view, way)._asdict().items():
                np.save(folder / f"{way}.{name}.npy", array)
        (folder / _DONE).write_text(json.dumps(view.relations), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{folder}: the graph's arrays cannot be kept: {error.strerror or error}") from error


def is_kept(folder: Path) -> bool:
    """Whether a folder holds a view that was written to its end."""
    return (folder / _DONE).is_file()


def mapped_view(folder: Path) -> GraphView:
    """The view that a folder holds. Nothing is copied: pages come from the files as they are read.

    The folder must stay as it is for as long as the view is used.

    Raises:
        StoreError: the folder does not hold one.
    """
    try:
        relations = tuple(json.loads((folder / _DONE).read_text(encoding="utf-8")))
        entities, facts = (pa.ipc.open_file(pa.memory_map(str(folder / f"{name}.arrow"))) for name in _TABLES)
        heads, tails = (_mapped(folder / f"{name}.npy") for name in _ENDS)
        ways = (Adjacency(*_arrays(folder, way)) for way in _WAYS)
        return GraphView(entities.read_all(), facts.read_all(), relations, heads, tails, *ways)
    except (OSError, ValueError) as error:
        raise StoreError(f"{folder}: the graph's arrays cannot be mapped: {error}") from error


def _write_table(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_file(path, table.schema) as writer:  # uncompressed, so that it can be mapped
        writer.write_table(table)


def _arrays(folder: Path, way: str) -> Iterator[npt.NDArray[Any]]:
    for name in Adjacency._fields:
        yield _mapped(folder / f"{way}.{name}.npy")


def _mapped(path: Path) -> npt.NDArray[Any]:
    mapped: npt.NDArray[Any] = np.asarray(np.load(path, mmap_mode="r"))
    return mapped
