"""Horn rules of two or three atoms: a path of relations from x to y, and the relation that follows."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from ..errors import InputError
from ..terms import RelationTraits

AGAINST = "^"
"""What marks a relation that is walked against its direction, as in SPARQL's property paths."""
_MOST_ATOMS = 2  # of a body
_VARIABLES = ("x", "z", "y")


class Atom(NamedTuple):
    """A relation on the path of a body, walked along its direction or against it."""

    relation: str
    forward: bool = True

    @classmethod
    def read(cls, text: str) -> Self:
        """`parent`, or `^parent` for one that is walked against its direction."""
        return cls(text.removeprefix(AGAINST), not text.startswith(AGAINST))

    def __str__(self) -> str:
        return self.relation if self.forward else f"{AGAINST}{self.relation}"


@dataclass(frozen=True, slots=True)
class Rule:
    """If a path of the body's relations leads from x to y, then x has the relation `head` to y.

    >>> str(Rule("grandparent", (Atom("parent"), Atom("parent"))))
    'parent(x, z) & parent(z, y) => grandparent(x, y)'
    >>> str(Rule("child", (Atom.read("^parent"),)))
    'parent(y, x) => child(x, y)'

    Attributes:
        body: one atom or two.
        support: how many distinct pairs (x, y) body and head hold for together; None for a declared rule.
        head_coverage: their share of all facts of the head, in (0, 1].
        confidence: their share of those pairs of the body whose x has some fact of the head, in (0, 1]: PCA
            confidence. None for a declared rule, which always holds.

    Reference: Galárraga, Teflioudi, Hose and Suchanek, "AMIE: Association Rule Mining under Incomplete
    Evidence in Ontological Knowledge Bases", WWW 2013, sections 3 and 4.

    Raises:
        InputError: a body of no atom or more than two; a confidence or a coverage outside of (0, 1].
    """

    head: str
    body: tuple[Atom, ...]
    support: int | None = None
    head_coverage: float | None = None
    confidence: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.body) <= _MOST_ATOMS:
            raise InputError(f"the body of a rule has one atom or two, not {len(self.body)}")
        for name in ("head_coverage", "confidence"):
            share = getattr(self, name)
            if share is not None and not 0 < share <= 1:
                raise InputError(f"{name} of a rule is {share:g}; it must be above 0 and at most 1")

    def __str__(self) -> str:
        *body, head = (f"{relation}({first}, {second})" for relation, first, second in self.atoms)
        return f"{' & '.join(body)} => {head}"

    @property
    def atoms(self) -> tuple[tuple[str, str, str], ...]:
        """Those of its body and its head, in this order: the relation, the variables of its head and tail."""
        places = _VARIABLES if len(self.body) > 1 else (_VARIABLES[0], _VARIABLES[-1])
        body = (
            (atom.relation, *(ends if atom.forward else ends[::-1]))
            for atom, ends in zip(self.body, pairwise(places), strict=True)
        )
        return (*body, (self.head, "x", "y"))

    @property
    def is_declared(self) -> bool:
        return self.confidence is None

    @property
    def is_transitivity(self) -> bool:
        """Whether it is declared that the relation goes on along itself, however often."""
        return self.is_declared and self.body == (Atom(self.head), Atom(self.head))

    @property
    def relations(self) -> tuple[str, ...]:
        """Those of its body and its head, in this order."""
        return (*(atom.relation for atom in self.body), self.head)


def declared_rules(traits: RelationTraits) -> tuple[Rule, ...]:
    """What the author of a graph declares of its relations, as rules; sorted, each once."""
    return tuple(sorted(set(_declared(traits)), key=lambda rule: (rule.head, rule.body)))


def _declared(traits: RelationTraits) -> Iterator[Rule]:
    for relation in traits.symmetric:
        yield Rule(relation, (Atom(relation, forward=False),))
    for relation in traits.transitive:
        yield Rule(relation, (Atom(relation), Atom(relation)))
    for relation, inverse in traits.inverses.items():
        yield Rule(inverse, (Atom(relation, forward=False),))
        yield Rule(relation, (Atom(inverse, forward=False),))
    for relation, implied in traits.implies.items():
        for other in implied:
            yield Rule(other, (Atom(relation),))
