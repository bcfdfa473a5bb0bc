"""Questions with their documents, and with what a data set says about their answers and evidence."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...loaders.columns import DOCUMENT_QUESTIONS, Columns, ColumnsLike
from ...loaders.faults import Faults
from ...loaders.json_rows import kind_of, text_of
from ...loaders.reading import PathLike, source_name
from ...loaders.row_values import read_row_values
from ..errors import BadRowError, InputError
from ..progress import SILENT, Progress
from .sources import SourceDocument, entries_of


class Sentence(NamedTuple):
    """A sentence by its document's id and its number there, from 0."""

    document: str
    number: int


@dataclass(frozen=True, slots=True)
class TraceQuestion:
    """A question over documents.

    Attributes:
        answers: any of which is right; empty where none is known.
        gold_documents: ids of the documents that hold the evidence; empty where they are not known.
        gold_sentences: the sentences that are the evidence; empty where they are not known.
    """

    id: str
    question: str
    documents: tuple[SourceDocument, ...]
    answers: tuple[str, ...] = ()
    gold_documents: frozenset[str] = frozenset()
    gold_sentences: frozenset[Sentence] = frozenset()


def read_questions(
    source: PathLike, columns: ColumnsLike | None = None, *, progress: Progress = SILENT
) -> Iterator[TraceQuestion]:
    """The questions of a file, one at a time: HotpotQA, 2WikiMultihopQA or MuSiQue, as they are published.

    A row (JSON lines, values of one JSON array, or of a table) holds `question`, its documents (`context`,
    `paragraphs`, or `documents`: [{title, text}, …]), and what is known of `id`, `answer` (one or a list),
    `answer_aliases` and `supporting_facts` ([[title, sentence], …]; MuSiQue: `is_supporting` of a paragraph).
    `context` and `supporting_facts` may be as the hub has them, lists of titles beside lists of sentences.

    Args:
        columns: what the file calls these members: {"question": "query"}, or `Columns`.

    Raises:
        BadRowError: a row is of no such form, or has the id of one before it; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    seen: set[str] = set()
    named = Columns.of(columns, DOCUMENT_QUESTIONS)
    for batch in read_row_values(source, Faults("stop"), progress, columns=named):
        for line, row in batch:
            try:
                question = question_of(row, line)
                if question.id in seen:
                    raise ValueError(f"has the id {question.id!r}, which a row before it has")
            except ValueError as error:
                raise BadRowError(source_name(source), line, f"{error}; correct the row") from None
            seen.add(question.id)
            yield question
    if not seen:
        raise InputError(f"{source_name(source)} holds no question")


def question_of(row: Any, line: int) -> TraceQuestion:
    """A question from its row; `line` names it where it has no id. ValueError says what is wrong with it."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with a 'question'")
    question = text_of(row.get("question"), "question").strip()
    if not question:
        raise ValueError("has no text in 'question'")
    entries = _entries(row)
    sentences = _gold_sentences(row, entries)
    return TraceQuestion(
        id=text_of(row.get("id", row.get("_id")), "id") or str(line),
        question=question,
        documents=_distinct(entries),
        answers=_answers(row),
        gold_documents=frozenset(s.document for s in sentences) | _gold_paragraphs(row, entries),
        gold_sentences=sentences,
    )


def _entries(row: Mapping[str, Any]) -> list[SourceDocument | None]:
    if "documents" not in row:
        return entries_of(row)
    if not isinstance(row["documents"], list):
        raise ValueError(f"documents is {kind_of(row['documents'])}, not a list")
    return [entry for document in row["documents"] for entry in entries_of(document)]


def _distinct(entries: Sequence[SourceDocument | None]) -> tuple[SourceDocument, ...]:
    """The documents that have text, each once."""
    found: dict[str, SourceDocument] = {}
    for entry in entries:
        if entry and found.setdefault(entry.id, entry).document != entry.document:
            raise ValueError(f"has two different documents with the id {entry.id!r}")
    return tuple(found.values())


def _answers(row: Mapping[str, Any]) -> tuple[str, ...]:
    aliases = row.get("answer_aliases") or []
    if not isinstance(aliases, list):
        raise ValueError(f"answer_aliases is {kind_of(aliases)}, not a list")
    answer = row.get("answer")
    answers = answer if isinstance(answer, list) else [answer]
    texts = [text_of(value, "answer") for value in (*answers, *aliases)]
    return tuple(dict.fromkeys(text for text in texts if text))


def _gold_sentences(row: Mapping[str, Any], entries: Sequence[SourceDocument | None]) -> frozenset[Sentence]:
    """HotpotQA's supporting facts; some point past the end of their document, where no sentence is."""
    pairs = supporting_facts(row)
    by_title: dict[str, SourceDocument] = {}
    for entry in entries:
        if entry is not None:
            by_title.setdefault(entry.title, entry)
    return frozenset(found for pair in pairs if (found := _gold_sentence(pair, by_title)) is not None)


def supporting_facts(row: Mapping[str, Any]) -> list[Any]:
    """The pairs [title, sentence] of a row, also where titles and sentences stand apart, as on the hub."""
    facts = row.get("supporting_facts") or []
    match facts:
        case {"title": [*titles], "sent_id": [*numbers]} if len(titles) == len(numbers):
            return [list(pair) for pair in zip(titles, numbers, strict=True)]
        case [*pairs]:
            return pairs
    raise ValueError(f"supporting_facts is {kind_of(facts)}, not a list")


def _gold_sentence(pair: Any, by_title: Mapping[str, SourceDocument]) -> Sentence | None:
    match pair:
        case [str(title), int(number)]:
            document = by_title.get(title.strip())
            known = document is not None and 0 <= number < len(document.sentences)
            return Sentence(document.id, number) if document and known else None
    raise ValueError(f"supporting_facts holds {pair!r}, which is not [title, sentence]")


def _gold_paragraphs(row: Mapping[str, Any], entries: Sequence[SourceDocument | None]) -> frozenset[str]:
    if "documents" in row:
        return frozenset()
    marked = (paragraph.get("is_supporting") is True for paragraph in row.get("paragraphs") or ())
    return frozenset(entry.id for entry, gold in zip(entries, marked, strict=False) if gold and entry)
