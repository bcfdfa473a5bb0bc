"""Names that are only the beginning of a longer thing: "thyroid hormone production", "MIR124-2".

A name means its entity where it is a whole noun phrase, or where the noun behind it is one of its own aspects
("psoriasis risk", "TERT expression"). Before another noun it only tells which of the others is meant.
"""

from collections.abc import Collection

from ..reading.lexicon import lemma, singular
from ..reading.slots import EMPTY
from ..reading.tokens import Tokens
from .modality import NEGATIONS

# General English for what a thing has or undergoes, of which one speaks as of the thing itself.
_ASPECTS = frozenset(
    """
    activity allele biology care carrier case condition course development diagnosis disorder disease
    dysfunction episode etiology expression family flare formation function gene genetics genotype group
    history impairment incidence infection level locus management marker mechanism morbidity mortality
    mutation onset outbreak overexpression pathogenesis pathology pathophysiology patient phenotype
    polymorphism predisposition prevalence prevention prognosis progression protein receptor recurrence
    region regulation relapse response risk screening severity stage status subtype survivor
    susceptibility symptom syndrome therapy tissue treatment variant variation
    """.split()
)
# What may stand behind a noun phrase.
_CLOSING = frozenset(
    "and or of in on for by with from at to that which who such as than but while when due during through "
    "throughout without within can may might could will would should do does did".split()
)
_BEHIND_NOUNS = frozenset("of and or that which who such can may might could will would".split())
_NO_NOUNS = frozenset(
    "about according against along among around because before behind beside between compared despite "
    "further including like much more most many nor often per regarding since such though unless unlike "
    "until upon versus via vs whereas whether worldwide yet".split()
)
_PARTICIPLES = ("ing", "ed")
_HYPHENS = frozenset("-‐‑")
_LONGEST = 4  # words of the rest
_SHORTEST = 3  # letters of a noun


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
    if not (name.islower() and name.isalpha()) or not _is_noun(tokens, first, words):
        return end
    noun = tokens.normal[first]
    inflected = noun.endswith("ing") or singular(noun) != noun
    # "A and B share …", "lymphomas arise …": a verb in its base form looks like a noun.
    if not inflected and (tokens.normal[start - 1 : start] in (["and"], ["or"]) or singular(name) != name):
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
    return not (singular(word) in _ASPECTS or word in words or word.endswith(("ed", "ly")))


def _is_plain(tokens: Tokens, at: int) -> bool:
    word = "".join(tokens.surface[at : at + 1])
    return (
        len(word) >= _SHORTEST
        and word.isalpha()
        and word.islower()
        and not (word in EMPTY or word in _CLOSING or word in _NO_NOUNS or word in NEGATIONS)
        and lemma(word) not in ("be", "have")
    )


def _continues(tokens: Tokens, at: int) -> bool:
    """Whether a word goes on with a noun phrase; a participle ends it: "colon inflammation resulting in"."""
    return _is_plain(tokens, at) and not tokens.normal[at].endswith(_PARTICIPLES)


def _is_behind_nouns(tokens: Tokens, at: int) -> bool:
    """Whether a word in -s or -ing before this one is a noun; in "which occurs in" it may be a verb."""
    word = "".join(tokens.normal[at : at + 1])
    return not word or word in _BEHIND_NOUNS or lemma(word) in ("be", "have")


def _is_closed(tokens: Tokens, at: int) -> bool:
    """Whether a noun phrase may end before a word."""
    if at >= len(tokens.normal):
        return True
    word = tokens.normal[at]
    if not word:
        return tokens.surface[at] not in _HYPHENS and tokens.surface[at] not in "/'’"
    return word in _CLOSING or word.endswith(_PARTICIPLES) or lemma(word) in ("be", "have")
