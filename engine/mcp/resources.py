"""What clients read: graphs, and the verdicts and checks that the server made."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Resource

from ..errors import GroundpathError
from ..one_thread import OneThread
from .desk import Desk

_GRAPHS = "groundpath://graphs"
_VERDICTS = "groundpath://verdicts"
_JSON = "application/json"


def add_resources(server: MCPServer[Any], desk: Desk, thread: OneThread) -> None:
    """Give a server what can be read by address; `listed` tells which there is."""

    async def shown(work: Callable[[], Any]) -> str:
        try:
            return json.dumps(await thread.run(work), ensure_ascii=False, default=str)
        except GroundpathError as error:
            raise ResourceNotFoundError(" ".join(str(error).split())) from error

    @server.resource(_GRAPHS, title="Graphs", mime_type=_JSON)
    async def graphs() -> str:
        """The graphs of the store, with their sizes."""
        return await shown(desk.graphs)

    @server.resource(f"{_GRAPHS}/{{kg}}", title="A graph", mime_type=_JSON)
    async def graph(kg: str) -> str:
        """A graph described: counts, relations by frequency, types, degrees, encoder."""
        return await shown(lambda: desk.statistics(kg))

    @server.resource(f"{_VERDICTS}/{{verdict_id}}", title="A verdict", mime_type=_JSON)
    async def verdict(verdict_id: str) -> str:
        """A verdict or a check with all of its evidence, as `audit --out` and `check --out` write it."""
        return await shown(lambda: desk.kept_row(verdict_id))


def listed(desk: Desk) -> list[Resource]:
    """The graphs that there are, and the verdicts that the server made, each with its address."""
    graphs = [info.name for info in desk.store.graphs()]
    return [
        *(Resource(uri=f"{_GRAPHS}/{quote(kg, safe='')}", name=kg, mime_type=_JSON) for kg in graphs),
        *(
            Resource(uri=f"{_VERDICTS}/{verdict_id}", name=verdict_id, mime_type=_JSON)
            for verdict_id in desk.kept.names()
        ),
    ]
