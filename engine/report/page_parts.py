"""What pages that may be large share: a body that waits in a file, and the one script that may run."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import IO, Any

from jinja2 import Environment
from markupsafe import Markup

_CHUNK = 1 << 16


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
