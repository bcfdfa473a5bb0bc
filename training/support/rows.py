"""The rows that the judge learns from: a claim, a document, and what the document does with the claim."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from groundpath.engine.check.library import Library
from groundpath.engine.terms import Document
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.text.sentences import split_sentences
from groundpath.engine.trace.sources import SourceDocument, sentence_spans

DOCUMENTS = Path(__file__).parent / "documents"

Label = Literal["supported", "contradicted", "not_found", "unsupported"]
"""`unsupported` is one of the two before it, which is not said."""

_RANKED = 12  # sentences of a document that are ordered for a claim
_PUBLISHED: dict[str, Label] = {
    "supported": "supported",
    "completely-support": "supported",
    "partially_supported": "unsupported",
    "not_supported": "unsupported",
    "irrelevant": "not_found",
    "refute": "contradicted",
}


@dataclass(frozen=True)
class Row:
    """A claim about a document.

    Attributes:
        file: of the document.
        group: what rows are weighed together: "written", or the published set.
        title, sentences: the document.
        evidence: the numbers of the sentences that are all needed, from 0.
        ranked: the numbers of the sentences, those that may bear on the claim most first.
    """

    file: str
    group: str
    title: str
    sentences: tuple[str, ...]
    claim: str
    label: Label
    evidence: tuple[int, ...] = ()
    ranked: tuple[int, ...] = ()

    @property
    def is_kept_back(self) -> bool:
        """Whether it is of the tenth of the documents by which what is fitted on the others is weighed."""
        return blake2b(" ".join(self.sentences).encode(), digest_size=4).digest()[0] % 10 == 0

    def text(self, numbers: Iterable[int]) -> str:
        """Some of its sentences, in their order, behind its title."""
        shown = (self.sentences[at] for at in sorted(set(numbers)))
        return " ".join(filter(None, (self.title and f"{self.title}:", *shown)))


def written(folder: Path = DOCUMENTS) -> Iterator[Row]:
    """The rows written for groundpath: those on which both readers agree, and those that had one reader."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            document = json.loads(line)
            for claim in document["claims"]:
                if claim.get("second", claim["label"]) == claim["label"]:
                    yield Row(
                        file.stem,
                        "written",
                        document["title"],
                        tuple(document["sentences"]),
                        claim["claim"],
                        claim["label"],
                        tuple(claim["evidence"]),
                    )


def published(path: Path) -> Iterator[Row]:
    """Rows of a published set: `claim`, `evidence` (a text or its sentences) and `label` that is known."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if label := _PUBLISHED.get(row["label"]):
            given = row["evidence"]
            sentences = given if isinstance(given, list) else split_sentences(given)
            yield Row(
                path.stem, path.stem, "", tuple(filter(str.strip, sentences)) or ("—",), row["claim"], label
            )


def ranked(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows with their sentences in the order in which `groundpath check` finds them."""
    encoder = CachedEncoder(open_encoder())
    libraries: dict[tuple[str, ...], Library] = {}
    for row in rows:
        if row.sentences not in libraries:
            text = " ".join(row.sentences)
            source = SourceDocument(Document("d", row.title, text), sentence_spans(text, row.sentences))
            libraries = {row.sentences: Library([source], encoder)}  # rows of a document stand together
        library = libraries[row.sentences]
        (near,) = library.near([row.claim], _RANKED, [None])
        order = dict.fromkeys(library.passage(one.place).number for one in near)
        yield replace(row, ranked=tuple(order))
