"""A text as the selectors of facts read it: its words in normal form, and what of them says something."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..language.function_words import words_of
from ..language.tokens import Tokens

# Words are compared by their beginnings, so that "directed" meets "director".
_STEM = 5
_TITLE_NOTE = re.compile(r"\s*\([^()]*\)\s*$")


class Read(NamedTuple):
    """A text's words in normal form, each between spaces, and the beginnings of those that say something."""

    words: str
    stems: frozenset[str]

    def names(self, title: str) -> bool:
        """Whether a title stands in the text, as whole words and without a note such as "(2013 film)"."""
        words = _bare(title)
        return bool(words.strip()) and words in self.words

    def place(self, title: str) -> int:
        """How many words stand before a title that it names."""
        return self.words[: self.words.index(_bare(title))].count(" ")

    def length(self, title: str) -> int:
        """How many words a title has that it names."""
        return len(_bare(title).split())


@lru_cache(maxsize=20_000)
def read(text: str) -> Read:
    """A text, read; the same texts come again and again."""
    words = [word for word in Tokens.of(text).normal if word]
    return Read(f" {' '.join(words)} ", stems(words))


def stems(words: Iterable[str]) -> frozenset[str]:
    """The beginnings of the words that say something."""
    return frozenset(word[:_STEM] for word in words if word not in words_of("common"))


def _bare(title: str) -> str:
    return read(_TITLE_NOTE.sub("", title) or title).words
