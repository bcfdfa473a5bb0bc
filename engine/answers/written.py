"""Answers as they are written: without what stands around them, and compared word for word."""

import re
from collections.abc import Iterable

from ..language.quantities import compare, read_value
from ..language.timespans import AGREEING
from ..language.tokens import name_key
from ..names import WORD, normalise

_INSIDE = r"\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]*\]|（[^（）\n]*）"  # "(male (the gender))"
_ENCLOSED = re.compile(
    rf"{_INSIDE}|【.*】|“[^”]*”|‘[^’]*’|«[^»]*»|「[^」]*」|\"[^\"]*\"|'[^']*'|`[^`]*`|\$[^$]*\$"
)
_LATEX = re.compile(r"\\(?:text|textbf|mathrm|mathbf)\s*\{([^{}]*)\}|\\[(\[]\s*()|\s*\\[)\]]()")
_ABBREVIATION = re.compile(r"\b(?:\w\.){2,}$")
_AROUND = " \t\n*_,;:：=。{}"
_REMARK = re.compile(r"\s*[(（][^()（）]*[)）](?=\W|$)")


def bare(answer: str) -> str:
    """An answer without brackets, quotation marks, LaTeX, emphasis and full stop; empty without a word.

    >>> bare('"(Ann)."'), bare("the U.S."), bare("(A) or (B)"), bare("...")
    ('Ann', 'the U.S.', '(A) or (B)', '')
    """
    rest, previous = _LATEX.sub(lambda found: found[1] or "", answer), None
    while rest != previous:
        previous = rest
        rest = rest.strip(_AROUND)
        rest = rest if _ABBREVIATION.search(rest) else rest.rstrip(".")
        if _ENCLOSED.fullmatch(rest):
            rest = rest[1:-1]
    if rest.count('"') == 1:
        rest = rest.strip('"').strip()  # its other one stands elsewhere: {"answer": "X"}
    return rest if any(map(str.isalnum, rest)) else ""


def without_remarks(answer: str) -> str:
    """An answer without what is said of it in brackets: "A (of B)"."""
    return _REMARK.sub("", answer)


def is_right(answer: str, gold_answers: Iterable[str]) -> bool:
    """Whether an answer and a gold answer agree: one appears in the other, as whole words.

    Case, accents, underscores and punctuation do not count.

    Reference: Direct Evaluation of CoT, Appendix C.3, "Answer Accuracy".

    >>> is_right("male (the gender)", ["male"]), is_right("male", ["female"])
    (True, False)
    """
    given = _as_words(answer)
    return any(
        given.strip() and gold.strip() and (given in gold or gold in given)
        for gold in map(_as_words, gold_answers)
    )


def _as_words(text: str) -> str:
    """Words with a space before and after each, so that " word " finds whole words only."""
    normal = normalise(text)
    return f" {' '.join(WORD.findall(normal) or normal.split())} "


def says_the_same(answer: str, gold_answers: Iterable[str]) -> bool:
    """Whether an answer is a gold one in other spelling, or a date or number in another form."""
    plain = without_remarks(answer)
    keys = {name_key(text) for text in (answer, plain, plain.partition(",")[0])}
    value = read_value(plain)
    held = ((gold, read_value(gold) if value else None) for gold in gold_answers)
    return any(
        name_key(gold) in keys or (value and other and compare(value, other) in AGREEING)
        for gold, other in held
    )
