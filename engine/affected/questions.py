"""What a judge asks of a graph, as values that outlive it: entities and relations by their ids.

A question is its kind and its arguments. Two graphs that answer all questions of a verdict alike give the
same verdict.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any

from ...ext.words import NameHit
from ..audit.path.judge import PathJudge
from ..grounding.graph import GroundingGraph
from ..grounding.readable import Join
from ..language.tokens import Tokens
from ..matching.matcher import Match

Question = tuple[Any, ...]
"""The kind, then arguments that are values of JSON."""

OF_TEXTS = frozenset({"found in", "names in"})
"""Kinds of questions of all the names that stand in a text."""

_DECIMALS = 6  # of probabilities


def as_values(tokens: Tokens) -> tuple[Any, ...]:
    """A text taken apart as the arguments of a question: as short as it can be."""
    if tokens == Tokens.of(tokens.text):
        return (tokens.text,)
    return tokens.text, tuple(tokens.surface), tuple(tokens.normal), tuple(tokens.capitals)


def _tokens(text: str, *apart: Sequence[Any]) -> Tokens:
    return Tokens(text, *map(list, apart)) if apart else Tokens.of(text)


class Respondent:
    """Answers questions of one graph."""

    def __init__(self, judge: PathJudge) -> None:
        self._judge = judge
        self._graph: GroundingGraph = judge.graph
        self._keys: list[str] = judge.graph.view.facts["key"].to_pylist()
        self._asked: dict[str, Callable[..., Any]] = {
            "entity": self._entity,
            "kind": lambda id: self._graph.kind(self._graph.ids[id]),
            "fact": self._fact,
            "joins": self._joins,
            "relations": self._relations,
            "tails": self._tails,
            "near": self._near,
            "values": self._values,
            "held": self._held,
            "over": self._over,
            "inferred": self._inferred,
            "named": lambda key: self._called(self._graph.names.named(key)),
            "ending": lambda key: self._called(self._graph.names.ending_with(key)),
            "with ends": lambda key: self._called(self._graph.names.with_ends(key)),
            "longer": lambda key: self._called(self._graph.names.beginning_with(key)),
            "found in": lambda *read: self._hits(self._graph.names.find(_tokens(*read))),
            "names in": lambda *read: list(map(self._hits, self._graph.finder.named(_tokens(*read)))),
            "match": self._match,
            "relation": self._relation,
            "single": self._single,
            "all relations": self._all_relations,
            "day first": lambda: self._graph.values.day_first,
        }

    def answer(self, question: Question) -> bytes:
        """A digest of the answer, 8 bytes; that of None where the graph lacks what is asked about."""
        kind, *arguments = question
        ask = self._asked[kind]
        try:
            found = ask(*arguments)
        except LookupError:
            found = None
        return blake2b(json.dumps(found).encode(), digest_size=8).digest()

    def by_model(self, question: Question) -> bool:
        """Whether the learned matcher decides of a question."""
        kind, *arguments = question
        return kind == "match" and self._matched(*arguments).by == "learned"

    def degree(self, entity: str) -> int:
        """How many facts an entity is in."""
        offsets = self._graph.view.both.offsets
        node = self._graph.ids[entity]
        return int(offsets[node + 1] - offsets[node])

    # -- answers; a LookupError tells that the graph does not have what is asked about

    def _entity(self, id: str) -> Any:
        graph = self._graph
        node = graph.ids[id]
        return graph.name(node), sorted(graph.types(node)), node in graph.nameless, id in graph.mediator_ids

    def _fact(self, key: str, *_ends: str) -> Any:
        (row,) = self._graph.view.facts_with([key]).tolist()
        if row < 0:
            raise KeyError(key)
        (fact,) = self._graph.view.facts_at([row])
        return fact.head.name, fact.label, fact.tail.name, fact.sources, fact.score

    def _joins(self, first: str, second: str) -> Any:
        one, other = self._graph.ids[first], self._graph.ids[second]
        return self._listed(self._graph.joins(one, other)), self._ids(self._graph.mediators(one, other))

    def _relations(self, id: str) -> Any:
        held = self._graph.relations_at(self._graph.ids[id])
        graph = self._graph
        return [(graph.relation_ids[one], graph.relations[one].label, way) for one, way in held]

    def _tails(self, id: str, relation: str, forward: int) -> Any:
        return self._listed(self._graph.tails(self._graph.ids[id], self._graph.ranks[relation], forward))

    def _near(self, id: str) -> Any:
        node = self._graph.ids[id]
        return self._called(dict.fromkeys((node, *self._graph.neighbours(node))))

    def _values(self, id: str) -> Any:
        beside = self._graph.values.beside(self._graph.ids[id])
        return [(self._graph.node_ids[node], self._graph.name(node)) for node in beside]

    def _held(self, id: str) -> Any:
        return [
            (self.parts(one.relation), one.forward, self._listed(one.joins), self._ids(one.ends))
            for one in self._graph.candidates.of(self._graph.ids[id])
        ]

    def _over(self, first: str, onto: str, onward: str, second: str) -> Any:
        ids, ranks = self._graph.ids, self._graph.ranks
        return self._graph.leads_over(ids[first], ranks[onto], ranks[onward], ids[second])

    def _inferred(self, first: str, second: str) -> Any:
        ids, inference = self._graph.ids, self._judge.inference
        found = inference.between(ids[first], ids[second]) if inference else ()
        return [
            (self.parts(one.relation), one.forward, self._listed(one.joins), list(map(str, one.rules)))
            for one in found
        ]

    def _match(self, words: Sequence[str], parts: Sequence[str], forward: int) -> Any:
        found = self._matched(words, parts, forward)
        return [round(part, _DECIMALS) if isinstance(part, float) else part for part in found]

    def _matched(self, words: Sequence[str], parts: Sequence[str], forward: int) -> Match:
        ranks = [self._graph.ranks[part] for part in parts]
        relation = ranks[0] if len(ranks) == 1 else self._graph.matcher.chained(*ranks)
        return self._graph.matcher.match(tuple(words), relation, forward)

    def _relation(self, id: str) -> Any:
        one = self._graph.relations[self._graph.ranks[id]]
        alike = self._graph.alike_ends
        return one.label, sorted(one.stems), alike[one.heads], alike[one.tails]

    def _single(self, relation: str, way: int) -> Any:
        return (self._graph.ranks[relation], way) in self._graph.single_valued

    def _all_relations(self) -> Any:
        matcher = self._graph.matcher
        named = zip(self._graph.relation_ids, self._graph.relations, strict=False)
        return [(id, one.label, matcher.cues(self._graph.ranks[id])) for id, one in named]

    # -- in ids

    def parts(self, relation: int) -> list[str]:
        """The ids of a relation by its rank; of one over a node without a name those of both."""
        return [self._graph.relation_ids[part] for part in self._graph.matcher.parts(relation)]

    def _hits(self, hits: Iterable[NameHit]) -> list[tuple[int, int, list[tuple[str, str]], bool]]:
        return [(hit.start, hit.end, self._called(hit.nodes), hit.by_other_name) for hit in hits]

    def _called(self, nodes: Iterable[int]) -> list[tuple[str, str]]:
        """Nodes with what they are called in normal form, by which words beside them are understood."""
        return [(self._graph.node_ids[node], self._graph.names.keys[node]) for node in nodes]

    def _ids(self, nodes: Iterable[int]) -> list[str]:
        return [self._graph.node_ids[node] for node in nodes]

    def _listed(self, joins: Iterable[Join]) -> list[tuple[str, str, int]]:
        ids = self._graph.relation_ids
        return [(self._keys[join.fact], ids[join.relation], join.forward) for join in joins]
