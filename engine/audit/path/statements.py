"""From the steps of a chain to its claims and the facts that may support each."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ...reading.claims import Claim, is_aside, read_claims
from ...reading.clauses import are_listed
from ...reading.corrections import standing
from ...reading.lexicon import ARTICLES, lemma
from ...reading.names_index import NameHit
from ...reading.plans import is_conclusion, is_plan
from ...reading.references import find_references
from ...reading.tokens import POSSESSIVE, Tokens, sentences_of
from ...reading.wording import EMPTY, SECOND
from .answers import is_judgement
from .calibration import LIKELY
from .ending import only_answer
from .graph import ReadableGraph
from .support import Support, SupportFinder
from .understanding import Reading, resolved_by

_ASKING = re.compile(
    r"^\W*(?:(?:so|now|then|and),?\s+)?(?:who|what|which|where)(?:['’]s|\s+(?:is|was|are|were))\s+", re.I
)
_MAY_PART = frozenset({",", "and"})
_ARROW_HEADS = frozenset(">→➜➔➝⇒⟶")  # "(H) --[father]--> (T)" is no remark
_LONGEST_UNKNOWN = 8  # words of an answer that is a name
_MOST_SUPPORTS = 10  # facts kept for a claim: K of the paper


class StatedClaim(NamedTuple):
    """A claim, the ways to read it, and the facts that may support it, the likeliest first.

    Attributes:
        tokens: the sentence that makes it.
        concludes: the sentence draws a conclusion.
        aside: it adds something that the sentence does not state in its own right: "…, a town in T",
            "…, who succeeded T".
        foreign: what it says is no relation of the graph, which so cannot judge it.
        likely: those of the supports that support it more likely than not.
    """

    tokens: Tokens
    concludes: bool
    aside: bool
    foreign: bool
    readings: tuple[Claim, ...]
    supports: tuple[Support, ...]
    likely: tuple[Support, ...]


class Position(NamedTuple):
    """Where a chain stands between two sentences, and so what its pronouns may mean.

    `ends`: the nodes that it has led to; `left`: those that it came from, which a pronoun means when the
    graph does not support it of the ends ("H's wife is T. He was born in …"); `about`: what the last sentence
    began with; `near`: all that it named.
    """

    ends: tuple[int, ...]
    left: tuple[int, ...]
    about: tuple[int, ...] = ()
    near: tuple[int, ...] = ()


class _Sentence(NamedTuple):
    """Part of a step, with the names in it and those that may as well be words."""

    tokens: Tokens
    plain: list[NameHit]
    doubtful: list[NameHit]


class ChainReader:
    """Reads the steps of chains over one graph."""

    def __init__(self, graph: ReadableGraph, supports: SupportFinder) -> None:
        self._graph = graph
        self._supports = supports

    def read(
        self, steps: Sequence[str], topic: Sequence[int], answer: str | None = None
    ) -> list[tuple[StatedClaim, ...]]:
        """The claims of each step, in order; none where it announces, asks, or names too little.

        Args:
            answer: what the chain answers; where the graph does not know it, the steps name it all the same,
                however it is written: "Her job is beekeeper. So the answer is beekeeper."
        """
        read = [[self._sentence(text) for text in self._sentences(step)] for step in standing(steps)]
        names = (hit.nodes for sentences in read for one in sentences for hit in one.plain)
        context = list(dict.fromkeys([*topic, *(node for nodes in names for node in nodes)]))
        words = self._unknown(answer, context) if answer else []
        if words:
            read = [[_naming(sentence, words) for sentence in sentences] for sentences in read]
        here = Position(tuple(topic), ())
        steps_claims: list[tuple[StatedClaim, ...]] = []
        for sentences in read:
            claims: list[StatedClaim] = []
            for sentence in sentences:
                said = self._said(sentence, here, context)
                for claim in said:
                    here = _led_to(claim, here)
                if not here.ends and sentence.plain:
                    here = Position(sentence.plain[-1].nodes, ())
                if said:
                    near = tuple(dict.fromkeys(node for hit in sentence.plain for node in hit.nodes))
                    here = here._replace(about=said[0].readings[0].first.nodes, near=near)
                claims += said
            steps_claims.append(tuple(_stated(claim, words) for claim in claims))
        return steps_claims

    def _sentences(self, step: str) -> list[str]:
        """The sentences of a step; a question that is answered at once is one: "Wife of H? That's T." """
        sentences = sentences_of(step)
        if len(sentences) == 1 or "?" not in step:
            return sentences
        joined = sentences[:1]
        for sentence in sentences[1:]:
            asked = joined[-1].endswith("?")
            if asked and (answer := only_answer(sentence, self._graph)) is not None:
                joined[-1] = f"{_ASKING.sub('', joined[-1][:-1])}: {answer}"
            else:
                joined.append(sentence)
        return joined

    def _unknown(self, answer: str, context: Sequence[int]) -> list[str]:
        """The words of an answer that may be a name, but none that the graph knows; else none."""
        if is_judgement(answer):
            return []
        tokens = Tokens.of(answer)
        words = [word for word in tokens.normal if word]
        named = (
            any(self._graph.finder.named(tokens)) or self._graph.finder.resolve(" ".join(words), context)[0]
        )
        is_name = not named and any(
            word not in EMPTY and word not in self._graph.lexicon.words for word in words
        )
        return tokens.normal if is_name and len(words) <= _LONGEST_UNKNOWN else []

    def _sentence(self, text: str) -> _Sentence:
        tokens = Tokens.of(text)
        return _Sentence(tokens, *self._graph.finder.named(tokens))

    def _said(self, sentence: _Sentence, here: Position, context: list[int]) -> list[StatedClaim]:
        """The claims of a sentence, read so that the graph supports most of them.

        What only announces or asks claims nothing, unless the graph supports it all the same.
        """
        tokens, plain, doubtful = sentence
        around = [*here.ends, *here.left, *context]
        claims = self._claims(tokens, Reading(plain, here.ends), around)
        if _all_supported(claims) and not _may_go_on(tokens, doubtful, claims):
            return claims
        best = claims
        for reading in self._other_readings(sentence, here, context):
            other = self._claims(tokens, reading, around)
            if reading.definite and not self._fit(other):
                continue
            if other and (not best or self._plausibility(other) > self._plausibility(best)):
                best = other if _is_credible(other, tokens, reading.hits, plain) else best
        places = {place for hit in plain for place in range(hit.start, hit.end)}
        announcing = _without_heading(tokens, places)
        if not _all_supported(best) and is_plan(announcing, places, len({hit.nodes for hit in plain})):
            return []
        return best

    def _other_readings(
        self, sentence: _Sentence, here: Position, context: Sequence[int]
    ) -> Iterator[Reading]:
        """What a sentence may mean besides the plain reading, the more likely first."""
        tokens, plain, doubtful = sentence
        if not _MAY_PART.isdisjoint(tokens.surface):
            yield Reading(plain, here.ends, joining="apart")
        if len(plain) > 2:
            yield Reading(plain, here.ends, joining="last")
        pronouns = bool(find_references(tokens))
        if pronouns:
            for meant in filter(None, (here.left, here.about, here.near)):
                yield Reading(plain, meant)
            yield Reading(plain, here.ends, all_earlier=True)
            if len(plain) > 1:  # "When H died, it was in T"
                yield Reading(plain, (), no_pronouns=True)
                yield Reading(plain, here.ends, of_subject=True)
        if find_references(tokens, definite=True) and "the" in tokens.normal:
            for named in (plain, sorted([*plain, *doubtful])):
                yield Reading(named, here.ends, definite=True)
                yield Reading(named, here.left, definite=True)
        near = self._graph.finder.around([*(node for hit in plain for node in hit.nodes), *here.ends])
        shortened = tuple(dict.fromkeys((*context, *near)))
        yield Reading(plain, here.ends, shortened=shortened)
        yield Reading(plain, here.ends, shortened=shortened, joining="apart")
        for hits in (*((hit,) for hit in doubtful), *([doubtful] if len(doubtful) > 1 else [])):
            named = sorted([*plain, *hits], key=lambda hit: hit.start)
            yield Reading(named, here.ends)
            yield Reading(named, here.ends, joining="apart")
            yield Reading(named, here.ends, shortened=shortened)
            if pronouns:
                yield Reading(named, here.ends, of_subject=True)

    def _fit(self, claims: Sequence[StatedClaim]) -> bool:
        """Whether each claim is likely, or its subject has at least such a fact in the graph."""
        for claim in claims:
            if not claim.likely and not any(self._supports.instead(one, 1) for one in claim.readings):
                return False
        return bool(claims)

    def _plausibility(self, claims: Sequence[StatedClaim]) -> tuple[int, int, int, int]:
        """How many different facts are said more than there are claims that none supports.

        Of readings that say as much, one is better that is of known things ("T was Spanish" is about Spain),
        then one of things that have such a relation, if to others: who was born somewhere is a person.
        """
        facts = {claim.likely[0].join.fact for claim in claims if claim.likely}
        unlikely = [claim for claim in claims if not claim.likely and not claim.aside]
        unknown = sum(not claim.supports and not _is_of_known(claim) for claim in claims)
        fitting = sum(any(self._supports.instead(one, 1) for one in claim.readings) for claim in unlikely)
        return len(facts) - len(unlikely), -unknown, -len(unlikely), fitting

    def _claims(self, tokens: Tokens, reading: Reading, context: Sequence[int]) -> list[StatedClaim]:
        """The claims of a sentence in one reading."""
        named = self._graph.finder.mentions(
            tokens, reading.hits, context, reading.shortened, definite=reading.definite
        )
        mentions = resolved_by(tokens, named, reading)
        concludes = is_conclusion(tokens)
        claims = []
        for readings in read_claims(tokens, mentions, self._graph.wording, reading.joining):
            supports = tuple(self._supports.supports(readings, _MOST_SUPPORTS))
            if not supports and (hops := self._supports.two_hops(readings)):
                for claim, support in hops:
                    claims.append(
                        StatedClaim(tokens, concludes, False, False, (claim,), (support,), (support,))
                    )
                continue
            if not supports and (_says_nothing(tokens, readings) or _of_pronouns(readings)):
                continue
            likely = tuple(support for support in supports if support.score > LIKELY)
            of_aside = bool(claims) and claims[-1].aside and not readings[0].first.nodes
            aside = not supports and (of_aside or is_aside(tokens, mentions, readings))
            foreign = not supports and not any(self._graph.may_mean(one.wording) for one in readings)
            claims.append(StatedClaim(tokens, concludes, aside, foreign, tuple(readings), supports, likely))
        if all(claim.aside for claim in claims):  # beside nothing: "H, child of T."
            return [claim._replace(aside=False) for claim in claims]
        return claims


def _stated(claim: StatedClaim, answer: Sequence[str]) -> StatedClaim:
    """A claim that is made in its own right where it names the answer, whatever stands around it."""
    second = claim.readings[0].second
    if claim.aside and claim.tokens.normal[second.start : second.end] == answer:
        return claim._replace(aside=False)
    return claim


def _naming(sentence: _Sentence, words: Sequence[str]) -> _Sentence:
    """A sentence in which some words are a name, which nothing in the graph bears."""
    tokens, plain, _ = sentence
    length = len(words)
    taken = {place for hit in plain for place in range(hit.start, hit.end)}
    found = [
        NameHit(at, at + length, ())
        for at in range(len(tokens.normal) - length + 1)
        if tokens.normal[at : at + length] == words and taken.isdisjoint(range(at, at + length))
    ]
    return sentence._replace(plain=sorted([*plain, *found])) if found else sentence


def _says_nothing(tokens: Tokens, readings: Sequence[Claim]) -> bool:
    """Whether two things only stand side by side, so that a graph need not join them.

    Brackets hold one alone ("Arrival (2016)"), numbers are compared ("1994 comes before 1998"), or both are
    spoken of alike ("A and B are in use").
    """
    first, second = readings[0].first, readings[0].second
    around = tokens.surface[second.start - 1 : second.start] + tokens.surface[second.end : second.end + 1]
    if around == ["(", ")"] and tokens.surface[max(0, second.start - 2)] not in _ARROW_HEADS:
        return True
    places = [*range(first.start, first.end), *range(second.start, second.end)]
    if all(tokens.normal[at].isdigit() for at in places):
        return True
    apart = tokens.without(tokens.brackets()) if "(" in tokens.surface else tokens
    between = apart.surface[first.end : second.start]
    listed = not _MAY_PART.isdisjoint(between) and are_listed(apart, first, second)  # no "A => B"
    return listed and not any(map(_joins_both, readings))


def _of_pronouns(readings: Sequence[Claim]) -> bool:
    """Whether a claim only joins two pronouns: "…, which is known for its power"."""
    return all(one.first.how == one.second.how == "reference" for one in readings)


def _joins_both(claim: Claim) -> bool:
    """Whether words behind two things that are listed join them: "A and B were married"."""
    _, _, behind = claim.wording.text.partition(SECOND)
    return bool(claim.wording.senses) and not EMPTY.issuperset(behind.split())


def _without_heading(tokens: Tokens, places: Collection[int]) -> Tokens:
    """Without what stands before a colon and names nothing: "We can move on to the next link: …"."""
    colon = tokens.surface.index(":") if ":" in tokens.surface else 0
    return tokens.without([(0, colon)]) if colon and min(places, default=0) > colon else tokens


def _is_credible(
    claims: Sequence[StatedClaim], tokens: Tokens, hits: Sequence[NameHit], plain: Sequence[NameHit]
) -> bool:
    """Whether a reading makes sense that takes words for names which they may not be.

    It does when the graph supports it, or when such a word is what is said of something ("… is a composer"):
    in "we know the album of H" it is not.
    """
    taken = [hit for hit in hits if hit not in plain]
    if not taken or any(claim.likely for claim in claims):
        return True
    wordings = [reading.wording for claim in claims for reading in claim.readings]
    says = any(wording.senses or (wording.is_bare and wording.linked) for wording in wordings)
    return says and all(_stands_like_a_name(tokens, hit) for hit in taken)


def _stands_like_a_name(tokens: Tokens, hit: NameHit) -> bool:
    """Whether a word is what is said of something ("is a …"), or of which something is said ("… is")."""
    before = [word for word in tokens.normal[max(0, hit.start - 2) : hit.start] if word not in ARTICLES]
    after = tokens.normal[hit.end : hit.end + 1]
    told = bool(before) and lemma(before[-1]) in ("be", "as", "")
    teller = bool(after) and (after[0] == POSSESSIVE or lemma(after[0]) in ("be", "have", ""))
    return told or teller or not any(tokens.normal[hit.end :])


def _led_to(claim: StatedClaim, here: Position) -> Position:
    """Where a chain may stand after a claim: at the end of it that is new."""
    ends: dict[int, None] = {}
    left: dict[int, None] = {}
    for support in claim.likely:
        for one, other in ((support.first, support.second), (support.second, support.first)):
            if one in here.ends:
                ends[other] = left[one] = None
    if ends:
        return Position(tuple(ends), tuple(left))
    if claim.likely:
        seconds = [support.second for support in claim.likely]
        return Position(tuple(dict.fromkeys([*seconds, *(support.first for support in claim.likely)])), ())
    reading = claim.readings[0]
    return Position(reading.second.nodes or reading.first.nodes, ())


def _all_supported(claims: Sequence[StatedClaim]) -> bool:
    for claim in claims:
        if not claim.likely:
            return False
    return bool(claims)


def _may_go_on(tokens: Tokens, doubtful: Sequence[NameHit], claims: Sequence[StatedClaim]) -> bool:
    """Whether more is said behind all that is claimed, of what may be a name: "…, who was a monarch"."""
    if not doubtful:
        return False
    behind = max(reading.second.end for claim in claims for reading in claim.readings)
    starts = [reference.start for reference in find_references(tokens) if reference.start >= behind]
    words = enumerate(tokens.normal[behind : doubtful[-1].start], behind)
    starts += [at for at, word in words if lemma(word) in ("be", "have")]
    return bool(starts) and doubtful[-1].start > min(starts)


def _is_of_known(claim: StatedClaim) -> bool:
    return any(reading.first.nodes and reading.second.nodes for reading in claim.readings)
