"""What a model replied to a question or one of its sub-questions, and how right that is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal, Self, get_args

from ..audit.chains import RowSource, read_rows
from ..discriminate.cases import must_be
from ..llm.thinking import said
from ..trace.answers import WordOverlap, exact_match, word_overlap
from .cases import KINDS, VERSIONS, Kind, Stage, VersionName, stages_of

Shown = Literal["all", "gold", "none", "all+steps", "gold+steps"]
SHOWN: tuple[Shown, ...] = get_args(Shown)

# Each line by itself: of a page of empty ones the rest would be gone through from each.
_ANSWER_LINE = re.compile(r"^[^\w\n]*(?:final\s+)?answer[^\w\n]*:[\s*]*(.*)$", re.IGNORECASE | re.MULTILINE)
_MARKS = "\"'“”‘’*_`"


@dataclass(frozen=True, slots=True)
class Asking:
    """One thing that is asked.

    Attributes:
        question_id: of the counterfactual question; all that is asked of it shares this.
        part: 0 for the multi-hop question, from 1 for its sub-questions.
        hops: how many sub-questions the question has.
        accepted: any of which is right.
        remembered: what is right in the factual version; empty there.
        stages: what a chat model did to the counterfactual version of the question.
    """

    question_id: str
    kind: Kind
    hops: int
    version: VersionName
    part: int
    question: str
    accepted: tuple[str, ...]
    remembered: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True)
class Answered:
    """What was asked, beside a model's reply.

    Attributes:
        model: as the model names itself.
        shown: which passages it was shown; with "+steps" also the sub-questions of the question.
        run: number, from 1, of the run that it belongs to, where a model is asked the same several times.
        reply: empty where there was none.
        complete: False when the reply was cut off.
        failure: why there was no reply, or none of the judge's; None where nothing is missing.
        match: whether the answer means a right one, as a judge has it (PM); None when it was not asked.
    """

    asked: Asking
    model: str
    shown: Shown
    reply: str
    complete: bool = True
    failure: str | None = None
    match: bool | None = None
    run: int = 1

    @cached_property
    def answer(self) -> str | None:
        """What the reply answers; None, and so unscored, when it is missing, empty or cut off."""
        return read_answer(self.reply) if self.complete else None

    @property
    def exact(self) -> float | None:
        """EM: 1 when the answer is a right one as normalised, else 0. CofCA, Section 3.2."""
        return None if self.answer is None else exact_match(self.answer, self.asked.accepted)

    @property
    def overlap(self) -> WordOverlap | None:
        """Precision and recall of the answer's words, with F1. CofCA, Section 3.2."""
        return None if self.answer is None else word_overlap(self.answer, self.asked.accepted)

    @property
    def partial(self) -> float | None:
        """PM: 1 when it means a right answer, else 0. CofCA, Section 4.2."""
        return None if self.answer is None or self.match is None else float(self.match)

    @property
    def recalled(self) -> float | None:
        """1 when the answer is what is right in the factual version, and not in this one."""
        if self.answer is None or not self.asked.remembered:
            return None
        return float(not self.exact and bool(exact_match(self.answer, self.asked.remembered)))

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON: what was asked, what came, and what is read in it."""
        return {
            **asdict(self.asked),
            "model": self.model,
            "shown": self.shown,
            "run": self.run,
            "reply": self.reply,
            "complete": self.complete,
            "answer": self.answer,
            "em": self.exact,
            "f1": self.overlap and self.overlap.f1,
            "match": self.match,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from a row; scores are taken anew. Raises KeyError, TypeError or ValueError."""
        for name, known in (("kind", KINDS), ("version", VERSIONS), ("shown", SHOWN)):
            if row[name] not in known:
                raise ValueError(f"{name} {row[name]!r} is none of {', '.join(known)}")
        if not isinstance(row["reply"], str):
            raise TypeError("'reply' is not text")
        asked = Asking(
            question_id=str(row["question_id"]),
            kind=row["kind"],
            hops=int(row["hops"]),
            version=row["version"],
            part=int(row["part"]),
            question=str(row["question"]),
            accepted=tuple(map(str, row["accepted"])),
            remembered=tuple(map(str, row["remembered"])),
            stages=stages_of(row),
        )
        return cls(
            asked=asked,
            model=str(row["model"]),
            shown=row["shown"],
            reply=row["reply"],
            complete=bool(row["complete"]),
            failure=row.get("failure"),
            match=row.get("match"),
            run=int(row.get("run", 1)),
        )


def read_answer(reply: str) -> str | None:
    """The text behind the last "Answer:" of what a reply says, else its last line; None when there is none.

    >>> read_answer("The spouse is Ann.\\n**Answer:** Oslo.")
    'Oslo'
    >>> read_answer("Oslo")
    'Oslo'
    """
    text = said(reply)
    lines = _ANSWER_LINE.findall(text) or [line for line in text.splitlines() if line.strip()]
    return _bare(lines[-1]) or None if lines else None


def _bare(text: str) -> str:
    """A text without quotes, brackets, emphasis and white space around it, or a full stop behind it."""
    around = _MARKS + "".join(filter(str.isspace, set(text)))
    return text.lstrip(f"{around}({{[").rstrip(f"{around})}}].")


def read_answered(source: RowSource) -> Iterator[Answered]:
    """Answers, one at a time, from a file that `ask_to_file` or `judge_to_file` wrote, or from its rows.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row is not an answer; with its line.
    """
    return read_rows(source, _read_answered)


def _read_answered(row: Any, _line: int) -> Answered:
    with must_be("an answer", "groundpath counterfactual ask"):
        return Answered.from_dict(row)
