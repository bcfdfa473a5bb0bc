"""Beams as arrays of numbers, and the checks that both beam kernels make first."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Int32s = npt.NDArray[np.int32]
Float32s = npt.NDArray[np.float32]
Float64s = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

NOTHING = -1
"""Stands in a row of facts behind the last one."""


class Beams(NamedTuple):
    """Chains under way, best first.

    Attributes:
        facts: (beams, L) int32; places of facts in the order in which they were chosen, then NOTHING.
        totals: (beams,) float64; the sum of the logarithms of what was chosen, ends included; at most 0.
        ended: (beams,) bool; whether the end was chosen.
    """

    facts: Int32s
    totals: Float64s
    ended: Bools

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """(beams,) how many facts each chain has."""
        counts: npt.NDArray[np.int64] = (self.facts != NOTHING).sum(axis=1, dtype=np.int64)
        return counts

    @property
    def scores(self) -> Float64s:
        """(beams,) the mean logarithm of what was chosen; 0 where nothing was."""
        return self.totals / np.maximum(self.lengths + self.ended, 1)


def empty_beams(longest: int) -> Beams:
    """One chain, without facts, that may grow to a length of at least 1."""
    return Beams(np.full((1, longest), NOTHING, np.int32), np.zeros(1), np.zeros(1, np.bool_))


def check_ranking(relevance: Float32s, facts: Int32s, alike: Int32s, most: int) -> None:
    """Refuse arrays that facts cannot be ranked by.

    Raises:
        ValueError: an array of another kind or shape, or places that are none of a fact.
    """
    _check("relevance", relevance, np.float32, 2)
    _check("facts", facts, np.int32, 2)
    _check("alike", alike, np.int32, 1)
    if relevance.shape != (len(facts), len(alike)):
        raise ValueError(f"relevance is {relevance.shape}, where {(len(facts), len(alike))} is needed")
    if np.isnan(relevance).any():
        raise ValueError("relevance holds what is not a number")
    if most < 1:
        raise ValueError(f"most is {most}; it must be at least 1")
    _check_places(facts, len(alike))
    _check_alike(alike)


def check_step(
    beams: Beams, options: Int32s, logs: Float64s, alike: Int32s, branches: int, keep: int
) -> None:
    """Refuse beams, options and logarithms that do not belong together.

    Raises:
        ValueError: an array of another kind or shape, places that are none of a fact, or logarithms that are
            not those of probabilities.
    """
    _check("facts", beams.facts, np.int32, 2)
    _check("totals", beams.totals, np.float64, 1)
    _check("ended", beams.ended, np.bool_, 1)
    _check("options", options, np.int32, 2)
    _check("logs", logs, np.float64, 2)
    _check("alike", alike, np.int32, 1)
    count = len(beams.facts)
    if len(beams.totals) != count or len(beams.ended) != count or len(options) != count:
        raise ValueError("facts, totals, ended and options are not of as many beams")
    if logs.shape != (count, options.shape[1] + 1):
        raise ValueError(f"logs is {logs.shape}, where {(count, options.shape[1] + 1)} is needed")
    if not (logs <= 0).all() or not (beams.totals <= 0).all():
        raise ValueError("totals and logs must be logarithms of probabilities: at most 0")
    if branches < 1 or keep < 1:
        raise ValueError(f"branches is {branches} and keep is {keep}; both must be at least 1")
    _check_places(beams.facts, len(alike))
    _check_places(options, len(alike))
    _check_alike(alike)


def _check(name: str, array: npt.NDArray[np.generic], kind: type[np.generic], dimensions: int) -> None:
    in_one_block = array.flags.c_contiguous and array.flags.aligned
    if array.dtype != kind or array.ndim != dimensions or not in_one_block:
        raise ValueError(
            f"{name} must be a contiguous, aligned array of {np.dtype(kind)} with {dimensions} dimension"
            + ("s" if dimensions > 1 else "")
        )


def _check_places(places: Int32s, facts: int) -> None:
    if places.size and (places.min() < NOTHING or places.max() >= facts):
        raise ValueError(f"a place is none of {facts} facts, nor {NOTHING} for none")
    if ((places[:, :-1] == NOTHING) & (places[:, 1:] != NOTHING)).any():
        raise ValueError(f"a fact stands behind {NOTHING}, which is for none")


def _check_alike(alike: Int32s) -> None:
    if len(alike) and alike.min() < 0:
        raise ValueError("alike must hold numbers of at least 0")
