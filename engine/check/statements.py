"""The sentences of an answer: which state something that can be checked, and what they cite."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..answers.given import find_answers
from ..language.discourse import addresses_reader, is_plan, is_question
from ..language.tokens import Tokens
from ..text.sentences import split_sentences

NoClaim = Literal["question", "plan", "heading", "address", "answer", "no words"]
"""Why a sentence states nothing to check: it asks, announces, heads what follows, speaks to the reader,
only repeats what is the answer, or has no words."""

# "[3]", "[1, 2]", "[doc 2]", "【3†source】", "^4^"; "(Smith, p. 4)", "(Smith 2020)", "(p. 4)".
_NUMBERED = re.compile(
    r"\s?(?:\[(?:doc(?:ument)?|source|context|passage|ref)?\s?#?(?P<a>\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*)\]"
    r"|【(?P<b>\d{1,3})[^】]*】|\^(?P<c>\d{1,3})\^?(?!\w))",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\s?\((?P<name>(?:[A-Z][\w.&'’-]*(?:,? (?:and|&|et al\.?|[A-Z][\w.&'’-]*)){0,4})?)"
    r"(?:,?\s?(?P<year>\d{4}[a-z]?))?(?:,?\s?(?:p{1,2}\.|page|s\.|sec(?:tion)?\.?|§)\s?(?P<page>[\w.–-]{1,12}))?\)"
)
_MARK = re.compile(r"^\s*(?:[-*•‣▪–]|\d{1,2}[.)]|#{1,6}|>)\s+")
_EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_LONGEST_HEADING = 8  # words
_LONGEST_ANSWER = 10  # words of "So the answer is (X)."


@dataclass(frozen=True, slots=True)
class Citation:
    """What a sentence says that it rests on.

    Attributes:
        text: as it stands in the answer.
        numbers: of the documents that are cited by number, from 1.
        name: of the document or its author, where it is cited by name.
        page: the page or section, where one is told.
    """

    text: str
    numbers: tuple[int, ...] = ()
    name: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an answer.

    Attributes:
        text: as it stands in the answer, `start` to `end`.
        said: the same without marks of lists, emphasis and citations: what is checked.
        no_claim: why there is nothing to check; None where it states something.
        cites: what it cites.
    """

    text: str
    start: int
    end: int
    said: str
    no_claim: NoClaim | None = None
    cites: tuple[Citation, ...] = ()


def statements_of(answer: str) -> list[Statement]:
    """The sentences of an answer, in order.

    >>> [one.said for one in statements_of("Sure! - Ann is from **Ely** [2]. Is that so?")]
    ['Sure!', 'Ann is from Ely.', 'Is that so?']
    """
    found: list[Statement] = []
    end = 0
    for sentence in split_sentences(answer):
        start = answer.index(sentence, end)
        end = start + len(sentence)
        if found and not any(map(str.isalpha, _without_citations(sentence))):
            found[-1] = _joined(answer, found[-1].start, end)  # a citation behind the full stop
        else:
            found.append(_joined(answer, start, end))
    return found


def _joined(answer: str, start: int, end: int) -> Statement:
    text = answer[start:end]
    said = _EMPHASIS.sub(r"\2", _MARK.sub("", _without_citations(text)))
    said = " ".join(said.split())
    return Statement(text, start, end, said, _no_claim(text, said), tuple(_citations(text)))


def _without_citations(text: str) -> str:
    return _NAMED.sub(lambda cited: "" if _is_citation(cited) else cited[0], _NUMBERED.sub("", text))


def _is_citation(found: re.Match[str]) -> bool:
    """Whether a remark in brackets cites: it tells a page, or a name with a year."""
    return bool(found["page"] or (found["name"] and found["year"]))


def _citations(text: str) -> Iterator[Citation]:
    for found in _NUMBERED.finditer(text):
        told = found["a"] or found["b"] or found["c"]
        yield Citation(found[0].strip(), tuple(_numbers(told)))
    for found in _NAMED.finditer(text):
        if _is_citation(found):
            yield Citation(found[0].strip(), name=found["name"], page=found["page"] or "")


def _numbers(told: str) -> Iterator[int]:
    """The numbers of "1, 3-5"."""
    for part in re.split(r"[,;]", told):
        first, _, last = re.sub(r"\s", "", part).replace("–", "-").partition("-")
        yield from range(int(first), int(last or first) + 1)


def _no_claim(text: str, said: str) -> NoClaim | None:
    tokens = Tokens.of(said)
    words = [word for word in tokens.normal if word and word[0].isalnum()]
    if not words:
        return "no words"
    if is_question(tokens):
        return "question"
    if addresses_reader(tokens):
        return "address"
    if len(words) <= _LONGEST_ANSWER and find_answers(said):
        return "answer"
    if text.lstrip().startswith("#") or (said.endswith(":") and len(words) <= _LONGEST_HEADING):
        return "heading"
    return "plan" if is_plan(tokens) else None
