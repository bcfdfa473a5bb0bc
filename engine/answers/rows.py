"""The rule rows of `en/answers.toml`, and sentences as they read them."""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from ..language.rules import ARROW, Alphabet, Rules, rows_of, table, words_of_pattern
from ..language.tokens import Tokens

_UNREAD = frozenset("\"'“”„‘’«»「」`*_")
_ARROWS = frozenset("→⇒➜➔➡⟶👉✅∴")
_MARKS = {"：": ":", "，": ",", "；": ";"}
_AT_THE_END = frozenset(".!?。！？)]}") | _UNREAD


class Sentence:
    """A sentence as rows read it: without quotation marks, emphasis, and the marks around it.

    `places` says where each of its `words` begins and ends in the text, in characters.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        read = list(_read(Tokens.of(text)))
        start = next((at for at, (word, _) in enumerate(read) if word[0].isalnum() or word == ARROW), 0)
        end = len(read)
        while end > start and read[end - 1][0] in _AT_THE_END:
            end -= 1
        self.words = tuple(word for word, _ in read[start:end])
        self.places = tuple(place for _, place in read[start:end])

    @cached_property
    def symbols(self) -> str:
        return alphabet().symbols(self.words)

    def place(self, word: int) -> int:
        """Where the words before one end, in characters."""
        return self.places[word - 1][1] if word else 0


def _read(tokens: Tokens) -> Iterator[tuple[str, tuple[int, int]]]:
    """The words and marks that are read, each with its place; an arrow of two marks is one."""
    marks = [*tokens.surface, ""]
    for at, (word, (start, end)) in enumerate(zip(tokens.normal, tokens.spans(), strict=True)):
        mark = marks[at]
        if mark in "-=" and marks[at + 1] == ">":
            yield ARROW, (start, end + 1)
        elif mark.strip() and mark not in _UNREAD and (mark != ">" or marks[at - 1] not in ("-", "=")):
            yield word or (ARROW if mark in _ARROWS else _MARKS.get(mark, mark)), (start, end)


@cache
def alphabet() -> Alphabet:
    """The symbols of the rows about answers."""
    words = [word for row in rows_of("answers") for word in words_of_pattern(row.pattern)]
    return Alphabet(table("words") | table("answers")["classes"], words)


@cache
def rows(means: str) -> Rules:
    """The rows that mean one thing."""
    return Rules([row for row in rows_of("answers") if row.gives["means"] == means], alphabet())


@cache
def words(name: str) -> frozenset[str]:
    """A list of words of the table."""
    listed: dict[str, Any] = table("answers")["words"]
    return frozenset(listed[name])
