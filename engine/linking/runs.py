"""Runs of words that look like names: capitalised, with particles between them, as in "Joan of Arc"."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from ...ext.words import NameHit
from ..language.function_words import lemma, words_of
from ..language.tokens import POSSESSIVE, Tokens
from .cut_short import PARTICLES
from .relation_words import RelationWords

_GERMAN_DETERMINERS = frozenset(
    "der die das dem des ein eine einen einem einer eines sein seine seinen ihr ihre ihren ihrer".split()
)
_LONGEST_POST = 5  # letters
_LONGEST_REMARK = 40  # words in brackets
_WITHIN_NAMES = frozenset("-.'’")
_WITHIN_SENTENCES = frozenset(",-'’&/–—")  # other marks may open a sentence: "Goal: …", "(… )", "[x] …"


def opens_sentence(tokens: Tokens, at: int) -> bool:
    """Whether a sentence begins there, where a capital says nothing."""
    return at == 0 or (not tokens.normal[at - 1] and tokens.surface[at - 1] not in _WITHIN_SENTENCES)


def name_like_runs(tokens: Tokens, covered: set[int], called: RelationWords) -> list[tuple[int, int]]:
    """Where words look like a name that is not known, from left to right; names known beside them go in.

    Args:
        covered: the places of the words of known names.
    """
    runs: list[tuple[int, int]] = []
    if covered.issuperset(tokens.capitals):
        return runs
    fresh = _unknown_capitals(tokens, covered, called)
    if not fresh:
        return runs
    at = 0
    while at < len(tokens.surface):
        if at not in covered and at not in fresh:
            at += 1
            continue
        end = _run_end(tokens, covered, at)
        if any(place in fresh for place in range(at, end)):
            runs.append((at - _has_article(tokens, at), end))
        at = end
    return runs


def bridged(
    tokens: Tokens, runs: Sequence[tuple[int, int]], hits: Sequence[NameHit]
) -> list[tuple[int, int]]:
    """Two runs as one, where only a word or mark parts them: "Hurry to Marekt".

    Behind a comma the other may be a name of its own: "Frdeerick II, Holy Roman Emperor".
    """
    apart = set(runs)
    spans = sorted(apart.union((hit.start, hit.end) for hit in hits))
    return [
        (one[0], other[1])
        for one, other in pairwise(spans)
        if other[0] - one[1] == 1
        and tokens.normal[one[1]] != POSSESSIVE
        and one in apart
        and (other in apart or tokens.surface[one[1]] == ",")
    ]


def parts_of(tokens: Tokens, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A run, and what may be the name in it: "Today the Missouri", "U-55 of the Navy", "in 1862 Porter"."""
    yield start, end
    particles = [at for at in range(start + 1, end) if tokens.normal[at] in PARTICLES]
    if end - start > 1 and (opens_sentence(tokens, start) or tokens.normal[start].isdigit()):
        behind = start + 1
        while behind in particles:
            behind += 1  # "Maintenance of the Pip"
        if behind < end:
            yield behind, end
    if particles:
        yield start, particles[0]


def _has_article(tokens: Tokens, at: int) -> bool:
    """Whether a capitalised article stands before it, which may belong to the name: "The Collection"."""
    return at > 0 and tokens.surface[at - 1] in ("The", "A", "An") and not opens_sentence(tokens, at - 1)


def _unknown_capitals(tokens: Tokens, covered: Collection[int], called: RelationWords) -> set[int]:
    """Capitalised words outside the known names whose capital is not only that of a sentence's begin."""
    normal = tokens.normal
    return {
        at
        for at in tokens.capitals
        if at not in covered
        and normal[at] not in words_of("empty")
        and normal[at] not in _GERMAN_DETERMINERS
        and not (_may_open(normal[at], called) and opens_sentence(tokens, at))
        and not _is_german_noun(tokens, at)
        and not _is_post(tokens, at)
    }


def _is_post(tokens: Tokens, at: int) -> bool:
    """Whether capitals are those of a post, not of a name: "the CEO of", "an MP for"."""
    written, following = tokens.surface[at], tokens.normal[at + 1 : at + 2]
    is_one = tokens.normal[at - 1 : at] != [] and tokens.normal[at - 1] in words_of("articles")
    return (
        is_one
        and len(written) < _LONGEST_POST
        and written.isupper()
        and not words_of("behind_posts").isdisjoint(following)
    )


def _may_open(word: str, called: RelationWords) -> bool:
    """Whether a word that opens a sentence is hardly a name: of a relation, "Are", "Has"."""
    return word in called.all or lemma(word) in ("be", "have")


def _is_german_noun(tokens: Tokens, at: int) -> bool:
    """Whether an article or possessive of German stands before it: "ihr Sohn", where nouns have capitals."""
    return at > 0 and tokens.normal[at - 1] in _GERMAN_DETERMINERS


def _run_end(tokens: Tokens, covered: Collection[int], start: int) -> int:
    """Where a run ends that begins at `start`; particles and hyphens only between two of its words."""
    end = at = start + 1
    while at < len(tokens.surface) and not _is_post(tokens, at):
        if at in covered or tokens.surface[at][0].isupper() or tokens.surface[at][0].isdigit():
            at += 1
            end = at
        elif tokens.normal[at] in PARTICLES or tokens.surface[at] in _WITHIN_NAMES:
            at += 1
        else:
            break
    return end


def is_longer_name(tokens: Tokens, start: int, known: int) -> bool:
    """Whether a known name is only the last part of a run's name: "Grand Duchess Olga of Russia".

    A word right before a known name is a title of it ("Lady Margaret Beaufort"), unless a particle stands
    between the two.
    """
    return known > start and tokens.normal[known - 1] in PARTICLES


def is_told_of(tokens: Tokens, start: int, end: int) -> bool:
    """Whether words are more than one that opens a sentence, as "Moving on, …" does; "Gehry was …" is."""
    if end - start > 1 or not opens_sentence(tokens, start):
        return True
    following = tokens.normal[end : end + 1]
    return (
        tokens.surface[end : end + 1] == [":"]
        or following == [POSSESSIVE]
        or (bool(following) and lemma(following[0]) in ("be", "have"))
    )


def leads_on(tokens: Tokens, start: int, end: int) -> bool:
    """Whether a word only opens a sentence in which something else is told: "Moving on, …"."""
    if end - start > 1 or not tokens.normal[start].endswith("ing") or not opens_sentence(tokens, start):
        return False
    onward, marked = tokens.normal[end : end + 1], tokens.surface[end + 1 : end + 2] == [","]
    return marked and onward[0] in words_of("onward")


def qualifies(tokens: Tokens, start: int, end: int) -> bool:
    """Whether a capitalised word only qualifies a noun: "a Canadian maker", "by the Canadian maker Max"."""
    following = tokens.surface[end] if end < len(tokens.surface) else ""
    if (
        not (following.isalpha() and following.islower())
        or tokens.normal[end] in words_of("empty") | PARTICLES
    ):
        return False
    before = tokens.normal[max(0, start - 2) : start]
    named = any(word[:1].isupper() for word in tokens.surface[end : end + 3])
    return before[-1:] in (["a"], ["an"]) or before == ["", "the"] or (before[-1:] == ["the"] and named)


def in_brackets(tokens: Tokens, at: int) -> bool:
    before = tokens.surface[max(0, at - _LONGEST_REMARK) : at]
    return before.count("(") > before.count(")")
