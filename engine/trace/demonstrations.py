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
from .triples import Heads, triple_text

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
def packaged_demonstrations(*, any_heads: bool = False) -> tuple[Demonstration, ...]:
    """Those that come with groundpath: encyclopaedic, biographical and biomedical, over 10 of each.

    Args:
        any_heads: those alone whose texts state facts about other things than the title, with these.
    """
    with as_file(files(__package__).joinpath(_PACKAGED)) as path:
        read = read_demonstrations(path, any_heads=any_heads)
    return tuple(
        one for one in read if not any_heads or any(t.head != one.document.title for t in one.triples)
    )


def read_demonstrations(path: PathLike, *, any_heads: bool = False) -> tuple[Demonstration, ...]:
    """Labelled documents of a file (JSON lines or one JSON array): `title`, `text` and `triples`.

    Triples are [[title, relation, tail], …], as in the documents that `groundpath load documents` takes and
    `groundpath trace extract` writes: a corrected answer of a model is a demonstration.

    Args:
        any_heads: other heads than the title may stand in `triples`, if the text names them; and in
            `others`, triples of other heads alone, which are left out where the title is the only head.

    Raises:
        BadRowError: a row is malformed, or a triple's head is none that it may have.
        InputError: the file cannot be read, or holds none.
    """
    return read_labelled(path, lambda row: _demonstration(row, any_heads), "labelled document")


def _demonstration(row: Any, any_heads: bool) -> Demonstration:
    if not isinstance(row, dict) or not {"title", "text", "triples"} <= row.keys():
        raise ValueError("is not a labelled document with title, text and triples")
    labelled = documents_of(row)[0]
    others = documents_of({**row, "triples": row.get("others") if any_heads else None})[0]
    if labelled is None or others is None:
        raise ValueError("is a document without text")
    document = labelled.document
    triples = (*(labelled.triples or ()), *(others.triples or ()))
    heads = Heads(document.title, document.text if any_heads else None)
    for triple in triples:
        if heads.kept(triple.head) != triple.head:
            raise ValueError(f"has a triple of {triple.head!r}: its {heads.refusal}, {document.title!r}")
    return Demonstration(document, triples)


def shown_text(document: Document) -> str:
    """The text by which documents are compared."""
    return f"{document.title}. {document.text}"
