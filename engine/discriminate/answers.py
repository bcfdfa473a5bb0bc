"""What a model replied to a test, and what that says."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self, get_args

from ..audit.chains import RowSource, read_rows
from .cases import PathTest, must_be
from .decision import read_decision

PromptStyle = Literal["zero-shot", "zero-shot-cot", "few-shot", "few-shot-cot"]
PROMPT_STYLES: tuple[PromptStyle, ...] = get_args(PromptStyle)


@dataclass(frozen=True)
class PathAnswer:
    """A test beside a model's reply.

    Attributes:
        model: as the model names itself.
        reply: empty where there was none.
        complete: False when the reply was cut off.
        failure: why there was no reply; None when there was one.
    """

    test: PathTest
    model: str
    prompt: PromptStyle
    reply: str
    complete: bool = True
    failure: str | None = None

    @cached_property
    def said(self) -> bool | None:
        """Whether the reply calls the path valid; None when that cannot be read."""
        return None if self.failure is not None else read_decision(self.reply, complete=self.complete)

    @property
    def right(self) -> bool | None:
        """Whether it says what is so; None when it is unscored."""
        return None if self.said is None else self.said == self.test.valid

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON: the test's own, what was asked, what came, and what is read in it."""
        return {
            **self.test.to_dict(),
            "model": self.model,
            "prompt": self.prompt,
            "reply": self.reply,
            "complete": self.complete,
            "said": {True: "YES", False: "NO", None: None}[self.said],
            "right": self.right,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from a row; `said` and `right` are read anew. Raises KeyError, TypeError or ValueError."""
        if row["prompt"] not in PROMPT_STYLES:
            raise ValueError(f"prompt {row['prompt']!r} is none of {', '.join(PROMPT_STYLES)}")
        if not isinstance(row["reply"], str) or not isinstance(row["model"], str):
            raise TypeError("'reply' or 'model' is not text")
        return cls(
            test=PathTest.from_dict(row),
            model=row["model"],
            prompt=row["prompt"],
            reply=row["reply"],
            complete=bool(row["complete"]),
            failure=row.get("failure"),
        )


def read_answers(source: RowSource) -> Iterator[PathAnswer]:
    """Answers, one at a time, from a file that `ask_to_file` wrote, or from its rows.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row is not an answer; with its line.
    """
    return read_rows(source, _read_answer)


def _read_answer(row: Any, _line: int) -> PathAnswer:
    with must_be("an answer", "groundpath discriminate ask"):
        return PathAnswer.from_dict(row)
