"""Which facts of the graph a step is tied to.

Reference: Direct Evaluation of CoT, Section 3.2.1 and Algorithm 1.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter

import numpy as np
from rapidfuzz.fuzz import partial_ratio
from rapidfuzz.process import cpdist

from ..names import normalise
from ..store.protocol import Scored
from ..store.showing import Showing
from ..terms import Fact
from .evidence import GroundedFact

_LABELS_KEPT = 50_000  # in normal form: steps about one question are compared with the same


def ground(
    steps: Sequence[str], nearest: Sequence[Sequence[Scored[Fact]]], showing: Showing
) -> list[tuple[GroundedFact, ...]]:
    """For each step, score the facts nearest to it: (tau + epsilon_h + epsilon_t) / 3, the best first.

    Among equal scores the order of `nearest` stays. The first is what Algorithm 1 returns.

    Args:
        nearest: for each step the top K facts by cosine.
        showing: what shows facts of the graph they come from.
    """
    labels: list[str] = []
    texts: list[str] = []
    places: list[dict[str, int]] = []  # of each step's labels, each once: candidates share their entities
    for step, found in zip(steps, nearest, strict=True):
        own = dict.fromkeys([entity.label for one in found for entity in (one.item.head, one.item.tail)], 0)
        places.append({label: place for place, label in enumerate(own, len(labels))})
        labels += own
        texts += [normalise(step)] * len(own)
    matches = _mentioned(labels, texts)
    grounded: list[tuple[GroundedFact, ...]] = []
    for place_of, found in zip(places, nearest, strict=True):
        scored: list[GroundedFact] = []
        for one in found:
            fact = one.item
            similarity = min(max(one.score, 0.0), 1.0)
            head, tail = matches[place_of[fact.head.label]], matches[place_of[fact.tail.label]]
            scored.append(GroundedFact(fact, (similarity + head + tail) / 3, similarity, head, tail, showing))
        scored.sort(key=attrgetter("score"), reverse=True)
        grounded.append(tuple(scored))
    return grounded


def _mentioned(labels: Sequence[str], texts: Sequence[str]) -> list[float]:
    """epsilon: how far each text contains the label beside it, from 0 (not) to 1 (completely).

    The paper names thefuzz's `partial_ratio`, which tells "Anne" from "anne". Whether an entity is mentioned
    does not depend on case, so both sides are compared in normal form: the texts stand in it.
    """
    normal = [_normal_label(label) for label in labels]
    ratios = cpdist(normal, texts, scorer=partial_ratio, dtype=np.float64, workers=-1)
    found: list[float] = (ratios / 100).tolist()
    return found


_normal_label = lru_cache(_LABELS_KEPT)(normalise)
