"""groundpath as a server of the Model Context Protocol."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, Resource
from pydantic import ValidationError

from ... import __version__
from ..one_thread import OneThread
from .desk import Desk
from .resources import add_resources, listed
from .tools import add_tools

_INSTRUCTIONS = (
    "Knowledge graphs and documents by which reasoning is checked. audit judges reasoning against a graph "
    "(graphs lists them), check an answer against the documents that it was made from, and explain shows "
    "either as an argument; search, paths, cypher and trace_ask look things up. Supported, contradicted and "
    "unknown are three things: what is unknown, or not found, is not wrong."
)


class GroundpathServer(MCPServer[Any]):
    """Tools and resources over a store, for one transport or several."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            "groundpath",
            title="groundpath",
            description="Is this reasoning grounded?",
            instructions=_INSTRUCTIONS,
            version=__version__,
            log_level="ERROR",
        )
        self._desk = desk
        self._thread = OneThread("groundpath-mcp")
        add_tools(self, desk, self._thread)
        add_resources(self, desk, self._thread)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """As the SDK has it, but that arguments of another form are told in one line."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {_told(error.__cause__)}; see its input schema") from error
            raise

    async def list_resources(self) -> list[Resource]:
        """The list of graphs, each graph, and each verdict that the server made."""
        return [*await super().list_resources(), *await self._thread.run(lambda: listed(self._desk))]


def _told(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
