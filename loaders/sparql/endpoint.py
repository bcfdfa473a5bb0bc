"""A SPARQL endpoint: one CONSTRUCT query is asked, its graph or a clear reason comes back.

Reference: SPARQL 1.1 Protocol, section 2.1.3, "query via POST with URL-encoded parameters", which all
servers know, however long a query is.
"""

import socket
from http.client import HTTPException
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

import pyoxigraph as ox

from ...engine.asking import excerpt, retry_after_s
from ...engine.errors import EndpointError, InputError

TIMEOUT_S = 120.0
"""Seconds to wait for one answer, where nothing else is asked for."""

_ACCEPT = "application/n-triples, text/turtle;q=0.8, application/rdf+xml;q=0.5"
_PLAIN = "text/plain"  # what N-Triples were called before they had a name of their own; Virtuoso says so
_RETRIED = frozenset((408, 425, 429))  # and every 5xx
_FAILS_ALL = frozenset((301, 302, 303, 307, 308, 401, 402, 403, 404, 405, 410))
_PARTIAL = 206
_REMEDIES = {
    401: "it asks for a login, which groundpath does not give",
    403: "it does not let you in",
    404: "check --endpoint: it must be the address that takes queries, mostly …/sparql",
    405: "check --endpoint: it must be the address that takes queries, mostly …/sparql",
    429: "lower --concurrency, or try again later",
}


class RdfAnswer(NamedTuple):
    """A graph as an endpoint gave it: its text, and the media type that tells how to parse it."""

    media_type: str
    text: str

    @property
    def format(self) -> ox.RdfFormat:
        """Raises EndpointError where it is no RDF."""
        plain = self.media_type in ("", _PLAIN)
        form = ox.RdfFormat.N_TRIPLES if plain else ox.RdfFormat.from_media_type(self.media_type)
        if form is None:
            raise EndpointError(f"it is {self.media_type}, no RDF: “{excerpt(self.text)}”")
        return form

    def triples(self) -> list[ox.Quad]:
        """The statements. Raises EndpointError where they cannot be read."""
        try:
            return list(ox.parse(self.text.encode(), format=self.format, lenient=True))
        except (SyntaxError, ValueError) as error:
            raise EndpointError(f"it is no {self.media_type}: {excerpt(str(error))}") from error


class SparqlEndpoint:
    """A server that answers SPARQL queries. Requests are sent once: `asking` decides on retries."""

    def __init__(self, url: str, *, timeout_s: float = TIMEOUT_S) -> None:
        """
        Args:
            url: where it takes queries, such as http://localhost:8890/sparql.
            timeout_s: seconds to wait for one answer.

        Raises:
            InputError: that is no address, or holds a password.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(f"{url!r} is no address of an endpoint; give one such as http://HOST/sparql")
        if parts.username or parts.password:
            raise InputError("the address of the endpoint holds a user or a password; give it without")
        self.url = url
        self._place = parts.netloc + parts.path
        self._timeout_s = timeout_s
        self._opener = _opener()

    def __repr__(self) -> str:
        return f"SparqlEndpoint({self.url!r})"

    def ask(self, query: str) -> RdfAnswer:
        """The graph that a CONSTRUCT query returns.

        Raises:
            EndpointError: it gives none; see `RemoteError` for what its attributes tell.
        """
        headers = {"Accept": _ACCEPT, "User-Agent": "groundpath"}
        request = Request(self.url, urlencode({"query": query}).encode(), headers)
        try:
            with self._opener.open(request, timeout=self._timeout_s) as response:
                text = response.read().decode(errors="replace")
                answer = RdfAnswer(response.headers.get_content_type(), text)
                status = response.status
        except HTTPError as error:
            raise self._refused(error) from error
        except TimeoutError as error:
            raise self._late() from error
        except URLError as error:
            raise self._lost(error.reason) from error
        except (HTTPException, OSError) as error:
            raise self._lost(error) from error
        if status == _PARTIAL:
            raise EndpointError(f"{self._place} gave only a part of the answer, up to its own limit")
        answer.triples()  # before it is kept
        return answer

    def _refused(self, error: HTTPError) -> EndpointError:
        status = error.code
        said = f": “{words}”" if (words := _words(error)) else ""
        moved = error.headers.get("Location")
        remedy = f"it is at {moved} now; give that as --endpoint" if moved else _REMEDIES.get(status)
        fails_all = status in _FAILS_ALL
        return EndpointError(
            f"{self._place} answered {status}{said}" + (f"; {remedy}" if remedy else ""),
            retry_helps=not fails_all and (status in _RETRIED or status >= 500),
            retry_after_s=retry_after_s(error.headers.get("Retry-After")),
            fails_all=fails_all,
        )

    def _late(self) -> EndpointError:
        reason = f"{self._place} did not answer within {self._timeout_s:g} s; allow more with --timeout"
        return EndpointError(reason, retry_helps=True)

    def _lost(self, cause: object) -> EndpointError:
        if isinstance(cause, TimeoutError):
            return self._late()
        never_there = isinstance(cause, ConnectionRefusedError | socket.gaierror)
        what = "cannot be reached" if never_there else "broke off the connection"
        remedy = "; check --endpoint, and that the server runs" if never_there else ""
        return EndpointError(
            f"{self._place} {what} ({excerpt(str(cause))}){remedy}",
            retry_helps=True,
            fails_all=never_there,
        )


def _opener() -> OpenerDirector:
    """What opens addresses, and follows none to another: a query that is sent on would lose its text."""
    opener = OpenerDirector()
    for handler in (ProxyHandler, HTTPHandler, HTTPSHandler, HTTPDefaultErrorHandler, HTTPErrorProcessor):
        opener.add_handler(handler())
    return opener


def _words(error: HTTPError) -> str:
    """What a server says beside its status; nothing where that does not come either."""
    try:
        return excerpt(error.read().decode(errors="replace"))
    except (HTTPException, OSError):
        return ""
