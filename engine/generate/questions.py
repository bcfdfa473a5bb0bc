"""Rows of questions to generate chains of thought for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...loaders.columns import QUESTIONS, Columns, ColumnsLike
from ..audit.chains import RowSource, question_of, read_rows
from ..audit.verdicts import ChainOfThought


@dataclass(frozen=True, slots=True)
class Question:
    """A question that an audit can read, and its row as it came."""

    asked: ChainOfThought
    row: Mapping[str, Any]

    @property
    def id(self) -> str:
        return self.asked.id


def read_question_rows(source: RowSource, columns: ColumnsLike | None = None) -> list[Question]:
    """Rows of `groundpath audit` without their `cot`: `question`, and what is known of `id`, `topic`,
    `gold_answers` and `gold_paths`. All are read before the first is asked, so that no fault is found late.

    Raises:
        BadRowError: a row is not such an object, or has the id of another; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    seen: set[str] = set()

    def read(row: Any, line: int) -> Question:
        question = Question(question_of(row, line), row)
        if question.id in seen:
            raise ValueError(f"has the id {question.id!r}, which a row before it has")
        seen.add(question.id)
        return question

    return list(read_rows(source, read, Columns.of(columns, QUESTIONS)))
