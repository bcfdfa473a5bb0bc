"""The words of relations, which a sentence seldom has for names."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RelationWords:
    """What a graph's relations, and general English, call relations by.

    Attributes:
        all: every word of their phrases.
        roles: single nouns by which something of someone is called: "father", "owner".
        relatives: those between things of one kind: "brother".
    """

    all: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
