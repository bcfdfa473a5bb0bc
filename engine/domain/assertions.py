"""What a text asserts about what it names: subject, words that join, object; denied or supposed.

Within a part of a sentence (see `parts`) each run of words between two lists of terms that means a relation
joins all of the one with all of the other. What a part leaves out is taken from the part before.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ..grounding.readable import ReadableGraph
from ..reading.lexicon import ARTICLES, lemma
from ..reading.slots import EMPTY, FIRST, SECOND
from ..reading.tokens import Tokens
from ..reading.wording import Wording
from .modality import NEGATIONS, modality
from .naming import Term
from .parts import LISTING, Listed, Part, PartFinder, alike
from .phrases import (
    FEW,
    LINKS,
    REPORTING,
    Words,
    as_joining,
    goes_on,
    is_answer,
    is_being,
    is_copula,
    is_told,
    modality_of,
    only_links,
    without_source,
)
from .vocabulary import says_kind, says_relation

_CONTRASTS = frozenset({"but", "while", "whereas", "although", "though", "however"})
_LONGEST_RUN = 60  # words between two things that one may say of the other
_CONDITIONS = frozenset({"if", "unless"})
_QUESTION = frozenset({"which", "what", "who", "whether"})
_UNSAID = EMPTY | NEGATIONS | REPORTING | frozenset({"be", "have", "evidence", "information"})


class Assertion(NamedTuple):
    """Two terms of a text and what is said of them.

    Attributes:
        start, end: tokens of the sentence that say it.
        wording: the words with ⟨1⟩ for the subject and ⟨2⟩ for the object.
    """

    start: int
    end: int
    subject: Term
    object: Term
    wording: Wording
    negated: bool
    hedged: bool


class _Memory(NamedTuple):
    """What the last assertion spoke of, for those that leave it out."""

    subject: Listed | None = None
    words: Words = ()
    object: Listed | None = None
    negated: bool = False


class AssertionReader:
    """Reads the assertions of sentences about one graph."""

    def __init__(self, graph: ReadableGraph, kind_words: Collection[str]) -> None:
        self._graph = graph
        self._parts = PartFinder(kind_words)

    def read(self, tokens: Tokens, terms: Sequence[Term], before: Sequence[Term] = ()) -> list[Assertion]:
        """The assertions of one sentence, in order.

        Args:
            terms: references resolved; those of one that stands for several things follow one another.
            before: the subject of the sentence before.
        """
        memory = _Memory(Listed(0, 0, tuple(before))) if before else _Memory()
        found: list[Assertion] = []
        if "?" in tokens.surface[-1:]:
            return found
        for part in self._parts.parts(tokens, terms):
            reader = _PartReader(self._graph, tokens, part, memory)
            found += reader.assertions()
            memory = reader.left
        return found


class _PartReader:
    """Reads one part of a sentence from left to right."""

    def __init__(self, graph: ReadableGraph, tokens: Tokens, part: Part, memory: _Memory) -> None:
        self._graph = graph
        self._part = part
        self._memory = memory
        self._words = [tuple(tokens.normal[at] for at in run[-_LONGEST_RUN:]) for run in part.runs]
        self._preface: Words = ()  # the words before the subject
        self._subject: Listed | None = None
        self._object: Listed | None = None
        self._between = False
        self._asserted = False

    @property
    def left(self) -> _Memory:
        """What the next part can leave out: of a part that asserts nothing at least its subject."""
        if self._subject is None or self._asserted:
            return self._memory
        return self._memory._replace(subject=self._subject)

    def assertions(self) -> Iterator[Assertion]:
        """The assertions of the part, in order."""
        for place, named in enumerate(self._part.lists):
            words = without_source(self._words[place])
            after = self._words[-1] if place == len(self._part.lists) - 1 else ()
            if place == 0:
                yield from self._first(words, named, after)
            elif self._subject is None or (words[-1:] == ("",) and is_told(self._words[place + 1])):
                self._subject, self._object, self._preface = named, None, ()  # "…, T is …"
            else:
                yield from self._next(words, self._part.lists[place - 1], named, self._subject, after)

    def _first(self, words: Words, named: Listed, after: Words) -> Iterator[Assertion]:
        """The first list of a part: its subject, unless the part goes on about that of the part before."""
        self._preface = words
        subject = self._memory.subject
        if "between" in words[-FEW:] and self._means(words):
            self._subject, self._between = named, True
            if len(named.terms) > 1:
                one, other = (named._replace(terms=some) for some in (named.terms[:1], named.terms[1:]))
                yield from self._said(one, as_joining(words), other, words, after)
        elif self._means(words) and subject is not None and self._leaves_out_subject(words):
            yield from self._said(subject, words, named, words, after, start=self._opening(0, named))
            self._subject, self._object = subject, named
        elif self._part.opener in _CONTRASTS and is_answer(after) and only_links(words):
            self._subject = named
            yield from self._said_of_other(named, words + after)
        elif self._part.opener in _CONTRASTS and not is_told(after) and self._adds(words, named):
            self._subject, self._object = subject, named
            yield from self._again(words, named, self._opening(0, named))
        else:
            self._subject = named

    def _next(
        self, words: Words, before: Listed, named: Listed, subject: Listed, after: Words
    ) -> Iterator[Assertion]:
        """A later list of a part: what is said of the subject, or a new subject."""
        if self._between:
            self._between = False
            if LISTING | {""} >= set(words):
                yield from self._said(subject, as_joining(self._preface), named, self._preface, after)
        elif not self._means(words):
            yield from self._next_without_relation(words, before, named, subject, after)
        elif self._object is not None and goes_on(words) and not self._leaves_out_subject(words):
            self._subject = self._object = None  # "…, and genetic factors play a role in …"
        else:
            if self._object is not None and not goes_on(words):
                subject = before._replace(terms=before.terms[-1:])  # "…, T, which is …"
            yield from self._said(subject, words, named, self._preface + words, after)
            defines = says_kind(self._graph.wording((FIRST, *words, SECOND)))
            # "X is a type of Y that …": what follows is said of X.
            self._subject, self._object = subject, None if defines else named

    def _next_without_relation(
        self, words: Words, before: Listed, named: Listed, subject: Listed, after: Words
    ) -> Iterator[Assertion]:
        """A list behind words that mean no relation by themselves."""
        spoken = self._preface + words
        if named.terms[0].how == "identifier" and any(lemma(word) in ("be", "have") for word in words):
            yield from self._said(subject, words, named, spoken, after)
        elif self._means(self._preface) and (is_copula(words) or self._preface[-1] == "of"):
            # "The cause of X is Y", "an association of X with Y"
            placed = (*self._preface, FIRST, *words, SECOND)
            yield from self._said(subject, placed, named, spoken, after)
            self._object = named
        elif self._object is not None and set(words) - LINKS and self._adds(words, named):
            yield from self._again(words, named, named.start)
            self._object = named
        elif is_being(words):
            if alike(before, named.terms):
                yield from self._said(subject, words, named, spoken, after)
        else:
            self._subject, self._object, self._preface = named, None, ()

    def _said(
        self,
        subject: Listed,
        words: Words,
        named: Listed,
        spoken: Words,
        after: Words,
        start: int | None = None,
    ) -> Iterator[Assertion]:
        """The assertion of every term of one list about every one of another.

        Args:
            words: between the two, or with both slots in their places.
            spoken: those that may deny or hedge.
            after: behind both.
            start: first token, where the subject or the object stands elsewhere.
        """
        self._memory = _Memory(subject, words, named, modality(spoken).negated)
        self._asserted = True
        wording = self._graph.wording(words if FIRST in words else (FIRST, *words, SECOND))
        negated, hedged = modality_of(spoken, after)
        hedged = hedged or self._part.opener in _CONDITIONS
        first = min(subject.start, named.start) if start is None else start
        last = max(one.end for one in (subject, named) if start is None or one.start >= start)
        for one, other in _pairs(subject.terms, named.terms, after):
            if one.nodes != other.nodes or not one.nodes or other.how == "identifier":
                yield Assertion(first, last, one, other, wording, negated, hedged)

    def _again(self, words: Words, named: Listed, start: int) -> Iterator[Assertion]:
        """What was said last, of something else: "…, but not with T"."""
        subject, said, _, negated = self._memory
        if subject is None:
            return
        own = modality(words).negated
        denied = own or (negated and self._part.opener != "but")
        spoken = words if own or not denied else (*words, "not")
        yield from self._said(subject, said, named, spoken, (), start)
        self._memory = _Memory(subject, said, named, denied)

    def _said_of_other(self, named: Listed, words: Words) -> Iterator[Assertion]:
        """What was said last, of another subject: "…, but X is", "… while X is not"."""
        if self._memory.object is not None:
            yield from self._said(named, self._memory.words, self._memory.object, words, (), named.start)

    def _opening(self, place: int, named: Listed) -> int:
        """Where the words before a list begin."""
        run = self._part.runs[place]
        return run[0] if run else named.start

    def _means(self, words: Words) -> bool:
        """Whether words mean a relation, "be" by itself not."""
        return says_relation(self._graph.wording((FIRST, *words, SECOND)))

    def _leaves_out_subject(self, words: Words) -> bool:
        """Whether nothing that could be a subject stands before the words of a relation."""
        kept = [lemma(word) for word in words if word and word not in ARTICLES]
        cues = [cue for cue in self._graph.lexicon.cues(kept) if not set(kept[cue.start : cue.end]) <= EMPTY]
        before = kept[: cues[-1].start] if cues else kept
        return _QUESTION.isdisjoint(before) and all(word in _UNSAID or word.endswith("ly") for word in before)

    def _adds(self, words: Words, named: Listed) -> bool:
        """Whether words add a further object to what was said last: "and also with", ", not"."""
        object = self._memory.object
        if object is None or any(term.how == "reference" for term in named.terms):
            return False
        linked = {word for word in words if word in LINKS - NEGATIONS}
        ends = {*self._memory.words[-1:]}
        return only_links(words) and linked <= ends and alike(object, named.terms)


def _pairs(ones: Sequence[Term], others: Sequence[Term], after: Words) -> list[tuple[Term, Term]]:
    """Each of some with each of others, or "respectively" with its own."""
    if "respectively" in after and len(ones) == len(others):
        return list(zip(ones, others, strict=True))
    return list(product(_distinct(ones), _distinct(others)))


def _distinct(terms: Sequence[Term]) -> list[Term]:
    """Terms that mean different things, or are not known."""
    return list({term.nodes or term.words: term for term in reversed(terms)}.values())[::-1]
