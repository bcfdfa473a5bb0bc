"""From the steps of a chain to its claims and the facts that may support each."""

import re
from collections.abc import Collection, Sequence

from ....ext.words import NameHit
from ...grounding.readable import ReadableGraph
from ...reading.asking import answered, bare_answer
from ...reading.claims import Claim, Joining, is_aside, read_claims
from ...reading.corrections import may_correct, standing
from ...reading.found import Mention
from ...reading.lexicon import PREPOSITIONS, singular
from ...reading.plans import is_conclusion, is_plan, may_dismiss, states_behind
from ...reading.references import leaves_out_its_subject, place_told_of
from ...reading.slots import EMPTY
from ...reading.tokens import Tokens, name_key, sentences_of
from .answers import is_judgement
from .calibration import LIKELY
from .ending import only_answers
from .mediators import Hop, Spoken
from .position import Position
from .readings import other_readings, readings_of_here, speaks_of
from .sentences import (
    Sentence,
    as_known,
    denies_a_guess,
    dismissed_in,
    may_owe,
    naming,
    owed_in,
    sought_in,
    with_named,
    without_heading,
    without_plan,
)
from .stated import StatedClaim
from .support import SupportFinder
from .supported import Support
from .tables import told_rows
from .understanding import OF_TWO, Reading, Two, opens_with_one_of_two, resolved_by, two_named
from .values import ValueReader
from .weighing import all_supported, is_credible, leaves_out, may_go_on, plausibility, says_nothing

_POINTING = re.compile(
    r"\W*(?:that|this|it)(?:['’]s|\s+(?:is|was|would be|must be|should be|has to be))\s+", re.IGNORECASE
)
_NEAR = 200  # characters around a full stop: looking no further keeps the time linear
_AFTER_SHORT = re.compile(r"(?<=\w)\.\s+(?=[^\W\d_])")
_YEAR = re.compile(r"\d{3,4}")
# An answer that may be a part of a name: "Who ran it? Cambrook."
_BARE_NAME = re.compile(
    r"\W*(?P<name>(?!(?:Yes|No|None|Right|Well|Hmm|Okay|Sure)\b)[^\W\da-z]\w+(?: [^\W\da-z]\w+){0,2})[.!]?"
)
_REMARK = re.compile(r"([^()]+)( \([^()]+\)\W*)")
_LONGEST_UNKNOWN = 8  # words of an answer that is a name
_MOST_SUPPORTS = 10  # facts kept for a claim: K of the paper


class ChainReader:
    """Reads the steps of chains over one graph."""

    def __init__(self, graph: ReadableGraph, supports: SupportFinder) -> None:
        self._graph = graph
        self._supports = supports
        self._values = ValueReader(graph, supports)

    def read(
        self, steps: Sequence[str], topic: Sequence[int], answer: str | None = None
    ) -> list[tuple[StatedClaim, ...]]:
        """The claims of each step, in order; none where it announces, asks, or names too little.

        Args:
            answer: what the chain answers; where the graph does not know it, the steps name it all the same,
                however it is written: "Her job is beekeeper. So the answer is beekeeper."
        """
        read, said_words = self._taken_apart(steps)
        named = [node for sentences in read for one in sentences for hit in one.plain for node in hit.nodes]
        if any(one.doubtful for sentences in read for one in sentences):
            known = frozenset(named)
            read = [[as_known(sentence, known) for sentence in sentences] for sentences in read]
        context = list(dict.fromkeys([*topic, *named]))
        words = self._unknown(answer, context) if answer else []
        if words:
            read = [[naming(sentence, words) for sentence in sentences] for sentences in read]
        may_be_dismissed = may_dismiss(said_words) or any("(" in step for step in steps)
        dismissed = dismissed_in(read) if may_be_dismissed else ()
        of_two = not OF_TWO.isdisjoint(said_words)
        here = Position(tuple(topic), ())
        sought: str | None = None
        owing = may_owe(said_words)
        kept: Two | None = None  # "The former is led by C. The latter is led by D."
        told_of_latter = False
        rows = told_rows(steps, self._graph) if any("|" in step for step in steps) else {}
        steps_claims: list[tuple[StatedClaim, ...]] = []
        for place, sentences in enumerate(read):
            claims: list[StatedClaim] = []
            for sentence in sentences:
                goes_on = kept and of_two and opens_with_one_of_two(sentence.tokens)
                said = self._said(sentence, here._replace(two=kept) if goes_on else here, context)
                if goes_on and told_of_latter and not all_supported(said):  # "… the latter wed C. The latter"
                    of_last = self._said(sentence, here._replace(two=None), context)
                    said = of_last if self._is_better(of_last, said) else said
                if sought and (found := _POINTING.match(sentence.tokens.text)):
                    told = self._sentence(answered(sought, sentence.tokens.text[found.end() :].rstrip(".")))
                    as_sought = self._said(told, here, context)
                    if self._is_better(as_sought, said):
                        sentence, said = told, as_sought
                owed = owed_in(sentence.tokens.text) if owing else None
                if sentence.plain or said or owed:
                    sought = (None if said else sought_in(sentence.tokens.text)) or owed
                if id(sentence.tokens) in dismissed:
                    said = [claim.put_aside() for claim in said if claim.likely or not claim.denies]
                asks = not said and sentence.tokens.text.rstrip().endswith("?")
                if id(sentence.tokens) not in dismissed or not denies_a_guess(sentence.tokens.text):
                    here = here.after(said, sentence.plain, self._graph, asks=asks)
                if said and of_two and OF_TWO.isdisjoint(sentence.tokens.normal):
                    kept = two_named(sentence.tokens, _things(said) or sentence.plain)
                    here = here._replace(two=kept) if kept else here
                elif said and of_two and not opens_with_one_of_two(sentence.tokens):
                    kept = None
                told_of_latter = "latter" in sentence.tokens.normal
                claims += said
            if place in rows and (len(rows[place]) > 1 or not all_supported(claims)):
                claims = self._row(claims, rows[place], here, context)
            steps_claims.append(tuple([_stated(claim, words) for claim in claims] if words else claims))
        return steps_claims

    def _row(
        self, plainly: list[StatedClaim], told: Sequence[str], here: Position, context: list[int]
    ) -> list[StatedClaim]:
        """The claims of a row of a table as its heading tells them, where these are likelier, or denied."""
        claims = [claim for text in told for claim in self._said(self._sentence(text), here, context)]
        if not (told and plainly) or self._is_better(claims, plainly) or self._fitting(claims):
            return claims
        return plainly

    def _taken_apart(self, steps: Sequence[str]) -> tuple[list[list[Sentence]], frozenset[str]]:
        """The sentences of each step, without what the steps take back, and all words in them."""
        read = [[self._sentence(text) for text in self._sentences(step)] for step in steps]
        words = frozenset().union(*[one.tokens.normal for sentences in read for one in sentences])
        if may_correct(words) or any("?" in step for step in steps):
            kept = standing(steps)
            if kept != list(steps):
                return self._taken_apart(kept)
        return read, words

    def _sentences(self, step: str) -> list[str]:
        """The sentences of a step; a question that is answered at once is one: "Wife of H? That's T." """
        sentences = [part for sentence in sentences_of(step) for part in self._parted(sentence)]
        if len(sentences) == 1 or "?" not in step:
            return sentences
        joined = sentences[:1]
        for sentence in sentences[1:]:
            asked = joined[-1].endswith("?") and not (denies_a_guess(sentence) or sentence.endswith("?"))
            remarked = _REMARK.fullmatch(sentence) if asked and "(" in sentence else None
            sentence, remark = remarked.groups() if remarked else (sentence, "")
            answer = only_answers(bare_answer(sentence), self._graph) if asked else None
            if asked and answer is None and (bare := _BARE_NAME.fullmatch(sentence)):
                answer = bare["name"] if self._graph.names.may_be_part(name_key(bare["name"])) else None
            if answer is not None:
                joined[-1] = answered(joined[-1][:-1], f"{_place(sentence)}{answer}{remark}")
            else:
                joined.append(f"{sentence}{remark}")
        return joined

    def _parted(self, sentence: str) -> list[str]:
        """A sentence in parts where a name of the graph ends with a full stop: "… is Bell Ltd. Ann is …"."""
        if "." not in sentence[:-1]:
            return [sentence]
        parts, start = [], 0
        for stop in _AFTER_SHORT.finditer(sentence):
            if self._ends_at(sentence, start, stop.end()):
                parts.append(sentence[start : stop.end()].strip())
                start = stop.end()
        return [*parts, sentence[start:]]

    def _ends_at(self, sentence: str, start: int, end: int) -> bool:
        """Whether the second of two names ends at a full stop, and another begins behind it."""
        before = Tokens.of(sentence[max(start, end - _NEAR) : end])
        behind = Tokens.of(sentence[end : end + _NEAR])
        ended, begun = (self._graph.finder.named(tokens)[0] for tokens in (before, behind))
        is_end = len(ended) > 1 and ended[-1].end >= len(before.surface) - 1
        return is_end and bool(begun) and begun[0].start == 0

    def _unknown(self, answer: str, context: Sequence[int]) -> list[str]:
        """The words of an answer that may be a name, but none that the graph knows; else none."""
        if self._graph.names.named(name_key(answer)) or (
            is_judgement(answer) and not _YEAR.fullmatch(answer)
        ):
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

    def _sentence(self, text: str) -> Sentence:
        text = without_plan(text, self._graph) if ": " in text else text
        tokens = Tokens.of(with_named(text))
        return Sentence(tokens, *self._graph.finder.named(tokens))

    def _said(self, sentence: Sentence, here: Position, context: list[int]) -> list[StatedClaim]:
        """The claims of a sentence, read so that the graph supports most; then those of other numbers.

        What only announces or asks claims nothing, unless the graph supports it all the same.
        """
        tokens, plain, doubtful = sentence
        found = self._graph.finder.mentions(tokens, plain, here.around(context))
        implied = bool(here.about) and leaves_out_its_subject(tokens, plain)
        plainly = Reading(plain, found, here.ends, implied=implied)
        named = mentions = resolved_by(tokens, plainly, here.two)
        claims = self._claims(tokens, mentions, plainly.joining, here)
        there = place_told_of(tokens) if here.ends else None
        is_whole = there is None and not leaves_out(mentions, claims)
        is_whole = is_whole and not speaks_of(plainly, tokens, here, self._graph.finder)
        if all_supported(claims) and is_whole and not may_go_on(doubtful, claims):
            return [*claims, *self._values.denied(tokens, named)]
        best, tried = claims, [_gist(plainly, mentions)]
        for reading in other_readings(sentence, plainly, here, context, self._graph.finder):
            mentions = resolved_by(tokens, reading, here.two)
            if (gist := _gist(reading, mentions)) in tried:
                continue  # most readings come to the same as one before
            other = self._claims(tokens, mentions, reading.joining, here)
            if reading.definite and (_is_turned(claims) or not self._fit(other)):
                continue  # what comes to the same without such nouns may still be meant
            tried.append(gist)
            if self._is_better(other, best):
                best = other if is_credible(other, tokens, reading.hits, plain) else best
        if not best:
            best = self._told_of_here(sentence, plainly, here)
        places = {place for hit in plain for place in range(hit.start, hit.end)}
        is_told = all_supported(best) and not all(map(_is_of_what_is_left_out, best))
        if not is_told and _only_plans(tokens, plain, found, places):
            return []
        return [*best, *self._values.denied(tokens, named)]

    def _told_of_here(self, sentence: Sentence, plainly: Reading, here: Position) -> list[StatedClaim]:
        """The claims of a sentence that leaves out what it is about; none unless the graph supports each."""
        for reading in readings_of_here(sentence, plainly, here.ends, self._graph):
            mentions = resolved_by(sentence.tokens, reading, here.two)
            claims = self._claims(sentence.tokens, mentions, reading.joining, here)
            if all_supported(claims):
                return claims
        return []

    def _fit(self, claims: Sequence[StatedClaim]) -> bool:
        """Whether each claim is likely, or its subject has at least such a fact in the graph."""
        unlikely = sum(not claim.likely for claim in claims)
        return bool(claims) and self._fitting(claims) == unlikely

    def _is_better(self, other: Sequence[StatedClaim], best: Sequence[StatedClaim]) -> bool:
        """Whether the claims of a reading are likelier than those of the best so far.

        Of readings that are alike in all else, one is better of things that have such a relation, if to
        others: who is said to be born somewhere is a person.
        """
        if not (other and best):
            return bool(other)
        this, that = plausibility(other), plausibility(best)
        return this > that or (this == that and self._fitting(other) > self._fitting(best))

    def _fitting(self, claims: Sequence[StatedClaim]) -> int:
        """How many claims that no fact supports speak of things that have such a relation."""
        unlikely = (claim for claim in claims if not claim.likely)
        return sum(any(self._supports.instead(one, 1) for one in claim.readings) for claim in unlikely)

    def _may_be_judged(self, claim: Claim) -> bool:
        """Whether a claim could say a relation of the graph: by its words, or of what it speaks of."""
        if self._graph.may_mean(claim.wording) or self._names_its_relation(claim):
            return True
        near = (self._supports.meant_at(node, claim.wording, 1, related=True) for node in claim.first.nodes)
        return any(any(relations) for relations in near)

    def _names_its_relation(self, claim: Claim) -> bool:
        """Whether a thing is called by a relation that another has to something else: "a phase III trial"."""
        graph = self._graph
        return any(
            not graph.relations[relation].stems.isdisjoint(map(singular, graph.names.keys[thing].split()))
            for thing in claim.second.nodes
            for relation, forward in graph.relations_at(thing)
            if forward < 0 and any((relation, 1) in graph.relations_at(node) for node in claim.first.nodes)
        )

    def _claims(
        self, tokens: Tokens, mentions: Sequence[Mention], joining: Joining, here: Position
    ) -> list[StatedClaim]:
        """The claims of a sentence in one reading."""
        concludes = is_conclusion(tokens)
        claims: list[StatedClaim] = []
        for readings in read_claims(tokens, mentions, self._graph.wording, joining):
            if readings[0].names_one_thing and self._graph.loops.isdisjoint(readings[0].first.nodes):
                continue
            if hops := self._supports.nested(readings):
                claims += [_hop(tokens, hop, concludes) for hop in hops]
                continue
            supports = tuple(self._supports.supports(readings, _MOST_SUPPORTS))
            if supports:
                likely = tuple([support for support in supports if support.score > LIKELY])
                if likely and readings[0].first.relative and _is_told(likely[0], claims):
                    continue  # "T, who was H's son", of whom that was said
                claims.append(StatedClaim(tokens, concludes, False, False, tuple(readings), supports, likely))
                continue
            told = tuple([support for claim in claims for support in claim.likely])
            named = frozenset([node for mention in mentions for node in mention.nodes])
            sentence = Spoken(named, told, here.told_before(mentions))
            if hops := self._supports.two_hops(readings, sentence):
                claims += [_hop(tokens, hop, concludes) for hop in hops]
            elif _is_one_more(tokens, claims, readings) or not says_nothing(tokens, mentions, readings):
                of_aside = bool(claims) and claims[-1].aside and not readings[0].first.nodes
                aside = of_aside or is_aside(tokens, mentions, readings)
                foreign = not any(map(self._may_be_judged, readings))
                claims.append(StatedClaim(tokens, concludes, aside, foreign, tuple(readings), (), ()))
        if claims and claims[0].aside and all(claim.aside for claim in claims):
            return [claim._replace(aside=False) for claim in claims]  # beside nothing: "H, child of T."
        return claims


def _only_plans(
    tokens: Tokens, plain: Sequence[NameHit], mentions: Sequence[Mention], places: Collection[int]
) -> bool:
    """Whether a sentence announces or asks, and states nothing behind that."""
    announces = is_plan(without_heading(tokens, places), places, len({hit.nodes for hit in plain}))
    return announces and not states_behind(tokens, [(one.start, one.end) for one in mentions])


def _is_of_what_is_left_out(claim: StatedClaim) -> bool:
    """Whether a claim is of what its sentence may not speak of at all: "the first thing to find is"."""
    return any(
        end.how == "reference" and (end.start == end.end or claim.tokens.normal[end.start] == "the")
        for end in claim.readings[0][:2]
    )


def _things(claims: Sequence[StatedClaim]) -> list[Mention]:
    """What the claims of a sentence name, misspelt names too, from left to right."""
    ends = (end for claim in claims for end in claim.readings[0][:2])
    named = {one.start: one for one in ends if one.how != "reference" and one.nodes}
    return [named[start] for start in sorted(named)] if len(named) > 1 else []


def _is_told(support: Support, claims: Sequence[StatedClaim]) -> bool:
    """Whether one of some claims says a fact as well."""
    return any(one.likely and one.likely[0].join.fact == support.join.fact for one in claims)


def _is_one_more(tokens: Tokens, claims: Sequence[StatedClaim], readings: Sequence[Claim]) -> bool:
    """Whether a thing is listed behind one of which the same is said, and truly: "its notes are T and C"."""
    if not claims or not claims[-1].likely:
        return False
    before, claim = claims[-1].readings[0], readings[0]
    if any(tokens.normal[claim.second.end : claim.second.end + 1]):
        return False  # "H's father is T, and C was …"
    return before.wording is claim.wording and before.first is claim.first and bool(claim.wording.senses)


def _place(sentence: str) -> str:
    """The preposition with which an answer begins: "At T."; empty without one."""
    word, _, rest = sentence.partition(" ")
    return f"{word.lower()} " if rest and word.lower() in PREPOSITIONS else ""


def _is_turned(claims: Sequence[StatedClaim]) -> bool:
    """Whether a claim says the wrong way round what the graph states: its nouns are no one's but its own."""
    return any(claim.supports and claim.supports[0].ground == "turned" for claim in claims)


def _hop(tokens: Tokens, hop: Hop, concludes: bool) -> StatedClaim:
    """One of two claims that a sentence makes at once."""
    likely = tuple([support for support in hop.supports if support.score > LIKELY])
    return StatedClaim(tokens, concludes, False, False, hop.readings, tuple(hop.supports), likely)


def _stated(claim: StatedClaim, answer: Sequence[str]) -> StatedClaim:
    """A claim that is made in its own right where it names the answer, whatever stands around it."""
    second = claim.readings[0].second
    if claim.aside and claim.tokens.normal[second.start : second.end] == answer:
        return claim._replace(aside=False)
    return claim


def _gist(reading: Reading, mentions: list[Mention]) -> tuple[Sequence[NameHit], list[Mention], Joining]:
    """What the claims of a reading follow from; two things are joined in one way alone."""
    return reading.hits, mentions, reading.joining if len(mentions) > 2 else "plain"
