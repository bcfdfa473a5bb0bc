"""Chains of thought into a JSON lines file: a killed run, started again, goes on where it was."""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ..llm.asking import AskedModel, ask_all
from ..llm.cache import request_key
from ..llm.chat import ChatReply
from ..llm.cost import Usage, usage_of
from ..llm.journal import FAILURE, ORIGIN, open_journal
from ..progress import SILENT, Progress
from .questions import Question
from .strategies import Draw, GenerationSettings, draws


@dataclass(frozen=True, slots=True)
class Generation:
    """What a run came to.

    Attributes:
        usage: what it cost; chains that were in the file before count as answered before.
        first_failure: why the first chain that is missing is missing, None when none is.
    """

    usage: Usage
    first_failure: str | None


def generate_to_file(
    by: AskedModel,
    questions: Sequence[Question],
    out: str | os.PathLike[str],
    settings: GenerationSettings,
    *,
    progress: Progress = SILENT,
) -> Generation:
    """Ask a model for chains of thought; each is written as it comes, in the order of the questions.

    A row is the question's own with `cot` for `groundpath audit`, and `model`, `strategy`, `prompt`,
    `sample`, the sampling settings and the counts of tokens. `group` is the id of the question: the samples
    of a question share it, and with more than one their ids are "ID#0", "ID#1", …. Where the model gave no
    answer, `cot` is empty, which an audit leaves unscored, and `failure` says why.

    Run again, rows that are there are kept up to the first failure, which is asked again; what comes after
    it is taken from the cache.

    Raises:
        InputError: the file cannot be written; or it holds something else than this run's rows; or a
            question has no gold path where the strategy needs one.
        ChatError: no request can succeed (key, address, name of the model). What was answered is kept.
    """
    wanted = list(draws(questions, settings))
    rows = [_row(draw, by.model.model_id, settings) for draw in wanted]
    origins = [_origin(draw, row) for draw, row in zip(wanted, rows, strict=True)]
    usage, failure = Usage(), None
    with open_journal(out, origins) as journal:
        kept = journal.kept
        requests = [draw.request for draw in wanted[kept:]]
        with closing(
            ask_all(by.model, requests, cache=by.cache, concurrency=by.concurrency, progress=progress)
        ) as answers:
            for origin, row, asked in zip(origins[kept:], rows[kept:], answers, strict=True):
                journal.write(origin, row | _answered(asked.reply), asked.failure)
                usage += usage_of(asked)
                failure = failure or asked.failure
    return Generation(Usage(requests=kept, cached=kept) + usage, failure)


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
        "prompt": f"{settings.prompt.id}@{settings.prompt.version}",
        "temperature": request.temperature,
        "top_p": request.top_p,
        "max_tokens": request.max_tokens,
        "seed": request.seed,
    }


def _answered(reply: ChatReply | None) -> dict[str, Any]:
    if reply is None:
        return {"cot": "", "complete": False, "prompt_tokens": None, "completion_tokens": None}
    return {
        "cot": reply.text,
        "complete": reply.complete,
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
    }


def _origin(draw: Draw, row: Mapping[str, Any]) -> str:
    """Names everything that a row is made from."""
    made_from = json.dumps([request_key(row["model"], draw.request), row])
    return blake2b(made_from.encode(), digest_size=16).hexdigest()
