"""Of what a clause speaks: of a thing, or of what is that thing's: "Ann's dog was bought by Bo"."""

from ..language.function_words import words_of
from ..language.morphology import is_verb_form
from ..language.rules import FIRST, SECOND

_OF = "'s"
_MOST_NOUNS = 3


def possessed(words: tuple[str, ...]) -> tuple[str, ...]:
    """The nouns for what is one of the two's and of which a verb says something; none of any other clause.

    Where nothing but "is" stands beside them they only say what the other is: "Ann's boss is Bo".

    >>> possessed(("<1>", "'s", "dog", "was", "bought", "by", "<2>"))
    ('dog',)
    >>> possessed(("<2>", "bought", "<1>", "'s", "dog", "."))
    ('dog',)
    >>> possessed(("<1>", "'s", "boss", "is", "<2>"))
    ()
    >>> possessed(("in", "<1>", "'s", "life", "<1>", "won", "<2>"))
    ()
    """
    for slot, other in ((FIRST, SECOND), (SECOND, FIRST)):
        if slot not in words or other not in words:
            continue
        at, far = _nearest(words, slot, other)
        if words[at + 1 : at + 2] != (_OF,):
            continue
        end = at + 2
        while end < len(words) and _may_be_noun(words[end]):
            end += 1
        if words[end : end + 1] == (",",):
            continue  # they stand beside what they are: "Bo, Ann's boss, left"
        nouns = words[at + 2 : end]
        told = words[end:far] if far > at else words[far + 1 : at]
        if 0 < len(nouns) <= _MOST_NOUNS and any(map(_says_something, told)):
            return nouns
    return ()


def _nearest(words: tuple[str, ...], slot: str, other: str) -> tuple[int, int]:
    """Where two slots stand that are nearest to each other."""
    places = [[at for at, word in enumerate(words) if word == one] for one in (slot, other)]
    return min(((a, b) for a in places[0] for b in places[1]), key=lambda two: abs(two[0] - two[1]))


def _may_be_noun(word: str) -> bool:
    return (
        word.isalpha() and word not in words_of("being") | words_of("prepositions") and not is_verb_form(word)
    )


def _says_something(word: str) -> bool:
    return is_verb_form(word) and word not in words_of("being")
