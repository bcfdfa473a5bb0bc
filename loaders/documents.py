"""Loading documents, and the facts that they state."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ..engine.errors import InputError
from ..engine.progress import SILENT, Progress
from ..engine.store.protocol import GraphStore
from ..engine.text.encoder import Encoder
from .document_rows import StatedDocument, documents_of
from .faults import Faults, OnError
from .json_values import read_json_values
from .loading import load, nothing_in
from .reading import PathLike, source_name
from .report import LoadReport
from .staging import Staging

_ROWS = 1_000
_ITERABLE = "<documents>"

Numbered = Sequence[tuple[int, Any]]


def load_documents(
    store: GraphStore,
    kg: str,
    source: PathLike | Iterable[Mapping[str, Any]],
    *,
    on_error: OnError = "stop",
    embed: bool = True,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> LoadReport:
    """Load documents into a graph, which is made when it is not there; the same source twice changes nothing.

    A row is one of

    - a document: `text`, and where there are any `id`, `title` and `triples` ([[head, relation, tail], …]),
      which become facts with this document as their source;
    - a question of HotpotQA or 2WikiMultihopQA (`context`) or of MuSiQue (`paragraphs`), of which only the
      documents are loaded, never the answer or the gold evidence.

    A document without an id gets one from its title and text, so that one document of many questions is there
    once. A document that comes again under its id replaces the old one: it states the triples that it comes
    with, and when its text changed, nothing but these. A row without `triples` and with the text that is
    there says nothing of them.

    A fact stays as long as a document states it, or it was loaded without one (`load_triples`); an entity as
    long as a fact does, or a source gave it a name, an alias or a type. Documents go by `drop_documents`.

    Where names of the graph are merged (`identify`), they stay so: what all documents state is looked at
    anew, and the report counts all of its facts.

    Args:
        source: a file of JSON lines or with one JSON array (packed with gzip or not), "-" for standard input,
            or an iterable of such rows.
        on_error, embed, encoder, progress: see `load_triples`.

    Raises:
        BadRowError: a malformed row, with file and line; the store was not touched.
        InputError: a source that is missing, empty or cut off; a bad graph name.
        StoreError: the store does not answer. Run the same load again: it writes what is missing.
    """

    def stage(staging: Staging, faults: Faults) -> tuple[int, tuple[str, ...]]:
        return _stage(source, staging, faults, progress)

    return load(store, kg, stage, on_error=on_error, embed=embed, encoder=encoder, progress=progress)


def _stage(
    source: PathLike | Iterable[Mapping[str, Any]], staging: Staging, faults: Faults, progress: Progress
) -> tuple[int, tuple[str, ...]]:
    name, batches = _batches(source, faults, progress)
    read = without = stated = 0
    for line, row in (numbered for batch in batches for numbered in batch):
        try:
            documents = documents_of(row)
            _stage_row(documents, staging)
        except ValueError as error:
            faults.report(name, line, str(error))
            continue
        read += 1
        without += not documents
        stated += len(documents)
    if not stated:
        raise InputError(nothing_in(name, "documents", faults))
    return read, (f"{without:,} rows hold a question without documents",) if without else ()


def _batches(
    source: PathLike | Iterable[Mapping[str, Any]], faults: Faults, progress: Progress
) -> tuple[str, Iterator[Numbered]]:
    """What errors call the source, and its rows."""
    if isinstance(source, str | os.PathLike):
        return source_name(source), read_json_values(source, faults, progress)
    numbered = enumerate(source, 1)
    return _ITERABLE, iter(lambda: list(islice(numbered, _ROWS)), [])


def _stage_row(documents: Sequence[StatedDocument], staging: Staging) -> None:
    for stated in documents:
        if not staging.add_document(stated.document):
            raise ValueError(f"another document of the source has the id {stated.document.id!r}")
        if stated.triples is not None:
            staging.utter(stated.document.id, stated.triples)
