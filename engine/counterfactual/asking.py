"""Questions and sub-questions, in both versions, put to a chat model; each answer kept as it comes.

Reference: CofCA, Sections 3.2 and 4.1.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..discriminate.decision import read_decision
from ..errors import InputError
from ..llm.asked_rows import AskedRow, Run, ask_rows
from ..llm.asking import Asked, AskedModel
from ..llm.chat import ChatRequest, Message
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from .answers import SHOWN, Answered, Asking, Shown
from .cases import Posed, Version, VersionName
from .renaming import put_for


@dataclass(frozen=True, slots=True)
class AskingSettings:
    """How questions are put to a model.

    Attributes:
        shown: "all" passages of a question's version for each of its parts, as in the paper, so that evidence
            has to be found; or the "gold" ones: those of the sub-question, or of all of them together. With
            "+steps" the question comes with its sub-questions, as in Table 6, in which answers before are
            named by their numbers, so that none is given away. "none" asks for what the model remembers.
        runs: how often everything is asked; the paper averages over three runs.
        temperature: at least 0; the server's own when None. The paper: 0.
        max_tokens: longest reply; the server's own limit when None.
        seed: for servers that take one.

    Raises:
        InputError: a value outside its range.
    """

    shown: Shown = "all"
    runs: int = 1
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.shown not in SHOWN:
            raise InputError(f"shown is {self.shown!r}; it must be one of {', '.join(SHOWN)}")
        if self.runs < 1:
            raise InputError(f"runs is {self.runs}; it must be at least 1")


# -- questions to the model that is evaluated


def requests(questions: Sequence[Posed], settings: AskingSettings) -> list[ChatRequest]:
    """What is asked: of each question, factual and counterfactual, the question and each sub-question.

    Raises:
        InputError: a setting is outside its range, or a question has no passages to show.
    """
    return [request for request, _ in _asked_of(questions, settings)]


def has_passages(question: Posed, shown: Shown) -> bool:
    """Whether there is something to show for each part of a question."""
    if shown == "none":
        return True
    return all(
        bool(_part(whole, part)[2] if shown.startswith("gold") else whole.passages)
        for whole in question.versions.values()
        for part in range(len(whole.sub_questions) + 1)
    )


def ask_to_file(
    by: AskedModel,
    questions: Sequence[Posed],
    out: str | os.PathLike[str],
    settings: AskingSettings = AskingSettings(),
    *,
    progress: Progress = SILENT,
) -> Run:
    """Ask each question and sub-question in its versions; a row with the reply is written as it comes.

    Runs follow one another, so that a file of one run can be continued with more of them.
    Run again, rows that are there are kept up to the first failure, which is asked again; what comes after
    it is taken from the cache. Read the file with `read_answered`.

    Raises:
        InputError: the file cannot be written, or holds something else than this run's rows; a question has
            no passages to show, or a setting is outside its range.
        ChatError: no request can succeed (key, address, name of the model). What was answered is kept.
    """
    rows = [
        _row(
            Answered(asking, by.model.model_id, settings.shown, "", run=request.sample + 1), request, _replied
        )
        for request, asking in _asked_of(questions, settings)
    ]
    return ask_rows(by, rows, out, progress=progress)


def _asked_of(questions: Sequence[Posed], settings: AskingSettings) -> Iterator[tuple[ChatRequest, Asking]]:
    for question in questions:
        if not has_passages(question, settings.shown):
            raise InputError(f"question {question.id!r} has no passages to show; leave it out, or show none")
    once = [
        (_request(question, version, part, settings), _asking(question, version, part))
        for question in questions
        for version, whole in question.versions.items()
        for part in range(len(whole.sub_questions) + 1)
    ]
    for run in range(settings.runs):
        yield from ((replace(request, sample=run), asking) for request, asking in once)


def _asking(question: Posed, version: VersionName, part: int) -> Asking:
    text, accepted, _ = _part(question.versions[version], part)
    factual = question.versions.get("factual")
    learned = () if factual is None else _part(factual, part)[1]
    remembered = () if version == "factual" or set(learned) & set(accepted) else learned
    return Asking(
        question.id, question.kind, question.hops, version, part, text, accepted, remembered, question.stages
    )


def _request(question: Posed, version: VersionName, part: int, settings: AskingSettings) -> ChatRequest:
    whole = question.versions[version]
    return ChatRequest(
        messages=_messages(whole, part, settings.shown),
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
    )


def _messages(whole: Version, part: int, shown: Shown) -> tuple[Message, ...]:
    text, _, gold = _part(whole, part)
    if shown == "none":
        return load_prompt("counterfactual-closed-book").fill(question=text)
    places = gold if shown.startswith("gold") else range(len(whole.passages))
    passages = "\n\n".join(whole.passages[place].shown for place in places)
    if part == 0 and shown.endswith("+steps") and whole.sub_questions:
        prompt = load_prompt("counterfactual-steps")
        return prompt.fill(passages=passages, question=text, steps=_steps(whole))
    return load_prompt("counterfactual-answer").fill(passages=passages, question=text)


def _steps(whole: Version) -> str:
    """The sub-questions in order: "1. Who is Ann's spouse?", "2. Where was (the answer to 1) born?"."""
    lines = []
    for number, sub in enumerate(whole.sub_questions, 1):
        before = [(one.answers, f"(the answer to {at})") for at, one in enumerate(whole.sub_questions, 1)]
        lines.append(f"{number}. {put_for(sub.question, before[: number - 1])}")
    return "\n".join(lines)


def _part(whole: Version, part: int) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    """What is asked, what is right, and where it stands: of the question (0) or of a sub-question."""
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
    rows = [
        _row(replace(answer, match=bool(answer.exact) or None, failure=None), _match_request(answer), _judged)
        for answer in answers
    ]
    return ask_rows(by, rows, out, progress=progress)


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


def _row(
    known: Answered, request: ChatRequest | None, answered: Callable[[Answered, Asked], Answered]
) -> AskedRow:
    def row(asked: Asked) -> dict[str, Any]:
        return answered(known, asked).to_dict()

    return AskedRow(known.to_dict(), request, row)
