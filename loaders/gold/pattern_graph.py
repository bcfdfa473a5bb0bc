"""A graph of the store as RDF in memory, on which SPARQL patterns are matched."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple
from urllib.parse import quote

import pyoxigraph as ox

from ...engine.store.protocol import GraphColumns
from ...engine.terms import Triple
from ..freebase import is_mid
from ..sparql.query import SelectQuery, SortKey, Term, TriplePattern

_FREEBASE = "http://rdf.freebase.com/ns/"
_NOT_IN_IRIS = re.compile(r'[\x00-\x20<>"{}|^`\\\[\]]')

Binding = Mapping[str, str]
"""Ids by the names of the variables that stand for them."""


class Match(NamedTuple):
    """The facts that match a query's pattern at once, and the answer that they give."""

    answer: str
    facts: tuple[Triple, ...]


class PatternGraph:
    """Facts by their ids: 300,000 of them take about 100 MB and three seconds.

    A graph does not tell whether the id at the tail of a fact is an entity or a text, such as a date. What
    may be a text is there as both, so that conditions on texts hold.
    """

    def __init__(self, columns: GraphColumns) -> None:
        self._ids: dict[str, str] = {}
        self._store = ox.Store()
        facts = columns.facts.select(["head", "relation", "tail"]).to_batches()
        self._relations = set(columns.facts["relation"].unique().to_pylist())
        rows = (zip(*(column.to_pylist() for column in batch.columns), strict=True) for batch in facts)
        self._store.bulk_extend(chain.from_iterable(self._quads(*row) for row in chain.from_iterable(rows)))

    def lacking(self, query: SelectQuery) -> tuple[str, ...]:
        """The relations that a query needs and of which the graph has no fact."""
        needed = (p.relation for p in query.patterns if p.needed and not p.relation.is_variable)
        return tuple(
            dict.fromkeys(relation.value for relation in needed if relation.value not in self._relations)
        )

    def matches(self, query: SelectQuery, answers: Iterable[str] = ()) -> Iterator[Match]:
        """All ways in which the graph matches a query, in no particular order; of some answers, or of all.

        With an order and a limit, those whose sort keys are the first ones.

        Raises:
            SyntaxError: the query is not SPARQL.
        """
        for binding in self._bindings(query, answers):
            facts = {fact for pattern in query.patterns for fact in self._instances(pattern, binding)}
            yield Match(binding[query.answer], tuple(sorted(facts)))

    def _quads(self, head: str, relation: str, tail: str) -> Iterator[ox.Quad]:
        subject, predicate = self._node(head), self._node(relation)
        yield ox.Quad(subject, predicate, self._node(tail))
        if not is_mid(tail) and "://" not in tail:
            yield ox.Quad(subject, predicate, ox.Literal(tail))

    def _node(self, id: str) -> ox.NamedNode:
        iri = _NOT_IN_IRIS.sub(_escaped, id) if "://" in id else _FREEBASE + quote(id, safe="")
        self._ids[iri] = id
        return ox.NamedNode(iri)

    def _bindings(self, query: SelectQuery, answers: Iterable[str]) -> Iterator[Binding]:
        keys = {f"sort_key_{i}": key for i, key in enumerate(query.order)} if query.limit else {}
        solutions = self._store.query(self._text(query, answers, keys))
        assert isinstance(solutions, ox.QuerySolutions)
        names = [variable.value for variable in solutions.variables]
        firsts: set[tuple[str, ...]] = set()
        for solution in solutions:
            bound = {name: self._id(solution[name]) for name in names if solution[name] is not None}
            firsts.add(tuple(bound[name] for name in keys))
            if keys and len(firsts) > (query.limit or 0):
                return
            if query.answer in bound:
                yield bound

    def _text(self, query: SelectQuery, answers: Iterable[str], keys: Mapping[str, SortKey]) -> str:
        """The query for all variables. Its sort keys are bound to names, so that ties can be seen."""
        body = [part.text for part in query.parts]
        if wanted := " ".join(self._both_forms(answers)):
            body.insert(0, f"VALUES ?{query.answer} {{ {wanted} }}")
        body += [f"BIND({key.text} AS ?{name}) FILTER(isLiteral(?{name}))" for name, key in keys.items()]
        order = " ".join(f"{'DESC' if key.descends else 'ASC'}(?{name})" for name, key in keys.items())
        return f"SELECT * WHERE {{ {' '.join(body)} }}" + (f" ORDER BY {order}" if order else "")

    def _both_forms(self, ids: Iterable[str]) -> Iterator[str]:
        for id in ids:
            yield str(self._node(id))
            if not is_mid(id):
                yield str(ox.Literal(id))

    def _id(self, term: object) -> str:
        if isinstance(term, ox.NamedNode):
            return self._ids.get(term.value, term.value)
        return term.value if isinstance(term, ox.Literal) else str(term)

    def _instances(self, pattern: TriplePattern, binding: Binding) -> Iterator[Triple]:
        """The pattern as the fact that it stands for; nothing where the graph has no such fact."""
        ids = [_value(term, binding) for term in (pattern.head, pattern.relation, pattern.tail)]
        if None in ids:
            return
        fact = Triple(*(id for id in ids if id is not None))
        if ox.Quad(*map(self._node, fact)) in self._store:
            yield fact


def _escaped(found: re.Match[str]) -> str:
    return quote(found.group(), safe="")


def _value(term: Term, binding: Binding) -> str | None:
    return binding.get(term.value) if term.is_variable else term.value
