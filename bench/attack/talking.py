"""A server that speaks OpenAI's chat protocol on a loopback port, and answers byte by byte as it is told."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True)
class Answer:
    """One answer on the wire.

    Attributes:
        body: its pieces; endless ones are sent until nobody listens.
        length: as the header tells it; where None, the end of the connection ends the body.
        pause_s: after each piece.
    """

    body: Iterable[bytes]
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    pause_s: float = 0.0


Reply = Callable[[dict[str, Any]], Answer]


def whole(body: bytes, status: int = 200, **headers: str) -> Answer:
    """A body that is sent at once; `retry_after="1"` becomes a header."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer((body,), status, named, len(body))


def message(content: Any, *, finish: str = "stop", **members: Any) -> Answer:
    """A chat completion."""
    told = {"role": "assistant", "content": content, **members}
    return whole(json.dumps({"choices": [{"index": 0, "message": told, "finish_reason": finish}]}).encode())


def error(status: int, text: str, *, code: str | None = None, **headers: str) -> Answer:
    """An error as OpenAI reports it."""
    told = {"message": text, "type": "error", "param": None, "code": code}
    return whole(json.dumps({"error": told}).encode(), status, **headers)


class Talking:
    """Attributes:
    url: for OPENAI_BASE_URL.
    asked: the bodies of all requests since it was told what to answer.
    """

    def __init__(self) -> None:
        self.url = ""
        self.answers(lambda _: error(500, "nothing to say"))

    def answers(self, reply: Reply) -> None:
        """What it answers from now on."""
        self.reply = reply
        self.asked: list[dict[str, Any]] = []


@contextmanager
def talking() -> Iterator[Talking]:
    """A server, for as long as the block."""
    state = Talking()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            state.asked.append(asked)
            with suppress(ConnectionError):
                self._send(state.reply(asked))

        def do_GET(self) -> None:
            with suppress(ConnectionError):
                self._send(error(405, "ask by POST"))

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            for name, value in {"content-type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            if answer.length is not None:
                self.send_header("content-length", str(answer.length))
            self.end_headers()
            for piece in answer.body:
                self.wfile.write(piece)
                time.sleep(answer.pause_s)

        def log_message(self, *_: object) -> None:
            """What is asked is in `asked`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
