"""Facts of documents as JSON lines: a killed extraction, run again, goes on where it was."""

import json
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

from ..errors import ChatError
from ..llm.asked_rows import stopped
from ..llm.cache import request_key
from ..llm.chat import ChatRequest
from ..llm.cost import Prices, Usage
from ..llm.journal import open_journal
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from .extraction import Extraction, Extractor
from .sources import SourceDocument
from .terms import DocumentFact


@dataclass(frozen=True, slots=True)
class ExtractionReport:
    """What a run came to.

    Attributes:
        documents: all of them; `kept` of these were in the file before.
        facts, not_verbatim, unread: facts that were added; how many of their tails do not stand in the text
            as they are written; lines of replies that could not be read.
        failed: documents that lack facts because of a failure.
        first_failure: why the first of them does.
    """

    documents: int
    kept: int
    facts: int
    not_verbatim: int
    unread: int
    failed: int
    first_failure: str | None
    usage: Usage

    def to_dict(self, prices: Prices | None = None) -> dict[str, Any]:
        """As values of JSON."""
        return {**asdict(self), "usage": self.usage.to_dict(prices)}

    def describe(self) -> str:
        """One sentence for a person."""
        new = self.documents - self.kept
        parts = [f"{self.documents:,} documents: {self.kept:,} done before, {new:,} now"]
        parts.append(f"{self.facts:,} facts, {self.not_verbatim:,} of them not in the words of the text")
        if self.unread:
            parts.append(f"{self.unread:,} lines that are no facts left out")
        return "; ".join(parts)


def extract_to_file(
    extractor: Extractor,
    sources: Sequence[SourceDocument],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
) -> ExtractionReport:
    """Extract facts into a JSON lines file, one row a document, in order, each written as it is complete.

    A row is a document as `groundpath load documents` and `groundpath trace` take it: `id`, `title`, `text`
    and `triples`; with `facts` (each with its sentence, its characters and whether it is verbatim), `unread`
    (lines of the model that are no triples), `model` and `prompt`, and `failure` where facts are missing.

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
    report = ExtractionReport(len(sources), 0, 0, 0, 0, 0, None, Usage())
    with open_journal(out, origins) as journal:
        report, done = _kept(report, journal.kept), journal.kept
        with closing(extractor.extract(sources[journal.kept :], progress=progress)) as extractions:
            try:
                for origin, extraction in zip(origins[journal.kept :], extractions, strict=True):
                    journal.write(origin, _row(extraction, extractor.model.model_id), extraction.failure)
                    report = _added(report, extraction)
                    done += extraction.failure is None
            except ChatError as error:
                raise stopped(error, done, len(sources), out) from error
    return report


def _kept(report: ExtractionReport, kept: int) -> ExtractionReport:
    return ExtractionReport(report.documents, kept, 0, 0, 0, 0, None, Usage())


def _added(report: ExtractionReport, extraction: Extraction) -> ExtractionReport:
    return ExtractionReport(
        documents=report.documents,
        kept=report.kept,
        facts=report.facts + len(extraction.facts),
        not_verbatim=report.not_verbatim + sum(not fact.verbatim for fact in extraction.facts),
        unread=report.unread + len(extraction.unread),
        failed=report.failed + bool(extraction.failure),
        first_failure=report.first_failure or extraction.failure,
        usage=report.usage + extraction.usage,
    )


def _row(extraction: Extraction, model_id: str) -> dict[str, Any]:
    source = extraction.source
    return {
        "id": source.id,
        "title": source.title,
        "text": source.text,
        "triples": [[fact.title, fact.relation, fact.tail] for fact in extraction.facts],
        "facts": [fact_row(fact) for fact in extraction.facts],
        "unread": list(extraction.unread),
        "model": model_id,
        "prompt": load_prompt("trace-extract").label,
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
    made_from = json.dumps([keys, source.id, source.title, source.text, stated])
    return blake2b(made_from.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
