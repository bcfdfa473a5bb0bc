"""Rows to audit, from JSON lines or from Python."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from ...loaders.columns import AS_NAMED, CHAINS, QUESTIONS, Columns, ColumnsLike
from ...loaders.faults import Faults
from ...loaders.identifiers import text_fault
from ...loaders.inspect_log import is_inspect_log, read_inspect_samples
from ...loaders.json_rows import kind_of, text_of
from ...loaders.python_rows import FRAME, read_frame_rows
from ...loaders.reading import PathLike, source_name
from ...loaders.row_values import read_row_values
from ..errors import BadRowError
from ..llm.parts import written
from ..progress import SILENT
from ..terms import Triple
from .logged import FirstFilter, logged_rows
from .unsaid import with_steps
from .verdicts import ChainOfThought, Maker

if TYPE_CHECKING:
    from pandas import DataFrame

ROWS = "<rows>"
_TEXT = "cot"  # that of a model which said nothing can be written in a table as an empty cell only

RowSource: TypeAlias = "PathLike | DataFrame | Iterable[Mapping[str, Any]]"
"""A file of JSON lines, of one JSON array, or a table with a header (.csv, .tsv), also .gz; "-", JSON on
standard input; a pandas frame; or mappings. Where chains are read, also one of them in plain text: a file
.txt or .md, or standard input."""

_Part = TypeVar("_Part")


def read_chains(source: RowSource, columns: ColumnsLike | None = None) -> Iterator[ChainOfThought]:
    """Rows to audit, one at a time, from a file or a frame.

    A row holds `cot`, the text, and what is known of `id` (else the number of its line), `question`, `topic`
    (an entity or a list), `gold_answers` (one or a list), `gold_paths` ([[[head, relation, tail], …], …], by
    ids), `group` (what the samples of one question share), and of what made the text: `model`, `strategy`,
    `prompt` (a name of it; a prompt with the question in it is none). Rows that name one of these and have
    no id are told to be of one question by its text. Other members are passed over.

    Logs of other programs are read as they are: chat messages (`messages`, of which the assistant's last is
    audited), OpenAI's batch output, samples of lm-evaluation-harness, and logs of inspect_ai (.eval, .json);
    see `logged_rows`.

    Args:
        columns: what the source calls these members: {"cot": "response"}, or `Columns`.

    Raises:
        BadRowError: a row is not such an object; with file and line.
        InputError: the file is not there, is empty, cannot be read, or lacks one of the columns.
    """
    return read_logged(source, logged_rows, chain_of, Columns.of(columns, CHAINS), _TEXT)


def read_logged(
    source: RowSource,
    rows_of: Callable[[Any, int], list[Any]],
    read: Callable[[Any, int], _Part],
    columns: Columns,
    prose: str,
    texts: Collection[str] = (),
) -> Iterator[_Part]:
    """As `read_rows`, of what may be a log of another program: `rows_of` says for which rows a row stands.

    Args:
        texts: members that a row of a table or a frame has where its cell is empty, too.
    """
    name, rows = _logged(source, columns, prose, texts)
    counted = FirstFilter()
    for line, row in rows:
        if not counted.takes(row):
            continue
        for one in _sound_row(rows_of, row, name, line):
            yield _sound_row(read, one, name, line)


def read_questions(source: RowSource, columns: ColumnsLike | None = None) -> Iterator[ChainOfThought]:
    """Questions without a chain of thought: rows as in `read_chains`, with `question` in place of `cot`.

    A `cot` that a row has is passed over; `text` is empty.

    Raises:
        As `read_chains` does.
    """
    return read_rows(source, question_of, Columns.of(columns, QUESTIONS))


def read_rows(
    source: RowSource,
    read: Callable[[Any, int], _Part],
    columns: Columns = AS_NAMED,
    *,
    prose: str | None = None,
) -> Iterator[_Part]:
    """What `read` makes of each row and its line (of the row's number where there are no lines).

    Args:
        columns: what the source calls the members that `read` reads.
        prose: the member that a file of plain text is; such a file is refused without.

    Raises:
        BadRowError: a row cannot be read, or `read` raised a ValueError; with file and line.
        InputError: the file is not there, is empty, cannot be read, or lacks one of the columns.
    """
    name, rows = _numbered(source, columns, prose)
    for line, row in rows:
        yield _sound_row(read, row, name, line)


def _logged(
    source: RowSource, columns: Columns, prose: str, texts: Collection[str]
) -> tuple[str, Iterable[tuple[int, Any]]]:
    """As `_numbered`; the rows of a log of inspect_ai are its samples."""
    if isinstance(source, str | os.PathLike) and is_inspect_log(source):
        samples = enumerate(read_inspect_samples(source), 1)
        return source_name(source), _read_as(columns, samples, source_name(source))
    return _numbered(source, columns, prose, texts)


def _numbered(
    source: RowSource, columns: Columns, prose: str | None, texts: Collection[str] = ()
) -> tuple[str, Iterable[tuple[int, Any]]]:
    """What errors call the source, and its rows with their lines; for `prose` see `read_row_values`."""
    if isinstance(source, str | os.PathLike):
        batches = read_row_values(
            source, _StopAtOnce(), SILENT, kept={_TEXT, *texts}, prose=prose, columns=columns
        )
        return source_name(source), (numbered for batch in batches for numbered in batch)
    from pandas import DataFrame

    if isinstance(source, DataFrame):
        there = list(map(str, source.columns))
        columns.check(there, FRAME)
        empty = {name: "" for text in texts if (name := columns.names.get(text, text)) in there}
        rows = ({**empty, **row} for row in read_frame_rows(source))
        return FRAME, _read_as(columns, enumerate(rows, 1), FRAME, table=True)
    return ROWS, _read_as(columns, enumerate(source, 1), ROWS)


def _read_as(
    columns: Columns, rows: Iterable[tuple[int, Any]], source: str, *, table: bool = False
) -> Iterator[tuple[int, Any]]:
    """Rows one by one, with the members that are read."""
    for batch in columns.rows(([row] for row in rows), source, table=table):
        yield from batch


class _StopAtOnce(Faults):
    """What is measured leaves no row out: it would be missing in every figure."""

    def __init__(self) -> None:
        super().__init__("stop")

    def report(self, source: str, line: int, reason: str) -> NoReturn:
        raise BadRowError(source, line, f"{reason}; correct the row and run the command again")


def _sound_row(read: Callable[[Any, int], _Part], row: Any, source: str, line: int) -> _Part:
    try:
        return read(row, line)
    except ValueError as error:
        _StopAtOnce().report(source, line, str(error))


def chain_of(row: Any, line: int | str) -> ChainOfThought:
    """A row to audit from its mapping, named by `line` where it has no id; ValueError says what is wrong."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with a 'cot'")
    told = row.get("cot")
    text = written(told)
    if text is None:
        raise ValueError(
            "has no text in 'cot', the chain of thought to audit, and is no row of a log that is known; "
            f"it has: {named(row)}"
        )
    return _read(row, line, _sound(text if isinstance(told, str) else with_steps(text), "cot"))


def question_of(row: Any, line: int | str) -> ChainOfThought:
    """A question from its row; ValueError says what is wrong with it."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with a 'question'")
    if not _text(row, "question"):
        raise ValueError(f"has no text in 'question'; it has: {named(row)}")
    return _read(row, line, "")


def named(row: Mapping[str, Any]) -> str:
    """The members of a row, for an error."""
    return ", ".join(map(str, row)) or "nothing"


def _read(row: Mapping[str, Any], line: int | str, text: str) -> ChainOfThought:
    id, question, maker = _text(row, "id"), _text(row, "question"), maker_of(row)
    return ChainOfThought(
        id=id or str(line),
        question=question,
        text=text,
        topic=_texts(row, "topic"),
        gold_answers=_texts(row, "gold_answers"),
        gold_paths=_list(row.get("gold_paths"), "gold_paths", _path),
        group=_text(row, "group") or (question if any(maker) and not id else ""),
        **maker._asdict(),
    )


def maker_of(row: Mapping[str, Any]) -> Maker:
    """What the row says that its text was made by.

    Under `prompt` some keep what was sent, as text or messages: it differs with each question, and names
    nothing.
    """
    prompt, question = row.get("prompt"), row.get("question")
    sent = isinstance(prompt, list | dict) or (bool(question) and str(question) in str(prompt))
    return Maker(_text(row, "model"), _text(row, "strategy"), "" if sent else _text(row, "prompt"))


def _text(row: Mapping[str, Any], name: str) -> str:
    return _sound(text_of(row.get(name), name), name)


def _texts(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = row.get(name)
    return _list(value if isinstance(value, list | tuple) or value is None else [value], name, _name)


def _name(value: Any, where: str) -> str:
    return _sound(text_of(value, where), where)


def _path(value: Any, where: str) -> tuple[Triple, ...]:
    return _list(value, where, _triple)


def _triple(value: Any, where: str) -> Triple:
    parts = _list(value, where, _name)
    if len(parts) != 3:
        raise ValueError(f"{where} holds {value!r}, which is not [head, relation, tail]")
    return Triple(*parts)


def _list(value: Any, where: str, read: Callable[[Any, str], _Part]) -> tuple[_Part, ...]:
    if value is None:
        return ()
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError(f"{where} holds {kind_of(value)}, where a list is needed")
    return tuple(read(part, where) for part in value)


def _sound(text: str, name: str) -> str:
    fault = text_fault(text) if text else None
    if fault:
        raise ValueError(f"{name} {fault}")
    return text
