"""Names in the path of an address: a "/" in one is written %2F there, and parts nothing."""

from urllib.parse import unquote

from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope


class NamedRoute(APIRoute):
    """A route whose parameters may hold any character: it is found by the path as it was sent.

    Servers decode the path before routes see it, and "a%2Fb/search" could then be any of several routes.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or not scope.get("raw_path"):
            return super().matches(scope)
        sent = scope["raw_path"].partition(b"?")[0].decode("latin-1")
        match, found = super().matches({**scope, "path": sent})
        if match is not Match.NONE:
            named = found["path_params"]
            found["path_params"] = {name: unquote(value) for name, value in named.items()}
        return match, found
