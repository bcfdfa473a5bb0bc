"""The steps of a graph along and against its facts, sorted into files part by part: see `GraphView.both`."""

from pathlib import Path

import numpy as np

from .arrays import Array, made, mapped
from .buckets import Buckets, Rows

_FACTS_AT_ONCE = 500_000
_STEPS_A_BUCKET = 500_000
_MOST_BUCKETS = 512
_STEP = np.dtype(
    [("start", "<i4"), ("reached", "<i4"), ("relation", "<i4"), ("fact", "<i4"), ("backward", "?")]
)


def write_steps(folder: Path) -> None:
    """From the heads, tails and ranks of facts to the arrays of an adjacency."""
    heads, tails, ranks, nodes = (mapped(folder, name) for name in ("heads", "tails", "ranks", "flags"))
    offsets = _write_offsets(folder, heads, tails, len(nodes))
    count = max(1, min(_MOST_BUCKETS, 2 * len(heads) // _STEPS_A_BUCKET))
    # The bucket of a node: each holds about as many steps, and all of a node are in one.
    bucket_of = (offsets[:-1] * count // max(int(offsets[-1]), 1)).clip(max=count - 1).astype(np.int64)
    buckets = Buckets(folder, "steps", count)
    for first in range(0, len(heads), _FACTS_AT_ONCE):
        part = slice(first, first + _FACTS_AT_ONCE)
        for backward, start, reached in ((False, heads, tails), (True, tails, heads)):
            rows = np.empty(len(heads[part]), _STEP)
            rows["start"], rows["reached"], rows["relation"] = start[part], reached[part], ranks[part]
            rows["fact"] = np.arange(first, first + len(rows))
            rows["backward"] = backward
            buckets.add(rows, bucket_of[rows["start"]])
    del bucket_of
    _write_sorted(folder, buckets, len(heads))


def _write_offsets(folder: Path, heads: Array, tails: Array, nodes: int) -> Array:
    offsets = made(folder, "both.offsets", np.int64, nodes + 1)
    for ends in (heads, tails):
        for first in range(0, len(ends), _FACTS_AT_ONCE):
            offsets[1:] += np.bincount(ends[first : first + _FACTS_AT_ONCE], minlength=nodes)
    np.cumsum(offsets, out=offsets)
    return offsets


def _write_sorted(folder: Path, buckets: Buckets, facts: int) -> None:
    kinds = {"nodes": np.int32, "relations": np.int32, "facts": np.int32, "forward": np.bool_}
    both = {name: made(folder, f"both.{name}", kind, 2 * facts) for name, kind in kinds.items()}
    place = made(folder, "places", np.int64, 2 * facts)  # of the step along each fact, then against each
    at = 0
    for rows in buckets.taken(_STEP):
        ordered = rows[_order(rows)]
        part = slice(at, at + len(rows))
        both["nodes"][part] = ordered["reached"]
        both["relations"][part] = ordered["relation"]
        both["facts"][part] = ordered["fact"]
        both["forward"][part] = ~ordered["backward"]
        place[ordered["fact"].astype(np.int64) + facts * ordered["backward"]] = np.arange(at, part.stop)
        at = part.stop
    twins = made(folder, "both.twins", np.int64, 2 * facts)
    for first in range(0, 2 * facts, _FACTS_AT_ONCE):
        part = slice(first, first + _FACTS_AT_ONCE)
        other_way = both["facts"][part].astype(np.int64) + facts * both["forward"][part]
        twins[part] = place[other_way]
    (folder / "places.npy").unlink()


def _order(rows: Rows) -> Array:
    """As `Adjacency` has them: by node, relation, forward before backward, node reached and fact."""
    columns = ("fact", "reached", "backward", "relation", "start")
    return np.lexsort([rows[name] for name in columns])
