"""Loads that are refused, addresses and servers that are not what was meant, files that others may read."""

import errno
import os
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from frame import Trial, attack, groundpath
from groundpath.engine.errors import GroundpathError, InputError
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.cache import CachedEncoder
from groundpath.loaders.documents import load_documents
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph
from letters import Letters
from server import server

KG = "attacked"
Load = Callable[[GraphStore, Path], object]


def _files(folder: Path) -> None:
    """What the loads below read: each is right but for what its name says."""
    written = {
        "before.tsv": "Alva\tspouse\tBorn\nBorn\tchild\tCleo\n",
        "more.tsv": "".join(f"Ann {n}\tknows\tBob {n}\n" for n in range(200)),
        "bad.tsv": "Ann\tknows\tBob\nAnn\tknows\n",
        "bytes.tsv": "Ann\tknows\tBob\n",
        "nodes.tsv": "id\tname\na\tAnn\nb\tBob\n",
        "edges.tsv": "source\ttype\ttarget\na\tknows\tb\n",
        "stray.tsv": "source\ttype\ttarget\na\tknows\tb\na\tknows\tnobody\n",
        "score.tsv": "source\ttype\ttarget\tscore\na\tknows\tb\t7\n",
        "unknown.toml": "[relations.hates]\nsymmetric = true\n",
        "broken.toml": "[relations\n",
        "odd.toml": "[relations.knows]\nsymmetric = 7\n",
        "documents.jsonl": '{"id": "d", "text": "Ann knows Bob.", "triples": [["Ann", "knows", "Bob"]]}\n',
        "bad.jsonl": '{"id": "d", "text": "Ann knows Bob.", "triples": []}\n{"id": 7}\n[\n',
        "bad.graphml": "<graphml><graph edgedefault='directed'><node id='a'/>",
        "bad.nt": '<http://e/a> <http://e/b> <http://e/c> .\n<http://e/a> <http://e/b> "c .\n',
    }
    for name, text in written.items():
        (folder / name).write_text(text)
    (folder / "bytes.tsv").write_bytes(b"Ann\tknows\tBob\nAnn\tknows\t\xff\xfe\n")
    (folder / "cut.tsv.gz").write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03abc")


def _graph(edges: str = "edges.tsv", **given: Any) -> Load:
    files = {name: given.pop(name) for name in ("schema", "xrefs") if name in given}
    return lambda store, folder: load_graph(
        store,
        KG,
        folder / "nodes.tsv",
        folder / edges,
        **{"embed": False, **{name: folder / file for name, file in files.items()}, **given},
    )


def _triples(name: str, **given: Any) -> Load:
    return lambda store, folder: load_triples(store, KG, folder / name, **{"embed": False, **given})


REFUSED: dict[str, Load] = {
    "another encoder": _triples("more.tsv", embed=True, encoder=CachedEncoder(Letters("attack:others"))),
    "another encoder, of a typed graph": _graph(embed=True, encoder=CachedEncoder(Letters("attack:others"))),
    "an encoder without unit vectors": _triples(
        "more.tsv", embed=True, encoder=CachedEncoder(Letters(normalised=False))
    ),
    "a schema of an unknown relation": _graph(schema="unknown.toml"),
    "a schema that is no TOML": _graph(schema="broken.toml"),
    "a schema of odd values": _graph(schema="odd.toml"),
    "no such schema": _graph(schema="nothing.toml"),
    "an edge to no node": _graph("stray.tsv"),
    "a score of 7": _graph("score.tsv"),
    "no such cross-references": _graph(xrefs="nothing.tsv"),
    "a row that is too short": _triples("bad.tsv"),
    "bytes that are no UTF-8": _triples("bytes.tsv"),
    "a file that is cut off": _triples("cut.tsv.gz"),
    "no such names": _triples("more.tsv", names="nothing.tsv"),
    "an unclosed literal": _triples("bad.nt"),
    "documents that are no objects": lambda store, folder: load_documents(
        store, KG, folder / "bad.jsonl", embed=False
    ),
    "GraphML that is cut off": lambda store, folder: load_graph(
        store, KG, files=folder / "bad.graphml", embed=False
    ),
    "no column of that name": _triples("more.tsv", columns={"head": "nobody"}),
    "no such format": _triples("more.tsv", format="docx"),
}


def _full(*_given: Any, **_named: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


FULL = {
    "while rows are spooled": "pyarrow.parquet.ParquetWriter.write_batch",
    "while a spool is closed": "pyarrow.parquet.ParquetWriter.close",
    "while the state is copied": "groundpath.engine.checksums.FileSums.of",
    "before the state is published": "groundpath.engine.store.embedded.files.flush",
    "while the folder is asked for room": "shutil.disk_usage",
    "while edges are staged": "pyarrow.ipc.new_stream",
}


@attack("loads that are refused")
def refused(folder: Path) -> Iterator[Trial]:
    """A graph is as it was, or is not there, after a load that rows, encoder, schema or disk refused."""
    _files(folder)
    for name, open_one in _stores(folder):
        for there in (True, False):
            for reason, load in REFUSED.items():
                if not there and reason.startswith("another encoder"):
                    continue  # a new graph takes any
                state = "there" if there else "new"
                yield _refusal(f"{name}, graph {state}: {reason}", open_one, load, folder, there=there)
        with open_one() as store:
            store.drop(KG)
    for reason, place in FULL.items():
        for there in (True, False):
            meant = _triples("more.tsv") if "edges" not in reason else _graph()

            def load(store: GraphStore, where: Path, meant: Load = meant, place: str = place) -> None:
                with patch(place, _full):
                    meant(store, where)

            state = "there" if there else "new"
            name = f"embedded, graph {state}: a full disk {reason}"
            yield _refusal(name, _embedded(folder), load, folder, there=there)


def _embedded(folder: Path) -> Callable[[], GraphStore]:
    return lambda: open_store(f"embedded:{folder / 'store'}")


def _stores(folder: Path) -> Iterator[tuple[str, Callable[[], GraphStore]]]:
    yield "embedded", _embedded(folder)
    if found := server():
        address, password = found
        yield "Neo4j", lambda: open_store(address, password=password)


def _refusal(
    name: str, open_one: Callable[[], GraphStore], load: Load, folder: Path, *, there: bool
) -> Trial:
    with open_one() as store:
        if KG in {graph.name for graph in store.graphs()}:
            store.drop(KG)
        if there:
            load_triples(store, KG, folder / "before.tsv", encoder=CachedEncoder(Letters()))
        before = _state(store)
        try:
            load(store, folder)
            return Trial(name, survived=False, seen="it was not refused")
        except GroundpathError as error:
            said = str(error)
        except Exception as error:  # which of all others is what is looked for
            return Trial(name, survived=False, seen=f"{type(error).__name__}: {error}")
    with open_one() as store:
        after = _state(store)
        try:
            load_triples(store, KG, folder / "more.tsv", embed=False)
        except GroundpathError as error:
            return Trial(name, survived=False, seen=f"after it, a right load fails: {error}")
    return Trial(name, before == after, f"the graph has changed; {said}")


def _state(store: GraphStore) -> tuple[Any, ...]:
    if KG not in {graph.name for graph in store.graphs()}:
        return ()
    columns = store.columns(KG)
    return store.graph(KG), columns.entities.to_pylist(), columns.facts.to_pylist()


LIMITS = (1, 3, 7, 12, 20, 33, 48, 64, 90, 128, 200, 300, 450, 640, 900, 1300, 2000, 4000)
_LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]) << 10,) * 2)
sys.argv = ["groundpath", *sys.argv[2:]]
from groundpath.engine.cli.main import main
main()
"""


@attack("disks that are full")
def full(folder: Path) -> Iterator[Trial]:
    """Wherever the disk takes no more, the load ends, the graph is as it was, and the next load goes on.

    The system refuses to let files grow beyond some kilobytes, whoever writes them.
    """
    _files(folder)
    groundpath(folder, "load", "triples", "before.tsv", "--kg", KG, "--no-embed")
    with _embedded(folder)() as store:
        before = _state(store)
    environment = os.environ | {"GROUNDPATH_STORE": "embedded:store"}
    for kilobytes in LIMITS:
        command = [sys.executable, "-c", _LIMITED, str(kilobytes)]
        done = subprocess.run(
            [*command, "load", "triples", "more.tsv", "--kg", KG, "--no-embed"],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        with _embedded(folder)() as store:
            after = _state(store)
            if done.returncode == 0:
                load_is_whole = len(after[2]) == 202
                store.drop(KG)
                load_triples(store, KG, folder / "before.tsv", embed=False)
                before = _state(store)
        kept = load_is_whole if done.returncode == 0 else before == after
        clear = done.returncode in (0, 1) and "Traceback" not in done.stderr
        yield Trial(
            f"{kilobytes} kB", kept and clear, f"exit {done.returncode}, kept: {kept}; {done.stderr[-400:]}"
        )


ADDRESSES = (
    ("bolt://host/movies", "bolt://host", "movies"),
    ("bolt://host/movies/", "bolt://host", "movies"),
    ("bolt://host:7687/movies", "bolt://host:7687", "movies"),
    ("neo4j://host/movies", "neo4j://host", "movies"),
    ("neo4j+s://host/movies", "neo4j+s://host", "movies"),
    ("neo4j+ssc://host:1/m.o-v", "neo4j+ssc://host:1", "m.o-v"),
    ("bolt+s://[::1]:7687/movies", "bolt+s://[::1]:7687", "movies"),
    ("bolt://host/my%2Ddb", "bolt://host", "my-db"),
    ("bolt://host", "bolt://host", None),
    ("bolt://host/", "bolt://host", None),
    ("bolt://host//", "bolt://host", None),
    ("neo4j://host?region=europe", "neo4j://host?region=europe", None),
    ("neo4j://host/movies?region=europe", "neo4j://host?region=europe", "movies"),
    ("bolt://host/a/b", None, None),
    ("bolt://host/a/b/", None, None),
    ("bolt:///movies", None, None),
    ("bolt://user:word@host/movies", None, None),
)


@attack("databases in addresses")
def databases(_folder: Path) -> Iterator[Trial]:
    """`bolt://HOST/DATABASE` opens that database, whatever the environment says; or it is refused."""
    for given in (None, "other"):
        with patch.dict(os.environ):
            os.environ.pop("NEO4J_DATABASE", None)
            os.environ |= {"NEO4J_DATABASE": given} if given else {}
            for address, url, database in ADDRESSES:
                try:
                    with open_store(address, password="word") as store:
                        seen = store.url, store._connection.database
                    right = seen == (url, database or given)
                except InputError as error:
                    seen, right = str(error), url is None
                yield Trial(f"{address}, beside {given}", right, str(seen))
    if found := server():
        address, password = found
        with open_store(f"{address}/neo4j", password=password) as store:
            yield Trial("a database that is there", bool(store.verify()), "it cannot be used")
        for name in ("nobody", "no.body", "no-body9"):
            try:
                with open_store(f"{address}/{name}", password=password) as store:
                    store.graphs()
                seen = "it was opened"
            except GroundpathError as error:
                seen = str(error)
            yield Trial(f"a database that is not there: {name}", name in seen, seen)


def _says(answer: bytes) -> Callable[[socket.socket], None]:
    def talk(connection: socket.socket) -> None:
        connection.recv(1000)
        connection.sendall(answer)

    return talk


TALKS: dict[str, Callable[[socket.socket], None]] = {
    "text": _says(b"no TLS here at all"),
    "HTTP": _says(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
    "Bolt": _says(b"\x00\x00\x05\x04"),
    "zeros": _says(b"\x00" * 64),
    "an alert of TLS": _says(b"\x15\x03\x01\x00\x02\x02\x28"),
    "one byte": _says(b"x"),
    "nothing": lambda connection: connection.close(),
    "nothing after a while": lambda connection: (connection.recv(1000), connection.close())[0],
}


@attack("TLS where there is none")
def tls(_folder: Path) -> Iterator[Trial]:
    """What is wrong is told as a matter of TLS, with what to write instead."""
    for scheme in ("bolt+s", "bolt+ssc", "neo4j+s", "neo4j+ssc"):
        for name, talk in TALKS.items():
            with _listening(talk) as place:
                yield _tls(f"{scheme} to what says {name}", f"{scheme}://{place}")
        if found := server():
            yield _tls(f"{scheme} to Neo4j", f"{scheme}://{found[0].partition('://')[2]}")


def _tls(name: str, address: str) -> Trial:
    plain = address.partition("+")[0]
    try:
        with open_store(address, password="word") as store:
            store.verify()
        return Trial(name, survived=False, seen="it was opened")
    except GroundpathError as error:
        return Trial(name, "TLS" in str(error) and f"{plain}://" in str(error), str(error))


@contextmanager
def _listening(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
                with connection:
                    talk(connection)
            except OSError:
                if listening.fileno() < 0:
                    return

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.close()


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
    _files(home)
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
