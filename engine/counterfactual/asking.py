"""Questions and sub-questions, in both versions, put to a chat model; each answer kept as it comes.

Reference: CofCA, Sections 3.2 and 4.1.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import NamedTuple

from ..discriminate.decision import read_decision
from ..errors import InputError
from ..llm.asking import Asked, AskedModel, ask_all
from ..llm.cache import request_key
from ..llm.chat import ChatRequest
from ..llm.cost import Usage, usage_of
from ..llm.journal import open_journal
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from .answers import SHOWN, Answered, Asking, Shown
from .cases import VERSIONS, CounterfactualQuestion, VersionName


@dataclass(frozen=True, slots=True)
class AskingSettings:
    """How questions are put to a model.

    Attributes:
        shown: "all" passages of a question's version for each of its parts, as in the paper, so that evidence
            has to be found; or the "gold" ones: those of the sub-question, or of all of them together.
        temperature: at least 0. The paper: 0.
        max_tokens: longest reply; the server's own limit when None.
        seed: for servers that take one.

    Raises:
        InputError: a value outside its range.
    """

    shown: Shown = "all"
    temperature: float = 0.0
    max_tokens: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.shown not in SHOWN:
            raise InputError(f"shown is {self.shown!r}; it must be one of {', '.join(SHOWN)}")


class Run(NamedTuple):
    """What a run came to.

    Attributes:
        usage: what it cost; answers that were in the file before count as answered before.
        first_failure: why the first missing answer is missing, None when none is.
    """

    usage: Usage
    first_failure: str | None


class _Put(NamedTuple):
    """A row before its answer, and what is asked for it; nothing where the row stands without."""

    row: Answered
    request: ChatRequest | None


# -- questions to the model that is evaluated


def requests(questions: Sequence[CounterfactualQuestion], settings: AskingSettings) -> list[ChatRequest]:
    """What is asked: of each question, factual and counterfactual, the question and each sub-question.

    Raises:
        InputError: a setting is outside its range.
    """
    return [request for request, _ in _asked_of(questions, settings)]


def ask_to_file(
    by: AskedModel,
    questions: Sequence[CounterfactualQuestion],
    out: str | os.PathLike[str],
    settings: AskingSettings = AskingSettings(),
    *,
    progress: Progress = SILENT,
) -> Run:
    """Ask each question and sub-question in both versions; a row with the reply is written as it comes.

    Run again, rows that are there are kept up to the first failure, which is asked again; what comes after
    it is taken from the cache. Read the file with `read_answered`.

    Raises:
        InputError: the file cannot be written, or holds something else than this run's rows; or a setting is
            outside its range.
        ChatError: no request can succeed (key, address, name of the model). What was answered is kept.
    """
    puts = [
        _Put(Answered(asking, by.model.model_id, settings.shown, ""), request)
        for request, asking in _asked_of(questions, settings)
    ]
    return _written(by, puts, _replied, out, progress)


def _asked_of(
    questions: Sequence[CounterfactualQuestion], settings: AskingSettings
) -> Iterator[tuple[ChatRequest, Asking]]:
    for question in questions:
        for version in VERSIONS:
            for part in range(question.hops + 1):
                yield _request(question, version, part, settings), _asking(question, version, part)


def _asking(question: CounterfactualQuestion, version: VersionName, part: int) -> Asking:
    text, accepted, _ = _part(question, version, part)
    _, factual, _ = _part(question, "factual", part)
    remembered = () if version == "factual" or set(factual) & set(accepted) else factual
    return Asking(question.id, question.kind, question.hops, version, part, text, accepted, remembered)


def _request(
    question: CounterfactualQuestion, version: VersionName, part: int, settings: AskingSettings
) -> ChatRequest:
    text, _, gold = _part(question, version, part)
    passages = question.version(version).passages
    places = gold if settings.shown == "gold" else range(len(passages))
    shown = "\n\n".join(passages[place].shown for place in places)
    return ChatRequest(
        messages=load_prompt("counterfactual-answer").fill(passages=shown, question=text),
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
    )


def _part(
    question: CounterfactualQuestion, version: VersionName, part: int
) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    """What is asked, what is right, and where it stands: of the question (0) or of a sub-question."""
    whole = question.version(version)
    if part == 0:
        return whole.question, whole.answers, whole.gold_passages
    sub = whole.sub_questions[part - 1]
    return sub.question, sub.answers, sub.passages


def _replied(row: Answered, asked: Asked) -> Answered:
    if asked.reply is None:
        return replace(row, complete=False, failure=asked.failure)
    return replace(row, reply=asked.reply.text, complete=asked.reply.complete)


# -- answers to the model that judges partial matches


def match_requests(answers: Sequence[Answered]) -> list[ChatRequest]:
    """What a judge is asked: whether each answer that is not exact means a right one."""
    return [request for answer in answers if (request := _match_request(answer)) is not None]


def judge_to_file(
    by: AskedModel,
    answers: Sequence[Answered],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
) -> Run:
    """Have a model judge partial matches (PM); the same rows are written with `match`, as they come.

    What is exact as written is not asked about: it matches. The paper has GPT-4-turbo judge every answer.

    Raises:
        As `ask_to_file`.

    Reference: CofCA, Section 4.2 and Appendix B.
    """
    puts = [
        _Put(replace(answer, match=bool(answer.exact) or None, failure=None), _match_request(answer))
        for answer in answers
    ]
    return _written(by, puts, _judged, out, progress)


def _match_request(answer: Answered) -> ChatRequest | None:
    if answer.answer is None or answer.exact:
        return None
    right = "\n".join(answer.asked.accepted)
    prompt = load_prompt("counterfactual-match")
    return ChatRequest(prompt.fill(question=answer.asked.question, right=right, given=answer.answer))


def _judged(row: Answered, asked: Asked) -> Answered:
    if asked.reply is None:
        return replace(row, failure=asked.failure)
    return replace(row, match=read_decision(asked.reply.text, complete=asked.reply.complete))


# -- writing


def _written(
    by: AskedModel,
    puts: Sequence[_Put],
    answered: Callable[[Answered, Asked], Answered],
    out: str | os.PathLike[str],
    progress: Progress,
) -> Run:
    """Ask what is to be asked, and write all rows in order; a journal that is there goes on where it was."""
    origins = [_origin(by.model.model_id, put) for put in puts]
    usage, failure = Usage(), None
    with open_journal(out, origins) as journal:
        kept = journal.kept
        wanted = [put.request for put in puts[kept:] if put.request is not None]
        with closing(
            ask_all(by.model, wanted, cache=by.cache, concurrency=by.concurrency, progress=progress)
        ) as replies:
            for put, origin in zip(puts[kept:], origins[kept:], strict=True):
                asked = next(replies) if put.request is not None else None
                row = answered(put.row, asked) if asked else put.row
                journal.write(origin, row.to_dict(), row.failure)
                usage += usage_of(asked) if asked else Usage()
                failure = failure or row.failure
    before = sum(put.request is not None for put in puts[:kept])
    return Run(Usage(requests=before, cached=before) + usage, failure)


def _origin(model_id: str, put: _Put) -> str:
    """Names everything that a row is made from."""
    key = None if put.request is None else request_key(model_id, put.request)
    return blake2b(json.dumps([key, put.row.to_dict()]).encode(), digest_size=16).hexdigest()
