"""Sentences in parts, each a row of lists of terms ("A, B and C") with runs of words between them."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..reading.lexicon import ARTICLES, lemma
from ..reading.tokens import Tokens
from .naming import Term

LISTING = frozenset(
    "and or nor as well also both either the a an other such including like e g especially particularly "
    "namely the two these those of".split()
)
"""Words that only join the members of a list."""

_BREAKS = frozenset(
    "but while whereas although though however because since whilst therefore thus hence so unlike except "
    "despite if when unless".split()
)
_BREAKING_MARKS = frozenset(";:—–?")
_LIST_MARKS = frozenset(",/&()[]\"'“”*")
_ASIDE = 10  # words and marks that an aside may have
_VERBS = frozenset({"be", "have"})


Kinds = frozenset[str]


class Listed(NamedTuple):
    """Terms named side by side, words `start` to `end`."""

    start: int
    end: int
    terms: tuple[Term, ...]


class Part(NamedTuple):
    """A part of a sentence.

    Attributes:
        opener: the word or mark that opens it ("but"), empty for the first.
        lists: from left to right.
        runs: places of the words before each list, and behind the last one.
    """

    opener: str
    lists: tuple[Listed, ...]
    runs: tuple[tuple[int, ...], ...]


class PartFinder:
    """Takes sentences apart."""

    def __init__(self, kind_words: Collection[str]) -> None:
        """
        Args:
            kind_words: may stand within lists: "the gene A and the gene B".
        """
        self._joining = LISTING | frozenset(kind_words) | {""}

    def parts(self, tokens: Tokens, terms: Sequence[Term]) -> Iterator[Part]:
        """The parts of a sentence in order; remarks in brackets behind a term are left out."""
        skipped = _remarks(tokens, terms) | _asides(tokens)
        starts = [term.start for term in terms]
        covered = {place for term in terms for place in range(term.start, term.end)} | skipped
        turns = _Turns(tokens, terms, self._joining)
        breaks = [
            at
            for at, word in enumerate(tokens.normal)
            if at not in covered and (word in _BREAKS or _is_break(tokens, at) or turns.at(at))
        ]
        bounds = [-1, *breaks, len(tokens.normal)]
        for start, end in pairwise(bounds):
            inside = terms[bisect_right(starts, start) : bisect_left(starts, end)]
            opener = tokens.surface[start].casefold() if start >= 0 else ""
            places = [at for at in range(start + 1, end) if at not in skipped]
            yield self._part(tokens, opener, places, [term for term in inside if term.start not in skipped])

    def _part(self, tokens: Tokens, opener: str, places: Sequence[int], terms: Sequence[Term]) -> Part:
        lists: list[list[Term]] = []
        kinds: Kinds | None = None  # of the last list
        runs: list[list[int]] = [[]]
        end = 0
        beginning: dict[int, list[Term]] = {}
        for term in terms:
            beginning.setdefault(term.start, []).append(term)
        for at in places:
            here = beginning.get(at)
            if here:
                end = here[0].end
                if lists and self._joins(tokens, runs[-1]) and _may_join(kinds, here):
                    lists[-1] += here
                    runs[-1] = []
                    kinds = _last_kinds(here) or kinds
                else:
                    lists.append(here)
                    runs.append([])
                    kinds = _last_kinds(here)
            elif at >= end:
                runs[-1].append(at)
        listed = (Listed(terms[0].start, _end(terms), tuple(terms)) for terms in lists)
        return Part(opener, tuple(listed), tuple(map(tuple, runs)))

    def _joins(self, tokens: Tokens, run: Sequence[int]) -> bool:
        """Whether words only join the members of a list."""
        marks = all(tokens.normal[at] or tokens.surface[at] in _LIST_MARKS for at in run)
        return bool(run) and marks and self._joining.issuperset(tokens.normal[at] for at in run)


class _Turns:
    """Where "and" or a comma opens a part with a subject of its own: "…, and X is …"."""

    def __init__(self, tokens: Tokens, terms: Sequence[Term], joining: Collection[str]) -> None:
        self._tokens = tokens
        self._terms = terms
        self._starts = [term.start for term in terms]
        self._joining = joining
        opening = terms[0].end if terms else len(tokens.normal)
        verbs = (at for at in range(opening, len(tokens.normal)) if lemma(tokens.normal[at]) in _VERBS)
        self._first_verb = next(verbs, len(tokens.normal))

    def at(self, at: int) -> bool:
        words = self._tokens.normal
        place = bisect_right(self._starts, at)
        joins = words[at] == "and" or self._tokens.surface[at] == ","
        if not joins or at < self._first_verb or place == len(self._terms):
            return False
        following = self._terms[place]
        if not _is_verb(words[following.end : following.end + 2]):
            return False
        return all(word in self._joining for word in words[at + 1 : following.start])


def _is_verb(words: Sequence[str]) -> bool:
    """Whether the first of two words is a finite verb: "is", or before an article "encodes"."""
    if not words:
        return False
    return lemma(words[0]) in _VERBS or (words[0].endswith("s") and not ARTICLES.isdisjoint(words[1:]))


def _is_break(tokens: Tokens, at: int) -> bool:
    """Whether a mark opens a new part; in "the answer is: X" the colon does not."""
    announces = tokens.surface[at] == ":" and at > 0 and lemma(tokens.normal[at - 1]) == "be"
    return tokens.surface[at] in _BREAKING_MARKS and not announces


def alike(one: Listed, others: Sequence[Term]) -> bool:
    """Whether terms may stand in one list: of a common kind, or of a kind that is not known."""
    return _may_join(_last_kinds(one.terms), others)


def _may_join(kinds: Kinds | None, others: Iterable[Term]) -> bool:
    following = next((term.kinds for term in others if term.kinds), None)
    return kinds is None or following is None or bool(kinds & following)


def _last_kinds(terms: Sequence[Term]) -> Kinds | None:
    """The kinds of the last term of which some are known."""
    return next((term.kinds for term in reversed(terms) if term.kinds), None)


def _end(terms: Sequence[Term]) -> int:
    """Where a list ends: with the first of the terms that begin where its last one does."""
    return next(term.end for term in terms if term.start == terms[-1].start)


def _asides(tokens: Tokens) -> set[int]:
    """Places of ", not B" in "A, not B, is …"."""
    inside: set[int] = set()
    for at, mark in enumerate(tokens.surface):
        if mark == "," and tokens.normal[at + 1 : at + 2] == ["not"]:
            end = next((n for n in range(at + 2, at + _ASIDE) if tokens.surface[n : n + 1] == [","]), at)
            if lemma("".join(tokens.normal[end + 1 : end + 2])) in _VERBS:
                inside.update(range(at, end))
    return inside


def _remarks(tokens: Tokens, terms: Sequence[Term]) -> set[int]:
    """Places in brackets right behind a term, which explain it."""
    ends = {term.end for term in terms}
    inside: set[int] = set()
    depth, skipping = 0, False
    for at, mark in enumerate(tokens.surface):
        if mark in "([" and depth == 0:
            skipping = at in ends
        depth += mark in "(["
        if depth and skipping:
            inside.add(at)
        depth -= mark in ")]" and depth > 0
    return inside
