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

from ....loaders.columns import DOCUMENTS, POSED, Columns, ColumnsLike
from ...audit.chains import RowSource, read_rows
from ...errors import BadRowError
from ...llm.asking import AskedModel
from ...llm.chat import ChatRequest
from ...llm.cost import Usage
from ...llm.prompts import load_prompt
from ...progress import SILENT, Progress
from ...replacing import replacing
from ...trace.sources import entries_of
from ..cases import CounterfactualQuestion, Passage, Posed, Stage, VersionName
from ..published import read_posed
from .replies import replies
from .written import LEAST_PARAGRAPHS, BadQuestionError, Written, checked, read_written

HOPS = (2, 3, 4)
"""How many sub-questions the questions have that are written for each group of passages."""


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


def read_groups(source: RowSource, columns: ColumnsLike | None = None) -> list[PassageGroup]:
    """Groups of passages, one a row.

    Of a question in both versions (`make`, `rewrite`, `paraphrase`) its supporting counterfactual passages;
    of a question of another set those of its own; else the documents of a row (`title` and `text`,
    `paragraphs`, `context`), told of as factual. A text alone is parted where a line is empty.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row has no passages.
    """
    return list(read_rows(source, _group, Columns.of(columns, (*POSED, *DOCUMENTS))))


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
            rows.append(_row(id, group, checked(read_written(reply), group.passages, number)))
        except BadQuestionError as reason:
            left_out.append((id, str(reason)))
    return Composed(tuple(rows), tuple(left_out), told.usage)


def write_composed(composed: Composed, path: str | os.PathLike[str]) -> None:
    """Write JSON lines, all or nothing. Raises InputError when the file cannot be written."""
    with replacing(Path(path), "questions") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in composed.rows)


def _is_enough(group: PassageGroup) -> bool:
    return len(group.passages) >= LEAST_PARAGRAPHS


def _wanted(groups: Sequence[PassageGroup], hops: Sequence[int]) -> Iterator[tuple[PassageGroup, int]]:
    return ((group, number) for group in groups if _is_enough(group) for number in hops)


def _request(group: PassageGroup, hops: int) -> ChatRequest:
    shown = "\n\n".join(f"[{number}] {one.shown}" for number, one in enumerate(group.passages, 1))
    return ChatRequest(load_prompt("counterfactual-compose").fill(hops=str(hops), passages=shown))


def _row(id: str, group: PassageGroup, written: Written) -> dict[str, Any]:
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
