"""Text as words and marks, the words in the normal form that names are compared in."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...ext.mentions import elided, take_apart
from ...ext.words import UNSPACED
from ..names import normalise
from ..text.sentences import split_sentences
from .number_words import NUMBER_WORDS, number_at

POSSESSIVE = "'s"
LONGEST_SENTENCE = 200
"""Words and marks; what is longer is no sentence, and nobody reads it for what it says."""
_APOSTROPHES = frozenset({"'", "’"})
_CONTRACTING = frozenset("who that this it he she what there here where how".split())
_WORDS_KEPT = 200_000
_SPOKEN = {"%": "percent"}  # marks that are read as words
# Marks that nobody sees, as those of direction; without them a sentence would read otherwise than it looks.
_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_NAME_WORD = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text taken apart.

    Attributes:
        text: the whole.
        surface: words and marks as they stand; a possessive "'s" is one mark, a number of several words
            ("nineteen sixty-three") is one word.
        normal: for each of them the word's normal form, digits for such a number; "'s" for a possessive, ""
            for other marks.
        capitals: the places of those that begin with a capital.
    """

    text: str
    surface: list[str]
    normal: list[str]
    capitals: list[int]

    @classmethod
    def of(cls, text: str) -> "Tokens":
        """
        >>> Tokens.of("Émile's son, Max").normal
        ['emile', "'s", 'son', '', 'max']
        """
        if not text.isascii():
            text = _INVISIBLE.sub(" ", text)
        surface, normal, capitals = take_apart(text, _NORMAL_WORDS)
        if POSSESSIVE in normal:
            _expand_contractions(normal)
        if "no" in normal:
            _expand_numbers(surface, normal)
        tokens = cls(text, surface, normal, capitals)
        return tokens if NUMBER_WORDS.isdisjoint(normal) else tokens._with_numbers()

    def _with_numbers(self) -> "Tokens":
        """The same, with each number of several words as one word.

        >>> Tokens.of("In nineteen sixty-three it fell.").normal
        ['in', '1963', 'it', 'fell', '']
        """
        places = [at for at, word in enumerate(self.normal) if word in NUMBER_WORDS]
        numbers = {at: number for at in places if (number := number_at(self.normal, self.surface, at))}
        if not numbers:
            return self
        surface: list[str] = []
        normal: list[str] = []
        spans = self.spans()
        at = 0
        while at < len(self.normal):
            number = numbers.get(at)
            end = number[1] if number else at + 1
            surface.append(self.text[spans[at][0] : spans[end - 1][1]])
            normal.append(str(number[0]) if number else self.normal[at])
            at = end
        capitals = [at for at, word in enumerate(surface) if word[0].isupper()]
        return Tokens(self.text, surface, normal, capitals)

    def written(self, start: int, end: int) -> str:
        """Words and marks `start` to `end` as the text has them.

        >>> Tokens.of("Anna of Saxe-Coburg married.").written(0, 5)
        'Anna of Saxe-Coburg'
        """
        if start == end:
            return ""
        spaced = " ".join(self.surface[start:end])
        if spaced in self.text:
            return spaced  # as most names are written
        opening = self.text.index(self.surface[start], self._behind(0, self.surface[:start]))
        return self.text[opening : self._behind(opening, self.surface[start:end])]

    def brackets(self) -> list[tuple[int, int]]:
        """Where remarks in round brackets stand, with the brackets; those within others are part of them.

        >>> Tokens.of("Max (a king) met Ann (a queen").brackets()
        [(1, 5)]
        """
        found: list[tuple[int, int]] = []
        opened: list[int] = []
        for at, token in enumerate(self.surface):
            if token in "(（":
                opened.append(at)
            elif token in ")）" and opened:
                start = opened.pop()
                if not opened:
                    found.append((start, at + 1))
        return found

    def without(self, spans: Iterable[tuple[int, int]]) -> "Tokens":
        """The same, with nothing to be read in some places."""
        surface, normal = list(self.surface), list(self.normal)
        for start, end in spans:
            surface[start:end] = normal[start:end] = [""] * (end - start)
        return replace(self, surface=surface, normal=normal)

    def elided(self) -> list[int]:
        """The places of apostrophes that join two words, none of them beside another.

        >>> Tokens.of("Louis d'Évreux's son").elided()
        [2]
        """
        if _APOSTROPHES.isdisjoint(self.surface):
            return []
        return elided(self.text, self.surface, self.normal)

    def spans(self) -> list[tuple[int, int]]:
        """Where each word or mark begins and ends in the text, in characters.

        >>> Tokens.of("Max, her son").spans()
        [(0, 3), (3, 4), (5, 8), (9, 12)]
        """
        found, at = [], 0
        for token in self.surface:
            start = self.text.index(token, at)
            at = start + len(token)
            found.append((start, at))
        return found

    def _behind(self, place: int, tokens: list[str]) -> int:
        """Where the last of some tokens ends, which follow one another from a place on."""
        index = self.text.index
        for token in tokens:
            place = index(token, place) + len(token)
        return place


def _expand_contractions(normal: list[str]) -> None:
    """Write "is" for the "'s" of "who's" and "that's", which stands for no possessive."""
    for at, word in enumerate(normal):
        if word == POSSESSIVE and at and normal[at - 1] in _CONTRACTING:
            normal[at] = "is"


def _expand_numbers(surface: list[str], normal: list[str]) -> None:
    """Write "number" for the "no" of "no. 7", which denies nothing."""
    for at, (word, following, number) in enumerate(zip(normal, surface[1:], surface[2:], strict=False)):
        if word == "no" and following == "." and number.isdigit():
            normal[at] = "number"


class _NormalWords(dict[str, str]):
    """The normal form of each word or mark, "" for a mark; found out once."""

    def __missing__(self, token: str) -> str:
        if len(self) >= _WORDS_KEPT:
            self.clear()
        known = normalise(token) if token[0].isalnum() else _SPOKEN.get(token, "")
        normal = self[token] = POSSESSIVE if token in ("'s", "’s") else known
        return normal


_NORMAL_WORDS = _NormalWords()


_MAY_END = re.compile(
    r"[.!?;。！？；—–\n,](?:(?<=[.!?;。！？；])\s*\S|(?<=\s[—–])\s|(?<=\n)|(?<=,)\s+(?:and\s|from\s|we\s))"
)
_CLAUSE_END = re.compile(
    r"\s*[;；]\s*|\s+[—–]\s+(?=(?:in turn|and|then|so|he|she|it|they|this|that|which|whose|who|also)\b)"
    r"|,\s+(?=and\s+in\s+turn\b|(?:and\s+)?(?:from\s+(?:here|there|this|that|which),?\s+)?"
    r"we\s+(?:can\s+|may\s+|also\s+|now\s+)*"
    r"(?:conclude|deduce|discover|find|get|infer|know|learn|note|see|understand)\s+that\b)"
    # A pronoun is no part of a chain of names: "T is kept by H → she reports to M".
    r"|\s*(?:→|[-=]>|⇒)\s*(?=(?:he|she|it|they|who|which|whose|his|her|its|their)\b)"
)


def sentences_of(step: str) -> list[str]:
    """The sentences of a step, parted at semicolons and before "we find that …" as well.

    >>> sentences_of("Anne is from Wales; it lies in Britain. Max is her son.")
    ['Anne is from Wales', 'it lies in Britain.', 'Max is her son.']
    """
    if not _MAY_END.search(step) and "→" not in step and ">" not in step:
        return [step]
    parts = (part for sentence in split_sentences(step) for part in _CLAUSE_END.split(sentence))
    return [part for part in parts if part]


def name_key(name: str) -> str:
    """What two spellings of a name have in common: their words in normal form, with single spaces.

    >>> name_key("Louis I de Bourbon, Prince de Condé"), name_key("李世民")
    ('louis i de bourbon prince de conde', '李 世 民')
    """
    normal = normalise(name)
    if "%" in normal:
        normal = normal.replace("%", f" {_SPOKEN['%']} ")
    return " ".join(_NAME_WORD.findall(normal))
