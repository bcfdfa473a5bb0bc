"""Numbers that a text states and the graph does not have: another one in the graph speaks against them.

A number stands for a value where it ends what is said of a thing: "H was founded in 1887", "H has 29 pupils".
One within a name, a date or a span ("Article 5", "in May 1887", "1880–1887") does not. A measure ("26.3 g")
is told of the one relation that gives the thing a measure in that unit; hedged ("about 26 g"), of none.
Where words may say more than the relation ("H's son was born in 1887"), nothing is told of it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...grounding.readable import Join, ReadableGraph
from ...reading.claims import Claim, read_claims
from ...reading.clauses import asides_of
from ...reading.found import Mention
from ...reading.lexicon import ARTICLES, POSSESSIVES, PREPOSITIONS, lemma, singular
from ...reading.numbers import MONEY, THOUSANDS, UNITS, parts_of_measure, same_unit
from ...reading.plans import is_conclusion
from ...reading.slots import EMPTY, FIRST, SECOND
from ...reading.tokens import POSSESSIVE, Tokens
from ...reading.wording import Wording
from .agreement import akin
from .stated import StatedClaim
from .support import SupportFinder

_YEARS = range(1000, 2200)
_BEFORE_YEARS = frozenset({"in", "year", "be", "to", "since", "from"})
_BEFORE_COUNTS = frozenset({"be", "have"})
_BEHIND_PARTS = frozenset({"of", "or", "to", "out", "per", "before", "after"})  # "2 of them", "5 or 6"
_MAY_END = frozenset(".,:;!?)”’\"'")
_MEASURES = frozenset("year date number count total".split())
_SAYING_NOTHING = EMPTY | ARTICLES | POSSESSIVES | _MEASURES | {FIRST, SECOND, POSSESSIVE, "be", "have"}
_HEDGES = frozenset(
    """
    about around roughly approximately nearly almost over under than least most some say circa ca up between
    from until within every per
    """.split()
)
# What leads to a measure, and what stands behind it: "comes in at 26.3 g", "is 384 km long".
_MEASURING = frozenset(
    """
    measure measures measured weigh weighs weighed come comes came stand stands stood run runs ran reach
    reaches reached extend extends extended amount amounts total totals long wide high tall deep thick broad
    old heavy strong across length width height depth thickness weight age
    """.split()
)
_EACH = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annual": "year"}
_DIGIT = re.compile(r"\d")
_HALF = 0.5 + 1e-9
_SPANNING = frozenset("-–—")
_LETTERS = 3  # of a short form: "m" is a million behind a sum of money alone
_NUMBER_AND_UNIT = re.compile(
    r"(?P<sign>[£$€¥])?\s*(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)"
    r"\s*(?P<unit>%|(?:[^\W\d]+(?: [^\W\d]+)*)?)"
)


class _Measure(NamedTuple):
    """`step` is what one more of its last figure makes: who says "7 %" does not deny "7.1 %"."""

    number: float
    step: float
    unit: str

    def denies(self, other: "_Measure | None") -> bool:
        """Whether another in the same unit is none that it may stand for."""
        if other is None or self.unit != other.unit:
            return False
        return abs(other.number - self.number) > self.step * _HALF


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
            for claim in reversed(readings):  # first about what its clause begins with
                if joins := self._denied_by(tokens, claim, values):
                    yield StatedClaim(tokens, is_conclusion(tokens), False, False, (claim,), (), (), joins)
                    break

    def _denied_by(
        self, tokens: Tokens, claim: Claim, values: Mapping[Mention, _Measure | None]
    ) -> tuple[Join, ...]:
        """The facts that give a thing another number than a claim does; none where it tells of no number."""
        way = 1 if claim.second in values else -1
        thing, value = (claim.first, claim.second)[::way]
        if value not in values:
            return ()
        if measure := values[value]:
            return self._other_measures(thing, claim.wording, measure)
        return self._others(tokens, value.start, thing, claim.wording, way)

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

    def _other_measures(self, thing: Mention, wording: Wording, told: _Measure) -> tuple[Join, ...]:
        """The facts that give a thing other measures, where one relation alone gives it such in a unit."""
        graph = self._graph
        found: dict[tuple[int, int], tuple[Join, ...]] = {}
        denied = True
        for node in thing.nodes:
            for way in graph.relations_at(node):
                joins = graph.tails(node, *way)
                stated = [_measure(graph.name(graph.end(join))) for join in joins]
                if any(one and one.unit == told.unit for one in stated):
                    found[way] = tuple(joins)
                    denied = denied and all(map(told.denies, stated))
        if len(found) != 1 or not denied or wording.negated:
            return ()
        way, joins_told = found.popitem()
        is_one = sum(self._may_have(one, *way) for one in thing.nodes) == 1
        return joins_told if is_one and self._is_all(wording, way[0], _MEASURING) else ()

    def _may_have(self, node: int, relation: int, forward: int) -> bool:
        """Whether a node is of the kind of things from which a relation is walked."""
        kind = self._end(relation, forward)
        return any(self._end(*other) == kind for other in self._graph.relations_at(node))

    def _end(self, relation: int, forward: int) -> int:
        meaning = self._graph.relations[relation]
        return meaning.heads if forward > 0 else meaning.tails

    def _is_all(self, wording: Wording, relation: int, besides: frozenset[str] = frozenset()) -> bool:
        """Whether a wording says nothing but a relation, and words that go with any."""
        meaning = self._graph.relations[relation]
        senses = {sense for sense, _ in meaning.senses}
        each = {_EACH[stem] for stem in meaning.stems if stem in _EACH}
        besides = besides | each | ({"per"} if each else set())
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
            or word in besides
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


def _values(tokens: Tokens, mentions: Sequence[Mention]) -> dict[Mention, _Measure | None]:
    """The numbers that nothing in the graph bears and that stand for values, and the measures they give."""
    if not _DIGIT.search(" ".join(tokens.normal)):
        return {}  # as of most sentences
    taken = {place for one in mentions for place in range(one.start, one.end)}
    found: dict[Mention, _Measure | None] = {}
    for at, word in enumerate(tokens.normal):
        if not _has_digits(word) or at in taken:
            continue
        end = _measure_end(tokens, at)
        start = at - (at > 0 and tokens.surface[at - 1] in MONEY)
        written = (f" {mark}" if mark.isalpha() else mark for mark in tokens.surface[start:end])
        measure = _measure("".join(written)) if end > at else None
        if measure and taken.isdisjoint(range(at, end)):
            if _HEDGES.isdisjoint(tokens.normal[max(0, at - 2) : at]):
                found[Mention(at, end, (), "unknown")] = measure
            taken.update(range(at, end))
        elif word.isdecimal() and _is_value(tokens, at):
            found[Mention(at, at + 1, (), "unknown")] = None
    return found


def _has_digits(word: str) -> bool:
    """Whether a word is a number, or one that its unit touches."""
    return word.isdecimal() or (word[:1].isdecimal() and len(parts_of_measure(word)) > 1)


def _measure_end(tokens: Tokens, at: int) -> int:
    """Where a number with a unit ends that begins at a place; that place where it has none."""
    words, marks = tokens.normal, tokens.surface
    end = at + 1
    while end + 1 < len(words) and marks[end] in (",", ".") and _has_digits(words[end + 1]):
        end += 2
    if at > 0 and (marks[at - 1] in _SPANNING or _goes_on_from(words, at)):
        return at
    start = end
    while end < len(words) and words[end] in UNITS - PREPOSITIONS:
        end += 1  # "295 million years"
    if end == start and words[end : end + 2] == ["per", "cent"]:
        end += 2
    is_money = at > 0 and marks[at - 1] in MONEY
    return end if end > start or is_money or not words[start - 1].isdecimal() else at


def _goes_on_from(words: Sequence[str], at: int) -> bool:
    """Whether a number is the second of two: "20 to 25 m", "5 or 6 m"."""
    return at > 1 and words[at - 1] in ("to", "or", "and") and words[at - 2].isdecimal()


def _measure(text: str) -> _Measure | None:
    """What a text says as a number with a unit: "7.1%", "3,210 m"; None where it says something else."""
    found = _NUMBER_AND_UNIT.fullmatch(text.strip().lower())
    if found is None:
        return None
    words = ["percent"] if found["unit"] in ("%", "per cent") else found["unit"].split()
    sign = MONEY.get(found["sign"] or "", "")
    size = THOUSANDS.get(words[0], 1.0) if words and (sign or len(words[0]) > _LETTERS) else 1.0
    units = words[1:] if size > 1 else words
    if not (words or sign) or not UNITS.issuperset(units):
        return None
    unit = same_unit(" ".join(units) or sign)
    whole, _, digits = found["number"].replace(",", "").partition(".")
    zeros = len(whole) - len(whole.rstrip("0"))
    round_to = -len(digits) if digits else zeros if zeros > 1 else 0  # "3,000 m" may be 3,210 m
    return _Measure(size * float(f"{whole}.{digits}"), size * 10.0**round_to, unit)


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
