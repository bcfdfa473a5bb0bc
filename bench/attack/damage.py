"""Attacks on what is stored: bytes that change, files cut off, and files of other graphs and states."""

import logging
import random
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from frame import Trial, attack
from groundpath import backup, load_documents, load_triples, restore
from groundpath.engine.errors import GroundpathError
from groundpath.engine.kept_answers import KeptAnswers
from groundpath.engine.store.embedded.store import EmbeddedStore
from groundpath.engine.store.protocol import EncoderIdentity, PathQuery
from groundpath.engine.store.view import GraphView
from groundpath.engine.text.cache import CachedEncoder
from letters import Letters

ENCODER = EncoderIdentity(Letters().model_id, Letters.dimensions)
_SECONDS = 120  # for all that is asked of one copy
Damage = Callable[[random.Random, Path], str]
"""Damages a copy of a store, and says how."""


def _fill(folder: Path, seed: int) -> None:
    """Two graphs with vectors and one of documents."""
    draw = random.Random(seed)
    with EmbeddedStore(folder) as store:
        for kg, facts in (("a", 900), ("b", 300)):
            rows = [
                (f"thing {draw.randrange(200)}", f"r{draw.randrange(9)}", f"name {draw.randrange(200)}")
                for _ in range(facts)
            ]
            lines = "".join("\t".join(row) + "\n" for row in rows)
            file = folder.parent / "rows.tsv"
            file.write_text(lines, "utf-8")
            load_triples(store, kg, file, embed=False)
            store.begin_embedding(kg, ENCODER)
            for kind in ("entities", "facts"):
                for texts in store.texts_without_vectors(kg, kind):
                    store.add_vectors(kg, kind, texts, Letters().encode(texts))
        documents = [
            {"id": f"d{n}", "text": f"Text {n}. " * 20, "triples": [[f"x{n}", "is", f"y{n}"]]}
            for n in range(40)
        ]
        load_documents(store, "texts", documents, embed=False)


def _files(folder: Path) -> list[Path]:
    """The files that hold something."""
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.stat().st_size)


def _flipped(draw: random.Random, folder: Path) -> str:
    file = draw.choice(_files(folder))
    data = bytearray(file.read_bytes())
    places = [draw.randrange(len(data)) for _ in range(draw.choice((1, 1, 1, 20)))]
    for place in places:
        data[place] ^= 1 << draw.randrange(8)
    file.write_bytes(data)
    return f"{file.name}: bits of bytes {sorted(places)[:3]}"


def _overwritten(draw: random.Random, folder: Path) -> str:
    file = max(_files(folder), key=lambda file: file.stat().st_size)
    data = bytearray(file.read_bytes())
    page = draw.randrange(len(data) // 4096) * 4096
    data[page : page + 4096] = draw.choice((bytes(4096), draw.randbytes(4096), data[:4096]))
    if bytes(data) == file.read_bytes():  # a page that was empty
        data[page] ^= 255
    file.write_bytes(data)
    return f"{file.name}: the page at {page}"


def _cut(draw: random.Random, folder: Path) -> str:
    file = draw.choice(_files(folder))
    size = file.stat().st_size
    left = draw.choice((0, draw.randrange(size), size - 1, size // 2))
    file.write_bytes(file.read_bytes()[:left])
    return f"{file.name}: {left} of {size} bytes left"


def _swapped(draw: random.Random, folder: Path) -> str:
    """Two files of one kind that stand in each other's place, as those of vectors of two graphs."""
    files = _files(folder)
    pairs = [(a, b) for a in files for b in files if a < b and a.suffix == b.suffix and a.parent == b.parent]
    one, other = draw.choice(pairs)
    held = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(held)
    return f"{one.name} and {other.name} for each other"


def _of_another_state(draw: random.Random, folder: Path) -> str:
    """One file of the same store before its last write."""
    before = folder.parent / "before"
    candidates = [file for file in _files(folder) if (before / file.relative_to(folder)).exists()]
    changed = [
        file for file in candidates if (before / file.relative_to(folder)).read_bytes() != file.read_bytes()
    ]
    file = draw.choice(changed)
    shutil.copyfile(before / file.relative_to(folder), file)
    return f"{file.name} of an older state"


KINDS: dict[str, tuple[Damage, int]] = {
    "flipped": (_flipped, 80),
    "overwritten": (_overwritten, 40),
    "cut": (_cut, 40),
    "swapped": (_swapped, 25),
    "of another state": (_of_another_state, 15),
}


def found_in(folder: str) -> list[str]:
    """What a look at every byte of a store finds."""
    with EmbeddedStore(folder) as store:
        return [str(fault) for fault in store.faults(deep=True)]


def broken_in(folder: str) -> list[str]:
    """What of groundpath's own breaks when a store is used."""
    own: list[str] = []
    with EmbeddedStore(folder) as store:
        for kg in ("a", "b", "texts"):
            for name, use in _uses(store, kg).items():
                try:
                    use()
                except GroundpathError as error:
                    if "\n" in str(error):
                        own.append(f"{name}: more than a line")
                except Exception as error:
                    own.append(f"{name}: {type(error).__name__}: {error}")
    return own


def _uses(store: EmbeddedStore, kg: str) -> dict[str, Callable[[], object]]:
    query = Letters().encode(["thing 1 r1 name 2"])
    return {
        "graphs": store.graphs,
        "statistics": lambda: store.statistics(kg),
        "columns": lambda: GraphView.of(store.columns(kg)),
        "documents": lambda: list(store.all_documents(kg)),
        "find": lambda: store.find_entities(kg, "thing"),
        "facts": lambda: store.facts_of(kg, "thing 1"),
        "paths": lambda: store.paths(kg, PathQuery("thing 1", "name 1", limit=5)),
        "traits": lambda: store.traits(kg),
        "nearest entities": lambda: store.nearest_entities(kg, query, 5),
        "nearest facts": lambda: store.nearest_facts(kg, query, 5),
    }


@attack("embedded stores damaged")
def stores(folder: Path) -> Iterator[Trial]:
    """Copies of one store, each damaged in one way, each opened, searched, and read byte by byte."""
    _fill(folder / "store", seed=1)
    shutil.copytree(folder / "store", folder / "before")
    with EmbeddedStore(folder / "store") as store:
        load_documents(store, "texts", [{"id": "later", "text": "Later."}], embed=False)
        extra = folder / "rows.tsv"
        extra.write_text("thing 1\tr1\ta new name\n", "utf-8")
        load_triples(store, "a", extra, embed=False)
        for texts in store.texts_without_vectors("a", "facts"):
            store.add_vectors("a", "facts", texts, Letters().encode(texts))
    with Worker() as worker:
        yield _trial("whole", "nothing was changed", *worker.asked(folder / "store"), seen=False)
        for kind, (damage, count) in KINDS.items():
            for number in range(count):
                copy = Path(shutil.copytree(folder / "store", folder / "copy"))
                how = damage(random.Random(f"{kind} {number}"), copy)
                yield _trial(f"{kind} {number}", how, *worker.asked(copy))
                shutil.rmtree(copy)


class Worker:
    """A process in which stores are asked: ladybug may end it, or never answer."""

    def __init__(self) -> None:
        self._pool = self._made()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def asked(self, store: Path) -> tuple[list[str], list[str]]:
        """What is found in a store, and what breaks when it is used."""
        found, ended = self._done(found_in, store)
        broken, ended_later = self._done(broken_in, store)
        return found, [*ended, *broken, *ended_later]

    def _done(self, work: Callable[[str], list[str]], store: Path) -> tuple[list[str], list[str]]:
        """What the work returns, and how the process ended if it did."""
        try:
            return self._pool.submit(work, str(store)).result(_SECONDS), []
        except BrokenProcessPool:
            ended = "the process ended"
        except TimeoutError:
            ended = f"no answer in {_SECONDS} s"
            for process in list(self._pool._processes.values()):
                process.kill()
        self._pool = self._made()
        return [], [ended]

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def _trial(name: str, how: str, found: list[str], own: list[str], *, seen: bool = True) -> Trial:
    return Trial(name, bool(found) == seen and not own, f"{how}; found {found}; broke {own}")


@attack("backups damaged")
def backups(folder: Path) -> Iterator[Trial]:
    """Any changed byte or cut of a backup is seen, and nothing is restored of it."""
    _fill(folder / "store", seed=2)
    with EmbeddedStore(folder / "store") as store:
        backup(store, (), folder / "whole.tar")
    whole = (folder / "whole.tar").read_bytes()
    draw = random.Random(3)
    for number in range(60):
        data = bytearray(whole)
        if number % 3:
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        else:
            data = data[: draw.randrange(len(data))]
        (folder / "copy.tar").write_bytes(data)
        with EmbeddedStore(folder / "restored") as store:
            try:
                restore(store, folder / "copy.tar")
                said = "restored"
            except GroundpathError as error:
                said = str(error)
        right = "is damaged" in said or "is no backup" in said
        yield Trial(f"copy {number}", right and not (folder / "restored").exists(), said)


@attack("caches damaged")
def caches(folder: Path) -> Iterator[Trial]:
    """Whatever becomes of a cache, what comes out of it is what went in, or nothing."""
    logging.getLogger("groundpath").addHandler(logging.NullHandler())  # each tells that it is damaged
    texts = [f"text number {number}" for number in range(80)]
    right = Letters().encode(texts)
    draw = random.Random(4)
    for number in range(60):
        cache = folder / str(number)
        CachedEncoder(Letters(), cache).encode(texts)
        how = (_flipped if number % 2 else _cut)(draw, cache)
        try:
            same = np.array_equal(CachedEncoder(Letters(), cache).encode(texts), right)
            yield Trial(f"vectors {number}", same, how)
        except Exception as error:
            yield Trial(f"vectors {number}", False, f"{how}: {error!r}")
    yield from _answers(folder / "answers", draw)


def _answers(folder: Path, draw: random.Random) -> Iterator[Trial]:
    kept = {f"key {number}": f"answer {number} " * 30 for number in range(100)}
    for number in range(60):
        path = folder / str(number) / "answers.sqlite"
        with KeptAnswers(path) as answers:
            for key, text in kept.items():
                answers.keep_text(key, "model", text)
        how = (_flipped if number % 2 else _cut)(draw, path.parent)
        try:
            with KeptAnswers(path) as answers:
                wrong = [key for key, text in kept.items() if answers.text(key) not in (text, None)]
            yield Trial(f"answers {number}", not wrong, f"{how}: {wrong[:3]}")
        except GroundpathError as error:
            yield Trial(f"answers {number}", "remove it" in str(error), f"{how}: {error}")
        except Exception as error:
            yield Trial(f"answers {number}", False, f"{how}: {error!r}")
