"""Which facts of the graph a step is tied to.

Reference: Direct Evaluation of CoT, Section 3.2.1 and Algorithm 1.
"""

from collections.abc import Sequence

from rapidfuzz.fuzz import partial_ratio

from ...cypher import statement
from ..names import normalise
from ..store.protocol import Scored, Statement
from ..terms import Entity, Fact
from .verdicts import GroundedFact


def ground(step: str, nearest: Sequence[Scored[Fact]], kg: str) -> tuple[GroundedFact, ...]:
    """Score the facts nearest to a step: (tau + epsilon_h + epsilon_t) / 3, the best first.

    Among equal scores the order of `nearest` stays. The first is what Algorithm 1 returns.

    Args:
        nearest: the top K facts by cosine.
        kg: the graph they come from, for the statement that shows each.
    """
    text = normalise(step)
    scored = [_scored(text, candidate, kg) for candidate in nearest]
    return tuple(sorted(scored, key=lambda grounded: -grounded.score))


def _scored(text: str, candidate: Scored[Fact], kg: str) -> GroundedFact:
    fact = candidate.item
    similarity = min(max(candidate.score, 0.0), 1.0)
    head_match, tail_match = mention(fact.head, text), mention(fact.tail, text)
    score = (similarity + head_match + tail_match) / 3
    return GroundedFact(fact, score, similarity, head_match, tail_match, showing(kg, fact))


def mention(entity: Entity, text: str) -> float:
    """epsilon: how far a text in normal form contains an entity's label, from 0 (not) to 1 (completely).

    The paper names thefuzz's `partial_ratio`, which tells "Anne" from "anne". Whether an entity is mentioned
    does not depend on case, so both sides are compared in normal form.
    """
    return partial_ratio(normalise(entity.label), text) / 100


def showing(kg: str, *facts: Fact) -> Statement:
    """The Cypher that shows facts in this order, on either store."""
    rows = [{"rank": rank, "head": fact.head.id, "key": fact.key} for rank, fact in enumerate(facts)]
    return Statement(statement("show_facts"), {"kg": kg, "rows": rows})
