"""Edges that state one fact, as that fact."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc


def one_a_key(edges: pa.Table) -> pa.Table:
    """Rows with the columns key, sources and score, one a key, in key order.

    A fact has the sources of all its edges, sorted, and the highest of their scores; its other columns are
    those of any of them.
    """
    edges = edges.sort_by("key")
    again = _repeats(edges["key"])
    if not again.any():
        return edges
    repeated = again | np.append(again[1:], False)
    alone = edges.filter(pa.array(~repeated))
    return pa.concat_tables([alone, _joined(edges.filter(pa.array(repeated)), again[repeated])]).sort_by(
        "key"
    )


def _joined(edges: pa.Table, again: npt.NDArray[np.bool_]) -> pa.Table:
    """One row for each key; `again` tells which rows have the key of the one before."""
    first = np.maximum.accumulate(np.where(again, 0, np.arange(len(again))))
    sources, scores = edges["sources"].to_pylist(), edges["score"].to_pylist()
    for row in np.flatnonzero(again).tolist():
        one = first[row]
        sources[one] = sorted({*sources[one], *sources[row]})
        scores[one] = max((s for s in (scores[one], scores[row]) if s is not None), default=None)
    for name, column in (("sources", sources), ("score", scores)):
        field = edges.schema.field(name)
        place = edges.schema.get_field_index(name)
        edges = edges.set_column(place, field, pa.array(column, field.type))
    return edges.filter(pa.array(~again))


def _repeats(ascending: pa.ChunkedArray) -> npt.NDArray[np.bool_]:
    """Which values are the same as the one before."""
    if len(ascending) < 2:
        return np.zeros(len(ascending), bool)
    column = ascending.combine_chunks()
    same = pc.equal(column.slice(1), column.slice(0, len(column) - 1))
    return np.concatenate([[False], same.to_numpy(zero_copy_only=False)])
