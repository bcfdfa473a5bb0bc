"""Paths as arrays of numbers, what an edit costs, and the checks that every alignment kernel makes first."""

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int32] | npt.NDArray[np.int64]
Int64s = npt.NDArray[np.int64]

_COST_LIMIT = 2**31
_KINDS = (np.dtype(np.int32), np.dtype(np.int64))


class Costs(NamedTuple):
    """What an alignment pays for each of its columns; the cheapest alignment is sought.

    Whole numbers below 2**31, so that a distance is exact on every machine. The defaults count "the minimum
    number of edits (add/remove the reasoning steps)" of Direct Evaluation of CoT, Appendix C.3: to replace a
    triple is to remove one and to add another. With match = 0 and the other two above 0, the distance is a
    metric.
    """

    match: int = 0
    """Of two equal triples side by side."""
    mismatch: int = 2
    """Of two different triples side by side."""
    gap: int = 1
    """Of a triple that stands beside nothing: one added, or one removed."""

    @classmethod
    def of_scores(cls, match: int = 1, mismatch: int = -1, gap: int = -1) -> Self:
        """The costs that make the cheapest alignment the one of highest score (Needleman and Wunsch)."""
        return cls(-match, -mismatch, -gap)


EDITS = Costs()
SCORES = (1, -1, -1)
"""Match, mismatch and gap as Needleman and Wunsch's scores, where more is better."""


class Paths(NamedTuple):
    """Many paths end to end: path i is codes[offsets[i] : offsets[i + 1]].

    Attributes:
        codes: (triples,) int32 or int64; equal triples have equal codes.
        offsets: (paths + 1,) int64, ascending from 0 to the number of codes.
    """

    codes: Codes
    offsets: Int64s

    @classmethod
    def of(cls, paths: Sequence[Sequence[int]]) -> Self:
        """
        >>> Paths.of([[7, 8], [], [9]]).offsets.tolist()
        [0, 2, 2, 3]
        """
        offsets = [0, *accumulate(map(len, paths))]
        codes = list(chain.from_iterable(paths))
        return cls(np.array(codes, np.int64), np.array(offsets, np.int64))


def check_codes(**given: Codes) -> None:
    """Refuse arrays of codes that cannot be compared.

    Raises:
        ValueError: an array that is not contiguous and aligned, of one dimension, int32 or int64; two kinds.
    """
    for name, codes in given.items():
        if codes.dtype not in _KINDS or not _is_a_row(codes):
            raise ValueError(
                f"{name} must be a contiguous, aligned array of int32 or int64 with one dimension"
            )
    if len({codes.dtype for codes in given.values()}) > 1:
        raise ValueError(f"{' and '.join(given)} must be of one kind, int32 or int64")


def check_costs(costs: Costs) -> None:
    """Refuse costs that distances cannot be reckoned with. Raises ValueError."""
    if len(costs) != 3 or not all(isinstance(cost, int) and abs(cost) < _COST_LIMIT for cost in costs):
        raise ValueError(f"costs are {tuple(costs)}; they must be three whole numbers below 2**31")


def check_paths(name: str, paths: Paths) -> None:
    """Refuse offsets that do not cut the codes into paths. Raises ValueError."""
    offsets = paths.offsets
    if offsets.dtype != np.int64 or not _is_a_row(offsets):
        raise ValueError(f"offsets of {name} must be a contiguous, aligned array of int64 with one dimension")
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != len(paths.codes) or (np.diff(offsets) < 0).any():
        raise ValueError(f"offsets of {name} must ascend from 0 to the number of its codes")


def check_pairs(left: Paths, right: Paths) -> None:
    """Refuse two sets of paths that are not as many. Raises ValueError."""
    check_codes(left=left.codes, right=right.codes)
    check_paths("left", left)
    check_paths("right", right)
    if len(left.offsets) != len(right.offsets):
        raise ValueError(f"{len(left.offsets) - 1} paths cannot be paired with {len(right.offsets) - 1}")


def check_choice(path: Codes, others: Paths) -> None:
    """Refuse a path and a choice of paths that cannot be compared. Raises ValueError."""
    check_codes(path=path, others=others.codes)
    check_paths("others", others)
    if len(others.offsets) == 1:
        raise ValueError("others holds no path to choose from")


def _is_a_row(array: Codes) -> bool:
    return array.ndim == 1 and array.flags.c_contiguous and array.flags.aligned
