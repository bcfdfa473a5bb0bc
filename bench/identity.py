"""What entity identity finds in the documents of real question sets, in what time and memory.

    python bench/identity.py FOLDER [--store URL] [--sample N] [--seed S]

FOLDER holds 2wikimultihopqa.jsonl, hotpotqa.jsonl and musique.jsonl. Triples are 2WikiMultihopQA's gold
`evidences`, stated by the documents of their heads, and for want of a model two names of a text with the few
words between them. Prints counts by reason, and a random sample to be judged by hand.
"""

import argparse
import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import Any

from groundpath.engine.store.opening import open_store
from groundpath.loaders.documents import load_documents
from groundpath.loaders.identity import IdentityReport, identify

_NAME = re.compile(
    r"(?:[Tt]he )?[^\W\d_a-z](?:[\w-]|[’'](?!s\b)|\.(?=[\w ]))*"
    r"(?: (?:(?:of|the|de|von|van|du|la|et|di|dei|del|della) )?[^\W\d_a-z](?:[\w-]|[’'](?!s\b))*)*"
)
_BETWEEN = re.compile(r"[,(\"]? ?(?:[a-z]+ ?){1,4}\"?\s*")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--store", help="an embedded store of its own without one")
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rows = list(stated_rows(given.folder))
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(given.store or f"embedded:{folder}/store") as store,
    ):
        load_documents(store, "identity", rows, embed=False)
        start, before = process_time(), memory_mb()
        report = identify(store, "identity", embed=False)
        seconds = process_time() - start
        start = process_time()
        identify(store, "identity", embed=False)
        again = process_time() - start
        store.drop("identity")
    print(f"{len(rows):,} documents, {report.names:,} names -> {report.things:,} entities")
    print(
        f"  {seconds:.1f} s of processor time, once more {again:.1f} s; "
        f"{before} MB before, {memory_mb()} MB at most"
    )
    print(f"  by reason: {dict(Counter(merge.reason for merge in report.merges).most_common())}")
    print(f"  kept apart: {len(report.apart)}")
    show(report, random.Random(given.seed), given.sample)


def stated_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """Each document of the sets once, with the triples that it states."""
    documents: dict[tuple[str, str], set[tuple[str, str, str]]] = {}
    for name in ("2wikimultihopqa", "hotpotqa", "musique"):
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            for title, text in documents_of(row):
                triples = documents.setdefault((title, text), set())
                triples |= {(h, r, t) for h, r, t in row.get("evidences", ()) if h == title}
    for number, ((title, text), triples) in enumerate(documents.items()):
        stated = sorted(triples | set(named_beside(text)))
        yield {
            "id": f"d{number}",
            "title": title,
            "text": text,
            "triples": [list(triple) for triple in stated],
        }


def named_beside(text: str) -> Iterator[tuple[str, str, str]]:
    """Names with nothing but a few words between them."""
    names = list(_NAME.finditer(text))
    for one, other in pairwise(names):
        between = text[one.end() : other.start()]
        if one.group() != other.group() and _BETWEEN.fullmatch(between):
            yield one.group(), " ".join(between.split()).strip(' ,("'), other.group()


def documents_of(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for title, sentences in row.get("context", ()):
        yield title, " ".join(sentence.strip() for sentence in sentences)
    for paragraph in row.get("paragraphs", ()):
        yield paragraph["title"], paragraph["paragraph_text"]


def show(report: IdentityReport, choose: random.Random, count: int) -> None:
    for merge in choose.sample(report.merges, min(count, len(report.merges))):
        documents = ",".join(merge.documents[:3])
        print(f"{merge.name!r} -> {merge.entity!r} [{merge.reason}, {documents}] {merge.evidence[:150]!r}")
    for one in choose.sample(report.apart, min(count // 4, len(report.apart))):
        print(f"apart: {one.name!r} in {one.documents[:3]} could be {one.candidates}")


def memory_mb() -> int:
    return getrusage(RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
