"""Questions as their sets publish them, in one version: MuSiQue, 2WikiMultihopQA, HotpotQA, and CofCA's form.

Reference: CofCA, Section 4.1, where 900 such questions are the control group of as many counterfactual ones,
and Appendix B, Table 9, for the form in which these are annotated.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...loaders.columns import POSED, Columns, ColumnsLike
from ...loaders.json_rows import text_of
from ..audit.chains import RowSource, read_rows
from ..counted import counted
from ..discriminate.cases import must_be
from ..trace.sources import entries_of
from .cases import (
    KINDS,
    VERSIONS,
    CounterfactualQuestion,
    Kind,
    Passage,
    Posed,
    Stage,
    SubQuestion,
    Version,
    VersionName,
    stages_of,
)
from .documents import DocumentQuestion, document_question

_QUESTION = re.compile(r"(?:\d_hop_)?question")  # "2 hop question" of Table 9


@dataclass(frozen=True, slots=True)
class PublishedQuestion:
    """One question in one version.

    Attributes:
        name: the world that its passages tell of.
        whole: with its sub-questions, where the set tells them.
    """

    id: str
    kind: Kind
    name: VersionName
    whole: Version
    stages: tuple[Stage, ...] = ()

    @property
    def hops(self) -> int:
        return self.whole.hops

    @property
    def versions(self) -> Mapping[VersionName, Version]:
        return {self.name: self.whole}


def read_posed(source: RowSource, columns: ColumnsLike | None = None) -> Iterator[Posed]:
    """Questions that can be asked, one at a time, from a file ("-": standard input) or from rows.

    A row is one of these:

    - what `groundpath counterfactual make` writes: both versions;
    - a question of MuSiQue, 2WikiMultihopQA or HotpotQA as published: the factual version. HotpotQA's, and
      others whose hops cannot be told, come without sub-questions;
    - one of CofCA's form: `question`, `sub_questions`, `sub_answers`, `final_answer` (or `answer`), its
      `passage`, a text or a list of them, or else `context`, and, where known, `sub_passages`, for each
      sub-question the places of its passages from 0: the counterfactual version.

    `version` in a row of the last two says otherwise.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row is no such question; with its line.
    """
    return read_rows(source, _posed, Columns.of(columns, POSED))


def _posed(row: Any, line: int) -> Posed:
    if isinstance(row, Mapping) and "counterfactual" in row:
        with must_be("a counterfactual question", "groundpath counterfactual make"):
            return CounterfactualQuestion.from_dict(row)
    if isinstance(row, Mapping) and "sub_answers" in (named := _named(row)):
        return _annotated(named, line)
    read = document_question(row, line)
    if not read.answers:
        raise ValueError("is no question that can be asked and scored: it has no answer")
    return PublishedQuestion(read.id, _kind(row), _version(row, "factual"), _whole(read))


def _version(row: Mapping[str, Any], default: VersionName) -> VersionName:
    found: VersionName = row.get("version", default)
    if found not in VERSIONS:
        raise ValueError(f"version is {found!r}; it must be one of {', '.join(VERSIONS)}")
    return found


def _kind(row: Mapping[str, Any]) -> Kind:
    told = str(row.get("type", row.get("kind", "")))
    return next((kind for kind in reversed(KINDS) if kind in told), "bridge")


# -- sets of questions about the world


def _whole(read: DocumentQuestion) -> Version:
    subs = tuple(SubQuestion(hop.question, (hop.answer, *hop.others), hop.passages) for hop in read.hops)
    return Version(read.question, read.answers, read.passages, subs, read.supporting)


# -- the form of CofCA's annotation


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row by its names in one spelling: "Sub-Questions" is `sub_questions`, "2 hop question" `question`."""
    names = {name: re.sub(r"\W+", "_", name.strip().lower()) for name in row if isinstance(name, str)}
    return {
        "question" if _QUESTION.fullmatch(spelled) else spelled: row[name] for name, spelled in names.items()
    }


def _annotated(row: Mapping[str, Any], line: int) -> PublishedQuestion:
    with must_be("a question of CofCA's form", "groundpath counterfactual compose"):
        answer = row.get("final_answer", row.get("answer"))
        passages = _passages(row)
        whole = Version(
            question=_text(row["question"]),
            answers=tuple(_texts(answer if isinstance(answer, list) else [answer])),
            passages=passages,
            sub_questions=_sub_questions(row, len(passages)),
        )
    id = text_of(row.get("id"), "id") or str(line)
    return PublishedQuestion(id, _kind(row), _version(row, "counterfactual"), whole, stages_of(row))


def _sub_questions(row: Mapping[str, Any], passages: int) -> tuple[SubQuestion, ...]:
    """Each is told to stand anywhere in the passages, unless the row tells its `sub_passages`."""
    asked, right = _texts(row["sub_questions"]), _texts(row["sub_answers"])
    places = row.get("sub_passages", [list(range(passages))] * len(asked))
    if not len(asked) == len(right) == len(places) > 1:
        raise ValueError(
            f"it has {counted(len(asked), 'sub-question')} and {counted(len(right), 'answer')} to them"
        )
    if any(at not in range(passages) for found in places for at in found):
        raise ValueError(f"sub_passages are not places of its {counted(passages, 'passage')}")
    return tuple(
        SubQuestion(question, (answer,), tuple(found))
        for question, answer, found in zip(asked, right, places, strict=True)
    )


def _passages(row: Mapping[str, Any]) -> tuple[Passage, ...]:
    told = row.get("passage", row.get("passages", row.get("context", ())))
    if isinstance(told, str):
        return (Passage("", told),)
    if isinstance(told, list) and all(isinstance(one, str) for one in told):
        return tuple(Passage("", text) for text in told)
    if isinstance(told, list) and all(isinstance(one, Mapping) for one in told):
        return tuple(Passage(str(one.get("title", "")), _text(one["text"])) for one in told)
    return tuple(Passage(entry.title, entry.text) for entry in entries_of({"context": told}) if entry)


def _texts(values: Any) -> list[str]:
    if not isinstance(values, list):
        raise TypeError("sub-questions and answers must be lists of texts")
    return [_text(value) for value in values]


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise TypeError(f"{value!r} is no text")
    return value.strip()
