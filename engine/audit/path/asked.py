"""What a row tells about its question, as nodes of the graph."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from ....ext.words import NameHit
from ...grounding.readable import ReadableGraph
from ...reading.found import Mention
from ...reading.lexicon import ARTICLES, lemma, singular
from ...reading.slots import EMPTY
from ...reading.tokens import Tokens
from ...terms import Triple
from ..judging import ParsedChain
from .answers import gold_nodes
from .comparing import compared_nodes
from .ending import last_parts

Nodes = frozenset[int]
_WHICH = frozenset({"which", "what"})
_ASKING = _WHICH | {"who", "whose", "whom"}
_LEADING = ARTICLES | {"be", "have", "did", "does"}  # between such a word and what it asks for


@dataclass(eq=False)
class Question:
    """A question about a graph; it is read when something needs it."""

    text: str
    graph: ReadableGraph

    @cached_property
    def tokens(self) -> Tokens:
        return Tokens.of(self.text)

    @cached_property
    def names(self) -> tuple[list[NameHit], list[NameHit]]:
        """The names in it, and those that may as well be words."""
        return self.graph.finder.named(self.tokens)


@dataclass(eq=False)
class Asked:
    """What a row tells about its question, as nodes of the graph.

    Attributes:
        topic: what the question asks from: the row's topic, without one all that the question names.
        gold: the gold answers.
        gold_paths: of each gold path, the pairs of things that it joins; over nodes without a name, what they
            join, since a graph may state the same of two such nodes.
    """

    topic: Nodes
    gold: Nodes
    gold_paths: tuple[tuple[frozenset[int], ...], ...]
    question: Question
    _is_told: bool
    context: tuple[int, ...] = ()

    @classmethod
    def of(cls, parsed: ParsedChain, graph: ReadableGraph) -> "Asked":
        chain = parsed.chain
        paths = (_pairs(path, graph) for path in chain.gold_paths)
        asked = cls(
            topic=gold_nodes(chain.topic, graph),
            gold=gold_nodes(chain.gold_answers, graph),
            gold_paths=tuple(path for path in paths if path),
            question=Question(chain.question, graph),
            _is_told=bool(chain.topic and chain.gold_answers),
        )
        return asked if chain.topic else replace(asked, topic=asked.named)

    def beside(self, context: Iterable[int]) -> "Asked":
        """The same, where the question may also name things of a context by parts of their names."""
        return Asked(self.topic, self.gold, self.gold_paths, self.question, self._is_told, tuple(context))

    @property
    def graph(self) -> ReadableGraph:
        return self.question.graph

    @cached_property
    def _mentions(self) -> list[Mention]:
        hits, _ = self.question.names
        return self.graph.finder.mentions(self.question.tokens, hits, self.context, self.context)

    @cached_property
    def named(self) -> Nodes:
        """What the question names."""
        return frozenset(node for mention in self._mentions for node in mention.nodes)

    @cached_property
    def hinted(self) -> Nodes:
        """What the question names, or may name with words that are no names alone: "English", "forward"."""
        _, doubtful = self.question.names
        return self.named.union(*(hit.nodes for hit in doubtful))

    @cached_property
    def compared(self) -> tuple[int, ...]:
        """What the question sets side by side, in its order."""
        return compared_nodes(self.question.tokens, self.mentions_in(self.question.tokens))

    def mentions_in(self, tokens: Tokens) -> list[Mention]:
        """What a text names; what may as well be a word counts where the context holds what it names."""
        plain, doubtful = self.graph.finder.named(tokens)
        hits = sorted([*plain, *(hit for hit in doubtful if set(self.context).issuperset(hit.nodes))])
        return self.graph.finder.mentions(tokens, hits, self.context, self.context)

    def named_last(self, steps: Sequence[str]) -> list[int]:
        """What the last sentence of some steps names, if not in its last part, in the one before."""
        found = (self.mentions_in(Tokens.of(part)) for part in last_parts(steps))
        nodes = ([node for one in mentions for node in one.nodes] for mentions in found)
        return next(filter(None, nodes), [])

    @cached_property
    def role(self) -> list[tuple[str, int]]:
        """What the noun behind "which" or "what" means as a role, each sense with its direction."""
        words = [lemma(word) for word in self.question.tokens.normal]
        return [
            (meaning.sense, meaning.forward)
            for cue in self.graph.lexicon.cues(words)
            for meaning in cue.meanings
            if words[max(0, cue.start - 1)] in _WHICH and meaning.part != "verb"
        ]

    @cached_property
    def sought(self) -> frozenset[str]:
        """The senses of the words behind "who", "which", "what" or "whose": what leads to the answer."""
        words = [lemma(word) for word in self.question.tokens.normal]
        at = next((at for at, word in enumerate(words) if word in _ASKING), len(words))
        cue = next((cue for cue in self.graph.lexicon.cues(words) if cue.start > at), None)
        if cue is None or not _LEADING.issuperset(words[at + 1 : cue.start]):
            return frozenset()
        return frozenset(meaning.sense for meaning in cue.meanings)

    @cached_property
    def relations(self) -> frozenset[int]:
        """The relations whose labels the question says, by their ranks."""
        return self._of_senses(sense for sense in self._senses if sense[0] == "=")

    @cached_property
    def meant(self) -> frozenset[int]:
        """The relations that its words may mean."""
        return self._of_senses(self._senses)

    @cached_property
    def _senses(self) -> frozenset[str]:
        words = [lemma(word) for word in self.question.tokens.normal if word and word not in ARTICLES]
        cues = self.graph.lexicon.cues(words)
        telling = (
            cue for cue in cues if not EMPTY.issuperset(words[cue.start : cue.end])
        )  # "is" is no "is a"
        return frozenset(meaning.sense for cue in telling for meaning in cue.meanings)

    def _of_senses(self, senses: Iterable[str]) -> frozenset[int]:
        said = frozenset(senses)
        return frozenset(
            rank
            for rank, relation in enumerate(self.graph.relations)
            if any(sense in said for sense, _ in relation.senses)
        )

    @cached_property
    def stems(self) -> frozenset[str]:
        """The words of the question, in the singular."""
        return frozenset(singular(word) for word in self.question.tokens.normal if word not in EMPTY)

    @property
    def known(self) -> Nodes:
        """What is known before the chain begins, and so is no answer."""
        return self.topic if self._is_told else self.topic | self.named


def _pairs(path: Sequence[Triple], graph: ReadableGraph) -> tuple[frozenset[int], ...]:
    """The pairs of nodes that a path joins; none when the graph lacks one of them."""
    pairs: list[frozenset[int]] = []
    for triple in path:
        head, tail = graph.ids.get(triple.head), graph.ids.get(triple.tail)
        if head is None or tail is None:
            return ()
        pairs.append(frozenset({head, tail}))
    return tuple(of_named(pairs, graph.nameless))


def of_named(pairs: Iterable[frozenset[int]], nameless: frozenset[int]) -> set[frozenset[int]]:
    """The pairs of named things that some facts join; two that one node without a name joins are a pair."""
    if not nameless:
        return set(pairs)
    named: set[frozenset[int]] = set()
    beside: dict[int, set[int]] = {}
    for pair in pairs:
        unnamed = pair & nameless
        if not unnamed:
            named.add(pair)
        for node in unnamed:
            beside.setdefault(node, set()).update(pair - {node})
    joined = (combinations(sorted(nodes), 2) for nodes in beside.values())
    return named.union(frozenset(two) for both in joined for two in both)
