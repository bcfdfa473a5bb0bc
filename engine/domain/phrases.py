"""What the words between two things do to a statement: join, link, answer, define, report."""

from ..reading.lexicon import ARTICLES, lemma
from ..reading.slots import EMPTY
from .modality import NEGATIONS, Modality, modality
from .parts import LISTING

Words = tuple[str, ...]
"""In normal form, "" for marks."""

LINKS = frozenset(
    "with to in for of by from even only specifically necessarily directly than not nor".split()
)
_RELATIVE = frozenset({"which", "that", "who", "whose", "where"})
_JOINING = frozenset({"and", "or", "but", "also", ""})
_SOURCES = frozenset(
    "study studies research researchers evidence data result results literature reports analysis analyses "
    "experiments scientists authors context information list".split()
)
REPORTING = frozenset(
    "show shows showed shown find finds found suggest suggests suggested indicate indicates indicated report "
    "reports reported demonstrate demonstrates demonstrated reveal revealed state states mention "
    "mentions".split()
)
_FALSE = frozenset({"false", "incorrect", "untrue", "wrong"})
_ANSWERS = frozenset({"be", "have", "do", "does", "did"})
_COPULAS = frozenset({"be", "include", "includes"})
FEW = 3  # words: adjectives before a noun, or a verb that stands for a whole sentence ("is not either")
_TRAILING = 4  # words behind an object that may take back what was said: "has not been established"


def modality_of(spoken: Words, after: Words) -> Modality:
    """Of an assertion; the words behind it may call it wrong ("… is false") or leave it open."""
    negated, hedged = modality(spoken)
    trailing = [word for word in after if word][:_TRAILING]
    if not _FALSE.isdisjoint(trailing):
        return Modality(not negated, hedged)
    return Modality(negated, hedged or modality(trailing).negated)


def as_joining(words: Words) -> Words:
    """ "association between" as if it stood between the two."""
    return tuple(word for word in words if word != "between")


def is_answer(after: Words) -> bool:
    """Whether a subject is followed by a verb alone, which stands for all that was said before."""
    said = [word for word in after if word]
    return bool(said) and len(said) <= FEW and lemma(said[0]) in _ANSWERS


def is_copula(words: Words) -> bool:
    return any(lemma(word) in _COPULAS for word in words[-FEW:])


def is_being(words: Words) -> bool:
    """Whether words say that one thing is another: "is a rare", "are not"."""
    said = [word for word in words if word]
    verb = next((at for at, word in enumerate(said) if lemma(word) == "be"), None)
    if verb is None or said[-1] in LINKS - {"not"} or not set(said[:verb]) <= EMPTY:
        return False
    rest = [word for word in said[verb + 1 :] if word not in EMPTY and word not in NEGATIONS]
    return len(rest) <= FEW


def only_links(words: Words) -> bool:
    return all(word in LINKS or word in LISTING or word in EMPTY for word in words if word)


def goes_on(words: Words) -> bool:
    """Whether a further verb speaks of the subject still: "…, and is …"; not so "…, T, a disease that …"."""
    apposed = words[:1] == ("",) and not ARTICLES.isdisjoint(words[1:2])
    return words[:1] != () and words[0] in _JOINING and not apposed and _RELATIVE.isdisjoint(words[:2])


def is_told(after: Words) -> bool:
    """Whether a verb follows, so that something is said of what stands before."""
    return lemma("".join(after[:1])) in _ANSWERS


def without_source(words: Words) -> Words:
    """Without who says it ("studies have shown that …"), which is neither a subject nor a relation.

    What denies or hedges stays.
    """
    said = next((at for at in range(len(words) - 1, -1, -1) if words[at] in REPORTING), None)
    if said is None or _SOURCES.isdisjoint(words[:said]):
        return words
    kept = tuple(word for word in words[: said + 1] if modality((word,)) != Modality(False, False))
    return kept + words[said + 1 + (words[said + 1 : said + 2] == ("that",)) :]
