"""Questions of a domain, as BiomixQA publishes them or as plain rows.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Sections 3.1 and 5.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...loaders.columns import DOMAIN_QUESTIONS, Columns, ColumnsLike
from ...loaders.identifiers import text_fault
from ...loaders.json_rows import kind_of, text_of
from ..audit.chains import RowSource, named, read_rows

# Names of the same member in BiomixQA's multiple choice, its true/false, and plain rows.
_QUESTION = ("question", "text")
_OPTIONS = ("options", "options_combined")
_ANSWERS = ("gold_answers", "answer", "correct_node", "label")


@dataclass(frozen=True, slots=True)
class DomainQuestion:
    """A question and its row as it came.

    Attributes:
        id: the row's `id`, else the number of its line.
        options: what to choose from, each once; empty for an open question.
        answers: the right ones; empty when they are not known.
        entities: names that the row itself says the question is about; else they are read off its text.
    """

    id: str
    question: str
    options: tuple[str, ...]
    answers: tuple[str, ...]
    entities: tuple[str, ...]
    row: Mapping[str, Any]

    @property
    def texts(self) -> tuple[str, ...]:
        """The question, and those options that it does not spell out itself."""
        return (self.question, *(option for option in self.options if option not in self.question))


def read_domain_questions(source: RowSource, columns: ColumnsLike | None = None) -> Iterator[DomainQuestion]:
    """Questions, one at a time, from a file or a frame.

    A row holds `question` (or `text`), and what is known of `id`, `options` (a list, or one text with commas:
    `options_combined`), `answer` (`gold_answers`, `correct_node`, `label`) and `entities`. Other members go
    along.

    Raises:
        BadRowError: a row is not such an object; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    return read_rows(source, question_of, Columns.of(columns, DOMAIN_QUESTIONS))


def question_of(row: Any, line: int) -> DomainQuestion:
    """A question from its row; ValueError says what is wrong with it."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with a 'question'")
    name = next((name for name in _QUESTION if row.get(name)), None)
    question = " ".join(_sound(row[name], name).split()) if name else ""
    if not question:
        raise ValueError(f"has no text in 'question' (or 'text'); it has: {named(row)}")
    return DomainQuestion(
        id=_sound(row.get("id"), "id") or str(line),
        question=question,
        options=_listed(row, _OPTIONS, separated=True),
        answers=_listed(row, _ANSWERS, separated=False),
        entities=_names(row.get("entities")),
        row=row,
    )


def _names(value: Any) -> tuple[str, ...]:
    """Names that are given as texts, or as the objects that `groundpath domain filter` writes."""
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise ValueError(f"'entities' holds {kind_of(value)}, where a list is needed")
    given = (entry.get("text") if isinstance(entry, Mapping) else entry for entry in value)
    return _distinct(_sound(name, "entities") for name in given)


def _listed(row: Mapping[str, Any], names: Sequence[str], *, separated: bool) -> tuple[str, ...]:
    name = next((name for name in names if row.get(name) not in (None, "", [])), None)
    if name is None:
        return ()
    value = row[name]
    if separated and isinstance(value, str):
        value = value.split(",")
    values = value if isinstance(value, list | tuple) else [value]
    return _distinct(_sound(part, name) for part in values)


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for value in values if (text := " ".join(value.split()))))


def _sound(value: Any, name: str) -> str:
    text = str(value) if isinstance(value, bool) else text_of(value, name)
    fault = text_fault(text) if text else None
    if fault:
        raise ValueError(f"{name} {fault}")
    return text
