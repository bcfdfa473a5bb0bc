"""Files that others than their owner may read."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from frame import Trial, attack, groundpath
from groundpath.engine.store.opening import open_store
from groundpath.engine.text.cache import CachedEncoder
from groundpath.loaders.triples import load_triples
from letters import Letters
from loads import KG, write_files


@attack("files that others may read")
def private(folder: Path) -> Iterator[Trial]:
    """Whatever the umask: files of stores and caches are for their owner alone."""
    for mask in (0o000, 0o002, 0o022, 0o027, 0o077):
        home = folder / f"{mask:03o}"
        home.mkdir()
        before = os.umask(mask)
        try:
            _kept(home)
        finally:
            os.umask(before)
        for path in sorted(
            (home / "store", home / "cache", *(home / "store").rglob("*"), *(home / "cache").rglob("*"))
        ):
            mode = stat.S_IMODE(path.stat().st_mode)
            yield Trial(f"umask {mask:03o}, {path.relative_to(home)}", not mode & 0o077, f"mode {mode:o}")


def _kept(home: Path) -> None:
    """Runs what writes to stores and caches."""
    write_files(home)
    (home / "questions.jsonl").write_text('{"id": "1", "question": "Whom does Alva know?"}\n')
    (home / "scripted.jsonl").write_text('{"text": "1. Alva knows Born.\\nSo the answer is (Born)."}\n')
    with open_store(f"embedded:{home / 'store'}") as store:
        encoder = CachedEncoder(Letters(), directory=home / "cache")
        load_triples(store, KG, home / "before.tsv", encoder=encoder)
        load_triples(store, KG, home / "more.tsv", encoder=encoder)
        load_triples(store, "dropped", home / "before.tsv", embed=False)
        store.drop("dropped")
    groundpath(
        *(home, "generate", "questions.jsonl", "--model", "scripted:scripted.jsonl", "--out", "out.jsonl"),
        environment={"GROUNDPATH_CACHE": str(home / "cache")},
    )
