"""Names that are only the beginning of a longer thing: "thyroid hormone production", "MIR124-2".

A name means its entity where it is a whole noun phrase, or where the noun behind it is one of its own aspects
("psoriasis risk", "TERT expression"). Before another noun it only tells which of the others is meant.
"""

from collections.abc import Collection
from functools import partial

from ..language.function_words import words_of
from ..language.morphology import singular
from ..language.rules import words_in
from ..language.tokens import Tokens

_PARTICIPLES = ("ing", "ed")
_HYPHENS = frozenset("-‐‑")
_LONGEST = 4  # words of the rest
_SHORTEST = 3  # letters of a noun
_words = partial(words_in, "nouns")


def with_aspects(
    tokens: Tokens, start: int, end: int, kind_words: Collection[str], taken: Collection[int]
) -> tuple[int, int]:
    """Where a name stands with the nouns around it of which one speaks as of its bearer.

    Of "variants in the NOD2 gene are linked to the onset of gout" these are "variants in the NOD2 gene" and
    "onset of gout", so that the words between say what is said of NOD2 and gout.

    Args:
        kind_words: what things of the graph are called: "gene".
        taken: where other terms stand.
    """
    words = tokens.normal

    def is_aspect(at: int) -> bool:
        return 0 <= at < len(words) and at not in taken and singular(words[at]) in _words("within")

    def is_kind(at: int) -> bool:
        return 0 <= at < len(words) and at not in taken and words[at] in kind_words

    while is_aspect(end) or is_kind(end):
        end += 1
    if is_kind(start - 1):
        start -= 1
    place = start - 1
    while place > 0 and place not in taken:
        if words[place] in _words("within_of") and is_aspect(place - 1):
            start = place = place - 1
        elif words[place] not in words_in("words", "det"):
            break
        place -= 1
    return start, end


def end_of_compound(
    tokens: Tokens, start: int, end: int, words: Collection[str], taken: Collection[int]
) -> int:
    """Where the longer thing ends that begins with the name `start` to `end`; `end` where there is none.

    Only names that end in an ordinary word begin one: "TERT promoter" is about TERT.

    Args:
        words: those that may stand for a relation, which no noun is told from.
        taken: where other terms begin.
    """
    name, first = tokens.surface[end - 1], end
    if not (name[1:].islower() and name.isalpha()) or not _is_noun(tokens, first, words):
        return end
    noun = tokens.normal[first]
    inflected = noun.endswith("ing") or singular(noun) != noun
    # "A and B share …", "those who have gout feel …", "lymphomas arise …": a verb that looks like a noun.
    is_relative = any(word in tokens.normal[:start] for word in words_in("words", "who"))
    joined = tokens.normal[start - 1 : start] in (["and"], ["or"])
    if not inflected and (joined or is_relative or singular(name) != name):
        return end
    at = first + 1
    while at < first + _LONGEST and not inflected and at not in taken and _continues(tokens, at):
        at += 1
    closed = at not in taken and _is_closed(tokens, at)
    return at if closed and (not inflected or _is_behind_nouns(tokens, at)) else end


def is_cut(tokens: Tokens, end: int) -> bool:
    """Whether a hyphen and a number behind a name make another name: "MIR124-2" is not MIR124."""
    if tokens.surface[end : end + 1] == [] or tokens.surface[end] not in _HYPHENS:
        return False
    number = "".join(tokens.surface[end + 1 : end + 2])
    if not number[:1].isdigit():
        return False
    written = f"{tokens.surface[end - 1]}{tokens.surface[end]}{number}"
    return written in tokens.text


def _is_noun(tokens: Tokens, at: int, words: Collection[str]) -> bool:
    """Whether a word behind a name may be a noun that is none of its aspects."""
    if not _is_plain(tokens, at):
        return False
    word = tokens.normal[at]
    return not (singular(word) in _words("aspects") or word in words or word.endswith(("ed", "ly")))


def _is_plain(tokens: Tokens, at: int) -> bool:
    word = "".join(tokens.surface[at : at + 1])
    return (
        len(word) >= _SHORTEST
        and word.isalpha()
        and word.islower()
        and not (word in words_of("empty") or word in _words("closing") or word in _words("no_nouns"))
        and word not in words_in("words", "finite")
    )


def _continues(tokens: Tokens, at: int) -> bool:
    """Whether a word goes on with a noun phrase; a participle ends it: "colon inflammation resulting in"."""
    return _is_plain(tokens, at) and not tokens.normal[at].endswith(_PARTICIPLES)


def _is_behind_nouns(tokens: Tokens, at: int) -> bool:
    """Whether a word in -s or -ing before this one is a noun; in "which occurs in" it may be a verb."""
    word = "".join(tokens.normal[at : at + 1])
    return not word or word in _words("behind_nouns") or word in words_in("words", "finite")


def _is_closed(tokens: Tokens, at: int) -> bool:
    """Whether a noun phrase may end before a word."""
    if at >= len(tokens.normal):
        return True
    word = tokens.normal[at]
    if not word:
        return tokens.surface[at] not in _HYPHENS and tokens.surface[at] not in "/'’"
    return word in _words("closing") or word.endswith(_PARTICIPLES) or word in words_in("words", "finite")
