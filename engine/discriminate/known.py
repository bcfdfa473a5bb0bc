"""What a graph states, as someone reads it who sees names and not identifiers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..linking.entity_names import names_of
from ..linking.mediators import mediators_of
from ..names import normalise, relation_label
from ..store.protocol import GraphColumns
from ..terms import Entity, Triple
from .inverses import inverse_relations
from .walking import Ends, Step

_Readings = Mapping[tuple[str, str], set[str]]

NAMELESS = "\x00"  # before the id of an entity without a name: no name begins like this


class KnownFacts:
    """The facts of a graph, by identifiers and by what is read: entities and relations of one name are one.

    Attributes:
        mediators: ids of the nodes that only join others.
    """

    def __init__(self, columns: GraphColumns) -> None:
        """
        Args:
            columns: the whole graph; about 1 KB of memory a fact.
        """
        self.mediators = mediators_of(columns.entities, columns.facts)
        self.entities = {
            row["id"]: Entity(row["id"], row["name"], tuple(row["aliases"]), tuple(row["types"]))
            for row in columns.entities.select(["id", "name", "aliases", "types"]).to_pylist()
        }
        rows = columns.facts.select(["head", "relation", "label", "tail"]).to_pylist()
        self._labels = {row["relation"]: row["label"] for row in rows}
        self._facts = {Triple(row["head"], row["relation"], row["tail"]) for row in rows}
        self._index_names(list(names_of(columns.entities)))
        self._index_ids()
        self._index_readings()

    def _index_names(self, names: Iterable[str]) -> None:
        self._read_as = {
            id: normalise(name) or NAMELESS + id for id, name in zip(self.entities, names, strict=True)
        }
        self._called = {
            id: frozenset([self._read_as[id], *filter(None, map(normalise, entity.aliases))])
            for id, entity in self.entities.items()
        }
        self._named: defaultdict[str, list[str]] = defaultdict(list)
        for id in self.entities:
            for name in self._called[id]:
                self._named[name].append(id)

    def _index_ids(self) -> None:
        self._of: defaultdict[str, list[Triple]] = defaultdict(list)
        self._by: defaultdict[str, list[Triple]] = defaultdict(list)
        for fact in sorted(self._facts):
            for end in {fact.head, fact.tail}:
                self._of[end].append(fact)
            self._by[fact.relation].append(fact)
        self._heads = {relation: frozenset(f.head for f in facts) for relation, facts in self._by.items()}
        self._tails = {relation: frozenset(f.tail for f in facts) for relation, facts in self._by.items()}

    def _index_readings(self) -> None:
        self._tails_read: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._heads_read: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        readings = {self.reading(fact) for fact in self._facts}
        for head, label, tail in readings:
            self._tails_read[head, label].add(tail)
            self._heads_read[tail, label].add(head)
        self._inverses = inverse_relations(readings)

    # -- by identifiers

    def find(self, text: str) -> tuple[str, ...]:
        """The entities that a text stands for: the one of that id, else all of that name or alias."""
        return (text,) if text in self.entities else tuple(self._named.get(normalise(text), ()))

    def states(self, triple: Triple) -> bool:
        """Whether this very triple is a fact of the graph."""
        return triple in self._facts

    def facts_of(self, entity: str) -> Sequence[Triple]:
        """The facts that an entity is head or tail of, in the order of their ids."""
        return self._of.get(entity, ())

    def steps_from(self, entity: str) -> Iterator[Step]:
        """The steps that lead from an entity: over one fact, or over a mediator and on."""
        for fact in self.facts_of(entity):
            reached = _other_end(fact, entity)
            if reached not in self.mediators:
                yield Step((fact,), entity, reached)
                continue
            for onward in self.facts_of(reached):
                if onward != fact:
                    yield Step((fact, onward), entity, _other_end(onward, reached))

    def steps_like(self, step: Step) -> Iterator[Step]:
        """The steps of the same relations, walked the same way, in the order of their ids."""
        first = step.facts[0]
        starts = self.heads if first.head == step.start else self.tails
        for start in sorted(starts(first.relation)):
            yield from filter(step.is_like, self.steps_from(start))

    def heads(self, relation: str) -> frozenset[str]:
        """The entities of which the relation states something."""
        return self._heads.get(relation, frozenset())

    def tails(self, relation: str) -> frozenset[str]:
        """The entities that the relation leads to."""
        return self._tails.get(relation, frozenset())

    def step_from(self, entity: str, relation: str, *, forward: bool) -> frozenset[str]:
        """What facts of a relation join with an entity: their tails where it is the head, or their heads."""
        facts = (fact for fact in self.facts_of(entity) if fact.relation == relation)
        if forward:
            return frozenset(fact.tail for fact in facts if fact.head == entity)
        return frozenset(fact.head for fact in facts if fact.tail == entity)

    # -- as they are read

    def is_named(self, entity: str) -> bool:
        return not self.read_as(entity).startswith(NAMELESS)

    def read_as(self, entity: str) -> str:
        """The normal form of an entity's name; its own mark for an entity without one."""
        return self._read_as[entity]

    def called(self, entities: Iterable[str]) -> frozenset[str]:
        """All names and aliases of some entities, in normal form; for one without a name its own mark."""
        return frozenset[str]().union(*(self._called[entity] for entity in entities))

    def reading(self, triple: Triple) -> Triple:
        """A triple by names and label."""
        head, relation, tail = triple
        return Triple(self.read_as(head), self.label(relation), self.read_as(tail))

    def ends_read(self, step: Step) -> Ends:
        """Where a step starts and ends, by names."""
        return self.read_as(step.start), self.read_as(step.end)

    def shown(self, step: Step) -> str:
        """A step as a model is shown it; of what a mediator joins the relations, and not the mediator."""
        start, end = self.entities[step.start].label, self.entities[step.end].label
        return f"{start} -> {' '.join(map(self.label, step.relations))} -> {end}"

    def is_read(self, stretch: Sequence[Triple]) -> bool:
        """Whether facts of the graph, or of relations that are inverse to theirs, read like these triples.

        Entities without a name that join two of the triples stand for any such entity: "Ann -> marriage ->
        (?) -> spouse -> Bob" is read in the graph through whichever marriage.
        """
        free = {end for end in _joints(stretch) if not self.is_named(end)}
        found: list[dict[str, str]] = [{}]  # what each joint can stand for, so far
        for triple in stretch:
            head, label, tail = self.reading(triple)
            extended = []
            for known in found:
                h = known.get(triple.head) if triple.head in free else head
                t = known.get(triple.tail) if triple.tail in free else tail
                ends = self._ends(h, label, t)
                extended += [known | {triple.head: one, triple.tail: other} for one, other in ends]
            found = extended
        return bool(found)

    def inverses(self, relation: str) -> frozenset[str]:
        """The labels of the relations that state a relation's facts the other way round."""
        return self._inverses.get(self.label(relation), frozenset())

    def _ends(self, head: str | None, label: str, tail: str | None) -> list[tuple[str, str]]:
        """The heads and tails of what reads like this, where None stands for any entity."""
        if head is not None:
            tails = self._reached(head, label, self._tails_read, self._heads_read)
            return [(head, other) for other in sorted(tails) if tail in (None, other)]
        if tail is not None:
            heads = self._reached(tail, label, self._heads_read, self._tails_read)
            return [(other, tail) for other in sorted(heads)]
        stated = [start for start, stated_label in self._tails_read if stated_label == label]
        return [pair for start in sorted(stated) for pair in self._ends(start, label, None)]

    def _reached(self, end: str, label: str, along: _Readings, against: _Readings) -> set[str]:
        """What an entity is joined to by facts of a label, or of its inverses the other way round."""
        reached = set(along.get((end, label), ()))
        return reached.union(*(against.get((end, other), ()) for other in self._inverses.get(label, ())))

    def label(self, relation: str) -> str:
        """A relation in words."""
        return self._labels.get(relation) or relation_label(relation)


def _other_end(fact: Triple, end: str) -> str:
    return fact.tail if fact.head == end else fact.head


def _joints(stretch: Sequence[Triple]) -> set[str]:
    """The entities that stand in more than one of the triples."""
    count = Counter(end for triple in stretch for end in {triple.head, triple.tail})
    return {end for end, times in count.items() if times > 1}
