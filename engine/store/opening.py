"""From a store's address, or a connection to a server, to the store."""

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from platformdirs import user_data_dir

from ..errors import InputError
from .protocol import GraphStore

if TYPE_CHECKING:
    from .connections import Connection

SCHEMES = tuple(f"{name}{security}" for name in ("neo4j", "bolt") for security in ("", "+s", "+ssc"))
_FORMS = "embedded:PATH, neo4j://HOST or bolt://HOST"


def open_store(where: "str | Connection | None" = None, *, password: str | None = None) -> GraphStore:
    """The store at an address, or on a connection that the caller has; nothing is read or written yet.

    `embedded:PATH` is a folder on this machine; `neo4j://HOST[:PORT]` and `bolt://HOST[:PORT]` (also with
    `+s` or `+ssc`) are servers, whose user, password and database come from NEO4J_USERNAME (default
    "neo4j"), NEO4J_PASSWORD (unless `password` is given) and NEO4J_DATABASE (unless the address ends with
    one: `bolt://HOST/DATABASE`). Without an address: GROUNDPATH_STORE, else an embedded store in the user's
    data folder. Up to GROUNDPATH_EXACT_UP_TO vectors an embedded store compares with every one, see
    EmbeddedStore.

    Who opened a connection closes it. `close` of a store closes what groundpath opened itself:

    - a `neo4j.Driver` is used as it is, with its own settings and bookmarks, and stays open; the database is
      that of NEO4J_DATABASE, or the user's own;
    - the driver and the database of langchain's `Neo4jGraph` are used in the same way;
    - a `py2neo.Graph` tells server, user and database; groundpath opens a driver on them, since py2neo's
      transactions take no time limit, and closes this one alone.

    Raises:
        InputError: the address is none of these, carries a password, or there is none in the environment; the
            connection is of another kind, is closed, or does not speak Bolt.
    """
    if where is not None and not isinstance(where, str):
        if password is not None:
            raise InputError("a password goes with an address; a connection has its own")
        from .connections import store_on

        return store_on(where, os.environ.get("NEO4J_DATABASE") or None)
    url = address(where)
    if url.startswith("embedded:"):
        return _embedded(url.removeprefix("embedded:"))
    if is_server(url):
        return _neo4j(url, password)
    raise InputError(f"store address {_shown(url)!r} is none of {_FORMS}{_hint(url)}")


def address(url: str | None = None) -> str:
    """The address that `open_store` opens."""
    return (url or os.environ.get("GROUNDPATH_STORE") or "").strip() or default_url()


def is_server(url: str) -> bool:
    """Whether an address is a server's, which asks for a password."""
    return "://" in url and url.partition("://")[0].lower() in SCHEMES


def default_url() -> str:
    """The embedded store that is used when none is named."""
    return f"embedded:{Path(user_data_dir('groundpath')) / 'store'}"


def _embedded(path: str) -> GraphStore:
    if not path.strip():
        raise InputError("store address 'embedded:' names no folder; write embedded:PATH")
    if "\x00" in path:
        raise InputError(f"store address {'embedded:' + path!r} holds a NUL character")
    from .embedded.store import EmbeddedStore

    try:
        folder = Path(path).expanduser()
    except RuntimeError:
        raise InputError(f"store address {'embedded:' + path!r} names the home of an unknown user") from None
    return EmbeddedStore(folder, exact_up_to=_exact_up_to())


def _exact_up_to() -> int:
    from .embedded.store import EXACT_UP_TO

    given = (os.environ.get("GROUNDPATH_EXACT_UP_TO") or "").strip()
    if given and not given.isdecimal():
        raise InputError(f"GROUNDPATH_EXACT_UP_TO is {given!r}; it must be a number of vectors, or unset")
    return int(given) if given else EXACT_UP_TO


def _neo4j(url: str, password: str | None) -> GraphStore:
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        raise InputError(f"store address {_shown(url)!r} has a bad host or port") from None
    if "@" in url:
        raise InputError(
            f"store address {_shown(url)!r} carries a user or password; take them out and set NEO4J_USERNAME "
            "and NEO4J_PASSWORD"
        )
    if not host:
        raise InputError(f"store address {url!r} names no host; write {parts.scheme}://HOST")
    named = unquote(parts.path.strip("/"))
    if "/" in named:
        raise InputError(
            f"store address {url!r} names more than a database; write {parts.scheme}://HOST/DATABASE"
        )
    password = password or os.environ.get("NEO4J_PASSWORD")
    if not password:
        raise InputError(f"no password for {url}; set NEO4J_PASSWORD")
    from .attached.store import AttachingStore
    from .neo4j.drivers import Login

    server = parts._replace(path="").geturl()
    login = Login(server, os.environ.get("NEO4J_USERNAME") or "neo4j", password)
    return AttachingStore(login, named or os.environ.get("NEO4J_DATABASE") or None)


def _shown(url: str) -> str:
    """The address without what may be a user and password."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if "@" in rest else url


def _hint(url: str) -> str:
    if "://" not in url and (Path(url).suffix or url.startswith((".", "/", "~"))):
        return f"; for a folder write embedded:{url}"
    return ""
