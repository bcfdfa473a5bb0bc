"""Where a chain of thought gives its answer, and whether that answer is right."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..names import normalise
from ..text.sentences import split_sentences

_CUE = re.compile(
    r"""
    # "the final answer to the question is"
    \b(?:the|my|our)\s+(?:(?:final|correct|right|short)\s+)?answers?\s*
    (?:to\s+(?:the|this|your)\s+(?:\w+\s+)?question\s*)?
    (?:
        (?:is|are|was|were|(?:must|should|would|will)\s+be)\b(?:\s+(?:therefore|thus|then)\b)?
        | (?=[:：=])
    )
    # "Answer:" at the start of a line or sentence
    | (?P<label>
        (?:^(?:(?!\n)[\W\d_]){0,12}|(?<=[.!?][ ]))
        (?:(?:final|correct|short)\s+)?answers?\s*(?:\([^()\n]*\)\s*)?(?=[:：=])
      )
    | (?:答案|回答)\s*(?:是|为|为：|(?=[:：]))
    | (?=\${0,2}\\boxed\s*\{)
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
# Between cue and answer. The answer may stand on the next line only when that is the last one.
_GAP = re.compile(r"[ \t*_:：=]*(?:\n\s*+(?=[^\n]*+\s*\Z))?[ \t*_]*")
_BOXED = re.compile(r"\${0,2}\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}\$*")
# "(X)" that is the whole answer, with one more pair inside: "(male (the gender))".
_BRACKETED = re.compile(
    r"(?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]*\]|（[^（）\n]*）)(?=[\s*_]*(?:[.。!,;]|$))", re.MULTILINE
)
_AFTER_ANSWER = re.compile(r"[ \t.。*_]*")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LATEX_TEXT = re.compile(r"\\(?:text|textbf|mathrm|mathbf)\s*\{([^{}]*)\}")
_ABBREVIATION = re.compile(r"\b(?:\w\.){2,}$")
_ENCLOSING = dict(zip("([（【“‘«「\"'`$", ")]）】”’»」\"'`$", strict=True))
_LONGEST_ANSWER = 2000
# Scripts that write words without spaces between them: each character counts as a word.
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and where in the text the sentence stands that gives it."""

    text: str
    start: int
    end: int


def find_answers(text: str) -> list[Answer]:
    r"""The answers that a chain gives, in order of appearance; the last one is meant.

    Known forms: "So the answer is (X).", "Therefore, the final answer is X", "The answer to the question
    is: X", "Answer: X", "\boxed{X}", with or without emphasis, quotes and full stop.

    >>> [answer.text for answer in find_answers("So the answer is (Henry VII).")]
    ['Henry VII']
    """
    found: list[Answer] = []
    end = 0
    for cue in _CUE.finditer(text):
        if cue.start() < end:
            continue
        answer, after = _read(text, cue.end())
        if answer:
            found.append(Answer(answer, _sentence_start(text, end, cue), after))
            end = after
    return found


def is_right(answer: str, accepted: Iterable[str]) -> bool:
    """Whether an answer and a gold answer agree: one appears in the other, as whole words.

    Case, accents, underscores and punctuation do not count.

    Reference: Direct Evaluation of CoT, Appendix C.3, "Answer Accuracy".

    >>> is_right("male (the gender)", ["male"]), is_right("male", ["female"])
    (True, False)
    """
    given = _as_words(answer)
    return any(_appears(given, gold) or _appears(gold, given) for gold in map(_as_words, accepted))


def _appears(part: str, whole: str) -> bool:
    return bool(part.strip()) and part in whole


def _as_words(text: str) -> str:
    """Words with a space before and after each, so that " word " finds whole words only."""
    normal = normalise(text)
    return f" {' '.join(_WORD.findall(normal) or normal.split())} "


def _read(text: str, cue_end: int) -> tuple[str, int]:
    """The answer that follows a cue, and where its sentence ends."""
    gap = _GAP.match(text, cue_end)
    start = gap.end() if gap else cue_end
    closed = _BOXED.match(text, start) or _BRACKETED.match(text, start)
    if closed:
        answer, end = closed[closed.lastindex or 0], closed.end()
    else:
        answer = _first_sentence(text[start : start + _LONGEST_ANSWER].partition("\n")[0])
        end = start + len(answer)
    after = _AFTER_ANSWER.match(text, end)
    return _bare(answer), after.end() if after else end


def _first_sentence(line: str) -> str:
    """The first sentence of a line, from the line's start."""
    sentences = split_sentences(line)
    return line[: line.index(sentences[0]) + len(sentences[0])] if sentences else ""


def _sentence_start(text: str, after: int, cue: re.Match[str]) -> int:
    """Where the sentence begins that holds the cue, not before `after`."""
    if cue["label"]:
        return cue.start()
    for paragraph in _PARAGRAPH.finditer(text, after, cue.start()):
        after = paragraph.end()
    # The X stands for the answer, which may be all that there is of its sentence.
    return cue.end() + len("X") - len(split_sentences(f"{text[after : cue.end()]}X")[-1])


def _bare(answer: str) -> str:
    """An answer without the brackets, quotes, LaTeX, emphasis and full stop around it."""
    bare = _LATEX_TEXT.sub(r"\1", answer)
    previous = None
    while bare != previous:
        previous = bare
        bare = _without_full_stop(bare.strip(" \t\n*_,;:。"))
        if _is_enclosed(bare):
            bare = bare[1:-1]
    return bare if any(character.isalnum() for character in bare) else ""


def _is_enclosed(answer: str) -> bool:
    """Whether one pair of brackets or quotes goes around all of it, as in "(X)", not as in "(X) or (Y)"."""
    opening, inside, ending = answer[:1], answer[1:-1], answer[1:][-1:]
    if not opening or _ENCLOSING.get(opening) != ending:
        return False
    if opening == ending:
        return opening not in inside
    first, last = inside.find(ending), inside.find(opening)
    return inside.count(opening) == inside.count(ending) and (first < 0 or last < first)


def _without_full_stop(answer: str) -> str:
    """Without the full stop, unless it belongs to an abbreviation such as "U.S."."""
    return answer if _ABBREVIATION.search(answer) else answer.rstrip(".")
