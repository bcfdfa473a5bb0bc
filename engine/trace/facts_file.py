"""Facts of documents as JSON lines: a killed extraction, run again, goes on where it was."""

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from ..errors import ChatError
from ..llm.asked_rows import stopped
from ..llm.cache import request_key
from ..llm.chat import ChatRequest
from ..llm.journal import open_journal
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from ..row_file import origin_of
from .extraction import Extraction, Extractor
from .extraction_report import ExtractionReport
from .sources import SourceDocument
from .terms import DocumentFact


def extract_to_file(
    extractor: Extractor,
    sources: Sequence[SourceDocument],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
) -> ExtractionReport:
    """Extract facts into a JSON lines file, one row a document, in order, each written as it is complete.

    A row is a document as `groundpath load documents` and `groundpath trace` take it: `id`, `title`, `text`
    and `triples`; with `facts` (each with its sentence, its characters and whether it is verbatim), `refused`
    (lines of the model that are no triples, each with the reason), `model` and `prompt`, and `failure` where
    facts are missing.

    Run again, rows that are there are kept up to the first failure, which is asked again; what comes after
    it is taken from the cache.

    Raises:
        InputError: the file cannot be written, or holds something else than this run's rows.
        ChatError: no request can succeed; it says how many documents are done. What was answered is kept.
    """
    origins = [
        _origin(source, extractor.model.model_id, requests)
        for source, requests in zip(sources, extractor.requests(sources), strict=True)
    ]
    report = ExtractionReport(len(sources))
    with open_journal(out, origins) as journal:
        report, done = replace(report, kept=journal.kept), journal.kept
        with closing(extractor.extract(sources[journal.kept :], progress=progress)) as extractions:
            try:
                for origin, extraction in zip(origins[journal.kept :], extractions, strict=True):
                    journal.write(origin, _row(extraction, extractor), extraction.failure)
                    report += extraction
                    done += extraction.failure is None
            except ChatError as error:
                raise stopped(error, done, len(sources), out) from error
    return report


def _row(extraction: Extraction, extractor: Extractor) -> dict[str, Any]:
    source = extraction.source
    return {
        "id": source.id,
        "title": source.title,
        "text": source.text,
        **({"places": source.document.places} if source.document.places else {}),
        "triples": [[fact.title, fact.relation, fact.tail] for fact in extraction.facts],
        "facts": [fact_row(fact) for fact in extraction.facts],
        "refused": [refused._asdict() for refused in extraction.refused],
        "model": extractor.model.model_id,
        "prompt": load_prompt(extractor.prompt).label,
    }


def fact_row(fact: DocumentFact) -> dict[str, Any]:
    """A fact's place in its document, as values of JSON."""
    return {
        "text": fact.text,
        "sentence": fact.sentence,
        "start": fact.start,
        "end": fact.end,
        "verbatim": fact.verbatim,
    }


def _origin(source: SourceDocument, model_id: str, requests: Sequence[ChatRequest]) -> str:
    """Names everything that a row is made from."""
    keys = [request_key(model_id, request) for request in requests]
    stated = None if source.stated is None else list(source.stated)
    places = list(source.document.places)
    return origin_of(keys, source.id, source.title, source.text, stated, list(source.tabled), places)
