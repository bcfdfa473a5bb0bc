"""Answers to score: a question, a model, its reasoning and what it answered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...loaders.columns import DOMAIN_ANSWERS, Columns, ColumnsLike
from ...loaders.identifiers import text_fault
from ...loaders.json_rows import kind_of, text_of
from ..answers.given import find_answers
from ..answers.written import is_right
from ..audit.chains import RowSource, named, read_rows
from ..llm.parts import written
from ..llm.thinking import said

ReadAnswers = Callable[[], Iterator["DomainAnswer"]]
"""Gives the same answers whenever it is called, so that none has to be kept."""


@dataclass(frozen=True, slots=True)
class DomainAnswer:
    """One answer of a model.

    Attributes:
        reasoning: the text whose claims are judged, without what the model thought before it; empty where it
            gave no answer.
        model: empty where it is not known.
        right: whether the answer is right, None where that is not known.
        input_facts: keys of the facts that were in its prompt, the paper's input graph; None for the whole
            graph.
    """

    id: str
    question: str
    reasoning: str
    model: str
    predicted: str
    gold: tuple[str, ...]
    right: bool | None
    options: tuple[str, ...]
    input_facts: tuple[str, ...] | None


def read_answers(source: RowSource, columns: ColumnsLike | None = None) -> Iterator[DomainAnswer]:
    """Answers, one at a time, from a file or a frame; a file .txt or .md, and text that is no JSON on
    standard input, is the reasoning of one.

    A row holds `cot`, the reasoning, and what is known of `id` (else the number of its line), `question`,
    `model`, `predicted_answer` (else what the reasoning closes with), `gold_answers`, `right` (else whether
    the two agree), `options` and `subgraph` (keys of facts). Other members are passed over.

    Args:
        columns: what the source calls these members: {"cot": "response"}, or `Columns`.

    Raises:
        BadRowError: a row is not such an object; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    return read_rows(source, answer_of, Columns.of(columns, DOMAIN_ANSWERS), prose="cot")


def answer_of(row: Any, line: int | str) -> DomainAnswer:
    """An answer from its row; ValueError says what is wrong with it."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with a 'cot'")
    text = written(row.get("cot"))
    if text is None:
        raise ValueError(f"has no text in 'cot', the reasoning to score; it has: {named(row)}")
    gold, reasoning = _texts(row, "gold_answers") or (), said(_sound(text, "cot"))
    predicted = said(_text(row, "predicted_answer")) if "predicted_answer" in row else _closing(reasoning)
    return DomainAnswer(
        id=_text(row, "id") or str(line),
        question=_text(row, "question"),
        reasoning=reasoning,
        model=_text(row, "model"),
        predicted=predicted,
        gold=gold,
        right=_right(row, predicted, gold),
        options=_texts(row, "options") or (),
        input_facts=_texts(row, "subgraph"),
    )


def _closing(reasoning: str) -> str:
    """The answer that a text closes with; empty when it gives none."""
    answers = find_answers(reasoning)
    return answers[-1].text if answers else ""


def _right(row: Mapping[str, Any], predicted: str, gold: Sequence[str]) -> bool | None:
    """What the row says, or else whether the answer is one of those that are right, where both are known."""
    right = row.get("right")
    if not isinstance(right, bool | None):
        raise ValueError(f"'right' is {kind_of(right)}, where true, false or null is needed")
    if "right" in row or not predicted or not gold:
        return right
    return is_right(predicted, gold)


def _texts(row: Mapping[str, Any], name: str) -> tuple[str, ...] | None:
    value = row.get(name)
    if value is None:
        return None
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(_sound(part, name) for part in values)


def _text(row: Mapping[str, Any], name: str) -> str:
    return _sound(row.get(name), name)


def _sound(value: Any, name: str) -> str:
    text = str(value) if isinstance(value, bool) else text_of(value, name)
    fault = text_fault(text) if text else None
    if fault:
        raise ValueError(f"{name} {fault}")
    return text
