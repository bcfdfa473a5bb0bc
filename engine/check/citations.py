"""Which documents an answer's citations mean."""

from collections.abc import Sequence

from ..language.rules import table
from ..names import words
from ..trace.sources import SourceDocument
from .citation_marks import Citation


def cited_documents(citation: Citation, documents: Sequence[SourceDocument]) -> list[int]:
    """The places of the documents that a citation means; none where there is no such document.

    A number means the document with that id, else the one at that place, from 1. A name means the documents
    in whose id, title, file or first lines all of its words stand; a page alone means any of them.
    """
    if citation.numbers:
        return list(
            dict.fromkeys(place for number in citation.numbers for place in _numbered(number, documents))
        )
    wanted = set(words(citation.name)).difference(table("citations")["between"]) if citation.name else set()
    return [place for place, document in enumerate(documents) if wanted <= {*words(_called(document))}]


def missing_documents(citation: Citation, documents: Sequence[SourceDocument]) -> str:
    """The numbers of a citation that no document has: "2-999"; empty where each has one."""
    missing = sorted({number for number in citation.numbers if not _numbered(number, documents)})
    runs: list[list[int]] = []
    for number in missing:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _numbered(number: int, documents: Sequence[SourceDocument]) -> list[int]:
    by_id = [place for place, document in enumerate(documents) if document.id == str(number)]
    return by_id or ([number - 1] if 0 < number <= len(documents) else [])


_FIRST_LINES = 300  # characters, in which papers name their authors


def _called(document: SourceDocument) -> str:
    return " ".join((document.id, document.title, document.document.file, document.text[:_FIRST_LINES]))
