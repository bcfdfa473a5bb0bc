"""Path queries answered in memory, on a view of the graph."""

from collections.abc import Iterator
from time import monotonic

from ...ext.adjacency import Int64s
from ...ext.paths import simple_paths
from ..errors import InputError, StoreTimeoutError, UnknownEntityError
from ..terms import Path
from .protocol import PathQuery
from .restricting import restricted, usable_facts
from .view import GraphView

# More would fill the memory of a laptop; who wants them walks the view's arrays.
MOST_PATHS = 1_000_000
# Paths turned into values between two looks at the clock.
_CHUNK = 10_000


def find_paths(view: GraphView, kg: str, query: PathQuery) -> list[Path]:
    """All paths that a query asks for, in its order.

    Raises:
        UnknownEntityError: the source or the target is not an entity of the graph.
        StoreTimeoutError: the query's timeout has passed.
        InputError: there are more than a million paths, and the query sets no limit.
    """
    deadline = monotonic() + query.timeout
    source, target = _node(view, kg, query.source), _node(view, kg, query.target)
    ranks = [view.relation_rank(relation) for relation in query.relations or ()]
    if None in ranks:
        return []
    onward, backward = (view.outgoing, view.incoming) if query.directed else (view.both, view.both)
    if query.where:
        usable = usable_facts(view, query.where, (source, target))
        onward, backward = restricted(onward, backward, usable)
    try:
        found = simple_paths(
            onward,
            backward,
            source,
            target,
            max_hops=query.max_hops,
            relations=None if query.relations is None else [rank for rank in ranks if rank is not None],
            limit=query.limit or MOST_PATHS + 1,
            deadline=deadline,
        )
        if query.limit is None and sum(map(len, found)) > MOST_PATHS:
            raise InputError(too_many(kg, query))
        return [path for rows in _chunks(found, deadline) for path in view.paths(onward, source, rows)]
    except TimeoutError as error:
        raise StoreTimeoutError(took_too_long(kg, query)) from error


def too_many(kg: str, query: PathQuery) -> str:
    """The message for more paths than may be."""
    return f"there are more than {MOST_PATHS:,} paths {_ends(kg, query)}; ask for fewer hops, or set a limit"


def took_too_long(kg: str, query: PathQuery) -> str:
    """The message for a query whose timeout has passed."""
    return (
        f"paths {_ends(kg, query)} took longer than {query.timeout:g} s; "
        "ask for fewer hops, set a limit, or allow a longer timeout"
    )


def _ends(kg: str, query: PathQuery) -> str:
    return f"from {query.source!r} to {query.target!r} in graph {kg!r}"


def _node(view: GraphView, kg: str, entity: str) -> int:
    node = view.node(entity)
    if node is None:
        raise UnknownEntityError.of_id(kg, entity)
    return node


def _chunks(found: list[Int64s], deadline: float) -> Iterator[Int64s]:
    for rows in found:
        for first in range(0, len(rows), _CHUNK):
            if monotonic() > deadline:
                raise TimeoutError
            yield rows[first : first + _CHUNK]
