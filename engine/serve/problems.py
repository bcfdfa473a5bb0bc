"""Errors as problem details (RFC 9457): the same one line that the command line prints."""

import json
import logging
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import (
    AmbiguousNameError,
    EncoderError,
    GraphBusyError,
    GroundpathError,
    InputError,
    ReadOnlyError,
    RemoteError,
    StoreError,
    StoreTimeoutError,
    UnknownEntityError,
    UnknownGraphError,
    defect,
)
from .errors import OverloadedError, UnknownRunError

_LOG = logging.getLogger("groundpath.serve")
_STATUS: tuple[tuple[type[GroundpathError], int, str], ...] = (
    (UnknownGraphError, 404, "No such graph"),
    (UnknownEntityError, 404, "No such entity"),
    (UnknownRunError, 404, "No such run"),
    (AmbiguousNameError, 409, "Several entities have this name"),
    (ReadOnlyError, 403, "Only reading is allowed"),
    (StoreTimeoutError, 504, "It took too long"),
    (OverloadedError, 503, "Too many requests wait"),
    (GraphBusyError, 503, "The graph is being loaded"),
    (EncoderError, 409, "Vectors and encoder do not fit"),
    (RemoteError, 502, "Another server gave no answer"),
    (StoreError, 503, "The store does not answer"),
    (InputError, 422, "This cannot be used as it is"),
    (GroundpathError, 500, "groundpath failed"),
)


class Problem(BaseModel):
    """An error, after RFC 9457. `detail` is one line: which input, what is wrong with it, what to do next."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


class ProblemResponse(JSONResponse):
    media_type = "application/problem+json"


class PlainJSON(JSONResponse):
    """JSON of values that stores give: what JSON has no form for (dates, NaN) is its text."""

    def render(self, content: Any) -> bytes:
        try:
            return json.dumps(content, default=str, allow_nan=False, separators=(",", ":")).encode()
        except ValueError:
            finite = json.loads(json.dumps(content, default=str), parse_constant=str)
            return json.dumps(finite, separators=(",", ":")).encode()


def problem(status: int, title: str, detail: str, **headers: str) -> ProblemResponse:
    """The response of an error; `headers` with "_" for "-"."""
    body = Problem(title=title, status=status, detail=" ".join(detail.split()))
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ProblemResponse(body.model_dump(), status, named)


def told_as(error: GroundpathError) -> tuple[int, str]:
    """The status and the title of an error."""
    return next((status, title) for kind, status, title in _STATUS if isinstance(error, kind))


def wants_page(scope: Scope) -> bool:
    """Whether a browser goes to an address of a page, where a person will read the answer."""
    is_page = scope["method"] == "GET" and not scope["path"].startswith("/v1/")
    return is_page and "text/html" in Headers(scope=scope).get("accept", "")


def add_handlers(app: FastAPI, page_of: Callable[[int, str, str], Response]) -> None:
    """Turns every error of an app into a problem.

    Args:
        page_of: the same for people: from status, title and detail.
    """

    def told(request: Request, status: int, title: str, detail: str, **headers: str) -> Response:
        if wants_page(request.scope):
            return page_of(status, title, detail)
        return problem(status, title, detail, **headers)

    @app.exception_handler(GroundpathError)
    async def _groundpath(request: Request, error: GroundpathError) -> Response:
        status, title = told_as(error)
        again = {"Retry_After": "1"} if status == 503 else {}
        return told(request, status, title, str(error), **again)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        detail = "; ".join(map(_told, error.errors()))
        return told(request, 422, "The request is not as described", detail)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        title = str(error.detail)
        detail = {413: "the request is larger than the server takes; send less"}.get(error.status_code, title)
        return told(request, error.status_code, title, detail, **_headers(error))

    app.add_middleware(Defects, told=told)


class Defects:
    """ASGI middleware that tells a defect of groundpath as a problem, inside of what guards all answers."""

    def __init__(self, app: ASGIApp, told: Callable[[Request, int, str, str], Response]) -> None:
        self._app = app
        self._told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = False

        async def sending(message: Message) -> None:
            nonlocal began
            began = began or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception as error:
            if began or scope["type"] != "http":
                raise
            _LOG.error("a request failed", exc_info=error)
            detail = defect(error).replace("this row", "this request")
            answer = self._told(Request(scope), 500, "groundpath failed", detail)
            await answer(scope, receive, send)


def _told(fault: Any) -> str:
    place = ".".join(str(part) for part in fault["loc"][1:])
    return f"{place or fault['loc'][0]}: {fault['msg']}"


def _headers(error: HTTPException) -> dict[str, str]:
    return {name.replace("-", "_"): value for name, value in (error.headers or {}).items()}
