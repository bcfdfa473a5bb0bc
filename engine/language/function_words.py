"""Small classes of English words, as data: those that say nothing of a relation, articles, prepositions."""

from functools import cache

from .rules import words_in

_LEMMA = dict.fromkeys(("is", "was", "were", "are", "been", "being", "s"), "be") | dict.fromkeys(
    ("has", "had", "having"), "have"
)


@cache
def words_of(kind: str) -> frozenset[str]:
    """A class of words of `en/function_words.toml`.

    >>> sorted(words_of("articles"))
    ['a', 'an', 'the']
    """
    return words_in("function_words", kind)


def lemma(word: str) -> str:
    """Forms of "be" and "have" as one."""
    return _LEMMA.get(word, word)
