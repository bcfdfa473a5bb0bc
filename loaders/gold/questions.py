"""Rows of question sets: ComplexWebQuestions, GrailQA, PathQuestion, and plain rows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Literal, NoReturn, get_args

from ...engine.errors import BadRowError, InputError
from ...engine.progress import Progress
from ..columns import AS_NAMED, Columns
from ..faults import Faults
from ..identifiers import text_fault
from ..json_rows import kind_of, text_of, triple_of
from ..reading import PathLike, source_name
from ..row_values import read_row_values

Format = Literal["auto", "cwq", "grailqa", "pathquestion", "rows"]


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question, and what its row says of the way to its answer.

    Attributes:
        id: the row's, or the file's name and the line.
        topics: entities that it asks from, as ids or names; empty where the row names none.
        answers: right answers, as ids or names.
        all_answers: False where there may be more right answers than the row lists.
        sparql: its query; empty where the row has none.
        relations: the relations from the topic to an answer, in order; empty where the row names none.
        others: what else a plain row holds, kept as it is.
    """

    id: str
    question: str
    topics: tuple[str, ...]
    answers: tuple[str, ...]
    all_answers: bool = True
    sparql: str = ""
    relations: tuple[str, ...] = ()
    others: Mapping[str, Any] = field(default_factory=dict)


def read_questions(
    path: PathLike, progress: Progress, format: Format = "auto", columns: Columns = AS_NAMED
) -> Iterator[GoldQuestion]:
    """The questions of a file: JSON lines, one JSON array, or a table (also gz); "-" for standard input.

    Args:
        format: "auto" tells each row by its members: `sparql` (cwq), `sparql_query` (grailqa), `path`
            (pathquestion), else rows. A plain row holds `topic` and `gold_answers` (each one or a list, ids
            or names), and where there are any `id`, `question` and `relation_path` (a list of relations); in
            place of `topic` the `question` may name it.
        columns: what the file calls these members.

    Raises:
        BadRowError: a row is not of the format; with file and line.
        InputError: there is no such format; the file is not there, is empty, or cannot be read.
    """
    if format not in get_args(Format):
        raise InputError(f"format {format!r} is not known; there are: {', '.join(get_args(Format))}")
    faults, name = _StopAtOnce(), source_name(path)
    batches = read_row_values(path, faults, progress, columns=columns)
    for line, row in (numbered for batch in batches for numbered in batch):
        try:
            yield _question(row, format, f"{PurePath(name).stem}-{line}")
        except ValueError as error:
            faults.report(name, line, str(error))


class _StopAtOnce(Faults):
    """No question is left out: it would be missing in every count."""

    def __init__(self) -> None:
        super().__init__("stop")

    def report(self, source: str, line: int, reason: str) -> NoReturn:
        raise BadRowError(source, line, f"{reason}; correct the row, or name another --format")


def _question(row: Any, format: Format, default_id: str) -> GoldQuestion:
    if not isinstance(row, dict):
        raise ValueError(f"is {kind_of(row)}, not an object that holds a question")
    return _READERS[_told_by_members(row) if format == "auto" else format](row, default_id)


def _told_by_members(row: Mapping[str, Any]) -> Format:
    if "sparql" in row:
        return "cwq"
    if "sparql_query" in row:
        return "grailqa"
    return "pathquestion" if "path" in row else "rows"


def _cwq(row: Mapping[str, Any], default_id: str) -> GoldQuestion:
    """Also as first published: `ID`, `answers` with their ids, and no topic."""
    answers = row.get("answer_entities")
    if answers is None:
        answers = [_member(answer, "answer_id") for answer in _list(row.get("answers", []), "answers")]
    return GoldQuestion(
        id=_text(row, "id") or _text(row, "ID") or default_id,
        question=_text(row, "question"),
        topics=_topics(row),
        answers=_texts(answers, "answer_entities"),
        sparql=_needed(row, "sparql"),
    )


def _grailqa(row: Mapping[str, Any], default_id: str) -> GoldQuestion:
    answers = [_member(answer, "answer_argument") for answer in _list(row.get("answer", []), "answer")]
    return GoldQuestion(
        id=_text(row, "qid") or default_id,
        question=_text(row, "question"),
        topics=_topics(row),
        answers=_texts(answers, "answer"),
        sparql=_needed(row, "sparql_query"),
    )


def _pathquestion(row: Mapping[str, Any], default_id: str) -> GoldQuestion:
    """The answer listed is where the listed path ends; the relations lead to others as well."""
    path = [triple_of(triple) for triple in _list(row.get("path"), "path")]
    if not path:
        raise ValueError("has no triples in 'path'")
    return GoldQuestion(
        id=_text(row, "id") or default_id,
        question=_text(row, "question"),
        topics=_texts(path[0][0], "path"),
        answers=_texts(path[-1][2], "path"),
        all_answers=False,
        relations=_texts([relation for _, relation, _ in path], "path"),
    )


def _plain(row: Mapping[str, Any], default_id: str) -> GoldQuestion:
    return GoldQuestion(
        id=_text(row, "id") or default_id,
        question=_text(row, "question"),
        topics=_texts(row.get("topic"), "topic"),
        answers=_texts(row.get("gold_answers"), "gold_answers"),
        relations=_texts(row.get("relation_path"), "relation_path"),
        others=row,
    )


_READERS: dict[Format, Callable[[Mapping[str, Any], str], GoldQuestion]] = {
    "cwq": _cwq,
    "grailqa": _grailqa,
    "pathquestion": _pathquestion,
    "rows": _plain,
}


def _topics(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Ids, which stand before their names, or in a list."""
    return _texts(list(row.get("topic_entity") or ()), "topic_entity")


def _needed(row: Mapping[str, Any], name: str) -> str:
    text = _text(row, name)
    if not text:
        raise ValueError(f"has no query in {name!r}")
    return text


def _text(row: Mapping[str, Any], name: str) -> str:
    text = text_of(row.get(name), name)
    fault = text_fault(text) if text else None
    if fault:
        raise ValueError(f"{name} {fault}")
    return text


def _texts(value: Any, name: str) -> tuple[str, ...]:
    """One text or a list of texts; in a list, each must be one."""
    values = value if isinstance(value, list) else [] if value is None else [value]
    texts = tuple(text_of(each, name) for each in values)
    for text in texts:
        if fault := text_fault(text):
            raise ValueError(f"{name} {fault}")
    return texts


def _list(value: Any, name: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name} is {kind_of(value)}, not a list")
    return value


def _member(value: Any, name: str) -> Any:
    if not isinstance(value, Mapping) or value.get(name) is None:
        raise ValueError(f"holds an answer without {name!r}")
    return value[name]
