"""The sentences of a text over a typed graph: their terms, what points at these, and pairs of both."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..extraction.pairs import Pair
from ..extraction.sentences import NamedSentence, sentences_with_pairs
from ..grounding.graph import GroundingGraph
from ..language.coreference import Kind, Known
from ..language.mention import Mention
from ..language.morphology import singular
from ..language.rules import table
from ..language.tokens import Tokens
from ..text.sentences import split_sentences
from .naming import EntityNames, Term

Nodes = tuple[int, ...]


@dataclass(slots=True)
class Named:
    """What one text has named so far.

    Attributes:
        abbreviations: what they stand for.
        terms: by node the term that named it last. What the graph does not know is counted from -1 down.
    """

    abbreviations: dict[str, Nodes] = field(default_factory=dict)
    terms: dict[int, Term] = field(default_factory=dict)
    _strangers: dict[str, int] = field(default_factory=dict)

    def add(self, term: Term) -> Nodes:
        """The nodes of one more term, by which it is found again; an identifier has one of its own."""
        known = () if term.how == "identifier" else term.nodes
        nodes = known or (self._strangers.setdefault(term.words.casefold(), -1 - len(self._strangers)),)
        self.terms |= dict.fromkeys(nodes, term)
        return nodes


class TermSentence(NamedTuple):
    """A sentence with its terms.

    Attributes:
        start: where it begins in the text, in characters.
        named: what it names and points at, and the pairs of these.
        own: the terms that it names, by where their mentions start.
        before: what the text has named.
        asked: nodes that the question names.
    """

    start: int
    named: NamedSentence
    own: Mapping[int, Term]
    before: Named
    asked: frozenset[int]

    def ends(self, pair: Pair) -> Iterator[tuple[Term, Term]]:
        """The terms of a pair; "both diseases" stands for two."""
        for first in self._terms(pair.first):
            for second in self._terms(pair.second):
                if first.nodes != second.nodes or not first.nodes or second.how == "identifier":
                    yield first, second

    def _terms(self, mention: Mention) -> Iterator[Term]:
        """What a mention stands for: of a reference the likeliest, or each of several."""
        if mention.how != "reference":
            yield self.own[mention.start]
            return
        words = self.named.tokens.written(mention.start, mention.end)
        for node in self._meant(mention):
            term = self.before.terms.get(node)
            nodes, kinds = (term.nodes, term.kinds) if term else ((node,), frozenset[str]())
            yield Term(mention.start, mention.end, nodes, "reference", kinds, words)

    def _meant(self, mention: Mention) -> Nodes:
        """A node of each thing that a reference means."""
        plural = (*table("anaphora")["plural"], *table("anaphora")["both"])
        words = self.named.tokens.normal[mention.start : mention.end]
        if not any(word in plural for word in words) and words[-1:] == [
            singular(word) for word in words[-1:]
        ]:
            return mention.nodes[:1]
        asked = tuple(node for node in mention.nodes if node in self.asked)
        several = {self.before.terms[node].nodes or node: node for node in asked or mention.nodes}
        return tuple(several.values())


class TermReader:
    """Reads what texts name and point at in one graph."""

    def __init__(self, graph: GroundingGraph, names: EntityNames) -> None:
        self._graph = graph
        self._names = names
        self._people = names.kind_words.get("person", frozenset())

    def read(self, text: str, question: str = "") -> list[TermSentence]:
        """The sentences of a text, in order.

        Args:
            question: what it answers: "both diseases" may mean what that names.
        """
        here = Named()
        tokens = [Tokens.of(part) for part in split_sentences(question)]
        asked = [term for part in tokens for term in self._names.terms(part, here.abbreviations)]
        topic = [node for term in asked if term.nodes for node in here.add(term)[:1]]
        starts, own, named = [], [], []
        at = 0
        for sentence in split_sentences(text):
            at = text.index(sentence, at)
            part = Tokens.of(sentence)
            terms = self._names.terms(part, here.abbreviations)
            starts.append(at)
            places = self._names.places(part, terms)
            own.append({start: term for (start, _), term in zip(places, terms, strict=True)})
            mentions = [
                Mention(*place, here.add(term), "name") for place, term in zip(places, terms, strict=True)
            ]
            named.append((part, mentions))
            at += len(sentence)
        read = sentences_with_pairs(named, self._known(here), self._holder, list(dict.fromkeys(topic)))
        return [TermSentence(*one, here, frozenset(topic)) for one in zip(starts, read, own, strict=True)]

    def _known(self, here: Named) -> Known:
        return Known(
            self._kind,
            lambda _: None,
            self._has_role,
            self._called(here),
            self._names.kind_words.__contains__,
        )

    def _kind(self, node: int) -> Kind | None:
        """Whether something is a person, by its type; what has none may be either."""
        types = self._names.types[node] if node >= 0 else frozenset[str]()
        return None if not types else "person" if types & self._people else "thing"

    def _has_role(self, node: int, noun: str) -> bool:
        return node >= 0 and self._graph.has_role(node, noun)

    def _called(self, here: Named) -> Callable[[int, str], bool]:
        """Whether something is of the kind that a noun means, or bears it in its name."""

        def called(node: int, noun: str) -> bool:
            kinds = self._names.kind_words.get(noun, frozenset())
            if node < 0:
                return bool(kinds) and (not here.terms[node].kinds or bool(kinds & here.terms[node].kinds))
            return bool(kinds & self._names.types[node]) or self._graph.is_called(node, noun)

        return called

    def _holder(self, nodes: Nodes, noun: str) -> Nodes:
        """What is called by a noun of some nodes, where that is one thing."""
        found = self._graph.holders(tuple(node for node in nodes if node >= 0), noun)
        return found if len(found) == 1 else ()
