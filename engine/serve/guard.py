"""The door: who may ask, under which name, from which page; and what every answer says to browsers."""

import hmac
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import problem, wants_page
from .settings import ServeSettings

COOKIE = "groundpath_session"
SIGN_IN = "/sign-in"
RUNS = "/v1/jobs"
FILES = ("/v1/check/files", "/page/check")
ROOM_FOR_FORM = 1 << 16
"""Bytes around the file of a form."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_OPEN_PATHS = ("/healthz", SIGN_IN)
_STATIC = "/static/"
_BEARER = "bearer "
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def session_of(token: str) -> str:
    """What a browser keeps in place of the token once it was given."""
    return hmac.digest(token.encode(), b"groundpath session", "sha256").hex()


def is_token(settings: ServeSettings, given: str) -> bool:
    """Whether what was given is the token, compared in constant time."""
    return settings.token is not None and hmac.compare_digest(settings.token.encode(), given.encode())


class Guard:
    """ASGI middleware that refuses before anything is read."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self._app = app
        self._settings = settings
        self._session = session_of(settings.token) if settings.token else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                _protect(MutableHeaders(scope=message), scope["path"])
            await send(message)

        refused = self._refusal(scope, Headers(scope=scope))
        await (refused or self._app)(scope, receive, sending)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if host_name(host) not in self._settings.allowed_hosts:
            return problem(
                421, "Not served under this name", f"host {host!r} is not served; allow it by --allow-host"
            )
        if scope["method"] not in _SAFE_METHODS and not self._is_own(headers):
            return problem(
                403,
                "Not from this page",
                "a page of another origin asked; allow it by --cors if it is yours",
            )
        if _told_length(headers) > self._most_bytes(scope["path"]):
            return problem(
                413, "Too large", "the request is larger than the server takes; send less"
            )  # a length that is not told is counted while it comes
        if self._settings.token and not self._may_enter(scope, headers):
            if wants_page(scope):
                return RedirectResponse(SIGN_IN, 303)
            return problem(
                401,
                "A token is needed",
                "send the server's token: Authorization: Bearer TOKEN",
                WWW_Authenticate="Bearer",
            )
        return None

    def _most_bytes(self, path: str) -> int:
        limits = self._settings.limits
        if path in FILES:
            return limits.files + ROOM_FOR_FORM
        return limits.upload + ROOM_FOR_FORM if path == RUNS else limits.body

    def _is_own(self, headers: Mapping[str, str]) -> bool:
        """Whether a request that changes something comes from this server's pages, or from no browser."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        if origin in self._settings.origins:
            return True
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()

    def _may_enter(self, scope: Scope, headers: Headers) -> bool:
        path = scope["path"]
        if path in _OPEN_PATHS or path.startswith(_STATIC) or _is_preflight(scope, headers):
            return True
        given = headers.get("authorization", "")
        if given.lower().startswith(_BEARER):
            return is_token(self._settings, given[len(_BEARER) :].strip())
        cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        return hmac.compare_digest(cookie.encode(), self._session.encode())


def host_name(host: str) -> str:
    """The name in a Host header, without port and brackets; empty where it is none.

    >>> host_name("[::1]:8000"), host_name("LOCALHOST:80"), host_name("a@b")
    ('::1', 'localhost', '')
    """
    try:
        parts = urlsplit(f"//{host}")
        return "" if "@" in host or parts.path or parts.query else parts.hostname or ""
    except ValueError:
        return ""


def _told_length(headers: Headers) -> int:
    told = headers.get("content-length", "")
    return int(told) if told.isdecimal() else 0


def _is_preflight(scope: Scope, headers: Headers) -> bool:
    return scope["method"] == "OPTIONS" and "access-control-request-method" in headers


def _protect(headers: MutableHeaders, path: str) -> None:
    for name, value in _HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-cache" if path.startswith(_STATIC) else "no-store")
