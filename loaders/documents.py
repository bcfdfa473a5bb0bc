"""Loading documents, and the facts that they state."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..engine.counted import counted
from ..engine.errors import InputError
from ..engine.progress import SILENT, Progress
from ..engine.store.protocol import GraphStore
from ..engine.text.encoder import Encoder
from .columns import ColumnsLike
from .document_rows import StatedDocument, documents_of
from .document_sources import DocumentSource, DocumentSources, SourceRow
from .faults import Faults, OnError
from .loading import load, nothing_in
from .reloading import Reloading
from .report import FilesRead, LoadReport
from .staging import Staging


def load_documents(
    store: GraphStore,
    kg: str,
    source: DocumentSource,
    *,
    columns: ColumnsLike | None = None,
    on_error: OnError = "stop",
    prune: bool = False,
    tables: bool = True,
    embed: bool = True,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> LoadReport:
    """Load documents into a graph, which is made when it is not there; the same source twice changes nothing.

    A row is one of

    - a document: `text`, and where there are any `id`, `title`, `triples` ([[head, relation, tail], …]),
      which become facts with this document as their source, `types` of their ends ([[entity, type], …]), and
      `places` ([[character, name], …]: where in its file the parts of the text stand);
    - a document of FlashRAG: `contents`, its title on the first line, and `id`;
    - a question of HotpotQA or 2WikiMultihopQA (`context`, also as the hub has it) or of MuSiQue
      (`paragraphs`), of which only the documents are loaded, never the answer or the gold evidence;
    - a langchain Document, of any loader or splitter, whose metadata may tell its `title`;
    - a langchain GraphDocument, as LLMGraphTransformer makes them: its source is the document, and its
      relationships are the facts that this states. The id of a node is the entity, under its type. Nodes that
      no relationship joins are left out, and properties are not read.

    A document without text is left out, and a note tells how many were. One without an id gets one from its
    title and text, so that one document of many questions is there once. A document that comes again under
    its id replaces the old one: it states the triples that it comes with, and when its text changed, nothing
    but these. A row without `triples` and with the text that is there says nothing of them.

    A fact stays as long as a document states it, or it was loaded without one (`load_triples`); an entity as
    long as a fact does, or a source gave it a name, an alias or a type. Documents go by `drop_documents`.

    Where names of the graph are merged (`identify`), they stay so: what all documents state is looked at
    anew, and the report counts all of its facts. Types go to what a name means then; a later merge leaves
    them, and with them the entity, where they are.

    A file of another kind (plain text, Markdown, HTML, PDF, DOCX, PPTX, XLSX, EML, EPUB, and a CSV without a
    column `text`) is one document under its path as it is named, with the page, slide, sheet or section of
    each part. Its tables of facts (`files.tables`) state these. A renamed file is a new one, and the old one
    is gone. Of a folder, files that cannot be read are told in the report, with the reason, and what they
    held stays.

    Args:
        source: a file of JSON lines, with one JSON array, or a table with a header (.csv, .tsv), packed with
            gzip or not; a file that is one document; a folder of such files; several of these; "-", JSON on
            standard input; or an iterable of rows, or of langchain's documents.
        columns: what files of rows call the members that are read: {"text": "body"}, or `Columns`.
        prune: remove documents that came from these files, or from files of these folders, and that these
            no longer hold; else the report tells them.
        tables: make facts of tables.
        on_error: as `load_triples`.
        embed: as `load_triples`.
        encoder: as `load_triples`.
        progress: as `load_triples`.

    Raises:
        BadRowError: a malformed row, with file and line; the store was not touched.
        InputError: a source that is missing, empty or cut off; a bad graph name; a file whose id
            the graph has from another file, as README.md of two folders when each is named from its own.
        StoreError: the store does not answer. Run the same load again: it writes what is missing.
    """
    sources = DocumentSources(source, columns)
    again = Reloading(sources.files, prune=prune)

    def stage(staging: Staging, faults: Faults) -> tuple[int, tuple[str, ...]]:
        return _stage(sources.rows(faults, progress), sources, again, tables, staging, faults)

    report = load(
        store,
        kg,
        stage,
        on_error=on_error,
        embed=embed,
        encoder=encoder,
        progress=progress,
        before=again.look,
    )
    return replace(report, files=sources.report(), gone=again.gone)


def _stage(
    rows: Iterable[SourceRow],
    sources: DocumentSources,
    again: Reloading,
    tables: bool,
    staging: Staging,
    faults: Faults,
) -> tuple[int, tuple[str, ...]]:
    read = without = blank = stated = told = 0
    for name, line, row, file in rows:
        try:
            entries = documents_of(row)
            documents = [document for document in entries if document is not None]
            if not tables:
                documents = [document._replace(tabled=()) for document in documents]
            _stage_row(documents, file, staging)
            again.tables_only |= {one.document.id for one in documents if one.tabled and one.triples is None}
        except ValueError as error:
            faults.report(name, line, str(error))
            continue
        read += 1
        without += not entries
        blank += len(entries) - len(documents)
        stated += len(documents)
        told += sum(bool(document.triples is not None or document.tabled) for document in documents)
    if not stated:
        raise InputError(_nothing_in(sources, faults))
    return read, _notes(without, blank, stated - told)


def _notes(without: int, blank: int, silent: int) -> tuple[str, ...]:
    """
    Args:
        without: how many rows hold no document.
        blank: how many documents have no text.
        silent: how many documents do not tell what they state.
    """
    notes = []
    if without:
        notes.append(f"{counted(without, 'row holds', 'rows hold')} a question without documents")
    if blank:
        notes.append(f"{counted(blank, 'document without text was', 'documents without text were')} left out")
    if silent:
        notes.append(
            f"{counted(silent, 'document comes', 'documents come')} without triples, and a "
            "graph holds facts only; `groundpath trace extract` writes triples down by a chat model"
        )
    return tuple(notes)


def _nothing_in(sources: DocumentSources, faults: Faults) -> str:
    unread = sources.report() or FilesRead()
    said = nothing_in(sources.name, "documents", faults)
    return f"{said}; {unread.describe()}" if unread.skipped else said


def _stage_row(documents: Sequence[StatedDocument], file: str, staging: Staging) -> None:
    for stated in documents:
        document = replace(stated.document, file=file)
        if not staging.add_document(document):
            raise ValueError(f"another document of the source has the id {document.id!r}")
        if stated.triples is not None or stated.tabled:
            staging.utter(document.id, [*(stated.triples or ()), *stated.tabled])
        staging.utter_types(document.id, stated.types)
