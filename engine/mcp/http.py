"""The server over streamable HTTP: on this machine alone, or for who has the token."""

import socket
from collections.abc import Callable
from secrets import compare_digest
from typing import Any

import uvicorn
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import InputError
from .server import GroundpathServer

PATH = "/mcp"
TOKEN_VARIABLE = "GROUNDPATH_TOKEN"
_SECONDS_TO_CLOSE = 2
_OF_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")  # for these the SDK refuses pages of other sites


class TokenRequired:
    """Lets requests through that bear the token (`Authorization: Bearer TOKEN`); others get status 401."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not compare_digest(_authorization(scope), self._expected):
            said = {"error": "Authorization: Bearer TOKEN is missing or wrong; ask who runs this server"}
            refused = JSONResponse(said, status_code=401, headers={"WWW-Authenticate": "Bearer"})
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _authorization(scope: Scope) -> bytes:
    headers: dict[bytes, bytes] = dict(scope["headers"])
    return headers.get(b"authorization", b"")


def check_host(host: str, token: str) -> None:
    """Raises InputError where others could ask without a token."""
    if not token and host not in _OF_THIS_MACHINE:
        raise InputError(
            f"{host} can be reached from elsewhere; set {TOKEN_VARIABLE} to a secret that clients send as "
            "a bearer token, or leave out --host"
        )


def serve_http(
    server: GroundpathServer, host: str, port: int, token: str, begun: Callable[[str], Any]
) -> None:
    """Serve until the process is interrupted.

    Args:
        port: 0 takes a free one.
        token: what clients must send; empty, where only this machine can ask, for none.
        begun: told the address once it takes requests.

    Raises:
        InputError: others could ask without a token, or host and port cannot be listened on.
    """
    check_host(host, token)
    app: ASGIApp = server.streamable_http_app(streamable_http_path=PATH, host=host)
    # The application starts by its own lifespan, which passes through.
    config = uvicorn.Config(
        TokenRequired(app, token) if token else app,
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=_SECONDS_TO_CLOSE,
    )
    with _listening(host, port) as listener:
        address = f"[{host}]" if ":" in host else host
        begun(f"http://{address}:{listener.getsockname()[1]}{PATH}")
        uvicorn.Server(config).run(sockets=[listener])


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise InputError(
            f"{host}, port {port}, cannot be listened on: {error}; name another --port"
        ) from None
