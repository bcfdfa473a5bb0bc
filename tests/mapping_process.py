"""What a process holds of a view that it maps, in a module that other processes can import."""

import re
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pyarrow as pa
from groundpath.engine.store.mapped_view import mapped_view

_MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)")


def tell_memory(folder: str, barrier: Barrier, told: Connection) -> None:
    """Map a view, touch each page of it, and tell Rss and Pss of its files, in bytes, while another does."""
    view = mapped_view(Path(folder))
    arrays = [view.heads, view.tails, *view.outgoing, *view.incoming, *view.both]
    touched = sum(int(array.sum()) for array in arrays)
    touched += sum(_touch(table) for table in (view.entities, view.facts))
    barrier.wait(300)
    found = rollup(folder)
    barrier.wait(300)
    told.send(found | {"touched": touched})


def _touch(table: pa.Table) -> int:
    buffers = [buffer for column in table.columns for chunk in column.chunks for buffer in chunk.buffers()]
    return sum(sum(memoryview(buffer)[::512]) for buffer in buffers if buffer)


def rollup(folder: str) -> dict[str, int]:
    """Rss and Pss of the files of a folder that this process maps, in bytes."""
    found, counts = {"Rss": 0, "Pss": 0}, False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if mapping := _MAPPING.fullmatch(line):
            counts = folder in mapping[1]
        name, _, value = line.partition(":")
        if counts and name in found:
            found[name] += int(value.split()[0]) * 1024
    return found
