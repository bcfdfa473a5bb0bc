"""Counterfactual questions from the gold paths of a graph: each hop leads to another entity than there.

Reference: CofCA, Section 3.1, where a model and people rewrite passages; here a graph says what is so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from random import Random
from typing import NamedTuple

from ..audit.verdicts import ChainOfThought
from ..discriminate.invalid import of_same_type
from ..discriminate.known import KnownFacts
from ..discriminate.valid import NotTestableError, ValidPath, valid_paths
from ..progress import SILENT, Progress
from ..store.protocol import GraphStore
from ..terms import Triple
from .cases import CounterfactualQuestion, Passage, Replacement, SubQuestion, Version
from .making import MadeQuestions, NotMadeError, make_each
from .wording import described, hop_question, statement

_CONTEXT = 5  # true facts beside the one that a passage is about
_LOOKED_AT = 25  # of the entities that could be put in, before the most alike is taken
_MOST_TOLD = 3  # facts that are told to say what the graph states instead


def make_from_graph(
    store: GraphStore,
    kg: str,
    questions: Iterable[ChainOfThought],
    *,
    seed: int = 0,
    limit: int | None = None,
    progress: Progress = SILENT,
) -> MadeQuestions:
    """A counterfactual for each question with a gold path: the topic stays, each hop's answer is another.

    What is put in stands elsewhere at the same end of the same relation, makes its hop false in the graph (as
    read by names, inverse relations among them), and is no right answer of the question. Of those drawn the
    one that shares most facts with what it replaces is taken, so that kinds and genders agree.

    The question is put in the path's own words; the row's is kept as `source`. Each hop has a passage: its
    fact as a sentence among true facts of other relations. In the factual version all that the graph states
    is accepted, since relations such as children have several right tails.

    Args:
        questions: with topic, gold answers and gold paths; read them with `read_questions`.
        seed: of everything that is drawn; the same arguments give the same questions.
        limit: how many questions to draw; all when None.

    Raises:
        InputError: `limit` is below 1.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    facts = KnownFacts(store.columns(kg))
    return make_each(list(questions), _Maker(facts).make, seed=seed, limit=limit, progress=progress)


@dataclass(frozen=True, slots=True)
class _Walk:
    """A path as it is walked.

    Attributes:
        nodes: one more than there are relations; each relation joins a node with the one behind it.
        forward: for each relation whether it is walked from head to tail.
    """

    nodes: tuple[str, ...]
    relations: tuple[str, ...]
    forward: tuple[bool, ...]

    def fact(self, hop: int, end: str | None = None) -> Triple:
        """The fact of a hop, from 0, as it is or with another end."""
        start, end = self.nodes[hop], end or self.nodes[hop + 1]
        head, tail = (start, end) if self.forward[hop] else (end, start)
        return Triple(head, self.relations[hop], tail)

    @property
    def facts(self) -> tuple[Triple, ...]:
        return tuple(map(self.fact, range(len(self.relations))))

    def leading_to(self, hop: int, end: str) -> "_Walk":
        """The same with another end of a hop."""
        return replace(self, nodes=(*self.nodes[: hop + 1], end, *self.nodes[hop + 2 :]))


class _Drawing(NamedTuple):
    """What holds of all that is put into a path.

    Attributes:
        avoided: what the right answers of all hops are called.
    """

    path: ValidPath
    avoided: frozenset[str]
    rng: Random


class _Maker:
    """Questions over one graph."""

    def __init__(self, facts: KnownFacts) -> None:
        self._facts = facts

    def make(self, question: ChainOfThought, rng: Random) -> CounterfactualQuestion:
        """Raises NotMadeError."""
        path, walk = rng.choice(self._walks(question))
        right = self._right_answers(walk)
        avoided = self._facts.called(path.answers.union(walk.nodes, *right))
        drawing = _Drawing(path, avoided, rng)
        changed = self._changed(walk, 0, drawing)
        if changed is None:
            raise NotMadeError("no entity of the same type makes each hop false in the graph")
        asked = self._asked(walk)
        context = self._context(walk, changed, avoided, rng)
        stated = [self._step(walk, hop, walk.nodes[hop]) for hop in range(len(right))]
        told = [[end, *sorted(others - {end})] for end, others in zip(walk.nodes[1:], stated, strict=True)]
        final = [path.end, *sorted((path.answers | right[-1]) - {path.end})]
        new = [[end] for end in changed.nodes[1:]]
        return CounterfactualQuestion(
            id=question.id,
            kind="bridge",
            source=question.question,
            replaced=tuple(self._replacements(walk, changed)),
            factual=self._version(asked, walk, told, final, context),
            counterfactual=self._version(asked, changed, new, new[-1], context),
        )

    # -- what is asked along

    def _walks(self, question: ChainOfThought) -> list[tuple[ValidPath, _Walk]]:
        """The gold paths on which each hop has one clear answer. Raises NotMadeError when none is such."""
        found, reasons = [], []
        try:
            for path in valid_paths(question, self._facts):
                try:
                    found.append((path, self._walked(path)))
                except NotMadeError as reason:
                    reasons.append(reason)
        except NotTestableError as reason:
            raise NotMadeError(str(reason)) from None
        if not found:
            raise reasons[0]
        return found

    def _asked(self, walk: _Walk) -> str:
        """The question whose answer the walk leads to: "Who is the child of the parent of Ann?"

        The row's own may say more than the path does, or "mother" where the new one is a man.
        """
        known = self._name(walk.nodes[0])
        *before, last = ((self._facts.label(r), f) for r, f in zip(walk.relations, walk.forward, strict=True))
        for label, forward in before:
            known = described(label, known, forward=forward)
        return hop_question(last[0], known, forward=last[1])

    def _walked(self, path: ValidPath) -> _Walk:
        nodes = [path.start]
        for head, _, tail in path.triples:
            nodes.append(tail if head == nodes[-1] else head)
        forward = [triple.head == start for triple, start in zip(path.triples, nodes, strict=False)]
        if not all(map(self._facts.is_named, nodes)):
            raise NotMadeError("its gold path runs through something without a name")
        if len(set(map(self._facts.read_as, nodes))) < len(nodes):
            raise NotMadeError("its gold path comes back to where it was")
        for (relation, one), (following, other) in pairwise(zip(path.relations, forward, strict=True)):
            if self._leads_back(relation, following, turned=one != other):
                raise NotMadeError("its gold path goes on by the inverse of a hop, which also leads back")
        return _Walk(tuple(nodes), path.relations, tuple(forward))

    def _leads_back(self, relation: str, following: str, *, turned: bool) -> bool:
        if turned:
            return self._facts.label(relation) == self._facts.label(following)
        return self._facts.label(following) in self._facts.inverses(relation)

    def _right_answers(self, walk: _Walk) -> list[frozenset[str]]:
        """What the graph gives at each hop, whatever it gives at those before."""
        reached = [frozenset(walk.nodes[:1])]
        for hop in range(len(walk.relations)):
            reached.append(frozenset[str]().union(*(self._step(walk, hop, start) for start in reached[-1])))
        return reached[1:]

    def _step(self, walk: _Walk, hop: int, start: str) -> frozenset[str]:
        return self._facts.step_from(start, walk.relations[hop], forward=walk.forward[hop])

    # -- what is put in

    def _changed(self, walk: _Walk, hop: int, drawing: _Drawing) -> _Walk | None:
        """The walk with other answers from a hop on; None when no entity makes each of these hops false."""
        if hop == len(walk.relations):
            return walk
        old = walk.nodes[hop + 1]
        known = drawing.path.topic | drawing.path.answers
        false = (
            other
            for other in of_same_type(walk.facts, old, known, self._facts, drawing.rng)
            if drawing.avoided.isdisjoint(self._facts.called([other]))
            and not self._facts.is_read([walk.fact(hop, other)])
        )
        shared = self._told_of(old)
        alike = sorted(islice(false, _LOOKED_AT), key=lambda other: -len(shared & self._told_of(other)))
        for other in alike:
            if (changed := self._changed(walk.leading_to(hop, other), hop + 1, drawing)) is not None:
                return changed
        return None

    def _told_of(self, entity: str) -> set[tuple[str, str]]:
        return {(fact.relation, fact.tail) for fact in self._facts.facts_of(entity) if fact.head == entity}

    def _replacements(self, walk: _Walk, changed: _Walk) -> Iterator[Replacement]:
        for hop, (old, new) in enumerate(zip(walk.nodes[1:], changed.nodes[1:], strict=True)):
            stated = sorted(self._step(changed, hop, changed.nodes[hop]))[:_MOST_TOLD]
            instead = " ".join(self._said(changed.fact(hop, end)) for end in stated) or "nothing of the kind"
            because = f"The graph does not state “{self._said(changed.fact(hop))}”; it states: {instead}"
            yield Replacement(hop + 1, self._name(old), self._name(new), because)

    # -- what is asked and shown

    def _version(
        self,
        question: str,
        walk: _Walk,
        accepted: Sequence[Sequence[str]],
        final: Sequence[str],
        context: Mapping[str, Sequence[str]],
    ) -> Version:
        facts = self._facts
        return Version(
            question=question,
            answers=self._names(final),
            passages=tuple(
                Passage(self._name(start), " ".join(sorted([self._said(fact), *context[start]])))
                for start, fact in zip(walk.nodes, walk.facts, strict=False)
            ),
            sub_questions=tuple(
                SubQuestion(
                    hop_question(facts.label(relation), self._name(start), forward=forward),
                    self._names(accepted[hop]),
                    (hop,),
                )
                for hop, (start, relation, forward) in enumerate(
                    zip(walk.nodes, walk.relations, walk.forward, strict=False)
                )
            ),
        )

    def _context(
        self, walk: _Walk, changed: _Walk, avoided: frozenset[str], rng: Random
    ) -> dict[str, list[str]]:
        """True facts of each entity that a passage is about, none of which bears on a hop."""
        hops = frozenset[str]().union(
            *({self._facts.label(r), *self._facts.inverses(r)} for r in walk.relations)
        )
        met = avoided | self._facts.called(changed.nodes)

        def tells(entity: str, fact: Triple) -> bool:
            other = fact.tail if fact.head == entity else fact.head
            clear = met.isdisjoint(self._facts.called([other])) and self._facts.is_named(other)
            return clear and self._facts.label(fact.relation) not in hops

        found = {}
        for entity in dict.fromkeys((*walk.nodes[:-1], *changed.nodes[:-1])):
            facts = [fact for fact in self._facts.facts_of(entity) if tells(entity, fact)]
            found[entity] = [self._said(fact) for fact in rng.sample(facts, min(_CONTEXT, len(facts)))]
        return found

    def _said(self, fact: Triple) -> str:
        return statement(self._name(fact.head), self._facts.label(fact.relation), self._name(fact.tail))

    def _name(self, entity: str) -> str:
        return self._facts.entities[entity].label

    def _names(self, entities: Sequence[str]) -> tuple[str, ...]:
        """What entities are called, the first one's name first, each once."""
        known = (self._facts.entities[entity] for entity in entities)
        return tuple(dict.fromkeys(name for entity in known for name in (entity.label, *entity.aliases)))
