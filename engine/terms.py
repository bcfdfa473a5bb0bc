"""The vocabulary: entity, triple, fact, path, document, traits of relations. Plain immutable values."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, Self

from .names import verbalise

if TYPE_CHECKING:
    from py2neo import Subgraph


class Triple(NamedTuple):
    """A head, a relation and a tail, by their identifiers; true or not."""

    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of a knowledge graph.

    `name` is None for nodes that never have one, such as Freebase's mediators (CVT). `xrefs` are the ids
    under which other vocabularies know the same thing, such as "EFO:0003968".
    """

    id: str
    name: str | None = None
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What to show: the name, or the id where there is none."""
        return self.name or self.id

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple that a graph states, with its provenance.

    A graph holds a triple once, however many of its edges or documents state it.

    Attributes:
        key: identifies the fact within its graph: see `fact_key`.
        sources: all that state it: ids of documents, or names of data sources.
        score: how sure they are, in [0, 1], the highest where several say; None where none does.
    """

    key: str
    head: Entity
    relation: str
    label: str
    tail: Entity
    sources: tuple[str, ...] = ()
    score: float | None = None

    @property
    def triple(self) -> Triple:
        return Triple(self.head.id, self.relation, self.tail.id)

    @property
    def text(self) -> str:
        """The fact as the sentence that is embedded."""
        return verbalise(self.head.label, self.label, self.tail.label)

    @property
    def stated(self) -> tuple["Fact", ...]:
        """The facts of the graph that it stands for: itself."""
        return (self,)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class MergedFact(Fact):
    """What a mediator joins, as one fact: a head, two relations as one ("r1..r2"), and a tail.

    Attributes:
        over: the two facts of the graph that it is made of, from the head on.
    """

    over: tuple[Fact, ...] = ()

    @property
    def stated(self) -> tuple[Fact, ...]:
        """The facts of the graph that it stands for, in walking order."""
        return self.over


class Hop(NamedTuple):
    """A fact walked along its direction (`forward`) or against it."""

    fact: Fact
    forward: bool


@dataclass(frozen=True, slots=True)
class Path:
    """Facts end to end, from `start`. A path without hops is the start alone."""

    start: Entity
    hops: tuple[Hop, ...]

    @classmethod
    def along(cls, start: Entity, facts: Iterable[Fact]) -> Self:
        """The path from an entity over facts end to end, each walked from the end that was reached."""
        hops: list[Hop] = []
        at = start.id
        for fact in facts:
            forward = fact.head.id == at
            hops.append(Hop(fact, forward))
            at = fact.tail.id if forward else fact.head.id
        return cls(start, tuple(hops))

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The entities in walking order: one more than there are hops."""
        return (self.start, *(h.fact.tail if h.forward else h.fact.head for h in self.hops))

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(h.fact for h in self.hops)

    @property
    def end(self) -> Entity:
        return self.entities[-1]

    def to_subgraph(self, store: object = None, kg: str = "") -> "Subgraph":
        """The facts as a py2neo Subgraph; with `store` and `kg` those of the database. See `subgraph_of`."""
        from .subgraphs import subgraph_of

        return subgraph_of(self.facts, store, kg)

    def __len__(self) -> int:
        return len(self.hops)

    def __iter__(self) -> Iterator[Hop]:
        return iter(self.hops)

    def __str__(self) -> str:
        parts = [self.start.label]
        for hop, entity in zip(self.hops, self.entities[1:], strict=True):
            arrow = f"─{hop.fact.label}→" if hop.forward else f"←{hop.fact.label}─"
            parts += [arrow, entity.label]
        return " ".join(parts)


class Place(NamedTuple):
    """Where in its file a part of a document stands: "page 4", "section “Warranty”", "sheet “Prices”, row 7".

    Attributes:
        start: the first character of the part in the document's text; it ends where the next one starts.
    """

    start: int
    name: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text that facts may come from.

    Attributes:
        stated: the triples that a store knows it to state, in its own words; two documents are equal without
            them.
        places: of its parts, in their order; none where the text is all that there is to say.
        file: that it was read from, by the path that was given; empty where it was read from none.
    """

    id: str
    title: str
    text: str
    stated: tuple[Triple, ...] = field(default=(), compare=False)
    places: tuple[Place, ...] = ()
    file: str = ""

    def place_at(self, character: int) -> str:
        """Where in its file a character of the text stands; empty where that is not known.

        >>> Document("a", "A", "One. Two.", places=(Place(0, "page 1"), Place(5, "page 2"))).place_at(6)
        'page 2'
        """
        before = bisect_right(self.places, character, key=lambda place: place.start)
        return self.places[before - 1].name if before else ""


@dataclass(frozen=True, slots=True)
class RelationTraits:
    """What a graph's author declares of its relations; nothing of a relation that is not named.

    Attributes:
        symmetric: if a has the relation to b, then b has it to a.
        transitive: if a has the relation to b and b to c, then a has it to c.
        wordings: further ways to say a relation, between its head and its tail.
        inverses: for a relation the one that leads back: if a has the first to b, then b has the second to
            a, and the other way round.
        implies: for a relation those that follow from it: if a has it to b, then a has these to b.
        functional: relations of which a head has one tail at most.
        inverse_functional: relations of which a tail has one head at most.
        domains, ranges: for a relation the types of its heads and of its tails, any of which is right.
    """

    symmetric: frozenset[str] = frozenset()
    transitive: frozenset[str] = frozenset()
    wordings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inverses: Mapping[str, str] = field(default_factory=dict)
    implies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    functional: frozenset[str] = frozenset()
    inverse_functional: frozenset[str] = frozenset()
    domains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.relations)

    @property
    def relations(self) -> tuple[str, ...]:
        """All relations of which something is declared, sorted; those that it is declared with among them."""
        implied = (relation for own in self.implies.values() for relation in own)
        flags = (self.symmetric, self.transitive, self.functional, self.inverse_functional)
        tables = (self.wordings, self.inverses, self.implies, self.domains, self.ranges)
        return tuple(sorted({*self.inverses.values(), *implied}.union(*flags, *tables)))


def fact_key(head: str, relation: str, tail: str) -> str:
    """The identity of a fact: 32 hexadecimal digits, the same in every store and every run."""
    joined = "\x00".join((head, relation, tail)).encode()
    return blake2b(joined, digest_size=16).hexdigest()
