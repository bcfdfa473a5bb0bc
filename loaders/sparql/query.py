"""What a SELECT query asks: triple patterns that have to be in the graph, apart from conditions on them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from .tokens import RDF_TYPE

_TYPES = frozenset({RDF_TYPE, "type.object.type"})
_VARIABLE_SIGNS = ("?", "$")


class Term(NamedTuple):
    """A place of a triple pattern: a variable by its name, or a constant by the id that a graph gives it."""

    value: str
    is_variable: bool


@dataclass(frozen=True, slots=True)
class TriplePattern:
    """What a query asks to be in the graph.

    Attributes:
        needed: False inside OPTIONAL and UNION, where the query also matches without it.
        text: as the query writes it, with the type and the language of a literal.
    """

    head: Term
    relation: Term
    tail: Term
    needed: bool
    text: str

    @property
    def ends(self) -> tuple[Term, Term]:
        return (self.head, self.tail)


class Part(NamedTuple):
    """A piece of the query's body as text; `pattern` for a needed triple pattern, else None."""

    text: str
    pattern: TriplePattern | None


@dataclass(frozen=True, slots=True)
class QueryPattern:
    """What a query matches, apart from what it selects of it; all as text.

    Attributes:
        triples: the triple patterns of its body, each once; not those of EXISTS, MINUS and sub-queries.
        dataset: the graphs that it names (FROM …); mostly empty.
        body: what stands in the braces of WHERE.
        modifiers: what comes after it (ORDER BY …, LIMIT …).
    """

    triples: tuple[str, ...]
    dataset: str
    body: str
    modifiers: str


class SortKey(NamedTuple):
    """An expression by which rows are sorted."""

    text: str
    descends: bool


@dataclass(frozen=True, slots=True)
class SelectQuery:
    """What a SELECT query asks.

    Attributes:
        answer: name of the variable that is asked for.
        parts: the body of WHERE, in order.
        patterns: all triple patterns of the body; those of EXISTS, MINUS and sub-queries are conditions only.
        constants: ids that VALUES gives to variables, by the variable's name.
        order: the sort keys; of use with a limit only.
        limit: how many rows are asked for; None for all.
    """

    answer: str
    parts: tuple[Part, ...]
    patterns: tuple[TriplePattern, ...]
    constants: dict[str, tuple[str, ...]]
    order: tuple[SortKey, ...]
    limit: int | None

    @property
    def named(self) -> tuple[str, ...]:
        """The entities that the query names, types aside, in the order of its pattern."""
        places = (end for p in self.patterns if p.relation.value not in _TYPES for end in p.ends)
        return tuple(dict.fromkeys(id for place in places for id in self._ids(place)))

    def joins(self, entities: Iterable[str]) -> bool:
        """Whether the pattern leads from one of these entities to the answer."""
        return not set(entities).isdisjoint(id for place in self._reached() for id in self._ids(place))

    def without(self, relations: Iterable[str]) -> Self:
        """The query without patterns of some relations, and without what depends on them.

        What these patterns alone joined to the answer goes as well, and conditions on variables that
        nothing binds any more.
        """
        left = replace(
            self, patterns=tuple(p for p in self.patterns if p.relation.value not in set(relations))
        )
        cut_off = self._reached() - left._reached()
        patterns = tuple(p for p in left.patterns if cut_off.isdisjoint(p.ends))
        lost = _variables_of(self.patterns) - _variables_of(patterns)
        parts = (part for part in self.parts if part.pattern is None or part.pattern in patterns)
        return replace(
            self,
            patterns=patterns,
            parts=tuple(part for part in parts if part.pattern or lost.isdisjoint(_variables_in(part.text))),
            order=() if any(lost & _variables_in(key.text) for key in self.order) else self.order,
        )

    def _reached(self) -> set[Term]:
        """The places of the pattern that are joined to the answer, itself among them."""
        reached = {Term(self.answer, is_variable=True)}
        steps = [set(pattern.ends) for pattern in self.patterns]
        while new := set().union(*(ends for ends in steps if ends & reached)) - reached:
            reached |= new
        return reached

    def _ids(self, place: Term) -> tuple[str, ...]:
        """What the query itself puts in a place of its pattern."""
        return self.constants.get(place.value, ()) if place.is_variable else (place.value,)


def _variables_of(patterns: Iterable[TriplePattern]) -> set[str]:
    terms = (term for p in patterns for term in (p.head, p.relation, p.tail))
    return {term.value for term in terms if term.is_variable}


def _variables_in(text: str) -> set[str]:
    return {word[1:] for word in text.split() if word[:1] in _VARIABLE_SIGNS}
