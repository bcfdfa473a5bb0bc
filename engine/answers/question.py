"""The question of a chain, and what is known of its answer, as nodes of the graph."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from ..grounding.graph import GroundingGraph
from ..language.function_words import words_of
from ..language.mention import Mention
from ..language.morphology import forms_of_verb, singular
from ..language.tokens import Tokens
from ..terms import Triple
from .nodes import gold_nodes
from .rows import words

Nodes = frozenset[int]

_SHARED_LETTERS = 5  # with which words of one family begin


@dataclass(eq=False)
class Question:
    """A question about a graph; it is read when something needs it.

    Attributes:
        topics, gold_answers: what its row tells, as ids or names.
        gold_triples: the gold paths, by ids.
    """

    text: str
    graph: GroundingGraph
    topics: Sequence[str] = ()
    gold_answers: Sequence[str] = ()
    gold_triples: Sequence[Sequence[Triple]] = ()

    @cached_property
    def topic(self) -> Nodes:
        """What it asks from: the topic of its row, without one all that it names."""
        return gold_nodes(self.topics, self.graph) if self.topics else self.named

    @cached_property
    def gold(self) -> Nodes:
        return gold_nodes(self.gold_answers, self.graph)

    @cached_property
    def gold_paths(self) -> list[set[Nodes]]:
        """Of each gold path that the graph holds the pairs of named things that it joins."""
        ids = self.graph.ids
        ends = [[(ids.get(head), ids.get(tail)) for head, _, tail in path] for path in self.gold_triples]
        pairs = [[frozenset({a, b}) for a, b in path if a is not None and b is not None] for path in ends]
        whole = (own for own, path in zip(pairs, ends, strict=True) if own and len(own) == len(path))
        return [pairs_of_named(own, self.graph.nameless) for own in whole]

    @cached_property
    def tokens(self) -> Tokens:
        return Tokens.of(self.text)

    @cached_property
    def named(self) -> Nodes:
        """What it names."""
        return frozenset(node for mention in self._mentions for node in mention.nodes)

    @cached_property
    def _mentions(self) -> list[Mention]:
        hits, _ = self.graph.finder.named(self.tokens)
        return self.graph.finder.mentions(self.tokens, hits, ())

    @property
    def known(self) -> Nodes:
        """What is known before the chain begins, and so is no answer."""
        return self.topic if self.topics and self.gold_answers else self.topic | self.named

    @cached_property
    def compared(self) -> Nodes:
        """What it sets side by side: "Which is older, A or B?"."""
        normal = self.tokens.normal
        nodes: set[int] = set()
        for one, other in pairwise(self._mentions):
            between = normal[one.end : other.start]
            if not words("choices").isdisjoint(between) and words("beside").issuperset(between):
                nodes.update(one.nodes, other.nodes)
        return frozenset(nodes)

    @cached_property
    def lists(self) -> bool:
        """Whether it is answered by looking through several things: the largest of them, or how many."""
        normal = self.tokens.normal
        asked = {word for before, word in pairwise(normal) if before in words("asking")} - words("no_plurals")
        return any(singular(word) != word for word in asked) or not words("many").isdisjoint(normal)

    @cached_property
    def says(self) -> Nodes:
        """The relations whose labels it says, each word of them or one akin to it, by their ranks."""
        relations = enumerate(self.graph.relations)
        return frozenset(rank for rank, one in relations if one.stems and all(map(self._has, one.stems)))

    @cached_property
    def may_mean(self) -> Nodes:
        """The relations that its words may mean: it says a word of their labels, or a synonym."""
        said = [word for word in self.tokens.normal if word]
        return frozenset(
            rank
            for rank, one in enumerate(self.graph.relations)
            if self.graph.matcher.is_named(said, rank) or any(map(self._has, one.stems))
        )

    def _has(self, stem: str) -> bool:
        return any(
            _are_akin(stem, singular(word)) for word in self.tokens.normal if word not in words_of("empty")
        )


def pairs_of_named(pairs: Iterable[Nodes], nameless: Nodes) -> set[Nodes]:
    """The pairs of named things that some facts join; two that one node without a name joins are a pair."""
    named: set[Nodes] = set()
    beside: dict[int, set[int]] = {}
    for pair in pairs:
        if nameless.isdisjoint(pair):  # the larger set may lie in files, and is not gone through
            named.add(pair)
        for node in pair & nameless:
            beside.setdefault(node, set()).update(pair - {node})
    joined = (combinations(sorted(nodes), 2) for nodes in beside.values())
    return named.union(frozenset(two) for both in joined for two in both)


def _are_akin(one: str, other: str) -> bool:
    """Whether two words are of one family: "government" and "governing", "work" and "worked"."""
    begins = min(len(one), len(other)) >= _SHARED_LETTERS and one[:_SHARED_LETTERS] == other[:_SHARED_LETTERS]
    return begins or one == other or one in forms_of_verb(other) or other in forms_of_verb(one)
