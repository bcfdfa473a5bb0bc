"""Names that may as well be words of the statement, and words that only look like a name."""

from ...ext.words import NameHit
from ..language.function_words import lemma, words_of
from ..language.tokens import POSSESSIVE, Tokens
from .names_index import NameIndex
from .relation_words import RelationWords
from .runs import leads_on, opens_sentence

_YEAR = 4  # digits
_BEHIND_SOMEONE = frozenset(
    {"named", "called", "born"}
)  # "the child of a man called T" tells no sex of anyone
_POINTS = frozenset(".,")
_QUOTES = frozenset("\"“„«‘'")


def names_nothing(tokens: Tokens, hit: NameHit, index: NameIndex, called: RelationWords) -> bool:
    """Whether words are a name by chance: "'s coli" is no "S. coli", "male" in "her male parent" no sex."""
    first, node = tokens.surface[hit.start], hit.nodes[0]
    if tokens.normal[hit.start] == POSSESSIVE or _is_one_of_two(tokens, hit) or _is_within(tokens, hit):
        return True
    if len(first) == 1 and " ".join(filter(None, tokens.normal[hit.start : hit.end])) in index.binomials:
        return not first.isupper() or tokens.surface[hit.start + 1] != "."
    if hit.by_other_name and not index.keys[node].isdigit() and _is_had(tokens, hit.start):
        return True
    if tokens.normal[hit.start : hit.end + 1] == ["one", "of"] and first.islower():
        return True
    if hit.by_other_name and _BEHIND_SOMEONE.intersection(tokens.normal[hit.end : hit.end + 1]):
        return True
    if tokens.normal[hit.start] == "dozen":
        before = tokens.normal[max(0, hit.start - 2) : hit.start]
        if before[-1:] != ["a"] or before == ["half", "a"]:
            return True  # "two dozen", "dozens of", "half a dozen"
    following = tokens.normal[hit.end : hit.end + 1]
    if following == [] or following[0] not in called.relatives or hit.end - hit.start > 1:
        return False
    is_word = index.keys[node].isalpha() and not index.capitalised[node]  # "three" is no word
    return is_word and first.islower()


def _is_had(tokens: Tokens, at: int) -> bool:
    """Whether a noun is what someone has, and so no kind of them: "H's boy", "had a boy"."""
    words = tokens.normal
    if words[at - 1 : at] in (["a"], ["an"]):
        return at > 1 and lemma(words[at - 2]) == "have"
    return at > 0 and (words[at - 1] == POSSESSIVE or words[at - 1] in words_of("possessives"))


def _is_one_of_two(tokens: Tokens, hit: NameHit) -> bool:
    """Whether a word is one of two that a stroke joins: the field "male/female"."""
    if "/" not in tokens.text:
        return False
    for at, other in ((hit.end, hit.end + 1), (hit.start - 1, hit.start - 2)):
        if at > 0 and tokens.surface[at : at + 1] == ["/"] and 0 <= other < len(tokens.surface):
            start, end = min(hit.start, other), max(hit.end, other + 1)
            both = "".join(tokens.surface[start:end])
            if both.islower() and both in tokens.text:
                return True
    return False


def _is_within(tokens: Tokens, hit: NameHit) -> bool:
    """Whether a number is part of a larger one: "3" of "26.3" and of "3,210"; not a year of a date."""
    number = tokens.surface[hit.start]
    if not number.isdigit() or hit.end - hit.start > 1 or len(number) == _YEAR:
        return False
    before, behind = tokens.surface[max(0, hit.start - 2) : hit.end], tokens.surface[hit.start : hit.end + 2]
    return any(
        len(part) == 3
        and part[1] in _POINTS
        and all(map(str.isdigit, part[::2]))
        and "".join(part) in tokens.text
        for part in (before, behind)
    )


def may_be_a_word(tokens: Tokens, hit: NameHit, index: NameIndex, called: RelationWords) -> bool:
    """Whether a name is also a word, and written like one: "its album" beside an entity Album."""
    if hit.by_other_name:
        return True
    written = tokens.surface[hit.start : hit.end]
    if (
        len(written) == 1 < len(written[0])
        and written[0].isupper()
        and tokens.normal[hit.start] in called.roles
    ):
        return True  # "the LP"
    if hit.start and tokens.normal[hit.start - 1] and tokens.surface[hit.start][0].isupper():
        return False  # as most names are, within a sentence
    if hit.start and tokens.surface[hit.start - 1] in _QUOTES:
        return False
    if "" in tokens.normal[hit.start : hit.end]:
        return False  # an identifier, such as "team-risk"
    if leads_on(tokens, hit.start, hit.end):
        return True
    start = hit.start + opens_sentence(tokens, hit.start)
    for place in range(start, hit.end):
        if tokens.surface[place] != tokens.surface[place].lower():
            return False
    for word in tokens.normal[hit.start : hit.end]:
        if word not in words_of("empty") and word not in called.all:
            break
    else:
        return True
    if hit.start < start or not any(index.capitalised[node] for node in hit.nodes):
        return False
    return not _is_telling(tokens, hit, called)


def _is_telling(tokens: Tokens, hit: NameHit, called: RelationWords) -> bool:
    """Whether a name is several words, none of them one that statements hold anyway: "bone marrow"."""
    words = tokens.normal[hit.start : hit.end]
    return len(words) > 1 and not any(word in words_of("empty") or word in called.all for word in words)
