"""A small server on a free loopback port that speaks the chat-completions protocol of OpenAI.

What it answers is decided per request by a function of the request's body; everything that was asked is kept.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Lock
from typing import Any

from local_server import serving


@dataclass(frozen=True)
class HttpAnswer:
    """One answer on the wire.

    Attributes:
        wait_s: seconds before it is sent.
        sent_bytes: how much of the body is sent before the connection is cut; all of it when None.
    """

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait_s: float = 0.0
    sent_bytes: int | None = None


Answer = Callable[[dict[str, Any]], HttpAnswer]


@dataclass
class LocalChatServer:
    """Attributes: `url` for OPENAI_BASE_URL, and what was asked: the `bodies` and `keys` of all requests."""

    answer: Answer
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    most_at_once: int = 0
    at_once: int = 0
    lock: Lock = field(default_factory=Lock)

    def questions(self) -> list[str]:
        """The last message of each request."""
        return [body["messages"][-1]["content"] for body in self.bodies]


def completion(
    text: Any, *, finish: str | None = "stop", refusal: str | None = None, **choice: Any
) -> HttpAnswer:
    message = {"role": "assistant", "content": text, "refusal": refusal}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "local",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, **choice}],
        "usage": {"prompt_tokens": 40, "completion_tokens": 10, "total_tokens": 50},
    }
    return HttpAnswer(json.dumps(body).encode())


def failure(status: int, message: str, *, code: str | None = None, **headers: str) -> HttpAnswer:
    """An error as OpenAI reports it; `retry_after="1"` becomes a header."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpAnswer(json.dumps(body).encode(), status, sent)


def in_turn(*answers: HttpAnswer) -> Answer:
    """The answers one after the other; the last one ever after."""
    waiting, lock = list(answers), Lock()

    def answer(_body: dict[str, Any]) -> HttpAnswer:
        with lock:
            return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    return answer


@contextmanager
def running_chat_server(answer: Answer) -> Iterator[LocalChatServer]:
    state = LocalChatServer(answer)
    with serving(_handler(state)) as address:
        state.url = f"{address}/v1"
        yield state


def _handler(state: LocalChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # or each answer waits 40 ms for its second half

        def do_POST(self) -> None:  # the name that http.server calls
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with state.lock:
                state.bodies.append(body)
                state.keys.append(self.headers.get("Authorization", ""))
                state.at_once += 1
                state.most_at_once = max(state.most_at_once, state.at_once)
            try:
                known = self.path == "/v1/chat/completions"
                with suppress(ConnectionError):  # whoever asked did not wait
                    self._send(state.answer(body) if known else failure(404, f"no {self.path} here"))
            finally:
                with state.lock:
                    state.at_once -= 1

        def _send(self, answer: HttpAnswer) -> None:
            time.sleep(answer.wait_s)
            self.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[: answer.sent_bytes])
            self.close_connection = answer.sent_bytes is not None

        def log_message(self, *_: object) -> None:
            """Tests' output stays clean."""

    return Handler
