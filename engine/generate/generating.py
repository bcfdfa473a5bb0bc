"""Chains of thought into a JSON lines file: a killed run, started again, goes on where it was."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..llm.asked_rows import AskedRow, Run, ask_rows
from ..llm.asking import Asked, AskedModel
from ..llm.chat import ChatReply
from ..llm.journal import FAILURE, ORIGIN
from ..parsing import json_value
from ..progress import SILENT, Progress
from .planned import split_plan
from .questions import Question
from .strategies import Draw, GenerationSettings, draws


def generate_to_file(
    by: AskedModel,
    questions: Sequence[Question],
    out: str | os.PathLike[str],
    settings: GenerationSettings,
    *,
    progress: Progress = SILENT,
) -> Run:
    """Ask a model for chains of thought; each is written as it comes, in the order of the questions.

    A row is the question's own with `cot` for `groundpath audit`, and `model`, `strategy`, `prompt`,
    `sample`, the sampling settings and the counts of tokens; `thought` is what the model thought before it
    spoke, where it tells, which is no part of `cot`. `group` is the id of the question: the samples
    of a question share it, and with more than one their ids are "ID#0", "ID#1", …. Where the model gave no
    answer, `cot` is empty, which an audit leaves unscored, and `failure` says why.

    With "cot-plan" the model's plan stands in `plan`, apart from `cot`, so that an audit does not take it for
    steps; a reply without one has an empty `plan` and stands whole in `cot` (see `split_plan`). `leaks_gold`
    is true where the model was shown the gold relations ("cot-hinted"): such rows measure no unaided model.

    Run again, rows that are there are kept up to the first failure, which is asked again; what comes after
    it is taken from the cache.

    Raises:
        InputError: the file cannot be written; or it holds something else than this run's rows; or a
            question has no gold path where the strategy needs one.
        ChatError: no request can succeed (key, address, name of the model). What was answered is kept.
    """
    rows = [asked_row(draw, by.model.model_id, settings) for draw in draws(questions, settings)]
    return ask_rows(by, rows, out, progress=progress)


def count_without_plan(out: str | os.PathLike[str]) -> int:
    """Replies in a file that `generate_to_file` wrote for "cot-plan" without a plan, failures aside."""
    with Path(out).open(encoding="utf-8") as rows:
        return sum(row["plan"] == "" and FAILURE not in row for row in map(json_value, rows))


def asked_row(draw: Draw, model_id: str, settings: GenerationSettings) -> AskedRow:
    """A chain of thought that is to be asked for, as its row waits for it."""
    known = _row(draw, model_id, settings)

    def answered(asked: Asked) -> dict[str, Any]:
        return known | _answered(asked.reply, settings)

    return AskedRow(known, draw.request, answered)


def _row(draw: Draw, model_id: str, settings: GenerationSettings) -> dict[str, Any]:
    """What is known of a row before its answer."""
    question, request = draw.question, draw.request
    given = {name: value for name, value in question.row.items() if name not in (ORIGIN, FAILURE)}
    return given | {
        "id": f"{question.id}#{draw.sample}" if settings.samples > 1 else question.id,
        "group": question.id,
        "sample": draw.sample,
        "model": model_id,
        "strategy": settings.strategy,
        "prompt": settings.prompt.label,
        "leaks_gold": settings.leaks_gold,
        "temperature": request.temperature,
        "top_p": request.top_p,
        "max_tokens": request.max_tokens,
        "seed": request.seed,
    }


def _answered(reply: ChatReply | None, settings: GenerationSettings) -> dict[str, Any]:
    text = reply.text if reply else ""
    parts = split_plan(text)._asdict() if settings.plans else {"cot": text}
    if reply and reply.thought:
        parts |= {"thought": reply.thought}
    if reply is None:
        return parts | {"complete": False, "prompt_tokens": None, "completion_tokens": None}
    return parts | {
        "complete": reply.complete,
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
    }
