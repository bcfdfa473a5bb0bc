"""Labelled documents that show a model how facts are written down.

Reference: TRACE the Evidence, Appendix B.4 and C.4.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from ...loaders.document_rows import documents_of
from ...loaders.faults import Faults
from ...loaders.json_values import read_json_values
from ...loaders.reading import PathLike, source_name
from ..errors import BadRowError, InputError
from ..progress import SILENT
from ..terms import Document, Triple
from ..text.encoder import Encoder
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
    found = []
    for batch in read_json_values(path, Faults("stop"), SILENT):
        for line, row in batch:
            try:
                found.append(_demonstration(row))
            except ValueError as error:
                raise BadRowError(source_name(path), line, f"{error}; correct the row") from None
    if not found:
        raise InputError(f"{source_name(path)} holds no labelled document")
    return tuple(found)


def _demonstration(row: Any) -> Demonstration:
    if not isinstance(row, dict) or not {"title", "text", "triples"} <= row.keys():
        raise ValueError("is not a labelled document with title, text and triples")
    document, triples = documents_of(row)[0]
    for head, *_ in triples:
        if head != document.title:
            raise ValueError(f"has a triple of {head!r}, where the title is {document.title!r}")
    return Demonstration(document, tuple(triples))


class NearestDemonstrations:
    """Chooses, for each document, the labelled ones that are most like it."""

    def __init__(self, encoder: Encoder, demonstrations: Sequence[Demonstration], count: int = 3) -> None:
        """`count` for each document; the paper: 3. The labelled documents are encoded at once."""
        self._encoder = encoder
        self._demonstrations = demonstrations
        self._count = count
        self._vectors = encoder.encode([_shown(one.document) for one in demonstrations]) if count else None

    def choose(self, documents: Iterable[Document]) -> list[tuple[Demonstration, ...]]:
        """The demonstrations of each document, the most similar last, where a model heeds it most.

        A document is never its own demonstration. Similarity is the inner product of title and text.
        """
        documents = list(documents)
        if not documents or self._vectors is None:
            return [()] * len(documents)
        likeness = self._encoder.encode([_shown(document) for document in documents]) @ self._vectors.T
        order = np.argsort(-likeness, axis=1, kind="stable")
        return [self._nearest(*of_document) for of_document in zip(documents, order, strict=True)]

    def _nearest(self, document: Document, order: Sequence[int]) -> tuple[Demonstration, ...]:
        others = (self._demonstrations[place] for place in order)
        chosen = [one for one in others if one.document.text != document.text][: self._count]
        return tuple(reversed(chosen))


def _shown(document: Document) -> str:
    return f"{document.title}. {document.text}"
