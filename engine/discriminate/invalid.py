"""Four ways to make a path invalid, each breaking one rule alone where the graph allows it.

Every result is checked against the graph as a reader sees it, by names: see `KnownFacts`.

Reference: Direct Evaluation of CoT, Section 3.1, which corrupts, shuffles and swaps without a check. A step
that gives way to another fact is groundpath's own.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ..hops import Orientation
from ..terms import Triple
from .known import KnownFacts
from .valid import ValidPath
from .walking import Step, Steps, connects, goes_on

_SHUFFLES = 100  # a path of three steps comes apart in two of three orders
_LOOKED_AT = 1000  # paths of other questions, before giving up


@dataclass(frozen=True, slots=True)
class Changed:
    """An invalid path, how it was made, and the numbers (from 1) of its steps that are false."""

    steps: Steps
    change: str
    faults: tuple[int, ...] = ()


Pool = Mapping[int, Sequence[ValidPath]]
"""Valid paths by their number of steps."""


# -- factual error


def with_false_fact(path: ValidPath, facts: KnownFacts, rng: Random) -> Changed | None:
    """Another entity of the same type in place of one, so that a step is false in the graph.

    Of the same type is what stands elsewhere at the same end of the same relation. An entity between start
    and end is replaced where one can be, so that the path still leads from topic to answer; else the end.
    None when no entity makes a step false.
    """
    inner = [entity for entity in path.entities if entity not in (path.start, path.end)]
    rng.shuffle(inner)
    last = [path.end] if path.end not in path.topic else []
    for replaced in filter(facts.is_named, inner + last):
        for other in of_same_type(path.triples, replaced, path.topic | path.answers, facts, rng):
            steps = tuple(step.with_other(replaced, other) for step in path.steps)
            if faults := _false_steps(steps, other, facts):
                before, after = (facts.entities[entity].label for entity in (replaced, other))
                return Changed(steps, f"{before!r} replaced by {after!r}", faults)
    return None


def of_same_type(
    path: Sequence[Triple], replaced: str, known: Collection[str], facts: KnownFacts, rng: Random
) -> Iterator[str]:
    """Entities that stand where one does, and cannot be taken for another of the path or of those known.

    In random order; those that stand at all its places come before those that stand at some.
    """
    places = [facts.heads(triple.relation) for triple in path if triple.head == replaced]
    places += [facts.tails(triple.relation) for triple in path if triple.tail == replaced]
    taken = facts.called({*known, *(end for triple in path for end in (triple.head, triple.tail))})
    everywhere = frozenset.intersection(*places)
    somewhere = frozenset.union(*places) - everywhere
    for alike in (everywhere, somewhere):
        found = sorted(alike)
        rng.shuffle(found)
        yield from (
            entity for entity in found if facts.is_named(entity) and taken.isdisjoint(facts.called([entity]))
        )


def _false_steps(steps: Steps, changed: str, facts: KnownFacts) -> tuple[int, ...]:
    """The numbers of the steps that mention an entity and are read nowhere in the graph."""
    return tuple(
        number
        for number, step in enumerate(steps, 1)
        if changed in (step.start, step.end) and not facts.is_read(step.facts)
    )


# -- incoherent


def out_of_order(path: ValidPath, facts: KnownFacts, rng: Random, orientation: Orientation) -> Changed | None:
    """The same steps in an order in which they no longer connect.

    Steps that are shown along the walk connect where each starts from what the one before it led to, as the
    paper has it: two of them, turned about, come apart. Those that are shown as the graph has them are read
    from either end, so that two connect in any order. None where every order connects.
    """
    joins: Callable[[Sequence[tuple[str, str]]], bool] = goes_on if orientation == "walk" else connects
    order = list(range(len(path.steps)))
    for _ in range(_SHUFFLES):
        rng.shuffle(order)
        steps = tuple(path.steps[place] for place in order)
        if not joins(list(map(facts.ends_read, steps))):
            return Changed(steps, f"steps in the order {', '.join(str(place + 1) for place in order)}")
    return None


# -- replaced step


def with_another_step(path: ValidPath, facts: KnownFacts, rng: Random) -> Changed | None:
    """True steps between which the path jumps: the first or the last is another one.

    The nearest that there is: of the same relation and the same start or end; else of the same start or end;
    else of the same relation. None when all connect, from whichever end each is read.
    """
    for tier in _others(path, facts):
        jumps = list(tier)
        rng.shuffle(jumps)
        for place, other in jumps:
            steps = (*path.steps[:place], other, *path.steps[place + 1 :])
            named = facts.is_named(other.start) and facts.is_named(other.end)
            if named and not connects(list(map(facts.ends_read, steps))):
                return Changed(steps, f"step {place + 1} replaced by a true fact that does not connect")
    return None


def _others(path: ValidPath, facts: KnownFacts) -> Iterator[Iterable[tuple[int, Step]]]:
    """Steps that may stand in place of the first or the last, with that place; the nearest first."""
    last = len(path.steps) - 1
    beside = [(0, step) for step in facts.steps_from(path.start)]
    beside += [(last, step.reversed) for step in facts.steps_from(path.end)]
    yield [(place, step) for place, step in beside if step.is_like(path.steps[place])]
    yield beside
    yield [(place, step) for place in (0, last) for step in facts.steps_like(path.steps[place])]


# -- misguided


def of_another_question(
    path: ValidPath, own: Sequence[ValidPath], others: Pool, facts: KnownFacts, rng: Random
) -> Changed | None:
    """The valid path of another question, which meets no answer of this one.

    Paths of as many steps come first, so that length tells nothing. None when every other path meets an
    answer, or follows the question's own relations from its topic.

    Args:
        own: all valid paths of the question.
        others: valid paths of all questions, this one among them, by their number of steps.
    """
    avoided = facts.called(path.answers)
    topic = facts.called(path.topic)
    asked = {_labels(one, facts) for one in own}

    def misguides(other: ValidPath) -> bool:
        if other.question_id == path.question_id or not avoided.isdisjoint(facts.called(other.entities)):
            return False
        return topic.isdisjoint(facts.called([other.start])) or _labels(other, facts) not in asked

    for steps in sorted(others, key=lambda steps: abs(steps - len(path.steps))):
        for other in rng.sample(others[steps], min(len(others[steps]), _LOOKED_AT)):
            if misguides(other):
                return Changed(other.steps, f"path of question {other.question_id!r}")
    return None


def _labels(path: ValidPath, facts: KnownFacts) -> tuple[str, ...]:
    return tuple(facts.label(relation) for step in path.steps for relation in step.relations)
