"""Labelled documents that show a model how facts are written down.

Reference: TRACE the Evidence, Appendix B.4 and C.4.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from ...loaders.document_rows import documents_of
from ...loaders.reading import PathLike
from ..terms import Document, Triple
from .labelled import read_labelled
from .triples import triple_text

_PACKAGED = "demonstrations.jsonl"


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A document and all facts that it states, written by a person."""

    document: Document
    triples: tuple[Triple, ...]

    @property
    def answer(self) -> str:
        """What a model should have answered."""
        return "\n".join(map(triple_text, self.triples)) or "NONE"


@cache
def packaged_demonstrations() -> tuple[Demonstration, ...]:
    """Those that come with groundpath: encyclopaedic, biographical and biomedical, over 10 of each."""
    with as_file(files(__package__).joinpath(_PACKAGED)) as path:
        return read_demonstrations(path)


def read_demonstrations(path: PathLike) -> tuple[Demonstration, ...]:
    """Labelled documents of a file (JSON lines or one JSON array): `title`, `text` and `triples`.

    Triples are [[title, relation, tail], …], as in the documents that `groundpath load documents` takes and
    `groundpath trace extract` writes: a corrected answer of a model is a demonstration.

    Raises:
        BadRowError: a row is malformed, or a triple's head is not the title.
        InputError: the file cannot be read, or holds none.
    """
    return read_labelled(path, _demonstration, "labelled document")


def _demonstration(row: Any) -> Demonstration:
    if not isinstance(row, dict) or not {"title", "text", "triples"} <= row.keys():
        raise ValueError("is not a labelled document with title, text and triples")
    labelled = documents_of(row)[0]
    if labelled is None:
        raise ValueError("is a document without text")
    document, triples = labelled.document, tuple(labelled.triples or ())
    for head, *_ in triples:
        if head != document.title:
            raise ValueError(f"has a triple of {head!r}, where the title is {document.title!r}")
    return Demonstration(document, triples)


def shown_text(document: Document) -> str:
    """The text by which documents are compared."""
    return f"{document.title}. {document.text}"
