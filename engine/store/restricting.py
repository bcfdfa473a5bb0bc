"""Filters on the arrays of a view: the same choice of facts that statements make."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ...ext.adjacency import Adjacency, Int64s
from .filters import NO_SCORE, FactFilter
from .view import GraphView

Flags = npt.NDArray[np.bool_]


def usable_facts(view: GraphView, where: FactFilter, named: Sequence[int]) -> Flags:
    """(facts,) which facts a filter lets through, for a query that names these nodes."""
    usable = np.ones(len(view.facts), bool)
    if where.min_score is not None:
        scores = pc.fill_null(view.facts["score"], NO_SCORE).to_numpy()
        usable &= scores >= where.min_score
    if where.provenance:
        usable &= _holding(view.facts["sources"], where.provenance)
    if where.types:
        reachable = _holding(view.entities["types"], where.types)
        reachable[list(named)] = True
        usable &= reachable[view.heads] & reachable[view.tails]
    return usable


def restricted(onward: Adjacency, backward: Adjacency, usable: Flags) -> tuple[Adjacency, Adjacency]:
    """The steps along facts that are usable, in their order; facts are still those of the view.

    Where both adjacencies are one, so are those that come back.
    """
    kept = usable[onward.facts]
    if onward is backward:
        alone = _kept(onward, kept, kept)
        return alone, alone
    kept_back = usable[backward.facts]
    return _kept(onward, kept, kept_back), _kept(backward, kept_back, kept)


def _kept(adjacency: Adjacency, kept: Flags, kept_opposite: Flags) -> Adjacency:
    return Adjacency(
        offsets=_places(kept)[adjacency.offsets],
        nodes=adjacency.nodes[kept],
        relations=adjacency.relations[kept],
        facts=adjacency.facts[kept],
        forward=adjacency.forward[kept],
        twins=_places(kept_opposite)[adjacency.twins[kept]],
    )


def _places(kept: Flags) -> Int64s:
    """(slots + 1,) how many of the slots before each are kept: where a kept one moves to."""
    return np.concatenate([[0], np.cumsum(kept)]).astype(np.int64)


def _holding(lists: pa.ChunkedArray, wanted: Sequence[str]) -> Flags:
    """Which of some lists of texts hold one of those wanted."""
    column = lists.combine_chunks() if isinstance(lists, pa.ChunkedArray) else lists
    found = pc.is_in(column.flatten(), pa.array(wanted, pa.string()))
    holding = np.zeros(len(column), bool)
    holding[pc.list_parent_indices(column).filter(found).to_numpy()] = True
    return holding
