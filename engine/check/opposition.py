"""Sentences that say nearly the same, and something else: small judges miss it, as nearly all words agree."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from ..language.rules import table, words_in
from ..language.tokens import Tokens
from ..text.sentences import split_sentences
from .signals import values_part
from .word_index import terms

_KEPT = 20_000
_SHARED = 0.7  # of a claim's words; see `weighing` for what becomes of such claims
_FEW = 3  # words that a sentence may say more, of a short claim
_MORE = 0.5  # the same, as a share of the claim's
_GOVERNED = 2  # terms behind a word that denies: a verb behind its adverb
_CLAUSE_ENDS = re.compile(r"[,;:.!?—–]")
_words = partial(words_in, "words")


@dataclass(frozen=True)
class _Said:
    """What a sentence says: its words and terms, what of them it denies, and what stands around "before"."""

    text: str
    words: frozenset[str]
    terms: frozenset[str]
    denied: Sequence[frozenset[str]]
    sides: tuple[str, frozenset[str], frozenset[str]] | None


def opposes(claim: str, text: str) -> bool:
    """Whether a sentence says nearly what a claim says, but for a denial, an opposite, a value or a code.

    Where another sentence says nearly the same without that, nothing is opposed.

    >>> text = "Laptops must be locked. Dogs are allowed inside. Fill the tank before the test."
    >>> for claim in ("Dogs are not allowed inside.", "Dogs are forbidden inside.", "Dogs may go inside."):
    ...     print(opposes(claim, text))
    True
    True
    False
    >>> opposes("Test before you fill the tank.", text)
    True
    """
    ours = _said(claim)
    alike = [one for one in map(_said, split_sentences(text)) if _is_alike(ours, one)]
    opposed = [_is_opposite(ours, one) for one in alike]
    return any(opposed) and all(opposed)


def _is_alike(claim: _Said, sentence: _Said) -> bool:
    """Whether a sentence has most of a claim's words, and few others; opposites count as alike."""
    own = claim.terms - _terms_of_opposites(claim, sentence)
    more = len(sentence.terms - claim.terms)
    return (
        len(own) > 1
        and len(own & sentence.terms) >= _SHARED * len(own)
        and more <= max(_FEW, _MORE * len(claim.terms))
    )


def _is_opposite(claim: _Said, sentence: _Said) -> bool:
    differs = (
        any(_opposites_in(claim, sentence))
        or _is_turned(claim, sentence)
        or values_part(claim.text, sentence.text)
        or _has_other_code(claim, sentence)
    )
    shared = claim.terms & sentence.terms | _terms_of_opposites(claim, sentence)
    return differs == (_denies(claim, shared) == _denies(sentence, shared))


def _denies(one: _Said, shared: frozenset[str]) -> bool:
    """Whether a sentence denies something of which another speaks, too."""
    return any(not denied.isdisjoint(shared) for denied in one.denied)


def _has_other_code(claim: _Said, sentence: _Said) -> bool:
    """Whether each has a code, as "E12", that the other lacks."""
    ours, theirs = (frozenset(filter(_is_code, one.words)) for one in (claim, sentence))
    return bool(ours - theirs) and bool(theirs - ours)


def _is_code(word: str) -> bool:
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _terms_of_opposites(claim: _Said, sentence: _Said) -> frozenset[str]:
    """The terms of words that the claim has alone, of which the sentence has the opposites; and of these."""
    return frozenset(term for pair in _opposites_in(claim, sentence) for term in terms(" ".join(pair)))


def _opposites_in(claim: _Said, sentence: _Said) -> Iterator[tuple[str, str]]:
    """A word of the claim alone, and its opposite in the sentence alone."""
    for word in claim.words - sentence.words:
        for other in _opposites().get(word, ()):
            if other in sentence.words and other not in claim.words:
                yield word, other


def _is_turned(claim: _Said, sentence: _Said) -> bool:
    """Whether the sides of "before" or "after" have changed places, or the word has changed; not both."""
    if claim.sides is None or sentence.sides is None:
        return False
    joint, left, right = claim.sides
    other, first, second = sentence.sides
    own_left, own_right = left - right, right - left
    crossed = bool(own_right & (first - second)) and bool(own_left & (second - first))
    straight = bool(own_left & (first - second)) and bool(own_right & (second - first))
    return crossed != straight and (crossed if joint == other else straight)


@lru_cache(_KEPT)
def _said(sentence: str) -> _Said:
    tokens = Tokens.of(sentence)
    words = frozenset(filter(None, tokens.normal))
    return _Said(
        sentence,
        words,
        frozenset(filter(_tells, terms(sentence))),
        tuple(_denied(tokens)),
        _sides(tokens),
    )


def _tells(term: str) -> bool:
    """Whether a term is looked at as a word: denials and what has figures are looked at by themselves."""
    return term not in _denials() and not any(map(str.isdigit, term))


def _denied(tokens: Tokens) -> Iterator[frozenset[str]]:
    """Of each word that denies the next terms of its clause; all terms before it where none comes."""
    spans, contracted = tokens.spans(), frozenset(at + 1 for at in tokens.elided())
    for at, word in enumerate(tokens.normal):
        if word in _words("denying") or (at in contracted and word in _words("contracted_not")):
            clause = _CLAUSE_ENDS.split(tokens.text[spans[at][1] :], maxsplit=1)[0]
            behind = [term for term in terms(clause) if _tells(term)][:_GOVERNED]
            yield frozenset(behind or filter(_tells, terms(tokens.text[: spans[at][0]])))


def _sides(tokens: Tokens) -> tuple[str, frozenset[str], frozenset[str]] | None:
    """The terms on both sides of the one "before" or "after" within a sentence."""
    places = [at for at, word in enumerate(tokens.normal) if word in _words("turning")]
    if len(places) != 1 or not 0 < places[0] < len(tokens.normal) - 1:
        return None
    start, end = tokens.spans()[places[0]]
    left, right = tokens.text[:start], tokens.text[end:]
    return tokens.normal[places[0]], frozenset(terms(left)), frozenset(terms(right))


@cache
def _denials() -> frozenset[str]:
    """The terms of words that deny."""
    return frozenset(terms(" ".join(_words("denying"))))


@cache
def _opposites() -> Mapping[str, frozenset[str]]:
    looked_at_otherwise = _words("turning") | _words("denying")
    found: dict[str, frozenset[str]] = {}
    for pair in table("opposites")["pairs"]:
        first, second = (one.lower() for one in pair)
        if " " not in first + second and looked_at_otherwise.isdisjoint((first, second)):
            found[first] = found.get(first, frozenset()) | {second}
            found[second] = found.get(second, frozenset()) | {first}
    return found
