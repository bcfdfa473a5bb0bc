"""A small server on a free loopback port that speaks the SPARQL 1.1 protocol over a store of pyoxigraph.

What it does instead of answering is decided per request by a function of the query; every query is kept.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Lock
from time import sleep
from urllib.parse import parse_qs

import pyoxigraph as ox
from local_server import serving


@dataclass(frozen=True)
class Trouble:
    """What is sent in place of an answer; without a status the connection is cut."""

    status: int | None
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    wait_s: float = 0.0


@dataclass
class LocalSparqlServer:
    """Attributes: `url` of the endpoint, the `queries` that came, and how many were under way at once."""

    store: ox.Store
    trouble: Callable[[str], Trouble | None]
    url: str = ""
    queries: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    lock: Lock = field(default_factory=Lock)


def store_of(turtle: str) -> ox.Store:
    """A store that holds what is written in Turtle."""
    store = ox.Store()
    store.bulk_load(turtle.encode(), format=ox.RdfFormat.TURTLE)
    return store


@contextmanager
def running_sparql_server(
    store: ox.Store, trouble: Callable[[str], Trouble | None] = lambda _query: None
) -> Iterator[LocalSparqlServer]:
    state = LocalSparqlServer(store, trouble)
    with serving(_handler(state)) as address:
        state.url = f"{address}/sparql"
        yield state


def _handler(state: LocalSparqlServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:  # the name that http.server calls
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            (query,) = form["query"]
            with state.lock:
                state.queries.append(query)
                state.at_once += 1
                state.most_at_once = max(state.most_at_once, state.at_once)
            try:
                with suppress(ConnectionError):  # whoever asked did not wait
                    self._respond(query)
            finally:
                with state.lock:
                    state.at_once -= 1

        def _respond(self, query: str) -> None:
            if trouble := state.trouble(query):
                sleep(trouble.wait_s)
                if trouble.status is None:
                    self.close_connection = True
                else:
                    self._send(trouble.status, trouble.body, {"Content-Type": "text/plain"} | trouble.headers)
                return
            try:
                triples = state.store.query(query)
            except SyntaxError as error:
                self._send(400, str(error).encode(), {"Content-Type": "text/plain"})
                return
            answer = triples.serialize(format=ox.RdfFormat.N_TRIPLES)
            self._send(200, answer or b"", {"Content-Type": "application/n-triples"})

        def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Tests' output stays clean."""

    return Handler
