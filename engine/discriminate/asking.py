"""Tests put to a chat model; each answer kept in a JSON lines file as it comes.

Reference: Direct Evaluation of CoT, Section 3.1 and Appendix F.1.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ..audit.protocol import TEMPERATURE, TOP_P
from ..errors import InputError
from ..hops import Orientation
from ..llm.asked_rows import AskedRow, Run, ask_rows
from ..llm.asking import Asked, AskedModel
from ..llm.chat import ChatRequest
from ..llm.prompts import Prompt, load_prompt
from ..progress import SILENT, Progress
from .answers import PROMPT_STYLES, PathAnswer, PromptStyle
from .cases import PathTest


@dataclass(frozen=True, slots=True)
class AskingSettings:
    """How tests are put to a model.

    Attributes:
        prompt: with or without examples, with or without reasoning before the answer.
        temperature: at least 0; 0 asks for the likeliest answer. The server's own when None. The paper: 0.7.
        top_p: in (0, 1]; the server's own when None. The paper: 0.9.
        max_tokens: longest reply; the server's own limit when None.
        seed: for servers that take one.

    Raises:
        InputError: there is no such prompt.
    """

    prompt: PromptStyle = "zero-shot"
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.prompt not in PROMPT_STYLES:
            raise InputError(f"prompt {self.prompt!r} is none of {', '.join(PROMPT_STYLES)}")

    @classmethod
    def as_published(cls, **others: Any) -> Self:
        """The settings of the paper: temperature 0.7 and top_p 0.9 for every model (Section 4).

        Args:
            others: settings that are to be other than the paper's, by name.
        """
        return cls(**{"temperature": TEMPERATURE, "top_p": TOP_P, **others})

    def wording(self, orientation: Orientation) -> Prompt:
        """The prompt that tells how steps of this orientation are read."""
        walk = "walk-" if orientation == "walk" else ""
        return load_prompt(f"discriminate-{walk}{self.prompt}")


def requests(tests: Sequence[PathTest], settings: AskingSettings) -> list[ChatRequest]:
    """What is asked of a model: one request a test, in order.

    Raises:
        InputError: a setting is outside its range.
    """
    return [_request(test, settings) for test in tests]


def ask_to_file(
    by: AskedModel,
    tests: Sequence[PathTest],
    out: str | os.PathLike[str],
    settings: AskingSettings,
    *,
    progress: Progress = SILENT,
) -> Run:
    """Ask whether each path is valid; a row with the test and the reply is written as it comes, in order.

    Run again, rows that are there are kept up to the first failure, which is asked again; what comes after
    it is taken from the cache. Read the file with `read_answers`.

    Raises:
        InputError: the file cannot be written, or holds something else than this run's rows; or a setting is
            outside its range.
        ChatError: no request can succeed (key, address, name of the model). What was answered is kept.
    """
    return ask_rows(by, list(_rows(by.model.model_id, tests, settings)), out, progress=progress)


def _rows(model_id: str, tests: Sequence[PathTest], settings: AskingSettings) -> Iterator[AskedRow]:
    for test in tests:

        def answered(asked: Asked, test: PathTest = test) -> dict[str, Any]:
            return _answer(test, model_id, settings, asked).to_dict()

        yield AskedRow(test.to_dict(), _request(test, settings), answered)


def _request(test: PathTest, settings: AskingSettings) -> ChatRequest:
    steps = "\n".join(f"Step {number}: {step}" for number, step in enumerate(test.steps, 1))
    return ChatRequest(
        messages=settings.wording(test.orientation).fill(
            question=test.question, answer=test.answer, path=steps
        ),
        temperature=settings.temperature,
        top_p=settings.top_p,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
    )


def _answer(test: PathTest, model_id: str, settings: AskingSettings, asked: Asked) -> PathAnswer:
    return PathAnswer(
        test=test,
        model=model_id,
        prompt=settings.prompt,
        reply=asked.reply.text if asked.reply else "",
        complete=asked.reply.complete if asked.reply else False,
        failure=asked.failure,
    )
