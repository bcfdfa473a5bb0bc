"""The vocabulary: entity, triple, fact, path, document. Plain immutable values."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from .names import verbalise


class Triple(NamedTuple):
    """A head, a relation and a tail, by their identifiers; true or not."""

    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of a knowledge graph.

    `name` is None for nodes that never have one, such as Freebase's mediators (CVT).
    """

    id: str
    name: str | None = None
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What to show: the name, or the id where there is none."""
        return self.name or self.id

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple that a graph states, with the documents or sources that state it.

    `key` identifies the fact within its graph: see `fact_key`.
    """

    key: str
    head: Entity
    relation: str
    label: str
    tail: Entity
    sources: tuple[str, ...] = ()

    @property
    def triple(self) -> Triple:
        return Triple(self.head.id, self.relation, self.tail.id)

    @property
    def text(self) -> str:
        """The fact as the sentence that is embedded."""
        return verbalise(self.head.label, self.label, self.tail.label)

    def __str__(self) -> str:
        return self.text


class Hop(NamedTuple):
    """A fact walked along its direction (`forward`) or against it."""

    fact: Fact
    forward: bool


@dataclass(frozen=True, slots=True)
class Path:
    """Facts end to end, from `start`. A path without hops is the start alone."""

    start: Entity
    hops: tuple[Hop, ...]

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


@dataclass(frozen=True, slots=True)
class Document:
    """A text that facts may come from."""

    id: str
    title: str
    text: str


def fact_key(head: str, relation: str, tail: str) -> str:
    """The identity of a fact: 32 hexadecimal digits, the same in every store and every run."""
    joined = "\x00".join((head, relation, tail)).encode()
    return blake2b(joined, digest_size=16).hexdigest()
