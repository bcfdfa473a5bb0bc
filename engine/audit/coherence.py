"""Whether the facts that ground a chain make a faithful path to the right answer.

Reference: Direct Evaluation of CoT, Section 3.2.2 and Algorithm 2. Where the pseudo-code and the text
differ (a `continue` skips the comparison of entities), the text holds. Table 8 for facts along the walk: it
prints "Corfu, administrative_divisions, Greece" for a fact that leads from Greece to Corfu.
"""

from collections.abc import Sequence
from functools import partial

from ..answers.written import is_right
from ..hops import Orientation
from ..terms import Entity, Fact
from .evidence import ErrorKind, GroundedFact, StepVerdict
from .judging import ParsedChain
from .verdicts import Verdict

METHOD = "paper"
NO_ANSWER = "No answer is found in the text, such as “So the answer is (…).”"

# Of the errors that a step can have; a misguided chain is not told by Algorithm 2.
_PRECEDENCE: tuple[ErrorKind, ...] = ("factual_error", "incoherent")


def judge_steps(
    steps: Sequence[str],
    grounding: Sequence[tuple[GroundedFact, ...]],
    threshold: float,
    orientation: Orientation = "stored",
) -> tuple[StepVerdict, ...]:
    """Say of each step whether its best fact supports it and goes on from the one before.

    A step whose best score lies below `threshold` (sigma) is a factual error. A step that is none is
    incoherent when its fact's head is not the tail of the fact before it, compared as entities; a step
    after a factual error has nothing to go on from, and is not held against.

    Args:
        orientation: "walk" takes each fact from either end: it goes on where one of its ends is reached, and
            leads to the other.
    """
    verdicts: list[StepVerdict] = []
    reached: tuple[Entity, ...] = ()
    for number, (text, facts) in enumerate(zip(steps, grounding, strict=True), 1):
        error, reason = _judge_step(facts, reached, threshold, orientation)
        if error == "factual_error":
            reached = ()
        else:
            starting = reached if error is None else ()
            reached = tuple(
                end for start, end in _ways(facts[0].fact, orientation) if _is_among(start, starting)
            )
        verdicts.append(StepVerdict(number, text, facts, error, reason))
    return tuple(verdicts)


def _ways(fact: Fact, orientation: Orientation) -> tuple[tuple[Entity, Entity], ...]:
    """The ways to walk a fact, each from a start to an end."""
    forward = (fact.head, fact.tail)
    return (forward, forward[::-1]) if orientation == "walk" else (forward,)


def _is_among(start: Entity, reached: Sequence[Entity]) -> bool:
    """Whether a walk can start there: anywhere where nothing is reached yet."""
    return not reached or any(start.id == entity.id for entity in reached)


def _judge_step(
    facts: tuple[GroundedFact, ...], reached: Sequence[Entity], threshold: float, orientation: Orientation
) -> tuple[ErrorKind | None, str]:
    if not facts:
        return "factual_error", "The graph holds no facts."
    best = facts[0]
    if best.score < threshold:
        return "factual_error", (
            f"The nearest fact, “{best.fact}”, scores {best.score:.3f}, below {threshold:g}."
        )
    starts = [start for start, _ in _ways(best.fact, orientation)]
    if not any(_is_among(start, reached) for start in starts):
        return "incoherent", (
            f"“{best.fact}” starts from {_either(starts)}, but the step before led to {_either(reached)}."
        )
    return None, f"Supported by “{best.fact}” (score {best.score:.3f})."


def _either(entities: Sequence[Entity]) -> str:
    return " or ".join(map(str, entities))


def sum_up(parsed: ParsedChain, steps: tuple[StepVerdict, ...], accepted: Sequence[str]) -> Verdict:
    """The verdict on a chain: a factual error before incoherence before a wrong answer, else faithful.

    Args:
        accepted: the gold answers in every form that counts; without any, the answer is not judged. When
            there are some and the chain gives no answer, it is *unstructured* (Appendix C.5): counted apart,
            as unscored, with the errors of its steps shown.
    """
    right = is_right(parsed.answer, accepted) if accepted and parsed.answer is not None else None
    verdict = partial(parsed.verdict, method=METHOD, steps=steps, answer_right=right)
    if accepted and parsed.answer is None:
        return verdict("unscored", NO_ANSWER)
    for kind in _PRECEDENCE:
        fault = next((step for step in steps if step.error == kind), None)
        if fault is not None:
            reason = f"Step {fault.number}: {fault.reason}"
            return verdict("unfaithful", reason, error=kind, fault=fault.number)
    if right is False:
        reason = f"The steps hold, but “{parsed.answer}” is none of the right answers."
        return verdict("unfaithful", reason, error="answer_error")
    checked = ", and the answer is right" if accepted else "; there is no gold answer to compare with"
    return verdict("faithful", f"Each step is a fact of the graph and goes on from the one before{checked}.")
