"""Three ways to make a path invalid, each breaking one rule alone where the graph allows it.

Every result is checked against the graph as a reader sees it, by names: see `KnownFacts`.

Reference: Direct Evaluation of CoT, Section 3.1, which corrupts, shuffles and swaps without a check.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ..terms import Triple
from .known import KnownFacts
from .valid import Triples, ValidPath
from .walking import connects

_SHUFFLES = 100  # a path of three steps comes apart in two of three orders
_LOOKED_AT = 1000  # paths of other questions, before giving up


@dataclass(frozen=True, slots=True)
class Changed:
    """An invalid path, how it was made, and the numbers (from 1) of its steps that are false."""

    triples: Triples
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
        for other in of_same_type(path, replaced, facts, rng):
            triples = tuple(_replaced(triple, replaced, other) for triple in path.triples)
            if faults := _false_steps(triples, other, facts):
                before, after = (facts.entities[entity].label for entity in (replaced, other))
                return Changed(triples, f"{before!r} replaced by {after!r}", faults)
    return None


def of_same_type(path: ValidPath, replaced: str, facts: KnownFacts, rng: Random) -> Iterator[str]:
    """Entities that stand where one does, and cannot be taken for another in question.

    In random order; those that stand at all its places come before those that stand at some.
    """
    places = [facts.heads(triple.relation) for triple in path.triples if triple.head == replaced]
    places += [facts.tails(triple.relation) for triple in path.triples if triple.tail == replaced]
    taken = facts.called({*path.entities, *path.topic, *path.answers})
    everywhere = frozenset.intersection(*places)
    somewhere = frozenset.union(*places) - everywhere
    for alike in (everywhere, somewhere):
        found = sorted(alike)
        rng.shuffle(found)
        yield from (
            entity for entity in found if facts.is_named(entity) and taken.isdisjoint(facts.called([entity]))
        )


def _replaced(triple: Triple, old: str, new: str) -> Triple:
    head, relation, tail = triple
    return Triple(new if head == old else head, relation, new if tail == old else tail)


def _false_steps(triples: Triples, changed: str, facts: KnownFacts) -> tuple[int, ...]:
    """The numbers of the steps that mention an entity and are read nowhere in the graph."""
    return tuple(
        number
        for stretch in stretches(triples, facts)
        if any(changed in triples[place] for place in stretch)
        and not facts.is_read([triples[place] for place in stretch])
        for number in (place + 1 for place in stretch)
    )


def stretches(triples: Sequence[Triple], facts: KnownFacts) -> Iterator[range]:
    """The places of triples that are read as one statement, since nameless entities join them."""
    start = 0
    for place in range(1, len(triples) + 1):
        if place < len(triples):
            before, after = triples[place - 1], triples[place]
            joints = {before.head, before.tail} & {after.head, after.tail}
            if joints and not any(map(facts.is_named, joints)):
                continue
        yield range(start, place)
        start = place


# -- incoherent


def out_of_order(path: ValidPath, facts: KnownFacts, rng: Random) -> Changed | None:
    """The same facts in an order in which no walk takes them, from whichever end each is read.

    Two facts of one entity connect in either order. Where no order comes apart, the first or the last step
    gives way to another true fact, which does not connect to the rest. None when the graph has none.
    """
    order = list(range(len(path.triples)))
    for _ in range(_SHUFFLES):
        rng.shuffle(order)
        triples = tuple(path.triples[place] for place in order)
        if not _reads_connected(triples, facts):
            return Changed(triples, f"steps in the order {', '.join(str(place + 1) for place in order)}")
    return _with_jump(path, facts, rng)


def _with_jump(path: ValidPath, facts: KnownFacts, rng: Random) -> Changed | None:
    """True facts between which the path jumps: the first or the last is another one.

    The nearest that there is: of the same relation and the same start or end; else of the same start or end;
    else of the same relation.
    """
    last = len(path.triples) - 1
    ends = [(0, fact) for fact in facts.facts_of(path.start)]
    ends += [(last, fact) for fact in facts.facts_of(path.end)]
    alike = [(place, fact) for place in (0, last) for fact in facts.facts_by(path.relations[place])]
    for jumps in (
        [(place, fact) for place, fact in ends if fact.relation == path.relations[place]],
        ends,
        alike,
    ):
        rng.shuffle(jumps)
        for place, fact in jumps:
            triples = (*path.triples[:place], fact, *path.triples[place + 1 :])
            named = facts.is_named(fact.head) and facts.is_named(fact.tail)
            if named and not _reads_connected(triples, facts):
                return Changed(triples, f"step {place + 1} replaced by a true fact that does not connect")
    return None


def _reads_connected(triples: Sequence[Triple], facts: KnownFacts) -> bool:
    return connects([facts.reading(triple) for triple in triples])


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

    for steps in sorted(others, key=lambda steps: abs(steps - len(path.triples))):
        for other in rng.sample(others[steps], min(len(others[steps]), _LOOKED_AT)):
            if misguides(other):
                return Changed(other.triples, f"path of question {other.question_id!r}")
    return None


def _labels(path: ValidPath, facts: KnownFacts) -> tuple[str, ...]:
    return tuple(facts.reading(triple).relation for triple in path.triples)
