"""A chat model as a rater: the quality of questions, and the kinds of errors in answers.

Reference: CofCA, Section 3.1 and Table 1 (quality), Appendix D and Table 16 (errors).
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import InputError
from ...llm.asked_rows import AskedRow, Run, ask_rows
from ...llm.asking import Asked, AskedModel
from ...llm.chat import ChatRequest
from ...llm.prompts import load_prompt
from ...progress import SILENT, Progress
from ..answers import Answered
from ..cases import Posed, Version
from .judgements import LABELS, Judgement

_SCORE = re.compile(r"\W*(correctness|informativeness)\W*([01])\b", re.IGNORECASE)
_CATEGORY = re.compile(rf"\b({'|'.join(LABELS['category'])})\b", re.IGNORECASE)
_WORLDS = {"factual": "the real world", "counterfactual": "a world that does not exist"}


# -- quality


def rating_requests(questions: Sequence[Posed]) -> list[ChatRequest]:
    """What is asked: of each question how correct and informative it is, with its passages and hops."""
    return [request for _, request in _ratings(questions)]


def rate_to_file(
    by: AskedModel,
    questions: Sequence[Posed],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
) -> Run:
    """Have a model give correctness and informativeness, 1 or 0, to the counterfactual version of questions.

    Where a question has another version alone, that one. Run again, rows that are there are kept.

    Raises:
        InputError: the file cannot be written, or holds something else than this run's rows.
        ChatError: no request can succeed. What was answered is kept.
    """
    rows = [
        _row(replace(known, rater=by.model.model_id), request, _scores)
        for known, request in _ratings(questions)
    ]
    return ask_rows(by, rows, out, progress=progress)


def _ratings(questions: Sequence[Posed]) -> Iterator[tuple[Judgement, ChatRequest]]:
    for question in questions:
        name, version = list(question.versions.items())[-1]
        known = Judgement(question.id, question.kind, question.hops, name, "")
        messages = load_prompt("counterfactual-rate").fill(
            question=version.question,
            steps=_steps(version),
            answer=version.answers[0],
            passages=_passages(version),
        )
        yield known, ChatRequest(messages)


def _scores(reply: str, _: Judgement) -> dict[str, str]:
    """The last score of each kind that a line of a reply gives."""
    found = filter(None, map(_SCORE.match, reply.splitlines()))
    return {score[1].lower(): score[2] for score in found}


# -- errors


def error_requests(answers: Sequence[Answered], questions: Sequence[Posed]) -> list[ChatRequest]:
    """What is asked: of each wrong answer to a multi-hop question what went wrong.

    Raises:
        InputError: an answer is to none of the questions.
    """
    return [request for _, request in _errors(answers, questions) if request is not None]


def categorise_to_file(
    by: AskedModel,
    answers: Sequence[Answered],
    questions: Sequence[Posed],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
) -> Run:
    """Have a model say of each wrong answer to a multi-hop question of which kind its error is.

    "reasoning", "retrieval" or, in counterfactual versions alone, "contradiction". What a counterfactual
    question was answered with that is right in the factual version contradicts by definition, and is not
    asked about. Wrong is what is not exact, and no partial match where one was judged (`judge`).

    Raises:
        InputError: as `error_requests`; the file cannot be written, or holds something else.
        ChatError: no request can succeed. What was answered is kept.
    """
    rows = [
        _row(replace(known, rater=by.model.model_id), request, _category)
        for known, request in _errors(answers, questions)
    ]
    return ask_rows(by, rows, out, progress=progress)


def _errors(
    answers: Sequence[Answered], questions: Sequence[Posed]
) -> Iterator[tuple[Judgement, ChatRequest | None]]:
    versions = {(q.id, name): version for q in questions for name, version in q.versions.items()}
    for answer in answers:
        asked = answer.asked
        if asked.part or answer.answer is None or answer.exact or answer.match:
            continue
        version = versions.get((asked.question_id, asked.version))
        if version is None:
            raise InputError(
                f"question {asked.question_id!r}, {asked.version}, is in no file of questions; name the file "
                "that `counterfactual ask` was given"
            )
        known = Judgement(
            asked.question_id, asked.kind, asked.hops, asked.version, "", answer.model, answer.run
        )
        if answer.recalled:
            yield replace(known, labels={"category": "contradiction"}), None
        else:
            yield known, _error_request(answer, version)


def _error_request(answer: Answered, version: Version) -> ChatRequest:
    prompt = load_prompt("counterfactual-error")
    return ChatRequest(
        prompt.fill(
            world=_WORLDS[answer.asked.version],
            question=answer.asked.question,
            steps=_steps(version),
            right="\n".join(answer.asked.accepted),
            reply=answer.reply,
            passages=_passages(version),
        )
    )


def _category(reply: str, known: Judgement) -> dict[str, str]:
    """The one category that a reply names; none where it names several, or one that cannot be."""
    named = {word.lower() for word in _CATEGORY.findall(reply)}
    if len(named) != 1 or (named == {"contradiction"} and known.version == "factual"):
        return {}
    return {"category": named.pop()}


# -- both


def _steps(version: Version) -> str:
    lines = [
        f"{number}. {sub.question} — {sub.answers[0]}" for number, sub in enumerate(version.sub_questions, 1)
    ]
    return "\n".join(lines) or "none"


def _passages(version: Version) -> str:
    return "\n\n".join(passage.shown for passage in version.passages) or "none"


def _row(
    known: Judgement, request: ChatRequest | None, read: Callable[[str, Judgement], Mapping[str, str]]
) -> AskedRow:
    def row(asked: Asked) -> dict[str, Any]:
        if asked.reply is None:
            return known.to_dict()
        labels = read(asked.reply.text, known) if asked.reply.complete else {}
        return replace(known, labels=labels).to_dict()

    return AskedRow(known.to_dict(), request, row)
