"""Answers to check and the texts that they were made from: rows as evaluation tools and logs have them."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, cast

from ...loaders.columns import CHECKED, Columns, ColumnsLike
from ...loaders.document_rows import title_and_text
from ...loaders.identifiers import text_fault
from ...loaders.json_rows import kind_of, text_of
from ..audit.chains import RowSource, named, read_logged
from ..audit.logged import ANSWERS, logged_rows
from ..audit.unsaid import ChainText
from ..llm.parts import written
from ..llm.thinking import said
from ..terms import Document
from ..trace.sources import SourceDocument

_QUESTIONS = ("question", "user_input", "input", "query", "prompt")
_CONTEXTS = (
    "contexts",
    "retrieved_contexts",
    "retrieval_context",
    "source_documents",
    "context",
    "documents",
)
_TEXTS = ("page_content", "text", "content", "passage", "paragraph_text")
CANNOT_BE_CHECKED = "the row cannot be checked"
"""How the reason of a row with a fault begins."""
_KNOWN_OF = ("doc", "metadata")
"""Members of logs under which the row of the data set stands."""


@dataclass(frozen=True, slots=True)
class AnswerCase:
    """An answer, and what it may rest on.

    Attributes:
        answer: what was said; what the model thought before it is no part of it.
        question: what was asked; empty where that is not known.
        contexts: the texts that came with the answer, in order; none where it is held against documents of
            its own.
        model: who answered; empty where that is not told.
        is_chain: whether it is a chain of thought, whose steps build on each other.
        gold_answers: any of which is right; empty when not known.
        answers_briefly: whether it may be a few words that say something only behind their question: what
            has no verb is then held as "question answer".
        fault: why the row that it is from cannot be checked; empty where it can.
    """

    id: str
    answer: str
    question: str = ""
    contexts: tuple[SourceDocument, ...] = ()
    model: str = ""
    is_chain: bool = False
    gold_answers: tuple[str, ...] = ()
    answers_briefly: bool = False
    fault: str = ""


def read_cases(source: RowSource, columns: ColumnsLike | None = None) -> Iterator[AnswerCase]:
    """Answers to check, one at a time, from a file, a frame or rows.

    A row holds the answer as `answer`, `response` (ragas), `actual_output` (deepeval), `result` or `output`
    (langchain); what it was made from as `contexts`, `retrieved_contexts`, `retrieval_context`,
    `source_documents`, `context` or `documents`: a text, or a list of texts, of langchain's documents or of
    objects with `text` and what is known of `id` and `title`; and what is known of `id`, `question` (also
    `user_input`, `input`, `query`) and `model`. Under `cot` stands a chain of thought, whose steps build on
    each other; its `gold_answers` are one or a list. Test cases of ragas and deepeval may be given as they
    are. A row whose values cannot be checked, such as an empty answer, is a case with a `fault`.

    Logs of other programs are read as `read_chains` reads them: chat messages, OpenAI's batch output, samples
    of lm-evaluation-harness, and logs of inspect_ai. What a model said there is the answer; contexts are
    those of the row, of its `doc` or its `metadata`.

    Args:
        columns: what the source calls these members: {"answer": "reply"}, or `Columns`.

    Raises:
        BadRowError: a row is no object, or holds no answer under any of these names; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    return read_logged(
        source,
        answer_rows,
        lambda row, line: case_or_fault(row, str(line)),
        answer_columns(columns),
        "answer",
        ANSWERS,
    )


def answer_columns(columns: ColumnsLike | None) -> Columns:
    """What a source calls the members of `read_cases`; an answer is one text, were it JSON."""
    return Columns.of(columns, CHECKED, whole=["answer"])


def case_or_fault(row: Any, id: str = "") -> AnswerCase:
    """The answer to check in a row, or a case that says why its values cannot be checked.

    Args:
        id: where it tells none.

    Raises:
        ValueError: the row is no object, or has no answer under any of the known names.
    """
    given = _answering(row)
    try:
        return case_of(given, id)
    except ValueError as error:
        told = given.get("id")
        name = str(told) if isinstance(told, str | int) and not text_fault(str(told)) else id
        return AnswerCase(name or id, "", fault=f"{CANNOT_BE_CHECKED}: {error}")


def answer_rows(row: Any, line: int | str) -> list[Any]:
    """The rows to check that a row stands for: itself, where it has an answer or is of no known log."""
    if not isinstance(row, Mapping) or written(_first(row, ANSWERS)) is not None:
        return [row]
    known = [row, *(row[name] for name in _KNOWN_OF if isinstance(row.get(name), Mapping))]
    contexts = next((found for one in known if (found := _first(one, _CONTEXTS)) is not None), None)
    return [
        one if one is row else {**one, "answer": one["cot"], "cot": None, "contexts": contexts}
        for one in logged_rows(row, line)
    ]


def case_of(row: Any, id: str = "") -> AnswerCase:
    """The answer to check in a row; see `read_cases` for its forms.

    Args:
        id: where it tells none.

    Raises:
        ValueError: the row is of no known form; with the reason.
    """
    given = _answering(row)
    told = _first(given, ANSWERS)
    answer, is_chain = written(told), told is given.get("cot")
    if answer is None:
        raise ValueError(
            f"its answer is {kind_of(told)}, not a text" if told is not None else "its answer is empty"
        )
    question = _first(given, _QUESTIONS)
    return AnswerCase(
        id=text_of(given.get("id"), "id") or id,
        answer=_sound(ChainText.of(answer).text if is_chain else said(answer), "answer"),
        question=_sound(question, "question") if isinstance(question, str) else "",
        contexts=contexts_of(_first(given, _CONTEXTS)),
        model=text_of(given.get("model"), "model"),
        is_chain=is_chain,
        gold_answers=tuple(_texts(given.get("gold_answers"))),
    )


def _answering(row: Any) -> Mapping[str, Any]:
    """A row as a mapping that has an answer, were it an empty one."""
    given = _members(row)
    if given is None:
        raise ValueError(f"is {kind_of(row)}, not an object with an 'answer'")
    if not any(name in given for name in ANSWERS):
        raise ValueError(f"has no text to check in {', '.join(ANSWERS[:4])}; it has: {named(given)}")
    return given


def _texts(value: Any) -> Iterator[str]:
    """The gold answers of a row: one, or a list."""
    listed = value if isinstance(value, list | tuple) else [value]
    for one in listed:
        if one not in (None, ""):
            yield _sound(text_of(one, "gold_answers"), "gold_answers")


def _members(row: Any) -> Mapping[str, Any] | None:
    """A row as a mapping: itself, or what an object of another library holds; None for anything else."""
    if isinstance(row, Mapping):
        return row
    if hasattr(row, "model_dump"):
        return cast("Mapping[str, Any]", row.model_dump())
    return vars(row) if hasattr(row, "__dict__") else None


def _first(row: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((row[name] for name in names if row.get(name) not in (None, "")), None)


def contexts_of(value: Any) -> tuple[SourceDocument, ...]:
    """What an answer was made from: a text, a document, or a list of these; empty ones are left out.

    Raises:
        ValueError: it is neither a text nor an object with one.
    """
    if value is None:
        return ()
    listed = isinstance(value, Sequence) and not isinstance(value, str)
    return tuple(_contexts(value if listed else [value]))


def digest_of(documents: Iterable[SourceDocument]) -> str:
    """16 hexadecimal digits that change with whatever verdicts tell of documents: text, sentences, places."""
    seen = blake2b(digest_size=8)
    for one in documents:
        known = one.document
        told = [one.id, one.title, one.text, one.given, known.places, known.file]
        seen.update(json.dumps(told).encode())
    return seen.hexdigest()


def _contexts(value: Sequence[Any]) -> Iterator[SourceDocument]:
    for number, one in enumerate(value, 1):
        if one is None:
            continue
        text, title, id = _text(one, number)
        if text.strip():
            yield SourceDocument(
                Document(id or str(number), title, _sound(text, f"context {number}").strip())
            )


def _text(value: Any, number: int) -> tuple[str, str, str]:
    """Text, title and id of a context."""
    if isinstance(value, str):
        return value, "", ""
    if isinstance(value, Sequence) and len(value) == 2 and not isinstance(value[1], str):
        return (
            " ".join(text_of(part, "sentence").strip() for part in value[1]),
            text_of(value[0], "title"),
            "",
        )
    given = _members(value)
    if given is not None and isinstance(given.get("contents"), str):
        given = {**given, **title_and_text(given["contents"])}  # as FlashRAG keeps it
    text = None if given is None else _first(given, _TEXTS)
    if given is None or not isinstance(text, str):
        raise ValueError(
            f"context {number} is {kind_of(value)}, where a text or an object with 'text' is needed"
        )
    told = given.get("metadata")
    told = {**told, **given} if isinstance(told, Mapping) else given
    title = _first(told, ("title", "source", "file_name"))
    return text, text_of(title, "title"), text_of(_first(told, ("id", "doc_id", "_id")), "id")


def _sound(text: str, name: str) -> str:
    fault = text_fault(text) if text else None
    if fault:
        raise ValueError(f"{name} {fault}")
    return text
