"""The arrays that path kernels walk, and the checks that every kernel makes before it touches them."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]


class _Arrays(NamedTuple):
    offsets: Int64s
    nodes: Int32s
    relations: Int32s
    facts: Int32s
    forward: npt.NDArray[np.bool_]
    twins: Int64s


class Adjacency(_Arrays):
    """What leaves each node, in path order. Node i owns the slots offsets[i] up to offsets[i + 1].

    The slots of a node are sorted by (relation, forward before backward, node reached, fact), so that
    comparing slots compares hops, and comparing the slots of two walks from one node compares the walks.

    Attributes:
        offsets: (nodes + 1,) first slot of each node; the last entry is the number of slots.
        nodes: (slots,) the node reached.
        relations: (slots,) rank of the fact's relation among all relations in code point order.
        facts: (slots,) row of the fact.
        forward: (slots,) whether the fact is walked from head to tail.
        twins: (slots,) where the same step is found from its other end, in the opposite adjacency.
        walked: what a kernel keeps of it between two searches; None before the first.
    """

    walked: object = None

    def __getstate__(self) -> None:
        """A copy in another process begins without what a kernel keeps."""


_WALKED = {"offsets": np.int64, "nodes": np.int32, "relations": np.int32, "twins": np.int64}


def check_walk(
    onward: Adjacency, backward: Adjacency, source: int, target: int, max_hops: int, limit: int | None
) -> None:
    """Refuse arguments that do not fit together. What the arrays hold is trusted: views make them.

    Raises:
        ValueError: arrays whose sizes do not fit together, or a negative bound.
        IndexError: a source or target that is not a node.
    """
    check_steps("onward", onward)
    check_steps("backward", backward)
    if len(onward.offsets) != len(backward.offsets):
        raise ValueError("the onward and the backward adjacency have different numbers of nodes")
    count = len(onward.offsets) - 1
    for name, node in (("source", source), ("target", target)):
        if not 0 <= node < count:
            raise IndexError(f"{name} {node} is not one of {count} nodes")
    if max_hops < 0:
        raise ValueError(f"max_hops is {max_hops}, but must not be negative")
    if limit is not None and limit < 0:
        raise ValueError(f"limit is {limit}, but must not be negative")


def check_steps(name: str, adjacency: Adjacency) -> None:
    """Refuse arrays whose kinds and sizes do not fit together; raises ValueError."""
    for field, kind in _WALKED.items():
        array = getattr(adjacency, field)
        if array.dtype != kind or array.ndim != 1 or not array.flags.c_contiguous:
            raise ValueError(f"{field} of the {name} adjacency must be a contiguous array of {kind.__name__}")
    slots = int(adjacency.offsets[-1]) if len(adjacency.offsets) else -1
    if not slots == len(adjacency.nodes) == len(adjacency.relations) == len(adjacency.twins):
        raise ValueError(f"the arrays of the {name} adjacency have different numbers of slots")
