"""The sentences of an answer: which state something that can be checked, and what they cite."""

import re
from dataclasses import dataclass
from functools import partial
from typing import Literal

from ..answers.given import find_answers
from ..language.discourse import addresses_reader, is_plan, is_question
from ..language.rules import words_in
from ..language.tokens import Tokens
from ..text.sentences import split_sentences
from .citation_marks import Citation, citations_in, without_citations

NoClaim = Literal["question", "plan", "heading", "address", "answer", "no words"]
"""Why a sentence states nothing to check: it asks, says what its writer is about to find out, heads what
follows, speaks of the talk itself ("I hope this helps"), only repeats what is the answer, or has no words.
What somebody has to do is stated: "Employees have to keep receipts", "Please keep receipts"."""

_MARK = re.compile(r"^\s*(?:[-*•‣▪–]|\d{1,2}[.)]|#{1,6}|>)\s+")
_EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_LONGEST_HEADING = 8  # words
_LONGEST_ANSWER = 10  # words of "So the answer is (X)."
_words = partial(words_in, "words")


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
        if found and not any(map(str.isalpha, without_citations(sentence))):
            found[-1] = _joined(answer, found[-1].start, end)  # a citation behind the full stop
        else:
            found.append(_joined(answer, start, end))
    return found


def _joined(answer: str, start: int, end: int) -> Statement:
    text = answer[start:end]
    said = _EMPHASIS.sub(r"\2", _MARK.sub("", without_citations(text)))
    said = " ".join(said.split())
    if addresses_reader(Tokens.of(said)) and (behind := _behind_address(said)):
        said = behind
    return Statement(text, start, end, said, _no_claim(text, said), tuple(citations_in(text)))


def _behind_address(said: str) -> str:
    """What is stated behind words to the reader: "I'm sorry, but …"; empty where nothing is."""
    tokens = Tokens.of(said)
    for at in range(1, len(tokens.surface) - 1):
        joined = tokens.surface[at - 1] == "," and tokens.normal[at] in _words("but")
        if joined or tokens.surface[at] == ";":
            rest = Tokens.of(said[tokens.spans()[at + 1][0] :])
            if not addresses_reader(rest):
                return rest.text
    return ""


def _no_claim(text: str, said: str) -> NoClaim | None:
    tokens = Tokens.of(said)
    words = [word for word in tokens.normal if word and word[0].isalnum()]
    if not words:
        return "no words"
    if is_question(tokens) or (tokens.normal[0] in _words("wh") and is_plan(tokens)):
        return "question"
    if addresses_reader(tokens):
        return "address"
    if len(words) <= _LONGEST_ANSWER and find_answers(said):
        return "answer"
    if text.lstrip().startswith("#") or (said.endswith(":") and len(words) <= _LONGEST_HEADING):
        return "heading"
    return "plan" if is_plan(tokens) and _is_of_its_writer(tokens) else None


def _is_of_its_writer(tokens: Tokens) -> bool:
    """Whether a sentence may say what its writer is about to find out."""
    return all(not _words(name).isdisjoint(tokens.normal) for name in ("speaker", "seeking"))
