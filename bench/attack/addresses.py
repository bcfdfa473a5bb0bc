"""Addresses that name a database, or a server that is not what was meant."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from frame import Trial, attack
from groundpath.engine.errors import GroundpathError, InputError
from groundpath.engine.store.opening import open_store
from server import server

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
