"""How far a chain's path is from the best gold path of its question.

Reference: Direct Evaluation of CoT, Algorithm 3, Section 3.2.2 "Fine-grained Assessment", Appendix C.3. The
pseudo-code starts from u = 0 and keeps what is smaller, so that as printed it always returns 0; here the
least distance over the gold paths is returned, as the text has it. Appendix C.3 counts "add/remove the
reasoning steps", so that by default a replaced step costs two edits. A step is a hop: what a mediator joins
is one, as Section 3.2.1 makes one fact of it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from ...ext.alignment import nearest
from ...ext.encoded import Costs, Paths
from ..errors import InputError
from ..hops import hops_of, stated_by
from ..terms import Triple
from .verdicts import NearestGold


@dataclass(frozen=True, slots=True)
class EditCosts:
    """What each edit costs, in whole numbers; the defaults count added and removed steps.

    Raises:
        InputError: costs with which different paths would be equal.
    """

    match: int = 0
    """Of a hop that both paths have, at least 0."""
    mismatch: int = 2
    """Of a hop replaced by another, above `match`."""
    gap: int = 1
    """Of a hop added or removed, above 0."""

    def __post_init__(self) -> None:
        if not (0 <= self.match < self.mismatch and self.gap > 0):
            raise InputError(
                f"edit costs are match {self.match}, mismatch {self.mismatch}, gap {self.gap}; they must be "
                "0 <= match < mismatch, and gap > 0"
            )


EDITS = EditCosts()


def nearest_gold(
    path: Sequence[Triple],
    gold_paths: Sequence[tuple[Triple, ...]],
    costs: EditCosts,
    mediators: Collection[str] = frozenset(),
) -> NearestGold | None:
    """The gold path that a grounded path is nearest to, the first among equals; None where there is none.

    Hops are compared by what they state: a fact that is walked backwards is the same, and so is what two
    mediators join alike.

    Args:
        path: the facts of the grounded path, end to end.
        mediators: ids of the nodes that only join others.
    """
    if not gold_paths:
        return None
    walked = tuple(path)
    if not mediators and walked in gold_paths and costs.match == 0:  # most faithful chains: no need to align
        hops = len(walked)
        return NearestGold(gold_paths.index(walked) + 1, walked, 0, _worst(hops, hops, costs), hops)
    codes: dict[frozenset[Triple], int] = {}

    def coded(triples: Sequence[Triple]) -> list[int]:
        stated = (stated_by(hop, mediators) for hop in hops_of(triples, mediators))
        return [codes.setdefault(hop, len(codes)) for hop in stated]

    given, gold = coded(walked), [coded(triples) for triples in gold_paths]
    kinds = Costs(costs.match, costs.mismatch, costs.gap)
    place, distance = nearest(np.array(given, np.int64), Paths.of(gold), kinds)
    hops = len(gold[place])
    return NearestGold(place + 1, gold_paths[place], distance, _worst(len(given), hops, costs), hops)


def _worst(path: int, gold: int, costs: EditCosts) -> int:
    """The distance of two paths of so many hops that have none in common."""
    replaced = min(path, gold) * min(costs.mismatch, 2 * costs.gap)
    return replaced + abs(path - gold) * costs.gap
