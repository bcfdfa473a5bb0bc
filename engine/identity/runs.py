"""Names as they stand in a text: words with capitals side by side, and what stands around them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ..language.function_words import words_of
from ..linking.cut_short import PARTICLES
from ..names import normalise
from .name_parts import honorifics, words

_TOKEN = re.compile(r"[^\W_]+(?:[’'‐-][^\W_]+)*|&(?= )")
_POSSESSIVE = re.compile(r"['’]s$")
_ENDS = re.compile(r"[.!?:]['\"“”’()\s]*$")
_QUOTES = frozenset('"“`')
_SPACE = re.compile(r"\s+")
_SUFFIX_GAP = re.compile(r",?\s+")
_NO_NAMES = ("prepositions", "articles", "possessives", "empty")


@dataclass(frozen=True, slots=True)
class Run:
    """A name in a text, without what is said before it and behind it.

    Attributes:
        start, end: where it stands, in characters; both -1 for a title.
        words: as they are written, possessives and full stops cut off; particles ("van") included.
        name: as it is written, without what is said before and behind it.
        honorific: the last word before it that is said before names, in normal form; else "".
        generation: what tells it from a parent's name, in normal form; else "".
        before, behind: the words beside it in the same sentence, in normal form, "&" for one; else "". Behind
            a possessive nothing is.
        quoted: whether a quote begins with it, as the name of a work does.
    """

    start: int
    end: int
    words: tuple[str, ...]
    name: str
    honorific: str = ""
    generation: str = ""
    before: str = ""
    behind: str = ""
    quoted: bool = False

    @property
    def last(self) -> str:
        return self.words[-1]


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str
    possessive: bool

    @property
    def normal(self) -> str:
        return normalise(self.text)

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper() or (self.text[0].isalpha() and not self.text[0].islower())


def runs_of(text: str) -> list[Run]:
    """The names of a text in their order."""
    tokens = list(_tokens(text))
    spoken_low = frozenset(token.text for token in tokens if token.text[0].islower())
    found: list[Run] = []
    at = 0
    while at < len(tokens):
        if not tokens[at].is_capital:
            at += 1
            continue
        end = _end_of_run(text, tokens, at)
        found.extend(_run(text, tokens, at, end, spoken_low))
        at = end
    return found


def run_of_name(name: str) -> Run | None:
    """A name that stands for itself, as a title does; None where it is not written as one name."""
    found = runs_of(name)
    if len(found) != 1 or found[0].end < len(name.rstrip("'’")):
        return None
    (run,) = found
    return run if run.start == 0 or run.honorific else None


def ends_with(name: Sequence[str], part: Sequence[str]) -> bool:
    """Whether the words of a name end with those of a part, which is not all of it."""
    return len(name) > len(part) and tuple(name[-len(part) :]) == tuple(part)


@cache
def _particles() -> frozenset[str]:
    english = words_of("prepositions") | words_of("articles")
    return (PARTICLES - english) | words("within", "particles")


@cache
def _dotted() -> frozenset[str]:
    return words("behind", "generation") | honorifics() | words("within", "dotted")


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        word = _POSSESSIVE.sub("", found.group())
        end = found.start() + len(word)
        dotted = text[end : end + 1] == "." and (
            (len(word) == 1 and word.isupper()) or normalise(word) in _dotted()
        )
        yield _Token(found.start(), end + dotted, word, word != found.group())


def _end_of_run(text: str, tokens: list[_Token], start: int) -> int:
    """The index behind the last token of the run that begins with a token."""
    at = start
    while at + 1 < len(tokens) and not tokens[at].possessive:
        ahead = at + 1
        while ahead < len(tokens) and tokens[ahead].text in _particles() and ahead - at < 3:
            ahead += 1
        if ahead == len(tokens) or not tokens[ahead].is_capital:
            break
        gaps = [
            text[one.end : other.start]
            for one, other in zip(tokens[at:ahead], tokens[at + 1 :], strict=False)
        ]
        suffix = ahead == at + 1 and tokens[ahead].normal in words("behind", "generation")
        if not all(_SPACE.fullmatch(gap) or (suffix and _SUFFIX_GAP.fullmatch(gap)) for gap in gaps):
            break
        at = ahead
    return at + 1


def _run(text: str, tokens: list[_Token], start: int, end: int, spoken_low: frozenset[str]) -> Iterator[Run]:
    first, last = start, end
    before = tokens[start - 1] if start else None
    opens = before is None or _ENDS.search(text[before.end - 1 : tokens[start].start]) is not None
    if opens and end - start > 1 and _is_no_name(tokens[start], spoken_low):
        first += 1
    if 0 < first < end - 1 and _is_month(tokens[first], tokens[first - 1]):
        first += 1
    honorific = ""
    for at in range(first, end - 1):
        if tokens[at].normal in honorifics():
            honorific, first = tokens[at].normal, at + 1
    generation = ""
    if last - first > 1 and tokens[last - 1].normal in words("behind", "generation"):
        generation = tokens[last - 1].normal
        last -= 1
    if opens and last - first == 1 and first == start and _is_no_name(tokens[first], spoken_low):
        return
    at, until = tokens[first].start, tokens[end - 1].end
    behind = tokens[end] if end < len(tokens) else None
    owns = tokens[end - 1].possessive
    yield Run(
        at,
        until,
        tuple(token.text for token in tokens[first:last]),
        text[at : tokens[last - 1].end],
        honorific,
        generation,
        before.normal if before and not opens and not _ends(text[before.end : tokens[start].start]) else "",
        behind.normal if behind and not owns and not _ends(text[until : behind.start]) else "",
        text[max(0, at - 1) : at] in _QUOTES,
    )


def _is_month(word: _Token, before: _Token) -> bool:
    """Whether a first name is a month where it stands."""
    return word.normal in words("around", "months") and before.normal in words("around", "before_months")


def _ends(between: str) -> bool:
    """Whether marks stand between two words, so that they are not side by side."""
    return re.search(r"[.,;:!?()\n]", between) is not None


def _is_no_name(token: _Token, spoken_low: frozenset[str]) -> bool:
    """Whether a word has its capital from the sentence that it opens."""
    low = token.text.lower()
    return low in spoken_low or any(low in words_of(kind) for kind in _NO_NAMES)
