"""Where a text gives its answer, in words that say so: "So the answer is (X).", "X is the answer"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..language.quantities import read_value
from ..language.rules import Hit
from ..text.sentences import split_sentences
from .rows import Sentence, rows, words
from .written import bare

_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_NEXT_LINE = re.compile(r"[\s*_]*\n\s*([^\n]+)\s*\Z")
_LONGEST = 2000  # characters of a sentence that gives an answer
_FEWEST_WORDS = 4  # of a reason before an answer in its sentence


class Answer(NamedTuple):
    """An answer, and where in the text the words stand that give it."""

    text: str
    start: int
    end: int


def find_answers(text: str) -> list[Answer]:
    r"""The answers that a text gives, in order of appearance; the last one is meant.

    They stand behind or before words that call them the answer, in LaTeX's box, behind a heading or a sign in
    the last sentence, or alone on the last line where they are a value.

    >>> [answer.text for answer in find_answers("Ann is Bo's mother, so the answer is (Ann).")]
    ['Ann']
    """
    found = list(_called_answers(text)) if _may_give(text) else []
    last = _at_the_end(text)
    return found if last is None or (found and last.start < found[-1].end) else [*found, last]


def _may_give(text: str) -> bool:
    """Whether a text holds a word by which answers are called: most sentences do not."""
    return any(hint in text.lower() for hint in words("hints"))


def _called_answers(text: str) -> Iterator[Answer]:
    end = 0
    for said in split_sentences(text):
        start = text.index(said, end)
        end = start + len(said)
        if len(said) > _LONGEST or not _may_give(said):
            continue
        boxed = _BOXED.search(said)
        sentence = Sentence(said)
        answer = Answer(bare(boxed[1]), start, end) if boxed else _behind(text, start, sentence)
        answer = answer or _before(start, sentence)
        of_a_step = text[:start].rstrip().endswith("?") and text[end:].strip()  # "Her son? The answer is Bo."
        if answer and answer.text and not of_a_step:
            yield answer


def _behind(text: str, start: int, sentence: Sentence) -> Answer | None:
    """The answer behind some words of a sentence, or on the next line where that is the last one."""
    never = rows("never").all(sentence.symbols)
    for hit in rows("behind").all(sentence.symbols):
        place = start + sentence.place(hit.end)
        line = text[place : start + len(sentence.text)].partition("\n")[0]
        end = place + len(line)
        if not bare(line) and (below := _NEXT_LINE.match(text, end)):
            line, end = below[1], below.end()
        answer = bare(line)
        given = answer and not answer.endswith("?")
        if given and not any(one.start < hit.end and hit.start < one.end for one in never):
            return Answer(answer, start + _conclusion(sentence, hit), end)
    return None


def _before(start: int, sentence: Sentence) -> Answer | None:
    """The answer before words that call it so, at the end of a sentence."""
    for hit in rows("before").all(sentence.symbols):
        first = _conclusion(sentence, hit)
        said = Sentence(sentence.text[first : sentence.place(hit.start)].lstrip(" ,;"))
        led = rows("lead").all(said.symbols)
        if "led" in hit.row.gives and not any("led" in one.row.gives for one in led):
            continue
        opening = max((one.end for one in led), default=0)
        if not words("pointing").issuperset(said.words[opening:]):
            answer = bare(said.text[said.places[opening][0] :])
            return Answer(answer, start + first, start + len(sentence.text))
    return None


def _conclusion(sentence: Sentence, cue: Hit) -> int:
    """Where in a sentence a conclusion begins, behind the reason for it: "A is by B, so the answer …"."""
    found = 0
    for hit in rows("concludes").all(sentence.symbols):
        before = cue.start if sentence.words[cue.start] == "," else cue.start - 1
        place = before if "since" in hit.row.gives else hit.start
        if max(found, _FEWEST_WORDS) <= place <= cue.start + 1 and not sentence.words[place].isalnum():
            found = place
    return sentence.places[found][0] if found else 0


def _at_the_end(text: str) -> Answer | None:
    """The answer of a last line or sentence that only gives one: "Result: X", "→ X", "1,250 km"."""
    end = len(text.rstrip())
    start = text.rfind("\n", 0, end) + 1
    line = text[start:end][-_LONGEST:]
    for said in dict.fromkeys([line, *split_sentences(line)[-1:]]):
        sentence = Sentence(said)
        for hit in rows("heading").all(sentence.symbols):
            if answer := bare(said[sentence.place(hit.end) :].rstrip(" !")):
                return Answer(answer, end - len(said), end)
    alone = bare(line)
    reasons = any(map(str.isalpha, text[:start]))
    return Answer(alone, start, end) if reasons and alone and read_value(alone) else None
