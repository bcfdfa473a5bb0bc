"""What pages that may be large share: a body that waits in a file, and the one script that may run."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import IO, Any

from jinja2 import Environment
from markupsafe import Markup

_CHUNK = 1 << 16
_AT_ONCE = 200  # entries of a page that are there without a script, and in each part behind them


def script_values(environment: Environment, *names: str) -> dict[str, Any]:
    """What a page shows as its script, and the digest by which its policy lets that one run.

    Args:
        names: of the templates that it is put together from.
    """
    script = "".join(environment.get_template(name).render() for name in names)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return {"script": Markup(script), "script_hash": digest}


def read_back(body: IO[str]) -> Iterator[Markup]:
    """What was written into a file from templates, from its beginning, in pieces."""
    body.seek(0)
    while piece := body.read(_CHUNK):
        yield Markup(piece)


class Entries:
    """The entries of a page, which go into a file as they come.

    Those behind the first ones stand in `noscript`: a browser that runs the page's script keeps them as text
    and builds the ones that are looked at; any other shows them all.
    """

    def __init__(self, body: IO[str]) -> None:
        self._body = body
        self._count = 0
        self._places: dict[str, int] = {}

    def place(self, model: str) -> int:
        """The place of an entry's model among all, from 0, in the order in which they come."""
        return self._places.setdefault(model, len(self._places))

    def add(self, entry: Iterable[str]) -> None:
        """One more, in pieces."""
        if self._count and self._count % _AT_ONCE == 0:
            self._body.write("</noscript><noscript>" if self._count > _AT_ONCE else "<noscript>")
        self._body.writelines(entry)
        self._count += 1

    def close(self) -> None:
        """There are no more."""
        if self._count > _AT_ONCE:
            self._body.write("</noscript>")
