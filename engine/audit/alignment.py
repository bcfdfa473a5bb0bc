"""How far a chain's path is from the best gold path of its question.

Reference: Direct Evaluation of CoT, Algorithm 3, Section 3.2.2 "Fine-grained Assessment", Appendix C.3. The
pseudo-code starts from u = 0 and keeps what is smaller, so that as printed it always returns 0; here the
least distance over the gold paths is returned, as the text has it. Appendix C.3 counts "add/remove the
reasoning steps", so that by default a replaced step costs two edits.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...ext.alignment import nearest
from ...ext.encoded import Costs, Paths
from ..errors import InputError
from ..terms import Triple
from .verdicts import NearestGold


@dataclass(frozen=True, slots=True)
class EditCosts:
    """What each edit costs, in whole numbers; the defaults count added and removed steps.

    Raises:
        InputError: costs with which different paths would be equal.
    """

    match: int = 0
    """Of a triple that both paths have, at least 0."""
    mismatch: int = 2
    """Of a triple replaced by another, above `match`."""
    gap: int = 1
    """Of a triple added or removed, above 0."""

    def __post_init__(self) -> None:
        if not (0 <= self.match < self.mismatch and self.gap > 0):
            raise InputError(
                f"edit costs are match {self.match}, mismatch {self.mismatch}, gap {self.gap}; they must be "
                "0 <= match < mismatch, and gap > 0"
            )


EDITS = EditCosts()


def nearest_gold(
    path: Sequence[Triple], gold_paths: Sequence[tuple[Triple, ...]], costs: EditCosts
) -> NearestGold | None:
    """The gold path that a grounded path is nearest to, the first among equals; None where there is none.

    Triples are compared as the graph states them: a fact that is walked backwards is the same triple.
    """
    if not gold_paths:
        return None
    walked = tuple(path)
    if walked in gold_paths and costs.match == 0:  # what most faithful chains are: no need to align
        return NearestGold(gold_paths.index(walked) + 1, walked, 0, _worst(len(walked), len(walked), costs))
    codes: dict[Triple, int] = {}
    given = np.array([codes.setdefault(triple, len(codes)) for triple in path], np.int64)
    gold = Paths.of([[codes.setdefault(triple, len(codes)) for triple in gold] for gold in gold_paths])
    place, distance = nearest(given, gold, Costs(costs.match, costs.mismatch, costs.gap))
    best = gold_paths[place]
    return NearestGold(place + 1, best, distance, _worst(len(path), len(best), costs))


def _worst(path: int, gold: int, costs: EditCosts) -> int:
    """The distance of two paths of these lengths that have no triple in common."""
    replaced = min(path, gold) * min(costs.mismatch, 2 * costs.gap)
    return replaced + abs(path - gold) * costs.gap
