"""The last stage of construction: a chat model writes multi-hop questions on passages, and code checks them.

Reference: CofCA, Section 3.1, QA-pair Annotation: for each passage one question of 2, one of 3 and one of 4
hops, with sub-questions, short answers, and evidence from at least two paragraphs.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...audit.chains import RowSource, read_rows
from ...errors import BadRowError
from ...language.tokens import Tokens, name_key
from ...llm.asking import AskedModel
from ...llm.chat import ChatRequest
from ...llm.cost import Usage
from ...llm.prompts import load_prompt
from ...progress import SILENT, Progress
from ...replacing import replacing
from ...trace.sources import entries_of
from ..cases import CounterfactualQuestion, Passage, Posed, Stage, VersionName
from ..published import read_posed
from ..renamed import mentions
from .replies import replies

HOPS = (2, 3, 4)
"""How many sub-questions the questions have that are written for each group of passages."""
_MOST_WORDS = 10  # of an answer: a short span
_LEAST_PARAGRAPHS = 2
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PassageGroup:
    """Passages that questions are written on together: paragraphs of one text, or texts about each other.

    Attributes:
        version: the world that they tell of.
        stages: what a chat model did to them before.
    """

    id: str
    version: VersionName
    passages: tuple[Passage, ...]
    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class Composed:
    """What the last stage came to.

    Attributes:
        rows: questions in the form that `read_posed` reads.
        left_out: the id of each question that was not written well, and why.
    """

    rows: tuple[Mapping[str, Any], ...]
    left_out: tuple[tuple[str, str], ...]
    usage: Usage


class BadQuestionError(Exception):
    """A question that a model wrote is none that can be asked; the message is the reason."""


def read_groups(source: RowSource) -> list[PassageGroup]:
    """Groups of passages, one a row.

    Of a question in both versions (`make`, `rewrite`, `paraphrase`) its supporting counterfactual passages;
    of a question of another set those of its own; else the documents of a row (`title` and `text`,
    `paragraphs`, `context`), told of as factual. A text alone is parted where a line is empty.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row has no passages.
    """
    return list(read_rows(source, _group))


def _group(row: Any, line: int) -> PassageGroup:
    try:
        (posed,) = read_posed([row])
    except BadRowError:
        return _of_documents(row, line)
    return _of_question(posed)


def _of_question(posed: Posed) -> PassageGroup:
    name, version = list(posed.versions.items())[-1]
    places = version.gold_passages if isinstance(posed, CounterfactualQuestion) else ()
    passages = tuple(version.passages[place] for place in places) or version.passages
    return PassageGroup(posed.id, name, passages, posed.stages)


def _of_documents(row: Any, line: int) -> PassageGroup:
    entries = [entry for entry in entries_of(row) if entry is not None]
    passages = tuple(
        Passage(entry.title, text.strip())
        for entry in entries
        for text in (re.split(r"\n\s*\n", entry.text) if len(entries) == 1 else [entry.text])
    )
    if not passages:
        raise ValueError("has no passages")
    return PassageGroup(str(row.get("id", line)), "factual", passages)


def compose_requests(groups: Sequence[PassageGroup], hops: Sequence[int] = HOPS) -> list[ChatRequest]:
    """What is asked: for each group of at least two passages a question of each number of hops."""
    return [_request(group, number) for group, number in _wanted(groups, hops)]


def compose(
    by: AskedModel,
    groups: Sequence[PassageGroup],
    hops: Sequence[int] = HOPS,
    *,
    progress: Progress = SILENT,
) -> Composed:
    """Have a chat model write questions with sub-questions; those that code finds fault with are left out.

    A question is taken that has as many sub-questions as was asked for, each with a short answer that stands
    in the passage it names; that rests on two passages at least; in which every sub-question after the first
    goes on from an answer before it, or, in a comparison, the last compares answers before it; that ends in
    the last answer, and gives no answer away.

    Raises:
        ChatError: a request got no answer; what was answered is in the cache.
    """
    wanted = list(_wanted(groups, hops))
    told = replies(by, [_request(group, number) for group, number in wanted], progress)
    rows: list[Mapping[str, Any]] = []
    left_out = [(group.id, "it has fewer than two passages") for group in groups if not _is_enough(group)]
    for (group, number), reply in zip(wanted, told.texts, strict=True):
        id = f"{group.id}:{number}hop"
        try:
            rows.append(_row(id, group, _checked(_read(reply), group, number)))
        except BadQuestionError as reason:
            left_out.append((id, str(reason)))
    return Composed(tuple(rows), tuple(left_out), told.usage)


def write_composed(composed: Composed, path: str | os.PathLike[str]) -> None:
    """Write JSON lines, all or nothing. Raises InputError when the file cannot be written."""
    with replacing(Path(path), "questions") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in composed.rows)


def _is_enough(group: PassageGroup) -> bool:
    return len(group.passages) >= _LEAST_PARAGRAPHS


def _wanted(groups: Sequence[PassageGroup], hops: Sequence[int]) -> Iterator[tuple[PassageGroup, int]]:
    return ((group, number) for group in groups if _is_enough(group) for number in hops)


def _request(group: PassageGroup, hops: int) -> ChatRequest:
    shown = "\n\n".join(f"[{number}] {one.shown}" for number, one in enumerate(group.passages, 1))
    return ChatRequest(load_prompt("counterfactual-compose").fill(hops=str(hops), passages=shown))


# -- what a model wrote


@dataclass(frozen=True, slots=True)
class _Written:
    """A question as a model wrote it; `places` are of passages, from 0."""

    question: str
    kind: str
    subs: tuple[tuple[str, str, int], ...]
    answer: str


def _read(reply: str) -> _Written:
    """Raises BadQuestionError."""
    found = _OBJECT.search(reply)
    try:
        told: Any = json.loads(found[0]) if found else None
        subs = tuple(
            (str(sub["question"]).strip(), str(sub["answer"]).strip(), int(sub["passage"]) - 1)
            for sub in told["sub_questions"]
        )
        return _Written(str(told["question"]).strip(), str(told["type"]), subs, str(told["answer"]).strip())
    except (KeyError, TypeError, ValueError):
        raise BadQuestionError("the reply is not of the form that was asked for") from None


def _checked(written: _Written, group: PassageGroup, hops: int) -> _Written:
    """Raises BadQuestionError."""
    answers = [answer for _, answer, _ in written.subs]
    if len(written.subs) != hops:
        raise BadQuestionError(f"it has {len(written.subs)} sub-questions in place of {hops}")
    if written.kind not in ("bridge", "comparison"):
        raise BadQuestionError("it is neither a bridge nor a comparison")
    if not all(text.endswith("?") for text in (written.question, *(sub for sub, _, _ in written.subs))):
        raise BadQuestionError("a question of it is none")
    if not all(0 < len(answer.split()) <= _MOST_WORDS for answer in answers):
        raise BadQuestionError("an answer is empty or no short span")
    if name_key(written.answer) != name_key(answers[-1]):
        raise BadQuestionError("its answer is not that of its last sub-question")
    _check_places(written, group)
    _check_chain(written, answers)
    return written


def _check_places(written: _Written, group: PassageGroup) -> None:
    """Answers stand where they are said to, in two passages at least. Raises BadQuestionError."""
    compares = written.kind == "comparison"
    for number, (_, answer, place) in enumerate(written.subs, 1):
        if place not in range(len(group.passages)):
            raise BadQuestionError("a sub-question names a passage that is not there")
        if compares and number == len(written.subs):
            continue  # what comes of comparing may stand nowhere: "yes", "the first"
        if not _has(group.passages[place].shown, answer):
            raise BadQuestionError("an answer does not stand in its passage")
    if len({place for _, _, place in written.subs}) < _LEAST_PARAGRAPHS:
        raise BadQuestionError("it rests on one passage alone")


def _check_chain(written: _Written, answers: Sequence[str]) -> None:
    """Each hop goes on from one before, and the question gives no answer away. Raises BadQuestionError."""
    compares = written.kind == "comparison"
    goes_on = [
        any(_has(sub, before) for before in answers[:number])
        for number, (sub, _, _) in enumerate(written.subs)
    ]
    if not (goes_on[-1] if compares else all(goes_on[1:])):
        raise BadQuestionError("a sub-question does not go on from an answer before it")
    hidden = answers[:-1] if compares else answers
    if any(_has(written.question, answer) for answer in hidden):
        raise BadQuestionError("the question gives an answer away")


def _has(text: str, answer: str) -> bool:
    return bool(mentions([answer], Tokens.of(text)))


def _row(id: str, group: PassageGroup, written: _Written) -> dict[str, Any]:
    return {
        "id": id,
        "type": written.kind,
        "version": group.version,
        "stages": list(group.stages),
        "question": written.question,
        "final_answer": written.answer,
        "sub_questions": [sub for sub, _, _ in written.subs],
        "sub_answers": [answer for _, answer, _ in written.subs],
        "sub_passages": [[place] for _, _, place in written.subs],
        "passages": [{"title": one.title, "text": one.text} for one in group.passages],
    }
