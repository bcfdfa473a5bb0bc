"""The paper's protocol: which replies are judged, and which are counted as abstained or unstructured.

Reference: Direct Evaluation of CoT, Section 4 "Evaluation Metrics", Appendices C.3 (what the four groups of
replies do to precision and recall), C.4 (abstained) and C.5 (unstructured).
"""

import os
import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, Self

from ..answers.written import bare
from ..counted import counted
from ..errors import InputError
from .steps import parse_text
from .unsaid import ChainText
from .verdicts import UnscoredKind

PathLike = str | os.PathLike[str]
TEMPERATURE, TOP_P = 0.7, 0.9
"""With which all models of the paper are asked (Section 4, "Large Language Models")."""
ANSWER = "answer"
"""The group of a pattern that holds the answer."""


class ReadReply(NamedTuple):
    """A reply as the protocol takes it.

    Attributes:
        steps: its numbered steps; empty where it is not judged.
        answer: None where it is not judged.
        unscored_as: "abstained" or "unstructured" where it is not judged.
        reason: why it is not judged; empty where it is.
    """

    steps: tuple[str, ...]
    answer: str | None
    unscored_as: UnscoredKind | None = None
    reason: str = ""


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def _published_keywords() -> tuple[str, ...]:
    return tuple(_lines(files(__package__).joinpath("abstained.txt").read_text("utf-8")))


@cache
def _published_pattern() -> str:
    (pattern,) = _lines(files(__package__).joinpath("structured.txt").read_text("utf-8"))
    return pattern


@dataclass(frozen=True, slots=True)
class PaperProtocol:
    """The four groups of replies: abstained, unstructured, and the faithful and unfaithful that are judged.

    groundpath's own reading is lenient: it takes titles such as "The Impossible" for no abstention, and reads
    steps and answers in any layout. The paper looks for keywords anywhere, and holds replies against one
    layout. Only what is counted in this way can stand beside the paper's figures.

    Attributes:
        abstained: a reply that holds one of these, in any case and also within a word, abstains; looked for
            first. By default the ten of Appendix C.4.
        structured: a regular expression; a reply in which it is not found is unstructured, and so is one
            without a numbered step. By default that of Appendix C.5. Its group `answer`, where it took
            part, is the answer given; otherwise groundpath finds it.

    Raises:
        InputError: a keyword is empty, or `structured` is no regular expression.
    """

    abstained: tuple[str, ...] = field(default_factory=_published_keywords)
    structured: str = field(default_factory=_published_pattern)

    def __post_init__(self) -> None:
        if not all(map(str.strip, self.abstained)):
            raise InputError("a keyword of abstained replies is empty: every reply would abstain; remove it")
        try:
            re.compile(self.structured)
        except re.error as error:
            raise InputError(
                f"the pattern of structured replies is no regular expression ({error}): {self.structured!r}"
            ) from None

    @classmethod
    def of_files(cls, abstained: PathLike | None = None, structured: PathLike | None = None) -> Self:
        """The protocol with a user's keywords (one a line) or pattern (one line) in place of the paper's.

        Lines that begin with "#" are remarks.

        Raises:
            InputError: a file cannot be read or holds nothing, or as for the class.
        """
        keywords = _published_keywords() if abstained is None else tuple(_lines_of(abstained))
        pattern = _published_pattern() if structured is None else _only_line(structured)
        return cls(keywords, pattern)

    @property
    def label(self) -> str:
        """Its name in verdicts: "paper", or "paper@own-5f2c8a01" for other keywords or another pattern."""
        if self == PaperProtocol():
            return "paper"
        made_of = "\0".join((*self.abstained, self.structured))
        return f"paper@own-{blake2b(made_of.encode(), digest_size=4).hexdigest()}"

    def read(self, text: str) -> ReadReply:
        """A reply's steps and answer, or why it is not judged. What is thought before it is no part of it."""
        shown = ChainText.of(text)
        text, said = shown.text, shown.said.casefold()
        if keyword := next((word for word in self.abstained if word.casefold() in said), None):
            return ReadReply((), None, "abstained", f"The text declines to answer: it holds “{keyword}”.")
        found = re.search(self.structured, text)
        if found is None:
            return ReadReply((), None, "unstructured", "The text has not the layout that was asked for.")
        parsed = parse_text(text)
        answer = parsed.answer
        if ANSWER in found.re.groupindex and found[ANSWER] is not None:
            answer = bare(found[ANSWER])
            if parsed.answer is None:  # its sentence would be read as part of a step
                parsed = parse_text(text[: text.rfind("\n", 0, found.start(ANSWER)) + 1])
        if not shown.gives(answer):
            answer = None
        if not parsed.listed or answer is None:
            missing = "numbered step" if answer is not None else "answer"
            return ReadReply((), None, "unstructured", f"The text holds no {missing}.")
        return ReadReply(parsed.listed, answer)


def _only_line(path: PathLike) -> str:
    lines = _lines_of(path)
    if len(lines) > 1:
        raise InputError(
            f"{os.fspath(path)} holds {counted(len(lines), 'line')}, where one regular expression is needed"
        )
    return lines[0]


def _lines_of(path: PathLike) -> list[str]:
    try:
        lines = _lines(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{os.fspath(path)} cannot be read: {reason}; check the path") from None
    if not lines:
        raise InputError(f"{os.fspath(path)} holds no line but remarks; add what replies are told by")
    return lines
