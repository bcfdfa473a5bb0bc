"""Documents to reason over, with their sentences, from the formats that `groundpath load documents` takes."""

import logging
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from ...loaders.columns import ColumnsLike
from ...loaders.document_rows import StatedDocument, documents_of, titled_entries
from ...loaders.document_sources import DocumentSource, DocumentSources
from ...loaders.faults import Faults, OnError
from ...loaders.json_rows import text_of
from ...loaders.report import FilesRead
from ..errors import InputError
from ..llm.journal import FAILURE
from ..progress import SILENT, Progress
from ..terms import Document, Triple
from ..text.sentences import split_sentences

_LOG = logging.getLogger("groundpath.documents")


class Span(NamedTuple):
    """Characters of a text, `end` exclusive."""

    start: int
    end: int


@dataclass(frozen=True)
class SourceDocument:
    """A document to reason over.

    Attributes:
        given: its sentences where its source tells them, in order; None where they have to be found.
        stated: the triples that its source says it states; None where they have to be extracted.
        tabled: those of its tables, which need no extraction.
    """

    document: Document
    given: tuple[Span, ...] | None = None
    stated: tuple[Triple, ...] | None = None
    tabled: tuple[Triple, ...] = ()

    @property
    def id(self) -> str:
        return self.document.id

    @property
    def title(self) -> str:
        return self.document.title

    @property
    def text(self) -> str:
        return self.document.text

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Where the sentences stand in the text, in order."""
        if self.given is not None:
            return self.given
        return sentence_spans(self.text, split_sentences(self.text))

    def sentence(self, number: int) -> str:
        """The text of a sentence, from 0."""
        return self.text[slice(*self.sentences[number])]

    def sentence_at(self, place: int) -> int:
        """The number of the sentence in which a character stands, or of the one before it."""
        return max(bisect_right(self._starts, place) - 1, 0)

    @cached_property
    def _starts(self) -> list[int]:
        return [span.start for span in self.sentences]


def sentence_spans(text: str, sentences: Sequence[str]) -> tuple[Span, ...]:
    """Where sentences stand that follow each other in a text."""
    spans = []
    end = 0
    for sentence in sentences:
        start = text.index(sentence, end)
        end = start + len(sentence)
        spans.append(Span(start, end))
    return tuple(spans)


def shown_documents(documents: Iterable[SourceDocument]) -> str:
    """Documents as a model is shown them: title and text."""
    return "\n\n".join(
        f"Title: {document.title}\n{document.text}" if document.title else document.text
        for document in documents
    )


def documents_in(row: Any) -> list[SourceDocument]:
    """The documents of a row, those without any text left out; see `loaders.load_documents` for its forms.

    HotpotQA's and 2WikiMultihopQA's sentences are kept as they are, since gold evidence counts them.

    Raises:
        ValueError: the row is of no known form; with the reason.
    """
    return [document for document in entries_of(row) if document is not None]


def entries_of(row: Any) -> list[SourceDocument | None]:
    """As `documents_in`, with None in the place of each document without text."""
    entries = documents_of(row)
    if "paragraphs" not in row and "context" in row:
        return list(map(_of_sentences, entries, titled_entries(row["context"])))
    return [_source(stated, row) for stated in entries]


def _source(stated: StatedDocument | None, row: Mapping[str, Any]) -> SourceDocument | None:
    """A document whose sentences have to be found.

    Where its extraction failed, that it states no triple is not known.
    """
    if stated is None:
        return None
    extracted = stated.triples is not None and FAILURE not in row
    triples = tuple(stated.triples or ()) if extracted else None
    return SourceDocument(stated.document, stated=triples, tabled=tuple(stated.tabled))


def _of_sentences(stated: StatedDocument | None, entry: Any) -> SourceDocument | None:
    """A document whose row gives its title and its sentences."""
    if stated is None:
        return None
    document, sentences = stated.document, [text_of(sentence, "sentence").strip() for sentence in entry[1]]
    return SourceDocument(document, sentence_spans(document.text, sentences))


class ReadDocuments(list[SourceDocument]):
    """Documents, and what became of the files that they are from.

    Attributes:
        files: which of a folder were skipped, and why.
    """

    def __init__(self, documents: Iterable[SourceDocument], files: FilesRead) -> None:
        super().__init__(documents)
        self.files = files


def read_documents(
    source: DocumentSource,
    *,
    columns: ColumnsLike | None = None,
    on_error: OnError = "stop",
    progress: Progress = SILENT,
) -> ReadDocuments:
    """The documents of a source as `load_documents` takes it, each once, in order of appearance.

    That is a file, a folder, several of these, "-" for standard input, rows, or langchain's documents. A file
    holds rows, or is one document (text, HTML, PDF, DOCX, …), with the file's name as its title where it has
    none of its own. Documents without text are left out; so are files of a folder that cannot be read, which
    `files` of what is returned tells, and a warning in the log.

    Raises:
        BadRowError: a row is malformed, or has the id of another document; with file and line.
        InputError: a file is missing or cannot be read, or there is no document in all of them.
    """
    sources = DocumentSources(source, columns)
    faults, found = Faults(on_error), dict[str, SourceDocument]()
    for name, line, row, file in sources.rows(faults, progress):
        try:
            _add(documents_in(row), name if file else "", found)
        except ValueError as error:
            faults.report(name, line, str(error))
    report = sources.report() or FilesRead()
    if not found:
        unread = f"; {report.describe()}" if report.skipped else ""
        raise InputError(
            f"{sources.name}: there is no document with a text in it; a row holds `text`, `title` and `id`"
            f"{unread}"
        )
    for said in report.lines():
        _LOG.warning("%s", said)
    return ReadDocuments(found.values(), report)


def _add(documents: Iterable[SourceDocument], file: str, found: dict[str, SourceDocument]) -> None:
    """Documents with the file that they are from; one that comes again has the first."""
    for source in documents:
        first = found.get(source.id)
        named = replace(source.document, file=first.document.file if first else file)
        if first is None:
            found[source.id] = replace(source, document=named)
        elif first.document != named:
            raise ValueError(f"another document has the id {source.id!r}")
