"""Numbers that a text states and the graph does not have: another one in the graph speaks against them.

A number stands for a value where it ends what is said of a thing: "H was founded in 1887", "H has 29 pupils".
One within a name, a date, a span or a measure ("Article 5", "in May 1887", "1880–1887", "384 km") does not.
Where words may say more than the relation ("H's son was born in 1887"), nothing is told of it.
"""

from collections.abc import Iterator, Sequence

from ...reading.claims import read_claims
from ...reading.clauses import asides_of
from ...reading.found import Mention
from ...reading.lexicon import ARTICLES, POSSESSIVES, lemma, singular
from ...reading.plans import is_conclusion
from ...reading.slots import EMPTY, FIRST, SECOND
from ...reading.tokens import POSSESSIVE, Tokens
from ...reading.wording import Wording
from .agreement import akin
from .graph import Join, ReadableGraph
from .stated import StatedClaim
from .support import SupportFinder

_YEARS = range(1000, 2200)
_BEFORE_YEARS = frozenset({"in", "year", "be"})
_BEFORE_COUNTS = frozenset({"be", "have"})
_BEHIND_PARTS = frozenset({"of", "or", "to", "out", "per", "before", "after"})  # "2 of them", "5 or 6"
_MAY_END = frozenset(".,:;!?)”’\"'")
_MEASURES = frozenset("year date number count total".split())
_SAYING_NOTHING = EMPTY | ARTICLES | POSSESSIVES | _MEASURES | {FIRST, SECOND, POSSESSIVE, "be", "have"}


class ValueReader:
    """Reads what sentences say of numbers, over one graph."""

    def __init__(self, graph: ReadableGraph, supports: SupportFinder) -> None:
        self._graph = graph
        self._supports = supports

    def denied(self, tokens: Tokens, mentions: Sequence[Mention]) -> Iterator[StatedClaim]:
        """The claims of a sentence that a thing has a number, where the graph has others in that relation.

        Args:
            mentions: what the sentence names, references resolved.
        """
        mentions = [one for one in mentions if one.how != "unknown" or not _is_numeral(tokens, one)]
        values = _values(tokens, mentions)
        if not (values and mentions):
            return
        named = sorted([*mentions, *values])
        aside = tokens.surface.count(",") > 1 and asides_of(tokens, named)
        for readings in read_claims(tokens, named, self._graph.wording, "beside" if aside else "plain"):
            claim = readings[-1]  # about what its clause begins with
            way = 1 if claim.second in values else -1
            thing, value = (claim.first, claim.second)[::way]
            if value in values and (joins := self._others(tokens, value.start, thing, claim.wording, way)):
                yield StatedClaim(tokens, is_conclusion(tokens), False, False, (claim,), (), (), joins)

    def _others(
        self, tokens: Tokens, at: int, thing: Mention, wording: Wording, way: int
    ) -> tuple[Join, ...]:
        """The facts that give a thing other numbers in the relation that a wording means, and says alone."""
        following = "" if _is_year(tokens.normal[at]) else "".join(tokens.normal[at + 1 : at + 2])
        return tuple(
            join
            for node in thing.nodes
            for relation, forward in self._supports.meant_at(node, wording, way, related=True)
            if singular(following) in EMPTY | {"", *self._graph.relations[relation].stems}
            and sum(self._may_have(one, relation, forward) for one in thing.nodes) == 1
            and self._is_all(wording, relation)
            for join in self._alike(node, relation, forward, tokens.normal[at])
        )

    def _may_have(self, node: int, relation: int, forward: int) -> bool:
        """Whether a node is of the kind of things from which a relation is walked."""
        kind = self._end(relation, forward)
        return any(self._end(*other) == kind for other in self._graph.relations_at(node))

    def _end(self, relation: int, forward: int) -> int:
        meaning = self._graph.relations[relation]
        return meaning.heads if forward > 0 else meaning.tails

    def _is_all(self, wording: Wording, relation: int) -> bool:
        """Whether a wording says nothing but a relation."""
        meaning = self._graph.relations[relation]
        senses = {sense for sense, _ in meaning.senses}
        words = [lemma(word) for word in wording.text.split() if word not in ARTICLES]
        told = {
            at
            for cue in self._graph.lexicon.cues(words)
            if any(one.sense in senses for one in cue.meanings)
            for at in range(cue.start, cue.end)
        }
        return all(
            at in told
            or word in _SAYING_NOTHING
            or word.endswith("ly")
            or any(akin(word, stem) for stem in meaning.stems)
            for at, word in enumerate(words)
        )

    def _alike(self, node: int, relation: int, forward: int, number: str) -> list[Join]:
        """The facts of a relation at a node, where all lead to a number like this one, a year or none."""
        joins = self._graph.tails(node, relation, forward)
        stated = [self._graph.names.keys[self._graph.end(join)] for join in joins]
        alike = all(one.isdecimal() and _is_year(one) == _is_year(number) for one in stated)
        return joins if alike else []


def _values(tokens: Tokens, mentions: Sequence[Mention]) -> list[Mention]:
    """The numbers that nothing in the graph bears and that stand for values."""
    if not any(map(str.isdecimal, tokens.normal)):
        return []  # as most sentences are
    taken = {place for one in mentions for place in range(one.start, one.end)}
    return [
        Mention(at, at + 1, (), "unknown")
        for at, word in enumerate(tokens.normal)
        if word.isdecimal() and at not in taken and _is_value(tokens, at)
    ]


def _is_numeral(tokens: Tokens, mention: Mention) -> bool:
    """Whether a name is a number, as where it is what the chain answers."""
    return mention.end == mention.start + 1 and tokens.normal[mention.start].isdecimal()


def _is_value(tokens: Tokens, at: int) -> bool:
    """Whether a number ends what is said of something, or counts it: "in 1887.", "has 29 pupils"."""
    words, marks = tokens.normal, tokens.surface
    before = lemma(words[at - 1]) if at else ""
    behind = words[at + 1 : at + 2]
    if before not in (_BEFORE_YEARS if _is_year(words[at]) else _BEFORE_COUNTS):
        return False
    if behind == [""]:
        goes_on = words[at + 2 : at + 3] != [] and words[at + 2].isdecimal()
        return marks[at + 1] in _MAY_END and not goes_on  # "1,200", "3.5" are others
    fronted = at == 1 and marks[2:3] != [] and marks[2][0].isupper()  # "In 1887 H was founded"
    said = not behind or behind[0] in EMPTY or fronted or not _is_year(words[at])
    return said and _BEHIND_PARTS.isdisjoint(behind)


def _is_year(number: str) -> bool:
    return len(number) == 4 and int(number) in _YEARS
