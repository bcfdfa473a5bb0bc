"""Which facts of the graph a step is tied to.

Reference: Direct Evaluation of CoT, Section 3.2.1 and Algorithm 1.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rapidfuzz.fuzz import partial_ratio

from ..names import normalise
from ..store.protocol import Scored
from ..terms import Entity, Fact
from .evidence import GroundedFact

_LABELS_KEPT = 50_000  # in normal form: steps about one question are compared with the same


def ground(step: str, nearest: Sequence[Scored[Fact]], kg: str) -> tuple[GroundedFact, ...]:
    """Score the facts nearest to a step: (tau + epsilon_h + epsilon_t) / 3, the best first.

    Among equal scores the order of `nearest` stays. The first is what Algorithm 1 returns.

    Args:
        nearest: the top K facts by cosine.
        kg: the graph they come from.
    """
    text = normalise(step)
    named = {entity.label for one in nearest for entity in (one.item.head, one.item.tail)}
    matches = {label: _match(label, text) for label in named}  # each once: candidates share their entities
    scored = [_scored(candidate, matches, kg) for candidate in nearest]
    return tuple(sorted(scored, key=lambda grounded: -grounded.score))


def _scored(candidate: Scored[Fact], matches: Mapping[str, float], kg: str) -> GroundedFact:
    fact = candidate.item
    similarity = min(max(candidate.score, 0.0), 1.0)
    head_match, tail_match = matches[fact.head.label], matches[fact.tail.label]
    score = (similarity + head_match + tail_match) / 3
    return GroundedFact(fact, score, similarity, head_match, tail_match, kg)


def mention(entity: Entity, text: str) -> float:
    """epsilon: how far a text in normal form contains an entity's label, from 0 (not) to 1 (completely).

    The paper names thefuzz's `partial_ratio`, which tells "Anne" from "anne". Whether an entity is mentioned
    does not depend on case, so both sides are compared in normal form.
    """
    return _match(entity.label, text)


def _match(label: str, text: str) -> float:
    return partial_ratio(_normal_label(label), text) / 100


_normal_label = lru_cache(_LABELS_KEPT)(normalise)
