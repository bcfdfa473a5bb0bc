"""Errors as problem details (RFC 9457): the same one line that the command line prints."""

import json
import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

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


def problem_of(error: GroundpathError) -> ProblemResponse:
    """The response of an error that groundpath raised on purpose."""
    status, title = next((status, title) for kind, status, title in _STATUS if isinstance(error, kind))
    again = {"Retry_After": "1"} if status == 503 else {}
    return problem(status, title, str(error), **again)


def add_handlers(app: FastAPI) -> None:
    """Turns every error of an app into a problem."""

    @app.exception_handler(GroundpathError)
    async def _groundpath(_request: Request, error: GroundpathError) -> Response:
        return problem_of(error)

    @app.exception_handler(RequestValidationError)
    async def _invalid(_request: Request, error: RequestValidationError) -> Response:
        return problem(422, "The request is not as described", "; ".join(map(_told, error.errors())))

    @app.exception_handler(HTTPException)
    async def _http(_request: Request, error: HTTPException) -> Response:
        title = str(error.detail)
        told = {413: "the request is larger than the server takes; send less"}
        return problem(error.status_code, title, told.get(error.status_code, title), **(_headers(error)))

    @app.exception_handler(Exception)
    async def _defect(_request: Request, error: Exception) -> Response:
        _LOG.error("a request failed", exc_info=error)
        return problem(500, "groundpath failed", defect(error).replace("this row", "this request"))


def _told(fault: Any) -> str:
    place = ".".join(str(part) for part in fault["loc"][1:])
    return f"{place or fault['loc'][0]}: {fault['msg']}"


def _headers(error: HTTPException) -> dict[str, str]:
    return {name.replace("-", "_"): value for name, value in (error.headers or {}).items()}
